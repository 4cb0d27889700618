//! Declarations at the top level and in namespaces.

use onefold_diag::Span;

use super::Parser;
use super::function::{Head, Place};
use super::lookahead::is_primitive;
use crate::ast::{
    Enum, EnumValue, Funcdef, FunctionKind, Id, Import, Item, ItemKind, List, Metadata, Modifiers, Name,
    Namespace, Primitive, StringId, Type, TypeBase, Typedef, Using,
};
use crate::diagnostics;
use crate::options::Level;
use crate::token::TokenKind::*;

/// The words before a declaration with their places.
#[derive(Clone, Copy, Default)]
pub(super) struct Words {
    pub flags: Modifiers,
    spans: [Option<Span>; WORDS.len()],
}

/// The words that may stand before a declaration.
const WORDS: [&str; 6] = ["shared", "external", "abstract", "final", "private", "protected"];

impl Words {
    /// The flag and the place of a word of [`WORDS`].
    fn slot(&mut self, word: &str) -> Option<(&mut bool, &mut Option<Span>)> {
        let flags = &mut self.flags;
        let (at, flag) = match word {
            "shared" => (0, &mut flags.is_shared),
            "external" => (1, &mut flags.is_external),
            "abstract" => (2, &mut flags.is_abstract),
            "final" => (3, &mut flags.is_final),
            "private" => (4, &mut flags.is_private),
            "protected" => (5, &mut flags.is_protected),
            _ => return None,
        };
        Some((flag, &mut self.spans[at]))
    }
}

