//! Operators on numbers, and the order in which meanings of an operator are tried.

use onefold_diag::Span;
use onefold_script_syntax::ast::{self, BinaryOp, PostfixOp, UnaryOp};

use super::{Checker, fold};
use crate::diagnostics;
use crate::hir::{BinOp, CmpOp, Expr, ExprKind};
use crate::types::{Base, Ty};

impl Checker<'_, '_> {
    pub fn unary(&mut self, op: UnaryOp, operand: ast::Id<ast::Expr>, span: Span) -> Expr {
        let value = self.expr(operand);
        if value.is_error() {
            return value;
        }
        match op {
            UnaryOp::HandleOf => return self.handle_of(value, span),
            UnaryOp::Increment | UnaryOp::Decrement => {
                return self.step(value, op == UnaryOp::Increment, false, span);
            }
            _ => {}
        }
        let value = self.read(value);
        if let Some(method) = match op {
            UnaryOp::Negate => Some("opNeg"),
            UnaryOp::Complement => Some("opCom"),
            _ => None,
        } && value.ty.base.is_object()
            && let Some(done) = self.operator_method(&value, method, Vec::new(), span)
        {
            return done;
        }
        let base = value.ty.base;
        let widened = match base {
            Base::Enum(_) => Base::I32,
            other => other,
        };
        match op {
            UnaryOp::Not if base == Base::Bool || self.unit.options.level >= 238 && base.is_object() => {
                let value = self.to_bool(value);
                match value.constant() {
                    Some(bits) => Expr::bits(u64::from(bits == 0), Ty::BOOL.constant(), span),
                    None => Expr::new(ExprKind::Not(value.boxed()), Ty::BOOL, span),
                }
            }
            UnaryOp::Negate if widened.is_number() => {
                let to = match widened {
                    Base::U8 => Base::I8,
                    Base::U16 => Base::I16,
                    Base::U32 => Base::I32,
                    Base::U64 => Base::I64,
                    other => other,
                };
                let value = match value.constant() {
                    // A sign in front of a constant is no loss of one.
                    Some(bits) => Expr::bits(fold::convert(bits, base, to), Ty::of(to), span),
                    None => self.to_number(value, to),
                };
                match value.constant() {
                    Some(bits) if to.is_float() => {
                        let sign = if to == Base::F32 { 1 << 31 } else { 1 << 63 };
                        Expr::bits(bits ^ sign, Ty::of(to).constant(), span)
                    }
                    Some(bits) => {
                        let wide = if to.size() == 8 { Base::I64 } else { Base::I32 };
                        let negated = if wide == Base::I64 {
                            (bits as i64).wrapping_neg() as u64
                        } else {
                            u64::from((bits as i32).wrapping_neg() as u32)
                        };
                        Expr::bits(fold::convert(negated, wide, to), Ty::of(to).constant(), span)
                    }
                    None => Expr::new(ExprKind::Neg(value.boxed()), Ty::of(to), span),
                }
            }
            UnaryOp::Plus if widened.is_number() => Expr { ty: value.ty, ..value },
            UnaryOp::Complement if widened.is_integer() => {
                let to = match widened {
                    Base::I8 => Base::U8,
                    Base::I16 => Base::U16,
                    Base::I32 => Base::U32,
                    Base::I64 => Base::U64,
                    other => other,
                };
                let bits = value
                    .constant()
                    .map(|bits| fold::convert(!fold::convert(bits, base, Base::U64), Base::U64, to));
                let value = Expr { ty: Ty::of(to), ..value };
                match bits {
                    Some(bits) => Expr::bits(bits, Ty::of(to).constant(), span),
                    None => Expr::new(ExprKind::Complement(value.boxed()), Ty::of(to), span),
                }
            }
            _ => {
                let name = self.unit.type_name(value.ty);
                self.report(diagnostics::no_unary(span, op.text(), &name));
                Expr::error(span)
            }
        }
    }

