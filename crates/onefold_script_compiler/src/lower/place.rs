//! Places: where values are kept, loaded from and stored to.

use onefold_script_bytecode::{GlobalId, HostId, Slot, SlotKind, Storage};

use super::Lower;
use crate::hir::{Expr, ExprKind, LocalKind};
use crate::types::{Base, Ty};

/// A place with its operands evaluated.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Slot(Slot),
    Param(Slot),
    Global(GlobalId),
    Field(Slot, u16, Storage),
    Elem(Slot, Slot, Storage),
    Ref(Slot, Storage),
    Host(Slot, HostId),
    Byte(Box<Place>, Slot),
    Part(Box<Place>, u16, Storage, Ty),
    Choice(Slot, Box<Place>, Box<Place>),
}

impl Lower<'_, '_> {
    pub(super) fn place(&mut self, expr: &Expr) -> Place {
        match &expr.kind {
            ExprKind::Local(id) => {
                let kind = self.locals[*id as usize].kind;
                let slot = self.slot_of(*id);
                match kind {
                    LocalKind::Place(_) => Place::Param(slot),
                    _ => Place::Slot(slot),
                }
            }
            ExprKind::Global(id) => Place::Global(*id),
            ExprKind::Field { object, offset, storage } => {
                let object = self.eval(object);
                Place::Field(object, (*offset).min(65535) as u16, *storage)
            }
            ExprKind::Elem { array, index, storage } => {
                let (array, index) = self.eval_pair(array, index);
                Place::Elem(array, index, *storage)
            }
            ExprKind::Deref(call, storage) => Place::Ref(self.eval_ref(call, *storage), *storage),
            ExprKind::HostMember { object, item, .. } => {
                let object = self.eval(object);
                Place::Host(object, *item)
            }
            ExprKind::TextByte { text, index } => {
                let place = if text.is_place() { self.place(text) } else { Place::Slot(self.eval(text)) };
                let index = self.eval(index);
                Place::Byte(Box::new(place), index)
            }
            ExprKind::Part { value, at, storage } => {
                let place = if value.is_place() { self.place(value) } else { Place::Slot(self.eval(value)) };
                Place::Part(Box::new(place), *at, *storage, value.ty)
            }
            ExprKind::Conditional(condition, a, b) => {
                let condition = self.eval(condition);
                let (a, b) = (self.place(a), self.place(b));
                Place::Choice(condition, Box::new(a), Box::new(b))
            }
            ExprKind::Assign { place, .. }
            | ExprKind::AssignOp { place, .. }
            | ExprKind::AppendText { place, .. } => {
                self.effect(expr);
                self.place(place)
            }
            ExprKind::Step { place, is_post: false, .. } => {
                self.effect(expr);
                self.place(place)
            }
            ExprKind::Then(first, last) => {
                self.effect(first);
                self.place(last)
            }
            ExprKind::Let { local, value, body } => {
                self.bind(*local, value);
                self.place(body)
            }
            _ => Place::Slot(self.eval(expr)),
        }
    }

    /// A reference a function gives, in two slots.
    fn eval_ref(&mut self, call: &Expr, storage: Storage) -> Slot {
        let slot = self.f.reference(storage);
        self.call_into(call, Some(slot));
        slot
    }

