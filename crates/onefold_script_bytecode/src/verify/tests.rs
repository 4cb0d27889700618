//! One refusal per rule, and the same program without the flaw passing.

use crate::program::Program;

/// Types and functions the cases refer to.
const FRAME: &str = r#"
string "text"
class "Base" 16
  field "a" "int" i32 0
  field "next" "Base@" h:Base 8
  virtual @Base::f
  implements :Doer @Base::f
class "Derived" 24
  base :Base
  field "a" "int" i32 0
  field "next" "Base@" h:Base 8
  field "s" "string" t 16
  virtual @Base::f
  implements :Doer @Base::f
class "Other" 0
interface "Doer"
  method "f" (h:Doer s) s
array "array<int>" i32
array "array<Base@>" h:Base
funcdef "F" (s) s
hosttype "Light" "Light"
class "Torch" 0
  host :Light
global "g" "int" s 1
global "v" "vec" s 2
global "o" "Base@" h:Base 1
hostmember "Light" "intensity" f32
func "Base::f" "" (h:Base s) s
  ret %1
func "twice" "" (s) s
  ret %0
"#;

/// What the verifier says to a function with these parameter and other slots.
fn errors(params: &str, slots: &str, code: &str) -> String {
    let text = format!("{FRAME}func \"main\" \"\" ({params}) s\n  slots {slots}\n{code}\n");
    let program = Program::parse(&text).unwrap_or_else(|err| panic!("{err}\n{text}"));
    match program.verify() {
        Ok(_) => "fine".to_owned(),
        Err(errors) => errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
    }
}

