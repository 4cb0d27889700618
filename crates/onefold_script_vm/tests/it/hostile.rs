//! Random code: the verifier refuses it, or it runs within its budgets.

use onefold_script_bytecode::{FuncId, Instr, Op, Operand, Program};
use onefold_script_vm::{Image, Limits, Value, Vm};
use proptest::prelude::*;

/// Types, globals, strings and functions for random code to refer to.
const FRAME: &str = r#"
program "hostile"
string "text"
class "Base" 40
  field "a" "int" i32 0
  field "b" "double" f64 8
  field "s" "string" t 16
  field "next" "Base@" h:Base 24
  field "v" "vec" b8 32
  virtual @Base::f
  destructor @Base::~Base
  implements :Doer @Base::f
class "Derived" 48
  base :Base
  field "a" "int" i32 0
  field "b" "double" f64 8
  field "s" "string" t 16
  field "next" "Base@" h:Base 24
  field "v" "vec" b8 32
  field "more" "Doer@" h:Doer 40
  virtual @Derived::f
  destructor @Base::~Base
  implements :Doer @Derived::f
interface "Doer"
  method "f" (h:Doer s) s
array "array<int>" i32
array "array<Base@>" h:Base
array "array<string>" t
array "array<vec>" b8
funcdef "F" (s) s
global "gi" "int" s 1
global "gs" "string" t 1
global "gh" "Base@" h:Base 1
global "gv" "vec3" s 2
func "Base::f" "int f(int)" (h:Base s) s
  ret %1
func "Derived::f" "int f(int)" (h:Derived s) s
  get32 %1, %0, 0
  ret %1
func "Base::~Base" "~Base()" (h:Base) void
  slots h:Base
  get_handle %1, %0, 24
  clean_ret_void
func "plain" "int plain(int)" (s) s
  add_imm_i32 %0, %0, 1
  ret %0
func "out" "void out(int &out, string &out, Base@ &out)" (ps2 pt ph:Base) void
  slots t h:Base s
  str_const %3, 0
  place_set_str %1, %3
  place_set_handle %2, %4
  place_set %0, 1, %5
  clean_ret_void
func "ref" "int& ref(Base@)" (h:Base) r:i32
  slots r:i32 o
  ref_field %1, %0, 0
  ret_ref %1
"#;

const SLOTS: &str = "  slots s s s s t t t h:Base h:Base h:Derived h:Doer h:array<int> h:array<Base@> h:array<string> \
    h:array<vec> h:F h* r:i32 o r:t o r:h:Base o ps2 pt ph:Base s s\n";

/// One random instruction of the table with operands that are often right.
fn instruction() -> impl Strategy<Value = Instr> {
    let op = prop::sample::select(Op::ALL);
    (op, prop::collection::vec(any::<u32>(), 5), prop::collection::vec(0_u16..32, 0..5)).prop_map(
        |(op, raw, args)| {
            let values = op.operands().iter().zip(&raw).filter(|(operand, _)| **operand != Operand::Args);
            let values = values.map(|(&operand, &raw)| operand_value(operand, raw)).collect();
            let args = if op.is_call() { args.into_iter().collect() } else { Default::default() };
            Instr { op, values, args }
        },
    )
}

/// Slots by what they hold, so that most instructions pass.
fn operand_value(operand: Operand, raw: u32) -> i64 {
    let pick = |choices: &[i64]| choices[raw as usize % choices.len()];
    match operand {
        Operand::DefScalar | Operand::UseScalar => pick(&[0, 2, 3, 4, 5, 28]),
        Operand::DefStr | Operand::UseStr | Operand::MutStr | Operand::TakeStr => pick(&[6, 7, 8, 1]),
        Operand::DefHandle | Operand::UseHandle | Operand::TakeHandle => {
            pick(&[9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
        }
        Operand::DefPlace | Operand::UsePlace => pick(&[25, 26, 27]),
        Operand::DefRef | Operand::UseRef | Operand::TakeRef => pick(&[19, 21, 23]),
        Operand::AnySlot => pick(&[2, 4, 6, 9, 10, 28]),
        Operand::Result => pick(&[2, 3, 6, 7, 9, 19, 21, 0xffff]),
        Operand::Forward16 | Operand::Forward32 => i64::from(raw % 6) + 1,
        Operand::Back16 | Operand::Back32 => -i64::from(raw % 6),
        Operand::Field => pick(&[0, 8, 16, 24, 32, 40]),
        Operand::Count | Operand::Storage => pick(&[0, 1, 2, 5, 11, 12, 16, 24]),
        Operand::TypeId => i64::from(raw % 8),
        Operand::FuncId => i64::from(raw % 7),
        Operand::Global => i64::from(raw % 4),
        Operand::StrId | Operand::Switch | Operand::Virtual => 0,
        Operand::Method => 2 << 12,
        operand if operand.units() == 2 => i64::from(raw as i32),
        _ => i64::from(raw as i16),
    }
}

fn program(code: Vec<u64>) -> Program {
    let mut program =
        Program::parse(&format!("{FRAME}func \"main\" \"int main(int, string)\" (s t) s\n{SLOTS}"))
            .expect("the frame is right");
    program.functions.last_mut().expect("there is main").code = code;
    program
}

/// Keeps the instructions the verifier passes one by one, so that long sequences survive.
fn passing(instrs: &[Instr]) -> Vec<u64> {
    let end = |op: Op| Instr { op, values: [2].into_iter().collect(), args: Default::default() };
    let mut code = Vec::new();
    for instr in instrs {
        let jumps = instr.op.operands().iter().any(|operand| operand.is_jump());
        let mut alone = Vec::new();
        if jumps || instr.op.is_end() {
            continue;
        }
        instr.encode(&mut alone);
        let words = alone.clone();
        end(Op::CleanRet).encode(&mut alone);
        if program(alone).verify().is_ok() {
            code.extend(words);
        }
    }
    // One loop round everything, so that slots meet values of earlier rounds.
    if i16::try_from(code.len()).is_ok() && !code.is_empty() {
        let back = -(code.len() as i64);
        Instr { op: Op::Loop, values: [back].into_iter().collect(), args: Default::default() }
            .encode(&mut code);
    }
    end(Op::CleanRet).encode(&mut code);
    code
}

fn run(code: Vec<u64>) -> bool {
    let Ok(verified) = program(code).verify() else { return false };
    let image = Image::link(&verified).expect("there is nothing to link");
    let limits = Limits { fuel: 300, memory: 1 << 20, stack: 1 << 18, millis: None };
    let mut vm = Vm::new(image, limits).expect("the constants fit");
    let main = FuncId(verified.program().functions.len() as u32 - 1);
    for _ in 0..2 {
        let _ = vm.call(main, &[7.into(), Value::from("argument")]);
    }
    vm.collect();
    vm.shut_down();
    assert_eq!(vm.live_objects(), 0, "objects leak");
    assert_eq!(vm.memory_used(), 0, "memory leaks");
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_words_are_refused_or_run(code in prop::collection::vec(any::<u64>(), 1..40)) {
        run(code);
    }

    #[test]
    fn random_instructions_are_refused_or_run(instrs in prop::collection::vec(instruction(), 1..12)) {
        let mut code = Vec::new();
        instrs.iter().for_each(|instr| instr.encode(&mut code));
        run(code);
    }

    #[test]
    fn passing_instructions_run_together(instrs in prop::collection::vec(instruction(), 1..150)) {
        prop_assert!(run(passing(&instrs)));
    }
}
