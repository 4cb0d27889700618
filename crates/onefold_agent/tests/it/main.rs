//! The first true run, from outside: command files with scripts, played and replayed.

use onefold_agent::apply;
use onefold_engine::CharacterEntity;
use onefold_runtime::{Command, Mode, Runtime};
use onefold_world::{World, save_scene};
use serde_json::{Value as Json, json};

const ARENA: &str = include_str!("../../../../examples/arena/arena.command.json");

fn runtime() -> Runtime {
    Runtime::new(onefold_engine::registry().unwrap()).unwrap()
}

fn step(runtime: &mut Runtime, ticks: u64) -> Json {
    runtime.execute(&Command::new("test", "step", json!({ "ticks": ticks }))).unwrap()
}

/// A command file with one character and a script.
fn with_script(source: &str, class: &str) -> String {
    json!({
        "entities": [{
            "type": "CharacterEntity", "name": "Player",
            "members": { "script_source": source, "script_class": class }
        }],
        "mode": "play"
    })
    .to_string()
}

fn errors_of(runtime: &Runtime) -> Vec<String> {
    runtime.log().iter().filter_map(|entry| entry.why.as_ref()).map(|why| why.to_text()).collect()
}

#[test]
fn the_same_inputs_give_the_same_state_and_other_inputs_another() {
    let play = |file: &str| {
        let mut runtime = runtime();
        assert_eq!(apply(&mut runtime, file)["ok"], true);
        step(&mut runtime, 600);
        (runtime.state_hash(), runtime.score())
    };
    let first = play(ARENA);
    assert_eq!(play(ARENA), first);
    let idle: Json = serde_json::from_str(ARENA).unwrap();
    let mut idle = idle;
    idle["mode"] = json!("play");
    assert_ne!(play(&idle.to_string()), first, "input reaches the script");
}

#[test]
fn stop_leaves_the_edit_world_as_it_was() {
    let mut runtime = runtime();
    apply(&mut runtime, ARENA);
    let before = save_scene(runtime.edit_world());
    step(&mut runtime, 200);
    let player = World::of(runtime.world()).find("Player").unwrap();
    let z = runtime.world().get(player.typed::<CharacterEntity>()).is_ok();
    assert!(z, "the play world has the same handles");
    assert_ne!(save_scene(runtime.world()), before);
    runtime.execute(&Command::new("test", "stop", json!({}))).unwrap();
    assert_eq!(runtime.mode(), Mode::Edit);
    assert_eq!(save_scene(runtime.edit_world()), before);
}

#[test]
fn a_script_that_does_not_compile_is_reported_with_its_place_and_the_scene_stands() {
    let mut runtime = runtime();
    let source =
        "class Walker {\n  Walker(CharacterEntity@ o) {}\n  void OnUpdate(float dt) { gWrold.score = 1; }\n}";
    let answer = apply(&mut runtime, &with_script(source, "Walker"));
    assert_eq!(answer["applied"], 1);
    let errors = errors_of(&runtime);
    assert!(
        errors.iter().any(|text| text.contains("Player.as:3:") && text.contains("gWorld")),
        "{errors:#?}"
    );
    assert_eq!(step(&mut runtime, 3)["ran"], 3);
}

#[test]
fn a_class_that_is_missing_or_does_not_take_its_owner_is_said() {
    let source = "class Walker { Walker(int x) {} }";
    for (class, part) in [("Wlaker", "did you mean `Walker`"), ("Walker", "Walker")] {
        let mut runtime = runtime();
        apply(&mut runtime, &with_script(source, class));
        let errors = errors_of(&runtime);
        assert!(errors.iter().any(|text| text.contains(part)), "{class}: {errors:#?}");
        assert!(runtime.behaviours().is_empty());
    }
}

#[test]
fn a_behaviour_that_keeps_throwing_is_switched_off_and_the_others_go_on() {
    let mut runtime = runtime();
    let bad =
        "class Bad { Bad(SceneEntity@ o) {} void OnUpdate(float dt) { int zero = 0; int x = 1 / zero; } }";
    let good = "class Good { Good(SceneEntity@ o) {} void OnUpdate(float dt) { gWorld.AddScore(1); } }";
    let file = json!({
        "entities": [
            { "type": "SceneEntity", "name": "a", "members": { "script_source": bad } },
            { "type": "SceneEntity", "name": "b", "members": { "script_source": good } }
        ],
        "mode": "play"
    });
    assert_eq!(apply(&mut runtime, &file.to_string())["errors"], json!([]));
    step(&mut runtime, 10);
    assert_eq!(runtime.score(), Some(10));
    let bad = runtime.behaviours().into_iter().find(|one| one.class == "Bad").unwrap();
    assert_eq!((bad.calls, bad.exceptions, bad.enabled), (3, 3, false));
    let errors = errors_of(&runtime);
    assert!(
        errors.iter().any(|text| text.contains("Divide by zero") && text.contains("a (e1)")),
        "{errors:#?}"
    );
    assert!(errors.iter().any(|text| text.contains("switched off")), "{errors:#?}");
}

