//! Arithmetic, comparisons and conversions of numbers.

use onefold_script_bytecode::{Label, Slot};

use super::Lower;
use crate::hir::{BinOp, CmpOp};
use crate::types::Base;

/// What instructions a number type uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

fn class(base: Base) -> Class {
    match base {
        Base::F32 => Class::F32,
        Base::F64 => Class::F64,
        Base::I64 => Class::I64,
        Base::U64 => Class::U64,
        Base::U8 | Base::U16 | Base::U32 | Base::Bool => Class::U32,
        _ => Class::I32,
    }
}

pub(super) fn inverted(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Le => CmpOp::Gt,
        CmpOp::Gt => CmpOp::Le,
        CmpOp::Ge => CmpOp::Lt,
    }
}

impl Lower<'_, '_> {
    /// A constant in a slot; those that need it keep one slot for the whole function.
    pub(super) fn constant(&mut self, bits: u64, base: Base) -> Slot {
        if base.is_float() && bits != 0 || bits > u64::from(u32::MAX) {
            return self.f.const_slot(bits);
        }
        let slot = self.temp_scalar();
        self.load_bits(slot, bits);
        slot
    }

    pub(super) fn load_bits(&mut self, slot: Slot, bits: u64) {
        match u32::try_from(bits) {
            Ok(low) => self.f.imm32(slot, low as i32),
            Err(_) => self.f.imm64(slot, bits),
        };
    }

    pub(super) fn arithmetic(&mut self, op: BinOp, base: Base, mixed: bool, a: Slot, b: Slot, c: Slot) {
        let f = &mut self.f;
        match (class(base), op) {
            (Class::F64, BinOp::Pow) if mixed => f.pow_f64_i32(a, b, c),
            (Class::F32, BinOp::Add) => f.add_f32(a, b, c),
            (Class::F32, BinOp::Sub) => f.sub_f32(a, b, c),
            (Class::F32, BinOp::Mul) => f.mul_f32(a, b, c),
            (Class::F32, BinOp::Div) => f.div_f32(a, b, c),
            (Class::F32, BinOp::Rem) => f.rem_f32(a, b, c),
            (Class::F32, _) => f.pow_f32(a, b, c),
            (Class::F64, BinOp::Add) => f.add_f64(a, b, c),
            (Class::F64, BinOp::Sub) => f.sub_f64(a, b, c),
            (Class::F64, BinOp::Mul) => f.mul_f64(a, b, c),
            (Class::F64, BinOp::Div) => f.div_f64(a, b, c),
            (Class::F64, BinOp::Rem) => f.rem_f64(a, b, c),
            (Class::F64, _) => f.pow_f64(a, b, c),
            (Class::I32 | Class::U32, BinOp::Add) => f.add_i32(a, b, c),
            (Class::I32 | Class::U32, BinOp::Sub) => f.sub_i32(a, b, c),
            (Class::I32 | Class::U32, BinOp::Mul) => f.mul_i32(a, b, c),
            (Class::I32, BinOp::Div) => f.div_i32(a, b, c),
            (Class::U32, BinOp::Div) => f.div_u32(a, b, c),
            (Class::I32, BinOp::Rem) => f.rem_i32(a, b, c),
            (Class::U32, BinOp::Rem) => f.rem_u32(a, b, c),
            (Class::I32, BinOp::Pow) => f.pow_i32(a, b, c),
            (Class::U32, BinOp::Pow) => f.pow_u32(a, b, c),
            (Class::I64 | Class::U64, BinOp::Add) => f.add_i64(a, b, c),
            (Class::I64 | Class::U64, BinOp::Sub) => f.sub_i64(a, b, c),
            (Class::I64 | Class::U64, BinOp::Mul) => f.mul_i64(a, b, c),
            (Class::I64, BinOp::Div) => f.div_i64(a, b, c),
            (Class::U64, BinOp::Div) => f.div_u64(a, b, c),
            (Class::I64, BinOp::Rem) => f.rem_i64(a, b, c),
            (Class::U64, BinOp::Rem) => f.rem_u64(a, b, c),
            (Class::I64, BinOp::Pow) => f.pow_i64(a, b, c),
            (Class::U64, BinOp::Pow) => f.pow_u64(a, b, c),
            (_, BinOp::And) => f.and(a, b, c),
            (_, BinOp::Or) => f.or(a, b, c),
            (_, BinOp::Xor) => f.xor(a, b, c),
            (Class::I64 | Class::U64, BinOp::Shl) => f.shl_i64(a, b, c),
            (Class::I64 | Class::U64, BinOp::Shr) => f.shr_i64(a, b, c),
            (Class::I64 | Class::U64, BinOp::Sar) => f.sar_i64(a, b, c),
            (_, BinOp::Shl) => f.shl_i32(a, b, c),
            (_, BinOp::Shr) => f.shr_i32(a, b, c),
            (_, BinOp::Sar) => f.sar_i32(a, b, c),
        };
    }

