//! Calling lifecycle functions of native classes.

use onefold_diag::Diagnostic;
use onefold_reflect::{AnyHandle, Cx, Lifecycle, Value};

use crate::world::World;

/// A lifecycle function of an entity ended with an error.
#[derive(Clone, Debug, PartialEq)]
pub struct LifecycleFault {
    /// The entity.
    pub handle: AnyHandle,
    /// What it reported.
    pub why: Diagnostic,
}

/// Calls a lifecycle function on every entity whose class has it, in scene order, base before derived. Entities made
/// meanwhile have their turn next time; those removed meanwhile are passed over.
pub fn run_lifecycle(cx: &mut Cx, which: Lifecycle, args: &[Value]) -> Vec<LifecycleFault> {
    let mut faults = Vec::new();
    for handle in World::of(cx).in_order() {
        let has = cx.objects().entry(handle).is_some_and(|entry| entry.lifecycle().has(which));
        if !has {
            continue;
        }
        let place = World::of(cx).entity_ref(handle);
        if let Err(errors) = cx.invoke_chain(handle, which.name(), args) {
            faults.extend(errors.into_iter().map(|mut why| {
                why.place.entity.clone_from(&place);
                LifecycleFault { handle, why }
            }));
        }
    }
    faults
}
