//! What linking refuses, and in which words.

use expect_test::expect;
use onefold_script_bytecode::Program;
use onefold_script_vm::{Image, host_name};

use crate::island::{TYPES, program, registry};

/// The errors of a program, one a line.
fn errors(text: &str) -> String {
    let errors = Image::link_host(&program(text), &registry()).err().expect("it does not link");
    errors.iter().map(|err| format!("{err}\n")).collect()
}

#[test]
fn every_error_at_once() {
    let found = errors(
        r#"
hostmember "Light" "intt32" i32
hostmember "Light" "i32" u32
hostmember "Light" "v3" b16
hostmember "Light" "v3.w" f32
hostmember "Light" "v3.x.y" f32
hostmember "Light" "list" b8
hostmember "Light" "spot" i32
hostmember "Light" "target" h:Light
hostmember "Lihgt" "i32" i32
hostmember "Inner" "a" f32
hostfn "Light" "Mvoe" (h:Light s s s) s2
hostfn "Light" "Move" (h:Light s s) s2
hostfn "Light" "Move" (h:Light s s s s) s2
hostfn "Light" "Move" (h:Light s s s) s
hostfn "Light" "Move" (h:Camera s s s) s2
hostfn "Light" "Move^3" (h:Light s s s) s2
hostfn "Light" "Greet" (h:Light s s) t
hostfn "Light" "Over^1" (h:Light s) s
hostfn "Light" "Items" (h:Light) s
hostfn "Light" "Outs" (h:Light ps1 ps1 ps1 pt ph:Thing h:Thing) void
hostfn "Light" "Outs" (h:Light ps1 ps1 ps2 pt ph:Light h:Thing) void
hostfn "Light" "Forged" (h:Light s) h:Light
hostfn "" "Missing" () void
hostglobal "" "sn" :Light
hostglobal "" "sun" :Camera
"#,
    );
    expect![[r#"
        host member `Light::intt32`: Light has no member `intt32`
        host member `Light::i32`: it is i32, not u32
        host member `Light::v3`: it is 12 value bytes, not b16
        host member `Light::v3.w`: Vec3 has no `w`
        host member `Light::v3.x.y`: a number has no member `y`
        host member `Light::list`: it is a list (Vec<i32>), which scripts do not reach yet
        host member `Light::spot`: `spot` is computed: call its accessors instead
        host member `Light::target`: it is a handle to Thing, not a handle to Light
        host member `Lihgt::i32`: there is no type `Lihgt`; did you mean `Light`?
        host member `Inner::a`: Inner is a value; name its members from the object
        host function `Light::Mvoe`: there is no such method; did you mean `Move`, `Make`?
        host function `Light::Move`: parameter `factor` is f32, which the call does not give
        host function `Light::Move`: it takes 2 parameters, not more
        host function `Light::Move`: it gives 12 value bytes, which the call does not take
        host function `Light::Move`: the first argument is no handle to Light
        host function `Light::Move^3`: there is Move(Vec3,f32) only
        host function `Light::Greet`: parameter `hello` is a string, which the call does not give
        host function `Light::Over^1`: several overloads fit: Over(f32), Over(i32)
        host function `Light::Items`: its result is a list (Vec<i32>), which scripts do not reach yet
        host function `Light::Outs`: parameter `vector` is 12 value bytes, which the call does not give
        host function `Light::Outs`: parameter `thing` is a handle to Thing, which the call does not give
        host function `Light::Forged`: it gives a handle to Thing, which the call does not take
        host function `Missing`: there is no such function
        host global `sn`: there is no such global object; did you mean `sun`?
        host global `sun`: it is a Light, not a Camera
    "#]]
    .assert_eq(&found);
}

#[test]
fn writing_what_is_read_only() {
    let found = errors(
        r#"
hostmember "Light" "locked" i32
hostmember "Light" "age" i32
func "f" "" (h:Light s) void
  host_get %1, %0, 0
  host_set %0, %1, 0
  host_get %1, %0, 1
  host_set %0, %1, 1
  ret_void
"#,
    );
    expect![[r#"
        host member `Light::locked`: `locked` is read-only
        host member `Light::age`: it cannot be written
    "#]]
    .assert_eq(&found);
}

#[test]
fn types_that_are_no_host_classes() {
    let text = format!("{TYPES}hosttype \"Lamp\" \"Lihgt\"\nhosttype \"Inner\" \"Inner\"\n");
    let verified = Program::parse(&text).unwrap().verify().unwrap();
    let errors = Image::link_host(&verified, &registry()).err().unwrap();
    let found: String = errors.iter().map(|err| format!("{err}\n")).collect();
    expect![[r#"
        host type `Lamp`: there is no type `Lihgt`; did you mean `Light`?
        host type `Inner`: Inner is a value, which no handle leads to
    "#]]
    .assert_eq(&found);
}

#[test]
fn without_a_registry_programs_still_link() {
    let verified = program("hostmember \"Light\" \"nothing\" i32\n");
    assert!(Image::link(&verified).is_ok());
}

#[test]
fn names_of_overloads() {
    let registry = registry();
    let light = registry.find("Light").unwrap();
    let mut names: Vec<String> = light
        .methods()
        .iter()
        .filter(|method| ["Over", "Move"].contains(&method.name()))
        .map(|method| host_name(&registry, Some(light.index()), method))
        .collect();
    names.sort();
    assert_eq!(names, ["Move^2", "Over(f32)", "Over(i32)", "Over^0"]);
}
