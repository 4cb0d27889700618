//! The exported view of a registry: one table of canonical symbols that scripts, plugins, agents and tools share.
//!
//! | symbol | names |
//! | --- | --- |
//! | `Type` | a type |
//! | `Type::get_member`, `Type::set_member` | reading and writing a member |
//! | `Type::geti_member`, `Type::seti_member` | the same for an indexed member |
//! | `Type::Method^2` | a method or static method with two arguments |
//! | `function^1` | a free function |
//! | `name` | a global object |
//!
//! The rules of the names (postfix `^N`, accessor prefixes, look-up without postfix where it is unambiguous) follow the
//! script API of Adventure Game Studio.
//!
//! ```
//! use onefold_reflect::RegistryBuilder;
//!
//! let api = onefold_api::Api::new(RegistryBuilder::new().register::<glam::Vec3>().resolve().unwrap());
//! assert_eq!(api.find("Vec3").unwrap().name(), "Vec3");
//! assert!(api.find("Vec5").unwrap_err().suggestions.contains(&"Vec3".to_owned()));
//! ```
//!
//! Does not: call anything, know a script language, or decide by name who may see an item.
#![forbid(unsafe_code)]

mod symbol;
mod table;

pub use symbol::{Item, Symbol, SymbolId, SymbolKind};
pub use table::{Api, SYMBOL_AMBIGUOUS, SYMBOL_UNKNOWN};

#[cfg(test)]
mod tests;
