//! Hierarchy, names and scenes.

use onefold_reflect::{Cx, Handle, Reflect, Registry, RegistryBuilder, Value};
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

fn cave() -> serde_json::Value {
    json!({
        "world": { "gravity": 3.5 },
        "entities": [
            { "type": "Dragon", "name": "smaug", "members": { "gold": 12 }, "children": [{ "type": "SceneEntity" }] },
            {
                "type": "SceneEntity", "name": "Room", "id": "e7", "layer": "cellar",
                "members": { "position": [0.1, 2.0, -3.5], "tags": ["dark"], "unheard_of": { "a": [1] }, "scale": "big" },
                "children": [
                    { "type": "SceneEntity", "name": "door", "id": "e3", "members": { "enabled": false } },
                    { "type": "Ghost", "name": "boo" },
                    { "type": "SceneEntity", "name": "lamp", "id": "e9", "members": { "enabled": true } }
                ]
            },
        ],
        "made_with": 2.50
    })
}

#[test]
fn a_scene_comes_back_as_it_was_with_what_it_does_not_understand() {
    let scene = cave();
    let mut cx = island();
    let report = load_scene(&mut cx, scene.to_string(), "cave.json").unwrap();
    assert_eq!(report.created, 3);
    let mut codes: Vec<&str> = report.kept.iter().map(|one| one.code.0).collect();
    codes.sort_unstable();
    assert_eq!(
        codes,
        ["arg_unknown", "arg_unknown", "member_unknown", "type_unknown", "type_unknown", "value_type"]
    );
    let unheard = report.kept.iter().find(|one| one.code.0 == "member_unknown").unwrap();
    assert_eq!(unheard.place.path.as_deref(), Some("/entities/1/members/unheard_of"));
    assert_eq!(unheard.place.file.as_deref(), Some("cave.json"));
    assert!(unheard.place.start.is_some());
    assert_eq!(unheard.place.entity.as_ref().unwrap().name, "Room");
    let saved: serde_json::Value = serde_json::from_str(&save_scene(&cx)).unwrap();
    assert_eq!(saved, scene);
    let hash = state_hash(&cx);
    for form in [SceneForm::Json, SceneForm::Xml, SceneForm::Cooked] {
        let mut again = island();
        let file = write_scene(&cx, form);
        assert_eq!(SceneForm::of_bytes(&file), form);
        let report = load_scene(&mut again, &file, "again").unwrap();
        assert_eq!(report.created, 3, "{form:?}: {}", report.kept);
        assert_eq!(save_scene(&again), save_scene(&cx), "{form:?}");
        assert_eq!(state_hash(&again), hash);
        let door = World::of(&again).find("door").unwrap();
        again.get_mut(door.typed::<SceneEntity>()).unwrap().enabled = true;
        assert_ne!(state_hash(&again), hash, "the hash sees members");
    }
}

/// A class that a later build does not have.
#[derive(Clone, Debug, Default, Reflect)]
#[reflect(object, base = SceneEntity)]
struct Orphan {
    #[reflect(base)]
    entity: SceneEntity,
    weight: f32,
    friend: Handle<SceneEntity>,
}

#[test]
fn a_cooked_scene_keeps_classes_that_are_gone() {
    let with = RegistryBuilder::linked().resolve().unwrap();
    let mut cx = Cx::new(with);
    World::install(&mut cx);
    let room = World::spawn(&mut cx, "SceneEntity", "room", None).unwrap();
    let orphan = World::spawn(&mut cx, "Orphan", "annie", Some(room)).unwrap();
    World::spawn(&mut cx, "SceneEntity", "doll", Some(orphan)).unwrap();
    write_members(&mut cx, orphan, &json!({ "weight": 2.5, "friend": "room" })).unwrap();
    let without = RegistryBuilder::new().register::<SceneEntity>().resolve().unwrap();
    let mut later = Cx::new(without);
    World::install(&mut later);
    let report = load_scene(&mut later, write_scene(&cx, SceneForm::Cooked), "old.ofb").unwrap();
    assert_eq!((report.created, report.kept.len()), (1, 2), "{}", report.kept);
    let json = |cx: &Cx| serde_json::from_str::<serde_json::Value>(&save_scene(cx)).unwrap();
    assert_eq!(json(&later), json(&cx), "what was there is still there");
    let mut back = island();
    load_scene(&mut back, write_scene(&later, SceneForm::Cooked), "later.ofb").unwrap();
    assert_eq!(json(&back), json(&cx));
    let annie = World::of(&back).find("annie").unwrap().typed::<Orphan>();
    assert_eq!(back.get(annie).unwrap().weight, 2.5);
    assert_eq!(back.get(annie).unwrap().friend.any(), World::of(&back).find("room").unwrap());
}

