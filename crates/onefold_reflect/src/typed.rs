//! Typed access: an address with its type, and the views readers match on.
#![expect(unsafe_code, reason = "this module turns a description and an address into a value")]

use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::Reflect;
use crate::call::{read_scalar, write_scalar};
use crate::entry::{Member, Place, TypeEntry, TypeIndex};
use crate::handle::AnyHandle;
use crate::info::{EnumInfo, LanesInfo, Scalar, Shape, VariantInfo};
use crate::ops::{ListOps, MapOps, SetOps};
use crate::owned_value::OwnedValue;
use crate::path::PreparedPath;
use crate::registry::Registry;
use crate::slot::Slot;

/// A type with its registry beside it, so that other types can be reached from it.
#[derive(Clone, Copy, Debug)]
pub struct TypeRef<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) entry: &'a TypeEntry,
}

impl<'a> TypeRef<'a> {
    /// The registry.
    #[must_use]
    pub fn registry(self) -> &'a Registry {
        self.registry
    }

    /// The type.
    #[must_use]
    pub fn entry(self) -> &'a TypeEntry {
        self.entry
    }

    /// Another type of the same registry.
    #[must_use]
    pub fn other(self, index: TypeIndex) -> Self {
        self.registry.type_ref(index)
    }

    /// The type's argument: item of a list, target of a handle, key (0) and value (1) of a map.
    #[must_use]
    pub fn arg(self, at: usize) -> Self {
        self.other(self.entry.args()[at])
    }
}

/// A described value, read only.
#[derive(Clone, Copy)]
pub struct TypedRef<'a> {
    at: NonNull<u8>,
    ty: TypeRef<'a>,
    lent: PhantomData<&'a u8>,
}

/// A described value, to be changed.
pub struct TypedMut<'a> {
    at: NonNull<u8>,
    ty: TypeRef<'a>,
    lent: PhantomData<&'a mut u8>,
}

