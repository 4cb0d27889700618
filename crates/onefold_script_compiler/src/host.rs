//! What a host offers to scripts, as data: types, functions and globals by declaration and link name.

/// Everything a host offers.
///
/// Declarations are written as scripts see them (`"void SetMoveInput(float x, float z = 0)"`); links are the
/// symbolic names that the program carries and that linking finds again in the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostSymbols {
    /// Types.
    pub types: Vec<HostType>,
    /// Global functions.
    pub functions: Vec<HostFunction>,
    /// Global objects.
    pub globals: Vec<HostGlobal>,
    /// Enumerations.
    pub enums: Vec<HostEnum>,
}

/// A type of the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostType {
    /// Name in scripts.
    pub name: String,
    /// Other names in scripts.
    pub aliases: Vec<String>,
    /// Symbolic name in the host.
    pub link: String,
    /// How values live.
    pub kind: HostTypeKind,
    /// The type it derives from, by name in scripts; listed before it.
    pub base: Option<String>,
    /// Members with storage.
    pub members: Vec<HostMember>,
    /// Methods, operators and property accessors.
    pub methods: Vec<HostFunction>,
    /// Constructors of value types: functions that give the value.
    pub constructors: Vec<HostFunction>,
}

/// How values of a host type live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostTypeKind {
    /// An object named by a handle.
    #[default]
    Object,
    /// Plain bytes in slots, at most 64.
    Value {
        /// Size in bytes.
        bytes: u16,
    },
}

/// A member of a host type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostMember {
    /// Name in scripts.
    pub name: String,
    /// Its type as scripts write it.
    pub ty: String,
    /// Symbolic name in the host.
    pub link: String,
    /// Scripts cannot assign it.
    pub is_read_only: bool,
    /// Byte offset in a value type.
    pub offset: u16,
}

/// A function or method of the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostFunction {
    /// Its declaration.
    pub decl: String,
    /// Symbolic name in the host, `^N` for overloads.
    pub link: String,
    /// A script class that derives from the type may override it.
    pub is_overridable: bool,
}

/// A global object of the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostGlobal {
    /// Name in scripts.
    pub name: String,
    /// Its type by name in scripts.
    pub ty: String,
    /// Symbolic name in the host.
    pub link: String,
}

/// An enumeration of the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostEnum {
    /// Name in scripts.
    pub name: String,
    /// Names and values.
    pub values: Vec<(String, i32)>,
}
