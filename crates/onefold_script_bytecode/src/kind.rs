//! What slots, memory and signatures hold.

use crate::program::TypeId;

/// What one slot of a frame holds for the whole life of the frame.
///
/// Parameters of kind `Str` and `Handle` are borrowed: the caller's slots keep them alive, the callee
/// reads them and never writes them. Every other `Str`, `Handle` and `RefOwner` slot is owned: it is
/// empty or null at entry and released on return and when an exception passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotKind {
    /// 64 raw bits; narrower numbers in the low 32 bits with the upper half zero.
    Scalar,
    /// A string; empty is null.
    Str,
    /// A handle to an object of that type or one derived from it, or null. [`TypeId::ANY`] holds all.
    Handle(TypeId),
    /// The address of that many scalar slots of a live frame.
    PlaceScalar(u16),
    /// The address of a string slot of a live frame.
    PlaceStr,
    /// The address of a handle slot of a live frame.
    PlaceHandle(TypeId),
    /// The first half of a reference: the counted owner.
    RefOwner(Storage),
    /// The second half of a reference, the slot after its `RefOwner`.
    RefOffset,
}

impl SlotKind {
    /// Whether the slot, if it is no parameter, has to be cleared at entry and released at exit.
    pub fn is_counted(self) -> bool {
        matches!(self, SlotKind::Str | SlotKind::Handle(_) | SlotKind::RefOwner(_))
    }

    /// Whether the slot holds an address that must start null.
    pub fn is_place(self) -> bool {
        matches!(self, SlotKind::PlaceScalar(_) | SlotKind::PlaceStr | SlotKind::PlaceHandle(_))
    }
}

/// How a field, an array element or a referenced place is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// `bool`, one byte.
    Bool,
    /// `int8`.
    I8,
    /// `uint8`.
    U8,
    /// `int16`.
    I16,
    /// `uint16`.
    U16,
    /// `int` and enums.
    I32,
    /// `uint`.
    U32,
    /// `float`.
    F32,
    /// `int64`.
    I64,
    /// `uint64`.
    U64,
    /// `double`.
    F64,
    /// A counted string.
    Str,
    /// A counted handle, `T@`.
    Handle(TypeId),
    /// An object by value, `T` of a reference type: a counted handle nobody else should hold, which
    /// library functions construct, copy and compare by value. It may be null until it is set.
    Object(TypeId),
    /// A value of that many bytes (at most 64), as plain bytes.
    Bytes(u16),
}

impl Storage {
    /// Largest number of bytes of a value kept inline.
    pub const MAX_BYTES: u16 = 64;

    /// Size in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Storage::Bool | Storage::I8 | Storage::U8 => 1,
            Storage::I16 | Storage::U16 => 2,
            Storage::I32 | Storage::U32 | Storage::F32 => 4,
            Storage::I64 | Storage::U64 | Storage::F64 => 8,
            Storage::Str | Storage::Handle(_) | Storage::Object(_) => 8,
            Storage::Bytes(size) => size as u32,
        }
    }

    /// Alignment in bytes within an object.
    pub const fn align(self) -> u32 {
        match self {
            Storage::Bytes(_) => 8,
            other => other.size(),
        }
    }

    /// Number of slots a value of this storage takes in a frame.
    pub const fn slots(self) -> u16 {
        match self {
            Storage::Bytes(size) if size > 8 => size.div_ceil(8),
            _ => 1,
        }
    }

    /// Whether it is a scalar or value bytes, that is, not counted.
    pub const fn is_plain(self) -> bool {
        !matches!(self, Storage::Str | Storage::Handle(_) | Storage::Object(_))
    }

    /// The kind of the slot it is loaded to (the first of several for value bytes).
    pub const fn slot_kind(self) -> SlotKind {
        match self {
            Storage::Str => SlotKind::Str,
            Storage::Handle(ty) | Storage::Object(ty) => SlotKind::Handle(ty),
            _ => SlotKind::Scalar,
        }
    }

    /// The number that stands for it in an instruction; types of handles aside.
    pub const fn tag(self) -> u16 {
        match self {
            Storage::Bool => 0,
            Storage::I8 => 1,
            Storage::U8 => 2,
            Storage::I16 => 3,
            Storage::U16 => 4,
            Storage::I32 => 5,
            Storage::U32 => 6,
            Storage::F32 => 7,
            Storage::I64 => 8,
            Storage::U64 => 9,
            Storage::F64 => 10,
            Storage::Str => 11,
            Storage::Handle(_) => 12,
            Storage::Object(_) => 13,
            Storage::Bytes(size) => 16 + size,
        }
    }
}

/// What a function gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ret {
    /// Nothing.
    Void,
    /// That many scalar slots.
    Scalar(u16),
    /// A string.
    Str,
    /// A handle.
    Handle(TypeId),
    /// A reference to a place of that storage, in two slots.
    Ref(Storage),
}

impl Ret {
    /// The kind of the first result slot.
    pub fn slot_kind(self) -> Option<SlotKind> {
        match self {
            Ret::Void => None,
            Ret::Scalar(_) => Some(SlotKind::Scalar),
            Ret::Str => Some(SlotKind::Str),
            Ret::Handle(ty) => Some(SlotKind::Handle(ty)),
            Ret::Ref(storage) => Some(SlotKind::RefOwner(storage)),
        }
    }
}

/// The kinds a function takes and gives, slot by slot; a method's first parameter is the object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// One entry per argument slot; a value of n slots has n `Scalar` entries.
    pub params: Vec<SlotKind>,
    /// The result.
    pub ret: Ret,
}
