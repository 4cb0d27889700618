//! Ids, lists and the pools they point into.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Range;

use super::{
    Accessor, Arg, Case, Class, Declarator, Enum, EnumValue, Expr, ForEachVariable, Funcdef, Function,
    Import, InitItem, Interface, Item, Lambda, Member, Metadata, Name, Namespace, Param, Path, ScopeSegment,
    Stmt, Type, TypeSuffix, Typedef, Using, Variables, VirtualProperty,
};

/// The place of one node of type `T` in its [`Tree`](super::Tree).
pub struct Id<T> {
    raw: u32,
    of: PhantomData<fn() -> T>,
}

/// Neighbouring nodes of type `T` in their [`Tree`](super::Tree).
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    pub(crate) const fn new(raw: u32) -> Self {
        Self { raw, of: PhantomData }
    }

    /// The number of the node among those of its type, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.raw as usize
    }
}

impl<T> List<T> {
    /// No nodes.
    pub const EMPTY: Self = Self { start: 0, len: 0, of: PhantomData };

    pub(crate) const fn new(start: u32, len: u32) -> Self {
        Self { start, len, of: PhantomData }
    }

    /// How many nodes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// True when there are no nodes.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The ids of the nodes, in order.
    pub fn ids(self) -> impl DoubleEndedIterator<Item = Id<T>> + ExactSizeIterator + use<T> {
        (self.start..self.start + self.len).map(Id::new)
    }

    pub(crate) const fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// A type of node that a [`Tree`](super::Tree) holds.
pub trait Node: Sized + sealed::Pooled {}

pub(crate) mod sealed {
    /// Access to the pool of a node type.
    pub trait Pooled: Sized {
        /// The pool.
        fn pool(pools: &super::Pools) -> &Vec<Self>;
        /// The pool, to add to.
        fn pool_mut(pools: &mut super::Pools) -> &mut Vec<Self>;
    }
}

macro_rules! pools {
    ($($field:ident: $node:ty,)*) => {
        /// One vector per node type.
        #[derive(Clone, Debug, Default)]
        pub struct Pools { $($field: Vec<$node>,)* }

        $(
            impl Node for $node {}
            impl sealed::Pooled for $node {
                fn pool(pools: &Pools) -> &Vec<Self> { &pools.$field }
                fn pool_mut(pools: &mut Pools) -> &mut Vec<Self> { &mut pools.$field }
            }
        )*
    };
}

pools! {
    accessors: Accessor,
    args: Arg,
    cases: Case,
    classes: Class,
    declarators: Declarator,
    enums: Enum,
    enum_values: EnumValue,
    exprs: Expr,
    expr_ids: Id<Expr>,
    for_each_variables: ForEachVariable,
    funcdefs: Funcdef,
    functions: Function,
    imports: Import,
    init_items: InitItem,
    interfaces: Interface,
    items: Item,
    lambdas: Lambda,
    members: Member,
    metadata: Metadata,
    names: Name,
    namespaces: Namespace,
    params: Param,
    paths: Path,
    scope_segments: ScopeSegment,
    stmts: Stmt,
    types: Type,
    type_suffixes: TypeSuffix,
    typedefs: Typedef,
    usings: Using,
    variables: Variables,
    virtual_properties: VirtualProperty,
}

impl Pools {
    /// Makes room for what a text of so many tokens usually needs, so that the pools need not move as they grow.
    pub(crate) fn reserve(&mut self, tokens: usize) {
        self.exprs.reserve(tokens / 3);
        self.paths.reserve(tokens / 4);
        self.args.reserve(tokens / 16);
        self.stmts.reserve(tokens / 12);
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.raw.cmp(&other.raw)
    }
}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.raw)
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

impl<T> Eq for List<T> {}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}..{}", self.start, self.start + self.len)
    }
}
