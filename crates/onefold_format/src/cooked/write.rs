//! Writing cooked files.

use onefold_reflect::{EnumRef, LanesRef, OwnedValue, Scalar, Shape, TypeRef, TypedRef, View};

use super::hash::xxh64;
use super::schema::{Records, is_held};
use super::{HAS_ID, HAS_NAME, HEADER, MAGIC, NO_REFERENCE, SOME, VERSION, WHOLE};
use crate::kept::Kept;
use crate::options::{HandleCodec, Which, WriteOptions};
use crate::plans::Plans;
use crate::walk::{differs, is_tuple, sort};

/// Writes any described value as a cooked file of content version 0.
#[must_use]
pub fn write_cooked(value: TypedRef<'_>, options: &WriteOptions<'_>) -> Vec<u8> {
    let mut writer = CookedWriter::new(0);
    writer.value(value, options);
    writer.finish()
}

/// Puts a cooked document together: numbers and texts of its owner, with described values between them.
pub struct CookedWriter {
    version: u32,
    body: Vec<u8>,
    records: Records,
    plans: Plans,
}

impl CookedWriter {
    /// An empty document; the version is that of its content, for [`Upgrades`](crate::Upgrades).
    #[must_use]
    pub fn new(version: u32) -> Self {
        Self { version, body: Vec::new(), records: Records::default(), plans: Plans::default() }
    }

    /// A number.
    pub fn u32(&mut self, number: u32) {
        self.body.extend_from_slice(&number.to_le_bytes());
    }

    /// A number.
    pub fn u64(&mut self, number: u64) {
        self.body.extend_from_slice(&number.to_le_bytes());
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        put_text(&mut self.body, text);
    }

    /// A described value. The form of the options does not matter here.
    pub fn value(&mut self, value: TypedRef<'_>, options: &WriteOptions<'_>) {
        let value = value.through_boxes();
        self.records.add(value.ty());
        // Its length is known afterwards.
        let start = self.body.len();
        self.u32(0);
        self.u64(value.ty().entry().key().0);
        put_kept(&mut self.body, options.kept);
        let mut body = Body {
            out: std::mem::take(&mut self.body),
            handles: options.handles,
            plans: std::mem::take(&mut self.plans),
        };
        body.root(value, options.which);
        self.plans = body.plans;
        self.body = body.out;
        let len = (self.body.len() - start - 4) as u32;
        self.body[start..start + 4].copy_from_slice(&len.to_le_bytes());
    }

    /// The file.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(HEADER + self.body.len() + 1024);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&[0; 2]);
        out.extend_from_slice(&self.version.to_le_bytes());
        out.extend_from_slice(&[0; HEADER - 12]);
        self.records.write(&mut out);
        let schema = (out.len() - HEADER) as u32;
        out[12..16].copy_from_slice(&schema.to_le_bytes());
        out.extend_from_slice(&self.body);
        let sum = checksum(&out);
        out[16..24].copy_from_slice(&sum.to_le_bytes());
        out
    }
}

/// The checksum a file should have.
pub(super) fn checksum(file: &[u8]) -> u64 {
    let seed = file.get(8..16).and_then(|seed| seed.try_into().ok()).map_or(0, u64::from_le_bytes);
    xxh64(file.get(HEADER..).unwrap_or_default(), seed)
}

#[inline]
fn put_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

fn put_kept(out: &mut Vec<u8>, kept: Option<&Kept>) {
    let members = kept.map_or(&[][..], |kept| &kept.members);
    out.extend_from_slice(&(members.len() as u32).to_le_bytes());
    for member in members {
        for text in [&member.object, &member.name, &member.json] {
            put_text(out, text);
        }
        let (instead, was) = member.instead_of.as_ref().map_or(("", ""), |(name, was)| (name, was));
        for text in [member.after.as_deref().unwrap_or(""), instead, was] {
            put_text(out, text);
        }
    }
}

struct Body<'w> {
    out: Vec<u8>,
    handles: &'w dyn HandleCodec,
    plans: Plans,
}

