//! AngelScript as text: lexer, preprocessor, syntax tree, parser and formatter.
//!
//! [`parse`] makes a [tree](ast::Tree) of one text, [`parse_files`] of a text and the files it includes. Both always
//! return a tree: what is wrong is in the [diagnostics](Parsed::diagnostics), all of a file at once, and the parser
//! goes on behind it. No text makes them panic, hang or use up the stack.
//!
//! ```
//! use onefold_diag::{Source, SourceMap};
//! use onefold_script_syntax::ast::{ExprKind, ItemKind, StmtKind};
//! use onefold_script_syntax::{Options, parse};
//!
//! let text = "int twice(int a) { return a + a; }\nint wrong = ;";
//! let mut sources = SourceMap::new();
//! let file = sources.add(Source::new("twice.as", text));
//! let parsed = parse(text, file, &Options::default());
//!
//! let tree = &parsed.tree;
//! let ItemKind::Function(function) = tree[tree.sections[0].items][0].kind else { panic!() };
//! assert_eq!(tree.name(tree[function].signature.name), "twice");
//! let body = tree[function].body.unwrap();
//! let StmtKind::Return { value: Some(value) } = tree[body.stmts][0].kind else { panic!() };
//! assert!(matches!(tree[value].kind, ExprKind::Binary { .. }));
//!
//! let messages: Vec<String> =
//!     parsed.diagnostics.into_iter().map(|message| message.resolve(&sources).to_text()).collect();
//! assert_eq!(messages, ["twice.as:2:13: error: expected an expression; got `;` [script_syntax]"]);
//! ```
//!
//! The language is that of the reference library 2.35.1, to which [`Level::V239`] adds what came up to 2.39. Where
//! the grammar alone cannot tell what a text means, the tree says what is written: a [call](ast::ExprKind::Call) may
//! turn out to be a construction, an [assignment](ast::ExprKind::Assign) of a list to a type a typed list.
//!
//! [`format`](format()) lays a script out, [`lex`] gives its tokens, [`dump`](dump()) shows its tree.
//!
//! Does not: resolve names, check types, or read files; the host gives texts, and finds included ones by a
//! [`Resolver`].
#![forbid(unsafe_code)]

pub mod ast;
pub mod diagnostics;
mod dump;
mod format;
mod lexer;
mod literal;
mod options;
mod parse;
mod parser;
mod symbol;
mod token;

pub use dump::dump;
pub use format::{format, try_format};
pub use lexer::{Include, Lexed, lex};
pub use options::{Level, Options, ToolVersion};
pub use parse::{DEEPEST_INCLUDE, MOST_FILES, Parsed, Resolver, parse, parse_files};
pub use parser::{DEEPEST_TREE, MOST_NESTED};
pub use symbol::{Symbol, Symbols};
pub use token::{Token, TokenKind};
