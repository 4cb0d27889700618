//! Declarations.

use super::decide::{After, Before, Layout};
use crate::ast::{
    Accessor, Block, EnumValue, Function, FunctionKind, Id, Init, Item, ItemKind, List, Member, MemberKind,
    Metadata, Param, Path, RefMode, Signature, Type, Variables, VirtualProperty,
};
use crate::token::TokenKind;

impl Layout<'_> {
    /// Items between two tokens; a `;` that belongs to none of them is dropped.
    pub(super) fn items(&mut self, items: List<Item>, mut from: usize, to: usize) {
        let tree = self.tree;
        for item in &tree[items] {
            let first = self.begin(item.metadata, self.first(item.span));
            self.drop_semicolons(from, first);
            self.item(item);
            from = self.last(item.span) + 1;
        }
        self.drop_semicolons(from, to);
    }

    fn members(&mut self, members: List<Member>, open: usize, close: usize) {
        let tree = self.tree;
        let mut from = open + 1;
        for member in &tree[members] {
            let first = self.begin(member.metadata, self.first(member.span));
            self.drop_semicolons(from, first);
            self.member(member);
            from = self.last(member.span) + 1;
        }
        self.drop_semicolons(from, close);
    }

    fn drop_semicolons(&mut self, from: usize, to: usize) {
        for at in from..to {
            self.marks[at].is_dropped = true;
        }
    }

    /// The start of a declaration: its metadata, or its first token; returns which token that is.
    fn begin(&mut self, metadata: List<Metadata>, first: usize) -> usize {
        let tree = self.tree;
        let mut start = first;
        for (at, metadata) in tree[metadata].iter().enumerate() {
            let open = self.first(metadata.span);
            let close = self.last(metadata.span);
            self.marks[open].raw_end = Some(metadata.span.end);
            for inner in open + 1..=close {
                self.marks[inner].is_dropped = true;
            }
            if at == 0 {
                start = open;
            } else {
                self.break_or_space(open);
            }
        }
        if start != first {
            self.break_or_space(first);
        }
        self.before(start, Before::Line(0));
        start
    }

    fn break_or_space(&mut self, at: usize) {
        let before = if self.is_broken(at) { Before::Line(0) } else { Before::Space };
        self.before(at, before);
    }

    fn item(&mut self, item: &Item) {
        let tree = self.tree;
        let (first, last) = (self.first(item.span), self.last(item.span));
        match item.kind {
            ItemKind::Function(id) => self.function(&tree[id]),
            ItemKind::Variables(id) => self.variables(id),
            ItemKind::VirtualProperty(id) => self.property(&tree[id]),
            ItemKind::Class(id) => self.type_body(tree[id].bases, tree[id].members, first, last),
            ItemKind::Interface(id) => self.type_body(tree[id].bases, tree[id].members, first, last),
            ItemKind::Enum(id) => self.enumeration(tree[id].underlying, tree[id].values, first, last),
            ItemKind::Typedef(id) => self.type_id(tree[id].ty),
            ItemKind::Funcdef(id) => self.signature(&tree[id].signature),
            ItemKind::Namespace(id) => {
                if let Some(open) = self.next(first, TokenKind::OpenBrace) {
                    self.braces(open, last, false);
                    self.items(tree[id].items, open + 1, last);
                }
            }
            ItemKind::Using(_) => {}
            ItemKind::Import(id) => self.signature(&tree[id].signature),
        }
    }

    fn member(&mut self, member: &Member) {
        let tree = self.tree;
        match member.kind {
            MemberKind::Function(id) => self.function(&tree[id]),
            MemberKind::Variables(id) => self.variables(id),
            MemberKind::VirtualProperty(id) => self.property(&tree[id]),
            MemberKind::Funcdef(id) => self.signature(&tree[id].signature),
        }
    }

    fn type_body(&mut self, bases: List<Path>, members: Option<List<Member>>, first: usize, last: usize) {
        let tree = self.tree;
        if !bases.is_empty() {
            self.around_next(first, TokenKind::Colon);
        }
        for base in &tree[bases] {
            self.path(base);
        }
        let Some(members) = members else { return };
        let from = tree[bases].last().map_or(first, |base| self.last(base.span));
        if let Some(open) = self.next(from, TokenKind::OpenBrace) {
            self.braces(open, last, false);
            self.members(members, open, last);
        }
    }

    fn enumeration(
        &mut self,
        underlying: Option<Id<Type>>,
        values: Option<List<EnumValue>>,
        first: usize,
        last: usize,
    ) {
        let tree = self.tree;
        if let Some(ty) = underlying {
            self.around_next(first, TokenKind::Colon);
            self.type_id(ty);
        }
        let Some(values) = values else { return };
        let Some(open) = self.next(first, TokenKind::OpenBrace) else { return };
        self.braces(open, last, false);
        for value in &tree[values] {
            let start = self.first(value.span);
            self.begin(value.metadata, start);
            if let Some(expr) = value.value {
                self.around_next(start, TokenKind::Eq);
                self.expr(expr);
            }
        }
    }

    fn function(&mut self, function: &Function) {
        self.signature(&function.signature);
        if function.kind == FunctionKind::Destructor {
            let tilde = self.first(function.signature.span);
            self.after(tilde, After::Tight);
        }
        if let Some(body) = function.body {
            self.body(body);
        }
    }

    /// The block of a function, accessor or lambda, which may stay on its line.
    pub(super) fn body(&mut self, body: Block) {
        let (open, close) = (self.first(body.span), self.last(body.span));
        let is_one_line = body.stmts.len() <= 1
            && self.is_one_line(open, close)
            && !self.has_trivia(open, close)
            && !self.has_inner_block(body);
        self.braces(open, close, is_one_line);
        self.stmts(body.stmts, 0);
        if is_one_line && close > open + 1 {
            self.before(open + 1, Before::Space);
        }
    }

    pub(super) fn signature(&mut self, signature: &Signature) {
        let tree = self.tree;
        if let Some(ty) = signature.return_type {
            self.type_id(ty);
            if signature.returns_ref {
                let amp = self.last(tree[ty].span) + 1;
                self.before(amp, Before::Tight);
                self.after(amp, After::Space);
            }
            // No line ends between the return type and the parameters.
            let name = self.first(signature.name.span);
            self.before(name, Before::Space);
            self.before(name + 1, Before::Tight);
        }
        self.params(signature.params);
    }

    pub(super) fn params(&mut self, params: List<Param>) {
        let tree = self.tree;
        for param in &tree[params] {
            if let Some(ty) = param.ty {
                self.type_id(ty);
                if param.mode != RefMode::Value {
                    self.reference(ty);
                }
            }
            if let Some(default) = param.default {
                let from = param.name.map_or_else(
                    || param.ty.map_or(0, |ty| self.last(tree[ty].span)),
                    |name| self.last(name.span),
                );
                self.around_next(from, TokenKind::Eq);
                self.expr(default);
            }
        }
    }

    /// `&` and its word after the type of a parameter: `T &in`.
    fn reference(&mut self, ty: Id<Type>) {
        let amp = self.last(self.tree[ty].span) + 1;
        self.before(amp, Before::Space);
        if matches!(self.kind(amp + 1), TokenKind::In | TokenKind::Out | TokenKind::Inout) {
            self.before(amp + 1, Before::Tight);
        } else {
            self.after(amp, After::Tight);
        }
    }

    fn property(&mut self, property: &VirtualProperty) {
        let tree = self.tree;
        self.type_id(property.ty);
        if property.is_ref {
            let amp = self.last(tree[property.ty].span) + 1;
            self.before(amp, Before::Tight);
            self.after(amp, After::Space);
        }
        let (open, close) = (self.last(property.name.span) + 1, self.last(property.span));
        let has_bodies = tree[property.accessors].iter().any(|accessor| accessor.body.is_some());
        let is_one_line = !has_bodies && self.is_one_line(open, close) && !self.has_trivia(open, close);
        self.braces(open, close, is_one_line);
        for accessor in &tree[property.accessors] {
            self.accessor(accessor, is_one_line);
        }
    }

    fn accessor(&mut self, accessor: &Accessor, is_one_line: bool) {
        let first = self.first(accessor.span);
        self.before(first, if is_one_line { Before::Space } else { Before::Line(0) });
        if let Some(body) = accessor.body {
            self.body(body);
        }
    }

    /// The type and the variables; the `;` needs no decision.
    pub(super) fn variables(&mut self, id: Id<Variables>) {
        let tree = self.tree;
        self.type_id(tree[id].ty);
        for declarator in &tree[tree[id].declarators] {
            let name = self.last(declarator.name.span);
            match declarator.init {
                Init::None => {}
                Init::Value(value) => {
                    self.around_next(name, TokenKind::Eq);
                    self.expr(value);
                }
                Init::List(list) => {
                    self.around_next(name, TokenKind::Eq);
                    self.init_list(list);
                }
                Init::Args(args) => self.args(args),
            }
        }
    }
}
