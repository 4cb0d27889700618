//! The direct road from a JSON text into a value, without nodes.
//!
//! It knows what writers of this crate write and what is close to it. Whatever else comes, right or wrong, ends it, and
//! the text is read again by way of nodes, which know everything and say what is wrong where.

use std::borrow::Cow;

use onefold_reflect::{
    AnyHandle, Member, MemberFlags, MemberMask, OwnedValue, Scalar, Shape, TypeRef, TypedMut, View,
};

use super::cursor::{Cursor, SyntaxError};
use crate::number::{self, Number};
use crate::options::{PendingReference, ReadOptions, Reference, Resolved};
use crate::path;
use crate::store;
use crate::text_value;
use crate::walk::{is_key, is_nullable};

/// The direct road ends here.
pub(crate) struct Slow;

impl From<SyntaxError> for Slow {
    fn from(_: SyntaxError) -> Self {
        Self
    }
}

type Result<T> = std::result::Result<T, Slow>;

pub(crate) struct Fast<'t, 'o> {
    cursor: Cursor<'t>,
    options: &'o ReadOptions<'o>,
    depth: usize,
    left: usize,
    pub(crate) pending: Vec<PendingReference>,
}

impl<'t, 'o> Fast<'t, 'o> {
    pub(crate) fn new(text: &'t str, options: &'o ReadOptions<'o>) -> Self {
        let cursor = Cursor::new(text);
        Self { cursor, options, depth: 0, left: options.limits.count, pending: Vec::new() }
    }

    /// Reads the whole text; what was written when it fails does not matter to the caller.
    pub(crate) fn root(&mut self, target: TypedMut<'_>) -> Result<MemberMask> {
        let mut set = MemberMask::new(target.ty().entry().members().len());
        if matches!(target.ty().entry().shape(), Shape::Struct(info) if !info.tuple) {
            self.members(target, &mut set)?;
        } else {
            self.value(target)?;
        }
        self.cursor.end()?;
        Ok(set)
    }

    fn value(&mut self, target: TypedMut<'_>) -> Result<()> {
        if self.depth > self.options.limits.depth || self.left == 0 {
            return Err(Slow);
        }
        self.left -= 1;
        self.depth += 1;
        let read = self.value_here(target);
        self.depth -= 1;
        read
    }

    fn value_here(&mut self, target: TypedMut<'_>) -> Result<()> {
        match target.ty().entry().shape() {
            Shape::Scalar(scalar) => self.scalar(target, *scalar),
            Shape::Text | Shape::Asset => {
                self.cursor.peek();
                let text = self.cursor.string()?;
                let place = target.text_mut().ok_or(Slow)?;
                match text {
                    Cow::Borrowed(text) => {
                        place.clear();
                        place.push_str(text);
                    }
                    Cow::Owned(text) => *place = text,
                }
                Ok(())
            }
            Shape::Lanes(info) => self.lanes(target, info.scalar, info.names.len()),
            Shape::Struct(info) if info.tuple => self.tuple(target),
            Shape::Struct(_) => {
                let mut seen = MemberMask::new(target.ty().entry().members().len());
                self.members(target, &mut seen)
            }
            Shape::Enum(_) => self.enumeration(target),
            Shape::Option(..) => self.option(target),
            Shape::Array(_, len) => {
                let len = *len;
                self.array(target, len)
            }
            Shape::List(..) | Shape::Set(..) => self.list(target),
            Shape::Map(..) => self.map(target),
            Shape::Handle(_) => self.handle(target),
            Shape::Boxed(_) => self.value_here(target.through_boxes()),
        }
    }

    #[inline]
    fn scalar(&mut self, target: TypedMut<'_>, scalar: Scalar) -> Result<()> {
        let first = self.cursor.peek().ok_or(Slow)?;
        match (scalar, first) {
            (Scalar::Bool, b't') => {
                self.cursor.word("true")?;
                store::plain(target, true);
            }
            (Scalar::Bool, b'f') => {
                self.cursor.word("false")?;
                store::plain(target, false);
            }
            (Scalar::Bool, b'"') => {
                let text = self.cursor.string()?;
                store::plain(target, text_value::parse_bool(&text).ok_or(Slow)?);
            }
            (Scalar::Char, b'"') => {
                let text = self.cursor.string()?;
                let mut chars = text.chars();
                let (Some(one), None) = (chars.next(), chars.next()) else { return Err(Slow) };
                store::plain(target, one);
            }
            (Scalar::Bool | Scalar::Char, _) => return Err(Slow),
            _ => {
                let number = self.number(scalar)?;
                store::number(target, scalar, number);
            }
        }
        Ok(())
    }

