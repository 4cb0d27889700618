//! Between nodes and sinks: a value as nodes, nodes as any format.

use std::borrow::Cow;

use onefold_reflect::{LanesRef, TypedRef, VariantInfo, View};

use crate::node::{Node, NodeEntry, NodeKind};
use crate::number::special;
use crate::options::{Limits, Reference, WriteOptions};
use crate::walk::{Sink, Walk};

/// Writes nodes into a sink.
pub(crate) fn emit(node: &Node<'_>, sink: &mut impl Sink) {
    match &node.kind {
        NodeKind::Null => sink.null(),
        NodeKind::Bool(value) => sink.bool(*value),
        NodeKind::Number(text) => sink.number_text(text),
        NodeKind::Text(text) => sink.text(text),
        NodeKind::List(items) => {
            let plain = |item: &Node<'_>| matches!(item.kind, NodeKind::Number(_) | NodeKind::Bool(_));
            sink.begin_list(items.len(), items.iter().all(plain));
            for item in items {
                sink.item();
                emit(item, sink);
            }
            sink.end_list();
        }
        NodeKind::Object(entries) => {
            sink.begin_object();
            for entry in entries {
                sink.key(&entry.name);
                emit(&entry.value, sink);
            }
            sink.end_object();
        }
    }
}

/// A value as nodes: for documents that are put together, and for what is changed before it is written.
#[must_use]
pub fn write_node(value: TypedRef<'_>, options: &WriteOptions<'_>) -> Node<'static> {
    let mut walk = Walk::new(NodeSink::default(), options);
    walk.root(value);
    walk.sink.done.unwrap_or(Node::new(NodeKind::Null))
}

/// Collects nodes.
#[derive(Default)]
struct NodeSink {
    /// Open lists and objects, innermost last, with the name of the value that comes next.
    open: Vec<(NodeKind<'static>, String)>,
    done: Option<Node<'static>>,
}

impl NodeSink {
    fn put(&mut self, kind: NodeKind<'static>) {
        let node = Node::new(kind);
        match self.open.last_mut() {
            Some((NodeKind::List(items), _)) => items.push(node),
            Some((NodeKind::Object(entries), name)) => {
                let name = Cow::Owned(std::mem::take(name));
                entries.push(NodeEntry { name, start: 0, value: node });
            }
            _ => self.done = Some(node),
        }
    }

    fn close(&mut self) {
        if let Some((kind, _)) = self.open.pop() {
            self.put(kind);
        }
    }
}

impl Sink for NodeSink {
    fn null(&mut self) {
        self.put(NodeKind::Null);
    }

    fn bool(&mut self, value: bool) {
        self.put(NodeKind::Bool(value));
    }

    fn int(&mut self, value: i64) {
        self.put(NodeKind::Number(Cow::Owned(value.to_string())));
    }

    fn uint(&mut self, value: u64) {
        self.put(NodeKind::Number(Cow::Owned(value.to_string())));
    }

    fn f32(&mut self, value: f32) {
        self.put(f32_kind(value));
    }

    fn f64(&mut self, value: f64) {
        self.put(f64_kind(value));
    }

    fn text(&mut self, value: &str) {
        self.put(NodeKind::Text(Cow::Owned(value.to_owned())));
    }

    fn lanes(&mut self, lanes: LanesRef<'_>) {
        let lane = |lane| {
            Node::new(match lanes.get(lane) {
                View::F32(value) => f32_kind(value),
                View::F64(value) => f64_kind(value),
                View::Int(value) => NodeKind::Number(Cow::Owned(value.to_string())),
                View::UInt(value) => NodeKind::Number(Cow::Owned(value.to_string())),
                _ => NodeKind::Null,
            })
        };
        self.put(NodeKind::List((0..lanes.len()).map(lane).collect()));
    }

    fn variant(&mut self, variant: &VariantInfo<'_>) {
        self.text(variant.name);
    }

    fn reference(&mut self, reference: &Reference) {
        self.begin_object();
        for (key, value) in [("id", &reference.id), ("name", &reference.name)] {
            if let Some(value) = value {
                self.key(key);
                self.text(value);
            }
        }
        self.end_object();
    }

    fn begin_list(&mut self, len: usize, _flat: bool) {
        self.open.push((NodeKind::List(Vec::with_capacity(len)), String::new()));
    }

    fn item(&mut self) {}

    fn end_list(&mut self) {
        self.close();
    }

    fn begin_object(&mut self) {
        self.open.push((NodeKind::Object(Vec::new()), String::new()));
    }

    fn key(&mut self, key: &str) {
        if let Some((_, name)) = self.open.last_mut() {
            key.clone_into(name);
        }
    }

    fn end_object(&mut self) {
        self.close();
    }

    fn number_text(&mut self, text: &str) {
        self.put(NodeKind::Number(Cow::Owned(text.to_owned())));
    }

    fn kept(&mut self, json: &str) {
        // It came from a node, so that it can be read again; a text is what remains if somebody made it up.
        let node = crate::node::parse(json, &Limits::DEFAULT, &mut Vec::new());
        self.put(node.map_or_else(
            |_| NodeKind::Text(Cow::Owned(json.to_owned())),
            |node| crate::node::into_owned(node).kind,
        ));
    }
}

fn f32_kind(value: f32) -> NodeKind<'static> {
    if value.is_finite() {
        NodeKind::Number(Cow::Owned(crate::number::f32_text(value)))
    } else {
        NodeKind::Text(Cow::Borrowed(special(value.into())))
    }
}

fn f64_kind(value: f64) -> NodeKind<'static> {
    if value.is_finite() {
        NodeKind::Number(Cow::Owned(crate::number::f64_text(value)))
    } else {
        NodeKind::Text(Cow::Borrowed(special(value)))
    }
}
