//! The compiler of the script language: names, types, overloads, and lowering to bytecode.
//!
//! [`compile`] takes the parsed files of one build and what the host offers, and gives a program or everything
//! that is wrong. It works in four steps: declarations are collected and classes laid out, each function body
//! is checked to a typed tree, the tree is lowered to bytecode, and the tables are put together.
//!
//! Does not: read files, parse text other than the declarations of the library and the host, verify or run
//! programs. Bad input is reported, never a panic.
#![forbid(unsafe_code)]

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
