//! Expressions: assignments, conditions, binary operators, and what stands before and after an operand.

use onefold_diag::Span;

use super::operator::{LOWEST, Prefix, Waiting, rank};
use super::{DEEPEST_TREE, Parser};
use crate::ast::{Arg, Expr, ExprKind, Id, InitItem, InitList, List, PostfixOp};
use crate::diagnostics;
use crate::token::TokenKind::*;

impl Parser<'_> {
    /// `conditional [assign-operator assignment]`
    pub(super) fn assignment(&mut self) -> Id<Expr> {
        if !self.enter() {
            return self.missing_expr();
        }
        let start = self.start();
        let mut expr = self.conditional_here();
        if let Some((op, count)) = self.peek_assign() {
            let op_span = self.bump_operator(count);
            let value = self.assignment();
            expr = self.add_expr(start, ExprKind::Assign { op, op_span, target: expr, value });
        }
        self.leave();
        expr
    }

    /// A conditional expression where an assignment cannot stand.
    pub(super) fn conditional(&mut self) -> Id<Expr> {
        if !self.enter() {
            return self.missing_expr();
        }
        let expr = self.conditional_here();
        self.leave();
        expr
    }

    /// `binary ['?' assignment ':' assignment]`
    fn conditional_here(&mut self) -> Id<Expr> {
        let start = self.start();
        let condition = self.binary();
        if !self.eat(Question) {
            return condition;
        }
        let then = self.assignment();
        let otherwise = if self.expect(Colon, "and the other value after `?`") {
            self.assignment()
        } else {
            self.missing_expr()
        };
        self.add_expr(start, ExprKind::Conditional { condition, then, otherwise })
    }

    /// Operands with operators between them. The operators that wait for their right side stand on a stack of the
    /// parser: recursion over the ranks would multiply the depth of the machine's own.
    fn binary(&mut self) -> Id<Expr> {
        let begin = self.waiting.len();
        let mut start = self.start();
        let mut operand = self.unary();
        while let Some((op, count)) = self.peek_binary() {
            (start, operand) = self.apply_waiting(begin, rank(op), start, operand);
            let op_span = self.bump_operator(count);
            self.waiting.push(Waiting { op, op_span, left: operand, start });
            start = self.start();
            operand = self.unary();
        }
        self.apply_waiting(begin, LOWEST, start, operand).1
    }

    /// Gives the operand to the operators that bind it at least as tightly as `lowest`; returns what is made of it
    /// and where that starts.
    fn apply_waiting(
        &mut self,
        begin: usize,
        lowest: u8,
        mut start: u32,
        mut right: Id<Expr>,
    ) -> (u32, Id<Expr>) {
        while self.waiting.len() > begin
            && let Some(Waiting { op, op_span, left, start: left_start }) =
                self.waiting.pop_if(|waiting| rank(waiting.op) >= lowest)
        {
            start = left_start;
            right = self.add_expr(start, ExprKind::Binary { op, op_span, left, right });
        }
        (start, right)
    }

    /// `{prefix} operand {postfix}`, where those behind bind more tightly than those before.
    fn unary(&mut self) -> Id<Expr> {
        let begin = self.prefixes.len();
        while let Some(op) = self.peek_prefix() {
            let span = self.here();
            self.bump();
            self.prefixes.push(Prefix { op, span });
        }
        let operand_start = self.here();
        let mut operand = self.postfix();
        if self.prefixes.len() > begin && self.is_list(operand) {
            self.error(diagnostics::operator_before_list(operand_start));
        }
        while self.prefixes.len() > begin {
            let Some(Prefix { op, span }) = self.prefixes.pop() else { break };
            operand = self.add_expr(span.start, ExprKind::Unary { op, op_span: span, operand });
        }
        operand
    }

    /// `primary {postfix}`; nothing can follow a list.
    fn postfix(&mut self) -> Id<Expr> {
        let start = self.start();
        let before = self.at;
        let mut expr = self.primary();
        if self.at == before || self.is_list(expr) {
            return expr;
        }
        loop {
            let kind = match self.kind() {
                Dot => self.member(expr),
                OpenBracket => ExprKind::Index { object: expr, args: self.index_args() },
                OpenParen => ExprKind::CallValue { callee: expr, args: self.call_args() },
                PlusPlus => self.step(expr, PostfixOp::Increment),
                MinusMinus => self.step(expr, PostfixOp::Decrement),
                Minus if self.is_arrow() => {
                    let span = self.report.span(self.start(), self.start() + 2);
                    self.error(diagnostics::arrow(span));
                    self.bump();
                    self.member(expr)
                }
                _ => return expr,
            };
            expr = self.add_expr(start, kind);
        }
    }

    fn is_list(&self, expr: Id<Expr>) -> bool {
        matches!(self.tree[expr].kind, ExprKind::InitList(_) | ExprKind::TypedList { .. })
    }

    /// `->` before a name, as other languages write it.
    fn is_arrow(&self) -> bool {
        self.nth(1) == Greater
            && self.nth(2) == Identifier
            && self.tokens[self.at + 1].start == self.tokens[self.at].end
    }

    fn step(&mut self, operand: Id<Expr>, op: PostfixOp) -> ExprKind {
        let op_span = self.here();
        self.bump();
        ExprKind::Postfix { op, op_span, operand }
    }

    /// `'.' name [['<' types '>'] args]`
    fn member(&mut self, object: Id<Expr>) -> ExprKind {
        self.bump();
        let name = self.name("the name of a member");
        if name.span.start == name.span.end {
            return ExprKind::Member { object, name };
        }
        let types = if self.is(Less) && self.is_template_call() { self.template_args() } else { List::EMPTY };
        if self.is(OpenParen) {
            ExprKind::MethodCall { object, name, types, args: self.call_args() }
        } else {
            ExprKind::Member { object, name }
        }
    }

    /// `'(' [arg {',' arg}] ')'`
    pub(super) fn call_args(&mut self) -> List<Arg> {
        let opening = self.here();
        self.bump();
        let args = if self.is(CloseParen) { List::EMPTY } else { self.args() };
        if !self.expect_closing(CloseParen, opening, "the arguments") {
            self.leave_args(CloseParen);
        }
        args
    }

    fn index_args(&mut self) -> List<Arg> {
        let opening = self.here();
        self.bump();
        let args = self.args();
        if !self.expect_closing(CloseBracket, opening, "the index") {
            self.leave_args(CloseBracket);
        }
        args
    }

    /// `[name ':'] assignment {',' [name ':'] assignment}`
    fn args(&mut self) -> List<Arg> {
        let begin = self.begin_list::<Arg>();
        let mut first_named: Option<Span> = None;
        loop {
            let start = self.start();
            let name = if self.is(Identifier) && self.nth(1) == Colon {
                let name = self.identifier();
                self.bump();
                first_named.get_or_insert(name.span);
                Some(name)
            } else {
                None
            };
            let value = self.assignment();
            let span = self.span_from(start);
            if let (None, Some(named)) = (name, first_named) {
                self.error(diagnostics::positional_after_named(span, named));
            }
            self.push(Arg { span, name, value });
            if !self.eat(Comma) {
                return self.finish_list(begin);
            }
        }
    }

    /// After a wrong argument: goes past the closing bracket when it follows before the statement ends.
    fn leave_args(&mut self, closing: crate::token::TokenKind) {
        let mut ahead = 0;
        while !matches!(self.nth(ahead), CloseParen | CloseBracket | Semicolon | OpenBrace | CloseBrace | End)
        {
            ahead += 1;
        }
        if self.nth(ahead) == closing {
            self.at += ahead + 1;
        }
    }

    /// Adds an expression, unless the tree would become too deep.
    pub(super) fn add_expr_at(&mut self, span: Span, kind: ExprKind) -> Id<Expr> {
        let height = self.height(&kind);
        self.heights.peak = self.heights.peak.max(self.depth + height);
        let is_too_deep = self.depth + height > DEEPEST_TREE;
        if is_too_deep {
            self.cut_off(span);
        }
        let (kind, height) = if is_too_deep { (ExprKind::Error, 0) } else { (kind, height) };
        self.heights.of.push(height as u16);
        self.add(Expr { span, kind })
    }

    /// One more than the height of the highest expression directly below.
    fn height(&self, kind: &ExprKind) -> u32 {
        let of = |id: Id<Expr>| u32::from(self.heights.of[id.index() - self.heights.first]);
        let args = |args: &List<Arg>| self.tree[*args].iter().map(|arg| of(arg.value)).max().unwrap_or(0);
        1 + match kind {
            ExprKind::Error | ExprKind::Literal(_) | ExprKind::Void | ExprKind::Name(_) => return 0,
            ExprKind::Paren(inner) => of(*inner),
            ExprKind::Unary { operand, .. } | ExprKind::Postfix { operand, .. } => of(*operand),
            ExprKind::Binary { left, right, .. } => of(*left).max(of(*right)),
            ExprKind::Assign { target, value, .. } => of(*target).max(of(*value)),
            ExprKind::Conditional { condition, then, otherwise } => {
                of(*condition).max(of(*then)).max(of(*otherwise))
            }
            ExprKind::Call { args: list, .. } | ExprKind::Construct { args: list, .. } => args(list),
            ExprKind::CallValue { callee, args: list } => of(*callee).max(args(list)),
            ExprKind::MethodCall { object, args: list, .. } | ExprKind::Index { object, args: list } => {
                of(*object).max(args(list))
            }
            ExprKind::Member { object, .. } => of(*object),
            ExprKind::Cast { value, .. } => of(*value),
            ExprKind::Lambda(_) => self.heights.lambda,
            ExprKind::InitList(list) | ExprKind::TypedList { list, .. } => self.list_height(list),
        }
    }

    fn list_height(&self, list: &InitList) -> u32 {
        let of = |id: Id<Expr>| u32::from(self.heights.of[id.index() - self.heights.first]);
        let heights = self.tree[list.items].iter().map(|item| match item {
            InitItem::Empty { .. } => 0,
            InitItem::Value(value) => of(*value),
            InitItem::List(inner) => 1 + self.list_height(inner),
        });
        heights.max().unwrap_or(0)
    }
}
