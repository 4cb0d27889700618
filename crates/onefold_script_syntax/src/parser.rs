//! Tokens to tree.
//!
//! One function per production of the grammar, a file per area. A function called `x` reads an `x`
//! that must be there and reports it when it is not; `opt_x` reads one if it is there; `is_x` and
//! `skip_x` only look ahead. Every function leaves a tree, however wrong the text: what is missing
//! becomes an `Error` node or a [`Symbol::MISSING`] name.
//!
//! Two limits keep hostile texts harmless. No more than [`MOST_NESTED`] productions contain each
//! other, so the parser's own stack is bounded. No path through the tree is longer than
//! [`DEEPEST_TREE`], long operator chains included, so a recursive walk is bounded, too.

mod class;
mod expr;
mod function;
mod item;
mod lookahead;
mod operator;
mod primary;
mod recovery;
mod stmt;
mod types;
mod variables;

use std::cell::OnceCell;

use onefold_diag::Span;

use crate::ast::{Expr, ExprKind, Id, List, Name, Node, Pools, Section, Tree};
use crate::diagnostics::{self, Report};
use crate::lexer::Lexed;
use crate::options::{Level, Options};
use crate::symbol::Symbol;
use crate::token::{Token, TokenKind};

/// How many productions may contain each other.
pub const MOST_NESTED: u32 = 200;

/// The longest path from a function to a leaf of the tree, chains of operators and of `else if` included.
pub const DEEPEST_TREE: u32 = 1000;

/// Parses the tokens of a text and adds them to the tree.
pub(crate) fn parse_section(
    text: &str,
    lexed: Lexed,
    options: &Options,
    report: Report,
    tree: &mut Tree,
) -> Report {
    let file = report.file;
    tree.pools.reserve(lexed.tokens.len());
    let heights = Heights {
        of: Vec::with_capacity(lexed.tokens.len() / 3),
        first: tree.count::<Expr>(),
        peak: 0,
        lambda: 0,
    };
    let mut parser = Parser {
        text,
        tokens: &lexed.tokens,
        at: 0,
        options,
        tree,
        scratch: Pools::default(),
        heights,
        report,
        nested: 0,
        depth: 0,
        is_cut_off: false,
        last_error: None,
        closing_parens: OnceCell::new(),
        prefixes: Vec::new(),
        waiting: Vec::new(),
        string: Vec::new(),
    };
    let items = parser.items(None);
    let report = parser.report;
    let Lexed { comments, pragmas, includes, .. } = lexed;
    tree.sections.push(Section { file, items, comments, pragmas, includes });
    report
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    options: &'a Options,
    tree: &'a mut Tree,
    /// The lists that are being collected, all on one stack per type of node.
    scratch: Pools,
    heights: Heights,
    report: Report,
    /// How many productions are open.
    nested: u32,
    /// How many levels of the tree lie above what is being read.
    depth: u32,
    /// Set once a limit was hit: everything that follows from it is not worth a message.
    is_cut_off: bool,
    /// Where the last error was, so that one mistake gives one message.
    last_error: Option<u32>,
    /// Which `)` closes which `(`, once a look-ahead needed to know.
    closing_parens: OnceCell<Vec<u32>>,
    /// Operators before the operand that is being read.
    prefixes: Vec<operator::Prefix>,
    /// Binary operators whose right side is being read.
    waiting: Vec<operator::Waiting>,
    /// The value of the string literal that is being read.
    string: Vec<u8>,
}

/// The heights of finished expressions: the length of the longest path below each.
struct Heights {
    /// For each expression of the section, from the first one.
    of: Vec<u16>,
    first: usize,
    /// The greatest depth reached since the current function or lambda began.
    peak: u32,
    /// The height of the lambda that was read last.
    lambda: u32,
}

impl<'a> Parser<'a> {
    fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    /// The kind of the token `ahead` of the current one.
    fn nth(&self, ahead: usize) -> TokenKind {
        self.kind_at(self.at + ahead)
    }

