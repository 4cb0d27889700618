//! Assignment: by value, by handle, compound, to properties.

use onefold_diag::Span;
use onefold_script_std::Repr;
use onefold_script_syntax::ast::{self, AssignOp, BinaryOp};

use super::Checker;
use crate::diagnostics;
use crate::hir::{Callee, Expr, ExprKind};
use crate::model::TypeKind;
use crate::overload::CallArg;
use crate::types::{Base, Ty};

impl Checker<'_, '_> {
    pub fn assign(
        &mut self,
        op: AssignOp,
        target: ast::Id<ast::Expr>,
        value: ast::Id<ast::Expr>,
        op_span: Span,
        span: Span,
    ) -> Expr {
        if let (AssignOp::Assign, ast::ExprKind::Name(path), ast::ExprKind::InitList(list)) =
            (op, self.tree()[target].kind, self.tree()[value].kind)
        {
            let path = self.tree()[path];
            let name = self.text(path.name);
            if self.find_local(&name).is_none()
                && self.unit.find_type_entry(&path, &name, self.space).is_some()
            {
                let ty = self.unit.resolve_path(&path, self.space, self.class);
                return self.typed_list(ty, list, span);
            }
        }
        let target = self.expr(target);
        let value = self.expr(value);
        if target.is_error() || value.is_error() {
            return Expr::error(span);
        }
        let value = self.read(value);
        if op != AssignOp::Assign {
            return self.compound(op, target, value, op_span, span);
        }
        if target.is_handle_of {
            return self.assign_handle(target, value);
        }
        if value.is_handle_of && !target.ty.is_handle && !matches!(target.kind, ExprKind::Property(_)) {
            return self.assign_handle(target, value);
        }
        Expr { span, ..self.assign_value(target, value) }
    }

    /// `target = value` by value.
    pub fn assign_value(&mut self, target: Expr, value: Expr) -> Expr {
        let span = target.span;
        if target.is_error() || value.is_error() {
            return Expr::error(span);
        }
        if let ExprKind::Property(property) = target.kind {
            return self.write_property(*property, value, span);
        }
        if matches!(target.ty.base, Base::Obj(_)) {
            return self.assign_object(target, value, span);
        }
        if target.ty.base == Base::Ref {
            return self.assign_handle(target, value);
        }
        if !self.check_place(&target) {
            return Expr::error(span);
        }
        self.mark_changed(&target);
        let ty = target.ty.plain();
        if ty.base == Base::Text && value.ty.is_primitive() {
            let text = self.to_text(value);
            return Expr::new(ExprKind::Assign { place: target.boxed(), value: text.boxed() }, ty, span);
        }
        let value = self.convert(value, ty);
        Expr::new(ExprKind::Assign { place: target.boxed(), value: value.boxed() }, ty, span)
    }

    /// A number as text.
    fn to_text(&mut self, value: Expr) -> Expr {
        let span = value.span;
        let empty = self.unit.str_id(b"");
        let empty = Expr::new(ExprKind::Text(empty), Ty::TEXT, span);
        let value = self.printable(value);
        Expr::fresh(ExprKind::Concat(empty.boxed(), value.boxed()), Ty::TEXT, span)
    }

    /// A number widened to one of the types strings can take in.
    pub fn printable(&mut self, value: Expr) -> Expr {
        let base = value.ty.base;
        let to = match base {
            Base::Bool | Base::Text => return value,
            Base::F32 | Base::F64 => Base::F64,
            base if base.is_signed() => Base::I64,
            _ => Base::U64,
        };
        self.to_number(value, to)
    }

    /// Whether objects of the type can be assigned by value.
    pub fn can_assign(&self, ty: Ty) -> bool {
        let Base::Obj(id) = ty.base else { return true };
        match &self.unit.types[id as usize].kind {
            TypeKind::Class(_) | TypeKind::Array(_) => true,
            TypeKind::Std { name, .. } => *name != "grid",
            _ => false,
        }
    }

    fn assign_object(&mut self, target: Expr, value: Expr, span: Span) -> Expr {
        let Base::Obj(id) = target.ty.base else { return Expr::error(span) };
        let object_ty = target.ty.target();
        if target.ty.is_const {
            self.report(diagnostics::read_only(span));
            return Expr::error(span);
        }
        if matches!(self.unit.types[id as usize].kind, TypeKind::Funcdef(_)) {
            return self.assign_handle(target, value);
        }
        let is_shared = matches!(self.unit.types[id as usize].kind, TypeKind::Std { repr: Repr::Shared, .. });
        if is_shared {
            return self.assign_handle(target, value);
        }
        if matches!(value.kind, ExprKind::List(_)) {
            let value = self.convert(value, object_ty);
            return self.copy_into(target, value, span);
        }
        let args = vec![CallArg::of(value.clone())];
        let object = self.deref_place(target);
        if let Some(done) = self.operator_method(&object, "opAssign", args, span) {
            return done;
        }
        match self.implicit(value, Ty { is_const: true, ..object_ty }) {
            Ok(value) if self.can_assign(object_ty) => self.copy_into(object, value, span),
            Ok(value) | Err(value) => {
                let (a, b) = (self.unit.type_name(value.ty), self.unit.type_name(object_ty));
                self.report(diagnostics::no_conversion(value.span, &a, &b));
                Expr::error(span)
            }
        }
    }

