//! What can be wrong with attributes, conditions and names: one constructor per message.

use onefold_diag::{Code, Diagnostic, Diagnostics, Expected, FileId, Place, Span, nearest};

use crate::target::{Places, ValueKind};
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
/// A button on a method that cannot be one.
pub const BUTTON_INVALID: Code = Code("button_invalid");
/// The text is not a condition.
pub const CONDITION_SYNTAX: Code = Code("condition_syntax");
/// A condition names something that is not there.
pub const CONDITION_NAME: Code = Code("condition_name");
/// A condition compares what cannot be compared.
pub const CONDITION_TYPE: Code = Code("condition_type");
/// Not a name.
pub const NAME_INVALID: Code = Code("name_invalid");
/// Two items answer to one name.
pub const NAME_CLASH: Code = Code("name_clash");
/// A version that the host does not declare, or two in the wrong order.
pub const VERSION_INVALID: Code = Code("version_invalid");

/// The place of a [`SpanId`].
pub(crate) fn place(span: SpanId) -> Place {
    Place::span(as_span(span))
}

pub(crate) fn as_span(span: SpanId) -> Span {
    Span::new(FileId(0), span, span)
}

/// The [`SpanId`] a diagnostic of this crate stands at.
#[must_use]
pub fn span_id(diagnostic: &Diagnostic) -> Option<SpanId> {
    diagnostic.place.span.map(|span| span.start)
}

/// Puts real spans in the place of [`SpanId`]s, in diagnostics and their notes.
#[must_use]
pub fn locate(found: Diagnostics, span_of: &dyn Fn(SpanId) -> Option<Span>) -> Diagnostics {
    let mut located = Diagnostics::new();
    for mut one in found {
        one.place.span = one.place.span.and_then(|span| span_of(span.start));
        for note in &mut one.notes {
            if let Some(place) = &mut note.place {
                place.span = place.span.and_then(|span| span_of(span.start));
            }
        }
        located.push(one);
    }
    located
}

pub(crate) fn error(code: Code, span: SpanId, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, message).at(place(span))
}

pub(crate) fn unknown(name: &str, places: Places, span: SpanId) -> Diagnostic {
    error(ATTRIBUTE_UNKNOWN, span, format!("there is no attribute `{name}`"))
        .got(name)
        .suggest(nearest(name, names_at(places)))
}

pub(crate) fn misplaced(name: &str, allowed: Places, place_name: &str, span: SpanId) -> Diagnostic {
    let allowed = allowed.names().filter(|name| *name != "accessor").map(plural).collect::<Vec<_>>();
    error(
        ATTRIBUTE_PLACE,
        span,
        format!("`{name}` cannot stand on {}; it goes on {}", article(place_name), either(&allowed, "and")),
    )
}

pub(crate) fn duplicate(name: &str, first: SpanId, span: SpanId) -> Diagnostic {
    error(ATTRIBUTE_DUPLICATE, span, format!("`{name}` is given twice"))
        .note_at(as_span(first), "first given here")
}

pub(crate) fn argument_form(
    spec: &AttributeSpec,
    form: ArgForm,
    value: &AttrValue,
    span: SpanId,
) -> Diagnostic {
    let expected = form_words(form);
    let found = error(
        ATTRIBUTE_ARGUMENT,
        span,
        format!("`{}` takes {expected}, not {}", spec.name, value.kind_name()),
    )
    .got(value.to_string());
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

pub(crate) fn wrong_kind(spec: &AttributeSpec, kind: ValueKind, span: SpanId) -> Diagnostic {
    let allowed: Vec<_> = spec.kinds.names().collect();
    let found = kind.as_set().and_then(|set| set.names().next()).unwrap_or("value");
    error(
        ATTRIBUTE_KIND,
        span,
        format!("`{}` does not fit a value of kind {found}; it fits {}", spec.name, either(&allowed, "or")),
    )
}

pub(crate) fn conflict(span: SpanId, message: impl Into<String>) -> Diagnostic {
    error(ATTRIBUTE_CONFLICT, span, message)
}

fn form_words(form: ArgForm) -> String {
    match form {
        ArgForm::Text => "a text".into(),
        ArgForm::Path => "the name of a type or function".into(),
        ArgForm::Int => "a whole number".into(),
        ArgForm::Number => "a number".into(),
        ArgForm::Range => "a range `low..=high`".into(),
        ArgForm::Words(words) => either(&words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>(), "or"),
        ArgForm::Condition => "a condition".into(),
        ArgForm::Literal => "a number, text, bool, name or a list of those".into(),
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
    let glue = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{glue} {noun}")
}

fn plural(noun: &str) -> String {
    format!("{noun}s")
}
