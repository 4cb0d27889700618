//! The derive and what it makes, used as a class author and a reader would.

mod calls;
mod computed;
mod enums;
mod forbid;
mod functions;
mod generics;
mod inherit;
mod kinds;
mod light;
mod names;
mod patches;
mod resolve;
mod table;
mod ui;
mod world;

use std::sync::Arc;

use onefold_diag::Diagnostics;
use onefold_reflect::{Cx, Reflect, Registry, RegistryBuilder};

/// An island that knows one type and what it refers to.
fn island<T: Reflect>() -> Cx {
    Cx::new(registry::<T>())
}

fn registry<T: Reflect>() -> Arc<Registry> {
    RegistryBuilder::new().register::<T>().resolve().unwrap()
}

/// The codes of all errors, in order.
fn codes(errors: &Diagnostics) -> Vec<&'static str> {
    errors.iter().map(|one| one.code.0).collect()
}
