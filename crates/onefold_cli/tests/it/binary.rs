//! The verbs of the binary: what they print, how they exit, what they do with odd files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use onefold_runtime::Runtime;
use onefold_world::save_scene;
use serde_json::{Value as Json, json};
use tempfile::TempDir;

fn onefold(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_onefold")).current_dir(folder).args(args).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("ended by itself")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What went to stderr, which must hold no panic.
fn err(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(!text.contains("panicked"), "{text}");
    text
}

fn hash_of(output: &Output) -> String {
    let text = out(output);
    let hash = text.lines().find_map(|line| line.strip_prefix("state hash: ")).expect("a state hash");
    assert_eq!(hash.len(), 16, "{hash}");
    assert!(hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)), "{hash}");
    hash.to_owned()
}

#[test]
fn the_demo_is_the_same_twice_and_writes_a_scene_that_can_be_made_again() {
    let dir = TempDir::new().unwrap();
    let first = onefold(dir.path(), &["demo", "--out", "a/b"]);
    let second = onefold(dir.path(), &["demo", "--out", "a/b"]);
    assert_eq!((code(&first), code(&second)), (0, 0), "{}{}", out(&first), err(&first));
    assert_eq!(hash_of(&first), hash_of(&second));
    assert_eq!(out(&first), out(&second));
    let text = fs::read_to_string(dir.path().join("a/b/arena.scene.json")).unwrap();
    let mut runtime = Runtime::new(onefold_engine::registry().unwrap()).unwrap();
    let mut scene: Json = serde_json::from_str(&text).unwrap();
    let answer =
        onefold_agent::apply(&mut runtime, &json!({ "entities": scene["entities"].take() }).to_string());
    assert_eq!((&answer["applied"], &answer["errors"]), (&json!(2), &json!([])));
    assert_eq!(save_scene(runtime.edit_world()), text);
}

#[test]
fn the_demo_says_in_one_line_that_it_cannot_write() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("file"), "in the way").unwrap();
    fs::create_dir_all(dir.path().join("taken/arena.scene.json")).unwrap();
    for place in ["file", "file/below", "taken"] {
        let output = onefold(dir.path(), &["demo", "--out", place]);
        assert_ne!(code(&output), 0, "{place}");
        let text = err(&output);
        assert!(text.starts_with("onefold: cannot ") && text.lines().count() == 1, "{text}");
        assert!(text.contains(place), "{text}");
    }
    assert_eq!(fs::read_to_string(dir.path().join("file")).unwrap(), "in the way");
}

#[test]
fn types_are_listed_shown_and_told_apart() {
    let dir = TempDir::new().unwrap();
    let list = onefold(dir.path(), &["types"]);
    assert_eq!(code(&list), 0);
    assert!(out(&list).contains("LightEntity : SceneEntity"));
    let one = onefold(dir.path(), &["types", "LightEntity"]);
    assert_eq!(code(&one), 0);
    for part in ["intensity: f32", "position: Vec3 [m]"] {
        assert!(out(&one).contains(part), "{}", out(&one));
    }
    let json = onefold(dir.path(), &["types", "SELightEntity", "--json"]);
    assert_eq!(code(&json), 0);
    let json: Json = serde_json::from_str(&out(&json)).unwrap();
    assert_eq!(json[0]["name"], "LightEntity");
    assert!(json[0]["members"].as_array().unwrap().iter().any(|member| member["name"] == "intensity"));
    let wrong = onefold(dir.path(), &["types", "LightEntty"]);
    assert_eq!((code(&wrong), out(&wrong).as_str()), (1, ""));
    assert!(err(&wrong).contains("did you mean `LightEntity`"), "{}", err(&wrong));
    assert_eq!(code(&onefold(dir.path(), &["types", ""])), 1);
}

#[test]
fn a_script_ends_in_one_of_four_ways() {
    let dir = TempDir::new().unwrap();
    let run = |text: &str, more: &[&str]| {
        fs::write(dir.path().join("a.as"), text).unwrap();
        onefold(dir.path(), &[&["script", "run", "a.as"], more].concat())
    };
    let fine = run("void main() { int s = 0; for (int i = 0; i < 10; i++) s += i; print(\"s=\" + s); }", &[]);
    assert_eq!((code(&fine), out(&fine).as_str(), err(&fine).as_str()), (0, "s=45\nfinished\n", ""));
    let wrong = run("void main() {\n  int x = \"a\";\n  floot(1);\n}\n", &[]);
    assert_eq!((code(&wrong), out(&wrong).as_str()), (1, "compile-failed\n"));
    let text = err(&wrong);
    assert!(text.contains("a.as(2,11): ERROR: ") && text.contains("a.as(3,3): ERROR: "), "{text}");
    assert!(text.contains("did you mean `floor`"), "{text}");
    let thrown = run("void main() { print(\"before\"); int z = 0; int x = 1 / z; print(\"after\"); }", &[]);
    assert_eq!((code(&thrown), out(&thrown).as_str()), (2, "before\nexception: Divide by zero at main:1\n"));
    for budget in ["0", "1000"] {
        let endless = run("void main() { while (true) {} }", &["--budget", budget]);
        assert_eq!(code(&endless), 2, "{budget}");
        assert!(out(&endless).starts_with("exception: Instruction budget exceeded"), "{}", out(&endless));
    }
    let endless = run("void main() { print(\"on\"); while (true) {} }", &["--timeout", "0.2"]);
    assert_eq!((code(&endless), out(&endless).as_str()), (3, "on\ntimeout\n"));
}

#[test]
fn test_functions_are_run_each_on_its_own() {
    let dir = TempDir::new().unwrap();
    let run = |text: &str, more: &[&str]| {
        fs::write(dir.path().join("a.as"), text).unwrap();
        onefold(dir.path(), &[&["script", "test", "a.as"], more].concat())
    };
    let text = "int n; void Test_one() { n++; assert(n == 1); } void Test_two() { n++; assert(n == 1); }
        namespace deep { bool Test_three() { print(\"seen\"); return n == 5; } } void Other() { assert(false); }";
    let mixed = run(text, &[]);
    assert_eq!(code(&mixed), 1);
    for part in ["ok      Test_one", "ok      Test_two", "FAILED  Test_three: returned false", "        seen"]
    {
        assert!(out(&mixed).contains(part), "{}", out(&mixed));
    }
    assert!(out(&mixed).ends_with("a.as: 2 passed, 1 failed\n"));
    assert_eq!(code(&run(text, &["--only", "Test_t"])), 1);
    assert_eq!(code(&run(text, &["--only", "Test_one"])), 0);
    assert_eq!(code(&run("void main() {}", &[])), 1, "no test is no success");
}

#[test]
fn odd_files_are_refused_in_one_line() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("folder")).unwrap();
    fs::write(dir.path().join("binary.as"), [0xff, 0xfe, 0, 1, 2]).unwrap();
    for (file, part) in
        [("missing.as", "cannot read"), ("folder", "cannot read"), ("binary.as", "no UTF-8 text")]
    {
        let output = onefold(dir.path(), &["script", "run", file]);
        assert_ne!(code(&output), 0, "{file}");
        let text = err(&output);
        assert!(text.contains(file) && text.contains(part) && text.lines().count() == 1, "{text}");
    }
    fs::write(dir.path().join("empty.as"), "").unwrap();
    let empty = onefold(dir.path(), &["script", "run", "empty.as"]);
    assert_eq!((out(&empty).as_str(), err(&empty).as_str()), ("no-entry\n", ""));
}
