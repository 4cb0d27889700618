//! Reading cooked files: straight into place where all types are what they were.

use onefold_diag::Diagnostics;
use onefold_reflect::{
    AnyHandle, MemberMask, OwnedValue, Registry, Scalar, Shape, TypeKey, TypeRef, TypedMut, View,
};
use rustc_hash::FxHashMap;

use super::decode::{Decoder, EMPTY_ITEMS};
use super::reader::{Bytes, Damage};
use super::schema::{Schema, is_held};
use super::write::{canonical_f32, canonical_f64, checksum};
use super::{HAS_ID, HAS_NAME, HEADER, MAGIC, NO_REFERENCE, SOME, VERSION, WHOLE};
use crate::diagnostics;
use crate::json::read::{read_nodes, refused};
use crate::kept::{Kept, KeptMember};
use crate::node::{Found, Node};
use crate::number::Number;
use crate::options::{HandleCodec, PendingReference, ReadOptions, ReadReport, Reference, Resolved};
use crate::path;
use crate::store;
use crate::upgrade::Upgrades;

/// Reads a cooked file into any described value, as [`read_json`](crate::read_json) reads JSON.
pub fn read_cooked(target: TypedMut<'_>, input: impl AsRef<[u8]>, options: &ReadOptions<'_>) -> ReadReport {
    match CookedReader::open(input.as_ref(), options) {
        Ok(mut reader) => reader.value(target),
        Err(diagnostics) => ReadReport { diagnostics, ..ReadReport::default() },
    }
}

/// Takes a cooked document apart, in the order it was put together.
pub struct CookedReader<'b> {
    options: ReadOptions<'b>,
    version: u32,
    schema: Schema<'b>,
    /// Which types are what they were.
    same: FxHashMap<u64, bool>,
    body: Bytes<'b>,
    upgrades: Option<Upgrades>,
}

fn found(what: onefold_diag::Diagnostic) -> Found {
    Found { start: 0, end: 0, what }
}

