//! Lifecycle functions have one shape each.
#![allow(unused)]

use onefold_reflect::{Reflect, reflect};

#[derive(Reflect, Default, Clone, PartialEq)]
struct Lamp {
    on: bool,
}

#[reflect]
impl Lamp {
    fn on_init(&mut self, again: bool) {}
    fn on_update(&mut self, seconds: f64) {}
    fn on_changed(&mut self) {}
    #[reflect(name = "Bye")]
    fn on_destroy(&mut self) {}
    fn on_late_update(seconds: f32) {}
}

fn main() {}
