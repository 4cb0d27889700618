//! Expressions to instructions.

use onefold_script_bytecode::{Label, Slot, SlotKind, Storage, TypeId};

use super::Lower;
use super::number::inverted;
use super::place::Place;
use crate::hir::{CmpOp, Expr, ExprKind, LocalId, LocalKind};
use crate::types::{Base, Ty};

impl Lower<'_, '_> {
    /// The value in some slot, its own one where it has one.
    pub(super) fn eval(&mut self, expr: &Expr) -> Slot {
        match &expr.kind {
            ExprKind::Local(id) if !matches!(self.locals[*id as usize].kind, LocalKind::Place(_)) => {
                self.slot_of(*id)
            }
            ExprKind::Bits(bits) => self.constant(*bits, expr.ty.base),
            ExprKind::NotNull(inner) => {
                let slot = self.eval(inner);
                self.f.not_null_handle(slot);
                slot
            }
            ExprKind::Upcast(inner) if expr.ty.base != Base::Null => self.eval(inner),
            ExprKind::Assign { place, .. }
            | ExprKind::AssignOp { place, .. }
            | ExprKind::AppendText { place, .. }
                if matches!(place.kind, ExprKind::Local(_)) =>
            {
                self.effect(expr);
                self.eval(place)
            }
            ExprKind::Step { place, is_post: false, .. } if matches!(place.kind, ExprKind::Local(_)) => {
                self.effect(expr);
                self.eval(place)
            }
            ExprKind::Then(first, last) => {
                self.effect(first);
                self.eval(last)
            }
            ExprKind::Let { local, value, body } => {
                self.bind(*local, value);
                self.eval(body)
            }
            _ => {
                let slot = self.temp(expr.ty);
                self.eval_into(expr, slot);
                slot
            }
        }
    }

    /// Two operands, the second of which may change what the first has loaded only if it names a variable.
    pub(super) fn eval_pair(&mut self, a: &Expr, b: &Expr) -> (Slot, Slot) {
        let a = self.eval(a);
        (a, self.eval(b))
    }

    pub(super) fn bind(&mut self, local: LocalId, value: &Expr) {
        let slot = self.bound_slot(local);
        self.eval_into(value, slot);
    }

    /// A slot for a temporary variable, given back at the end of the statement.
    pub(super) fn bound_slot(&mut self, local: LocalId) -> Slot {
        if !self.locals[local as usize].name.is_empty() {
            return self.slot_of(local);
        }
        let slot = self.temp(self.locals[local as usize].ty);
        self.slots[local as usize] = Some(slot);
        slot
    }