impl<'b> CookedReader<'b> {
    /// Checks the header, the checksum and the schema.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn open(file: &'b [u8], options: &ReadOptions<'b>) -> Result<Self, Diagnostics> {
        let refuse = |what| refused(found(what), options, None).diagnostics;
        if file.len() > options.limits.bytes {
            return Err(refuse(diagnostics::limit("bytes", options.limits.bytes)));
        }
        let (version, schema, body) = open(file).map_err(|why| refuse(diagnostics::cooked(why)))?;
        let schema = Schema::read(schema).map_err(|damage| refuse(damage.diagnostic()))?;
        Ok(Self {
            options: *options,
            version,
            schema,
            same: FxHashMap::default(),
            body: Bytes::new(body),
            upgrades: options.upgrades.map(|upgrades| upgrades.clone().from_version(version)),
        })
    }

    /// The version of the content.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// True when everything has been read.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.body.is_empty()
    }

    fn damaged(&self, damage: &Damage) -> Diagnostics {
        refused(found(damage.diagnostic()), &self.options, None).diagnostics
    }

    /// A number.
    ///
    /// # Errors
    /// The file ends too early.
    pub fn u32(&mut self) -> Result<u32, Diagnostics> {
        self.body.u32().map_err(|damage| self.damaged(&damage))
    }

    /// A number.
    ///
    /// # Errors
    /// The file ends too early.
    pub fn u64(&mut self) -> Result<u64, Diagnostics> {
        self.body.u64().map_err(|damage| self.damaged(&damage))
    }

    /// A text.
    ///
    /// # Errors
    /// The file ends too early, or there is no text.
    pub fn text(&mut self) -> Result<&'b str, Diagnostics> {
        self.body.text().map_err(|damage| self.damaged(&damage))
    }

    /// Id and full name of the type of the value that comes next, as they were when it was written.
    ///
    /// # Errors
    /// No value comes next.
    pub fn next_type(&mut self) -> Result<(TypeKey, String), Diagnostics> {
        let body = self.body.clone();
        let next = self.enter().and_then(|(key, _)| {
            self.schema.parse_all()?;
            match self.schema.get(key) {
                Some(ty) => Ok((key, ty.name.clone())),
                None => self.body.fail("a type is not described"),
            }
        });
        self.body = body;
        next.map_err(|damage| self.damaged(&damage))
    }

    /// The value that comes next as nodes, by the file's own description: for types that are not there any more.
    ///
    /// # Errors
    /// The file is damaged, or a limit is broken.
    pub fn node(&mut self) -> Result<Node<'static>, Diagnostics> {
        let next = self.enter().and_then(|(key, bytes)| self.decode(key, bytes));
        next.map_err(|damage| self.damaged(&damage))
    }

    /// Reads the value that comes next. When it fails, the next call reads the one after.
    pub fn value(&mut self, target: TypedMut<'_>) -> ReadReport {
        let own = self.options;
        match self.value_or_damage(target, &own) {
            Ok(report) => report,
            Err(damage) => ReadReport { diagnostics: self.damaged(&damage), ..ReadReport::default() },
        }
    }

    /// As [`value`](Self::value), with other names for handles than those the file was opened with.
    pub fn value_with(&mut self, target: TypedMut<'_>, handles: &dyn HandleCodec) -> ReadReport {
        let own = ReadOptions { handles, ..self.options };
        match self.value_or_damage(target, &own) {
            Ok(report) => report,
            Err(damage) => ReadReport { diagnostics: self.damaged(&damage), ..ReadReport::default() },
        }
    }

    fn value_or_damage(&mut self, target: TypedMut<'_>, own: &ReadOptions<'_>) -> Result<ReadReport, Damage> {
        let mut target = target.through_boxes();
        let (key, bytes) = self.enter()?;
        let ty = target.ty();
        let direct = key == ty.entry().key()
            && self.upgrades.as_ref().is_none_or(Upgrades::is_empty)
            && bytes.clone().u32()? == 0
            && self.schema.is_same(ty, &mut self.same);
        if direct && let Some(mut copy) = store::copy_of(&target) {
            let mut bytes = bytes.clone();
            bytes.u32()?;
            let mut fast = Fast::new(bytes, own);
            match fast.root(copy.as_mut()) {
                Ok(set) => {
                    let pending = fast.pending;
                    let applied = target.replace(copy).is_ok();
                    return Ok(ReadReport { applied, set, pending, ..ReadReport::default() });
                }
                Err(Stop::Damage(damage)) => return Err(damage),
                // Something has to be reported with its path.
                Err(Stop::Slow) => {}
            }
        }
        let node = self.decode(key, bytes)?;
        if let Some(name) = self.foreign(key, ty) {
            let text = format!("the file holds {name}, not {}", ty.entry().bare_name());
            return Ok(refused(found(diagnostics::cooked(text)), &self.options, None));
        }
        let options = ReadOptions { upgrades: self.upgrades.as_ref(), ..*own };
        Ok(read_nodes(target, &node, Vec::new(), &options, None, None))
    }

    /// The name of the file's type when it is neither the target's nor an older name of it.
    fn foreign(&self, key: TypeKey, ty: TypeRef<'_>) -> Option<String> {
        let registry: &Registry = ty.registry();
        let name = self.schema.get(key).map(|ty| ty.name.as_str())?;
        let bare = name.rsplit("::").next().unwrap_or(name);
        let is_own = key == ty.entry().key()
            || [name, bare]
                .iter()
                .any(|name| registry.find(name).is_ok_and(|entry| entry.key() == ty.entry().key()));
        (!is_own).then(|| name.to_owned())
    }

    /// Goes past the next value and gives its type and its bytes.
    fn enter(&mut self) -> Result<(TypeKey, Bytes<'b>), Damage> {
        let len = self.body.u32()? as usize;
        let mut bytes = Bytes::new(self.body.take(len)?);
        Ok((TypeKey(bytes.u64()?), bytes))
    }

    fn decode(&mut self, key: TypeKey, mut bytes: Bytes<'b>) -> Result<Node<'static>, Damage> {
        self.schema.parse_all()?;
        let kept = read_kept(&mut bytes)?;
        let limits = self.options.limits;
        let mut decoder =
            Decoder { schema: &self.schema, bytes, limits: &limits, left: limits.count, depth: 0 };
        let mut node = decoder.root(key)?;
        if !decoder.bytes.is_empty() {
            return decoder.bytes.fail("something follows the value");
        }
        kept.weave(&mut node);
        Ok(node)
    }
}

