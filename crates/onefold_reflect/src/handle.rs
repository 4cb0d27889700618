//! Handles: 64-bit names of objects that never dangle.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A handle without a static type: 0 is null; with the top bit set it names an object of a table by generation
/// (31 bits) and index (32 bits); any other value is the script heap's own.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct AnyHandle(u64);

impl AnyHandle {
    /// The handle of nothing.
    pub const NULL: Self = Self(0);
    const WORLD: u64 = 1 << 63;

    /// The handle of a slot of an object table. `generation` has 31 bits.
    #[must_use]
    pub const fn world(generation: u32, index: u32) -> Self {
        Self(Self::WORLD | ((generation as u64 & 0x7fff_ffff) << 32) | index as u64)
    }

    /// A handle from its bits, as a slot holds them.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// True for the handle of nothing. A stale handle is not null by this test; ask the table.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// True when it names an object of a table.
    #[must_use]
    pub const fn is_world(self) -> bool {
        self.0 & Self::WORLD != 0
    }

    /// Index into the table.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// Generation of the slot.
    #[must_use]
    pub const fn generation(self) -> u32 {
        (self.0 >> 32) as u32 & 0x7fff_ffff
    }

    /// The same handle with a static type; whether the object is one is checked at each use.
    #[must_use]
    pub const fn typed<T>(self) -> Handle<T> {
        Handle { any: self, of: PhantomData }
    }
}

impl fmt::Debug for AnyHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_null(), self.is_world()) {
            (true, _) => f.write_str("null"),
            (_, true) => write!(f, "e{}.{}", self.index(), self.generation()),
            _ => write!(f, "heap:{:x}", self.0),
        }
    }
}

/// A handle to an object of type `T` or of a type derived from it. Weak: it never keeps the object alive.
#[repr(transparent)]
pub struct Handle<T> {
    any: AnyHandle,
    of: PhantomData<fn() -> T>,
}

impl<T> Handle<T> {
    /// The handle of nothing.
    pub const NULL: Self = AnyHandle::NULL.typed();

    /// The handle without its static type.
    #[must_use]
    pub const fn any(self) -> AnyHandle {
        self.any
    }

    /// True for the handle of nothing.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.any.is_null()
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Handle<T> {}
impl<T> Default for Handle<T> {
    fn default() -> Self {
        Self::NULL
    }
}
impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        self.any == other.any
    }
}
impl<T> Eq for Handle<T> {}
impl<T> Hash for Handle<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.any.hash(state);
    }
}
impl<T> PartialOrd for Handle<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Handle<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.any.cmp(&other.any)
    }
}
impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.any.fmt(f)
    }
}
