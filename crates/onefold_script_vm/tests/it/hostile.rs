//! Random code: the verifier refuses it, or it runs within its budgets.

use std::sync::OnceLock;

use onefold_script_bytecode::{FuncId, Instr, Op, Operand, Program, SlotKind, TypeId};
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
  factory @Base::make
  assign @Base::assign
  compare @Base::compare
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
std "dictionary" "dictionary"
std "dictionaryValue" "dictionaryValue"
std "weakref<Base>" "weakref" h:Base
std "grid<int>" "grid" i32
funcdef "less" (s s) s
array "array<Base>" v:Base
stdfn 101 owner :array<int> (s) h:array<int>
stdfn 112 owner :array<int> (h:array<int> s h:array<int>) void
stdfn 113 owner :array<int> (h:array<int> s) void
stdfn 114 owner :array<int> (h:array<int> s) void
stdfn 118 owner :array<int> (h:array<int> s) void
stdfn 119 owner :array<int> (h:array<int>) void
stdfn 123 owner :array<int> (h:array<int> h:less s s) void
stdfn 113 owner :array<Base@> (h:array<Base@> h:Base) void
stdfn 116 owner :array<Base@> (h:array<Base@> s s) void
stdfn 110 owner :array<Base@> (h:array<Base@> h:array<Base@>) void
stdfn 102 owner :array<Base> (s h:Base) h:array<Base>
stdfn 118 owner :array<Base> (h:array<Base> s) void
stdfn 119 owner :array<Base> (h:array<Base>) void
stdfn 125 owner :array<Base> (h:array<Base> h:Base) s
stdfn 131 owner :array<Base> (h:array<Base>) h:array<Base>
stdfn 113 owner :array<string> (h:array<string> t) void
stdfn 121 owner :array<string> (h:array<string>) void
stdfn 80 (h:array<string> t) t
stdfn 61 (t t) h:array<string>
stdfn 52 (t s s) t
stdfn 84 (t s ps1) s
stdfn 200 owner :dictionary () h:dictionary
stdfn 202 owner :dictionary (h:dictionary h:dictionary) void
stdfn 203 owner :dictionary (h:dictionary t h*) void
stdfn 204 owner :dictionary (h:dictionary t h*) s
stdfn 205 owner :dictionary (h:dictionary t s) void
stdfn 212 owner :dictionary (h:dictionary t) s
stdfn 214 owner :dictionary (h:dictionary) h:array<string>
stdfn 215 owner :dictionary (h:dictionary t) h:dictionaryValue
stdfn 221 owner :dictionary (h:dictionary s) h:dictionaryValue
stdfn 244 owner :dictionaryValue (h:dictionaryValue h*) void
stdfn 500 (s s) h:dictionaryValue
stdfn 501 (t) h:dictionaryValue
stdfn 502 (s h*) h:dictionaryValue
stdfn 503 (s) h:dictionaryValue
stdfn 505 (h:dictionaryValue) t
stdfn 506 (h:dictionaryValue) h*
stdfn 87 (t h*) t
stdfn 88 (t h*) s
stdfn 401 owner :weakref<Base> (h:Base) h:weakref<Base>
stdfn 403 owner :weakref<Base> (h:weakref<Base>) h:Base
stdfn 551 owner :grid<int> (h:array<int> s s) h:grid<int>
stdfn 556 owner :grid<int> (h:grid<int> s s) void
stdfn 560 owner :grid<int> (h:grid<int> s s) s
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
func "Base::make" "Base@ make()" () h:Base
  slots h:Base
  new_object %0, :Base
  built %0
  ret_handle %0
func "Base::assign" "void assign(Base@, Base@)" (h:Base h:Base) void
  slots h:Base s
  get32 %3, %1, 0
  set32 %0, 0, %3
  global_set_handle %2, 2
  clean_ret_void
func "Base::compare" "int compare(Base@, Base@)" (h:Base h:Base) s
  slots s s h:Base
  global_set_handle %4, 2
  get32 %2, %0, 0
  get32 %3, %1, 0
  sub_i32 %2, %2, %3
  clean_ret %2
func "less" "bool less(int, int)" (s s) s
  lt_i32 %0, %0, %1
  ret %0
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
    h:array<vec> h:F h* r:i32 o r:t o r:h:Base o ps2 pt ph:Base s s \
    h:dictionary h:dictionary h:dictionaryValue h:dictionaryValue h:weakref<Base> h:grid<int> h:less \
    h:array<Base> h:array<Base> ps1\n";

/// Slots for arguments; strings, handles and scalars about as often as library functions want them.
const ARGS: &[u16] = &[
    0, 1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 7, 8, 9, 9, 10, 11, 12, 13, 13, 14, 15, 16, 17, 18, 25, 26, 27, 30, 30,
    30, 31, 31, 32, 32, 33, 33, 34, 35, 36, 37, 37, 38, 39,
];

