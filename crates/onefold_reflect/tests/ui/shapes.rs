//! What has no description: unions, packed structs, lifetimes, constant parameters, empty enums.
#![allow(unused)]

use onefold_reflect::{Reflect, reflect};

#[derive(Reflect)]
union Either {
    a: u32,
    b: f32,
}

#[derive(Reflect)]
#[repr(packed)]
struct Packed {
    a: u32,
}

#[derive(Reflect)]
struct Borrowed<'a> {
    a: &'a str,
}

#[derive(Reflect)]
struct Sized<const N: usize> {
    a: [u8; N],
}

#[derive(Reflect)]
enum Never {}

#[derive(Reflect)]
enum Hidden {
    A,
    B(#[reflect(skip)] String),
}

#[reflect]
struct Attributed {
    a: u8,
}

fn main() {}
