//! Each name means one item.
#![allow(unused)]

use onefold_reflect::{Reflect, reflect};

#[derive(Reflect)]
struct Light {
    #[reflect(alias("strength"))]
    power: f32,
    strength: f32,
    #[reflect(name = "power")]
    other: f32,
}

#[derive(Reflect)]
enum Kind {
    A,
    #[reflect(alias("A"))]
    B,
}

#[derive(Reflect, Default, Clone, PartialEq)]
struct Lamp {
    on: bool,
}

#[reflect(rename_all = "PascalCase")]
impl Lamp {
    pub fn toggle(&mut self) {}
    #[reflect(alias("Toggle"))]
    pub fn switch(&mut self) {}
    #[reflect(overload_of = "togle")]
    pub fn toggle_twice(&mut self, again: bool) {}
}

fn main() {}
