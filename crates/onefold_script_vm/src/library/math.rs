//! Mathematics: single precision, as the reference's add-on registers it.

use crate::fault::Fault;
use crate::native::{Native, NativeFn, Scalar};

/// A NaN whose bits are the same on every machine, since scripts can look at them.
fn canonical_f32(value: f32) -> f32 {
    if value.is_nan() { f32::NAN } else { value }
}

fn canonical_f64(value: f64) -> f64 {
    if value.is_nan() { f64::NAN } else { value }
}

fn one<A: Scalar, B: Scalar>(n: &mut Native<'_>, f: impl FnOnce(A) -> B) -> Result<(), Fault> {
    let value = f(n.get(0));
    n.set(value);
    Ok(())
}

fn two(n: &mut Native<'_>, f: impl FnOnce(f32, f32) -> f32) -> Result<(), Fault> {
    let value = f(n.get(0), n.get(1));
    n.set(value);
    Ok(())
}

macro_rules! close_to {
    ($name:ident, $type:ty) => {
        /// Relative, and absolute near zero.
        fn $name(a: $type, b: $type, epsilon: $type) -> bool {
            if a == b {
                return true;
            }
            let difference = (a - b).abs();
            if a == 0.0 || b == 0.0 {
                difference < epsilon
            } else {
                difference / (a.abs() + b.abs()) < epsilon
            }
        }
    };
}

close_to!(close_to_f32, f32);
close_to!(close_to_f64, f64);

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        300 => |n| one(n, |bits: u32| f32::from_bits(bits)),
        301 => |n| one(n, |value: f32| canonical_f32(value).to_bits()),
        302 => |n| one(n, |bits: u64| f64::from_bits(bits)),
        303 => |n| one(n, |value: f64| canonical_f64(value).to_bits()),
        304 => |n| {
            let close = close_to_f32(n.get(0), n.get(1), n.get(2));
            n.set(close);
            Ok(())
        },
        305 => |n| {
            let close = close_to_f64(n.get(0), n.get(1), n.get(2));
            n.set(close);
            Ok(())
        },
        306 => |n| one(n, libm::cosf),
        307 => |n| one(n, libm::sinf),
        308 => |n| one(n, libm::tanf),
        309 => |n| one(n, libm::acosf),
        310 => |n| one(n, libm::asinf),
        311 => |n| one(n, libm::atanf),
        312 => |n| two(n, libm::atan2f),
        313 => |n| one(n, libm::coshf),
        314 => |n| one(n, libm::sinhf),
        315 => |n| one(n, libm::tanhf),
        316 => |n| one(n, libm::logf),
        317 => |n| one(n, libm::log10f),
        318 => |n| two(n, libm::powf),
        319 => |n| one(n, f32::sqrt),
        320 => |n| one(n, f32::ceil),
        321 => |n| one(n, f32::abs),
        322 => |n| one(n, f32::floor),
        323 => |n| one(n, |value: f32| value - value.trunc()),
        _ => return None,
    })
}
