//! Copies of whole machines.

use std::sync::Arc;

use onefold_script_bytecode::{FuncId, Program};
use onefold_script_vm::{Image, Limits, Vm};

const PROGRAM: &str = r#"
program "duplicate"
string "shared"
string "key"
class "Node" 24
  field "next" "Node@" h:Node 0
  field "n" "int" i32 8
  field "name" "string" t 16
array "array<Node@>" h:Node
std "dictionary" "dictionary"
std "dictionaryValue" "dictionaryValue"
std "weakref<Node>" "weakref" h:Node
funcdef "F" () s
global "ring" "Node@" h:Node 1
global "text" "string" t 1
global "list" "array<Node@>@" h:array<Node@> 1
global "dict" "dictionary" h:dictionary 1
global "number" "int" s 1
global "weak" "weakref<Node>" h:weakref<Node> 1
global "gone" "weakref<Node>" h:weakref<Node> 1
global "call" "F@" h:F 1
stdfn 200 owner :dictionary () h:dictionary
stdfn 203 owner :dictionary (h:dictionary t h*) void
stdfn 216 owner :dictionary (h:dictionary t) h:dictionaryValue
stdfn 502 (s h*) h:dictionaryValue
stdfn 506 (h:dictionaryValue) h*
stdfn 401 owner :weakref<Node> (h:Node) h:weakref<Node>
stdfn 403 owner :weakref<Node> (h:weakref<Node>) h:Node
func "Node::get" "int get()" (h:Node) s
  slots s
  get32 %1, %0, 8
  ret %1
func "fill" "void fill()" () void
  slots h:Node h:Node t h:array<Node@> s h:dictionary h:dictionaryValue h:weakref<Node> h:F
  new_object %0, :Node
  new_object %1, :Node
  set_handle %0, 0, %1
  set_handle %1, 0, %0
  str_const %2, 0
  str_cat %2, %2, %2
  set_str %0, 16, %2
  set_str %1, 16, %2
  global_set_str %2, 1
  imm32 %4, 5
  set32 %0, 8, %4
  global_set_handle %0, 0
  imm32 %4, 2
  new_array %3, %4, :array<Node@>
  imm32 %4, 1
  put_handle %3, %4, %1
  global_set_handle %3, 2
  call_std %5, 0, ()
  str_const %2, 1
  imm32 %4, 1073741824
  call_std %6, 3, (%4, %1)
  call_std _, 1, (%5, %2, %6)
  global_set_handle %5, 3
  global_set %4, 4
  call_std %7, 5, (%1)
  global_set_handle %7, 5
  new_object %1, :Node
  call_std %7, 5, (%1)
  global_set_handle %7, 6
  new_delegate %8, %0, :F, @Node::get
  global_set_handle %8, 7
  clean_ret_void
func "check" "int check(int)" (s) s
  slots h:Node h:Node h:array<Node@> h:dictionary h:dictionaryValue t s s h:weakref<Node> h:F h*
  global_get_handle %1, 0
  get_handle %2, %1, 0
  get_handle %2, %2, 0
  eq_handle %7, %1, %2
  get_handle %2, %1, 0
  global_get_handle %3, 2
  imm32 %8, 1
  at_handle %1, %3, %8
  eq_handle %8, %1, %2
  add_i32 %7, %7, %8
  global_get_handle %4, 3
  str_const %6, 1
  call_std %5, 2, (%4, %6)
  call_std %11, 4, (%5)
  eq_handle %8, %11, %2
  add_i32 %7, %7, %8
  global_get_handle %9, 5
  call_std %1, 6, (%9)
  eq_handle %8, %1, %2
  add_i32 %7, %7, %8
  global_get_handle %9, 6
  call_std %1, 6, (%9)
  is_null %8, %1
  add_i32 %7, %7, %8
  mul_imm_i32 %7, %7, 10
  global_get_handle %10, 7
  call_func %8, (%10)
  add_i32 %7, %7, %8
  global_get_handle %1, 0
  set32 %1, 8, %0
  clean_ret %7
"#;

#[test]
fn a_copy_has_all_and_shares_nothing() {
    let verified = Program::parse(PROGRAM).unwrap().verify().unwrap_or_else(|errors| panic!("{errors:?}"));
    let program = Arc::clone(verified.program());
    let func = |name: &str| FuncId(program.functions.iter().position(|f| f.name == name).unwrap() as u32);
    let mut vm = Vm::new(Image::link(&verified).unwrap(), Limits::default()).unwrap();
    vm.call(func("fill"), &[]).unwrap();
    let mut copy = vm.duplicate().unwrap();
    vm.collect();
    copy.collect();
    assert_eq!(copy.live_objects(), vm.live_objects());
    let check = func("check");
    assert_eq!(copy.call(check, &[6.into()]).unwrap().to_i32(), 55);
    assert_eq!(vm.call(check, &[7.into()]).unwrap().to_i32(), 55);
    assert_eq!(copy.call(check, &[6.into()]).unwrap().to_i32(), 56);
    let text = onefold_script_bytecode::GlobalId(1);
    assert_eq!(copy.global(text).to_text(), "sharedshared");
    vm.shut_down();
    assert_eq!((vm.live_objects(), vm.memory_used()), (0, 0));
    drop(vm);
    assert_eq!(copy.call(check, &[6.into()]).unwrap().to_i32(), 56);
    copy.shut_down();
    assert_eq!((copy.live_objects(), copy.memory_used()), (0, 0));
}

#[test]
fn a_copy_that_finds_no_memory_leaves_nothing() {
    let verified = Program::parse(PROGRAM).unwrap().verify().unwrap();
    let mut vm = Vm::new(Image::link(&verified).unwrap(), Limits::default()).unwrap();
    let fill = verified.program().functions.iter().position(|f| f.name == "fill").unwrap();
    vm.call(FuncId(fill as u32), &[]).unwrap();
    let used = vm.duplicate().unwrap().memory_used();
    for memory in (40..used).step_by(8) {
        vm.set_limits(Limits { memory, ..Limits::default() });
        assert!(vm.duplicate().is_err(), "{memory} of {used}");
    }
}
