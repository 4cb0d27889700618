//! JSON, XML and cooked binary of any described value, over the one walk of members.
//!
//! ```
//! use onefold_format::{ReadOptions, WriteOptions, read_json, write_json};
//! use onefold_reflect::{RegistryBuilder, TypedMut, TypedRef};
//!
//! let registry = RegistryBuilder::new().register::<glam::Vec3>().resolve().unwrap();
//! let mut place = glam::Vec3::new(1.0, 0.93, 0.8);
//! let text = write_json(TypedRef::of(&registry, &place).unwrap(), &WriteOptions::default());
//! let report = read_json(TypedMut::of(&registry, &mut place).unwrap(), "[4, 5, \"6.5\"]", &ReadOptions::default());
//! assert!(report.diagnostics.is_empty() && place == glam::Vec3::new(4.0, 5.0, 6.5));
//! read_json(TypedMut::of(&registry, &mut place).unwrap(), &text, &ReadOptions::default());
//! assert_eq!(place, glam::Vec3::new(1.0, 0.93, 0.8));
//! ```
//!
//! Does not: know scenes or entities, resolve references itself, or decide what to do with what was kept.
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
mod variants;
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
