//! What happened, for people and agents to read.

use onefold_diag::{Diagnostic, EntityRef};

/// How much an entry matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// For information.
    Info,
    /// Likely not meant.
    Warning,
    /// Something failed.
    Error,
}

/// One entry.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// How much it matters.
    pub level: LogLevel,
    /// Tick of the play world it happened in; 0 in the edit world.
    pub tick: u64,
    /// The entity concerned.
    pub entity: Option<EntityRef>,
    /// What happened.
    pub message: String,
    /// How often it happened in a row.
    pub count: u32,
    /// The whole error, for an error.
    pub why: Option<Diagnostic>,
}