impl Body<'_> {
    #[inline]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        self.out.extend_from_slice(&bytes);
    }

    fn root(&mut self, value: TypedRef<'_>, which: Which<'_>) {
        let is_struct = matches!(value.view(), View::Struct) && !is_tuple(value.ty());
        let Which::Changed(mask) = which else { return self.whole(value, is_struct) };
        if !is_struct {
            return self.whole(value, false);
        }
        let default = OwnedValue::default_of(value.ty());
        let default = default.as_ref().map(OwnedValue::as_ref);
        self.out.push(SOME);
        let members = value.ty().entry().members();
        let held: Vec<_> = members.iter().enumerate().filter(|(_, member)| is_held(member, false)).collect();
        let bits = self.out.len();
        self.out.resize(bits + held.len().div_ceil(8), 0);
        for (bit, (at, member)) in held.into_iter().enumerate() {
            let Some(part) = value.member(member) else { continue };
            let wanted = mask.is_some_and(|mask| mask.is_set(at))
                || default.and_then(|default| default.member(member)).is_none_or(|was| differs(part, was));
            if wanted {
                self.out[bits + bit / 8] |= 1 << (bit % 8);
                self.value(part);
            }
        }
    }

    fn whole(&mut self, value: TypedRef<'_>, is_struct: bool) {
        if is_struct {
            self.out.push(WHOLE);
        }
        self.value(value);
    }

    fn len(&mut self, len: usize) {
        self.put((len as u32).to_le_bytes());
    }

    fn value(&mut self, value: TypedRef<'_>) {
        let entry = value.ty().entry();
        match (entry.shape(), value.view()) {
            (Shape::Boxed(_), _) => self.value(value.through_boxes()),
            (Shape::Scalar(scalar), view) => self.scalar(*scalar, view),
            (Shape::Struct(_), _) => {
                let plan = self.plans.of(entry);
                let members = entry.members();
                for planned in &plan.members {
                    if let Some(part) = value.member(&members[planned.at as usize]) {
                        self.value(part);
                    }
                }
            }
            (_, view) => self.other(value, view),
        }
    }

    fn other(&mut self, value: TypedRef<'_>, view: View<'_>) {
        match view {
            View::Text(text) | View::Asset(text) => put_text(&mut self.out, text),
            View::Lanes(lanes) => self.lanes(lanes),
            View::Enum(view) => self.enumeration(view, value.ty()),
            View::Option(None) => self.out.push(0),
            View::Option(Some(inner)) => {
                self.out.push(1);
                self.value(inner);
            }
            View::List(list) => {
                if !matches!(value.ty().entry().shape(), Shape::Array(..)) {
                    self.len(list.len());
                }
                for item in list.iter() {
                    self.value(item);
                }
            }
            View::Set(set) => {
                let mut values = set.values();
                sort(&mut values, |value| *value);
                self.len(values.len());
                for value in values {
                    self.value(value);
                }
            }
            View::Map(map) => {
                let mut entries = map.entries();
                sort(&mut entries, |(key, _)| *key);
                self.len(entries.len());
                for (key, value) in entries {
                    self.value(key);
                    self.value(value);
                }
            }
            View::Handle(handle) => self.handle(handle),
            _ => {}
        }
    }

    #[inline]
    fn scalar(&mut self, scalar: Scalar, view: View<'_>) {
        match view {
            View::Bool(value) => self.out.push(value.into()),
            View::F32(value) => self.put(canonical_f32(value).to_le_bytes()),
            View::F64(value) => self.put(canonical_f64(value).to_le_bytes()),
            View::Char(value) => self.put(u32::from(value).to_le_bytes()),
            View::Int(value) => self.integer(value as u64, scalar),
            View::UInt(value) => self.integer(value, scalar),
            _ => {}
        }
    }

    #[inline]
    fn integer(&mut self, value: u64, scalar: Scalar) {
        match scalar.size() {
            1 => self.put((value as u8).to_le_bytes()),
            2 => self.put((value as u16).to_le_bytes()),
            4 => self.put((value as u32).to_le_bytes()),
            _ => self.put(value.to_le_bytes()),
        }
    }

    fn lanes(&mut self, lanes: LanesRef<'_>) {
        if let Some(floats) = lanes.as_f32() {
            for &float in floats {
                self.put(canonical_f32(float).to_le_bytes());
            }
            return;
        }
        for lane in 0..lanes.len() {
            match lanes.get(lane) {
                View::F64(value) => self.put(canonical_f64(value).to_le_bytes()),
                View::Int(value) => self.put((value as i32).to_le_bytes()),
                View::UInt(value) => self.put((value as u32).to_le_bytes()),
                _ => {}
            }
        }
    }

    fn enumeration(&mut self, view: EnumRef<'_>, ty: TypeRef<'_>) {
        let variant = view.index();
        self.put((variant as u32).to_le_bytes());
        for field in 0..ty.entry().variant_members(variant).len() {
            if let Some(part) = view.field(field) {
                self.value(part);
            }
        }
    }

    fn handle(&mut self, handle: onefold_reflect::AnyHandle) {
        let reference = if handle.is_null() { None } else { self.handles.name(handle) };
        let Some(reference) = reference else { return self.out.push(NO_REFERENCE) };
        let id = if reference.id.is_some() { HAS_ID } else { 0 };
        let name = if reference.name.is_some() { HAS_NAME } else { 0 };
        self.out.push(id | name);
        for text in [&reference.id, &reference.name].into_iter().flatten() {
            put_text(&mut self.out, text);
        }
    }
}

/// NaN has one form in files.
pub(super) fn canonical_f32(value: f32) -> f32 {
    if value.is_nan() { f32::NAN } else { value }
}

/// NaN has one form in files.
pub(super) fn canonical_f64(value: f64) -> f64 {
    if value.is_nan() { f64::NAN } else { value }
}
