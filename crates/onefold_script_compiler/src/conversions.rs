//! Implicit conversions: what they cost, and the typed trees they make.

use onefold_script_bytecode::FuncId;

use crate::check::Checker;
use crate::diagnostics;
use crate::hir::{Expr, ExprKind};
use crate::model::{FuncKind, TypeKind};
use crate::types::{Base, Ty};
use crate::unit::Unit;

/// Costs as the reference ranks them.
pub(crate) mod cost {
    pub const NONE: u32 = 0;
    pub const CONST: u32 = 1;
    pub const ENUM_SAME: u32 = 2;
    pub const ENUM_OTHER: u32 = 3;
    pub const SIZE: u32 = 4;
    pub const SIGN: u32 = 5;
    pub const INT_FLOAT: u32 = 6;
    pub const FLOAT_INT: u32 = 7;
    pub const REF: u32 = 8;
    pub const FROM_OBJECT: u32 = 9;
    pub const TO_OBJECT: u32 = 10;
    pub const VARIABLE: u32 = 11;
}

/// Cost of a conversion of numbers and enumerations, if there is one.
fn number_cost(from: Base, to: Base) -> Option<u32> {
    if from == to {
        return (from.is_number() || matches!(from, Base::Bool | Base::Enum(_))).then_some(cost::NONE);
    }
    match (from, to) {
        (Base::Enum(_), Base::I32 | Base::U32) => Some(cost::ENUM_SAME),
        (Base::Enum(_), to) if to.is_integer() => {
            Some(if to.is_signed() { cost::ENUM_OTHER } else { cost::SIGN })
        }
        (Base::Enum(_), to) if to.is_float() => Some(cost::INT_FLOAT),
        _ if !from.is_number() || !to.is_number() => None,
        _ if from.is_integer() && to.is_float() => Some(cost::INT_FLOAT),
        _ if from.is_float() && to.is_integer() => Some(cost::FLOAT_INT),
        _ if from.is_float() => Some(cost::SIZE),
        _ if from.is_signed() != to.is_signed() && from.size() == to.size() => Some(cost::SIGN),
        _ if from.is_signed() != to.is_signed() => Some(cost::SIGN),
        _ => Some(cost::SIZE),
    }
}

impl Unit<'_> {
    /// Whether `from` is `to` or derives from it.
    pub fn is_a(&self, from: u32, to: u32) -> bool {
        if from == to {
            return true;
        }
        match &self.types[from as usize].kind {
            TypeKind::Class(class) => {
                class.interfaces.contains(&to)
                    || class.base.is_some_and(|base| base != from && self.is_a(base, to))
            }
            TypeKind::Interface(info) => info.bases.contains(&to),
            TypeKind::Host { base, .. } => base.is_some_and(|base| self.is_a(base, to)),
            _ => false,
        }
    }
}

impl Checker<'_, '_> {
    /// Cost of converting a value to a type, if that is possible without being asked for.
    pub fn cost(&mut self, from: &Expr, to: Ty) -> Option<u32> {
        let ty = from.ty;
        if ty.is_error() || to.is_error() {
            return Some(cost::NONE);
        }
        if to.base == Base::Any {
            return (!ty.is_void()).then_some(cost::VARIABLE);
        }
        if let Some(cost) = number_cost(ty.base, to.base) {
            return Some(cost);
        }
        match (&from.kind, ty.base, to.base) {
            (ExprKind::FuncSet(..) | ExprKind::Lambda(_), _, Base::Obj(id)) => {
                self.choose_for_funcdef(from, id).map(|_| cost::NONE)
            }
            (ExprKind::List(list), ..) => self.takes_list(list, to).then_some(cost::NONE),
            (_, Base::Null, Base::Ref) => Some(cost::NONE),
            (_, Base::Null, Base::Obj(_)) => to.is_handle.then_some(cost::NONE),
            (_, Base::Text, Base::Text) | (_, Base::Ref, Base::Ref) => Some(cost::NONE),
            (_, Base::Value(a), Base::Value(b)) if a == b => Some(cost::NONE),
            (_, Base::Obj(_), Base::Ref) => Some(cost::TO_OBJECT),
            (_, Base::Obj(a), Base::Obj(b)) if self.unit.is_a(a, b) => {
                if ty.is_const && !to.is_const && to.is_handle {
                    return None;
                }
                let is_same = a == b;
                let widened = u32::from(ty.is_const != to.is_const);
                Some(if is_same { cost::CONST * widened } else { cost::REF + widened })
            }
            _ => self.object_cost(from, to),
        }
    }