    /// Evaluates for the effects only.
    pub(super) fn effect(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign { place, value } => {
                if let ExprKind::Local(id) = place.kind
                    && !matches!(self.locals[id as usize].kind, LocalKind::Place(_))
                {
                    let slot = self.slot_of(id);
                    return self.eval_into(value, slot);
                }
                let value_slot = self.eval_kept(value, place);
                let to = self.place(place);
                self.store(&to, place.ty, value_slot);
            }
            ExprKind::AssignOp { op, place, value, common } => {
                let right = self.eval_kept(value, place);
                let to = self.place(place);
                let ty = place.ty.plain();
                let old = self.place_slot(&to, ty);
                let left = self.as_number(old, ty.base, *common);
                let mixed = *common == Base::F64 && value.ty.base == Base::I32;
                if let (Place::Slot(slot), true) = (&to, ty.base == *common) {
                    return self.arithmetic(*op, *common, mixed, *slot, left, right);
                }
                let made = self.temp_scalar();
                self.arithmetic(*op, *common, mixed, made, left, right);
                let made = self.as_number(made, *common, ty.base);
                self.store(&to, ty, made);
            }
            ExprKind::AppendText { place, value } => {
                let right = self.eval_kept(value, place);
                let to = self.place(place);
                let slot = self.place_slot(&to, Ty::TEXT);
                self.concat(slot, slot, right, value.ty.base);
                self.store(&to, Ty::TEXT, slot);
            }
            ExprKind::Step { place, by, .. } => {
                let to = self.place(place);
                let slot = self.place_slot(&to, place.ty);
                self.add_step(place.ty.base, slot, slot, *by);
                self.store(&to, place.ty, slot);
            }
            ExprKind::Then(first, last) => {
                self.effect(first);
                self.effect(last);
            }
            ExprKind::Let { local, value, body } => {
                self.bind(*local, value);
                self.effect(body);
            }
            ExprKind::Conditional(condition, a, b) if expr.ty.is_void() => {
                let (other, end) = (self.f.label(), self.f.label());
                self.jump_if(condition, other, false);
                self.effect(a);
                self.f.jump(end);
                self.f.bind(other);
                self.effect(b);
                self.f.bind(end);
            }
            ExprKind::Throw(text) => {
                let text = self.eval(text);
                self.f.throw(text);
                // Code behind it is unreachable but has to be there.
            }
            ExprKind::Call { .. } | ExprKind::Mutate { .. } => self.call_into(expr, None),
            ExprKind::Error
            | ExprKind::VoidArg
            | ExprKind::FuncSet(..)
            | ExprKind::Lambda(_)
            | ExprKind::List(_) => {}
            _ if expr.ty.is_void() || expr.ty.is_error() => {}
            _ => {
                self.eval(expr);
            }
        }
    }

    /// A value that stays as it is while the place is looked up.
    fn eval_kept(&mut self, value: &Expr, place: &Expr) -> Slot {
        let slot = self.eval(value);
        let is_simple = matches!(place.kind, ExprKind::Local(_) | ExprKind::Global(_));
        if matches!(value.kind, ExprKind::Local(_)) && !is_simple && !super::call::is_pure(place) {
            let kept = self.temp(value.ty);
            self.copy(kept, slot, value.ty);
            return kept;
        }
        slot
    }

    fn as_number(&mut self, slot: Slot, from: Base, to: Base) -> Slot {
        if from == to {
            return slot;
        }
        let made = self.temp_scalar();
        self.convert(from, to, made, slot);
        made
    }

    /// Text of `b` followed by a value.
    fn concat(&mut self, a: Slot, b: Slot, c: Slot, base: Base) {
        match base {
            Base::Text => self.f.str_cat(a, b, c),
            Base::Bool => self.f.str_cat_bool(a, b, c),
            Base::F64 => self.f.str_cat_f64(a, b, c),
            Base::U64 => self.f.str_cat_u64(a, b, c),
            _ => self.f.str_cat_i64(a, b, c),
        };
    }

    #[expect(clippy::too_many_lines, reason = "a flat dispatch over the kinds of expressions")]
    pub(super) fn eval_into(&mut self, expr: &Expr, to: Slot) {
        match &expr.kind {
            ExprKind::Bits(bits) => self.load_bits(to, *bits),
            ExprKind::Text(id) => {
                self.f.str_const(to, *id);
            }
            ExprKind::Null => self.clear(to, expr.ty),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Field { .. }
            | ExprKind::Elem { .. }
            | ExprKind::TextByte { .. }
            | ExprKind::Deref(..)
            | ExprKind::HostMember { .. }
            | ExprKind::Part { .. } => {
                let place = self.place(expr);
                self.load(&place, expr.ty, to);
            }
            ExprKind::HostGlobal(item) => {
                self.f.host_global(to, *item);
            }
            ExprKind::NotNull(_) | ExprKind::Upcast(_) => {
                let slot = self.eval(expr);
                self.copy(to, slot, expr.ty);
            }
            ExprKind::Downcast(inner) => {
                let slot = self.eval(inner);
                let ty = match expr.ty.base {
                    Base::Obj(id) => TypeId(id),
                    _ => TypeId::ANY,
                };
                self.f.cast(to, slot, ty);
            }
            ExprKind::Neg(inner) => {
                let slot = self.eval(inner);
                self.negate(expr.ty.base, to, slot);
            }
            ExprKind::Complement(inner) => {
                let slot = self.eval(inner);
                self.complement(expr.ty.base, to, slot);
            }
            ExprKind::Not(inner) => {
                let slot = self.eval(inner);
                self.f.not_bool(to, slot);
            }
            ExprKind::Binary { op, left, right } => {
                let mixed = left.ty.base == Base::F64 && right.ty.base == Base::I32;
                let (a, b) = self.eval_pair(left, right);
                self.arithmetic(*op, expr.ty.base, mixed, to, a, b);
            }
            ExprKind::Compare { op, left, right } => {
                let (a, b) = self.eval_pair(left, right);
                self.compare(*op, left.ty.base, to, a, b);
            }
            ExprKind::CompareText { op, left, right } => {
                let (a, b) = self.eval_pair(left, right);
                match op {
                    CmpOp::Eq => {
                        self.f.eq_str(to, a, b);
                    }
                    CmpOp::Ne => {
                        self.f.eq_str(to, a, b);
                        self.f.not_bool(to, to);
                    }
                    op => {
                        let order = self.temp_scalar();
                        self.f.cmp_str(order, a, b);
                        let zero = self.temp_scalar();
                        self.f.imm32(zero, 0);
                        self.compare(*op, Base::I32, to, order, zero);
                    }
                }
            }
            ExprKind::OrderText(left, right) => {
                let (a, b) = self.eval_pair(left, right);
                self.f.cmp_str(to, a, b);
            }
            ExprKind::Same { left, right, is_negated } => {
                match (&left.kind, &right.kind) {
                    (_, ExprKind::Null) => {
                        let slot = self.eval(left);
                        self.f.is_null(to, slot);
                    }
                    (ExprKind::Null, _) => {
                        let slot = self.eval(right);
                        self.f.is_null(to, slot);
                    }
                    _ => {
                        let (a, b) = self.eval_pair(left, right);
                        self.f.eq_handle(to, a, b);
                    }
                }
                if *is_negated {
                    self.f.not_bool(to, to);
                }
            }
            ExprKind::And(..) | ExprKind::Or(..) => {
                let made = self.temp_scalar();
                let end = self.f.label();
                self.f.imm32(made, 0);
                self.jump_if(expr, end, false);
                self.f.imm32(made, 1);
                self.f.bind(end);
                self.f.mov(to, made);
            }
            ExprKind::Conditional(condition, a, b) => {
                let (other, end) = (self.f.label(), self.f.label());
                self.jump_if(condition, other, false);
                self.eval_into(a, to);
                self.f.jump(end);
                self.f.bind(other);
                self.eval_into(b, to);
                self.f.bind(end);
            }
            ExprKind::Convert(inner) => {
                let slot = self.eval(inner);
                self.convert(inner.ty.base, expr.ty.base, to, slot);
            }
            ExprKind::Step { place, by, is_post: true } => {
                let at = self.place(place);
                let slot = self.place_slot(&at, place.ty);
                let new = self.temp_scalar();
                self.add_step(place.ty.base, new, slot, *by);
                self.f.mov(to, slot);
                self.store(&at, place.ty, new);
            }
            ExprKind::Assign { place, .. }
            | ExprKind::AssignOp { place, .. }
            | ExprKind::AppendText { place, .. }
            | ExprKind::Step { place, .. } => {
                self.effect(expr);
                let at = self.place(place);
                self.load(&at, place.ty, to);
            }
            ExprKind::Concat(left, right) => self.concat_into(left, right, to),
            ExprKind::Call { .. } | ExprKind::Mutate { .. } => self.call_into(expr, Some(to)),
            ExprKind::New { class, ctor, args } => self.new_object(*class, *ctor, args, to),
            ExprKind::ArrayList { items, storage } => self.array_list(items, *storage, expr.ty, to),
            ExprKind::FuncHandle(code) => {
                if let Base::Obj(id) = expr.ty.base {
                    self.f.new_func(to, TypeId(id), *code);
                }
            }
            ExprKind::Delegate { object, func, slot } => {
                let object = self.eval(object);
                if let Base::Obj(id) = expr.ty.base {
                    match slot {
                        Some(slot) => self.f.new_delegate_virtual(to, object, *slot as u16, TypeId(id)),
                        None => self.f.new_delegate(to, object, TypeId(id), *func),
                    };
                }
            }
            ExprKind::Wrap { value, code } => self.wrap_into(value, *code, to),
            ExprKind::Let { local, value, body } => {
                self.bind(*local, value);
                self.eval_into(body, to);
            }
            ExprKind::Then(first, last) => {
                self.effect(first);
                self.eval_into(last, to);
            }
            ExprKind::ArrayLen(array) => {
                let slot = self.eval(array);
                self.f.array_len(to, slot);
            }
            ExprKind::TextLen(text) => {
                let slot = self.eval(text);
                self.f.str_len(to, slot);
            }
            ExprKind::Pack(values) => self.pack_into(values, expr.ty, to),
            ExprKind::RefOf(place, _) => self.ref_of(place, to),
            ExprKind::Property(_)
            | ExprKind::Throw(_)
            | ExprKind::Error
            | ExprKind::VoidArg
            | ExprKind::FuncSet(..)
            | ExprKind::Lambda(_)
            | ExprKind::List(_) => self.effect(expr),
        }
    }

    fn concat_into(&mut self, left: &Expr, right: &Expr, to: Slot) {
        let left_slot = if left.ty.base == Base::Text {
            self.eval(left)
        } else {
            let value = self.eval(left);
            let text = self.temp(Ty::TEXT);
            match left.ty.base {
                Base::Bool => self.f.str_bool(text, value),
                Base::F64 => self.f.str_f64(text, value),
                Base::U64 => self.f.str_u64(text, value),
                _ => self.f.str_i64(text, value),
            };
            text
        };
        let right_slot = self.eval(right);
        // Growing a temporary in place saves a copy of the text.
        if matches!(left.kind, ExprKind::Concat(..)) && right_slot != left_slot {
            self.concat(left_slot, left_slot, right_slot, right.ty.base);
            self.f.take_str(to, left_slot);
            return;
        }
        self.concat(to, left_slot, right_slot, right.ty.base);
    }

    fn array_list(&mut self, items: &[Expr], storage: Storage, ty: Ty, to: Slot) {
        let Base::Obj(id) = ty.base else { return };
        let array = self.temp(ty);
        let count = self.temp_scalar();
        self.f.imm32(count, items.len() as i32);
        self.f.new_array(array, count, TypeId(id));
        for (at, item) in items.iter().enumerate() {
            let mark = self.temps.len();
            let value = self.eval(item);
            let index = self.temp_scalar();
            self.f.imm32(index, at as i32);
            self.store(&Place::Elem(array, index, storage), item.ty, value);
            self.release(mark);
        }
        self.f.take_handle(to, array);
    }

    fn pack_into(&mut self, values: &[Expr], ty: Ty, to: Slot) {
        let made = self.temp(ty);
        self.clear(made, ty);
        let mut at = 0u32;
        for value in values {
            let storage = self.unit.storage(value.ty);
            at = at.next_multiple_of(storage.align().min(8));
            let slot = self.eval(value);
            match storage {
                Storage::Bytes(_) => self.copy(made.nth((at / 8) as u16), slot, value.ty),
                storage => self.store_part(made, at as u16, storage, slot),
            }
            at += storage.size();
        }
        self.copy(to, made, ty);
    }

    /// A reference to a place, for the caller to use.
    fn ref_of(&mut self, expr: &Expr, to: Slot) {
        match self.place(expr) {
            Place::Global(id) => {
                self.f.ref_global(to, id);
            }
            Place::Field(object, at, _) => {
                self.f.ref_field(to, object, at);
            }
            Place::Elem(array, index, _) => {
                self.f.ref_at(to, array, index);
            }
            Place::Ref(slot, _) => {
                self.f.move_ref(to, slot);
            }
            _ => {
                self.f.clear_ref(to);
            }
        }
    }

    /// Jumps when the condition has the value `when`.
    pub(super) fn jump_if(&mut self, expr: &Expr, to: Label, when: bool) {
        match &expr.kind {
            ExprKind::Bits(bits) => {
                if (*bits != 0) == when {
                    self.f.jump(to);
                }
            }
            ExprKind::Not(inner) => self.jump_if(inner, to, !when),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let is_and = matches!(expr.kind, ExprKind::And(..));
                if is_and == when {
                    let skip = self.f.label();
                    self.jump_if(a, skip, !when);
                    self.jump_if(b, to, when);
                    self.f.bind(skip);
                } else {
                    self.jump_if(a, to, when);
                    self.jump_if(b, to, when);
                }
            }
            ExprKind::Compare { op, left, right } => {
                let op = if when { *op } else { inverted(*op) };
                let base = left.ty.base;
                if let Some(value) = right.int().and_then(|value| i16::try_from(value).ok()) {
                    let a = self.eval(left);
                    if self.jump_imm(op, base, a, value, to) {
                        return;
                    }
                    let b = self.eval(right);
                    return self.jump_compare(op, base, a, b, to);
                }
                let (a, b) = self.eval_pair(left, right);
                self.jump_compare(op, base, a, b, to);
            }
            ExprKind::Same { left, right, is_negated } if matches!(right.kind, ExprKind::Null) => {
                let slot = self.eval(left);
                if matches!(self.f.kind(slot), SlotKind::Handle(_)) {
                    if *is_negated == when {
                        self.f.j_not_null(slot, to)
                    } else {
                        self.f.j_null(slot, to)
                    };
                }
            }
            _ => {
                let slot = self.eval(expr);
                if when {
                    self.f.j_true(slot, to)
                } else {
                    self.f.j_false(slot, to)
                };
            }
        }
    }
}
