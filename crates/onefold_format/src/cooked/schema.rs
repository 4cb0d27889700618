//! The schema of a cooked file: types as they were when it was written.

use std::collections::BTreeMap;

use onefold_reflect::{LanesRole, Member, Scalar, Shape, TypeKey, TypeRef, fnv1a64};
use rustc_hash::FxHashMap;

use super::reader::{Bytes, Damage};

/// Scalars by their number in files; the order never changes.
const SCALARS: [Scalar; 12] = [
    Scalar::Bool,
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::U8,
    Scalar::U16,
    Scalar::U32,
    Scalar::U64,
    Scalar::F32,
    Scalar::F64,
    Scalar::Char,
];

const SCALAR: u8 = 0;
const TEXT: u8 = 1;
const ASSET: u8 = 2;
const LANES: u8 = 3;
const STRUCT: u8 = 4;
const ENUM: u8 = 5;
const OPTION: u8 = 6;
const LIST: u8 = 7;
const ARRAY: u8 = 8;
const SET: u8 = 9;
const MAP: u8 = 10;
const BOXED: u8 = 11;
const HANDLE: u8 = 12;

/// True for a member that files hold.
pub(super) fn is_held(member: &Member, tuple: bool) -> bool {
    member.offset().is_some() && (tuple || member.attrs().is_saved())
}

/// The records of the types a file needs, by key.
#[derive(Default)]
pub(super) struct Records(BTreeMap<u64, Vec<u8>>);

impl Records {
    /// Adds a type and what it refers to.
    pub(super) fn add(&mut self, ty: TypeRef<'_>) {
        if self.0.contains_key(&ty.entry().key().0) {
            return;
        }
        let (record, refers) = record(ty);
        self.0.insert(ty.entry().key().0, record);
        for other in refers {
            self.add(other);
        }
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.0.len() as u32).to_le_bytes());
        for (key, record) in &self.0 {
            out.extend_from_slice(&key.to_le_bytes());
            out.extend_from_slice(&(record.len() as u32).to_le_bytes());
            out.extend_from_slice(record);
        }
    }
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

fn put_members<'a>(out: &mut Vec<u8>, ty: TypeRef<'a>, members: &[&Member], refers: &mut Vec<TypeRef<'a>>) {
    out.extend_from_slice(&(members.len() as u32).to_le_bytes());
    for member in members {
        let other = ty.other(member.ty());
        out.extend_from_slice(&fnv1a64(member.name().as_bytes()).to_le_bytes());
        out.extend_from_slice(&other.entry().key().0.to_le_bytes());
        put_text(out, member.name());
        refers.push(other);
    }
}

fn scalar_number(scalar: Scalar) -> u8 {
    SCALARS.iter().position(|other| *other == scalar).unwrap_or_default() as u8
}

/// What a file says of a type, and the types it refers to. Equal records mean equal bytes of every value.
pub(super) fn record(ty: TypeRef<'_>) -> (Vec<u8>, Vec<TypeRef<'_>>) {
    let entry = ty.entry();
    let mut out = Vec::new();
    let mut refers = Vec::new();
    put_text(&mut out, entry.name());
    let mut args = || {
        refers.extend((0..entry.args().len()).map(|at| ty.arg(at)));
    };
    match entry.shape() {
        Shape::Scalar(scalar) => out.extend_from_slice(&[SCALAR, scalar_number(*scalar)]),
        Shape::Text => out.push(TEXT),
        Shape::Asset => out.push(ASSET),
        Shape::Lanes(info) => {
            let rows = if info.role == LanesRole::Matrix { info.rows as u8 } else { 1 };
            out.extend_from_slice(&[LANES, scalar_number(info.scalar), info.names.len() as u8, rows]);
        }
        Shape::Struct(info) => {
            out.extend_from_slice(&[STRUCT, info.tuple.into()]);
            let held: Vec<&Member> =
                entry.members().iter().filter(|member| is_held(member, info.tuple)).collect();
            put_members(&mut out, ty, &held, &mut refers);
        }
        Shape::Enum(info) => {
            out.push(ENUM);
            out.extend_from_slice(&(info.variants.len() as u32).to_le_bytes());
            for (at, variant) in info.variants.iter().enumerate() {
                out.extend_from_slice(&fnv1a64(variant.name.as_bytes()).to_le_bytes());
                put_text(&mut out, variant.name);
                out.push(variant.tuple.into());
                let fields: Vec<&Member> = entry.variant_members(at).iter().collect();
                put_members(&mut out, ty, &fields, &mut refers);
            }
        }
        Shape::Array(_, len) => {
            out.push(ARRAY);
            out.extend_from_slice(&(*len as u32).to_le_bytes());
            args();
        }
        Shape::Handle(_) => out.push(HANDLE),
        shape => {
            out.push(match shape {
                Shape::Option(..) => OPTION,
                Shape::List(..) => LIST,
                Shape::Set(..) => SET,
                Shape::Map(..) => MAP,
                _ => BOXED,
            });
            args();
        }
    }
    if !matches!(entry.shape(), Shape::Struct(_) | Shape::Enum(_)) {
        for other in &refers {
            out.extend_from_slice(&other.entry().key().0.to_le_bytes());
        }
    }
    (out, refers)
}

/// A type as a file describes it.
pub(super) struct FileType {
    pub(super) name: String,
    pub(super) shape: FileShape,
}

