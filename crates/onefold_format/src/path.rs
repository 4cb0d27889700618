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

/// A path with a step before it.
pub(crate) fn before(push: impl Fn(&mut String), rest: &str) -> String {
    let mut path = String::new();
    push(&mut path);
    if !rest.is_empty() && !rest.starts_with('[') {
        path.push('.');
    }
    path.push_str(rest);
    path
}

/// A path inside a value (`lights[2].color`, `doors["a/b"]`) as a JSON pointer (RFC 6901): `/lights/2/color`,
/// `/doors/a~1b`. What is no such path comes back as it is.
#[must_use]
pub fn json_pointer(path: &str) -> String {
    let Some(steps) = steps(path) else { return path.to_owned() };
    let mut out = String::with_capacity(path.len() + 1);
    for step in steps {
        out.push('/');
        match step {
            Step::Name(name) => out.push_str(&name.replace('~', "~0").replace('/', "~1")),
            Step::Index(at) => out.push_str(&at.to_string()),
        }
    }
    out
}

/// True when `path` is `above` or lies in it.
pub(crate) fn is_under(path: &str, above: &str) -> bool {
    above.is_empty()
        || path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// One step of a path.
pub(crate) enum Step {
    /// A member, or the entry of a key.
    Name(String),
    /// An item.
    Index(usize),
}

/// The steps of a path that was put together here.
pub(crate) fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let mut key = String::new();
            let mut chars = quoted.char_indices();
            let end = loop {
                match chars.next()? {
                    (_, '\\') => key.push(chars.next()?.1),
                    (at, '"') => break at + 1,
                    (_, c) => key.push(c),
                }
            };
            rest = quoted[end..].strip_prefix(']')?;
            steps.push(Step::Name(key));
        } else if let Some(index) = rest.strip_prefix('[') {
            let (number, after) = index.split_once(']')?;
            steps.push(Step::Index(number.parse().ok()?));
            rest = after;
        } else {
            let name = rest.strip_prefix('.').unwrap_or(rest);
            let end = name.find(['.', '[']).unwrap_or(name.len());
            if end == 0 {
                return None;
            }
            steps.push(Step::Name(name[..end].to_owned()));
            rest = &name[end..];
        }
    }
    Some(steps)
}
