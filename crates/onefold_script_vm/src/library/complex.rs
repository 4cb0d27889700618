//! `complex`: two floats in one slot, the real part in the low half.

use crate::fault::Fault;
use crate::native::{Native, NativeFn, Scalar};

#[derive(Clone, Copy, PartialEq)]
struct Complex {
    r: f32,
    i: f32,
}

impl Scalar for Complex {
    fn from_bits(bits: u64) -> Complex {
        Complex { r: f32::from_bits(bits as u32), i: f32::from_bits((bits >> 32) as u32) }
    }

    fn to_bits(self) -> u64 {
        u64::from(self.r.to_bits()) | u64::from(self.i.to_bits()) << 32
    }
}

fn with(n: &mut Native<'_>, f: impl FnOnce(Complex, Complex) -> Complex) -> Result<(), Fault> {
    let value = f(n.get(0), n.get(1));
    n.set(value);
    Ok(())
}

fn add(a: Complex, b: Complex) -> Complex {
    Complex { r: a.r + b.r, i: a.i + b.i }
}

fn sub(a: Complex, b: Complex) -> Complex {
    Complex { r: a.r - b.r, i: a.i - b.i }
}

fn mul(a: Complex, b: Complex) -> Complex {
    Complex { r: a.r * b.r - a.i * b.i, i: a.r * b.i + a.i * b.r }
}

/// Division by zero gives zero, as in the reference.
fn div(a: Complex, b: Complex) -> Complex {
    let square = b.r * b.r + b.i * b.i;
    if square == 0.0 {
        return Complex { r: 0.0, i: 0.0 };
    }
    Complex { r: (a.r * b.r + a.i * b.i) / square, i: (a.i * b.r - a.r * b.i) / square }
}

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        350 => |n| {
            n.set_bits(0);
            Ok(())
        },
        // `ir` reads as `ri` does, and swaps only when it is set: so the reference.
        351 | 365 | 366 => |_| Ok(()),
        352 => |n| {
            let value = Complex { r: n.get(0), i: 0.0 };
            n.set(value);
            Ok(())
        },
        353 => |n| {
            let value = Complex { r: n.get(0), i: n.get(1) };
            n.set(value);
            Ok(())
        },
        355 | 360 => |n| with(n, add),
        356 | 361 => |n| with(n, sub),
        357 | 362 => |n| with(n, mul),
        358 | 363 => |n| with(n, div),
        359 => |n| {
            let equal = n.get::<Complex>(0) == n.get::<Complex>(1);
            n.set(equal);
            Ok(())
        },
        364 => |n| {
            let value: Complex = n.get(0);
            n.set((value.r * value.r + value.i * value.i).sqrt());
            Ok(())
        },
        367 => |n| with(n, |_, new| new),
        368 => |n| with(n, |_, new| Complex { r: new.i, i: new.r }),
        369 => |n| {
            let value: Complex = n.get(0);
            n.set(value.r);
            Ok(())
        },
        370 => |n| {
            let value: Complex = n.get(0);
            n.set(value.i);
            Ok(())
        },
        371 => |n| {
            let value = Complex { r: n.get(1), ..n.get(0) };
            n.set(value);
            Ok(())
        },
        372 => |n| {
            let value = Complex { i: n.get(1), ..n.get(0) };
            n.set(value);
            Ok(())
        },
        _ => return None,
    })
}
