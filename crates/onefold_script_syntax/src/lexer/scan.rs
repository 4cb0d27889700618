//! Words, numbers, strings and marks.

use super::{BYTE_ORDER_MARK, Lexer};
use crate::diagnostics;
use crate::literal::radix_of;
use crate::options::Level;
use crate::token::TokenKind;

impl Lexer<'_> {
    pub(super) fn word(&mut self) {
        let start = self.at;
        self.skip_word_bytes();
        if self.byte(0) >= 0x80 && self.foreign_letter().is_some() {
            return self.foreign_word(start);
        }
        let kind = TokenKind::of_text(&self.bytes[start..self.at], self.level);
        self.token(kind, start);
    }

    fn skip_word_bytes(&mut self) {
        while WORD_BYTE[usize::from(self.byte(0))] {
            self.at += 1;
        }
    }

    /// The letter or digit outside ASCII at the current byte.
    fn foreign_letter(&self) -> Option<char> {
        self.text[self.at..].chars().next().filter(|found| !found.is_ascii() && found.is_alphanumeric())
    }

    /// A name with letters that the language does not allow: reported, then taken as the name it is.
    fn foreign_word(&mut self, start: usize) {
        while let Some(letter) = self.foreign_letter() {
            self.at += letter.len_utf8();
            self.skip_word_bytes();
        }
        self.report.push(diagnostics::foreign_letters(self.span_from(start)));
        self.token(TokenKind::Identifier, start);
    }

    pub(super) fn number(&mut self) {
        let start = self.at;
        if self.byte(0) == b'0'
            && let Some(radix) = radix_of(self.byte(1))
        {
            self.at += 2;
            self.digits(radix);
            return self.token(TokenKind::Bits, start);
        }
        self.digits(10);
        if !matches!(self.byte(0), b'.' | b'e' | b'E') {
            return self.token(TokenKind::Integer, start);
        }
        if self.byte(0) == b'.' {
            self.at += 1;
            self.digits(10);
        }
        if matches!(self.byte(0), b'e' | b'E') {
            self.at += 1;
            if matches!(self.byte(0), b'+' | b'-') {
                self.at += 1;
            }
            self.digits(10);
        }
        let is_float = matches!(self.byte(0), b'f' | b'F');
        self.at += usize::from(is_float);
        self.token(if is_float { TokenKind::Float } else { TokenKind::Double }, start);
    }

    /// Digits of a base, with separators between them where the level has them.
    fn digits(&mut self, radix: u32) {
        let is_digit = |byte: u8| char::from(byte).is_digit(radix);
        let first = self.at;
        loop {
            if is_digit(self.byte(0)) {
                self.at += 1;
            } else if self.byte(0) == b'\''
                && self.at > first
                && self.level >= Level::V239
                && is_digit(self.byte(1))
            {
                self.at += 2;
            } else {
                return;
            }
        }
    }

    pub(super) fn string(&mut self, quote: u8) {
        let start = self.at;
        self.at += 1;
        loop {
            match self.byte(0) {
                byte if byte == quote => {
                    self.at += 1;
                    return self.token(TokenKind::String, start);
                }
                b'\\' if self.byte(1) != b'\n' => self.at += 1 + usize::from(self.at + 1 < self.bytes.len()),
                b'\n' if !self.options.multiline_strings => {
                    self.report
                        .push(diagnostics::string_over_lines(self.span_from(start), char::from(quote)));
                    return self.token(TokenKind::String, start);
                }
                _ if self.at >= self.bytes.len() => {
                    self.report
                        .push(diagnostics::string_without_end(self.span_from(start), char::from(quote)));
                    return self.token(TokenKind::String, start);
                }
                _ => self.at += 1,
            }
        }
    }

    pub(super) fn heredoc(&mut self) {
        let start = self.at;
        match self.text[start + 3..].find("\"\"\"") {
            Some(length) => self.at = start + 3 + length + 3,
            None => {
                self.at = self.bytes.len();
                let end = self.report.span(self.at as u32, self.at as u32);
                let opening = self.report.span(start as u32, start as u32 + 3);
                self.report.push(diagnostics::heredoc_without_end(end, opening));
            }
        }
        self.token(TokenKind::Heredoc, start);
    }

    pub(super) fn mark_or_unknown(&mut self) {
        let start = self.at;
        if let Some((kind, length)) = self.mark() {
            self.at += length;
            return self.token(kind, start);
        }
        let Some(found) = self.text[start..].chars().next() else { return };
        if self.bytes[start..].starts_with(BYTE_ORDER_MARK) {
            self.at += BYTE_ORDER_MARK.len();
        } else if found.is_alphanumeric() {
            self.foreign_word(start);
        } else {
            self.at += found.len_utf8();
            self.report.push(diagnostics::unknown_character(found, self.span_from(start)));
        }
    }

    /// The mark at the current byte and its length: the longest that fits, except that `>` stays alone.
    fn mark(&self) -> Option<(TokenKind, usize)> {
        use TokenKind::*;
        let (second, third) = (self.byte(1), self.byte(2));
        let or_eq =
            |plain: TokenKind, with_eq: TokenKind| if second == b'=' { (with_eq, 2) } else { (plain, 1) };
        Some(match self.byte(0) {
            b'(' => (OpenParen, 1),
            b')' => (CloseParen, 1),
            b'{' => (OpenBrace, 1),
            b'}' => (CloseBrace, 1),
            b'[' => (OpenBracket, 1),
            b']' => (CloseBracket, 1),
            b';' => (Semicolon, 1),
            b',' => (Comma, 1),
            b'@' => (At, 1),
            b'?' => (Question, 1),
            b'~' => (Tilde, 1),
            b'>' => (Greater, 1),
            b'.' if second == b'.' && third == b'.' && self.level >= Level::V239 => (Ellipsis, 3),
            b'.' => (Dot, 1),
            b':' if second == b':' => (ColonColon, 2),
            b':' => (Colon, 1),
            b'+' if second == b'+' => (PlusPlus, 2),
            b'+' => or_eq(Plus, PlusEq),
            b'-' if second == b'-' => (MinusMinus, 2),
            b'-' => or_eq(Minus, MinusEq),
            b'*' if second == b'*' && third == b'=' => (StarStarEq, 3),
            b'*' if second == b'*' => (StarStar, 2),
            b'*' => or_eq(Star, StarEq),
            b'/' => or_eq(Slash, SlashEq),
            b'%' => or_eq(Percent, PercentEq),
            b'=' => or_eq(Eq, EqEq),
            b'!' if second == b'i' && third == b's' && !WORD_BYTE[usize::from(self.byte(3))] => (BangIs, 3),
            b'!' => or_eq(Bang, BangEq),
            b'<' if second == b'<' && third == b'=' => (LessLessEq, 3),
            b'<' if second == b'<' => (LessLess, 2),
            b'<' => or_eq(Less, LessEq),
            b'&' if second == b'&' => (AmpAmp, 2),
            b'&' => or_eq(Amp, AmpEq),
            b'|' if second == b'|' => (PipePipe, 2),
            b'|' => or_eq(Pipe, PipeEq),
            b'^' if second == b'^' => (CaretCaret, 2),
            b'^' => or_eq(Caret, CaretEq),
            _ => return None,
        })
    }
}

/// The bytes that go on a word.
const WORD_BYTE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let letter = byte as u8;
        table[byte] = letter.is_ascii_alphanumeric() || letter == b'_';
        byte += 1;
    }
    table
};