impl Parser<'_> {
    /// Declarations up to the end of the file, or to the `}` of the namespace that `opening` opens.
    pub(super) fn items(&mut self, opening: Option<Span>) -> List<Item> {
        let begin = self.begin_list::<Item>();
        loop {
            match self.kind() {
                End => break,
                CloseBrace if opening.is_some() => break,
                CloseBrace => {
                    let span = self.here();
                    self.error(diagnostics::unmatched_brace(span));
                    self.bump();
                }
                Semicolon => self.bump(),
                _ => {
                    let before = self.at;
                    match self.opt_item() {
                        Some(item) => self.push(item),
                        None => self.skip_item(),
                    }
                    if self.at == before {
                        self.bump();
                    }
                }
            }
        }
        let items = self.finish_list(begin);
        if let Some(opening) = opening {
            self.expect_closing(CloseBrace, opening, "the namespace");
        }
        items
    }

    fn opt_item(&mut self) -> Option<Item> {
        let metadata = self.metadata();
        let start = self.start();
        let words = self.words();
        let kind = match self.kind() {
            Class => self.class(&words, false),
            Identifier if self.is_struct() => self.class(&words, false),
            Interface => self.interface(&words),
            Enum => self.enumeration(&words),
            Mixin => self.mixin(words),
            Funcdef => ItemKind::Funcdef(self.funcdef_item(&words)),
            Typedef => self.typedef(&words),
            Namespace => self.namespace(&words)?,
            Using => self.using_item(&words),
            Import => self.import(&words),
            Identifier | ColonColon | Const | Auto | Question => self.typed(&words)?,
            kind if is_primitive(kind) => self.typed(&words)?,
            _ => {
                self.expected("a declaration");
                return None;
            }
        };
        Some(Item { span: self.span_from(start), metadata, modifiers: words.flags, kind })
    }

    /// `{'[' anything ']'}`
    pub(super) fn metadata(&mut self) -> List<Metadata> {
        if !self.is(OpenBracket) {
            return List::EMPTY;
        }
        let begin = self.begin_list::<Metadata>();
        while self.is(OpenBracket) {
            let opening = self.here();
            self.skip_balanced();
            let span = self.span_from(opening.start);
            let last = self.tokens[self.at - 1];
            let is_closed = last.kind == CloseBracket;
            if !is_closed {
                self.expect_closing(CloseBracket, opening, "the metadata");
            }
            let text_end = if is_closed { last.start } else { last.end };
            let text = self.report.span(opening.end, text_end.max(opening.end));
            self.push(Metadata { span, text });
        }
        self.finish_list(begin)
    }

    /// The words before a declaration.
    pub(super) fn words(&mut self) -> Words {
        let mut words = Words::default();
        while self.is_modifier() {
            let (span, word) = (self.here(), self.text_at(self.at));
            let Some((flag, place)) = words.slot(word) else { break };
            if std::mem::replace(flag, true) {
                self.error(diagnostics::modifier_repeated(span, word));
            }
            *place = Some(span);
            self.bump();
        }
        words
    }

    /// `shared` and the like are names unless what follows is a declaration.
    fn is_modifier(&self) -> bool {
        match self.kind() {
            Private | Protected => true,
            Identifier if matches!(self.text_at(self.at), "shared" | "external" | "abstract" | "final") => {
                match self.nth(1) {
                    Identifier => !matches!(self.nth(2), Semicolon | Eq | Comma | OpenParen | OpenBrace),
                    Class | Interface | Enum | Funcdef | Mixin | Typedef | Namespace | Import | Const
                    | Auto => true,
                    kind => is_primitive(kind),
                }
            }
            _ => false,
        }
    }

    /// Reports the words that may not stand before `what`.
    pub(super) fn allow(&mut self, words: &Words, allowed: &[&str], what: &str) {
        for (word, span) in WORDS.iter().zip(words.spans) {
            if let Some(span) = span
                && !allowed.contains(word)
            {
                self.error(diagnostics::modifier_refused(span, word, what));
            }
        }
    }

    /// A function, virtual property or variables: whatever starts with a type.
    fn typed(&mut self, words: &Words) -> Option<ItemKind> {
        let start = self.start();
        let ty = self.parse_type();
        let returns_ref = self.is(Amp);
        if returns_ref {
            self.bump();
        }
        if ty.base == TypeBase::Error {
            return None;
        }
        let head = Head { start, kind: FunctionKind::Function, return_type: Some(ty), returns_ref };
        if !self.is(Identifier) {
            self.expected_name("a name after the type");
            return None;
        }
        let is_external = words.flags.is_external;
        let is_surely_function = returns_ref || words.flags.is_shared || is_external || is_plain_void(&ty);
        if self.nth(1) == OpenBrace {
            self.allow(words, &[], "a property");
            return Some(ItemKind::VirtualProperty(self.virtual_property(head, Place::Global)));
        }
        if self.is_function_name(is_surely_function) {
            self.allow(words, &["shared", "external"], "a function");
            let place = if is_external { Place::External } else { Place::Global };
            return Some(ItemKind::Function(self.function(head, place)));
        }
        self.allow(words, &[], "a variable");
        let variables = self.variables(ty);
        self.expect_semicolon("the variable");
        Some(ItemKind::Variables(variables))
    }

    fn mixin(&mut self, before: Words) -> ItemKind {
        self.allow(&before, &[], "`mixin`");
        self.bump();
        let words = self.words();
        if !self.is(Class) {
            self.expected("`class` after `mixin`");
        }
        self.class(&words, true)
    }

    fn namespace(&mut self, words: &Words) -> Option<ItemKind> {
        self.allow(words, &[], "a namespace");
        self.bump();
        let path = self.name_path("a name for the namespace");
        if !self.is(OpenBrace) {
            self.expected("`{` after the name of the namespace");
            return None;
        }
        let opening = self.here();
        self.bump();
        if !self.enter() {
            return None;
        }
        let items = self.items(Some(opening));
        self.leave();
        Some(ItemKind::Namespace(self.add(Namespace { path, items })))
    }

    /// `name {'::' name}`
    fn name_path(&mut self, what: &str) -> List<Name> {
        let begin = self.begin_list::<Name>();
        loop {
            let name = self.name(what);
            self.push(name);
            if !self.eat(ColonColon) {
                return self.finish_list(begin);
            }
        }
    }

    fn using_item(&mut self, words: &Words) -> ItemKind {
        self.allow(words, &[], "`using`");
        let using = self.using();
        ItemKind::Using(self.add(using))
    }

    /// `'using' 'namespace' name {'::' name} ';'`
    pub(super) fn using(&mut self) -> Using {
        let start = self.start();
        self.bump();
        self.expect(Namespace, "after `using`");
        self.eat(ColonColon);
        let path = self.name_path("the name of a namespace");
        self.expect_semicolon("the namespace");
        Using { span: self.span_from(start), path }
    }

    /// `'enum' name [':' type] (';' | '{' [value {',' value}] '}')`
    fn enumeration(&mut self, words: &Words) -> ItemKind {
        self.allow(words, &["shared", "external"], "an enumeration");
        self.bump();
        let name = self.name("a name for the enumeration");
        let underlying = self.opt_underlying();
        let values = if self.is(OpenBrace) {
            Some(self.enum_values())
        } else {
            if !self.eat(Semicolon) {
                self.expected("`{` or `;` after the name of the enumeration");
                self.skip_item();
            }
            None
        };
        ItemKind::Enum(self.add(Enum { name, underlying, values }))
    }

    fn opt_underlying(&mut self) -> Option<Id<Type>> {
        if !self.is(Colon) {
            return None;
        }
        if !self.has_level(Level::V239) {
            let span = self.here();
            self.error(diagnostics::needs_newer_level(span, "the type of an enumeration"));
        }
        self.bump();
        let ty = self.parse_type();
        Some(self.add(ty))
    }

    fn enum_values(&mut self) -> List<EnumValue> {
        let opening = self.here();
        self.bump();
        let begin = self.begin_list::<EnumValue>();
        while !matches!(self.kind(), CloseBrace | End) {
            let before = self.at;
            let metadata = self.metadata();
            let start = self.start();
            let name = self.name("a name or `}`");
            let value = if self.eat(Eq) { Some(self.conditional()) } else { None };
            let span = self.span_from(start);
            self.push(EnumValue { span, metadata, name, value });
            if !self.eat(Comma) && !self.is(CloseBrace) {
                self.expected("`,` or `}` after the value");
                if self.at == before || !matches!(self.kind(), Identifier) {
                    self.skip_enum_value();
                }
            }
        }
        let values = self.finish_list(begin);
        self.expect_closing(CloseBrace, opening, "the enumeration");
        values
    }

    /// Skips past the next comma, or to the brace.
    fn skip_enum_value(&mut self) {
        while !matches!(self.kind(), Comma | CloseBrace | End) {
            if self.is(Semicolon) {
                return self.bump();
            }
            self.bump();
        }
        self.eat(Comma);
    }

    /// `'typedef' primitive name ';'`
    fn typedef(&mut self, words: &Words) -> ItemKind {
        self.allow(words, &[], "`typedef`");
        self.bump();
        let ty = self.parse_type();
        let is_primitive =
            matches!(ty.base, TypeBase::Primitive(_)) && ty.suffixes.is_empty() && !ty.is_const;
        if !is_primitive && ty.base != TypeBase::Error {
            self.error(diagnostics::typedef_of_named(ty.span));
        }
        let name = self.name("the new name");
        self.expect_semicolon("the `typedef`");
        let ty = self.add(ty);
        ItemKind::Typedef(self.add(Typedef { ty, name }))
    }

    pub(super) fn funcdef_item(&mut self, words: &Words) -> Id<Funcdef> {
        self.allow(words, &["shared", "external"], "`funcdef`");
        let start = self.start();
        self.bump();
        let head = self.signature_head(start);
        let signature = self.signature(head, false);
        self.expect_semicolon("the `funcdef`");
        self.add(Funcdef { signature })
    }

    /// `type ['&']`
    fn signature_head(&mut self, start: u32) -> Head {
        let return_type = Some(self.parse_type());
        let returns_ref = self.eat(Amp);
        Head { start, kind: FunctionKind::Function, return_type, returns_ref }
    }

    /// `'import' type ['&'] name params {attribute} 'from' string ';'`
    fn import(&mut self, words: &Words) -> ItemKind {
        self.allow(words, &[], "`import`");
        let start = self.start();
        self.bump();
        let head = self.signature_head(start);
        let signature = self.signature(head, false);
        let (module, module_span) = self.import_module();
        ItemKind::Import(self.add(Import { signature, module, module_span }))
    }

    fn import_module(&mut self) -> (StringId, Span) {
        let mut module = (self.tree.strings.add([]), self.report.span(self.end(), self.end()));
        if !self.eat_word("from") {
            self.expected("`from` and the name of a module");
            if !self.is_on_new_line() {
                self.skip_item();
            }
            return module;
        }
        if self.is(String) {
            let span = self.here();
            let (value, _) = self.string_literal();
            module = (value, span);
        } else {
            self.expected("the name of a module in quotes");
            if !self.is_on_new_line() {
                self.bump();
            }
        }
        self.expect_semicolon("the name of the module");
        module
    }
}

/// True for `void`, which no variable can have.
pub(super) fn is_plain_void(ty: &Type) -> bool {
    ty.base == TypeBase::Primitive(Primitive::Void) && ty.suffixes.is_empty()
}
