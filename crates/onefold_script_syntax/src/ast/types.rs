//! Types as they are written.

use onefold_diag::Span;

use super::{Id, List, Path};

/// A type: `const array<int>@ const`, `int[]`, `auto`, `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// The whole type.
    pub span: Span,
    /// True when it starts with `const`.
    pub is_const: bool,
    /// What stands before the suffixes.
    pub base: TypeBase,
    /// `[]`, `@` and `@ const` in the order they are written, which is from the inside out.
    pub suffixes: List<TypeSuffix>,
}

/// The type before its suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeBase {
    /// A syntax error stands here.
    Error,
    /// `int`, `void` and the like.
    Primitive(Primitive),
    /// `auto`.
    Auto,
    /// `?`, any type (in host declarations).
    Any,
    /// A named type with its template arguments.
    Named(Id<Path>),
}

/// What follows the base of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeSuffix {
    /// `[]`
    Array {
        /// Both brackets.
        span: Span,
    },
    /// `@`, with a following `const` when the handle itself may not be changed.
    Handle {
        /// `@` and `const`.
        span: Span,
        /// True for `@ const`.
        is_const: bool,
    },
}

/// The built-in types; `int32` and `uint32` are `int` and `uint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// `void`
    Void,
    /// `bool`
    Bool,
    /// `int8`
    Int8,
    /// `int16`
    Int16,
    /// `int` or `int32`
    Int,
    /// `int64`
    Int64,
    /// `uint8`
    Uint8,
    /// `uint16`
    Uint16,
    /// `uint` or `uint32`
    Uint,
    /// `uint64`
    Uint64,
    /// `float`
    Float,
    /// `double`
    Double,
}

impl Primitive {
    /// The name scripts use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Void => "void",
            Self::Bool => "bool",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int => "int",
            Self::Int64 => "int64",
            Self::Uint8 => "uint8",
            Self::Uint16 => "uint16",
            Self::Uint => "uint",
            Self::Uint64 => "uint64",
            Self::Float => "float",
            Self::Double => "double",
        }
    }
}
