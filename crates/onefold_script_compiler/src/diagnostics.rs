//! Every message of the compiler, one constructor each.

use onefold_diag::{Code, Diagnostic, Span, nearest};

/// A name nothing is known by.
pub const SCRIPT_NAME: Code = Code("script_name");
/// A type that does not fit.
pub const SCRIPT_TYPE: Code = Code("script_type");
/// A call that fits no function, or several.
pub const SCRIPT_CALL: Code = Code("script_call");
/// A declaration that is not allowed.
pub const SCRIPT_DECLARATION: Code = Code("script_declaration");
/// A statement or expression that makes no sense where it is.
pub const SCRIPT_STATEMENT: Code = Code("script_statement");
/// A constant that does not fit.
pub const SCRIPT_CONSTANT: Code = Code("script_constant");
/// Something read-only that is changed, or something hidden that is used.
pub const SCRIPT_ACCESS: Code = Code("script_access");

fn error(code: Code, span: Span, text: String) -> Diagnostic {
    Diagnostic::error(code, text).at_span(span)
}

pub(crate) fn unknown_name<'a>(
    span: Span,
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    error(SCRIPT_NAME, span, format!("there is no {what} `{name}` here")).suggest(nearest(name, known))
}

pub(crate) fn no_member<'a>(
    span: Span,
    ty: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    error(SCRIPT_NAME, span, format!("`{ty}` has no member `{name}`")).suggest(nearest(name, known))
}

pub(crate) fn no_conversion(span: Span, from: &str, to: &str) -> Diagnostic {
    error(SCRIPT_TYPE, span, format!("cannot convert `{from}` to `{to}`"))
}

pub(crate) fn no_operator(span: Span, op: &str, left: &str, right: &str) -> Diagnostic {
    error(SCRIPT_TYPE, span, format!("`{op}` does not work on `{left}` and `{right}`"))
}

pub(crate) fn no_unary(span: Span, op: &str, ty: &str) -> Diagnostic {
    error(SCRIPT_TYPE, span, format!("`{op}` does not work on `{ty}`"))
}

pub(crate) fn no_match(span: Span, name: &str, args: &str, candidates: Vec<String>) -> Diagnostic {
    let mut message = error(SCRIPT_CALL, span, format!("no function `{name}` takes `({args})`"));
    for candidate in candidates.into_iter().take(10) {
        message = message.note(format!("there is `{candidate}`"));
    }
    message
}

pub(crate) fn ambiguous(span: Span, name: &str, args: &str, candidates: Vec<String>) -> Diagnostic {
    let mut message =
        error(SCRIPT_CALL, span, format!("several functions `{name}` take `({args})` equally well"));
    for candidate in candidates.into_iter().take(10) {
        message = message.note(format!("there is `{candidate}`"));
    }
    message
}

pub(crate) fn not_callable(span: Span, ty: &str) -> Diagnostic {
    error(SCRIPT_CALL, span, format!("`{ty}` cannot be called"))
}

pub(crate) fn not_a_place(span: Span) -> Diagnostic {
    error(SCRIPT_STATEMENT, span, "this cannot be assigned: it is no variable".to_owned())
}

pub(crate) fn read_only(span: Span) -> Diagnostic {
    error(SCRIPT_ACCESS, span, "this is read-only".to_owned())
}

pub(crate) fn hidden(span: Span, access: &str, name: &str) -> Diagnostic {
    error(SCRIPT_ACCESS, span, format!("`{name}` is {access}"))
}

pub(crate) fn duplicate(span: Span, name: &str) -> Diagnostic {
    error(SCRIPT_DECLARATION, span, format!("`{name}` is declared already"))
}

pub(crate) fn declaration(span: Span, text: impl Into<String>) -> Diagnostic {
    error(SCRIPT_DECLARATION, span, text.into())
}

pub(crate) fn statement(span: Span, text: impl Into<String>) -> Diagnostic {
    error(SCRIPT_STATEMENT, span, text.into())
}

pub(crate) fn bad_type(span: Span, text: impl Into<String>) -> Diagnostic {
    error(SCRIPT_TYPE, span, text.into())
}

pub(crate) fn condition(span: Span, ty: &str) -> Diagnostic {
    error(SCRIPT_TYPE, span, format!("a condition has to be `bool`, not `{ty}`"))
}

pub(crate) fn missing_return(span: Span, name: &str) -> Diagnostic {
    error(SCRIPT_STATEMENT, span, format!("not every way through `{name}` returns a value"))
}

pub(crate) fn constant(span: Span, text: impl Into<String>) -> Diagnostic {
    error(SCRIPT_CONSTANT, span, text.into())
}

pub(crate) fn warning(span: Span, text: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(SCRIPT_CONSTANT, text.into()).at_span(span)
}

pub(crate) fn too_deep(span: Span) -> Diagnostic {
    error(SCRIPT_STATEMENT, span, "this is nested too deeply".to_owned())
}
