//! The one error shape.

use crate::source::{LineCol, Source, SourceMap, Span};

/// A stable, documented name of a kind of error, in `snake_case`.
///
/// Crates declare theirs as constants; programs may match on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

/// How much a message matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// For information only.
    Info,
    /// Allowed, but likely not meant.
    Warning,
    /// Refused.
    Error,
}

impl Severity {
    /// `info`, `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What the sender of the refused input should do next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Retry {
    /// Correct the input and send it again.
    #[default]
    Fix,
    /// Look at the present state first, then decide again.
    Refresh,
    /// Wait that many milliseconds and send the same again.
    Wait(u32),
    /// A person has to decide.
    AskUser,
    /// The same will never work.
    Never,
}

impl Retry {
    /// The word used in the JSON form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fix => "fix",
            Self::Refresh => "refresh",
            Self::Wait(_) => "wait",
            Self::AskUser => "ask_user",
            Self::Never => "never",
        }
    }
}

/// The object an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityRef {
    /// Its stable id as text.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// Where something is wrong; whatever is known is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Name of the file or text.
    pub file: Option<String>,
    /// The exact range, while its [`SourceMap`] is at hand.
    pub span: Option<Span>,
    /// Start of the range.
    pub start: Option<LineCol>,
    /// End of the range.
    pub end: Option<LineCol>,
    /// JSON pointer or member path inside the input.
    pub path: Option<String>,
    /// Index of the operation in a list of operations.
    pub op: Option<u32>,
    /// The object concerned.
    pub entity: Option<EntityRef>,
}

impl Place {
    /// A place known by its JSON pointer or member path alone.
    #[must_use]
    pub fn path(path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..Self::default() }
    }

    /// A place known by its span; [`Diagnostic::resolve`] fills in file, line and column.
    #[must_use]
    pub fn span(span: Span) -> Self {
        Self { span: Some(span), ..Self::default() }
    }

    /// A range of bytes in a text at hand.
    #[must_use]
    pub fn in_source(source: &Source, start: u32, end: u32) -> Self {
        Self {
            file: Some(source.name().to_owned()),
            start: Some(source.line_col(start)),
            end: Some(source.line_col(end)),
            ..Self::default()
        }
    }

    /// A file, or a file with a position.
    #[must_use]
    pub fn file(name: impl Into<String>, start: Option<LineCol>) -> Self {
        Self { file: Some(name.into()), start, ..Self::default() }
    }
}

/// What would have been right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    /// Type, in the words of the description (`f32`, `LightType`, `list of text`).
    pub kind: String,
    /// Unit of the value.
    pub unit: Option<String>,
    /// Least and greatest allowed value.
    pub range: Option<(f64, f64)>,
    /// Allowed values, at most twenty.
    pub options: Vec<String>,
}

impl Expected {
    /// An expectation that names a type only.
    #[must_use]
    pub fn kind(kind: impl Into<String>) -> Self {
        Self { kind: kind.into(), ..Self::default() }
    }
}

/// One step of a fix, as in JSON Patch (RFC 6902), applied to the input as it was sent.
#[derive(Clone, Debug, PartialEq)]
pub struct PatchOp {
    /// `add`, `remove`, `replace` or `move`.
    pub op: &'static str,
    /// JSON pointer to change.
    pub path: String,
    /// Source of a `move`.
    pub from: Option<String>,
    /// New value.
    pub value: Option<serde_json::Value>,
}

/// A remark that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Where the remark points, if anywhere.
    pub place: Option<Place>,
    /// One sentence.
    pub message: String,
}

/// One thing that is wrong, in the shape every room and every door uses.
///
/// `PartialEq` compares everything, so tests can state a whole expectation.
///
/// One pointer wide, so that results which carry it stay small; the parts are reached through [`Deref`](std::ops::Deref).
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic(Box<DiagnosticParts>);

/// The parts of a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq)]
pub struct DiagnosticParts {
    /// Stable name of the kind of error.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// Where it is.
    pub place: Place,
    /// One sentence that names what is wrong; no full stop.
    pub message: String,
    /// The offending value, at most 200 characters.
    pub got: Option<String>,
    /// What would have been right.
    pub expected: Option<Expected>,
    /// Nearest valid names, best first.
    pub suggestions: Vec<String>,
    /// Steps that make this error go away, when they are sure.
    pub fix: Vec<PatchOp>,
    /// What to do next.
    pub retry: Retry,
    /// Further remarks.
    pub notes: Vec<Note>,
}

