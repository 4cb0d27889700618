//! Command files that are wrong, odd or huge: refused with code and place, and nothing changed by what was refused.

use onefold_agent::apply;
use onefold_runtime::Runtime;
use onefold_world::{World, save_scene};
use serde_json::{Value as Json, json};

/// A world with a light `Sun` (e1) and an entity `Base` (e2).
fn small_world() -> Runtime {
    let mut runtime = Runtime::new(onefold_engine::registry().unwrap()).unwrap();
    let file = json!({ "entities": [
        { "type": "LightEntity", "name": "Sun" }, { "type": "SceneEntity", "name": "Base" }
    ] });
    assert_eq!(apply(&mut runtime, &file.to_string())["ok"], true);
    runtime
}

/// Applies a file that must change nothing; the first error's code and place (or position).
fn refused(file: &str) -> (String, String) {
    let mut runtime = small_world();
    let before = (save_scene(runtime.edit_world()), runtime.revision());
    let answer = apply(&mut runtime, file);
    assert_eq!(answer["ok"], false, "{file:.200}: {answer}");
    assert_eq!((save_scene(runtime.edit_world()), runtime.revision()), before, "{file:.200}");
    let first = &answer["errors"][0];
    assert!(!first["message"].as_str().unwrap().is_empty());
    let place = first["at"].as_str().map_or_else(
        || first["line"].as_u64().map_or_else(String::new, |line| format!("{line}:{}", first["column"])),
        str::to_owned,
    );
    (first["code"].as_str().unwrap().to_owned(), place)
}

fn light(members: &str) -> String {
    format!(r#"{{"entities":[{{"type":"LightEntity","name":"X","members":{members}}}]}}"#)
}

#[test]
fn a_text_that_is_no_command_file_is_refused_with_its_place() {
    for (file, place) in [
        ("", "1:1"),
        ("{\"entities\":[]} x", "1:17"),
        ("{\"clear\":true,\"mode\":\"play\",\"clear\":false}", "1:29"),
        (&"[".repeat(100_000), "1:130"),
    ] {
        let (_, found) = refused(file);
        assert_eq!(found, place, "{file:.40}");
    }
    for file in ["[]", "null"] {
        assert_eq!(refused(file).0, "arg_type", "{file:.40}");
    }
}

#[test]
fn wrong_keys_and_shapes_are_refused_with_their_place() {
    for (file, code, place) in [
        (json!({ "entitys": [] }), "arg_unknown", "/entitys"),
        (json!({ "clear": "yes" }), "arg_type", "/clear"),
        (json!({ "entities": { "a": 1 } }), "arg_type", "/entities"),
        (json!({ "entities": [7] }), "arg_type", "/entities/0"),
        (json!({ "entities": [{}] }), "arg_missing", "/entities/0/type"),
        (json!({ "entities": [{ "type": "LightEntty" }] }), "type_unknown", "/entities/0/type"),
        (json!({ "entities": [{ "type": "SceneEntity", "name": 5 }] }), "arg_type", "/entities/0/name"),
        (json!({ "remove": ["Nope"] }), "entity_unknown", "/remove/0/entity"),
        (json!({ "edit": [{ "name": "Sunn" }] }), "entity_unknown", "/edit/0/entity"),
        (json!({ "edit": [{ "members": {} }] }), "arg_missing", "/edit/0/entity"),
        (json!({ "edit": [{ "name": "Base", "parent": "Base" }] }), "arg_unknown", "/edit/0/parent"),
        (json!({ "mode": "ply" }), "arg_unknown", "/mode"),
        (json!({ "mode": { "play": {}, "stop": {} } }), "arg_type", "/mode"),
        (json!({ "mode": { "play": { "seed": -1 } } }), "arg_type", "/mode/play/seed"),
        (json!({ "mode": "stop" }), "wrong_mode", "/mode/stop"),
    ] {
        assert_eq!(refused(&file.to_string()), (code.to_owned(), place.to_owned()), "{file}");
    }
}

#[test]
fn values_that_do_not_fit_make_no_entity() {
    for (members, code, place) in [
        (r#"{"intensity":1e999}"#, "value_range", "/entities/0/members/intensity"),
        (r#"{"intensity":NaN}"#, "json_syntax", ""),
        (r#"{"intensity":-1}"#, "value_range", "/entities/0/members/intensity"),
        (r#"{"position":[1e300,0,0]}"#, "value_range", "/entities/0/members/position/0"),
        (r#"{"casts_shadow":1}"#, "value_type", "/entities/0/members/casts_shadow"),
        (r#"{"bogus":1}"#, "member_unknown", "/entities/0/members/bogus"),
    ] {
        let (found, at) = refused(&light(members));
        assert_eq!(found, code, "{members}");
        assert!(place.is_empty() || at == place, "{members}: {at}");
    }
}

#[test]
fn one_wrong_member_leaves_the_right_ones_unset() {
    let file = json!({ "edit": [{ "name": "Sun", "members": { "intensity": 5, "bogus": 1 } }] });
    assert_eq!(refused(&file.to_string()).0, "member_unknown");
}

#[test]
fn what_is_right_is_applied_beside_what_is_wrong() {
    let mut runtime = small_world();
    let file = json!({ "remove": ["Nope", "Sun", "Sun"], "entities": [{ "type": "Nope" }, { "type": "LightEntity" }] });
    let answer = apply(&mut runtime, &file.to_string());
    assert_eq!((&answer["removed"], &answer["applied"]), (&json!(1), &json!(1)));
    let places: Vec<&str> =
        answer["errors"].as_array().unwrap().iter().filter_map(|one| one["at"].as_str()).collect();
    assert_eq!(places, ["/remove/0/entity", "/remove/2/entity", "/entities/0/type"]);
    assert_eq!(World::of(runtime.edit_world()).in_order().len(), 2);
}

#[test]
fn the_order_of_keys_means_nothing() {
    let scene = |file: &str| {
        let mut runtime = small_world();
        let answer = apply(&mut runtime, file);
        assert_eq!((&answer["ok"], &answer["mode"]), (&json!(true), &json!("playing")), "{answer}");
        save_scene(runtime.edit_world())
    };
    let plain = r#"{"clear":true,"entities":[{"type":"LightEntity","name":"A","members":{"intensity":2}}],"mode":"play"}"#;
    let odd = r#"{"mode":"play","entities":[{"members":{"intensity":2},"name":"A","type":"LightEntity"}],"clear":true}"#;
    assert_eq!(scene(plain), scene(odd));
}

#[test]
fn ten_thousand_entities_are_made_or_refused_one_by_one() {
    let many = |class: &str| {
        let list: Vec<Json> =
            (0..10_000).map(|at| json!({ "type": class, "name": format!("L{at}") })).collect();
        json!({ "entities": list }).to_string()
    };
    let mut runtime = small_world();
    let answer = apply(&mut runtime, &many("LightEntity"));
    assert_eq!((&answer["applied"], &answer["errors"]), (&json!(10_000), &json!([])));
    let answer = apply(&mut runtime, &json!({ "clear": true }).to_string());
    assert_eq!(answer["removed"], 10_002);
    let answer = apply(&mut runtime, &json!({ "remove": vec!["Nope"; 10_000] }).to_string());
    let errors = answer["errors"].as_array().unwrap();
    assert_eq!(answer["removed"], 0);
    assert_eq!((errors.len(), &errors[50]), (51, &json!({ "more": 9_950 })), "an answer stays readable");
}