    fn deref_place(&mut self, target: Expr) -> Expr {
        let target = self.read(target);
        self.deref(target)
    }

    /// The generated assignment of two objects of one type.
    pub fn copy_into(&mut self, target: Expr, value: Expr, span: Span) -> Expr {
        let Base::Obj(id) = target.ty.base else { return Expr::error(span) };
        let ty = Ty::of(target.ty.base);
        let object = self.deref(target);
        let temp = self.temp(Ty::handle(ty.base));
        let held = Expr::new(ExprKind::Local(temp), ty, span);
        let args = |held: &Expr, value: Expr| {
            vec![crate::hir::Arg::Value(held.clone()), crate::hir::Arg::Value(value)]
        };
        let callee = match &self.unit.types[id as usize].kind {
            TypeKind::Class(class) => class.assign.map(Callee::Method),
            TypeKind::Array(_) => Some(Callee::Std(self.unit.hidden(110, &[ty, ty], None, Some(id)))),
            TypeKind::Std { name, .. } => match *name {
                "dictionary" => Some(Callee::Std(self.unit.hidden(202, &[ty, ty], None, Some(id)))),
                "dictionaryValue" => Some(Callee::Std(self.unit.hidden(241, &[ty, ty], None, Some(id)))),
                "any" => Some(Callee::Std(self.unit.hidden(524, &[ty, ty], None, Some(id)))),
                _ => None,
            },
            _ => None,
        };
        let Some(callee) = callee else {
            let name = self.unit.type_name(ty);
            self.report(diagnostics::bad_type(span, format!("`{name}` cannot be assigned")));
            return Expr::error(span);
        };
        let call = Expr::new(ExprKind::Call { callee, args: args(&held, value) }, Ty::VOID, span);
        let body = Expr::new(ExprKind::Then(call.boxed(), held.boxed()), ty, span);
        Expr::new(ExprKind::Let { local: temp, value: object.boxed(), body: body.boxed() }, ty, span)
    }

    /// `@target = value`
    pub fn assign_handle(&mut self, target: Expr, value: Expr) -> Expr {
        let span = target.span;
        if target.is_error() || value.is_error() {
            return Expr::error(span);
        }
        if let ExprKind::Property(property) = target.kind {
            return self.write_property(*property, value, span);
        }
        let Base::Obj(id) = target.ty.base else {
            if target.ty.base == Base::Ref && self.check_place(&target) {
                self.mark_changed(&target);
                let value = self.convert(value, Ty::handle(Base::Ref));
                return Expr::new(
                    ExprKind::Assign { place: target.clone().boxed(), value: value.boxed() },
                    target.ty,
                    span,
                );
            }
            let name = self.unit.type_name(target.ty);
            self.report(diagnostics::bad_type(span, format!("there are no handles to `{name}`")));
            return Expr::error(span);
        };
        if let TypeKind::Std { repr, .. } = self.unit.types[id as usize].kind
            && matches!(repr, Repr::Shared | Repr::Boxed)
        {
            return self.assign_special(target, value, repr, span);
        }
        let is_handle_place = match &target.kind {
            ExprKind::Local(id) => self.locals[*id as usize].ty.is_handle && self.this != Some(*id),
            _ => target.ty.is_handle,
        };
        let is_element = self.is_handle_storage(&target);
        if !is_handle_place || !is_element {
            let text = "this is an object, no handle that could be changed";
            self.report(diagnostics::bad_type(span, text));
            return Expr::error(span);
        }
        let is_ok = self.check_place(&target);
        self.mark_changed(&target);
        let to = target.ty.plain_handle();
        let value = self.convert(value, to);
        if !is_ok {
            return Expr::error(span);
        }
        Expr::new(ExprKind::Assign { place: target.clone().boxed(), value: value.boxed() }, target.ty, span)
    }

    fn is_handle_storage(&self, target: &Expr) -> bool {
        use onefold_script_bytecode::Storage;
        match &target.kind {
            ExprKind::Field { storage, .. }
            | ExprKind::Elem { storage, .. }
            | ExprKind::Deref(_, storage) => !matches!(storage, Storage::Object(_)),
            ExprKind::Global(id) => self.unit.globals[id.index()].ty.is_handle,
            ExprKind::Conditional(_, a, b) => self.is_handle_storage(a) && self.is_handle_storage(b),
            _ => true,
        }
    }

