//! Create, edit, remove, clear, restore.

use onefold_diag::{Diagnostic, Diagnostics, Place, nearest};
use onefold_reflect::AnyHandle;
use onefold_world::{
    EntityEdit, World, check_members, entities_text, entity_text, members_json, restore_entities,
    unset_members, write_members,
};
use serde_json::{Map, Value as Json, json};

use super::arguments::{Arguments, pointer};
use crate::command::{Applied, Command, CommandSpec, Plan};
use crate::runtime::Runtime;

pub(super) const CREATE: CommandSpec = CommandSpec {
    name: "create",
    doc: "Makes an entity of a class, with a name, a parent, members and children",
    changes: true,
    prepare: create,
};

pub(super) const EDIT: CommandSpec = CommandSpec {
    name: "edit",
    doc: "Changes the given members of an entity and leaves the others alone; `unset` names members that count as set by \
          nobody again",
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

pub(super) const RESTORE: CommandSpec = CommandSpec {
    name: "restore",
    doc: "Puts entities back as a scene file holds them, under a parent and at a place: how a removal is undone",
    changes: true,
    prepare: restore,
};

fn create(runtime: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    if !json.is_object() {
        return Err(Arguments::new(json, &[]).errors);
    }
    let plan = EntityEdit::plan(runtime.edit_world(), json)?;
    Ok(Plan::new(move |runtime| {
        let handle = plan.apply(runtime.edit_mut())?;
        let id = World::of(runtime.edit_world()).id_of(handle).map(|id| id.to_string());
        let inverse = vec![Command::new("undo", "remove", json!({ "entity": id }))];
        Ok(Applied { answer: answer(runtime, handle), inverse })
    }))
}

fn edit(runtime: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let mut args = Arguments::new(json, &["entity", "members", "unset"]);
    let cx = runtime.edit_world();
    let handle = args.entity(runtime, "entity");
    let unset = args.texts("unset");
    if let Some(entry) = handle.and_then(|handle| cx.objects().entry(handle)) {
        let wrong = check_members(cx, entry, args.get("members"));
        args.errors.extend(wrong.into_iter().map(|one| one.under(&pointer("members"))));
        for (at, name) in unset.iter().enumerate().filter(|(_, name)| entry.member(name).is_none()) {
            let known = entry.members().iter().map(onefold_reflect::Member::name);
            let found = Diagnostic::error(onefold_reflect::MEMBER_UNKNOWN, "there is no such member");
            let found = found.got(name.as_str()).suggest(nearest(name, known));
            args.errors.push(found.at(Place::path(format!("/unset/{at}"))));
        }
    }
    let members = args.get("members").cloned().unwrap_or_else(|| json!({}));
    let handle = handle.unwrap_or_default();
    args.errors.into_result(Plan::new(move |runtime| {
        let names = || members.as_object().into_iter().flat_map(Map::keys).map(String::as_str);
        let inverse = undo_edit(runtime, handle, names());
        write_members(runtime.edit_mut(), handle, &members)?;
        unset_members(runtime.edit_mut(), handle, unset.iter().map(String::as_str));
        let mut answer = answer(runtime, handle);
        answer["members"] = members_json(runtime.edit_world(), handle, names());
        Ok(Applied { answer, inverse: vec![inverse] })
    }))
}

/// The edit that takes members back to what they are now, also whether somebody has set them.
fn undo_edit<'n>(
    runtime: &Runtime,
    handle: AnyHandle,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Command {
    let cx = runtime.edit_world();
    let before = members_json(cx, handle, names.clone());
    let entity = World::of(cx).id_of(handle).map(|id| id.to_string());
    let mut args = json!({ "entity": entity, "members": before });
    if let (Some(entry), Some(mask)) = (cx.objects().entry(handle), cx.objects().mask(handle)) {
        let unset: Vec<&str> = names
            .filter_map(|name| entry.member_index(name))
            .filter(|&at| !mask.is_set(at))
            .map(|at| entry.members()[at].name())
            .collect();
        if !unset.is_empty() {
            args["unset"] = unset.into();
        }
    }
    Command::new("undo", "edit", args)
}

fn remove(runtime: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let mut args = Arguments::new(json, &["entity"]);
    let handle = args.entity(runtime, "entity").unwrap_or_default();
    args.errors.into_result(Plan::sure(move |runtime| {
        let inverse = undo_removal(runtime, handle).into_iter().collect();
        let answer = answer(runtime, handle);
        World::remove(runtime.edit_mut(), handle);
        Applied { answer, inverse }
    }))
}

/// The restoring of an entity, as it is now, to where it is now.
fn undo_removal(runtime: &Runtime, handle: AnyHandle) -> Option<Command> {
    let world = World::of(runtime.edit_world());
    let text = entity_text(runtime.edit_world(), handle)?;
    let parent = world.parent_of(handle);
    let at = world.children_of(parent).iter().position(|&child| child == handle)?;
    let parent = parent.and_then(|parent| world.id_of(parent)).map(|id| id.to_string());
    let args = json!({ "entities": format!("[{text}]"), "parent": parent, "at": at });
    Some(Command::new("undo", "restore", args))
}

fn clear(_: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let errors = Arguments::new(json, &[]).errors;
    errors.into_result(Plan::sure(|runtime| {
        let all = entities_text(runtime.edit_world());
        let inverse = vec![Command::new("undo", "restore", json!({ "entities": all }))];
        let removed = World::clear(runtime.edit_mut());
        Applied { answer: json!({ "removed": removed }), inverse }
    }))
}

fn restore(runtime: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let mut args = Arguments::new(json, &["entities", "parent", "at"]);
    let text = args.required_text("entities").unwrap_or_default().to_owned();
    let parent = match args.get("parent") {
        None | Some(Json::Null) => None,
        Some(_) => args.entity(runtime, "parent"),
    };
    let at = args.count("at", u64::MAX) as usize;
    args.errors.into_result(Plan::new(move |runtime| {
        let before = World::of(runtime.edit_world()).children_of(parent).to_vec();
        let report = restore_entities(runtime.edit_mut(), &text, parent, at)?;
        let world = World::of(runtime.edit_world());
        let fresh = world.children_of(parent).iter().filter(|child| !before.contains(child));
        let ids: Vec<String> = fresh.filter_map(|&child| Some(world.id_of(child)?.to_string())).collect();
        let undo = |id: &String| Command::new("undo", "remove", json!({ "entity": id }));
        let inverse = ids.iter().map(undo).collect();
        Ok(Applied { answer: json!({ "created": report.created, "ids": ids }), inverse })
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
