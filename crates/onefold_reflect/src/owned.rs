//! Descriptions made at run time: the same structs, kept alive by an arena.
#![expect(unsafe_code, reason = "one self-referential struct: an arena and the description inside it")]

use std::fmt;
use std::sync::Arc;

use bumpalo::Bump;

use crate::info::TypeInfo;

/// A description made at run time, owned and shared.
pub struct OwnedInfo {
    info: TypeInfo<'static>,
    // Dropped after `info`, which points into it; never touched again after construction.
    _arena: Bump,
}

// SAFETY: the arena is never touched after construction, and `TypeInfo` is plain data of references, numbers and
// function pointers.
unsafe impl Send for OwnedInfo {}
// SAFETY: as above; shared use only reads.
unsafe impl Sync for OwnedInfo {}

impl OwnedInfo {
    /// Makes a description; `build` puts names, members and methods into the arena it is given.
    pub fn new(build: impl for<'a> FnOnce(&'a Bump) -> TypeInfo<'a>) -> Arc<Self> {
        let arena = Bump::new();
        let info = build(&arena);
        // SAFETY: the arena's memory does not move with the arena, lives as long as the result, and is not changed
        // any more; `get` hands the description out with the lifetime of the result only.
        let info = unsafe { std::mem::transmute::<TypeInfo<'_>, TypeInfo<'static>>(info) };
        Arc::new(Self { info, _arena: arena })
    }

    /// The description.
    #[must_use]
    pub fn get(&self) -> &TypeInfo<'_> {
        &self.info
    }
}

impl fmt::Debug for OwnedInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info.fmt(f)
    }
}

/// A description, compiled in or made at run time.
#[derive(Clone, Debug)]
pub enum InfoRef {
    /// Compiled in.
    Static(&'static TypeInfo<'static>),
    /// Made at run time.
    Shared(Arc<OwnedInfo>),
}

impl InfoRef {
    /// The description.
    #[must_use]
    pub fn get(&self) -> &TypeInfo<'_> {
        match self {
            Self::Static(info) => info,
            Self::Shared(owned) => owned.get(),
        }
    }
}