#[test]
fn references_find_what_stands_behind_them_in_the_file() {
    let text = r#"{ "entities": [
        { "type": "Orphan", "name": "a", "id": "e1", "members": { "friend": { "id": "e2", "name": "b" } } },
        { "type": "SceneEntity", "name": "b", "id": "e2" },
        { "type": "Orphan", "name": "c", "id": "e3", "members": { "friend": { "id": "e99", "name": "gone" } } } ] }"#;
    let mut cx = island();
    let report = load_scene(&mut cx, text, "scene").unwrap();
    let only: Vec<_> = report.kept.iter().collect();
    assert_eq!(only.len(), 1);
    assert_eq!(only[0].code.0, "ref_unresolved");
    assert_eq!(only[0].place.entity.as_ref().unwrap().name, "c");
    let a = World::of(&cx).find("a").unwrap().typed::<Orphan>();
    assert_eq!(cx.get(a).unwrap().friend.any(), World::of(&cx).find("b").unwrap());
    assert!(save_scene(&cx).contains("\"gone\""), "a reference to nothing is kept");
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
fn damaged_cooked_scenes_leave_the_world_alone() {
    let mut cx = island();
    load_scene(&mut cx, cave().to_string(), "cave.json").unwrap();
    let before = save_scene(&cx);
    let whole = write_scene(&cx, SceneForm::Cooked);
    for len in 0..whole.len() {
        assert!(load_scene(&mut cx, &whole[..len], "cut.ofb").is_err(), "{len}");
    }
    assert_eq!(save_scene(&cx), before);
}

#[test]
fn an_entity_with_a_wrong_part_is_not_planned() {
    let cx = island();
    let wrong = EntityEdit::plan(
        &cx,
        &json!({ "type": "SceneEntity", "name": "a/b", "children": [
            { "type": "SceneEntity", "name": "b", "members": { "position": [1, 2], "rotation": 3 } },
            { "type": "Orphan", "name": "e4", "members": { "friend": "b", "weight": "heavy" } } ] }),
    );
    let wrong = wrong.unwrap_err();
    let found: Vec<_> = wrong.iter().map(|one| (one.code.0, one.place.path.as_deref().unwrap())).collect();
    assert_eq!(
        found,
        [
            ("name_invalid", "/name"),
            ("value_type", "/children/0/members/position"),
            ("value_type", "/children/0/members/rotation"),
            ("name_invalid", "/children/1/name"),
            ("value_type", "/children/1/members/weight"),
        ]
    );
}

#[test]
fn entities_made_together_may_refer_to_each_other() {
    let mut cx = island();
    let plan = EntityEdit::plan(
        &cx,
        &json!({ "type": "Orphan", "name": "a", "members": { "friend": "b" }, "children": [
            { "type": "Orphan", "name": "b", "members": { "friend": "a" } } ] }),
    );
    let a = plan.unwrap().apply(&mut cx).unwrap();
    let b = World::of(&cx).find("b").unwrap();
    assert_eq!(cx.get(a.typed::<Orphan>()).unwrap().friend.any(), b);
    assert_eq!(cx.get(b.typed::<Orphan>()).unwrap().friend.any(), a);
}

#[test]
fn what_was_removed_comes_back_to_its_place() {
    let mut cx = island();
    load_scene(&mut cx, cave().to_string(), "cave.json").unwrap();
    let before = save_scene(&cx);
    for name in ["door", "lamp", "Room"] {
        let handle = World::of(&cx).find(name).unwrap();
        let parent = World::of(&cx).parent_of(handle);
        let at = World::of(&cx).children_of(parent).iter().position(|&one| one == handle).unwrap();
        let text = format!("[{}]", entity_text(&cx, handle).unwrap());
        World::remove(&mut cx, handle);
        restore_entities(&mut cx, &text, parent, at).unwrap();
        assert_eq!(save_scene(&cx), before, "{name}");
    }
}

#[test]
fn values_the_scripts_would_see_are_those_of_the_file() {
    let mut cx = island();
    let lamp = World::spawn(&mut cx, "SceneEntity", "lamp", None).unwrap();
    write_members(&mut cx, lamp, &json!({ "position": [1, 2.5, 3] })).unwrap();
    let registry = cx.registry().clone();
    let position = cx.objects().typed(&registry, lamp).unwrap().get("position").unwrap().to_value();
    assert_eq!(position, Value::List(vec![1.0_f32.into(), 2.5_f32.into(), 3.0_f32.into()]));
    assert!(cx.objects().mask(lamp).unwrap().iter().count() == 1);
}
