//! Packing round trips and what the builder makes of labels.

use smallvec::SmallVec;

use crate::{FuncId, FunctionBuilder, Instr, Op, Operand, Ret, Signature, SlotKind};

/// A value that fits the operand and has its top bit set where it may.
fn sample(operand: Operand, seed: i64) -> i64 {
    match operand {
        Operand::Imm16 | Operand::Forward16 | Operand::Back16 => -seed,
        Operand::Imm32 | Operand::Forward32 | Operand::Back32 => -seed * 70_000,
        Operand::Imm64 => i64::MIN + seed,
        operand if operand.units() == 2 => 0xf000_0000 + seed,
        _ => 0xff00 + seed,
    }
}

#[test]
fn every_instruction_survives_encode_and_decode() {
    for &op in Op::ALL {
        for args in [0, 1, 3, 4, 9] {
            let mut values: SmallVec<[i64; 4]> = SmallVec::new();
            for (index, &operand) in op.operands().iter().enumerate() {
                if operand != Operand::Args {
                    values.push(sample(operand, index as i64 + 1));
                }
            }
            let args = if op.is_call() { (0..args).collect() } else { SmallVec::new() };
            let instr = Instr { op, values, args };
            let mut code = Vec::new();
            instr.encode(&mut code);
            assert_eq!(Instr::decode(&code), Ok((instr, code.len())), "{op:?}");
        }
    }
}

#[test]
fn every_forward_branch_has_its_twin() {
    for &op in Op::ALL {
        let forward = op.operands().iter().any(|o| matches!(o, Operand::Forward16 | Operand::Forward32));
        assert_eq!(forward, op.loop_twin().is_some(), "{op:?}");
        if let Some(twin) = op.loop_twin() {
            let (name, twin_name) = (op.name().trim_start_matches("j_"), twin.name());
            assert!(op == Op::Jump || twin_name == format!("loop_{name}"), "{name} {twin_name}");
            assert_eq!(op.operands().len(), twin.operands().len());
        }
    }
}

#[test]
fn constants_come_first_and_labels_follow() {
    let mut f = FunctionBuilder::new("f", Signature { params: vec![SlotKind::Scalar], ret: Ret::Scalar(1) });
    let n = f.param(0);
    let top = f.here();
    let half = f.const_slot(0.5_f64.to_bits());
    assert_eq!(f.const_slot(0.5_f64.to_bits()), half);
    f.add_f64(n, n, half).j_lt_f64(n, half, top).ret(n);
    let function = f.finish().unwrap();
    let (first, words) = Instr::decode(&function.code).unwrap();
    assert_eq!((first.op, words), (Op::Imm64, 2));
    let (branch, _) = Instr::decode(&function.code[3..]).unwrap();
    assert_eq!((branch.op, branch.values[2]), (Op::LoopLtF64, -1));
}

#[test]
fn long_functions_reach_their_labels() {
    let mut f = FunctionBuilder::new("f", Signature { params: vec![SlotKind::Scalar], ret: Ret::Void });
    let n = f.param(0);
    let (top, end) = (f.here(), f.label());
    f.j_lt_imm_i32(n, 5, end);
    for _ in 0..40_000 {
        f.call(crate::NO_SLOT, FuncId(0), &[n]);
    }
    f.j_eq_imm_i32(n, 7, top);
    f.bind(end);
    f.ret_void();
    let function = f.finish().unwrap();
    assert_eq!(function.code.len(), 80_000 + 7);
    let at = |pc: usize| Instr::decode(&function.code[pc..]).unwrap().0;
    assert_eq!((at(0).values[2], at(1).values[0], at(2).values[0]), (2, 2, 80_004));
    assert_eq!((at(80_003).op, at(80_005).op, at(80_005).values[0]), (Op::JEqImmI32, Op::Loop, -80_005));
}

#[test]
fn text_form_is_stable_and_says_where_it_fails() {
    let text = r#"program "demo"
file "demo.as"
string "a\"\x01\n"
; type 0
class "C" 4
  destructor 0
  field "n" "int" i32 0
; function 0
func "C::~C" "~C()" (h0) void
  slots s t r:t o
  try L2 L4 L4
  var "i" "int" 1 L0 L4
L0:
  line 0 3 7
  get32 %1, %0, 0
  j_gt_imm_i32 %1, 5, L4
L2:
  call _, 0, (%0)
L4:
  clean_ret_void
"#;
    let program = crate::Program::parse(text).unwrap();
    assert_eq!(program.to_string(), text);
    let wrong = |text: &str| crate::Program::parse(text).unwrap_err().to_string();
    assert_eq!(wrong("program \"x\"\nfunc \"f\" \"\" () void\n  fly %1\n"), "line 3: no `fly`");
    assert_eq!(wrong("func \"f\" \"\" () void\n  mov %1, 2\n"), "line 2: `2` is no slot");
    assert_eq!(wrong("func \"f\" \"\" () void\n  mov %1\n"), "line 2: an operand is missing");
    assert_eq!(wrong("func \"f\" \"\" () void\n  jump L\n"), "line 2: label 0 is never bound");
    assert_eq!(wrong("string \"open\n"), "line 1: a quote is not closed");
    assert_eq!(wrong("mov %1, %2\n"), "line 1: this belongs in a function");
}
