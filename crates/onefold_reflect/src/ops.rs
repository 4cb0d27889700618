//! The erased operations a description carries: what turns an address into a value.
//!
//! Every function pointer here has the same contract: the pointer it is given is valid, aligned and
//! initialised for the described type (or, where it says "uninitialised", valid for a write).
#![expect(unsafe_code, reason = "erased access is what this crate is for; see the module's contract")]

use std::fmt;

/// Size, alignment and the operations every value has.
#[derive(Clone, Copy)]
pub struct ValueOps {
    /// Bytes.
    pub size: usize,
    /// Alignment in bytes.
    pub align: usize,
    /// Writes the default to an uninitialised place; none when there is no default.
    pub default: Option<unsafe fn(*mut u8)>,
    /// Drops in place; none when dropping does nothing.
    pub drop: Option<unsafe fn(*mut u8)>,
    /// Clones from the first to the uninitialised second place; none when the Rust type is not `Clone`.
    pub clone: Option<unsafe fn(*const u8, *mut u8)>,
    /// Compares two values; none when the Rust type is not `PartialEq`.
    pub equals: Option<unsafe fn(*const u8, *const u8) -> bool>,
}

impl fmt::Debug for ValueOps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ValueOps({} bytes)", self.size)
    }
}

impl ValueOps {
    /// For structs made at run time: everything follows from the members.
    pub const BY_MEMBERS: Self =
        Self { size: usize::MAX, align: 1, default: None, drop: None, clone: None, equals: None };

    /// Size, alignment and drop of a Rust type.
    #[must_use]
    pub const fn of<T>() -> Self {
        Self {
            size: size_of::<T>(),
            align: align_of::<T>(),
            default: None,
            drop: if std::mem::needs_drop::<T>() { Some(drop_value::<T>) } else { None },
            clone: None,
            equals: None,
        }
    }

    /// All operations of a Rust type that has them.
    #[must_use]
    pub const fn full<T: Default + Clone + PartialEq>() -> Self {
        Self {
            default: Some(default_value::<T>),
            clone: Some(clone_value::<T>),
            equals: Some(equal_values::<T>),
            ..Self::of::<T>()
        }
    }

    /// True for [`BY_MEMBERS`](Self::BY_MEMBERS).
    #[must_use]
    pub const fn is_by_members(&self) -> bool {
        self.size == usize::MAX
    }
}

/// Finds out, for a concrete type, which of `Default`, `Clone` and `PartialEq` it has: the inherent constants
/// exist only where the bound holds and then win over the trait's. Used by the derive.
pub struct Probe<T>(std::marker::PhantomData<T>);

/// What [`Probe`] answers where the bound does not hold.
pub trait ProbeMissing {
    /// No default.
    const DEFAULT: Option<unsafe fn(*mut u8)> = None;
    /// No clone.
    const CLONE: Option<unsafe fn(*const u8, *mut u8)> = None;
    /// No comparison.
    const EQUALS: Option<unsafe fn(*const u8, *const u8) -> bool> = None;
    /// No described methods.
    const METHODS: &'static [crate::info::MethodInfo<'static>] = &[];
    /// No computed members.
    const COMPUTED: &'static [crate::info::MemberInfo<'static>] = &[];
}

impl<T> ProbeMissing for Probe<T> {}

impl<T: Default> Probe<T> {
    /// Writes the default.
    pub const DEFAULT: Option<unsafe fn(*mut u8)> = Some(default_value::<T>);
}

impl<T: Clone> Probe<T> {
    /// Clones.
    pub const CLONE: Option<unsafe fn(*const u8, *mut u8)> = Some(clone_value::<T>);
}

impl<T: PartialEq> Probe<T> {
    /// Compares.
    pub const EQUALS: Option<unsafe fn(*const u8, *const u8) -> bool> = Some(equal_values::<T>);
}

impl<T: crate::ReflectMethods> Probe<T> {
    /// The methods of the attributed impl block.
    pub const METHODS: &'static [crate::info::MethodInfo<'static>] = T::METHODS;
    /// The computed members of the attributed impl block.
    pub const COMPUTED: &'static [crate::info::MemberInfo<'static>] = T::COMPUTED;
}

