//! Between typed values and [`Value`]: lossless, all errors at once, nothing written when one is wrong.

use onefold_diag::{Code, Diagnostic, Diagnostics, Expected, Place, nearest};

use crate::entry::TypeEntry;
use crate::info::{Scalar, Shape};
use crate::owned_value::OwnedValue;
use crate::path::MEMBER_UNKNOWN;
use crate::registry::Registry;
use crate::slot::Slot;
use crate::typed::{TypeRef, TypedMut, TypedRef, View};
use crate::value::Value;

/// The value has another type.
pub const VALUE_TYPE: Code = Code("value_type");
/// The value does not fit the type's range.
pub const VALUE_RANGE: Code = Code("value_range");
/// No variant has that name.
pub const VALUE_ENUM: Code = Code("value_enum");

/// How deep values may be nested.
const DEPTH_LIMIT: usize = 128;

impl TypedRef<'_> {
    /// The value as an owned dynamic one. Map entries and set values are sorted, so that equal values give equal results.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self.view() {
            View::Bool(value) => Value::Bool(value),
            View::Int(value) => Value::Int(value),
            View::UInt(value) => Value::from(value),
            View::F32(value) => Value::F32(value),
            View::F64(value) => Value::F64(value),
            View::Char(value) => Value::Char(value),
            View::Text(text) | View::Asset(text) => Value::Text(text.to_owned()),
            View::Lanes(lanes) => Value::List((0..lanes.len()).map(|lane| number(lanes.get(lane))).collect()),
            View::Struct => self.struct_value(),
            View::Enum(view) => {
                let variant = view.variant();
                let fields = (0..variant.fields.len()).filter_map(|at| view.field(at)).map(Self::to_value);
                let payload = if variant.fields.is_empty() {
                    Value::Null
                } else if variant.tuple {
                    Value::List(fields.collect())
                } else {
                    Value::Struct(
                        variant.fields.iter().map(|field| field.name.to_owned()).zip(fields).collect(),
                    )
                };
                Value::Variant(variant.name.to_owned(), Box::new(payload))
            }
            View::Option(None) => Value::Null,
            View::Option(Some(inner)) => match inner.to_value() {
                nested @ (Value::Null | Value::Some(_)) => Value::Some(Box::new(nested)),
                value => value,
            },
            View::List(list) => Value::List(list.iter().map(Self::to_value).collect()),
            View::Set(set) => {
                Value::List(sorted(set.values().into_iter().map(Self::to_value).collect(), |v| v))
            }
            View::Map(map) => {
                let entries =
                    map.entries().into_iter().map(|(key, value)| (key.to_value(), value.to_value()));
                Value::Map(sorted(entries.collect(), |(key, _)| key))
            }
            View::Handle(handle) => Value::Handle(handle),
        }
    }

    fn struct_value(self) -> Value {
        let this = self.through_boxes();
        let members = this.ty().entry.members();
        let Shape::Struct(info) = this.ty().entry.shape() else { return Value::Null };
        let values = members.iter().filter_map(|member| Some((member, this.member(member)?.to_value())));
        if info.tuple {
            return Value::List(values.map(|(_, value)| value).collect());
        }
        Value::Struct(values.map(|(member, value)| (member.name().to_owned(), value)).collect())
    }
}

fn sorted<T>(mut items: Vec<T>, key: impl Fn(&T) -> &Value) -> Vec<T> {
    items.sort_by(|a, b| order(key(a), key(b)));
    items
}

/// A total order of values, for maps and sets: numbers by size, text by code point, the rest by their text.
fn order(a: &Value, b: &Value) -> std::cmp::Ordering {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        _ => match (a.as_int(), b.as_int()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => match (a.as_f64(), b.as_f64()) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                _ => a.to_string().cmp(&b.to_string()),
            },
        },
    }
}

