//! Every message of this crate, one constructor each.

use onefold_diag::{Code, Diagnostic, Expected, nearest};
use onefold_reflect::{
    MEMBER_UNKNOWN, Member, Scalar, Shape, TypeEntry, VALUE_ENUM, VALUE_RANGE, VALUE_TYPE, VariantInfo,
};

/// The text is not JSON.
pub const JSON_SYNTAX: Code = Code("json_syntax");
/// The text is not XML, or not in the form this crate reads.
pub const XML_SYNTAX: Code = Code("xml_syntax");
/// The bytes are not UTF-8.
pub const NOT_UTF8: Code = Code("not_utf8");
/// The input is larger, deeper or has more parts than allowed.
pub const INPUT_LIMIT: Code = Code("input_limit");
/// An object names the same thing twice.
pub const KEY_TWICE: Code = Code("key_twice");
/// The member is computed by methods, so that no file holds it.
pub const MEMBER_COMPUTED: Code = Code("member_computed");
/// The member is read only.
pub const MEMBER_READ_ONLY: Code = Code("member_read_only");
/// The value cannot be made, because its type has no default to start from.
pub const NO_DEFAULT: Code = Code("no_default");
/// The object that a reference names is not there.
pub const REFERENCE_UNKNOWN: Code = Code("ref_unresolved");
/// The bytes are no cooked file of a version that is read here, or are damaged.
pub const COOKED_INVALID: Code = Code("cooked_invalid");
/// An upgrade step failed.
pub const UPGRADE_FAILED: Code = Code("upgrade_failed");
/// There were more messages than are kept.
pub const MESSAGES_CUT: Code = Code("messages_cut");

pub(crate) fn syntax(code: Code, why: &str) -> Diagnostic {
    Diagnostic::error(code, why)
}

pub(crate) fn not_utf8(at: usize) -> Diagnostic {
    Diagnostic::error(NOT_UTF8, format!("byte {at} is not part of a UTF-8 text"))
}

pub(crate) fn limit(what: &str, limit: usize) -> Diagnostic {
    Diagnostic::error(INPUT_LIMIT, format!("the input has more than {limit} {what}"))
}

pub(crate) fn key_twice(name: &str) -> Diagnostic {
    Diagnostic::error(KEY_TWICE, format!("`{name}` is given twice"))
}

pub(crate) fn unknown_member(entry: &TypeEntry, name: &str) -> Diagnostic {
    let names = entry
        .members()
        .iter()
        .flat_map(|member| std::iter::once(member.name()).chain(member.info().aliases.iter().copied()));
    Diagnostic::error(MEMBER_UNKNOWN, format!("{} has no member `{name}`", entry.bare_name()))
        .got(name)
        .suggest(nearest(name, names))
}

pub(crate) fn unknown_field(
    entry: &TypeEntry,
    variant: &VariantInfo<'_>,
    members: &[Member],
    name: &str,
) -> Diagnostic {
    let text = format!("{}::{} has no field `{name}`", entry.bare_name(), variant.name);
    Diagnostic::error(MEMBER_UNKNOWN, text).suggest(nearest(name, members.iter().map(Member::name)))
}

pub(crate) fn computed(entry: &TypeEntry, name: &str) -> Diagnostic {
    let text = format!("{}.{name} is computed, so that no file holds it", entry.bare_name());
    Diagnostic::error(MEMBER_COMPUTED, text)
}

pub(crate) fn read_only(entry: &TypeEntry, name: &str) -> Diagnostic {
    Diagnostic::error(MEMBER_READ_ONLY, format!("{}.{name} is read only", entry.bare_name()))
}

fn with_article(kind: &str) -> String {
    match kind {
        "null" => kind.to_owned(),
        "object" => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

pub(crate) fn wrong_type(entry: &TypeEntry, kind: &str) -> Diagnostic {
    Diagnostic::error(VALUE_TYPE, format!("{} does not fit {}", with_article(kind), entry.bare_name()))
        .expected(Expected::kind(entry.bare_name()))
}

pub(crate) fn wrong_scalar(scalar: Scalar, kind: &str) -> Diagnostic {
    Diagnostic::error(VALUE_TYPE, format!("{} does not fit {}", with_article(kind), scalar.name()))
        .expected(Expected { range: range_of(scalar), ..Expected::kind(scalar.name()) })
}

pub(crate) fn out_of_range(scalar: Scalar) -> Diagnostic {
    Diagnostic::error(VALUE_RANGE, format!("the number does not fit {}", scalar.name()))
        .expected(Expected { range: range_of(scalar), ..Expected::kind(scalar.name()) })
}

fn range_of(scalar: Scalar) -> Option<(f64, f64)> {
    scalar.int_range().map(|(low, high)| (low as f64, high as f64))
}

pub(crate) fn wrong_count(entry: &TypeEntry, have: usize, want: usize) -> Diagnostic {
    Diagnostic::error(VALUE_TYPE, format!("{} has {want} values, not {have}", entry.bare_name()))
        .expected(Expected::kind(entry.bare_name()))
}

pub(crate) fn unknown_variant(entry: &TypeEntry, name: &str) -> Diagnostic {
    let Shape::Enum(info) = entry.shape() else { return wrong_type(entry, "name") };
    let options = info.variants.iter().take(20).map(|variant| variant.name.to_owned()).collect();
    let known = info
        .variants
        .iter()
        .flat_map(|variant| std::iter::once(variant.name).chain(variant.aliases.iter().copied()));
    Diagnostic::error(VALUE_ENUM, format!("{} has no value `{name}`", entry.bare_name()))
        .suggest(nearest(name, known))
        .expected(Expected { options, ..Expected::kind(entry.bare_name()) })
}

pub(crate) fn no_default(entry: &TypeEntry) -> Diagnostic {
    let text = format!("{} has no default to start from", entry.bare_name());
    Diagnostic::error(NO_DEFAULT, text)
}

pub(crate) fn unknown_reference(name: &str) -> Diagnostic {
    Diagnostic::error(REFERENCE_UNKNOWN, format!("there is no object `{name}`"))
}

pub(crate) fn cooked(why: impl Into<String>) -> Diagnostic {
    Diagnostic::error(COOKED_INVALID, why)
}

pub(crate) fn messages_cut(more: usize) -> Diagnostic {
    Diagnostic::error(MESSAGES_CUT, format!("{more} more messages are left out"))
}
