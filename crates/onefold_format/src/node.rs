//! A parsed input with positions: the slow road of every format, and what documents around values are read from.

use std::borrow::Cow;

use onefold_diag::Diagnostic;
use rustc_hash::FxHashSet;

use crate::diagnostics::{self, JSON_SYNTAX};
use crate::json::cursor::{Cursor, SyntaxError};
use crate::options::Limits;

/// A value of an input, with the bytes it stood at.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<'t> {
    /// What it is.
    pub kind: NodeKind<'t>,
    /// First byte; 0 to 0 for one that was made.
    pub start: u32,
    /// First byte after it.
    pub end: u32,
}

/// What a [`Node`] is.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind<'t> {
    /// Nothing.
    Null,
    /// A bool.
    Bool(bool),
    /// A number, as it stood there.
    Number(Cow<'t, str>),
    /// A text.
    Text(Cow<'t, str>),
    /// A list.
    List(Vec<Node<'t>>),
    /// Members or entries, in order.
    Object(Vec<NodeEntry<'t>>),
}

/// A named value of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeEntry<'t> {
    /// Its name.
    pub name: Cow<'t, str>,
    /// First byte of the name.
    pub start: u32,
    /// Its value.
    pub value: Node<'t>,
}

impl NodeEntry<'_> {
    /// The same entry without what it borrowed.
    #[must_use]
    pub fn into_owned(self) -> NodeEntry<'static> {
        NodeEntry {
            name: Cow::Owned(self.name.into_owned()),
            start: self.start,
            value: into_owned(self.value),
        }
    }
}

impl<'t> Node<'t> {
    /// A made node.
    #[must_use]
    pub const fn new(kind: NodeKind<'t>) -> Self {
        Self { kind, start: 0, end: 0 }
    }

    /// A made text.
    #[must_use]
    pub fn text(text: impl Into<Cow<'t, str>>) -> Self {
        Self::new(NodeKind::Text(text.into()))
    }

    /// A made number; a text where it is none that JSON can write.
    #[must_use]
    pub fn number(number: f64) -> Self {
        if number.is_finite() {
            Self::new(NodeKind::Number(Cow::Owned(number.to_string())))
        } else {
            Self::text(crate::number::special(number))
        }
    }

    /// A made integer.
    #[must_use]
    pub fn int(number: i64) -> Self {
        Self::new(NodeKind::Number(Cow::Owned(number.to_string())))
    }

    /// What kind of value it is, for messages.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            NodeKind::Null => "null",
            NodeKind::Bool(_) => "bool",
            NodeKind::Number(_) => "number",
            NodeKind::Text(_) => "text",
            NodeKind::List(_) => "list",
            NodeKind::Object(_) => "object",
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The bool, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.kind {
            NodeKind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match &self.kind {
            NodeKind::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The items, if it is a list.
    #[must_use]
    pub fn items(&self) -> Option<&[Node<'t>]> {
        match &self.kind {
            NodeKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries, if it is an object.
    #[must_use]
    pub fn entries(&self) -> Option<&[NodeEntry<'t>]> {
        match &self.kind {
            NodeKind::Object(entries) => Some(entries),
            _ => None,
        }
    }

    /// The entries to be changed; none when it is no object.
    pub fn entries_mut(&mut self) -> Option<&mut Vec<NodeEntry<'t>>> {
        match &mut self.kind {
            NodeKind::Object(entries) => Some(entries),
            _ => None,
        }
    }

    /// An entry of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node<'t>> {
        self.entries()?.iter().find(|entry| entry.name == name).map(|entry| &entry.value)
    }

    /// An entry of an object, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Node<'t>> {
        self.entries_mut()?.iter_mut().find(|entry| entry.name == name).map(|entry| &mut entry.value)
    }

    /// Takes an entry out of an object.
    pub fn take(&mut self, name: &str) -> Option<Node<'t>> {
        let entries = self.entries_mut()?;
        let at = entries.iter().position(|entry| entry.name == name)?;
        Some(entries.remove(at).value)
    }

    /// Sets or adds an entry; does nothing when it is no object.
    pub fn set(&mut self, name: impl Into<Cow<'t, str>>, value: Node<'t>) {
        let name = name.into();
        if let Some(have) = self.get_mut(&name) {
            *have = value;
        } else if let Some(entries) = self.entries_mut() {
            entries.push(NodeEntry { name, start: 0, value });
        }
    }

    /// The same node without what it borrowed.
    #[must_use]
    pub fn into_owned(self) -> Node<'static> {
        into_owned(self)
    }

    /// The text, where it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items, where it is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Self]> {
        match &self.kind {
            NodeKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// Renames an entry; false when there is none of that name or the new name is taken.
    pub fn rename(&mut self, from: &str, to: impl Into<Cow<'t, str>>) -> bool {
        let to = to.into();
        if self.get(&to).is_some() {
            return false;
        }
        let entry =
            self.entries_mut().and_then(|entries| entries.iter_mut().find(|entry| entry.name == from));
        entry.map(|entry| entry.name = to).is_some()
    }
}

/// Something wrong with an input, by its bytes.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) what: Diagnostic,
}

