//! Cooked scenes: the entities' names first, then their members, so that every reference finds its object.
//!
//! | what | form |
//! | --- | --- |
//! | `scene` | text |
//! | world settings, unknown keys, entities that were kept | JSON text each |
//! | count of entities, then of each: type, name, id, place of its parent (all ones at the top), what was kept | u32; text, text, u64, u32, JSON text |
//! | members of each that are set or differ from the default | described value |

use onefold_diag::{Diagnostic, Diagnostics, Place};
use onefold_format::{
    CookedReader, CookedWriter, Node, NodeEntry, NodeKind, ReadOptions, WriteOptions, json_text,
    parse_json_document,
};
use onefold_reflect::{AnyHandle, Cx, OwnedValue};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{GREATEST_ID, KeptNodes, SceneReport, as_warning, invalid};
use crate::handles::EntityHandles;
use crate::members::{read_into, with_pointers};
use crate::world::{StableId, World};

const MARK: &str = "scene";
const AT_TOP: u32 = u32::MAX;

pub(super) fn write(cx: &Cx, out: &mut CookedWriter) {
    let world = World::of(cx);
    out.text(MARK);
    out.text(&world.settings.as_ref().map_or_else(String::new, |node| json_text(node, false)));
    out.text(&kept_text(&world.kept));
    let all = world.in_order();
    let places: FxHashMap<AnyHandle, u32> = all.iter().copied().zip(0..).collect();
    out.u32(all.len() as u32);
    for record in all.iter().filter_map(|&handle| world.record(handle)) {
        out.text(record.entry.bare_name());
        out.text(&record.name);
        out.u64(record.id.0);
        out.u32(record.parent.and_then(|parent| places.get(&parent).copied()).unwrap_or(AT_TOP));
        out.text(&kept_text(&record.kept_nodes));
    }
    let handles = EntityHandles::new(world);
    for &handle in &all {
        let (Some(record), Some(object)) = (world.record(handle), cx.objects().typed(cx.registry(), handle))
        else {
            continue;
        };
        let options =
            WriteOptions::new().changed(cx.objects().mask(handle)).kept(&record.kept).handles(&handles);
        out.value(object, &options);
    }
}

/// What is kept of an entity as `[keys, [[before, entity]]]`; empty for nothing.
fn kept_text(kept: &KeptNodes) -> String {
    if *kept == KeptNodes::default() {
        return String::new();
    }
    let entities = kept
        .entities
        .iter()
        .map(|(before, node)| Node::new(NodeKind::List(vec![Node::int(*before as i64), node.clone()])));
    let keys: Vec<NodeEntry<'static>> = kept.keys.clone();
    let parts = vec![Node::new(NodeKind::Object(keys)), Node::new(NodeKind::List(entities.collect()))];
    json_text(&Node::new(NodeKind::List(parts)), false)
}

fn kept_of(text: &str) -> Result<KeptNodes, Diagnostics> {
    let mut kept = KeptNodes::default();
    if text.is_empty() {
        return Ok(kept);
    }
    let document = parse_json_document(text.as_bytes(), &ReadOptions::lenient())?;
    let [keys, entities] = document.root.as_list().unwrap_or_default() else { return Ok(kept) };
    kept.keys = keys.entries().unwrap_or_default().iter().map(|entry| entry.clone().into_owned()).collect();
    for entity in entities.as_list().unwrap_or_default() {
        if let Some([before, node]) = entity.as_list() {
            let before = before.to_json().as_u64().unwrap_or(0) as usize;
            kept.entities.push((before, node.clone().into_owned()));
        }
    }
    Ok(kept)
}

/// An entity before it is made.
struct Coming {
    class: String,
    name: String,
    id: StableId,
    parent: Option<usize>,
    kept: KeptNodes,
    /// False for one whose class, or that of one above it, is not there: it is kept as nodes.
    can_be_made: bool,
}

/// What stands before the members.
struct Head {
    settings: Option<Node<'static>>,
    kept: KeptNodes,
    coming: Vec<Coming>,
}

