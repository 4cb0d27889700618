//! Host methods that run scripts again, while a script runs them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use onefold_reflect::{Cx, RegistryBuilder};
use onefold_script_vm::{Fault, Image, Limits, Outcome, Scripts, Value, Vm};

use crate::island::{Island, handle, program, registry};
use crate::world::{Camera, Light};

const TEXT: &str = r#"
hostfn "Light" "Enter" (h:Light s s) s
hostfn "Light" "Coroutine" (s s) s
hostfn "Light" "DropScripts" () s
hostmember "Light" "i32" i32
stdfn 653 () void
stdfn 654 (t) void
class "Node" 8
  field "name" "string" t 0
  destructor @Node::~Node
func "sum" "" (h:Light s) s
  slots s s t h:Node s
  j_le_imm_i32 %1, 0, end
  new_object %5, :Node
  built %5
  str_const %4, 0
  set_str %5, 0, %4
  host_get %2, %0, 3
  add_i32 %2, %2, %1
  host_set %0, %2, 3
  add_imm_i32 %3, %1, -1
  imm32 %6, 0
  call_host %3, 0, (%0, %6, %3)
  add_i32 %3, %3, %1
  clean_ret %3
end:
  imm32 %3, 0
  clean_ret %3
func "Node::~Node" "" (h:Node) void
  slots t
  get_str %1, %0, 0
  clean_ret_void
func "spin" "" (h:Light s) s
loop:
  jump loop
func "try spin" "" (h:Light s) s
  slots s
  try start end handler
start:
  imm32 %2, 2
  call_host %2, 0, (%0, %2, %1)
end:
  ret %2
handler:
  imm32 %2, -1
  ret %2
func "divide" "" (h:Light s) s
  slots s
  div_i32 %2, %1, %2
  ret %2
func "try divide" "" (h:Light s) s
  slots s
  try start end handler
start:
  imm32 %2, 4
  call_host %2, 0, (%0, %2, %1)
end:
  ret %2
handler:
  imm32 %2, -1
  ret %2
func "let divide" "" (h:Light s) s
  slots s
  imm32 %2, 4
  call_host %2, 0, (%0, %2, %1)
  ret %2
func "steps" "" (s) s
  slots s
again:
  call_std _, 0, ()
  add_imm_i32 %1, %1, 10
  add_imm_i32 %0, %0, -1
  j_gt_imm_i32 %0, 0, again
  ret %1
func "coroutine" "" (s) s
  slots s
  imm32 %1, 7
  call_host %1, 1, (%1, %0)
  ret %1
func "nested coroutine" "" (s) s
  slots s
  call_std _, 0, ()
  imm32 %1, 8
  call_host %1, 1, (%1, %0)
  call_std _, 0, ()
  ret %1
func "drop" "" (s) s
  slots s t
  call_host %1, 2, ()
  str_const %2, 0
  call_std _, 1, (%2)
  add_i32 %1, %1, %0
  clean_ret %1
"#;

#[test]
fn scripts_call_scripts_through_the_host() {
    let mut island = Island::new(TEXT);
    let light = island.light();
    for _ in 0..3 {
        assert_eq!(island.int("sum", &[handle(light), 20.into()]), Ok(210));
    }
    assert_eq!(island.get(light).i32, 630);
    let deep = island.int("sum", &[handle(light), 1000.into()]).unwrap_err();
    assert_eq!(deep, "Stack overflow at sum:0");
    assert_eq!(island.int("sum", &[handle(light), 3.into()]), Ok(6));
    assert!(!island.scripts.is_running());
}

#[test]
fn exceptions_pass_through_the_host() {
    let mut island = Island::new(TEXT);
    let light = island.light();
    assert_eq!(island.int("try divide", &[handle(light), 1.into()]), Ok(-1));
    let whole = island.int("let divide", &[handle(light), 1.into()]);
    assert_eq!(whole, Err("Divide by zero at let divide:0".to_owned()));
}

#[test]
fn a_spent_budget_is_not_caught_on_the_way() {
    let limits = Limits { fuel: 100_000, ..Limits::default() };
    let mut island = Island::with(TEXT, &registry(), limits);
    let light = island.light();
    let func = island.func("try spin");
    for _ in 0..2 {
        let ended = island.scripts.call(&mut island.cx, func, &[handle(light), 1.into()]);
        assert_eq!(ended.unwrap_err().fault, Fault::OutOfFuel);
    }
    assert_eq!(island.int("try divide", &[handle(light), 1.into()]), Ok(-1));
}

