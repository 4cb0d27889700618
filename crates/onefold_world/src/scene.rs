//! Scenes: `{ "world": {…}, "entities": [ { "type", "name", "id", "members", "children" } ] }`.
//!
//! A load keeps what it does not understand (unknown classes, unknown members, values that do not fit) verbatim, warns,
//! and a save writes it back unchanged.

use onefold_diag::{Code, Diagnostic, Diagnostics, Place, Severity, nearest};
use onefold_reflect::{AnyHandle, Cx, fnv1a64};
use serde_json::{Map, Value as Json, json};

use crate::codec::{check_members, members_to_json, write_members};
use crate::world::{StableId, World};

/// A key is missing.
const ARG_MISSING: Code = Code("arg_missing");
/// There is no such key.
const ARG_UNKNOWN: Code = Code("arg_unknown");
/// A value has another type.
const ARG_TYPE: Code = Code("arg_type");
/// The text is no scene.
pub const SCENE_INVALID: Code = Code("scene_invalid");

/// Members a scene has and the class does not know, or whose values do not fit, as they stood in the file.
pub(crate) type KeptMembers = Map<String, Json>;

/// What a load did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneReport {
    /// Entities made.
    pub created: usize,
    /// Everything that was kept without being understood, as warnings.
    pub kept: Diagnostics,
}

/// Replaces what is in the world by a scene.
///
/// # Errors
/// A text that is no JSON, or JSON that is no scene; then the world is as it was.
pub fn load_scene(cx: &mut Cx, text: &str, file: &str) -> Result<SceneReport, Diagnostics> {
    let scene: Json = serde_json::from_str(text).map_err(|err| {
        let at = onefold_diag::LineCol { line: err.line() as u32, column: err.column().max(1) as u32 };
        Diagnostics::from(Diagnostic::error(SCENE_INVALID, err.to_string()).at(Place::file(file, Some(at))))
    })?;
    let entities = match scene.get("entities") {
        Some(Json::Array(entities)) => entities.clone(),
        None if scene.is_object() => Vec::new(),
        _ => {
            let text = "a scene is an object with `world` and a list of `entities`";
            return Err(Diagnostic::error(SCENE_INVALID, text).at(Place::file(file, None)).into());
        }
    };
    World::clear(cx);
    let mut report = SceneReport::default();
    let mut made = Vec::new();
    for (at, entity) in entities.iter().enumerate() {
        let path = format!("/entities/{at}");
        if let Err(wrong) = spawn_tree(cx, entity, None, &path, &mut made) {
            report.kept.extend(wrong.into_iter().map(as_warning));
            World::of_mut(cx).kept_entities.push(entity.clone());
        }
    }
    report.created = made.len();
    // References are looked up once every entity is there.
    for (handle, members, path) in made {
        report.kept.extend(fill(cx, handle, &members, &path).into_iter().map(as_warning));
    }
    if let Some(Json::Object(settings)) = scene.get("world") {
        World::of_mut(cx).settings.clone_from(settings);
    }
    Ok(report)
}

fn as_warning(mut one: Diagnostic) -> Diagnostic {
    one.severity = Severity::Warning;
    one
}

type Made = (AnyHandle, Json, String);

/// How deep entities may be nested.
const DEPTH_LIMIT: usize = 100;

fn spawn_tree(
    cx: &mut Cx,
    entity: &Json,
    parent: Option<AnyHandle>,
    path: &str,
    made: &mut Vec<Made>,
) -> Result<AnyHandle, Diagnostics> {
    let fail = |text: &str| Diagnostics::from(Diagnostic::error(SCENE_INVALID, text).at(Place::path(path)));
    if path.matches('/').count() > 2 * DEPTH_LIMIT {
        return Err(fail("entities are nested too deeply"));
    }
    let Some(type_name) = entity.get("type").and_then(Json::as_str) else {
        return Err(fail("an entity needs a `type`"));
    };
    let name = entity.get("name").and_then(Json::as_str).unwrap_or(type_name);
    let id = entity.get("id").and_then(Json::as_str).and_then(StableId::parse);
    let spawned = match id.filter(|&id| World::of(cx).by_id(id).is_none()) {
        Some(id) => World::spawn_with_id(cx, type_name, name, parent, id),
        None => World::spawn(cx, type_name, name, parent),
    };
    let handle = spawned.map_err(|wrong| Diagnostics::from(wrong.at(Place::path(format!("{path}/type")))))?;
    let members = entity.get("members").cloned().unwrap_or_default();
    made.push((handle, members, format!("{path}/members")));
    if let Some(Json::Array(children)) = entity.get("children") {
        for (at, child) in children.iter().enumerate() {
            spawn_tree(cx, child, Some(handle), &format!("{path}/children/{at}"), made)?;
        }
    }
    Ok(handle)
}