/// Parameters, slots, code, part of the message or `fine`.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("s", "s", "ret %0", "fine"),
    ("s", "s", "ret %2", "there is no slot 2"),
    ("t", "s", "ret %0", "not fit for UseScalar"),
    ("s", "s", "mov %1, %0", "can run past its end"),
    ("s", "s", "ret_void", "not what the function gives"),
    ("t", "t s", "move_str %1, %0 \n clean_ret %2", "fine"),
    ("t", "t s", "move_str %0, %1 \n clean_ret %2", "borrowed parameter"),
    ("t", "t s", "move_str %1, %0 \n ret_void", "not what the function gives"),
    ("h:Base", "s", "get32 %1, %0, 0 \n ret %1", "fine"),
    ("h:Base", "s", "get32 %1, %0, 4 \n ret %1", "has no field at 4"),
    ("h:Base", "s", "get64 %1, %0, 0 \n ret %1", "it holds I32"),
    ("h:Base", "s", "get32 %1, %0, 16 \n ret %1", "has no field at 16"),
    ("h*", "s", "get32 %1, %0, 0 \n ret %1", "has no field"),
    ("h:Torch", "s", "get32 %1, %0, 0 \n ret %1", "has no field"),
    ("h:Derived", "h:Base s", "move_handle %1, %0 \n clean_ret %2", "fine"),
    ("h:Derived", "h:Doer s", "move_handle %1, %0 \n clean_ret %2", "fine"),
    ("h:Base", "h:Derived s", "move_handle %1, %0 \n clean_ret %2", "`Base` is no `Derived`"),
    ("h*", "h:Base s", "move_handle %1, %0 \n clean_ret %2", "`any` is no `Base`"),
    ("h*", "h:Base s", "cast %1, %0, :Derived \n clean_ret %2", "fine"),
    ("h*", "h:Base s", "cast %1, %0, :Other \n clean_ret %2", "`Other` is no `Base`"),
    ("s", "h:Base s", "new_object %1, :Derived \n clean_ret %2", "fine"),
    ("s", "h:Light s", "new_object %1, :Torch \n clean_ret %2", "no class of script objects"),
    ("s", "h:Doer s", "new_object %1, :Doer \n clean_ret %2", "no class of script objects"),
    ("h:array<int> s", "s", "at32 %2, %0, %1 \n ret %2", "fine"),
    ("h:array<int> s", "s", "at64 %2, %0, %1 \n ret %2", "it holds I32"),
    ("h:Base s", "s", "at32 %2, %0, %1 \n ret %2", "is no array"),
    ("h:array<Base@> s", "h:Derived s", "put_handle %0, %1, %2 \n clean_ret %3", "fine"),
    ("h:array<Base@> s", "h:Derived s", "at_handle %2, %0, %1 \n clean_ret %3", "`Base` is no `Derived`"),
    ("s", "s s", "call %1, @twice, (%0) \n ret %1", "fine"),
    ("s", "s s", "call %1, @twice, () \n ret %1", "0 arguments for 1 parameters"),
    ("t", "s s", "call %1, @twice, (%0) \n ret %1", "argument 0 is Str, not Scalar"),
    ("s", "t s", "call %1, @twice, (%0) \n clean_ret %2", "no 1 scalar slots"),
    ("h:Derived s", "s", "call_virtual %2, 0, (%0, %1) \n ret %2", "fine"),
    ("h:Derived s", "s", "call_virtual %2, 1, (%0, %1) \n ret %2", "no vtable slot 1"),
    ("h:Other s", "s", "call_virtual %2, 0, (%0, %1) \n ret %2", "no vtable slot 0"),
    ("h:Base s", "s", "call_interface %2, 12288, (%0, %1) \n ret %2", "fine"),
    ("h:Base s", "s", "call_interface %2, 12289, (%0, %1) \n ret %2", "no such method"),
    ("h:Base s", "s", "call_interface %2, 0, (%0, %1) \n ret %2", "no interface"),
    ("h:Other s", "s", "call_interface %2, 12288, (%0, %1) \n ret %2", "`Other` is no `Doer`"),
    ("s", "h:F s", "new_func %1, :F, @twice \n call_func %2, (%1, %0) \n clean_ret %2", "fine"),
    ("s", "h:F s", "new_func %1, :F, @Base::f \n clean_ret %2", "does not fit the funcdef"),
    ("h:Base", "h:F s", "new_delegate %1, %0, :F, @Base::f \n clean_ret %2", "fine"),
    ("h:Other", "h:F s", "new_delegate %1, %0, :F, @Base::f \n clean_ret %2", "does not fit the funcdef"),
    ("s", "s ps1", "place %2, %1 \n place_set %2, 0, %0 \n ret %1", "fine"),
    ("s", "s ps1", "place %2, %1 \n place_set %2, 1, %0 \n ret %1", "no such scalar slot"),
    ("t", "pt s", "place %1, %0 \n ret %2", "cannot be placed"),
    ("s", "s ps2 t", "place %2, %1 \n clean_ret %1", "no 2 scalar slots"),
    (
        "s",
        "h:Base ph:Base s",
        "place %2, %1 \n call %3, @Base::f, (%1, %0) \n clean_ret %3",
        "both placed and passed",
    ),
    ("s", "r:i32 o s", "ref_global %1, 0 \n ref_get %3, %1, 5 \n clean_ret %3", "fine"),
    ("s", "r:i32 o s", "ref_global %1, 0 \n ref_get %3, %1, 8 \n clean_ret %3", "not the reference's"),
    ("s", "r:i32 o s", "ref_global %1, 2 \n clean_ret %3", "not of that storage"),
    ("s", "r:i32 s", "ret %0", "impossible kind"),
    ("s", "o", "ret %0", "impossible kind"),
    ("s", "s", "global_get %1, 0 \n ret %1", "fine"),
    ("s", "s", "global_get %1, 1 \n ret %1", "not of that kind"),
    ("s", "s s", "global_get_n %1, 1, 2 \n ret %1", "fine"),
    ("s", "s", "global_get_n %1, 1, 2 \n ret %1", "no 2 scalar slots"),
    ("s", "s", "global_get %1, 9 \n ret %1", "there is no global 9"),
    ("s", "s", "rem_imm_i32 %1, %0, 0 \n ret %1", "not above 0"),
    ("s", "s", "switch %0, 0 \n ret %0", "no switch table 0"),
    ("s", "s", "L: \n try L L L \n ret %0", "try range"),
    ("s", "s", "break_ \n ret %0", "for the virtual machine only"),
    ("s", "s", "internal 0 \n ret %0", "for the virtual machine only"),
    ("h:Torch", "s", "host_get %1, %0, 0 \n ret %1", "fine"),
    ("h:Base", "s", "host_get %1, %0, 0 \n ret %1", "no such member"),
    ("h:Light", "t s", "host_get_str %1, %0, 0 \n clean_ret %2", "it holds F32"),
    ("s", "s s", "move_n %1, %0, 2 \n ret %1", "fine"),
    ("s", "s s", "move_n %2, %0, 2 \n ret %1", "no 2 scalar slots"),
    ("s", "s s", "move_n %1, %0, 0 \n ret %1", "no 0 scalar slots"),
];

#[test]
fn every_rule_refuses_and_passes() {
    for (params, slots, code, expected) in CASES {
        let found = errors(params, slots, code);
        assert!(
            found.contains(expected),
            "({params}) [{slots}] {code}\nexpected {expected}\nfound    {found}"
        );
    }
}

