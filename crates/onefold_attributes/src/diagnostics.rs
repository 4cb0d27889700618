//! What can be wrong with attributes, conditions and names: one constructor per message.

use onefold_diag::{Code, Diagnostic, Diagnostics, Expected, FileId, Span, nearest};

use crate::names::Named;
use crate::target::{Kinds, Places};
use crate::tree::{AttrValue, SpanId};
use crate::vocabulary::{ArgForm, AttributeSpec, names_at};

/// No such attribute.
pub const ATTRIBUTE_UNKNOWN: Code = Code("attribute_unknown");
/// The attribute does not go there.
pub const ATTRIBUTE_PLACE: Code = Code("attribute_place");
/// The attribute stands twice.
pub const ATTRIBUTE_DUPLICATE: Code = Code("attribute_duplicate");
/// An argument is missing, unknown, surplus or of the wrong form.
pub const ATTRIBUTE_ARGUMENT: Code = Code("attribute_argument");
/// The attribute does not fit the type of the value.
pub const ATTRIBUTE_KIND: Code = Code("attribute_kind");
/// Two attributes do not go together, or one needs another.
pub const ATTRIBUTE_CONFLICT: Code = Code("attribute_conflict");
/// The text is not a list of attributes.
pub const ATTRIBUTE_SYNTAX: Code = Code("attribute_syntax");
/// Limits that cannot be met.
pub const RANGE_INVALID: Code = Code("range_invalid");
/// A list of options that names no values.
pub const OPTIONS_INVALID: Code = Code("options_invalid");
/// A default that does not fit its value.
pub const DEFAULT_INVALID: Code = Code("default_invalid");
/// A button, accessor or overridable method with a signature that cannot be one.
pub const SIGNATURE_INVALID: Code = Code("signature_invalid");
/// The text is not a condition.
pub const CONDITION_SYNTAX: Code = Code("condition_syntax");
/// A condition names a member that is not there.
pub const CONDITION_MEMBER: Code = Code("condition_member");
/// A condition compares what cannot be compared.
pub const CONDITION_VALUE: Code = Code("condition_value");
/// Not a name.
pub const NAME_INVALID: Code = Code("name_invalid");
/// Two items answer to one name.
pub const NAME_CLASH: Code = Code("name_clash");

/// Puts real spans in the place of [`SpanId`]s, in diagnostics and their notes: how a front end that knows attributes by
/// their byte in a text, or by an index into a list of spans, brings them back to its file.
#[must_use]
pub fn locate(found: Diagnostics, span_of: &dyn Fn(SpanId) -> Option<Span>) -> Diagnostics {
    found
        .into_iter()
        .map(|mut one| {
            one.place.span = one.place.span.and_then(|span| span_of(span.start));
            for place in one.notes.iter_mut().filter_map(|note| note.place.as_mut()) {
                place.span = place.span.and_then(|span| span_of(span.start));
            }
            one
        })
        .collect()
}

/// The span of an id.
pub(crate) fn at(span: SpanId) -> Span {
    Span::new(FileId(0), span, span)
}

pub(crate) fn error(code: Code, span: SpanId, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, message).at_span(at(span))
}

pub(crate) fn unknown(name: &str, places: Places, span: SpanId) -> Diagnostic {
    error(ATTRIBUTE_UNKNOWN, span, format!("there is no attribute `{name}`"))
        .got(name)
        .suggest(nearest(name, names_at(places)))
}

pub(crate) fn misplaced(name: &str, allowed: Places, place: Places, span: SpanId) -> Diagnostic {
    // A computed member is told of as a member.
    let names = |places: Places| places.names().filter(|name| *name != "accessor");
    let here = article(names(place).next().unwrap_or("item"));
    let allowed: Vec<_> = names(allowed).map(plural).collect();
    let text = format!("`{name}` cannot stand on {here}; it goes on {}", either(&allowed, "and"));
    error(ATTRIBUTE_PLACE, span, text)
}

pub(crate) fn duplicate(name: &str, first: SpanId, span: SpanId) -> Diagnostic {
    error(ATTRIBUTE_DUPLICATE, span, format!("`{name}` is given twice"))
        .note_at(at(first), "first given here")
}

pub(crate) fn argument_form(
    spec: &AttributeSpec,
    form: ArgForm,
    value: &AttrValue,
    span: SpanId,
) -> Diagnostic {
    let text = format!("`{}` takes {}, not {}", spec.name, form_words(form), value.kind_name());
    let found = error(ATTRIBUTE_ARGUMENT, span, text).got(value.to_string());
    match (form, value) {
        (ArgForm::Words(words), AttrValue::Word(wrong) | AttrValue::Text(wrong)) => {
            let options = words.iter().map(|word| (*word).to_owned()).collect();
            found
                .expected(Expected { options, ..Expected::kind("word") })
                .suggest(nearest(wrong, words.iter().copied()))
        }
        (ArgForm::Range, AttrValue::Expr(text)) if text.contains("..") => {
            found.note("both ends belong to the range: write `low..=high`, `low..` or `..=high`")
        }
        _ => found.note(format!("for example `{}`", spec.example)),
    }
}

pub(crate) fn argument_unknown(spec: &AttributeSpec, key: &str, span: SpanId) -> Diagnostic {
    let keys: Vec<&str> = spec.args.iter().map(|arg| arg.key).collect();
    let text = if keys.is_empty() {
        format!("`{}` takes no arguments", spec.name)
    } else {
        format!("`{}` has no argument `{key}`", spec.name)
    };
    error(ATTRIBUTE_ARGUMENT, span, text).got(key).suggest(nearest(key, keys))
}