    fn handle_of(&mut self, value: Expr, span: Span) -> Expr {
        if matches!(value.ty.base, Base::FuncSet | Base::Null | Base::Lambda) {
            return Expr { is_handle_of: true, span, ..value };
        }
        if matches!(value.kind, ExprKind::Property(_)) {
            let value = Expr { is_handle_of: true, ..value };
            return value;
        }
        if let Base::Obj(id) = value.ty.base
            && let crate::model::TypeKind::Std { repr, .. } = self.unit.types[id as usize].kind
            && matches!(repr, onefold_script_std::Repr::Shared | onefold_script_std::Repr::Boxed)
        {
            return Expr { is_handle_of: true, span, ..value };
        }
        if !self.unit.has_handles(value.ty.base) {
            let name = self.unit.type_name(value.ty);
            self.report(diagnostics::bad_type(span, format!("there are no handles to `{name}`")));
            return Expr::error(span);
        }
        let mut value = value;
        if let ExprKind::NotNull(inner) = value.kind {
            value = *inner;
        }
        let ty = Ty { is_handle: true, ..value.ty };
        Expr { ty, is_handle_of: true, span, ..value }
    }

    pub fn postfix(&mut self, op: PostfixOp, operand: ast::Id<ast::Expr>, span: Span) -> Expr {
        let value = self.expr(operand);
        self.step(value, op == PostfixOp::Increment, true, span)
    }

    fn step(&mut self, value: Expr, is_up: bool, is_post: bool, span: Span) -> Expr {
        if value.is_error() {
            return value;
        }
        if value.ty.base.is_object() {
            let name = match (is_up, is_post) {
                (true, false) => "opPreInc",
                (false, false) => "opPreDec",
                (true, true) => "opPostInc",
                (false, true) => "opPostDec",
            };
            let object = self.read(value.clone());
            if let Some(done) = self.operator_method(&object, name, Vec::new(), span) {
                return done;
            }
        }
        let text = if is_up { "++" } else { "--" };
        if !value.ty.base.is_number() {
            let name = self.unit.type_name(value.ty);
            self.report(diagnostics::no_unary(span, text, &name));
            return Expr::error(span);
        }
        if !self.check_place(&value) {
            return Expr::error(span);
        }
        self.mark_changed(&value);
        let ty = value.ty.plain();
        if let ExprKind::Property(_) = value.kind {
            self.report(diagnostics::not_a_place(span));
            return Expr::error(span);
        }
        Expr::new(ExprKind::Step { place: value.boxed(), by: if is_up { 1 } else { -1 }, is_post }, ty, span)
    }

    /// Reports what cannot be assigned.
    pub fn check_place(&mut self, value: &Expr) -> bool {
        if value.is_error() {
            return false;
        }
        if !value.is_place() {
            self.report(diagnostics::not_a_place(value.span));
            return false;
        }
        if value.ty.is_read_only() {
            self.report(diagnostics::read_only(value.span));
            return false;
        }
        true
    }

