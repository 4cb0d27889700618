//! Hierarchy, names and scenes.

use onefold_reflect::{Cx, Registry, Value};
use serde_json::json;

use crate::*;

fn island() -> Cx {
    let mut cx = Cx::new(Registry::linked().unwrap());
    World::install(&mut cx);
    cx
}

#[test]
fn names_paths_and_ids_find_entities_and_ambiguity_is_said() {
    let mut cx = island();
    let room = World::spawn(&mut cx, "SceneEntity", "Room", None).unwrap();
    let lamp = World::spawn(&mut cx, "SESceneEntity", "lamp", Some(room)).unwrap();
    let other = World::spawn(&mut cx, "SceneEntity", "lamp", None).unwrap();
    let world = World::of(&cx);
    assert_eq!(world.find("/Room/lamp").unwrap(), lamp);
    assert_eq!(world.find("/lamp").unwrap(), other);
    assert_eq!(world.find("e2").unwrap(), lamp);
    assert_eq!(world.find("lamp").unwrap_err().suggestions, ["e2", "e3"]);
    assert_eq!(world.find("lmap").unwrap_err().suggestions, ["lamp"]);
    assert_eq!(World::set_parent(&mut cx, room, Some(lamp)).unwrap_err().code, HIERARCHY_CYCLE);
    World::set_parent(&mut cx, other, Some(room)).unwrap();
    assert_eq!(World::of(&cx).path(other).unwrap(), "/Room/lamp");
    assert!(World::remove(&mut cx, room));
    assert!(World::of(&cx).is_empty());
    assert!(!cx.objects().is_alive(lamp), "what is below goes too");
    assert!(!World::remove(&mut cx, room), "a second removal finds nothing");
}

#[test]
fn a_scene_comes_back_as_it_was_with_what_it_does_not_understand() {
    let scene = json!({
        "world": { "gravity": 3.5 },
        "entities": [
            {
                "type": "SceneEntity", "name": "Room", "id": "e7",
                "members": { "position": [0.1, 2.0, -3.5], "tags": ["dark"], "unheard_of": { "a": [1] }, "scale": "big" },
                "children": [
                    { "type": "SceneEntity", "name": "door", "id": "e3", "members": { "enabled": false } }
                ]
            },
            { "type": "Dragon", "name": "smaug", "members": { "gold": 12 } }
        ]
    });
    let mut cx = island();
    let report = load_scene(&mut cx, &scene.to_string(), "cave.json").unwrap();
    assert_eq!(report.created, 2);
    let codes: Vec<&str> = report.kept.iter().map(|one| one.code.0).collect();
    assert_eq!(codes, ["type_unknown", "member_unknown", "value_type"]);
    let saved: serde_json::Value = serde_json::from_str(&save_scene(&cx)).unwrap();
    assert_eq!(saved, scene);
    let hash = state_hash(&cx);
    let mut again = island();
    load_scene(&mut again, &save_scene(&cx), "cave.json").unwrap();
    assert_eq!(state_hash(&again), hash);
    let door = World::of(&again).find("door").unwrap();
    again.get_mut(door.typed::<SceneEntity>()).unwrap().enabled = true;
    assert_ne!(state_hash(&again), hash, "the hash sees members");
}

#[test]
fn what_is_no_scene_leaves_the_world_alone() {
    let mut cx = island();
    World::spawn(&mut cx, "SceneEntity", "stays", None).unwrap();
    for text in ["", "[1, 2]", "{ \"entities\": 7 }", "{ \"entities\": [", "\u{0}"] {
        let wrong = load_scene(&mut cx, text, "bad.json").unwrap_err();
        assert!(wrong.to_string().contains("bad.json"), "{wrong}");
    }
    assert!(World::of(&cx).find("stays").is_ok());
}

#[test]
fn an_entity_with_a_wrong_part_is_not_made_at_all() {
    let mut cx = island();
    let wrong = EntityEdit::create(
        &mut cx,
        &json!({ "type": "SceneEntity", "name": "a", "children": [
            { "type": "SceneEntity", "name": "b", "members": { "position": [1, 2] } } ] }),
    );
    assert_eq!(wrong.unwrap_err().iter().next().unwrap().code.0, "value_type");
    assert!(World::of(&cx).is_empty());
    assert!(cx.objects().is_empty());
}

#[test]
fn values_the_scripts_would_see_are_those_of_the_file() {
    let mut cx = island();
    let lamp = World::spawn(&mut cx, "SceneEntity", "lamp", None).unwrap();
    assert!(write_members(&mut cx, lamp, &json!({ "position": [1, 2.5, 3] })).is_empty());
    let registry = cx.registry().clone();
    let position = cx.objects().typed(&registry, lamp).unwrap().get("position").unwrap().to_value();
    assert_eq!(position, Value::List(vec![1.0_f32.into(), 2.5_f32.into(), 3.0_f32.into()]));
    assert!(cx.objects().mask(lamp).unwrap().iter().count() == 1);
}
