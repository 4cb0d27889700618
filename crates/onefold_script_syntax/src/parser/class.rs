//! Classes and interfaces.

use super::Parser;
use super::function::{Head, Place};
use super::item::{Words, is_plain_void};
use super::lookahead::is_primitive;
use crate::ast::{Class, FunctionKind, Interface, ItemKind, List, Member, MemberKind, Path, Type, TypeBase};
use crate::diagnostics;
use crate::token::TokenKind::{self, *};

/// The words before a member that name who may use it.
const ACCESS: &[&str] = &["private", "protected"];

impl Parser<'_> {
    /// `'class' name (';' | [':' bases] '{' members '}')`
    pub(super) fn class(&mut self, words: &Words, is_mixin: bool) -> ItemKind {
        self.allow(words, &["shared", "external", "abstract", "final"], "a class");
        if self.is_struct() {
            let span = self.here();
            self.error(diagnostics::struct_is_class(span));
            self.bump();
        } else {
            self.eat(TokenKind::Class);
        }
        let name = self.name("a name for the class");
        let (bases, members) = self.type_body("the class", Place::Class);
        ItemKind::Class(self.add(Class { is_mixin, name, bases, members }))
    }

    /// True at a class that starts with the word that other languages use.
    pub(super) fn is_struct(&self) -> bool {
        self.is_word("struct") && self.nth(1) == Identifier && matches!(self.nth(2), OpenBrace | Colon)
    }

    /// `'interface' name (';' | [':' bases] '{' members '}')`
    pub(super) fn interface(&mut self, words: &Words) -> ItemKind {
        self.allow(words, &["shared", "external"], "an interface");
        self.bump();
        let name = self.name("a name for the interface");
        let (bases, members) = self.type_body("the interface", Place::Interface);
        ItemKind::Interface(self.add(Interface { name, bases, members }))
    }

    fn type_body(&mut self, what: &str, place: Place) -> (List<Path>, Option<List<Member>>) {
        let bases = self.opt_bases();
        if self.is(OpenBrace) {
            return (bases, Some(self.members(what, place)));
        }
        if !self.eat(Semicolon) {
            self.expected(&format!("`{{` after the name of {what}"));
            self.skip_item();
        }
        (bases, None)
    }

    fn opt_bases(&mut self) -> List<Path> {
        if !self.eat(Colon) {
            return List::EMPTY;
        }
        let begin = self.begin_list::<Path>();
        loop {
            let path = self.type_path();
            self.push(path);
            if !self.eat(Comma) {
                return self.finish_list(begin);
            }
        }
    }

    fn members(&mut self, what: &str, place: Place) -> List<Member> {
        let opening = self.here();
        self.bump();
        let begin = self.begin_list::<Member>();
        loop {
            match self.kind() {
                End | CloseBrace => break,
                Semicolon => self.bump(),
                kind if is_outside_classes(kind) && self.is_on_new_line() => break,
                _ => {
                    let before = self.at;
                    match self.opt_member(place) {
                        Some(member) => self.push(member),
                        None => self.skip_item(),
                    }
                    if self.at == before {
                        self.bump();
                    }
                }
            }
        }
        let members = self.finish_list(begin);
        self.expect_closing(CloseBrace, opening, what);
        members
    }

    fn opt_member(&mut self, place: Place) -> Option<Member> {
        let metadata = self.metadata();
        let start = self.start();
        let words = self.words();
        let kind = match self.kind() {
            Funcdef => {
                self.allow(&words, &[], "`funcdef`");
                MemberKind::Funcdef(self.funcdef_item(&Words::default()))
            }
            Tilde => {
                self.allow(&words, ACCESS, "a destructor");
                self.destructor(place)
            }
            Identifier if self.nth(1) == OpenParen => {
                self.allow(&words, ACCESS, "a constructor");
                self.constructor(place)
            }
            Identifier | ColonColon | Const | Auto | Question => self.typed_member(&words, place)?,
            kind if is_primitive(kind) => self.typed_member(&words, place)?,
            _ => {
                self.expected(match place {
                    Place::Interface => "a method or property",
                    _ => "a method, property or `}`",
                });
                return None;
            }
        };
        Some(Member { span: self.span_from(start), metadata, modifiers: words.flags, kind })
    }

    fn constructor(&mut self, place: Place) -> MemberKind {
        let start = self.start();
        if place == Place::Interface {
            let span = self.here();
            self.error(diagnostics::return_type_missing(span));
        }
        let head = Head { start, kind: FunctionKind::Constructor, return_type: None, returns_ref: false };
        MemberKind::Function(self.function(head, place))
    }

    fn destructor(&mut self, place: Place) -> MemberKind {
        let start = self.start();
        self.bump();
        let head = Head { start, kind: FunctionKind::Destructor, return_type: None, returns_ref: false };
        MemberKind::Function(self.function(head, place))
    }

    /// A method, virtual property or properties: whatever starts with a type.
    fn typed_member(&mut self, words: &Words, place: Place) -> Option<MemberKind> {
        let start = self.start();
        let ty = self.parse_type();
        if ty.base == TypeBase::Error {
            return None;
        }
        let returns_ref = self.eat(Amp);
        if !self.is(Identifier) {
            self.expected_name("a name after the type");
            return None;
        }
        let access: &[&str] = if place == Place::Interface { &[] } else { ACCESS };
        let head = Head { start, kind: FunctionKind::Function, return_type: Some(ty), returns_ref };
        if self.nth(1) == OpenBrace {
            self.allow(words, access, "a property");
            return Some(MemberKind::VirtualProperty(self.virtual_property(head, place)));
        }
        let is_surely_function = returns_ref || place == Place::Interface || is_plain_void(&ty);
        if self.is_function_name(is_surely_function) {
            self.allow(words, access, "a method");
            return Some(MemberKind::Function(self.function(head, place)));
        }
        self.allow(words, access, "a property");
        self.fields(ty, place)
    }

    fn fields(&mut self, ty: Type, place: Place) -> Option<MemberKind> {
        if place == Place::Interface {
            let span = self.here();
            self.error(diagnostics::field_in_interface(span));
        }
        let variables = self.variables(ty);
        self.expect_member_semicolon("the property");
        Some(MemberKind::Variables(variables))
    }
}

/// Words of declarations that no class contains: at the start of a line, a `}` is missing before them.
const fn is_outside_classes(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Class | TokenKind::Interface | Enum | Namespace | Import | Mixin | Typedef)
}
