//! The attribute vocabulary: one list of attributes with one grammar, shared by the derive, script metadata, plugins
//! and C++ headers.
//!
//! A front end turns what its language has into [`AttrItem`]s; [`check`] turns those into [`Attributes`] or says, all at
//! once, what is wrong with them.
//!
//! ```
//! use onefold_attributes::{AttrItem, AttrValue};
//!
//! let item = AttrItem::flag("color", 0);
//! assert_eq!((item.name.as_str(), item.args.len()), ("color", 0));
//! assert!(!matches!(AttrValue::Int(1), AttrValue::Text(_)));
//! ```
//!
//! Does not: know Rust tokens, script syntax, or how attributes are stored in a description.
#![forbid(unsafe_code)]

mod tree;

pub use tree::{AttrArg, AttrItem, AttrValue, SpanId};
