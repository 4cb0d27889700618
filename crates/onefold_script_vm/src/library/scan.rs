//! Numbers and values read from text.

use onefold_script_std::box_fns::code;

use super::boxed::Boxed;
use crate::fault::Fault;
use crate::state::State;

/// An integer of base 10 or 16 at the start, wrapping, with the number of bytes it takes.
pub(super) fn integer(text: &[u8], base: u32, is_signed: bool) -> (i64, usize) {
    if base != 10 && base != 16 {
        return (0, 0);
    }
    let negative = is_signed && text.first() == Some(&b'-');
    let start = usize::from(is_signed && matches!(text.first(), Some(b'-' | b'+')));
    let mut value = 0_i64;
    let mut end = start;
    while let Some(digit) = text.get(end).and_then(|&byte| (byte as char).to_digit(base)) {
        value = value.wrapping_mul(i64::from(base)).wrapping_add(i64::from(digit));
        end += 1;
    }
    (if negative { value.wrapping_neg() } else { value }, end)
}

/// A floating point number at the start as `strtod` reads it, with the number of bytes it takes.
pub(super) fn float(text: &[u8]) -> (f64, usize) {
    let space = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0b).count();
    let mut at = space;
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let signed = |value: f64| if negative { -value } else { value };
    let word = |word: &str| {
        text.len() >= at + word.len() && text[at..at + word.len()].eq_ignore_ascii_case(word.as_bytes())
    };
    if word("infinity") || word("inf") {
        return (signed(f64::INFINITY), at + if word("infinity") { 8 } else { 3 });
    }
    if word("nan") {
        return (f64::NAN, at + 3);
    }
    let digits =
        |from: usize| text[from.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(at);
    let mut end = at + whole;
    let mut fraction = 0;
    if text.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        if whole + fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return (0.0, 0);
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'-' | b'+')));
        let count = digits(end + 1 + sign);
        if count > 0 {
            end += 1 + sign + count;
        }
    }
    let number = std::str::from_utf8(&text[at..end]).unwrap_or("0");
    (signed(number.parse().unwrap_or(0.0)), end)
}

/// A value of a type code after white space, with the number of bytes it takes in all.
pub(super) fn value(state: &mut State, text: &[u8], wanted: u32) -> Result<Option<(Boxed, usize)>, Fault> {
    let space = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let rest = &text[space..];
    let word = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    if word == 0 {
        return Ok(None);
    }
    let (value, read) = match wanted {
        code::STRING => (Boxed { code: wanted, bits: state.heap.new_text(&rest[..word])? }, word),
        code::BOOL => match &rest[..word] {
            b"true" => (Boxed { code: wanted, bits: 1 }, word),
            b"false" => (Boxed { code: wanted, bits: 0 }, word),
            _ => return Ok(None),
        },
        code::FLOAT | code::DOUBLE => {
            let (number, read) = float(rest);
            let bits =
                if wanted == code::FLOAT { u64::from((number as f32).to_bits()) } else { number.to_bits() };
            (Boxed { code: wanted, bits }, read)
        }
        code::INT8..=code::UINT64 => {
            let (number, read) = integer(rest, 10, true);
            let digits = read > usize::from(matches!(rest.first(), Some(b'-' | b'+')));
            match Boxed::int(number).convert(state, wanted)?.filter(|_| digits) {
                Some(value) => (value, read),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    Ok((read > 0).then_some((value, space + read)))
}