    pub(super) fn load(&mut self, place: &Place, ty: Ty, to: Slot) {
        let (kind, count) = self.unit.slots(ty);
        match place {
            Place::Slot(slot) => self.copy(to, *slot, ty),
            Place::Param(slot) => match kind {
                SlotKind::Str => {
                    self.f.place_get_str(to, *slot);
                }
                SlotKind::Handle(_) => {
                    self.f.place_get_handle(to, *slot);
                }
                _ => (0..count).for_each(|at| {
                    self.f.place_get(to.nth(at), *slot, at);
                }),
            },
            Place::Global(id) => {
                match (kind, count) {
                    (SlotKind::Str, _) => self.f.global_get_str(to, *id),
                    (SlotKind::Handle(_), _) => self.f.global_get_handle(to, *id),
                    (_, 1) => self.f.global_get(to, *id),
                    _ => self.f.global_get_n(to, *id, count),
                };
            }
            Place::Field(object, at, storage) => {
                let f = &mut self.f;
                match storage {
                    Storage::I8 => f.get_i8(to, *object, *at),
                    Storage::U8 | Storage::Bool => f.get_u8(to, *object, *at),
                    Storage::I16 => f.get_i16(to, *object, *at),
                    Storage::U16 => f.get_u16(to, *object, *at),
                    Storage::I32 | Storage::U32 | Storage::F32 => f.get32(to, *object, *at),
                    Storage::I64 | Storage::U64 | Storage::F64 => f.get64(to, *object, *at),
                    Storage::Str => f.get_str(to, *object, *at),
                    Storage::Handle(_) | Storage::Object(_) => f.get_handle(to, *object, *at),
                    Storage::Bytes(size) => f.get_n(to, *object, *at, *size),
                };
            }
            Place::Elem(array, index, storage) => {
                let f = &mut self.f;
                match storage {
                    Storage::I8 => f.at_i8(to, *array, *index),
                    Storage::U8 | Storage::Bool => f.at_u8(to, *array, *index),
                    Storage::I16 => f.at_i16(to, *array, *index),
                    Storage::U16 => f.at_u16(to, *array, *index),
                    Storage::I32 | Storage::U32 | Storage::F32 => f.at32(to, *array, *index),
                    Storage::I64 | Storage::U64 | Storage::F64 => f.at64(to, *array, *index),
                    Storage::Str => f.at_str(to, *array, *index),
                    Storage::Handle(_) | Storage::Object(_) => f.at_handle(to, *array, *index),
                    Storage::Bytes(_) => f.at_n(to, *array, *index),
                };
            }
            Place::Ref(slot, storage) => {
                match kind {
                    SlotKind::Str => self.f.ref_get_str(to, *slot),
                    SlotKind::Handle(_) => self.f.ref_get_handle(to, *slot),
                    _ => self.f.ref_get(to, *slot, storage.tag()),
                };
            }
            Place::Host(object, item) => {
                match kind {
                    SlotKind::Str => self.f.host_get_str(to, *object, *item),
                    SlotKind::Handle(_) => self.f.host_get_handle(to, *object, *item),
                    _ => self.f.host_get(to, *object, *item),
                };
            }
            Place::Byte(text, index) => {
                let slot = self.place_slot(text, Ty::TEXT);
                self.f.str_at(to, slot, *index);
            }
            Place::Part(value, at, storage, whole) => {
                let slot = self.place_slot(value, *whole);
                self.load_part(to, slot, *at, *storage);
            }
            Place::Choice(condition, a, b) => {
                let (other, end) = (self.f.label(), self.f.label());
                self.f.j_false(*condition, other);
                self.load(a, ty, to);
                self.f.jump(end);
                self.f.bind(other);
                self.load(b, ty, to);
                self.f.bind(end);
            }
        }
    }

    fn load_part(&mut self, to: Slot, slot: Slot, at: u16, storage: Storage) {
        let from = slot.nth(at / 8);
        let shift = (at % 8 * 8) as i16;
        if shift > 0 {
            self.f.shr_imm_i64(to, from, shift);
        } else {
            self.f.mov(to, from);
        }
        if storage.size() < 8 {
            self.f.i64_to_i32(to, to);
        }
        let base = match storage {
            Storage::I8 => Base::I8,
            Storage::I16 => Base::I16,
            Storage::U8 | Storage::Bool => Base::U8,
            Storage::U16 => Base::U16,
            _ => return,
        };
        self.narrow(base, to);
    }

    /// The slot of a place, loaded where it is not in one.
    pub(super) fn place_slot(&mut self, place: &Place, ty: Ty) -> Slot {
        if let Place::Slot(slot) = place {
            return *slot;
        }
        let slot = self.temp(ty);
        self.load(place, ty, slot);
        slot
    }

