//! Order, names, ids and hierarchy of the entities.

use std::fmt;
use std::sync::Arc;

use onefold_diag::{Code, Diagnostic, EntityRef, Retry, nearest};
use onefold_format::{Kept, Node, Upgrades};
use onefold_reflect::{AnyHandle, Cx, Handle, Service, TypeEntry, TypeFlags};
use rustc_hash::FxHashMap;

use crate::entity::SceneEntity;
use crate::scene::KeptNodes;

/// No entity has that name, path or id.
pub const ENTITY_UNKNOWN: Code = Code("entity_unknown");
/// Several entities have that name.
pub const ENTITY_AMBIGUOUS: Code = Code("entity_ambiguous");
/// An entity cannot be its own ancestor.
pub const HIERARCHY_CYCLE: Code = Code("hierarchy_cycle");

/// The id an entity keeps in files and across play worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StableId(pub u64);

impl fmt::Display for StableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

impl StableId {
    /// Reads `e42`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('e')?;
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok().map(Self)).flatten()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) id: StableId,
    pub(crate) name: String,
    pub(crate) parent: Option<AnyHandle>,
    pub(crate) children: Vec<AnyHandle>,
    /// Its class.
    pub(crate) entry: Arc<TypeEntry>,
    /// Members that a scene gave it and the class does not know or that do not fit, written back unchanged.
    pub(crate) kept: Kept,
    /// Keys and children likewise.
    pub(crate) kept_nodes: KeptNodes,
}

/// Knows the entities of an island: their order, names, ids and hierarchy.
#[derive(Clone, Debug, Default)]
pub struct World {
    records: FxHashMap<AnyHandle, Record>,
    by_id: FxHashMap<StableId, AnyHandle>,
    by_name: FxHashMap<String, Vec<AnyHandle>>,
    roots: Vec<AnyHandle>,
    next_id: u64,
    /// What a scene has at its top and nothing here knows.
    pub(crate) kept: KeptNodes,
    /// The scene's `world` object.
    pub(crate) settings: Option<Node<'static>>,
    /// Version that scenes are written with.
    pub(crate) version: u32,
    /// Steps that bring scenes of older versions up to date.
    pub(crate) upgrades: Upgrades,
}

impl Service for World {
    fn name(&self) -> &'static str {
        "world"
    }
}

impl World {
    /// Puts an empty world into an island.
    pub fn install(cx: &mut Cx) {
        cx.set_service(Box::new(Self { next_id: 1, ..Self::default() }));
    }

    /// The world of an island.
    ///
    /// # Panics
    /// When [`World::install`] was never called: a fault of the host's set-up.
    #[must_use]
    pub fn of(cx: &Cx) -> &Self {
        cx.service().expect("the island has a world")
    }

    /// The world of an island, to be changed.
    ///
    /// # Panics
    /// As [`World::of`].
    pub fn of_mut(cx: &mut Cx) -> &mut Self {
        cx.service_mut().expect("the island has a world")
    }

    /// Makes an entity of a class by its factory, under a fresh id.
    ///
    /// # Errors
    /// Unknown or abstract class, a class that is no entity, or a stale parent.
    pub fn spawn(
        cx: &mut Cx,
        type_name: &str,
        name: &str,
        parent: Option<AnyHandle>,
    ) -> Result<AnyHandle, Diagnostic> {
        let id = StableId(Self::of(cx).next_id);
        Self::spawn_with_id(cx, type_name, name, parent, id)
    }

    /// Why no entity of a class can be made; none when one can.
    #[must_use]
    pub fn cannot_spawn(cx: &Cx, entry: &TypeEntry) -> Option<String> {
        let name = entry.bare_name();
        let root = cx.registry().index_of::<SceneEntity>();
        if !root.is_some_and(|root| entry.is_a(root)) {
            return Some(format!("`{name}` is no entity class: it does not derive from SceneEntity"));
        }
        let is_abstract = entry.flags().has(TypeFlags::ABSTRACT) || !entry.has_default();
        is_abstract.then(|| format!("{name} is abstract and cannot be created"))
    }