    pub fn binary(
        &mut self,
        op: BinaryOp,
        left: ast::Id<ast::Expr>,
        right: ast::Id<ast::Expr>,
        op_span: Span,
        span: Span,
    ) -> Expr {
        if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) {
            return self.logic(op, left, right, span);
        }
        let left = self.expr(left);
        let right = self.expr(right);
        if matches!(op, BinaryOp::Is | BinaryOp::IsNot) {
            return self.identity(left, right, op == BinaryOp::IsNot, span);
        }
        let (left, right) = (self.read(left), self.read(right));
        if left.is_error() || right.is_error() {
            return Expr::error(span);
        }
        self.binary_values(op, left, right, op_span, span)
    }

    fn logic(
        &mut self,
        op: BinaryOp,
        left: ast::Id<ast::Expr>,
        right: ast::Id<ast::Expr>,
        span: Span,
    ) -> Expr {
        let left = self.condition(left);
        let right = self.condition(right);
        if left.is_error() || right.is_error() {
            return Expr::new(ExprKind::Error, Ty::BOOL, span);
        }
        if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
            let value = match op {
                BinaryOp::And => a & b,
                BinaryOp::Or => a | b,
                _ => a ^ b,
            };
            return Expr::bits(value, Ty::BOOL.constant(), span);
        }
        let kind = match op {
            BinaryOp::And => ExprKind::And(left.boxed(), right.boxed()),
            BinaryOp::Or => ExprKind::Or(left.boxed(), right.boxed()),
            _ => ExprKind::Compare { op: CmpOp::Ne, left: left.boxed(), right: right.boxed() },
        };
        Expr::new(kind, Ty::BOOL, span)
    }

    fn identity(&mut self, left: Expr, right: Expr, is_negated: bool, span: Span) -> Expr {
        let (left, right) = (self.read(left), self.read(right));
        if left.is_error() || right.is_error() {
            return Expr::new(ExprKind::Error, Ty::BOOL, span);
        }
        let fits = |ty: Ty| matches!(ty.base, Base::Obj(_) | Base::Null | Base::Ref);
        let (left, right) = (self.weak_target(left), self.weak_target(right));
        let related = match (left.ty.base, right.ty.base) {
            (Base::Obj(a), Base::Obj(b)) => self.unit.is_a(a, b) || self.unit.is_a(b, a),
            _ => true,
        };
        if !fits(left.ty) || !fits(right.ty) || !related {
            let (a, b) = (self.unit.type_name(left.ty), self.unit.type_name(right.ty));
            self.report(diagnostics::no_operator(span, if is_negated { "!is" } else { "is" }, &a, &b));
            return Expr::new(ExprKind::Error, Ty::BOOL, span);
        }
        Expr::new(ExprKind::Same { left: left.boxed(), right: right.boxed(), is_negated }, Ty::BOOL, span)
    }

    /// A weak reference as the handle it holds.
    fn weak_target(&mut self, value: Expr) -> Expr {
        let Base::Obj(id) = value.ty.base else { return value };
        let is_weak = matches!(
            self.unit.types[id as usize].kind,
            crate::model::TypeKind::Std { repr: onefold_script_std::Repr::Shared, .. }
        );
        match self.unit.methods(value.ty.base, "get").first() {
            Some(&get) if is_weak => {
                let span = value.span;
                self.call_func(get, Some(value), Vec::new(), span)
            }
            _ => value,
        }
    }

    pub fn binary_values(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        op_span: Span,
        span: Span,
    ) -> Expr {
        if (left.ty.base.is_object() || right.ty.base.is_object())
            && let Some(done) = self.operator(op, &left, &right, span)
        {
            return done;
        }
        let left = self.as_operand(left);
        let right = self.as_operand(right);
        let done = match op {
            BinaryOp::Equal => self.compare(CmpOp::Eq, left, right, span),
            BinaryOp::NotEqual => self.compare(CmpOp::Ne, left, right, span),
            BinaryOp::Less => self.compare(CmpOp::Lt, left, right, span),
            BinaryOp::LessOrEqual => self.compare(CmpOp::Le, left, right, span),
            BinaryOp::Greater => self.compare(CmpOp::Gt, left, right, span),
            BinaryOp::GreaterOrEqual => self.compare(CmpOp::Ge, left, right, span),
            _ => match bin_op(op) {
                Some(op) => self.arithmetic(op, left, right, span),
                None => Err((left, right)),
            },
        };
        match done {
            Ok(value) => value,
            Err((left, right)) => {
                let (a, b) = (self.unit.type_name(left.ty), self.unit.type_name(right.ty));
                if !left.is_error() && !right.is_error() {
                    self.report(diagnostics::no_operator(op_span, op.text(), &a, &b));
                }
                Expr::error(span)
            }
        }
    }

    /// An object with an implicit conversion to a number, as that number.
    fn as_operand(&mut self, value: Expr) -> Expr {
        if !value.ty.base.is_object() {
            return value;
        }
        for base in [Base::F64, Base::I64, Base::I32, Base::F32, Base::U32, Base::Bool] {
            if let Some(func) = self.conversion_method(&value, Ty::of(base), false)
                && self.unit.funcs[func as usize].ret.base == base
            {
                let span = value.span;
                return self.call_func(func, Some(value), Vec::new(), span);
            }
        }
        value
    }

    pub fn arithmetic(
        &mut self,
        op: BinOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Result<Expr, (Expr, Expr)> {
        let (a, b) = (number_of(left.ty.base), number_of(right.ty.base));
        let (Some(a), Some(b)) = (a, b) else { return Err((left, right)) };
        let is_shift = matches!(op, BinOp::Shl | BinOp::Shr | BinOp::Sar);
        let is_bits = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor);
        let common = if is_shift {
            match a {
                Base::F32 => Base::I32,
                Base::F64 => Base::I64,
                Base::I8 | Base::I16 => Base::I32,
                Base::U8 | Base::U16 => Base::U32,
                other => other,
            }
        } else if is_bits {
            bit_type(a, b)
        } else {
            common_type(a, b)
        };
        let is_mixed_power = op == BinOp::Pow && a == Base::F64 && b.is_integer();
        let right_to = match () {
            () if is_shift => {
                if common.size() == 8 {
                    Base::U64
                } else {
                    Base::U32
                }
            }
            () if is_mixed_power => Base::I32,
            () => common,
        };
        let left = self.to_operand(left, common);
        let right = self.to_operand(right, right_to);
        if let (Some(a), Some(b)) = (left.constant(), right.constant())
            && !is_mixed_power
        {
            match fold::binary(op, common, a, b) {
                Some(Ok(bits)) => return Ok(Expr::bits(bits, Ty::of(common).constant(), span)),
                Some(Err(failure)) => {
                    let text = match failure {
                        fold::Failure::DivideByZero => "this divides by zero",
                        fold::Failure::Overflow => "the result is too large for its type",
                    };
                    self.report(diagnostics::constant(span, text));
                    return Ok(Expr::error(span));
                }
                None => {}
            }
        }
        let is_zero = right.constant() == Some(0);
        let is_known = common.is_integer() || left.constant().is_some();
        if matches!(op, BinOp::Div | BinOp::Rem) && is_known && is_zero {
            self.report(diagnostics::constant(span, "this divides by zero"));
            return Ok(Expr::error(span));
        }
        let kind = ExprKind::Binary { op, left: left.boxed(), right: right.boxed() };
        Ok(Expr::new(kind, Ty::of(common), span))
    }

    /// A number in the common type of an operation; a lost sign is no matter here.
    fn to_operand(&mut self, value: Expr, to: Base) -> Expr {
        let is_silent = value.ty.base.size() == to.size() && value.ty.base.is_integer() && to.is_integer();
        match value.constant() {
            Some(bits) if is_silent => {
                let bits = fold::convert(bits, value.ty.base, to);
                Expr::bits(bits, Ty::of(to).constant(), value.span)
            }
            _ => self.to_number(value, to),
        }
    }

    fn compare(&mut self, op: CmpOp, left: Expr, right: Expr, span: Span) -> Result<Expr, (Expr, Expr)> {
        let is_equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        let (a, b) = (left.ty.base, right.ty.base);
        let (left, right, common) = if a == Base::Bool && b == Base::Bool && is_equality {
            (left, right, Base::Bool)
        } else {
            let (Some(x), Some(y)) = (number_of(a), number_of(b)) else { return Err((left, right)) };
            let mut common = common_type(x, y);
            // A constant that is not negative takes the side of an unsigned number.
            if common == Base::I32 && (x == Base::U32 || y == Base::U32) {
                common = match (left.int(), right.int()) {
                    (Some(value), _) | (_, Some(value)) if value < 0 => Base::I32,
                    _ => Base::U32,
                };
                if left.constant().is_none() && right.constant().is_none() {
                    self.report(diagnostics::warning(span, "a signed and an unsigned number are compared"));
                    common = if x == Base::U32 && y == Base::U32 { Base::U32 } else { Base::I32 };
                }
            }
            let left = self.to_operand(left, common);
            (left, self.to_operand(right, common), common)
        };
        if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
            let value = fold::compare(op, common, a, b);
            return Ok(Expr::bits(u64::from(value), Ty::BOOL.constant(), span));
        }
        Ok(Expr::new(ExprKind::Compare { op, left: left.boxed(), right: right.boxed() }, Ty::BOOL, span))
    }

    pub fn conditional(
        &mut self,
        condition: ast::Id<ast::Expr>,
        then: ast::Id<ast::Expr>,
        otherwise: ast::Id<ast::Expr>,
        span: Span,
    ) -> Expr {
        let condition = self.condition(condition);
        let (a, b) = (self.expr(then), self.expr(otherwise));
        let (a, b) = (self.read(a), self.read(b));
        if a.is_error() || b.is_error() || condition.is_error() {
            return Expr::error(span);
        }
        if a.ty.is_void() && b.ty.is_void() {
            return Expr::new(ExprKind::Conditional(condition.boxed(), a.boxed(), b.boxed()), Ty::VOID, span);
        }
        let is_same = a.ty.plain() == b.ty.plain();
        if is_same && a.is_place() && b.is_place() {
            let ty = if a.ty.is_const { a.ty } else { b.ty };
            return Expr::new(ExprKind::Conditional(condition.boxed(), a.boxed(), b.boxed()), ty, span);
        }
        let Some(ty) = self.common_of_branches(&a, &b) else {
            let (a, b) = (self.unit.type_name(a.ty), self.unit.type_name(b.ty));
            self.report(diagnostics::bad_type(span, format!("`{a}` and `{b}` have no type in common")));
            return Expr::error(span);
        };
        let is_fresh = a.is_fresh && b.is_fresh;
        let (a, b) = if self.unit.is_by_value_object(ty) && !is_fresh {
            (self.owned(a, ty), self.owned(b, ty))
        } else {
            (self.convert(a, ty), self.convert(b, ty))
        };
        Expr::fresh(ExprKind::Conditional(condition.boxed(), a.boxed(), b.boxed()), ty, span)
    }

    fn common_of_branches(&mut self, a: &Expr, b: &Expr) -> Option<Ty> {
        if let (Some(x), Some(y)) = (number_of(a.ty.base), number_of(b.ty.base)) {
            return Some(if a.ty.base == b.ty.base { a.ty.plain() } else { Ty::of(common_type(x, y)) });
        }
        let const_of = |ty: Ty| Ty { is_const: a.ty.is_const || b.ty.is_const, ..ty };
        match (a.ty.base, b.ty.base) {
            (Base::Null, Base::Obj(_) | Base::Ref) => Some(b.ty.to_handle()),
            (Base::Obj(_) | Base::Ref, Base::Null) => Some(a.ty.to_handle()),
            (Base::Obj(x), Base::Obj(y)) => {
                let is_handle = a.ty.is_handle || b.ty.is_handle;
                let shape = |ty: Ty| const_of(Ty { is_handle, is_handle_const: false, ..ty });
                if self.unit.is_a(x, y) {
                    Some(shape(b.ty))
                } else if self.unit.is_a(y, x) {
                    Some(shape(a.ty))
                } else {
                    None
                }
            }
            (x, y) if x == y => Some(a.ty.plain()),
            _ if self.cost(b, a.ty.plain()).is_some() => Some(a.ty.plain()),
            _ if self.cost(a, b.ty.plain()).is_some() => Some(b.ty.plain()),
            _ => None,
        }
    }
}

