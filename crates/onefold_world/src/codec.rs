//! Between members and JSON nodes, with references by stable id and name.

use onefold_diag::{Code, Diagnostic, Diagnostics, Place, nearest};
use onefold_reflect::{
    AnyHandle, Cx, Member, OwnedValue, Shape, TypeEntry, TypeRef, TypedMut, TypedRef, Value,
};
use serde_json::{Map, Value as Json, json};

use crate::world::World;

/// Members are an object.
const ARG_TYPE: Code = Code("arg_type");
/// The member cannot be written.
const MEMBER_READONLY: Code = Code("member_readonly");
/// A reference names nothing.
pub(crate) const REF_UNRESOLVED: Code = Code("ref_unresolved");

/// A value as JSON. Floats get the shortest text that reads back exactly; an infinite or undefined one is a text.
pub(crate) fn to_json(world: &World, value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => (*value).into(),
        Value::Int(value) => (*value).into(),
        Value::UInt(value) => (*value).into(),
        Value::F32(value) => number(f64::from(*value), &value.to_string()),
        Value::F64(value) => number(*value, &value.to_string()),
        Value::Char(value) => value.to_string().into(),
        Value::Text(text) => text.clone().into(),
        Value::List(items) => items.iter().map(|item| to_json(world, item)).collect(),
        Value::Struct(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), to_json(world, value)))
            .collect::<Map<_, _>>()
            .into(),
        Value::Map(entries) => map_json(world, entries),
        Value::Variant(name, payload) if **payload == Value::Null => name.clone().into(),
        Value::Variant(name, payload) => {
            let mut out = Map::new();
            out.insert(name.clone(), to_json(world, payload));
            out.into()
        }
        Value::Some(value) => json!({ "some": to_json(world, value) }),
        Value::Handle(handle) => match world.entity_ref(*handle) {
            Some(entity) => json!({ "id": entity.id, "name": entity.name }),
            None => Json::Null,
        },
    }
}

/// Keys that are texts or numbers make an object; others make a list of pairs.
fn map_json(world: &World, entries: &[(Value, Value)]) -> Json {
    let key = |key: &Value| match key {
        Value::Text(text) => Some(text.clone()),
        Value::Int(_) | Value::UInt(_) | Value::Char(_) | Value::Bool(_) => {
            Some(key.to_string().replace('\'', ""))
        }
        Value::Variant(name, payload) if **payload == Value::Null => Some(name.clone()),
        _ => None,
    };
    let object: Option<Map<String, Json>> =
        entries.iter().map(|(k, value)| Some((key(k)?, to_json(world, value)))).collect();
    match object {
        Some(object) => object.into(),
        None => entries.iter().map(|(k, value)| json!([to_json(world, k), to_json(world, value)])).collect(),
    }
}

fn number(value: f64, text: &str) -> Json {
    // The shortest text of a float, read as a double, is written by the JSON writer as that same text.
    let shortest = text.parse().unwrap_or(value);
    serde_json::Number::from_f64(shortest).map_or_else(|| text.into(), Json::Number)
}