/// Reads a JSON text. What does not stop the reading (names given twice) is put into `found`.
pub(crate) fn parse<'t>(text: &'t str, limits: &Limits, found: &mut Vec<Found>) -> Result<Node<'t>, Found> {
    let mut parser = Parser { cursor: Cursor::new(text), left: limits.count, limits, found };
    let node = parser.value(0)?;
    parser.cursor.end().map_err(syntax)?;
    Ok(node)
}

pub(crate) fn syntax(err: SyntaxError) -> Found {
    let at = err.at as u32;
    Found { start: at, end: at, what: diagnostics::syntax(JSON_SYNTAX, err.why) }
}

struct Parser<'t, 'l> {
    cursor: Cursor<'t>,
    left: usize,
    limits: &'l Limits,
    found: &'l mut Vec<Found>,
}

impl<'t> Parser<'t, '_> {
    fn over(&self, what: &str, limit: usize) -> Found {
        let at = self.cursor.at() as u32;
        Found { start: at, end: at, what: diagnostics::limit(what, limit) }
    }

    fn value(&mut self, depth: usize) -> Result<Node<'t>, Found> {
        if depth > self.limits.depth {
            return Err(self.over("levels of nesting", self.limits.depth));
        }
        self.left = self.left.checked_sub(1).ok_or_else(|| self.over("values", self.limits.count))?;
        let next = self.cursor.peek();
        let start = self.cursor.at() as u32;
        let kind = match next {
            Some(b'"') => NodeKind::Text(self.cursor.string().map_err(syntax)?),
            Some(b'-' | b'0'..=b'9') => {
                NodeKind::Number(Cow::Borrowed(self.cursor.number().map_err(syntax)?))
            }
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b't') => self.cursor.word("true").map(|()| NodeKind::Bool(true)).map_err(syntax)?,
            Some(b'f') => self.cursor.word("false").map(|()| NodeKind::Bool(false)).map_err(syntax)?,
            Some(b'n') => self.cursor.word("null").map(|()| NodeKind::Null).map_err(syntax)?,
            None => return self.cursor.fail("the text ends too early").map_err(syntax),
            Some(_) => return self.cursor.fail("this is no value of JSON").map_err(syntax),
        };
        Ok(Node { kind, start, end: self.cursor.at() as u32 })
    }

    fn list(&mut self, depth: usize) -> Result<NodeKind<'t>, Found> {
        self.cursor.eat(b'[');
        let mut items = Vec::new();
        if !self.cursor.eat(b']') {
            loop {
                items.push(self.value(depth + 1)?);
                if !self.cursor.next_item(b']').map_err(syntax)? {
                    break;
                }
            }
        }
        Ok(NodeKind::List(items))
    }

    fn object(&mut self, depth: usize) -> Result<NodeKind<'t>, Found> {
        self.cursor.eat(b'{');
        let mut entries = Vec::new();
        if !self.cursor.eat(b'}') {
            loop {
                self.cursor.peek();
                let start = self.cursor.at() as u32;
                let name = self.cursor.string().map_err(syntax)?;
                self.cursor.expect(b':', "`:` is missing").map_err(syntax)?;
                let value = self.value(depth + 1)?;
                entries.push(NodeEntry { name, start, value });
                if !self.cursor.next_item(b'}').map_err(syntax)? {
                    break;
                }
            }
        }
        find_twins(&entries, self.found);
        Ok(NodeKind::Object(entries))
    }
}

/// Reports every name that an object has had before.
pub(crate) fn find_twins(entries: &[NodeEntry<'_>], found: &mut Vec<Found>) {
    let mut twin = |entry: &NodeEntry<'_>| {
        let end = entry.start + entry.name.len() as u32 + 2;
        found.push(Found { start: entry.start, end, what: diagnostics::key_twice(&entry.name) });
    };
    if entries.len() <= 8 {
        for (at, entry) in entries.iter().enumerate() {
            if entries[..at].iter().any(|other| other.name == entry.name) {
                twin(entry);
            }
        }
        return;
    }
    let mut seen = FxHashSet::default();
    for entry in entries {
        if !seen.insert(&*entry.name) {
            twin(entry);
        }
    }
}

/// The same node without what it borrowed.
pub(crate) fn into_owned<'o>(node: Node<'_>) -> Node<'o> {
    let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
    let kind = match node.kind {
        NodeKind::Null => NodeKind::Null,
        NodeKind::Bool(value) => NodeKind::Bool(value),
        NodeKind::Number(text) => NodeKind::Number(owned(text)),
        NodeKind::Text(text) => NodeKind::Text(owned(text)),
        NodeKind::List(items) => NodeKind::List(items.into_iter().map(into_owned).collect()),
        NodeKind::Object(entries) => NodeKind::Object(
            entries
                .into_iter()
                .map(|entry| NodeEntry {
                    name: owned(entry.name),
                    start: entry.start,
                    value: into_owned(entry.value),
                })
                .collect(),
        ),
    };
    Node { kind, start: node.start, end: node.end }
}

/// A node in short, for messages.
pub(crate) fn short(node: &Node<'_>) -> String {
    match &node.kind {
        NodeKind::Text(text) | NodeKind::Number(text) => text.chars().take(200).collect(),
        NodeKind::List(items) => format!("a list of {}", items.len()),
        NodeKind::Object(entries) => format!("an object of {}", entries.len()),
        _ => crate::json::node_text(node),
    }
}
