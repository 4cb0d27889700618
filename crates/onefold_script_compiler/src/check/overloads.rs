//! Operators that objects define by methods.

use onefold_diag::Span;
use onefold_script_syntax::ast::BinaryOp;

use super::Checker;
use crate::hir::{CmpOp, Expr, ExprKind};
use crate::overload::CallArg;
use crate::types::{Base, Ty};

/// The method behind an operator.
pub(super) fn method_name(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "opAdd",
        BinaryOp::Subtract => "opSub",
        BinaryOp::Multiply => "opMul",
        BinaryOp::Divide => "opDiv",
        BinaryOp::Remainder => "opMod",
        BinaryOp::Power => "opPow",
        BinaryOp::BitAnd => "opAnd",
        BinaryOp::BitOr => "opOr",
        BinaryOp::BitXor => "opXor",
        BinaryOp::ShiftLeft => "opShl",
        BinaryOp::ShiftRight => "opShr",
        BinaryOp::ShiftRightArithmetic => "opUShr",
        _ => return None,
    })
}

impl Checker<'_, '_> {
    /// A call of an operator method, if there is a fitting one.
    pub fn operator_method(
        &mut self,
        object: &Expr,
        name: &str,
        args: Vec<CallArg>,
        span: Span,
    ) -> Option<Expr> {
        let funcs = self.unit.methods(object.ty.base, name);
        let found = self.rank(&funcs, &args, Some(object.ty));
        let &func = found.first()?;
        if found.len() > 1 {
            self.choose(name, &funcs, &args, Some(object.ty), span);
            return Some(Expr::error(span));
        }
        let args = self.fit_args(func, args, span);
        Some(self.call_func(func, Some(object.clone()), args, span))
    }

    /// An operator by a method of either side.
    pub fn operator(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Option<Expr> {
        if let Some(name) = method_name(op) {
            let arg = |value: &Expr| vec![CallArg::of(value.clone())];
            if left.ty.base.is_object()
                && let Some(done) = self.operator_method(left, name, arg(right), span)
            {
                return Some(done);
            }
            if right.ty.base.is_object() {
                return self.operator_method(right, &format!("{name}_r"), arg(left), span);
            }
            return None;
        }
        let cmp = match op {
            BinaryOp::Equal => CmpOp::Eq,
            BinaryOp::NotEqual => CmpOp::Ne,
            BinaryOp::Less => CmpOp::Lt,
            BinaryOp::LessOrEqual => CmpOp::Le,
            BinaryOp::Greater => CmpOp::Gt,
            BinaryOp::GreaterOrEqual => CmpOp::Ge,
            _ => return None,
        };
        if left.ty.base == Base::Text && right.ty.base == Base::Text {
            let kind =
                ExprKind::CompareText { op: cmp, left: left.clone().boxed(), right: right.clone().boxed() };
            return Some(Expr::new(kind, Ty::BOOL, span));
        }
        self.comparison(cmp, left, right, span)
    }

    fn comparison(&mut self, op: CmpOp, left: &Expr, right: &Expr, span: Span) -> Option<Expr> {
        let arg = |value: &Expr| vec![CallArg::of(value.clone())];
        if matches!(op, CmpOp::Eq | CmpOp::Ne) {
            let is_null = |value: &Expr| value.ty.base == Base::Null;
            let is_object =
                |value: &Expr| matches!(value.ty.base, Base::Obj(_) | Base::Ref) && value.ty.is_handle;
            if is_null(right) && is_object(left) || is_null(left) && is_object(right) {
                let (left, right) = (left.clone().boxed(), right.clone().boxed());
                let kind = ExprKind::Same { left, right, is_negated: op == CmpOp::Ne };
                return Some(Expr::new(kind, Ty::BOOL, span));
            }
            for (object, other) in [(left, right), (right, left)] {
                if !object.ty.base.is_object() {
                    continue;
                }
                if let Some(done) = self.operator_method(object, "opEquals", arg(other), span)
                    && (done.ty.base == Base::Bool || done.is_error())
                {
                    let is_negated = op == CmpOp::Ne;
                    return Some(if is_negated {
                        Expr::new(ExprKind::Not(done.boxed()), Ty::BOOL, span)
                    } else {
                        done
                    });
                }
            }
        }
        let flipped = match op {
            CmpOp::Lt => CmpOp::Gt,
            CmpOp::Le => CmpOp::Ge,
            CmpOp::Gt => CmpOp::Lt,
            CmpOp::Ge => CmpOp::Le,
            other => other,
        };
        for (object, other, op) in [(left, right, op), (right, left, flipped)] {
            if !object.ty.base.is_object() {
                continue;
            }
            if let Some(done) = self.operator_method(object, "opCmp", arg(other), span) {
                let zero = Expr::bits(0, Ty::INT, span);
                let done = self.to_number(done, Base::I32);
                return Some(Expr::new(
                    ExprKind::Compare { op, left: done.boxed(), right: zero.boxed() },
                    Ty::BOOL,
                    span,
                ));
            }
        }
        None
    }
}
