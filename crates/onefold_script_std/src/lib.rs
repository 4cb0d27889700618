//! Declarations and ids of the script language's own library: one table for compiler, VM and tools.
//!
//! [`TYPES`] lists the types, [`FUNCTIONS`] the functions with their declaration in script syntax. A
//! function is lowered either to a `call_std` with its [`StdFn::id`] and slots of the [`Kind`]s in
//! [`StdFn::params`], or, where [`StdFn::lowering`] says so, to instructions of its own.
//!
//! # How declarations become slots
//!
//! * Numbers, `bool` and enums are one [`Kind::Scalar`] slot, strings one [`Kind::Text`] slot, a template
//!   argument `T` the slots of its storage ([`Kind::Element`]). `complex` is one scalar slot (`r` in the
//!   low half, `i` in the high half), `datetime` one scalar slot (seconds since 1970, signed).
//! * The object of a method is the first parameter.
//! * A [`Role::Mutator`] changes a value (`string`, `complex`, `datetime`, `weakref`): its native takes the
//!   old value and gives the new one, which the compiler stores where the object came from; a script
//!   result of that type is the new value. Where the declaration gives something else (`setDate`), that
//!   goes to the place in the last parameter.
//! * `?&in` is a [`Kind::Any`] handle to a boxed value made with the [`BOX`](box_fns) functions from the
//!   static type of the argument. `?&out` is a box made by `wanted`; the function fills it, and the
//!   compiler takes the value out again (`bits`, `text` or `handle` followed by a cast).
//! * `&out` of a number is a [`Kind::Place`].
//! * `ref` is a plain handle of any type: its functions have no natives at all.
//!
//! ```
//! let substr = onefold_script_std::functions_of("string").find(|f| f.decl.contains("substr")).unwrap();
//! assert_eq!(substr.decl, "string substr(uint start = 0, int count = -1) const");
//! assert_eq!(substr.params.len(), 3);
//! ```
//!
//! Does not: contain bodies (they are in the VM), parse declarations, or know programs.
#![forbid(unsafe_code)]

mod table;
mod types;

pub use table::FUNCTIONS;
pub use types::{Repr, StdType, TYPES};

/// A number that stands for a library function in programs; numbers are never reused.
pub type StdFnId = u32;

/// The first version of the language level that has an item, as 100 × major + minor.
pub type Level = u16;

/// One function of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StdFn {
    /// Its number.
    pub id: StdFnId,
    /// Name of the type it belongs to, empty for global functions.
    pub owner: &'static str,
    /// Its declaration as scripts see it.
    pub decl: &'static str,
    /// What it is for its owner.
    pub role: Role,
    /// Slots it takes.
    pub params: &'static [Kind],
    /// Slots it gives.
    pub ret: RetKind,
    /// How it is called.
    pub lowering: Lowering,
    /// Level it came with.
    pub since: Level,
}

/// What a function is for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A function of the global namespace.
    Global,
    /// A method.
    Method,
    /// A method whose native gives the new value of its object.
    Mutator,
    /// Makes an object or value; its declaration is a constructor.
    Constructor,
    /// Takes an initialisation list of that pattern; the compiler makes the object and fills it.
    List,
    /// Called by the compiler for its own ends; scripts do not see it.
    Hidden,
}

/// How a call is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowering {
    /// To `call_std`.
    Native,
    /// To instructions the compiler knows by the function's declaration; there is no native.
    Inline,
}

/// What one parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One scalar slot.
    Scalar,
    /// One string slot.
    Text,
    /// A handle of the owner type.
    Owner,
    /// The slots of the owner's first template argument.
    Element,
    /// A handle of the first template argument's type.
    Target,
    /// A handle of any type.
    Any,
    /// A handle of the library type of that name (with the owner's template arguments, if it has any).
    Std(&'static str),
    /// A handle of `array<string>`.
    Strings,
    /// A handle of `array<T>` with the owner's T.
    ArrayOfElement,
    /// A handle of the funcdef `bool less(const T&in a, const T&in b)`.
    Less,
    /// A handle of a funcdef `void f(dictionary@)`.
    Coroutine,
    /// A place of one scalar slot.
    Place,
    /// Any number of handles of any type, to the end.
    Rest,
}

/// What a native gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetKind {
    /// Nothing.
    Void,
    /// What a parameter of that kind would take.
    One(Kind),
}

/// The function with that number.
pub fn function(id: StdFnId) -> Option<&'static StdFn> {
    FUNCTIONS.binary_search_by_key(&id, |function| function.id).ok().map(|index| &FUNCTIONS[index])
}

/// The functions of a type, or the global ones for an empty name.
pub fn functions_of(owner: &str) -> impl Iterator<Item = &'static StdFn> {
    FUNCTIONS.iter().filter(move |function| function.owner == owner)
}

/// The type of that name.
pub fn std_type(name: &str) -> Option<&'static StdType> {
    TYPES.iter().find(|ty| ty.name == name)
}

/// Numbers of the functions that box values for `?` parameters and take them out again.
pub mod box_fns {
    use crate::StdFnId;

    /// Type codes of boxed values: those of the reference library for primitives, then strings.
    pub mod code {
        /// No value.
        pub const VOID: u32 = 0;
        /// `bool`.
        pub const BOOL: u32 = 1;
        /// `int8`.
        pub const INT8: u32 = 2;
        /// `int16`.
        pub const INT16: u32 = 3;
        /// `int` and enums.
        pub const INT32: u32 = 4;
        /// `int64`.
        pub const INT64: u32 = 5;
        /// `uint8`.
        pub const UINT8: u32 = 6;
        /// `uint16`.
        pub const UINT16: u32 = 7;
        /// `uint`.
        pub const UINT32: u32 = 8;
        /// `uint64`.
        pub const UINT64: u32 = 9;
        /// `float`.
        pub const FLOAT: u32 = 10;
        /// `double`.
        pub const DOUBLE: u32 = 11;
        /// `string`.
        pub const STRING: u32 = 12;
        /// `complex`.
        pub const COMPLEX: u32 = 13;
        /// `datetime`.
        pub const DATETIME: u32 = 14;
        /// Added to the program's type index: a handle `T@`.
        pub const HANDLE: u32 = 0x4000_0000;
        /// Added to the program's type index: an object by value.
        pub const OBJECT: u32 = 0x2000_0000;
    }

    /// Boxes a scalar of a type code.
    pub const SCALAR: StdFnId = 500;
    /// Boxes a string.
    pub const TEXT: StdFnId = 501;
    /// Boxes a handle, or an object by value, which is copied.
    pub const HANDLE: StdFnId = 502;
    /// An empty box that says which type code is wanted.
    pub const WANTED: StdFnId = 503;
    /// The bits of a boxed scalar.
    pub const TAKE_BITS: StdFnId = 504;
    /// The boxed string.
    pub const TAKE_TEXT: StdFnId = 505;
    /// The boxed handle or object.
    pub const TAKE_HANDLE: StdFnId = 506;
}

#[cfg(test)]
mod tests;