fn number(view: View<'_>) -> Value {
    match view {
        View::Int(value) => Value::Int(value),
        View::UInt(value) => Value::from(value),
        View::F64(value) => Value::F64(value),
        View::F32(value) => Value::F32(value),
        _ => Value::Null,
    }
}

impl TypedMut<'_> {
    /// Sets the value. A struct value is a partial edit: members it does not name stay as they are.
    ///
    /// # Errors
    /// Everything that does not fit, with its path; then nothing has been changed.
    pub fn set(&mut self, value: &Value) -> Result<(), Diagnostics> {
        let mut errors = Diagnostics::new();
        check(self.ty(), value, "", 0, &mut errors);
        if errors.has_errors() {
            return Err(errors);
        }
        self.reborrow().store(value, &mut errors);
        errors.into_result(())
    }

    /// Writes a checked value. Only values whose types have no default or cannot be copied can still be refused.
    fn store(self, value: &Value, errors: &mut Diagnostics) {
        let mut this = self.through_boxes();
        let ty = this.ty();
        match (ty.entry.shape(), value) {
            (Shape::Scalar(scalar), value) => {
                if let Some(slot) = scalar_slot(*scalar, value) {
                    this.write_scalar(*scalar, slot);
                }
            }
            (Shape::Text | Shape::Asset, Value::Text(text)) => {
                if let Some(target) = this.text_mut() {
                    target.clone_from(text);
                }
            }
            (Shape::Lanes(info), Value::List(items)) => {
                for (lane, item) in items.iter().enumerate() {
                    if let Some(slot) = scalar_slot(info.scalar, item) {
                        this.write_lane(lane, slot);
                    }
                }
            }
            (Shape::Struct(_), value) => this.store_members(value, errors),
            (Shape::Enum(_), value) => this.store_enum(value, errors),
            (Shape::Option(..), Value::Null) => drop(this.set_option(None)),
            (Shape::Option(..), value) => {
                let inner = if let Value::Some(inner) = value { inner } else { value };
                if let Some(present) = this.reborrow().option_mut() {
                    return present.store(inner, errors);
                }
                if let Some(fresh) = fresh(ty.arg(0), inner, errors) {
                    drop(this.set_option(Some(fresh)));
                }
            }
            (Shape::Array(..), Value::List(items)) => {
                for (at, item) in items.iter().enumerate() {
                    if let Some(target) = this.reborrow().item_mut(at) {
                        target.store(item, errors);
                    }
                }
            }
            (Shape::List(..), Value::List(items)) => {
                this.clear();
                for (at, item) in items.iter().enumerate() {
                    if let Some(fresh) = fresh(ty.arg(0), item, errors) {
                        drop(this.insert_item(at, fresh));
                    }
                }
            }
            (Shape::Set(..), Value::List(items)) => {
                this.clear();
                for item in items {
                    if let Some(fresh) = fresh(ty.arg(0), item, errors) {
                        drop(this.insert_value(fresh));
                    }
                }
            }
            (Shape::Map(..), Value::Map(entries)) => {
                this.clear();
                for (key, value) in entries {
                    if let (Some(key), Some(value)) =
                        (fresh(ty.arg(0), key, errors), fresh(ty.arg(1), value, errors))
                    {
                        drop(this.insert_entry(key, value));
                    }
                }
            }
            (Shape::Handle(_), Value::Handle(handle)) => drop(this.set_handle(*handle)),
            (Shape::Handle(_), Value::Null) => drop(this.set_handle(crate::AnyHandle::NULL)),
            _ => {}
        }
    }

    fn store_members(mut self, value: &Value, errors: &mut Diagnostics) {
        let entry = self.ty().entry;
        match value {
            Value::Struct(members) => {
                for (name, value) in members {
                    if let Some(target) = self.reborrow().get(name) {
                        target.store(value, errors);
                    }
                }
            }
            Value::List(items) => {
                for (member, value) in entry.members().iter().zip(items) {
                    if let Some(target) = self.reborrow().member(member) {
                        target.store(value, errors);
                    }
                }
            }
            _ => {}
        }
    }

    fn store_enum(mut self, value: &Value, errors: &mut Diagnostics) {
        let ty = self.ty();
        let Some((at, payload)) = find_variant(ty.entry, value) else { return };
        let View::Enum(view) = self.as_ref().view() else { return };
        if view.index() != at && !self.set_variant(at) {
            errors.push(Diagnostic::error(
                VALUE_ENUM,
                format!("{} has no default payload", ty.entry.bare_name()),
            ));
            return;
        }
        for (at, member) in ty.entry.variant_members(at).iter().enumerate() {
            let part = match payload {
                Value::Struct(parts) => parts
                    .iter()
                    .find(|(name, _)| name == member.name() || member.info().aliases.contains(&&**name))
                    .map(|(_, value)| value),
                Value::List(items) => items.get(at),
                _ => None,
            };
            if let (Some(part), Some(target)) = (part, self.reborrow().variant_field(at)) {
                target.store(part, errors);
            }
        }
    }
}

