//! Rust source with comments and literals blanked out, so that a check sees code alone.

/// The same text, line for line, with every comment, string and character literal made of spaces.
pub fn code_only(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = literal_or_comment_end(bytes, at);
        if end > at {
            for byte in &mut out[at..end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
            at = end;
        } else {
            at += 1;
        }
    }
    // Whole literals and comments were blanked, so no character was cut in two.
    String::from_utf8(out).unwrap_or_default()
}

/// Where the comment or literal that starts at `at` ends, or `at` if none starts there.
fn literal_or_comment_end(bytes: &[u8], at: usize) -> usize {
    match bytes[at] {
        b'/' if bytes[at..].starts_with(b"//") => line_end(bytes, at),
        b'/' if bytes[at..].starts_with(b"/*") => block_comment_end(bytes, at),
        b'"' => string_end(bytes, at),
        b'\'' => character_end(bytes, at),
        b'r' if !follows_identifier(bytes, at) => raw_string_end(bytes, at),
        _ => at,
    }
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |length| at + length)
}

fn block_comment_end(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0usize);
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    bytes.len()
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// A quote begins a character literal or a lifetime; only the literal has a closing quote.
fn character_end(bytes: &[u8], start: usize) -> usize {
    let Some(&first) = bytes.get(start + 1) else { return start };
    if first == b'\\' {
        let close = bytes.get(start + 3..).and_then(|rest| rest.iter().position(|&byte| byte == b'\''));
        return close.map_or(start, |length| start + 3 + length + 1);
    }
    let width = match first {
        0x00..=0x7f => 1,
        0x80..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => 4,
    };
    if bytes.get(start + 1 + width) == Some(&b'\'') { start + width + 2 } else { start }
}

fn raw_string_end(bytes: &[u8], start: usize) -> usize {
    let hashes = bytes[start + 1..].iter().take_while(|&&byte| byte == b'#').count();
    let open = start + 1 + hashes;
    if bytes.get(open) != Some(&b'"') {
        return start;
    }
    let mut close = vec![b'"'];
    close.resize(1 + hashes, b'#');
    let rest = &bytes[open + 1..];
    rest.windows(close.len())
        .position(|window| window == close)
        .map_or(bytes.len(), |length| open + 1 + length + close.len())
}

/// Whether the byte before is part of an identifier other than the prefixes of `br"…"` and `cr"…"`.
fn follows_identifier(bytes: &[u8], at: usize) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    match at.checked_sub(1).map(|before| bytes[before]) {
        Some(b'b' | b'c') => at >= 2 && is_word(bytes[at - 2]),
        Some(byte) => is_word(byte),
        None => false,
    }
}

#[cfg(test)]
mod tests;
