//! Described types with members of every kind, and random values of them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use glam::{DVec3, IVec2, Mat3, Mat4, Quat, UVec4, Vec2, Vec3};
use onefold_reflect::{AnyHandle, AssetPath, Handle, Reflect};
use onefold_testkit::Random;

/// Anything that stands in a scene.
#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(object)]
pub struct SceneEntity {
    pub title: String,
}

#[derive(Reflect, Default, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LightType {
    #[default]
    #[reflect(alias("SETECH_LIGHT_TYPE_DIRECTIONAL"))]
    Directional,
    #[reflect(alias("SETECH_LIGHT_TYPE_POINT"))]
    Point,
    #[reflect(alias("SETECH_LIGHT_TYPE_SPOT"))]
    Spot = 7,
}

/// A light.
#[derive(Reflect, Clone, Debug, PartialEq)]
#[reflect(base = SceneEntity, was("SELightEntity"))]
pub struct LightEntity {
    #[reflect(base)]
    pub entity: SceneEntity,
    #[reflect(alias("m_LightType"))]
    pub light_type: LightType,
    #[reflect(alias("m_Color"))]
    pub color: Vec3,
    #[reflect(alias("m_Intensity"))]
    pub intensity: f32,
    #[reflect(alias("m_AnglesDegrees"))]
    pub angles_degrees: Vec2,
    #[reflect(alias("m_bCastsShadow"))]
    pub casts_shadow: bool,
}

