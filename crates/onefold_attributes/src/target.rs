//! What an attribute is checked against: where it stands, and the kind of value there.

use crate::context::ValueKind;

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
        /// Anything else: structs, characters.
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

/// The set a kind of value is in; none while it is not known.
pub(crate) const fn kinds_of(kind: ValueKind) -> Option<Kinds> {
    Some(match kind {
        ValueKind::Unknown => return None,
        ValueKind::Int { .. } => Kinds::INT,
        ValueKind::Float => Kinds::FLOAT,
        ValueKind::Lanes { count: 3, float: true } => Kinds::FLOAT3,
        ValueKind::Lanes { count: 4, float: true } => Kinds::FLOAT4,
        ValueKind::Lanes { .. } => Kinds::VECTOR,
        ValueKind::Text => Kinds::TEXT,
        ValueKind::Asset => Kinds::ASSET,
        ValueKind::Enum => Kinds::ENUM,
        ValueKind::Bool => Kinds::BOOL,
        ValueKind::Handle => Kinds::HANDLE,
        ValueKind::List | ValueKind::Map | ValueKind::Other => Kinds::OTHER,
    })
}
