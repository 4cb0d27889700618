//! The runtime's own commands.

mod arguments;
mod entities;
mod modes;

use crate::command::CommandSpec;

/// The runtime's own commands, in the order help lists them.
pub(crate) const SPECS: &[CommandSpec] = &[
    entities::CREATE,
    entities::EDIT,
    entities::REMOVE,
    entities::CLEAR,
    entities::RESTORE,
    modes::PLAY,
    modes::PAUSE,
    modes::STEP,
    modes::STOP,
];
