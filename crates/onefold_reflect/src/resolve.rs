//! Resolving: from descriptions to entries, once per revision.

use std::alloc::Layout;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use onefold_diag::{Code, Diagnostic, Diagnostics, nearest};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::Reflect;
use crate::attrs::{MethodFlags, TypeFlags};
use crate::call::Pass;
use crate::entry::{Ancestor, Member, Method, NO_VARIANT, Param, Part, Place, TypeEntry, TypeIndex};
use crate::info::{Access, MemberInfo, Receiver, Shape, TypeInfo, TypeLink};
use crate::lifecycle::{Lifecycle, LifecycleMask};
use crate::name::TypeKey;
use crate::owned::InfoRef;
use crate::registry::Registry;

/// A description refers to a type that is not there.
pub const TYPE_MISSING: Code = Code("type_missing");
/// Two descriptions claim the same name.
pub const TYPE_TWICE: Code = Code("type_twice");
/// Two names have the same stable id.
pub const TYPE_COLLISION: Code = Code("type_collision");
/// A class derives from itself, or a run-time struct contains itself.
pub const TYPE_CYCLE: Code = Code("type_cycle");
/// Two items of one type claim the same name.
pub const NAME_CLASH: Code = Code("name_clash");
/// A description contradicts itself.
pub const DESCRIPTION_INVALID: Code = Code("description_invalid");

/// Most arguments an ordinary method may have.
pub const MAX_ARGS: usize = 99;

/// Gives every registry that is not a revision of another a number of its own.
static LINEAGES: AtomicU64 = AtomicU64::new(1);

struct Resolver<'o> {
    lineage: u64,
    old: Option<&'o Registry>,
    entries: Vec<Option<Arc<TypeEntry>>>,
    by_key: FxHashMap<TypeKey, TypeIndex>,
    infos: FxHashMap<u32, (InfoRef, String)>,
    state: FxHashMap<u32, bool>,
    errors: Diagnostics,
}

pub(crate) fn resolve(
    old: Option<&Registry>,
    added: Vec<InfoRef>,
    functions: Vec<InfoRef>,
    removed: &[TypeKey],
) -> Result<Registry, Diagnostics> {
    let mut resolver = Resolver {
        lineage: old.map_or_else(|| LINEAGES.fetch_add(1, Ordering::Relaxed), |old| old.lineage),
        old,
        entries: old.map(|old| old.entries.clone()).unwrap_or_default(),
        by_key: old.map(|old| old.by_key.clone()).unwrap_or_default(),
        infos: FxHashMap::default(),
        state: FxHashMap::default(),
        errors: Diagnostics::new(),
    };
    resolver.remove(removed, &added);
    resolver.collect(added, &functions);
    let mut pending: Vec<u32> = resolver.infos.keys().copied().collect();
    pending.sort_unstable();
    for index in pending {
        resolver.build(TypeIndex(index));
    }
    resolver.check_dangling();
    let mut all_functions = old.map(|old| old.functions.clone()).unwrap_or_default();
    for holder in &functions {
        for position in 0..holder.get().methods.len() {
            all_functions.extend(resolver.method(holder, position, None).map(Arc::new));
        }
    }
    all_functions.sort_by(|a, b| a.name().cmp(b.name()).then(a.params.len().cmp(&b.params.len())));
    let Resolver { entries, by_key, errors, lineage, .. } = resolver;
    let mut registry = Registry {
        entries,
        by_key,
        by_name: FxHashMap::default(),
        by_rust: FxHashMap::default(),
        functions: all_functions,
        revision: old.map_or(0, |old| old.revision + 1),
        lineage,
    };
    let mut errors = errors;
    index_names(&mut registry, &mut errors);
    errors.into_result(registry)
}

