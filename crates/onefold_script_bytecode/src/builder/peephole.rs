//! Small improvements before encoding: constants become part of instructions, or leave loops; results go
//! straight to where they are moved.
//!
//! All of it concerns *passing* slots: scalar slots whose every read directly follows a write of them, so that
//! nothing else ever sees what such a write leaves behind.

use smallvec::SmallVec;

use super::FunctionBuilder;
use crate::kind::SlotKind;
use crate::op::{Instr, Op, Operand};

/// Most slots of a value.
const MOST_SLOTS: usize = 8;

impl FunctionBuilder {
    /// Improves the code in place; the function means the same.
    pub(super) fn improve(&mut self) {
        self.fold_constants();
        self.forward_results();
        self.return_early();
    }

    /// `jump L; … L: ret a` becomes `ret a; … L: ret a`, and `mov a, b; ret a` becomes `ret b`.
    fn return_early(&mut self) {
        for index in 0..self.code.len() {
            let instr = &self.code[index];
            let target = (instr.op == Op::Jump).then(|| self.labels[instr.values[0] as usize]).flatten();
            let found = target.and_then(|at| self.code.get(at as usize));
            let returns = |found: &&Instr| {
                matches!(found.op, Op::RetVoid | Op::Ret | Op::RetN | Op::RetStr | Op::RetHandle | Op::RetRef)
            };
            if let Some(found) = found.filter(returns).cloned() {
                self.code[index] = found;
            }
        }
        let targets = self.targets();
        let mut keep = vec![true; self.code.len()];
        for index in 1..self.code.len() {
            let (before, this) = (&self.code[index - 1], &self.code[index]);
            if before.op == Op::Move
                && this.op == Op::Ret
                && !targets[index]
                && before.values[0] == this.values[0]
            {
                self.code[index].values[0] = self.code[index - 1].values[1];
                keep[index - 1] = false;
            }
        }
        self.retain(&keep);
    }

    /// `imm t, v; op a, b, t` becomes `op_imm a, b, v`, or within a loop `op a, b, constant`.
    fn fold_constants(&mut self) {
        let (targets, passing, loops) = (self.targets(), self.passing(), self.loops());
        let mut keep = vec![true; self.code.len()];
        for index in 1..self.code.len() {
            let Some((slot, bits)) = constant(&self.code[index - 1]) else { continue };
            if !passing[usize::from(slot)] || targets[index] || !reads(&self.code[index]).contains(&slot) {
                continue;
            }
            if let Some(folded) = fold(&self.code[index], slot, bits) {
                self.code[index] = folded;
                keep[index - 1] = false;
            } else if loops[index] && self.function.slots.len() < 30_000 {
                let constant = self.const_slot(bits).0;
                replace_reads(&mut self.code[index], slot, constant);
                keep[index - 1] = false;
            }
        }
        self.retain(&keep);
    }

    /// `op t, …; mov a, t` becomes `op a, …`.
    fn forward_results(&mut self) {
        let (targets, passing) = (self.targets(), self.passing());
        let mut keep = vec![true; self.code.len()];
        for index in 1..self.code.len() {
            let (before, this) = (&self.code[index - 1], &self.code[index]);
            let single = before.op.operands().first() == Some(&Operand::DefScalar) && width(before).is_none();
            if this.op != Op::Move || targets[index] || !single || !keep[index - 1] {
                continue;
            }
            let (to, from) = (this.values[0], this.values[1]);
            if before.values[0] == from && passing[from as usize] {
                self.code[index - 1].values[0] = to;
                keep[index] = false;
            }
        }
        self.retain(&keep);
    }

    /// Per instruction whether a label is bound to it.
    fn targets(&self) -> Vec<bool> {
        let mut targets = vec![false; self.code.len() + 1];
        for &at in self.labels.iter().flatten() {
            targets[at as usize] = true;
        }
        targets
    }

    /// Per slot whether every read of it directly follows a write.
    fn passing(&self) -> Vec<bool> {
        let targets = self.targets();
        let params = self.function.signature.params.len();
        let scalar = |(index, kind): (usize, &SlotKind)| index >= params && *kind == SlotKind::Scalar;
        let mut passing: Vec<bool> = self.function.slots.iter().enumerate().map(scalar).collect();
        let variables = self
            .variables
            .iter()
            .map(|entry| entry.0.slot)
            .chain(self.ranged.iter().map(|entry| entry.0.slot));
        let fixed = variables.chain(self.constant_order.iter().map(|entry| entry.1.0));
        fixed.for_each(|slot| passing[usize::from(slot)] = false);
        for (index, instr) in self.code.iter().enumerate() {
            let before = (index > 0 && !targets[index]).then(|| writes(&self.code[index - 1])).flatten();
            for slot in reads(instr) {
                if before != Some(slot) {
                    clear(&mut passing, slot, 1);
                }
            }
            if let Some((first, count)) = width(instr) {
                clear(&mut passing, first, count);
            }
        }
        passing
    }