/// JSON as a value of a type; references are looked up in the world.
pub(crate) fn from_json(world: &World, ty: TypeRef<'_>, json: &Json) -> Result<Value, Diagnostics> {
    let all = |items: &[Json], ty: TypeRef<'_>| -> Result<Vec<Value>, Diagnostics> {
        items.iter().map(|item| from_json(world, ty, item)).collect()
    };
    Ok(match (ty.entry().shape(), json) {
        (Shape::Boxed(_), json) => return from_json(world, ty.arg(0), json),
        (Shape::Option(..), Json::Null) => Value::Null,
        (Shape::Option(..), json) => return from_json(world, ty.arg(0), json),
        (Shape::Handle(_), json) => return reference(world, json).map(Value::Handle),
        (Shape::List(..) | Shape::Array(..) | Shape::Set(..), Json::Array(items)) => {
            Value::List(all(items.as_slice(), ty.arg(0))?)
        }
        (Shape::Map(..), Json::Object(entries)) => {
            let entry = |(key, value): (&String, &Json)| {
                Ok((map_key(ty.arg(0), key), from_json(world, ty.arg(1), value)?))
            };
            Value::Map(entries.iter().map(entry).collect::<Result<_, Diagnostics>>()?)
        }
        (Shape::Struct(_), Json::Object(members)) => {
            let member = |(name, value): (&String, &Json)| {
                let value = match ty.entry().member(name) {
                    Some(member) => from_json(world, ty.other(member.ty()), value)?,
                    None => plain(value),
                };
                Ok((name.clone(), value))
            };
            Value::Struct(members.iter().map(member).collect::<Result<_, Diagnostics>>()?)
        }
        (Shape::Enum(_), Json::Object(one)) if one.len() == 1 => {
            let (name, payload) = one.iter().next().unwrap_or_else(|| unreachable!("one entry"));
            Value::Variant(name.clone(), Box::new(plain(payload)))
        }
        (Shape::Scalar(_), Json::String(text)) => {
            text.parse::<f64>().map_or_else(|_| plain(json), Value::F64)
        }
        _ => plain(json),
    })
}

fn map_key(ty: TypeRef<'_>, key: &str) -> Value {
    match ty.entry().shape() {
        Shape::Scalar(_) => key.parse().map(Value::Int).unwrap_or_else(|_| Value::Text(key.to_owned())),
        _ => Value::Text(key.to_owned()),
    }
}

/// JSON without knowing the type.
fn plain(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(int), _) => Value::Int(int),
            (_, Some(int)) => Value::UInt(int),
            _ => Value::F64(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(items) => Value::List(items.iter().map(plain).collect()),
        Json::Object(members) => {
            Value::Struct(members.iter().map(|(name, value)| (name.clone(), plain(value))).collect())
        }
    }
}

fn reference(world: &World, json: &Json) -> Result<AnyHandle, Diagnostics> {
    let (id, name) = match json {
        Json::Null => return Ok(AnyHandle::NULL),
        Json::String(name) => (None, Some(name.as_str())),
        json => (json.get("id").and_then(Json::as_str), json.get("name").and_then(Json::as_str)),
    };
    let by_id = id.and_then(crate::world::StableId::parse).and_then(|id| world.by_id(id));
    match (by_id, name) {
        (Some(handle), _) => Ok(handle),
        (None, Some(name)) => world.find(name).map_err(Diagnostics::from),
        (None, None) => {
            let text = "a reference is a name, a path, an id, or {\"id\", \"name\"}";
            Err(Diagnostic::error(REF_UNRESOLVED, text).got(json.to_string()).into())
        }
    }
}

/// True when files hold the member.
fn is_saved(member: &Member) -> bool {
    member.attrs().is_saved() && member.offset().is_some()
}

/// Members of an object for a file: those somebody has set and those that differ from the default, or all.
pub(crate) fn members_to_json(cx: &Cx, handle: AnyHandle, all: bool) -> Map<String, Json> {
    let mut out = Map::new();
    let (registry, world) = (cx.registry(), World::of(cx));
    let Some(object) = cx.objects().typed(registry, handle) else { return out };
    let default = if all { None } else { OwnedValue::default_of(object.ty()) };
    let mask = cx.objects().mask(handle);
    for (at, member) in
        object.ty().entry().members().iter().enumerate().filter(|(_, member)| is_saved(member))
    {
        let Some(value) = object.member(member).map(TypedRef::to_value) else { continue };
        let is_default = default
            .as_ref()
            .and_then(|default| default.as_ref().member(member))
            .is_some_and(|default| default.to_value() == value);
        if !is_default || mask.is_some_and(|mask| mask.is_set(at)) {
            out.insert(member.name().to_owned(), to_json(world, &value));
        }
    }
    out
}