    /// Makes an entity under a given id, as a scene or an undone removal does.
    ///
    /// # Errors
    /// As [`World::spawn`]; also an id that is taken.
    pub fn spawn_with_id(
        cx: &mut Cx,
        type_name: &str,
        name: &str,
        parent: Option<AnyHandle>,
        id: StableId,
    ) -> Result<AnyHandle, Diagnostic> {
        if Self::of(cx).by_id.contains_key(&id) {
            return Err(Diagnostic::error(ENTITY_AMBIGUOUS, format!("the id {id} is taken")));
        }
        if let Some(parent) = parent
            && !Self::of(cx).records.contains_key(&parent)
        {
            return Err(Diagnostic::error(ENTITY_UNKNOWN, "the parent is gone").retry(Retry::Refresh));
        }
        let handle = cx.create(type_name)?;
        let entity: Handle<SceneEntity> = handle.typed();
        match cx.get_mut(entity) {
            Ok(entity) => name.clone_into(&mut entity.name),
            Err(_) => {
                cx.remove(handle);
                let text = format!("`{type_name}` is no entity class: it does not derive from SceneEntity");
                return Err(Diagnostic::error(Code("type_abstract"), text));
            }
        }
        let entry = cx.registry().find(type_name)?.clone();
        let world = Self::of_mut(cx);
        world.next_id = world.next_id.max(id.0.saturating_add(1));
        world.by_id.insert(id, handle);
        match parent.and_then(|parent| world.records.get_mut(&parent)) {
            Some(parent) => parent.children.push(handle),
            None => world.roots.push(handle),
        }
        world.by_name.entry(name.to_owned()).or_default().push(handle);
        let record = Record {
            id,
            name: name.to_owned(),
            parent,
            children: Vec::new(),
            entry,
            kept: Kept::default(),
            kept_nodes: KeptNodes::default(),
        };
        world.records.insert(handle, record);
        Ok(handle)
    }

    /// Removes an entity and everything below it; false when it was gone.
    pub fn remove(cx: &mut Cx, handle: AnyHandle) -> bool {
        let world = Self::of_mut(cx);
        let Some(record) = world.records.get(&handle) else { return false };
        let parent = record.parent;
        let subtree = world.subtree(handle);
        match parent.and_then(|parent| world.records.get_mut(&parent)) {
            Some(parent) => parent.children.retain(|&child| child != handle),
            None => world.roots.retain(|&root| root != handle),
        }
        for &gone in &subtree {
            if let Some(record) = world.records.remove(&gone) {
                world.by_id.remove(&record.id);
                if let Some(same) = world.by_name.get_mut(&record.name) {
                    same.retain(|&handle| handle != gone);
                    if same.is_empty() {
                        world.by_name.remove(&record.name);
                    }
                }
            }
        }
        for gone in subtree.into_iter().rev() {
            cx.remove(gone);
        }
        true
    }

    /// Removes everything.
    pub fn clear(cx: &mut Cx) -> usize {
        let all = Self::of(cx).in_order();
        let world = Self::of_mut(cx);
        world.records.clear();
        world.by_id.clear();
        world.by_name.clear();
        world.roots.clear();
        world.kept = KeptNodes::default();
        for &gone in all.iter().rev() {
            cx.remove(gone);
        }
        all.len()
    }

    /// Hangs an entity below another, or at the top.
    ///
    /// # Errors
    /// Either is gone, or the new parent lies below the entity.
    pub fn set_parent(cx: &mut Cx, handle: AnyHandle, parent: Option<AnyHandle>) -> Result<(), Diagnostic> {
        let world = Self::of_mut(cx);
        let gone = || Diagnostic::error(ENTITY_UNKNOWN, "the entity is gone").retry(Retry::Refresh);
        let old = world.records.get(&handle).ok_or_else(gone)?.parent;
        if let Some(parent) = parent {
            if !world.records.contains_key(&parent) {
                return Err(gone());
            }
            if world.is_below(parent, handle) {
                let text = format!("`{}` would become its own ancestor", world.records[&handle].name);
                return Err(Diagnostic::error(HIERARCHY_CYCLE, text));
            }
        }
        match old.and_then(|old| world.records.get_mut(&old)) {
            Some(old) => old.children.retain(|&child| child != handle),
            None => world.roots.retain(|&root| root != handle),
        }
        match parent.and_then(|parent| world.records.get_mut(&parent)) {
            Some(parent) => parent.children.push(handle),
            None => world.roots.push(handle),
        }
        if let Some(record) = world.records.get_mut(&handle) {
            record.parent = parent;
        }
        Ok(())
    }

    /// The entity and everything below it, parents first.
    #[must_use]
    pub fn subtree(&self, handle: AnyHandle) -> Vec<AnyHandle> {
        let mut out = Vec::new();
        let mut open = vec![handle];
        while let Some(next) = open.pop() {
            out.push(next);
            if let Some(record) = self.records.get(&next) {
                open.extend(record.children.iter().rev());
            }
        }
        out
    }

    /// True for the entity itself and for one that lies below it.
    fn is_below(&self, handle: AnyHandle, above: AnyHandle) -> bool {
        std::iter::successors(Some(handle), |&at| self.parent_of(at)).any(|at| at == above)
    }

    /// The entities right below one, or at the top.
    #[must_use]
    pub fn children_of(&self, parent: Option<AnyHandle>) -> &[AnyHandle] {
        match parent {
            None => &self.roots,
            Some(parent) => self.records.get(&parent).map_or(&[], |record| &record.children),
        }
    }