impl Default for LightEntity {
    fn default() -> Self {
        Self {
            entity: SceneEntity::default(),
            light_type: LightType::Point,
            color: Vec3::ONE,
            intensity: 1.0,
            angles_degrees: Vec2::ZERO,
            casts_shadow: false,
        }
    }
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Inner {
    pub a: i32,
    #[reflect(was("label"))]
    pub b: String,
    pub flags: Vec<bool>,
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Tree {
    pub value: i64,
    pub children: Vec<Tree>,
    pub first: Option<Box<Inner>>,
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub enum Effect {
    #[default]
    Off,
    Glow {
        strength: f32,
        tint: Option<String>,
    },
    Flash(u8, Vec<i32>),
    Wrapped(Inner),
}

/// A number with named values.
#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Everything {
    pub yes: bool,
    pub i8: i8,
    pub i16: i16,
    pub i32: i32,
    pub i64: i64,
    pub u8: u8,
    pub u16: u16,
    pub u32: u32,
    pub u64: u64,
    pub f32: f32,
    pub f64: f64,
    pub letter: char,
    pub text: String,
    pub asset: AssetPath,
    pub vec2: Vec2,
    pub vec3: Vec3,
    pub quat: Quat,
    pub mat3: Mat3,
    pub mat4: Mat4,
    pub dvec3: DVec3,
    pub ivec2: IVec2,
    pub uvec4: UVec4,
    pub inner: Inner,
    pub light: LightType,
    pub effect: Effect,
    pub maybe: Option<i32>,
    pub nested: Option<Option<u8>>,
    pub list: Vec<f32>,
    pub queue: VecDeque<Inner>,
    pub array: [i16; 3],
    pub pair: (i32, String),
    pub boxed: Box<f64>,
    pub by_name: HashMap<String, Inner>,
    pub by_number: BTreeMap<i32, String>,
    pub by_light: HashMap<LightType, f32>,
    pub by_pair: BTreeMap<(i32, bool), char>,
    pub names: HashSet<String>,
    pub numbers: BTreeSet<i64>,
    pub target: Handle<SceneEntity>,
    pub targets: Vec<Handle<SceneEntity>>,
    pub maybe_target: Option<Handle<SceneEntity>>,
    pub tree: Tree,
    #[reflect(hidden)]
    pub hidden: i32,
    #[reflect(inspector_read_only)]
    pub shown: i32,
    #[reflect(read_only)]
    pub read_only: i32,
    #[reflect(transient)]
    pub transient: i32,
}

fn many<T>(random: &mut Random, most: usize, mut make: impl FnMut(&mut Random) -> T) -> Vec<T> {
    (0..random.below(most + 1)).map(|_| make(random)).collect()
}

/// A float that equals itself: NaN has tests of its own.
pub fn f32(random: &mut Random) -> f32 {
    loop {
        let value = match random.below(3) {
            0 => f32::from_bits(random.next_u64() as u32),
            _ => random.any_f64() as f32,
        };
        if !value.is_nan() {
            return value;
        }
    }
}

pub fn f64(random: &mut Random) -> f64 {
    loop {
        let value = random.any_f64();
        if !value.is_nan() {
            return value;
        }
    }
}

fn letter(random: &mut Random) -> char {
    random.text(3).chars().next().unwrap_or('x')
}

fn light(random: &mut Random) -> LightType {
    *random.pick(&[LightType::Directional, LightType::Point, LightType::Spot])
}

fn handle(random: &mut Random) -> Handle<SceneEntity> {
    if random.chance(1, 3) {
        return Handle::NULL;
    }
    AnyHandle::world(random.below(100) as u32 + 1, random.below(1000) as u32).typed()
}

pub fn inner(random: &mut Random) -> Inner {
    Inner {
        a: random.any_i64() as i32,
        b: random.text(6),
        flags: many(random, 3, |random| random.chance(1, 2)),
    }
}

fn tree(random: &mut Random, depth: usize) -> Tree {
    let children = if depth == 0 { Vec::new() } else { many(random, 2, |random| tree(random, depth - 1)) };
    Tree { value: random.any_i64(), children, first: random.chance(1, 2).then(|| Box::new(inner(random))) }
}

fn effect(random: &mut Random) -> Effect {
    match random.below(4) {
        0 => Effect::Off,
        1 => Effect::Glow { strength: f32(random), tint: random.chance(1, 2).then(|| random.text(4)) },
        2 => Effect::Flash(random.next_u64() as u8, many(random, 3, |random| random.any_i64() as i32)),
        _ => Effect::Wrapped(inner(random)),
    }
}

pub fn everything(random: &mut Random) -> Everything {
    Everything {
        yes: random.chance(1, 2),
        i8: random.any_i64() as i8,
        i16: random.any_i64() as i16,
        i32: random.any_i64() as i32,
        i64: random.any_i64(),
        u8: random.any_i64() as u8,
        u16: random.any_i64() as u16,
        u32: random.any_i64() as u32,
        u64: random.next_u64(),
        f32: f32(random),
        f64: f64(random),
        letter: letter(random),
        text: random.text(20),
        asset: AssetPath(random.text(5)),
        vec2: Vec2::new(f32(random), f32(random)),
        vec3: Vec3::new(f32(random), f32(random), f32(random)),
        quat: Quat::from_xyzw(f32(random), f32(random), f32(random), f32(random)),
        mat3: Mat3::from_cols_array(&std::array::from_fn(|_| f32(random))),
        mat4: Mat4::from_cols_array(&std::array::from_fn(|_| f32(random))),
        dvec3: DVec3::new(f64(random), f64(random), f64(random)),
        ivec2: IVec2::new(random.any_i64() as i32, random.any_i64() as i32),
        uvec4: UVec4::new(1, random.next_u64() as u32, 0, u32::MAX),
        inner: inner(random),
        light: light(random),
        effect: effect(random),
        maybe: random.chance(1, 2).then(|| random.any_i64() as i32),
        nested: *random.pick(&[None, Some(None), Some(Some(3))]),
        list: many(random, 5, f32),
        queue: many(random, 3, inner).into(),
        array: std::array::from_fn(|_| random.any_i64() as i16),
        pair: (random.any_i64() as i32, random.text(4)),
        boxed: Box::new(f64(random)),
        by_name: many(random, 3, |random| (random.text(4), inner(random))).into_iter().collect(),
        by_number: many(random, 3, |random| (random.any_i64() as i32, random.text(4))).into_iter().collect(),
        by_light: many(random, 3, |random| (light(random), f32(random))).into_iter().collect(),
        by_pair: many(random, 3, |random| ((random.any_i64() as i32, random.chance(1, 2)), letter(random)))
            .into_iter()
            .collect(),
        names: many(random, 4, |random| random.text(5)).into_iter().collect(),
        numbers: many(random, 4, Random::any_i64).into_iter().collect(),
        target: handle(random),
        targets: many(random, 3, handle),
        maybe_target: random.chance(1, 2).then(|| handle(random)),
        tree: tree(random, 3),
        hidden: random.any_i64() as i32,
        shown: random.any_i64() as i32,
        read_only: 0,
        transient: 0,
    }
}
