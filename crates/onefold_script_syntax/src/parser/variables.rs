//! Variables and their initialisers.

use super::Parser;
use super::lookahead::AfterName;
use crate::ast::{Declarator, Id, Init, InitItem, InitList, List, Type, Variables};
use crate::diagnostics;
use crate::token::TokenKind::*;

impl Parser<'_> {
    /// What follows the type of variables: `name [init] {',' name [init]}`, without the `;`.
    pub(super) fn variables(&mut self, ty: Type) -> Id<Variables> {
        let ty_id = self.add(ty);
        let begin = self.begin_list::<Declarator>();
        loop {
            let declarator = self.declarator();
            self.push(declarator);
            if !self.eat(Comma) {
                break;
            }
        }
        let declarators = self.finish_list(begin);
        let span = self.span_from(ty.span.start);
        self.add(Variables { span, ty: ty_id, declarators })
    }

    fn declarator(&mut self) -> Declarator {
        let start = self.start();
        let name = self.name("a name for the variable");
        let init = match self.kind() {
            Eq => {
                self.bump();
                if self.is(OpenBrace) { Init::List(self.init_list()) } else { Init::Value(self.assignment()) }
            }
            OpenParen => Init::Args(self.call_args()),
            OpenBracket => {
                let span = self.here();
                self.error(diagnostics::array_size(span));
                self.skip_balanced();
                Init::None
            }
            _ => Init::None,
        };
        Declarator { span: self.span_from(start), name, init }
    }

    /// `'{' [value | list] {',' [value | list]} '}'`; nothing before a comma or the brace is an element, too.
    pub(super) fn init_list(&mut self) -> InitList {
        let opening = self.here();
        self.bump();
        let begin = self.begin_list::<InitItem>();
        if self.enter() {
            if !self.is(CloseBrace) {
                self.init_items();
            }
            self.leave();
        }
        let items: List<InitItem> = self.finish_list(begin);
        if !self.expect_closing(CloseBrace, opening, "the list") {
            self.leave_init_list();
        }
        InitList { span: self.span_from(opening.start), items }
    }

    fn init_items(&mut self) {
        loop {
            let item = match self.kind() {
                Comma | CloseBrace => InitItem::Empty { span: self.report.span(self.end(), self.start()) },
                OpenBrace => InitItem::List(self.init_list()),
                _ => InitItem::Value(self.assignment()),
            };
            self.push(item);
            if !self.eat(Comma) {
                return;
            }
        }
    }

    /// After a wrong element: goes past the brace when it closes before the statement ends.
    fn leave_init_list(&mut self) {
        let mut ahead = 0;
        while !matches!(self.nth(ahead), Semicolon | OpenBrace | CloseBrace | End) {
            ahead += 1;
        }
        if self.nth(ahead) == CloseBrace {
            self.at += ahead + 1;
        }
    }

    /// True when the current token is the name of a function rather than of a variable, with the type before it read.
    pub(super) fn is_function_name(&self, is_surely_function: bool) -> bool {
        self.nth(1) == OpenParen && self.after_name(self.at + 1, is_surely_function) == AfterName::Function
    }
}
