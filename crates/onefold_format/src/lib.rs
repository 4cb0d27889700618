//! JSON, XML and cooked binary of any described value, over the one walk of members.
//!
//! Writers and readers need nothing but a description: [`write_json`], [`write_xml`] and [`write_cooked`] take a
//! [`TypedRef`](onefold_reflect::TypedRef), [`read_json`], [`read_xml`] and [`read_cooked`] a
//! [`TypedMut`](onefold_reflect::TypedMut), and all readers give a [`ReadReport`].
//!
//! ```
//! use onefold_format::{ReadOptions, WriteOptions, read_json, write_json};
//! use onefold_reflect::{Reflect, RegistryBuilder, TypedMut, TypedRef};
//!
//! #[derive(Reflect, Default)]
//! struct Lamp {
//!     #[reflect(was("m_Intensity"))]
//!     intensity: f32,
//!     color: glam::Vec3,
//!     on: bool,
//! }
//!
//! let registry = RegistryBuilder::new().register::<Lamp>().resolve().unwrap();
//! let mut lamp = Lamp { on: true, ..Lamp::default() };
//! let mut typed = TypedMut::of(&registry, &mut lamp).unwrap();
//!
//! // A partial object is an edit; old names and texts are read.
//! let text = r#"{ "m_Intensity": "0.800000", "color": "{ 1 , 0.93 , 0.8 }" }"#;
//! let report = read_json(typed.reborrow(), text, &ReadOptions::strict());
//! assert!(report.applied && report.diagnostics.is_empty());
//!
//! // When anything is wrong, all of it is said, and nothing is applied.
//! let report = read_json(typed, r#"{ "on": 3, "intensty": 1 }"#, &ReadOptions::strict().file("lamp.json"));
//! assert_eq!((report.applied, report.diagnostics.len()), (false, 2));
//! assert_eq!(report.diagnostics.iter().last().unwrap().suggestions[0], "intensity");
//!
//! let text = write_json(TypedRef::of(&registry, &lamp).unwrap(), &WriteOptions::new());
//! assert_eq!(text, r#"{"intensity":0.8,"color":[1.0,0.93,0.8],"on":true}"#);
//! ```
//!
//! How values look in JSON (XML holds the same in elements):
//!
//! | value | JSON |
//! | --- | --- |
//! | number | the shortest text that reads back exactly; `"NaN"`, `"inf"`, `"-inf"` |
//! | vector, quaternion, matrix | `[1.0, 0.93, 0.8]`, a matrix column after column |
//! | struct; tuple | `{"name": value}`; `[value, value]` |
//! | enum | `"Spot"`; with data `{"Glow": {"strength": 1.0}}`, `{"Flash": [1, 2]}` |
//! | option | `null` or the value; of something that may be null itself `{"some": value}` |
//! | list, array; set | `[value]`; the same, sorted |
//! | map | `{"key": value}`, sorted, for keys that are text, integer, bool, char or enum; else `[[key, value]]` |
//! | handle | `null` or `{"id": "…", "name": "…"}`, by the caller's [`HandleCodec`] |
//!
//! Readers also accept what a person or another engine writes: SETech's texts wherever a typed value is, its
//! `{"type", "members"}` shape of nested objects, aliases, the numbers of enum values, `5.0` for an integer.
//! Members that are read only or transient are not written; computed members are in no file.
//!
//! Strict reads are all or nothing. Lenient reads apply what is right, and give the rest back as [`Kept`], so that a
//! writer can put it where it was; that holds across formats.
//!
//! Does not: know worlds, scenes or entities, open files (except to [save one](save_atomic)), resolve references, or
//! check ranges.
#![forbid(unsafe_code)]

mod apply;
mod cooked;
mod diagnostics;
mod document;
mod json;
mod kept;
mod node;
mod node_sink;
mod node_value;
mod number;
mod options;
mod path;
mod plans;
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
pub use document::{Document, DocumentWriter, json_text, parse_json_document};
pub use json::read::read_json;
pub use json::write::{write_json, write_json_to};
pub use kept::{Kept, KeptMember};
pub use node::{Node, NodeEntry, NodeKind};
pub use node_sink::write_node;
pub use node_value::{check_node, read_node};
pub use options::{
    Form, HandleCodec, Limits, Mode, PendingReference, ReadOptions, ReadReport, Reference, Resolved,
    TableHandles, Which, WriteOptions,
};
pub use path::json_pointer;
pub use save::save_atomic;
pub use text_value::write_text_value;
pub use upgrade::{Step, Upgrades};
pub use xml::{parse_xml_document, read_xml, write_xml, xml_text};
