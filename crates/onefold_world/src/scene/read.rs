//! From documents to entities.

use onefold_diag::{Code, Diagnostic, Diagnostics, Place};
use onefold_format::{Document, Kept, Node, ReadOptions, parse_json_document};
use onefold_reflect::{AnyHandle, Cx};

use super::{DEPTH_LIMIT, GREATEST_ID, KeptNodes, SceneReport, as_warning, invalid};
use crate::handles::EntityHandles;
use crate::members::{read_into, with_pointers};
use crate::world::{ENTITY_AMBIGUOUS, StableId, World};

const VERSION: &str = "version";
const SCENE_KEYS: [&str; 3] = ["world", "entities", VERSION];
const ENTITY_KEYS: [&str; 5] = ["type", "name", "id", "members", "children"];
const KEY_UNKNOWN: Code = Code("arg_unknown");
const ARG_TYPE: Code = Code("arg_type");

/// Replaces what is in the world by the scene that a document holds.
///
/// # Errors
/// The document is no scene; then the world is as it was.
pub fn load_document(cx: &mut Cx, document: &Document<'_>, file: &str) -> Result<SceneReport, Diagnostics> {
    let root = &document.root;
    let shape = "a scene is an object with `world` and a list of `entities`";
    if root.entries().is_none() {
        return Err(invalid(shape, document.place(root, "")));
    }
    let entities = match root.get("entities") {
        None => &[],
        Some(node) => node.as_list().ok_or_else(|| invalid(shape, document.place(node, "/entities")))?,
    };
    World::clear(cx);
    let mut load = Load::new(document, file);
    load.version = version_of(root);
    load.report.kept.extend(document.all_twice().into_iter().map(as_warning));
    load.scene_keys(cx, root);
    load.all(cx, entities, None, "/entities");
    load.fill(cx);
    Ok(load.report)
}

pub(super) fn restore(
    cx: &mut Cx,
    text: &str,
    parent: Option<AnyHandle>,
    at: usize,
) -> Result<SceneReport, Diagnostics> {
    let document = parse_json_document(text.as_bytes(), &ReadOptions::lenient())?;
    let Some(entities) = document.root.as_list() else {
        return Err(invalid("a list of entities is expected", document.place(&document.root, "")));
    };
    if parent.is_some_and(|parent| !World::of(cx).contains(parent)) {
        return Err(Diagnostic::error(crate::world::ENTITY_UNKNOWN, "the parent is gone").into());
    }
    let mut load = Load::new(&document, "");
    load.version = World::of(cx).version;
    let before = World::of(cx).children_of(parent).len();
    load.all(cx, entities, parent, "");
    World::of_mut(cx).move_last_children(parent, before, at);
    load.fill(cx);
    Ok(load.report)
}

fn version_of(root: &Node<'_>) -> u32 {
    root.get(VERSION)
        .and_then(|node| node.to_json().as_u64())
        .and_then(|v| u32::try_from(v).ok())
        .unwrap_or(0)
}

/// Members to be read once every entity is there.
struct Made<'d, 't> {
    handle: AnyHandle,
    members: &'d Node<'t>,
    path: String,
}

struct Load<'d, 't> {
    document: &'d Document<'t>,
    file: &'d str,
    version: u32,
    made: Vec<Made<'d, 't>>,
    report: SceneReport,
}

impl<'d, 't> Load<'d, 't> {
    fn new(document: &'d Document<'t>, file: &'d str) -> Self {
        Self { document, file, version: 0, made: Vec::new(), report: SceneReport::default() }
    }

    fn warn(&mut self, what: Diagnostic, node: &Node<'_>, path: &str) {
        let place = Place { span: None, ..self.document.place(node, path) };
        self.report.kept.push(as_warning(what.at(place)));
    }

    fn scene_keys(&mut self, cx: &mut Cx, root: &'d Node<'t>) {
        let world = World::of_mut(cx);
        world.settings = root.get("world").map(|node| node.clone().into_owned());
        world.kept = KeptNodes::default();
        for entry in root.entries().unwrap_or_default() {
            if SCENE_KEYS.contains(&&*entry.name) {
                continue;
            }
            let path = format!("/{}", entry.name);
            World::of_mut(cx).kept.keys.push(onefold_format::NodeEntry::clone(entry).into_owned());
            self.unknown_key(&entry.name, "a scene", &SCENE_KEYS, &entry.value, &path);
        }
    }

    fn unknown_key(&mut self, key: &str, whose: &str, known: &[&str], node: &Node<'_>, path: &str) {
        let what = Diagnostic::error(KEY_UNKNOWN, format!("{whose} has no key `{key}`"))
            .suggest(onefold_diag::nearest(key, known.iter().copied()));
        self.warn(what, node, path);
    }

