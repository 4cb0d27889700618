//! Arithmetic that can fault, and the conversions and comparisons that follow the reference library.

use crate::interp::Stop;

macro_rules! signed_division {
    ($div:ident, $rem:ident, $pow:ident, $type:ty) => {
        #[inline(always)]
        pub(crate) fn $div(x: $type, y: $type) -> Result<$type, Stop> {
            match x.checked_div(y) {
                Some(value) => Ok(value),
                None if y == 0 => Err(Stop::DivideByZero),
                None => Err(Stop::DivideOverflow),
            }
        }

        #[inline(always)]
        pub(crate) fn $rem(x: $type, y: $type) -> Result<$type, Stop> {
            match x.checked_rem(y) {
                Some(value) => Ok(value),
                None if y == 0 => Err(Stop::DivideByZero),
                None => Err(Stop::DivideOverflow),
            }
        }

        /// A negative exponent gives 0, also for base 1 and -1; 0 to the 0 is an error: so the reference.
        #[inline(never)]
        pub(crate) fn $pow(x: $type, y: $type) -> Result<$type, Stop> {
            if y < 0 {
                return if x == 0 { Err(Stop::PowOverflow) } else { Ok(0) };
            }
            match x {
                0 if y == 0 => Err(Stop::PowOverflow),
                0 => Ok(0),
                1 => Ok(1),
                -1 => Ok(if y & 1 == 1 { -1 } else { 1 }),
                _ if y >= (<$type>::BITS - 1) as $type => Err(Stop::PowOverflow),
                _ => x.checked_pow(y as u32).ok_or(Stop::PowOverflow),
            }
        }
    };
}

macro_rules! unsigned_division {
    ($div:ident, $rem:ident, $pow:ident, $type:ty) => {
        #[inline(always)]
        pub(crate) fn $div(x: $type, y: $type) -> Result<$type, Stop> {
            x.checked_div(y).ok_or(Stop::DivideByZero)
        }

        #[inline(always)]
        pub(crate) fn $rem(x: $type, y: $type) -> Result<$type, Stop> {
            x.checked_rem(y).ok_or(Stop::DivideByZero)
        }

        #[inline(never)]
        pub(crate) fn $pow(x: $type, y: $type) -> Result<$type, Stop> {
            match x {
                0 if y == 0 => Err(Stop::PowOverflow),
                0 | 1 => Ok(x),
                _ => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)).ok_or(Stop::PowOverflow),
            }
        }
    };
}

signed_division!(div_i32, rem_i32, pow_i32, i32);
signed_division!(div_i64, rem_i64, pow_i64, i64);
unsigned_division!(div_u32, rem_u32, pow_u32, u32);
unsigned_division!(div_u64, rem_u64, pow_u64, u64);

macro_rules! float {
    ($type:ty, $div:ident, $rem:ident, $pow:ident, $gt:ident, $ge:ident, $fmod:path, $power:path) => {
        #[inline(always)]
        pub(crate) fn $div(x: $type, y: $type) -> Result<$type, Stop> {
            if y == 0.0 { Err(Stop::DivideByZero) } else { Ok(x / y) }
        }

        #[inline(never)]
        pub(crate) fn $rem(x: $type, y: $type) -> Result<$type, Stop> {
            if y == 0.0 { Err(Stop::DivideByZero) } else { Ok($fmod(x, y)) }
        }

        #[inline(never)]
        pub(crate) fn $pow(x: $type, y: $type) -> Result<$type, Stop> {
            let value = $power(x, y);
            if value == <$type>::INFINITY { Err(Stop::PowOverflow) } else { Ok(value) }
        }

        /// Greater, or unordered.
        #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "unordered counts as greater")]
        #[inline(always)]
        pub(crate) fn $gt(x: $type, y: $type) -> bool {
            !(x <= y)
        }

        /// Greater, equal or unordered.
        #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "unordered counts as greater")]
        #[inline(always)]
        pub(crate) fn $ge(x: $type, y: $type) -> bool {
            !(x < y)
        }
    };
}

float!(f32, div_f32, rem_f32, pow_f32, gt_f32, ge_f32, libm::fmodf, libm::powf);
float!(f64, div_f64, rem_f64, pow_f64, gt_f64, ge_f64, libm::fmod, libm::pow);

/// Truncates; out of range gives the smallest value, as the machine instruction does.
#[inline(always)]
pub(crate) fn to_i32(x: f64) -> i32 {
    if x > -2_147_483_649.0 && x < 2_147_483_648.0 { x as i32 } else { i32::MIN }
}

/// Truncates; out of range gives the smallest value, as the machine instruction does.
#[inline(always)]
pub(crate) fn to_i64(x: f64) -> i64 {
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&x) { x as i64 } else { i64::MIN }
}

/// Truncates; negative and out of range values go by way of i32.
#[inline(always)]
pub(crate) fn to_u32(x: f64) -> u32 {
    if (0.0..4_294_967_296.0).contains(&x) { x as u32 } else { to_i32(x) as u32 }
}

/// Truncates; negative and out of range values go by way of i64.
#[inline(always)]
pub(crate) fn to_u64(x: f64) -> u64 {
    if (0.0..18_446_744_073_709_551_616.0).contains(&x) { x as u64 } else { to_i64(x) as u64 }
}
