//! Calls with every way a value travels, faults and panics.

use glam::{Mat4, Vec3};
use onefold_reflect::Handle;
use onefold_script_vm::Value;

use crate::island::{Island, handle, slots, world};
use crate::world::{Kind, Light};

fn float(value: f32) -> u64 {
    u64::from(value.to_bits())
}

#[test]
fn numbers_of_every_type() {
    let mut island = Island::new(
        r#"
hostfn "Light" "Scalars^12" (h:Light s s s s s s s s s s s s) s
hostfn "Light" "Neg8(i8)" (h:Light s) s
hostfn "Light" "Id" (h:Light) s
hostfn "Light" "Make" (s) s
func "scalars" "" (h:Light s s s s s s s s s s s s) s
  slots s
  call_host %13, 0, (%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12)
  ret %13
func "neg" "" (h:Light s) s
  slots s s
  imm32 %3, -1
  call_host %2, 1, (%0, %1)
  ret %2
func "id" "" (h:Light) s
  slots s
  call_host %1, 2, (%0)
  ret %1
func "make" "" (s) s
  slots s
  call_host %1, 3, (%0)
  ret %1
"#,
    );
    let light = island.light();
    let args = [
        handle(light),
        Value::Scalar(1),
        Value::Scalar(0xffff_ff80),
        Value::Scalar(200),
        Value::Scalar(0xffff_fffe),
        Value::Scalar(65_535),
        Value::Scalar(0xffff_fffd),
        Value::Scalar(0xffff_ffff),
        Value::Scalar(i64::MIN as u64),
        Value::Scalar(u64::MAX),
        Value::Scalar(float(0.25)),
        (-8.5_f64).into(),
        Value::Scalar('é' as u64),
    ];
    assert_eq!(island.call("scalars", &args).unwrap().to_f64(), -17.0);
    let expected = Light {
        on: true,
        i8: -128,
        u8: 200,
        i16: -2,
        u16: 65_535,
        i32: -3,
        u32: u32::MAX,
        i64: i64::MIN,
        u64: u64::MAX,
        f32: 0.25,
        f64: -8.5,
        ch: 'é',
        ..Light::default()
    };
    assert_eq!(*island.get(light), expected);
    assert_eq!(island.call("neg", &[handle(light), 5.into()]).unwrap().bits(), 0xffff_fffb);
    island.cx.get_mut(light).unwrap().thing.id = 31;
    assert_eq!(island.int("id", &[handle(light)]), Ok(31));
    assert_eq!(island.int("make", &[14.into()]), Ok(42));
}

#[test]
fn enums_vectors_and_strings() {
    let mut island = Island::new(
        r#"
hostfn "Light" "SetKind" (h:Light s) s
hostfn "Light" "Move" (h:Light s s s) s2
hostfn "Light" "Transform" (h:Light s s s s s s s s) s8
hostfn "Light" "Greet^2" (h:Light t s) t
hostfn "Light" "Asset" (h:Light t) t
func "kind" "" (h:Light s) s
  slots s
  call_host %2, 0, (%0, %1)
  ret %2
func "move" "" (h:Light s s s) s2
  slots s s
  call_host %4, 1, (%0, %1, %2, %3)
  ret_n %4, 2
func "transform" "" (h:Light s s s s s s s s) s8
  slots s s s s s s s s
  call_host %9, 2, (%0, %1, %2, %3, %4, %5, %6, %7, %8)
  ret_n %9, 8
func "greet" "" (h:Light t) t
  slots s t
  imm32 %2, 3
  call_host %3, 3, (%0, %1, %2)
  call_host %3, 3, (%0, %3, %2)
  ret_str %3
func "asset" "" (h:Light t) t
  slots t
  call_host %2, 4, (%0, %1)
  call_host _, 4, (%0, %1)
  ret_str %2
"#
        .replace("call_host _, 4, (%0, %1)\n", "call_host %2, 4, (%0, %1)\n")
        .as_str(),
    );
    let light = island.light();
    assert_eq!(island.int("kind", &[handle(light), (-5).into()]), Ok(0));
    assert_eq!(island.int("kind", &[handle(light), 70_000.into()]), Ok(-5));
    assert_eq!(island.get(light).kind, Kind::Sun);
    let wrong = island.int("kind", &[handle(light), 1.into()]);
    assert_eq!(wrong, Err("1 is no value of Kind at kind:0".to_owned()));
    assert_eq!(island.get(light).kind, Kind::Sun);
    let by = Value::Slots(vec![float(1.0) | float(2.0) << 32, float(3.0)]);
    for times in 1..3 {
        let to = island.call("move", &[handle(light), by.clone(), 2.0_f32.into()]).unwrap();
        let expected = Vec3::new(2.0, 4.0, 6.0) * times as f32;
        assert_eq!(slots(&to), [float(expected.x) | float(expected.y) << 32, float(expected.z)]);
        assert_eq!(island.get(light).v3, expected);
    }
    island.cx.get_mut(light).unwrap().m = Mat4::from_translation(Vec3::X);
    let two = Mat4::from_scale(Vec3::splat(2.0)).to_cols_array();
    let two = two.chunks(2).map(|pair| float(pair[0]) | float(pair[1]) << 32).collect();
    let moved = slots(&island.call("transform", &[handle(light), Value::Slots(two)]).unwrap());
    assert_eq!((moved[6], moved[7]), (float(2.0), float(1.0) << 32));
    island.cx.get_mut(light).unwrap().text = "you".to_owned();
    assert_eq!(island.text("greet", &[handle(light), "hi ".into()]).unwrap(), "hi you 3you 3");
    assert_eq!(island.text("asset", &[handle(light), "a/b.png".into()]).unwrap(), "a/b.png");
    assert_eq!(island.get(light).path.as_str(), "a/b.png");
}

