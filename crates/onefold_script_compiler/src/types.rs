//! The compiler's types: what an expression has and what a declaration names.

use onefold_script_bytecode::Storage;
use onefold_script_syntax::ast::Primitive;

/// A type without its handle and `const` marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Something wrong was reported; fits everything silently.
    Error,
    /// `void`
    Void,
    /// The type of `null`.
    Null,
    /// `bool`
    Bool,
    /// `int8`
    I8,
    /// `int16`
    I16,
    /// `int`
    I32,
    /// `int64`
    I64,
    /// `uint8`
    U8,
    /// `uint16`
    U16,
    /// `uint`
    U32,
    /// `uint64`
    U64,
    /// `float`
    F32,
    /// `double`
    F64,
    /// `string`
    Text,
    /// An enumeration by index.
    Enum(u32),
    /// A value type that lives in scalar slots, by index.
    Value(u32),
    /// A type that handles point to, by its index in the program.
    Obj(u32),
    /// `ref`: a handle of any type.
    Ref,
    /// `?`
    Any,
    /// A name of functions, not yet chosen among.
    FuncSet,
    /// A lambda, not yet given its type.
    Lambda,
    /// A list in braces, not yet given its type.
    List,
}

/// A type as expressions and variables have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ty {
    /// The type.
    pub base: Base,
    /// `@`
    pub is_handle: bool,
    /// The value, or what the handle points to, is read-only.
    pub is_const: bool,
    /// The handle itself is read-only.
    pub is_handle_const: bool,
}

impl Ty {
    pub(crate) const ERROR: Ty = Ty::of(Base::Error);
    pub(crate) const VOID: Ty = Ty::of(Base::Void);
    pub(crate) const BOOL: Ty = Ty::of(Base::Bool);
    pub(crate) const INT: Ty = Ty::of(Base::I32);
    pub(crate) const UINT: Ty = Ty::of(Base::U32);
    pub(crate) const TEXT: Ty = Ty::of(Base::Text);

    /// A plain type.
    pub const fn of(base: Base) -> Ty {
        Ty { base, is_handle: false, is_const: false, is_handle_const: false }
    }

    /// A handle to an object type.
    pub const fn handle(base: Base) -> Ty {
        Ty { base, is_handle: true, is_const: false, is_handle_const: false }
    }

    pub(crate) fn is_error(self) -> bool {
        self.base == Base::Error
    }

    pub(crate) fn is_void(self) -> bool {
        self.base == Base::Void
    }

    /// Without any `const`.
    pub(crate) fn plain(self) -> Ty {
        Ty { is_const: false, is_handle_const: false, ..self }
    }

    pub(crate) fn constant(self) -> Ty {
        if self.is_handle { Ty { is_handle_const: true, ..self } } else { Ty { is_const: true, ..self } }
    }

    /// The object type behind a handle.
    pub(crate) fn target(self) -> Ty {
        Ty { is_handle: false, is_handle_const: false, ..self }
    }

    /// The handle to an object type.
    pub(crate) fn to_handle(self) -> Ty {
        Ty { is_handle: true, is_handle_const: false, ..self }
    }

    /// Whether the variable cannot be assigned.
    pub(crate) fn is_read_only(self) -> bool {
        if self.is_handle { self.is_handle_const } else { self.is_const }
    }

    pub(crate) fn obj(self) -> Option<u32> {
        match self.base {
            Base::Obj(id) => Some(id),
            _ => None,
        }
    }

    /// A number, `bool` or enumeration.
    pub(crate) fn is_primitive(self) -> bool {
        self.base.is_number() || matches!(self.base, Base::Bool | Base::Enum(_))
    }
}

impl Base {
    pub(crate) fn of_primitive(primitive: Primitive) -> Base {
        match primitive {
            Primitive::Void => Base::Void,
            Primitive::Bool => Base::Bool,
            Primitive::Int8 => Base::I8,
            Primitive::Int16 => Base::I16,
            Primitive::Int => Base::I32,
            Primitive::Int64 => Base::I64,
            Primitive::Uint8 => Base::U8,
            Primitive::Uint16 => Base::U16,
            Primitive::Uint => Base::U32,
            Primitive::Uint64 => Base::U64,
            Primitive::Float => Base::F32,
            Primitive::Double => Base::F64,
        }
    }

    pub(crate) fn is_integer(self) -> bool {
        use Base::{I8, I16, I32, I64, U8, U16, U32, U64};
        matches!(self, I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64)
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Base::F32 | Base::F64)
    }

    pub(crate) fn is_number(self) -> bool {
        self.is_integer() || self.is_float()
    }

    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Base::I8 | Base::I16 | Base::I32 | Base::I64 | Base::Enum(_))
    }

    /// Bytes of a number.
    pub(crate) fn size(self) -> u32 {
        match self {
            Base::Bool | Base::I8 | Base::U8 => 1,
            Base::I16 | Base::U16 => 2,
            Base::I64 | Base::U64 | Base::F64 => 8,
            _ => 4,
        }
    }

    /// Whether values of it are object-like: looked up methods, handles or copies.
    pub(crate) fn is_object(self) -> bool {
        matches!(self, Base::Obj(_) | Base::Text | Base::Value(_) | Base::Ref)
    }

    /// How a number is stored.
    pub(crate) fn number_storage(self) -> Option<Storage> {
        Some(match self {
            Base::Bool => Storage::Bool,
            Base::I8 => Storage::I8,
            Base::I16 => Storage::I16,
            Base::I32 | Base::Enum(_) => Storage::I32,
            Base::I64 => Storage::I64,
            Base::U8 => Storage::U8,
            Base::U16 => Storage::U16,
            Base::U32 => Storage::U32,
            Base::U64 => Storage::U64,
            Base::F32 => Storage::F32,
            Base::F64 => Storage::F64,
            _ => return None,
        })
    }

    /// The name of a built-in type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Base::Void => "void",
            Base::Null => "null",
            Base::Bool => "bool",
            Base::I8 => "int8",
            Base::I16 => "int16",
            Base::I32 => "int",
            Base::I64 => "int64",
            Base::U8 => "uint8",
            Base::U16 => "uint16",
            Base::U32 => "uint",
            Base::U64 => "uint64",
            Base::F32 => "float",
            Base::F64 => "double",
            Base::Text => "string",
            Base::Ref => "ref",
            Base::Any => "?",
            Base::FuncSet => "function",
            Base::Lambda => "lambda",
            Base::List => "initialisation list",
            Base::Error | Base::Enum(_) | Base::Value(_) | Base::Obj(_) => "",
        }
    }
}
