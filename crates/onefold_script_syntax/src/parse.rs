//! The entry points: one text, or a text with the files it includes.

use std::collections::HashSet;

use onefold_diag::{Diagnostic, Diagnostics, FileId, Source, SourceMap, Span};

use crate::ast::{Section, Tree};
use crate::diagnostics::{self, Report, SCRIPT_TOKEN};
use crate::lexer::{DefinedWords, Include, lex_with};
use crate::options::Options;
use crate::parser::parse_section;

/// A tree and what is wrong with the text it was made from.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree; where the text is wrong it holds `Error` nodes and [missing](crate::Symbol::MISSING) names.
    pub tree: Tree,
    /// All messages, file by file, in order of place.
    pub diagnostics: Diagnostics,
}

/// Finds the files that scripts include.
pub trait Resolver {
    /// The file that the text called `from` includes as `name`.
    ///
    /// The name of the source is the identity of the file: a second source of the same name is not read again.
    ///
    /// # Errors
    /// Why there is no such file, in words that fit behind "cannot include".
    fn resolve(&mut self, name: &str, from: &str) -> Result<Source, String>;
}

/// How deep files may include each other.
pub const DEEPEST_INCLUDE: usize = 64;

/// How many files one build may have.
pub const MOST_FILES: usize = 10_000;

/// Parses one text. Its `#include` lines are kept in [`Section::includes`], but not followed.
#[must_use]
pub fn parse(text: &str, file: FileId, options: &Options) -> Parsed {
    let mut parsed = Parsed::default();
    parse_text(text, file, options, &mut DefinedWords::of(options), &mut parsed);
    parsed
}

/// Parses a file of `sources` and the files it includes, each once, into one tree.
///
/// A file comes before the files it includes, and words defined in it are defined in them. Files are added to
/// `sources` as they are found.
pub fn parse_files(
    root: FileId,
    sources: &mut SourceMap,
    resolver: &mut dyn Resolver,
    options: &Options,
) -> Parsed {
    let mut build = Build {
        options,
        words: DefinedWords::of(options),
        parsed: Parsed::default(),
        files: HashSet::new(),
        asked: HashSet::new(),
    };
    if let Some(source) = sources.get(root) {
        build.files.insert(source.name().to_owned());
        build.run(root, sources, resolver);
    }
    build.parsed
}

struct Build<'a> {
    options: &'a Options,
    words: DefinedWords,
    parsed: Parsed,
    /// The names of the files read so far.
    files: HashSet<String>,
    /// The includes followed so far: who asked for what.
    asked: HashSet<(FileId, String)>,
}

/// An include that is still to be followed.
struct Pending {
    include: Include,
    from: FileId,
    depth: usize,
}

impl Build<'_> {
    /// Reads files in the order of their includes, the includes of a file before its neighbours.
    fn run(&mut self, root: FileId, sources: &mut SourceMap, resolver: &mut dyn Resolver) {
        let mut pending = Vec::new();
        self.file(root, 0, sources, &mut pending);
        while let Some(next) = pending.pop() {
            if !self.asked.insert((next.from, next.include.name.clone())) {
                continue;
            }
            if next.depth > DEEPEST_INCLUDE {
                self.refuse(diagnostics::includes_too_deep(next.include.span, DEEPEST_INCLUDE));
                continue;
            }
            if self.files.len() >= MOST_FILES {
                return self.refuse(diagnostics::includes_too_many(next.include.span, MOST_FILES));
            }
            let from = sources.get(next.from).map_or("", Source::name);
            match resolver.resolve(&next.include.name, from) {
                Ok(source) => {
                    if self.files.insert(source.name().to_owned()) {
                        let file = sources.add(source);
                        self.file(file, next.depth, sources, &mut pending);
                    }
                }
                Err(why) => {
                    self.refuse(diagnostics::include_failed(next.include.span, &next.include.name, &why));
                }
            }
        }
    }

    fn file(&mut self, file: FileId, depth: usize, sources: &SourceMap, pending: &mut Vec<Pending>) {
        let text = sources.get(file).map_or("", Source::text);
        let section = parse_text(text, file, self.options, &mut self.words, &mut self.parsed);
        let includes = section.includes.iter().rev();
        pending.extend(includes.map(|include| Pending {
            include: include.clone(),
            from: file,
            depth: depth + 1,
        }));
    }

    fn refuse(&mut self, message: Diagnostic) {
        self.parsed.diagnostics.push(message);
    }
}

/// Parses one text into the tree, and returns its new section.
fn parse_text<'a>(
    text: &str,
    file: FileId,
    options: &Options,
    words: &mut DefinedWords,
    parsed: &'a mut Parsed,
) -> &'a Section {
    let mut lexed = lex_with(text, file, options, words);
    let of_lexer = std::mem::take(&mut lexed.diagnostics);
    let first_metadata = parsed.tree.count::<crate::ast::Metadata>();
    let mut report = parse_section(text, lexed, options, Report::new(file), &mut parsed.tree);
    let metadata = parsed.tree.all::<crate::ast::Metadata>().skip(first_metadata);
    let metadata: Vec<Span> = metadata.map(|(_, metadata)| metadata.span).collect();
    for message in of_lexer.into_iter().filter(|message| !is_inside(message, &metadata)) {
        // What the parser finds wrong with a wrong token is no news.
        report.retain(|other| other.place.span != message.place.span);
        report.push(message);
    }
    parsed.diagnostics.extend(report.finish());
    &parsed.tree.sections[parsed.tree.sections.len() - 1]
}

/// True for a message about the form of a text in metadata, whose form is nobody's business but the host's.
fn is_inside(message: &Diagnostic, metadata: &[Span]) -> bool {
    let Some(span) = message.place.span.filter(|_| message.code == SCRIPT_TOKEN) else { return false };
    let at = metadata.partition_point(|metadata| metadata.start <= span.start);
    at > 0 && span.start < metadata[at - 1].end
}

#[cfg(test)]
mod tests;