pub(super) fn load(cx: &mut Cx, input: &[u8], options: &ReadOptions<'_>) -> Result<SceneReport, Diagnostics> {
    // Once with objects of no world, so that a damaged file leaves the world alone.
    let mut trial = CookedReader::open(input, options)?;
    let head = read_head(cx, &mut trial, options)?;
    for one in &head.coming {
        let ty = cx.registry().find(&one.class).ok().and_then(|entry| cx.registry().type_ref_of(entry));
        match ty.filter(|_| one.can_be_made).and_then(OwnedValue::default_of) {
            Some(mut scratch) => {
                let report = trial.value(scratch.as_mut());
                if !report.applied {
                    return Err(report.diagnostics);
                }
            }
            None => drop(trial.node()?),
        }
    }
    if !trial.is_at_end() {
        return Err(invalid("something follows the scene", Place::file(options.file, None)));
    }
    let world = World::of(cx);
    let upgrades = world.upgrades.clone();
    let options = options.upgrades(&upgrades);
    let mut reader = CookedReader::open(input, &options)?;
    let head = read_head(cx, &mut reader, &options)?;
    World::clear(cx);
    World::of_mut(cx).settings = head.settings;
    World::of_mut(cx).kept = head.kept;
    Ok(fill(cx, head.coming, &mut reader))
}

fn read_head(cx: &Cx, reader: &mut CookedReader<'_>, options: &ReadOptions<'_>) -> Result<Head, Diagnostics> {
    let wrong = |text: &str| invalid(text, Place::file(options.file, None));
    if reader.text()? != MARK {
        return Err(wrong("the cooked file is no scene"));
    }
    let settings = match reader.text()? {
        "" => None,
        text => Some(parse_json_document(text.as_bytes(), options)?.root.into_owned()),
    };
    let kept = kept_of(reader.text()?)?;
    let count = reader.u32()? as usize;
    let mut coming: Vec<Coming> = Vec::new();
    let mut ids = FxHashSet::default();
    for at in 0..count {
        let (class, name) = (reader.text()?.to_owned(), reader.text()?.to_owned());
        let id = StableId(reader.u64()?);
        if !(1..=GREATEST_ID).contains(&id.0) || !ids.insert(id) {
            return Err(wrong("the id of an entity is out of range or there twice"));
        }
        let parent = match reader.u32()? {
            AT_TOP => None,
            parent if (parent as usize) < at => Some(parent as usize),
            _ => return Err(wrong("the parent of an entity does not stand before it")),
        };
        let is_known = cx.registry().find(&class).is_ok_and(|entry| World::cannot_spawn(cx, entry).is_none());
        let can_be_made = is_known && parent.is_none_or(|parent| coming[parent].can_be_made);
        coming.push(Coming { class, name, id, parent, kept: kept_of(reader.text()?)?, can_be_made });
    }
    Ok(Head { settings, kept, coming })
}

/// Makes the entities and reads their members. The file has been read once before, so little can be wrong with it.
fn fill(cx: &mut Cx, coming: Vec<Coming>, reader: &mut CookedReader<'_>) -> SceneReport {
    let mut report = SceneReport::default();
    let mut handles: Vec<Option<AnyHandle>> = Vec::with_capacity(coming.len());
    for one in &coming {
        let parent = one.parent.and_then(|parent| handles[parent]);
        let made = match one.can_be_made {
            true => World::spawn_with_id(cx, &one.class, &one.name, parent, one.id),
            false => Err(unknown(cx, &one.class)),
        };
        handles.push(made.map_err(|what| report.kept.push(as_warning(what))).ok());
    }
    let mut nodes: Vec<Option<Node<'static>>> = Vec::with_capacity(coming.len());
    for (one, handle) in coming.iter().zip(&handles) {
        nodes.push(match *handle {
            Some(handle) => {
                report.created += 1;
                members(cx, reader, handle, &mut report);
                None
            }
            None => Some(entity_node(one, reader.node().unwrap_or_else(|_| Node::new(NodeKind::Null)))),
        });
    }
    // How many that were made stand before each below the same parent.
    let mut made: FxHashMap<Option<usize>, usize> = FxHashMap::default();
    let before: Vec<usize> = coming
        .iter()
        .zip(&handles)
        .map(|(one, handle)| {
            let count = made.entry(one.parent).or_default();
            let before = *count;
            *count += usize::from(handle.is_some());
            before
        })
        .collect();
    // From the last to the first, so that what is kept is whole before it goes below its parent.
    for at in (0..coming.len()).rev() {
        let Some(node) = nodes[at].take() else { continue };
        match coming[at].parent {
            Some(parent) if nodes[parent].is_some() => put_below(nodes[parent].as_mut(), node),
            parent => {
                let above = parent.and_then(|parent| handles[parent]);
                if let Some(kept) = kept_below(cx, above) {
                    kept.entities.insert(0, (before[at], node));
                }
            }
        }
    }
    for (one, handle) in coming.into_iter().zip(handles) {
        if let Some(record) = handle.and_then(|handle| World::of_mut(cx).record_mut(handle)) {
            record.kept_nodes.keys.extend(one.kept.keys);
            record.kept_nodes.entities.extend(one.kept.entities);
            record.kept_nodes.entities.sort_by_key(|(before, _)| *before);
        }
    }
    for parent in std::iter::once(None).chain(World::of(cx).in_order().into_iter().map(Some)) {
        try_again(cx, parent, &mut report);
    }
    report
}

