//! Why the dispatch loop is left.

/// Why the fast loop was left; the instruction pointer tells where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Null,
    Bounds,
    TextBounds,
    DivideByZero,
    DivideOverflow,
    PowOverflow,
    Unbound,
    /// The fault lies in the state.
    Native,
    /// The instruction is to be done again with more fuel.
    Fuel,
    /// The instruction is to be done again with more stack.
    Room,
    /// Destructors wait or a suspension is asked for; the instruction is done.
    Attention,
    /// A debugger wants the call suspended at this instruction, or ended.
    Hold,
    Abort,
    /// A stub was reached.
    Exit,
    Destroyed,
}