fn index_names(registry: &mut Registry, errors: &mut Diagnostics) {
    let mut by_name: FxHashMap<Box<str>, SmallVec<[TypeIndex; 1]>> = FxHashMap::default();
    let mut full_aliases: FxHashMap<String, String> = FxHashMap::default();
    for entry in registry.entries.iter().flatten() {
        if let Some(id) = entry.info().rust_type {
            registry.by_rust.insert(id, entry.index);
        }
        by_name.entry(entry.bare.as_str().into()).or_default().push(entry.index);
        for alias in entry.info().aliases {
            by_name.entry((*alias).into()).or_default().push(entry.index);
            if let Some(other) = full_aliases.insert((*alias).to_owned(), entry.name.clone()) {
                errors.push(Diagnostic::error(
                    NAME_CLASH,
                    format!("`{other}` and `{}` both have the alias `{alias}`", entry.name),
                ));
            }
        }
    }
    registry.by_name = by_name;
}

/// The built-in types without arguments that run-time types name.
fn built_in(name: &str) -> Option<fn() -> &'static TypeInfo<'static>> {
    Some(match name {
        "bool" => bool::info,
        "i8" => i8::info,
        "i16" => i16::info,
        "i32" => i32::info,
        "i64" => i64::info,
        "u8" => u8::info,
        "u16" => u16::info,
        "u32" => u32::info,
        "u64" => u64::info,
        "f32" => f32::info,
        "f64" => f64::info,
        "char" => char::info,
        "String" => String::info,
        "AssetPath" => crate::AssetPath::info,
        _ => return None,
    })
}

fn static_links<'a>(info: &'a TypeInfo<'a>) -> Vec<TypeLink<'a>> {
    let mut links: Vec<TypeLink<'a>> = info.name.args.to_vec();
    match &info.shape {
        Shape::Struct(shape) => {
            links.extend(shape.base.map(|base| base.link));
            links.extend(shape.all().map(|member| member.link));
        }
        Shape::Enum(shape) => {
            links.extend(shape.variants.iter().flat_map(|variant| variant.fields).map(|field| field.link));
        }
        Shape::Option(args, _) | Shape::List(args, _) | Shape::Array(args, _) | Shape::Set(args, _) => {
            links.extend(*args)
        }
        Shape::Boxed(args) | Shape::Handle(args) => links.extend(*args),
        Shape::Map(args, _) => links.extend(*args),
        Shape::Scalar(_) | Shape::Text | Shape::Asset | Shape::Lanes(_) => {}
    }
    for method in info.methods {
        links.extend(method.ret);
        links.extend(method.params.iter().map(|param| param.link));
    }
    links
}

