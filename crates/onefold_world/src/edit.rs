//! Making entities from what a command holds: strict, all of it or nothing.

use std::collections::HashSet;

use onefold_diag::{Code, Diagnostic, Diagnostics, Place, nearest};
use onefold_format::Node;
use onefold_reflect::{AnyHandle, Cx};
use serde_json::Value as Json;

use crate::members::{check_node_members, write_members};
use crate::scene::{DEPTH_LIMIT, GREATEST_ID, SCENE_INVALID};
use crate::world::{ENTITY_AMBIGUOUS, StableId, World};

/// A key is missing.
const ARG_MISSING: Code = Code("arg_missing");
/// There is no such key.
const ARG_UNKNOWN: Code = Code("arg_unknown");
/// A value has another type.
const ARG_TYPE: Code = Code("arg_type");
/// No entity may have that name.
const NAME_INVALID: Code = Code("name_invalid");
/// No object of the class can be made.
const TYPE_ABSTRACT: Code = Code("type_abstract");

/// Keys an entity may have in a command.
const ENTITY_KEYS: [&str; 6] = ["type", "name", "id", "parent", "members", "children"];
/// Most messages of one command.
const MESSAGES: usize = 1000;
/// Longest name of an entity, in characters.
const NAME_LIMIT: usize = 200;

/// Making entities from the JSON of a command.
pub struct EntityEdit;

/// An entity, with what is below it, that has been checked and can be made.
#[derive(Clone, Debug)]
pub struct EntityPlan {
    entity: Json,
    parent: Option<AnyHandle>,
}

impl EntityEdit {
    /// Checks an entity `{type, name, id, parent, members, children}`; nothing is changed.
    ///
    /// # Errors
    /// Everything that would keep it, or what is below it, from being made, with a JSON pointer each.
    pub fn plan(cx: &Cx, entity: &Json) -> Result<EntityPlan, Diagnostics> {
        let mut check = Check { cx, ids: HashSet::new(), coming: HashSet::new(), errors: Diagnostics::new() };
        let parent = check.parent(entity);
        check.collect_names(entity, 0);
        check.entity(entity, "", 0);
        check.errors.into_result(EntityPlan { entity: entity.clone(), parent })
    }
}

impl EntityPlan {
    /// Makes the entity and what is below it.
    ///
    /// # Errors
    /// The world is not the one it was checked against any more, or a class refuses to be made; then nothing has been
    /// made.
    pub fn apply(&self, cx: &mut Cx) -> Result<AnyHandle, Diagnostics> {
        let mut made = Vec::new();
        let result = spawn(cx, &self.entity, self.parent, "", &mut made).and_then(|root| {
            for (handle, members, path) in &made {
                let Some(members) = *members else { continue };
                // References are looked up once all of the entities are there.
                write_members(cx, *handle, members)
                    .map_err(|wrong| wrong.into_iter().map(|one| one.under(path)).collect::<Diagnostics>())?;
            }
            Ok(root)
        });
        if result.is_err()
            && let Some(&(root, ..)) = made.first()
        {
            World::remove(cx, root);
        }
        result
    }
}

fn spawn<'j>(
    cx: &mut Cx,
    entity: &'j Json,
    parent: Option<AnyHandle>,
    path: &str,
    made: &mut Vec<(AnyHandle, Option<&'j Json>, String)>,
) -> Result<AnyHandle, Diagnostics> {
    let type_name = entity["type"].as_str().unwrap_or_default();
    let name = entity["name"].as_str().unwrap_or(type_name);
    let spawned = match entity["id"].as_str().and_then(StableId::parse) {
        Some(id) => World::spawn_with_id(cx, type_name, name, parent, id),
        None => World::spawn(cx, type_name, name, parent),
    };
    let handle = spawned.map_err(|wrong| Diagnostics::from(wrong.at(Place::path(format!("{path}/type")))))?;
    made.push((handle, entity.get("members"), format!("{path}/members")));
    for (at, child) in entity["children"].as_array().into_iter().flatten().enumerate() {
        spawn(cx, child, Some(handle), &format!("{path}/children/{at}"), made)?;
    }
    Ok(handle)
}

struct Check<'c> {
    cx: &'c Cx,
    ids: HashSet<StableId>,
    /// Names and ids of what is about to be made.
    coming: HashSet<String>,
    errors: Diagnostics,
}

