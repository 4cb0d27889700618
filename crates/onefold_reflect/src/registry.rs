//! The registry: a value that holds every resolved type; later revisions share what did not change.

use std::any::TypeId;
use std::sync::Arc;

use onefold_diag::{Code, Diagnostic, Diagnostics, nearest};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::Reflect;
use crate::entry::{Method, TypeEntry, TypeIndex};
use crate::info::{MethodInfo, TypeInfo};
use crate::name::TypeKey;
use crate::owned::{InfoRef, OwnedInfo};
use crate::typed::TypeRef;

/// No type has that name.
pub const TYPE_UNKNOWN: Code = Code("type_unknown");
/// Several types have that bare name.
pub const TYPE_AMBIGUOUS: Code = Code("type_ambiguous");

/// What a derive leaves in the binary so that the type is found without a list.
pub struct Registration {
    /// The type, for a described type.
    pub info: Option<fn() -> &'static TypeInfo<'static>>,
    /// A holder whose methods are free functions, for described functions.
    pub functions: Option<fn() -> &'static TypeInfo<'static>>,
    /// Crate that registers it.
    pub from_crate: &'static str,
}

inventory::collect!(Registration);

/// Collects types; [`resolve`](RegistryBuilder::resolve) makes the [`Registry`].
#[derive(Default)]
pub struct RegistryBuilder {
    pub(crate) types: Vec<InfoRef>,
    pub(crate) functions: Vec<InfoRef>,
}

impl RegistryBuilder {
    /// Without any type; built-in types come in when something refers to them.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With every type and function that the crates linked into this binary describe.
    #[must_use]
    pub fn linked() -> Self {
        let mut builder = Self::new();
        for registration in inventory::iter::<Registration> {
            if let Some(info) = registration.info {
                builder.types.push(InfoRef::Static(info()));
            }
            if let Some(functions) = registration.functions {
                builder.functions.push(InfoRef::Static(functions()));
            }
        }
        builder
    }

    /// Adds a Rust type and, at `resolve`, what it refers to.
    #[must_use]
    pub fn register<T: Reflect>(mut self) -> Self {
        self.types.push(InfoRef::Static(T::info()));
        self
    }

    /// Adds a description made at run time.
    #[must_use]
    pub fn with(mut self, info: Arc<OwnedInfo>) -> Self {
        self.types.push(InfoRef::Shared(info));
        self
    }

    /// Makes the registry. The order of registration does not matter.
    ///
    /// # Errors
    /// Everything wrong at once: types that are missing or twice there, colliding ids, circular bases, clashing names.
    pub fn resolve(self) -> Result<Arc<Registry>, Diagnostics> {
        crate::resolve::resolve(None, self.types, self.functions, &[]).map(Arc::new)
    }
}

/// Every resolved type. A value: a program may hold several.
#[derive(Debug)]
pub struct Registry {
    pub(crate) entries: Vec<Option<Arc<TypeEntry>>>,
    pub(crate) by_key: FxHashMap<TypeKey, TypeIndex>,
    pub(crate) by_name: FxHashMap<Box<str>, SmallVec<[TypeIndex; 1]>>,
    pub(crate) by_rust: FxHashMap<TypeId, TypeIndex>,
    pub(crate) functions: Vec<Arc<Method>>,
    pub(crate) revision: u64,
}

impl Registry {
    /// A registry of every linked type; see [`RegistryBuilder::linked`].
    ///
    /// # Errors
    /// As [`RegistryBuilder::resolve`].
    pub fn linked() -> Result<Arc<Self>, Diagnostics> {
        RegistryBuilder::linked().resolve()
    }

    /// The next revision: without the types of `removed`, with `added`. Indices of types that stay are kept, those of
    /// removed ones are not used again. A type in both is replaced under a new index.
    ///
    /// # Errors
    /// As [`RegistryBuilder::resolve`]; also when a type that stays refers to a removed one.
    pub fn revised(&self, added: Vec<Arc<OwnedInfo>>, removed: &[TypeKey]) -> Result<Arc<Self>, Diagnostics> {
        let added = added.into_iter().map(InfoRef::Shared).collect();
        crate::resolve::resolve(Some(self), added, Vec::new(), removed).map(Arc::new)
    }

    /// Counts the revisions; readers compare it to notice a change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// All types, in index order.
    pub fn types(&self) -> impl Iterator<Item = &Arc<TypeEntry>> {
        self.entries.iter().flatten()
    }

    /// All free functions, by name.
    #[must_use]
    pub fn functions(&self) -> &[Arc<Method>] {
        &self.functions
    }

    /// Free functions of that name or alias.
    pub fn functions_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Arc<Method>> {
        let fits = move |info: &MethodInfo<'_>| info.name == name || info.aliases.contains(&name);
        self.functions.iter().filter(move |function| fits(function.info()))
    }

    /// The type of an index.
    ///
    /// # Panics
    /// When the index is of another registry or of a removed type.
    #[must_use]
    pub fn entry(&self, index: TypeIndex) -> &Arc<TypeEntry> {
        self.entries[index.0 as usize].as_ref().expect("index of a removed type")
    }

    /// The type of an index, with the registry beside it.
    #[must_use]
    pub fn type_ref(&self, index: TypeIndex) -> TypeRef<'_> {
        TypeRef { registry: self, entry: self.entry(index) }
    }

    /// The type of a stable id.
    #[must_use]
    pub fn by_key(&self, key: TypeKey) -> Option<&Arc<TypeEntry>> {
        self.by_key.get(&key).map(|&index| self.entry(index))
    }

    /// Index of a Rust type.
    #[must_use]
    pub fn index_of<T: Reflect>(&self) -> Option<TypeIndex> {
        self.by_rust.get(&TypeId::of::<T>()).copied()
    }

    /// Entry of a Rust type.
    ///
    /// # Errors
    /// The type was not registered and nothing registered refers to it.
    pub fn entry_of<T: Reflect>(&self) -> Result<&Arc<TypeEntry>, Diagnostic> {
        self.index_of::<T>().map(|index| self.entry(index)).ok_or_else(|| {
            Diagnostic::error(TYPE_UNKNOWN, format!("the type `{}` is not registered", T::info().name.full()))
        })
    }

    /// A type by full name, bare name or alias.
    ///
    /// # Errors
    /// Unknown, with the nearest names; ambiguous, with the candidates.
    pub fn find(&self, name: &str) -> Result<&Arc<TypeEntry>, Diagnostic> {
        if let Some(entry) = self.by_key(TypeKey::of(name)).filter(|entry| entry.name == name) {
            return Ok(entry);
        }
        match self.by_name.get(name).map(|found| found.as_slice()) {
            Some([one]) => Ok(self.entry(*one)),
            Some(many) if !many.is_empty() => {
                let names = many.iter().map(|&index| self.entry(index).name.clone());
                Err(Diagnostic::error(TYPE_AMBIGUOUS, format!("several types are called `{name}`"))
                    .suggest(names))
            }
            _ => {
                let names = self.by_name.keys().map(|name| &**name);
                Err(Diagnostic::error(TYPE_UNKNOWN, format!("there is no type `{name}`"))
                    .suggest(nearest(name, names)))
            }
        }
    }
}