/// What a value is, for a reader to match on. Boxes are seen through.
#[derive(Clone, Copy)]
pub enum View<'a> {
    /// A bool.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    UInt(u64),
    /// A float.
    F32(f32),
    /// A double.
    F64(f64),
    /// A char.
    Char(char),
    /// A text.
    Text(&'a str),
    /// An asset path.
    Asset(&'a str),
    /// A vector, quaternion or matrix.
    Lanes(LanesRef<'a>),
    /// A struct: its members by [`TypedRef::member`].
    Struct,
    /// An enum.
    Enum(EnumRef<'a>),
    /// A value or nothing.
    Option(Option<TypedRef<'a>>),
    /// A list or array.
    List(ListRef<'a>),
    /// A set.
    Set(SetRef<'a>),
    /// A map.
    Map(MapRef<'a>),
    /// A handle.
    Handle(AnyHandle),
}

impl<'a> TypedRef<'a> {
    /// Joins an address and its type.
    ///
    /// # Safety
    /// `at` holds a value of type `ty` that is not changed during `'a`.
    #[must_use]
    pub(crate) unsafe fn new(at: NonNull<u8>, ty: TypeRef<'a>) -> Self {
        Self { at, ty, lent: PhantomData }
    }

    /// A Rust value as a described one; none when its type is not in the registry.
    #[must_use]
    pub fn of<T: Reflect>(registry: &'a Registry, value: &'a T) -> Option<Self> {
        let ty = registry.type_ref(registry.index_of::<T>()?);
        // SAFETY: the entry was found by the identity of `T`, and the value is borrowed for `'a`.
        Some(unsafe { Self::new(NonNull::from(value).cast(), ty) })
    }

    /// Its type.
    #[must_use]
    pub fn ty(self) -> TypeRef<'a> {
        self.ty
    }

    pub(crate) fn address(self) -> *mut u8 {
        self.at.as_ptr()
    }

    fn part(self, offset: usize, ty: TypeRef<'a>) -> Self {
        // SAFETY: the registry's entry says that a value of `ty` lies there.
        unsafe { Self::new(self.at.add(offset), ty) }
    }

    /// The value as its Rust type, or as a class it derives from.
    #[must_use]
    pub fn downcast<T: Reflect>(self) -> Option<&'a T> {
        let index = self.ty.registry.index_of::<T>()?;
        let offset = self.ty.entry.ancestor_offset(index)?;
        // SAFETY: a `T` lies there.
        Some(unsafe { self.at.add(offset).cast().as_ref() })
    }

    /// The value as a class it derives from.
    #[must_use]
    pub fn upcast(self, class: TypeIndex) -> Option<Self> {
        let offset = self.ty.entry.ancestor_offset(class)?;
        Some(self.part(offset, self.ty.other(class)))
    }

    /// A member in place; none for a computed one and for one of another type's list.
    #[must_use]
    pub fn member(self, member: &Member) -> Option<Self> {
        match member.place {
            Place::Offset(offset) if self.ty.entry.owns(member) => {
                Some(self.part(offset, self.ty.other(member.ty())))
            }
            _ => None,
        }
    }

    /// The value at a prepared path; none when the path was prepared for another type.
    #[must_use]
    pub fn at_prepared(self, path: &PreparedPath) -> Option<Self> {
        let fits = path.of == self.ty.entry.index && path.lineage == self.ty.entry.lineage;
        fits.then(|| self.part(path.offset, self.ty.other(path.ty)))
    }

    /// A member in place, by its canonical name or an alias. Boxes are seen through.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Self> {
        let this = self.through_boxes();
        this.member(this.ty.entry.member(name)?)
    }

    /// What a box holds; the value itself for other types.
    #[must_use]
    pub fn through_boxes(self) -> Self {
        match self.ty.entry.shape() {
            // SAFETY: the shape says that a box lies here.
            Shape::Boxed(_) => unsafe { Self::new(unbox(self.at.as_ptr()), self.ty.arg(0)).through_boxes() },
            _ => self,
        }
    }

    /// What the value is.
    #[must_use]
    pub fn view(self) -> View<'a> {
        let at = self.at.as_ptr().cast_const();
        let ty = self.ty;
        // SAFETY: in every arm the shape of the value's own entry says what lies at its address.
        unsafe {
            match ty.entry.shape() {
                Shape::Scalar(scalar) => scalar_view(*scalar, at),
                Shape::Text => View::Text((*at.cast::<String>()).as_str()),
                Shape::Asset => View::Asset((*at.cast::<crate::AssetPath>()).as_str()),
                Shape::Lanes(info) => View::Lanes(LanesRef { at, info, lent: PhantomData }),
                Shape::Struct(_) => View::Struct,
                Shape::Enum(info) => View::Enum(EnumRef { at, ty, info }),
                Shape::Option(_, ops) => {
                    View::Option(NonNull::new((ops.get)(at).cast_mut()).map(|at| Self::new(at, ty.arg(0))))
                }
                Shape::List(_, ops) => {
                    View::List(ListRef { at, ty, item: ty.arg(0), ops: Some(ops), len: (ops.len)(at) })
                }
                Shape::Array(_, len) => View::List(ListRef { at, ty, item: ty.arg(0), ops: None, len: *len }),
                Shape::Set(_, ops) => View::Set(SetRef { at, item: ty.arg(0), ops }),
                Shape::Map(_, ops) => View::Map(MapRef { at, key: ty.arg(0), value: ty.arg(1), ops }),
                Shape::Boxed(_) => Self::new(unbox(at), ty.arg(0)).view(),
                Shape::Handle(_) => View::Handle(AnyHandle::from_bits(at.cast::<u64>().read())),
            }
        }
    }

    /// True when both have the same type and are equal by its comparison; none when it has none.
    #[must_use]
    pub fn equals(self, other: TypedRef<'_>) -> Option<bool> {
        if self.ty.entry.key() != other.ty.entry.key() {
            return Some(false);
        }
        // SAFETY: both hold a value of the entry's type.
        self.ty
            .entry
            .has_equals()
            .then(|| unsafe { self.ty.entry.equals(self.at.as_ptr(), other.at.as_ptr()) })
    }

    /// A copy of the value; none when its type cannot be copied.
    #[must_use]
    pub fn to_owned(self) -> Option<OwnedValue<'a>> {
        OwnedValue::clone_of(self)
    }
}

/// Address of what a box holds.
unsafe fn unbox(at: *const u8) -> NonNull<u8> {
    // SAFETY: a `Box<T>` of a sized `T` is one address that is never null.
    unsafe { at.cast::<NonNull<u8>>().read() }
}

unsafe fn scalar_view<'a>(scalar: Scalar, at: *const u8) -> View<'a> {
    // SAFETY: the caller's guarantee.
    let slot = unsafe { read_scalar(scalar, at) };
    match scalar {
        Scalar::Bool => View::Bool(slot.as_bool()),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => View::Int(slot.as_i64()),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => View::UInt(slot.0),
        Scalar::F32 => View::F32(slot.as_f32()),
        Scalar::F64 => View::F64(slot.as_f64()),
        Scalar::Char => View::Char(char::from_u32(slot.0 as u32).unwrap_or(char::REPLACEMENT_CHARACTER)),
    }
}

/// A vector, quaternion or matrix.
#[derive(Clone, Copy)]
pub struct LanesRef<'a> {
    at: *const u8,
    info: &'a LanesInfo<'a>,
    lent: PhantomData<&'a u8>,
}

impl<'a> LanesRef<'a> {
    /// How the numbers are called and typed.
    #[must_use]
    pub fn info(&self) -> &'a LanesInfo<'a> {
        self.info
    }

    /// Count of numbers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.info.names.len()
    }

    /// True when there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One number.
    ///
    /// # Panics
    /// When `lane` is out of range.
    #[must_use]
    pub fn get(&self, lane: usize) -> View<'a> {
        assert!(lane < self.len(), "lane {lane} of {}", self.len());
        // SAFETY: the numbers lie side by side and `lane` is one of them.
        unsafe { scalar_view(self.info.scalar, self.at.add(lane * self.info.scalar.size())) }
    }

    /// All numbers, when they are floats.
    #[must_use]
    pub fn as_f32(&self) -> Option<&'a [f32]> {
        // SAFETY: as in `get`; the value is borrowed for `'a`.
        (self.info.scalar == Scalar::F32)
            .then(|| unsafe { std::slice::from_raw_parts(self.at.cast(), self.len()) })
    }
}