impl Check<'_> {
    fn wrong(&mut self, code: Code, path: &str, text: impl Into<String>, got: Option<&Json>) {
        let mut found = Diagnostic::error(code, text).at(Place::path(path));
        if let Some(got) = got {
            found = found.got(got.as_str().map_or_else(|| got.to_string(), str::to_owned));
        }
        self.errors.push(found);
    }

    fn parent(&mut self, entity: &Json) -> Option<AnyHandle> {
        let parent = entity.get("parent")?;
        let Some(name) = parent.as_str() else {
            self.wrong(ARG_TYPE, "/parent", "a `parent` is a name, a path or an id", Some(parent));
            return None;
        };
        match World::of(self.cx).find(name) {
            Ok(parent) => Some(parent),
            Err(found) => {
                self.errors.push(found.at(Place::path("/parent")));
                None
            }
        }
    }

    fn collect_names(&mut self, entity: &Json, depth: usize) {
        let name = entity["name"].as_str().or(entity["type"].as_str());
        self.coming.extend(name.into_iter().chain(entity["id"].as_str()).map(str::to_owned));
        if depth < DEPTH_LIMIT {
            for child in entity["children"].as_array().into_iter().flatten() {
                self.collect_names(child, depth + 1);
            }
        }
    }

    fn entity(&mut self, entity: &Json, path: &str, depth: usize) {
        let Some(object) = entity.as_object() else {
            return self.wrong(ARG_TYPE, path, "an entity is an object", Some(entity));
        };
        if depth > DEPTH_LIMIT {
            return self.wrong(SCENE_INVALID, path, "entities are nested too deeply", None);
        }
        if self.errors.len() >= MESSAGES {
            return;
        }
        for key in object
            .keys()
            .filter(|key| !ENTITY_KEYS.contains(&key.as_str()) || (depth > 0 && *key == "parent"))
        {
            let found = Diagnostic::error(ARG_UNKNOWN, "an entity has no such key here").got(key.as_str());
            let at = Place::path(format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")));
            self.errors.push(found.at(at).suggest(nearest(key, ENTITY_KEYS)));
        }
        self.name(object.get("name"), &format!("{path}/name"));
        self.id(object.get("id"), &format!("{path}/id"));
        self.class(object.get("type"), object.get("members"), path);
        match object.get("children") {
            None => {}
            Some(Json::Array(children)) => {
                for (at, child) in children.iter().enumerate() {
                    self.entity(child, &format!("{path}/children/{at}"), depth + 1);
                }
            }
            Some(other) => {
                let at = format!("{path}/children");
                self.wrong(ARG_TYPE, &at, "`children` is a list of entities", Some(other));
            }
        }
    }

    fn name(&mut self, name: Option<&Json>, path: &str) {
        let Some(json) = name else { return };
        let Some(name) = json.as_str() else {
            return self.wrong(ARG_TYPE, path, "`name` is a text", Some(json));
        };
        // What a path or an id could be mistaken for.
        let why = if name.trim().is_empty() {
            "a name is not empty"
        } else if name.contains('/') {
            "a name holds no `/`, which separates the names of a path"
        } else if StableId::parse(name).is_some() {
            "a name does not look like an id"
        } else if name.chars().any(char::is_control) {
            "a name is one line without control characters"
        } else if name.chars().count() > NAME_LIMIT {
            "a name has at most 200 characters"
        } else {
            return;
        };
        self.wrong(NAME_INVALID, path, why, Some(json));
    }

    fn id(&mut self, id: Option<&Json>, path: &str) {
        let Some(json) = id else { return };
        match json.as_str().and_then(StableId::parse) {
            Some(id) if !(1..=GREATEST_ID).contains(&id.0) => {
                self.wrong(ARG_TYPE, path, "the id is out of range", Some(json));
            }
            Some(id) if World::of(self.cx).by_id(id).is_some() || !self.ids.insert(id) => {
                self.wrong(ENTITY_AMBIGUOUS, path, "the id is taken", Some(json));
            }
            Some(_) => {}
            None => self.wrong(ARG_TYPE, path, "an `id` looks like \"e42\"", Some(json)),
        }
    }

    fn class(&mut self, class: Option<&Json>, members: Option<&Json>, path: &str) {
        let at = format!("{path}/type");
        let Some(name) = class.and_then(Json::as_str) else {
            let (code, text) = match class {
                None => (ARG_MISSING, "an entity needs a `type`"),
                Some(_) => (ARG_TYPE, "`type` is the name of a class"),
            };
            return self.wrong(code, &at, text, class);
        };
        let entry = match self.cx.registry().find(name) {
            Ok(entry) => entry.clone(),
            Err(found) => return self.errors.push(found.at(Place::path(at))),
        };
        if let Some(text) = World::cannot_spawn(self.cx, &entry) {
            return self.wrong(TYPE_ABSTRACT, &at, text, class);
        }
        if let Some(members) = members {
            let found = check_node_members(self.cx, &entry, &Node::from(members), &self.coming);
            let under = format!("{path}/members");
            self.errors.extend(found.into_iter().map(|one| one.under(&under)));
        }
    }
}
