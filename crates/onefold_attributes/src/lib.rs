//! The attribute vocabulary: one list of attributes with one grammar, shared by the derive, script metadata, plugins
//! and C++ headers.
//!
//! A front end turns what its language has into [`AttrItem`]s; [`check_member`] and its like turn those into
//! [`MemberAttrs`] or say, all at once, what is wrong with them.
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

mod attrs;
mod check;
mod condition;
mod context;
mod names;
mod tree;

pub use attrs::{
    Accessor, Availability, ColorKind, DefaultAttr, ImplAttrs, MemberAttrs, MethodAttrs, ParamAttrs,
    RangeAttr, Spanned, TypeAttrs, VariantAttrs,
};
pub use check::{check_impl, check_member, check_method, check_param, check_type, check_variant};
pub use condition::FieldKind;
pub use context::{
    MemberContext, MethodContext, Origin, ParamContext, Receiver, Sibling, Siblings, TypeContext, TypeKind,
    ValueKind, VariantContext,
};
pub use names::{Case, words};
pub use tree::{AttrArg, AttrItem, AttrValue, SpanId};
