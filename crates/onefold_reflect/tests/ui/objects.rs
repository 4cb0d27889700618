//! Objects pass only as handles.
#![allow(unused)]

use onefold_reflect::{Handle, Reflect, reflect};

#[derive(Reflect, Default, Clone, PartialEq)]
#[reflect(object)]
struct Entity {
    name: String,
}

#[derive(Reflect, Default, Clone, PartialEq)]
#[reflect(base = Entity)]
struct Light {
    #[reflect(base)]
    entity: Entity,
}

#[reflect]
impl Light {
    pub fn by_value(&self, other: Light) {}
    pub fn fine(&self, other: Handle<Light>) {}
}

#[reflect]
impl Entity {
    pub fn by_reference(&self, other: &Light) {}
}

#[reflect]
fn result() -> Entity {
    Entity::default()
}

fn main() {}
