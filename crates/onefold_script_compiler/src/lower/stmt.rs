//! Statements to instructions.

use onefold_script_bytecode::{Label, Ret, SlotKind};

use super::{Loop, Lower};
use crate::hir::{Expr, ExprKind, LocalId, LocalKind, Stmt, StmtKind};
use crate::model::Func;
use crate::types::Base;

impl Lower<'_, '_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let mark = self.temps.len();
        self.at(stmt.span);
        match &stmt.kind {
            StmtKind::Block(stmts) => {
                self.alive.push(Vec::new());
                self.stmts(stmts);
                self.close_scope();
            }
            StmtKind::Declare(local, value) => self.declare(*local, value.as_ref()),
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::If(condition, then, otherwise) => self.if_stmt(condition, then, otherwise.as_deref()),
            StmtKind::While(condition, body) => self.while_stmt(condition, body),
            StmtKind::DoWhile(body, condition) => {
                let (start, next, end) = (self.f.here(), self.f.label(), self.f.label());
                self.in_loop(body, end, next);
                self.f.bind(next);
                self.at(condition.span);
                let mark = self.temps.len();
                self.jump_if(condition, start, true);
                self.release(mark);
                self.f.bind(end);
            }
            StmtKind::For(first, condition, steps, body) => {
                self.alive.push(Vec::new());
                self.stmts(first);
                self.for_stmt(condition.as_ref(), steps, body);
                self.close_scope();
            }
            StmtKind::Switch(value, cases) => self.switch(value, cases),
            StmtKind::Break => self.leave(true),
            StmtKind::Continue => self.leave(false),
            StmtKind::Return(value) => self.return_stmt(value.as_ref()),
            StmtKind::Try(body, handler) => self.try_stmt(body, handler),
        }
        self.release(mark);
    }

    fn declare(&mut self, local: LocalId, value: Option<&Expr>) {
        let slot = self.slot_of(local);
        if let Some(alive) = self.alive.last_mut() {
            alive.push(local);
        }
        match value {
            Some(value) => self.eval_into(value, slot),
            None => {
                let ty = self.locals[local as usize].ty;
                self.clear(slot, ty);
            }
        }
    }

    /// Releases the variables of the innermost scope, last first.
    fn close_scope(&mut self) {
        let locals = self.alive.pop().unwrap_or_default();
        if self.f.falls_through() {
            self.release_locals(&locals);
        }
    }

    fn release_locals(&mut self, locals: &[LocalId]) {
        for &local in locals.iter().rev() {
            let info = &self.locals[local as usize];
            if info.kind == LocalKind::Var && self.releases(info.ty) {
                let slot = self.slot_of(local);
                self.f.clear_handle(slot);
            }
        }
    }

    fn if_stmt(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>) {
        let other = self.f.label();
        let mark = self.temps.len();
        self.jump_if(condition, other, false);
        self.release(mark);
        self.stmt(then);
        match otherwise {
            None => self.f.bind(other),
            Some(otherwise) => {
                let end = self.f.label();
                if self.f.falls_through() {
                    self.f.jump(end);
                }
                self.f.bind(other);
                self.stmt(otherwise);
                self.f.bind(end);
            }
        }
    }

    fn in_loop(&mut self, body: &Stmt, on_break: Label, on_continue: Label) {
        let depth = self.alive.len();
        self.loops.push(Loop { on_break, on_continue: Some(on_continue), depth });
        self.stmt(body);
        self.loops.pop();
    }

    fn while_stmt(&mut self, condition: &Expr, body: &Stmt) {
        let (next, end) = (self.f.label(), self.f.label());
        self.f.jump(next);
        let start = self.f.here();
        self.in_loop(body, end, next);
        self.f.bind(next);
        self.at(condition.span);
        let mark = self.temps.len();
        self.jump_if(condition, start, true);
        self.release(mark);
        self.f.bind(end);
    }

    fn for_stmt(&mut self, condition: Option<&Expr>, steps: &[Expr], body: &Stmt) {
        let (test, next, end) = (self.f.label(), self.f.label(), self.f.label());
        self.f.jump(test);
        let start = self.f.here();
        self.in_loop(body, end, next);
        self.f.bind(next);
        for step in steps {
            self.at(step.span);
            let mark = self.temps.len();
            self.effect(step);
            self.release(mark);
        }
        self.f.bind(test);
        match condition {
            Some(condition) => {
                self.at(condition.span);
                let mark = self.temps.len();
                self.jump_if(condition, start, true);
                self.release(mark);
            }
            None => {
                self.f.jump(start);
            }
        }
        self.f.bind(end);
    }

    fn switch(&mut self, value: &Expr, cases: &[(Option<i64>, Vec<Stmt>)]) {
        let mark = self.temps.len();
        let slot = self.eval(value);
        let labels: Vec<Label> = cases.iter().map(|_| self.f.label()).collect();
        let end = self.f.label();
        let default = cases.iter().position(|(label, _)| label.is_none()).map_or(end, |at| labels[at]);
        let values: Vec<(i64, Label)> = cases
            .iter()
            .zip(&labels)
            .filter_map(|((value, _), &label)| value.map(|value| (value, label)))
            .collect();
        let low = values.iter().map(|(value, _)| *value).min().unwrap_or(0);
        let high = values.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let is_dense = values.len() > 3
            && value.ty.base == Base::I32
            && i32::try_from(low).is_ok()
            && high.saturating_sub(low) < values.len() as i64 * 4 + 16;
        if is_dense {
            let mut targets = vec![default; (high - low + 1) as usize];
            for (value, label) in values {
                targets[(value - low) as usize] = label;
            }
            let table = self.f.switch_table(low as i32, &targets, default);
            self.f.switch(slot, table);
        } else {
            for (case, label) in values {
                let bits =
                    if value.ty.base.size() == 8 { case as u64 } else { u64::from(case as i32 as u32) };
                let mark = self.temps.len();
                let constant = self.constant(bits, value.ty.base);
                self.jump_compare(crate::hir::CmpOp::Eq, value.ty.base, slot, constant, label);
                self.release(mark);
            }
            self.f.jump(default);
        }
        self.release(mark);
        self.loops.push(Loop { on_break: end, on_continue: None, depth: self.alive.len() });
        for ((_, stmts), label) in cases.iter().zip(labels) {
            self.f.bind(label);
            self.stmts(stmts);
        }
        self.loops.pop();
        self.f.bind(end);
    }

    /// `break` or `continue`, releasing the variables of the scopes that are left.
    fn leave(&mut self, is_break: bool) {
        let found = self.loops.iter().rev().find(|outer| is_break || outer.on_continue.is_some());
        let Some(Loop { on_break, on_continue, depth }) = found else { return };
        let (target, depth) = (if is_break { *on_break } else { on_continue.unwrap_or(*on_break) }, *depth);
        for at in (depth..self.alive.len()).rev() {
            let locals = self.alive[at].clone();
            self.release_locals(&locals);
        }
        self.f.jump(target);
    }

    fn return_stmt(&mut self, value: Option<&Expr>) {
        let Some(value) = value else {
            self.release_all();
            self.f.ret_void();
            return;
        };
        if let ExprKind::RefOf(_, storage) = value.kind {
            let slot = self.f.reference(storage);
            self.eval_into(value, slot);
            self.release_all();
            self.f.ret_ref(slot);
            return;
        }
        let (kind, count) = self.unit.slots(value.ty);
        match kind {
            SlotKind::Str => {
                let slot = self.temp(value.ty);
                self.eval_into(value, slot);
                self.release_all();
                self.f.ret_str(slot);
            }
            SlotKind::Handle(_) => {
                let slot = self.temp(value.ty);
                self.eval_into(value, slot);
                self.release_all();
                self.f.ret_handle(slot);
                // Nothing is left in the slot, so it need not be cleared.
            }
            _ => {
                let slot = self.eval(value);
                self.release_all();
                if count == 1 {
                    self.f.ret(slot)
                } else {
                    self.f.ret_n(slot, count)
                };
            }
        }
    }

    fn release_all(&mut self) {
        for at in (0..self.alive.len()).rev() {
            let locals = self.alive[at].clone();
            self.release_locals(&locals);
        }
    }

    fn try_stmt(&mut self, body: &Stmt, handler: &Stmt) {
        let (start, end, target, after) = (self.f.here(), self.f.label(), self.f.label(), self.f.label());
        let known: Vec<bool> = self.slots.iter().map(Option::is_some).collect();
        let length = self.f.len();
        self.stmt(body);
        let is_empty = self.f.len() == length;
        if self.f.falls_through() {
            self.f.jump(after);
        }
        self.f.bind(end);
        self.f.bind(target);
        for (at, was_known) in known.into_iter().enumerate() {
            let local = &self.locals[at];
            if let (Some(slot), false) = (self.slots[at], was_known)
                && local.kind == LocalKind::Var
                && self.releases(local.ty)
            {
                self.f.clear_handle(slot);
            }
        }
        self.stmt(handler);
        self.f.bind(after);
        if !is_empty {
            self.f.handler(start, end, target);
        }
    }

    /// What a function does at its end: returns, or faults where a value should have been returned.
    pub(super) fn finish_function(&mut self, func: &Func) {
        let signature = self.unit.signature(func);
        match signature.ret {
            Ret::Void => {
                self.release_all();
                self.f.ret_void();
            }
            _ => {
                self.f.fault(99);
            }
        }
    }
}
