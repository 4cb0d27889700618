//! Every kind of member: described in place, read, written by value, cloned and compared.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use expect_test::expect;
use glam::{DVec3, IVec2, Mat4, Quat, Vec2, Vec4};
use onefold_reflect::{AssetPath, Handle, OwnedValue, Reflect, TypedMut, TypedRef, Value};

use crate::registry;

/// Nothing in it.
#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Marker;

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Pair(pub i32, pub String);

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Node {
    pub name: String,
    pub children: Vec<Node>,
    pub next: Option<Box<Node>>,
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Everything {
    pub flag: bool,
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
    pub vec4: Vec4,
    pub dvec3: DVec3,
    pub ivec2: IVec2,
    pub quat: Quat,
    pub mat4: Mat4,
    pub maybe: Option<f32>,
    pub list: Vec<i32>,
    pub queue: VecDeque<String>,
    pub array: [u8; 3],
    pub set: HashSet<i32>,
    pub sorted_set: BTreeSet<String>,
    pub map: HashMap<String, f32>,
    pub sorted_map: BTreeMap<i32, Pair>,
    pub pair: (i32, String),
    pub boxed: Box<f32>,
    pub friend: Handle<Node>,
    pub marker: Marker,
    pub tuple: Pair,
    pub node: Node,
    #[reflect(skip)]
    pub secret: Secret,
}

/// Not described at all.
#[derive(Default, Clone, Debug, PartialEq)]
pub struct Secret;

fn sample() -> Everything {
    Everything {
        flag: true,
        i8: -8,
        i16: -1616,
        i32: -32,
        i64: i64::MIN,
        u8: 200,
        u16: 60_000,
        u32: u32::MAX,
        u64: u64::MAX,
        f32: 0.1,
        f64: 0.2,
        letter: 'ß',
        text: "he said \"no\"".into(),
        asset: AssetPath("textures/wood.png".into()),
        vec2: Vec2::new(1.0, 2.0),
        vec4: Vec4::new(1.0, 2.0, 3.0, 4.0),
        dvec3: DVec3::new(1.0, 2.0, 3.0),
        ivec2: IVec2::new(-1, 2),
        quat: Quat::from_xyzw(0.0, 0.0, 1.0, 0.0),
        mat4: Mat4::IDENTITY,
        maybe: Some(2.5),
        list: vec![1, 2, 3],
        queue: VecDeque::from(["a".to_owned(), "b".to_owned()]),
        array: [1, 2, 3],
        set: HashSet::from([7]),
        sorted_set: BTreeSet::from(["x".to_owned(), "y".to_owned()]),
        map: HashMap::from([("half".to_owned(), 0.5)]),
        sorted_map: BTreeMap::from([(1, Pair(1, "one".into())), (2, Pair(2, "two".into()))]),
        pair: (5, "five".into()),
        boxed: Box::new(1.5),
        friend: onefold_reflect::AnyHandle::world(3, 4).typed(),
        marker: Marker,
        tuple: Pair(9, "nine".into()),
        node: Node {
            name: "root".into(),
            children: vec![Node { name: "leaf".into(), ..Node::default() }],
            next: Some(Box::new(Node::default())),
        },
        secret: Secret,
    }
}

#[test]
fn every_member_is_described_and_lies_where_rust_put_it() {
    let registry = registry::<Everything>();
    let value = sample();
    let entry = registry.entry_of::<Everything>().unwrap();
    let mut text = String::new();
    for member in entry.members() {
        let name = registry.entry(member.ty()).name();
        text.push_str(&format!("{}: {name}\n", member.name()));
    }
    expect![[r#"
        flag: bool
        i8: i8
        i16: i16
        i32: i32
        i64: i64
        u8: u8
        u16: u16
        u32: u32
        u64: u64
        f32: f32
        f64: f64
        letter: char
        text: String
        asset: AssetPath
        vec2: Vec2
        vec4: Vec4
        dvec3: DVec3
        ivec2: IVec2
        quat: Quat
        mat4: Mat4
        maybe: Option<f32>
        list: Vec<i32>
        queue: VecDeque<String>
        array: [u8; 3]
        set: HashSet<i32>
        sorted_set: BTreeSet<String>
        map: HashMap<String, f32>
        sorted_map: BTreeMap<i32, onefold_reflect::Pair>
        pair: (i32, String)
        boxed: Box<f32>
        friend: Handle<onefold_reflect::Node>
        marker: onefold_reflect::Marker
        tuple: onefold_reflect::Pair
        node: onefold_reflect::Node
    "#]]
    .assert_eq(&text);
    let typed = TypedRef::of(&registry, &value).unwrap();
    assert_eq!(typed.get("u64").unwrap().downcast::<u64>(), Some(&value.u64));
    assert_eq!(typed.get("mat4").unwrap().downcast::<Mat4>(), Some(&value.mat4));
    assert_eq!(typed.get("sorted_map").unwrap().downcast::<BTreeMap<i32, Pair>>(), Some(&value.sorted_map));
    assert_eq!(typed.get("node").unwrap().downcast::<Node>(), Some(&value.node));
    assert!(typed.get("secret").is_none());
}

#[test]
fn a_value_of_every_kind_survives_the_slow_road() {
    let registry = registry::<Everything>();
    let value = sample();
    let dynamic = TypedRef::of(&registry, &value).unwrap().to_value();
    let mut copy = Everything::default();
    TypedMut::of(&registry, &mut copy).unwrap().set(&dynamic).unwrap();
    assert_eq!(copy, value);
}

#[test]
fn clone_equality_and_default_follow_from_the_description() {
    let registry = registry::<Everything>();
    let value = sample();
    let typed = TypedRef::of(&registry, &value).unwrap();
    let mut copy = typed.to_owned().unwrap();
    assert_eq!(typed.equals(copy.as_ref()), Some(true));
    copy.as_mut().get("node").unwrap().get("name").unwrap().set(&"other".into()).unwrap();
    assert_eq!(typed.equals(copy.as_ref()), Some(false));
    let fresh = OwnedValue::default_of(typed.ty()).unwrap();
    assert_eq!(fresh.as_ref().downcast::<Everything>(), Some(&Everything::default()));
}

#[test]
fn unit_and_tuple_structs_have_their_shape() {
    let registry = registry::<Everything>();
    let tuple = Pair(4, "four".into());
    let typed = TypedRef::of(&registry, &tuple).unwrap();
    assert_eq!(typed.to_value(), Value::List(vec![4.into(), "four".into()]));
    let names: Vec<&str> = typed.ty().entry().members().iter().map(|member| member.name()).collect();
    assert_eq!(names, ["0", "1"]);
    assert!(registry.entry_of::<Marker>().unwrap().members().is_empty());
    assert_eq!(registry.entry_of::<Marker>().unwrap().info().doc, "Nothing in it.");
}

/// Neither `Default` nor `Clone` nor `PartialEq`: the description says so instead of inventing them.
#[derive(Reflect)]
pub struct Bare {
    pub number: i32,
}

#[test]
fn what_rust_does_not_offer_the_description_does_not_claim() {
    let registry = registry::<Bare>();
    let entry = registry.entry_of::<Bare>().unwrap();
    assert!(!entry.has_default() && !entry.has_clone() && !entry.has_equals());
    let value = Bare { number: 1 };
    let typed = TypedRef::of(&registry, &value).unwrap();
    assert!(typed.to_owned().is_none());
    assert_eq!(typed.equals(typed), None);
    assert_eq!(typed.to_value().get("number"), Some(&Value::Int(1)));
}