impl Resolver<'_> {
    fn remove(&mut self, removed: &[TypeKey], added: &[InfoRef]) {
        let replaced: Vec<TypeKey> = added.iter().map(|info| info.get().key()).collect();
        for key in removed.iter().chain(&replaced) {
            if let Some(index) = self.by_key.remove(key) {
                self.entries[index.0 as usize] = None;
            }
        }
    }

    /// Gives every type that is there or referred to an index, in the order of names.
    fn collect(&mut self, added: Vec<InfoRef>, functions: &[InfoRef]) {
        let mut found: FxHashMap<TypeKey, (InfoRef, String)> = FxHashMap::default();
        let mut queue = added;
        let push_static = |queue: &mut Vec<InfoRef>, info: &InfoRef| {
            for link in static_links(info.get()) {
                let known = match link {
                    TypeLink::Static(get) => Some(get),
                    TypeLink::Named(name) => built_in(name),
                };
                queue.extend(known.map(|get| InfoRef::Static(get())));
            }
        };
        for holder in functions {
            push_static(&mut queue, holder);
        }
        while let Some(info) = queue.pop() {
            let name = info.get().name.full();
            let key = TypeKey::of(&name);
            if self.by_key.contains_key(&key) {
                continue;
            }
            match found.get(&key) {
                Some((_, other)) if *other != name => self.errors.push(Diagnostic::error(
                    TYPE_COLLISION,
                    format!("the types `{other}` and `{name}` have the same id {key:?}; rename one of them"),
                )),
                Some((other, _)) => {
                    let (a, b) = (other.get().rust_type, info.get().rust_type);
                    if a != b || a.is_none() {
                        self.errors.push(Diagnostic::error(
                            TYPE_TWICE,
                            format!("two types are described under the name `{name}`"),
                        ));
                    }
                }
                None => {
                    push_static(&mut queue, &info);
                    found.insert(key, (info, name));
                }
            }
        }
        let mut named: Vec<(TypeKey, (InfoRef, String))> = found.into_iter().collect();
        named.sort_by(|a, b| a.1.1.cmp(&b.1.1));
        for (key, (info, name)) in named {
            let index = self.entries.len() as u32;
            self.entries.push(None);
            self.by_key.insert(key, TypeIndex(index));
            self.infos.insert(index, (info, name));
        }
    }

    fn link(&mut self, link: TypeLink<'_>, what: impl Fn() -> String) -> Option<TypeIndex> {
        let name = match link {
            TypeLink::Static(info) => info().name.full(),
            TypeLink::Named(name) => name.to_owned(),
        };
        let found = self.by_key.get(&TypeKey::of(&name)).copied();
        if found.is_none() {
            let known: Vec<String> = self
                .infos
                .values()
                .map(|(_, name)| name.clone())
                .chain(self.entries.iter().flatten().map(|entry| entry.name.clone()))
                .collect();
            self.errors.push(
                Diagnostic::error(
                    TYPE_MISSING,
                    format!("{} has the type `{name}`, which is not there", what()),
                )
                .suggest(nearest(&name, known.iter().map(String::as_str))),
            );
        }
        found
    }

    /// Builds the entry of a type after those it needs; none when something it needs is wrong.
    fn build(&mut self, index: TypeIndex) -> Option<Arc<TypeEntry>> {
        if let Some(entry) = &self.entries[index.0 as usize] {
            return Some(entry.clone());
        }
        let (info, name) = self.infos.get(&index.0)?.clone();
        match self.state.get(&index.0) {
            Some(true) => {
                let text = format!("`{name}` contains or derives from itself");
                self.errors.push(Diagnostic::error(TYPE_CYCLE, text));
                return None;
            }
            Some(false) => return None,
            None => {}
        }
        self.state.insert(index.0, true);
        let entry = self.build_new(index, &info, name);
        self.state.insert(index.0, false);
        let entry = Arc::new(entry?);
        self.entries[index.0 as usize] = Some(entry.clone());
        Some(entry)
    }

    fn build_new(&mut self, index: TypeIndex, info: &InfoRef, name: String) -> Option<TypeEntry> {
        let shape = info.get().shape;
        let base = match &shape {
            Shape::Struct(shape) => match shape.base {
                Some(base) => {
                    let link = self.link(base.link, || format!("the base of `{name}`"))?;
                    Some((self.build(link)?, base.offset))
                }
                None => None,
            },
            _ => None,
        };
        let mut flags = info.get().flags;
        let mut ancestors: Vec<Ancestor> = Vec::new();
        if let Some((base, offset)) = &base {
            if base.flags.has(TypeFlags::OBJECT) {
                flags = flags.with(TypeFlags::OBJECT);
            }
            ancestors.extend(
                base.ancestors.iter().map(|a| Ancestor { index: a.index, offset: a.offset + offset }),
            );
        }
        ancestors.push(Ancestor { index, offset: 0 });
        let args = self.args(&shape, &name)?;
        let mut builder = MemberBuilder::new(base.as_ref().map(|(base, offset)| (base.as_ref(), *offset)));
        self.own_members(&mut builder, index, info, &name)?;
        let variants = self.variant_members(index, info, &name)?;
        let methods = self.methods(index, info, base.as_ref().map(|(base, _)| base.as_ref()), &name);
        let method_names = self.name_methods(&methods, &name);
        let member_names = self.name_members(&builder.members, &method_names, &name);
        self.bind_computed(&mut builder.members, &method_names, &methods, &name);
        let ops = info.get().ops;
        let layout = if ops.is_by_members() {
            Layout::from_size_align(builder.end, builder.align).ok()?.pad_to_align()
        } else {
            Layout::from_size_align(ops.size, ops.align).ok()?
        };
        let mut lifecycle = base.as_ref().map(|(base, _)| base.lifecycle).unwrap_or_default();
        note_lifecycle(&mut lifecycle, info.get());
        let pass = Pass::of(&shape, layout.size(), layout.align());
        let description_hash =
            crate::describe::hash(info.get(), base.as_ref().map(|(base, _)| base.description_hash));
        Some(TypeEntry {
            index,
            lineage: self.lineage,
            key: TypeKey::of(&name),
            bare: info.get().name.bare(),
            name,
            info: info.clone(),
            layout,
            pass,
            flags,
            ancestors: ancestors.into(),
            args,
            members: builder.members.into(),
            member_names,
            variants,
            methods: methods.into(),
            method_names,
            parts: builder.parts.into(),
            lifecycle,
            description_hash,
        })
    }

    fn args(&mut self, shape: &Shape<'_>, name: &str) -> Option<SmallVec<[TypeIndex; 2]>> {
        let links: &[TypeLink<'_>] = match shape {
            Shape::Option(args, _) | Shape::List(args, _) | Shape::Array(args, _) | Shape::Set(args, _) => {
                *args
            }
            Shape::Boxed(args) | Shape::Handle(args) => *args,
            Shape::Map(args, _) => *args,
            _ => &[],
        };
        links.iter().map(|link| self.link(*link, || format!("an argument of `{name}`"))).collect()
    }

    fn own_members(
        &mut self,
        out: &mut MemberBuilder,
        index: TypeIndex,
        info: &InfoRef,
        name: &str,
    ) -> Option<()> {
        let by_members = info.get().ops.is_by_members();
        if by_members && let Some((base, offset)) = out.base {
            // A run-time base's operations follow from its members, so its parts stand for it.
            if base.info().ops.is_by_members() {
                out.parts
                    .extend(base.parts.iter().map(|part| Part { offset: part.offset + offset, ..*part }));
            } else {
                out.parts.push(Part { offset, ops: base.info().ops });
            }
            out.end = offset + base.layout.size();
            out.align = base.layout.align();
        }
        let Shape::Struct(shape) = info.get().shape else { return Some(()) };
        let mut fine = true;
        for (position, member) in shape.all().enumerate() {
            let Some(ty) = self.link(member.link, || format!("`{name}.{}`", member.name)) else {
                fine = false;
                continue;
            };
            let place = match member.access {
                Access::Field { offset } => Place::Offset(offset),
                Access::Computed { .. } => Place::Computed { get: None, set: None, index: None },
                Access::Placed => match self.build(ty) {
                    Some(entry) => Place::Offset(out.place(&entry)),
                    None => {
                        fine = false;
                        continue;
                    }
                },
            };
            let fits = match member.access {
                Access::Field { .. } => !by_members,
                Access::Placed => by_members,
                Access::Computed { .. } => true,
            };
            if !fits {
                self.errors.push(Diagnostic::error(
                    DESCRIPTION_INVALID,
                    format!("`{name}.{}` is placed in a way that does not fit its struct", member.name),
                ));
            }
            out.members.push(Member {
                source: info.clone(),
                position: position as u32,
                variant: NO_VARIANT,
                owner: index,
                ty,
                place,
            });
        }
        fine.then_some(())
    }

    fn variant_members(
        &mut self,
        index: TypeIndex,
        info: &InfoRef,
        name: &str,
    ) -> Option<Box<[Box<[Member]>]>> {
        let Shape::Enum(shape) = info.get().shape else { return Some(Box::new([])) };
        let mut out = Vec::new();
        for (at, variant) in shape.variants.iter().enumerate() {
            let mut fields: Vec<Member> = Vec::new();
            for (position, field) in variant.fields.iter().enumerate() {
                let ty = self.link(field.link, || format!("`{name}::{}.{}`", variant.name, field.name))?;
                let place = Place::Offset(usize::MAX);
                fields.push(Member {
                    source: info.clone(),
                    position: position as u32,
                    variant: at as u32,
                    owner: index,
                    ty,
                    place,
                });
            }
            out.push(fields.into());
        }
        Some(out.into())
    }

    fn method(&mut self, source: &InfoRef, position: usize, owner: Option<TypeIndex>) -> Option<Method> {
        let info = source.get().methods[position];
        let of = source.get().name.bare();
        let place = || if owner.is_some() { format!("{of}::{}", info.name) } else { info.name.to_owned() };
        if info.params.len() > MAX_ARGS {
            let text = format!("`{}` has more than {MAX_ARGS} parameters", place());
            self.errors.push(Diagnostic::error(DESCRIPTION_INVALID, text));
            return None;
        }
        let mut slot = 0;
        let ret = match info.ret {
            Some(link) => {
                let ty = self.link(link, || format!("the result of `{}`", place()))?;
                let pass = self.pass(ty)?;
                slot += pass.slots();
                Some((ty, pass))
            }
            None => None,
        };
        let mut params = Vec::with_capacity(info.params.len());
        for param in info.params {
            let ty = self.link(param.link, || format!("the parameter `{}` of `{}`", param.name, place()))?;
            let pass = self.pass(ty)?;
            params.push(Param { ty, pass, slot: slot as u16 });
            slot += pass.slots();
        }
        Some(Method {
            thunk: info.thunk,
            data: info.data,
            source: source.clone(),
            position: position as u32,
            owner,
            params: params.into(),
            ret,
            io_slots: slot as u16,
        })
    }

    /// How a type travels, known before its entry is built: a method may take its own class.
    fn pass(&mut self, ty: TypeIndex) -> Option<Pass> {
        if let Some(entry) = &self.entries[ty.0 as usize] {
            return Some(entry.pass);
        }
        let (info, _) = self.infos.get(&ty.0)?;
        let info = info.get();
        Some(Pass::of(&info.shape, info.ops.size, info.ops.align))
    }

    fn methods(
        &mut self,
        index: TypeIndex,
        info: &InfoRef,
        base: Option<&TypeEntry>,
        name: &str,
    ) -> Vec<Arc<Method>> {
        let mut methods: Vec<Arc<Method>> = base.map(|base| base.methods.to_vec()).unwrap_or_default();
        let inherited = methods.len();
        for position in 0..info.get().methods.len() {
            let Some(method) = self.method(info, position, Some(index)) else { continue };
            let replaced = methods[..inherited].iter().position(|old| {
                old.name() == method.name()
                    && old.info().flags.has(MethodFlags::OVERRIDABLE)
                    && old.params.iter().map(|p| p.ty).eq(method.params.iter().map(|p| p.ty))
            });
            let Some(at) = replaced else {
                methods.push(Arc::new(method));
                continue;
            };
            if method.ret != methods[at].ret || method.receiver() != Receiver::World {
                self.errors.push(Diagnostic::error(
                    DESCRIPTION_INVALID,
                    format!("`{name}::{}` overrides a method with another result or receiver", method.name()),
                ));
            }
            methods[at] = Arc::new(method);
        }
        methods
    }

    fn name_methods(
        &mut self,
        methods: &[Arc<Method>],
        name: &str,
    ) -> FxHashMap<Box<str>, SmallVec<[u32; 1]>> {
        let mut names: FxHashMap<Box<str>, SmallVec<[u32; 1]>> = FxHashMap::default();
        for (at, method) in methods.iter().enumerate().rev() {
            let info = method.info();
            for each in std::iter::once(&info.name).chain(info.aliases) {
                let same = names.entry((*each).into()).or_default();
                let clash = same.iter().any(|&other| {
                    let other = &methods[other as usize];
                    other.owner == method.owner
                        && other.params.iter().map(|p| p.ty).eq(method.params.iter().map(|p| p.ty))
                });
                if clash {
                    let text = format!("`{name}` has two methods `{each}` with the same parameters");
                    self.errors.push(Diagnostic::error(NAME_CLASH, text));
                }
                same.push(at as u32);
            }
        }
        names
    }

    fn name_members(
        &mut self,
        members: &[Member],
        methods: &FxHashMap<Box<str>, SmallVec<[u32; 1]>>,
        name: &str,
    ) -> FxHashMap<Box<str>, u32> {
        let mut names: FxHashMap<Box<str>, u32> = FxHashMap::default();
        for (at, member) in members.iter().enumerate() {
            let info = member.info();
            for each in std::iter::once(&info.name).chain(info.aliases) {
                if names.insert((*each).into(), at as u32).is_some() || methods.contains_key(*each) {
                    let text = format!("`{name}` has two items called `{each}`");
                    self.errors.push(Diagnostic::error(NAME_CLASH, text));
                }
            }
        }
        names
    }

    fn bind_computed(
        &mut self,
        members: &mut [Member],
        names: &FxHashMap<Box<str>, SmallVec<[u32; 1]>>,
        methods: &[Arc<Method>],
        name: &str,
    ) {
        for each in members.iter_mut() {
            if let Place::Computed { get: Some(_), .. } | Place::Computed { set: Some(_), .. } = each.place {
                continue;
            }
            let source = each.source.clone();
            let Shape::Struct(shape) = source.get().shape else { continue };
            let Some(MemberInfo { access: Access::Computed { get, set, index }, name: member, .. }) =
                shape.at(each.position as usize)
            else {
                continue;
            };
            let (get, set, index) = (*get, *set, *index);
            let mut find = |accessor: Option<&str>| {
                let accessor = accessor?;
                let found = names.get(accessor).and_then(|found| found.first().copied());
                if found.is_none() {
                    let text =
                        format!("`{name}.{member}` is computed by `{accessor}`, which is not described");
                    self.errors.push(Diagnostic::error(DESCRIPTION_INVALID, text));
                }
                found.filter(|&at| (at as usize) < methods.len())
            };
            let (get, set) = (find(get), find(set));
            let index = index.and_then(|link| self.link(link, || format!("the index of `{name}.{member}`")));
            each.place = Place::Computed { get, set, index };
        }
    }

    /// After removals: a type that stays must not refer to one that is gone.
    fn check_dangling(&mut self) {
        if self.old.is_none() {
            return;
        }
        let alive = |index: TypeIndex| self.entries.get(index.0 as usize).is_some_and(Option::is_some);
        let mut errors = Vec::new();
        for entry in self.entries.iter().flatten() {
            let refers = entry.members.iter().map(|member| member.ty).chain(entry.args.iter().copied());
            let refers = refers.chain(entry.ancestors.iter().map(|ancestor| ancestor.index));
            if refers.into_iter().any(|index| !alive(index)) {
                errors.push(Diagnostic::error(
                    TYPE_MISSING,
                    format!(
                        "`{}` refers to a type that is removed or replaced; revise both together",
                        entry.name
                    ),
                ));
            }
        }
        self.errors.extend(errors);
    }
}