    pub(super) fn negate(&mut self, base: Base, a: Slot, b: Slot) {
        match class(base) {
            Class::F32 => self.f.neg_f32(a, b),
            Class::F64 => self.f.neg_f64(a, b),
            Class::I64 | Class::U64 => self.f.neg_i64(a, b),
            _ => self.f.neg_i32(a, b),
        };
        self.narrow(base, a);
    }

    pub(super) fn complement(&mut self, base: Base, a: Slot, b: Slot) {
        match class(base) {
            Class::I64 | Class::U64 => self.f.not_i64(a, b),
            _ => self.f.not_i32(a, b),
        };
        self.narrow(base, a);
    }

    /// Brings the result of 32-bit arithmetic back into a narrow type.
    pub(super) fn narrow(&mut self, base: Base, a: Slot) {
        match base {
            Base::I8 => self.f.sext_i8(a, a),
            Base::I16 => self.f.sext_i16(a, a),
            Base::U8 => self.f.zext_u8(a, a),
            Base::U16 => self.f.zext_u16(a, a),
            _ => return,
        };
    }

    /// `a = b + by`
    pub(super) fn add_step(&mut self, base: Base, a: Slot, b: Slot, by: i8) {
        match class(base) {
            Class::F32 => {
                let one = self.f.const_slot(u64::from(f32::from(by).to_bits()));
                self.f.add_f32(a, b, one);
            }
            Class::F64 => {
                let one = self.f.const_slot(f64::from(by).to_bits());
                self.f.add_f64(a, b, one);
            }
            Class::I64 | Class::U64 => {
                self.f.add_imm_i64(a, b, i16::from(by));
            }
            _ => {
                self.f.add_imm_i32(a, b, i16::from(by));
                self.narrow(base, a);
            }
        }
    }

    pub(super) fn compare(&mut self, op: CmpOp, base: Base, a: Slot, b: Slot, c: Slot) {
        let (op, b, c) = match (op, base.is_float()) {
            (CmpOp::Gt, false) => (CmpOp::Lt, c, b),
            (CmpOp::Ge, false) => (CmpOp::Le, c, b),
            _ => (op, b, c),
        };
        let f = &mut self.f;
        match (class(base), op) {
            (Class::F32, CmpOp::Eq) => f.eq_f32(a, b, c),
            (Class::F32, CmpOp::Ne) => f.ne_f32(a, b, c),
            (Class::F32, CmpOp::Lt) => f.lt_f32(a, b, c),
            (Class::F32, CmpOp::Le) => f.le_f32(a, b, c),
            (Class::F32, CmpOp::Gt) => f.gt_f32(a, b, c),
            (Class::F32, CmpOp::Ge) => f.ge_f32(a, b, c),
            (Class::F64, CmpOp::Eq) => f.eq_f64(a, b, c),
            (Class::F64, CmpOp::Ne) => f.ne_f64(a, b, c),
            (Class::F64, CmpOp::Lt) => f.lt_f64(a, b, c),
            (Class::F64, CmpOp::Le) => f.le_f64(a, b, c),
            (Class::F64, CmpOp::Gt) => f.gt_f64(a, b, c),
            (Class::F64, CmpOp::Ge) => f.ge_f64(a, b, c),
            (Class::I64 | Class::U64, CmpOp::Eq) => f.eq_i64(a, b, c),
            (Class::I64 | Class::U64, CmpOp::Ne) => f.ne_i64(a, b, c),
            (Class::I64, CmpOp::Lt) => f.lt_i64(a, b, c),
            (Class::I64, _) => f.le_i64(a, b, c),
            (Class::U64, CmpOp::Lt) => f.lt_u64(a, b, c),
            (Class::U64, _) => f.le_u64(a, b, c),
            (_, CmpOp::Eq) => f.eq_i32(a, b, c),
            (_, CmpOp::Ne) => f.ne_i32(a, b, c),
            (Class::U32, CmpOp::Lt) => f.lt_u32(a, b, c),
            (Class::U32, _) => f.le_u32(a, b, c),
            (_, CmpOp::Lt) => f.lt_i32(a, b, c),
            (..) => f.le_i32(a, b, c),
        };
    }