#[test]
fn a_script_that_never_ends_ends_by_its_budget() {
    let mut runtime = runtime();
    let source = "class Spin { Spin(SceneEntity@ o) {} void OnUpdate(float dt) { while (true) {} } }";
    apply(&mut runtime, &with_script(source, "Spin"));
    assert_eq!(step(&mut runtime, 4)["ran"], 4);
    assert!(errors_of(&runtime)[0].contains("Instruction budget exceeded at Spin::OnUpdate:1"));
    let spin = runtime.behaviours().remove(0);
    assert_eq!((spin.calls, spin.enabled), (3, false));
}

#[test]
fn a_command_answers_with_what_was_read_back_and_leaves_a_way_back() {
    let mut runtime = runtime();
    apply(
        &mut runtime,
        r#"{ "entities": [ { "type": "SELightEntity", "name": "Sun", "members": { "m_Intensity": 2 } } ] }"#,
    );
    let edit = Command::new("test", "edit", json!({ "entity": "Sun", "members": { "m_Intensity": 3.5 } }));
    let answer = runtime.execute(&edit).unwrap();
    assert_eq!(answer["members"], json!({ "intensity": 3.5 }));
    let entry = runtime.journal().last().unwrap().clone();
    assert_eq!((entry.revision, entry.command.author.as_str()), (2, "test"));
    for inverse in &entry.inverse {
        runtime.execute(inverse).unwrap();
    }
    let answer =
        runtime.execute(&Command::new("test", "edit", json!({ "entity": "Sun", "members": {} }))).unwrap();
    assert_eq!(answer["name"], "Sun");
    assert!(save_scene(runtime.edit_world()).contains("\"intensity\": 2.0"));
    let wrong = Command::new(
        "test",
        "edit",
        json!({ "entity": "Sun", "members": { "m_Intensity": 300, "radius": -1 } }),
    );
    let errors = runtime.execute(&wrong).unwrap_err();
    assert_eq!(errors.iter().map(|one| one.code.0).collect::<Vec<_>>(), ["value_range", "value_range"]);
}

#[test]
fn every_described_item_is_bound_or_skipped_with_a_reason() {
    let runtime = runtime();
    let report = runtime.bind_report();
    assert!(
        report.is_complete(),
        "{} + {} of {}",
        report.bound.len(),
        report.skipped.len(),
        report.described
    );
    assert!(report.skipped.iter().all(|one| !one.reason.is_empty()));
    for name in ["CharacterEntity::SetMoveInput^2", "LightEntity::get_intensity", "gInput"] {
        assert!(report.bound.iter().any(|bound| bound == name), "{name} in {:#?}", report.skipped);
    }
}

#[test]
fn an_entity_that_cannot_be_made_is_refused_whole_and_not_counted() {
    let wrong = [
        (json!({ "type": "SceneEntity", "children": [{ "type": "Nope" }] }), "type_unknown"),
        (
            json!({ "type": "SceneEntity", "children": [{ "type": "LightEntity", "members": { "intensity": -5 } }] }),
            "value_range",
        ),
        (json!({ "type": "LightEntity", "members": { "intensity": "NaN" } }), "value_range"),
        (json!({ "type": "SceneEntity", "children": [{ "type": "SceneEntity", "typo": 1 }] }), "arg_unknown"),
        (json!({ "type": "SceneEntity", "children": 5 }), "arg_type"),
        (json!({ "type": "LightType" }), "type_abstract"),
        (json!({ "type": "ScriptWorld" }), "type_abstract"),
        (json!({ "type": "SceneEntity", "id": "e18446744073709551615" }), "arg_type"),
        (json!({ "type": "SceneEntity", "id": "zzz" }), "arg_type"),
        (json!({ "type": "SceneEntity", "id": "e1" }), "entity_ambiguous"),
        (
            json!({ "type": "SceneEntity", "id": "e5", "children": [{ "type": "SceneEntity", "id": "e5" }] }),
            "entity_ambiguous",
        ),
    ];
    for (entity, code) in wrong {
        let mut runtime = runtime();
        apply(&mut runtime, r#"{ "entities": [ { "type": "SceneEntity", "name": "first", "id": "e1" } ] }"#);
        let before = (save_scene(runtime.edit_world()), runtime.revision());
        let answer = apply(&mut runtime, &json!({ "entities": [entity.clone()] }).to_string());
        assert_eq!((&answer["ok"], &answer["applied"]), (&json!(false), &json!(0)), "{entity}: {answer}");
        assert_eq!(answer["errors"][0]["code"], code, "{entity}: {answer}");
        assert_eq!((save_scene(runtime.edit_world()), runtime.revision()), before, "{entity}");
    }
}

#[test]
fn a_step_that_is_refused_leaves_the_edit_mode_alone() {
    let mut runtime = runtime();
    let answer = apply(&mut runtime, r#"{ "mode": { "step": { "ticks": -1 } } }"#);
    assert_eq!((&answer["ok"], &answer["mode"]), (&json!(false), &json!("edit")));
    assert_eq!(runtime.mode(), Mode::Edit);
}
