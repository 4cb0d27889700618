//! Documents around values: what a scene or command file is read from and put together with.
//!
//! The shape of a document is its owner's business; here it is nodes with positions, in which values of described types
//! are read and written with the same rules as whole files.

use std::cell::OnceCell;

use onefold_diag::{Diagnostic, Diagnostics, FileId, Place, Source, Span};
use onefold_reflect::{MemberMask, TypedMut, TypedRef};

use crate::apply::Apply;
use crate::diagnostics;
use crate::json::read::checked_text;
use crate::json::write::{JsonSink, into_text};
use crate::node::{self, Found, Node};
use crate::options::{Form, Mode, ReadOptions, ReadReport, WriteOptions};
use crate::plans::Plans;
use crate::walk::{Sink, Walk};
use crate::xml::XmlSink;

/// A text with its name; lines are counted when somebody asks.
#[derive(Debug)]
pub(crate) struct Input<'t> {
    name: &'t str,
    text: &'t str,
    source: OnceCell<Source>,
}

impl<'t> Input<'t> {
    pub(crate) fn new(name: &'t str, text: &'t str) -> Self {
        Self { name, text, source: OnceCell::new() }
    }

    pub(crate) fn place(&self, start: u32, end: u32) -> Place {
        let source = self.source.get_or_init(|| Source::new(self.name, self.text));
        let mut place = Place::in_source(source, start, end);
        place.span = Some(Span::new(FileId(0), start, end));
        place
    }
}

/// A parsed document.
#[derive(Debug)]
pub struct Document<'t> {
    /// What the whole document is.
    pub root: Node<'t>,
    input: Input<'t>,
    twins: Vec<(u32, u32)>,
    is_json: bool,
}

/// Parses a JSON document.
///
/// # Errors
/// What stops it from being JSON, or the limit that it breaks. Names given twice are left to
/// [`read`](Document::read) and [`twice`](Document::twice).
pub fn parse_json_document<'t>(
    input: &'t [u8],
    options: &ReadOptions<'t>,
) -> Result<Document<'t>, Diagnostics> {
    Document::parse(input, options, true, node::parse)
}

type Parse<'t> = fn(&'t str, &crate::options::Limits, &mut Vec<Found>) -> Result<Node<'t>, Found>;

impl<'t> Document<'t> {
    pub(crate) fn parse(
        input: &'t [u8],
        options: &ReadOptions<'t>,
        is_json: bool,
        parse: Parse<'t>,
    ) -> Result<Self, Diagnostics> {
        let text =
            checked_text(input, options).map_err(|found| found.what.at(Place::file(options.file, None)))?;
        let input = Input::new(options.file, text);
        let mut twins = Vec::new();
        match parse(text, &options.limits, &mut twins) {
            Ok(root) => {
                let twins = twins.iter().map(|found| (found.start, found.end)).collect();
                Ok(Self { root, input, twins, is_json })
            }
            Err(found) => Err(found.what.at(input.place(found.start, found.end)).into()),
        }
    }

    /// The place of a node, with its path in the document.
    #[must_use]
    pub fn place(&self, node: &Node<'_>, path: &str) -> Place {
        let mut place = self.input.place(node.start, node.end);
        place.path = Some(path.to_owned());
        place
    }

    /// The names that an object of the document itself gives twice.
    #[must_use]
    pub fn twice(&self, node: &Node<'_>, path: &str) -> Diagnostics {
        let mut found = Vec::new();
        node::find_twins(node.entries().unwrap_or_default(), &mut found);
        let report = |found: Found| -> Diagnostic {
            let mut place = self.input.place(found.start, found.end);
            place.path = Some(path.to_owned());
            found.what.at(place)
        };
        found.into_iter().map(report).collect()
    }

    /// Every name that any object of the document gives twice.
    #[must_use]
    pub fn all_twice(&self) -> Diagnostics {
        let report = |&(start, end): &(u32, u32)| {
            let name = self.input.text.get(start as usize..end as usize).unwrap_or("").trim_matches('"');
            diagnostics::key_twice(name).at(self.input.place(start, end))
        };
        self.twins.iter().map(report).collect()
    }

    /// Reads a node of the document into a value, as [`read_json`](crate::read_json) reads a text. `path` is where the
    /// value stands in the document: it is put before the paths of messages, not of what is kept.
    #[must_use]
    pub fn read(
        &self,
        target: TypedMut<'_>,
        node: &Node<'_>,
        path: &str,
        options: &ReadOptions<'_>,
    ) -> ReadReport {
        let mut apply = Apply::new(options, self.is_json.then_some(self.input.text));
        for &(start, end) in &self.twins {
            if (node.start..node.end).contains(&start) {
                let name = self.input.text.get(start as usize..end as usize).unwrap_or("").trim_matches('"');
                apply.report(Found { start, end, what: diagnostics::key_twice(name) });
            }
        }
        let (applied, set) = apply.root(target, node);
        let mut report = apply.finish(applied || options.mode == Mode::Lenient, set, Some(&self.input));
        report.diagnostics = report.diagnostics.into_iter().map(|one| one.under(path)).collect();
        report
    }

