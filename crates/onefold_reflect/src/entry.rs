//! A resolved type: everything a reader looks up, in flat tables.
#![expect(unsafe_code, reason = "erased default, drop, clone and comparison of values by their entry")]

use std::alloc::Layout;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::attrs::{MemberAttrs, TypeFlags};
use crate::call::{Pass, Thunk};
use crate::info::{MemberInfo, MethodInfo, ParamInfo, Receiver, Shape, TypeInfo};
use crate::lifecycle::LifecycleMask;
use crate::name::TypeKey;
use crate::owned::InfoRef;
use crate::registry::Registry;

/// Index of a type in its registry; the same in all later revisions of it, but no identity across builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeIndex(pub u32);

/// A class a type derives from, or the type itself, and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ancestor {
    /// The class.
    pub index: TypeIndex,
    /// Bytes from the start of the object.
    pub offset: usize,
}

/// A member in the flat walk, base first.
#[derive(Clone, Debug)]
pub struct Member {
    pub(crate) source: InfoRef,
    pub(crate) position: u32,
    /// Index of the variant whose payload it is part of; `NO_VARIANT` for a member of a struct.
    pub(crate) variant: u32,
    pub(crate) owner: TypeIndex,
    pub(crate) ty: TypeIndex,
    pub(crate) place: Place,
}

/// Marks a member of a struct.
pub(crate) const NO_VARIANT: u32 = u32::MAX;

/// How a member is reached, resolved.
#[derive(Clone, Debug)]
pub enum Place {
    /// In place: bytes from the start of the whole object.
    Offset(usize),
    /// By methods of the entry, as indices into [`TypeEntry::methods`].
    Computed {
        /// Reads.
        get: Option<u32>,
        /// Writes.
        set: Option<u32>,
        /// Type of the index of an indexed member.
        index: Option<TypeIndex>,
    },
}

impl Member {
    /// The member's description.
    #[must_use]
    pub fn info(&self) -> &MemberInfo<'_> {
        match &self.source.get().shape {
            Shape::Struct(info) => info.at(self.position as usize).expect("position of a member"),
            Shape::Enum(info) => &info.variants[self.variant as usize].fields[self.position as usize],
            _ => unreachable!("only structs and enums have members"),
        }
    }

    /// Its canonical name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.info().name
    }

    /// Its attributes.
    #[must_use]
    pub fn attrs(&self) -> &MemberAttrs<'_> {
        &self.info().attrs
    }

    /// Its type.
    #[must_use]
    pub fn ty(&self) -> TypeIndex {
        self.ty
    }

    /// The class that declares it.
    #[must_use]
    pub fn owner(&self) -> TypeIndex {
        self.owner
    }

    /// How it is reached.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Bytes from the start of the whole object; none for a computed member.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        match self.place {
            Place::Offset(offset) => Some(offset),
            Place::Computed { .. } => None,
        }
    }
}

/// A resolved parameter.
#[derive(Clone, Debug)]
pub struct Param {
    pub(crate) ty: TypeIndex,
    pub(crate) pass: Pass,
    pub(crate) slot: u16,
}

impl Param {
    /// Its type.
    #[must_use]
    pub fn ty(&self) -> TypeIndex {
        self.ty
    }

    /// How it travels.
    #[must_use]
    pub fn pass(&self) -> Pass {
        self.pass
    }

    /// Its first slot in the frame.
    #[must_use]
    pub fn slot(&self) -> usize {
        self.slot as usize
    }
}

/// A resolved method or function: what a [`Thunk`] gets to see.
#[derive(Debug)]
#[repr(C)]
pub struct Method {
    pub(crate) thunk: Thunk,
    pub(crate) data: usize,
    pub(crate) source: InfoRef,
    pub(crate) position: u32,
    pub(crate) owner: Option<TypeIndex>,
    pub(crate) params: Box<[Param]>,
    pub(crate) ret: Option<(TypeIndex, Pass)>,
    pub(crate) io_slots: u16,
}

impl Method {
    /// The method's description.
    #[must_use]
    pub fn info(&self) -> &MethodInfo<'_> {
        &self.source.get().methods[self.position as usize]
    }

    /// Its canonical name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.info().name
    }

    /// What it is called on.
    #[must_use]
    pub fn receiver(&self) -> Receiver {
        self.info().receiver
    }

    /// The one call shape.
    #[must_use]
    pub fn thunk(&self) -> Thunk {
        self.thunk
    }

    /// The word for the thunk.
    #[must_use]
    pub fn data(&self) -> usize {
        self.data
    }

    /// The class that declares it; none for a free function.
    #[must_use]
    pub fn owner(&self) -> Option<TypeIndex> {
        self.owner
    }

    /// The parameters, resolved.
    #[must_use]
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// The parameters as described.
    #[must_use]
    pub fn param_infos(&self) -> &[ParamInfo<'_>] {
        self.info().params
    }

    /// Type of the result and how it travels; none for `()`.
    #[must_use]
    pub fn ret(&self) -> Option<(TypeIndex, Pass)> {
        self.ret
    }

    /// Slots of result and arguments together.
    #[must_use]
    pub fn io_slots(&self) -> usize {
        self.io_slots as usize
    }

    /// How many arguments a call has to give at least: those before the first default.
    #[must_use]
    pub fn required_params(&self) -> usize {
        self.param_infos().iter().position(|param| param.default.is_some()).unwrap_or(self.params.len())
    }
}