    /// Makes entities and what is below them; one that cannot be made is kept with all below it.
    fn all(&mut self, cx: &mut Cx, list: &'d [Node<'t>], parent: Option<AnyHandle>, path: &str) {
        for (at, entity) in list.iter().enumerate() {
            let path = format!("{path}/{at}");
            if let Err(what) = self.entity(cx, entity, parent, &path) {
                self.warn(what, entity, &path);
                let world = World::of_mut(cx);
                let before = world.children_of(parent).len();
                let kept = match parent.and_then(|parent| world.record_mut(parent)) {
                    Some(record) => &mut record.kept_nodes,
                    None => &mut world.kept,
                };
                kept.entities.push((before, entity.clone().into_owned()));
            }
        }
    }

    fn entity(
        &mut self,
        cx: &mut Cx,
        entity: &'d Node<'t>,
        parent: Option<AnyHandle>,
        path: &str,
    ) -> Result<(), Diagnostic> {
        let wrong = |text: &str| Diagnostic::error(super::SCENE_INVALID, text);
        let Some(entries) = entity.entries() else { return Err(wrong("an entity is an object")) };
        if path.matches('/').count() > 2 * DEPTH_LIMIT {
            return Err(wrong("entities are nested too deeply"));
        }
        let type_name = entity.get("type").and_then(Node::as_text);
        let type_name = type_name.ok_or_else(|| wrong("an entity needs a `type`"))?;
        let name = match entity.get("name") {
            None => type_name,
            Some(name) => name.as_text().ok_or_else(|| wrong("the `name` of an entity is a text"))?,
        };
        for (key, is_right) in [
            ("members", entity.get("members").is_none_or(|node| node.entries().is_some())),
            ("children", entity.get("children").is_none_or(|node| node.as_list().is_some())),
        ] {
            if !is_right {
                let what = if key == "members" { "an object" } else { "a list" };
                return Err(wrong(&format!("`{key}` is {what}")));
            }
        }
        let id = self.id(cx, entity, path);
        let handle = match id {
            Some(id) => World::spawn_with_id(cx, type_name, name, parent, id)?,
            None => World::spawn(cx, type_name, name, parent)?,
        };
        self.report.created += 1;
        for entry in entries.iter().filter(|entry| !ENTITY_KEYS.contains(&&*entry.name)) {
            if let Some(record) = World::of_mut(cx).record_mut(handle) {
                record.kept_nodes.keys.push(entry.clone().into_owned());
            }
            let path = format!("{path}/{}", entry.name);
            self.unknown_key(&entry.name, "an entity", &ENTITY_KEYS, &entry.value, &path);
        }
        if let Some(members) = entity.get("members") {
            self.made.push(Made { handle, members, path: format!("{path}/members") });
        }
        if let Some(children) = entity.get("children").and_then(Node::as_list) {
            self.all(cx, children, Some(handle), &format!("{path}/children"));
        }
        Ok(())
    }

    /// The id an entity asks for, if it can have it.
    fn id(&mut self, cx: &Cx, entity: &Node<'_>, path: &str) -> Option<StableId> {
        let node = entity.get("id")?;
        let path = format!("{path}/id");
        match node.as_text().and_then(StableId::parse).filter(|id| (1..=GREATEST_ID).contains(&id.0)) {
            None => {
                let text = "an `id` looks like \"e42\"; the entity gets a fresh one";
                self.warn(Diagnostic::error(ARG_TYPE, text).got(node.to_json().to_string()), node, &path);
                None
            }
            Some(id) if World::of(cx).by_id(id).is_some() => {
                let text = format!("the id {id} is taken; the entity gets a fresh one");
                self.warn(Diagnostic::error(ENTITY_AMBIGUOUS, text).got(id.to_string()), node, &path);
                None
            }
            Some(id) => Some(id),
        }
    }

    /// Reads the members. References are looked up only now, when every entity is there.
    fn fill(&mut self, cx: &mut Cx) {
        for Made { handle, members, path } in std::mem::take(&mut self.made) {
            let (document, file, version) = (self.document, self.file, self.version);
            let report = read_into(cx, handle, |world, object| {
                let handles = EntityHandles::new(world);
                let upgrades = world.upgrades.clone().from_version(version);
                let options = ReadOptions::lenient().file(file).handles(&handles).upgrades(&upgrades);
                document.read(object, members, "", &options)
            });
            let Some(report) = report else { continue };
            let entity = World::of(cx).entity_ref(handle);
            self.report.kept.extend(with_pointers(report.diagnostics).into_iter().map(|one| {
                let mut one = as_warning(one.under(&path));
                one.place.entity = one.place.entity.take().or_else(|| entity.clone());
                one
            }));
            keep(cx, handle, report.kept);
        }
    }
}

pub(super) fn keep(cx: &mut Cx, handle: AnyHandle, kept: Kept) {
    if let Some(record) = World::of_mut(cx).record_mut(handle) {
        record.kept = kept;
    }
}
