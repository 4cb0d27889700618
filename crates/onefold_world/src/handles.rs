//! References between entities, as files name them: by stable id and name.

use std::collections::HashSet;

use onefold_format::{HandleCodec, Reference, Resolved};
use onefold_reflect::{AnyHandle, TypeRef};

use crate::world::{StableId, World};

/// Between handles and the entities of a world.
pub(crate) struct EntityHandles<'w> {
    world: &'w World,
    /// Names and ids of entities that are about to be made: a reference to one is right and null for now.
    coming: Option<&'w HashSet<String>>,
}

impl<'w> EntityHandles<'w> {
    pub(crate) const fn new(world: &'w World) -> Self {
        Self { world, coming: None }
    }

    pub(crate) const fn with(world: &'w World, coming: &'w HashSet<String>) -> Self {
        Self { world, coming: Some(coming) }
    }
}

impl HandleCodec for EntityHandles<'_> {
    fn name(&self, handle: AnyHandle) -> Option<Reference> {
        let entity = self.world.entity_ref(handle)?;
        Some(Reference { id: Some(entity.id), name: Some(entity.name) })
    }

    fn resolve(&self, reference: &Reference, class: TypeRef<'_>) -> Resolved {
        let by_id = reference.id.as_deref().and_then(StableId::parse).and_then(|id| self.world.by_id(id));
        let found = by_id.or_else(|| self.world.find(reference.name.as_deref()?).ok());
        match found {
            Some(handle) if self.world.is_a(handle, class.entry()) => Resolved::To(handle),
            Some(_) => Resolved::Unknown,
            None => {
                let is_coming = |name: &Option<String>| {
                    name.as_ref().is_some_and(|name| self.coming.is_some_and(|coming| coming.contains(name)))
                };
                match is_coming(&reference.id) || is_coming(&reference.name) {
                    true => Resolved::Later,
                    false => Resolved::Unknown,
                }
            }
        }
    }
}
