//! Suspending and resuming, debugger hooks, collecting when memory runs short.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use onefold_script_bytecode::{FuncId, Program};
use onefold_script_vm::{Action, Hook, Image, Limits, Outcome, View, Vm};

const PROGRAM: &str = r#"
program "contexts"
file "a.as"
string "x"
string "a"
string "b"
string "m"
class "Node" 16
  field "next" "Node@" h:Node 0
  field "n" "int" i32 8
array "array<int>" i32
funcdef "less" (s s) s
std "dictionary" "dictionary"
funcdef "coroutine" (h:dictionary) void
stdfn 653 () void
stdfn 101 owner :array<int> (s) h:array<int>
stdfn 123 owner :array<int> (h:array<int> h:less s s) void
stdfn 652 (h:coroutine h:dictionary) void
stdfn 654 (t) void
stdfn 200 owner :dictionary () h:dictionary
stdfn 211 owner :dictionary (h:dictionary) s
func "worker" "void worker(dictionary@)" (h:dictionary) void
  slots t t s s
  str_const %1, 1
  imm32 %3, 0
again:
  str_cat_i64 %2, %1, %3
  call_std _, 4, (%2)
  call_std _, 0, ()
  add_imm_i32 %3, %3, 1
  j_lt_imm_i32 %3, 3, again
  clean_ret_void
func "short" "void short(dictionary@)" (h:dictionary) void
  slots t t s
  str_const %1, 2
  imm32 %3, 0
again:
  str_cat_i64 %2, %1, %3
  call_std _, 4, (%2)
  call_std _, 0, ()
  add_imm_i32 %3, %3, 1
  j_lt_imm_i32 %3, 2, again
  call_std %3, 6, (%0)
  div_i32 %3, %3, %3
  clean_ret_void
func "main" "int main()" () s
  slots h:coroutine h:dictionary t s
  call_std %1, 5, ()
  new_func %0, :coroutine, @worker
  call_std _, 3, (%0, %1)
  call_std _, 0, ()
  str_const %2, 3
  call_std _, 4, (%2)
  new_func %0, :coroutine, @short
  call_std _, 3, (%0, %1)
  imm32 %3, 7
  clean_ret %3
func "node" "Node@ node()" () h:Node
  slots h:Node
  new_object %0, :Node
  ret_handle %0
func "take" "void take(Node@)" (h:Node) void
  ret_void
func "count" "int count(int)" (s) s
  slots s t h:Node
  imm32 %1, 0
  new_object %3, :Node
again:
  str_const %2, 0
  call_std _, 0, ()
  str_cat %2, %2, %2
  add_imm_i32 %1, %1, 1
  j_lt_i32 %1, %0, again
  clean_ret %1
func "outer" "int outer(int)" (s) s
  slots s
  call %1, @count, (%0)
  add_imm_i32 %1, %1, 100
  ret %1
func "less" "bool less(int, int)" (s s) s
  call_std _, 0, ()
  lt_i32 %0, %0, %1
  ret %0
func "sorts" "int sorts()" () s
  slots h:array<int> h:less s s
  imm32 %2, 3
  call_std %0, 1, (%2)
  new_func %1, :less, @less
  imm32 %3, 0
  call_std _, 2, (%0, %1, %3, %2)
  clean_ret %2
func "steps" "int steps(int)" (s) s
  slots s h:Node t
  var "limit" "int" 0 begin over
  var "i" "int" 1 first over
  var "node" "Node@" 2 first over
  var "s" "string" 3 first over
begin:
  line 0 10 3
  imm32 %1, 0
first:
  line 0 11 3
  new_object %2, :Node
  set32 %2, 8, %0
  str_const %3, 0
top:
  line 0 12 5
  add_imm_i32 %1, %1, 1
  line 0 13 5
  j_lt_i32 %1, %0, top
  line 0 14 3
  clean_ret %1
over:
func "garbage" "int garbage(int)" (s) s
  slots h:Node
again:
  new_object %1, :Node
  set_handle %1, 0, %1
  add_imm_i32 %0, %0, -1
  j_gt_imm_i32 %0, 0, again
  clean_ret %0
"#;

fn machine(limits: Limits) -> (Vm, Arc<Program>) {
    let verified = Program::parse(PROGRAM).unwrap().verify().unwrap_or_else(|errors| panic!("{errors:?}"));
    let program = Arc::clone(verified.program());
    (Vm::new(Image::link(&verified).unwrap(), limits).unwrap(), program)
}

fn func(program: &Program, name: &str) -> FuncId {
    FuncId(program.functions.iter().position(|function| function.name == name).unwrap() as u32)
}

#[test]
fn many_contexts_take_turns() {
    let (mut vm, program) = machine(Limits { stack: 1 << 18, ..Limits::default() });
    let outer = func(&program, "outer");
    let mut contexts: Vec<_> = (1..20).map(|count| vm.context(outer, &[count.into()])).collect();
    let mut results = Vec::new();
    while !contexts.is_empty() {
        contexts.retain_mut(|context| match vm.resume(context) {
            Outcome::Suspended => true,
            Outcome::Finished(value) => {
                results.push(value.to_i32());
                assert!(!context.is_live());
                false
            }
            Outcome::Exception(exception) => panic!("{exception}"),
        });
    }
    assert_eq!(results, (101..120).collect::<Vec<_>>());
    assert_eq!(vm.live_objects(), 0);
}