/// A new value of a type, set to a checked value.
fn fresh<'r>(ty: TypeRef<'r>, value: &Value, errors: &mut Diagnostics) -> Option<OwnedValue<'r>> {
    let Some(mut fresh) = OwnedValue::default_of(ty) else {
        let text = format!("{} has no default to start from", ty.entry.bare_name());
        errors.push(Diagnostic::error(VALUE_TYPE, text));
        return None;
    };
    fresh.as_mut().store(value, errors);
    Some(fresh)
}

/// The number or bool as the bits a scalar of that type holds; none when it does not fit.
pub(crate) fn scalar_slot(scalar: Scalar, value: &Value) -> Option<Slot> {
    if let Some((low, high)) = scalar.int_range() {
        let int = value.as_int().filter(|int| (low..=high).contains(int))?;
        return Some(Slot(int as i64 as u64));
    }
    match scalar {
        Scalar::Bool => match value {
            Value::Bool(value) => Some(Slot::from_bool(*value)),
            _ => None,
        },
        Scalar::Char => match value {
            Value::Char(value) => Some(Slot((*value).into())),
            Value::Text(text) => {
                let mut chars = text.chars();
                let first = chars.next()?;
                chars.next().is_none().then_some(Slot(first.into()))
            }
            _ => None,
        },
        Scalar::F32 => {
            if let Value::F32(value) = value {
                return Some(Slot::from_f32(*value));
            }
            let wide = value.as_f64()?;
            let narrow = wide as f32;
            (narrow.is_finite() || !wide.is_finite()).then_some(Slot::from_f32(narrow))
        }
        _ => value.as_f64().map(Slot::from_f64),
    }
}

/// The variant a value names, by name, alias or number, and its payload.
fn find_variant<'v>(entry: &TypeEntry, value: &'v Value) -> Option<(usize, &'v Value)> {
    let Shape::Enum(info) = entry.shape() else { return None };
    let named = |name: &str| {
        info.variants
            .iter()
            .position(|v| v.name == name || v.aliases.contains(&name) || v.label == Some(name))
    };
    match value {
        Value::Variant(name, payload) => named(name).map(|at| (at, &**payload)),
        Value::Text(name) => named(name).map(|at| (at, &Value::Null)),
        _ => {
            let number = value.as_int()?;
            info.variants.iter().position(|v| i128::from(v.value) == number).map(|at| (at, &Value::Null))
        }
    }
}

