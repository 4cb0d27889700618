//! Types of parameters and results need a description too.
#![allow(unused)]

use onefold_reflect::{Reflect, reflect};

#[derive(Clone)]
struct Foreign;

#[derive(Reflect, Default, Clone, PartialEq)]
struct Lamp {
    on: bool,
}

#[reflect]
impl Lamp {
    pub fn takes(&self, value: Foreign) {}
    pub fn gives(&self) -> Option<Foreign> {
        None
    }
}

fn main() {}
