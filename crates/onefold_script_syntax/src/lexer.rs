//! Text to tokens; comments, directives and switched-off lines are kept aside.

mod directives;
mod scan;
#[cfg(test)]
mod tests;

use onefold_diag::{Diagnostics, FileId, Span};

use crate::ast::{Comment, Pragma};
use crate::diagnostics::{self, Report};
use crate::options::{Level, Options};
use crate::token::{Token, TokenKind};
use directives::Conditions;
pub(crate) use directives::DefinedWords;

/// What the lexer makes of a text.
#[derive(Clone, Debug)]
pub struct Lexed {
    /// The tokens; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token>,
    /// The comments.
    pub comments: Vec<Comment>,
    /// The `#pragma` lines.
    pub pragmas: Vec<Pragma>,
    /// The `#include` lines.
    pub includes: Vec<Include>,
    /// Every directive and every region that conditions switch off, in order of place; no token lies in one.
    pub blanked: Vec<Span>,
    /// What is wrong.
    pub diagnostics: Diagnostics,
}

/// An `#include` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The directive.
    pub span: Span,
    /// The name between the quotes.
    pub name: String,
}

/// Splits a text into tokens. Every text gives tokens; what is none is reported and left out.
#[must_use]
pub fn lex(text: &str, file: FileId, options: &Options) -> Lexed {
    lex_with(text, file, options, &mut DefinedWords::of(options))
}

/// Splits a text into tokens with words that files before it may have defined.
pub(crate) fn lex_with(text: &str, file: FileId, options: &Options, words: &mut DefinedWords) -> Lexed {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        level: options.level,
        options,
        tokens: Vec::with_capacity(text.len() / 4 + 1),
        comments: Vec::new(),
        pragmas: Vec::new(),
        includes: Vec::new(),
        blanked: Vec::new(),
        report: Report::new(file),
    };
    let mut conditions = Conditions::new(words);
    lexer.run(&mut conditions);
    conditions.finish(&mut lexer);
    Lexed {
        tokens: lexer.tokens,
        comments: lexer.comments,
        pragmas: lexer.pragmas,
        includes: lexer.includes,
        blanked: lexer.blanked,
        diagnostics: lexer.report.finish(),
    }
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    level: Level,
    options: &'a Options,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    pragmas: Vec<Pragma>,
    includes: Vec<Include>,
    blanked: Vec<Span>,
    report: Report,
}

impl Lexer<'_> {
    fn run(&mut self, conditions: &mut Conditions<'_>) {
        while let Some(&byte) = self.bytes.get(self.at) {
            let start = self.at;
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.word(),
                b'0'..=b'9' => self.number(),
                b'.' if self.byte(1).is_ascii_digit() => self.number(),
                b'"' if self.text[start..].starts_with("\"\"\"") => self.heredoc(),
                b'"' | b'\'' => self.string(byte),
                b'/' if self.byte(1) == b'/' => self.line_comment(),
                b'/' if self.byte(1) == b'*' => self.block_comment(),
                b'#' if self.is_line_start() => conditions.directive(self),
                b'#' => {
                    self.at += 1;
                    self.report.push(diagnostics::hash_inside_line(self.span_from(start)));
                }
                _ => self.mark_or_unknown(),
            }
        }
        self.token(TokenKind::End, self.at);
    }

    /// The byte `ahead` of the current one, or 0 past the end.
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn span_from(&self, start: usize) -> Span {
        self.report.span(start as u32, self.at as u32)
    }

    /// Adds a token that ends at the current byte.
    fn token(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    /// True when only blanks stand before the current byte in its line.
    fn is_line_start(&self) -> bool {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let before = &self.bytes
            [..self.bytes[..self.at].iter().rposition(|byte| !is_blank(byte)).map_or(0, |at| at + 1)];
        before.is_empty() || before.ends_with(b"\n") || before == BYTE_ORDER_MARK
    }

    /// Moves to the end of the line, before its line feed.
    fn skip_line(&mut self) {
        self.at =
            self.bytes[self.at..].iter().position(|&b| b == b'\n').map_or(self.bytes.len(), |n| self.at + n);
    }

    fn line_comment(&mut self) {
        let start = self.at;
        self.skip_line();
        let text = self.text[start..self.at].trim_end();
        let span = self.report.span(start as u32, (start + text.len()) as u32);
        self.comments.push(Comment { span, is_block: false });
    }

    fn block_comment(&mut self) {
        let start = self.at;
        match self.text[start + 2..].find("*/") {
            Some(length) => self.at = start + 2 + length + 2,
            None => {
                self.at = self.bytes.len();
                let opening = self.report.span(start as u32, start as u32 + 2);
                self.report.push(diagnostics::comment_without_end(opening));
            }
        }
        self.comments.push(Comment { span: self.span_from(start), is_block: true });
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();
