//! Reading XML: quick-xml takes it apart, this makes nodes of it.

use std::borrow::Cow;

use onefold_diag::Diagnostics;
use onefold_reflect::TypedMut;
use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::ENTRY;
use crate::diagnostics::{self, XML_SYNTAX};
use crate::document::{Document, Input};
use crate::json::cursor::Cursor;
use crate::json::read::{checked_text, read_nodes, refused};
use crate::node::{Found, Node, NodeEntry, NodeKind, find_twins};
use crate::options::{Limits, ReadOptions, ReadReport};

/// Reads XML into any described value, as [`read_json`](crate::read_json) reads JSON.
pub fn read_xml(target: TypedMut<'_>, input: impl AsRef<[u8]>, options: &ReadOptions<'_>) -> ReadReport {
    let text = match checked_text(input.as_ref(), options) {
        Ok(text) => text,
        Err(found) => return refused(found, options, None),
    };
    let mut twins = Vec::new();
    let input = Input::new(options.file, text);
    match parse(text, &options.limits, &mut twins) {
        Ok(node) => read_nodes(target, &node, twins, options, Some(&input), None),
        Err(found) => refused(found, options, Some(&input)),
    }
}

/// Parses an XML document.
///
/// # Errors
/// What stops it from being XML in the form this crate writes, or the limit that it breaks.
pub fn parse_xml_document<'t>(
    input: &'t [u8],
    options: &ReadOptions<'t>,
) -> Result<Document<'t>, Diagnostics> {
    Document::parse(input, options, false, parse)
}

/// An element that has not ended.
struct Open<'t> {
    name: Cow<'t, str>,
    is: Is,
    start: u32,
    text: String,
    children: Vec<NodeEntry<'t>>,
}

/// What an element says it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    Unsaid,
    Null,
    Bool,
    Number,
    List,
    Object,
    Coded,
}

struct Parser<'t, 'l> {
    reader: Reader<&'t [u8]>,
    at: u32,
    open: Vec<Open<'t>>,
    root: Option<Node<'t>>,
    limits: &'l Limits,
    left: usize,
    twins: &'l mut Vec<Found>,
}

fn parse<'t>(text: &'t str, limits: &Limits, twins: &mut Vec<Found>) -> Result<Node<'t>, Found> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_comments = false;
    let mut parser =
        Parser { reader, at: 0, open: Vec::new(), root: None, limits, left: limits.count, twins };
    loop {
        parser.at = parser.reader.buffer_position() as u32;
        let event = match parser.reader.read_event() {
            Ok(event) => event,
            Err(err) => {
                let at = parser.reader.error_position() as u32;
                return Err(found(at, &err.to_string()));
            }
        };
        if matches!(event, Event::Eof) {
            return match (parser.open.is_empty(), parser.root) {
                (true, Some(root)) => Ok(root),
                (true, None) => Err(found(parser.at, "there is no element")),
                (false, _) => Err(found(parser.at, "the text ends too early")),
            };
        }
        parser.event(event)?;
    }
}

fn found(at: u32, why: &str) -> Found {
    Found { start: at, end: at, what: diagnostics::syntax(XML_SYNTAX, why) }
}

