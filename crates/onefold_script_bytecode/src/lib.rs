//! Bytecode of the script language: one instruction table, programs, a builder, a verifier, a printer.
//!
//! # The machine
//!
//! A function runs in a frame of 64-bit slots. Each slot has one declared [`SlotKind`] for the whole
//! function. Parameters are the first slots. An argument list of a call names slots of the *caller's*
//! frame, in any order; their bits are copied to the callee's first slots and **borrowed**: no counting
//! on either side, for the caller's slots stay as they are until the callee returns. So a string or
//! handle parameter is read-only for the callee; a function that assigns to its parameter first moves
//! it to a slot of its own. The result of a call goes to a slot the call names; what that slot held is
//! released. `this` is simply parameter 0.
//!
//! * Numbers up to 32 bits live in the low half of a slot with the upper half zero (`i8` and `i16`
//!   sign-extended to 32 bits; `bool` is 0 or 1); `f32` is its bits. After arithmetic on a narrow type
//!   emit `sext_i8`, `sext_i16`, `zext_u8` or `zext_u16`.
//! * Values without counted parts (vectors, up to 64 bytes) take consecutive scalar slots: `move_n`,
//!   `get_n`, …; they pass as that many arguments. Larger values are objects.
//! * `const T &in`: pass the slot. `T &in` of an object that must not alias: copy first.
//! * `T &out`: give the callee a [`SlotKind::PlaceScalar`] (or `Str`, `Handle`) made by `place` from a
//!   temporary of the caller; after the call assign the temporary where it belongs. A slot whose address
//!   is taken by `place` must not itself appear in an argument list of the function when it is counted.
//! * `T &inout` of objects: pass the handle. Of anything else: a place, copied in and out.
//! * `T& f()` of reference types returns the handle; of numbers, strings and handles a reference in two
//!   slots ([`SlotKind::RefOwner`], [`SlotKind::RefOffset`]) made by `ref_field`, `ref_at`, `ref_global`.
//! * Null checks, bounds checks and division checks are part of the instructions.
//! * Conditional jumps are fused compares. Emit the forward form (`j_lt_i32(a, b, label)`) whatever the
//!   direction; the builder encodes a label that lies behind as the loop twin, which spends fuel.
//!   `a > b` of integers is `j_lt(b, a)`. For floats an unordered pair counts as *greater*, as in the
//!   reference library, so `!(a < b)` is exactly `a >= b`: inverting a float condition is always right.
//!   Rotate loops: jump to the condition at the bottom first.
//! * [`FunctionBuilder::const_slot`] gives a slot that holds a constant for the whole function, loaded
//!   once at entry; use it for float constants and large integers inside loops.
//! * On an exception control goes to the innermost handler that covers the word; the catch block has to
//!   clear slots of the try block that should be dead by then.
//!
//! ```
//! use onefold_script_bytecode::{FunctionBuilder, Ret, Signature, SlotKind, FuncId};
//!
//! // int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
//! let signature = Signature { params: vec![SlotKind::Scalar], ret: Ret::Scalar(1) };
//! let mut f = FunctionBuilder::new("fib", signature);
//! let n = f.param(0);
//! let (t, u) = (f.scalar(), f.scalar());
//! let more = f.label();
//! f.line(0, 1, 1);
//! f.j_ge_imm_i32(n, 2, more);
//! f.ret(n);
//! f.bind(more);
//! f.add_imm_i32(t, n, -1);
//! f.call(t, FuncId(0), &[t]);
//! f.add_imm_i32(u, n, -2);
//! f.call(u, FuncId(0), &[u]);
//! f.add_i32(t, t, u);
//! f.ret(t);
//! let function = f.finish().unwrap();
//! assert_eq!(function.slots.len(), 3);
//! ```
//!
//! Does not: compile, run, or know the host's types.
#![forbid(unsafe_code)]

mod builder;
mod kind;
mod op;
mod parse;
mod print;
mod program;
mod table;
mod verify;

pub use builder::{BuildError, FunctionBuilder, Label, MethodIndex, NO_SLOT, Slot, Switch, VirtualSlot};
pub use kind::{Ret, Signature, SlotKind, Storage};
pub use op::{DecodeError, Instr, Op, Operand};
pub use parse::ParseError;
pub use program::{
    Class, Field, FuncId, Function, Global, GlobalId, Handler, HostId, HostImport, HostKind, Import,
    ImportId, Interface, Line, Program, StdId, StdImport, StrId, SwitchTable, TypeDef, TypeId, TypeKind,
    Variable,
};
pub use verify::{VerifiedProgram, VerifyError};

#[cfg(test)]
mod tests;