    /// The bytes of a node as they stand in a JSON document, else as JSON: for what is kept as it is.
    #[must_use]
    pub fn json_of(&self, node: &Node<'_>) -> String {
        let text = self.input.text.get(node.start as usize..node.end as usize);
        match text.filter(|text| self.is_json && !text.is_empty()) {
            Some(text) => text.to_owned(),
            None => crate::json::node_text(node),
        }
    }
}

/// A node as JSON, compact or with line ends.
#[must_use]
pub fn json_text(node: &Node<'_>, pretty: bool) -> String {
    let mut sink = JsonSink::new(Vec::new(), Form::Typed, pretty);
    crate::node_sink::emit(node, &mut sink);
    into_text(sink.out)
}

/// Puts a document together, with described values in it.
pub struct DocumentWriter {
    sink: Out,
    plans: Plans,
}

/// What a document is written as.
enum Out {
    Json(JsonSink),
    Xml(XmlSink),
}

macro_rules! sink {
    ($writer:expr, $sink:ident => $call:expr) => {
        match &mut $writer.sink {
            Out::Json($sink) => $call,
            Out::Xml($sink) => $call,
        }
    };
}

impl DocumentWriter {
    /// An empty JSON document, compact or with line ends.
    #[must_use]
    pub fn json(pretty: bool) -> Self {
        Self { sink: Out::Json(JsonSink::new(Vec::new(), Form::Typed, pretty)), plans: Plans::default() }
    }

    /// An empty XML document with that root element, compact or with line ends.
    #[must_use]
    pub fn xml(root: &str, pretty: bool) -> Self {
        let options = WriteOptions { pretty, ..WriteOptions::new() };
        Self { sink: Out::Xml(XmlSink::rooted(root, &options)), plans: Plans::default() }
    }

    /// Opens an object.
    pub fn begin_object(&mut self) {
        sink!(self, sink => sink.begin_object());
    }

    /// Names the value that comes next.
    pub fn key(&mut self, name: &str) {
        sink!(self, sink => sink.key(name));
    }

    /// Closes an object.
    pub fn end_object(&mut self) {
        sink!(self, sink => sink.end_object());
    }

    /// Opens a list.
    pub fn begin_list(&mut self) {
        sink!(self, sink => sink.begin_list(0, false));
    }

    /// An item comes next.
    pub fn item(&mut self) {
        sink!(self, sink => sink.item());
    }

    /// Closes a list.
    pub fn end_list(&mut self) {
        sink!(self, sink => sink.end_list());
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        sink!(self, sink => sink.text(text));
    }

    /// An integer.
    pub fn int(&mut self, number: i64) {
        sink!(self, sink => sink.int(number));
    }

    /// A bool.
    pub fn bool(&mut self, value: bool) {
        sink!(self, sink => sink.bool(value));
    }

    /// Null.
    pub fn null(&mut self) {
        sink!(self, sink => sink.null());
    }

    /// A node.
    pub fn node(&mut self, node: &Node<'_>) {
        match &mut self.sink {
            Out::Json(sink) => crate::node_sink::emit(node, sink),
            Out::Xml(sink) => sink.untyped(node),
        }
    }

    /// JSON that was kept: must be whole values.
    pub fn raw(&mut self, json: &str) {
        sink!(self, sink => sink.kept(json));
    }

    /// A described value; whether there are line ends is the document's choice.
    pub fn value(&mut self, value: TypedRef<'_>, options: &WriteOptions<'_>) {
        let nothing = Out::Json(JsonSink::new(Vec::new(), Form::Typed, false));
        let plans = std::mem::take(&mut self.plans);
        (self.sink, self.plans) = match std::mem::replace(&mut self.sink, nothing) {
            Out::Json(sink) => {
                let (sink, plans) = write_into(sink.with_form(options.form), plans, value, options);
                (Out::Json(sink.with_form(Form::Typed)), plans)
            }
            Out::Xml(sink) => {
                let (sink, plans) = write_into(sink.with_form(options.form), plans, value, options);
                (Out::Xml(sink.with_form(Form::Typed)), plans)
            }
        };
    }

    /// The members of a described object that are set or differ from the default.
    pub fn members(&mut self, value: TypedRef<'_>, mask: Option<&MemberMask>, options: &WriteOptions<'_>) {
        self.value(value, &options.changed(mask));
    }

    /// The document.
    #[must_use]
    pub fn finish(self) -> String {
        match self.sink {
            Out::Json(sink) => into_text(sink.out),
            Out::Xml(sink) => sink.finish(),
        }
    }
}

fn write_into<S: Sink>(sink: S, plans: Plans, value: TypedRef<'_>, options: &WriteOptions<'_>) -> (S, Plans) {
    let mut walk = Walk::new(sink, options);
    walk.plans = plans;
    walk.root(value);
    (walk.sink, walk.plans)
}
