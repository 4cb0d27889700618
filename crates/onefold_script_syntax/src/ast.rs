//! The syntax tree: plain nodes in typed arenas, addressed by `u32` ids.
//!
//! Every node type has one pool in the [`Tree`]. An [`Id`] names one node, a [`List`] names
//! neighbouring nodes of one pool; both are copied freely and looked up by indexing:
//! `tree[id]` is the node, `tree[list]` a slice of nodes. All files of one build live in one tree,
//! so ids and [`Symbol`](crate::Symbol)s are unique across them.

mod arena;
mod expr;
mod item;
mod name;
mod stmt;
mod types;

pub(crate) use arena::Pools;
pub use arena::{Id, List, Node};
pub use expr::{
    Arg, AssignOp, BinaryOp, Expr, ExprKind, InitItem, InitList, Lambda, Literal, Number, PostfixOp,
    QuoteKind, StringId, UnaryOp,
};
pub use item::{
    Accessor, AccessorKind, Class, Declarator, Enum, EnumValue, Funcdef, Function, FunctionAttributes,
    FunctionKind, Import, Init, Interface, Item, ItemKind, Member, MemberKind, Metadata, Modifiers,
    Namespace, Param, RefMode, Signature, Typedef, Using, Variables, VirtualProperty,
};
pub use name::{Name, Path, ScopeSegment};
pub use stmt::{Block, Case, CaseLabel, ForEachVariable, ForInit, Stmt, StmtKind};
pub use types::{Primitive, Type, TypeBase, TypeSuffix};

use std::ops::Range;

use onefold_diag::{FileId, Span};

use crate::lexer::Include;
use crate::symbol::Symbols;

/// The parsed files of one build.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The text of every identifier.
    pub symbols: Symbols,
    /// The files, each before the files it includes.
    pub sections: Vec<Section>,
    pub(crate) pools: Pools,
    pub(crate) strings: Strings,
}

/// One file of a [`Tree`].
#[derive(Clone, Debug)]
pub struct Section {
    /// The file.
    pub file: FileId,
    /// Its top-level declarations.
    pub items: List<Item>,
    /// Its comments in order of place, those in switched-off lines left out.
    pub comments: Vec<Comment>,
    /// Its preprocessor lines that a host may want to see, in order of place.
    pub pragmas: Vec<Pragma>,
    /// Its `#include` lines, in order of place.
    pub includes: Vec<Include>,
}

impl Section {
    /// The text of the comments directly above a declaration that starts at a byte (its metadata included), without
    /// their marks: either one block comment, or line comments on neighbouring lines.
    #[must_use]
    pub fn doc_comment(&self, text: &str, start: u32) -> Option<String> {
        let end = self.comments.partition_point(|comment| comment.span.end <= start);
        let mut first = end;
        let mut below = start;
        while let Some(before) = first.checked_sub(1) {
            let comment = self.comments[before];
            let gap = text.get(comment.span.end as usize..below as usize)?;
            let is_near = gap.trim().is_empty() && gap.matches('\n').count() <= 1;
            let is_first_on_line = text[..comment.span.start as usize].trim_end_matches([' ', '\t']);
            let is_alone = is_first_on_line.is_empty() || is_first_on_line.ends_with('\n');
            let is_same_kind = first == end || (!comment.is_block && !self.comments[first].is_block);
            if !(is_near && is_alone && is_same_kind) {
                break;
            }
            (first, below) = (before, comment.span.start);
        }
        let lines = self.comments[first..end].iter().flat_map(|comment| {
            text[comment.span.start as usize..comment.span.end as usize].lines().map(strip_marks)
        });
        let doc = lines.collect::<Vec<_>>().join("\n").trim().to_owned();
        (!doc.is_empty()).then_some(doc)
    }
}

/// A line of a comment without the marks of comments at both ends.
fn strip_marks(line: &str) -> &str {
    let line = line.trim();
    let line = line.strip_suffix("*/").unwrap_or(line);
    let line = line.strip_prefix("//").or_else(|| line.strip_prefix('/')).unwrap_or(line);
    let line = line.trim_start_matches(['/', '*', '!']);
    line.strip_prefix(' ').unwrap_or(line).trim_end()
}

/// A comment, with its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The comment from its first mark to its last character (without the line end).
    pub span: Span,
    /// True for `/* */`, false for `//`.
    pub is_block: bool,
}

/// A `#pragma` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pragma {
    /// The whole directive, without the line end.
    pub span: Span,
    /// What follows the word `pragma`, trimmed.
    pub text: Span,
}

/// The values of all string literals, back to back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strings {
    bytes: Vec<u8>,
    ranges: Vec<Range<u32>>,
}

impl Tree {
    /// An empty tree.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a string literal, escapes replaced; not UTF-8 where a `\x` escape made it so.
    #[must_use]
    pub fn string(&self, id: StringId) -> &[u8] {
        let range = &self.strings.ranges[id.0 as usize];
        &self.strings.bytes[range.start as usize..range.end as usize]
    }

    /// The text of a name.
    #[must_use]
    pub fn name(&self, name: Name) -> &str {
        self.symbols.text(name.symbol)
    }

    /// How many nodes of a kind the tree holds; ids run from 0 to one less.
    #[must_use]
    pub fn count<T: Node>(&self) -> usize {
        T::pool(&self.pools).len()
    }

    /// All nodes of a kind in the order they were finished, with their ids.
    pub fn all<'a, T: Node + 'a>(&'a self) -> impl Iterator<Item = (Id<T>, &'a T)> {
        T::pool(&self.pools).iter().enumerate().map(|(at, node)| (Id::new(at as u32), node))
    }
}

impl Strings {
    /// Adds a value made of `parts`.
    pub(crate) fn add<'a>(&mut self, parts: impl IntoIterator<Item = &'a [u8]>) -> StringId {
        let start = self.bytes.len() as u32;
        for part in parts {
            self.bytes.extend_from_slice(part);
        }
        self.ranges.push(start..self.bytes.len() as u32);
        StringId(self.ranges.len() as u32 - 1)
    }
}

impl<T: Node> std::ops::Index<Id<T>> for Tree {
    type Output = T;
    fn index(&self, id: Id<T>) -> &T {
        &T::pool(&self.pools)[id.index()]
    }
}

impl<T: Node> std::ops::Index<List<T>> for Tree {
    type Output = [T];
    fn index(&self, list: List<T>) -> &[T] {
        &T::pool(&self.pools)[list.range()]
    }
}

#[cfg(test)]
mod tests;
