//! Scalars, text, options, boxes, arrays, tuples, handles, asset paths.
#![expect(unsafe_code, reason = "implements the unsafe trait Reflect for types whose layout Rust guarantees")]

use crate::asset::AssetPath;
use crate::handle::Handle;
use crate::info::{MemberInfo, Scalar, Shape, StructInfo, TypeInfo};
use crate::name::TypeName;
use crate::ops::{OptionOps, ValueOps};
use crate::{Probe, Reflect};

macro_rules! scalars {
    ($($ty:ident $kind:ident),*) => {$(
        // SAFETY: the scalar is the Rust type of that name.
        unsafe impl Reflect for $ty {
            const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
                TypeName::new("", stringify!($ty)),
                Shape::Scalar(Scalar::$kind),
                ValueOps::full::<Self>(),
            );
        }
    )*};
}
scalars!(bool Bool, i8 I8, i16 I16, i32 I32, i64 I64, u8 U8, u16 U16, u32 U32, u64 U64, f32 F32, f64 F64, char Char);

// SAFETY: the shape says `String`.
unsafe impl Reflect for String {
    const INFO: &'static TypeInfo<'static> =
        &TypeInfo::of::<Self>(TypeName::new("", "String"), Shape::Text, ValueOps::full::<Self>());
}

// SAFETY: the shape says `AssetPath`.
unsafe impl Reflect for AssetPath {
    const INFO: &'static TypeInfo<'static> =
        &TypeInfo::of::<Self>(TypeName::new("", "AssetPath"), Shape::Asset, ValueOps::full::<Self>());
}

// SAFETY: a handle is its 64 bits (`repr(transparent)`), whatever its target.
unsafe impl<T: Reflect> Reflect for Handle<T> {
    const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
        TypeName::new("", "Handle").with_args(&[T::LINK]),
        Shape::Handle(&[T::LINK]),
        ValueOps::full::<Self>(),
    );
}

/// Operations of a container whose own follow from Rust's where its item has them.
const fn container_ops<C: Default>(clone: bool, equals: bool, with: ValueOps) -> ValueOps {
    ValueOps {
        default: with.default,
        clone: if clone { with.clone } else { None },
        equals: if equals { with.equals } else { None },
        ..ValueOps::of::<C>()
    }
}

unsafe fn option_get<T>(at: *const u8) -> *const u8 {
    // SAFETY: an `Option<T>` lies here.
    unsafe {
        (*at.cast::<Option<T>>()).as_ref().map_or(std::ptr::null(), |value| std::ptr::from_ref(value).cast())
    }
}
unsafe fn option_set_some<T>(at: *mut u8, from: *mut u8) {
    // SAFETY: an `Option<T>` lies here and `from` holds a `T` to be moved.
    unsafe { *at.cast::<Option<T>>() = Some(from.cast::<T>().read()) }
}
unsafe fn option_set_none<T>(at: *mut u8) {
    // SAFETY: an `Option<T>` lies here.
    unsafe { *at.cast::<Option<T>>() = None }
}
unsafe fn option_default<T>(at: *mut u8) {
    // SAFETY: valid for a write.
    unsafe { at.cast::<Option<T>>().write(None) }
}
unsafe fn option_clone<T: Reflect>(from: *const u8, to: *mut u8) {
    // SAFETY: `from` holds an `Option<T>`, `to` is valid for a write; the item's own clone was checked to exist.
    unsafe {
        let fresh = (*from.cast::<Option<T>>()).as_ref().map(|value| super::collections::clone_item(value));
        to.cast::<Option<T>>().write(fresh);
    }
}
unsafe fn option_equals<T: Reflect>(a: *const u8, b: *const u8) -> bool {
    // SAFETY: both hold an `Option<T>`; the item's own comparison was checked to exist.
    unsafe {
        match (&*a.cast::<Option<T>>(), &*b.cast::<Option<T>>()) {
            (None, None) => true,
            (Some(a), Some(b)) => super::collections::equal_items(a, b),
            _ => false,
        }
    }
}

// SAFETY: the operations are those of `Option<T>`.
unsafe impl<T: Reflect> Reflect for Option<T> {
    const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
        TypeName::new("", "Option").with_args(&[T::LINK]),
        Shape::Option(
            &[T::LINK],
            OptionOps {
                get: option_get::<T>,
                set_some: option_set_some::<T>,
                set_none: option_set_none::<T>,
            },
        ),
        container_ops::<Self>(
            T::INFO.ops.clone.is_some(),
            T::INFO.ops.equals.is_some(),
            ValueOps {
                default: Some(option_default::<T>),
                clone: Some(option_clone::<T>),
                equals: Some(option_equals::<T>),
                ..ValueOps::of::<Self>()
            },
        ),
    );
}