    pub(super) fn jump_compare(&mut self, op: CmpOp, base: Base, a: Slot, b: Slot, to: Label) {
        let (op, a, b) = match (op, base.is_float()) {
            (CmpOp::Gt, false) => (CmpOp::Lt, b, a),
            (CmpOp::Ge, false) => (CmpOp::Le, b, a),
            _ => (op, a, b),
        };
        let f = &mut self.f;
        match (class(base), op) {
            (Class::F32, CmpOp::Eq) => f.j_eq_f32(a, b, to),
            (Class::F32, CmpOp::Ne) => f.j_ne_f32(a, b, to),
            (Class::F32, CmpOp::Lt) => f.j_lt_f32(a, b, to),
            (Class::F32, CmpOp::Le) => f.j_le_f32(a, b, to),
            (Class::F32, CmpOp::Gt) => f.j_gt_f32(a, b, to),
            (Class::F32, CmpOp::Ge) => f.j_ge_f32(a, b, to),
            (Class::F64, CmpOp::Eq) => f.j_eq_f64(a, b, to),
            (Class::F64, CmpOp::Ne) => f.j_ne_f64(a, b, to),
            (Class::F64, CmpOp::Lt) => f.j_lt_f64(a, b, to),
            (Class::F64, CmpOp::Le) => f.j_le_f64(a, b, to),
            (Class::F64, CmpOp::Gt) => f.j_gt_f64(a, b, to),
            (Class::F64, CmpOp::Ge) => f.j_ge_f64(a, b, to),
            (Class::I64 | Class::U64, CmpOp::Eq) => f.j_eq_i64(a, b, to),
            (Class::I64 | Class::U64, CmpOp::Ne) => f.j_ne_i64(a, b, to),
            (Class::I64, CmpOp::Lt) => f.j_lt_i64(a, b, to),
            (Class::I64, _) => f.j_le_i64(a, b, to),
            (Class::U64, CmpOp::Lt) => f.j_lt_u64(a, b, to),
            (Class::U64, _) => f.j_le_u64(a, b, to),
            (_, CmpOp::Eq) => f.j_eq_i32(a, b, to),
            (_, CmpOp::Ne) => f.j_ne_i32(a, b, to),
            (Class::U32, CmpOp::Lt) => f.j_lt_u32(a, b, to),
            (Class::U32, _) => f.j_le_u32(a, b, to),
            (_, CmpOp::Lt) => f.j_lt_i32(a, b, to),
            (..) => f.j_le_i32(a, b, to),
        };
    }

    /// The jump with a small constant, where there is one.
    pub(super) fn jump_imm(&mut self, op: CmpOp, base: Base, a: Slot, value: i16, to: Label) -> bool {
        let f = &mut self.f;
        match (class(base), op) {
            (Class::I32, CmpOp::Eq) => f.j_eq_imm_i32(a, value, to),
            (Class::I32, CmpOp::Ne) => f.j_ne_imm_i32(a, value, to),
            (Class::I32, CmpOp::Lt) => f.j_lt_imm_i32(a, value, to),
            (Class::I32, CmpOp::Le) => f.j_le_imm_i32(a, value, to),
            (Class::I32, CmpOp::Gt) => f.j_gt_imm_i32(a, value, to),
            (Class::I32, CmpOp::Ge) => f.j_ge_imm_i32(a, value, to),
            (Class::U32, CmpOp::Eq) if value >= 0 => f.j_eq_imm_i32(a, value, to),
            (Class::U32, CmpOp::Ne) if value >= 0 => f.j_ne_imm_i32(a, value, to),
            (Class::U32, CmpOp::Lt) if value >= 0 => f.j_lt_imm_u32(a, value, to),
            (Class::U32, CmpOp::Le) if value >= 0 => f.j_le_imm_u32(a, value, to),
            (Class::U32, CmpOp::Gt) if value >= 0 => f.j_gt_imm_u32(a, value, to),
            (Class::U32, CmpOp::Ge) if value >= 0 => f.j_ge_imm_u32(a, value, to),
            _ => return false,
        };
        true
    }

    /// `a = to(b)`
    pub(super) fn convert(&mut self, from: Base, to: Base, a: Slot, b: Slot) {
        let f = &mut self.f;
        match (class(from), class(to)) {
            (x, y) if x == y && x != Class::I32 && x != Class::U32 => f.mov(a, b),
            (Class::F32, Class::F64) => f.f32_to_f64(a, b),
            (Class::F64, Class::F32) => f.f64_to_f32(a, b),
            (Class::F32, Class::I32) => f.f32_to_i32(a, b),
            (Class::F32, Class::U32) => f.f32_to_u32(a, b),
            (Class::F32, Class::I64) => f.f32_to_i64(a, b),
            (Class::F32, _) => f.f32_to_u64(a, b),
            (Class::F64, Class::I32) => f.f64_to_i32(a, b),
            (Class::F64, Class::U32) => f.f64_to_u32(a, b),
            (Class::F64, Class::I64) => f.f64_to_i64(a, b),
            (Class::F64, _) => f.f64_to_u64(a, b),
            (Class::I32, Class::F32) => f.i32_to_f32(a, b),
            (Class::I32, Class::F64) => f.i32_to_f64(a, b),
            (Class::U32, Class::F32) => f.u32_to_f32(a, b),
            (Class::U32, Class::F64) => f.u32_to_f64(a, b),
            (Class::I64, Class::F32) => f.i64_to_f32(a, b),
            (Class::I64, Class::F64) => f.i64_to_f64(a, b),
            (Class::U64, Class::F32) => f.u64_to_f32(a, b),
            (Class::U64, Class::F64) => f.u64_to_f64(a, b),
            (Class::I32, Class::I64 | Class::U64) => f.i32_to_i64(a, b),
            (Class::U32, Class::I64 | Class::U64) => f.mov(a, b),
            (Class::I64 | Class::U64, Class::I32 | Class::U32) => f.i64_to_i32(a, b),
            _ => f.mov(a, b),
        };
        if to.size() < from.size() || to.size() < 4 {
            self.narrow(to, a);
        }
    }
}