/// Writes the members that fit and keeps the others.
fn fill(cx: &mut Cx, handle: AnyHandle, members: &Json, path: &str) -> Diagnostics {
    let Some(entry) = cx.objects().entry(handle).cloned() else { return Diagnostics::new() };
    let mut found = Diagnostics::new();
    let mut fitting = Map::new();
    for (name, value) in members.as_object().into_iter().flatten() {
        let one: Json = json!({ name: value });
        let wrong = check_members(cx, &entry, Some(&one));
        if wrong.has_errors() {
            found.extend(wrong.into_iter().map(|one| one.under(path)));
            if let Some(record) = World::of_mut(cx).record_mut(handle) {
                record.kept.insert(name.clone(), value.clone());
            }
        } else {
            fitting.insert(name.clone(), value.clone());
        }
    }
    found.extend(write_members(cx, handle, &fitting.into()));
    found
}

/// Keys an entity may have in a command.
const ENTITY_KEYS: [&str; 6] = ["type", "name", "id", "parent", "members", "children"];
/// Greatest number of an id: what JSON readers keep exactly.
const GREATEST_ID: u64 = 1 << 53;

/// Making entities from the JSON a command or a scene holds.
pub struct EntityEdit;

impl EntityEdit {
    /// Everything that would keep an entity and what is below it from being made; nothing is changed.
    #[must_use]
    pub fn check(cx: &Cx, entity: &Json) -> Diagnostics {
        let mut errors = Diagnostics::new();
        check_entity(cx, entity, "", &mut Vec::new(), 0, &mut errors);
        errors
    }

    /// Makes an entity from `{type, name, id, parent, members, children}`; all of it or nothing.
    ///
    /// # Errors
    /// Everything that does not fit; then nothing has been made.
    pub fn create(cx: &mut Cx, entity: &Json) -> Result<AnyHandle, Diagnostics> {
        let parent = match entity.get("parent").and_then(Json::as_str) {
            Some(parent) => Some(World::of(cx).find(parent).map_err(Diagnostics::from)?),
            None => None,
        };
        let mut made = Vec::new();
        let mut result = spawn_tree(cx, entity, parent, "", &mut made);
        for (handle, members, path) in &made {
            let Some(entry) = cx.objects().entry(*handle).cloned() else { continue };
            let mut wrong = check_members(cx, &entry, members.as_object().map(|_| members));
            if !wrong.has_errors() {
                wrong = write_members(cx, *handle, members);
            }
            if wrong.has_errors() && result.is_ok() {
                result = Err(wrong.into_iter().map(|one| one.under(path)).collect());
            }
        }
        if result.is_err()
            && let Some((root, ..)) = made.first()
        {
            World::remove(cx, *root);
        }
        result
    }
}

