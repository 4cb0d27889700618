//! The owned dynamic value of the slow road: editor, agent, text.

use crate::handle::AnyHandle;

/// An owned value of any kind, without its type.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing: an empty option, or the payload of a unit variant.
    Null,
    /// A bool.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer beyond `i64::MAX`.
    UInt(u64),
    /// A float.
    F32(f32),
    /// A double.
    F64(f64),
    /// A char.
    Char(char),
    /// A text, an asset path, or a value in text form.
    Text(String),
    /// A list, array, set, tuple, vector, quaternion or matrix.
    List(Vec<Value>),
    /// A map.
    Map(Vec<(Value, Value)>),
    /// Members by name; partial for an edit.
    Struct(Vec<(String, Value)>),
    /// A variant of an enum by name, with its payload: `Null`, a `Struct` or a `List`.
    Variant(String, Box<Value>),
    /// An option inside an option that holds something.
    Some(Box<Value>),
    /// A handle.
    Handle(AnyHandle),
}

impl Value {
    /// A unit variant.
    #[must_use]
    pub fn variant(name: impl Into<String>) -> Self {
        Self::Variant(name.into(), Box::new(Self::Null))
    }

    /// What kind of value it is, for messages.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "bool",
            Self::Int(_) | Self::UInt(_) => "integer",
            Self::F32(_) | Self::F64(_) => "number",
            Self::Char(_) => "char",
            Self::Text(_) => "text",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Struct(_) => "object",
            Self::Variant(..) => "variant",
            Self::Some(_) => "option",
            Self::Handle(_) => "handle",
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::Int(value) => Some(value as f64),
            Self::UInt(value) => Some(value as f64),
            Self::F32(value) => Some(value.into()),
            Self::F64(value) => Some(value),
            _ => None,
        }
    }

    /// The integer, if it is one or a number without fraction.
    #[must_use]
    pub fn as_int(&self) -> Option<i128> {
        match *self {
            Self::Int(value) => Some(value.into()),
            Self::UInt(value) => Some(value.into()),
            Self::F32(value) if value.fract() == 0.0 && value.abs() < 1e30 => Some(value as i128),
            Self::F64(value) if value.fract() == 0.0 && value.abs() < 1e30 => Some(value as i128),
            _ => None,
        }
    }

    /// A member of a struct value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Struct(members) => members.iter().find(|(have, _)| have == name).map(|(_, value)| value),
            _ => None,
        }
    }
}

macro_rules! from {
    ($($from:ty => $make:expr;)*) => {$(
        impl From<$from> for Value {
            fn from(value: $from) -> Self {
                $make(value)
            }
        }
    )*};
}
from! {
    bool => Value::Bool;
    i32 => |value: i32| Value::Int(value.into());
    u32 => |value: u32| Value::Int(value.into());
    i64 => Value::Int;
    f32 => Value::F32;
    f64 => Value::F64;
    char => Value::Char;
    &str => |value: &str| Value::Text(value.to_owned());
    String => Value::Text;
    AnyHandle => Value::Handle;
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        i64::try_from(value).map_or(Self::UInt(value), Self::Int)
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |f: &mut std::fmt::Formatter<'_>, items: &[Self]| {
            f.write_str("[")?;
            for (at, item) in items.iter().enumerate() {
                write!(f, "{}{item}", if at > 0 { ", " } else { "" })?;
            }
            f.write_str("]")
        };
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::UInt(value) => value.fmt(f),
            Self::F32(value) => write!(f, "{value:?}"),
            Self::F64(value) => write!(f, "{value:?}"),
            Self::Char(value) => write!(f, "{value:?}"),
            Self::Text(value) => write!(f, "{value:?}"),
            Self::List(items) => list(f, items),
            Self::Map(entries) => {
                f.write_str("{")?;
                for (at, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{key}: {value}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
            Self::Struct(members) => {
                f.write_str("{")?;
                for (at, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}{name}: {value}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
            Self::Variant(name, payload) if **payload == Self::Null => f.write_str(name),
            Self::Variant(name, payload) => write!(f, "{name} {payload}"),
            Self::Some(value) => write!(f, "some {value}"),
            Self::Handle(handle) => write!(f, "{handle:?}"),
        }
    }
}
