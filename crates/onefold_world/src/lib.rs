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

mod codec;
mod entity;
mod lifecycle;
mod scene;
mod world;

pub use codec::{check_members, members_json, write_members};
pub use entity::SceneEntity;
pub use lifecycle::{LifecycleFault, run_lifecycle};
pub use scene::{EntityEdit, SCENE_INVALID, SceneReport, entity_json, load_scene, save_scene, state_hash};
pub use world::{ENTITY_AMBIGUOUS, ENTITY_UNKNOWN, HIERARCHY_CYCLE, StableId, World};

#[cfg(test)]
mod tests;
