//! World methods, overriding by run-time types, stale handles, re-entry, and destructors while a leaf runs.
#![expect(unsafe_code, reason = "a thunk written by hand, as a script engine or plugin has it")]

use std::cell::RefCell;
use std::sync::Arc;

use onefold_reflect::bumpalo;
use onefold_reflect::call::{self, Status};
use onefold_reflect::{
    BaseInfo, Cx, Handle, Lifecycle, MemberInfo, Method, MethodInfo, OwnedInfo, ParamInfo, Receiver, Reflect,
    Registry, RegistryBuilder, Shape, Slot, StructInfo, TypeInfo, TypeLink, TypeName, Value, ValueOps,
    reflect,
};

use crate::{codes, island};

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(object)]
pub struct Door {
    pub opened: u32,
    pub log: Vec<String>,
}

#[reflect(rename_all = "PascalCase")]
impl Door {
    /// Says how often it was opened.
    #[reflect(overridable)]
    pub fn open(this: Handle<Self>, cx: &mut Cx, who: &str, times: u32) -> u32 {
        let Ok(door) = cx.get_mut(this) else { return 0 };
        door.opened += times;
        door.log.push(who.to_owned());
        door.opened
    }

    #[reflect(overridable)]
    pub fn judge(this: Handle<Self>, cx: &mut Cx, text: &mut String) -> Result<String, String> {
        let door = cx.get(this).map_err(|err| err.to_string())?;
        text.push_str(&door.opened.to_string());
        if door.opened > 2 { Err("worn out".into()) } else { Ok(text.to_uppercase()) }
    }

    /// Calls itself through the front door.
    pub fn nest(this: Handle<Self>, cx: &mut Cx, depth: u32) -> Result<u32, String> {
        if depth == 0 {
            return Ok(0);
        }
        let below = cx.invoke(this.any(), "Nest", &[(depth - 1).into()]);
        let below = below.map_err(|errors| {
            // The innermost error is told through all levels.
            let first = errors.iter().next().map(|one| (one.code.0, one.message.clone()));
            first.map_or_else(
                String::new,
                |(code, text)| if code == "call_failed" { text } else { code.to_owned() },
            )
        })?;
        Ok(below.as_int().unwrap_or_default() as u32 + 1)
    }

    /// Removes itself in the middle of its own body.
    pub fn vanish(this: Handle<Self>, cx: &mut Cx) -> bool {
        cx.remove(this.any()) && cx.get(this).is_err()
    }

    pub fn spawn(cx: &mut Cx, count: u32) -> Handle<Door> {
        let mut last = Handle::NULL;
        for _ in 0..count {
            last = cx.insert(Door::default()).unwrap_or(Handle::NULL);
        }
        last
    }

    fn on_init(&mut self) {
        self.log.push("init".into());
    }

    pub fn on_update(this: Handle<Self>, cx: &mut Cx, seconds: f32) {
        if let Ok(door) = cx.get_mut(this) {
            door.log.push(format!("update {seconds}"));
        }
    }

    fn on_changed(&mut self, member: &str) {
        self.log.push(format!("changed {member}"));
    }
}

/// What a script engine would run: the data word tells which function.
unsafe extern "C" fn scripted(cx: *mut Cx, method: *const Method, this: Slot, io: *mut Slot) -> Status {
    // SAFETY: called by the island for a world method of a class derived from `Door`.
    unsafe {
        let data = (*method).data() as u32;
        call::world::<Door, u32>(cx, this, io, |this, cx, args| {
            let who = args.text().to_owned();
            let times = args.get::<u32>();
            Door::open_base(this, cx, &format!("scripted {who}"), times) + data
        })
    }
}

fn described(build: impl for<'a> FnOnce(&'a bumpalo::Bump) -> TypeInfo<'a>) -> Arc<OwnedInfo> {
    // SAFETY: the thunks in this file fit the methods they are described with.
    unsafe { OwnedInfo::new(build) }
}

fn script_class(name: &'static str, method: &'static str, times: TypeLink<'static>) -> Arc<OwnedInfo> {
    described(|arena| {
        let params = arena.alloc_slice_copy(&[
            ParamInfo::new("who", TypeLink::Named("String")),
            ParamInfo::new("times", times),
        ]);
        let methods = arena.alloc_slice_copy(&[MethodInfo {
            data: 1000,
            ..MethodInfo::new(method, Receiver::World, scripted).params(params).ret(u32::LINK)
        }]);
        let members = arena.alloc_slice_copy(&[MemberInfo::placed("charge", f64::LINK)]);
        let base = BaseInfo { link: TypeLink::Named("onefold_reflect::Door"), offset: 0 };
        let shape = Shape::Struct(StructInfo { base: Some(base), ..StructInfo::new(members) });
        TypeInfo::new(TypeName::new("script", name), shape, ValueOps::BY_MEMBERS).methods(methods)
    })
}

