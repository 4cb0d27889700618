//! Writing XML.

use std::borrow::Cow;
use std::fmt::Write as _;

use onefold_reflect::{LanesRef, TypedRef, VariantInfo, View};

use super::{ENTRY, ITEM, is_char, is_name};
use crate::json::write::{into_text, quote};
use crate::node::Node;
use crate::number::{f32_text, f64_text};
use crate::options::{Form, Limits, Reference, WriteOptions};
use crate::text_value;
use crate::walk::{Sink, Walk};

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Writes any described value as XML; the root element has the name of the type.
#[must_use]
pub fn write_xml(value: TypedRef<'_>, options: &WriteOptions<'_>) -> String {
    let name = value.ty().entry().bare_name();
    let sink = XmlSink::rooted(name, options);
    let mut walk = Walk::new(sink, options);
    walk.root(value);
    walk.sink.finish()
}

/// A node as an XML document with that root element.
#[must_use]
pub fn xml_text(node: &Node<'_>, root: &str, pretty: bool) -> String {
    let options = WriteOptions { pretty, ..WriteOptions::new() };
    let mut sink = XmlSink::rooted(root, &options);
    sink.untyped(node);
    sink.finish()
}

/// Writes elements.
pub(crate) struct XmlSink {
    out: String,
    form: Form,
    pretty: bool,
    /// Names of the open elements as they stand in their tags.
    open: Vec<String>,
    /// Tag of the element that comes next: its name, and the attribute that holds what is no name.
    next: (String, Option<String>),
    /// The innermost element's start tag has not ended yet.
    in_tag: bool,
    /// A reader knows the types: numbers need not say that they are numbers.
    typed: bool,
}

impl XmlSink {
    fn new(root: &str, options: &WriteOptions<'_>) -> Self {
        Self {
            out: DECLARATION.to_owned(),
            form: options.form,
            pretty: options.pretty,
            open: Vec::new(),
            next: (root.to_owned(), None),
            in_tag: false,
            typed: true,
        }
    }

    /// With a root element of a name that may be none of XML.
    pub(crate) fn rooted(root: &str, options: &WriteOptions<'_>) -> Self {
        Self::new(if is_name(root) { root } else { "value" }, options)
    }

    pub(crate) fn with_form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// A node, whose numbers have to say that they are numbers.
    pub(crate) fn untyped(&mut self, node: &Node<'_>) {
        let typed = std::mem::replace(&mut self.typed, false);
        crate::node_sink::emit(node, self);
        self.typed = typed;
    }

    pub(crate) fn finish(mut self) -> String {
        if self.pretty {
            self.out.push('\n');
        }
        self.out
    }

    fn line(&mut self) {
        if self.pretty && !self.open.is_empty() {
            self.out.push('\n');
            for _ in 0..self.open.len() {
                self.out.push_str("  ");
            }
        }
    }

    /// Writes the start of the element that comes next, without the end of its tag.
    fn start(&mut self) -> String {
        if std::mem::replace(&mut self.in_tag, false) {
            self.out.push('>');
        }
        self.line();
        let (name, attribute) = std::mem::take(&mut self.next);
        self.out.push('<');
        self.out.push_str(&name);
        if let Some(text) = attribute {
            self.attribute("name", &text);
        }
        name
    }

    fn attribute(&mut self, name: &str, text: &str) {
        let (name, text) =
            if text.chars().all(is_char) { (name, text.to_owned()) } else { ("coded", coded(text)) };
        let _ = write!(self.out, " {name}=\"");
        escape(&mut self.out, &text, true);
        self.out.push('"');
    }

    fn empty(&mut self, is: &str) {
        self.start();
        let _ = write!(self.out, " is=\"{is}\"/>");
    }

    fn leaf(&mut self, is: Option<&str>, text: &str) {
        let name = self.start();
        if let Some(is) = is {
            let _ = write!(self.out, " is=\"{is}\"");
        }
        let held = text.chars().all(is_char);
        if !held {
            self.out.push_str(" is=\"coded\"");
        }
        self.out.push('>');
        let text = if held { Cow::Borrowed(text) } else { Cow::Owned(coded(text)) };
        escape(&mut self.out, &text, false);
        let _ = write!(self.out, "</{name}>");
    }

    fn begin(&mut self, is: Option<&str>) {
        let name = self.start();
        if let Some(is) = is {
            let _ = write!(self.out, " is=\"{is}\"");
        }
        self.open.push(name);
        self.in_tag = true;
    }

