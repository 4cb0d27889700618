//! Source texts and positions in them.

/// Index of a [`Source`] in its [`SourceMap`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A range of bytes in one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The source the range lies in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// First byte after the range.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    #[must_use]
    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// The smallest range that covers both; `other` must be of the same source.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A line and a column, both counted from one; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineCol {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// One text with the name people know it by.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<u32>,
}

impl Source {
    /// A source of that name; `text` longer than 4 GiB is cut off there.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text: String = text.into();
        if text.len() > u32::MAX as usize {
            let cut = (0..=u32::MAX as usize).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            text.truncate(cut);
        }
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        Self { name: name.into(), text, line_starts }
    }

    /// What the source is called in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines there are; an empty text has one.
    #[must_use]
    pub fn num_lines(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// The text of a line (from 1) without its line end; empty when there is no such line.
    #[must_use]
    pub fn line(&self, line: u32) -> &str {
        let Some(start) = (line as usize).checked_sub(1).and_then(|at| self.line_starts.get(at)) else {
            return "";
        };
        let end = self.line_starts.get(line as usize).map_or(self.text.len(), |&next| next as usize);
        self.text[*start as usize..end].trim_end_matches(['\n', '\r'])
    }

    /// Line and column of a byte; a byte past the end is taken as the end.
    #[must_use]
    pub fn line_col(&self, byte: u32) -> LineCol {
        let mut byte = (byte as usize).min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.line_starts.partition_point(|&start| start as usize <= byte);
        let start = self.line_starts[line - 1] as usize;
        LineCol { line: line as u32, column: self.text[start..byte].chars().count() as u32 + 1 }
    }
}

/// The sources of one piece of work, looked up by [`FileId`].
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

impl SourceMap {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source and returns its id.
    pub fn add(&mut self, source: Source) -> FileId {
        self.sources.push(source);
        FileId(self.sources.len() as u32 - 1)
    }

    /// The source of an id.
    #[must_use]
    pub fn get(&self, file: FileId) -> Option<&Source> {
        self.sources.get(file.0 as usize)
    }

    /// All sources in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.sources.iter().enumerate().map(|(at, source)| (FileId(at as u32), source))
    }

    /// The text a span covers; empty when the span does not fit its source.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).and_then(|s| s.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }
}
