//! A cooked value as nodes, by the file's own schema: for types that have changed since.

use std::borrow::Cow;

use onefold_reflect::{Scalar, TypeKey};

use super::reader::{Bytes, Damage};
use super::schema::{FileMember, FileShape, Schema};
use super::{HAS_ID, HAS_NAME, NO_REFERENCE, WHOLE};
use crate::node::{Node, NodeEntry, NodeKind};
use crate::number::{f32_text, f64_text};
use crate::options::Limits;

pub(super) struct Decoder<'s, 'b> {
    pub(super) schema: &'s Schema<'b>,
    pub(super) bytes: Bytes<'b>,
    pub(super) limits: &'s Limits,
    pub(super) left: usize,
    pub(super) depth: usize,
}

/// Most items that take no bytes a list may have.
pub(super) const EMPTY_ITEMS: usize = 1 << 16;

type Result<T> = std::result::Result<T, Damage>;

fn entry(name: &str, value: Node<'static>) -> NodeEntry<'static> {
    NodeEntry { name: Cow::Owned(name.to_owned()), start: 0, value }
}

fn number(text: String) -> Node<'static> {
    let kind = if text.ends_with(|c: char| c.is_ascii_digit()) {
        NodeKind::Number(Cow::Owned(text))
    } else {
        NodeKind::Text(Cow::Owned(text))
    };
    Node::new(kind)
}

impl Decoder<'_, '_> {
    fn shape(&self, ty: TypeKey) -> Result<&FileShape> {
        match self.schema.get(ty) {
            Some(ty) => Ok(&ty.shape),
            None => self.bytes.fail("a type is not described"),
        }
    }

