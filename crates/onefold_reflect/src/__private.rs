//! What generated code calls, so that most of what the derive does is ordinary code that stands here.
#![expect(unsafe_code, reason = "the erased operations of derived types")]

use crate::attrs::TypeFlags;
use crate::{Reflect, TypeInfo};

/// The object flag of a base, for the class that derives from it.
#[must_use]
pub const fn inherited_flags<B: Reflect>() -> TypeFlags {
    if B::INFO.flags.has(TypeFlags::OBJECT) { TypeFlags::OBJECT } else { TypeFlags::NONE }
}

/// Refuses, while compiling, an object that travels in a call by value or by reference.
///
/// # Panics
/// For an object type; that is a compile error where it is used in a constant.
#[track_caller]
pub const fn refuse_object<T: Reflect>() {
    assert!(
        !T::INFO.flags.has(TypeFlags::OBJECT),
        "objects pass only as `Handle`: write `Handle<T>` for this type"
    );
}

/// The default of a described type, if it has one.
#[must_use]
pub fn default_of<T: Reflect>() -> Option<T> {
    let default = T::INFO.ops.default?;
    let mut fresh = std::mem::MaybeUninit::<T>::uninit();
    // SAFETY: the default of a description initialises a place of its type.
    unsafe {
        default(fresh.as_mut_ptr().cast());
        Some(fresh.assume_init())
    }
}

/// Address of a part of a value, with the provenance of the whole, so that it may be written through.
#[must_use]
pub fn part_of<T>(whole: *const u8, part: &T) -> *const u8 {
    let offset = std::ptr::from_ref(part).addr().wrapping_sub(whole.addr());
    whole.wrapping_add(offset)
}

/// The holder of a free function: carries its namespace and its record, and is no type of its own.
#[must_use]
pub const fn holder(
    space: &'static str,
    name: &'static str,
    methods: &'static [crate::MethodInfo<'static>],
) -> TypeInfo<'static> {
    const NO_MEMBERS: &[crate::MemberInfo<'static>] = &[];
    TypeInfo::of::<()>(
        crate::TypeName::new(space, name),
        crate::Shape::Struct(crate::StructInfo::new(NO_MEMBERS)),
        crate::ValueOps::of::<()>(),
    )
    .methods(methods)
}