pub(super) struct FileMember {
    pub(super) name: String,
    pub(super) ty: TypeKey,
}

pub(super) struct FileVariant {
    pub(super) name: String,
    pub(super) tuple: bool,
    pub(super) fields: Vec<FileMember>,
}

pub(super) enum FileShape {
    Scalar(Scalar),
    Text,
    Lanes(Scalar, usize),
    Struct { tuple: bool, members: Vec<FileMember> },
    Enum(Vec<FileVariant>),
    Option(TypeKey),
    List(TypeKey),
    Array(TypeKey, usize),
    Map(TypeKey, TypeKey),
    Boxed(TypeKey),
    Handle,
}

/// All types of a file.
pub(super) struct Schema<'b> {
    records: FxHashMap<u64, &'b [u8]>,
    pub(super) types: FxHashMap<u64, FileType>,
}

impl<'b> Schema<'b> {
    /// Reads where each type's record lies.
    pub(super) fn read(bytes: &'b [u8]) -> Result<Self, Damage> {
        let mut bytes = Bytes::new(bytes);
        let count = bytes.u32()?;
        let mut records = FxHashMap::default();
        for _ in 0..count {
            let key = bytes.u64()?;
            let len = bytes.u32()? as usize;
            if records.insert(key, bytes.take(len)?).is_some() {
                return bytes.fail("a type is described twice");
            }
        }
        if !bytes.is_empty() {
            return bytes.fail("something follows the schema");
        }
        Ok(Self { records, types: FxHashMap::default() })
    }

    /// True when a type and all it refers to are what they were when the file was written.
    pub(super) fn is_same(&self, ty: TypeRef<'_>, checked: &mut FxHashMap<u64, bool>) -> bool {
        let key = ty.entry().key().0;
        if let Some(same) = checked.get(&key) {
            return *same;
        }
        // A type that refers to itself is as good as the rest of it.
        checked.insert(key, true);
        let (own, refers) = record(ty);
        let same = self.records.get(&key).is_some_and(|record| *record == own.as_slice())
            && refers.into_iter().all(|other| self.is_same(other, checked));
        checked.insert(key, same);
        same
    }

    /// Takes every record apart, for a file whose types have changed.
    pub(super) fn parse_all(&mut self) -> Result<(), Damage> {
        if !self.types.is_empty() {
            return Ok(());
        }
        let records: Vec<(u64, &[u8])> = self.records.iter().map(|(key, record)| (*key, *record)).collect();
        for (key, record) in records {
            let mut bytes = Bytes::new(record);
            let parsed = parse(&mut bytes)?;
            if !bytes.is_empty() {
                return bytes.fail("something follows the description of a type");
            }
            self.types.insert(key, parsed);
        }
        Ok(())
    }

    /// The parsed type of a key.
    pub(super) fn get(&self, key: TypeKey) -> Option<&FileType> {
        self.types.get(&key.0)
    }
}

fn text(bytes: &mut Bytes<'_>) -> Result<String, Damage> {
    bytes.text().map(str::to_owned)
}

fn scalar(bytes: &mut Bytes<'_>) -> Result<Scalar, Damage> {
    let number = bytes.u8()?;
    match SCALARS.get(usize::from(number)) {
        Some(scalar) => Ok(*scalar),
        None => bytes.fail("there is no such kind of number"),
    }
}

fn members(bytes: &mut Bytes<'_>) -> Result<Vec<FileMember>, Damage> {
    let count = bytes.u32()?;
    let mut members = Vec::new();
    for _ in 0..count {
        let _hash = bytes.u64()?;
        let ty = TypeKey(bytes.u64()?);
        members.push(FileMember { name: text(bytes)?, ty });
    }
    Ok(members)
}

fn parse(bytes: &mut Bytes<'_>) -> Result<FileType, Damage> {
    let name = text(bytes)?;
    let shape = match bytes.u8()? {
        SCALAR => FileShape::Scalar(scalar(bytes)?),
        TEXT | ASSET => FileShape::Text,
        LANES => {
            let scalar = scalar(bytes)?;
            let count = usize::from(bytes.u8()?);
            bytes.u8()?;
            FileShape::Lanes(scalar, count)
        }
        STRUCT => FileShape::Struct { tuple: bytes.u8()? != 0, members: members(bytes)? },
        ENUM => {
            let count = bytes.u32()?;
            let mut variants = Vec::new();
            for _ in 0..count {
                let _hash = bytes.u64()?;
                let name = text(bytes)?;
                let tuple = bytes.u8()? != 0;
                variants.push(FileVariant { name, tuple, fields: members(bytes)? });
            }
            FileShape::Enum(variants)
        }
        ARRAY => {
            let len = bytes.u32()? as usize;
            FileShape::Array(TypeKey(bytes.u64()?), len)
        }
        OPTION => FileShape::Option(TypeKey(bytes.u64()?)),
        LIST | SET => FileShape::List(TypeKey(bytes.u64()?)),
        MAP => FileShape::Map(TypeKey(bytes.u64()?), TypeKey(bytes.u64()?)),
        BOXED => FileShape::Boxed(TypeKey(bytes.u64()?)),
        HANDLE => FileShape::Handle,
        _ => return bytes.fail("there is no such kind of type"),
    };
    Ok(FileType { name, shape })
}