impl<'t> Parser<'t, '_> {
    fn fail<T>(&self, why: &str) -> Result<T, Found> {
        Err(found(self.at, why))
    }

    fn event(&mut self, event: Event<'t>) -> Result<(), Found> {
        match event {
            Event::Start(start) => self.start(&start),
            Event::Empty(start) => {
                self.start(&start)?;
                self.end()
            }
            Event::End(_) => self.end(),
            Event::Text(text) => self.text(&text.xml10_content()),
            Event::CData(text) => self.text(&text.xml10_content()),
            Event::GeneralRef(reference) => self.reference(&reference),
            Event::DocType(_) => self.fail("a document type is not read"),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::Eof => Ok(()),
        }
    }

    fn start(&mut self, start: &BytesStart<'t>) -> Result<(), Found> {
        if self.root.is_some() {
            return self.fail("something follows the root element");
        }
        if self.open.len() > self.limits.depth {
            let what = diagnostics::limit("levels of nesting", self.limits.depth);
            return Err(Found { start: self.at, end: self.at, what });
        }
        let Some(left) = self.left.checked_sub(1) else {
            let what = diagnostics::limit("values", self.limits.count);
            return Err(Found { start: self.at, end: self.at, what });
        };
        self.left = left;
        let mut open = Open {
            name: Cow::Owned(start.name().0.to_owned()),
            is: Is::Unsaid,
            start: self.at,
            text: String::new(),
            children: Vec::new(),
        };
        let mut named = None;
        for attribute in start.attributes() {
            let attribute = attribute.or_else(|err| self.fail(&err.to_string()))?;
            let value = attribute
                .normalized_value(XmlVersion::Explicit1_0)
                .or_else(|err| self.fail(&err.to_string()))?;
            match attribute.key.0 {
                "is" => {
                    open.is = match &*value {
                        "null" => Is::Null,
                        "bool" => Is::Bool,
                        "number" => Is::Number,
                        "list" => Is::List,
                        "object" => Is::Object,
                        "coded" => Is::Coded,
                        _ => return self.fail("`is` is none of null, bool, number, list, object and coded"),
                    }
                }
                "name" => named = Some(value.into_owned()),
                "coded" => named = Some(self.decode(&value)?),
                // Others, like a schema's, say nothing about the value.
                _ => {}
            }
        }
        if let Some(named) = named.filter(|_| open.name == ENTRY) {
            open.name = Cow::Owned(named);
        }
        self.open.push(open);
        Ok(())
    }

    /// A text with JSON's escapes.
    fn decode(&self, text: &str) -> Result<String, Found> {
        let quoted = format!("\"{text}\"");
        let mut cursor = Cursor::new(&quoted);
        match cursor.string().and_then(|text| cursor.end().map(|()| text.into_owned())) {
            Ok(text) => Ok(text),
            Err(err) => self.fail(err.why),
        }
    }

    fn text(&mut self, text: &str) -> Result<(), Found> {
        match self.open.last_mut() {
            Some(open) => {
                open.text.push_str(text);
                Ok(())
            }
            None if text.trim().is_empty() || (self.at == 0 && text == "\u{feff}") => Ok(()),
            None => self.fail("there is a text outside of the root element"),
        }
    }

    fn reference(&mut self, reference: &BytesRef<'_>) -> Result<(), Found> {
        let resolved = match reference.resolve_char_ref() {
            Ok(Some(c)) => Some(c),
            Ok(None) => match &**reference {
                "amp" => Some('&'),
                "lt" => Some('<'),
                "gt" => Some('>'),
                "quot" => Some('"'),
                "apos" => Some('\''),
                _ => None,
            },
            Err(_) => None,
        };
        match resolved {
            Some(c) => self.text(c.encode_utf8(&mut [0; 4])),
            None => self.fail("there is no such character reference"),
        }
    }

    fn end(&mut self) -> Result<(), Found> {
        let Some(open) = self.open.pop() else { return self.fail("nothing is open here") };
        let is_container = !open.children.is_empty() || matches!(open.is, Is::List | Is::Object);
        if is_container && !open.text.trim().is_empty() {
            return self.fail("an element has either a text or elements");
        }
        let kind = match open.is {
            Is::List => NodeKind::List(open.children.into_iter().map(|child| child.value).collect()),
            Is::Unsaid | Is::Object if is_container => {
                find_twins(&open.children, self.twins);
                NodeKind::Object(open.children)
            }
            _ if is_container => return self.fail("this element has no elements"),
            Is::Null => NodeKind::Null,
            Is::Bool => match open.text.trim() {
                "true" => NodeKind::Bool(true),
                "false" => NodeKind::Bool(false),
                _ => return self.fail("a bool is `true` or `false`"),
            },
            Is::Number => {
                let text = open.text.trim().to_owned();
                let mut cursor = Cursor::new(&text);
                if cursor.number().and_then(|_| cursor.end()).is_err() {
                    return self.fail("this is no number");
                }
                NodeKind::Number(Cow::Owned(text))
            }
            Is::Coded => NodeKind::Text(Cow::Owned(self.decode(&open.text)?)),
            Is::Unsaid | Is::Object => NodeKind::Text(Cow::Owned(open.text)),
        };
        let end = self.reader.buffer_position() as u32;
        let value = Node { kind, start: open.start, end };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(NodeEntry { name: open.name, start: open.start, value }),
            None => self.root = Some(value),
        }
        Ok(())
    }
}
