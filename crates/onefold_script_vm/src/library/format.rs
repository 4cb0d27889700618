//! `formatInt`, `formatUInt` and `formatFloat`, as C's `printf` lays numbers out.

use crate::fault::Fault;
use crate::number;

/// Widest field and most digits; what asks for more is refused rather than filled.
const MOST: u32 = 1 << 16;

struct Options {
    left: bool,
    zeros: bool,
    plus: bool,
    space: bool,
    hex: Option<bool>,
    exponent: Option<u8>,
}

fn options(text: &[u8]) -> Options {
    let has = |byte: u8| text.contains(&byte);
    Options {
        left: has(b'l'),
        zeros: has(b'0'),
        plus: has(b'+'),
        space: has(b' '),
        hex: has(b'h').then_some(false).or(has(b'H').then_some(true)),
        exponent: has(b'e').then_some(b'e').or(has(b'E').then_some(b'E')),
    }
}

fn check(width: u32) -> Result<usize, Fault> {
    if width > MOST { Err(Fault::text("Too wide")) } else { Ok(width as usize) }
}

/// Sign and digits in a field.
fn pad(options: &Options, sign: &str, digits: &str, width: usize) -> Vec<u8> {
    let fill = width.saturating_sub(sign.len() + digits.len());
    let (spaces, zeros) = (" ".repeat(fill), "0".repeat(fill));
    if options.left {
        [sign, digits, &spaces].concat().into_bytes()
    } else if options.zeros {
        [sign, &zeros, digits].concat().into_bytes()
    } else {
        [&spaces, sign, digits].concat().into_bytes()
    }
}

fn sign(options: &Options, negative: bool) -> &'static str {
    match (negative, options.plus, options.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

pub(super) fn integer(value: i64, is_signed: bool, text: &[u8], width: u32) -> Result<Vec<u8>, Fault> {
    let (options, width) = (options(text), check(width)?);
    let digits = match options.hex {
        Some(true) => format!("{:X}", value as u64),
        Some(false) => format!("{:x}", value as u64),
        None if is_signed => value.unsigned_abs().to_string(),
        None => (value as u64).to_string(),
    };
    let sign = if is_signed && options.hex.is_none() { sign(&options, value < 0) } else { "" };
    Ok(pad(&options, sign, &digits, width))
}

pub(super) fn float(value: f64, text: &[u8], width: u32, precision: u32) -> Result<Vec<u8>, Fault> {
    let (mut options, width) = (options(text), check(width)?);
    let precision = check(precision)?;
    let negative = value.is_sign_negative() || value.is_nan();
    let digits = if value.is_finite() {
        match options.exponent {
            Some(letter) => exponent_text(value.abs(), precision, letter),
            None => format!("{:.precision$}", value.abs()),
        }
    } else {
        options.zeros = false;
        number::general_text(value, 6).trim_start_matches('-').to_owned()
    };
    Ok(pad(&options, sign(&options, negative), &digits, width))
}

/// As `%.{precision}e` prints it.
fn exponent_text(value: f64, precision: usize, letter: u8) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}{}{sign}{:02}", letter as char, exponent.abs())
}
