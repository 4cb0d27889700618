//! Signatures that a described call cannot express.
#![allow(unused)]

use onefold_reflect::{Cx, Handle, Reflect, reflect};

#[derive(Reflect, Default, Clone, PartialEq)]
struct Lamp {
    on: bool,
}

#[reflect]
impl Lamp {
    pub fn consume(self) {}
    pub fn boxed(self: Box<Self>) {}
    pub fn generic<T>(&self, value: T) {}
    pub async fn later(&self) {}
    pub unsafe fn danger(&self) {}
    pub fn dynamic(&self, value: &mut dyn std::fmt::Debug) {}
    pub fn callback(&self, value: fn()) {}
    pub fn list(&self, values: &mut [i32]) {}
    pub fn unnamed(&self, (a, b): (i32, i32)) {}
    pub fn late_cx(&self, cx: &mut Cx) {}
    pub fn lone_this(this: Handle<Self>) {}
    pub fn shown(&self) -> impl std::fmt::Display {
        1
    }
    pub fn inside(&mut self) -> &mut bool {
        &mut self.on
    }
    pub fn after(&self, #[reflect(default = 1)] a: i32, b: i32) {}
    #[reflect(button)]
    pub fn press(&self, force: f32) {}
    #[reflect(overridable)]
    pub fn leaf(&self) {}
    #[reflect(get)]
    pub fn lit(&mut self) -> bool {
        self.on
    }
    fn private(&self, #[reflect(default = 1)] a: i32) {}
    #[reflect(skip, hidden)]
    pub fn skipped(&self) {}
    #[reflect]
    const NOT: i32 = 3;
}

#[reflect]
impl std::fmt::Display for Lamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("lamp")
    }
}

impl Lamp {
    #[reflect]
    pub fn outside(&self) {}
}

#[reflect(overridable)]
fn function() {}

fn main() {}