/// One random call of a library function with arguments that fit more often than not.
fn library_call() -> impl Strategy<Value = Instr> {
    let imports = program(Vec::new()).std;
    let imports: Vec<_> = imports.into_iter().enumerate().collect();
    (prop::sample::select(imports), prop::collection::vec(any::<prop::sample::Index>(), 5)).prop_map(
        |((index, import), picks)| {
            let slots = program(Vec::new()).functions.pop().expect("there is main").slots;
            let of = |wanted: SlotKind, pick: &prop::sample::Index| {
                let fits = |kind: SlotKind| {
                    kind == wanted
                        || wanted == SlotKind::Handle(TypeId::ANY) && matches!(kind, SlotKind::Handle(_))
                };
                let found: Vec<u16> = slots
                    .iter()
                    .enumerate()
                    .skip(2)
                    .filter(|(_, kind)| fits(**kind))
                    .map(|(slot, _)| slot as u16)
                    .collect();
                if found.is_empty() { 2 } else { *pick.get(&found) }
            };
            let args =
                import.signature.params.iter().zip(&picks).map(|(&kind, pick)| of(kind, pick)).collect();
            let result = import.signature.ret.slot_kind().map_or(u16::MAX, |kind| of(kind, &picks[4]));
            let values = [i64::from(result), index as i64].into_iter().collect();
            Instr { op: Op::CallStd, values, args }
        },
    )
}

/// One random instruction of the table with operands that are often right.
fn instruction() -> impl Strategy<Value = Instr> {
    let op = prop::sample::select(Op::ALL);
    (op, prop::collection::vec(any::<u32>(), 5), prop::collection::vec(prop::sample::select(ARGS), 0..5))
        .prop_map(|(op, raw, args)| {
            let values = op.operands().iter().zip(&raw).filter(|(operand, _)| **operand != Operand::Args);
            let values = values.map(|(&operand, &raw)| operand_value(operand, raw)).collect();
            let args = if op.is_call() { args.into_iter().collect() } else { Default::default() };
            Instr { op, values, args }
        })
}

/// Slots by what they hold, so that most instructions pass.
fn operand_value(operand: Operand, raw: u32) -> i64 {
    let pick = |choices: &[i64]| choices[raw as usize % choices.len()];
    match operand {
        Operand::DefScalar | Operand::UseScalar => pick(&[0, 2, 3, 4, 5, 28]),
        Operand::StdId => i64::from(raw % 47),
        Operand::DefStr | Operand::UseStr | Operand::MutStr | Operand::TakeStr => pick(&[6, 7, 8, 1]),
        Operand::DefHandle | Operand::UseHandle | Operand::TakeHandle => {
            pick(&[9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 30, 32, 36, 37])
        }
        Operand::DefPlace | Operand::UsePlace => pick(&[25, 26, 27, 39]),
        Operand::DefRef | Operand::UseRef | Operand::TakeRef => pick(&[19, 21, 23]),
        Operand::AnySlot => pick(&[2, 4, 6, 9, 10, 28]),
        Operand::Result => pick(&[2, 3, 6, 7, 9, 13, 15, 18, 19, 21, 30, 31, 32, 33, 34, 35, 37, 38, 0xffff]),
        Operand::Forward16 | Operand::Forward32 => i64::from(raw % 6) + 1,
        Operand::Back16 | Operand::Back32 => -i64::from(raw % 6),
        Operand::Field => pick(&[0, 8, 16, 24, 32, 40]),
        Operand::Count | Operand::Storage => pick(&[0, 1, 2, 5, 11, 12, 16, 24]),
        Operand::TypeId => i64::from(raw % 14),
        Operand::FuncId => i64::from(raw % 11),
        Operand::Global => i64::from(raw % 4),
        Operand::StrId | Operand::Switch | Operand::Virtual => 0,
        Operand::Method => 2 << 12,
        operand if operand.units() == 2 => i64::from(raw as i32),
        _ => i64::from(raw as i16),
    }
}

fn program(code: Vec<u64>) -> Program {
    static BASE: OnceLock<Program> = OnceLock::new();
    let text = || format!("{FRAME}func \"main\" \"int main(int, string)\" (s t) s\n{SLOTS}");
    let mut program = BASE.get_or_init(|| Program::parse(&text()).expect("the frame is right")).clone();
    program.functions.last_mut().expect("there is main").code = code;
    program
}

/// Keeps the instructions the verifier passes, one after the other, so that long sequences survive.
fn passing(instrs: &[Instr]) -> Vec<u64> {
    let end = |op: Op| Instr { op, values: [2].into_iter().collect(), args: Default::default() };
    let mut code = Vec::new();
    for instr in instrs {
        let jumps = instr.op.operands().iter().any(|operand| operand.is_jump());
        if jumps || instr.op.is_end() {
            continue;
        }
        let mut longer = code.clone();
        instr.encode(&mut longer);
        let len = longer.len();
        end(Op::CleanRet).encode(&mut longer);
        if program(longer.clone()).verify().is_ok() {
            longer.truncate(len);
            code = longer;
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
    let image = Image::link(&verified).expect("the imports are right");
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

/// Random programs per test; `PROPTEST_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(250)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

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
    fn library_calls_run_together(
        instrs in prop::collection::vec(prop_oneof![3 => library_call(), 1 => instruction()], 1..120),
    ) {
        prop_assert!(run(passing(&instrs)));
    }

    #[test]
    fn passing_instructions_run_together(instrs in prop::collection::vec(instruction(), 1..150)) {
        prop_assert!(run(passing(&instrs)));
    }
}
