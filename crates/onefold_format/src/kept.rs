//! What a reader did not understand, kept verbatim to be written back.

use std::borrow::Cow;

use crate::node::{Node, NodeEntry, NodeKind};
use crate::options::Limits;
use crate::path::Step;

/// One member that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMember {
    /// Path of the object that had it; empty for the value itself.
    pub object: String,
    /// Its name, as it stood there.
    pub name: String,
    /// Its value as JSON, as it stood there.
    pub json: String,
    /// Canonical name of the known member it stood behind; none for the first.
    pub after: Option<String>,
    /// For a known member whose value did not fit: its canonical name, and what the member held instead, as JSON.
    /// Once the member holds something else, that is written.
    pub instead_of: Option<(String, String)>,
}

/// Members that were not understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// In the order they were found.
    pub members: Vec<KeptMember>,
}

impl Kept {
    /// True when there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Drops what is kept at and under a path: for when somebody replaces the value there.
    pub fn forget(&mut self, path: &str) {
        self.members.retain(|member| {
            let whole = crate::path::join(&member.object, &member.name);
            !crate::path::is_under(&member.object, path) && !crate::path::is_under(&whole, path)
        });
    }

    pub(crate) fn of<'a>(&'a self, object: &'a str) -> impl Iterator<Item = &'a KeptMember> {
        self.members.iter().filter(move |member| member.object == object)
    }
}

impl Kept {
    /// Puts what was kept back into nodes, where its objects still are.
    pub(crate) fn weave(&self, node: &mut Node<'_>) {
        for member in &self.members {
            let Ok(value) = crate::node::parse(&member.json, &Limits::DEFAULT, &mut Vec::new()) else {
                continue;
            };
            let Some(object) = find(node, &member.object).and_then(Node::entries_mut) else { continue };
            let position = |name: &str| object.iter().position(|entry| entry.name == name);
            let at = match (&member.instead_of, &member.after) {
                (Some((name, was)), _) => match position(name) {
                    Some(at) if crate::json::node_text(&object[at].value) != *was => continue,
                    Some(at) => {
                        object.remove(at);
                        at
                    }
                    None => object.len(),
                },
                (None, Some(after)) => position(after).map_or(object.len(), |at| at + 1),
                (None, None) => 0,
            };
            let entry = NodeEntry {
                name: Cow::Owned(member.name.clone()),
                start: 0,
                value: crate::node::into_owned(value),
            };
            object.insert(at, entry);
        }
    }
}

/// The node at a path of names, indices and quoted keys.
fn find<'n, 't>(node: &'n mut Node<'t>, path: &str) -> Option<&'n mut Node<'t>> {
    let mut node = node;
    for step in crate::path::steps(path)? {
        node = match step {
            Step::Name(name) => node.get_mut(&name)?,
            Step::Index(at) => match &mut node.kind {
                NodeKind::List(items) => items.get_mut(at)?,
                _ => return None,
            },
        };
    }
    Some(node)
}
