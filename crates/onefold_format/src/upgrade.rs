//! Steps that bring old input up to date before it is read.

use onefold_diag::{Diagnostic, Diagnostics};
use onefold_reflect::TypeKey;
use rustc_hash::FxHashMap;

use crate::diagnostics::UPGRADE_FAILED;
use crate::node::Node;

/// One step: changes the members of a type, as an object node, from its version to the next.
pub type Step = fn(&mut Node<'_>) -> Result<(), String>;

/// The steps of every type that has changed in a way that names and aliases cannot bridge.
///
/// The caller says which version the input has (a scene or cooked file carries one number for all); each type's steps
/// from that version on are run in order, on every object of that type, nested ones included, before it is read.
#[derive(Clone, Debug, Default)]
pub struct Upgrades {
    /// Version of the input at hand.
    from: u32,
    steps: FxHashMap<TypeKey, Vec<(u32, Step)>>,
}

impl Upgrades {
    /// No steps.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the step that takes a type from `version` to the next one.
    pub fn add(&mut self, ty: TypeKey, version: u32, step: Step) {
        let steps = self.steps.entry(ty).or_default();
        let at = steps.partition_point(|(have, _)| *have <= version);
        steps.insert(at, (version, step));
    }

    /// The same steps for an input of that version.
    #[must_use]
    pub fn from_version(mut self, version: u32) -> Self {
        self.from = version;
        self
    }

    /// True when there is nothing to do for any type.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.values().flatten().all(|(version, _)| *version < self.from)
    }

    /// True when there is something to do for that type.
    #[must_use]
    pub fn concerns(&self, ty: TypeKey) -> bool {
        self.steps.get(&ty).is_some_and(|steps| steps.iter().any(|(version, _)| *version >= self.from))
    }

    /// Runs the steps of a type on its members.
    ///
    /// # Errors
    /// The first step that fails; those before it have been run.
    pub fn run(&self, ty: TypeKey, members: &mut Node<'_>) -> Result<(), Diagnostics> {
        for (version, step) in self.steps.get(&ty).into_iter().flatten() {
            if *version < self.from {
                continue;
            }
            step(members).map_err(|why| {
                let text = format!("the step from version {version} failed: {why}");
                Diagnostics::from(Diagnostic::error(UPGRADE_FAILED, text))
            })?;
        }
        Ok(())
    }
}