    fn object_cost(&mut self, from: &Expr, to: Ty) -> Option<u32> {
        if self.conversion_method(from, to, false).is_some() {
            return Some(cost::FROM_OBJECT);
        }
        self.converting_ctor(from, to).map(|_| cost::TO_OBJECT)
    }

    /// `opImplConv`, `opImplCast` (or the explicit ones too) that gives a type.
    pub fn conversion_method(&mut self, from: &Expr, to: Ty, is_explicit: bool) -> Option<u32> {
        if !from.ty.base.is_object() {
            return None;
        }
        let names: &[&str] = if is_explicit {
            &["opImplConv", "opConv", "opImplCast", "opCast"]
        } else {
            &["opImplConv", "opImplCast"]
        };
        let mut best: Option<(u32, u32)> = None;
        for name in names {
            for func in self.unit.methods(from.ty.base, name) {
                let info = &self.unit.funcs[func as usize];
                if !info.params.is_empty() || from.ty.is_const && !info.is_const {
                    continue;
                }
                let ret = info.ret;
                let rank = match (ret.base, to.base) {
                    (Base::Obj(a), Base::Obj(b))
                        if self.unit.is_a(a, b) && (!ret.is_const || to.is_const || !to.is_handle) =>
                    {
                        Some(0)
                    }
                    (a, b) if a == b && !matches!(a, Base::Obj(_)) => Some(0),
                    (a, b) => number_cost(a, b).map(|cost| cost + 1),
                };
                if let Some(rank) = rank
                    && best.is_none_or(|(known, _)| rank < known)
                {
                    best = Some((rank, func));
                }
            }
        }
        best.map(|(_, func)| func)
    }

    /// A constructor without `explicit` that makes the type of one such value.
    fn converting_ctor(&mut self, from: &Expr, to: Ty) -> Option<u32> {
        if matches!(from.ty.base, Base::FuncSet | Base::Lambda | Base::List | Base::Null) {
            return None;
        }
        let ctors = self.unit.members(to.base)?.ctors.clone();
        ctors.into_iter().find(|&ctor| {
            let info = &self.unit.funcs[ctor as usize];
            if info.is_explicit || info.params.is_empty() || info.required() > 1 {
                return false;
            }
            let param = info.params[0].ty;
            // One step only: numbers and exact objects.
            param.plain().target() == from.ty.plain().target() && param.base != to.base
                || number_cost(from.ty.base, param.base).is_some()
                || matches!((from.ty.base, param.base), (Base::Obj(a), Base::Obj(b)) if a != b && param.base != to.base && self.unit.is_a(a, b))
        })
    }

    /// The value as that type, or an error message.
    pub fn convert(&mut self, from: Expr, to: Ty) -> Expr {
        let span = from.span;
        if from.is_error() || to.is_error() {
            return Expr::error(span);
        }
        match self.implicit(from, to) {
            Ok(done) => done,
            Err(from) => {
                let (a, b) = (self.unit.type_name(from.ty), self.unit.type_name(to));
                self.report(diagnostics::no_conversion(span, &a, &b));
                Expr::error(span)
            }
        }
    }

