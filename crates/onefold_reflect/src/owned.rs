//! Descriptions made at run time: the same structs, kept alive by an arena.
#![expect(unsafe_code, reason = "one self-referential struct: an arena and the description inside it")]

use std::fmt;
use std::sync::Arc;

use bumpalo::Bump;
use onefold_diag::{Code, Diagnostic};

use crate::info::{Access, Shape, TypeInfo};

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

/// The description is not one that safe code may make.
pub const DESCRIPTION_UNSAFE: Code = Code("description_unsafe");

impl OwnedInfo {
    /// Makes the description of a class or struct whose members the registry places; `build` puts names and members
    /// into the arena it is given.
    ///
    /// # Errors
    /// A description that says how memory is laid out or has thunks of its own: those need [`OwnedInfo::new`].
    pub fn placed(build: impl for<'a> FnOnce(&'a Bump) -> TypeInfo<'a>) -> Result<Arc<Self>, Diagnostic> {
        // SAFETY: what could make it unsound is refused below, before anybody can use the result.
        let made = unsafe { Self::new(build) };
        let info = made.get();
        let is_placed = match info.shape {
            Shape::Struct(shape) => {
                shape.base.is_none_or(|base| base.offset == 0)
                    && shape.all().all(|member| !matches!(member.access, Access::Field { .. }))
            }
            _ => false,
        };
        if is_placed && info.ops.is_by_members() && info.methods.is_empty() && info.rust_type.is_none() {
            return Ok(made);
        }
        let text = format!("`{}` describes memory or code by hand", info.name.full());
        Err(Diagnostic::error(DESCRIPTION_UNSAFE, text))
    }

    /// Makes a description; `build` puts names, members and methods into the arena it is given.
    ///
    /// # Safety
    /// The description is true: operations, offsets, Rust type and thunks fit the type, as [`Reflect`](crate::Reflect)
    /// and [`Thunk`](crate::Thunk) demand, and its values may move between threads.
    pub unsafe fn new(build: impl for<'a> FnOnce(&'a Bump) -> TypeInfo<'a>) -> Arc<Self> {
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
