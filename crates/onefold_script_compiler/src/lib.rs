//! The compiler of the script language: names, types, overloads, and lowering to bytecode.
//!
//! [`compile`] takes the parsed files of one build and what the host offers, and gives a program or everything
//! that is wrong. It works in four steps: declarations are collected and classes laid out, each function body
//! is checked to a typed tree, the tree is lowered to bytecode, and the tables are put together.
//!
//! ```
//! use onefold_diag::{FileId, Source, SourceMap};
//! use onefold_script_compiler::{HostSymbols, Options, compile};
//!
//! let mut sources = SourceMap::new();
//! let file = sources.add(Source::new("a.as", "int twice(int x) { return 2 * y; }"));
//! let text = sources.get(file).unwrap().text().to_owned();
//! let parsed = onefold_script_syntax::parse(&text, FileId(0), &onefold_script_syntax::Options::default());
//! let options = Options { module: "a".to_owned(), level: 239 };
//! let compiled = compile(&parsed.tree, &sources, &HostSymbols::default(), &options);
//! assert!(compiled.program.is_none());
//! assert!(compiled.diagnostics.iter().any(|one| one.message.contains('y')));
//! ```
//!
//! Does not: read files, parse text other than the declarations of the library and the host, verify or run
//! programs. Bad input is reported, never a panic.
#![forbid(unsafe_code)]
#![expect(
    clippy::wrong_self_convention,
    reason = "a conversion `to_…` of the checker reports, so it takes it mutably"
)]
#![expect(
    clippy::result_large_err,
    reason = "operands that do not fit come back by value: nothing is cold about it"
)]

mod assemble;
mod check;
mod classes;
mod conversions;
mod declare;
pub mod diagnostics;
mod hir;
mod host;
mod library;
mod lower;
mod model;
mod names;
mod overload;
mod resolve;
mod shapes;
mod types;
mod unit;

pub use host::{HostEnum, HostFunction, HostGlobal, HostMember, HostSymbols, HostType, HostTypeKind};
pub use unit::{Compiled, Options, compile};