unsafe fn drop_value<T>(at: *mut u8) {
    // SAFETY: the module's contract: `at` holds a `T` that nobody uses afterwards.
    unsafe { at.cast::<T>().drop_in_place() }
}

unsafe fn default_value<T: Default>(at: *mut u8) {
    // SAFETY: the module's contract: `at` is valid for a write of `T`.
    unsafe { at.cast::<T>().write(T::default()) }
}

unsafe fn clone_value<T: Clone>(from: *const u8, to: *mut u8) {
    // SAFETY: the module's contract: `from` holds a `T`, `to` is valid for a write of `T`.
    unsafe { to.cast::<T>().write((*from.cast::<T>()).clone()) }
}

unsafe fn equal_values<T: PartialEq>(a: *const u8, b: *const u8) -> bool {
    // SAFETY: the module's contract: both hold a `T`.
    unsafe { *a.cast::<T>() == *b.cast::<T>() }
}

macro_rules! opaque_debug {
    ($($name:ident)*) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    )*};
}
opaque_debug!(EnumOps OptionOps ListOps SetOps MapOps);

/// How an enum is read and switched.
#[derive(Clone, Copy)]
pub struct EnumOps {
    /// Index of the present variant.
    pub variant: unsafe fn(*const u8) -> u32,
    /// Writes that variant with default payload to an uninitialised place; false when the payload has no default
    /// (then nothing has been written).
    pub create: unsafe fn(*mut u8, u32) -> bool,
    /// Address of a field of the present variant's payload.
    pub payload: unsafe fn(*const u8, u32) -> *const u8,
}

/// How an `Option` is read and set.
#[derive(Clone, Copy)]
pub struct OptionOps {
    /// Address of the value, null for none.
    pub get: unsafe fn(*const u8) -> *const u8,
    /// Moves a value in.
    pub set_some: unsafe fn(*mut u8, *mut u8),
    /// Drops the value.
    pub set_none: unsafe fn(*mut u8),
}

/// How a growing list is read and changed. Indices are in range.
#[derive(Clone, Copy)]
pub struct ListOps {
    /// Count of items.
    pub len: unsafe fn(*const u8) -> usize,
    /// Address of an item.
    pub get: unsafe fn(*const u8, usize) -> *const u8,
    /// Moves an item in before the index (at most the length).
    pub insert: unsafe fn(*mut u8, usize, *mut u8),
    /// Removes and drops an item.
    pub remove: unsafe fn(*mut u8, usize),
    /// Moves an item to another index.
    pub reorder: unsafe fn(*mut u8, usize, usize),
    /// Removes and drops all items.
    pub clear: unsafe fn(*mut u8),
}

/// How a set is read and changed.
#[derive(Clone, Copy)]
pub struct SetOps {
    /// Count of values.
    pub len: unsafe fn(*const u8) -> usize,
    /// Calls with the address of each value, in the set's own order.
    pub each: unsafe fn(*const u8, &mut dyn FnMut(*const u8)),
    /// True when the value is there.
    pub contains: unsafe fn(*const u8, *const u8) -> bool,
    /// Moves a value in; false when it was there (the new one is dropped).
    pub insert: unsafe fn(*mut u8, *mut u8) -> bool,
    /// Removes a value; false when it was not there.
    pub remove: unsafe fn(*mut u8, *const u8) -> bool,
    /// Removes all.
    pub clear: unsafe fn(*mut u8),
}

/// How a map is read and changed.
#[derive(Clone, Copy)]
pub struct MapOps {
    /// Count of entries.
    pub len: unsafe fn(*const u8) -> usize,
    /// Calls with the addresses of each key and value, in the map's own order.
    pub each: unsafe fn(*const u8, &mut dyn FnMut(*const u8, *const u8)),
    /// Address of the value of a key, or null.
    pub get: unsafe fn(*const u8, *const u8) -> *const u8,
    /// Moves key and value in; an earlier value of the key is dropped.
    pub insert: unsafe fn(*mut u8, *mut u8, *mut u8),
    /// Removes an entry; false when the key was not there.
    pub remove: unsafe fn(*mut u8, *const u8) -> bool,
    /// Removes all.
    pub clear: unsafe fn(*mut u8),
}
