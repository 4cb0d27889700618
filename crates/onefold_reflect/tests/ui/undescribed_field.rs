//! A field whose type has no description is an error at that field.
#![allow(unused)]

use onefold_reflect::Reflect;

struct Foreign;

#[derive(Reflect)]
struct Holder {
    fine: f32,
    wrong: Foreign,
    nested: Vec<Option<Foreign>>,
}

fn main() {}
