//! An owned value of any described type.
#![expect(unsafe_code, reason = "owns an erased allocation")]

use std::ptr::NonNull;

use crate::Reflect;
use crate::registry::Registry;
use crate::table::{allocate, release};
use crate::typed::{TypeRef, TypedMut, TypedRef};

/// An owned value of any described type: what is moved into lists, maps and options.
pub struct OwnedValue<'r> {
    at: NonNull<u8>,
    ty: TypeRef<'r>,
}

impl<'r> OwnedValue<'r> {
    /// Allocates and lets `fill` initialise; when it says false, nothing was written.
    pub(crate) fn build(ty: TypeRef<'r>, fill: impl FnOnce(*mut u8) -> bool) -> Option<Self> {
        struct Memory<'r>(NonNull<u8>, TypeRef<'r>);
        impl Drop for Memory<'_> {
            fn drop(&mut self) {
                // SAFETY: allocated below with this layout and still uninitialised.
                unsafe { release(self.1.entry.layout(), self.0) };
            }
        }
        let memory = Memory(allocate(ty.entry.layout()), ty);
        if !fill(memory.0.as_ptr()) {
            return None;
        }
        let at = memory.0;
        std::mem::forget(memory);
        Some(Self { at, ty })
    }

    /// The default of a type; none when it has none.
    #[must_use]
    pub fn default_of(ty: TypeRef<'r>) -> Option<Self> {
        if !ty.entry.has_default() {
            return None;
        }
        Self::build(ty, |at| {
            // SAFETY: fresh memory of the type's layout.
            unsafe { ty.entry.write_default(ty.registry, at) };
            true
        })
    }

    /// A copy of a value; none when its type cannot be copied.
    #[must_use]
    pub fn clone_of(value: TypedRef<'r>) -> Option<Self> {
        let ty = value.ty();
        if !ty.entry.has_clone() {
            return None;
        }
        Self::build(ty, |at| {
            // SAFETY: fresh memory; `value` holds a value of the type.
            unsafe { ty.entry.clone_to(value.address(), at) };
            true
        })
    }

    /// A Rust value; none when its type is not in the registry.
    #[must_use]
    pub fn new<T: Reflect>(registry: &'r Registry, value: T) -> Option<Self> {
        let ty = registry.type_ref(registry.index_of::<T>()?);
        Self::build(ty, |at| {
            // SAFETY: fresh memory of `T`'s layout.
            unsafe { at.cast::<T>().write(value) };
            true
        })
    }

    /// Its type.
    #[must_use]
    pub fn ty(&self) -> TypeRef<'r> {
        self.ty
    }

    pub(crate) fn address(&mut self) -> *mut u8 {
        self.at.as_ptr()
    }

    /// The value, read only.
    #[must_use]
    pub fn as_ref(&self) -> TypedRef<'_> {
        // SAFETY: owned and initialised.
        unsafe { TypedRef::new(self.at, self.ty) }
    }

    /// The value, to be changed.
    pub fn as_mut(&mut self) -> TypedMut<'_> {
        // SAFETY: owned and initialised.
        unsafe { TypedMut::new(self.at, self.ty) }
    }

    /// Lets `take` move the value out, then gives the memory back.
    pub(crate) fn give(self, take: impl FnOnce(*mut u8)) {
        let (at, layout) = (self.at, self.ty.entry.layout());
        std::mem::forget(self);
        take(at.as_ptr());
        // SAFETY: from `allocate`; what it held has been moved out.
        unsafe { release(layout, at) };
    }
}

impl Drop for OwnedValue<'_> {
    fn drop(&mut self) {
        // SAFETY: owned and initialised; not used again.
        unsafe {
            self.ty.entry.drop_in_place(self.at.as_ptr());
            release(self.ty.entry.layout(), self.at);
        }
    }
}