/// Everything about members that does not fit a class; nothing is changed.
#[must_use]
pub fn check_members(cx: &Cx, entry: &TypeEntry, members: Option<&Json>) -> Diagnostics {
    let mut errors = Diagnostics::new();
    let members = match members {
        None => return errors,
        Some(Json::Object(members)) => members,
        Some(other) => {
            return Diagnostic::error(ARG_TYPE, "members are an object").got(other.to_string()).into();
        }
    };
    let registry = cx.registry();
    for (name, json) in members {
        let path = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        let Some(member) = entry.member(name) else {
            let known = entry
                .members()
                .iter()
                .flat_map(|m| std::iter::once(m.name()).chain(m.info().aliases.iter().copied()));
            let text = format!("{} has no member `{name}`", entry.bare_name());
            let found =
                Diagnostic::error(onefold_reflect::MEMBER_UNKNOWN, text).suggest(nearest(name, known));
            errors.push(found.at(Place::path(path)));
            continue;
        };
        if !is_saved(member) {
            let text = format!("{}.{name} cannot be written", entry.bare_name());
            errors.push(Diagnostic::error(MEMBER_READONLY, text).at(Place::path(path)));
            continue;
        }
        let ty = registry.type_ref(member.ty());
        let wrong = match from_json(World::of(cx), ty, json) {
            Err(wrong) => wrong,
            Ok(value) => match OwnedValue::default_of(ty).map(|mut fresh| fresh.as_mut().set(&value)) {
                Some(Err(wrong)) => wrong,
                _ => Diagnostics::new(),
            },
        };
        errors.extend(wrong.into_iter().map(|one| one.under(&path)));
        check_range(member, json, &path, &mut errors);
    }
    errors
}

/// A number outside its hard range is refused.
fn check_range(member: &Member, json: &Json, path: &str, errors: &mut Diagnostics) {
    let number = json.as_f64().or_else(|| json.as_str()?.trim().parse().ok());
    let (Some(range), Some(number)) = (member.attrs().range, number) else { return };
    // Written so that a NaN is out of every range.
    if !(range.min..=range.max).contains(&number) {
        let expected = onefold_diag::Expected {
            range: Some((range.min, range.max)),
            unit: member.attrs().unit.map(str::to_owned),
            ..onefold_diag::Expected::kind("number")
        };
        let text = format!("`{}` is out of range", member.name());
        errors.push(
            Diagnostic::error(onefold_reflect::VALUE_RANGE, text)
                .at(Place::path(path))
                .got(json.to_string())
                .expected(expected),
        );
    }
}

/// Writes members, each that fits, and marks them as set. What does not fit is reported and left as it was.
pub fn write_members(cx: &mut Cx, handle: AnyHandle, members: &Json) -> Diagnostics {
    let mut errors = Diagnostics::new();
    let Some(members) = members.as_object() else { return errors };
    let registry = cx.registry().clone();
    let Some(entry) = cx.objects().entry(handle).cloned() else { return errors };
    for (name, json) in members {
        let Some(at) = entry.member_index(name) else { continue };
        let member = &entry.members()[at];
        let ty = registry.type_ref(member.ty());
        let written = from_json(World::of(cx), ty, json).and_then(|value| {
            match cx.objects_mut().typed_mut(&registry, handle).and_then(|object| object.member(member)) {
                Some(mut target) => TypedMut::set(&mut target, &value),
                None => Ok(()),
            }
        });
        match written {
            Ok(()) => {
                if let Some(mask) = cx.objects_mut().mask_mut(handle) {
                    mask.set(at);
                }
            }
            Err(wrong) => errors.extend(wrong.into_iter().map(|one| one.under(name))),
        }
    }
    errors
}

/// The named members of an entity as JSON, as they are now: how a write is read back.
#[must_use]
pub fn members_json(cx: &Cx, handle: AnyHandle, names: Option<&Map<String, Json>>) -> Json {
    let registry = cx.registry();
    let Some(object) = cx.objects().typed(registry, handle) else { return Json::Null };
    let read = |name: &String| {
        let member = object.ty().entry().member(name)?;
        Some((member.name().to_owned(), to_json(World::of(cx), &object.member(member)?.to_value())))
    };
    names.into_iter().flat_map(Map::keys).filter_map(read).collect::<Map<_, _>>().into()
}