/// One step of defaulting, dropping, cloning or comparing a run-time struct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) offset: usize,
    pub(crate) ops: crate::ops::ValueOps,
}

/// A resolved type.
#[derive(Debug)]
pub struct TypeEntry {
    pub(crate) index: TypeIndex,
    pub(crate) key: TypeKey,
    pub(crate) name: String,
    pub(crate) bare: String,
    pub(crate) info: InfoRef,
    pub(crate) layout: Layout,
    pub(crate) pass: Pass,
    pub(crate) flags: TypeFlags,
    pub(crate) ancestors: Box<[Ancestor]>,
    pub(crate) args: SmallVec<[TypeIndex; 2]>,
    pub(crate) members: Box<[Member]>,
    pub(crate) member_names: FxHashMap<Box<str>, u32>,
    pub(crate) variants: Box<[Box<[Member]>]>,
    pub(crate) methods: Box<[Arc<Method>]>,
    pub(crate) method_names: FxHashMap<Box<str>, SmallVec<[u32; 1]>>,
    /// For a run-time struct: base and own members as parts. Empty for Rust types, whose own operations do it all.
    pub(crate) parts: Box<[Part]>,
    pub(crate) lifecycle: LifecycleMask,
    pub(crate) description_hash: u64,
}

impl TypeEntry {
    /// Its index in the registry.
    #[must_use]
    pub fn index(&self) -> TypeIndex {
        self.index
    }

    /// Its stable id.
    #[must_use]
    pub fn key(&self) -> TypeKey {
        self.key
    }

    /// Its full name, `crate::Ident<args>`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name without the space.
    #[must_use]
    pub fn bare_name(&self) -> &str {
        &self.bare
    }

