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
use crate::json::write::{JsonSink, into_text, quote};
use crate::node::{self, Found, Node};
use crate::options::{Form, Mode, ReadOptions, ReadReport, WriteOptions};
use crate::plans::Plans;
use crate::walk::{Sink, Walk};

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

/// Puts a JSON document together, with described values in it.
pub struct JsonWriter {
    sink: JsonSink,
    plans: Plans,
}

impl JsonWriter {
    /// An empty document, compact or with line ends.
    #[must_use]
    pub fn new(pretty: bool) -> Self {
        Self { sink: JsonSink::new(Vec::new(), Form::Typed, pretty), plans: Plans::default() }
    }

    /// Opens an object.
    pub fn begin_object(&mut self) {
        self.sink.begin_object();
    }

    /// Names the value that comes next.
    pub fn key(&mut self, name: &str) {
        self.sink.key(name);
    }

    /// Closes an object.
    pub fn end_object(&mut self) {
        self.sink.end_object();
    }

    /// Opens a list.
    pub fn begin_list(&mut self) {
        self.sink.begin_list(0, false);
    }

    /// An item comes next.
    pub fn item(&mut self) {
        self.sink.item();
    }

    /// Closes a list.
    pub fn end_list(&mut self) {
        self.sink.end_list();
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        quote(&mut self.sink.out, text);
    }

    /// An integer.
    pub fn int(&mut self, number: i64) {
        self.sink.int(number);
    }

    /// A bool.
    pub fn bool(&mut self, value: bool) {
        self.sink.bool(value);
    }

    /// Null.
    pub fn null(&mut self) {
        self.sink.null();
    }

    /// A node.
    pub fn node(&mut self, node: &Node<'_>) {
        crate::node_sink::emit(node, &mut self.sink);
    }

    /// JSON that was kept: must be whole values.
    pub fn raw(&mut self, json: &str) {
        self.sink.kept(json);
    }

    /// A described value; whether there are line ends is the document's choice.
    pub fn value(&mut self, value: TypedRef<'_>, options: &WriteOptions<'_>) {
        let sink = std::mem::replace(&mut self.sink, JsonSink::new(Vec::new(), Form::Typed, false));
        let mut walk = Walk::new(sink.with_form(options.form), options);
        walk.plans = std::mem::take(&mut self.plans);
        walk.root(value);
        self.plans = walk.plans;
        self.sink = walk.sink.with_form(Form::Typed);
    }

    /// The members of a described object that are set or differ from the default.
    pub fn members(&mut self, value: TypedRef<'_>, mask: Option<&MemberMask>, options: &WriteOptions<'_>) {
        self.value(value, &options.changed(mask));
    }

    /// The document.
    #[must_use]
    pub fn finish(self) -> String {
        into_text(self.sink.out)
    }
}
