//! Writing the tokens with their comments.

use super::decide::{After, Before, Layout};
use super::spacing::{is_spaced, would_join};
use crate::token::TokenKind;

const INDENT: usize = 4;

/// Writes the text that was decided on.
pub(super) fn emit(layout: Layout<'_>) -> String {
    let pieces = Piece::all(&layout);
    let mut emitter = Emitter {
        out: String::with_capacity(layout.text.len() + layout.text.len() / 8),
        pieces,
        next_piece: 0,
        frames: vec![Frame { indent: -1, stmt: 0, is_block: true }],
        line_indent: 0,
        last: None,
        last_end: 0,
        is_fresh: true,
        layout,
    };
    for at in 0..emitter.layout.tokens.len() {
        emitter.token(at);
    }
    emitter.out
}

/// A comment or directive.
#[derive(Clone, Copy)]
struct Piece {
    start: u32,
    end: u32,
    kind: PieceKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceKind {
    LineComment,
    BlockComment,
    Directive,
}

impl Piece {
    /// All pieces in order of place, those inside of others and of copied text left out.
    fn all(layout: &Layout<'_>) -> Vec<Self> {
        let comments = layout.lexed.comments.iter().map(|comment| Self {
            start: comment.span.start,
            end: comment.span.end,
            kind: if comment.is_block { PieceKind::BlockComment } else { PieceKind::LineComment },
        });
        let directives = layout.lexed.blanked.iter().map(|span| Self {
            start: span.start,
            end: span.start + layout.text[span.start as usize..span.end as usize].trim_end().len() as u32,
            kind: PieceKind::Directive,
        });
        let mut pieces: Vec<Self> = comments.chain(directives).collect();
        pieces.sort_by_key(|piece| (piece.start, std::cmp::Reverse(piece.end)));
        let mut end = 0;
        pieces.retain(|piece| {
            let is_outside = piece.start >= end;
            end = end.max(piece.end);
            is_outside
        });
        pieces
    }
}

/// An open bracket.
struct Frame {
    /// The indent of the line where it was opened, in levels.
    indent: i32,
    /// The indent of the current statement inside.
    stmt: i32,
    is_block: bool,
}

struct Emitter<'a> {
    layout: Layout<'a>,
    out: String,
    pieces: Vec<Piece>,
    next_piece: usize,
    frames: Vec<Frame>,
    /// The indent of the line being written, in levels.
    line_indent: i32,
    /// The token written last.
    last: Option<usize>,
    /// Where what was written last ends in the source.
    last_end: u32,
    /// True directly after the start of the file or of a block, where no empty line stands.
    is_fresh: bool,
}