    #[inline]
    fn number(&mut self, scalar: Scalar) -> Result<Number> {
        match self.cursor.peek() {
            Some(b'-' | b'0'..=b'9') => {
                let text = self.cursor.number()?;
                number::parse(scalar, text, false).map_err(|_| Slow)
            }
            Some(b'"') => {
                let text = self.cursor.string()?;
                number::parse(scalar, text.trim(), true).map_err(|_| Slow)
            }
            _ => Err(Slow),
        }
    }

    fn lanes(&mut self, target: TypedMut<'_>, scalar: Scalar, count: usize) -> Result<()> {
        if !self.cursor.eat(b'[') {
            return Err(Slow);
        }
        let mut lanes = smallvec::SmallVec::<[Number; 4]>::new();
        loop {
            lanes.push(self.number(scalar)?);
            if !self.cursor.next_item(b']')? {
                break;
            }
            if lanes.len() == count {
                return Err(Slow);
            }
        }
        if lanes.len() != count {
            return Err(Slow);
        }
        store::lanes(target, &lanes);
        Ok(())
    }

    fn tuple(&mut self, mut target: TypedMut<'_>) -> Result<()> {
        let members = target.ty().entry().members();
        if !self.cursor.eat(b'[') || members.is_empty() {
            return Err(Slow);
        }
        for (at, member) in members.iter().enumerate() {
            let part = target.reborrow().member(member).ok_or(Slow)?;
            self.under(|path| path::push_index(path, at), |this| this.value(part))?;
            if self.cursor.next_item(b']')? != (at + 1 < members.len()) {
                return Err(Slow);
            }
        }
        Ok(())
    }

    /// Puts a step before the paths of what becomes pending meanwhile.
    #[inline]
    fn under<T>(
        &mut self,
        push: impl Fn(&mut String),
        run: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let before = self.pending.len();
        let out = run(self)?;
        if self.pending.len() > before {
            for pending in &mut self.pending[before..] {
                pending.path = path::before(&push, &pending.path);
            }
        }
        Ok(out)
    }

    fn members(&mut self, mut target: TypedMut<'_>, seen: &mut MemberMask) -> Result<()> {
        let entry = target.ty().entry();
        let members = entry.members();
        if !self.cursor.eat(b'{') {
            return Err(Slow);
        }
        if self.cursor.eat(b'}') {
            return Ok(());
        }
        let mut next = 0;
        loop {
            self.cursor.peek();
            let name = self.cursor.string()?;
            // Files mostly have the members in their order.
            let (at, info) = match members.get(next).map(|member| (next, member.info())) {
                Some((at, info)) if info.name == name => (at, info),
                _ => {
                    let at = entry.member_index(&name).ok_or(Slow)?;
                    (at, members[at].info())
                }
            };
            next = at + 1;
            let member: &Member = &members[at];
            if seen.is_set(at) || info.attrs.flags.has(MemberFlags::READ_ONLY) {
                return Err(Slow);
            }
            seen.set(at);
            self.cursor.expect(b':', "")?;
            let part = target.reborrow().member(member).ok_or(Slow)?;
            self.under(|path| path::push_member(path, info.name), |this| this.value(part))?;
            if !self.cursor.next_item(b'}')? {
                return Ok(());
            }
        }
    }

