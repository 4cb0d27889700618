//! A stable hash of a description.

use std::fmt::Write as _;

use crate::info::{Shape, TypeInfo, TypeLink};
use crate::name::fnv1a64;

/// Hashes names, types, order and attributes of a description; not docs, labels, offsets or addresses.
pub(crate) fn hash(info: &TypeInfo<'_>, base: Option<u64>) -> u64 {
    let mut text = info.name.full();
    let _ = write!(text, "|{base:?}|{:?}|", info.flags);
    match &info.shape {
        Shape::Scalar(scalar) => text.push_str(scalar.name()),
        Shape::Text => text.push_str("text"),
        Shape::Asset => text.push_str("asset"),
        Shape::Lanes(lanes) => {
            let _ = write!(text, "{:?} {:?} {}", lanes.role, lanes.scalar, lanes.names.len());
        }
        Shape::Struct(shape) => {
            for member in shape.all() {
                let _ = write!(text, "{}:{};{:?};", member.name, name_of(member.link), member.attrs.flags);
                let _ = write!(
                    text,
                    "{:?};{:?};{:?};",
                    member.attrs.range, member.attrs.unit, member.attrs.default
                );
            }
        }
        Shape::Enum(shape) => {
            for variant in shape.variants {
                let _ = write!(text, "{}={}(", variant.name, variant.value);
                for field in variant.fields {
                    let _ = write!(text, "{}:{};", field.name, name_of(field.link));
                }
                text.push(')');
            }
        }
        Shape::Option(..) => text.push_str("option"),
        Shape::List(..) => text.push_str("list"),
        Shape::Array(_, len) => {
            let _ = write!(text, "array {len}");
        }
        Shape::Set(..) => text.push_str("set"),
        Shape::Map(..) => text.push_str("map"),
        Shape::Boxed(..) => text.push_str("box"),
        Shape::Handle(..) => text.push_str("handle"),
    }
    for method in info.methods {
        let _ = write!(text, "|{} {:?}(", method.name, method.receiver);
        for param in method.params {
            let _ =
                write!(text, "{}:{} {:?} {:?},", param.name, name_of(param.link), param.mode, param.default);
        }
        let _ = write!(text, "){}", method.ret.map(name_of).unwrap_or_default());
    }
    fnv1a64(text.as_bytes())
}

fn name_of(link: TypeLink<'_>) -> String {
    match link {
        TypeLink::Static(info) => info().name.full(),
        TypeLink::Named(name) => name.to_owned(),
    }
}
