//! Namespaces and the look-up of names in them.

use onefold_script_syntax::ast;

use crate::model::{Entry, Space};
use crate::unit::Unit;

impl Unit<'_> {
    /// The namespace called `name` in `parent`, made where there is none.
    pub fn space(&mut self, parent: u32, name: &str) -> u32 {
        if let Some(&found) = self.spaces[parent as usize].children.get(name) {
            return found;
        }
        let full = self.qualified(parent, name);
        let id = self.spaces.len() as u32;
        self.spaces.push(Space { name: full, parent: Some(parent), ..Space::default() });
        self.spaces[parent as usize].children.insert(name.into(), id);
        id
    }

    /// `name` with its namespace in front.
    pub fn qualified(&self, space: u32, name: &str) -> String {
        let outer = &self.spaces[space as usize].name;
        if outer.is_empty() { name.to_owned() } else { format!("{outer}::{name}") }
    }

    pub fn entry_mut(&mut self, space: u32, name: &str) -> &mut Entry {
        self.spaces[space as usize].entries.entry(name.into()).or_default()
    }

    pub fn entry(&self, space: u32, name: &str) -> Option<&Entry> {
        self.spaces[space as usize].entries.get(name)
    }

    /// The namespace a written path leads to, seen from `from`.
    pub fn find_space(&self, path: &[String], is_absolute: bool, from: u32) -> Option<u32> {
        let mut start = Some(if is_absolute { 0 } else { from });
        while let Some(space) = start {
            let mut at = Some(space);
            for name in path {
                at = at.and_then(|at| self.spaces[at as usize].children.get(name.as_str()).copied());
            }
            if at.is_some() {
                return at;
            }
            start = self.spaces[space as usize].parent;
        }
        None
    }

    /// The nearest meaning of a name that `pick` accepts: in `space`, what it uses, then outwards.
    pub fn find<T>(
        &self,
        name: &str,
        space: u32,
        extra: &[u32],
        pick: impl Fn(&Entry) -> Option<T>,
    ) -> Option<T> {
        let mut at = Some(space);
        let mut extra = extra;
        while let Some(here) = at {
            let own = self.entry(here, name).and_then(&pick);
            if own.is_some() {
                return own;
            }
            let used = self.spaces[here as usize].using.iter().chain(extra);
            for &used in used {
                let found = self.entry(used, name).and_then(&pick);
                if found.is_some() {
                    return found;
                }
            }
            extra = &[];
            at = self.spaces[here as usize].parent;
        }
        None
    }

    /// The names before the last one of a path.
    pub fn scope_names(&self, path: &ast::Path) -> Vec<String> {
        self.tree[path.scope].iter().map(|segment| self.tree.name(segment.name).to_owned()).collect()
    }

    /// All names visible from a namespace, for hints.
    pub fn visible_names(&self, space: u32, pick: impl Fn(&Entry) -> bool) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = Some(space);
        while let Some(here) = at {
            let entries = self.spaces[here as usize].entries.iter();
            names.extend(entries.filter(|(_, entry)| pick(entry)).map(|(name, _)| name.to_string()));
            at = self.spaces[here as usize].parent;
        }
        names.sort_unstable();
        names
    }
}
