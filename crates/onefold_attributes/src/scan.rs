//! Characters to words, numbers and texts: what the condition grammar and the attribute grammar share.

/// A place in a text.
pub struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

/// A number as written.
pub enum Number {
    /// Without fraction and exponent.
    Int(i64),
    /// With one of them.
    Float(f64),
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Bytes read.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Characters read, from 1.
    pub fn column(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub fn from(&self, start: usize) -> &'t str {
        &self.text[start..self.at]
    }

    pub fn back_to(&mut self, start: usize) {
        self.at = start;
    }

    pub fn skip_blank(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// True when the next character after blanks is `c`.
    pub fn peek(&mut self, c: char) -> bool {
        self.skip_blank();
        self.rest().starts_with(c)
    }

    /// Steps over `mark` when it comes next.
    pub fn eat(&mut self, mark: &str) -> bool {
        self.skip_blank();
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    /// Steps over one character.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// A word, or words joined by `::`.
    pub fn path(&mut self) -> Option<&'t str> {
        let start = self.at;
        self.word()?;
        loop {
            let end = self.at;
            if !(self.rest().starts_with("::") && {
                self.at += 2;
                self.word()
            }
            .is_some())
            {
                self.at = end;
                return Some(&self.text[start..end]);
            }
        }
    }

    /// A letter or `_`, then letters, digits and `_`.
    pub fn word(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += end;
        Some(&rest[..end])
    }

    /// A text in `"` or `'`, with `\n \t \r \\ \" \' \0`; none when no text comes next, an error when it does not end or
    /// escapes something else.
    pub fn text(&mut self) -> Option<Result<String, String>> {
        let quote = self.rest().chars().next().filter(|c| matches!(c, '"' | '\''))?;
        self.bump();
        let mut text = String::new();
        let mut fault = None;
        loop {
            match self.bump() {
                None => return Some(Err("the text does not end".to_owned())),
                Some(c) if c == quote => return Some(fault.map_or(Ok(text), Err)),
                Some('\\') => match self.bump().map(escaped) {
                    Some(Ok(c)) => text.push(c),
                    Some(Err(c)) => fault = Some(format!("there is no escape `\\{c}`")),
                    None => {}
                },
                Some(c) => text.push(c),
            }
        }
    }

    /// A number with sign, `0x`, fraction, exponent, `_` between digits, and an `f` behind it; none when no number comes
    /// next. `..` behind it is not part of it.
    pub fn number(&mut self) -> Option<Result<Number, String>> {
        let start = self.at;
        let body = self.rest().strip_prefix(['-', '+']).unwrap_or(self.rest());
        let digits_behind_dot =
            || body.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if !body.starts_with(|c: char| c.is_ascii_digit()) && !digits_behind_dot() {
            return None;
        }
        self.at = self.text.len() - body.len();
        let hex = body.starts_with("0x") || body.starts_with("0X");
        while let Some(c) = self.rest().chars().next() {
            let exponent = !hex && self.from(start).ends_with(['e', 'E']) && matches!(c, '-' | '+');
            let dot = c == '.' && !hex && !self.rest().starts_with("..");
            if !(c.is_ascii_alphanumeric() || c == '_' || dot || exponent) {
                break;
            }
            self.at += c.len_utf8();
        }
        Some(number_of(self.from(start), hex))
    }
}

fn number_of(written: &str, hex: bool) -> Result<Number, String> {
    let plain = written.replace('_', "");
    let plain = plain.strip_prefix('+').unwrap_or(&plain);
    let wrong = || format!("`{written}` is not a number");
    if hex {
        let (sign, digits) = plain.strip_prefix('-').map_or(("", plain), |rest| ("-", rest));
        let digits = digits.get(2..).filter(|digits| digits.starts_with(|c: char| c.is_ascii_hexdigit()));
        return i64::from_str_radix(&format!("{sign}{}", digits.ok_or_else(wrong)?), 16)
            .map(Number::Int)
            .map_err(|_| wrong());
    }
    let unsuffixed = plain.strip_suffix(['f', 'F']).unwrap_or(plain);
    if unsuffixed.len() == plain.len() && !plain.contains(['.', 'e', 'E']) {
        if !plain.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        return plain.parse().map(Number::Int).map_err(|_| format!("`{written}` does not fit 64 bits"));
    }
    match unsuffixed.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Number::Float(value)),
        _ => Err(wrong()),
    }
}

fn escaped(c: char) -> Result<char, char> {
    Ok(match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '0' => '\0',
        '\\' | '"' | '\'' => c,
        other => return Err(other),
    })
}
