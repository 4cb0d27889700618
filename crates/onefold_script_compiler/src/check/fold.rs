//! Arithmetic on constants.

use crate::hir::{BinOp, CmpOp};
use crate::types::Base;

/// A number in another type, as the machine converts it.
pub(crate) fn convert(bits: u64, from: Base, to: Base) -> u64 {
    let narrow = |value: i64| -> u64 {
        match to {
            Base::Bool => u64::from(value != 0),
            Base::I8 => u64::from(value as i8 as i32 as u32),
            Base::I16 => u64::from(value as i16 as i32 as u32),
            Base::U8 => u64::from(value as u8),
            Base::U16 => u64::from(value as u16),
            Base::I64 | Base::U64 => value as u64,
            _ => u64::from(value as u32),
        }
    };
    let of_float = |value: f64| -> u64 {
        let out = |low: f64, high: f64| !(value > low && value < high);
        match to {
            Base::F32 => u64::from((value as f32).to_bits()),
            Base::F64 => value.to_bits(),
            Base::I64 => {
                let value = if out(-9.3e18, 9_223_372_036_854_775_807.0) { i64::MIN } else { value as i64 };
                value as u64
            }
            Base::U64 => {
                if value < 0.0 {
                    value as i64 as u64
                } else {
                    value as u64
                }
            }
            Base::U32 => u64::from(if value < 0.0 { value as i32 as u32 } else { value as u32 }),
            _ => narrow(i64::from(if out(-2_147_483_649.0, 2_147_483_648.0) {
                i32::MIN
            } else {
                value as i32
            })),
        }
    };
    match from {
        Base::F32 => of_float(f64::from(f32::from_bits(bits as u32))),
        Base::F64 => of_float(f64::from_bits(bits)),
        _ => {
            let value = match from {
                Base::I64 | Base::U64 => bits as i64,
                Base::U8 | Base::U16 | Base::U32 | Base::Bool => i64::from(bits as u32),
                _ => i64::from(bits as i32),
            };
            match to {
                Base::F32 if from == Base::U64 => u64::from((bits as f32).to_bits()),
                Base::F64 if from == Base::U64 => (bits as f64).to_bits(),
                Base::F32 => u64::from((value as f32).to_bits()),
                Base::F64 => (value as f64).to_bits(),
                _ => narrow(value),
            }
        }
    }
}

/// What an operation on constants fails with.
pub(crate) enum Failure {
    DivideByZero,
    Overflow,
}

/// The result of an operation on two constants of one type.
pub(crate) fn binary(op: BinOp, ty: Base, a: u64, b: u64) -> Option<Result<u64, Failure>> {
    match ty {
        Base::F64 => float(op, f64::from_bits(a), f64::from_bits(b)).map(|value| Ok(value.to_bits())),
        Base::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let value = match op {
                BinOp::Add => a + b,
                BinOp::Sub => a - b,
                BinOp::Mul => a * b,
                BinOp::Div if b != 0.0 => a / b,
                BinOp::Rem if b != 0.0 => a % b,
                _ => return None,
            };
            Some(Ok(u64::from(value.to_bits())))
        }
        Base::I64 => Some(signed(op, a as i64, b as i64, 64).map(|value| value as u64)),
        Base::U64 => Some(unsigned(op, a, b, 64)),
        Base::U32 => Some(
            unsigned(op, u64::from(a as u32), u64::from(b as u32), 32).map(|value| u64::from(value as u32)),
        ),
        Base::I32 => Some(
            signed(op, i64::from(a as i32), i64::from(b as i32), 32).map(|value| u64::from(value as u32)),
        ),
        _ => None,
    }
}

fn float(op: BinOp, a: f64, b: f64) -> Option<f64> {
    Some(match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::Div if b != 0.0 => a / b,
        BinOp::Rem if b != 0.0 => a % b,
        _ => return None,
    })
}

fn signed(op: BinOp, a: i64, b: i64, bits: u32) -> Result<i64, Failure> {
    let least = if bits == 32 { i64::from(i32::MIN) } else { i64::MIN };
    Ok(match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div | BinOp::Rem if b == 0 => return Err(Failure::DivideByZero),
        BinOp::Div | BinOp::Rem if a == least && b == -1 => return Err(Failure::Overflow),
        BinOp::Div => a / b,
        BinOp::Rem => a % b,
        BinOp::Pow => {
            power(i128::from(a), b, if bits == 32 { i128::from(i32::MAX) } else { i128::from(i64::MAX) })?
                as i64
        }
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a << (b as u32 % bits),
        BinOp::Shr if bits == 32 => i64::from((a as u32 >> (b as u32 % 32)) as i32),
        BinOp::Shr => (a as u64 >> (b as u32 % 64)) as i64,
        BinOp::Sar => a >> (b as u32 % bits),
    })
}

fn unsigned(op: BinOp, a: u64, b: u64, bits: u32) -> Result<u64, Failure> {
    Ok(match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div | BinOp::Rem if b == 0 => return Err(Failure::DivideByZero),
        BinOp::Div => a / b,
        BinOp::Rem => a % b,
        BinOp::Pow => {
            let most = if bits == 32 { i128::from(u32::MAX) } else { i128::from(u64::MAX) };
            power(i128::from(a), i64::try_from(b).unwrap_or(i64::MAX), most)? as u64
        }
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a << (b as u32 % bits),
        BinOp::Shr => a >> (b as u32 % bits),
        BinOp::Sar if bits == 32 => (a as i32 >> (b as u32 % 32)) as u32 as u64,
        BinOp::Sar => (a as i64 >> (b as u32 % 64)) as u64,
    })
}

fn power(base: i128, exponent: i64, most: i128) -> Result<i128, Failure> {
    if exponent < 0 {
        return if base == 0 { Err(Failure::Overflow) } else { Ok(i128::from(base == 1)) };
    }
    let mut value = 1i128;
    if base == 0 || base == 1 {
        return Ok(if exponent == 0 { 1 } else { base });
    }
    for _ in 0..exponent {
        value = value.checked_mul(base).filter(|value| value.abs() <= most).ok_or(Failure::Overflow)?;
    }
    Ok(value)
}

/// The result of a comparison of two constants of one type.
pub(crate) fn compare(op: CmpOp, ty: Base, a: u64, b: u64) -> bool {
    use std::cmp::Ordering;
    let order = match ty {
        Base::F32 => {
            f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)).unwrap_or(Ordering::Greater)
        }
        Base::F64 => f64::from_bits(a).partial_cmp(&f64::from_bits(b)).unwrap_or(Ordering::Greater),
        Base::U64 => a.cmp(&b),
        Base::I64 => (a as i64).cmp(&(b as i64)),
        Base::U32 | Base::Bool => (a as u32).cmp(&(b as u32)),
        _ => (a as i32).cmp(&(b as i32)),
    };
    match op {
        CmpOp::Eq => order.is_eq(),
        CmpOp::Ne => order.is_ne(),
        CmpOp::Lt => order.is_lt(),
        CmpOp::Le => order.is_le(),
        CmpOp::Gt => order.is_gt(),
        CmpOp::Ge => order.is_ge(),
    }
}