#[test]
fn contexts_run_within_calls_and_contexts() {
    let mut island = Island::new(TEXT);
    assert_eq!(island.int("coroutine", &[3.into()]), Ok(3030));
    let mut context = island.scripts.context(island.func("nested coroutine"), &[4.into()]);
    let mut suspended = 0;
    let value = loop {
        match island.scripts.resume(&mut island.cx, &mut context) {
            Outcome::Suspended => suspended += 1,
            Outcome::Finished(value) => break value.to_i32(),
            Outcome::Exception(exception) => panic!("{exception}"),
        }
    };
    // What is suspended within the call is resumed there; only the outermost yields reach this loop.
    assert_eq!((suspended, value), (2, 4040));
}

#[test]
fn the_service_may_go_while_it_runs() {
    let mut island = Island::new(TEXT);
    assert_eq!(island.int("drop", &[5.into()]), Ok(6));
    assert!(Scripts::of(&island.cx).is_none());
    // Only the island's handle went.
    assert_eq!(island.int("drop", &[5.into()]), Ok(5));
    let mut alone = Island::new(TEXT);
    let func = alone.func("drop");
    let other = Island::new(TEXT);
    let scripts = std::mem::replace(&mut alone.scripts, other.scripts.clone());
    assert_eq!(scripts.call(&mut alone.cx, func, &[1.into()]).unwrap().to_i32(), 2);
}

#[test]
fn a_busy_machine_says_so() {
    let mut island = Island::new(TEXT);
    let found = Rc::new(RefCell::new(Vec::new()));
    let (scripts, seen) = (island.scripts.clone(), Rc::clone(&found));
    let func = island.func("steps");
    island.scripts.with(|vm| {
        vm.set_output(move |_| {
            let mut other = Cx::new(registry());
            let busy = scripts.call(&mut other, func, &[1.into()]);
            seen.borrow_mut().push(busy.unwrap_err().to_string());
            seen.borrow_mut().push(format!("{:?}", scripts.with(|vm| vm.live_objects())));
        });
    });
    assert_eq!(island.int("drop", &[5.into()]), Ok(6));
    assert_eq!(*found.borrow(), ["The machine is busy", "None"]);
    island.scripts.with(|vm| vm.set_output(|_| {}));
}

#[test]
fn another_registry_is_refused() {
    let mut island = Island::new(TEXT);
    let other = RegistryBuilder::new().register::<Camera>().register::<Light>().resolve().unwrap();
    let mut cx = Cx::new(other);
    let light = cx.insert(Light::default()).unwrap();
    let func = island.func("sum");
    let refused = island.scripts.call(&mut cx, func, &[handle(light), 1.into()]).unwrap_err();
    assert_eq!(refused.to_string(), "The program was linked with another registry");
    // A later revision has the same types.
    let later = island.cx.registry().revised(Vec::new(), &[]).unwrap();
    assert!(island.cx.set_registry(later));
    let light = island.light();
    assert_eq!(island.int("sum", &[handle(light), 2.into()]), Ok(3));
}

#[test]
fn a_machine_beside_the_island() {
    let verified = program(TEXT);
    let registry = registry();
    let mut vm = Vm::new(Image::link_host(&verified, &registry).unwrap(), Limits::default()).unwrap();
    let mut cx = Cx::new(Arc::clone(&registry));
    let light = cx.insert(Light { i32: 4, ..Light::default() }).unwrap();
    let find = |name: &str| {
        let at = verified.program().functions.iter().position(|function| function.name == name);
        onefold_script_bytecode::FuncId(at.unwrap() as u32)
    };
    let alone = vm.call_in(&mut cx, find("let divide"), &[handle(light), 2.into()]);
    assert_eq!(alone.unwrap_err().to_string(), "no scripts at let divide:0");
    let mut context = vm.context(find("steps"), &[Value::from(1)]);
    assert!(matches!(vm.resume_in(&mut cx, &mut context), Outcome::Suspended));
    assert!(matches!(vm.resume(&mut context), Outcome::Finished(value) if value.to_i32() == 10));
}