/// Finds everything about a value that does not fit a type.
pub(crate) fn check(ty: TypeRef<'_>, value: &Value, path: &str, depth: usize, errors: &mut Diagnostics) {
    if depth > DEPTH_LIMIT {
        let text = format!("values are nested more than {DEPTH_LIMIT} deep");
        return errors.push(Diagnostic::error(VALUE_TYPE, text).at(Place::path(path)));
    }
    let entry = ty.entry;
    match (entry.shape(), value) {
        (Shape::Scalar(scalar), value) => check_scalar(*scalar, value, path, errors),
        (Shape::Text | Shape::Asset, Value::Text(_))
        | (Shape::Handle(_), Value::Handle(_) | Value::Null)
        | (Shape::Option(..), Value::Null) => {}
        (Shape::Lanes(info), Value::List(items)) if items.len() == info.names.len() => {
            for (name, item) in info.names.iter().zip(items) {
                check_scalar(info.scalar, item, &join(path, name), errors);
            }
        }
        (Shape::Struct(info), Value::List(items)) if info.tuple && items.len() == entry.members().len() => {
            for (member, item) in entry.members().iter().zip(items) {
                check(ty.other(member.ty()), item, &join(path, member.name()), depth + 1, errors);
            }
        }
        (Shape::Struct(info), Value::Struct(members)) if !info.tuple => {
            for (name, item) in members {
                match entry.member(name) {
                    Some(member) if member.offset().is_some() => {
                        check(ty.other(member.ty()), item, &join(path, name), depth + 1, errors);
                    }
                    _ => errors.push(unknown_member(entry, name).at(Place::path(join(path, name)))),
                }
            }
        }
        (Shape::Enum(_), value) => check_enum(ty, value, path, depth, errors),
        (Shape::Option(..), value) => {
            let inner = if let Value::Some(inner) = value { inner } else { value };
            check(ty.arg(0), inner, path, depth + 1, errors);
        }
        (Shape::Boxed(_), value) => check(ty.arg(0), value, path, depth + 1, errors),
        (Shape::Array(_, len), Value::List(items)) if items.len() != *len => {
            errors.push(wrong_type(ty, value, path));
        }
        (Shape::List(..) | Shape::Array(..) | Shape::Set(..), Value::List(items)) => {
            for (at, item) in items.iter().enumerate() {
                check(ty.arg(0), item, &format!("{path}[{at}]"), depth + 1, errors);
            }
        }
        (Shape::Map(..), Value::Map(entries)) => {
            for (key, item) in entries {
                let path = format!("{path}[{key}]");
                check(ty.arg(0), key, &path, depth + 1, errors);
                check(ty.arg(1), item, &path, depth + 1, errors);
            }
        }
        _ => errors.push(wrong_type(ty, value, path)),
    }
}

fn check_enum(ty: TypeRef<'_>, value: &Value, path: &str, depth: usize, errors: &mut Diagnostics) {
    let Shape::Enum(info) = ty.entry.shape() else { return };
    let name = match value {
        Value::Variant(name, _) | Value::Text(name) => name.clone(),
        value => value.to_string(),
    };
    let Some((at, payload)) = find_variant(ty.entry, value) else {
        let options: Vec<String> = info.variants.iter().take(20).map(|v| v.name.to_owned()).collect();
        let known =
            info.variants.iter().flat_map(|v| std::iter::once(v.name).chain(v.aliases.iter().copied()));
        errors.push(
            Diagnostic::error(VALUE_ENUM, format!("{} has no value `{name}`", ty.entry.bare_name()))
                .at(Place::path(path))
                .suggest(nearest(&name, known))
                .expected(Expected { options, ..Expected::kind(ty.entry.bare_name()) }),
        );
        return;
    };
    let members = ty.entry.variant_members(at);
    match payload {
        Value::Null => {}
        Value::List(items) if items.len() == members.len() => {
            for (member, item) in members.iter().zip(items) {
                check(ty.other(member.ty()), item, &join(path, member.name()), depth + 1, errors);
            }
        }
        Value::Struct(parts) => {
            for (name, item) in parts {
                match members
                    .iter()
                    .find(|member| member.name() == name || member.info().aliases.contains(&&**name))
                {
                    Some(member) => check(ty.other(member.ty()), item, &join(path, name), depth + 1, errors),
                    None => {
                        let names = members.iter().map(crate::entry::Member::name);
                        let text = format!(
                            "{}::{} has no field `{name}`",
                            ty.entry.bare_name(),
                            info.variants[at].name
                        );
                        let found = Diagnostic::error(MEMBER_UNKNOWN, text).suggest(nearest(name, names));
                        errors.push(found.at(Place::path(join(path, name))));
                    }
                }
            }
        }
        other => errors.push(wrong_type(ty, other, path)),
    }
}