#[test]
fn dropped_contexts_release_what_they_hold() {
    let (mut vm, program) = machine(Limits::default());
    let outer = func(&program, "outer");
    let mut context = vm.context(outer, &[5.into()]);
    assert!(matches!(vm.resume(&mut context), Outcome::Suspended));
    assert_eq!(vm.live_objects(), 1);
    drop(context);
    vm.collect();
    assert_eq!(vm.live_objects(), 0);
    let mut left = vm.context(outer, &[5.into()]);
    assert!(matches!(vm.resume(&mut left), Outcome::Suspended));
    let (mut other, _) = machine(Limits::default());
    assert!(matches!(other.resume(&mut left), Outcome::Exception(_)));
    assert!(left.is_live());
    vm.shut_down();
    assert_eq!((vm.live_objects(), vm.memory_used()), (0, 0));
    assert!(matches!(vm.resume(&mut left), Outcome::Exception(_)));
}

#[test]
fn coroutines_take_turns() {
    let (mut vm, program) = machine(Limits::default());
    let lines = Rc::new(RefCell::new(Vec::new()));
    let printed = Rc::clone(&lines);
    vm.set_output(move |line| printed.borrow_mut().push(String::from_utf8_lossy(line).into_owned()));
    let value = vm.run(func(&program, "main"), &[]).unwrap();
    assert_eq!(value.to_i32(), 7);
    assert_eq!(*lines.borrow(), ["a0", "m", "a1", "b0", "a2", "b1"]);
    vm.collect();
    assert_eq!(vm.live_objects(), 0);
}

#[test]
fn objects_stay_with_their_machine() {
    let (mut vm, program) = machine(Limits::default());
    let (mut other, _) = machine(Limits::default());
    let node = vm.call(func(&program, "node"), &[]).unwrap();
    assert!(vm.call(func(&program, "take"), std::slice::from_ref(&node)).is_ok());
    let exception = other.call(func(&program, "take"), &[node]).unwrap_err();
    assert_eq!(exception.to_string(), "Wrong arguments for take");
    vm.collect();
    assert_eq!(vm.live_objects(), 0);
}

#[test]
fn a_callback_cannot_be_suspended() {
    let (mut vm, program) = machine(Limits::default());
    let sorts = func(&program, "sorts");
    let mut context = vm.context(sorts, &[]);
    assert!(matches!(vm.resume(&mut context), Outcome::Finished(value) if value.to_i32() == 3));
    assert_eq!(vm.call(sorts, &[]).unwrap().to_i32(), 3);
}

/// Writes down every line with its variables; suspends or aborts at one.
struct Diary {
    lines: Rc<RefCell<Vec<String>>>,
    stop: Option<(u32, Action)>,
}

impl Hook for Diary {
    fn at_line(&mut self, view: &View<'_>) -> Action {
        let place = view.place(0).unwrap();
        let shown: Vec<String> =
            view.variables(0).iter().map(|v| format!("{}={}", v.name, v.value)).collect();
        self.lines.borrow_mut().push(format!("{}:{} {}", view.depth(), place.line, shown.join(" ")));
        match self.stop {
            Some((line, action)) if line == place.line => {
                self.stop = None;
                action
            }
            _ => Action::Continue,
        }
    }
}

fn diary(vm: &mut Vm, stop: Option<(u32, Action)>) -> Rc<RefCell<Vec<String>>> {
    let lines = Rc::default();
    vm.set_hook(Some(Box::new(Diary { lines: Rc::clone(&lines), stop })));
    lines
}

#[test]
fn a_hook_sees_lines_and_variables() {
    let (mut vm, program) = machine(Limits::default());
    let lines = diary(&mut vm, None);
    assert_eq!(vm.call(func(&program, "steps"), &[2.into()]).unwrap().to_i32(), 2);
    let expected = [
        "1:10 limit=2",
        "1:11 limit=2 i=0 node=null s=\"\"",
        "1:12 limit=2 i=0 node=Node { next: null, n: 2 } s=\"x\"",
        "1:13 limit=2 i=1 node=Node { next: null, n: 2 } s=\"x\"",
        "1:12 limit=2 i=1 node=Node { next: null, n: 2 } s=\"x\"",
        "1:13 limit=2 i=2 node=Node { next: null, n: 2 } s=\"x\"",
        "1:14 limit=2 i=2 node=Node { next: null, n: 2 } s=\"x\"",
    ];
    assert_eq!(*lines.borrow(), expected);
}

#[test]
fn a_hook_suspends_and_aborts() {
    let (mut vm, program) = machine(Limits::default());
    let steps = func(&program, "steps");
    let lines = diary(&mut vm, Some((12, Action::Suspend)));
    let mut context = vm.context(steps, &[1.into()]);
    assert!(matches!(vm.resume(&mut context), Outcome::Suspended));
    assert_eq!(lines.borrow().len(), 3);
    vm.set_hook(None);
    assert!(matches!(vm.resume(&mut context), Outcome::Finished(value) if value.to_i32() == 1));
    diary(&mut vm, Some((13, Action::Abort)));
    let exception = vm.call(steps, &[5.into()]).unwrap_err();
    assert_eq!(exception.to_string(), "Aborted at steps:13");
    assert!(!exception.fault.is_catchable());
    assert_eq!(vm.live_objects(), 0);
}

#[test]
fn garbage_is_collected_before_memory_runs_out() {
    let (mut vm, program) = machine(Limits { memory: 10_000, ..Limits::default() });
    assert_eq!(vm.call(func(&program, "garbage"), &[100_000.into()]).unwrap().to_i32(), 0);
    vm.collect();
    assert_eq!(vm.live_objects(), 0);
}
