//! The runtime's commands as an agent's tools: a command file is JSON, applied in a fixed order and answered in JSON.
//!
//! ```
//! use onefold_reflect::Registry;
//! use onefold_runtime::Runtime;
//!
//! let mut runtime = Runtime::new(Registry::linked().unwrap()).unwrap();
//! let file = r#"{ "entities": [ { "type": "SceneEntity", "name": "lamp" }, { "type": "SceneEntty" } ] }"#;
//! let answer = onefold_agent::apply(&mut runtime, file);
//! assert_eq!(answer["applied"], 1);
//! assert_eq!(answer["errors"][0]["suggestions"][0], "SceneEntity");
//! ```
//!
//! Does not: change anything but through the runtime's commands, or run anything but sandboxed script.
#![forbid(unsafe_code)]

mod command_file;

pub use command_file::{AUTHOR, apply};

#[cfg(test)]
mod tests;
