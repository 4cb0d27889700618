//! The one walk over a described value: what every writer of text stands on. A format is one [`Sink`].

use std::cmp::Ordering;

use onefold_reflect::{
    EnumRef, LanesRef, Member, OwnedValue, Scalar, Shape, TypeRef, TypedRef, VariantInfo, View,
};

use crate::kept::{Kept, KeptMember};
use crate::options::{Reference, Which, WriteOptions};
use crate::path;
use crate::plans::Plans;

/// Takes a value apart, piece by piece, in the order files hold it.
pub(crate) trait Sink {
    fn null(&mut self);
    fn bool(&mut self, value: bool);
    fn int(&mut self, value: i64);
    fn uint(&mut self, value: u64);
    fn f32(&mut self, value: f32);
    fn f64(&mut self, value: f64);
    fn text(&mut self, value: &str);
    fn lanes(&mut self, lanes: LanesRef<'_>);
    /// A value of an enum without data.
    fn variant(&mut self, variant: &VariantInfo<'_>);
    fn reference(&mut self, reference: &Reference);
    /// A list follows; `flat` when its items are plain.
    fn begin_list(&mut self, len: usize, flat: bool);
    /// An item follows.
    fn item(&mut self);
    fn end_list(&mut self);
    fn begin_object(&mut self);
    /// A named value follows.
    fn key(&mut self, name: &str);
    /// The value of a member follows; `quoted` is its name as JSON writes it.
    fn member_key(&mut self, name: impl FnOnce() -> String, quoted: &[u8]) {
        let _ = quoted;
        self.key(&name());
    }
    fn end_object(&mut self);
    /// A number as JSON writes it.
    fn number_text(&mut self, text: &str);
    /// A value that a reader kept, as JSON.
    fn kept(&mut self, json: &str);
}

/// One writing.
pub(crate) struct Walk<'w, S> {
    pub(crate) sink: S,
    options: &'w WriteOptions<'w>,
    kept: Option<&'w Kept>,
    path: String,
    pub(crate) plans: Plans,
}

impl<'w, S: Sink> Walk<'w, S> {
    pub(crate) fn new(sink: S, options: &'w WriteOptions<'w>) -> Self {
        let kept = options.kept.filter(|kept| !kept.is_empty());
        Self { sink, options, kept, path: String::new(), plans: Plans::default() }
    }

    /// Writes the value that the options are meant for.
    pub(crate) fn root(&mut self, value: TypedRef<'_>) {
        let value = value.through_boxes();
        match (self.options.which, value.view()) {
            (Which::Changed(mask), View::Struct) if !is_tuple(value.ty()) => {
                let default = OwnedValue::default_of(value.ty());
                let default = default.as_ref().map(OwnedValue::as_ref);
                self.members(value, |at, member, now| {
                    mask.is_some_and(|mask| mask.is_set(at))
                        || default
                            .and_then(|default| default.member(member))
                            .is_none_or(|was| differs(now, was))
                });
            }
            _ => self.value(value),
        }
    }

    pub(crate) fn value(&mut self, value: TypedRef<'_>) {
        match value.view() {
            View::Bool(value) => self.sink.bool(value),
            View::Int(value) => self.sink.int(value),
            View::UInt(value) => self.sink.uint(value),
            View::F32(value) => self.sink.f32(value),
            View::F64(value) => self.sink.f64(value),
            View::Char(value) => self.sink.text(value.encode_utf8(&mut [0; 4])),
            View::Text(text) | View::Asset(text) => self.sink.text(text),
            View::Lanes(lanes) => self.sink.lanes(lanes),
            View::Struct => {
                let value = value.through_boxes();
                if is_tuple(value.ty()) {
                    self.tuple(value);
                } else {
                    self.members(value, |_, _, _| true);
                }
            }
            View::Enum(view) => self.enumeration(view, value.through_boxes().ty()),
            View::Option(None) => self.sink.null(),
            View::Option(Some(inner)) if is_nullable(inner.ty()) => {
                self.sink.begin_object();
                self.sink.key("some");
                self.value(inner);
                self.sink.end_object();
            }
            View::Option(Some(inner)) => self.value(inner),
            View::List(list) => {
                self.sink.begin_list(list.len(), is_plain(list.item()));
                for (at, item) in list.iter().enumerate() {
                    self.indexed_item(at, item);
                }
                self.sink.end_list();
            }
            View::Set(set) => {
                let mut values = set.values();
                sort(&mut values, |value| *value);
                self.sink.begin_list(values.len(), is_plain(set.item()));
                for value in values {
                    self.sink.item();
                    self.value(value);
                }
                self.sink.end_list();
            }
            View::Map(map) => self.map(map.entries(), map.types().0),
            View::Handle(handle) => {
                let name = if handle.is_null() { None } else { self.options.handles.name(handle) };
                match name {
                    Some(reference) => self.sink.reference(&reference),
                    None => self.sink.null(),
                }
            }
        }
    }

