//! Lists, sets and maps.
#![expect(
    unsafe_code,
    reason = "implements the unsafe trait Reflect; each operation knows its collection's type"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::mem::MaybeUninit;

use crate::Reflect;
use crate::info::{Shape, TypeInfo};
use crate::name::TypeName;
use crate::ops::{ListOps, MapOps, SetOps, ValueOps};

/// Clones by description.
///
/// # Panics
/// When the type has no clone; callers have looked.
pub(super) fn clone_item<T: Reflect>(item: &T) -> T {
    let clone = T::INFO.ops.clone.expect("checked by the caller");
    let mut out = MaybeUninit::<T>::uninit();
    // SAFETY: clone reads a `T` and initialises a `T`.
    unsafe {
        clone(std::ptr::from_ref(item).cast(), out.as_mut_ptr().cast());
        out.assume_init()
    }
}

/// Compares by description; false when the type has no comparison.
pub(super) fn equal_items<T: Reflect>(a: &T, b: &T) -> bool {
    // SAFETY: both are a `T`.
    T::INFO
        .ops
        .equals
        .is_some_and(|equals| unsafe { equals(std::ptr::from_ref(a).cast(), std::ptr::from_ref(b).cast()) })
}

unsafe fn default_of<C: Default>(at: *mut u8) {
    // SAFETY: valid for a write.
    unsafe { at.cast::<C>().write(C::default()) }
}

macro_rules! lists {
    ($($list:ident: $insert:expr, $remove:expr;)*) => {$(
        // SAFETY: the operations are those of the list.
        unsafe impl<T: Reflect> Reflect for $list<T> {
            const INFO: &'static TypeInfo<'static> = {
                unsafe fn len<T>(at: *const u8) -> usize {
                    // SAFETY: such a list lies here.
                    unsafe { (*at.cast::<$list<T>>()).len() }
                }
                unsafe fn get<T>(at: *const u8, item: usize) -> *const u8 {
                    // SAFETY: such a list lies here and the index is in range.
                    unsafe { std::ptr::from_ref(&(&*at.cast::<$list<T>>())[item]).cast() }
                }
                unsafe fn insert<T>(at: *mut u8, item: usize, from: *mut u8) {
                    // SAFETY: such a list lies here and `from` holds a `T` to be moved.
                    unsafe { $insert(&mut *at.cast::<$list<T>>(), item, from.cast::<T>().read()) }
                }
                unsafe fn remove<T>(at: *mut u8, item: usize) {
                    // SAFETY: such a list lies here.
                    unsafe { drop($remove(&mut *at.cast::<$list<T>>(), item)) }
                }
                unsafe fn reorder<T>(at: *mut u8, from: usize, to: usize) {
                    // SAFETY: such a list lies here.
                    let list = unsafe { &mut *at.cast::<$list<T>>() };
                    if let Some(item) = Some($remove(list, from)) {
                        $insert(list, to, item.into_iter().next().expect("index in range"));
                    }
                }
                unsafe fn clear<T>(at: *mut u8) {
                    // SAFETY: such a list lies here.
                    unsafe { (*at.cast::<$list<T>>()).clear() }
                }
                unsafe fn clone<T: Reflect>(from: *const u8, to: *mut u8) {
                    // SAFETY: such a list lies at `from`; `to` is valid for a write.
                    unsafe { to.cast::<$list<T>>().write((*from.cast::<$list<T>>()).iter().map(clone_item).collect()) }
                }
                unsafe fn equals<T: Reflect>(a: *const u8, b: *const u8) -> bool {
                    // SAFETY: such lists lie at both.
                    let (a, b) = unsafe { (&*a.cast::<$list<T>>(), &*b.cast::<$list<T>>()) };
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal_items(a, b))
                }
                &TypeInfo::of::<Self>(
                    TypeName::new("", stringify!($list)).with_args(&[T::LINK]),
                    Shape::List(&[T::LINK], ListOps {
                        len: len::<T>,
                        get: get::<T>,
                        insert: insert::<T>,
                        remove: remove::<T>,
                        reorder: reorder::<T>,
                        clear: clear::<T>,
                    }),
                    ValueOps {
                        default: Some(default_of::<Self>),
                        clone: if T::INFO.ops.clone.is_some() { Some(clone::<T>) } else { None },
                        equals: if T::INFO.ops.equals.is_some() { Some(equals::<T>) } else { None },
                        ..ValueOps::of::<Self>()
                    },
                )
            };
        }
    )*};
}
lists! {
    Vec: |list: &mut Vec<_>, at, item| list.insert(at, item), |list: &mut Vec<T>, at| Some(list.remove(at));
    VecDeque: |list: &mut VecDeque<_>, at, item| list.insert(at, item), |list: &mut VecDeque<T>, at| list.remove(at);
}

