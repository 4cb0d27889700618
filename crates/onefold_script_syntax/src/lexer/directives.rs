//! The lines that start with `#`.
//!
//! | line | meaning |
//! | --- | --- |
//! | `#include "name"` | the file is a further section of the build, once however often it is included |
//! | `#if C`, `#elif C`, `#else`, `#endif` | lines count only where the condition `C` holds |
//! | `#ifdef NAME`, `#ifndef NAME` | the same as `#if NAME`, `#if !NAME` |
//! | `#ifver X.Y.Z`, `#ifnver X.Y.Z` | the tool's version is at or above that one; is below it |
//! | `#define NAME`, `#undef NAME` | from here on the word is, or is not, defined; it has no value |
//! | `#pragma text` | kept for the host |
//! | `#error text` | an error with that text |
//! | `#!` and anything | left out, so that a script may name its interpreter |
//!
//! A condition is made of names (true when defined), numbers (true unless 0), `!`, `&&`, `||`, `defined NAME` and
//! parentheses.

use std::collections::HashSet;

use onefold_diag::{Span, nearest};

use super::{Include, Lexer};
use crate::ast::Pragma;
use crate::diagnostics;
use crate::options::{Options, ToolVersion};

/// The words that conditions find defined.
#[derive(Clone, Debug, Default)]
pub(crate) struct DefinedWords {
    words: HashSet<String>,
}

impl DefinedWords {
    pub(crate) fn of(options: &Options) -> Self {
        Self { words: options.defined.iter().cloned().collect() }
    }
}

/// The open conditions of a file.
pub(super) struct Conditions<'a> {
    words: &'a mut DefinedWords,
    open: Vec<Condition>,
}

struct Condition {
    opening: Span,
    /// Whether one of its branches was used.
    was_taken: bool,
    else_line: Option<Span>,
}

const WORDS: [&str; 13] = [
    "define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "ifnver", "ifver", "include",
    "pragma", "undef",
];

/// Deepest nesting of parentheses in a condition.
const DEEPEST: u32 = 64;

impl<'a> Conditions<'a> {
    pub(super) fn new(words: &'a mut DefinedWords) -> Self {
        Self { words, open: Vec::new() }
    }

    /// Reports the conditions that are still open.
    pub(super) fn finish(self, lexer: &mut Lexer<'_>) {
        for condition in self.open {
            lexer.report.push(diagnostics::if_without_endif(condition.opening));
        }
    }

    /// Reads the directive at the current byte, and skips the lines that it switches off.
    pub(super) fn directive(&mut self, lexer: &mut Lexer<'_>) {
        let start = lexer.at;
        if self.line(lexer) == Lines::Off {
            self.skip(lexer);
        }
        let span = lexer.span_from(start);
        lexer.blanked.push(span);
    }

    /// Reads one directive, to the end of its line.
    fn line(&mut self, lexer: &mut Lexer<'_>) -> Lines {
        let start = lexer.at;
        lexer.at += 1;
        if lexer.byte(0) == b'!' {
            lexer.skip_line();
            return Lines::On;
        }
        let mut line = Line::read(lexer);
        let word = line.word();
        let whole = lexer.report.span(start as u32, line.end as u32);
        let result = match word {
            "if" => {
                let holds = line.condition(self.words, lexer);
                self.begin(whole, holds)
            }
            "ifdef" | "ifndef" => {
                let holds = line.name(lexer, word).is_some_and(|name| self.words.words.contains(name));
                self.begin(whole, holds == (word == "ifdef"))
            }
            "ifver" | "ifnver" => {
                let reached = line.version(lexer, word).is_some_and(|asked| lexer.options.version >= asked);
                self.begin(whole, reached == (word == "ifver"))
            }
            "elif" => {
                let holds = line.condition(self.words, lexer);
                self.branch(whole, word, holds, lexer)
            }
            "else" => self.branch(whole, word, true, lexer),
            "endif" => {
                if self.open.pop().is_none() {
                    lexer.report.push(diagnostics::conditional_without_if(whole, word));
                }
                Lines::On
            }
            "define" => {
                if let Some(name) = line.name(lexer, word) {
                    self.words.words.insert(name.to_owned());
                }
                Lines::On
            }
            "undef" => {
                if let Some(name) = line.name(lexer, word) {
                    self.words.words.remove(name);
                }
                Lines::On
            }
            _ => {
                line.plain(word, whole, lexer);
                Lines::On
            }
        };
        line.finish(lexer);
        result
    }

    fn begin(&mut self, opening: Span, holds: bool) -> Lines {
        self.open.push(Condition { opening, was_taken: holds, else_line: None });
        Lines::on_if(holds)
    }