fn open(file: &[u8]) -> Result<(u32, &[u8], &[u8]), &'static str> {
    const SHORT: &str = "the file ends too early";
    let mut bytes = Bytes::new(file);
    if bytes.array::<4>().map_err(|_| SHORT)? != MAGIC {
        return Err("this is no cooked file");
    }
    let version = bytes.array().map(u16::from_le_bytes).map_err(|_| SHORT)?;
    if version != VERSION {
        return Err("the file is of a format version that is not known here");
    }
    if bytes.array::<2>().map_err(|_| SHORT)? != [0; 2] {
        return Err("the file is of a kind that is not known here");
    }
    let content = bytes.u32().map_err(|_| SHORT)?;
    let schema = bytes.u32().map_err(|_| SHORT)? as usize;
    let sum = bytes.u64().map_err(|_| SHORT)?;
    if checksum(file) != sum {
        return Err("the file is damaged: its checksum differs");
    }
    let (schema, body) = file[HEADER..].split_at_checked(schema).ok_or(SHORT)?;
    Ok((content, schema, body))
}

fn read_kept(bytes: &mut Bytes<'_>) -> Result<Kept, Damage> {
    let mut kept = Kept::default();
    for _ in 0..bytes.u32()? {
        let mut texts = [""; 6];
        for text in &mut texts {
            *text = bytes.text()?;
        }
        let [object, name, json, after, instead, was] = texts.map(str::to_owned);
        kept.members.push(KeptMember {
            object,
            name,
            json,
            after: Some(after).filter(|after| !after.is_empty()),
            instead_of: Some((instead, was)).filter(|(instead, _)| !instead.is_empty()),
        });
    }
    Ok(kept)
}

/// Why the direct road ended.
enum Stop {
    Damage(Damage),
    Slow,
}

impl From<Damage> for Stop {
    fn from(damage: Damage) -> Self {
        Self::Damage(damage)
    }
}

/// Reads bytes into a value whose types are those of the file.
struct Fast<'b, 'o> {
    bytes: Bytes<'b>,
    options: &'o ReadOptions<'o>,
    depth: usize,
    left: usize,
    pending: Vec<PendingReference>,
}

impl<'b, 'o> Fast<'b, 'o> {
    fn new(bytes: Bytes<'b>, options: &'o ReadOptions<'o>) -> Self {
        Self { bytes, options, depth: 0, left: options.limits.count, pending: Vec::new() }
    }

    fn root(&mut self, mut target: TypedMut<'_>) -> Result<MemberMask, Stop> {
        let ty = target.ty();
        let members = ty.entry().members();
        let mut set = MemberMask::new(members.len());
        if !matches!(ty.entry().shape(), Shape::Struct(info) if !info.tuple) {
            self.value(target)?;
        } else {
            let held = members.iter().enumerate().filter(|(_, member)| is_held(member, false));
            let bits = match self.bytes.u8()? {
                WHOLE => None,
                SOME => Some(self.bytes.take(held.clone().count().div_ceil(8))?),
                _ => {
                    return Err(self
                        .bytes
                        .fail::<()>("a struct is neither whole nor partial")
                        .unwrap_err()
                        .into());
                }
            };
            for (bit, (at, member)) in held.enumerate() {
                if bits.is_some_and(|bits| bits[bit / 8] >> (bit % 8) & 1 == 0) {
                    continue;
                }
                let part = target.reborrow().member(member).ok_or(Stop::Slow)?;
                let before = self.pending.len();
                self.value(part)?;
                self.prefix(before, |path| path::push_member(path, member.name()));
                set.set(at);
            }
        }
        if self.bytes.is_empty() {
            return Ok(set);
        }
        Err(Damage { why: "something follows the value" }.into())
    }

    /// Puts a step before the paths of what became pending since.
    fn prefix(&mut self, before: usize, push: impl Fn(&mut String)) {
        for pending in &mut self.pending[before..] {
            pending.path = path::before(&push, &pending.path);
        }
    }

    fn value(&mut self, target: TypedMut<'_>) -> Result<(), Stop> {
        if self.depth > self.options.limits.depth {
            return Err(Damage { why: "the values are nested too deep" }.into());
        }
        self.depth += 1;
        let read = self.value_here(target);
        self.depth -= 1;
        read
    }

