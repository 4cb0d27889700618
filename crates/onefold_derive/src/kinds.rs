//! What a Rust type holds, as far as its tokens tell: the attribute checks refuse a color on a text.

use onefold_attributes::{FieldKind, ValueKind};
use syn::{GenericArgument, PathArguments, Type};

/// The kind of a type, and of the items of a list or the values of a map.
pub fn kind_of(ty: &Type) -> (ValueKind, ValueKind) {
    match ty {
        Type::Reference(reference) => kind_of(&reference.elem),
        Type::Paren(inner) => kind_of(&inner.elem),
        Type::Group(inner) => kind_of(&inner.elem),
        Type::Array(array) => (ValueKind::List, kind_of(&array.elem).0),
        Type::Slice(slice) => (ValueKind::List, kind_of(&slice.elem).0),
        Type::Tuple(_) => (ValueKind::Other, ValueKind::Unknown),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Default::default() };
            let args = type_args(&last.arguments);
            let item = |at: usize| args.get(at).map(|ty| kind_of(ty).0).unwrap_or_default();
            match (last.ident.to_string().as_str(), args.as_slice()) {
                ("Option" | "Box", [inner]) => kind_of(inner),
                ("Vec" | "VecDeque" | "HashSet" | "BTreeSet", [_, ..]) => (ValueKind::List, item(0)),
                ("HashMap" | "BTreeMap", [_, _, ..]) => (ValueKind::Map, item(1)),
                ("Handle", [_]) => (ValueKind::Handle, ValueKind::Unknown),
                (name, []) => (named(name), ValueKind::Unknown),
                _ => Default::default(),
            }
        }
        _ => Default::default(),
    }
}

fn type_args(args: &PathArguments) -> Vec<&Type> {
    let PathArguments::AngleBracketed(args) = args else { return Vec::new() };
    args.args
        .iter()
        .filter_map(|arg| match arg {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
        .collect()
}

fn named(name: &str) -> ValueKind {
    let lanes = |count: u8, float: bool| ValueKind::Lanes { count, float };
    match name {
        "str" => ValueKind::Text,
        "AssetPath" => ValueKind::Asset,
        "Vec2" | "DVec2" => lanes(2, true),
        "Vec3" | "Vec3A" | "DVec3" => lanes(3, true),
        "Vec4" | "DVec4" | "Quat" | "DQuat" => lanes(4, true),
        "IVec2" | "UVec2" => lanes(2, false),
        "IVec3" | "UVec3" => lanes(3, false),
        "IVec4" | "UVec4" => lanes(4, false),
        "Mat2" | "DMat2" => lanes(4, true),
        "Mat3" | "DMat3" => lanes(9, true),
        "Mat4" | "DMat4" => lanes(16, true),
        _ => ValueKind::of_scalar(name).unwrap_or_default(),
    }
}

/// What a condition can compare a member of that type with.
pub fn field_kind(ty: &Type) -> FieldKind {
    match kind_of(ty).0 {
        ValueKind::Bool => FieldKind::Bool,
        ValueKind::Int { .. } | ValueKind::Float => FieldKind::Number,
        ValueKind::Text | ValueKind::Asset => FieldKind::Text,
        ValueKind::Handle => FieldKind::Handle,
        ValueKind::Enum | ValueKind::Unknown => FieldKind::Unknown,
        ValueKind::Lanes { .. } | ValueKind::List | ValueKind::Map | ValueKind::Other => FieldKind::Other,
    }
}