    /// The value as that type, or the value back.
    pub fn implicit(&mut self, from: Expr, to: Ty) -> Result<Expr, Expr> {
        let ty = from.ty;
        let span = from.span;
        if ty.is_error() || to.is_error() {
            return Ok(Expr::error(span));
        }
        if number_cost(ty.base, to.base).is_some() {
            self.warn_inexact(&from, to.base);
            return Ok(self.to_number(from, to.base));
        }
        if to.base == Base::Any {
            return Ok(self.wrap(from));
        }
        match (&from.kind, ty.base, to.base) {
            (ExprKind::FuncSet(..) | ExprKind::Lambda(_), _, Base::Obj(id)) => self.to_funcdef(from, id),
            (ExprKind::FuncSet(..), _, Base::Ref) => Err(from),
            (ExprKind::List(list), ..) => {
                let list = *list;
                if self.takes_list(&list, to) { Ok(self.list_value(list, to)) } else { Err(from) }
            }
            (_, Base::Null, Base::Ref) => Ok(Expr { ty: Ty::handle(Base::Ref), ..from }),
            (_, Base::Null, Base::Obj(_)) if to.is_handle => Ok(Expr { ty: to, ..from }),
            (_, Base::Text, Base::Text) => Ok(self.read(from)),
            (_, Base::Ref, Base::Ref) => Ok(self.read(from)),
            (_, Base::Value(a), Base::Value(b)) if a == b => Ok(self.read(from)),
            (_, Base::Obj(_), Base::Ref) => {
                let from = self.read(from);
                Ok(Expr::new(ExprKind::Upcast(from.boxed()), Ty::handle(Base::Ref), span))
            }
            (_, Base::Obj(a), Base::Obj(b)) if self.unit.is_a(a, b) => {
                if to.is_handle && ty.is_const && !to.is_const {
                    return Err(from);
                }
                Ok(self.as_object(from, to))
            }
            _ => self.by_method(from, to),
        }
    }

    /// An object as a handle or value of its own or a base type.
    fn as_object(&mut self, from: Expr, to: Ty) -> Expr {
        let from = self.read(from);
        let span = from.span;
        let is_fresh = from.is_fresh;
        let mut value = from;
        if value.ty.is_handle && !to.is_handle {
            value = self.deref(value);
        }
        if value.ty.base != to.base {
            // A program knows nothing of the classes of its host, so their handles are checked as they run.
            let is_host = value
                .ty
                .obj()
                .is_some_and(|id| matches!(self.unit.types[id as usize].kind, TypeKind::Host { .. }));
            let kind =
                if is_host { ExprKind::Downcast(value.boxed()) } else { ExprKind::Upcast(value.boxed()) };
            value = Expr::new(kind, to, span);
        }
        let is_const = if to.is_handle { to.is_const } else { value.ty.is_const || to.is_const };
        value.ty = Ty { is_handle: to.is_handle, is_const, is_handle_const: false, ..to };
        value.is_fresh = is_fresh;
        value
    }

    /// The object behind a handle, checked for null.
    pub fn deref(&mut self, value: Expr) -> Expr {
        if !value.ty.is_handle || value.ty.base == Base::Ref {
            return value;
        }
        let (ty, span) = (value.ty.target(), value.span);
        Expr::new(ExprKind::NotNull(value.boxed()), ty, span)
    }

    fn by_method(&mut self, from: Expr, to: Ty) -> Result<Expr, Expr> {
        if let Some(func) = self.conversion_method(&from, to, false) {
            let span = from.span;
            let made = self.call_func(func, Some(from), Vec::new(), span);
            return self.implicit(made, to);
        }
        match self.converting_ctor(&from, to) {
            Some(ctor) => {
                let span = from.span;
                let args = self.fit_args(ctor, vec![crate::overload::CallArg::of(from)], span);
                let made = self.construct_with(ctor, to.plain().target(), args, span);
                Ok(if to.is_handle { Expr { ty: to, ..made } } else { made })
            }
            None => Err(from),
        }
    }

    /// A number as another number; constants are folded.
    pub fn to_number(&mut self, from: Expr, to: Base) -> Expr {
        let from = self.read(from);
        let ty = Ty::of(to);
        if from.ty.base == to {
            return Expr { ty: Ty { is_const: from.ty.is_const, ..ty }, ..from };
        }
        let span = from.span;
        if let Some(bits) = from.constant() {
            self.warn_constant(&from, to);
            let value = crate::check::fold::convert(bits, from.ty.base, to);
            return Expr::bits(value, ty, span);
        }
        Expr::new(ExprKind::Convert(from.boxed()), ty, span)
    }