macro_rules! sets {
    ($($set:ident<$($hasher:ident)?>: $($bound:ident)*;)*) => {$(
        // SAFETY: the operations are those of the set.
        unsafe impl<T: Reflect + Clone $(+ $bound)* $(, $hasher: BuildHasher + Default + Clone + Send + 'static)?> Reflect
            for $set<T $(, $hasher)?>
        {
            const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
                TypeName::new("", stringify!($set)).with_args(&[T::LINK]),
                Shape::Set(&[T::LINK], SetOps {
                    len: |at| {
                        // SAFETY: such a set lies here.
                        unsafe { (*at.cast::<Self>()).len() }
                    },
                    each: |at, f| {
                        // SAFETY: such a set lies here.
                        unsafe { (*at.cast::<Self>()).iter().for_each(|value| f(std::ptr::from_ref(value).cast())) }
                    },
                    contains: |at, value| {
                        // SAFETY: such a set lies here; `value` holds a `T`.
                        unsafe { (*at.cast::<Self>()).contains(&*value.cast::<T>()) }
                    },
                    insert: |at, value| {
                        // SAFETY: such a set lies here; `value` holds a `T` to be moved.
                        unsafe { (*at.cast::<Self>()).insert(value.cast::<T>().read()) }
                    },
                    remove: |at, value| {
                        // SAFETY: such a set lies here; `value` holds a `T`.
                        unsafe { (*at.cast::<Self>()).remove(&*value.cast::<T>()) }
                    },
                    clear: |at| {
                        // SAFETY: such a set lies here.
                        unsafe { (*at.cast::<Self>()).clear() }
                    },
                }),
                ValueOps::full::<Self>(),
            );
        }
    )*};
}
sets! {
    HashSet<S>: Eq Hash;
    BTreeSet<>: Ord;
}

macro_rules! maps {
    ($($map:ident<$($hasher:ident)?>: $($bound:ident)*;)*) => {$(
        // SAFETY: the operations are those of the map.
        unsafe impl<K: Reflect + Clone $(+ $bound)*, V: Reflect $(, $hasher: BuildHasher + Default + Clone + Send + 'static)?>
            Reflect for $map<K, V $(, $hasher)?>
        {
            const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
                TypeName::new("", stringify!($map)).with_args(&[K::LINK, V::LINK]),
                Shape::Map(&[K::LINK, V::LINK], MapOps {
                    len: |at| {
                        // SAFETY: such a map lies here.
                        unsafe { (*at.cast::<Self>()).len() }
                    },
                    each: |at, f| {
                        // SAFETY: such a map lies here.
                        let map = unsafe { &*at.cast::<Self>() };
                        map.iter().for_each(|(k, v)| f(std::ptr::from_ref(k).cast(), std::ptr::from_ref(v).cast()));
                    },
                    get: |at, key| {
                        // SAFETY: such a map lies here; `key` holds a `K`.
                        let found = unsafe { (*at.cast::<Self>()).get(&*key.cast::<K>()) };
                        found.map_or(std::ptr::null(), |value| std::ptr::from_ref(value).cast())
                    },
                    insert: |at, key, value| {
                        // SAFETY: such a map lies here; `key` and `value` are to be moved.
                        unsafe { drop((*at.cast::<Self>()).insert(key.cast::<K>().read(), value.cast::<V>().read())) }
                    },
                    remove: |at, key| {
                        // SAFETY: such a map lies here; `key` holds a `K`.
                        unsafe { (*at.cast::<Self>()).remove(&*key.cast::<K>()).is_some() }
                    },
                    clear: |at| {
                        // SAFETY: such a map lies here.
                        unsafe { (*at.cast::<Self>()).clear() }
                    },
                }),
                ValueOps {
                    default: Some(default_of::<Self>),
                    clone: if V::INFO.ops.clone.is_some() {
                        Some(|from, to| {
                            // SAFETY: such a map lies at `from`; `to` is valid for a write.
                            unsafe {
                                let copy = (*from.cast::<Self>()).iter().map(|(k, v)| (k.clone(), clone_item(v))).collect();
                                to.cast::<Self>().write(copy);
                            }
                        })
                    } else {
                        None
                    },
                    equals: if V::INFO.ops.equals.is_some() {
                        Some(|a, b| {
                            // SAFETY: such maps lie at both.
                            let (a, b) = unsafe { (&*a.cast::<Self>(), &*b.cast::<Self>()) };
                            a.len() == b.len()
                                && a.iter().all(|(k, v)| b.get(k).is_some_and(|other| equal_items(v, other)))
                        })
                    } else {
                        None
                    },
                    ..ValueOps::of::<Self>()
                },
            );
        }
    )*};
}
maps! {
    HashMap<S>: Eq Hash;
    BTreeMap<>: Ord;
}