    /// `#elif` or `#else`.
    fn branch(&mut self, span: Span, word: &str, holds: bool, lexer: &mut Lexer<'_>) -> Lines {
        let Some(condition) = self.open.last_mut() else {
            lexer.report.push(diagnostics::conditional_without_if(span, word));
            return Lines::On;
        };
        if let Some(other) = condition.else_line {
            lexer.report.push(diagnostics::conditional_after_else(span, word, other));
            return Lines::Off;
        }
        if word == "else" {
            condition.else_line = Some(span);
        }
        let is_used = holds && !condition.was_taken;
        condition.was_taken |= is_used;
        Lines::on_if(is_used)
    }

    /// Skips lines until a directive switches them on again.
    fn skip(&mut self, lexer: &mut Lexer<'_>) {
        let mut depth = 0u32;
        while lexer.at < lexer.bytes.len() {
            lexer.at += 1;
            skip_blanks(lexer);
            if lexer.byte(0) != b'#' {
                skip_switched_off(lexer);
                continue;
            }
            let mut line = Line::peek(lexer);
            match line.word() {
                "if" | "ifdef" | "ifndef" | "ifver" | "ifnver" => depth += 1,
                "endif" if depth > 0 => depth -= 1,
                "elif" | "else" | "endif" if depth == 0 => {
                    if self.line(lexer) == Lines::On {
                        return;
                    }
                    continue;
                }
                _ => {}
            }
            lexer.skip_line();
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    On,
    Off,
}

impl Lines {
    const fn on_if(holds: bool) -> Self {
        if holds { Self::On } else { Self::Off }
    }
}

fn skip_blanks(lexer: &mut Lexer<'_>) {
    while matches!(lexer.byte(0), b' ' | b'\t' | b'\r') {
        lexer.at += 1;
    }
}

/// Skips a switched-off line; a comment or heredoc string that goes over several lines is skipped as a whole.
fn skip_switched_off(lexer: &mut Lexer<'_>) {
    // A quote whose partner is missing on the line is an apostrophe; looking again would cost the square of the line.
    let (mut single_is_plain, mut double_is_plain) = (false, false);
    while lexer.at < lexer.bytes.len() {
        match (lexer.byte(0), lexer.byte(1), lexer.byte(2)) {
            (b'\n', ..) => return,
            (b'/', b'/', _) => return lexer.skip_line(),
            (b'/', b'*', _) => skip_past(lexer, b"*/", 2),
            (b'"', b'"', b'"') => skip_past(lexer, b"\"\"\"", 3),
            (b'\'', ..) if !single_is_plain => single_is_plain = !skip_quoted(lexer, b'\''),
            (b'"', ..) if !double_is_plain => double_is_plain = !skip_quoted(lexer, b'"'),
            _ => lexer.at += 1,
        }
    }
}

fn skip_past(lexer: &mut Lexer<'_>, end: &[u8], opening: usize) {
    let from = lexer.at + opening;
    let found = lexer.bytes[from..].windows(end.len()).position(|window| window == end);
    lexer.at = found.map_or(lexer.bytes.len(), |length| from + length + end.len());
}

/// Skips a string on the current line, or only its quote where the partner is missing; tells which.
fn skip_quoted(lexer: &mut Lexer<'_>, quote: u8) -> bool {
    let mut at = lexer.at + 1;
    while let Some(&byte) = lexer.bytes.get(at) {
        match byte {
            b'\n' => break,
            b'\\' if lexer.bytes.get(at + 1) != Some(&b'\n') => at += 2,
            _ if byte == quote => {
                lexer.at = at + 1;
                return true;
            }
            _ => at += 1,
        }
    }
    lexer.at += 1;
    false
}

/// The text of a directive after the `#`, without a comment at its end.
struct Line<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Line<'a> {
    /// Takes the line at the current byte, which stands after the `#`, with its comment.
    fn read(lexer: &mut Lexer<'a>) -> Self {
        let start = lexer.at;
        let mut quote = None;
        loop {
            match (lexer.byte(0), quote) {
                (b'\n', _) => break,
                (b'/', None) if matches!(lexer.byte(1), b'/' | b'*') => break,
                (byte, Some(open)) if byte == open => quote = None,
                (byte @ (b'"' | b'\''), None) => quote = Some(byte),
                _ if lexer.at >= lexer.bytes.len() => break,
                _ => {}
            }
            lexer.at += 1;
        }
        let end = start + lexer.text[start..lexer.at].trim_end().len();
        if lexer.byte(0) == b'/' {
            Self::trailing_comment(lexer);
        }
        Self { text: lexer.text, at: start, end }
    }

    fn trailing_comment(lexer: &mut Lexer<'_>) {
        if lexer.byte(1) == b'/' {
            lexer.line_comment();
        } else {
            lexer.block_comment();
        }
    }

    /// Looks at the line of the `#` at the current byte without moving.
    fn peek(lexer: &Lexer<'a>) -> Self {
        let at = lexer.at + 1;
        let end = lexer.text[at..].find('\n').map_or(lexer.text.len(), |length| at + length);
        Self { text: lexer.text, at, end }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at.min(self.end)..self.end]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// The name at the current place, or the empty text.
    fn word(&mut self) -> &'a str {
        self.skip_blanks();
        let length =
            self.rest().bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let word = &self.rest()[..length];
        self.at += length;
        word
    }