fn with_script() -> Arc<Registry> {
    let class = script_class("MagicDoor", "Open", u32::LINK);
    RegistryBuilder::new().register::<Door>().with(class).resolve().unwrap()
}

#[test]
fn a_run_time_class_overrides_a_rust_method() {
    let mut cx = Cx::new(with_script());
    let magic = cx.create("MagicDoor").unwrap();
    assert_eq!(Door::open(magic.typed(), &mut cx, "Ann", 2), Ok(1002));
    assert_eq!(cx.invoke(magic, "Open", &["Bob".into(), 1.into()]), Ok(1003.into()));
    assert_eq!(cx.get::<Door>(magic.typed()).unwrap().log, ["scripted Ann", "scripted Bob"]);
    let plain = cx.create("Door").unwrap();
    assert_eq!(Door::open(plain.typed(), &mut cx, "Ann", 2), Ok(2));
    let magic_entry = cx.registry().find("script::MagicDoor").unwrap();
    let names: Vec<&str> = magic_entry.members().iter().map(|member| member.name()).collect();
    assert_eq!(names, ["opened", "log", "charge"]);
}

#[test]
fn a_method_of_another_shape_is_no_override() {
    // Same name, same count of slots, other types: must not be taken for the declared one.
    let class = script_class("OddDoor", "Open", f32::LINK);
    let registry = RegistryBuilder::new().register::<Door>().with(class).resolve().unwrap();
    let mut cx = Cx::new(registry);
    let odd = cx.create("OddDoor").unwrap();
    assert_eq!(Door::open(odd.typed(), &mut cx, "Ann", 2), Ok(2));
    assert_eq!(cx.get::<Door>(odd.typed()).unwrap().log, ["Ann"]);
}

#[test]
fn an_override_with_another_result_is_refused() {
    let class = described(|arena| {
        let params = arena
            .alloc_slice_copy(&[ParamInfo::new("who", String::LINK), ParamInfo::new("times", u32::LINK)]);
        let method = MethodInfo::new("Open", Receiver::World, scripted).params(params).ret(f64::LINK);
        let base = BaseInfo { link: Door::LINK, offset: 0 };
        let shape = Shape::Struct(StructInfo { base: Some(base), ..StructInfo::new(&[]) });
        TypeInfo::new(TypeName::new("script", "BadDoor"), shape, ValueOps::BY_MEMBERS)
            .methods(arena.alloc_slice_copy(&[method]))
    });
    let errors = RegistryBuilder::new().register::<Door>().with(class).resolve().unwrap_err();
    assert_eq!(codes(&errors), ["description_invalid"]);
}

#[test]
fn mut_arguments_and_results_pass_a_dispatch() {
    let mut cx = island::<Door>();
    let door = cx.insert(Door { opened: 1, ..Door::default() }).unwrap();
    let mut text = "seen ".to_owned();
    assert_eq!(Door::judge(door, &mut cx, &mut text), Ok("SEEN 1".into()));
    assert_eq!(text, "seen 1");
    cx.get_mut(door).unwrap().opened = 3;
    let error = Door::judge(door, &mut cx, &mut text).unwrap_err();
    assert_eq!((error.0.code.0, error.0.message.as_str()), ("call_failed", "worn out"));
    assert_eq!(Door::judge_base(door, &mut cx, &mut text), Err("worn out".to_owned()));
}

#[test]
fn stale_and_null_handles_are_errors() {
    let mut cx = island::<Door>();
    let door = cx.insert(Door::default()).unwrap();
    assert!(cx.remove(door.any()));
    let second = cx.insert(Door::default()).unwrap();
    assert_eq!(second.any().index(), door.any().index());
    assert_eq!(Door::open(door, &mut cx, "Ann", 1).unwrap_err().0.code.0, "entity_stale");
    assert_eq!(Door::open(Handle::NULL, &mut cx, "Ann", 1).unwrap_err().0.code.0, "entity_stale");
    assert_eq!(
        codes(&cx.invoke(door.any(), "Open", &["Ann".into(), 1.into()]).unwrap_err()),
        ["entity_stale"]
    );
    assert_eq!(cx.get(second).unwrap().opened, 0);
}