/// An enum.
#[derive(Clone, Copy)]
pub struct EnumRef<'a> {
    at: *const u8,
    ty: TypeRef<'a>,
    info: &'a EnumInfo<'a>,
}

impl<'a> EnumRef<'a> {
    /// Index of the present variant.
    #[must_use]
    pub fn index(&self) -> usize {
        // SAFETY: `at` holds a value of this enum.
        unsafe { (self.info.ops.variant)(self.at) as usize }
    }

    /// The present variant.
    #[must_use]
    pub fn variant(&self) -> &'a VariantInfo<'a> {
        &self.info.variants[self.index()]
    }

    /// A field of the present variant's payload, by its place in [`VariantInfo::fields`].
    #[must_use]
    pub fn field(&self, field: usize) -> Option<TypedRef<'a>> {
        let member = self.ty.entry.variant_members(self.index()).get(field)?;
        // SAFETY: the present variant has this field, which has the member's type.
        unsafe {
            let at = (self.info.ops.payload)(self.at, field as u32).cast_mut();
            Some(TypedRef::new(NonNull::new(at)?, self.ty.other(member.ty())))
        }
    }
}

/// A list or array.
#[derive(Clone, Copy)]
pub struct ListRef<'a> {
    at: *const u8,
    ty: TypeRef<'a>,
    item: TypeRef<'a>,
    ops: Option<&'a ListOps>,
    len: usize,
}

