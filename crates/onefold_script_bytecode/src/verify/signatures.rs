//! Checks of kinds, storages and signatures.

use super::Verifier;
use crate::kind::{Ret, Signature, SlotKind, Storage};
use crate::program::TypeId;

/// Most argument slots of a call: what the stack keeps free behind its limit.
const MOST_PARAMS: usize = 250;
/// Most slots of a result.
const MOST_RESULT: u16 = 8;

impl Verifier<'_> {
    pub(super) fn type_exists(&self, ty: TypeId) -> bool {
        ty == TypeId::ANY || ty.index() < self.program.types.len()
    }

    pub(super) fn storage_is_sound(&self, storage: Storage) -> bool {
        match storage {
            Storage::Handle(ty) => self.type_exists(ty),
            Storage::Object(ty) => ty.index() < self.program.types.len(),
            Storage::Bytes(size) => (1..=Storage::MAX_BYTES).contains(&size),
            _ => true,
        }
    }

    pub(super) fn slot_is_sound(&self, kind: SlotKind) -> bool {
        match kind {
            SlotKind::Handle(ty) | SlotKind::PlaceHandle(ty) => self.type_exists(ty),
            SlotKind::PlaceScalar(count) => count > 0,
            SlotKind::RefOwner(storage) => self.storage_is_sound(storage),
            SlotKind::Scalar | SlotKind::Str | SlotKind::PlaceStr | SlotKind::RefOffset => true,
        }
    }

    /// What is wrong with a signature.
    pub(super) fn signature_flaw(&self, signature: &Signature) -> Option<&'static str> {
        if signature.params.len() > MOST_PARAMS {
            return Some("has too many parameter slots");
        }
        let bad = |&kind: &SlotKind| {
            !self.slot_is_sound(kind) || matches!(kind, SlotKind::RefOwner(_) | SlotKind::RefOffset)
        };
        if signature.params.iter().any(bad) {
            return Some("has a parameter of an impossible kind");
        }
        let ret = match signature.ret {
            Ret::Void | Ret::Str => true,
            Ret::Scalar(count) => (1..=MOST_RESULT).contains(&count),
            Ret::Handle(ty) => self.type_exists(ty),
            Ret::Ref(storage) => self.storage_is_sound(storage),
        };
        if ret { None } else { Some("has a result of an impossible kind") }
    }

    /// Whether a slot of kind `from` may be passed for a parameter of kind `to`.
    pub(super) fn passes(&self, from: SlotKind, to: SlotKind) -> bool {
        match (from, to) {
            (SlotKind::Handle(from), SlotKind::Handle(to)) => self.is_a(from, to),
            _ => from == to,
        }
    }

    /// Whether a function may stand where `expected` is called; the objects in front aside.
    pub(super) fn overrides(&self, function: &Signature, expected: &Signature) -> bool {
        let (Some(own), Some(their)) = (function.params.split_first(), expected.params.split_first()) else {
            return false;
        };
        own.1 == their.1 && self.gives(function.ret, expected.ret)
    }

    /// Whether a result may stand for another.
    fn gives(&self, from: Ret, to: Ret) -> bool {
        match (from, to) {
            (Ret::Handle(from), Ret::Handle(to)) => self.is_a(from, to),
            _ => from == to,
        }
    }

    /// Whether a function's first parameter takes an object of that type.
    pub(super) fn takes_object(&self, function: &Signature, ty: TypeId) -> bool {
        matches!(function.params.first(), Some(&SlotKind::Handle(param)) if self.is_a(ty, param))
    }
}