    fn rest_span(&self, lexer: &Lexer<'_>) -> Span {
        lexer.report.span(self.at.min(self.end) as u32, self.end as u32)
    }

    fn name(&mut self, lexer: &mut Lexer<'_>, word: &str) -> Option<&'a str> {
        let name = self.word();
        if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
            lexer.report.push(diagnostics::directive_needs_name(self.rest_span(lexer), word));
            self.at = self.end;
            return None;
        }
        Some(name)
    }

    fn version(&mut self, lexer: &mut Lexer<'_>, word: &str) -> Option<ToolVersion> {
        self.skip_blanks();
        let version = ToolVersion::parse(self.rest());
        if version.is_none() {
            lexer.report.push(diagnostics::directive_needs_version(self.rest_span(lexer), word));
        }
        self.at = self.end;
        version
    }

    /// The directives that are no conditions.
    fn plain(&mut self, word: &str, whole: Span, lexer: &mut Lexer<'_>) {
        self.skip_blanks();
        match word {
            "include" => self.include(whole, lexer),
            "pragma" => lexer.pragmas.push(Pragma { span: whole, text: self.rest_span(lexer) }),
            "error" => lexer.report.push(diagnostics::error_directive(whole, self.rest())),
            _ => lexer.report.push(diagnostics::directive_unknown(whole, nearest(word, WORDS))),
        }
        self.at = self.end;
    }

    fn include(&mut self, whole: Span, lexer: &mut Lexer<'_>) {
        let rest = self.rest();
        let closing = match rest.bytes().next() {
            Some(quote @ (b'"' | b'\'')) => quote,
            Some(b'<') => b'>',
            _ => 0,
        };
        let name = rest.get(1..).and_then(|name| name.strip_suffix(char::from(closing)));
        match name {
            Some(name) if closing != 0 && !name.is_empty() => {
                lexer.includes.push(Include { span: whole, name: name.to_owned() });
            }
            _ => lexer.report.push(diagnostics::include_needs_name(whole)),
        }
    }

    /// Reports what follows the end of the directive.
    fn finish(&mut self, lexer: &mut Lexer<'_>) {
        self.skip_blanks();
        if !self.rest().is_empty() {
            lexer.report.push(diagnostics::directive_extra(self.rest_span(lexer)));
        }
    }

    /// The value of a condition; one that is wrong does not hold.
    fn condition(&mut self, words: &DefinedWords, lexer: &mut Lexer<'_>) -> bool {
        let value = self.either(words, lexer, 0);
        if value.is_none() {
            self.at = self.end;
        }
        value.unwrap_or(false)
    }

    fn takes(&mut self, mark: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(mark);
        self.at += if found { mark.len() } else { 0 };
        found
    }

    fn either(&mut self, words: &DefinedWords, lexer: &mut Lexer<'_>, depth: u32) -> Option<bool> {
        let mut value = self.both(words, lexer, depth)?;
        while self.takes("||") {
            value |= self.both(words, lexer, depth)?;
        }
        Some(value)
    }

    fn both(&mut self, words: &DefinedWords, lexer: &mut Lexer<'_>, depth: u32) -> Option<bool> {
        let mut value = self.term(words, lexer, depth)?;
        while self.takes("&&") {
            value &= self.term(words, lexer, depth)?;
        }
        Some(value)
    }

    fn term(&mut self, words: &DefinedWords, lexer: &mut Lexer<'_>, depth: u32) -> Option<bool> {
        let mut is_negated = false;
        while self.takes("!") {
            is_negated = !is_negated;
        }
        let value =
            if self.takes("(") { self.group(words, lexer, depth)? } else { self.operand(words, lexer)? };
        Some(value != is_negated)
    }

    fn group(&mut self, words: &DefinedWords, lexer: &mut Lexer<'_>, depth: u32) -> Option<bool> {
        if depth == DEEPEST {
            lexer.report.push(diagnostics::condition_too_deep(self.rest_span(lexer)));
            return None;
        }
        let value = self.either(words, lexer, depth + 1)?;
        if !self.takes(")") {
            lexer.report.push(diagnostics::condition_unclosed(self.rest_span(lexer)));
            return None;
        }
        Some(value)
    }

    /// A name or a number.
    fn operand(&mut self, words: &DefinedWords, lexer: &mut Lexer<'_>) -> Option<bool> {
        let mut word = self.word();
        if word == "defined" {
            let is_in_parens = self.takes("(");
            word = self.word();
            if is_in_parens && !self.takes(")") {
                lexer.report.push(diagnostics::condition_unclosed(self.rest_span(lexer)));
                return None;
            }
        }
        if word.is_empty() {
            lexer.report.push(diagnostics::condition_expected(self.rest_span(lexer)));
            return None;
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(word.bytes().any(|byte| byte != b'0'));
        }
        Some(words.words.contains(word))
    }
}
