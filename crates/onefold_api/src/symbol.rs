//! One symbol.

use std::sync::Arc;

use onefold_reflect::{Method, TypeIndex};

/// Index of a symbol in its table. Native symbols keep theirs; symbols of scripts come and go with their revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// What a symbol names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolKind {
    /// A type.
    Type,
    /// Reads a member, in place or by a method.
    Getter,
    /// Writes a member.
    Setter,
    /// Reads an indexed member.
    IndexedGetter,
    /// Writes an indexed member.
    IndexedSetter,
    /// A method called on an object or value.
    Method,
    /// A method without an object.
    Static,
    /// A free function.
    Function,
    /// A global object that the host owns.
    Global,
}

/// Where the item of a symbol stands in the registry.
#[derive(Clone, Debug)]
pub enum Item {
    /// A type, or the global object of a type.
    Type(TypeIndex),
    /// A member: its type and its place in the flat walk.
    Member(TypeIndex, u32),
    /// A method of a type, or a free function.
    Method(Option<TypeIndex>, Arc<Method>),
}

/// One exported item under its canonical name.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub(crate) id: SymbolId,
    pub(crate) name: String,
    pub(crate) kind: SymbolKind,
    pub(crate) item: Item,
}

impl Symbol {
    /// Its index in the table.
    #[must_use]
    pub fn id(&self) -> SymbolId {
        self.id
    }

    /// Its canonical name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its canonical name without the postfix `^N`.
    #[must_use]
    pub fn plain_name(&self) -> &str {
        self.name.split_once('^').map_or(&self.name, |(plain, _)| plain)
    }

    /// What it names.
    #[must_use]
    pub fn kind(&self) -> SymbolKind {
        self.kind
    }

    /// Where the item stands in the registry.
    #[must_use]
    pub fn item(&self) -> &Item {
        &self.item
    }
}