/// Makes entities that an earlier load had to keep and whose classes are there now, as a JSON scene does by itself.
fn try_again(cx: &mut Cx, parent: Option<AnyHandle>, report: &mut SceneReport) {
    let Some(kept) = kept_below(cx, parent).map(|kept| std::mem::take(&mut kept.entities)) else { return };
    let mut made = 0;
    for (before, node) in kept {
        let class = node.get("type").and_then(Node::as_text).and_then(|class| cx.registry().find(class).ok());
        if class.is_some_and(|class| World::cannot_spawn(cx, class).is_none()) {
            let text = format!("[{}]", json_text(&node, false));
            if let Ok(again) = super::restore_entities(cx, &text, parent, before.saturating_add(made)) {
                made += 1;
                report.created += again.created;
                report.kept.extend(again.kept);
                continue;
            }
        }
        if let Some(kept) = kept_below(cx, parent) {
            kept.entities.push((before.saturating_add(made), node));
        }
    }
}

fn kept_below(cx: &mut Cx, parent: Option<AnyHandle>) -> Option<&mut KeptNodes> {
    let world = World::of_mut(cx);
    match parent {
        None => Some(&mut world.kept),
        Some(parent) => world.record_mut(parent).map(|record| &mut record.kept_nodes),
    }
}

fn unknown(cx: &Cx, class: &str) -> Diagnostic {
    match cx.registry().find(class) {
        Err(what) => what,
        Ok(_) => {
            Diagnostic::error(super::SCENE_INVALID, format!("no entity of class `{class}` can be made here"))
        }
    }
}

fn members(cx: &mut Cx, reader: &mut CookedReader<'_>, handle: AnyHandle, report: &mut SceneReport) {
    let read = read_into(cx, handle, |world, object| {
        let handles = EntityHandles::new(world);
        reader.value_with(object, &handles)
    });
    let Some(read) = read else { return };
    let path = World::of(cx).path(handle).unwrap_or_default();
    let found = with_pointers(read.diagnostics);
    report.kept.extend(found.into_iter().map(|one| as_warning(one.under(&path))));
    super::read::keep(cx, handle, read.kept);
}

fn entity_node(one: &Coming, members: Node<'static>) -> Node<'static> {
    let mut node = Node::new(NodeKind::Object(Vec::new()));
    node.set("type", Node::text(one.class.clone()));
    node.set("name", Node::text(one.name.clone()));
    node.set("id", Node::text(one.id.to_string()));
    node.set("members", members);
    let children: Vec<Node<'static>> = one.kept.entities.iter().map(|(_, node)| node.clone()).collect();
    if !children.is_empty() {
        node.set("children", Node::new(NodeKind::List(children)));
    }
    for entry in &one.kept.keys {
        node.set(entry.name.clone(), entry.value.clone());
    }
    node
}

fn put_below(parent: Option<&mut Node<'static>>, node: Node<'static>) {
    let Some(parent) = parent else { return };
    match parent.get_mut("children").map(|children| &mut children.kind) {
        Some(NodeKind::List(children)) => children.insert(0, node),
        _ => parent.set("children", Node::new(NodeKind::List(vec![node]))),
    }
}
