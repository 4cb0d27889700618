//! The types of the library.

use crate::Level;

/// A type of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StdType {
    /// Its name.
    pub name: &'static str,
    /// Number of template arguments.
    pub args: usize,
    /// How values of it live.
    pub repr: Repr,
    /// Level it came with.
    pub since: Level,
}

/// How values of a library type live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repr {
    /// In a string slot.
    Text,
    /// In one scalar slot; a field or element of it is 8 value bytes.
    Scalar,
    /// A reference type: a handle to a counted object of the array type of its argument.
    Array,
    /// A reference type: a handle to a counted object of a library type.
    Object,
    /// A value type behind a handle that nobody changes: copying shares it, null is the empty value.
    Shared,
    /// A value type behind a handle of its own: copying calls its `copy`.
    Boxed,
    /// A plain handle of any type.
    Any,
}

const fn ty(name: &'static str, args: usize, repr: Repr) -> StdType {
    StdType { name, args, repr, since: 200 }
}

/// Every type, by name.
pub const TYPES: &[StdType] = &[
    ty("any", 0, Repr::Object),
    ty("array", 1, Repr::Array),
    ty("complex", 0, Repr::Scalar),
    ty("const_weakref", 1, Repr::Shared),
    ty("datetime", 0, Repr::Scalar),
    ty("dictionary", 0, Repr::Object),
    ty("dictionaryValue", 0, Repr::Boxed),
    ty("grid", 1, Repr::Object),
    ty("ref", 0, Repr::Any),
    ty("string", 0, Repr::Text),
    ty("weakref", 1, Repr::Shared),
];