    /// The value that a file or document holds.
    pub(super) fn root(&mut self, ty: TypeKey) -> Result<Node<'static>> {
        let schema = self.schema;
        let Some(FileShape::Struct { tuple: false, members }) = schema.get(ty).map(|ty| &ty.shape) else {
            return self.value(ty);
        };
        if self.bytes.u8()? == WHOLE {
            return self.members(members);
        }
        let bits = self.bytes.take(members.len().div_ceil(8))?;
        let mut entries = Vec::new();
        for (at, member) in members.iter().enumerate() {
            if bits[at / 8] >> (at % 8) & 1 == 1 {
                entries.push(entry(&member.name, self.value(member.ty)?));
            }
        }
        Ok(Node::new(NodeKind::Object(entries)))
    }

    fn value(&mut self, ty: TypeKey) -> Result<Node<'static>> {
        if self.depth > self.limits.depth {
            return self.bytes.fail("the values are nested too deep");
        }
        let Some(left) = self.left.checked_sub(1) else {
            return self.bytes.fail("there are too many values");
        };
        self.left = left;
        self.depth += 1;
        let node = self.value_here(ty);
        self.depth -= 1;
        node
    }

    fn value_here(&mut self, ty: TypeKey) -> Result<Node<'static>> {
        let schema = self.schema;
        let Some(file_type) = schema.get(ty) else { return self.bytes.fail("a type is not described") };
        match &file_type.shape {
            FileShape::Scalar(scalar) => self.scalar(*scalar),
            FileShape::Text => Ok(Node::text(self.bytes.text()?.to_owned())),
            FileShape::Lanes(scalar, count) => {
                let lanes: Result<Vec<_>> = (0..*count).map(|_| self.scalar(*scalar)).collect();
                Ok(Node::new(NodeKind::List(lanes?)))
            }
            FileShape::Struct { tuple: false, members } => self.members(members),
            FileShape::Struct { tuple: true, members } => self.fields(members),
            FileShape::Enum(variants) => {
                let at = self.bytes.u32()? as usize;
                let Some(variant) = variants.get(at) else {
                    return self.bytes.fail("there is no such enum value");
                };
                if variant.fields.is_empty() {
                    return Ok(Node::text(variant.name.clone()));
                }
                let payload = if variant.tuple {
                    self.fields(&variant.fields)?
                } else {
                    self.members(&variant.fields)?
                };
                Ok(Node::new(NodeKind::Object(vec![entry(&variant.name, payload)])))
            }
            FileShape::Option(inner) => {
                if !self.bytes.bool()? {
                    return Ok(Node::new(NodeKind::Null));
                }
                let value = self.value(*inner)?;
                if self.is_nullable(*inner)? {
                    return Ok(Node::new(NodeKind::Object(vec![entry("some", value)])));
                }
                Ok(value)
            }
            FileShape::List(item) => {
                let len = self.list_len()?;
                self.items(*item, len)
            }
            FileShape::Array(item, len) => self.items(*item, *len),
            FileShape::Map(key, value) => self.map(*key, *value),
            FileShape::Boxed(inner) => self.value(*inner),
            FileShape::Handle => self.reference(),
        }
    }

    fn list_len(&mut self) -> Result<usize> {
        let len = self.bytes.u32()? as usize;
        if len > self.bytes.len() && len > EMPTY_ITEMS {
            return self.bytes.fail("a list is longer than the file");
        }
        Ok(len)
    }

    fn items(&mut self, item: TypeKey, len: usize) -> Result<Node<'static>> {
        let mut items = Vec::new();
        for _ in 0..len {
            items.push(self.value(item)?);
        }
        Ok(Node::new(NodeKind::List(items)))
    }

    fn members(&mut self, members: &[FileMember]) -> Result<Node<'static>> {
        let mut entries = Vec::new();
        for member in members {
            entries.push(entry(&member.name, self.value(member.ty)?));
        }
        Ok(Node::new(NodeKind::Object(entries)))
    }

    fn fields(&mut self, members: &[FileMember]) -> Result<Node<'static>> {
        let mut items = Vec::new();
        for member in members {
            items.push(self.value(member.ty)?);
        }
        Ok(Node::new(NodeKind::List(items)))
    }

    fn map(&mut self, key: TypeKey, value: TypeKey) -> Result<Node<'static>> {
        let len = self.list_len()?;
        let named = self.is_key(key)?;
        let (mut entries, mut pairs) = (Vec::new(), Vec::new());
        for _ in 0..len {
            let key = self.value(key)?;
            let value = self.value(value)?;
            if !named {
                pairs.push(Node::new(NodeKind::List(vec![key, value])));
                continue;
            }
            let name = match key.kind {
                NodeKind::Text(text) | NodeKind::Number(text) => text.into_owned(),
                NodeKind::Bool(value) => value.to_string(),
                _ => return self.bytes.fail("a key is none"),
            };
            entries.push(NodeEntry { name: Cow::Owned(name), start: 0, value });
        }
        Ok(Node::new(if named { NodeKind::Object(entries) } else { NodeKind::List(pairs) }))
    }

    fn unboxed(&self, ty: TypeKey) -> Result<&FileShape> {
        let mut ty = ty;
        for _ in 0..self.limits.depth {
            match self.shape(ty)? {
                FileShape::Boxed(inner) => ty = *inner,
                shape => return Ok(shape),
            }
        }
        self.bytes.fail("the types are nested too deep")
    }

    fn is_nullable(&self, ty: TypeKey) -> Result<bool> {
        Ok(matches!(self.unboxed(ty)?, FileShape::Option(_) | FileShape::Handle))
    }

    fn is_key(&self, ty: TypeKey) -> Result<bool> {
        Ok(match self.unboxed(ty)? {
            FileShape::Scalar(scalar) => !matches!(scalar, Scalar::F32 | Scalar::F64),
            FileShape::Text => true,
            FileShape::Enum(variants) => variants.iter().all(|variant| variant.fields.is_empty()),
            _ => false,
        })
    }

    fn scalar(&mut self, scalar: Scalar) -> Result<Node<'static>> {
        let bytes = &mut self.bytes;
        Ok(match scalar {
            Scalar::Bool => Node::new(NodeKind::Bool(bytes.bool()?)),
            Scalar::I8 => number(i8::from_le_bytes(bytes.array()?).to_string()),
            Scalar::I16 => number(i16::from_le_bytes(bytes.array()?).to_string()),
            Scalar::I32 => number(i32::from_le_bytes(bytes.array()?).to_string()),
            Scalar::I64 => number(i64::from_le_bytes(bytes.array()?).to_string()),
            Scalar::U8 => number(u8::from_le_bytes(bytes.array()?).to_string()),
            Scalar::U16 => number(u16::from_le_bytes(bytes.array()?).to_string()),
            Scalar::U32 => number(u32::from_le_bytes(bytes.array()?).to_string()),
            Scalar::U64 => number(u64::from_le_bytes(bytes.array()?).to_string()),
            Scalar::F32 => number(f32_text(f32::from_le_bytes(bytes.array()?))),
            Scalar::F64 => number(f64_text(f64::from_le_bytes(bytes.array()?))),
            Scalar::Char => Node::text(bytes.char()?.to_string()),
        })
    }

    fn reference(&mut self) -> Result<Node<'static>> {
        let what = self.bytes.u8()?;
        if what == NO_REFERENCE {
            return Ok(Node::new(NodeKind::Null));
        }
        if what > HAS_ID | HAS_NAME {
            return self.bytes.fail("a reference is none");
        }
        let mut entries = Vec::new();
        for (flag, name) in [(HAS_ID, "id"), (HAS_NAME, "name")] {
            if what & flag != 0 {
                entries.push(entry(name, Node::text(self.bytes.text()?.to_owned())));
            }
        }
        Ok(Node::new(NodeKind::Object(entries)))
    }
}