/// The error for a member that is not there.
pub(crate) fn unknown_member(entry: &TypeEntry, name: &str) -> Diagnostic {
    let names = entry
        .members()
        .iter()
        .flat_map(|m| std::iter::once(m.name()).chain(m.info().aliases.iter().copied()));
    let suggestions = nearest(name, names);
    Diagnostic::error(MEMBER_UNKNOWN, format!("{} has no member `{name}`", entry.bare_name()))
        .suggest(suggestions)
}

fn check_scalar(scalar: Scalar, value: &Value, path: &str, errors: &mut Diagnostics) {
    if scalar_slot(scalar, value).is_some() {
        return;
    }
    let numeric = value.as_f64().is_some() && !matches!(scalar, Scalar::Bool | Scalar::Char);
    let range = scalar.int_range().map(|(low, high)| (low as f64, high as f64));
    let (code, text) = if numeric {
        (VALUE_RANGE, format!("the number does not fit {}", scalar.name()))
    } else {
        (VALUE_TYPE, format!("a {} does not fit {}", value.kind_name(), scalar.name()))
    };
    errors.push(
        Diagnostic::error(code, text)
            .at(Place::path(path))
            .got(value.to_string())
            .expected(Expected { range, ..Expected::kind(scalar.name()) }),
    );
}

fn wrong_type(ty: TypeRef<'_>, value: &Value, path: &str) -> Diagnostic {
    let name = ty.entry.bare_name();
    Diagnostic::error(VALUE_TYPE, format!("a {} does not fit {name}", value.kind_name()))
        .at(Place::path(path))
        .got(value.to_string())
        .expected(Expected::kind(name))
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The value of a default in its attribute: a literal, or the name of an enum value.
#[must_use]
pub(crate) fn parse_default(text: &str) -> Value {
    let text = text.trim();
    if let Some(items) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Value::List(split_items(items).map(parse_default).collect());
    }
    if let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Value::Text(inner.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\"));
    }
    let plain = text.replace('_', "");
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "null" | "None" => Value::Null,
        _ => {
            if let Ok(int) = plain.parse::<i64>() {
                return Value::Int(int);
            }
            let float = plain.trim_end_matches("f32").trim_end_matches("f64").trim_end_matches('f');
            if let Ok(float) = float.parse::<f64>() {
                return Value::F64(float);
            }
            Value::Text(text.rsplit("::").next().unwrap_or(text).to_owned())
        }
    }
}

/// The parts of a list's text between the commas that stand outside quotes and inner brackets.
fn split_items(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut quoted, mut escaped) = (0_u32, false, false);
    let parts = text.split(move |c| {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '[' if !quoted => depth += 1,
            ']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0 && !quoted
    });
    parts.filter(|part| !part.trim().is_empty())
}

/// Gives the members of a fresh run-time struct the defaults their attributes name.
pub(crate) fn apply_default_attrs(entry: &TypeEntry, registry: &Registry, at: *mut u8) {
    let Some(at) = std::ptr::NonNull::new(at) else { return };
    for member in entry.members().iter().filter(|member| member.owner() == entry.index()) {
        let Some(text) = member.attrs().default else { continue };
        #[expect(unsafe_code, reason = "the value was initialised just before")]
        // SAFETY: `write_default` has initialised every part and nothing else names the value yet.
        let whole = unsafe { TypedMut::new(at, TypeRef { registry, entry }) };
        if let Some(mut target) = whole.member(member) {
            // A default that does not fit was reported when the class was declared; the type's own stays.
            drop(target.set(&parse_default(text)));
        }
    }
}
