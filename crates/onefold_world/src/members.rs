//! Members of entities, checked, written and read back.

use std::collections::HashSet;

use onefold_diag::{Code, Diagnostic, Diagnostics, Expected, Place};
use onefold_format::{
    DocumentWriter, Node, ReadOptions, ReadReport, WriteOptions, check_node, json_pointer, read_node,
};
use onefold_reflect::{AnyHandle, Cx, Member, TypeEntry, TypedRef};
use serde_json::{Map, Value as Json};

use crate::handles::EntityHandles;
use crate::world::World;

/// Members are an object.
const ARG_TYPE: Code = Code("arg_type");

/// Everything about members that does not fit a class, with a JSON pointer each; nothing is changed.
#[must_use]
pub fn check_members(cx: &Cx, entry: &TypeEntry, members: Option<&Json>) -> Diagnostics {
    match members {
        None => Diagnostics::new(),
        Some(members) => check_node_members(cx, entry, &Node::from(members), &HashSet::new()),
    }
}

/// As [`check_members`]; references to the entities that are `coming` are right.
pub(crate) fn check_node_members(
    cx: &Cx,
    entry: &TypeEntry,
    members: &Node<'_>,
    coming: &HashSet<String>,
) -> Diagnostics {
    if members.entries().is_none() {
        let found = Diagnostic::error(ARG_TYPE, "members are an object").got(members.to_json().to_string());
        return found.at(Place::path("")).into();
    }
    let Some(ty) = cx.registry().type_ref_of(entry) else { return Diagnostics::new() };
    let handles = EntityHandles::with(World::of(cx), coming);
    let mut found =
        with_pointers(check_node(ty, members, &ReadOptions::strict().handles(&handles)).diagnostics);
    for entry_node in members.entries().unwrap_or_default() {
        if let Some(member) = entry.member(&entry_node.name) {
            check_range(member, &entry_node.value.to_json(), &entry_node.name, &mut found);
        }
    }
    found
}

/// A number outside its hard range is refused.
fn check_range(member: &Member, json: &Json, name: &str, errors: &mut Diagnostics) {
    let number = json.as_f64().or_else(|| json.as_str()?.trim().parse().ok());
    let (Some(range), Some(number)) = (member.attrs().range, number) else { return };
    // Written so that a NaN is out of every range.
    if !(range.min..=range.max).contains(&number) {
        let expected = Expected {
            range: Some((range.min, range.max)),
            unit: member.attrs().unit.map(str::to_owned),
            ..Expected::kind("number")
        };
        errors.push(
            Diagnostic::error(onefold_reflect::VALUE_RANGE, "the number is out of range")
                .at(Place::path(format!("/{name}")))
                .got(json.to_string())
                .expected(expected),
        );
    }
}

/// Member paths as JSON pointers.
pub(crate) fn with_pointers(found: Diagnostics) -> Diagnostics {
    let pointed = |mut one: Diagnostic| {
        one.place.path = one.place.path.take().map(|path| json_pointer(&path));
        one
    };
    found.into_iter().map(pointed).collect()
}

/// Writes members, all of them or none, and marks them as set by somebody.
///
/// # Errors
/// Everything that does not fit, with a JSON pointer each; then nothing has changed.
pub fn write_members(cx: &mut Cx, handle: AnyHandle, members: &Json) -> Result<(), Diagnostics> {
    let node = Node::from(members);
    let read = |world: &World, object: onefold_reflect::TypedMut<'_>| {
        read_node(object, &node, &ReadOptions::strict().handles(&EntityHandles::new(world)))
    };
    let Some(report) = read_into(cx, handle, read) else { return Ok(()) };
    if !report.applied {
        return Err(with_pointers(report.diagnostics));
    }
    // What was kept in place of a member that somebody writes has had its day.
    if let Some(entry) = cx.objects().entry(handle).cloned()
        && let Some(record) = World::of_mut(cx).record_mut(handle)
    {
        for at in report.set.iter() {
            record.kept.forget(entry.members()[at].name());
        }
    }
    Ok(())
}

/// Reads into an entity with the world at hand, and marks what was set.
pub(crate) fn read_into(
    cx: &mut Cx,
    handle: AnyHandle,
    read: impl FnOnce(&World, onefold_reflect::TypedMut<'_>) -> ReadReport,
) -> Option<ReadReport> {
    let registry = cx.registry().clone();
    // The world stays readable while the object is written.
    let world = cx.take_service::<World>()?;
    let report = cx.objects_mut().typed_mut(&registry, handle).map(|object| read(&world, object));
    cx.set_service(world);
    let report = report?;
    if let Some(mask) = cx.objects_mut().mask_mut(handle) {
        report.set.iter().for_each(|at| mask.set(at));
    }
    Some(report)
}

/// Members of an entity go back to what nobody has set: they are saved only where they differ from the default.
pub fn unset_members<'n>(cx: &mut Cx, handle: AnyHandle, names: impl IntoIterator<Item = &'n str>) {
    let Some(entry) = cx.objects().entry(handle).cloned() else { return };
    let Some(mask) = cx.objects_mut().mask_mut(handle) else { return };
    for at in names.into_iter().filter_map(|name| entry.member_index(name)) {
        mask.reset(at);
    }
}

/// The named members of an entity as JSON, as they are now: how a write is read back.
#[must_use]
pub fn members_json<'n>(cx: &Cx, handle: AnyHandle, names: impl IntoIterator<Item = &'n str>) -> Json {
    let registry = cx.registry();
    let Some(object) = cx.objects().typed(registry, handle) else { return Json::Null };
    let mut out = Map::new();
    for member in names.into_iter().filter_map(|name| object.ty().entry().member(name)) {
        if let Some(value) = object.member(member) {
            out.insert(member.name().to_owned(), value_json(cx, value));
        }
    }
    out.into()
}

/// A value as JSON, references by id and name.
#[must_use]
pub fn value_json(cx: &Cx, value: TypedRef<'_>) -> Json {
    let handles = EntityHandles::new(World::of(cx));
    let mut writer = DocumentWriter::json(false);
    writer.value(value, &WriteOptions::new().handles(&handles));
    serde_json::from_str(&writer.finish()).unwrap_or_default()
}
