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
mod bind;
mod check;
mod condition;
mod context;
mod diagnostics;
mod names;
mod options;
mod reference;
mod scan;
mod target;
mod text;
mod tree;
mod vocabulary;

pub use attrs::{
    Accessor, Availability, ColorKind, DefaultAttr, ImplAttrs, MemberAttrs, MethodAttrs, ParamAttrs,
    RangeAttr, Spanned, TypeAttrs, VariantAttrs,
};
pub use check::{
    check_condition, check_impl, check_member, check_method, check_param, check_type, check_variant,
};
pub use condition::{CompareOp, CondValue, Condition, FieldKind, Literal, Operand, Word};
pub use context::{
    MemberContext, MethodContext, Origin, ParamContext, Receiver, Sibling, Siblings, TypeContext, TypeKind,
    ValueKind, VariantContext,
};
pub use diagnostics::{
    ATTRIBUTE_ARGUMENT, ATTRIBUTE_CONFLICT, ATTRIBUTE_DUPLICATE, ATTRIBUTE_KIND, ATTRIBUTE_PLACE,
    ATTRIBUTE_SYNTAX, ATTRIBUTE_UNKNOWN, CONDITION_MEMBER, CONDITION_SYNTAX, CONDITION_VALUE,
    DEFAULT_INVALID, NAME_CLASH, NAME_INVALID, OPTIONS_INVALID, RANGE_INVALID, SIGNATURE_INVALID, locate,
};
pub use names::{Case, NAME_LIMIT, Named, alias_fault, check_clashes, label_of, name_fault, words};
pub use options::{OptionsFault, parse_options};
pub use reference::{grammar_of, reference};
pub use target::{Kinds, Places};
pub use text::parse_attributes;
pub use tree::{AttrArg, AttrItem, AttrValue, SpanId};
pub use vocabulary::{ArgCount, ArgForm, ArgSpec, AttributeSpec, VOCABULARY, spec_of};
