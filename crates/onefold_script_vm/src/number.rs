//! Numbers as text, the way the reference library's string conversions print them.

/// Room for any number as text.
pub(crate) struct Buffer {
    bytes: [u8; 48],
}

impl Buffer {
    pub fn new() -> Buffer {
        Buffer { bytes: [0; 48] }
    }
}

pub(crate) fn unsigned(buffer: &mut Buffer, mut value: u64) -> &[u8] {
    let mut at = buffer.bytes.len();
    loop {
        at -= 1;
        buffer.bytes[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            return &buffer.bytes[at..];
        }
    }
}

pub(crate) fn signed(buffer: &mut Buffer, value: i64) -> &[u8] {
    let at = buffer.bytes.len() - unsigned(buffer, value.unsigned_abs()).len();
    if value >= 0 {
        return &buffer.bytes[at..];
    }
    buffer.bytes[at - 1] = b'-';
    &buffer.bytes[at - 1..]
}

/// As `%g` prints it: six significant digits, no trailing zeros, exponent from 1e+06 and below 1e-04.
pub(crate) fn general(buffer: &mut Buffer, value: f64) -> &[u8] {
    // Whole numbers below a million are the common case.
    let whole = value as i64;
    if whole as f64 == value
        && (-999_999..=999_999).contains(&whole)
        && (whole != 0 || value.is_sign_positive())
    {
        return signed(buffer, whole);
    }
    let text = general_text(value, 6);
    buffer.bytes[..text.len()].copy_from_slice(text.as_bytes());
    &buffer.bytes[..text.len()]
}

/// As `%.{precision}g` prints it. Every NaN prints as the machine's own does.
pub(crate) fn general_text(value: f64, precision: usize) -> String {
    if value.is_nan() {
        return "-nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let precision = precision.max(1);
    let scientific = format!("{value:.*e}", precision - 1);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if exponent < -4 || exponent >= precision as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(digits), exponent.abs());
    }
    trim(&format!("{value:.*}", (precision as i32 - 1 - exponent) as usize))
}