impl<'a> ListRef<'a> {
    /// Count of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// True when there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Type of the list itself.
    #[must_use]
    pub fn ty(&self) -> TypeRef<'a> {
        self.ty
    }

    /// Type of the items.
    #[must_use]
    pub fn item(&self) -> TypeRef<'a> {
        self.item
    }

    /// An item.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<TypedRef<'a>> {
        if at >= self.len {
            return None;
        }
        // SAFETY: the index is in range; an array's items lie side by side.
        unsafe {
            let at = match self.ops {
                Some(ops) => (ops.get)(self.at, at),
                None => self.at.add(at * self.item.entry.layout().size()),
            };
            Some(TypedRef::new(NonNull::new(at.cast_mut())?, self.item))
        }
    }

    /// All items.
    pub fn iter(self) -> impl Iterator<Item = TypedRef<'a>> {
        (0..self.len).filter_map(move |at| self.get(at))
    }
}

/// A set.
#[derive(Clone, Copy)]
pub struct SetRef<'a> {
    at: *const u8,
    item: TypeRef<'a>,
    ops: &'a SetOps,
}

impl<'a> SetRef<'a> {
    /// All values in the set's own order.
    #[must_use]
    pub fn values(&self) -> Vec<TypedRef<'a>> {
        let mut out = Vec::new();
        // SAFETY: each address holds a value of the item type, borrowed with the set.
        unsafe {
            (self.ops.each)(self.at, &mut |at| {
                out.extend(NonNull::new(at.cast_mut()).map(|at| TypedRef::new(at, self.item)));
            });
        }
        out
    }

    /// Type of the values.
    #[must_use]
    pub fn item(&self) -> TypeRef<'a> {
        self.item
    }
}

/// A map.
#[derive(Clone, Copy)]
pub struct MapRef<'a> {
    at: *const u8,
    key: TypeRef<'a>,
    value: TypeRef<'a>,
    ops: &'a MapOps,
}

impl<'a> MapRef<'a> {
    /// All entries in the map's own order.
    #[must_use]
    pub fn entries(&self) -> Vec<(TypedRef<'a>, TypedRef<'a>)> {
        let mut out = Vec::new();
        // SAFETY: the addresses hold a key and a value, borrowed with the map.
        unsafe {
            (self.ops.each)(self.at, &mut |key, value| {
                if let (Some(key), Some(value)) =
                    (NonNull::new(key.cast_mut()), NonNull::new(value.cast_mut()))
                {
                    out.push((TypedRef::new(key, self.key), TypedRef::new(value, self.value)));
                }
            });
        }
        out
    }

    /// The value of a key; none when it is not there or the key has another type.
    #[must_use]
    pub fn get(&self, key: TypedRef<'_>) -> Option<TypedRef<'a>> {
        if key.ty.entry.key() != self.key.entry.key() {
            return None;
        }
        // SAFETY: the key has the map's key type.
        unsafe {
            let at = (self.ops.get)(self.at, key.address());
            Some(TypedRef::new(NonNull::new(at.cast_mut())?, self.value))
        }
    }

    /// Types of key and value.
    #[must_use]
    pub fn types(&self) -> (TypeRef<'a>, TypeRef<'a>) {
        (self.key, self.value)
    }
}

impl<'a> TypedMut<'a> {
    /// Joins an address and its type.
    ///
    /// # Safety
    /// `at` holds a value of type `ty` that nothing else reaches during `'a`.
    #[must_use]
    pub(crate) unsafe fn new(at: NonNull<u8>, ty: TypeRef<'a>) -> Self {
        Self { at, ty, lent: PhantomData }
    }

    /// A Rust value as a described one; none when its type is not in the registry.
    #[must_use]
    pub fn of<T: Reflect>(registry: &'a Registry, value: &'a mut T) -> Option<Self> {
        let ty = registry.type_ref(registry.index_of::<T>()?);
        // SAFETY: the entry was found by the identity of `T`, and the value is borrowed for `'a`.
        Some(unsafe { Self::new(NonNull::from(value).cast(), ty) })
    }

    /// Its type.
    #[must_use]
    pub fn ty(&self) -> TypeRef<'a> {
        self.ty
    }

