//! The checker: turns one function's statements into a typed tree.

use onefold_diag::{Diagnostic, Span};
use onefold_script_syntax::ast;
use rustc_hash::FxHashMap;

use crate::hir::{Body, Expr, ExprKind, Local, LocalId, LocalKind, Stmt};
use crate::types::Ty;
use crate::unit::Unit;

mod assign;
mod bodies;
mod calls;
mod construct;
mod expr;
pub(crate) mod fold;
mod lists;
mod members;
mod operators;
mod overloads;
mod stmt;

/// Deepest nesting of expressions and statements.
const DEEPEST: u32 = 400;

/// State while one function is checked.
pub(crate) struct Checker<'u, 'a> {
    pub unit: &'u mut Unit<'a>,
    pub space: u32,
    pub class: Option<u32>,
    pub this: Option<LocalId>,
    pub is_this_const: bool,
    pub ret: Ty,
    pub is_ret_ref: bool,
    pub name: String,
    pub locals: Vec<Local>,
    pub scopes: Vec<FxHashMap<String, LocalId>>,
    /// Variables of each open block, in order of declaration.
    pub alive: Vec<Vec<LocalId>>,
    pub using: Vec<u32>,
    pub breakable: u32,
    pub continuable: u32,
    pub depth: u32,
    pub is_ctor: bool,
    pub has_super: bool,
    /// Statements that initialise the members with initialisers, run after `super`.
    pub after_super: Vec<Stmt>,
    /// Set while only constants are allowed, as in enumerations.
    pub is_constant: bool,
    pub used_globals: Vec<u32>,
    /// Primitive variables nothing has been assigned to yet.
    pub unset: rustc_hash::FxHashSet<LocalId>,
}

impl<'u, 'a> Checker<'u, 'a> {
    pub fn new(unit: &'u mut Unit<'a>, space: u32, class: Option<u32>) -> Checker<'u, 'a> {
        Checker {
            unit,
            space,
            class,
            this: None,
            is_this_const: false,
            ret: Ty::VOID,
            is_ret_ref: false,
            name: String::new(),
            locals: Vec::new(),
            scopes: vec![FxHashMap::default()],
            alive: vec![Vec::new()],
            using: Vec::new(),
            breakable: 0,
            continuable: 0,
            depth: 0,
            is_ctor: false,
            has_super: false,
            after_super: Vec::new(),
            is_constant: false,
            used_globals: Vec::new(),
            unset: rustc_hash::FxHashSet::default(),
        }
    }

    pub fn report(&mut self, message: Diagnostic) {
        self.unit.report(message);
    }

    pub fn tree(&self) -> &'a ast::Tree {
        self.unit.tree
    }

    pub fn text(&self, name: ast::Name) -> String {
        self.unit.tree.name(name).to_owned()
    }

    /// A new variable of the innermost block.
    pub fn declare(&mut self, name: &str, ty: Ty) -> LocalId {
        self.locals.push(Local { name: name.to_owned(), ty, kind: LocalKind::Var, is_changed: false });
        let id = self.locals.len() as u32 - 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), id);
        }
        if let Some(alive) = self.alive.last_mut() {
            alive.push(id);
        }
        id
    }

    pub fn open(&mut self) {
        self.scopes.push(FxHashMap::default());
        self.alive.push(Vec::new());
    }

    pub fn close(&mut self) -> Vec<LocalId> {
        self.scopes.pop();
        self.alive.pop().unwrap_or_default()
    }

    pub fn find_local(&self, name: &str) -> Option<LocalId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    pub fn local(&self, id: LocalId, span: Span) -> Expr {
        Expr::new(ExprKind::Local(id), self.locals[id as usize].ty, span)
    }

    /// The object a method works on.
    pub fn this_value(&self, span: Span) -> Option<Expr> {
        let this = self.this?;
        let ty = Ty { is_const: self.is_this_const, ..self.locals[this as usize].ty.target() };
        Some(Expr::new(ExprKind::Local(this), ty, span))
    }

    pub fn finish(&mut self, stmts: Vec<Stmt>, span: Option<Span>) -> Body {
        let end = span.map(|span| Span::new(span.file, span.end.saturating_sub(1).max(span.start), span.end));
        Body { locals: std::mem::take(&mut self.locals), stmts, span, end }
    }
}