    /// Warns of what an implicit conversion of a real number to an integer loses.
    fn warn_inexact(&mut self, from: &Expr, to: Base) {
        if !from.ty.base.is_float() || !to.is_integer() {
            return;
        }
        let text = match from.constant() {
            Some(bits) => {
                let whole = crate::check::fold::convert(bits, from.ty.base, to);
                if crate::check::fold::convert(whole, to, from.ty.base) == bits {
                    return;
                }
                "the conversion of this value is not exact"
            }
            None => "the fraction is cut off in this conversion",
        };
        self.report(diagnostics::warning(from.span, text));
    }

    fn warn_constant(&mut self, from: &Expr, to: Base) {
        let (Some(value), true) = (from.int(), to.is_integer()) else { return };
        let value = if from.ty.base == Base::U64 { i128::from(value as u64) } else { i128::from(value) };
        let bits = to.size() * 8;
        let (low, high) = if to.is_signed() {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        } else {
            (0, (1i128 << bits) - 1)
        };
        if value > high || value < low && (to.size() < from.ty.base.size() || !to.is_signed()) {
            let is_sign_only = value < 0 && !to.is_signed();
            let text = if is_sign_only {
                "the sign of the constant is lost"
            } else {
                "the constant is too large for its type"
            };
            self.report(diagnostics::warning(from.span, text));
        }
    }

    /// The function a funcdef handle made of the value would point to.
    pub fn choose_for_funcdef(&mut self, from: &Expr, funcdef: u32) -> Option<u32> {
        let TypeKind::Funcdef(target) = self.unit.types[funcdef as usize].kind else { return None };
        let target = &self.unit.funcs[target as usize];
        match &from.kind {
            ExprKind::FuncSet(funcs, object) => funcs.iter().copied().find(|&func| {
                let own = &self.unit.funcs[func as usize];
                own.same_params(target)
                    && own.ret == target.ret
                    && own.is_ref == target.is_ref
                    && own.owner.is_some() == object.is_some()
                    && matches!(own.kind, FuncKind::Script(_) | FuncKind::Interface(..))
            }),
            ExprKind::Lambda(id) => {
                let params = self.unit.tree[self.unit.tree[*id].params].to_vec();
                let count = target.params.len();
                if params.len() != count {
                    return None;
                }
                let targets: Vec<_> = target.params.iter().map(|param| (param.ty, param.mode)).collect();
                let (space, class) = (self.space, self.class);
                for (param, (ty, mode)) in params.iter().zip(targets) {
                    if let Some(node) = param.ty
                        && let Some(written) = self.unit.resolve(node, space, class)
                        && (written != ty || param.mode != mode)
                    {
                        return None;
                    }
                }
                Some(u32::MAX)
            }
            _ => None,
        }
    }

    fn to_funcdef(&mut self, from: Expr, funcdef: u32) -> Result<Expr, Expr> {
        let Some(func) = self.choose_for_funcdef(&from, funcdef) else { return Err(from) };
        let (span, ty) = (from.span, Ty::handle(Base::Obj(funcdef)));
        let kind = match from.kind {
            ExprKind::Lambda(id) => ExprKind::FuncHandle(self.lambda_code(id, funcdef)),
            ExprKind::FuncSet(_, Some(object)) => {
                let info = &self.unit.funcs[func as usize];
                let slot = info.slot;
                let code = match info.kind {
                    FuncKind::Script(code) => code,
                    _ => FuncId(0),
                };
                if matches!(info.kind, FuncKind::Interface(..)) {
                    self.report(diagnostics::bad_type(span, "a delegate needs an object of a class"));
                    return Ok(Expr::error(span));
                }
                let object = self.read(*object);
                ExprKind::Delegate { object: object.boxed(), func: code, slot }
            }
            _ => match self.unit.funcs[func as usize].kind {
                FuncKind::Script(code) => ExprKind::FuncHandle(code),
                _ => return Ok(Expr::error(span)),
            },
        };
        Ok(Expr::fresh(kind, ty, span))
    }
}
