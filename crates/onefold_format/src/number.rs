//! Numbers as text: shortest exact where typed, six decimals in SETech's form.

use onefold_reflect::Scalar;

/// The words for numbers that JSON has no number for.
pub(crate) fn special(number: f64) -> &'static str {
    if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "inf"
    } else {
        "-inf"
    }
}

/// The shortest text that reads back exactly; a word for what is no number.
pub(crate) fn f32_text(value: f32) -> String {
    if value.is_finite() { exact(&value) } else { special(value.into()).to_owned() }
}

/// One spelling in all formats: that of the JSON writer. Writing into memory cannot fail.
fn exact(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// As [`f32_text`].
pub(crate) fn f64_text(value: f64) -> String {
    if value.is_finite() { exact(&value) } else { special(value).to_owned() }
}

/// A number read for a scalar type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Int(i128),
    F32(f32),
    F64(f64),
}

/// Why a text is no number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    NotANumber,
    OutOfRange,
}

/// Reads a number for an integer or float type. `word` allows `inf` and `NaN`, which stand in texts only.
pub(crate) fn parse(scalar: Scalar, text: &str, word: bool) -> Result<Number, Misfit> {
    match scalar.int_range() {
        Some(range) => parse_int(text, range).map(Number::Int),
        None => {
            // Without words the caller has seen that it is a number of JSON.
            let is_number =
                !word || text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
            if scalar == Scalar::F32 {
                let value: f32 = text.parse().map_err(|_| Misfit::NotANumber)?;
                if is_number && value.is_infinite() {
                    return Err(Misfit::OutOfRange);
                }
                return Ok(Number::F32(if value.is_nan() { f32::NAN } else { value }));
            }
            let value: f64 = text.parse().map_err(|_| Misfit::NotANumber)?;
            if is_number && value.is_infinite() {
                return Err(Misfit::OutOfRange);
            }
            Ok(Number::F64(if value.is_nan() { f64::NAN } else { value }))
        }
    }
}

#[inline]
fn parse_int(text: &str, (low, high): (i128, i128)) -> Result<i128, Misfit> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] | rest => (false, rest),
    };
    let value = if !digits.is_empty() && digits.len() <= 18 && digits.iter().all(u8::is_ascii_digit) {
        let size = digits.iter().fold(0_i64, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        i128::from(if negative { -size } else { size })
    } else {
        match text.parse::<i128>() {
            Ok(value) => value,
            // `5.0` and `1e3` are integers too.
            Err(_) => {
                let value: f64 = text.parse().map_err(|_| Misfit::NotANumber)?;
                if value.fract() != 0.0 || value.abs() >= 1e30 {
                    return Err(if value.is_finite() { Misfit::OutOfRange } else { Misfit::NotANumber });
                }
                value as i128
            }
        }
    };
    if (low..=high).contains(&value) { Ok(value) } else { Err(Misfit::OutOfRange) }
}
