//! Types and paths.

use super::Parser;
use super::lookahead::is_primitive;
use crate::ast::{List, Path, Primitive, ScopeSegment, Type, TypeBase, TypeSuffix};
use crate::diagnostics;
use crate::token::TokenKind::{self, *};

impl Parser<'_> {
    /// `['const'] [scope] name ['<' types '>'] { '[' ']' | '@' ['const'] }`
    pub(super) fn parse_type(&mut self) -> Type {
        let start = self.start();
        let is_const = self.eat(Const);
        let base = self.type_base();
        let suffixes = self.type_suffixes();
        Type { span: self.span_from(start), is_const, base, suffixes }
    }

    fn type_base(&mut self) -> TypeBase {
        let kind = self.kind();
        if let Some(primitive) = primitive(kind) {
            self.bump();
            return TypeBase::Primitive(primitive);
        }
        match kind {
            Identifier | ColonColon => {
                let path = self.type_path();
                TypeBase::Named(self.add(path))
            }
            Auto => {
                self.bump();
                TypeBase::Auto
            }
            Question => {
                if !self.options.declarations_only {
                    let span = self.here();
                    self.error(diagnostics::any_type(span));
                }
                self.bump();
                TypeBase::Any
            }
            _ => {
                self.expected("a type");
                TypeBase::Error
            }
        }
    }

    fn type_suffixes(&mut self) -> List<TypeSuffix> {
        if !matches!(self.kind(), OpenBracket | At) {
            return List::EMPTY;
        }
        let begin = self.begin_list::<TypeSuffix>();
        loop {
            let start = self.start();
            if self.is(OpenBracket) && self.nth(1) == CloseBracket {
                self.bump();
                self.bump();
                let span = self.span_from(start);
                self.push(TypeSuffix::Array { span });
            } else if self.eat(At) {
                let is_const = self.eat(Const);
                let span = self.span_from(start);
                self.push(TypeSuffix::Handle { span, is_const });
            } else {
                return self.finish_list(begin);
            }
        }
    }

    /// A path in a place where only a type can stand, so that every `<` opens template arguments.
    pub(super) fn type_path(&mut self) -> Path {
        self.path(|parser| parser.is(Less))
    }

    /// A path in an expression.
    pub(super) fn expr_path(&mut self) -> Path {
        self.path(|parser| parser.is(Less) && parser.is_template_call())
    }

    fn path(&mut self, has_args: impl Fn(&Self) -> bool) -> Path {
        let start = self.start();
        let is_absolute = self.eat(ColonColon);
        let mut name = self.name("a name");
        let mut args = List::EMPTY;
        if !matches!(self.kind(), ColonColon | Less) {
            return Path { span: self.span_from(start), is_absolute, scope: List::EMPTY, name, args };
        }
        let begin = self.begin_list::<ScopeSegment>();
        loop {
            if has_args(self) {
                args = self.template_args();
            }
            if !self.eat(ColonColon) {
                break;
            }
            self.push(ScopeSegment { name, args });
            name = self.name("a name after `::`");
            args = List::EMPTY;
        }
        let scope = self.finish_list(begin);
        Path { span: self.span_from(start), is_absolute, scope, name, args }
    }

    /// `'<' type {',' type} '>'`
    pub(super) fn template_args(&mut self) -> List<Type> {
        let opening = self.here();
        self.bump();
        let begin = self.begin_list::<Type>();
        if self.enter() {
            loop {
                let ty = self.parse_type();
                self.push(ty);
                if !self.eat(Comma) {
                    break;
                }
            }
            self.leave();
        }
        let args = self.finish_list(begin);
        self.expect_closing(Greater, opening, "the template arguments");
        args
    }
}

const fn primitive(kind: TokenKind) -> Option<Primitive> {
    if !is_primitive(kind) {
        return None;
    }
    Some(match kind {
        Bool => Primitive::Bool,
        Int8 => Primitive::Int8,
        Int16 => Primitive::Int16,
        Int | Int32 => Primitive::Int,
        Int64 => Primitive::Int64,
        Uint8 => Primitive::Uint8,
        Uint16 => Primitive::Uint16,
        Uint | Uint32 => Primitive::Uint,
        Uint64 => Primitive::Uint64,
        FloatType => Primitive::Float,
        DoubleType => Primitive::Double,
        _ => Primitive::Void,
    })
}
