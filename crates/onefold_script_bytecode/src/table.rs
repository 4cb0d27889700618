//! The instruction table: the single source of opcodes, encoding, printing, verifying and building.
//!
//! A row reads `Opcode method(operand: Kind, ...) "meaning";`. The operands are packed in that order
//! by [`Op::layout`](crate::Op::layout); what a kind is, [`Operand`](crate::Operand) says. To add an
//! instruction: add a row, give it an arm in the interpreter, and a case to the VM's tests.

/// Hands every row of the instruction table to the macro `$consumer`.
#[macro_export]
macro_rules! with_instructions {
    ($consumer:path) => {
        $consumer! {
            // Moves and constants.
            Move mov(a: DefScalar, b: UseScalar) "a = b, one slot";
            MoveN move_n(a: DefScalar, b: UseScalar, n: Count) "a.. = b.., n scalar slots (a value of several slots)";
            MoveStr move_str(a: DefStr, b: UseStr) "a = b, sharing the text";
            MoveHandle move_handle(a: DefHandle, b: UseHandle) "a = b, counted; b may be of a derived type";
            TakeStr take_str(a: DefStr, b: TakeStr) "a = b and b becomes empty; no counting";
            TakeHandle take_handle(a: DefHandle, b: TakeHandle) "a = b and b becomes null; no counting";
            ClearStr clear_str(a: DefStr) "a = empty";
            ClearHandle clear_handle(a: DefHandle) "a = null, releasing what it held";
            Imm32 imm32(a: DefScalar, v: Imm32) "a = v, upper half zero (i32, u32, f32 bits, bool, narrow)";
            Imm64s imm64s(a: DefScalar, v: Imm32) "a = v sign-extended to 64 bits (i64, u64)";
            Imm64 imm64(a: DefScalar, v: Imm64) "a = v, 64 bits (i64, u64, f64 bits)";
            StrConst str_const(a: DefStr, s: StrId) "a = string constant s";
            // I32 arithmetic (wrapping; the upper half of a 32-bit result is zero).
            AddI32 add_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b + c";
            SubI32 sub_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b - c";
            MulI32 mul_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b * c";
            DivI32 div_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b / c, signed; faults on 0 and on MIN by -1";
            DivU32 div_u32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b / c, unsigned; faults on 0";
            RemI32 rem_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b % c, signed; faults on 0 and on MIN by -1";
            RemU32 rem_u32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b % c, unsigned; faults on 0";
            AddImmI32 add_imm_i32(a: DefScalar, b: UseScalar, v: Imm16) "a = b + v";
            MulImmI32 mul_imm_i32(a: DefScalar, b: UseScalar, v: Imm16) "a = b * v";
            DivImmI32 div_imm_i32(a: DefScalar, b: UseScalar, v: Divisor) "a = b / v, signed; v > 0";
            RemImmI32 rem_imm_i32(a: DefScalar, b: UseScalar, v: Divisor) "a = b % v, signed; v > 0";
            RemImmU32 rem_imm_u32(a: DefScalar, b: UseScalar, v: Divisor) "a = b % v, unsigned; v > 0";
            NegI32 neg_i32(a: DefScalar, b: UseScalar) "a = -b";
            NotI32 not_i32(a: DefScalar, b: UseScalar) "a = ~b";
            ShlI32 shl_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b << c, the count modulo the width";
            SarI32 sar_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b >>> c, arithmetic";
            ShrI32 shr_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b >> c, logical";
            ShlImmI32 shl_imm_i32(a: DefScalar, b: UseScalar, v: Imm16) "a = b << v";
            SarImmI32 sar_imm_i32(a: DefScalar, b: UseScalar, v: Imm16) "a = b >>> v, arithmetic";
            ShrImmI32 shr_imm_i32(a: DefScalar, b: UseScalar, v: Imm16) "a = b >> v, logical";
            PowI32 pow_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b ** c, signed; faults on overflow";
            PowU32 pow_u32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b ** c, unsigned; faults on overflow";
            // I64 arithmetic (wrapping; the upper half of a 32-bit result is zero).
            AddI64 add_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b + c";
            SubI64 sub_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b - c";
            MulI64 mul_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b * c";
            DivI64 div_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b / c, signed; faults on 0 and on MIN by -1";
            DivU64 div_u64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b / c, unsigned; faults on 0";
            RemI64 rem_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b % c, signed; faults on 0 and on MIN by -1";
            RemU64 rem_u64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b % c, unsigned; faults on 0";
            AddImmI64 add_imm_i64(a: DefScalar, b: UseScalar, v: Imm16) "a = b + v";
            MulImmI64 mul_imm_i64(a: DefScalar, b: UseScalar, v: Imm16) "a = b * v";
            DivImmI64 div_imm_i64(a: DefScalar, b: UseScalar, v: Divisor) "a = b / v, signed; v > 0";
            RemImmI64 rem_imm_i64(a: DefScalar, b: UseScalar, v: Divisor) "a = b % v, signed; v > 0";
            RemImmU64 rem_imm_u64(a: DefScalar, b: UseScalar, v: Divisor) "a = b % v, unsigned; v > 0";
            NegI64 neg_i64(a: DefScalar, b: UseScalar) "a = -b";
            NotI64 not_i64(a: DefScalar, b: UseScalar) "a = ~b";
            ShlI64 shl_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b << c, the count modulo the width";
            SarI64 sar_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b >>> c, arithmetic";
            ShrI64 shr_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b >> c, logical";
            ShlImmI64 shl_imm_i64(a: DefScalar, b: UseScalar, v: Imm16) "a = b << v";
            SarImmI64 sar_imm_i64(a: DefScalar, b: UseScalar, v: Imm16) "a = b >>> v, arithmetic";
            ShrImmI64 shr_imm_i64(a: DefScalar, b: UseScalar, v: Imm16) "a = b >> v, logical";
            PowI64 pow_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b ** c, signed; faults on overflow";
            PowU64 pow_u64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b ** c, unsigned; faults on overflow";
            // Bits and bool, for both widths.
            And and(a: DefScalar, b: UseScalar, c: UseScalar) "a = b & c";
            Or or(a: DefScalar, b: UseScalar, c: UseScalar) "a = b | c";
            Xor xor(a: DefScalar, b: UseScalar, c: UseScalar) "a = b ^ c (also of bools)";
            AndImm and_imm(a: DefScalar, b: UseScalar, v: Imm16) "a = b & v, v taken as unsigned 16 bits";
            NotBool not_bool(a: DefScalar, b: UseScalar) "a = !b";
            // F32 arithmetic.
            AddF32 add_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b + c";
            SubF32 sub_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b - c";
            MulF32 mul_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b * c";
            DivF32 div_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b / c; faults when c is 0";
            RemF32 rem_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = fmod(b, c); faults when c is 0";
            PowF32 pow_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b ** c; faults when the result is infinite";
            NegF32 neg_f32(a: DefScalar, b: UseScalar) "a = -b";
            SqrtF32 sqrt_f32(a: DefScalar, b: UseScalar) "a = sqrt(b)";
            AbsF32 abs_f32(a: DefScalar, b: UseScalar) "a = abs(b)";
            FloorF32 floor_f32(a: DefScalar, b: UseScalar) "a = floor(b)";
            CeilF32 ceil_f32(a: DefScalar, b: UseScalar) "a = ceil(b)";
            // F64 arithmetic.
            AddF64 add_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b + c";
            SubF64 sub_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b - c";
            MulF64 mul_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b * c";
            DivF64 div_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b / c; faults when c is 0";
            RemF64 rem_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = fmod(b, c); faults when c is 0";
            PowF64 pow_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b ** c; faults when the result is infinite";
            NegF64 neg_f64(a: DefScalar, b: UseScalar) "a = -b";
            SqrtF64 sqrt_f64(a: DefScalar, b: UseScalar) "a = sqrt(b)";
            AbsF64 abs_f64(a: DefScalar, b: UseScalar) "a = abs(b)";
            FloorF64 floor_f64(a: DefScalar, b: UseScalar) "a = floor(b)";
            CeilF64 ceil_f64(a: DefScalar, b: UseScalar) "a = ceil(b)";
            PowF64I32 pow_f64_i32(a: DefScalar, b: UseScalar, c: UseScalar)
                "a = b ** c, b f64 and c i32; faults when the result is infinite";
            // Conversions. Narrow integers live in 32 bits: i8 and i16 sign-extended, u8, u16 and bool zero-extended.
            SextI8 sext_i8(a: DefScalar, b: UseScalar) "a = i8(b)";
            SextI16 sext_i16(a: DefScalar, b: UseScalar) "a = i16(b)";
            ZextU8 zext_u8(a: DefScalar, b: UseScalar) "a = u8(b)";
            ZextU16 zext_u16(a: DefScalar, b: UseScalar) "a = u16(b)";
            I32ToI64 i32_to_i64(a: DefScalar, b: UseScalar) "a = i64(b), b i32 (u32 to 64 bits is mov)";
            I64ToI32 i64_to_i32(a: DefScalar, b: UseScalar) "a = the low 32 bits of b";
            I32ToF32 i32_to_f32(a: DefScalar, b: UseScalar) "a = f32(b), b i32";
            I32ToF64 i32_to_f64(a: DefScalar, b: UseScalar) "a = f64(b), b i32";
            U32ToF32 u32_to_f32(a: DefScalar, b: UseScalar) "a = f32(b), b u32";
            U32ToF64 u32_to_f64(a: DefScalar, b: UseScalar) "a = f64(b), b u32";
            I64ToF32 i64_to_f32(a: DefScalar, b: UseScalar) "a = f32(b), b i64";
            I64ToF64 i64_to_f64(a: DefScalar, b: UseScalar) "a = f64(b), b i64";
            U64ToF32 u64_to_f32(a: DefScalar, b: UseScalar) "a = f32(b), b u64";
            U64ToF64 u64_to_f64(a: DefScalar, b: UseScalar) "a = f64(b), b u64";
            F32ToF64 f32_to_f64(a: DefScalar, b: UseScalar) "a = f64(b)";
            F64ToF32 f64_to_f32(a: DefScalar, b: UseScalar) "a = f32(b)";
            F32ToI32 f32_to_i32(a: DefScalar, b: UseScalar) "a = i32(b), truncated; i32::MIN when out of range";
            F32ToU32 f32_to_u32(a: DefScalar, b: UseScalar) "a = u32(b), truncated; negative values go by way of i32";
            F32ToI64 f32_to_i64(a: DefScalar, b: UseScalar) "a = i64(b), truncated; i64::MIN when out of range";
            F32ToU64 f32_to_u64(a: DefScalar, b: UseScalar) "a = u64(b), truncated; negative values go by way of i64";
            F64ToI32 f64_to_i32(a: DefScalar, b: UseScalar) "a = i32(b), truncated; i32::MIN when out of range";
            F64ToU32 f64_to_u32(a: DefScalar, b: UseScalar) "a = u32(b), truncated; negative values go by way of i32";
            F64ToI64 f64_to_i64(a: DefScalar, b: UseScalar) "a = i64(b), truncated; i64::MIN when out of range";
            F64ToU64 f64_to_u64(a: DefScalar, b: UseScalar) "a = u64(b), truncated; negative values go by way of i64";
            // Comparisons giving a bool. For floats an unordered pair counts as greater, as in the reference.
            EqI32 eq_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b == c";
            NeI32 ne_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b != c";
            LtI32 lt_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b < c";
            LeI32 le_i32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b <= c";
            LtU32 lt_u32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b < c";
            LeU32 le_u32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b <= c";
            EqI64 eq_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b == c";
            NeI64 ne_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b != c";
            LtI64 lt_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b < c";
            LeI64 le_i64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b <= c";
            LtU64 lt_u64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b < c";
            LeU64 le_u64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b <= c";
            EqF32 eq_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b == c";
            NeF32 ne_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b != c";
            LtF32 lt_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b < c";
            LeF32 le_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b <= c";
            GtF32 gt_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b > c";
            GeF32 ge_f32(a: DefScalar, b: UseScalar, c: UseScalar) "a = b >= c";
            EqF64 eq_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b == c";
            NeF64 ne_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b != c";
            LtF64 lt_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b < c";
            LeF64 le_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b <= c";
            GtF64 gt_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b > c";
            GeF64 ge_f64(a: DefScalar, b: UseScalar, c: UseScalar) "a = b >= c";
            EqStr eq_str(a: DefScalar, b: UseStr, c: UseStr) "a = b == c";
            CmpStr cmp_str(a: DefScalar, b: UseStr, c: UseStr) "a = -1, 0 or 1 by byte order";
            EqHandle eq_handle(a: DefScalar, b: UseHandle, c: UseHandle) "a = b is c";
            IsNull is_null(a: DefScalar, b: UseHandle) "a = b is null (a stale world handle is null)";
            // Branches forward. A label that lies behind is encoded as the loop twin below.
            Jump jump(t: Forward32) "go to t";
            JTrue j_true(a: UseScalar, t: Forward32) "go to t when a is true";
            JFalse j_false(a: UseScalar, t: Forward32) "go to t when a is false";
            JNull j_null(a: UseHandle, t: Forward32) "go to t when a is null";
            JNotNull j_not_null(a: UseHandle, t: Forward32) "go to t when a is not null";
            JEqI32 j_eq_i32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a == b";
            JNeI32 j_ne_i32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a != b";
            JLtI32 j_lt_i32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a < b";
            JLeI32 j_le_i32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a <= b";
            JLtU32 j_lt_u32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a < b";
            JLeU32 j_le_u32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a <= b";
            JEqI64 j_eq_i64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a == b";
            JNeI64 j_ne_i64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a != b";
            JLtI64 j_lt_i64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a < b";
            JLeI64 j_le_i64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a <= b";
            JLtU64 j_lt_u64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a < b";
            JLeU64 j_le_u64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a <= b";
            JEqF32 j_eq_f32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a == b";
            JNeF32 j_ne_f32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a != b";
            JLtF32 j_lt_f32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a < b";
            JLeF32 j_le_f32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a <= b";
            JGtF32 j_gt_f32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a > b";
            JGeF32 j_ge_f32(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a >= b";
            JEqF64 j_eq_f64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a == b";
            JNeF64 j_ne_f64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a != b";
            JLtF64 j_lt_f64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a < b";
            JLeF64 j_le_f64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a <= b";
            JGtF64 j_gt_f64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a > b";
            JGeF64 j_ge_f64(a: UseScalar, b: UseScalar, t: Forward16) "go to t when a >= b";
            JEqImmI32 j_eq_imm_i32(a: UseScalar, v: Imm16, t: Forward16) "go to t when a == v";
            JNeImmI32 j_ne_imm_i32(a: UseScalar, v: Imm16, t: Forward16) "go to t when a != v";
            JLtImmI32 j_lt_imm_i32(a: UseScalar, v: Imm16, t: Forward16) "go to t when a < v";
            JLeImmI32 j_le_imm_i32(a: UseScalar, v: Imm16, t: Forward16) "go to t when a <= v";
            JGtImmI32 j_gt_imm_i32(a: UseScalar, v: Imm16, t: Forward16) "go to t when a > v";
            JGeImmI32 j_ge_imm_i32(a: UseScalar, v: Imm16, t: Forward16) "go to t when a >= v";
            JLtImmU32 j_lt_imm_u32(a: UseScalar, v: Imm16, t: Forward16)
                "go to t when a < v, v taken as unsigned 16 bits";
            JLeImmU32 j_le_imm_u32(a: UseScalar, v: Imm16, t: Forward16)
                "go to t when a <= v, v taken as unsigned 16 bits";
            JGtImmU32 j_gt_imm_u32(a: UseScalar, v: Imm16, t: Forward16)
                "go to t when a > v, v taken as unsigned 16 bits";
            JGeImmU32 j_ge_imm_u32(a: UseScalar, v: Imm16, t: Forward16)
                "go to t when a >= v, v taken as unsigned 16 bits";
            JEqImmI64 j_eq_imm_i64(a: UseScalar, v: Imm16, t: Forward16) "go to t when a == v";
            JNeImmI64 j_ne_imm_i64(a: UseScalar, v: Imm16, t: Forward16) "go to t when a != v";
            JLtImmI64 j_lt_imm_i64(a: UseScalar, v: Imm16, t: Forward16) "go to t when a < v";
            JLeImmI64 j_le_imm_i64(a: UseScalar, v: Imm16, t: Forward16) "go to t when a <= v";
            JGtImmI64 j_gt_imm_i64(a: UseScalar, v: Imm16, t: Forward16) "go to t when a > v";
            JGeImmI64 j_ge_imm_i64(a: UseScalar, v: Imm16, t: Forward16) "go to t when a >= v";
            // The same branches backward, in the same order; each spends one unit of fuel when taken.
            Loop loop_(t: Back32) "go to t";
            LoopTrue loop_true(a: UseScalar, t: Back32) "go to t when a is true";
            LoopFalse loop_false(a: UseScalar, t: Back32) "go to t when a is false";
            LoopNull loop_null(a: UseHandle, t: Back32) "go to t when a is null";
            LoopNotNull loop_not_null(a: UseHandle, t: Back32) "go to t when a is not null";
            LoopEqI32 loop_eq_i32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a == b";
            LoopNeI32 loop_ne_i32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a != b";
            LoopLtI32 loop_lt_i32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a < b";
            LoopLeI32 loop_le_i32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a <= b";
            LoopLtU32 loop_lt_u32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a < b";
            LoopLeU32 loop_le_u32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a <= b";
            LoopEqI64 loop_eq_i64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a == b";
            LoopNeI64 loop_ne_i64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a != b";
            LoopLtI64 loop_lt_i64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a < b";
            LoopLeI64 loop_le_i64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a <= b";
            LoopLtU64 loop_lt_u64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a < b";
            LoopLeU64 loop_le_u64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a <= b";
            LoopEqF32 loop_eq_f32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a == b";
            LoopNeF32 loop_ne_f32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a != b";
            LoopLtF32 loop_lt_f32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a < b";
            LoopLeF32 loop_le_f32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a <= b";
            LoopGtF32 loop_gt_f32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a > b";
            LoopGeF32 loop_ge_f32(a: UseScalar, b: UseScalar, t: Back16) "go to t when a >= b";
            LoopEqF64 loop_eq_f64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a == b";
            LoopNeF64 loop_ne_f64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a != b";
            LoopLtF64 loop_lt_f64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a < b";
            LoopLeF64 loop_le_f64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a <= b";
            LoopGtF64 loop_gt_f64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a > b";
            LoopGeF64 loop_ge_f64(a: UseScalar, b: UseScalar, t: Back16) "go to t when a >= b";
            LoopEqImmI32 loop_eq_imm_i32(a: UseScalar, v: Imm16, t: Back16) "go to t when a == v";
            LoopNeImmI32 loop_ne_imm_i32(a: UseScalar, v: Imm16, t: Back16) "go to t when a != v";
            LoopLtImmI32 loop_lt_imm_i32(a: UseScalar, v: Imm16, t: Back16) "go to t when a < v";
            LoopLeImmI32 loop_le_imm_i32(a: UseScalar, v: Imm16, t: Back16) "go to t when a <= v";
            LoopGtImmI32 loop_gt_imm_i32(a: UseScalar, v: Imm16, t: Back16) "go to t when a > v";
            LoopGeImmI32 loop_ge_imm_i32(a: UseScalar, v: Imm16, t: Back16) "go to t when a >= v";
            LoopLtImmU32 loop_lt_imm_u32(a: UseScalar, v: Imm16, t: Back16)
                "go to t when a < v, v taken as unsigned 16 bits";
            LoopLeImmU32 loop_le_imm_u32(a: UseScalar, v: Imm16, t: Back16)
                "go to t when a <= v, v taken as unsigned 16 bits";
            LoopGtImmU32 loop_gt_imm_u32(a: UseScalar, v: Imm16, t: Back16)
                "go to t when a > v, v taken as unsigned 16 bits";
            LoopGeImmU32 loop_ge_imm_u32(a: UseScalar, v: Imm16, t: Back16)
                "go to t when a >= v, v taken as unsigned 16 bits";
            LoopEqImmI64 loop_eq_imm_i64(a: UseScalar, v: Imm16, t: Back16) "go to t when a == v";
            LoopNeImmI64 loop_ne_imm_i64(a: UseScalar, v: Imm16, t: Back16) "go to t when a != v";
            LoopLtImmI64 loop_lt_imm_i64(a: UseScalar, v: Imm16, t: Back16) "go to t when a < v";
            LoopLeImmI64 loop_le_imm_i64(a: UseScalar, v: Imm16, t: Back16) "go to t when a <= v";
            LoopGtImmI64 loop_gt_imm_i64(a: UseScalar, v: Imm16, t: Back16) "go to t when a > v";
            LoopGeImmI64 loop_ge_imm_i64(a: UseScalar, v: Imm16, t: Back16) "go to t when a >= v";
            Switch switch(a: UseScalar, t: Switch) "go to the entry of switch table t for a (i32), or its default";
            // Members of script objects: o is a handle of a class with a field of that storage at byte offset f. Null faults.
            GetI8 get_i8(a: DefScalar, o: UseHandle, f: Field) "a = o.f, i8";
            GetU8 get_u8(a: DefScalar, o: UseHandle, f: Field) "a = o.f, u8 or bool";
            GetI16 get_i16(a: DefScalar, o: UseHandle, f: Field) "a = o.f, i16";
            GetU16 get_u16(a: DefScalar, o: UseHandle, f: Field) "a = o.f, u16";
            Get32 get32(a: DefScalar, o: UseHandle, f: Field) "a = o.f, i32, u32 or f32";
            Get64 get64(a: DefScalar, o: UseHandle, f: Field) "a = o.f, i64, u64 or f64";
            GetN get_n(a: DefScalar, o: UseHandle, f: Field, n: Count) "a.. = o.f, n value bytes";
            GetStr get_str(a: DefStr, o: UseHandle, f: Field) "a = o.f";
            GetHandle get_handle(a: DefHandle, o: UseHandle, f: Field) "a = o.f";
            Set8 set8(o: UseHandle, f: Field, a: UseScalar) "o.f = a, 8 bits";
            Set16 set16(o: UseHandle, f: Field, a: UseScalar) "o.f = a, 16 bits";
            Set32 set32(o: UseHandle, f: Field, a: UseScalar) "o.f = a, 32 bits";
            Set64 set64(o: UseHandle, f: Field, a: UseScalar) "o.f = a, 64 bits";
            SetN set_n(o: UseHandle, f: Field, a: UseScalar, n: Count) "o.f = a.., n value bytes";
            SetStr set_str(o: UseHandle, f: Field, a: UseStr) "o.f = a";
            SetHandle set_handle(o: UseHandle, f: Field, a: UseHandle) "o.f = a";
            // Elements of arrays: o is a handle of an array type of that storage, i an u32 index. Null and a wrong index fault.
            AtI8 at_i8(a: DefScalar, o: UseHandle, i: UseScalar) "a = o[i], i8";
            AtU8 at_u8(a: DefScalar, o: UseHandle, i: UseScalar) "a = o[i], u8 or bool";
            AtI16 at_i16(a: DefScalar, o: UseHandle, i: UseScalar) "a = o[i], i16";
            AtU16 at_u16(a: DefScalar, o: UseHandle, i: UseScalar) "a = o[i], u16";
            At32 at32(a: DefScalar, o: UseHandle, i: UseScalar) "a = o[i], i32, u32 or f32";
            At64 at64(a: DefScalar, o: UseHandle, i: UseScalar) "a = o[i], i64, u64 or f64";
            AtN at_n(a: DefScalar, o: UseHandle, i: UseScalar) "a.. = o[i], value bytes";
            AtStr at_str(a: DefStr, o: UseHandle, i: UseScalar) "a = o[i]";
            AtHandle at_handle(a: DefHandle, o: UseHandle, i: UseScalar) "a = o[i]";
            Put8 put8(o: UseHandle, i: UseScalar, a: UseScalar) "o[i] = a, 8 bits";
            Put16 put16(o: UseHandle, i: UseScalar, a: UseScalar) "o[i] = a, 16 bits";
            Put32 put32(o: UseHandle, i: UseScalar, a: UseScalar) "o[i] = a, 32 bits";
            Put64 put64(o: UseHandle, i: UseScalar, a: UseScalar) "o[i] = a, 64 bits";
            PutN put_n(o: UseHandle, i: UseScalar, a: UseScalar) "o[i] = a.., value bytes";
            PutStr put_str(o: UseHandle, i: UseScalar, a: UseStr) "o[i] = a";
            PutHandle put_handle(o: UseHandle, i: UseScalar, a: UseHandle) "o[i] = a";
            ArrayLen array_len(a: DefScalar, o: UseHandle) "a = number of elements, u32";
            // Globals.
            GlobalGet global_get(a: DefScalar, g: Global) "a = global g";
            GlobalGetN global_get_n(a: DefScalar, g: Global, n: Count) "a.. = global g, n scalar slots";
            GlobalGetStr global_get_str(a: DefStr, g: Global) "a = global g";
            GlobalGetHandle global_get_handle(a: DefHandle, g: Global) "a = global g";
            GlobalSet global_set(a: UseScalar, g: Global) "global g = a";
            GlobalSetN global_set_n(a: UseScalar, g: Global, n: Count) "global g = a.., n scalar slots";
            GlobalSetStr global_set_str(a: UseStr, g: Global) "global g = a";
            GlobalSetHandle global_set_handle(a: UseHandle, g: Global) "global g = a";
            // Places: a borrowed address of a slot of this or a calling frame, for out parameters. A null place faults.
            Place place(p: DefPlace, b: AnySlot) "p = address of slot b, whose kind p names";
            PlaceGet place_get(a: DefScalar, p: UsePlace, k: Count) "a = scalar slot k of the place";
            PlaceSet place_set(p: UsePlace, k: Count, a: UseScalar) "scalar slot k of the place = a";
            PlaceGetStr place_get_str(a: DefStr, p: UsePlace) "a = the place";
            PlaceSetStr place_set_str(p: UsePlace, a: UseStr) "the place = a";
            PlaceGetHandle place_get_handle(a: DefHandle, p: UsePlace) "a = the place";
            PlaceSetHandle place_set_handle(p: UsePlace, a: UseHandle) "the place = a";
            // References: two slots, a counted owner and an offset, for functions that return T&. A null owner faults.
            RefField ref_field(r: DefRef, o: UseHandle, f: Field) "r = reference to o.f";
            RefAt ref_at(r: DefRef, o: UseHandle, i: UseScalar) "r = reference to o[i], rechecked at each use";
            RefGlobal ref_global(r: DefRef, g: Global) "r = reference to global g";
            MoveRef move_ref(r: DefRef, s: UseRef) "r = s, counted";
            ClearRef clear_ref(r: DefRef) "r = null";
            RefGet ref_get(a: DefScalar, r: UseRef, s: Storage) "a.. = *r, a scalar or value bytes of storage tag s";
            RefSet ref_set(r: UseRef, a: UseScalar, s: Storage) "*r = a.., a scalar or value bytes of storage tag s";
            RefGetStr ref_get_str(a: DefStr, r: UseRef) "a = *r";
            RefSetStr ref_set_str(r: UseRef, a: UseStr) "*r = a";
            RefGetHandle ref_get_handle(a: DefHandle, r: UseRef) "a = *r";
            RefSetHandle ref_set_handle(r: UseRef, a: UseHandle) "*r = a";
            // Objects.
            New new_object(a: DefHandle, t: TypeId)
                "a = new object of class t, every field zero, empty or null; its destructor is off until built";
            Built built(a: UseHandle) "the constructor is through: the destructor of a is on";
            NewArray new_array(a: DefHandle, n: UseScalar, t: TypeId)
                "a = new array of type t with n zero, empty or null elements";
            Cast cast(a: DefHandle, b: UseHandle, t: TypeId) "a = b if it is of type t, else null";
            NotNullHandle not_null_handle(a: UseHandle) "faults when a is null";
            NewFunc new_func(a: DefHandle, t: TypeId, f: FuncId) "a = handle of funcdef type t to function f";
            NewDelegate new_delegate(a: DefHandle, o: UseHandle, t: TypeId, f: FuncId)
                "a = delegate of funcdef type t: method f bound to o; null faults";
            NewDelegateVirtual new_delegate_virtual(a: DefHandle, o: UseHandle, v: Count, t: TypeId)
                "a = delegate of funcdef type t: method in vtable slot v of the class of o";
            // Strings.
            StrCat str_cat(a: DefStr, b: UseStr, c: UseStr) "a = b + c; in place when a is b";
            StrCatI64 str_cat_i64(a: DefStr, b: UseStr, c: UseScalar) "a = b + text of c, signed; in place when a is b";
            StrCatU64 str_cat_u64(a: DefStr, b: UseStr, c: UseScalar)
                "a = b + text of c, unsigned; in place when a is b";
            StrCatF64 str_cat_f64(a: DefStr, b: UseStr, c: UseScalar)
                "a = b + text of c, f64 as %g does; in place when a is b";
            StrCatBool str_cat_bool(a: DefStr, b: UseStr, c: UseScalar)
                "a = b + text of c, true or false; in place when a is b";
            StrI64 str_i64(a: DefStr, b: UseScalar) "a = text of b, signed";
            StrU64 str_u64(a: DefStr, b: UseScalar) "a = text of b, unsigned";
            StrF64 str_f64(a: DefStr, b: UseScalar) "a = text of b, f64 as %g does";
            StrBool str_bool(a: DefStr, b: UseScalar) "a = text of b, true or false";
            StrLen str_len(a: DefScalar, b: UseStr) "a = length in bytes, u32";
            StrAt str_at(a: DefScalar, b: UseStr, i: UseScalar) "a = byte i, u8; faults when out of range";
            StrPut str_put(a: MutStr, i: UseScalar, c: UseScalar) "byte i of a = c; faults when out of range";
            // Calls: d receives the result (ignored for void); the arguments are slots of this frame, borrowed by the callee.
            Call call(d: Result, f: FuncId, args: Args) "call a script function";
            CallMethod call_method(d: Result, f: FuncId, args: Args)
                "the same, a method not looked up; faults when the first argument is null";
            CallVirtual call_virtual(d: Result, v: Virtual, args: Args)
                "call slot v of the vtable of the first argument";
            CallInterface call_interface(d: Result, m: Method, args: Args)
                "call method m of the interface type of the first argument";
            CallFunc call_func(d: Result, n: Funcdef, args: Args)
                "call the funcdef handle in the first argument with the others";
            CallImport call_import(d: Result, i: Import, args: Args) "call an imported function; faults when unbound";
            CallStd call_std(d: Result, s: StdId, args: Args) "call a function of the standard library";
            CallHost call_host(d: Result, h: HostId, args: Args) "call a host function or method";
            // Returns. The first three are for functions without counted slots; the rest release them.
            RetVoid ret_void() "return";
            Ret ret(a: UseScalar) "return a";
            RetN ret_n(a: UseScalar, n: Count) "return a.., n slots";
            CleanRetVoid clean_ret_void() "return, releasing";
            CleanRet clean_ret(a: UseScalar) "return a, releasing";
            CleanRetN clean_ret_n(a: UseScalar, n: Count) "return a.., n slots, releasing";
            RetStr ret_str(a: TakeStr) "return a, moving it out";
            RetHandle ret_handle(a: TakeHandle) "return a, moving it out";
            RetRef ret_ref(r: TakeRef) "return r, moving it out";
            // Host items by link: members of world objects and global objects.
            HostGet host_get(a: DefScalar, o: UseHandle, h: HostId) "a.. = member h of o";
            HostGetStr host_get_str(a: DefStr, o: UseHandle, h: HostId) "a = member h of o";
            HostGetHandle host_get_handle(a: DefHandle, o: UseHandle, h: HostId) "a = member h of o";
            HostSet host_set(o: UseHandle, a: UseScalar, h: HostId) "member h of o = a..";
            HostSetStr host_set_str(o: UseHandle, a: UseStr, h: HostId) "member h of o = a";
            HostSetHandle host_set_handle(o: UseHandle, a: UseHandle, h: HostId) "member h of o = a";
            HostGlobal host_global(a: DefHandle, h: HostId) "a = handle of global object h";
            // Exceptions and the debugger.
            Throw throw(a: UseStr) "fault with text a";
            Fault fault(code: Count) "fault with the standing text of that code";
            Break break_() "a breakpoint laid over another instruction by the VM; refused in programs";
            Internal internal(code: Count) "a stub of the VM; refused in programs";
        }
    };
}
