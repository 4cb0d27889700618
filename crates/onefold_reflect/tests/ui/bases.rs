//! A base is named on the type and marked at one field, and both say the same.
#![allow(unused)]

use onefold_reflect::Reflect;

#[derive(Reflect, Default)]
struct Base {
    a: i32,
}

#[derive(Reflect, Default)]
struct Other {
    a: i32,
}

#[derive(Reflect)]
#[reflect(base = Base)]
struct NoField {
    b: i32,
}

#[derive(Reflect)]
struct NotNamed {
    #[reflect(base)]
    base: Base,
}

#[derive(Reflect)]
#[reflect(base = Base)]
struct Two {
    #[reflect(base)]
    one: Base,
    #[reflect(base)]
    two: Base,
}

#[derive(Reflect)]
#[reflect(base = Other)]
struct Mismatch {
    #[reflect(base)]
    base: Base,
}

#[derive(Reflect)]
#[reflect(base = Base)]
enum Wrong {
    A,
}

fn main() {}