    /// The value, read only.
    #[must_use]
    pub fn as_ref(&self) -> TypedRef<'_> {
        // SAFETY: borrowed from `self`, which cannot change meanwhile.
        unsafe { TypedRef::new(self.at, self.ty) }
    }

    /// The same for a shorter time.
    pub fn reborrow(&mut self) -> TypedMut<'_> {
        // SAFETY: `self` cannot be used meanwhile.
        unsafe { TypedMut::new(self.at, self.ty) }
    }

    pub(crate) fn address(&mut self) -> *mut u8 {
        self.at.as_ptr()
    }

    /// The value as its Rust type, or as a class it derives from.
    #[must_use]
    pub fn downcast<T: Reflect>(self) -> Option<&'a mut T> {
        let index = self.ty.registry.index_of::<T>()?;
        let offset = self.ty.entry.ancestor_offset(index)?;
        // SAFETY: a `T` lies there, and `self` gives its borrow away.
        Some(unsafe { self.at.add(offset).cast().as_mut() })
    }

    /// The value at a prepared path, to be changed; none when the path was prepared for another type.
    #[must_use]
    pub fn at_prepared(self, path: &PreparedPath) -> Option<Self> {
        if path.of != self.ty.entry.index || path.lineage != self.ty.entry.lineage {
            return None;
        }
        let ty = self.ty.other(path.ty);
        // SAFETY: preparing found that a value of that type lies there.
        Some(unsafe { Self::new(self.at.add(path.offset), ty) })
    }

    /// A member in place; none for a computed one and for one of another type's list.
    #[must_use]
    pub fn member(self, member: &Member) -> Option<Self> {
        let Place::Offset(offset) = member.place else { return None };
        if !self.ty.entry.owns(member) {
            return None;
        }
        let ty = self.ty.other(member.ty());
        // SAFETY: the entry says that a value of the member's type lies there.
        Some(unsafe { Self::new(self.at.add(offset), ty) })
    }

    /// A member in place, by its canonical name or an alias. Boxes are seen through.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Self> {
        let this = self.through_boxes();
        let entry = this.ty.entry;
        this.member(entry.member(name)?)
    }

    /// What a box holds; the value itself for other types.
    #[must_use]
    pub fn through_boxes(self) -> Self {
        match self.ty.entry.shape() {
            // SAFETY: the shape says that a box lies here.
            Shape::Boxed(_) => unsafe { Self::new(unbox(self.at.as_ptr()), self.ty.arg(0)).through_boxes() },
            _ => self,
        }
    }

    /// Writes a number that fits the scalar's type; the caller has converted it.
    pub(crate) fn write_scalar(&mut self, scalar: Scalar, slot: Slot) {
        debug_assert!(matches!(self.ty.entry.shape(), Shape::Scalar(own) if *own == scalar));
        // SAFETY: the value is a scalar of that type, which needs no drop.
        unsafe { write_scalar(scalar, slot, self.at.as_ptr()) };
    }

    /// Writes one number of a vector, quaternion or matrix; false when there is no such lane.
    pub(crate) fn write_lane(&mut self, lane: usize, slot: Slot) -> bool {
        let Shape::Lanes(info) = self.ty.entry.shape() else { return false };
        if lane >= info.names.len() {
            return false;
        }
        // SAFETY: the numbers lie side by side and `lane` is one of them.
        unsafe { write_scalar(info.scalar, slot, self.at.as_ptr().add(lane * info.scalar.size())) };
        true
    }

    /// The text, to be changed.
    #[must_use]
    pub fn text_mut(self) -> Option<&'a mut String> {
        // SAFETY: the shape says which type lies here.
        unsafe {
            match self.ty.entry.shape() {
                Shape::Text => Some(self.at.cast::<String>().as_mut()),
                Shape::Asset => Some(&mut self.at.cast::<crate::AssetPath>().as_mut().0),
                _ => None,
            }
        }
    }

    /// Sets a handle; false when the value is none.
    pub fn set_handle(&mut self, handle: AnyHandle) -> bool {
        if !matches!(self.ty.entry.shape(), Shape::Handle(_)) {
            return false;
        }
        // SAFETY: a handle is its bits.
        unsafe { self.at.cast::<u64>().write(handle.bits()) };
        true
    }

    /// Replaces the value by another of the same type; gives it back when the type differs.
    ///
    /// # Errors
    /// The value, when its type is another.
    pub fn replace<'v>(&mut self, value: OwnedValue<'v>) -> Result<(), OwnedValue<'v>> {
        if value.ty().entry.key() != self.ty.entry.key() {
            return Err(value);
        }
        let size = self.ty.entry.layout().size();
        let (mut value, at) = (value, self.at.as_ptr());
        // SAFETY: both hold a value of the same type; after the swap `value` owns and drops the old one.
        unsafe { std::ptr::swap_nonoverlapping(at, value.address(), size) };
        Ok(())
    }

    /// Switches an enum to a variant with default payload, keeping nothing of the old payload.
    /// False when the value is no enum, there is no such variant, or its payload has no default.
    pub fn set_variant(&mut self, variant: usize) -> bool {
        let Shape::Enum(info) = self.ty.entry.shape() else { return false };
        if variant >= info.variants.len() {
            return false;
        }
        let Some(fresh) = OwnedValue::build(self.ty, |at| {
            // SAFETY: `at` is uninitialised memory of the enum's layout.
            unsafe { (info.ops.create)(at, variant as u32) }
        }) else {
            return false;
        };
        self.replace(fresh).is_ok()
    }

    /// A field of the present variant's payload, to be changed.
    #[must_use]
    pub fn variant_field(self, field: usize) -> Option<Self> {
        let View::Enum(view) = self.as_ref().view() else { return None };
        let at = NonNull::new(view.field(field)?.address())?;
        let ty = self.ty.other(self.ty.entry.variant_members(view.index())[field].ty());
        // SAFETY: part of `self`'s value, borrowed with it.
        Some(unsafe { Self::new(at, ty) })
    }

    /// The value of an option, to be changed; none when there is none.
    #[must_use]
    pub fn option_mut(self) -> Option<Self> {
        let Shape::Option(_, ops) = self.ty.entry.shape() else { return None };
        // SAFETY: the shape says that an option of the argument's type lies here.
        unsafe { Some(Self::new(NonNull::new((ops.get)(self.at.as_ptr()).cast_mut())?, self.ty.arg(0))) }
    }

    /// Sets an option to a value, or to none.
    ///
    /// # Errors
    /// The value, when the type differs or this is no option.
    pub fn set_option<'v>(&mut self, value: Option<OwnedValue<'v>>) -> Result<(), Option<OwnedValue<'v>>> {
        let Shape::Option(_, ops) = self.ty.entry.shape() else { return Err(value) };
        match value {
            // SAFETY: an option lies here.
            None => unsafe { (ops.set_none)(self.at.as_ptr()) },
            Some(value) if value.ty().entry.key() == self.ty.arg(0).entry.key() => {
                // SAFETY: the value has the option's type and is moved out of its memory.
                value.give(|from| unsafe { (ops.set_some)(self.at.as_ptr(), from) });
            }
            Some(value) => return Err(Some(value)),
        }
        Ok(())
    }

    /// An item of a list or array, to be changed.
    #[must_use]
    pub fn item_mut(self, at: usize) -> Option<Self> {
        let View::List(list) = self.as_ref().view() else { return None };
        let address = NonNull::new(list.get(at)?.address())?;
        let ty = self.ty.arg(0);
        // SAFETY: part of `self`'s value, borrowed with it.
        Some(unsafe { Self::new(address, ty) })
    }

    fn list_ops(&self) -> Option<(&'a ListOps, usize)> {
        match self.ty.entry.shape() {
            // SAFETY: the shape says that such a list lies here.
            Shape::List(_, ops) => Some((ops, unsafe { (ops.len)(self.at.as_ptr()) })),
            _ => None,
        }
    }

    /// Inserts an item into a growing list before `at`.
    ///
    /// # Errors
    /// The value, when the type differs, this is no growing list, or `at` is past the end.
    pub fn insert_item<'v>(&mut self, at: usize, value: OwnedValue<'v>) -> Result<(), OwnedValue<'v>> {
        match self.list_ops() {
            Some((ops, len)) if at <= len && value.ty().entry.key() == self.ty.arg(0).entry.key() => {
                // SAFETY: in range, of the item type, moved out of its memory.
                value.give(|from| unsafe { (ops.insert)(self.at.as_ptr(), at, from) });
                Ok(())
            }
            _ => Err(value),
        }
    }

    /// Removes an item of a growing list; false when there is none.
    pub fn remove_item(&mut self, at: usize) -> bool {
        let Some((ops, len)) = self.list_ops() else { return false };
        if at < len {
            // SAFETY: in range.
            unsafe { (ops.remove)(self.at.as_ptr(), at) };
        }
        at < len
    }

    /// Moves an item of a growing list to another index; false when either is out of range.
    pub fn reorder_item(&mut self, from: usize, to: usize) -> bool {
        let Some((ops, len)) = self.list_ops() else { return false };
        let fits = from < len && to < len;
        if fits {
            // SAFETY: in range.
            unsafe { (ops.reorder)(self.at.as_ptr(), from, to) };
        }
        fits
    }

    /// Removes everything from a growing list, set or map; false for other types.
    pub fn clear(&mut self) -> bool {
        let at = self.at.as_ptr();
        // SAFETY: the shape says what lies here.
        unsafe {
            match self.ty.entry.shape() {
                Shape::List(_, ops) => (ops.clear)(at),
                Shape::Set(_, ops) => (ops.clear)(at),
                Shape::Map(_, ops) => (ops.clear)(at),
                _ => return false,
            }
        }
        true
    }

    /// Puts a value into a set; false when it was there.
    ///
    /// # Errors
    /// The value, when the type differs or this is no set.
    pub fn insert_value<'v>(&mut self, value: OwnedValue<'v>) -> Result<bool, OwnedValue<'v>> {
        match self.ty.entry.shape() {
            Shape::Set(_, ops) if value.ty().entry.key() == self.ty.arg(0).entry.key() => {
                let mut fresh = false;
                // SAFETY: of the set's type, moved out of its memory.
                value.give(|from| unsafe { fresh = (ops.insert)(self.at.as_ptr(), from) });
                Ok(fresh)
            }
            _ => Err(value),
        }
    }

    /// Removes a value from a set, or the entry of a key from a map; false when it was not there.
    pub fn remove_key(&mut self, key: TypedRef<'_>) -> bool {
        if self.ty.entry.args().is_empty() || key.ty.entry.key() != self.ty.arg(0).entry.key() {
            return false;
        }
        // SAFETY: the key has the collection's own key type.
        unsafe {
            match self.ty.entry.shape() {
                Shape::Set(_, ops) => (ops.remove)(self.at.as_ptr(), key.address()),
                Shape::Map(_, ops) => (ops.remove)(self.at.as_ptr(), key.address()),
                _ => false,
            }
        }
    }

    /// Puts an entry into a map, replacing an earlier value of the key.
    ///
    /// # Errors
    /// Key and value, when a type differs or this is no map.
    pub fn insert_entry<'v>(
        &mut self,
        key: OwnedValue<'v>,
        value: OwnedValue<'v>,
    ) -> Result<(), (OwnedValue<'v>, OwnedValue<'v>)> {
        match self.ty.entry.shape() {
            Shape::Map(_, ops)
                if key.ty().entry.key() == self.ty.arg(0).entry.key()
                    && value.ty().entry.key() == self.ty.arg(1).entry.key() =>
            {
                // SAFETY: of the map's types, moved out of their memory.
                key.give(|key| value.give(|value| unsafe { (ops.insert)(self.at.as_ptr(), key, value) }));
                Ok(())
            }
            _ => Err((key, value)),
        }
    }

    /// The value of a key of a map, to be changed.
    #[must_use]
    pub fn entry_mut(self, key: TypedRef<'_>) -> Option<Self> {
        let View::Map(map) = self.as_ref().view() else { return None };
        let at = NonNull::new(map.get(key)?.address())?;
        let ty = self.ty.arg(1);
        // SAFETY: part of `self`'s value, borrowed with it.
        Some(unsafe { Self::new(at, ty) })
    }
}
