//! Plain values into their places. Callers have checked that they fit.

use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use onefold_reflect::{LanesRole, OwnedValue, Reflect, Scalar, Shape, TypedMut, Value};

use crate::number::Number;

/// Writes a plain Rust value where its type lies; nothing where another does.
pub(crate) fn plain<T: Reflect>(target: TypedMut<'_>, value: T) {
    if let Some(place) = target.downcast::<T>() {
        *place = value;
    }
}

/// Writes a number that was read for that scalar.
pub(crate) fn number(target: TypedMut<'_>, scalar: Scalar, value: Number) {
    match (scalar, value) {
        (Scalar::F32, Number::F32(value)) => plain(target, value),
        (Scalar::F64, Number::F64(value)) => plain(target, value),
        (Scalar::I8, Number::Int(value)) => plain(target, value as i8),
        (Scalar::I16, Number::Int(value)) => plain(target, value as i16),
        (Scalar::I32, Number::Int(value)) => plain(target, value as i32),
        (Scalar::I64, Number::Int(value)) => plain(target, value as i64),
        (Scalar::U8, Number::Int(value)) => plain(target, value as u8),
        (Scalar::U16, Number::Int(value)) => plain(target, value as u16),
        (Scalar::U32, Number::Int(value)) => plain(target, value as u32),
        (Scalar::U64, Number::Int(value)) => plain(target, value as u64),
        _ => {}
    }
}

/// Writes the numbers of a vector, quaternion or matrix.
pub(crate) fn lanes(mut target: TypedMut<'_>, lanes: &[Number]) {
    if floats(&mut target, lanes) {
        return;
    }
    let values = lanes.iter().map(|lane| match *lane {
        Number::F32(value) => Value::F32(value),
        Number::F64(value) => Value::F64(value),
        Number::Int(value) => Value::Int(value as i64),
    });
    drop(target.set(&Value::List(values.collect())));
}

/// The same for the common types, without a detour.
fn floats(target: &mut TypedMut<'_>, lanes: &[Number]) -> bool {
    let mut of = [0.0; 16];
    for (at, lane) in lanes.iter().enumerate() {
        match (lane, of.get_mut(at)) {
            (Number::F32(value), Some(place)) => *place = *value,
            _ => return false,
        }
    }
    let target = target.reborrow();
    let Shape::Lanes(info) = target.ty().entry().shape() else { return false };
    match (info.role, lanes.len()) {
        (LanesRole::Vector, 2) => target.downcast::<Vec2>().map(|v| *v = Vec2::from_slice(&of)),
        (LanesRole::Vector, 3) => target.downcast::<Vec3>().map(|v| *v = Vec3::from_slice(&of)),
        (LanesRole::Vector, 4) => target.downcast::<Vec4>().map(|v| *v = Vec4::from_slice(&of)),
        (LanesRole::Quaternion, 4) => target.downcast::<Quat>().map(|q| *q = Quat::from_slice(&of)),
        (LanesRole::Matrix, 16) => target.downcast::<Mat4>().map(|m| *m = Mat4::from_cols_slice(&of)),
        _ => None,
    }
    .is_some()
}

/// A copy that does not borrow the value; none when the type has no copy or no default.
pub(crate) fn copy_of<'a>(target: &TypedMut<'a>) -> Option<OwnedValue<'a>> {
    let mut copy = OwnedValue::default_of(target.ty())?;
    let same = target.as_ref().to_owned()?;
    copy.as_mut().replace(same).ok()?;
    Some(copy)
}
