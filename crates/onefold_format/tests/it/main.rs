//! What the formats promise, on described types.

mod bad_input;
mod cooked;
mod golden;
mod json;
mod random;
mod types;

use std::sync::Arc;

use onefold_reflect::{Reflect, Registry, RegistryBuilder};

/// A registry of one type and what it refers to.
fn registry<T: Reflect>() -> Arc<Registry> {
    RegistryBuilder::new().register::<T>().resolve().unwrap()
}