    /// Per instruction whether it lies between a jump backward and its target.
    fn loops(&self) -> Vec<bool> {
        let mut depth = vec![0_i32; self.code.len() + 1];
        for (index, instr) in self.code.iter().enumerate() {
            if instr.op.operands().last().is_some_and(|operand| operand.is_jump())
                && let Some(label) = instr.values.last()
                && let Some(Some(at)) = self.labels.get(*label as usize)
                && *at as usize <= index
            {
                depth[*at as usize] += 1;
                depth[index + 1] -= 1;
            }
        }
        let mut open = 0;
        depth
            .into_iter()
            .map(|change| {
                open += change;
                open > 0
            })
            .collect()
    }

    /// Keeps some of the instructions and moves everything that names one.
    fn retain(&mut self, keep: &[bool]) {
        let mut removed = Vec::with_capacity(keep.len() + 1);
        let mut count = 0;
        for &kept in keep {
            removed.push(count);
            count += u32::from(!kept);
        }
        removed.push(count);
        let mut flags = keep.iter();
        self.code.retain(|_| *flags.next().unwrap_or(&true));
        self.relocate(|at| at - removed[at as usize]);
    }
}

fn clear(passing: &mut [bool], first: u16, count: usize) {
    let end = (usize::from(first) + count).min(passing.len());
    if let Some(slots) = passing.get_mut(usize::from(first)..end) {
        slots.fill(false);
    }
}

/// Slot and bits of an instruction that loads a constant.
fn constant(instr: &Instr) -> Option<(u16, u64)> {
    let slot = *instr.values.first()? as u16;
    match instr.op {
        Op::Imm32 => Some((slot, u64::from(instr.values[1] as u32))),
        Op::Imm64s | Op::Imm64 => Some((slot, instr.values[1] as u64)),
        _ => None,
    }
}

/// The single scalar slot an instruction writes.
fn writes(instr: &Instr) -> Option<u16> {
    let first = instr.op.operands().first();
    matches!(first, Some(Operand::DefScalar | Operand::Result)).then(|| instr.values[0] as u16)
}

/// The slots an instruction reads, first slots of wider values only.
fn reads(instr: &Instr) -> SmallVec<[u16; 8]> {
    let written = |operand| {
        matches!(
            operand,
            Operand::DefScalar
                | Operand::DefStr
                | Operand::DefHandle
                | Operand::DefPlace
                | Operand::DefRef
                | Operand::Result
        )
    };
    let operands = instr.op.operands().iter().zip(&instr.values);
    let slots = operands
        .filter(|(operand, _)| operand.is_slot() && !written(**operand))
        .map(|(_, &value)| value as u16);
    slots.chain(instr.args.iter().copied()).collect()
}

/// Slots that are read or written beyond what `reads` and `writes` tell: of values of several slots, and of
/// places.
fn width(instr: &Instr) -> Option<(u16, usize)> {
    let value = |index: usize| instr.values[index] as u16;
    Some(match instr.op {
        Op::MoveN => (value(1), value(2).into()),
        Op::RetN | Op::CleanRetN => (value(0), value(1).into()),
        Op::GetN | Op::AtN | Op::GlobalGetN | Op::GlobalSetN | Op::RefGet | Op::HostGet => {
            (value(0), MOST_SLOTS)
        }
        Op::SetN | Op::PutN => (value(2), MOST_SLOTS),
        Op::RefSet | Op::HostSet | Op::Place => (value(1), MOST_SLOTS),
        _ => return None,
    })
}

fn replace_reads(instr: &mut Instr, from: u16, to: u16) {
    for (operand, value) in instr.op.operands().iter().zip(&mut instr.values) {
        if *operand == Operand::UseScalar && *value == i64::from(from) {
            *value = i64::from(to);
        }
    }
    instr.args.iter_mut().filter(|arg| **arg == from).for_each(|arg| *arg = to);
}