    fn enumeration(&mut self, mut target: TypedMut<'_>) -> Result<()> {
        let ty = target.ty();
        let Shape::Enum(info) = ty.entry().shape() else { return Err(Slow) };
        let has_payload = self.cursor.eat(b'{');
        self.cursor.peek();
        let name = self.cursor.string()?;
        let at = crate::variants::find_variant(info.variants, &name).ok_or(Slow)?;
        let View::Enum(view) = target.as_ref().view() else { return Err(Slow) };
        if view.index() != at && !target.set_variant(at) {
            return Err(Slow);
        }
        if !has_payload {
            return Ok(());
        }
        self.cursor.expect(b':', "")?;
        let fields = ty.entry().variant_members(at);
        if info.variants[at].tuple {
            if !self.cursor.eat(b'[') || fields.is_empty() {
                return Err(Slow);
            }
            for (place, field) in fields.iter().enumerate() {
                let part = target.reborrow().variant_field(place).ok_or(Slow)?;
                self.under(|path| path::push_member(path, field.name()), |this| this.value(part))?;
                if self.cursor.next_item(b']')? != (place + 1 < fields.len()) {
                    return Err(Slow);
                }
            }
        } else {
            self.fields(&mut target, fields)?;
        }
        self.cursor.expect(b'}', "")?;
        Ok(())
    }

    /// The named fields of a payload, in their order only.
    fn fields(&mut self, target: &mut TypedMut<'_>, fields: &[Member]) -> Result<()> {
        if !self.cursor.eat(b'{') || fields.is_empty() {
            return Err(Slow);
        }
        for (place, field) in fields.iter().enumerate() {
            self.cursor.peek();
            if self.cursor.string()? != field.name() {
                return Err(Slow);
            }
            self.cursor.expect(b':', "")?;
            let part = target.reborrow().variant_field(place).ok_or(Slow)?;
            self.under(|path| path::push_member(path, field.name()), |this| this.value(part))?;
            if self.cursor.next_item(b'}')? != (place + 1 < fields.len()) {
                return Err(Slow);
            }
        }
        Ok(())
    }

    fn option(&mut self, mut target: TypedMut<'_>) -> Result<()> {
        let inner_ty = target.ty().arg(0);
        if self.cursor.peek() == Some(b'n') {
            self.cursor.word("null")?;
            return target.set_option(None).map_err(|_| Slow);
        }
        if is_nullable(inner_ty) {
            return Err(Slow);
        }
        if let Some(inner) = target.reborrow().option_mut() {
            return self.value(inner);
        }
        let mut fresh = OwnedValue::default_of(inner_ty).ok_or(Slow)?;
        self.value(fresh.as_mut())?;
        target.set_option(Some(fresh)).map_err(|_| Slow)
    }

    fn array(&mut self, mut target: TypedMut<'_>, len: usize) -> Result<()> {
        if !self.cursor.eat(b'[') || len == 0 {
            return Err(Slow);
        }
        for at in 0..len {
            let part = target.reborrow().item_mut(at).ok_or(Slow)?;
            self.under(|path| path::push_index(path, at), |this| this.value(part))?;
            if self.cursor.next_item(b']')? != (at + 1 < len) {
                return Err(Slow);
            }
        }
        Ok(())
    }

    fn list(&mut self, mut target: TypedMut<'_>) -> Result<()> {
        let ty = target.ty();
        let is_set = matches!(ty.entry().shape(), Shape::Set(..));
        if !self.cursor.eat(b'[') {
            return Err(Slow);
        }
        target.clear();
        if self.cursor.eat(b']') {
            return Ok(());
        }
        let item_ty = ty.arg(0);
        if self.plain_list(&mut target, item_ty.entry().shape())? {
            return Ok(());
        }
        for at in 0.. {
            let mut fresh = OwnedValue::default_of(item_ty).ok_or(Slow)?;
            self.under(|path| path::push_index(path, at), |this| this.value(fresh.as_mut()))?;
            let stored = if is_set {
                target.insert_value(fresh).is_ok()
            } else {
                target.insert_item(at, fresh).is_ok()
            };
            if !stored {
                return Err(Slow);
            }
            if !self.cursor.next_item(b']')? {
                break;
            }
        }
        Ok(())
    }

