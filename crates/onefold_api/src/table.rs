//! The table, made from a registry and never by hand.

use std::sync::Arc;

use onefold_diag::{Code, Diagnostic, nearest};
use onefold_reflect::{MemberFlags, MethodFlags, Place, Receiver, Registry, TypeEntry};
use rustc_hash::FxHashMap;

use crate::symbol::{Item, Symbol, SymbolId, SymbolKind};

/// No symbol has that name.
pub const SYMBOL_UNKNOWN: Code = Code("symbol_unknown");
/// Several symbols have that name without postfix.
pub const SYMBOL_AMBIGUOUS: Code = Code("symbol_ambiguous");

/// Every exported symbol of one registry revision.
#[derive(Debug)]
pub struct Api {
    registry: Arc<Registry>,
    symbols: Vec<Symbol>,
    by_name: FxHashMap<Box<str>, Vec<SymbolId>>,
}

impl Api {
    /// Lists what a registry exports: types in index order, the items of each in the order of its walk, then free
    /// functions and global objects. Adding an item reorders no other.
    #[must_use]
    pub fn new(registry: Arc<Registry>) -> Self {
        let mut api = Self { registry: registry.clone(), symbols: Vec::new(), by_name: FxHashMap::default() };
        for entry in registry.types() {
            api.add_type(entry);
        }
        for function in registry.functions() {
            let name = format!("{}^{}", function.name(), function.params().len());
            api.add(name, SymbolKind::Function, Item::Method(None, function.clone()));
        }
        for entry in registry.types() {
            if let Some(global) = entry.info().global {
                api.add(global.to_owned(), SymbolKind::Global, Item::Type(entry.index()));
            }
        }
        api
    }

    fn add_type(&mut self, entry: &Arc<TypeEntry>) {
        let (index, of) = (entry.index(), entry.bare_name());
        self.add(of.to_owned(), SymbolKind::Type, Item::Type(index));
        for (at, member) in entry.members().iter().enumerate() {
            let (readable, writable, indexed) = match member.place() {
                Place::Offset(_) => (true, true, false),
                Place::Computed { get, set, index } => (get.is_some(), set.is_some(), index.is_some()),
            };
            let (get, set) = if indexed {
                (("geti", SymbolKind::IndexedGetter), ("seti", SymbolKind::IndexedSetter))
            } else {
                (("get", SymbolKind::Getter), ("set", SymbolKind::Setter))
            };
            let writable = writable && !member.attrs().flags.has(MemberFlags::READ_ONLY);
            for ((prefix, kind), there) in [(get, readable), (set, writable)] {
                if there {
                    let name = format!("{of}::{prefix}_{}", member.name());
                    self.add(name, kind, Item::Member(index, at as u32));
                }
            }
        }
        for method in entry.methods() {
            if method.info().flags.has(MethodFlags::ACCESSOR) {
                continue;
            }
            let kind = match method.receiver() {
                Receiver::None | Receiver::WorldStatic => SymbolKind::Static,
                Receiver::Leaf | Receiver::LeafMut | Receiver::World => SymbolKind::Method,
            };
            let name = format!("{of}::{}^{}", method.name(), method.params().len());
            self.add(name, kind, Item::Method(Some(index), method.clone()));
        }
    }

    fn add(&mut self, name: String, kind: SymbolKind, item: Item) {
        let id = SymbolId(self.symbols.len() as u32);
        self.by_name.entry(name.as_str().into()).or_default().push(id);
        if let Some((plain, _)) = name.split_once('^') {
            self.by_name.entry(plain.into()).or_default().push(id);
        }
        self.symbols.push(Symbol { id, name, kind, item });
    }

    /// The registry the table was made from.
    #[must_use]
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// All symbols, in a stable order.
    #[must_use]
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The symbol of an id.
    ///
    /// # Panics
    /// When the id is of another table.
    #[must_use]
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    /// A symbol by its canonical name, or without its postfix where only one has that name.
    ///
    /// # Errors
    /// Unknown, with the nearest names; ambiguous, with the candidates (overloads of one argument count, too).
    pub fn find(&self, name: &str) -> Result<&Symbol, Diagnostic> {
        match self.by_name.get(name).map(Vec::as_slice) {
            Some([one]) => Ok(self.symbol(*one)),
            Some(many) if !many.is_empty() => {
                let candidates = many.iter().map(|&id| self.symbol(id).name().to_owned());
                Err(Diagnostic::error(SYMBOL_AMBIGUOUS, format!("several symbols are called `{name}`"))
                    .suggest(candidates))
            }
            _ => {
                let known = self.by_name.keys().map(|name| &**name);
                Err(Diagnostic::error(SYMBOL_UNKNOWN, format!("there is no symbol `{name}`"))
                    .suggest(nearest(name, known)))
            }
        }
    }

    /// All symbols of that canonical name, or of that name without postfix: the overloads of a method.
    pub fn overloads<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Symbol> + 'a {
        self.by_name.get(name).into_iter().flatten().map(|&id| self.symbol(id))
    }
}