impl std::ops::Deref for Diagnostic {
    type Target = DiagnosticParts;
    fn deref(&self) -> &DiagnosticParts {
        &self.0
    }
}

impl std::ops::DerefMut for Diagnostic {
    fn deref_mut(&mut self) -> &mut DiagnosticParts {
        &mut self.0
    }
}

/// Longest `got` that is kept, in characters.
const GOT_LIMIT: usize = 200;

impl Diagnostic {
    /// A message of the given severity.
    #[must_use]
    pub fn new(severity: Severity, code: Code, message: impl Into<String>) -> Self {
        Self(Box::new(DiagnosticParts {
            code,
            severity,
            place: Place::default(),
            message: message.into(),
            got: None,
            expected: None,
            suggestions: Vec::new(),
            fix: Vec::new(),
            retry: Retry::Fix,
            notes: Vec::new(),
        }))
    }

    /// An error.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// Sets the place to a span.
    #[must_use]
    pub fn at_span(self, span: Span) -> Self {
        self.at(Place::span(span))
    }

    /// Puts `prefix` before the path of the place: how a reader adds where inside its input it was.
    #[must_use]
    pub fn under(mut self, prefix: &str) -> Self {
        let path = self.place.path.take().unwrap_or_default();
        let glue =
            if path.is_empty() || path.starts_with(['[', '/', '.']) || prefix.is_empty() { "" } else { "." };
        self.place.path = Some(format!("{prefix}{glue}{path}"));
        self
    }

    /// Says what was found; a long text is cut at 200 characters.
    #[must_use]
    pub fn got(mut self, got: impl Into<String>) -> Self {
        let got: String = got.into();
        self.got = Some(match got.char_indices().nth(GOT_LIMIT) {
            Some((cut, _)) => format!("{}…", &got[..cut]),
            None => got,
        });
        self
    }

    /// Says what would have been right.
    #[must_use]
    pub fn expected(mut self, expected: Expected) -> Self {
        self.expected = Some(expected);
        self
    }

    /// Adds nearest valid names, best first.
    #[must_use]
    pub fn suggest(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.suggestions.extend(names.into_iter().map(Into::into));
        self
    }

    /// Adds a step of a sure fix.
    #[must_use]
    pub fn fix(mut self, step: PatchOp) -> Self {
        self.fix.push(step);
        self
    }

    /// Says what to do next.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Adds a remark without a place.
    #[must_use]
    pub fn note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(Note { place: None, message: message.into() });
        self
    }

    /// Adds a remark at a span.
    #[must_use]
    pub fn note_at(mut self, span: Span, message: impl Into<String>) -> Self {
        self.notes.push(Note { place: Some(Place::span(span)), message: message.into() });
        self
    }

    /// True for an error, false for a warning or an information.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Fills in file, line and column from the spans, so that the diagnostic can leave its sources.
    #[must_use]
    pub fn resolve(mut self, sources: &SourceMap) -> Self {
        resolve_place(&mut self.place, sources);
        for note in &mut self.notes {
            if let Some(place) = &mut note.place {
                resolve_place(place, sources);
            }
        }
        self
    }
}

fn resolve_place(place: &mut Place, sources: &SourceMap) {
    let Some(span) = place.span else { return };
    let Some(source) = sources.get(span.file) else { return };
    place.file = Some(source.name().to_owned());
    place.start = Some(source.line_col(span.start));
    place.end = Some(source.line_col(span.end));
}

/// Everything a reader found; empty when all was well.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: impl IntoIterator<Item = Diagnostic>) {
        self.list.extend(other);
    }

    /// True when at least one is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// True when there is nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// All of them, in the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Gives `value` unless there are errors.
    ///
    /// # Errors
    /// All diagnostics, when one of them is an error.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.has_errors() { Err(self) } else { Ok(value) }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(one: Diagnostic) -> Self {
        Self { list: vec![one] }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(iter: I) -> Self {
        Self { list: iter.into_iter().collect() }
    }
}

impl std::fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, one) in self.list.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&one.to_text())?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl std::error::Error for Diagnostic {}