    /// Reads a `Vec` of numbers or texts without a value of its own for each item; false when it is none.
    fn plain_list(&mut self, target: &mut TypedMut<'_>, item: &Shape<'_>) -> Result<bool> {
        macro_rules! numbers {
            ($scalar:expr, $($name:ident $ty:ty, $kind:ident;)*) => {
                match $scalar {
                    $(Scalar::$name => {
                        let Some(list) = target.reborrow().downcast::<Vec<$ty>>() else { return Ok(false) };
                        loop {
                            self.left = self.left.checked_sub(1).ok_or(Slow)?;
                            let Number::$kind(number) = self.number(Scalar::$name)? else { return Err(Slow) };
                            list.push(number as $ty);
                            if !self.cursor.next_item(b']')? {
                                return Ok(true);
                            }
                        }
                    })*
                    Scalar::Bool | Scalar::Char => Ok(false),
                }
            };
        }
        match item {
            Shape::Scalar(scalar) => numbers!(*scalar,
                I8 i8, Int; I16 i16, Int; I32 i32, Int; I64 i64, Int;
                U8 u8, Int; U16 u16, Int; U32 u32, Int; U64 u64, Int;
                F32 f32, F32; F64 f64, F64;
            ),
            Shape::Text => {
                let Some(list) = target.reborrow().downcast::<Vec<String>>() else { return Ok(false) };
                loop {
                    self.left = self.left.checked_sub(1).ok_or(Slow)?;
                    self.cursor.peek();
                    list.push(self.cursor.string()?.into_owned());
                    if !self.cursor.next_item(b']')? {
                        return Ok(true);
                    }
                }
            }
            _ => Ok(false),
        }
    }

    fn map(&mut self, mut target: TypedMut<'_>) -> Result<()> {
        let ty = target.ty();
        if !is_key(ty.arg(0)) || !self.cursor.eat(b'{') {
            return Err(Slow);
        }
        target.clear();
        if self.cursor.eat(b'}') {
            return Ok(());
        }
        loop {
            self.cursor.peek();
            let name = self.cursor.string()?;
            self.cursor.expect(b':', "")?;
            let key = key_of(ty.arg(0), &name)?;
            let mut value = OwnedValue::default_of(ty.arg(1)).ok_or(Slow)?;
            self.under(|path| path::push_key(path, &name), |this| this.value(value.as_mut()))?;
            let twice = match target.as_ref().view() {
                View::Map(map) => map.get(key.as_ref()).is_some(),
                _ => true,
            };
            if twice || target.insert_entry(key, value).is_err() {
                return Err(Slow);
            }
            if !self.cursor.next_item(b'}')? {
                return Ok(());
            }
        }
    }

    fn handle(&mut self, mut target: TypedMut<'_>) -> Result<()> {
        let mut reference = Reference::default();
        match self.cursor.peek() {
            Some(b'n') => self.cursor.word("null")?,
            Some(b'{') => {
                self.cursor.eat(b'{');
                loop {
                    self.cursor.peek();
                    let name = self.cursor.string()?;
                    self.cursor.expect(b':', "")?;
                    self.cursor.peek();
                    let text = self.cursor.string()?.into_owned();
                    let place = match &*name {
                        "id" => &mut reference.id,
                        "name" => &mut reference.name,
                        _ => return Err(Slow),
                    };
                    if place.replace(text).is_some() {
                        return Err(Slow);
                    }
                    if !self.cursor.next_item(b'}')? {
                        break;
                    }
                }
            }
            _ => return Err(Slow),
        }
        let mut handle = AnyHandle::NULL;
        if reference != Reference::default() {
            match self.options.handles.resolve(&reference, target.ty().arg(0)) {
                Resolved::To(found) => handle = found,
                Resolved::Later => self.pending.push(PendingReference { path: String::new(), reference }),
                Resolved::Unknown => return Err(Slow),
            }
        }
        target.set_handle(handle);
        Ok(())
    }
}

/// The key that an entry's name stands for.
fn key_of<'r>(ty: TypeRef<'r>, name: &str) -> Result<OwnedValue<'r>> {
    let mut key = OwnedValue::default_of(ty).ok_or(Slow)?;
    let mut target = key.as_mut().through_boxes();
    match target.ty().entry().shape() {
        Shape::Text | Shape::Asset => {
            if let Some(place) = target.text_mut() {
                name.clone_into(place);
            }
        }
        Shape::Scalar(scalar) if scalar.int_range().is_some() => {
            let scalar = *scalar;
            store::number(target, scalar, number::parse(scalar, name, false).map_err(|_| Slow)?);
        }
        Shape::Enum(info) => {
            let at = crate::variants::find_variant(info.variants, name).ok_or(Slow)?;
            target.set_variant(at);
        }
        _ => return Err(Slow),
    }
    Ok(key)
}
