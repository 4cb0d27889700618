//! Times host calls and host members from a script, in nanoseconds for one round of a loop.
#![expect(unsafe_code, reason = "the classes implement the unsafe trait Reflect by hand")]

#[path = "../tests/host/world.rs"]
mod world;

use std::time::Instant;

use onefold_reflect::{Cx, RegistryBuilder};
use onefold_script_bytecode::{FuncId, Program};
use onefold_script_vm::{HostGlobals, Image, Limits, Scripts, Value, Vm};
use world::{Camera, Light};

const ROUNDS: i32 = 5_000_000;

/// A name, the kind of slot 6, and the body of the loop; slots 2 to 4 are scalars, 5 and 7 strings.
const LOOPS: &[(&str, &str, &str)] = &[
    ("empty", "s", ""),
    ("get i32", "s", "host_get %2, %0, 0"),
    ("set i32", "s", "host_set %0, %1, 0"),
    ("get u8", "s", "host_get %2, %0, 1"),
    ("get enum", "s", "host_get %2, %0, 2"),
    ("get vec3", "s", "host_get %2, %0, 3"),
    ("set vec3", "s", "host_set %0, %2, 3"),
    ("get v3.x", "s", "host_get %2, %0, 4"),
    ("get string", "s", "host_get_str %5, %0, 5"),
    ("get handle", "h:Thing", "host_get_handle %6, %0, 6"),
    ("get computed", "s", "host_get %2, %0, 7"),
    ("leaf()", "s", "call_host %2, 8, (%0)"),
    ("leaf(i8)", "s", "call_host %2, 9, (%0, %1)"),
    ("leaf(vec3, f32)", "s", "call_host %2, 10, (%0, %2, %3, %4)"),
    ("leaf(enum)", "s", "call_host %2, 11, (%0, %4)"),
    ("leaf(string)", "s", "call_host %5, 12, (%0, %7, %1)"),
    ("static(i32)", "s", "call_host %2, 13, (%1)"),
    ("world enters", "s", "call_host %2, 14, (%0, %4, %1)"),
    ("global", "h:Light", "host_global %6, 15"),
];

const ITEMS: &str = r#"
hosttype "Light" "Light"
hosttype "Thing" "Thing"
hostmember "Light" "i32" i32
hostmember "Light" "u8" u8
hostmember "Light" "kind" i32
hostmember "Light" "v3" b12
hostmember "Light" "v3.x" f32
hostmember "Light" "text" t
hostmember "Light" "target" h:Thing
hostmember "Light" "power" f32
hostfn "Light" "Id" (h:Light) s
hostfn "Light" "Neg8" (h:Light s) s
hostfn "Light" "Move" (h:Light s s s) s2
hostfn "Light" "SetKind" (h:Light s) s
hostfn "Light" "Greet" (h:Light t s) t
hostfn "Light" "Make" (s) s
hostfn "Light" "Enter" (h:Light s s) s
hostglobal "" "sun" :Light
func "entered" "" (h:Light s) s
  ret %1
"#;

fn main() {
    let mut text = format!("program \"hosted\"\n{ITEMS}");
    for (name, kind, body) in LOOPS {
        text += &format!(
            "func \"{name}\" \"\" (h:Light s) void\n  slots s s s t {kind} t\n  imm32 %2, 0\n  imm32 %3, 0\n  \
             imm32 %4, 0\nnext:\n  {body}\n  add_imm_i32 %1, %1, -1\n  j_gt_imm_i32 %1, 0, next\n  clean_ret_void\n"
        );
    }
    let registry = RegistryBuilder::new()
        .register::<Light>()
        .register::<Camera>()
        .resolve()
        .unwrap_or_else(|why| panic!("{why:?}"));
    let verified = Program::parse(&text).unwrap_or_else(|why| panic!("{why}")).verify();
    let verified = verified.unwrap_or_else(|why| panic!("{why:?}"));
    let image = Image::link_host(&verified, &registry).unwrap_or_else(|why| panic!("{why:?}"));
    let scripts = Scripts::new(Vm::new(image, Limits::default()).unwrap_or_else(|why| panic!("{why:?}")));
    let mut cx = Cx::new(registry);
    let light = cx.insert(Light::default()).unwrap_or_else(|why| panic!("{why:?}"));
    cx.insert(Camera::default()).unwrap_or_else(|why| panic!("{why:?}"));
    let mut globals = HostGlobals::new();
    globals.set("sun", light.any());
    cx.set_service(Box::new(globals));
    cx.set_service(Box::new(scripts.clone()));
    let mut empty = 0.0;
    for (at, (name, ..)) in LOOPS.iter().enumerate() {
        let mut best = f64::MAX;
        for _ in 0..3 {
            let start = Instant::now();
            let args = [Value::from(light.any()), ROUNDS.into()];
            scripts.call(&mut cx, FuncId(at as u32 + 1), &args).unwrap_or_else(|why| panic!("{name}: {why}"));
            best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(ROUNDS));
        }
        empty = if at == 0 { best } else { empty };
        println!("{name:<16} {:6.1} ns", if at == 0 { best } else { best - empty });
    }
    let start = Instant::now();
    let calls = 1_000_000;
    for _ in 0..calls {
        let args = [Value::from(light.any()), 1.into()];
        scripts.call(&mut cx, FuncId(0), &args).unwrap_or_else(|why| panic!("{why}"));
    }
    println!("{:<16} {:6.1} ns", "call from Rust", start.elapsed().as_secs_f64() * 1e9 / f64::from(calls));
}