    fn kind_at(&self, at: usize) -> TokenKind {
        self.tokens[at.min(self.tokens.len() - 1)].kind
    }

    fn is(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn text_at(&self, at: usize) -> &'a str {
        let token = self.tokens[at.min(self.tokens.len() - 1)];
        &self.text[token.start as usize..token.end as usize]
    }

    /// True at an identifier of that text: words such as `get` mean something only where they are looked for.
    fn is_word(&self, word: &str) -> bool {
        self.is(TokenKind::Identifier) && self.text_at(self.at) == word
    }

    /// Moves past the current token; the end is never passed.
    fn bump(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.is(kind);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// First byte of the current token.
    fn start(&self) -> u32 {
        self.tokens[self.at].start
    }

    /// First byte after the token before the current one.
    fn end(&self) -> u32 {
        self.at.checked_sub(1).map_or(0, |before| self.tokens[before].end)
    }

    /// From `start` to the end of the last token; empty when no token was read since.
    fn span_from(&self, start: u32) -> Span {
        self.report.span(start, self.end().max(start))
    }

    fn span_of(&self, token: Token) -> Span {
        self.report.span(token.start, token.end)
    }

    fn here(&self) -> Span {
        self.span_of(self.token())
    }

    fn has_level(&self, level: Level) -> bool {
        self.options.level >= level
    }

    /// Adds a node that stands alone.
    fn add<T: Node>(&mut self, node: T) -> Id<T> {
        let pool = T::pool_mut(&mut self.tree.pools);
        pool.push(node);
        Id::new(pool.len() as u32 - 1)
    }

    /// Begins a list; [`Parser::finish_list`] takes what was [pushed](Parser::push) since.
    fn begin_list<T: Node>(&self) -> usize {
        T::pool(&self.scratch).len()
    }

    fn push<T: Node>(&mut self, node: T) {
        T::pool_mut(&mut self.scratch).push(node);
    }

    fn finish_list<T: Node>(&mut self, begin: usize) -> List<T> {
        let pool = T::pool_mut(&mut self.tree.pools);
        let start = pool.len();
        pool.extend(T::pool_mut(&mut self.scratch).drain(begin..));
        List::new(start as u32, (pool.len() - start) as u32)
    }

    fn add_expr(&mut self, start: u32, kind: ExprKind) -> Id<Expr> {
        let span = self.span_from(start);
        self.add_expr_at(span, kind)
    }

    /// The name at the current token, or a missing one that is reported as `what`.
    fn name(&mut self, what: &str) -> Name {
        if self.is(TokenKind::Identifier) {
            return self.identifier();
        }
        self.expected_name(what);
        self.missing_name()
    }

    /// The name at the current token, which is an identifier.
    fn identifier(&mut self) -> Name {
        let name = Name { symbol: self.tree.symbols.intern(self.text_at(self.at)), span: self.here() };
        self.bump();
        name
    }

    fn missing_name(&self) -> Name {
        Name { symbol: Symbol::MISSING, span: self.report.span(self.end(), self.end()) }
    }

    /// Runs a production that may contain itself; false when it would go too deep, and the text is given up there.
    fn enter(&mut self) -> bool {
        if self.nested >= MOST_NESTED || self.depth >= DEEPEST_TREE {
            let span = self.here();
            self.cut_off(span);
            return false;
        }
        self.nested += 1;
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.nested -= 1;
        self.depth -= 1;
    }

    /// Reports that a limit was hit, and goes to the end of the text.
    fn cut_off(&mut self, span: Span) {
        if !self.is_cut_off {
            let most = if self.nested >= MOST_NESTED { MOST_NESTED } else { DEEPEST_TREE };
            self.report.push(diagnostics::nesting_too_deep(span, most));
            self.is_cut_off = true;
        }
        self.at = self.tokens.len() - 1;
    }
}
