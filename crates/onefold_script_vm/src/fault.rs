//! What ends a call early: faults, their texts, and the exception record.

use std::fmt;

/// A reason to leave the current instruction; cheap to make, turned into an [`Exception`] when it passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A null handle, place or reference was used.
    Null,
    /// An array index is out of range.
    Bounds,
    /// A string index is out of range.
    TextBounds,
    /// Division or remainder by zero.
    DivideByZero,
    /// The smallest integer divided by -1.
    DivideOverflow,
    /// A power that does not fit.
    PowOverflow,
    /// An imported function that is not bound.
    Unbound,
    /// A world handle whose object is gone.
    Stale,
    /// Deeper than the stack budget; scripts can catch it, as in the reference.
    StackOverflow,
    /// The instruction budget is spent.
    OutOfFuel,
    /// The memory budget is spent.
    OutOfMemory,
    /// The wall time budget is spent.
    OutOfTime,
    /// The host asked the call to end.
    Aborted,
    /// The program was replaced while this call was suspended.
    Reloaded,
    /// Something a library or host function, or `throw`, says in its own words.
    Text(Box<str>),
}

impl Fault {
    /// A fault with words of its own.
    pub fn text(words: impl Into<Box<str>>) -> Fault {
        Fault::Text(words.into())
    }

    /// The text scripts read, equal to the reference library's where it has one.
    pub fn message(&self) -> &str {
        match self {
            Fault::Null => "Null pointer access",
            Fault::Bounds => "Index out of bounds",
            Fault::TextBounds => "Out of range",
            Fault::DivideByZero => "Divide by zero",
            Fault::DivideOverflow => "Overflow in integer division",
            Fault::PowOverflow => "Overflow in exponent operation",
            Fault::Unbound => "Unbound function called",
            Fault::Stale => "Object no longer exists",
            Fault::StackOverflow => "Stack overflow",
            Fault::OutOfFuel => "Instruction budget exceeded",
            Fault::OutOfMemory => "Memory budget exceeded",
            Fault::OutOfTime => "Time budget exceeded",
            Fault::Aborted => "Aborted",
            Fault::Reloaded => "reloaded",
            Fault::Text(words) => words,
        }
    }

    /// Whether `try` and destructors may stop it.
    pub fn is_catchable(&self) -> bool {
        !matches!(
            self,
            Fault::OutOfFuel | Fault::OutOfMemory | Fault::OutOfTime | Fault::Aborted | Fault::Reloaded
        )
    }

    /// The standing fault of a `fault` instruction.
    pub(crate) fn from_code(code: u16) -> Fault {
        match code {
            0 => Fault::Null,
            1 => Fault::Bounds,
            2 => Fault::DivideByZero,
            3 => Fault::DivideOverflow,
            4 => Fault::PowOverflow,
            5 => Fault::Unbound,
            _ => Fault::text("Unreachable code reached"),
        }
    }
}

/// A place on the script stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackPlace {
    /// Function as `main` or `Class::method`.
    pub function: String,
    /// Source file.
    pub file: String,
    /// Line from 1, or 0 where unknown.
    pub line: u32,
    /// Column from 1, or 0 where unknown.
    pub column: u16,
}

/// An exception that left a call, or was caught last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Why.
    pub fault: Fault,
    /// Where, innermost first; deep stacks keep their ends only.
    pub stack: Vec<StackPlace>,
}

impl fmt::Display for Exception {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.fault.message())?;
        match self.stack.first() {
            Some(place) => write!(out, " at {}:{}", place.function, place.line),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Exception {}
