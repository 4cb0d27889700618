//! Paths inside a value, as messages and kept members name them.

/// The path of a member of what `object` names.
pub(crate) fn join(object: &str, name: &str) -> String {
    let mut path = object.to_owned();
    push_member(&mut path, name);
    path
}

pub(crate) fn push_member(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

pub(crate) fn push_index(path: &mut String, index: usize) {
    use std::fmt::Write as _;
    let _ = write!(path, "[{index}]");
}

pub(crate) fn push_key(path: &mut String, key: &str) {
    path.push_str("[\"");
    for c in key.chars() {
        if matches!(c, '"' | '\\') {
            path.push('\\');
        }
        path.push(c);
    }
    path.push_str("\"]");
}

/// True when `path` is `above` or lies in it.
pub(crate) fn is_under(path: &str, above: &str) -> bool {
    above.is_empty()
        || path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