    pub(super) fn store(&mut self, place: &Place, ty: Ty, from: Slot) {
        let (kind, count) = self.unit.slots(ty);
        match place {
            Place::Slot(slot) => self.copy(*slot, from, ty),
            Place::Param(slot) => match kind {
                SlotKind::Str => {
                    self.f.place_set_str(*slot, from);
                }
                SlotKind::Handle(_) => {
                    self.f.place_set_handle(*slot, from);
                }
                _ => (0..count).for_each(|at| {
                    self.f.place_set(*slot, at, from.nth(at));
                }),
            },
            Place::Global(id) => {
                match (kind, count) {
                    (SlotKind::Str, _) => self.f.global_set_str(from, *id),
                    (SlotKind::Handle(_), _) => self.f.global_set_handle(from, *id),
                    (_, 1) => self.f.global_set(from, *id),
                    _ => self.f.global_set_n(from, *id, count),
                };
            }
            Place::Field(object, at, storage) => {
                let f = &mut self.f;
                match storage {
                    Storage::I8 | Storage::U8 | Storage::Bool => f.set8(*object, *at, from),
                    Storage::I16 | Storage::U16 => f.set16(*object, *at, from),
                    Storage::I32 | Storage::U32 | Storage::F32 => f.set32(*object, *at, from),
                    Storage::I64 | Storage::U64 | Storage::F64 => f.set64(*object, *at, from),
                    Storage::Str => f.set_str(*object, *at, from),
                    Storage::Handle(_) | Storage::Object(_) => f.set_handle(*object, *at, from),
                    Storage::Bytes(size) => f.set_n(*object, *at, from, *size),
                };
            }
            Place::Elem(array, index, storage) => {
                let f = &mut self.f;
                match storage {
                    Storage::I8 | Storage::U8 | Storage::Bool => f.put8(*array, *index, from),
                    Storage::I16 | Storage::U16 => f.put16(*array, *index, from),
                    Storage::I32 | Storage::U32 | Storage::F32 => f.put32(*array, *index, from),
                    Storage::I64 | Storage::U64 | Storage::F64 => f.put64(*array, *index, from),
                    Storage::Str => f.put_str(*array, *index, from),
                    Storage::Handle(_) | Storage::Object(_) => f.put_handle(*array, *index, from),
                    Storage::Bytes(_) => f.put_n(*array, *index, from),
                };
            }
            Place::Ref(slot, storage) => {
                match kind {
                    SlotKind::Str => self.f.ref_set_str(*slot, from),
                    SlotKind::Handle(_) => self.f.ref_set_handle(*slot, from),
                    _ => self.f.ref_set(*slot, from, storage.tag()),
                };
            }
            Place::Host(object, item) => {
                match kind {
                    SlotKind::Str => self.f.host_set_str(*object, from, *item),
                    SlotKind::Handle(_) => self.f.host_set_handle(*object, from, *item),
                    _ => self.f.host_set(*object, from, *item),
                };
            }
            Place::Byte(text, index) => {
                let slot = self.place_slot(text, Ty::TEXT);
                self.f.str_put(slot, *index, from);
                self.store(text, Ty::TEXT, slot);
            }
            Place::Part(value, at, storage, whole) => {
                let slot = self.place_slot(value, *whole);
                self.store_part(slot, *at, *storage, from);
                self.store(value, *whole, slot);
            }
            Place::Choice(condition, a, b) => {
                let (other, end) = (self.f.label(), self.f.label());
                self.f.j_false(*condition, other);
                self.store(a, ty, from);
                self.f.jump(end);
                self.f.bind(other);
                self.store(b, ty, from);
                self.f.bind(end);
            }
        }
    }

    /// Puts a member of a value into its place among the others.
    pub(super) fn store_part(&mut self, slot: Slot, at: u16, storage: Storage, from: Slot) {
        let to = slot.nth(at / 8);
        if storage.size() == 8 {
            self.f.mov(to, from);
            return;
        }
        let shift = at % 8 * 8;
        let bits = (1u64 << (storage.size() * 8)) - 1;
        let (keep, only) = (self.f.const_slot(!(bits << shift)), self.f.const_slot(bits));
        let moved = self.temp_scalar();
        self.f.and(moved, from, only);
        if shift > 0 {
            self.f.shl_imm_i64(moved, moved, shift as i16);
        }
        self.f.and(to, to, keep);
        self.f.or(to, to, moved);
    }
}
