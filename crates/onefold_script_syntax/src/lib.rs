//! AngelScript as text: lexer, preprocessor, syntax tree, parser and formatter.
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