    /// Moves the children behind the first `before` to place `at`.
    pub(crate) fn move_last_children(&mut self, parent: Option<AnyHandle>, before: usize, at: usize) {
        let list = match parent.and_then(|parent| self.records.get_mut(&parent)) {
            Some(record) => &mut record.children,
            None => &mut self.roots,
        };
        if before <= list.len() && at < before {
            let moved = list.split_off(before);
            list.splice(at..at, moved);
        }
    }

    /// True for an entity that is there.
    #[must_use]
    pub fn contains(&self, handle: AnyHandle) -> bool {
        self.records.contains_key(&handle)
    }

    /// True when an entity is of a class or of one derived from it.
    #[must_use]
    pub fn is_a(&self, handle: AnyHandle, class: &TypeEntry) -> bool {
        self.records.get(&handle).is_some_and(|record| record.entry.is_a(class.index()))
    }

    /// Sets the version that scenes are written with, and the steps that bring older ones up to date when they load.
    pub fn set_version(&mut self, version: u32, upgrades: Upgrades) {
        self.version = version;
        self.upgrades = upgrades;
    }

    /// All entities in the order of the scene, parents before children.
    #[must_use]
    pub fn in_order(&self) -> Vec<AnyHandle> {
        self.roots.iter().flat_map(|&root| self.subtree(root)).collect()
    }

    /// The entities at the top.
    #[must_use]
    pub fn roots(&self) -> &[AnyHandle] {
        &self.roots
    }

    /// How many entities there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// True when there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    pub(crate) fn record(&self, handle: AnyHandle) -> Option<&Record> {
        self.records.get(&handle)
    }

    pub(crate) fn record_mut(&mut self, handle: AnyHandle) -> Option<&mut Record> {
        self.records.get_mut(&handle)
    }

    /// Name of an entity.
    #[must_use]
    pub fn name_of(&self, handle: AnyHandle) -> Option<&str> {
        self.records.get(&handle).map(|record| record.name.as_str())
    }

    /// Stable id of an entity.
    #[must_use]
    pub fn id_of(&self, handle: AnyHandle) -> Option<StableId> {
        self.records.get(&handle).map(|record| record.id)
    }

    /// Parent of an entity.
    #[must_use]
    pub fn parent_of(&self, handle: AnyHandle) -> Option<AnyHandle> {
        self.records.get(&handle).and_then(|record| record.parent)
    }

    /// The entity of a stable id.
    #[must_use]
    pub fn by_id(&self, id: StableId) -> Option<AnyHandle> {
        self.by_id.get(&id).copied()
    }

    /// Id and name of an entity, for messages.
    #[must_use]
    pub fn entity_ref(&self, handle: AnyHandle) -> Option<EntityRef> {
        let record = self.records.get(&handle)?;
        Some(EntityRef { id: record.id.to_string(), name: record.name.clone() })
    }

    /// `/Room/lamp`.
    #[must_use]
    pub fn path(&self, handle: AnyHandle) -> Option<String> {
        let mut parts = Vec::new();
        let mut at = Some(handle);
        while let Some(handle) = at {
            let record = self.records.get(&handle)?;
            parts.push(record.name.as_str());
            at = record.parent;
        }
        parts.reverse();
        Some(format!("/{}", parts.join("/")))
    }

    /// An entity by path (`/Room/lamp`), stable id (`e42`) or name. A name wins over an id of the same spelling.
    ///
    /// # Errors
    /// Unknown, with the nearest names; ambiguous, with the paths and ids of those that fit.
    pub fn find(&self, text: &str) -> Result<AnyHandle, Diagnostic> {
        let name = text.strip_prefix('/').and_then(|path| path.rsplit('/').next()).unwrap_or(text);
        let is_path = text.starts_with('/');
        let called = self.by_name.get(name).map_or(&[][..], Vec::as_slice).iter().copied();
        let mut found: Vec<AnyHandle> =
            called.filter(|&handle| !is_path || self.path(handle).as_deref() == Some(text)).collect();
        found.sort_by_key(|&handle| self.id_of(handle));
        match found.as_slice() {
            [one] => Ok(*one),
            [] => match StableId::parse(text).and_then(|id| self.by_id(id)) {
                Some(handle) => Ok(handle),
                None => {
                    let names = self.by_name.keys().map(String::as_str);
                    Err(Diagnostic::error(ENTITY_UNKNOWN, "there is no such entity")
                        .got(text)
                        .suggest(nearest(text.rsplit('/').next().unwrap_or(text), names))
                        .retry(Retry::Refresh))
                }
            },
            many => {
                let which = many.iter().filter_map(|&handle| Some(self.id_of(handle)?.to_string()));
                Err(Diagnostic::error(ENTITY_AMBIGUOUS, format!("{} entities have that name", many.len()))
                    .got(text)
                    .suggest(which.take(20))
                    .note("name one by its id or its path"))
            }
        }
    }
}
