//! Members of every width and kind, in place and computed; handles that lead nowhere.

use glam::{Mat4, Quat, Vec2, Vec3};
use onefold_reflect::{AnyHandle, Handle};
use onefold_script_vm::{HostGlobals, Value};

use crate::island::{Island, handle, slots, world};
use crate::world::{Camera, Inner, Kind, Light, Thing};

/// Per member its storage, what is written and what is then read.
const NUMBERS: &[(&str, &str, u64, u64)] = &[
    ("on", "bool", 2, 1),
    ("i8", "i8", 0xffff_fffd, 0xffff_fffd),
    ("u8", "u8", 0x1fa, 0xfa),
    ("i16", "i16", 0xffff_8000, 0xffff_8000),
    ("u16", "u16", 0xffff, 0xffff),
    ("i32", "i32", 0x8000_0001, 0x8000_0001),
    ("u32", "u32", 0xdead_beef, 0xdead_beef),
    ("i64", "i64", u64::MAX - 4, u64::MAX - 4),
    ("u64", "u64", 0x0123_4567_89ab_cdef, 0x0123_4567_89ab_cdef),
    ("f32", "f32", 0x3fc0_0000, 0x3fc0_0000),
    ("f64", "f64", 0x4004_0000_0000_0000, 0x4004_0000_0000_0000),
    ("ch", "u32", 'ß' as u64, 'ß' as u64),
    ("kind", "i32", -5_i32 as u32 as u64, -5_i32 as u32 as u64),
    ("inner.a", "f32", 0x4000_0000, 0x4000_0000),
    ("inner.v.y", "f32", 0x4040_0000, 0x4040_0000),
    ("v3.z", "f32", 0x4080_0000, 0x4080_0000),
    ("q.w", "f32", 0xbf80_0000, 0xbf80_0000),
    ("id", "i32", 77, 77),
];

#[test]
fn numbers_of_every_width() {
    let mut text = String::new();
    for (name, storage, ..) in NUMBERS {
        text += &format!("hostmember \"Light\" \"{name}\" {storage}\n");
    }
    for (at, (name, ..)) in NUMBERS.iter().enumerate() {
        text +=
            &format!("func \"get {name}\" \"\" (h:Light) s\n  slots s\n  host_get %1, %0, {at}\n  ret %1\n");
        text += &format!("func \"set {name}\" \"\" (h:Light s) void\n  host_set %0, %1, {at}\n  ret_void\n");
    }
    let mut island = Island::new(&text);
    let light = island.light();
    for round in 0..2 {
        for (name, _, written, _) in NUMBERS {
            island.call(&format!("set {name}"), &[handle(light), Value::Scalar(*written)]).unwrap();
        }
        for (name, _, _, read) in NUMBERS {
            let found = island.call(&format!("get {name}"), &[handle(light)]).unwrap();
            assert_eq!(found.bits(), *read, "{name} in round {round}");
        }
    }
    let expected = Light {
        on: true,
        i8: -3,
        u8: 0xfa,
        i16: i16::MIN,
        u16: 0xffff,
        i32: i32::MIN + 1,
        u32: 0xdead_beef,
        i64: -5,
        u64: 0x0123_4567_89ab_cdef,
        f32: 1.5,
        f64: 2.5,
        ch: 'ß',
        kind: Kind::Spot,
        inner: Inner { a: 2.0, v: Vec2::new(0.0, 3.0) },
        v3: Vec3::new(0.0, 0.0, 4.0),
        q: Quat::from_xyzw(0.0, 0.0, 0.0, -1.0),
        thing: Thing { id: 77, ..Thing::default() },
        ..Light::default()
    };
    assert_eq!(*island.get(light), expected);
    let wrong = island.call("set kind", &[handle(light), 3.into()]);
    assert_eq!(wrong.unwrap_err(), "3 is no value of Kind at set kind:0");
    let wrong = island.call("set ch", &[handle(light), 0xd800_u32.into()]);
    assert_eq!(wrong.unwrap_err(), "0xd800 is no character at set ch:0");
    assert_eq!(*island.get(light), expected);
}

