//! Order, leniency and answers of command files.

use onefold_reflect::Registry;
use onefold_runtime::Runtime;
use onefold_world::World;

use crate::apply;

fn runtime() -> Runtime {
    Runtime::new(Registry::linked().unwrap()).unwrap()
}

#[test]
fn keys_apply_in_the_fixed_order_whatever_their_order_in_the_file() {
    let mut runtime = runtime();
    apply(&mut runtime, r#"{ "entities": [ { "type": "SceneEntity", "name": "old" } ] }"#);
    let answer = apply(
        &mut runtime,
        r#"{ "mode": "play", "entities": [ { "type": "SceneEntity", "name": "new", "position": [1, 2, 3] } ],
             "edit": [ { "name": "old", "position": [4, 5, 6] } ], "clear": true, "id": "q1" }"#,
    );
    // `clear` came first, so that `edit` found nothing to edit.
    assert_eq!(
        (&answer["removed"], &answer["edited"], &answer["applied"]),
        (&1.into(), &0.into(), &1.into())
    );
    assert_eq!(answer["errors"][0]["code"], "entity_unknown");
    assert_eq!(answer["errors"][0]["at"], "/edit/0/entity");
    assert_eq!(
        (&answer["mode"], &answer["id"], &answer["ok"]),
        (&"playing".into(), &"q1".into(), &false.into())
    );
    let world = World::of(runtime.edit_world());
    assert_eq!(world.len(), 1);
    assert!(world.find("new").is_ok());
}

#[test]
fn wrong_parts_are_listed_with_places_and_nearest_names() {
    let mut runtime = runtime();
    let answer = apply(
        &mut runtime,
        r#"{ "entitis": [], "entities": [ { "type": "SceneEntity", "name": "a", "members": { "positon": [1, 2, 3] } },
             { "type": "SceneEntity", "name": "b", "members": { "scale": [1, "x", 3] } }, 7 ], "mode": "plya" }"#,
    );
    let errors = answer["errors"].as_array().unwrap();
    let of = |at: &str| {
        errors.iter().find(|error| error["at"] == at).unwrap_or_else(|| panic!("{at} in {errors:#?}"))
    };
    assert_eq!(of("/entitis")["suggestions"][0], "entities");
    assert_eq!(of("/entities/0/members/positon")["suggestions"][0], "position");
    assert_eq!(of("/entities/1/members/scale/1")["code"], "value_type");
    assert_eq!(of("/entities/2")["code"], "arg_type");
    assert_eq!(of("/mode")["suggestions"][0], "play");
    assert_eq!(answer["applied"], 0);
    assert!(World::of(runtime.edit_world()).is_empty(), "an entity with a wrong member is not made");
}

#[test]
fn what_is_no_command_file_is_said_with_its_place() {
    for (text, at) in [("", "1"), ("[1]", "null"), ("{ \"mode\": ", "1"), ("{]", "1")] {
        let answer = apply(&mut runtime(), text);
        assert_eq!(answer["ok"], false, "{text}");
        assert_eq!(answer["errors"][0]["line"].to_string(), at, "{text}: {answer}");
    }
}
