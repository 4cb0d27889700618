//! Calls, constructions and boxes.

use onefold_script_bytecode::{FuncId, MethodIndex, NO_SLOT, Slot, SlotKind, TypeId, VirtualSlot};
use onefold_script_std::box_fns;

use super::Lower;
use crate::hir::{Arg, Callee, Expr, ExprKind, LocalId};
use crate::model::TypeKind;
use crate::types::{Base, Ty};

/// Whether evaluating it changes nothing.
pub(super) fn is_pure(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Bits(_) | ExprKind::Text(_) | ExprKind::Null | ExprKind::Local(_) | ExprKind::Global(_) => {
            true
        }
        ExprKind::Field { object, .. } => is_pure(object),
        ExprKind::Elem { array, index, .. } => is_pure(array) && is_pure(index),
        ExprKind::NotNull(inner)
        | ExprKind::Upcast(inner)
        | ExprKind::Convert(inner)
        | ExprKind::Neg(inner) => is_pure(inner),
        ExprKind::Binary { left, right, .. } | ExprKind::Concat(left, right) => {
            is_pure(left) && is_pure(right)
        }
        ExprKind::ArrayLen(inner) | ExprKind::TextLen(inner) => is_pure(inner),
        _ => false,
    }
}

/// What is done with an argument after the call.
enum After<'e> {
    None,
    /// The placed slot goes to the temporary, then the assignment runs.
    Copy(LocalId, Slot, Ty, Option<&'e Expr>),
    Assign(&'e Expr),
}

impl Lower<'_, '_> {
    /// Evaluates arguments from last to first; gives their slots in order and what is to be done afterwards.
    fn args<'e>(&mut self, args: &'e [Arg]) -> (Vec<Slot>, Vec<After<'e>>) {
        let mut lists: Vec<Vec<Slot>> = vec![Vec::new(); args.len()];
        let mut after = Vec::new();
        for (at, arg) in args.iter().enumerate().rev() {
            match arg {
                Arg::Value(value) => {
                    let mut slot = self.eval(value);
                    let rest_is_pure =
                        args[..at].iter().all(|arg| matches!(arg, Arg::Value(value) if is_pure(value)));
                    if !rest_is_pure && !matches!(value.kind, ExprKind::Bits(_)) && self.is_variable(slot) {
                        let kept = self.temp(value.ty);
                        self.copy(kept, slot, value.ty);
                        slot = kept;
                    }
                    let (_, count) = self.unit.slots(value.ty);
                    lists[at].extend((0..count).map(|n| slot.nth(n)));
                }
                Arg::Out { temp, ty, assign, init } => {
                    let (kind, count) = self.unit.slots(*ty);
                    let raw = if count > 1 { self.f.scalars(count) } else { self.f.slot(kind) };
                    match init {
                        Some(init) => self.eval_into(init, raw),
                        None => self.clear(raw, *ty),
                    }
                    let kind = match kind {
                        SlotKind::Str => SlotKind::PlaceStr,
                        SlotKind::Handle(ty) => SlotKind::PlaceHandle(ty),
                        _ => SlotKind::PlaceScalar(count),
                    };
                    let place = self.f.slot(kind);
                    self.f.place(place, raw);
                    lists[at].push(place);
                    after.push(After::Copy(*temp, raw, *ty, assign.as_deref()));
                }
                Arg::OutBox { temp, code, assign } => {
                    let number = self.temp_scalar();
                    self.f.imm32(number, *code as i32);
                    let ty = Ty::handle(Base::Obj(self.unit.known.dictionary_value));
                    let callee = self.unit.hidden(box_fns::WANTED, &[Ty::UINT], Some(ty), None);
                    let slot = self.bound_slot(*temp);
                    self.f.call_std(slot, callee, &[number]);
                    lists[at].push(slot);
                    after.push(assign.as_deref().map_or(After::None, After::Assign));
                }
                Arg::OutObject { temp, init, assign } => {
                    let slot = self.bound_slot(*temp);
                    self.eval_into(init, slot);
                    lists[at].push(slot);
                    after.push(assign.as_deref().map_or(After::None, After::Assign));
                }
            }
        }
        after.reverse();
        (lists.concat(), after)
    }

    fn is_variable(&self, slot: Slot) -> bool {
        self.slots.contains(&Some(slot))
    }

    fn finish_args(&mut self, after: Vec<After<'_>>) {
        for step in after {
            match step {
                After::None => {}
                After::Copy(temp, raw, ty, assign) => {
                    if let Some(assign) = assign {
                        let slot = self.bound_slot(temp);
                        self.copy(slot, raw, ty);
                        if matches!(self.f.kind(raw), SlotKind::Handle(_)) {
                            self.f.clear_handle(raw);
                        }
                        self.effect(assign);
                    }
                }
                After::Assign(assign) => self.effect(assign),
            }
        }
    }

    /// A call whose result goes to a slot, or is dropped.
    pub(super) fn call_into(&mut self, expr: &Expr, to: Option<Slot>) {
        match &expr.kind {
            ExprKind::Call { callee, args } => {
                let (slots, after) = self.args(args);
                let result = self.result_slot(expr, to);
                self.emit_call(*callee, result.0, &slots, args);
                self.finish_args(after);
                if let (Some(to), Some(from)) = (to, result.1) {
                    self.copy(to, from, expr.ty);
                }
            }
            ExprKind::Mutate { place, callee, args, out } => {
                let (mut slots, after) = self.args(args);
                let at = self.place(place);
                let old = self.place_slot(&at, place.ty);
                slots.insert(0, old);
                let extra = out.then(|| {
                    let raw = self.f.scalar();
                    self.f.imm32(raw, 0);
                    let target = self.f.slot(SlotKind::PlaceScalar(1));
                    self.f.place(target, raw);
                    slots.push(target);
                    raw
                });
                let made = self.temp(place.ty);
                self.f.call_std(made, *callee, &slots);
                self.store(&at, place.ty, made);
                self.finish_args(after);
                if let Some(to) = to {
                    match extra {
                        Some(raw) => {
                            self.f.mov(to, raw);
                        }
                        None => self.copy(to, made, expr.ty),
                    }
                }
            }
            _ => self.effect(expr),
        }
    }

    /// Slot of a result; a second slot where it has to be moved on because the wanted one is an argument.
    fn result_slot(&mut self, expr: &Expr, to: Option<Slot>) -> (Slot, Option<Slot>) {
        if expr.ty.is_void() || expr.ty.is_error() {
            return (NO_SLOT, None);
        }
        if let Some(to) = to {
            return (to, None);
        }
        // A reference nobody looks at.
        let ExprKind::Call { .. } = expr.kind else { return (NO_SLOT, None) };
        (self.temp(expr.ty), None)
    }

    fn emit_call(&mut self, callee: Callee, result: Slot, slots: &[Slot], args: &[Arg]) {
        match callee {
            Callee::Func(code) => self.f.call(result, code, slots),
            Callee::Method(code) => self.f.call_method(result, code, slots),
            Callee::Virtual(slot) => self.f.call_virtual(result, VirtualSlot(slot), slots),
            Callee::Interface(ty, method) => {
                self.f.call_interface(result, MethodIndex::new(TypeId(ty), method), slots)
            }
            Callee::Handle => self.f.call_func(result, (), slots),
            Callee::Import(import) => self.f.call_import(result, import, slots),
            Callee::Std(id) => self.f.call_std(result, id, slots),
            Callee::Host(id) => self.f.call_host(result, id, slots),
        };
        let _ = args;
    }

    pub(super) fn new_object(&mut self, class: u32, ctor: FuncId, args: &[Arg], to: Slot) {
        let (slots, after) = self.args(args);
        let object = self.temp(Ty::handle(Base::Obj(class)));
        self.f.new_object(object, TypeId(class));
        let mut all = vec![object];
        all.extend(slots);
        self.f.call(NO_SLOT, ctor, &all);
        self.f.built(object);
        self.finish_args(after);
        self.f.take_handle(to, object);
    }

    /// A box with a value.
    pub(super) fn wrap_into(&mut self, value: &Expr, code: u32, to: Slot) {
        let boxed = Ty::handle(Base::Obj(self.unit.known.dictionary_value));
        let (kind, _) = self.unit.slots(value.ty);
        let slot = self.eval(value);
        if kind == SlotKind::Str {
            let callee = self.unit.hidden(box_fns::TEXT, &[Ty::TEXT], Some(boxed), None);
            self.f.call_std(to, callee, &[slot]);
            return;
        }
        let number = self.temp_scalar();
        self.f.imm32(number, code as i32);
        let (id, ty) = match kind {
            SlotKind::Handle(_) => (box_fns::HANDLE, Ty::handle(Base::Ref)),
            _ => (box_fns::SCALAR, Ty::of(Base::U64)),
        };
        let callee = self.unit.hidden(id, &[Ty::UINT, ty], Some(boxed), None);
        self.f.call_std(to, callee, &[number, slot]);
    }

    /// Whether leaving a scope has to release a variable at once.
    pub(super) fn releases(&self, ty: Ty) -> bool {
        match ty.base {
            Base::Obj(id) => match &self.unit.types[id as usize].kind {
                TypeKind::Array(element) => matches!(element.base, Base::Obj(_) | Base::Ref),
                TypeKind::Host { .. } => false,
                _ => true,
            },
            Base::Ref => true,
            _ => false,
        }
    }
}
