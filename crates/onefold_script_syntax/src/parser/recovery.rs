//! Messages about wrong tokens, and where to go on after them.

use onefold_diag::{Diagnostic, Span};

use super::Parser;
use crate::diagnostics;
use crate::token::TokenKind::{self, *};

impl Parser<'_> {
    /// Reports an error, unless the last one was at the same place.
    pub(super) fn error(&mut self, diagnostic: Diagnostic) {
        let start = diagnostic.place.span.map(|span| span.start);
        if !self.is_cut_off && (start.is_none() || self.last_error != start) {
            self.last_error = start;
            self.report.push(diagnostic);
        }
    }

    /// Reports an error at the current token, with a hint where the word before it comes from another language.
    fn error_here(&mut self, diagnostic: Diagnostic) {
        let is_after_word = self.at > 0 && self.kind_before() == Identifier;
        let hint = if is_after_word { diagnostics::foreign_word(self.text_at(self.at - 1)) } else { None };
        self.error(match hint {
            Some(hint) => diagnostic.note(hint),
            None => diagnostic,
        });
    }

    /// The kind of the token before the current one, which is not the first.
    fn kind_before(&self) -> TokenKind {
        self.kind_at(self.at - 1)
    }

    /// Reports that something else should stand at the current token.
    pub(super) fn expected(&mut self, what: &str) {
        let (span, found) = (self.here(), self.found());
        self.error_here(diagnostics::expected(span, what, &found));
    }

    pub(super) fn expected_name(&mut self, what: &str) {
        let (span, found, is_word) = (self.here(), self.found(), self.kind().is_word());
        self.error_here(diagnostics::expected_name(span, what, &found, is_word));
    }

    /// What the current token is called in messages.
    pub(super) fn found(&self) -> std::string::String {
        let text = self.text_at(self.at);
        match self.kind() {
            Identifier => format!("`{text}`"),
            Integer | Bits | Float | Double => format!("the number {text}"),
            String | Heredoc => "a string".to_owned(),
            End => "the end of the file".to_owned(),
            kind if kind.is_word() => format!("the reserved word {}", kind.name()),
            kind => kind.name().to_owned(),
        }
    }

    /// Takes the token, or reports that it is missing after `what`.
    pub(super) fn expect(&mut self, kind: TokenKind, place: &str) -> bool {
        let found = self.eat(kind);
        if !found {
            self.expected(&format!("{} {place}", kind.name()));
        }
        found
    }

    /// Takes the bracket that closes the one at `opening`.
    pub(super) fn expect_closing(&mut self, kind: TokenKind, opening: Span, what: &str) -> bool {
        if self.eat(kind) {
            return true;
        }
        let (span, found) = (self.here(), self.found());
        if self.is(End) {
            self.error(diagnostics::file_ends_inside(span, what, kind.name(), opening));
        } else {
            self.error(diagnostics::expected_closing(span, what, kind.name(), &found, opening));
        }
        false
    }

    /// Takes the `;` after a statement or declaration. Where it is missing, what follows is skipped up to a place
    /// where the next one likely starts.
    pub(super) fn expect_semicolon(&mut self, after: &str) {
        if self.eat(Semicolon) {
            return;
        }
        let before = self.report.span(self.end(), self.end());
        let (span, found) = (self.here(), self.found());
        self.error_here(diagnostics::semicolon_missing(span, after, &found, before));
        if !self.is_on_new_line() {
            self.skip_statement();
        }
    }

    /// The same after a declaration in a class, where the message points to the end of the declaration.
    pub(super) fn expect_member_semicolon(&mut self, after: &str) {
        if self.eat(Semicolon) {
            return;
        }
        let found = self.found();
        let span = self.report.span(self.end(), self.end());
        self.error_here(diagnostics::semicolon_missing_after(span, after, &found));
        self.last_error = Some(self.start());
        if !self.is_on_new_line() {
            self.skip_statement();
        }
    }

    /// True when a line ends between the last token and the current one.
    pub(super) fn is_on_new_line(&self) -> bool {
        self.text[self.end() as usize..self.start() as usize].contains('\n')
    }

    /// Skips the rest of a wrong statement: past its `;` or its block, or up to a `}`, or to a word at the start of a
    /// line that begins a statement or declaration.
    pub(super) fn skip_statement(&mut self) {
        let from = self.at;
        loop {
            match self.kind() {
                End | CloseBrace => return,
                Semicolon => return self.bump(),
                OpenBrace => return self.skip_balanced(),
                OpenParen | OpenBracket if self.closes_soon() => self.skip_balanced(),
                kind if self.at > from && begins_anew(kind) && self.is_on_new_line() => return,
                _ => self.bump(),
            }
        }
    }

    /// Skips a wrong declaration; like [`Parser::skip_statement`], but not to words that begin a statement only.
    pub(super) fn skip_item(&mut self) {
        let from = self.at;
        loop {
            match self.kind() {
                End | CloseBrace => return,
                Semicolon => return self.bump(),
                OpenBrace => return self.skip_balanced(),
                kind if self.at > from && begins_item(kind) && self.is_on_new_line() => return,
                _ => self.bump(),
            }
        }
    }

    /// Skips from an opening bracket past the closing one of its kind, or to the end.
    pub(super) fn skip_balanced(&mut self) {
        let opening = self.kind();
        let closing = match opening {
            OpenParen => CloseParen,
            OpenBracket => CloseBracket,
            _ => CloseBrace,
        };
        let mut open = 0usize;
        while !self.is(End) {
            open += usize::from(self.is(opening));
            open -= usize::from(self.is(closing));
            self.bump();
            if open == 0 {
                return;
            }
        }
    }

    /// True when the bracket at the current token is closed not far away, before a `;` or a brace.
    fn closes_soon(&self) -> bool {
        /// How many tokens are looked at.
        const FAR: usize = 200;
        let mut open = 0usize;
        for token in self.tokens[self.at..].iter().take(FAR) {
            match token.kind {
                OpenParen | OpenBracket => open += 1,
                CloseParen | CloseBracket => open -= 1,
                Semicolon | OpenBrace | CloseBrace | End => return false,
                _ => {}
            }
            if open == 0 {
                return true;
            }
        }
        false
    }
}

/// Words that begin a statement or a declaration and nothing else.
const fn begins_anew(kind: TokenKind) -> bool {
    begins_item(kind)
        || matches!(
            kind,
            Break
                | Case
                | Continue
                | Default
                | Do
                | For
                | Foreach
                | If
                | Return
                | Switch
                | Try
                | While
                | Const
                | Auto
        )
}

/// Words that begin a declaration and nothing else.
const fn begins_item(kind: TokenKind) -> bool {
    matches!(
        kind,
        Class
            | Enum
            | Funcdef
            | Import
            | Interface
            | Mixin
            | Namespace
            | Private
            | Protected
            | Typedef
            | Using
            | Void
    )
}
