//! Nodes of no text: values that other programs hand over as JSON values, and reading them.

use std::borrow::Cow;

use onefold_reflect::{TypeRef, TypedMut};
use serde_json::Value as Json;

use crate::apply::Apply;
use crate::node::{Node, NodeEntry, NodeKind};
use crate::options::{Mode, ReadOptions, ReadReport};

impl<'j> From<&'j Json> for Node<'j> {
    fn from(json: &'j Json) -> Self {
        Self::new(match json {
            Json::Null => NodeKind::Null,
            Json::Bool(value) => NodeKind::Bool(*value),
            Json::Number(number) => NodeKind::Number(Cow::Owned(number.to_string())),
            Json::String(text) => NodeKind::Text(Cow::Borrowed(text)),
            Json::Array(items) => NodeKind::List(items.iter().map(Self::from).collect()),
            Json::Object(members) => NodeKind::Object(
                members
                    .iter()
                    .map(|(name, value)| NodeEntry {
                        name: Cow::Borrowed(name),
                        start: 0,
                        value: Self::from(value),
                    })
                    .collect(),
            ),
        })
    }
}

impl Node<'_> {
    /// The node as a JSON value. Of names given twice the last counts; a number that no JSON value holds becomes a text.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match &self.kind {
            NodeKind::Null => Json::Null,
            NodeKind::Bool(value) => Json::Bool(*value),
            NodeKind::Number(text) => {
                serde_json::from_str(text).unwrap_or_else(|_| Json::String(text.to_string()))
            }
            NodeKind::Text(text) => Json::String(text.to_string()),
            NodeKind::List(items) => items.iter().map(Node::to_json).collect(),
            NodeKind::Object(entries) => Json::Object(
                entries.iter().map(|entry| (entry.name.to_string(), entry.value.to_json())).collect(),
            ),
        }
    }

    /// The node at a JSON pointer (RFC 6901): `/entities/0/name`.
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        let mut node = self;
        if pointer.is_empty() {
            return Some(node);
        }
        for step in pointer.strip_prefix('/')?.split('/') {
            let name = step.replace("~1", "/").replace("~0", "~");
            node = match &node.kind {
                NodeKind::List(items) => items.get(name.parse::<usize>().ok()?)?,
                _ => node.get(&name)?,
            };
        }
        Some(node)
    }
}

/// Says everything that keeps a node from being read into a value of a type; there is no value, and nothing is changed.
#[must_use]
pub fn check_node(ty: TypeRef<'_>, node: &Node<'_>, options: &ReadOptions<'_>) -> ReadReport {
    let options = ReadOptions { mode: Mode::Strict, ..*options };
    let mut apply = Apply::new(&options, None);
    let (fits, set) = apply.check(ty, node);
    apply.finish(fits, set, None)
}

/// Reads a node of no text into a value, as [`read_json`](crate::read_json) reads a text.
#[must_use]
pub fn read_node(target: TypedMut<'_>, node: &Node<'_>, options: &ReadOptions<'_>) -> ReadReport {
    let mut apply = Apply::new(options, None);
    let (applied, set) = apply.root(target, node);
    apply.finish(applied || options.mode == Mode::Lenient, set, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_values_and_nodes_are_the_same() {
        let json: Json =
            serde_json::from_str(r#"{"a":[1,-2.5,"x",null,true,{"b/c":18446744073709551615}]}"#).unwrap();
        let node = Node::from(&json);
        assert_eq!(node.to_json(), json);
        assert_eq!(node.pointer("/a/5/b~1c").unwrap().to_json(), Json::from(u64::MAX));
        assert_eq!(node.pointer("").unwrap(), &node);
        for wrong in ["a", "/b", "/a/6", "/a/x", "/a/0/0"] {
            assert!(node.pointer(wrong).is_none(), "{wrong}");
        }
    }
}