impl Emitter<'_> {
    fn token(&mut self, at: usize) {
        let mark = self.layout.marks[at];
        if mark.is_dropped {
            return;
        }
        let token = self.layout.tokens[at];
        let has_break = self.gap(at);
        if token.kind != TokenKind::End {
            self.space(at, has_break);
            let end = mark.raw_end.unwrap_or(token.end);
            self.out.push_str(&self.layout.text[token.start as usize..end as usize]);
            self.last_end = end;
            self.skip_pieces_to(end);
        }
        self.is_fresh = false;
        if mark.raw_end.is_none() {
            self.bracket(token.kind, mark.is_block);
        }
        self.last = Some(at);
    }

    fn skip_pieces_to(&mut self, end: u32) {
        while self.pieces.get(self.next_piece).is_some_and(|piece| piece.start < end) {
            self.next_piece += 1;
        }
    }

    /// Writes the comments before a token, then its line break if there is one.
    fn gap(&mut self, at: usize) -> bool {
        let token = self.layout.tokens[at];
        let before = self.layout.marks[at].before;
        let mut must_break = false;
        let has_pieces = self.pieces.get(self.next_piece).is_some_and(|piece| piece.start < token.start);
        let gap_start = self.last_end;
        while let Some(&piece) = self.pieces.get(self.next_piece).filter(|piece| piece.start < token.start) {
            self.next_piece += 1;
            self.piece(piece, at, must_break);
            must_break = piece.kind != PieceKind::BlockComment;
        }
        if token.kind == TokenKind::End {
            self.finish();
            return true;
        }
        let breaks = self.breaks(self.last_end, token.start);
        let breaks_here = match before {
            Before::Line(_) | Before::Close => self.last.is_some() || has_pieces,
            Before::CloseEmpty => has_pieces && self.breaks(gap_start, token.start) > 0,
            Before::Plain => breaks > 0 && may_break_before(token.kind),
            Before::TightOrBreak | Before::SpaceOrBreak => breaks > 0,
            Before::Tight | Before::Space => false,
        };
        if must_break || breaks_here {
            let is_line = matches!(before, Before::Line(_));
            let is_empty_line = is_line && breaks > 1 && !self.is_fresh;
            let indent = self.indent_of(at);
            self.new_line(indent, is_empty_line);
            return true;
        }
        false
    }

    /// Writes a comment or directive.
    fn piece(&mut self, piece: Piece, next: usize, must_break: bool) {
        let text = &self.layout.text[piece.start as usize..piece.end as usize];
        let breaks = self.breaks(self.last_end, piece.start);
        let starts_file = self.out.is_empty();
        if piece.kind == PieceKind::Directive {
            if !starts_file {
                self.new_line(0, breaks > 1 && !self.is_fresh);
                self.out.truncate(self.out.trim_end_matches(' ').len());
            }
            self.out.push_str(text);
        } else {
            if !starts_file && (breaks > 0 || must_break) {
                let allows_empty = matches!(
                    self.layout.marks[next].before,
                    Before::Line(_) | Before::Close | Before::CloseEmpty
                );
                let indent = self.comment_indent(next);
                self.new_line(indent, allows_empty && breaks > 1 && !self.is_fresh);
            } else if !starts_file
                && (piece.kind == PieceKind::LineComment || !self.out.ends_with(['(', '[']))
            {
                self.out.push(' ');
            }
            self.comment(text, piece.kind);
        }
        self.last_end = piece.end;
        self.is_fresh = false;
    }

    /// Writes a comment; lines of a block comment that start with `*` are set under the first one.
    fn comment(&mut self, text: &str, kind: PieceKind) {
        if kind == PieceKind::LineComment || !text.contains('\n') {
            return self.out.push_str(text.trim_end());
        }
        let indent = " ".repeat(self.line_indent.max(0) as usize * INDENT + 1);
        for (at, line) in text.split('\n').enumerate() {
            let line = line.trim_end();
            if at > 0 {
                self.out.push('\n');
            }
            if at > 0 && line.trim_start().starts_with('*') {
                self.out.push_str(&indent);
                self.out.push_str(line.trim_start());
            } else {
                self.out.push_str(line);
            }
        }
    }

    /// Writes the blank before a token where one belongs.
    fn space(&mut self, at: usize, has_break: bool) {
        let Some(last) = self.last else { return };
        if has_break || self.out.ends_with('\n') {
            return;
        }
        let (left, right) = (self.layout.tokens[last], self.layout.tokens[at]);
        let is_after_comment = self.last_end > left.end && self.layout.marks[last].raw_end.is_none();
        let after = self.layout.marks[last].after;
        let is_spaced = match self.layout.marks[at].before {
            Before::CloseEmpty => is_after_comment,
            _ if is_after_comment => !matches!(
                right.kind,
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::CloseParen | TokenKind::CloseBracket
            ),
            Before::Tight | Before::TightOrBreak => false,
            Before::Space | Before::SpaceOrBreak => true,
            _ => match after {
                After::Tight => would_join(left.kind, right.kind),
                After::Space => {
                    !matches!(right.kind, TokenKind::Comma | TokenKind::Semicolon | TokenKind::CloseParen)
                }
                After::Plain => is_spaced(left.kind, right.kind),
            },
        };
        if is_spaced {
            self.out.push(' ');
        }
    }

    /// Opens and closes frames.
    fn bracket(&mut self, kind: TokenKind, is_block: bool) {
        match kind {
            TokenKind::OpenBrace | TokenKind::OpenParen | TokenKind::OpenBracket => {
                let outer = self.frame();
                // The block of a statement is indented from the statement, that of a lambda from its line.
                let indent = if is_block && outer.is_block { outer.stmt } else { self.line_indent };
                self.frames.push(Frame { indent, stmt: indent + 1, is_block });
                self.is_fresh = is_block;
            }
            TokenKind::CloseBrace | TokenKind::CloseParen | TokenKind::CloseBracket
                if self.frames.len() > 1 =>
            {
                self.frames.pop();
            }
            _ => {}
        }
    }

    fn frame(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    /// The indent of a token that begins a line.
    fn indent_of(&mut self, at: usize) -> i32 {
        let kind = self.layout.tokens[at].kind;
        match self.layout.marks[at].before {
            Before::Line(extra) => {
                let indent = self.frame().indent + 1 + i32::from(extra);
                if let Some(frame) = self.frames.last_mut() {
                    frame.stmt = indent;
                }
                indent
            }
            Before::Close | Before::CloseEmpty => self.frame().indent,
            // Only a comment can force a break before these; they go on the statement.
            Before::Space if self.frame().is_block => self.frame().stmt,
            _ if matches!(kind, TokenKind::CloseBrace | TokenKind::CloseParen | TokenKind::CloseBracket) => {
                self.frame().indent
            }
            _ if self.frame().is_block => self.frame().stmt + 1,
            _ => self.frame().indent + 1,
        }
    }

    /// The indent of a comment on a line of its own before a token.
    fn comment_indent(&mut self, next: usize) -> i32 {
        match self.layout.marks[next].before {
            Before::Close | Before::CloseEmpty => self.frame().indent + 1,
            Before::Line(extra) => self.frame().indent + 1 + i32::from(extra),
            Before::Space if self.frame().is_block => self.frame().stmt,
            _ if self.frame().is_block => self.frame().stmt + 1,
            _ => self.frame().indent + 1,
        }
    }

    fn new_line(&mut self, indent: i32, is_empty_line: bool) {
        if self.out.is_empty() {
            return;
        }
        self.out.push_str(if is_empty_line { "\n\n" } else { "\n" });
        self.line_indent = indent.max(0);
        for _ in 0..self.line_indent as usize * INDENT {
            self.out.push(' ');
        }
    }

    /// How many line ends the source has between two places.
    fn breaks(&self, from: u32, to: u32) -> usize {
        let from = from.min(to) as usize;
        self.layout.text.as_bytes()[from..to as usize].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// Ends the text with one line end.
    fn finish(&mut self) {
        self.out.truncate(self.out.trim_end().len());
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }
}

/// False for the marks that never begin a line.
const fn may_break_before(kind: TokenKind) -> bool {
    !matches!(kind, TokenKind::Comma | TokenKind::Semicolon)
}
