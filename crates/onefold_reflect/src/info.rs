//! The description of a type: plain constant data, written by the derive or built at run time.
//!
//! Every struct here is `Copy` and made of references, so that the derive can put it into the binary as
//! it stands. Types made at run time use the same structs, kept alive by [`OwnedInfo`](crate::OwnedInfo).

use std::any::TypeId;

use crate::attrs::{Availability, MemberAttrs, MethodFlags, TypeFlags};
use crate::call::Thunk;
use crate::name::TypeName;
use crate::ops::{EnumOps, ListOps, MapOps, OptionOps, SetOps, ValueOps};

/// A reference from one description to another.
#[derive(Clone, Copy, Debug)]
pub enum TypeLink<'a> {
    /// A type known to the Rust compiler.
    Static(fn() -> &'static TypeInfo<'static>),
    /// A type by its full name: how run-time types name others.
    Named(&'a str),
}

/// Everything a type says of itself.
#[derive(Clone, Copy, Debug)]
pub struct TypeInfo<'a> {
    /// Its name.
    pub name: TypeName<'a>,
    /// Its doc comment.
    pub doc: &'a str,
    /// What it is made of.
    pub shape: Shape<'a>,
    /// Size, alignment and the operations every value has. For a run-time struct: [`ValueOps::BY_MEMBERS`].
    pub ops: ValueOps,
    /// The Rust type, if there is one.
    pub rust_type: Option<TypeId>,
    /// Object, abstract, hidden.
    pub flags: TypeFlags,
    /// Name for eyes only.
    pub label: Option<&'a str>,
    /// Icon, inherited by derived types.
    pub icon: Option<&'a str>,
    /// Color, inherited by derived types.
    pub color: Option<&'a str>,
    /// Other names it is read by.
    pub aliases: &'a [&'a str],
    /// Name of the global object of this type that the host creates, if any.
    pub global: Option<&'a str>,
    /// From which API version to which it is there.
    pub availability: Availability<'a>,
    /// Further metadata as key and value.
    pub meta: &'a [(&'a str, &'a str)],
    /// Its own methods, instance, static and world ones.
    pub methods: &'a [MethodInfo<'a>],
}

impl<'a> TypeInfo<'a> {
    /// A description without attributes and methods.
    #[must_use]
    pub const fn new(name: TypeName<'a>, shape: Shape<'a>, ops: ValueOps) -> Self {
        Self {
            name,
            doc: "",
            shape,
            ops,
            rust_type: None,
            flags: TypeFlags::NONE,
            label: None,
            icon: None,
            color: None,
            aliases: &[],
            global: None,
            availability: Availability::ALWAYS,
            meta: &[],
            methods: &[],
        }
    }

    /// The same with the Rust type recorded.
    #[must_use]
    pub const fn of<T: 'static>(name: TypeName<'a>, shape: Shape<'a>, ops: ValueOps) -> Self {
        Self { rust_type: Some(TypeId::of::<T>()), ..Self::new(name, shape, ops) }
    }

    /// Sets the doc comment.
    #[must_use]
    pub const fn doc(self, doc: &'a str) -> Self {
        Self { doc, ..self }
    }

    /// Sets the methods.
    #[must_use]
    pub const fn methods(self, methods: &'a [MethodInfo<'a>]) -> Self {
        Self { methods, ..self }
    }

    /// Adds flags.
    #[must_use]
    pub const fn flags(self, flags: TypeFlags) -> Self {
        Self { flags: self.flags.with(flags), ..self }
    }

    /// Sets the other names.
    #[must_use]
    pub const fn aliases(self, aliases: &'a [&'a str]) -> Self {
        Self { aliases, ..self }
    }
}

/// What a type is made of.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// bool, an integer, a float or a char.
    Scalar(Scalar),
    /// A Rust `String`.
    Text,
    /// An asset path ([`AssetPath`](crate::AssetPath)).
    Asset,
    /// Equal numbers side by side: vectors, quaternions, matrices.
    Lanes(LanesInfo<'a>),
    /// Named or numbered members, with or without a base.
    Struct(StructInfo<'a>),
    /// One of several variants, with or without data.
    Enum(EnumInfo<'a>),
    /// A value or nothing.
    Option(&'a [TypeLink<'a>; 1], OptionOps),
    /// A growing list (`Vec`, `VecDeque`).
    List(&'a [TypeLink<'a>; 1], ListOps),
    /// A list of fixed length, items side by side.
    Array(&'a [TypeLink<'a>; 1], usize),
    /// A set of values.
    Set(&'a [TypeLink<'a>; 1], SetOps),
    /// A map from keys to values.
    Map(&'a [TypeLink<'a>; 2], MapOps),
    /// A boxed value: transparent to every reader.
    Boxed(&'a [TypeLink<'a>; 1]),
    /// A handle to an object of a type.
    Handle(&'a [TypeLink<'a>; 1]),
}

/// The numbers, bool and char.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the Rust type of that name")]
pub enum Scalar {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
    Char,
}

