//! JSON, XML and cooked binary of any described value, over the one walk of members.
#![forbid(unsafe_code)]

mod apply;
mod diagnostics;
mod json;
mod kept;
mod node;
mod number;
mod options;
mod path;
mod store;
mod text_value;
mod upgrade;
mod walk;

pub use diagnostics::{
    COOKED_INVALID, INPUT_LIMIT, JSON_SYNTAX, KEY_TWICE, MEMBER_COMPUTED, MEMBER_READ_ONLY, MESSAGES_CUT,
    NO_DEFAULT, NOT_UTF8, REFERENCE_UNKNOWN, UPGRADE_FAILED, XML_SYNTAX,
};
pub use json::read::read_json;
pub use json::write::{write_json, write_json_to};
pub use kept::{Kept, KeptMember};
pub use node::{Node, NodeEntry, NodeKind};
pub use options::{
    Form, HandleCodec, Limits, Mode, PendingReference, ReadOptions, ReadReport, Reference, Resolved,
    TableHandles, Which, WriteOptions,
};
pub use text_value::write_text_value;
pub use upgrade::{Step, Upgrades};