#[test]
fn a_plain_return_leaks_and_is_refused() {
    let text = format!("{FRAME}func \"main\" \"\" (s) s\n  slots t\n  clean_ret %0\n");
    let mut program = Program::parse(&text).unwrap();
    let last = program.functions.last_mut().unwrap();
    last.code[0] = last.code[0] & !0xffff | crate::Op::Ret as u64;
    let errors = program.verify().unwrap_err();
    assert!(errors[0].text.contains("cleaning return"), "{errors:?}");
}

#[test]
fn jumps_hit_instructions_in_their_direction() {
    let text = format!("{FRAME}func \"main\" \"\" (s) s\nL:\n  imm64 %0, 7\n  j_true %0, L\n  ret %0\n");
    let good = Program::parse(&text).unwrap();
    assert!(good.clone().verify().is_ok());
    let patch = |distance: i32, op: crate::Op| {
        let mut program = good.clone();
        let code = &mut program.functions.last_mut().unwrap().code;
        code[2] = code[2] & 0xffff_0000 | op as u64 | (distance as u32 as u64) << 32;
        program.verify().map(|_| ()).map_err(|errors| errors[0].text.clone())
    };
    assert_eq!(patch(-2, crate::Op::LoopTrue), Ok(()));
    assert_eq!(patch(-1, crate::Op::LoopTrue), Err("the jump hits no instruction".to_owned()));
    assert_eq!(patch(2, crate::Op::JTrue), Err("the jump hits no instruction".to_owned()));
    assert_eq!(patch(-2, crate::Op::JTrue), Err("jump in the wrong direction".to_owned()));
    assert_eq!(patch(1, crate::Op::LoopTrue), Err("jump in the wrong direction".to_owned()));
    assert_eq!(patch(i32::MIN, crate::Op::LoopTrue), Err("the jump hits no instruction".to_owned()));
}

/// Changes to the types of the frame, and part of the message.
const TYPE_CASES: &[(&str, &str, &str)] = &[
    ("class \"Other\" 0", "class \"Other\" 0\n  base :Other", "derives from it"),
    ("class \"Other\" 0", "class \"Other\" 0\n  base :Doer", "no class"),
    ("class \"Other\" 0", "class \"Other\" 4\n  base :Base", "does not start with the fields"),
    ("class \"Other\" 0", "class \"Other\" 4\n  field \"x\" \"\" i32 2", "misplaced field"),
    ("class \"Other\" 0", "class \"Other\" 2\n  field \"x\" \"\" i32 0", "wrong size"),
    (
        "class \"Other\" 0",
        "class \"Other\" 8\n  field \"x\" \"\" i64 0\n  field \"y\" \"\" i32 4",
        "misplaced field",
    ),
    ("class \"Other\" 0", "class \"Other\" 0\n  virtual @twice", "vtable slot 0"),
    ("class \"Other\" 0", "class \"Other\" 0\n  implements :Doer @twice", "does not implement"),
    ("class \"Other\" 0", "class \"Other\" 0\n  implements :Doer", "does not implement"),
    ("class \"Other\" 0", "class \"Other\" 0\n  destructor @twice", "wrong signature"),
    ("class \"Other\" 0", "class \"Other\" 0\n  factory @twice", "wrong signature"),
    ("class \"Other\" 0", "class \"Other\" 0\n  host :Base", "no host type"),
    ("class \"Other\" 0", "class \"Other\" 0\n  field \"x\" \"\" b0 0", "misplaced field"),
    ("array \"array<int>\" i32", "array \"array<int>\" b65", "impossible storage"),
    ("array \"array<int>\" i32", "array \"array<int>\" h99", "impossible storage"),
    ("funcdef \"F\" (s) s", "funcdef \"F\" (o) s", "impossible kind"),
    ("funcdef \"F\" (s) s", "funcdef \"F\" (s) s9", "impossible kind"),
    ("global \"g\" \"int\" s 1", "global \"g\" \"int\" t 2", "impossible kind"),
    ("method \"f\" (h:Doer s) s", "method \"f\" (s s) s", "does not take it"),
];

#[test]
fn tables_are_checked() {
    for (from, to, expected) in TYPE_CASES {
        let text = FRAME.replacen(from, to, 1);
        assert_ne!(text, FRAME, "{from} is in the frame");
        let program = Program::parse(&text).unwrap_or_else(|err| panic!("{err}\n{text}"));
        let errors = program.verify().expect_err(to);
        assert!(
            errors.iter().any(|err| err.text.contains(expected)),
            "{to}\nexpected {expected}\nfound {errors:?}"
        );
    }
}