    fn end(&mut self, is: &str) {
        let name = self.open.pop().unwrap_or_default();
        if std::mem::replace(&mut self.in_tag, false) {
            self.out.push_str(is);
            self.out.push_str("/>");
            return;
        }
        if self.pretty {
            self.out.push('\n');
            for _ in 0..self.open.len() {
                self.out.push_str("  ");
            }
        }
        let _ = write!(self.out, "</{name}>");
    }
}

/// A text with JSON's escapes, without its quotes.
fn coded(text: &str) -> String {
    let mut out = Vec::new();
    for c in text.chars() {
        if is_char(c) && c >= ' ' && c != '"' && c != '\\' {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        } else if (c as u32) < 0x80 {
            let mut one = Vec::new();
            quote(&mut one, c.encode_utf8(&mut [0; 4]));
            out.extend_from_slice(&one[1..one.len() - 1]);
        } else {
            out.extend_from_slice(format!("\\u{:04x}", c as u32).as_bytes());
        }
    }
    into_text(out)
}

fn escape(out: &mut String, text: &str, attribute: bool) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if attribute => out.push_str("&quot;"),
            '\n' if attribute => out.push_str("&#10;"),
            '\t' if attribute => out.push_str("&#9;"),
            // A plain carriage return would be read as a line end.
            '\r' => out.push_str("&#13;"),
            c => out.push(c),
        }
    }
}

impl Sink for XmlSink {
    fn null(&mut self) {
        self.empty("null");
    }

    fn bool(&mut self, value: bool) {
        let is = if self.typed { None } else { Some("bool") };
        let text = match self.form {
            Form::Text => text_value::bool_text(value),
            Form::Typed if value => "true",
            Form::Typed => "false",
        };
        self.leaf(is, text);
    }

    fn int(&mut self, value: i64) {
        self.number_text(&value.to_string());
    }

    fn uint(&mut self, value: u64) {
        self.number_text(&value.to_string());
    }

    fn f32(&mut self, value: f32) {
        let text = match self.form {
            Form::Typed => f32_text(value),
            Form::Text => text_value::float_text(value.into()),
        };
        self.leaf(None, &text);
    }

    fn f64(&mut self, value: f64) {
        let text = match self.form {
            Form::Typed => f64_text(value),
            Form::Text => text_value::float_text(value),
        };
        self.leaf(None, &text);
    }

    fn text(&mut self, value: &str) {
        self.leaf(None, value);
    }

    fn lanes(&mut self, lanes: LanesRef<'_>) {
        let mut text = String::new();
        if self.form == Form::Text {
            text_value::write_lanes(lanes, &mut text);
            return self.leaf(None, &text);
        }
        text.push_str("{ ");
        for lane in 0..lanes.len() {
            if lane > 0 {
                text.push_str(" , ");
            }
            match lanes.get(lane) {
                View::F32(value) => text.push_str(&f32_text(value)),
                View::F64(value) => text.push_str(&f64_text(value)),
                View::Int(value) => drop(write!(text, "{value}")),
                View::UInt(value) => drop(write!(text, "{value}")),
                _ => {}
            }
        }
        text.push_str(" }");
        self.leaf(None, &text);
    }

    fn variant(&mut self, variant: &VariantInfo<'_>) {
        let name = match self.form {
            Form::Typed => variant.name,
            Form::Text => variant.aliases.first().unwrap_or(&variant.name),
        };
        self.leaf(None, name);
    }

    fn reference(&mut self, reference: &Reference) {
        self.begin(None);
        for (key, value) in [("id", &reference.id), ("name", &reference.name)] {
            if let Some(value) = value {
                self.key(key);
                self.leaf(None, value);
            }
        }
        self.end(" is=\"object\"");
    }

    fn begin_list(&mut self, _len: usize, _flat: bool) {
        self.begin(Some("list"));
    }

    fn item(&mut self) {
        self.next = (ITEM.to_owned(), None);
    }

    fn end_list(&mut self) {
        self.end("");
    }

    fn begin_object(&mut self) {
        self.begin(None);
    }

    fn key(&mut self, name: &str) {
        self.next =
            if is_name(name) { (name.to_owned(), None) } else { (ENTRY.to_owned(), Some(name.to_owned())) };
    }

    fn end_object(&mut self) {
        self.end(" is=\"object\"");
    }

    fn number_text(&mut self, text: &str) {
        self.leaf(if self.typed { None } else { Some("number") }, text);
    }

    fn kept(&mut self, json: &str) {
        let Ok(node) = crate::node::parse(json, &Limits::DEFAULT, &mut Vec::new()) else {
            return self.leaf(None, json);
        };
        self.untyped(&node);
    }
}
