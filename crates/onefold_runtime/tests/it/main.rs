//! Commands over a Rust class and a class made at run time: one code path for both.

use std::sync::Arc;

use onefold_reflect::{
    BaseInfo, MemberAttrs, MemberInfo, OwnedInfo, Range, Reflect, Registry, RegistryBuilder, Shape,
    StructInfo, TypeInfo, TypeLink, TypeName, ValueOps,
};
use onefold_runtime::{Applied, Command, CommandSpec, Plan, Runtime};
use onefold_world::{World, load_scene, save_scene};
use serde_json::{Value as Json, json};

/// A class as a script would declare it: derived from a Rust class, with members of its own.
fn torch() -> Arc<OwnedInfo> {
    OwnedInfo::placed(|arena| {
        let range = Range { min: 0.0, max: 1.0, soft_min: 0.0, soft_max: 1.0, step: 0.0 };
        let members = arena.alloc_slice_copy(&[
            MemberInfo::placed("flicker", <f32 as Reflect>::LINK)
                .doc("How much it flickers.")
                .attrs(MemberAttrs { range: Some(range), default: Some("0.25"), ..MemberAttrs::NONE }),
            MemberInfo::placed("fuel", <Vec<String> as Reflect>::LINK).aliases(&["m_Fuel"]),
        ]);
        let base = BaseInfo { link: TypeLink::Named("onefold_world::SceneEntity"), offset: 0 };
        let shape = Shape::Struct(StructInfo { base: Some(base), ..StructInfo::new(members) });
        TypeInfo::new(TypeName::new("script", "Torch"), shape, ValueOps::BY_MEMBERS)
    })
    .unwrap()
}

fn registry() -> Arc<Registry> {
    RegistryBuilder::linked().with(torch()).resolve().unwrap()
}

fn runtime() -> Runtime {
    Runtime::new(registry()).unwrap()
}

fn run(runtime: &mut Runtime, name: &str, args: Json) -> Json {
    runtime.execute(&Command::new("test", name, args)).unwrap()
}

#[test]
fn a_rust_class_and_a_run_time_class_go_through_the_same_commands() {
    for (class, own) in
        [("SceneEntity", json!({})), ("Torch", json!({ "flicker": 0.75, "m_Fuel": ["oak", "tar"] }))]
    {
        let mut runtime = runtime();
        let mut members = json!({ "position": [1, 2, 3], "tags": ["a"] });
        members.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
        let made = run(&mut runtime, "create", json!({ "type": class, "name": "x", "members": members }));
        assert_eq!(made["path"], "/x");
        let read = run(&mut runtime, "edit", json!({ "entity": "x", "members": { "position": [4, 5, 6] } }));
        assert_eq!(read["members"], json!({ "position": [4.0, 5.0, 6.0] }));
        let scene = save_scene(runtime.edit_world());
        let mut again = onefold_reflect::Cx::new(registry());
        World::install(&mut again);
        assert!(load_scene(&mut again, &scene, "x.json").unwrap().kept.is_empty());
        assert_eq!(save_scene(&again), scene);
        run(&mut runtime, "play", json!({}));
        run(&mut runtime, "step", json!({ "ticks": 3 }));
        run(&mut runtime, "stop", json!({}));
        assert_eq!(save_scene(runtime.edit_world()), scene, "{class}: stop leaves the edit world alone");
        run(&mut runtime, "remove", json!({ "entity": "x" }));
        let back = runtime.journal().last().unwrap().inverse.clone();
        back.iter().for_each(|command| drop(runtime.execute(command).unwrap()));
        assert_eq!(save_scene(runtime.edit_world()), scene, "{class}: a removal can be taken back");
    }
}

#[test]
fn defaults_ranges_and_names_of_a_run_time_class_hold() {
    let mut runtime = runtime();
    run(&mut runtime, "create", json!({ "type": "script::Torch", "name": "t" }));
    let read = run(&mut runtime, "edit", json!({ "entity": "t", "members": { "flicker": 0.5 } }));
    assert_eq!(read["members"]["flicker"], 0.5);
    let edit = |members: Json| Command::new("test", "edit", json!({ "entity": "t", "members": members }));
    let wrong = runtime.execute(&edit(json!({ "flicker": 2, "fule": [], "fuel": [7] }))).unwrap_err();
    let mut codes: Vec<&str> = wrong.iter().map(|one| one.code.0).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["member_unknown", "value_range", "value_type"]);
    let unknown = wrong.iter().find(|one| one.code.0 == "member_unknown").unwrap();
    assert_eq!(
        (unknown.suggestions[0].as_str(), unknown.place.path.as_deref()),
        ("fuel", Some("/members/fule"))
    );
    // Nothing of the refused edit was applied.
    let read = run(&mut runtime, "edit", json!({ "entity": "t", "members": {} }));
    assert_eq!(read["members"], json!({}));
    assert!(save_scene(runtime.edit_world()).contains("\"flicker\": 0.5"));
    assert!(!save_scene(runtime.edit_world()).contains("fuel"));
}

#[test]
fn rooms_above_register_commands_of_their_own() {
    let spec = CommandSpec {
        name: "count",
        doc: "Counts the entities",
        changes: false,
        prepare: |runtime, _| {
            let count = World::of(runtime.edit_world()).len();
            Ok(Plan::sure(move |_| Applied { answer: json!({ "count": count }), inverse: Vec::new() }))
        },
    };
    let mut runtime = runtime();
    runtime.commands_mut().register(spec).unwrap();
    assert_eq!(runtime.commands_mut().register(spec).unwrap_err().code.0, "name_clash");
    run(&mut runtime, "create", json!({ "type": "SceneEntity" }));
    assert_eq!(run(&mut runtime, "count", json!({})), json!({ "count": 1 }));
    assert_eq!(runtime.revision(), 1, "a command that only reads leaves no trace");
}

#[test]
fn a_command_that_does_not_fit_the_mode_says_what_to_do() {
    let mut runtime = runtime();
    for name in ["pause", "step", "stop"] {
        let wrong = runtime.execute(&Command::new("test", name, json!({}))).unwrap_err();
        assert_eq!(wrong.iter().next().unwrap().code.0, "wrong_mode", "{name}");
    }
    run(&mut runtime, "play", json!({}));
    let wrong = runtime.execute(&Command::new("test", "play", json!({ "sed": 1 }))).unwrap_err();
    assert_eq!(wrong.iter().map(|one| one.code.0).collect::<Vec<_>>(), ["arg_unknown", "wrong_mode"]);
}
