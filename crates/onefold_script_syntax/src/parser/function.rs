//! Functions, parameters, accessors and lambdas.

use onefold_diag::Span;

use super::Parser;
use crate::ast::{
    Accessor, AccessorKind, Block, Function, FunctionAttributes, FunctionKind, Id, Lambda, List, Param,
    RefMode, Signature, Type, TypeBase, VirtualProperty,
};
use crate::diagnostics;
use crate::options::Level;
use crate::token::TokenKind::*;

/// Where a function stands, which decides what it may look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Global,
    External,
    Class,
    Interface,
}

/// What stands before the name of a function.
#[derive(Clone, Copy)]
pub(super) struct Head {
    /// Where the declaration starts, behind its modifiers.
    pub start: u32,
    pub kind: FunctionKind,
    pub return_type: Option<Type>,
    pub returns_ref: bool,
}

impl Parser<'_> {
    /// From the name to the body or `;`.
    pub(super) fn function(&mut self, head: Head, place: Place) -> Id<Function> {
        let start = self.at;
        let signature = self.signature(head, matches!(place, Place::Class | Place::Interface));
        self.check_attributes(&signature, place, start);
        let body = match self.kind() {
            OpenBrace => self.function_body(place),
            _ => {
                self.function_end(&signature, place);
                None
            }
        };
        self.add(Function { kind: head.kind, signature, body })
    }

    /// Reports the attributes that a function of that place cannot have: outside of classes there is nothing to
    /// override, and at the oldest level methods of interfaces have none.
    fn check_attributes(&mut self, signature: &Signature, place: Place, start: usize) {
        if signature.attributes == FunctionAttributes::default() || place == Place::Class {
            return;
        }
        let closing = (start..self.at).rev().find(|&at| self.kind_at(at) == CloseParen).unwrap_or(start);
        for at in closing + 1..self.at {
            let (word, span) = (self.text_at(at), self.span_of(self.tokens[at]));
            match place {
                _ if self.kind_at(at) != Identifier => {}
                Place::Interface if self.has_level(Level::V239) => {}
                Place::Interface => {
                    self.error(diagnostics::needs_newer_level(
                        span,
                        "an attribute of a method of an interface",
                    ));
                }
                _ if word == "property" => {}
                _ => self.error(diagnostics::attribute_refused(span, word, "a function outside of classes")),
            }
        }
    }

    fn function_body(&mut self, place: Place) -> Option<Block> {
        if place == Place::Interface {
            let span = self.here();
            self.error(diagnostics::body_refused(span, "a method of an interface"));
        }
        Some(self.block("the function"))
    }

    /// A function without a body.
    fn function_end(&mut self, signature: &Signature, place: Place) {
        let needs_body = !self.options.declarations_only
            && matches!(place, Place::Global | Place::Class)
            && !signature.attributes.is_delete;
        if self.is(Semicolon) {
            if needs_body {
                let name = self.tree.name(signature.name).to_owned();
                self.error(diagnostics::body_missing(signature.span, &name));
            }
            return self.bump();
        }
        if needs_body {
            self.expected("`{` and the body of the function");
        } else {
            self.expected("`;` after the function");
        }
        if !self.is_on_new_line() || matches!(self.kind(), Identifier | Colon) {
            self.skip_item();
        }
    }

    /// `name '(' params ')' ['const'] {attribute}`
    pub(super) fn signature(&mut self, head: Head, is_method: bool) -> Signature {
        let return_type = head.return_type.map(|ty| self.add(ty));
        let name = self.name("a name for the function");
        let (params, is_variadic) = self.params();
        let is_const = is_method && self.eat(Const);
        let attributes = self.attributes();
        Signature {
            span: self.span_from(head.start),
            return_type,
            returns_ref: head.returns_ref,
            name,
            params,
            is_variadic,
            is_const,
            attributes,
        }
    }

    fn attributes(&mut self) -> FunctionAttributes {
        let mut attributes = FunctionAttributes::default();
        while self.is(Identifier) {
            let flag = match self.text_at(self.at) {
                "override" => &mut attributes.is_override,
                "final" => &mut attributes.is_final,
                "explicit" => &mut attributes.is_explicit,
                "property" => &mut attributes.is_property,
                "delete" if self.options.level >= Level::V239 => &mut attributes.is_delete,
                _ => break,
            };
            let is_repeated = std::mem::replace(flag, true);
            if is_repeated {
                let (span, word) = (self.here(), self.text_at(self.at));
                self.error(diagnostics::modifier_repeated(span, word));
            }
            self.bump();
        }
        attributes
    }

    /// `'(' [param {',' param}] ')'`, with `(void)` for none; tells whether `...` follows the last.
    fn params(&mut self) -> (List<Param>, bool) {
        let opening = self.here();
        if !self.expect(OpenParen, "and the parameters") {
            return (List::EMPTY, false);
        }
        let begin = self.begin_list::<Param>();
        let mut is_variadic = false;
        if self.is(Void) && self.nth(1) == CloseParen {
            self.bump();
        } else if !self.is(CloseParen) {
            loop {
                if self.options.declarations_only && self.eat(Ellipsis) {
                    is_variadic = true;
                    break;
                }
                let before = self.at;
                let param = self.param();
                self.push(param);
                is_variadic = self.options.declarations_only && self.eat(Ellipsis);
                if is_variadic || !self.eat(Comma) || self.at == before {
                    break;
                }
            }
        }
        let params = self.finish_list(begin);
        self.close_params(opening);
        (params, is_variadic)
    }

    /// The `)` after parameters; where it is missing, whatever stands before it is left out.
    fn close_params(&mut self, opening: Span) {
        if self.expect_closing(CloseParen, opening, "the parameters") {
            return;
        }
        let mut ahead = 0;
        while !matches!(self.nth(ahead), CloseParen | Semicolon | OpenBrace | CloseBrace | End) {
            ahead += 1;
        }
        if self.nth(ahead) == CloseParen {
            self.at += ahead + 1;
        }
    }

    /// `type ['&' ['in' | 'out' | 'inout']] [name] ['=' default]`
    fn param(&mut self) -> Param {
        let start = self.start();
        let ty = self.parse_type();
        let is_wrong = ty.base == TypeBase::Error;
        let ty = Some(self.add(ty));
        if is_wrong {
            return Param {
                span: self.span_from(start),
                ty,
                mode: RefMode::Value,
                name: None,
                default: None,
            };
        }
        let mode = self.ref_mode();
        let name = if self.is(Identifier) { Some(self.identifier()) } else { None };
        let default = if self.eat(Eq) { Some(self.assignment()) } else { None };
        Param { span: self.span_from(start), ty, mode, name, default }
    }

    fn ref_mode(&mut self) -> RefMode {
        if !self.eat(Amp) {
            return RefMode::Value;
        }
        let mode = match self.kind() {
            In => RefMode::In,
            Out => RefMode::Out,
            Inout => RefMode::InOut,
            _ => return RefMode::InOut,
        };
        self.bump();
        mode
    }

    /// `'{' {('get' | 'set') ['const'] {attribute} (body | ';')} '}'` after the type and name of a property.
    pub(super) fn virtual_property(&mut self, head: Head, place: Place) -> Id<VirtualProperty> {
        let ty = match head.return_type {
            Some(ty) => self.add(ty),
            None => self.missing_type(),
        };
        let name = self.name("a name for the property");
        let opening = self.here();
        self.bump();
        let begin = self.begin_list::<Accessor>();
        while !matches!(self.kind(), CloseBrace | End) {
            match self.opt_accessor(place) {
                Some(accessor) => self.push(accessor),
                None => {
                    self.expected("`get`, `set` or `}`");
                    self.skip_statement();
                }
            }
        }
        let accessors = self.finish_list(begin);
        self.expect_closing(CloseBrace, opening, "the property");
        let span = self.span_from(head.start);
        self.add(VirtualProperty { span, ty, is_ref: head.returns_ref, name, accessors })
    }

    fn opt_accessor(&mut self, place: Place) -> Option<Accessor> {
        let word = self.here();
        let kind = if self.eat_word("get") {
            AccessorKind::Get
        } else if self.eat_word("set") {
            AccessorKind::Set
        } else {
            return None;
        };
        let is_const = matches!(place, Place::Class | Place::Interface) && self.eat(Const);
        let attributes = self.attributes();
        let body = if self.is(OpenBrace) {
            if place == Place::Interface {
                let span = self.here();
                self.error(diagnostics::body_refused(span, "an accessor of an interface"));
            }
            Some(self.block("the accessor"))
        } else {
            self.accessor_end(word, place);
            None
        };
        Some(Accessor { span: self.span_from(word.start), kind, word, is_const, attributes, body })
    }

    fn accessor_end(&mut self, word: Span, place: Place) {
        if !self.is(Semicolon) {
            self.expected("`{` or `;` after the accessor");
            return;
        }
        if place != Place::Interface && !self.options.declarations_only {
            self.error(diagnostics::accessor_body_missing(word));
        }
        self.bump();
    }

    pub(super) fn missing_type(&mut self) -> Id<Type> {
        let span = self.report.span(self.end(), self.end());
        self.add(Type { span, is_const: false, base: TypeBase::Error, suffixes: List::EMPTY })
    }

    /// `'function' '(' [param {',' param}] ')' body`; types, names or both may be left out.
    pub(super) fn lambda(&mut self) -> Id<Lambda> {
        let start = self.start();
        self.bump();
        let opening = self.here();
        self.bump();
        let begin = self.begin_list::<Param>();
        if !self.is(CloseParen) {
            loop {
                let param = self.lambda_param();
                self.push(param);
                if !self.eat(Comma) {
                    break;
                }
            }
        }
        let params = self.finish_list(begin);
        self.close_params(opening);
        let outer = std::mem::replace(&mut self.heights.peak, 0);
        let body = if self.is(OpenBrace) { self.block("the lambda") } else { self.missing_block() };
        self.heights.lambda = self.heights.peak.saturating_sub(self.depth);
        self.heights.peak = self.heights.peak.max(outer);
        let span = self.span_from(start);
        self.add(Lambda { span, params, body })
    }

    /// `[type ['&' …]] [name]`: a name alone is a name, not a type.
    fn lambda_param(&mut self) -> Param {
        let start = self.start();
        let mut param =
            Param { span: self.here(), ty: None, mode: RefMode::Value, name: None, default: None };
        match (self.kind(), self.nth(1)) {
            (Comma | CloseParen, _) if self.has_level(Level::V239) => {
                param.span = self.report.span(start, start);
                return param;
            }
            (Identifier, Comma | CloseParen) => param.name = Some(self.identifier()),
            _ => {
                let ty = self.parse_type();
                param.ty = Some(self.add(ty));
                param.mode = self.ref_mode();
                if self.is(Identifier) {
                    param.name = Some(self.identifier());
                }
            }
        }
        param.span = self.span_from(start);
        param
    }
}
