//! Looking ahead where the first token does not tell what follows.

use super::Parser;
use crate::token::Token;
use crate::token::TokenKind::{self, *};

impl Parser<'_> {
    /// True when a type and a name start at the current token: a declaration.
    pub(super) fn is_declaration(&self) -> bool {
        if self.is(Identifier) {
            // Most statements are decided here, without a look at the whole type.
            match self.nth(1) {
                Identifier => return true,
                ColonColon | Less | OpenBracket | At => {}
                _ => return false,
            }
        }
        self.skip_type(self.at).is_some_and(|after| self.kind_at(after) == Identifier)
    }

    /// The token after the type that starts at a token, if one does.
    pub(super) fn skip_type(&self, at: usize) -> Option<usize> {
        self.skip_type_within(at, 0)
    }

    fn skip_type_within(&self, mut at: usize, depth: u32) -> Option<usize> {
        /// Deepest nesting of template arguments that is looked through.
        const DEEPEST: u32 = 64;
        if depth > DEEPEST {
            return None;
        }
        if self.kind_at(at) == Const {
            at += 1;
        }
        at = match self.kind_at(at) {
            Identifier | ColonColon => self.skip_path(at, depth)?,
            Auto | Question => at + 1,
            kind if is_primitive(kind) => at + 1,
            _ => return None,
        };
        Some(self.skip_suffixes(at))
    }

    /// The token after `[]`, `@` and `@ const` at a token.
    fn skip_suffixes(&self, mut at: usize) -> usize {
        loop {
            match self.kind_at(at) {
                OpenBracket if self.kind_at(at + 1) == CloseBracket => at += 2,
                At if self.kind_at(at + 1) == Const => at += 2,
                At => at += 1,
                _ => return at,
            }
        }
    }

    fn skip_path(&self, mut at: usize, depth: u32) -> Option<usize> {
        if self.kind_at(at) == ColonColon {
            at += 1;
        }
        loop {
            if self.kind_at(at) != Identifier {
                return None;
            }
            at += 1;
            if self.kind_at(at) == Less {
                match self.skip_template_args(at, depth) {
                    Some(after) => at = after,
                    None => return Some(at),
                }
            }
            if self.kind_at(at) != ColonColon {
                return Some(at);
            }
            at += 1;
        }
    }

    /// The token after the `>` of the template arguments that start with the `<` at a token.
    fn skip_template_args(&self, at: usize, depth: u32) -> Option<usize> {
        let mut at = self.skip_type_within(at + 1, depth + 1)?;
        while self.kind_at(at) == Comma {
            at = self.skip_type_within(at + 1, depth + 1)?;
        }
        (self.kind_at(at) == Greater).then_some(at + 1)
    }

    /// True when the `<` at the current token opens template arguments of an expression, after the name before it.
    pub(super) fn is_template_call(&self) -> bool {
        if let Some(templates) = &self.options.templates {
            let name = self.text_at(self.at - 1);
            if !templates.iter().any(|template| template == name) {
                return false;
            }
        }
        let Some(after) = self.skip_template_args(self.at, 0) else { return false };
        let after = self.skip_suffixes(after);
        match self.kind_at(after) {
            OpenParen | ColonColon => true,
            Eq => self.kind_at(after + 1) == OpenBrace,
            _ => false,
        }
    }

    /// True when a lambda starts at the current token, which is the word `function`.
    pub(super) fn is_lambda(&self) -> bool {
        self.nth(1) == OpenParen
            && self.skip_parens(self.at + 1).is_some_and(|after| self.kind_at(after) == OpenBrace)
    }

    /// The token after the `)` that closes the `(` at a token.
    pub(super) fn skip_parens(&self, at: usize) -> Option<usize> {
        /// How many tokens are walked through before the table of all pairs is made.
        const NEAR: usize = 100;
        let mut open = 0usize;
        for (distance, token) in self.tokens[at..].iter().enumerate().take(NEAR) {
            match token.kind {
                OpenParen => open += 1,
                CloseParen => open -= 1,
                End => return None,
                _ => {}
            }
            if open == 0 {
                return Some(at + distance + 1);
            }
        }
        let closing = self.closing_parens.get_or_init(|| closing_parens(self.tokens))[at];
        (closing != NOT_CLOSED).then_some(closing as usize + 1)
    }

    /// What a type and a name, with the `(` at a token after them, declare.
    pub(super) fn after_name(&self, at: usize, is_surely_function: bool) -> AfterName {
        let Some(after) = self.skip_parens(at) else { return AfterName::Function };
        let first = self.kind_at(at + 1);
        match self.kind_at(after) {
            OpenBrace | End | Const => AfterName::Function,
            Identifier if attribute(self.text_at(after)) => AfterName::Function,
            _ if is_surely_function || self.options.declarations_only => AfterName::Function,
            _ if first == CloseParen => AfterName::Arguments,
            _ if self.is_parameter(at + 1) => AfterName::Function,
            _ => AfterName::Arguments,
        }
    }

    /// True when what starts at a token can be a parameter but no argument.
    fn is_parameter(&self, at: usize) -> bool {
        if self.kind_at(at) == Void {
            return true;
        }
        self.skip_type(at).is_some_and(|after| match self.kind_at(after) {
            Identifier => true,
            Amp => matches!(self.kind_at(after + 1), In | Out | Inout),
            Comma | CloseParen => is_primitive(self.kind_at(after - 1)),
            _ => false,
        })
    }
}

/// Stands in the table of pairs where a parenthesis is not closed.
const NOT_CLOSED: u32 = u32::MAX;

/// For each token that is a `(`, the token that closes it.
fn closing_parens(tokens: &[Token]) -> Vec<u32> {
    let mut closing = vec![NOT_CLOSED; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            OpenParen => open.push(at),
            CloseParen => {
                if let Some(opening) = open.pop() {
                    closing[opening] = at as u32;
                }
            }
            _ => {}
        }
    }
    closing
}

/// What follows the name of a declaration with a parenthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterName {
    /// Parameters of a function.
    Function,
    /// Arguments for the constructor of a variable.
    Arguments,
}

/// True for the words that may follow a parameter list.
pub(super) fn attribute(word: &str) -> bool {
    matches!(word, "override" | "final" | "explicit" | "property" | "delete")
}

/// True for the words of built-in types.
pub(super) const fn is_primitive(kind: TokenKind) -> bool {
    matches!(
        kind,
        Void | Bool
            | Int
            | Int8
            | Int16
            | Int32
            | Int64
            | Uint
            | Uint8
            | Uint16
            | Uint32
            | Uint64
            | FloatType
            | DoubleType
    )
}