/// The instruction with the constant in slot `t` as part of it.
fn fold(instr: &Instr, t: u16, bits: u64) -> Option<Instr> {
    let t = i64::from(t);
    let make = |op: Op, values: [i64; 3]| {
        Some(Instr { op, values: SmallVec::from_slice(&values), args: SmallVec::new() })
    };
    let [first, second, third] = *instr.values.as_slice() else { return None };
    let (low, wide) = (i64::from(bits as i32), bits as i64);
    let short = |value: i64| i16::try_from(value).is_ok().then_some(value);
    let divisor = |value: i64| short(value).filter(|&value| value > 0);
    let narrow = |value: i64| u16::try_from(value).is_ok().then_some(i64::from(value as i16));
    if let Some((op, flipped, value)) = branch(instr.op, low, wide, &short, &narrow) {
        return match (first == t, second == t) {
            (false, true) => make(op, [first, value, third]),
            (true, false) => make(flipped, [second, value, third]),
            _ => None,
        };
    }
    // From here on the first operand is the result.
    let (b, c) = (second, third);
    match (b == t, c == t) {
        (false, true) => {
            let (op, value) = match instr.op {
                Op::AddI32 => (Op::AddImmI32, short(low)?),
                Op::SubI32 => (Op::AddImmI32, short(-low)?),
                Op::MulI32 => (Op::MulImmI32, short(low)?),
                Op::DivI32 => (Op::DivImmI32, divisor(low)?),
                Op::RemI32 => (Op::RemImmI32, divisor(low)?),
                Op::RemU32 => (Op::RemImmU32, divisor(low)?),
                Op::ShlI32 => (Op::ShlImmI32, low & 31),
                Op::SarI32 => (Op::SarImmI32, low & 31),
                Op::ShrI32 => (Op::ShrImmI32, low & 31),
                Op::AddI64 => (Op::AddImmI64, short(wide)?),
                Op::SubI64 => (Op::AddImmI64, short(wide.checked_neg()?)?),
                Op::MulI64 => (Op::MulImmI64, short(wide)?),
                Op::DivI64 => (Op::DivImmI64, divisor(wide)?),
                Op::RemI64 => (Op::RemImmI64, divisor(wide)?),
                Op::RemU64 => (Op::RemImmU64, divisor(wide)?),
                Op::ShlI64 => (Op::ShlImmI64, wide & 63),
                Op::SarI64 => (Op::SarImmI64, wide & 63),
                Op::ShrI64 => (Op::ShrImmI64, wide & 63),
                Op::And => (Op::AndImm, narrow(wide)?),
                _ => return None,
            };
            make(op, [first, b, value])
        }
        (true, false) => {
            let (op, value) = match instr.op {
                Op::AddI32 => (Op::AddImmI32, short(low)?),
                Op::MulI32 => (Op::MulImmI32, short(low)?),
                Op::AddI64 => (Op::AddImmI64, short(wide)?),
                Op::MulI64 => (Op::MulImmI64, short(wide)?),
                Op::And => (Op::AndImm, narrow(wide)?),
                _ => return None,
            };
            make(op, [first, c, value])
        }
        _ => None,
    }
}