#[test]
fn value_bytes() {
    let mut island = Island::new(
        r#"
hostmember "Light" "v2" b8
hostmember "Light" "m_V3" b12
hostmember "Light" "m" b64
func "v2" "" (h:Light s) s
  slots s
  host_get %2, %0, 0
  host_set %0, %1, 0
  ret %2
func "v3" "" (h:Light s s) s2
  slots s s
  host_get %3, %0, 1
  host_set %0, %1, 1
  ret_n %3, 2
func "m" "" (h:Light s s s s s s s s) s8
  slots s s s s s s s s
  host_get %9, %0, 2
  host_set %0, %1, 2
  ret_n %9, 8
"#,
    );
    let light = island.light();
    let two = u64::from(1.0_f32.to_bits()) | u64::from(2.0_f32.to_bits()) << 32;
    let three = u64::from(3.0_f32.to_bits());
    for round in 0..2 {
        let old = island.call("v2", &[handle(light), Value::Scalar(two)]).unwrap().bits();
        assert_eq!(old, two * round);
        // What lies in a slot beyond the value is not kept.
        let new = Value::Slots(vec![two, three | 0xffff_ffff << 32]);
        let old = slots(&island.call("v3", &[handle(light), new]).unwrap());
        assert_eq!(old, [two * round, three * round]);
        island.call("m", &[handle(light), Value::Slots(vec![two; 8])]).unwrap();
    }
    let light = island.get(light);
    assert_eq!((light.v2, light.v3), (Vec2::new(1.0, 2.0), Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!(
        light.m,
        Mat4::from_cols_array(&[1., 2., 1., 2., 1., 2., 1., 2., 1., 2., 1., 2., 1., 2., 1., 2.])
    );
}

const REFERENCES: &str = r#"
hostmember "Light" "text" t
hostmember "Light" "path" t
hostmember "Light" "target" h:Thing
hostmember "Light" "label" t
func "texts" "" (h:Light t) t
  slots t t
  host_get_str %2, %0, 0
  host_set_str %0, %1, 0
  host_get_str %3, %0, 1
  host_set_str %0, %1, 1
  host_set_str %0, %1, 3
  str_cat %2, %2, %3
  ret_str %2
func "target" "" (h:Light h:Thing) h:Thing
  slots h:Thing
  host_get_handle %2, %0, 2
  host_set_handle %0, %1, 2
  ret_handle %2
"#;

#[test]
fn strings_and_handles() {
    let mut island = Island::new(REFERENCES);
    let (light, thing) = (island.light(), island.thing(5));
    assert_eq!(island.text("texts", &[handle(light), "grün".into()]).unwrap(), "");
    let wild = Value::Text(vec![b'a', 0xff, b'b']);
    assert_eq!(island.text("texts", &[handle(light), wild]).unwrap(), "grüngrün");
    let found = island.get(light);
    assert_eq!((found.text.as_str(), found.path.as_str()), ("a\u{fffd}b", "a\u{fffd}b"));
    assert_eq!(found.thing.label, "a\u{fffd}b");
    let old = island.call("target", &[handle(light), handle(thing)]).unwrap();
    assert!(world(&old).is_null());
    // A light is a thing; the handle stays what it is.
    let old = island.call("target", &[handle(light), handle(light)]).unwrap();
    assert_eq!(world(&old), thing.any());
    assert_eq!(island.get(light).target.any(), light.any());
    // The host's own handles may hold anything; scripts see null where it is no object of a table.
    island.cx.get_mut(light).unwrap().target = AnyHandle::from_bits(0x1000).typed();
    let old = island.call("target", &[handle(light), AnyHandle::NULL.into()]).unwrap();
    assert!(world(&old).is_null());
    assert!(island.get(light).target.is_null());
}

#[test]
fn computed_members() {
    let mut island = Island::new(
        r#"
hostmember "Light" "power" f32
hostmember "Light" "name" t
hostmember "Light" "age" i32
hostfn "Light" "geti_spot" (h:Light s) s
hostfn "Light" "seti_spot" (h:Light s s) void
func "power" "" (h:Light s) s
  slots s
  host_set %0, %1, 0
  host_get %2, %0, 0
  ret %2
func "name" "" (h:Light t) t
  slots t
  host_set_str %0, %1, 1
  host_get_str %2, %0, 1
  ret_str %2
func "age" "" (h:Light) s
  slots s
  host_get %1, %0, 2
  ret %1
func "spot" "" (h:Light s s) s
  slots s
  call_host _, 4, (%0, %1, %2)
  call_host %3, 3, (%0, %1)
  ret %3
func "read" "" (h:Light s) s
  slots s
  call_host %2, 3, (%0, %1)
  ret %2
"#,
    );
    let light = island.light();
    let power = island.call("power", &[handle(light), 2.5_f32.into()]).unwrap();
    assert_eq!((power.bits() as u32, island.get(light).watts), (2.5_f32.to_bits(), 2.5));
    let wrong = island.call("power", &[handle(light), (-1.0_f32).into()]);
    assert_eq!(wrong.unwrap_err(), "power is not negative at power:0");
    assert_eq!(island.text("name", &[handle(light), "Lux".into()]).unwrap(), "Lux");
    assert_eq!(island.int("age", &[handle(light)]), Ok(41));
    assert_eq!(island.int("spot", &[handle(light), 2.into(), 8.into()]), Ok(8));
    assert_eq!(island.get(light).spots, [0, 0, 8, 0]);
    assert_eq!(island.int("read", &[handle(light), 9.into()]), Err("no such spot at read:0".to_owned()));
    let panics = island.int("spot", &[handle(light), 9.into(), 8.into()]).unwrap_err();
    assert!(panics.starts_with("the method panicked: index out of bounds"), "{panics}");
}

/// Every way to use a handle, as functions of one light.
const USES: &str = r#"
hostmember "Light" "i32" i32
hostmember "Light" "text" t
hostmember "Light" "target" h:Thing
hostmember "Light" "kind" i32
hostmember "Light" "power" f32
hostfn "Light" "Neg8" (h:Light s) s
hostfn "Light" "Greet" (h:Light t s) t
hostfn "Light" "Kill" (h:Light) s
func "get" "" (h:Light) void
  slots s
  host_get %1, %0, 0
  ret_void
func "set" "" (h:Light) void
  slots s
  host_set %0, %1, 0
  ret_void
func "get_str" "" (h:Light) void
  slots t
  host_get_str %1, %0, 1
  clean_ret_void
func "set_str" "" (h:Light) void
  slots t
  host_set_str %0, %1, 1
  clean_ret_void
func "get_handle" "" (h:Light) void
  slots h:Thing
  host_get_handle %1, %0, 2
  clean_ret_void
func "set_handle" "" (h:Light) void
  slots h:Thing
  host_set_handle %0, %1, 2
  clean_ret_void
func "get_enum" "" (h:Light) void
  slots s
  host_get %1, %0, 3
  ret_void
func "set_enum" "" (h:Light) void
  slots s
  host_set %0, %1, 3
  ret_void
func "get_computed" "" (h:Light) void
  slots s
  host_get %1, %0, 4
  ret_void
func "set_computed" "" (h:Light) void
  slots s
  host_set %0, %1, 4
  ret_void
func "leaf" "" (h:Light) void
  slots s
  call_host %1, 5, (%0, %1)
  ret_void
func "full" "" (h:Light) void
  slots s t
  call_host %2, 6, (%0, %2, %1)
  clean_ret_void
func "world" "" (h:Light) void
  slots s
  call_host %1, 7, (%0)
  ret_void
"#;

#[test]
fn handles_that_lead_nowhere() {
    let mut island = Island::new(USES);
    let names: Vec<String> = island.program.functions.iter().map(|function| function.name.clone()).collect();
    let live = island.light();
    let gone = island.light();
    // Once with nothing remembered, once after a good use, once with the slot taken by the next object.
    for round in 0..3 {
        match round {
            1 => assert!(island.cx.remove(gone.any())),
            2 => {
                let next = island.light();
                assert_eq!(next.any().index(), gone.any().index());
            }
            _ => {}
        }
        for name in names.iter().filter(|name| *name != "world") {
            let null = island.call(name, &[AnyHandle::NULL.into()]);
            assert_eq!(null.unwrap_err(), format!("Null pointer access at {name}:0"));
            if round > 0 {
                let stale = island.call(name, &[handle(gone)]);
                assert_eq!(stale.unwrap_err(), format!("Stale handle to Light at {name}:0"));
            }
            island.call(name, &[handle(live)]).unwrap();
        }
        let null = island.call("world", &[AnyHandle::NULL.into()]);
        assert_eq!(null.unwrap_err(), "Null pointer access at world:0");
        let stale = island.call("world", &[AnyHandle::world(99, 99).into()]);
        assert_eq!(stale.unwrap_err(), "Stale handle to Light at world:0");
    }
    let camera = island.cx.insert(Camera::default()).unwrap();
    for name in &names {
        assert_eq!(island.call(name, &[handle(camera)]).unwrap_err(), format!("Wrong arguments for {name}"));
    }
    island.call("world", &[handle(live)]).unwrap();
    assert!(!island.cx.objects().is_alive(live.any()));
}

#[test]
fn an_object_of_another_class() {
    let mut island = Island::new(
        r#"
hostglobal "" "sun" :Light
hostmember "Light" "i32" i32
hostfn "Light" "Neg8" (h:Light s) s
func "member" "" () s
  slots h:Light s
  host_global %0, 0
  host_get %1, %0, 1
  clean_ret %1
func "method" "" () s
  slots h:Light s
  host_global %0, 0
  imm32 %1, 5
  call_host %1, 2, (%0, %1)
  clean_ret %1
func "is_null" "" () s
  slots h:Light s
  host_global %0, 0
  is_null %1, %0
  clean_ret %1
"#,
    );
    assert_eq!(island.int("is_null", &[]), Ok(1), "there is no service");
    island.cx.set_service(Box::new(HostGlobals::new()));
    assert_eq!(island.int("is_null", &[]), Ok(1), "there is no object");
    let set = |island: &mut Island, to: AnyHandle| {
        island.cx.service_mut::<HostGlobals>().unwrap().set("sun", to);
    };
    let camera = island.cx.insert(Camera::default()).unwrap();
    set(&mut island, camera.any());
    for name in ["member", "method"] {
        let wrong = island.call(name, &[]).unwrap_err();
        assert_eq!(wrong, format!("The object is a Camera, not a Light at {name}:0"));
    }
    let light = island.cx.insert(Light { i32: 12, ..Light::default() }).unwrap();
    island.cx.service_mut::<HostGlobals>().unwrap().set("moon", camera.any());
    set(&mut island, light.any());
    assert_eq!(island.int("member", &[]), Ok(12));
    assert_eq!(island.int("method", &[]), Ok(-5));
    assert_eq!(island.int("is_null", &[]), Ok(0));
    set(&mut island, camera.any());
    assert_eq!(island.call("member", &[]).unwrap_err(), "The object is a Camera, not a Light at member:0");
}

#[test]
fn a_stale_handle_is_null() {
    let mut island = Island::new(
        r#"
func "is_null" "" (h:Light h:Thing) s
  slots s s s h* h:Light
  is_null %2, %0
  j_null %0, one
  jump next
one:
  add_imm_i32 %2, %2, 2
next:
  j_not_null %0, other
  add_imm_i32 %2, %2, 4
other:
  eq_handle %3, %0, %5
  mul_imm_i32 %3, %3, 8
  add_i32 %2, %2, %3
  cast %6, %0, :Light
  is_null %3, %6
  mul_imm_i32 %3, %3, 16
  add_i32 %2, %2, %3
  eq_handle %3, %0, %0
  mul_imm_i32 %3, %3, 32
  add_i32 %2, %2, %3
  clean_ret %2
func "needs" "" (h:Light) void
  not_null_handle %0
  ret_void
func "cast" "" (h:Thing) h:Light
  slots h:Light
  cast %1, %0, :Light
  ret_handle %1
func "up" "" (h:Light) h:Thing
  slots h:Thing
  cast %1, %0, :Thing
  ret_handle %1
"#,
    );
    let (light, thing) = (island.light(), island.thing(1));
    let null = || Value::from(AnyHandle::NULL);
    assert_eq!(island.int("is_null", &[handle(light), null()]), Ok(32));
    assert_eq!(island.int("is_null", &[null(), null()]), Ok(63));
    assert!(island.call("needs", &[handle(light)]).is_ok());
    assert_eq!(world(&island.call("cast", &[handle(light)]).unwrap()), light.any());
    assert_eq!(world(&island.call("up", &[handle(light)]).unwrap()), light.any());
    assert!(world(&island.call("cast", &[handle(thing)]).unwrap()).is_null());
    island.cx.remove(light.any());
    assert_eq!(island.int("is_null", &[handle(light), null()]), Ok(63));
    assert!(island.call("needs", &[handle(light)]).is_err());
    assert!(world(&island.call("cast", &[Value::from(light.any())]).unwrap()).is_null());
}

#[test]
fn without_an_island_host_items_are_unbound() {
    let mut island = Island::new(USES);
    let light: Handle<Light> = island.light();
    let names: Vec<_> = island.program.functions.iter().map(|function| function.name.clone()).collect();
    for name in names {
        let func = island.func(&name);
        let plain = island.scripts.with(|vm| vm.call(func, &[handle(light)])).unwrap();
        let text = plain.unwrap_err().to_string();
        assert_eq!(text, format!("Unbound function called at {name}:0"));
    }
}