    /// Its description.
    #[must_use]
    pub fn info(&self) -> &TypeInfo<'_> {
        self.info.get()
    }

    /// What it is made of.
    #[must_use]
    pub fn shape(&self) -> &Shape<'_> {
        &self.info.get().shape
    }

    /// Size and alignment.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// How its values travel in a call.
    #[must_use]
    pub fn pass(&self) -> Pass {
        self.pass
    }

    /// Object, abstract, hidden; a class with an object base is an object.
    #[must_use]
    pub fn flags(&self) -> TypeFlags {
        self.flags
    }

    /// Classes it derives from, root first, itself last.
    #[must_use]
    pub fn ancestors(&self) -> &[Ancestor] {
        &self.ancestors
    }

    /// The class it derives from directly.
    #[must_use]
    pub fn base(&self) -> Option<Ancestor> {
        self.ancestors.len().checked_sub(2).map(|at| self.ancestors[at])
    }

    /// True when it is that type or derives from it.
    #[must_use]
    pub fn is_a(&self, other: TypeIndex) -> bool {
        self.ancestor_offset(other).is_some()
    }

    /// Where that class lies in an object of this type; none when it does not derive from it.
    #[must_use]
    pub fn ancestor_offset(&self, other: TypeIndex) -> Option<usize> {
        self.ancestors.iter().rev().find(|ancestor| ancestor.index == other).map(|ancestor| ancestor.offset)
    }

    /// Item type of a list, array, set, option or box; key and value of a map; target of a handle.
    #[must_use]
    pub fn args(&self) -> &[TypeIndex] {
        &self.args
    }

    /// All members, base first: the one walk.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The payload members of a variant; empty for a unit variant.
    #[must_use]
    pub fn variant_members(&self, variant: usize) -> &[Member] {
        self.variants.get(variant).map_or(&[], |members| members)
    }

    /// Index of a member by its canonical name or an alias.
    #[must_use]
    pub fn member_index(&self, name: &str) -> Option<usize> {
        self.member_names.get(name).map(|&at| at as usize)
    }

    /// A member by its canonical name or an alias.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.member_index(name).map(|at| &self.members[at])
    }

    /// All methods, base first; an override takes the place of what it overrides.
    #[must_use]
    pub fn methods(&self) -> &[Arc<Method>] {
        &self.methods
    }

    /// Canonical names of all methods.
    pub fn method_names(&self) -> impl Iterator<Item = &str> {
        self.methods.iter().map(|method| method.name())
    }

    /// Methods of that name or alias, the most derived class's first.
    pub fn overloads<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Arc<Method>> + 'a {
        self.method_names.get(name).into_iter().flatten().map(|&at| &self.methods[at as usize])
    }

    /// Which lifecycle functions it or a base of it has.
    #[must_use]
    pub fn lifecycle(&self) -> LifecycleMask {
        self.lifecycle
    }

    /// Hash of names, types and attributes: equal descriptions have equal hashes, in every build.
    #[must_use]
    pub fn description_hash(&self) -> u64 {
        self.description_hash
    }

    /// Icon of the type or of the nearest base that has one.
    pub fn icon<'r>(&'r self, registry: &'r Registry) -> Option<&'r str> {
        self.inherited(registry, |info| info.icon)
    }

    /// Color of the type or of the nearest base that has one.
    pub fn color<'r>(&'r self, registry: &'r Registry) -> Option<&'r str> {
        self.inherited(registry, |info| info.color)
    }

    fn inherited<'r>(
        &'r self,
        registry: &'r Registry,
        get: impl Fn(&'r TypeInfo<'r>) -> Option<&'r str>,
    ) -> Option<&'r str> {
        self.ancestors.iter().rev().find_map(|ancestor| get(registry.entry(ancestor.index).info()))
    }

    /// True when a value can be made from nothing.
    #[must_use]
    pub fn has_default(&self) -> bool {
        let ops = &self.info().ops;
        match self.shape() {
            _ if ops.is_by_members() => self.parts.iter().all(|part| part.ops.default.is_some()),
            _ => ops.default.is_some(),
        }
    }

    /// True when values can be copied.
    #[must_use]
    pub fn has_clone(&self) -> bool {
        let ops = &self.info().ops;
        if ops.is_by_members() {
            self.parts.iter().all(|part| part.ops.clone.is_some())
        } else {
            ops.clone.is_some()
        }
    }

    /// True when values can be compared.
    #[must_use]
    pub fn has_equals(&self) -> bool {
        let ops = &self.info().ops;
        if ops.is_by_members() {
            self.parts.iter().all(|part| part.ops.equals.is_some())
        } else {
            ops.equals.is_some()
        }
    }

    /// Writes the default to an uninitialised place; [`has_default`](Self::has_default) must hold.
    ///
    /// A run-time member with a `default` attribute gets it.
    ///
    /// # Safety
    /// `at` is valid for a write of this entry's layout, and `registry` is the entry's.
    pub(crate) unsafe fn write_default(&self, registry: &Registry, at: *mut u8) {
        if !self.info().ops.is_by_members() {
            let default = self.info().ops.default.expect("checked by the caller");
            // SAFETY: the caller's guarantee.
            unsafe { default(at) };
            return;
        }
        for part in &self.parts {
            let default = part.ops.default.expect("checked by the caller");
            // SAFETY: parts lie inside the value and do not overlap.
            unsafe { default(at.add(part.offset)) };
        }
        crate::convert::apply_default_attrs(self, registry, at);
    }

    /// Drops a value in place.
    ///
    /// # Safety
    /// `at` holds a value of this type that nobody uses afterwards.
    pub(crate) unsafe fn drop_in_place(&self, at: *mut u8) {
        if let Some(drop) = self.info().ops.drop {
            // SAFETY: the caller's guarantee.
            unsafe { drop(at) };
        }
        // A script class's own members go before its base, as in Rust the derived part's destructor runs first.
        for part in self.parts.iter().rev() {
            if let Some(drop) = part.ops.drop {
                // SAFETY: each part is dropped once.
                unsafe { drop(at.add(part.offset)) };
            }
        }
    }

    /// Clones a value to an uninitialised place; [`has_clone`](Self::has_clone) must hold.
    ///
    /// # Safety
    /// `from` holds a value of this type, `to` is valid for a write of it.
    pub(crate) unsafe fn clone_to(&self, from: *const u8, to: *mut u8) {
        if let Some(clone) = self.info().ops.clone {
            // SAFETY: the caller's guarantee.
            unsafe { clone(from, to) };
            return;
        }
        for part in &self.parts {
            let clone = part.ops.clone.expect("checked by the caller");
            // SAFETY: parts lie inside both values.
            unsafe { clone(from.add(part.offset), to.add(part.offset)) };
        }
    }

    /// Compares two values; [`has_equals`](Self::has_equals) must hold.
    ///
    /// # Safety
    /// Both hold a value of this type.
    pub(crate) unsafe fn equals(&self, a: *const u8, b: *const u8) -> bool {
        if let Some(equals) = self.info().ops.equals {
            // SAFETY: the caller's guarantee.
            return unsafe { equals(a, b) };
        }
        self.parts.iter().all(|part| {
            let equals = part.ops.equals.expect("checked by the caller");
            // SAFETY: parts lie inside both values.
            unsafe { equals(a.add(part.offset), b.add(part.offset)) }
        })
    }
}
