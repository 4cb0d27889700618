//! Statements.

use super::Dump;
use crate::ast::{Block, CaseLabel, ForInit, Id, List, Stmt, StmtKind};

impl Dump<'_> {
    pub(super) fn stmts(&mut self, stmts: List<Stmt>) {
        for stmt in &self.tree[stmts] {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let tree = self.tree;
        match stmt.kind {
            StmtKind::Error => self.leaf("error"),
            StmtKind::Empty => self.leaf("empty"),
            StmtKind::Break => self.leaf("break"),
            StmtKind::Continue => self.leaf("continue"),
            StmtKind::Block(block) => self.block("block", block),
            StmtKind::Variables(id) => {
                self.open_line("variables ");
                self.variables(id);
                self.close();
            }
            StmtKind::Expr(expr) => {
                self.open_line("do ");
                self.expr(expr);
                self.close();
            }
            StmtKind::If { condition, then, otherwise } => {
                self.open_line("if ");
                self.expr(condition);
                self.one(then);
                if let Some(otherwise) = otherwise {
                    self.one(otherwise);
                }
                self.close();
            }
            StmtKind::Switch { value, cases } => {
                self.open_line("switch ");
                self.expr(value);
                for case in &tree[cases] {
                    self.case(case.label, case.stmts);
                }
                self.close();
            }
            StmtKind::While { condition, body } => {
                self.open_line("while ");
                self.expr(condition);
                self.one(body);
                self.close();
            }
            StmtKind::DoWhile { body, condition } => {
                self.open_line("do-while ");
                self.expr(condition);
                self.one(body);
                self.close();
            }
            StmtKind::For { .. } | StmtKind::ForEach { .. } => self.loops(stmt),
            StmtKind::Return { value } => {
                self.open_line("return");
                if let Some(value) = value {
                    self.text(" ");
                    self.expr(value);
                }
                self.close();
            }
            StmtKind::Try { body, handler } => {
                self.open_line("try");
                self.block("block", body);
                self.block("block", handler);
                self.close();
            }
            StmtKind::Using(id) => self.using(tree[id].path),
        }
    }

    fn loops(&mut self, stmt: &Stmt) {
        let tree = self.tree;
        match stmt.kind {
            StmtKind::For { init, condition, steps, body } => {
                self.open_line("for (");
                match init {
                    ForInit::Empty => {}
                    ForInit::Variables(id) => self.variables(id),
                    ForInit::Expr(expr) => self.expr(expr),
                }
                self.text("; ");
                if let Some(condition) = condition {
                    self.expr(condition);
                }
                self.text(";");
                for step in &tree[steps] {
                    self.text(" ");
                    self.expr(*step);
                }
                self.text(")");
                self.one(body);
                self.close();
            }
            StmtKind::ForEach { variables, range, body } => {
                self.open_line("foreach");
                for variable in &tree[variables] {
                    self.text(" (");
                    self.ty(&tree[variable.ty]);
                    self.text(" ");
                    self.name(variable.name);
                    self.text(")");
                }
                self.text(" : ");
                self.expr(range);
                self.one(body);
                self.close();
            }
            _ => {}
        }
    }

    fn leaf(&mut self, what: &str) {
        self.open_line(what);
        self.close();
    }

    fn one(&mut self, stmt: Id<Stmt>) {
        self.stmt(&self.tree[stmt]);
    }

    fn block(&mut self, what: &str, block: Block) {
        self.open_line(what);
        self.stmts(block.stmts);
        self.close();
    }

    fn case(&mut self, label: CaseLabel, stmts: List<Stmt>) {
        match label {
            CaseLabel::Default => self.open_line("default"),
            CaseLabel::Value(value) => {
                self.open_line("case ");
                self.expr(value);
            }
        }
        self.stmts(stmts);
        self.close();
    }
}