    fn indexed_item(&mut self, at: usize, item: TypedRef<'_>) {
        self.sink.item();
        if self.kept.is_none() {
            return self.value(item);
        }
        let before = self.path.len();
        path::push_index(&mut self.path, at);
        self.value(item);
        self.path.truncate(before);
    }

    fn tuple(&mut self, value: TypedRef<'_>) {
        let members = value.ty().entry().members();
        self.sink
            .begin_list(members.len(), members.iter().all(|member| is_plain(value.ty().other(member.ty()))));
        for (at, part) in members.iter().filter_map(|member| value.member(member)).enumerate() {
            self.indexed_item(at, part);
        }
        self.sink.end_list();
    }

    /// The one loop over members. `wanted` chooses among the saved ones.
    fn members(&mut self, value: TypedRef<'_>, wanted: impl Fn(usize, &Member, TypedRef<'_>) -> bool) {
        self.sink.begin_object();
        let object = self.path.len();
        self.kept_after(None);
        let members = value.ty().entry().members();
        let plan = self.plans.of(value.ty().entry());
        for planned in plan.members.iter().copied() {
            let (at, member) = (planned.at as usize, &members[planned.at as usize]);
            let Some(part) = value.member(member) else { continue };
            if self.kept.is_none() {
                if wanted(at, member, part) {
                    self.sink.member_key(|| member.name().to_owned(), plan.quoted(planned));
                    self.value(part);
                }
                continue;
            }
            let name = member.name();
            if !self.kept_instead(name, part) && wanted(at, member, part) {
                self.sink.key(name);
                path::push_member(&mut self.path, name);
                self.value(part);
                self.path.truncate(object);
            }
            self.kept_after(Some(name));
        }
        self.sink.end_object();
    }

    /// Writes the members of the present object that stood behind a known one and are unknown.
    fn kept_after(&mut self, after: Option<&str>) {
        let Some(kept) = self.kept else { return };
        let here = |member: &&KeptMember| member.instead_of.is_none() && member.after.as_deref() == after;
        for member in kept.of(&self.path).filter(here) {
            self.sink.key(&member.name);
            self.sink.kept(&member.json);
        }
    }

    /// Writes what did not fit a member in place of it, unless the member has been changed since.
    fn kept_instead(&mut self, name: &str, now: TypedRef<'_>) -> bool {
        let Some(kept) = self.kept else { return false };
        let found = kept.of(&self.path).find_map(|member| {
            let (instead, was) = member.instead_of.as_ref()?;
            (instead == name).then_some((member, was))
        });
        let Some((member, was)) = found else { return false };
        if crate::json::write::compact(now, self.options.handles) != *was {
            return false;
        }
        self.sink.key(&member.name);
        self.sink.kept(&member.json);
        true
    }

    fn enumeration(&mut self, view: EnumRef<'_>, ty: TypeRef<'_>) {
        let variant = view.variant();
        let fields = ty.entry().variant_members(view.index());
        if fields.is_empty() {
            return self.sink.variant(variant);
        }
        self.sink.begin_object();
        self.sink.key(variant.name);
        let parts = (0..fields.len()).filter_map(|at| view.field(at));
        if variant.tuple {
            self.sink.begin_list(fields.len(), fields.iter().all(|field| is_plain(ty.other(field.ty()))));
            for part in parts {
                self.sink.item();
                self.untracked(part);
            }
            self.sink.end_list();
        } else {
            self.sink.begin_object();
            for (field, part) in fields.iter().zip(parts) {
                self.sink.key(field.name());
                self.untracked(part);
            }
            self.sink.end_object();
        }
        self.sink.end_object();
    }

    /// A part of which nothing is kept.
    fn untracked(&mut self, part: TypedRef<'_>) {
        let kept = self.kept.take();
        self.value(part);
        self.kept = kept;
    }

    fn map(&mut self, mut entries: Vec<(TypedRef<'_>, TypedRef<'_>)>, key: TypeRef<'_>) {
        sort(&mut entries, |(key, _)| *key);
        if !is_key(key) {
            self.sink.begin_list(entries.len(), false);
            for (key, value) in entries {
                self.sink.item();
                self.sink.begin_list(2, true);
                self.sink.item();
                self.untracked(key);
                self.sink.item();
                self.untracked(value);
                self.sink.end_list();
            }
            return self.sink.end_list();
        }
        self.sink.begin_object();
        for (key, value) in entries {
            let mut buffer = String::new();
            let name = key_text(key, &mut buffer);
            self.sink.key(name);
            let before = self.path.len();
            if self.kept.is_some() {
                path::push_key(&mut self.path, name);
            }
            self.value(value);
            self.path.truncate(before);
        }
        self.sink.end_object();
    }
}

