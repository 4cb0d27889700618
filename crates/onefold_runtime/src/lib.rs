//! The loop and the open command list: worlds that are edited, played and stopped through commands alone.
//!
//! A [`Runtime`] holds the edit world and, while playing, its copy. Everything that changes either is a [`Command`]:
//! looked up in the [`CommandTable`], validated whole, applied, recorded with its author. Rooms above register commands
//! of their own with [`CommandTable::register`].
//!
//! ```
//! use onefold_reflect::Registry;
//! use onefold_runtime::{Command, Runtime};
//! use serde_json::json;
//!
//! let mut runtime = Runtime::new(Registry::linked().unwrap()).unwrap();
//! let made = runtime.execute(&Command::new("test", "create", json!({ "type": "SceneEntity", "name": "lamp" }))).unwrap();
//! assert_eq!(made["path"], "/lamp");
//! let wrong = runtime.execute(&Command::new("test", "creat", json!({}))).unwrap_err();
//! assert_eq!(wrong.iter().next().unwrap().suggestions[0], "create");
//! ```
//!
//! Does not: draw, open windows or ports, or know any class of an engine.
#![forbid(unsafe_code)]

mod behaviour;
mod command;
mod commands;
mod globals;
mod input;
mod log;
mod runtime;

pub use behaviour::BehaviourReport;
pub use command::{Applied, COMMAND_UNKNOWN, Change, Command, CommandSpec, CommandTable, JournalEntry, Plan};
pub use globals::{ScriptLog, ScriptWorld};
pub use input::{InputEvent, InputTrack, ScriptInput};
pub use log::{LogEntry, LogLevel};
pub use onefold_script::BindReport;
pub use runtime::{Mode, Runtime, WRONG_MODE};