impl Scalar {
    /// The Rust name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Char => "char",
        }
    }

    /// Bytes it takes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 | Self::Char => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// Least and greatest value of an integer type.
    #[must_use]
    pub const fn int_range(self) -> Option<(i128, i128)> {
        Some(match self {
            Self::I8 => (i8::MIN as i128, i8::MAX as i128),
            Self::I16 => (i16::MIN as i128, i16::MAX as i128),
            Self::I32 => (i32::MIN as i128, i32::MAX as i128),
            Self::I64 => (i64::MIN as i128, i64::MAX as i128),
            Self::U8 => (0, u8::MAX as i128),
            Self::U16 => (0, u16::MAX as i128),
            Self::U32 => (0, u32::MAX as i128),
            Self::U64 => (0, u64::MAX as i128),
            Self::Bool | Self::F32 | Self::F64 | Self::Char => return None,
        })
    }
}

/// What equal numbers side by side stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LanesRole {
    /// A vector.
    Vector,
    /// A rotation, x y z w.
    Quaternion,
    /// A matrix, column after column.
    Matrix,
}

/// Equal numbers side by side, without padding.
#[derive(Clone, Copy, Debug)]
pub struct LanesInfo<'a> {
    /// Vector, quaternion or matrix.
    pub role: LanesRole,
    /// Type of each number: F32, F64, I32 or U32.
    pub scalar: Scalar,
    /// Names of the numbers, in order; their count is the count of numbers.
    pub names: &'a [&'a str],
    /// Rows of a matrix; 1 otherwise.
    pub rows: usize,
}

/// Members of a struct, tuple struct or tuple.
#[derive(Clone, Copy, Debug)]
pub struct StructInfo<'a> {
    /// The base class and where it lies in the struct.
    pub base: Option<BaseInfo<'a>>,
    /// Own fields in declaration order, without the base.
    pub members: &'a [MemberInfo<'a>],
    /// Own members computed by methods; they follow the fields in the walk.
    pub computed: &'a [MemberInfo<'a>],
    /// Members have numbers for names and files write a list.
    pub tuple: bool,
}

impl<'a> StructInfo<'a> {
    /// Fields only, without a base.
    #[must_use]
    pub const fn new(members: &'a [MemberInfo<'a>]) -> Self {
        Self { base: None, members, computed: &[], tuple: false }
    }

    /// All own members, fields first.
    pub fn all(&self) -> impl Iterator<Item = &'a MemberInfo<'a>> {
        self.members.iter().chain(self.computed)
    }

    /// The own member at a place in [`all`](Self::all).
    #[must_use]
    pub fn at(&self, position: usize) -> Option<&'a MemberInfo<'a>> {
        self.members.get(position).or_else(|| self.computed.get(position.checked_sub(self.members.len())?))
    }
}

/// The base class of a struct.
#[derive(Clone, Copy, Debug)]
pub struct BaseInfo<'a> {
    /// Its type.
    pub link: TypeLink<'a>,
    /// Where it lies; for run-time structs always 0.
    pub offset: usize,
}

/// One member.
#[derive(Clone, Copy, Debug)]
pub struct MemberInfo<'a> {
    /// Canonical name.
    pub name: &'a str,
    /// Its doc comment.
    pub doc: &'a str,
    /// Its type.
    pub link: TypeLink<'a>,
    /// How it is reached.
    pub access: Access<'a>,
    /// Other names it is read by.
    pub aliases: &'a [&'a str],
    /// What the type cannot say.
    pub attrs: MemberAttrs<'a>,
}

impl<'a> MemberInfo<'a> {
    /// A field at an offset, without attributes.
    #[must_use]
    pub const fn field(name: &'a str, link: TypeLink<'a>, offset: usize) -> Self {
        Self { name, doc: "", link, access: Access::Field { offset }, aliases: &[], attrs: MemberAttrs::NONE }
    }

    /// A member of a run-time struct: its place is chosen when the registry resolves.
    #[must_use]
    pub const fn placed(name: &'a str, link: TypeLink<'a>) -> Self {
        Self { name, doc: "", link, access: Access::Placed, aliases: &[], attrs: MemberAttrs::NONE }
    }

    /// Sets the doc comment.
    #[must_use]
    pub const fn doc(self, doc: &'a str) -> Self {
        Self { doc, ..self }
    }

    /// Sets the other names.
    #[must_use]
    pub const fn aliases(self, aliases: &'a [&'a str]) -> Self {
        Self { aliases, ..self }
    }

    /// Sets the attributes.
    #[must_use]
    pub const fn attrs(self, attrs: MemberAttrs<'a>) -> Self {
        Self { attrs, ..self }
    }
}

/// How a member is reached.
#[derive(Clone, Copy, Debug)]
pub enum Access<'a> {
    /// In place, at an offset from the start of the type that declares it.
    Field {
        /// Bytes from the start.
        offset: usize,
    },
    /// In place, laid out when the registry resolves.
    Placed,
    /// By methods of the same type, named here.
    Computed {
        /// Method that reads; none for a write-only member.
        get: Option<&'a str>,
        /// Method that writes; none for a read-only member.
        set: Option<&'a str>,
        /// Type of the index of an indexed member.
        index: Option<TypeLink<'a>>,
    },
}

