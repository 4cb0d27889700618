//! A small 3D engine described in Onefold: lights and characters, each a description and its behaviour.
//!
//! ```
//! let registry = onefold_engine::registry().unwrap();
//! assert!(registry.find("LightEntity").unwrap().member("intensity").is_some());
//! assert_eq!(registry.find("SELightEntity").unwrap().bare_name(), "LightEntity");
//! ```
//!
//! Does not: draw, play sounds, or run scripts itself.
#![forbid(unsafe_code)]

mod character;
mod light;

use std::sync::Arc;

use onefold_reflect::Registry;

pub use character::CharacterEntity;
pub use light::{LightEntity, LightType};

/// The registry of every class linked into this binary, the engine's among them.
///
/// # Errors
/// What is wrong with a description; only a class that clashes with another can be.
pub fn registry() -> Result<Arc<Registry>, onefold_diag::Diagnostics> {
    Registry::linked()
}

#[cfg(test)]
mod tests;