pub(crate) fn argument_surplus(spec: &AttributeSpec, span: SpanId) -> Diagnostic {
    let text = if spec.args.is_empty() {
        format!("`{}` takes no arguments", spec.name)
    } else {
        format!("`{}` takes fewer arguments", spec.name)
    };
    error(ATTRIBUTE_ARGUMENT, span, text).note(format!("for example `{}`", spec.example))
}

pub(crate) fn argument_missing(spec: &AttributeSpec, form: ArgForm, span: SpanId) -> Diagnostic {
    error(ATTRIBUTE_ARGUMENT, span, format!("`{}` needs {}", spec.name, form_words(form)))
        .note(format!("for example `{}`", spec.example))
}

pub(crate) fn argument_twice(spec: &AttributeSpec, key: &str, span: SpanId) -> Diagnostic {
    error(ATTRIBUTE_ARGUMENT, span, format!("`{}` is given `{key}` twice", spec.name))
}

pub(crate) fn argument_empty(name: &str, span: SpanId) -> Diagnostic {
    error(ATTRIBUTE_ARGUMENT, span, format!("the text of `{name}` is empty"))
}

pub(crate) fn wrong_kind(spec: &AttributeSpec, kinds: Kinds, span: SpanId) -> Diagnostic {
    let allowed: Vec<_> = spec.kinds.names().map(article).collect();
    let found = article(kinds.names().next().unwrap_or("other value"));
    let text = format!("`{}` fits {}; this is {found}", spec.name, either(&allowed, "or"));
    error(ATTRIBUTE_KIND, span, text)
}

pub(crate) fn kind(message: impl Into<String>, span: SpanId) -> Diagnostic {
    error(ATTRIBUTE_KIND, span, message)
}

pub(crate) fn conflict(message: impl Into<String>, span: SpanId) -> Diagnostic {
    error(ATTRIBUTE_CONFLICT, span, message)
}

pub(crate) fn range(message: impl Into<String>, span: SpanId) -> Diagnostic {
    error(RANGE_INVALID, span, message)
}

pub(crate) fn options(reason: &str, span: SpanId) -> Diagnostic {
    error(OPTIONS_INVALID, span, format!("the options are invalid: {reason}"))
}

pub(crate) fn default(message: impl Into<String>, span: SpanId) -> Diagnostic {
    error(DEFAULT_INVALID, span, message)
}

pub(crate) fn signature(message: impl Into<String>, span: SpanId) -> Diagnostic {
    error(SIGNATURE_INVALID, span, message)
}

pub(crate) fn syntax(message: impl Into<String>, start: u32, end: u32) -> Diagnostic {
    Diagnostic::error(ATTRIBUTE_SYNTAX, message).at_span(Span::new(FileId(0), start, end))
}

pub(crate) fn name_invalid(what: &str, name: &str, fault: &str, span: SpanId) -> Diagnostic {
    error(NAME_INVALID, span, format!("`{name}` cannot be a {what}: {fault}")).got(name)
}

pub(crate) fn name_clash(
    name: &str,
    item: &Named<'_>,
    span: SpanId,
    other: &Named<'_>,
    first: SpanId,
) -> Diagnostic {
    let message = match (item.name == name, other.name == name) {
        (true, true) => format!("{} `{name}` and {} `{name}` have the same name", item.what, other.what),
        (true, false) => format!("{} `{name}` has the name of {} `{}`", item.what, other.what, other.name),
        (false, _) => format!(
            "`{name}`, another name of {} `{}`, is also a name of {} `{}`",
            item.what, item.name, other.what, other.name
        ),
    };
    error(NAME_CLASH, span, message).note_at(at(first), format!("{} `{}` is here", other.what, other.name))
}

pub(crate) fn alias_repeated(name: &str, span: SpanId) -> Diagnostic {
    error(NAME_CLASH, span, format!("`{name}` is already a name of this item"))
}

pub(crate) fn condition_syntax(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(CONDITION_SYNTAX, message).at_span(span)
}

pub(crate) fn condition_member(name: &str, near: Vec<String>, span: Span) -> Diagnostic {
    let text = format!("there is no member `{name}` beside this one");
    Diagnostic::error(CONDITION_MEMBER, text).at_span(span).suggest(near)
}

pub(crate) fn condition_value(message: String, span: Span) -> Diagnostic {
    Diagnostic::error(CONDITION_VALUE, message).at_span(span)
}

fn form_words(form: ArgForm) -> String {
    match form {
        ArgForm::Text => "a text".into(),
        ArgForm::Path => "the name of a type or function".into(),
        ArgForm::Int => "a whole number".into(),
        ArgForm::Number => "a number".into(),
        ArgForm::Range => "a range `low..=high`".into(),
        ArgForm::Words(words) => {
            either(&words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>(), "or")
        }
        ArgForm::Condition => "a condition".into(),
        ArgForm::Literal => "a number, text, bool, name or a list of those".into(),
        ArgForm::Entry => "labels, as texts or as `Label = number`".into(),
        ArgForm::Pair => "`key = \"text\"`".into(),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn either<T: AsRef<str>>(names: &[T], glue: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [head @ .., last] => {
            let head: Vec<&str> = head.iter().map(AsRef::as_ref).collect();
            format!("{} {glue} {}", head.join(", "), last.as_ref())
        }
    }
}

fn article(noun: &str) -> String {
    match noun.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {noun}"),
        Some('0'..='9') => noun.to_owned(),
        _ if noun == "text" => noun.to_owned(),
        _ => format!("a {noun}"),
    }
}

fn plural(noun: &str) -> String {
    format!("{noun}s")
}