/// For a branch that compares integers: its form with a constant on the right, the form for one on the left,
/// and the constant as the instruction holds it.
fn branch(
    op: Op,
    low: i64,
    wide: i64,
    short: &dyn Fn(i64) -> Option<i64>,
    narrow: &dyn Fn(i64) -> Option<i64>,
) -> Option<(Op, Op, i64)> {
    let unsigned = i64::from(low as u32);
    Some(match op {
        Op::JEqI32 => (Op::JEqImmI32, Op::JEqImmI32, short(low)?),
        Op::JNeI32 => (Op::JNeImmI32, Op::JNeImmI32, short(low)?),
        Op::JLtI32 => (Op::JLtImmI32, Op::JGtImmI32, short(low)?),
        Op::JLeI32 => (Op::JLeImmI32, Op::JGeImmI32, short(low)?),
        Op::JLtU32 => (Op::JLtImmU32, Op::JGtImmU32, narrow(unsigned)?),
        Op::JLeU32 => (Op::JLeImmU32, Op::JGeImmU32, narrow(unsigned)?),
        Op::JEqI64 => (Op::JEqImmI64, Op::JEqImmI64, short(wide)?),
        Op::JNeI64 => (Op::JNeImmI64, Op::JNeImmI64, short(wide)?),
        Op::JLtI64 => (Op::JLtImmI64, Op::JGtImmI64, short(wide)?),
        Op::JLeI64 => (Op::JLeImmI64, Op::JGeImmI64, short(wide)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::{FuncId, FunctionBuilder, GlobalId, Ret, Signature, SlotKind};

    fn builder() -> FunctionBuilder {
        FunctionBuilder::new("f", Signature { params: vec![SlotKind::Scalar; 2], ret: Ret::Scalar(1) })
    }

    /// The instructions of a finished function as text.
    fn text(f: FunctionBuilder) -> String {
        let text = f.finish().unwrap().to_string();
        let code = text
            .lines()
            .filter(|line| line.starts_with("  ") && !line.contains("slots") && !line.contains("var"));
        code.map(|line| line.trim().to_owned()).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn constants_fold_into_what_uses_them() {
        let mut f = builder();
        let (a, t, end) = (f.param(0), f.scalar(), f.label());
        f.imm32(t, 7).sub_i32(a, a, t).imm32(t, 3).add_i32(a, t, a).imm32(t, 4).rem_i32(a, a, t);
        f.imm32(t, 100_000).add_i32(a, a, t).imm32(t, 5).j_lt_i32(t, a, end).imm32(t, -1).j_le_i32(a, t, end);
        f.imm32(t, 60_000).j_lt_u32(a, t, end);
        f.bind(end);
        f.ret(a);
        let expected = "add_imm_i32 %0, %0, -7; add_imm_i32 %0, %0, 3; rem_imm_i32 %0, %0, 4; imm32 %2, 100000; \
            add_i32 %0, %0, %2; j_gt_imm_i32 %0, 5, L8; j_le_imm_i32 %0, -1, L8; j_lt_imm_u32 %0, -5536, L8; ret %0";
        assert_eq!(text(f), expected);
    }

    #[test]
    fn constants_leave_loops_and_results_go_home() {
        let mut f = builder();
        let (a, x, t, u) = (f.param(0), f.scalar(), f.scalar(), f.scalar());
        f.imm32(x, 0);
        let top = f.here();
        f.imm64(t, 2.5_f64.to_bits())
            .mul_f64(u, x, t)
            .mov(x, u)
            .imm32(t, 5_000_000)
            .j_lt_i32(x, t, top)
            .ret(a);
        f.variable("x", "double", x);
        let expected = "imm64 %5, 4612811918334230528; imm32 %6, 5000000; imm32 %2, 0; mul_f64 %2, %2, %5; \
            loop_lt_i32 %2, %6, L4; ret %0";
        assert_eq!(text(f), expected);
    }

    #[test]
    fn returns_come_early() {
        let mut f = builder();
        let (a, b, t) = (f.param(0), f.param(1), f.scalar());
        let [other, end] = std::array::from_fn(|_| f.label());
        f.j_true(a, other).mov(t, b).jump(end);
        f.bind(other);
        f.add_i32(t, a, b);
        f.bind(end);
        f.ret(t);
        assert_eq!(text(f), "j_true %0, L2; ret %1; add_i32 %2, %0, %1; ret %2");
    }

    #[test]
    fn what_somebody_else_reads_stays() {
        let mut f = builder();
        let (a, t, u) = (f.param(0), f.scalar(), f.scalar());
        let place = f.slot(SlotKind::PlaceScalar(1));
        // Read again later, at a label, as an argument after something else, through a place.
        f.imm32(t, 1).add_i32(a, a, t).add_i32(a, a, a).add_i32(a, a, t);
        let label = f.label();
        f.imm32(u, 2);
        f.bind(label);
        f.add_i32(a, a, u).j_true(a, label);
        f.place(place, u).imm32(u, 3).add_i32(a, a, u).call(a, FuncId(0), &[place]).ret(a);
        let before = f.len();
        let code = text(f);
        assert_eq!(code.matches("; ").count() + 1, before, "{code}");
    }

    #[test]
    fn lines_handlers_and_switches_follow() {
        let mut f = builder();
        let (a, t) = (f.param(0), f.scalar());
        let [start, end, catch] = std::array::from_fn(|_| f.label());
        f.handler(start, end, catch);
        f.line(0, 1, 1);
        f.imm32(t, 1).add_i32(a, a, t);
        f.bind(start);
        f.line(0, 2, 1);
        f.imm32(t, 2).add_i32(a, a, t).global_set(a, GlobalId(0));
        f.bind(end);
        f.ret(a);
        f.bind(catch);
        f.line(0, 3, 1);
        f.imm32(t, 3).add_i32(a, a, t).ret(a);
        let function = f.finish().unwrap();
        let lines: Vec<(u32, u32)> = function.lines.iter().map(|line| (line.pc, line.line)).collect();
        assert_eq!(lines, [(0, 1), (1, 2), (4, 3)]);
        let handler = function.handlers[0];
        assert_eq!((handler.start, handler.end, handler.target), (1, 3, 4));
    }
}
