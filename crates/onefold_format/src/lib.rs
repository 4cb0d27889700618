//! JSON, XML and cooked binary of any described value, over the one walk of members.
#![forbid(unsafe_code)]

mod apply;
mod cooked;
mod diagnostics;
mod document;
mod json;
mod kept;
mod node;
mod node_sink;
mod number;
mod options;
mod path;
mod save;
mod store;
mod text_value;
mod upgrade;
mod walk;
mod xml;

pub use cooked::{CookedReader, CookedWriter, read_cooked, write_cooked};
pub use diagnostics::{
    COOKED_INVALID, INPUT_LIMIT, JSON_SYNTAX, KEY_TWICE, MEMBER_COMPUTED, MEMBER_READ_ONLY, MESSAGES_CUT,
    NO_DEFAULT, NOT_UTF8, REFERENCE_UNKNOWN, UPGRADE_FAILED, XML_SYNTAX,
};
pub use document::{Document, JsonWriter, json_text, parse_json_document};
pub use json::read::read_json;
pub use json::write::{write_json, write_json_to};
pub use kept::{Kept, KeptMember};
pub use node::{Node, NodeEntry, NodeKind};
pub use node_sink::write_node;
pub use options::{
    Form, HandleCodec, Limits, Mode, PendingReference, ReadOptions, ReadReport, Reference, Resolved,
    TableHandles, Which, WriteOptions,
};
pub use save::save_atomic;
pub use text_value::write_text_value;
pub use upgrade::{Step, Upgrades};
pub use xml::{parse_xml_document, read_xml, write_xml, xml_text};