    /// Weak references and dictionary values, which take handles by methods.
    fn assign_special(&mut self, target: Expr, value: Expr, repr: Repr, span: Span) -> Expr {
        let target = Expr { ty: target.ty.target(), ..target };
        if repr == Repr::Shared && (value.ty.base == target.ty.base || value.ty.base == Base::Null) {
            if !self.check_place(&target) {
                return Expr::error(span);
            }
            self.mark_changed(&target);
            let ty = target.ty.plain();
            let value = if value.ty.base == Base::Null { Expr { ty, ..value } } else { value };
            return Expr::new(ExprKind::Assign { place: target.boxed(), value: value.boxed() }, ty, span);
        }
        let value = if value.ty.is_handle || value.ty.base == Base::Null {
            value
        } else {
            Expr { ty: value.ty.to_handle(), ..value }
        };
        match self.operator_method(&target, "opHndlAssign", vec![CallArg::of(value.clone())], span) {
            Some(done) => done,
            None => {
                let (a, b) = (self.unit.type_name(value.ty), self.unit.type_name(target.ty));
                self.report(diagnostics::no_conversion(span, &a, &b));
                Expr::error(span)
            }
        }
    }

    fn compound(&mut self, op: AssignOp, target: Expr, value: Expr, op_span: Span, span: Span) -> Expr {
        let Some(binary) = binary_of(op) else { return Expr::error(span) };
        let method =
            super::overloads::method_name(binary).map_or(String::new(), |name| format!("{name}Assign"));
        if target.ty.base.is_object() && !matches!(target.kind, ExprKind::Property(_)) {
            let object = self.deref_place(target.clone());
            if object.ty.base == Base::Text && !self.check_place(&object) {
                return Expr::error(span);
            }
            if let Some(done) = self.operator_method(&object, &method, vec![CallArg::of(value.clone())], span)
            {
                return done;
            }
            let (a, b) = (self.unit.type_name(target.ty), self.unit.type_name(value.ty));
            self.report(diagnostics::no_operator(op_span, op.text(), &a, &b));
            return Expr::error(span);
        }
        if let ExprKind::Property(property) = &target.kind {
            if !property.args.is_empty() || property.getter.is_none() || property.setter.is_none() {
                self.report(diagnostics::statement(
                    span,
                    "this property cannot be changed by a compound assignment",
                ));
                return Expr::error(span);
            }
            let property = property.clone();
            let old = self.read_property((*property).clone(), span);
            let new = self.binary_values(binary, old, value, op_span, span);
            return self.write_property(*property, new, span);
        }
        if !self.check_place(&target) {
            return Expr::error(span);
        }
        self.mark_changed(&target);
        let ty = target.ty.plain();
        let probe = Expr { ty, ..target.clone() };
        let value_ty = value.ty;
        let Some(op_kind) = super::operators::bin_op(binary) else { return Expr::error(span) };
        match self.arithmetic(op_kind, probe, value, span) {
            Ok(Expr { kind: ExprKind::Binary { op, left, right }, ty: common, .. }) => {
                let _ = left;
                let kind =
                    ExprKind::AssignOp { op, place: target.boxed(), value: right, common: common.base };
                Expr::new(kind, ty, span)
            }
            Ok(other) => other,
            Err(_) => {
                let (a, b) = (self.unit.type_name(ty), self.unit.type_name(value_ty));
                self.report(diagnostics::no_operator(op_span, op.text(), &a, &b));
                Expr::error(span)
            }
        }
    }
}

impl Ty {
    /// The handle type a value stored in this handle has to have.
    pub(crate) fn plain_handle(self) -> Ty {
        Ty { is_handle: true, is_handle_const: false, ..self }
    }
}

fn binary_of(op: AssignOp) -> Option<BinaryOp> {
    Some(match op {
        AssignOp::Assign => return None,
        AssignOp::Add => BinaryOp::Add,
        AssignOp::Subtract => BinaryOp::Subtract,
        AssignOp::Multiply => BinaryOp::Multiply,
        AssignOp::Divide => BinaryOp::Divide,
        AssignOp::Remainder => BinaryOp::Remainder,
        AssignOp::Power => BinaryOp::Power,
        AssignOp::BitAnd => BinaryOp::BitAnd,
        AssignOp::BitOr => BinaryOp::BitOr,
        AssignOp::BitXor => BinaryOp::BitXor,
        AssignOp::ShiftLeft => BinaryOp::ShiftLeft,
        AssignOp::ShiftRight => BinaryOp::ShiftRight,
        AssignOp::ShiftRightArithmetic => BinaryOp::ShiftRightArithmetic,
    })
}
