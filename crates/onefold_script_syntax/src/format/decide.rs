//! What stands before and after each token, decided from the tree.

use onefold_diag::Span;

use crate::ast::{Section, Tree};
use crate::lexer::Lexed;
use crate::token::{Token, TokenKind};

/// What stands before a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Before {
    /// What the tokens on both sides suggest; a line break of the source stays.
    #[default]
    Plain,
    /// Nothing.
    Tight,
    /// A blank.
    Space,
    /// Nothing, or a line break of the source.
    TightOrBreak,
    /// A blank, or a line break of the source.
    SpaceOrBreak,
    /// A line break; the line is indented by so many levels more than the block.
    Line(u16),
    /// The closing brace of a block with content: a line break and the indent of the block's opening line.
    Close,
    /// The closing brace of an empty block: nothing, or a line break where comments stand inside.
    CloseEmpty,
}

/// What stands after a token, unless the next one knows better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum After {
    /// What the tokens on both sides suggest.
    #[default]
    Plain,
    /// Nothing.
    Tight,
    /// A blank.
    Space,
}

/// What is known of a token.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    pub before: Before,
    pub after: After,
    /// Not written at all.
    pub is_dropped: bool,
    /// The brace of a block rather than of a list.
    pub is_block: bool,
    /// Where the text ends that is copied in place of the token, with everything up to there.
    pub raw_end: Option<u32>,
}

pub(super) struct Layout<'a> {
    pub text: &'a str,
    pub lexed: &'a Lexed,
    pub tree: &'a Tree,
    pub tokens: &'a [Token],
    pub marks: Vec<Mark>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(text: &'a str, lexed: &'a Lexed, tree: &'a Tree) -> Self {
        let marks = vec![Mark::default(); lexed.tokens.len()];
        Self { text, lexed, tree, tokens: &lexed.tokens, marks }
    }

    /// Decides everything.
    pub(super) fn decide(&mut self) {
        let tree = self.tree;
        let sections: &'a [Section] = &tree.sections;
        for section in sections {
            self.items(section.items, 0, self.tokens.len() - 1);
        }
        let end = self.tokens.len() - 1;
        self.marks[end].before = Before::Line(0);
    }

    /// The token that starts at a byte, or the next one.
    pub(super) fn index(&self, start: u32) -> usize {
        self.tokens.partition_point(|token| token.start < start).min(self.tokens.len() - 1)
    }

    pub(super) fn first(&self, span: Span) -> usize {
        self.index(span.start)
    }

    /// The last token of a span.
    pub(super) fn last(&self, span: Span) -> usize {
        let tokens = &self.tokens[..self.tokens.len() - 1];
        tokens.partition_point(|token| token.end <= span.end).saturating_sub(1)
    }

    pub(super) fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::End, |token| token.kind)
    }

    pub(super) fn before(&mut self, at: usize, before: Before) {
        self.marks[at].before = before;
    }

    pub(super) fn after(&mut self, at: usize, after: After) {
        self.marks[at].after = after;
    }

    /// Blanks around an operator, and none inside it.
    pub(super) fn around(&mut self, span: Span) {
        let (first, last) = (self.first(span), self.last(span));
        self.before(first, Before::SpaceOrBreak);
        for inner in first + 1..=last {
            self.before(inner, Before::Tight);
        }
        self.after(last, After::Space);
    }

    /// Blanks around the next token of a kind, from a token on.
    pub(super) fn around_next(&mut self, from: usize, kind: TokenKind) {
        if let Some(at) = self.next(from, kind) {
            self.before(at, Before::SpaceOrBreak);
            self.after(at, After::Space);
        }
    }

    /// The next token of a kind, from a token on.
    pub(super) fn next(&self, from: usize, kind: TokenKind) -> Option<usize> {
        (from..self.tokens.len()).find(|&at| self.tokens[at].kind == kind)
    }

    /// True when the source breaks the line before a token.
    pub(super) fn is_broken(&self, at: usize) -> bool {
        let start = at.checked_sub(1).map_or(0, |before| self.tokens[before].end as usize);
        self.text[start..self.tokens[at].start as usize].contains('\n')
    }

    /// True when a range of tokens stands on one line of the source.
    pub(super) fn is_one_line(&self, first: usize, last: usize) -> bool {
        !self.text[self.tokens[first].start as usize..self.tokens[last].end as usize].contains('\n')
    }

    /// True when a comment or directive stands between two tokens.
    pub(super) fn has_trivia(&self, first: usize, last: usize) -> bool {
        let range = self.tokens[first].start..self.tokens[last].end;
        let comments = &self.lexed.comments;
        let comment = comments.partition_point(|comment| comment.span.start < range.start);
        let blanked = &self.lexed.blanked;
        let blank = blanked.partition_point(|span| span.start < range.start);
        comments.get(comment).is_some_and(|comment| comment.span.start < range.end)
            || blanked.get(blank).is_some_and(|span| span.start < range.end)
    }

    /// The brace tokens of a block; the content of one that stays on its line is kept there.
    pub(super) fn braces(&mut self, open: usize, close: usize, is_one_line: bool) {
        self.marks[open].is_block = true;
        self.marks[close].is_block = true;
        self.before(open, Before::Space);
        let before = if close == open + 1 {
            Before::CloseEmpty
        } else if is_one_line {
            Before::Space
        } else {
            Before::Close
        };
        self.before(close, before);
    }
}
