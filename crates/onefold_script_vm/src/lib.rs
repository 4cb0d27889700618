//! The script virtual machine: runs verified bytecode with budgets, exceptions, contexts and a collector.
//!
//! An [`Image`] is a program linked for running; a [`Vm`] is one island of globals and heap over an
//! image. Calls end with a value or an [`Exception`]; a [`Context`] can also be suspended and resumed.
//! [`Image::link_host`] ties host items to a registry; [`Scripts`] is the machine as a service of an island.
//! Memory is counted references plus trial deletion for cycles. No input makes it crash: budgets for
//! instructions, memory, stack and time end a call with an exception scripts cannot catch.
//!
//! ```
//! use onefold_script_bytecode::{FuncId, Program};
//! use onefold_script_vm::{Image, Limits, Vm};
//!
//! let text = "func \"half\" \"int half(int)\" (s) s\n  div_imm_i32 %0, %0, 2\n  ret %0\n";
//! let verified = Program::parse(text).unwrap().verify().unwrap();
//! let mut vm = Vm::new(Image::link(&verified).unwrap(), Limits::default()).unwrap();
//! assert_eq!(vm.call(FuncId(0), &[84.into()]).unwrap().to_i32(), 42);
//! ```
//!
//! Does not: compile, verify, read files or clocks, or start threads.
#![expect(unsafe_code, reason = "frames, objects and strings are raw memory described by verified programs")]

mod arith;
mod collect;
mod context;
mod cyclic;
mod debug;
mod duplicate;
mod fault;
mod heap;
mod host;
mod image;
mod interp;
mod library;
mod native;
mod number;
mod objects;
mod stack;
mod state;
mod texts;
mod unwind;
mod vm;

pub use context::{Context, Coroutines, Turn};
pub use debug::{Action, Hook, Shown, View};
pub use fault::{Exception, Fault, StackPlace};
pub use host::{HostGlobals, SCRIPT_EXCEPTION, SCRIPT_THUNK, Scripts, host_name, script_data};
pub use image::{Image, LinkError};
pub use state::Clock;
pub use vm::{Limits, Object, Outcome, Value, Vm};
