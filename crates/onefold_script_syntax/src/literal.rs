//! The values of numbers and strings.

use onefold_diag::Span;

use crate::ast::Number;
use crate::diagnostics::{self, Report};
use crate::token::TokenKind;

/// The value of a number token of that kind and text.
pub(crate) fn number(kind: TokenKind, text: &str, span: Span, report: &mut Report) -> Number {
    let plain: String;
    let digits = if text.contains('\'') {
        plain = text.replace('\'', "");
        &plain
    } else {
        text
    };
    match kind {
        TokenKind::Bits => bits(digits, span, report),
        TokenKind::Float => Number::Float(real(&digits[..digits.len() - 1], span, report) as f32),
        TokenKind::Double => Number::Double(real(digits, span, report)),
        _ => integer(digits, span, report),
    }
}

/// A decimal number: the first of `int`, `int64` and `uint64` that holds it.
fn integer(digits: &str, span: Span, report: &mut Report) -> Number {
    let value = whole(digits, 10, span, report);
    if let Ok(small) = i32::try_from(value) {
        Number::Int(small)
    } else if let Ok(large) = i64::try_from(value) {
        Number::Int64(large)
    } else {
        Number::Uint64(value)
    }
}

/// A number with a radix prefix: the first of `uint` and `uint64` that holds it.
fn bits(text: &str, span: Span, report: &mut Report) -> Number {
    let radix = radix_of(text.as_bytes()[1]).unwrap_or(10);
    let digits = &text[2..];
    if digits.is_empty() {
        report.push(diagnostics::digits_missing(span, radix));
    }
    let value = whole(digits, radix, span, report);
    u32::try_from(value).map_or(Number::Uint64(value), Number::Uint)
}

fn whole(digits: &str, radix: u32, span: Span, report: &mut Report) -> u64 {
    let mut value = 0u64;
    for digit in digits.chars().filter_map(|digit| digit.to_digit(radix)) {
        let next = value.checked_mul(u64::from(radix)).and_then(|value| value.checked_add(u64::from(digit)));
        let Some(next) = next else {
            report.push(diagnostics::number_too_large(span));
            return u64::MAX;
        };
        value = next;
    }
    value
}

fn real(text: &str, span: Span, report: &mut Report) -> f64 {
    let complete = text.trim_end_matches(['+', '-']).trim_end_matches(['e', 'E']);
    if complete.len() < text.len() {
        report.push(diagnostics::exponent_missing(span));
    }
    complete.parse().unwrap_or(0.0)
}

/// The base that the letter after a leading `0` stands for.
pub(crate) const fn radix_of(letter: u8) -> Option<u32> {
    match letter {
        b'b' | b'B' => Some(2),
        b'o' | b'O' => Some(8),
        b'd' | b'D' => Some(10),
        b'x' | b'X' => Some(16),
        _ => None,
    }
}

/// Appends the value of a `"…"` or `'…'` token whose content, without the quotes, starts at `start`.
pub(crate) fn string(content: &str, start: u32, out: &mut Vec<u8>, report: &mut Report) {
    let bytes = content.as_bytes();
    let mut at = 0;
    while let Some(length) = bytes[at..].iter().position(|&byte| byte == b'\\') {
        out.extend_from_slice(&bytes[at..at + length]);
        at += length;
        let end = escape(content, at, start, out, report);
        at = end;
    }
    out.extend_from_slice(&bytes[at..]);
}

/// Decodes the escape at `at` and returns where the text goes on.
fn escape(content: &str, at: usize, start: u32, out: &mut Vec<u8>, report: &mut Report) -> usize {
    let letter = content[at + 1..].chars().next();
    let after = at + 1 + letter.map_or(0, char::len_utf8);
    let span = |end: usize| (start + at as u32, start + end as u32);
    match letter {
        Some('n') => out.push(b'\n'),
        Some('t') => out.push(b'\t'),
        Some('r') => out.push(b'\r'),
        Some('0') => out.push(0),
        Some(quoted @ ('"' | '\'' | '\\')) => out.push(quoted as u8),
        Some('x' | 'X') => {
            let (value, digits) = hexadecimal(&content[after..], 2);
            out.push(value as u8);
            return after + digits;
        }
        Some(letter @ ('u' | 'U')) => {
            let most = if letter == 'u' { 4 } else { 8 };
            let (value, digits) = hexadecimal(&content[after..], most);
            let end = after + digits;
            let (from, to) = span(end);
            if digits < most {
                report.push(diagnostics::escape_too_short(report.span(from, to), most as u32));
                // The language swallows the character that is no digit, too.
                return end + content[end..].chars().next().map_or(0, char::len_utf8);
            }
            match char::from_u32(value) {
                Some(character) => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
                None => report.push(diagnostics::escape_no_character(report.span(from, to), value)),
            }
            return end;
        }
        _ => {
            let (from, to) = span(after);
            report.push(diagnostics::escape_unknown(report.span(from, to)));
        }
    }
    after
}

/// The value of up to `most` hexadecimal digits, and how many there are.
fn hexadecimal(text: &str, most: usize) -> (u32, usize) {
    let digits = text.bytes().take(most).take_while(u8::is_ascii_hexdigit).count();
    (u32::from_str_radix(&text[..digits], 16).unwrap_or(0), digits)
}

/// The value of a heredoc string: where its first line is blank, that line and a blank last line go.
pub(crate) fn heredoc(content: &str) -> &str {
    let is_blank = |text: &str| text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
    let Some(first_end) = content.find('\n').filter(|&at| is_blank(&content[..at])) else { return content };
    let value = &content[first_end + 1..];
    match value.rfind('\n') {
        Some(last) if is_blank(&value[last + 1..]) => &value[..=last],
        None if is_blank(value) => "",
        _ => value,
    }
}
