//! glam's vectors, quaternions and matrices: equal numbers side by side.
#![expect(
    unsafe_code,
    reason = "implements the unsafe trait Reflect for plain numeric types; sizes are asserted"
)]

use crate::Reflect;
use crate::info::{LanesInfo, LanesRole, Scalar, Shape, TypeInfo};
use crate::name::TypeName;
use crate::ops::ValueOps;

const XYZW: [&str; 4] = ["x", "y", "z", "w"];
const MATRIX: [&str; 16] = [
    "m00", "m01", "m02", "m03", "m10", "m11", "m12", "m13", "m20", "m21", "m22", "m23", "m30", "m31", "m32",
    "m33",
];
const MATRIX3: [&str; 9] = ["m00", "m01", "m02", "m10", "m11", "m12", "m20", "m21", "m22"];
const MATRIX2: [&str; 4] = ["m00", "m01", "m10", "m11"];

macro_rules! lanes {
    ($($ty:ident $role:ident $scalar:ident $names:expr, $rows:literal;)*) => {$(
        const _: () = {
            let names: &[&str] = $names;
            assert!(size_of::<glam::$ty>() == names.len() * Scalar::$scalar.size(), "lanes without padding");
        };
        // SAFETY: the type is its numbers side by side, as asserted above.
        unsafe impl Reflect for glam::$ty {
            const INFO: &'static TypeInfo<'static> = &TypeInfo::of::<Self>(
                TypeName::new("", stringify!($ty)),
                Shape::Lanes(LanesInfo {
                    role: LanesRole::$role,
                    scalar: Scalar::$scalar,
                    names: $names,
                    rows: $rows,
                }),
                ValueOps::full::<Self>(),
            );
        }
    )*};
}
lanes! {
    Vec2 Vector F32 XYZW.split_at(2).0, 1;
    Vec3 Vector F32 XYZW.split_at(3).0, 1;
    Vec4 Vector F32 &XYZW, 1;
    DVec2 Vector F64 XYZW.split_at(2).0, 1;
    DVec3 Vector F64 XYZW.split_at(3).0, 1;
    DVec4 Vector F64 &XYZW, 1;
    IVec2 Vector I32 XYZW.split_at(2).0, 1;
    IVec3 Vector I32 XYZW.split_at(3).0, 1;
    IVec4 Vector I32 &XYZW, 1;
    UVec2 Vector U32 XYZW.split_at(2).0, 1;
    UVec3 Vector U32 XYZW.split_at(3).0, 1;
    UVec4 Vector U32 &XYZW, 1;
    Quat Quaternion F32 &XYZW, 1;
    DQuat Quaternion F64 &XYZW, 1;
    Mat2 Matrix F32 &MATRIX2, 2;
    Mat3 Matrix F32 &MATRIX3, 3;
    Mat4 Matrix F32 &MATRIX, 4;
    DMat4 Matrix F64 &MATRIX, 4;
}
