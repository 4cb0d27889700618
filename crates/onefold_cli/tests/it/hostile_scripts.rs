//! Behaviours that try to take the host down: they end with a message, and the other behaviours go on.

use onefold_agent::apply;
use onefold_runtime::{Command, Runtime};
use serde_json::json;

/// Plays a hostile source as class `C` beside an honest behaviour for ten ticks; the log's errors.
fn play(source: &str) -> Vec<String> {
    let mut runtime = Runtime::new(onefold_engine::registry().unwrap()).unwrap();
    let good = "class Good { Good(SceneEntity@ o) {} void OnUpdate(float dt) { gWorld.AddScore(1); } }";
    let entity = |name: &str, source: &str, class: &str| {
        json!({ "type": "CharacterEntity", "name": name,
                "members": { "script_source": source, "script_class": class } })
    };
    let file =
        json!({ "entities": [entity("bad", source, "C"), entity("good", good, "Good")], "mode": "play" });
    apply(&mut runtime, &file.to_string());
    let answer = runtime.execute(&Command::new("test", "step", json!({ "ticks": 10 }))).unwrap();
    assert_eq!(answer["ran"], 10);
    assert_eq!(runtime.score(), Some(10), "the honest behaviour ran: {source:.80}");
    runtime.log().iter().filter_map(|entry| entry.why.as_ref()).map(|why| why.to_text()).collect()
}

fn class(body: &str) -> String {
    format!("class C {{ C(SceneEntity@ o) {{}} {body} }}")
}

fn assert_says(source: &str, part: &str) {
    let errors = play(source);
    assert!(errors.iter().any(|text| text.contains(part)), "{source:.80}: {errors:#?}");
}

#[test]
fn a_script_that_takes_all_it_can_get_is_stopped() {
    for (body, part) in [
        ("void f(int n) { f(n + 1); } void OnUpdate(float dt) { f(0); }", "Stack overflow"),
        ("array<int> a; void OnUpdate(float dt) { while (true) a.insertLast(1); }", "budget exceeded"),
        ("void OnUpdate(float dt) { array<int> a; a.resize(2000000000); }", "Too large array size"),
        ("string s = \"x\"; void OnUpdate(float dt) { while (true) s += s; }", "Memory budget exceeded"),
        ("void OnInit() { while (true) {} }", "Instruction budget exceeded at C::OnInit"),
    ] {
        assert_says(&class(body), part);
    }
    assert_says("class C { C(SceneEntity@ o) { while (true) {} } }", "Instruction budget exceeded at C::C");
    let global = "int g = f(); int f() { while (true) {} return 1; }";
    assert_says(&format!("{global} {}", class("")), "Instruction budget exceeded at f");
}

#[test]
fn a_source_nested_without_end_is_a_message() {
    let body = |text: String| class(&format!("void f() {{ int a; {text} }}"));
    for source in [
        body(format!("a = {}1{};", "(".repeat(50_000), ")".repeat(50_000))),
        body(format!("a = {}1;", "-".repeat(50_000))),
        body(format!("a = {}1;", "1+".repeat(50_000))),
        body(format!("a = {}1;", "true?1:".repeat(20_000))),
        body(format!("{}1;", "a=".repeat(20_000))),
        class(&format!("{}int{} a;", "array<".repeat(3_000), ">".repeat(3_000))),
    ] {
        assert_says(&source, "nested more than");
    }
}

#[test]
fn a_source_that_is_cut_off_cyclic_or_reaches_for_files_is_a_message() {
    assert_says("class C { string s = \"abc", "the string is not closed");
    assert_says("class C\0{}", "has no meaning in a script");
    assert_says("class C : D {} class D : C {}", "a class cannot derive from itself");
    assert_says("#include \"/etc/passwd\"\nclass C { C(SceneEntity@ o) {} }", "cannot include `/etc/passwd`");
}