fn note_lifecycle(mask: &mut LifecycleMask, info: &TypeInfo<'_>) {
    for method in info.methods {
        if let Some(one) = Lifecycle::of(method.name) {
            mask.add(one);
        }
    }
}

/// Collects the flat members and, for a run-time struct, the layout.
struct MemberBuilder<'b> {
    base: Option<(&'b TypeEntry, usize)>,
    members: Vec<Member>,
    parts: Vec<Part>,
    end: usize,
    align: usize,
}

impl<'b> MemberBuilder<'b> {
    fn new(base: Option<(&'b TypeEntry, usize)>) -> Self {
        let mut members: Vec<Member> = Vec::new();
        if let Some((base, offset)) = base {
            members.extend(base.members.iter().cloned());
            for member in &mut members {
                if let Place::Offset(at) = &mut member.place {
                    *at += offset;
                }
            }
        }
        Self { base, members, parts: Vec::new(), end: 0, align: 1 }
    }

    /// Places a member after what is there.
    fn place(&mut self, entry: &TypeEntry) -> usize {
        let align = entry.layout.align();
        let offset = self.end.next_multiple_of(align);
        self.end = offset + entry.layout.size();
        self.align = self.align.max(align);
        if entry.info().ops.is_by_members() {
            self.parts.extend(entry.parts.iter().map(|part| Part { offset: part.offset + offset, ..*part }));
        } else {
            self.parts.push(Part { offset, ops: entry.info().ops });
        }
        offset
    }
}
