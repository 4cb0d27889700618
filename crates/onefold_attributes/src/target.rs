//! What an attribute is checked against: where it stands, and the kind of value there.

macro_rules! set {
    ($(#[$doc:meta])* $name:ident { $($(#[$flag_doc:meta])* $flag:ident = $bit:expr, $words:expr;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(u32);
        impl $name {
            $($(#[$flag_doc])* pub const $flag: Self = Self(1 << $bit);)*

            const NAMES: &[(Self, &str)] = &[$((Self::$flag, $words)),*];

            /// These and those.
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// True when all of `other` are in.
            #[must_use]
            pub const fn has(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// True when any of `other` is in.
            #[must_use]
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// The words for what is in, in a fixed order.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                Self::NAMES.iter().filter(move |(one, _)| self.has(*one)).map(|(_, name)| *name)
            }
        }
    };
}

set! {
    /// Where an attribute may stand.
    Places {
        /// A struct or class.
        TYPE = 0, "type";
        /// An enum.
        ENUM = 1, "enum";
        /// A block of methods.
        IMPL = 2, "impl block";
        /// A member of a type, or a field of an enum's variant.
        MEMBER = 3, "member";
        /// A value of an enum.
        VARIANT = 4, "variant";
        /// A method.
        METHOD = 5, "method";
        /// A free function.
        FUNCTION = 6, "function";
        /// A parameter.
        PARAM = 7, "parameter";
        /// A method that reads or writes a computed member; it takes the attributes of a member too.
        ACCESSOR = 8, "accessor";
    }
}

impl Places {
    /// Types and enums.
    pub const TYPES: Self = Self::TYPE.or(Self::ENUM);
    /// Methods and functions.
    pub const CALLS: Self = Self::METHOD.or(Self::FUNCTION);
    /// Members and computed members.
    pub const MEMBERS: Self = Self::MEMBER.or(Self::ACCESSOR);
    /// Members, computed members and parameters.
    pub const VALUES: Self = Self::MEMBERS.or(Self::PARAM);
    /// Everything that can be listed for people.
    pub const NAMED: Self = Self::TYPES.or(Self::MEMBERS).or(Self::VARIANT).or(Self::CALLS);
}

set! {
    /// Kinds of value an attribute fits.
    Kinds {
        /// An integer.
        INT = 0, "integer";
        /// A number with a fraction.
        FLOAT = 1, "float";
        /// Three floats: `Vec3`, `[f32; 3]`.
        FLOAT3 = 2, "3 floats";
        /// Four floats: `Vec4`, `[f32; 4]`.
        FLOAT4 = 3, "4 floats";
        /// Any other vector.
        VECTOR = 4, "vector";
        /// Text.
        TEXT = 5, "text";
        /// An asset path.
        ASSET = 6, "asset path";
        /// An enum.
        ENUM = 7, "enum";
        /// A bool.
        BOOL = 8, "bool";
        /// A handle to an object.
        HANDLE = 9, "handle";
        /// Anything else: structs, maps, quaternions, matrices, characters.
        OTHER = 10, "other value";
    }
}

impl Kinds {
    /// Numbers and vectors of numbers.
    pub const NUMBERS: Self = Self::INT.or(Self::FLOAT).or(Self::FLOAT3).or(Self::FLOAT4).or(Self::VECTOR);
    /// What can hold a color.
    pub const COLORS: Self = Self::FLOAT3.or(Self::FLOAT4);
    /// Everything.
    pub const ANY: Self = Self::NUMBERS
        .or(Self::TEXT)
        .or(Self::ASSET)
        .or(Self::ENUM)
        .or(Self::BOOL)
        .or(Self::HANDLE)
        .or(Self::OTHER);
}

/// The kind of value a member or parameter holds; of an optional or boxed value, what is inside; of a list, an array or
/// a set, its items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueKind {
    /// Not known to the front end: fitting rules are handed back as [`KindRule`](crate::KindRule)s.
    #[default]
    Unknown,
    /// An integer with its least and greatest value.
    Int(i128, i128),
    /// A number with a fraction.
    Float,
    /// That many floats side by side.
    Floats(u8),
    /// Integers side by side.
    Ints,
    /// Text.
    Text,
    /// An asset path.
    Asset,
    /// An enum.
    Enum,
    /// A bool.
    Bool,
    /// A handle to an object.
    Handle,
    /// Anything else.
    Other,
}

impl ValueKind {
    /// The kind of an integer of that many bits.
    #[must_use]
    pub const fn int(bits: u32, signed: bool) -> Self {
        if signed {
            let half = 1_i128 << (bits - 1);
            Self::Int(-half, half - 1)
        } else {
            Self::Int(0, (1_i128 << bits) - 1)
        }
    }

    /// The kind of a Rust type by its bare name, as far as names tell.
    #[must_use]
    pub fn of_rust_name(name: &str) -> Self {
        match name {
            "i8" => Self::int(8, true),
            "i16" => Self::int(16, true),
            "i32" => Self::int(32, true),
            "i64" => Self::int(64, true),
            "u8" => Self::int(8, false),
            "u16" => Self::int(16, false),
            "u32" => Self::int(32, false),
            "u64" => Self::int(64, false),
            "f32" | "f64" => Self::Float,
            "bool" => Self::Bool,
            "String" => Self::Text,
            "AssetPath" => Self::Asset,
            "Handle" => Self::Handle,
            "Vec2" | "DVec2" => Self::Floats(2),
            "Vec3" | "DVec3" | "Vec3A" => Self::Floats(3),
            "Vec4" | "DVec4" => Self::Floats(4),
            "IVec2" | "IVec3" | "IVec4" | "UVec2" | "UVec3" | "UVec4" => Self::Ints,
            "char" | "Quat" | "DQuat" | "Mat2" | "Mat3" | "Mat4" | "DMat2" | "DMat3" | "DMat4" => Self::Other,
            _ => Self::Unknown,
        }
    }

    /// The set this kind is in; none while it is unknown.
    #[must_use]
    pub const fn as_set(self) -> Option<Kinds> {
        Some(match self {
            Self::Unknown => return None,
            Self::Int(..) => Kinds::INT,
            Self::Float => Kinds::FLOAT,
            Self::Floats(3) => Kinds::FLOAT3,
            Self::Floats(4) => Kinds::FLOAT4,
            Self::Floats(_) | Self::Ints => Kinds::VECTOR,
            Self::Text => Kinds::TEXT,
            Self::Asset => Kinds::ASSET,
            Self::Enum => Kinds::ENUM,
            Self::Bool => Kinds::BOOL,
            Self::Handle => Kinds::HANDLE,
            Self::Other => Kinds::OTHER,
        })
    }
}

/// What a member or parameter holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueShape {
    /// Kind of the value, or of the items of a list.
    pub kind: ValueKind,
    /// It is a list, an array or a set.
    pub list: bool,
}

impl ValueShape {
    /// One value.
    #[must_use]
    pub const fn one(kind: ValueKind) -> Self {
        Self { kind, list: false }
    }

    /// A list of values.
    #[must_use]
    pub const fn list(kind: ValueKind) -> Self {
        Self { kind, list: true }
    }
}

/// What a method is called on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallReceiver {
    /// Nothing.
    #[default]
    None,
    /// `&self` or `&mut self`.
    Leaf,
    /// A handle and the context, or whatever the front end's language calls methods on: it can reach every object.
    World,
}

/// The outside of a method or function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallShape {
    /// What it is called on.
    pub receiver: CallReceiver,
    /// Parameters, without receiver and context.
    pub params: usize,
    /// It gives a result other than nothing.
    pub returns: bool,
    /// For accessors: the result of a getter, the last parameter of a setter.
    pub value: ValueShape,
}

/// Who reads the attributes: what one front end refuses, another carries and reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrontEnd {
    /// The Rust derive: everything wrong is an error.
    #[default]
    Rust,
    /// Script metadata, plugins and C++ headers: unknown attributes, invalid options and invalid buttons are carried
    /// and warned of; everything else wrong is an error.
    Foreign,
}