    fn value_here(&mut self, mut target: TypedMut<'_>) -> Result<(), Stop> {
        let ty = target.ty();
        match ty.entry().shape() {
            Shape::Scalar(scalar) => self.scalar(target, *scalar)?,
            Shape::Text | Shape::Asset => {
                let text = self.bytes.text()?;
                let place = target.text_mut().ok_or(Stop::Slow)?;
                place.clear();
                place.push_str(text);
            }
            Shape::Lanes(info) => {
                let mut lanes = smallvec::SmallVec::<[Number; 16]>::new();
                for _ in info.names {
                    lanes.push(self.lane(info.scalar)?);
                }
                store::lanes(target, &lanes);
            }
            Shape::Struct(info) => {
                for (at, member) in ty.entry().members().iter().enumerate() {
                    if !is_held(member, info.tuple) {
                        continue;
                    }
                    let part = target.reborrow().member(member).ok_or(Stop::Slow)?;
                    let before = self.pending.len();
                    self.value(part)?;
                    if self.pending.len() > before {
                        self.prefix(before, |path| match info.tuple {
                            true => path::push_index(path, at),
                            false => path::push_member(path, member.name()),
                        });
                    }
                }
            }
            Shape::Enum(_) => self.enumeration(target)?,
            Shape::Option(..) => {
                if !self.bytes.bool()? {
                    drop(target.set_option(None));
                } else if let Some(inner) = target.reborrow().option_mut() {
                    self.value(inner)?;
                } else {
                    let mut fresh = OwnedValue::default_of(ty.arg(0)).ok_or(Stop::Slow)?;
                    self.value(fresh.as_mut())?;
                    target.set_option(Some(fresh)).map_err(|_| Stop::Slow)?;
                }
            }
            Shape::Array(_, len) => {
                for at in 0..*len {
                    let part = target.reborrow().item_mut(at).ok_or(Stop::Slow)?;
                    let before = self.pending.len();
                    self.value(part)?;
                    self.prefix(before, |path| path::push_index(path, at));
                }
            }
            Shape::List(..) | Shape::Set(..) => self.list(target)?,
            Shape::Map(..) => self.map(target)?,
            Shape::Handle(_) => self.handle(target)?,
            Shape::Boxed(_) => return self.value_here(target.through_boxes()),
        }
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, target: TypedMut<'_>, scalar: Scalar) -> Result<(), Damage> {
        let bytes = &mut self.bytes;
        match scalar {
            Scalar::Bool => store::plain(target, bytes.bool()?),
            Scalar::I8 => store::plain(target, i8::from_le_bytes(bytes.array()?)),
            Scalar::I16 => store::plain(target, i16::from_le_bytes(bytes.array()?)),
            Scalar::I32 => store::plain(target, i32::from_le_bytes(bytes.array()?)),
            Scalar::I64 => store::plain(target, i64::from_le_bytes(bytes.array()?)),
            Scalar::U8 => store::plain(target, u8::from_le_bytes(bytes.array()?)),
            Scalar::U16 => store::plain(target, u16::from_le_bytes(bytes.array()?)),
            Scalar::U32 => store::plain(target, u32::from_le_bytes(bytes.array()?)),
            Scalar::U64 => store::plain(target, u64::from_le_bytes(bytes.array()?)),
            Scalar::F32 => store::plain(target, canonical_f32(f32::from_le_bytes(bytes.array()?))),
            Scalar::F64 => store::plain(target, canonical_f64(f64::from_le_bytes(bytes.array()?))),
            Scalar::Char => store::plain(target, bytes.char()?),
        }
        Ok(())
    }

    fn lane(&mut self, scalar: Scalar) -> Result<Number, Damage> {
        let bytes = &mut self.bytes;
        Ok(match scalar {
            Scalar::F32 => Number::F32(canonical_f32(f32::from_le_bytes(bytes.array()?))),
            Scalar::F64 => Number::F64(canonical_f64(f64::from_le_bytes(bytes.array()?))),
            Scalar::I32 => Number::Int(i32::from_le_bytes(bytes.array()?).into()),
            _ => Number::Int(u32::from_le_bytes(bytes.array()?).into()),
        })
    }

    fn enumeration(&mut self, mut target: TypedMut<'_>) -> Result<(), Stop> {
        let at = self.bytes.u32()? as usize;
        let View::Enum(view) = target.as_ref().view() else { return Err(Stop::Slow) };
        let ty = target.ty();
        let Shape::Enum(info) = ty.entry().shape() else { return Err(Stop::Slow) };
        if at >= info.variants.len() {
            return Err(Damage { why: "there is no such enum value" }.into());
        }
        if view.index() != at && !target.set_variant(at) {
            return Err(Stop::Slow);
        }
        for (field, member) in ty.entry().variant_members(at).iter().enumerate() {
            let part = target.reborrow().variant_field(field).ok_or(Stop::Slow)?;
            let before = self.pending.len();
            self.value(part)?;
            self.prefix(before, |path| path::push_member(path, member.name()));
        }
        Ok(())
    }

