//! Methods of `string` and the text utilities.

use super::{array, boxed, format, regex, scan, values};
use crate::fault::Fault;
use crate::heap::Heap;
use crate::native::{Native, NativeFn};

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        50 => |n| {
            let empty = n.text(0).is_empty();
            n.set(empty);
            Ok(())
        },
        51 => resize,
        52 => substr,
        53 => |n| {
            let found = find(n.text(0), n.text(1), n.get::<u32>(2) as usize);
            position(n, found)
        },
        54 => |n| find_byte(n, |set, byte| set.contains(&byte)),
        55 => |n| find_byte(n, |set, byte| !set.contains(&byte)),
        56 => |n| {
            let found = find_last(n.text(0), n.text(1), from_end(n));
            position(n, found)
        },
        57 => |n| find_last_byte(n, |set, byte| set.contains(&byte)),
        58 => |n| find_last_byte(n, |set, byte| !set.contains(&byte)),
        59 => insert,
        60 => erase,
        61 => split,
        62 => |n| {
            let found = regex::find(n.text(1), n.text(0), n.get::<u32>(2) as usize)?;
            n.put(3, found.map_or(0, |(_, len)| len as u32))?;
            position(n, found.map(|(at, _)| at))
        },
        80 => join,
        81 => |n| {
            let text = format::integer(n.get(0), true, n.text(1), n.get(2))?;
            n.set_text(&text)
        },
        82 => |n| {
            let text = format::integer(n.get::<u64>(0) as i64, false, n.text(1), n.get(2))?;
            n.set_text(&text)
        },
        83 => |n| {
            let text = format::float(n.get(0), n.text(1), n.get(2), n.get(3))?;
            n.set_text(&text)
        },
        84 => |n| parse_integer(n, true),
        85 => |n| parse_integer(n, false),
        86 => |n| {
            let (value, count) = scan::float(n.text(0));
            n.put(1, count as u32)?;
            n.set(value);
            Ok(())
        },
        87 => format_values,
        88 => scan_values,
        _ => return None,
    })
}

/// What the reference says when the C++ library throws.
fn out_of_range() -> Fault {
    Fault::text("Caught an exception from the application")
}

fn position(n: &mut Native<'_>, found: Option<usize>) -> Result<(), Fault> {
    n.set(found.map_or(-1, |at| at as i32));
    Ok(())
}

fn find(text: &[u8], part: &[u8], start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    if part.is_empty() {
        return Some(start);
    }
    let first = part[0];
    let mut at = 0;
    while let Some(found) = rest[at..].iter().position(|&byte| byte == first) {
        at += found;
        if rest[at..].starts_with(part) {
            return Some(start + at);
        }
        at += 1;
    }
    None
}

/// The start a search from the end has: a negative one is the end.
fn from_end(n: &Native<'_>) -> usize {
    usize::try_from(n.get::<i32>(2)).unwrap_or(usize::MAX)
}

fn find_last(text: &[u8], part: &[u8], start: usize) -> Option<usize> {
    let last = text.len().checked_sub(part.len())?.min(start);
    (0..=last).rev().find(|&at| text[at..].starts_with(part))
}

fn find_byte(n: &mut Native<'_>, test: fn(&[u8], u8) -> bool) -> Result<(), Fault> {
    let (text, set, start) = (n.text(0), n.text(1), n.get::<u32>(2) as usize);
    let rest = text.get(start..).unwrap_or_default();
    let found = rest.iter().position(|&byte| test(set, byte)).map(|at| at + start);
    position(n, found)
}

fn find_last_byte(n: &mut Native<'_>, test: fn(&[u8], u8) -> bool) -> Result<(), Fault> {
    let (text, set) = (n.text(0), n.text(1));
    let end = from_end(n).saturating_add(1).min(text.len());
    let found = text[..end].iter().rposition(|&byte| test(set, byte));
    position(n, found)
}

fn resize(n: &mut Native<'_>) -> Result<(), Fault> {
    let (text, len) = (n.text(0), n.get::<u32>(1) as usize);
    if len <= text.len() {
        return n.set_text(&text[..len]);
    }
    let block = n.state.heap.text_block(len)?;
    let data = Heap::text_data(block);
    // SAFETY: the block has room for `len` bytes.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), data, text.len());
        std::ptr::write_bytes(data.add(text.len()), 0, len - text.len());
        (*block).len = len as u32;
    }
    n.set_object(block);
    Ok(())
}

