//! Run-time classes whose methods are script functions.

use std::sync::Arc;

use onefold_reflect::bumpalo::Bump;
use onefold_reflect::{
    BaseInfo, Handle, MemberInfo, MethodInfo, OwnedInfo, ParamInfo, ParamMode, Receiver, Registry,
    RegistryBuilder, Shape, StructInfo, TypeInfo, TypeLink, TypeName, Value as Dynamic, ValueOps,
};
use onefold_script_bytecode::FuncId;
use onefold_script_vm::{Limits, SCRIPT_THUNK, script_data};

use crate::island::{Island, handle};
use crate::world::{Camera, Light, Thing};

/// `class Torch : Light` with a member of its own and a body for `OnTouched`.
fn torch(func: FuncId) -> Arc<OwnedInfo> {
    // SAFETY: members are placed by the registry; the thunk checks what it calls.
    unsafe { OwnedInfo::new(|arena| describe(arena, func)) }
}

fn describe(arena: &Bump, func: FuncId) -> TypeInfo<'_> {
    let by = ParamInfo::new("by", TypeLink::Named("Handle<test::Thing>"));
    let note = ParamInfo { mode: ParamMode::InOut, ..ParamInfo::new("note", TypeLink::Named("String")) };
    let count = ParamInfo { mode: ParamMode::InOut, ..ParamInfo::new("count", TypeLink::Named("i16")) };
    let add = ParamInfo::new("add", TypeLink::Named("Vec3"));
    let params = arena.alloc_slice_copy(&[by, note, count, add]);
    let touched =
        MethodInfo { data: script_data(func), ..MethodInfo::new("OnTouched", Receiver::World, SCRIPT_THUNK) };
    let methods = arena.alloc_slice_copy(&[touched.params(params).ret(TypeLink::Named("String"))]);
    let members = arena.alloc_slice_copy(&[MemberInfo::placed("flicker", TypeLink::Named("f32"))]);
    let shape = StructInfo {
        base: Some(BaseInfo { link: TypeLink::Named("test::Light"), offset: 0 }),
        ..StructInfo::new(members)
    };
    TypeInfo::new(TypeName::new("script", "Torch"), Shape::Struct(shape), ValueOps::BY_MEMBERS)
        .methods(methods)
}

fn with_torch(func: FuncId) -> Arc<Registry> {
    let builder = RegistryBuilder::new().register::<Light>().register::<Camera>();
    builder.with(torch(func)).resolve().unwrap_or_else(|errors| panic!("{errors:?}"))
}

const TEXT: &str = r#"
hosttype "Torch" "Torch"
hostfn "Light" "OnTouched" (h:Light h:Thing pt ps1 s s) t
hostmember "Torch" "i32" i32
hostmember "Torch" "flicker" f32
hostfn "Torch" "Fail" (h:Torch t) t
func "touched" "" (h:Torch h:Thing pt ps1 s s) t
  slots t s t
  place_get_str %6, %2
  str_cat_f64 %6, %6, %7
  place_get %7, %3, 0
  add_imm_i32 %7, %7, 5
  place_set %3, 0, %7
  host_get %7, %0, 1
  str_cat_i64 %6, %6, %7
  place_set_str %2, %6
  host_get %7, %0, 2
  str_f64 %8, %7
  ret_str %6
func "touch" "" (h:Light h:Thing) t
  slots s s s t t ps1 pt
  imm32 %2, -3
  imm32 %3, 1.0
  str_const %5, 0
  place %7, %2
  place %8, %5
  call_host %6, 0, (%0, %1, %8, %7, %3, %4)
  str_cat %6, %6, %5
  str_cat_i64 %6, %6, %2
  ret_str %6
func "throws" "" (h:Torch h:Thing pt ps1 s s) t
  slots t
  str_const %6, 0
  call_host %6, 3, (%0, %6)
  ret_str %6
func "other" "" (h:Torch) void
  ret_void
"#;

fn torch_island(body: &str) -> Island {
    let probe = crate::island::program(TEXT);
    let at = probe.program().functions.iter().position(|function| function.name == body).unwrap();
    Island::with(TEXT, &with_torch(FuncId(at as u32)), Limits::default())
}

#[test]
fn the_most_derived_body_runs() {
    let mut island = torch_island("touched");
    let light = island.light();
    let thing = island.thing(8);
    let torch: Handle<Light> = island.cx.create("Torch").unwrap().typed();
    island.cx.get_mut(torch).unwrap().i32 = 6;
    let base = "light 0 by 8textbase 1 4294967292".to_owned();
    let derived = "text06text06";
    for _ in 0..3 {
        assert_eq!(island.text("touch", &[handle(light), handle(thing)]).unwrap(), base);
        let found = island.text("touch", &[handle(torch), handle(thing)]).unwrap();
        assert_eq!(found, format!("{derived}{}", "2"));
    }
    // The same from Rust, by the dynamic road.
    let args = [Dynamic::Null, "x".into(), 10.into(), Dynamic::List(vec![1.into(), 2.into(), 3.into()])];
    let (value, outs) = island.cx.invoke_out(torch.any(), "OnTouched", &args).unwrap();
    assert_eq!(value, "x06".into());
    assert_eq!(outs, [(1, "x06".into()), (2, 15.into())]);
}

#[test]
fn a_body_that_throws_faults() {
    let mut island = torch_island("throws");
    let thing: Handle<Thing> = island.thing(8);
    let torch: Handle<Light> = island.cx.create("Torch").unwrap().typed();
    let thrown = island.text("touch", &[handle(torch), handle(thing)]).unwrap_err();
    assert_eq!(thrown, "text at touch:0");
    let args = [Dynamic::Null, "x".into(), 10.into(), Dynamic::List(vec![1.into(), 2.into(), 3.into()])];
    let why = island.cx.invoke(torch.any(), "OnTouched", &args).unwrap_err();
    let why = why.iter().next().unwrap();
    assert_eq!((why.code.0, why.message.as_str()), ("script_exception", "text"));
    assert_eq!(why.notes.len(), 1);
}

#[test]
fn a_body_of_other_types_does_not_run() {
    let mut island = torch_island("other");
    let torch: Handle<Light> = island.cx.create("Torch").unwrap().typed();
    let wrong = island.text("touch", &[handle(torch), handle(torch)]).unwrap_err();
    assert_eq!(wrong, "The script body of OnTouched has other types at touch:0");
    // Without a machine there is none at all.
    let mut alone = onefold_reflect::Cx::new(with_torch(FuncId(0)));
    let torch = alone.create("Torch").unwrap();
    let args = [Dynamic::Null, "x".into(), 10.into(), Dynamic::List(vec![1.into(), 2.into(), 3.into()])];
    assert!(alone.invoke(torch, "OnTouched", &args).is_err());
}
