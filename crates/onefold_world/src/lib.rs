//! Entities in a hierarchy, with names, stable ids and lifecycles, and the scenes they are saved in.
//!
//! The [`World`] is a service of the island ([`Cx`](onefold_reflect::Cx)): it knows the order, the names and the ids of
//! entities, while the island's object table owns them. Every entity's class derives from [`SceneEntity`].
//!
//! ```
//! use onefold_reflect::{Cx, Registry};
//! use onefold_world::World;
//!
//! let mut cx = Cx::new(Registry::linked().unwrap());
//! World::install(&mut cx);
//! let lamp = World::spawn(&mut cx, "SceneEntity", "lamp", None).unwrap();
//! assert_eq!(World::of(&cx).path(lamp).unwrap(), "/lamp");
//! assert_eq!(World::of(&cx).find("/lamp").unwrap(), lamp);
//! ```
//!
//! Does not: run scripts, keep time, or undo anything.
#![forbid(unsafe_code)]

mod edit;
mod entity;
mod handles;
mod lifecycle;
mod members;
mod scene;
mod world;

pub use edit::{EntityEdit, EntityPlan};
pub use entity::SceneEntity;
pub use lifecycle::{LifecycleFault, run_lifecycle};
pub use members::{check_members, members_json, unset_members, value_json, write_members};
pub use scene::{
    SCENE_INVALID, SceneForm, SceneReport, entities_text, entity_text, load_document, load_scene,
    restore_entities, save_cooked, save_scene, save_xml, state_hash, write_scene,
};
pub use world::{ENTITY_AMBIGUOUS, ENTITY_UNKNOWN, HIERARCHY_CYCLE, StableId, World};

#[cfg(test)]
mod tests;
