//! JSON: the scene format.

pub(crate) mod cursor;
mod fast;
pub(crate) mod read;
pub(crate) mod write;

use crate::node::Node;
use crate::options::Form;

/// A node as compact JSON.
pub(crate) fn node_text(node: &Node<'_>) -> String {
    let mut sink = write::JsonSink::new(Vec::new(), Form::Typed, false);
    crate::node_sink::emit(node, &mut sink);
    write::into_text(sink.out)
}