#[test]
fn places_are_written_back() {
    let mut island = Island::new(
        r#"
hostfn "Light" "Outs" (h:Light ps1 ps1 ps2 pt ph:Thing h:Light) void
func "outs" "" (h:Light) t
  slots s s s s t h:Thing ps1 ps1 ps2 pt ph:Thing
  imm32 %1, -32768
  imm32 %3, 1.5
  imm32 %4, 2.5
  str_const %5, 0
  place %7, %1
  place %8, %2
  place %9, %3
  place %10, %5
  place %11, %6
  call_host _, 0, (%0, %7, %8, %9, %10, %11, %0)
  str_cat_i64 %5, %5, %1
  str_cat_i64 %5, %5, %2
  f32_to_f64 %3, %3
  str_cat_f64 %5, %5, %3
  f32_to_f64 %4, %4
  str_cat_f64 %5, %5, %4
  eq_handle %1, %6, %0
  str_cat_bool %5, %5, %1
  ret_str %5
func "null" "" (h:Light) void
  slots ps1 ps1 ps2 pt ph:Thing
  call_host _, 0, (%0, %1, %2, %3, %4, %5, %0)
  ret_void
"#,
    );
    let light = island.light();
    // -32768 - 1 panics in this build or wraps; use the text of whatever came back.
    let outs = island.text("outs", &[handle(light)]);
    if cfg!(debug_assertions) {
        assert_eq!(outs.unwrap_err(), "the method panicked: attempt to subtract with overflow at outs:0");
    } else {
        assert_eq!(outs.unwrap(), "text!32767429496729135true");
    }
    assert_eq!(island.call("null", &[handle(light)]).unwrap_err(), "Null pointer access at null:0");
}

#[test]
fn handles_faults_and_panics() {
    let mut island = Island::new(
        r#"
hostfn "Light" "Forged" (h:Light s) h:Thing
hostfn "Light" "Panic" (h:Light t) t
hostfn "Light" "Fail" (h:Light t) t
hostfn "Light" "Over(i32)" (h:Light s) s
hostfn "Light" "Over(f32)" (h:Light s) s
hostfn "Light" "Over^0" (h:Light) s
hostfn "Light" "Spawn" (s) h:Light
hostfn "Light" "Kill" (h:Light) s
hostmember "Light" "i32" i32
func "forged" "" (h:Light s) h:Thing
  slots h:Thing
  call_host %2, 0, (%0, %1)
  ret_handle %2
func "panic" "" (h:Light) t
  slots t
  str_const %1, 0
  call_host %1, 1, (%0, %1)
  ret_str %1
func "fail" "" (h:Light) t
  slots t
  str_const %1, 0
  call_host %1, 2, (%0, %1)
  ret_str %1
func "caught" "" (h:Light) s
  slots t s
  try start end handler
start:
  str_const %1, 0
  call_host %1, 2, (%0, %1)
end:
  clean_ret %2
handler:
  imm32 %2, 3
  clean_ret %2
func "over" "" (h:Light s s) s
  slots s s
  call_host %3, 3, (%0, %1)
  call_host %4, 4, (%0, %2)
  f32_to_i32 %4, %4
  add_i32 %3, %3, %4
  call_host %4, 5, (%0)
  add_i32 %3, %3, %4
  ret %3
func "spawn" "" (s) s
  slots h:Light s
  call_host %1, 6, (%0)
  host_get %2, %1, 8
  clean_ret %2
func "kill" "" (h:Light) s
  slots s
  call_host %1, 7, (%0)
  host_get %1, %0, 8
  ret %1
"#,
    );
    let light: Handle<Light> = island.light();
    for (bits, kept) in [(0, false), (0x7fff_ffff_f000, false), (1, false), (light.any().bits(), true)] {
        let found = world(&island.call("forged", &[handle(light), bits.into()]).unwrap());
        assert_eq!(found.is_null(), !kept);
    }
    for _ in 0..2 {
        let panics = island.text("panic", &[handle(light)]).unwrap_err();
        assert_eq!(panics, "the method panicked: no text at panic:0");
        assert_eq!(island.text("fail", &[handle(light)]).unwrap_err(), "text at fail:0");
        assert_eq!(island.int("caught", &[handle(light)]), Ok(3));
    }
    assert_eq!(island.int("over", &[handle(light), 10.into(), 2.5_f32.into()]), Ok(11 + 3 + 7));
    assert_eq!(island.int("spawn", &[64.into()]), Ok(64));
    assert_eq!(island.int("kill", &[handle(light)]).unwrap_err(), "Stale handle to Light at kill:0");
}
