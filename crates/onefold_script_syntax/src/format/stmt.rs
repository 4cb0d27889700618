//! Statements.

use super::decide::{After, Before, Layout};
use crate::ast::{Block, Case, CaseLabel, ForInit, Id, List, Stmt, StmtKind};
use crate::token::TokenKind;

impl Layout<'_> {
    /// Statements of a block, indented by `extra` levels more than its content.
    pub(super) fn stmts(&mut self, stmts: List<Stmt>, extra: u16) {
        let tree = self.tree;
        for stmt in &tree[stmts] {
            let first = self.first(stmt.span);
            self.before(first, Before::Line(extra));
            self.stmt(stmt, extra);
        }
    }

    fn block(&mut self, block: Block) {
        let (open, close) = (self.first(block.span), self.last(block.span));
        self.braces(open, close, false);
        self.stmts(block.stmts, 0);
    }

    fn stmt(&mut self, stmt: &Stmt, extra: u16) {
        let tree = self.tree;
        match stmt.kind {
            StmtKind::Error | StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Using(_) => {
            }
            StmtKind::Block(block) => {
                self.block(block);
                let open = self.first(block.span);
                self.before(open, Before::Line(extra));
            }
            StmtKind::Variables(id) => self.variables(id),
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.sub(then, extra);
                if let Some(otherwise) = otherwise {
                    self.otherwise(then, otherwise, extra);
                }
            }
            StmtKind::Switch { value, cases } => {
                self.expr(value);
                let last = self.last(stmt.span);
                if let Some(open) = self.next(self.last(tree[value].span), TokenKind::OpenBrace) {
                    self.braces(open, last, false);
                }
                for case in &tree[cases] {
                    self.case(case);
                }
            }
            StmtKind::While { condition, body } => {
                self.expr(condition);
                self.sub(body, extra);
            }
            StmtKind::DoWhile { body, condition } => {
                self.sub(body, extra);
                let word = self.last(tree[body].span) + 1;
                self.follow(word, body, extra);
                self.expr(condition);
            }
            StmtKind::For { init, condition, steps, body } => {
                match init {
                    ForInit::Empty => {}
                    ForInit::Variables(id) => self.variables(id),
                    ForInit::Expr(expr) => self.expr(expr),
                }
                if let Some(condition) = condition {
                    self.expr(condition);
                }
                for step in &tree[steps] {
                    self.expr(*step);
                }
                self.sub(body, extra);
            }
            StmtKind::ForEach { variables, range, body } => {
                for variable in &tree[variables] {
                    self.type_id(variable.ty);
                }
                let from = tree[variables].last().map_or(0, |variable| self.last(variable.span));
                self.around_next(from, TokenKind::Colon);
                self.expr(range);
                self.sub(body, extra);
            }
            StmtKind::Return { value } => {
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            StmtKind::Try { body, handler } => {
                self.block(body);
                self.block(handler);
                let word = self.last(body.span) + 1;
                self.before(word, Before::Space);
            }
        }
    }

    /// The body of a statement: a block goes on the line, another statement may stand on the next one.
    fn sub(&mut self, body: Id<Stmt>, extra: u16) {
        let tree = self.tree;
        let stmt = &tree[body];
        if let StmtKind::Block(block) = stmt.kind {
            return self.block(block);
        }
        let first = self.first(stmt.span);
        let extra = if self.is_broken(first) {
            self.before(first, Before::Line(extra + 1));
            extra + 1
        } else {
            self.before(first, Before::Space);
            extra
        };
        self.stmt(stmt, extra);
    }

    /// `else` with its statement; `else if` stays together.
    fn otherwise(&mut self, then: Id<Stmt>, otherwise: Id<Stmt>, extra: u16) {
        let tree = self.tree;
        let word = self.last(tree[then].span) + 1;
        self.follow(word, then, extra);
        if let StmtKind::If { .. } = tree[otherwise].kind {
            self.before(word + 1, Before::Space);
            self.stmt(&tree[otherwise], extra);
        } else {
            self.sub(otherwise, extra);
        }
    }

    /// A word that goes on a statement after its body: on the line of a closing brace, else on a line of its own.
    fn follow(&mut self, word: usize, body: Id<Stmt>, extra: u16) {
        let is_block = matches!(self.tree[body].kind, StmtKind::Block(_));
        let is_short_do = self.kind(word) == TokenKind::While && !self.is_broken(word);
        self.before(word, if is_block || is_short_do { Before::Space } else { Before::Line(extra) });
    }

    fn case(&mut self, case: &Case) {
        let first = self.first(case.span);
        self.before(first, Before::Line(0));
        if let CaseLabel::Value(value) = case.label {
            self.expr(value);
        }
        let colon = self.last(case.label_span);
        self.before(colon, Before::Tight);
        self.after(colon, After::Space);
        self.stmts(case.stmts, 1);
        if let [Stmt { span, kind: StmtKind::Block(_) }, ..] = self.tree[case.stmts] {
            let open = self.first(span);
            self.before(open, Before::Space);
        }
    }

    /// True when a block contains another one, be it that of a lambda.
    pub(super) fn has_inner_block(&self, block: Block) -> bool {
        let (open, close) = (self.first(block.span), self.last(block.span));
        let inner = &self.tokens[open + 1..close];
        // The brace of a list follows one of these; that of a block never does.
        inner.windows(2).any(|pair| {
            pair[1].kind == TokenKind::OpenBrace
                && !matches!(
                    pair[0].kind,
                    TokenKind::Eq
                        | TokenKind::Comma
                        | TokenKind::OpenParen
                        | TokenKind::OpenBrace
                        | TokenKind::Return
                )
        }) || inner.first().is_some_and(|first| first.kind == TokenKind::OpenBrace)
            || inner.iter().any(|token| {
                matches!(token.kind, TokenKind::If | TokenKind::Do | TokenKind::Try | TokenKind::Switch)
            })
    }
}