    fn len(&mut self) -> Result<usize, Damage> {
        let len = self.bytes.u32()? as usize;
        if len > self.bytes.len() && len > EMPTY_ITEMS {
            return self.bytes.fail("a list is longer than the file");
        }
        match self.left.checked_sub(len) {
            Some(left) => self.left = left,
            None => return self.bytes.fail("there are too many values"),
        }
        Ok(len)
    }

    fn list(&mut self, mut target: TypedMut<'_>) -> Result<(), Stop> {
        let len = self.len()?;
        let ty = target.ty();
        let is_set = matches!(ty.entry().shape(), Shape::Set(..));
        target.clear();
        if self.plain_list(&mut target, ty.arg(0).entry().shape(), len)? {
            return Ok(());
        }
        for at in 0..len {
            let mut fresh = OwnedValue::default_of(ty.arg(0)).ok_or(Stop::Slow)?;
            let before = self.pending.len();
            self.value(fresh.as_mut())?;
            self.prefix(before, |path| path::push_index(path, at));
            let stored = if is_set {
                target.insert_value(fresh).is_ok()
            } else {
                target.insert_item(at, fresh).is_ok()
            };
            if !stored {
                return Err(Stop::Slow);
            }
        }
        Ok(())
    }

    /// Reads a `Vec` of numbers or texts without a value of its own for each item; false when it is none.
    fn plain_list(
        &mut self,
        target: &mut TypedMut<'_>,
        item: &Shape<'_>,
        len: usize,
    ) -> Result<bool, Damage> {
        macro_rules! numbers {
            ($scalar:expr, $($name:ident $ty:ty, $canonical:expr;)*) => {
                match $scalar {
                    $(Scalar::$name => {
                        let Some(list) = target.reborrow().downcast::<Vec<$ty>>() else { return Ok(false) };
                        const SIZE: usize = size_of::<$ty>();
                        let bytes = self.bytes.take(len.saturating_mul(SIZE))?;
                        let items = bytes.as_chunks::<SIZE>().0.iter().map(|item| <$ty>::from_le_bytes(*item));
                        list.extend(items.map($canonical));
                        Ok(true)
                    })*
                    Scalar::Bool | Scalar::Char => Ok(false),
                }
            };
        }
        match item {
            Shape::Scalar(scalar) => numbers!(*scalar,
                I8 i8, |v| v; I16 i16, |v| v; I32 i32, |v| v; I64 i64, |v| v;
                U8 u8, |v| v; U16 u16, |v| v; U32 u32, |v| v; U64 u64, |v| v;
                F32 f32, canonical_f32; F64 f64, canonical_f64;
            ),
            Shape::Text => {
                let Some(list) = target.reborrow().downcast::<Vec<String>>() else { return Ok(false) };
                for _ in 0..len {
                    list.push(self.bytes.text()?.to_owned());
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn map(&mut self, mut target: TypedMut<'_>) -> Result<(), Stop> {
        let len = self.len()?;
        let ty = target.ty();
        target.clear();
        for _ in 0..len {
            let mut key = OwnedValue::default_of(ty.arg(0)).ok_or(Stop::Slow)?;
            let mut value = OwnedValue::default_of(ty.arg(1)).ok_or(Stop::Slow)?;
            self.value(key.as_mut())?;
            let before = self.pending.len();
            self.value(value.as_mut())?;
            if self.pending.len() > before {
                // The path needs the key's text.
                return Err(Stop::Slow);
            }
            let twice = match target.as_ref().view() {
                View::Map(map) => map.get(key.as_ref()).is_some(),
                _ => true,
            };
            if twice {
                return Err(Damage { why: "a map has a key twice" }.into());
            }
            target.insert_entry(key, value).map_err(|_| Stop::Slow)?;
        }
        Ok(())
    }

    fn handle(&mut self, mut target: TypedMut<'_>) -> Result<(), Stop> {
        let what = self.bytes.u8()?;
        if what > HAS_ID | HAS_NAME {
            return Err(Damage { why: "a reference is none" }.into());
        }
        let mut handle = AnyHandle::NULL;
        if what != NO_REFERENCE {
            let id = if what & HAS_ID != 0 { Some(self.bytes.text()?.to_owned()) } else { None };
            let name = if what & HAS_NAME != 0 { Some(self.bytes.text()?.to_owned()) } else { None };
            let reference = Reference { id, name };
            match self.options.handles.resolve(&reference, target.ty().arg(0)) {
                Resolved::To(found) => handle = found,
                Resolved::Later => self.pending.push(PendingReference { path: String::new(), reference }),
                Resolved::Unknown => return Err(Stop::Slow),
            }
        }
        target.set_handle(handle);
        Ok(())
    }
}