fn substr(n: &mut Native<'_>) -> Result<(), Fault> {
    let (text, start, count) = (n.text(0), n.get::<u32>(1) as usize, n.get::<i32>(2));
    let rest = text.get(start..).unwrap_or_default();
    let count = usize::try_from(count).unwrap_or(usize::MAX).min(rest.len());
    if count == text.len() {
        let same = n.bits(0);
        Heap::keep_text(same);
        n.set_bits(same);
        return Ok(());
    }
    n.set_text(&rest[..count])
}

fn insert(n: &mut Native<'_>) -> Result<(), Fault> {
    let (text, at, other) = (n.text(0), n.get::<u32>(1) as usize, n.text(2));
    if at > text.len() {
        return Err(out_of_range());
    }
    let new = [&text[..at], other, &text[at..]].concat();
    n.set_text(&new)
}

fn erase(n: &mut Native<'_>) -> Result<(), Fault> {
    let (text, at, count) = (n.text(0), n.get::<u32>(1) as usize, n.get::<i32>(2));
    if at > text.len() {
        return Err(out_of_range());
    }
    let count = usize::try_from(count).unwrap_or(usize::MAX).min(text.len() - at);
    let new = [&text[..at], &text[at + count..]].concat();
    n.set_text(&new)
}

fn split(n: &mut Native<'_>) -> Result<(), Fault> {
    let (mut text, delimiter) = (n.text(0), n.text(1));
    let mut parts = Vec::new();
    // An empty delimiter never ends in the reference; here it separates nothing.
    while let Some(at) = find(text, delimiter, 0).filter(|_| !delimiter.is_empty()) {
        parts.push(&text[..at]);
        text = &text[at + delimiter.len()..];
    }
    parts.push(text);
    let array = array::of_texts(n.state, n.made(), &parts)?;
    n.set_object(array);
    Ok(())
}

fn join(n: &mut Native<'_>) -> Result<(), Fault> {
    let (texts, delimiter) = (n.array(0)?, n.bits(1));
    let storage = array::storage(texts);
    let mut joined = 0;
    for index in 0..array::len(texts) {
        for part in [if index > 0 { delimiter } else { 0 }, values::element(texts, storage, index)] {
            // SAFETY: elements and delimiter are strings by the signature; the new string is owned here.
            let added = unsafe {
                let bytes = Heap::text_bytes(part);
                n.state.heap.append(&mut joined, bytes.as_ptr(), bytes.len())
            };
            if let Err(fault) = added {
                n.state.heap.drop_text(joined);
                return Err(fault);
            }
        }
    }
    n.set_bits(joined);
    Ok(())
}

fn parse_integer(n: &mut Native<'_>, is_signed: bool) -> Result<(), Fault> {
    let (value, count) = scan::integer(n.text(0), n.get(1), is_signed);
    n.put(2, count as u32)?;
    n.set(value);
    Ok(())
}

/// Puts the arguments in place of `{}`, in order.
fn format_values(n: &mut Native<'_>) -> Result<(), Fault> {
    let mut out = Vec::new();
    let mut next = 1;
    let mut rest = n.text(0);
    while let Some(at) = find(rest, b"{}", 0).filter(|_| next < n.link.params) {
        out.extend_from_slice(&rest[..at]);
        boxed::argument(n, next)?.text(&mut out);
        next += 1;
        rest = &rest[at + 2..];
    }
    out.extend_from_slice(rest);
    n.set_text(&out)
}

/// Reads values separated by white space into the arguments; gives the number read.
fn scan_values(n: &mut Native<'_>) -> Result<(), Fault> {
    let mut rest = n.text(0);
    let mut count = 0_u32;
    for index in 1..n.link.params {
        let wanted = boxed::argument(n, index)?.code;
        let Some((value, read)) = scan::value(n.state, rest, wanted)? else { break };
        let object = n.object(index)?;
        boxed::write(n.state, object, value);
        rest = &rest[read..];
        count += 1;
    }
    n.set(count);
    Ok(())
}
