//! What a front end knows of an item besides its attributes.

use crate::condition::FieldKind;

/// Where attributes come from. Rust sees an invalid attribute as a compile error; what comes from outside keeps some
/// invalid ones with the reason instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The derive.
    #[default]
    Rust,
    /// Metadata of a script class.
    Script,
    /// A type described by a plugin.
    Plugin,
    /// A C++ header.
    Cpp,
}

/// What kind of type an item describes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TypeKind {
    /// Members, with or without a base.
    #[default]
    Struct,
    /// One of several variants.
    Enum,
}

/// A type.
#[derive(Clone, Copy, Debug, Default)]
pub struct TypeContext<'a> {
    /// Its identifier.
    pub name: &'a str,
    /// Struct or enum.
    pub kind: TypeKind,
    /// Where the attributes come from.
    pub origin: Origin,
}

/// What a value is, as far as a front end can tell. `Option` and `Box` are looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueKind {
    /// `bool`.
    Bool,
    /// An integer.
    Int {
        /// Least value of its type.
        min: i128,
        /// Greatest value of its type.
        max: i128,
    },
    /// `f32` or `f64`.
    Float,
    /// Text.
    Text,
    /// Numbers side by side: vectors, quaternions, matrices.
    Lanes {
        /// How many.
        count: u8,
        /// They are floats.
        float: bool,
    },
    /// A list, array or set; attributes of numbers and texts then speak of each item.
    List,
    /// A map; attributes of numbers and texts then speak of each value.
    Map,
    /// An enum.
    Enum,
    /// A handle to an object.
    Handle,
    /// An asset path.
    Asset,
    /// None of these.
    Other,
    /// The front end cannot tell: nothing is refused for its kind.
    #[default]
    Unknown,
}

impl ValueKind {
    /// The kind of a Rust scalar or `String` by name; none for any other name.
    #[must_use]
    pub fn of_scalar(name: &str) -> Option<Self> {
        let int = |min, max| Some(Self::Int { min, max });
        match name {
            "bool" => Some(Self::Bool),
            "i8" => int(i8::MIN.into(), i8::MAX.into()),
            "i16" => int(i16::MIN.into(), i16::MAX.into()),
            "i32" => int(i32::MIN.into(), i32::MAX.into()),
            "i64" => int(i64::MIN.into(), i64::MAX.into()),
            "u8" => int(0, u8::MAX.into()),
            "u16" => int(0, u16::MAX.into()),
            "u32" => int(0, u32::MAX.into()),
            "u64" => int(0, u64::MAX.into()),
            "f32" | "f64" => Some(Self::Float),
            "char" => Some(Self::Other),
            "String" => Some(Self::Text),
            _ => None,
        }
    }
}

/// A member of the same type, as conditions see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sibling<'a> {
    /// Canonical name.
    pub name: &'a str,
    /// What it can be compared with.
    pub kind: FieldKind,
}

/// The members of the type a member belongs to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Siblings<'a> {
    /// Those that are known.
    pub known: &'a [Sibling<'a>],
    /// There are no others: no base whose members are unknown.
    pub complete: bool,
}

/// A member.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemberContext<'a> {
    /// Its identifier.
    pub name: &'a str,
    /// What its value is.
    pub kind: ValueKind,
    /// What each item of a list or value of a map is.
    pub item: ValueKind,
    /// The members of its type, itself included.
    pub siblings: Siblings<'a>,
    /// Where the attributes come from.
    pub origin: Origin,
}

/// What a method is called on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Receiver {
    /// Nothing.
    None,
    /// `&self`.
    Leaf,
    /// `&mut self`; also what any method of a script or plugin class has.
    #[default]
    LeafMut,
    /// A handle to the object and the world.
    World,
    /// The world without an object.
    WorldStatic,
}

/// A method or function.
#[derive(Clone, Copy, Debug, Default)]
pub struct MethodContext<'a> {
    /// Its identifier.
    pub name: &'a str,
    /// What it is called on.
    pub receiver: Receiver,
    /// Parameters, without receiver and world.
    pub params: usize,
    /// It gives something back.
    pub returns: bool,
    /// Of an accessor: what its result (`get`) or last parameter (`set`) is.
    pub value: ValueKind,
    /// Of an accessor: what each item of a list or value of a map is.
    pub item: ValueKind,
    /// Of an accessor: the members of its type.
    pub siblings: Siblings<'a>,
    /// Where the attributes come from.
    pub origin: Origin,
}

/// A parameter.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParamContext<'a> {
    /// Its identifier.
    pub name: &'a str,
    /// What its value is.
    pub kind: ValueKind,
    /// What each item of a list or value of a map is.
    pub item: ValueKind,
    /// Where the attributes come from.
    pub origin: Origin,
}

/// A variant of an enum.
#[derive(Clone, Copy, Debug, Default)]
pub struct VariantContext<'a> {
    /// Its identifier.
    pub name: &'a str,
    /// Where the attributes come from.
    pub origin: Origin,
}
