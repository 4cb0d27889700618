//! The attribute vocabulary: one list of attributes with one grammar, shared by the derive, script metadata, plugins
//! and C++ headers.
//!
//! A front end turns what its language has into [`AttrItem`]s, by itself or with [`parse_attributes`]; [`check_member`]
//! and its like turn those into [`MemberAttrs`] and say, all at once, what is wrong with them. [`VOCABULARY`] is the list
//! of all attributes, [`reference()`] its documentation.
//!
//! ```
//! use onefold_attributes::{MemberContext, ValueKind, check_member, parse_attributes};
//!
//! let (items, _) = parse_attributes("range(0.0..=100.0, soft = 0..=10), unti = \"m\", subgroup = \"Size\"");
//! let radius = MemberContext { name: "radius", kind: ValueKind::Float, ..MemberContext::default() };
//! let (attrs, found) = check_member(&items, &radius);
//! assert_eq!(attrs.range.map(|range| (range.max, range.soft_max)), Some((100.0, 10.0)));
//! let wrong: Vec<_> = found.iter().map(|one| one.message.as_str()).collect();
//! assert_eq!(wrong, ["there is no attribute `unti`", "`subgroup` needs a `group` to be in"]);
//! assert_eq!(found.iter().next().map(|one| one.suggestions[0].as_str()), Some("unit"));
//! ```
//!
//! Does not: know Rust tokens, script syntax, how attributes are stored in a description, or the order of API versions.
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