unsafe fn box_default<T: Reflect>(at: *mut u8) {
    if let Some(default) = T::INFO.ops.default {
        let mut fresh = Box::<T>::new_uninit();
        // SAFETY: the default initialises the box's memory; `at` is valid for a write.
        unsafe {
            default(fresh.as_mut_ptr().cast());
            at.cast::<Box<T>>().write(fresh.assume_init());
        }
    }
}
unsafe fn box_clone<T: Reflect>(from: *const u8, to: *mut u8) {
    // SAFETY: as in `option_clone`.
    unsafe { to.cast::<Box<T>>().write(Box::new(super::collections::clone_item(&**from.cast::<Box<T>>()))) }
}
unsafe fn box_equals<T: Reflect>(a: *const u8, b: *const u8) -> bool {
    // SAFETY: as in `option_equals`.
    unsafe { super::collections::equal_items(&**a.cast::<Box<T>>(), &**b.cast::<Box<T>>()) }
}

// SAFETY: a box of a sized type is one address.
unsafe impl<T: Reflect> Reflect for Box<T> {
    const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
        TypeName::new("", "Box").with_args(&[T::LINK]),
        Shape::Boxed(&[T::LINK]),
        ValueOps {
            default: if T::INFO.ops.default.is_some() { Some(box_default::<T>) } else { None },
            clone: if T::INFO.ops.clone.is_some() { Some(box_clone::<T>) } else { None },
            equals: if T::INFO.ops.equals.is_some() { Some(box_equals::<T>) } else { None },
            ..ValueOps::of::<Self>()
        },
    );
}

unsafe fn array_default<T: Reflect, const N: usize>(at: *mut u8) {
    if let Some(default) = T::INFO.ops.default {
        for item in 0..N {
            // SAFETY: items lie side by side; each is written once.
            unsafe { default(at.add(item * size_of::<T>())) };
        }
    }
}
unsafe fn array_clone<T: Reflect, const N: usize>(from: *const u8, to: *mut u8) {
    if let Some(clone) = T::INFO.ops.clone {
        for item in 0..N {
            // SAFETY: as above.
            unsafe { clone(from.add(item * size_of::<T>()), to.add(item * size_of::<T>())) };
        }
    }
}
unsafe fn array_equals<T: Reflect, const N: usize>(a: *const u8, b: *const u8) -> bool {
    T::INFO.ops.equals.is_some_and(|equals| {
        // SAFETY: as above.
        (0..N).all(|item| unsafe { equals(a.add(item * size_of::<T>()), b.add(item * size_of::<T>())) })
    })
}

// SAFETY: an array's items lie side by side.
unsafe impl<T: Reflect, const N: usize> Reflect for [T; N] {
    const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
        TypeName::array(&[T::LINK], N),
        Shape::Array(&[T::LINK], N),
        ValueOps {
            default: if T::INFO.ops.default.is_some() { Some(array_default::<T, N>) } else { None },
            clone: if T::INFO.ops.clone.is_some() { Some(array_clone::<T, N>) } else { None },
            equals: if T::INFO.ops.equals.is_some() { Some(array_equals::<T, N>) } else { None },
            ..ValueOps::of::<Self>()
        },
    );
}

macro_rules! tuples {
    ($($len:literal: $($ty:ident $at:tt)*;)*) => {$(
        // SAFETY: each member lies at the offset Rust chose for it.
        unsafe impl<$($ty: Reflect + Default + Clone + PartialEq),*> Reflect for ($($ty,)*) {
            const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
                TypeName::new("", "()").with_args(&[$($ty::LINK),*]),
                Shape::Struct(StructInfo {
                    base: None,
                    members: &[$(
                        MemberInfo::field(stringify!($at), $ty::LINK, std::mem::offset_of!(Self, $at))
                    ),*],
                    computed: &[],
                    tuple: true,
                }),
                ValueOps {
                    default: Probe::<Self>::DEFAULT,
                    clone: Probe::<Self>::CLONE,
                    equals: Probe::<Self>::EQUALS,
                    ..ValueOps::of::<Self>()
                },
            );
        }
    )*};
}
tuples! {
    1: A 0;
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
    5: A 0 B 1 C 2 D 3 E 4;
    6: A 0 B 1 C 2 D 3 E 4 F 5;
}
