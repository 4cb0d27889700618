//! Conditions speak of the type's own members.
#![allow(unused)]

use onefold_reflect::Reflect;

#[derive(Reflect, Default)]
struct Base {
    name: String,
}

#[derive(Reflect)]
struct Light {
    radius: f32,
    casts_shadow: bool,
    #[reflect(show_if = "radus > 1.0")]
    near: f32,
    #[reflect(enable_if = "casts_shadow > 3")]
    kind: f32,
    #[reflect(show_if = "radius >")]
    unfinished: f32,
}

#[derive(Reflect)]
#[reflect(base = Base)]
struct Derived {
    #[reflect(base)]
    base: Base,
    // The base may have such a member, which cannot be seen from here.
    #[reflect(show_if = "names == 1")]
    far: f32,
}

fn main() {}