#[test]
fn world_methods_may_call_back_in_and_remove_themselves() {
    let mut cx = island::<Door>();
    let door = cx.insert(Door::default()).unwrap();
    assert_eq!(cx.invoke(door.any(), "Nest", &[20.into()]), Ok(20.into()));
    let error = cx.invoke(door.any(), "Nest", &[100_000.into()]).unwrap_err();
    assert_eq!(error.iter().next().unwrap().message, "budget_exceeded");
    assert_eq!(cx.invoke(door.any(), "Nest", &[3.into()]), Ok(3.into()));
    assert_eq!(cx.invoke(door.any(), "Vanish", &[]), Ok(true.into()));
    assert!(!cx.objects().is_alive(door.any()));
    let Ok(Value::Handle(last)) = cx.invoke_static("Door::Spawn", &[3.into()]) else { panic!() };
    assert!(cx.objects().is_alive(last) && cx.objects().len() == 3);
}

#[test]
fn lifecycle_functions_are_found_under_their_canonical_names() {
    let mut cx = island::<Door>();
    let door = cx.insert(Door::default()).unwrap();
    let entry = cx.registry().entry_of::<Door>().unwrap().clone();
    let has: Vec<Lifecycle> = Lifecycle::ALL.into_iter().filter(|one| entry.lifecycle().has(*one)).collect();
    assert_eq!(has, [Lifecycle::Init, Lifecycle::Update, Lifecycle::Changed]);
    cx.invoke(door.any(), "OnInit", &[]).unwrap();
    cx.invoke(door.any(), "OnUpdate", &[0.5.into()]).unwrap();
    cx.invoke(door.any(), "OnChanged", &["opened".into()]).unwrap();
    assert_eq!(cx.get(door).unwrap().log, ["init", "update 0.5", "changed opened"]);
}

thread_local! {
    static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn note(what: &'static str) {
    LOG.with(|log| log.borrow_mut().push(what));
}

#[derive(Reflect, Default)]
#[reflect(object)]
pub struct Mortal {
    pub number: i32,
}

impl Drop for Mortal {
    fn drop(&mut self) {
        note("dropped");
    }
}

/// A leaf whose body drops something that reaches the island: here it removes the very object it runs on.
unsafe extern "C" fn suicidal(cx: *mut Cx, _: *const Method, this: Slot, io: *mut Slot) -> Status {
    // SAFETY: called by the island for a leaf method of `Mortal`; no reference to the island lives in the body.
    unsafe {
        call::leaf_mut::<Mortal, ()>(cx, this, io, |this, _| {
            for (handle, _) in (*cx).objects().iter().collect::<Vec<_>>() {
                assert!((*cx).remove(handle));
            }
            note("removed");
            this.number += 1;
            note("still there");
        })
    }
}

#[test]
fn an_object_removed_while_a_leaf_runs_lives_until_the_leaf_ends() {
    let class = described(|arena| {
        let base = BaseInfo { link: Mortal::LINK, offset: 0 };
        let shape = Shape::Struct(StructInfo { base: Some(base), ..StructInfo::new(&[]) });
        let methods = [MethodInfo::new("End", Receiver::LeafMut, suicidal)];
        TypeInfo::new(TypeName::new("script", "Brief"), shape, ValueOps::BY_MEMBERS)
            .methods(arena.alloc_slice_copy(&methods))
    });
    let registry = RegistryBuilder::new().register::<Mortal>().with(class).resolve().unwrap();
    let mut cx = Cx::new(registry);
    let brief = cx.create("Brief").unwrap();
    cx.insert(Mortal::default()).unwrap();
    LOG.with(|log| log.borrow_mut().clear());
    cx.invoke(brief, "End", &[]).unwrap();
    let log = LOG.with(|log| log.borrow().clone());
    assert_eq!(log, ["removed", "still there", "dropped", "dropped"]);
    assert!(cx.objects().is_empty() && !cx.in_leaf());
}

#[test]
fn two_methods_of_one_name_and_parameters_are_refused() {
    let class = described(|arena| {
        let methods = [MethodInfo::new("f", Receiver::LeafMut, suicidal); 2];
        let base = BaseInfo { link: Mortal::LINK, offset: 0 };
        let shape = Shape::Struct(StructInfo { base: Some(base), ..StructInfo::new(&[]) });
        TypeInfo::new(TypeName::new("script", "Both"), shape, ValueOps::BY_MEMBERS)
            .methods(arena.alloc_slice_copy(&methods))
    });
    let errors = RegistryBuilder::new().register::<Mortal>().with(class).resolve().unwrap_err();
    assert_eq!(codes(&errors), ["name_clash"]);
}
