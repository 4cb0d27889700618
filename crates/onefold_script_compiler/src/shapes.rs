//! How types live in slots, memory and signatures.

use onefold_script_bytecode::{Ret, Signature, SlotKind, Storage, TypeId};
use onefold_script_std::Repr;
use smallvec::SmallVec;

use crate::model::{Func, FuncKind, Mode, Param, TypeKind};
use crate::types::{Base, Ty};
use crate::unit::Unit;

impl Unit<'_> {
    /// Kind of the (first) slot of a value, and how many.
    pub fn slots(&self, ty: Ty) -> (SlotKind, u16) {
        match ty.base {
            Base::Text => (SlotKind::Str, 1),
            Base::Obj(id) => (SlotKind::Handle(TypeId(id)), 1),
            Base::Ref | Base::Null => (SlotKind::Handle(TypeId::ANY), 1),
            Base::Any => (SlotKind::Handle(TypeId(self.known.dictionary_value)), 1),
            Base::Value(id) => (SlotKind::Scalar, self.values[id as usize].bytes.div_ceil(8).max(1)),
            _ => (SlotKind::Scalar, 1),
        }
    }

    /// How a field or element of a type is stored.
    pub fn storage(&self, ty: Ty) -> Storage {
        match ty.base {
            Base::Text => Storage::Str,
            Base::Obj(id) => {
                let is_shared =
                    matches!(self.types[id as usize].kind, TypeKind::Std { repr: Repr::Shared, .. });
                if ty.is_handle || is_shared {
                    Storage::Handle(TypeId(id))
                } else {
                    Storage::Object(TypeId(id))
                }
            }
            Base::Ref | Base::Null => Storage::Handle(TypeId::ANY),
            Base::Value(id) => Storage::Bytes(self.values[id as usize].bytes),
            other => other.number_storage().unwrap_or(Storage::I32),
        }
    }

    /// Whether the variable holds an object of its own rather than a handle or shared value.
    pub fn is_by_value_object(&self, ty: Ty) -> bool {
        match ty.base {
            Base::Obj(id) => {
                !ty.is_handle
                    && !matches!(self.types[id as usize].kind, TypeKind::Std { repr: Repr::Shared, .. })
                    && !matches!(self.types[id as usize].kind, TypeKind::Funcdef(_))
            }
            _ => false,
        }
    }

    /// Whether a parameter takes a handle to an object that the callee changes.
    pub fn passes_object(&self, param: &Param) -> bool {
        param.mode != Mode::Value && param.mode != Mode::In && self.is_by_value_object(param.ty)
    }

    pub fn param_slots(&self, param: &Param, is_std: bool) -> SmallVec<[SlotKind; 2]> {
        let (kind, count) = self.slots(param.ty);
        let is_place = matches!(param.mode, Mode::Out | Mode::InOut)
            && !self.passes_object(param)
            && param.ty.base != Base::Any
            && !(is_std && param.mode == Mode::InOut);
        if is_place {
            let kind = match kind {
                SlotKind::Str => SlotKind::PlaceStr,
                SlotKind::Handle(ty) => SlotKind::PlaceHandle(ty),
                _ => SlotKind::PlaceScalar(count),
            };
            return SmallVec::from_slice(&[kind]);
        }
        SmallVec::from_elem(kind, usize::from(count))
    }

    /// Whether a function gives a reference to a place (rather than an object).
    pub fn gives_ref(&self, func: &Func) -> bool {
        func.is_ref && !func.is_library && !self.is_by_value_object(func.ret)
    }

    pub fn signature(&self, func: &Func) -> Signature {
        let mut params = Vec::new();
        if let Some(owner) = func.owner.filter(|_| !matches!(func.kind, FuncKind::Funcdef)) {
            let (kind, count) = self.slots(Ty::handle(owner));
            params.extend(std::iter::repeat_n(kind, usize::from(count)));
        }
        let is_std = matches!(func.kind, FuncKind::Std(_));
        for param in &func.params {
            params.extend(self.param_slots(param, is_std));
        }
        let ret = if self.gives_ref(func) { Ret::Ref(self.storage(func.ret)) } else { self.ret(func.ret) };
        Signature { params, ret }
    }

    pub fn ret(&self, ty: Ty) -> Ret {
        if ty.is_void() || ty.is_error() {
            return Ret::Void;
        }
        match self.slots(ty) {
            (SlotKind::Str, _) => Ret::Str,
            (SlotKind::Handle(id), _) => Ret::Handle(id),
            (_, count) => Ret::Scalar(count),
        }
    }
}
