//! The syntax of JSON (RFC 8259), without a tree: what both the direct reader and the node reader stand on.
//!
//! Written by hand because serde_json gives no positions of values, and reads floats exactly only with a feature that
//! makes it slower than the standard library's own parser, which is used here.

use std::borrow::Cow;

/// Where the text stops being JSON, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) at: usize,
    pub(crate) why: &'static str,
}

pub(crate) type Result<T> = std::result::Result<T, SyntaxError>;

/// A place in a JSON text.
#[derive(Clone)]
pub(crate) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

/// Bytes that a string cannot hold as they are: quote, backslash and control characters.
pub(crate) const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < 0x20 {
        table[at] = true;
        at += 1;
    }
    table[b'"' as usize] = true;
    table[b'\\' as usize] = true;
    table
};

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        // A byte order mark is no part of the text.
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { text, at }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(crate) fn fail<T>(&self, why: &'static str) -> Result<T> {
        Err(SyntaxError { at: self.at, why })
    }

    /// The next byte that is no white space.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.byte() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other,
            }
        }
    }

    /// Goes past the byte if it comes next.
    #[inline]
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    #[inline]
    pub(crate) fn expect(&mut self, byte: u8, why: &'static str) -> Result<()> {
        if self.eat(byte) { Ok(()) } else { self.fail(why) }
    }

    /// After an item: true when another follows, false when the list ended with `close`.
    #[inline]
    pub(crate) fn next_item(&mut self, close: u8) -> Result<bool> {
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            None => self.fail("the text ends too early"),
            Some(_) if close == b'}' => self.fail("`,` or `}` is missing"),
            Some(_) => self.fail("`,` or `]` is missing"),
        }
    }

    /// Nothing but white space follows.
    pub(crate) fn end(&mut self) -> Result<()> {
        if self.peek().is_some() { self.fail("something follows the value") } else { Ok(()) }
    }

    pub(crate) fn word(&mut self, word: &'static str) -> Result<()> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        self.fail("this is no value of JSON")
    }

    /// A number, as it stands there.
    pub(crate) fn number(&mut self) -> Result<&'t str> {
        let start = self.at;
        self.at += usize::from(self.byte() == Some(b'-'));
        let leading_zero = self.byte() == Some(b'0');
        let whole = self.digits();
        if whole == 0 {
            return self.fail("a digit is missing");
        }
        if leading_zero && whole > 1 {
            self.at = start;
            return self.fail("a number has no leading zeros");
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return self.fail("a digit is missing");
            }
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            if self.digits() == 0 {
                return self.fail("a digit is missing");
            }
        }
        Ok(&self.text[start..self.at])
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - start
    }

    /// A string; the cursor stands at its quote.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<Cow<'t, str>> {
        self.expect(b'"', "a string is missing")?;
        let start = self.at;
        self.plain_run();
        if self.byte() == Some(b'"') {
            let plain = &self.text[start..self.at];
            self.at += 1;
            return Ok(Cow::Borrowed(plain));
        }
        self.escaped_string(start).map(Cow::Owned)
    }

    #[inline]
    fn plain_run(&mut self) {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() && !SPECIAL[bytes[self.at] as usize] {
            self.at += 1;
        }
    }

    #[cold]
    fn escaped_string(&mut self, start: usize) -> Result<String> {
        let mut out = self.text[start..self.at].to_owned();
        loop {
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                Some(0..0x20) => return self.fail("a string has no control characters; write an escape"),
                Some(_) => {
                    let start = self.at;
                    self.plain_run();
                    out.push_str(&self.text[start..self.at]);
                }
                None => return self.fail("the string does not end"),
            }
        }
    }

    fn escape(&mut self) -> Result<char> {
        let plain = match self.byte() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode_escape();
            }
            _ => return self.fail("there is no such escape"),
        };
        self.at += 1;
        Ok(plain)
    }

    fn unicode_escape(&mut self) -> Result<char> {
        const LONE: &str = "half of a surrogate pair is missing";
        let first = self.hex4()?;
        if !(0xd800..0xe000).contains(&first) {
            return char::from_u32(first).map_or_else(|| self.fail(LONE), Ok);
        }
        if first >= 0xdc00 || !self.text.as_bytes()[self.at..].starts_with(b"\\u") {
            return self.fail(LONE);
        }
        self.at += 2;
        let second = self.hex4()?;
        if !(0xdc00..0xe000).contains(&second) {
            return self.fail(LONE);
        }
        let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        char::from_u32(code).map_or_else(|| self.fail(LONE), Ok)
    }

    fn hex4(&mut self) -> Result<u32> {
        let bytes = self.text.as_bytes();
        let digits = bytes.get(self.at..self.at + 4).filter(|four| four.iter().all(u8::is_ascii_hexdigit));
        let Some(digits) = digits else { return self.fail("four hexadecimal digits are missing") };
        let value = digits
            .iter()
            .fold(0, |sum, digit| sum * 16 + char::from(*digit).to_digit(16).unwrap_or_default());
        self.at += 4;
        Ok(value)
    }
}

#[cfg(test)]
mod tests;