pub(crate) fn bin_op(op: BinaryOp) -> Option<BinOp> {
    Some(match op {
        BinaryOp::Add => BinOp::Add,
        BinaryOp::Subtract => BinOp::Sub,
        BinaryOp::Multiply => BinOp::Mul,
        BinaryOp::Divide => BinOp::Div,
        BinaryOp::Remainder => BinOp::Rem,
        BinaryOp::Power => BinOp::Pow,
        BinaryOp::BitAnd => BinOp::And,
        BinaryOp::BitOr => BinOp::Or,
        BinaryOp::BitXor => BinOp::Xor,
        BinaryOp::ShiftLeft => BinOp::Shl,
        BinaryOp::ShiftRight => BinOp::Shr,
        BinaryOp::ShiftRightArithmetic => BinOp::Sar,
        _ => return None,
    })
}

/// The number type an operand counts as.
pub(super) fn number_of(base: Base) -> Option<Base> {
    match base {
        Base::Enum(_) => Some(Base::I32),
        base if base.is_number() => Some(base),
        _ => None,
    }
}

/// The type two numbers are computed in.
pub(super) fn common_type(a: Base, b: Base) -> Base {
    if a == Base::F64 || b == Base::F64 {
        Base::F64
    } else if a == Base::F32 || b == Base::F32 {
        Base::F32
    } else if a.size() == 8 || b.size() == 8 {
        if a.is_signed() || b.is_signed() { Base::I64 } else { Base::U64 }
    } else if a.is_signed() || b.is_signed() {
        Base::I32
    } else {
        Base::U32
    }
}

fn bit_type(a: Base, b: Base) -> Base {
    let is_signed = a.is_signed() || a.is_float();
    match (a.size() == 8 || b.size() == 8, is_signed) {
        (true, true) => Base::I64,
        (true, false) => Base::U64,
        (false, true) => Base::I32,
        (false, false) => Base::U32,
    }
}
