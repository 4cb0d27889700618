//! SETech's text values: `"{ 1.0 , 0.93 , 0.8 }"`, `"True"`, `"Directional"`, `"0.8"`.
//!
//! Read wherever a typed value is; written on request, with six decimals. Braces are optional around one level, white
//! space is free, an item with a comma or brace in it stands in double quotes.

use std::borrow::Cow;
use std::fmt::Write as _;

use onefold_reflect::{LanesRef, TypedRef, View};

use crate::node::{Node, NodeKind};

/// `True` or `False`.
#[must_use]
pub(crate) fn bool_text(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

/// The bool of a text, in any case.
pub(crate) fn parse_bool(text: &str) -> Option<bool> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("true") {
        Some(true)
    } else if text.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

/// A float with six decimals: not exact, that is what the form is.
pub(crate) fn float_text(value: f64) -> String {
    if value.is_finite() { format!("{value:.6}") } else { crate::number::special(value).to_owned() }
}

/// The numbers of a vector in braces.
pub(crate) fn write_lanes(lanes: LanesRef<'_>, out: &mut String) {
    out.push_str("{ ");
    for lane in 0..lanes.len() {
        if lane > 0 {
            out.push_str(" , ");
        }
        let _ = match lanes.get(lane) {
            View::F32(value) => out.write_str(&float_text(value.into())),
            View::F64(value) => out.write_str(&float_text(value)),
            View::Int(value) => write!(out, "{value}"),
            View::UInt(value) => write!(out, "{value}"),
            _ => Ok(()),
        };
    }
    out.push_str(" }");
}

/// Writes a value in SETech's text form; none for one that has no such form (structs, maps, data variants, handles).
#[must_use]
pub fn write_text_value(value: TypedRef<'_>) -> Option<String> {
    let mut out = String::new();
    write_into(value, &mut out, false).then_some(out)
}

fn write_into(value: TypedRef<'_>, out: &mut String, inside: bool) -> bool {
    match value.view() {
        View::Bool(value) => out.push_str(bool_text(value)),
        View::Int(value) => drop(write!(out, "{value}")),
        View::UInt(value) => drop(write!(out, "{value}")),
        View::F32(value) => out.push_str(&float_text(value.into())),
        View::F64(value) => out.push_str(&float_text(value)),
        View::Char(value) => write_item(value.encode_utf8(&mut [0; 4]), out, inside),
        View::Text(text) | View::Asset(text) => write_item(text, out, inside),
        View::Lanes(lanes) => write_lanes(lanes, out),
        View::Enum(view) if view.variant().fields.is_empty() => {
            let variant = view.variant();
            out.push_str(variant.aliases.first().unwrap_or(&variant.name));
        }
        View::List(list) => {
            out.push_str("{ ");
            for (at, item) in list.iter().enumerate() {
                if at > 0 {
                    out.push_str(" , ");
                }
                if !write_into(item, out, true) {
                    return false;
                }
            }
            out.push_str(if list.is_empty() { "}" } else { " }" });
        }
        View::Option(Some(inner)) if !crate::walk::is_nullable(inner.ty()) => {
            return write_into(inner, out, inside);
        }
        _ => return false,
    }
    true
}

fn write_item(text: &str, out: &mut String, inside: bool) {
    let plain = !text.is_empty() && text.trim() == text && !text.contains(['{', '}', ',', '"', '\\']);
    if !inside || plain {
        return out.push_str(text);
    }
    out.push('"');
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
}

/// The items of `{ a , b }` or `a , b`, as texts and inner lists; none when braces or quotes do not fit together.
pub(crate) fn parse_list<'t>(text: &'t str, depth: usize) -> Option<Vec<Node<'t>>> {
    let text = text.trim();
    let inner = match text.strip_prefix('{') {
        Some(rest) => rest.strip_suffix('}')?,
        None => text,
    };
    if inner.trim().is_empty() {
        return text.starts_with('{').then(Vec::new);
    }
    let mut items = Vec::new();
    for part in split(inner)? {
        let part = part.trim();
        let node = match part.as_bytes().first() {
            Some(b'{') if depth == 0 => return None,
            Some(b'{') => Node::new(NodeKind::List(parse_list(part, depth - 1)?)),
            Some(b'"') => Node::text(unquote(part)?),
            _ if part.is_empty() => return None,
            _ => Node::text(part),
        };
        items.push(node);
    }
    Some(items)
}

/// The parts between the commas that stand outside inner braces and quotes.
fn split(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut depth, mut quoted, mut escaped, mut from) = (0_usize, false, false, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    (depth == 0 && !quoted).then_some(parts)
}

fn unquote(part: &str) -> Option<Cow<'_, str>> {
    let inner = part.strip_prefix('"')?.strip_suffix('"').filter(|_| part.len() >= 2)?;
    if !inner.contains(['\\', '"']) {
        return Some(Cow::Borrowed(inner));
    }
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.push(chars.next()?),
            '"' => return None,
            c => out.push(c),
        }
    }
    Some(Cow::Owned(out))
}