/// Variants of an enum.
#[derive(Clone, Copy, Debug)]
pub struct EnumInfo<'a> {
    /// The variants in declaration order.
    pub variants: &'a [VariantInfo<'a>],
    /// How values are read and switched.
    pub ops: EnumOps,
}

/// One variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantInfo<'a> {
    /// Canonical name.
    pub name: &'a str,
    /// Its doc comment.
    pub doc: &'a str,
    /// Name for eyes only.
    pub label: Option<&'a str>,
    /// Other names it is read by.
    pub aliases: &'a [&'a str],
    /// Its number.
    pub value: i64,
    /// Its payload; empty for a unit variant. Reached through [`EnumOps::payload`], not by offset.
    pub fields: &'a [MemberInfo<'a>],
    /// The payload has numbers for names.
    pub tuple: bool,
    /// From which API version to which it is there.
    pub availability: Availability<'a>,
}

impl<'a> VariantInfo<'a> {
    /// A unit variant without attributes.
    #[must_use]
    pub const fn unit(name: &'a str, value: i64) -> Self {
        Self {
            name,
            doc: "",
            label: None,
            aliases: &[],
            value,
            fields: &[],
            tuple: false,
            availability: Availability::ALWAYS,
        }
    }
}

/// What a method is called on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Receiver {
    /// Nothing: a static method or a free function.
    None,
    /// `&self`: sees its object and its arguments only.
    Leaf,
    /// `&mut self`: sees its object and its arguments only.
    LeafMut,
    /// `this: Handle<Self>, cx: &mut Cx`: may reach every object, borrowing between calls only.
    World,
    /// `cx: &mut Cx` without an object: a static method that may reach every object.
    WorldStatic,
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParamMode {
    /// By value or by shared reference to a temporary.
    In,
    /// By `&mut` reference to a temporary that is written back after the call.
    InOut,
}

/// One parameter.
#[derive(Clone, Copy, Debug)]
pub struct ParamInfo<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its type.
    pub link: TypeLink<'a>,
    /// How it is passed.
    pub mode: ParamMode,
    /// Text of the default: a literal or the name of an enum value.
    pub default: Option<&'a str>,
    /// Range, unit and the like.
    pub attrs: MemberAttrs<'a>,
}

impl<'a> ParamInfo<'a> {
    /// A parameter by value without attributes.
    #[must_use]
    pub const fn new(name: &'a str, link: TypeLink<'a>) -> Self {
        Self { name, link, mode: ParamMode::In, default: None, attrs: MemberAttrs::NONE }
    }
}

/// One method or function.
#[derive(Clone, Copy, Debug)]
pub struct MethodInfo<'a> {
    /// Canonical name; overloads share it.
    pub name: &'a str,
    /// Its doc comment.
    pub doc: &'a str,
    /// What it is called on.
    pub receiver: Receiver,
    /// Parameters, without receiver and `cx`.
    pub params: &'a [ParamInfo<'a>],
    /// Type of the result; none for `()`.
    pub ret: Option<TypeLink<'a>>,
    /// The one call shape.
    pub thunk: Thunk,
    /// A word for the thunk: script function, closure or plugin record; 0 for Rust methods.
    pub data: usize,
    /// Overridable, button, hidden.
    pub flags: MethodFlags,
    /// Name for eyes only; of a button, what stands on it.
    pub label: Option<&'a str>,
    /// Other names it is called by.
    pub aliases: &'a [&'a str],
    /// From which API version to which it is there.
    pub availability: Availability<'a>,
    /// Further metadata as key and value.
    pub meta: &'a [(&'a str, &'a str)],
}

impl<'a> MethodInfo<'a> {
    /// A method without parameters and attributes.
    #[must_use]
    pub const fn new(name: &'a str, receiver: Receiver, thunk: Thunk) -> Self {
        Self {
            name,
            doc: "",
            receiver,
            params: &[],
            ret: None,
            thunk,
            data: 0,
            flags: MethodFlags::NONE,
            label: None,
            aliases: &[],
            availability: Availability::ALWAYS,
            meta: &[],
        }
    }

    /// Sets the parameters.
    #[must_use]
    pub const fn params(self, params: &'a [ParamInfo<'a>]) -> Self {
        Self { params, ..self }
    }

    /// Sets the type of the result.
    #[must_use]
    pub const fn ret(self, link: TypeLink<'a>) -> Self {
        Self { ret: Some(link), ..self }
    }

    /// Sets the doc comment.
    #[must_use]
    pub const fn doc(self, doc: &'a str) -> Self {
        Self { doc, ..self }
    }

    /// Adds flags.
    #[must_use]
    pub const fn flags(self, flags: MethodFlags) -> Self {
        Self { flags: self.flags.with(flags), ..self }
    }
}
