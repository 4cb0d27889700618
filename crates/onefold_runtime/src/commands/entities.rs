//! Create, edit, remove, clear.

use onefold_diag::{Diagnostic, Diagnostics};
use onefold_reflect::AnyHandle;
use onefold_world::{EntityEdit, World, check_members, entity_json, members_json, write_members};
use serde_json::{Value as Json, json};

use super::arguments::{Arguments, pointer};
use crate::command::{Applied, Command, CommandSpec, Plan};
use crate::runtime::Runtime;

pub(super) const CREATE: CommandSpec = CommandSpec {
    name: "create",
    doc: "Makes an entity of a class, with a name, a parent and members",
    changes: true,
    prepare: create,
};

pub(super) const EDIT: CommandSpec = CommandSpec {
    name: "edit",
    doc: "Changes the given members of an entity and leaves the others alone",
    changes: true,
    prepare: edit,
};

pub(super) const REMOVE: CommandSpec = CommandSpec {
    name: "remove",
    doc: "Removes an entity and everything below it",
    changes: true,
    prepare: remove,
};

pub(super) const CLEAR: CommandSpec =
    CommandSpec { name: "clear", doc: "Removes every entity", changes: true, prepare: clear };

fn create(runtime: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let mut args = Arguments::new(json, &["type", "name", "id", "parent", "members", "children"]);
    if json.is_object() {
        let wrong = EntityEdit::check(runtime.edit_world(), json);
        // An unknown key at the top was reported with the other arguments.
        args.errors.extend(wrong.into_iter().filter(|one| one.code.0 != "arg_unknown" || !is_at_top(one)));
    }
    if args.get("parent").is_some() {
        args.entity(runtime, "parent");
    }
    let json = json.clone();
    args.errors.into_result(Plan::new(move |runtime| match EntityEdit::create(runtime.edit_mut(), &json) {
        Ok(handle) => {
            let id = World::of(runtime.edit_world()).id_of(handle).map(|id| id.to_string());
            let inverse = vec![Command::new("undo", "remove", json!({ "entity": id }))];
            Applied { answer: answer(runtime, handle), inverse }
        }
        Err(wrong) => Applied { answer: json!({ "error": wrong.to_json() }), inverse: Vec::new() },
    }))
}

fn is_at_top(found: &Diagnostic) -> bool {
    found.place.path.as_deref().is_some_and(|path| path.matches('/').count() == 1)
}

fn edit(runtime: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let mut args = Arguments::new(json, &["entity", "members"]);
    let cx = runtime.edit_world();
    let handle = args.entity(runtime, "entity");
    if let Some(entry) = handle.and_then(|handle| cx.objects().entry(handle)) {
        let wrong = check_members(cx, entry, args.get("members"));
        args.errors.extend(wrong.into_iter().map(|one| one.under(&pointer("members"))));
    }
    let members = args.get("members").cloned().unwrap_or_default();
    let handle = handle.unwrap_or_default();
    args.errors.into_result(Plan::new(move |runtime| {
        let before = members_json(runtime.edit_world(), handle, members.as_object());
        let entity = World::of(runtime.edit_world()).id_of(handle).map(|id| id.to_string());
        let inverse = vec![Command::new("undo", "edit", json!({ "entity": entity, "members": before }))];
        write_members(runtime.edit_mut(), handle, &members);
        let after = members_json(runtime.edit_world(), handle, members.as_object());
        let mut answer = answer(runtime, handle);
        answer["members"] = after;
        Applied { answer, inverse }
    }))
}

fn remove(runtime: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let mut args = Arguments::new(json, &["entity"]);
    let handle = args.entity(runtime, "entity").unwrap_or_default();
    args.errors.into_result(Plan::new(move |runtime| {
        let mut inverse = Vec::new();
        let world = World::of(runtime.edit_world());
        if let Some(mut whole) = entity_json(runtime.edit_world(), handle) {
            if let Some(parent) = world.parent_of(handle).and_then(|parent| world.id_of(parent)) {
                whole["parent"] = parent.to_string().into();
            }
            inverse.push(Command::new("undo", "create", whole));
        }
        let answer = answer(runtime, handle);
        World::remove(runtime.edit_mut(), handle);
        Applied { answer, inverse }
    }))
}

fn clear(_: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let errors = Arguments::new(json, &[]).errors;
    errors.into_result(Plan::new(|runtime| {
        let roots = World::of(runtime.edit_world()).roots().to_vec();
        let inverse = roots
            .iter()
            .filter_map(|&root| entity_json(runtime.edit_world(), root))
            .map(|whole| Command::new("undo", "create", whole))
            .collect();
        let removed = World::clear(runtime.edit_mut());
        Applied { answer: json!({ "removed": removed }), inverse }
    }))
}

fn answer(runtime: &Runtime, handle: AnyHandle) -> Json {
    let world = World::of(runtime.edit_world());
    json!({
        "id": world.id_of(handle).map(|id| id.to_string()),
        "path": world.path(handle),
        "name": world.name_of(handle),
    })
}