/// True for a type whose values files write as a list without names.
pub(crate) fn is_tuple(ty: TypeRef<'_>) -> bool {
    matches!(ty.entry().shape(), Shape::Struct(info) if info.tuple)
}

/// What a box holds, by type.
pub(crate) fn unboxed(ty: TypeRef<'_>) -> TypeRef<'_> {
    match ty.entry().shape() {
        Shape::Boxed(_) => unboxed(ty.arg(0)),
        _ => ty,
    }
}

/// True when a value of the type may be written as null, so that an option of it has to say more.
pub(crate) fn is_nullable(ty: TypeRef<'_>) -> bool {
    matches!(unboxed(ty).entry().shape(), Shape::Option(..) | Shape::Handle(_))
}

fn is_plain(ty: TypeRef<'_>) -> bool {
    matches!(ty.entry().shape(), Shape::Scalar(_))
}

/// True when values of the type can be the name of an entry.
pub(crate) fn is_key(ty: TypeRef<'_>) -> bool {
    match unboxed(ty).entry().shape() {
        Shape::Scalar(scalar) => !matches!(scalar, Scalar::F32 | Scalar::F64),
        Shape::Text | Shape::Asset => true,
        Shape::Enum(info) => info.variants.iter().all(|variant| variant.fields.is_empty()),
        _ => false,
    }
}

/// The name of an entry with that key.
fn key_text<'k>(key: TypedRef<'k>, buffer: &'k mut String) -> &'k str {
    use std::fmt::Write as _;
    let _ = match key.view() {
        View::Text(text) | View::Asset(text) => return text,
        View::Enum(view) => return view.variant().name,
        View::Bool(value) => write!(buffer, "{value}"),
        View::Int(value) => write!(buffer, "{value}"),
        View::UInt(value) => write!(buffer, "{value}"),
        View::Char(value) => write!(buffer, "{value}"),
        _ => Ok(()),
    };
    buffer
}

/// Sorts keys so that equal maps and sets give equal files: numbers by size, texts by code point, others by their JSON.
pub(crate) fn sort<T>(items: &mut [T], key: impl Fn(&T) -> TypedRef<'_>) {
    let plain = items.first().is_none_or(|first| {
        matches!(
            key(first).view(),
            View::Int(_) | View::UInt(_) | View::Text(_) | View::Asset(_) | View::Char(_)
        )
    });
    if plain {
        return items.sort_by(|a, b| compare(key(a).view(), key(b).view()));
    }
    items.sort_by_cached_key(|item| crate::json::write::compact(key(item), &crate::options::TableHandles));
}

fn compare(a: View<'_>, b: View<'_>) -> Ordering {
    match (a, b) {
        (View::Int(a), View::Int(b)) => a.cmp(&b),
        (View::UInt(a), View::UInt(b)) => a.cmp(&b),
        (View::Text(a), View::Text(b)) | (View::Asset(a), View::Asset(b)) => a.cmp(b),
        (View::Char(a), View::Char(b)) => a.cmp(&b),
        _ => Ordering::Equal,
    }
}

/// True when a member has to be saved. Floats are compared by their bits, so that `-0.0` is not lost; what cannot be
/// compared is saved.
pub(crate) fn differs(now: TypedRef<'_>, was: TypedRef<'_>) -> bool {
    match (now.view(), was.view()) {
        (View::F32(now), View::F32(was)) => now.to_bits() != was.to_bits(),
        (View::F64(now), View::F64(was)) => now.to_bits() != was.to_bits(),
        (View::Lanes(now), View::Lanes(was)) => match (now.as_f32(), was.as_f32()) {
            (Some(now), Some(was)) => now.iter().zip(was).any(|(now, was)| now.to_bits() != was.to_bits()),
            _ => (0..now.len()).any(|lane| lane_bits(now.get(lane)) != lane_bits(was.get(lane))),
        },
        _ => now.equals(was) != Some(true),
    }
}

fn lane_bits(view: View<'_>) -> u64 {
    match view {
        View::F64(value) => value.to_bits(),
        View::F32(value) => value.to_bits().into(),
        View::Int(value) => value as u64,
        View::UInt(value) => value,
        _ => 0,
    }
}
