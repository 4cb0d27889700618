//! AngelScript as text: lexer, preprocessor, syntax tree, parser and formatter.
#![forbid(unsafe_code)]

pub mod ast;
mod symbol;

pub use symbol::{Symbol, Symbols};
