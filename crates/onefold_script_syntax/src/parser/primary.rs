//! Operands: literals, names, calls, constructions, casts, lambdas and lists.

use super::Parser;
use super::lookahead::is_primitive;
use crate::ast::{Expr, ExprKind, Id, Literal, QuoteKind, StringId};
use crate::literal;
use crate::token::{Token, TokenKind::*};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Id<Expr> {
        let start = self.start();
        let kind = match self.kind() {
            Identifier | ColonColon => self.named(),
            Integer | Bits | Float | Double => ExprKind::Literal(self.number_literal()),
            String | Heredoc => {
                let (value, quote) = self.string_literal();
                ExprKind::Literal(Literal::String { value, quote })
            }
            True => self.word_literal(Literal::Bool(true)),
            False => self.word_literal(Literal::Bool(false)),
            Null => self.word_literal(Literal::Null),
            OpenParen => self.paren(),
            OpenBrace => ExprKind::InitList(self.init_list()),
            Cast => self.cast(),
            Void if !matches!(self.nth(1), OpenParen | OpenBracket | At) => {
                self.bump();
                ExprKind::Void
            }
            kind if is_primitive(kind) => self.construct(),
            _ => return self.no_expr(),
        };
        self.add_expr(start, kind)
    }

    fn no_expr(&mut self) -> Id<Expr> {
        self.expected("an expression");
        self.missing_expr()
    }

    fn word_literal(&mut self, literal: Literal) -> ExprKind {
        self.bump();
        ExprKind::Literal(literal)
    }

    fn number_literal(&mut self) -> Literal {
        let (kind, text, span) = (self.kind(), self.text_at(self.at), self.here());
        self.bump();
        Literal::Number(literal::number(kind, text, span, &mut self.report))
    }

    /// One string or several neighbours, joined.
    pub(super) fn string_literal(&mut self) -> (StringId, QuoteKind) {
        let quote = match (self.kind(), self.text_at(self.at).as_bytes()[0]) {
            (Heredoc, _) => QuoteKind::Heredoc,
            (_, b'\'') => QuoteKind::Single,
            _ => QuoteKind::Double,
        };
        self.string.clear();
        while matches!(self.kind(), String | Heredoc) {
            self.append_string(self.token());
            self.bump();
        }
        (self.tree.strings.add([self.string.as_slice()]), quote)
    }

    fn append_string(&mut self, token: Token) {
        let text = &self.text[token.start as usize..token.end as usize];
        if token.kind == Heredoc {
            let content = &text[3..];
            let content = content.strip_suffix("\"\"\"").unwrap_or(content);
            self.string.extend_from_slice(literal::heredoc(content).as_bytes());
            return;
        }
        let quote = char::from(text.as_bytes()[0]);
        let content = &text[1..];
        // A string without an end was reported; its last character may be an escaped quote.
        let content = content.strip_suffix(quote).unwrap_or(content);
        literal::string(content, token.start + 1, &mut self.string, &mut self.report);
    }

    /// `'(' assignment ')'`
    fn paren(&mut self) -> ExprKind {
        let opening = self.here();
        self.bump();
        let inner = self.assignment();
        self.expect_closing(CloseParen, opening, "the parenthesis");
        ExprKind::Paren(inner)
    }

    /// `'cast' '<' type '>' '(' assignment ')'`
    fn cast(&mut self) -> ExprKind {
        self.bump();
        let opening = self.here();
        let ty = if self.expect(Less, "and the type after `cast`") {
            let ty = self.parse_type();
            self.expect_closing(Greater, opening, "the type of `cast`");
            self.add(ty)
        } else {
            self.missing_type()
        };
        let opening = self.here();
        if !self.expect(OpenParen, "and the value of `cast`") {
            let value = self.missing_expr();
            return ExprKind::Cast { ty, value };
        }
        let value = self.assignment();
        self.expect_closing(CloseParen, opening, "the value of `cast`");
        ExprKind::Cast { ty, value }
    }

    /// `type args`, or `type '=' list`, where the type is surely one.
    fn construct(&mut self) -> ExprKind {
        let ty = self.parse_type();
        let ty = self.add(ty);
        if self.is(Eq) && self.nth(1) == OpenBrace {
            self.bump();
            return ExprKind::TypedList { ty, list: self.init_list() };
        }
        if !self.is(OpenParen) {
            self.expected("`(` after the type");
            return ExprKind::Error;
        }
        ExprKind::Construct { ty, args: self.call_args() }
    }

    /// What starts with a name: a lambda, a call, a construction, a list with its type, or the name alone.
    fn named(&mut self) -> ExprKind {
        if self.is_word("function") && self.is_lambda() {
            return if self.enter() {
                let lambda = self.lambda();
                self.leave();
                ExprKind::Lambda(lambda)
            } else {
                ExprKind::Error
            };
        }
        if self.is_construction() {
            return self.construct();
        }
        let path = self.expr_path();
        let path_id = self.add(path);
        match self.kind() {
            OpenParen => ExprKind::Call { path: path_id, args: self.call_args() },
            _ => ExprKind::Name(path_id),
        }
    }

    /// True when a type starts at the current token that a name alone could not be: `Foo[](…)`, `array<int> = {…}`.
    fn is_construction(&self) -> bool {
        match self.nth(1) {
            // These decide most names without a look at the whole type.
            OpenBracket if self.nth(2) == CloseBracket => true,
            Less | ColonColon | Identifier => self.is_suffixed_type(),
            _ => false,
        }
    }

    fn is_suffixed_type(&self) -> bool {
        let Some(after) = self.skip_type(self.at) else { return false };
        let last = self.kind_at(after - 1);
        match self.kind_at(after) {
            OpenParen => matches!(last, CloseBracket | At | Const),
            Eq => matches!(last, Greater | CloseBracket | At | Const) && self.kind_at(after + 1) == OpenBrace,
            _ => false,
        }
    }
}
