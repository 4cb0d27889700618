//! Every wrong attribute of a type is an error at its token, all at once, with the nearest name.
#![allow(unused)]

use onefold_reflect::Reflect;

#[derive(Reflect)]
#[reflect(icom = "bulb", rename_all = "Pascal", color = "#12345")]
struct Light {
    #[reflect(color)]
    title: String,
    #[reflect(subgroup = "Inner")]
    alone: f32,
    #[reflect(range(5..=1))]
    backwards: f32,
    #[reflect(range(0..10))]
    exclusive: f32,
    #[reflect(unit)]
    empty: f32,
    #[reflect(range(0..=300))]
    byte: u8,
    #[reflect(options("Low = 1", "High = 1"))]
    level: i32,
    #[reflect(options("Low", "High = 1"))]
    mixed: i32,
    #[reflect(multiline)]
    number: f32,
    #[reflect(skip, unit = "m")]
    skipped: f32,
    #[reflect(read_only, inspector_read_only)]
    both: f32,
    #[reflect(overridable)]
    misplaced: f32,
    #[reflect(unit = "m", unit = "s")]
    twice: f32,
    #[reflect = "unit"]
    grammar: f32,
    #[reflect(alias("9lives"))]
    odd_alias: f32,
}

fn main() {}
