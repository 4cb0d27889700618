//! Getter and setter belong together.
#![allow(unused)]

use onefold_reflect::{Reflect, reflect};

#[derive(Reflect, Default, Clone, PartialEq)]
struct Sound {
    loudness: f32,
}

#[reflect]
impl Sound {
    #[reflect(get)]
    pub fn volume(&self) -> f32 {
        self.loudness
    }
    #[reflect(set)]
    pub fn set_volume(&mut self, value: f64) {}
    #[reflect(get = "volume")]
    pub fn again(&self) -> f32 {
        self.loudness
    }
    #[reflect(get)]
    pub fn band(&self, index: u32) -> f32 {
        self.loudness
    }
    #[reflect(set)]
    pub fn set_band(&mut self, index: i32, value: f32) {}
    #[reflect(get, set)]
    pub fn both(&self) -> f32 {
        1.0
    }
    #[reflect(get)]
    pub fn nothing(&self) {}
    #[reflect(set)]
    pub fn set_frozen(&self, value: f32) {}
}

fn main() {}
