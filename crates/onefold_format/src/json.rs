//! JSON: the scene format.

pub(crate) mod cursor;
pub(crate) mod read;
pub(crate) mod write;

use crate::node::{Node, NodeKind};

/// A node as compact JSON.
pub(crate) fn node_text(node: &Node<'_>) -> String {
    let mut out = Vec::new();
    put_node(node, &mut out);
    write::into_text(out)
}

/// Appends a node as compact JSON.
pub(crate) fn put_node(node: &Node<'_>, out: &mut Vec<u8>) {
    match &node.kind {
        NodeKind::Null => out.extend_from_slice(b"null"),
        NodeKind::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
        NodeKind::Number(text) => out.extend_from_slice(text.as_bytes()),
        NodeKind::Text(text) => write::quote(out, text),
        NodeKind::List(items) => {
            out.push(b'[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                put_node(item, out);
            }
            out.push(b']');
        }
        NodeKind::Object(entries) => {
            out.push(b'{');
            for (at, entry) in entries.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                write::quote(out, &entry.name);
                out.push(b':');
                put_node(&entry.value, out);
            }
            out.push(b'}');
        }
    }
}