fn check_entity(
    cx: &Cx,
    entity: &Json,
    path: &str,
    ids: &mut Vec<StableId>,
    depth: usize,
    errors: &mut Diagnostics,
) {
    let mut wrong = |code: Code, key: &str, text: String| {
        errors.push(Diagnostic::error(code, text).at(Place::path(format!("{path}{key}"))));
    };
    let Some(object) = entity.as_object() else {
        return wrong(ARG_TYPE, "", "an entity is an object".to_owned());
    };
    if depth > DEPTH_LIMIT {
        return wrong(SCENE_INVALID, "", "entities are nested too deeply".to_owned());
    }
    for key in
        object.keys().filter(|key| !ENTITY_KEYS.contains(&key.as_str()) || (depth > 0 && *key == "parent"))
    {
        let found = Diagnostic::error(ARG_UNKNOWN, format!("an entity has no key `{key}` here"));
        errors.push(found.at(Place::path(format!("{path}/{key}"))).suggest(nearest(key, ENTITY_KEYS)));
    }
    let mut wrong = |code: Code, key: &str, text: String| {
        errors.push(Diagnostic::error(code, text).at(Place::path(format!("{path}{key}"))));
    };
    if object.get("name").is_some_and(|name| !name.is_string()) {
        wrong(ARG_TYPE, "/name", "`name` is a text".to_owned());
    }
    match object.get("id").map(|id| id.as_str().and_then(StableId::parse)) {
        None => {}
        Some(Some(id)) if id.0 == 0 || id.0 > GREATEST_ID => {
            wrong(ARG_TYPE, "/id", format!("{id} is out of range"))
        }
        Some(Some(id)) if World::of(cx).by_id(id).is_some() || ids.contains(&id) => {
            wrong(crate::world::ENTITY_AMBIGUOUS, "/id", format!("the id {id} is taken"));
        }
        Some(Some(id)) => ids.push(id),
        Some(None) => wrong(ARG_TYPE, "/id", "an `id` looks like \"e42\"".to_owned()),
    }
    match object.get("type").and_then(Json::as_str) {
        None => wrong(ARG_MISSING, "/type", "an entity needs a `type`".to_owned()),
        Some(name) => match cx.registry().find(name) {
            Err(found) => errors.push(found.at(Place::path(format!("{path}/type")))),
            Ok(entry) => {
                if let Some(text) = World::cannot_spawn(cx, entry) {
                    wrong(Code("type_abstract"), "/type", text);
                }
                let found = check_members(cx, entry, object.get("members"));
                errors.extend(found.into_iter().map(|one| one.under(&format!("{path}/members"))));
            }
        },
    }
    match object.get("children") {
        None => {}
        Some(Json::Array(children)) => {
            for (at, child) in children.iter().enumerate() {
                check_entity(cx, child, &format!("{path}/children/{at}"), ids, depth + 1, errors);
            }
        }
        Some(_) => errors.push(
            Diagnostic::error(ARG_TYPE, "`children` is a list of entities")
                .at(Place::path(format!("{path}/children"))),
        ),
    }
}

/// An entity and what is below it, as a scene holds it.
#[must_use]
pub fn entity_json(cx: &Cx, handle: AnyHandle) -> Option<Json> {
    entity_at(cx, handle, false)
}

fn entity_at(cx: &Cx, handle: AnyHandle, all: bool) -> Option<Json> {
    let record = World::of(cx).record(handle)?;
    let entry = cx.objects().entry(handle)?;
    let mut members = members_to_json(cx, handle, all);
    members.extend(record.kept.iter().map(|(name, value)| (name.clone(), value.clone())));
    let mut out = Map::new();
    out.insert("type".into(), entry.bare_name().into());
    out.insert("name".into(), record.name.clone().into());
    out.insert("id".into(), record.id.to_string().into());
    out.insert("members".into(), members.into());
    let children: Vec<Json> = record.children.iter().filter_map(|&child| entity_at(cx, child, all)).collect();
    if !children.is_empty() {
        out.insert("children".into(), children.into());
    }
    Some(out.into())
}

fn scene_json(cx: &Cx, all: bool) -> Json {
    let world = World::of(cx);
    let mut entities: Vec<Json> = world.roots().iter().filter_map(|&root| entity_at(cx, root, all)).collect();
    entities.extend(world.kept_entities.iter().cloned());
    json!({ "world": world.settings, "entities": entities })
}

/// The world as the text of a scene file.
#[must_use]
pub fn save_scene(cx: &Cx) -> String {
    let mut text = serde_json::to_string_pretty(&scene_json(cx, false)).unwrap_or_default();
    text.push('\n');
    text
}

/// Hash of what a file would hold, every saved member included: equal worlds have equal hashes, in every process.
#[must_use]
pub fn state_hash(cx: &Cx) -> u64 {
    fnv1a64(scene_json(cx, true).to_string().as_bytes())
}
