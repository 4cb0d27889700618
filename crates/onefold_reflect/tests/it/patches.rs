//! Paths and patches, by random values.

use std::collections::{BTreeMap, HashMap};

use onefold_reflect::{Patch, Path, PreparedPath, Reflect, Step, TypedMut, TypedRef, Value};
use proptest::collection::{btree_map, hash_map, vec};
use proptest::prelude::*;

use crate::enums::Effect;
use crate::kinds::Node;
use crate::registry;

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
pub struct Sheet {
    pub title: String,
    pub numbers: Vec<f32>,
    pub grid: [i16; 3],
    pub nodes: Vec<Node>,
    pub best: Option<Node>,
    pub maybe: Option<Option<u8>>,
    pub effect: Effect,
    pub by_name: HashMap<String, i64>,
    pub by_number: BTreeMap<u32, Node>,
    pub place: glam::Vec3,
    pub pair: (u64, char),
}

fn node() -> impl Strategy<Value = Node> {
    let leaf = ".{0,4}".prop_map(|name| Node { name, ..Node::default() });
    leaf.prop_recursive(3, 12, 3, |inner| {
        (".{0,4}", vec(inner.clone(), 0..3), proptest::option::of(inner))
            .prop_map(|(name, children, next)| Node { name, children, next: next.map(Box::new) })
    })
}

fn float() -> impl Strategy<Value = f32> {
    // NaN is not equal to itself, so the comparison below could not tell success.
    any::<f32>().prop_filter("comparable", |value| !value.is_nan())
}

fn effect() -> impl Strategy<Value = Effect> {
    prop_oneof![
        Just(Effect::Off),
        (float(), proptest::option::of(".{0,4}"))
            .prop_map(|(strength, tint)| Effect::Glow { strength, tint }),
        (any::<u8>(), vec(any::<i32>(), 0..3)).prop_map(|(count, at)| Effect::Flash(count, at)),
        any::<i64>().prop_map(|shown| Effect::Partly { hidden: [0; 3], shown }),
    ]
}

fn sheet() -> impl Strategy<Value = Sheet> {
    let lists = (".{0,6}", vec(float(), 0..6), any::<[i16; 3]>(), vec(node(), 0..4));
    let options = (proptest::option::of(node()), any::<Option<Option<u8>>>(), effect());
    let maps = (hash_map(".{0,3}", any::<i64>(), 0..4), btree_map(any::<u32>(), node(), 0..4));
    let rest = (any::<[i8; 3]>(), any::<(u64, char)>());
    (lists, options, maps, rest).prop_map(|(lists, options, maps, (place, pair))| Sheet {
        title: lists.0,
        numbers: lists.1,
        grid: lists.2,
        nodes: lists.3,
        best: options.0,
        maybe: options.1,
        effect: options.2,
        by_name: maps.0,
        by_number: maps.1,
        place: glam::Vec3::from_array(place.map(f32::from)),
        pair,
    })
}

fn diff(registry: &onefold_reflect::Registry, a: &Sheet, b: &Sheet) -> Patch {
    Patch::diff(TypedRef::of(registry, a).unwrap(), TypedRef::of(registry, b).unwrap())
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        "[^.\\[\\]]{1,6}".prop_map(Step::Member),
        any::<i64>().prop_map(|at| Step::Index(Value::Int(at))),
        (i64::MAX as u64 + 1..).prop_map(|at| Step::Index(Value::UInt(at))),
        any::<bool>().prop_map(|key| Step::Index(Value::Bool(key))),
        ".{0,6}".prop_map(|key| Step::Index(Value::Text(key))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn a_diff_applied_to_one_gives_the_other_and_back(a in sheet(), b in sheet()) {
        let registry = registry::<Sheet>();
        let patch = diff(&registry, &a, &b);
        let mut value = a.clone();
        patch.apply(TypedMut::of(&registry, &mut value).unwrap()).unwrap();
        prop_assert_eq!(&value, &b);
        prop_assert!(diff(&registry, &value, &b).is_empty());
        patch.inverse().apply(TypedMut::of(&registry, &mut value).unwrap()).unwrap();
        prop_assert_eq!(&value, &a);
    }

    #[test]
    fn a_patch_that_fails_leaves_no_trace(a in sheet(), b in sheet()) {
        let registry = registry::<Sheet>();
        let mut patch = diff(&registry, &a, &b);
        let wrong = Patch::set(Path::parse("grid[7]").unwrap(), Value::Null, Value::Int(1));
        patch.edits.extend(wrong.edits);
        let mut value = a.clone();
        prop_assert!(patch.apply(TypedMut::of(&registry, &mut value).unwrap()).is_err());
        prop_assert_eq!(value, a);
    }

    #[test]
    fn a_value_survives_the_slow_road(a in sheet()) {
        let registry = registry::<Sheet>();
        let value = TypedRef::of(&registry, &a).unwrap().to_value();
        let mut copy = Sheet::default();
        TypedMut::of(&registry, &mut copy).unwrap().set(&value).unwrap();
        prop_assert_eq!(copy, a);
    }

    #[test]
    fn a_path_reads_back_as_it_was_written(steps in vec(step(), 0..6)) {
        let path = Path(steps);
        prop_assert_eq!(Path::parse(&path.to_string()).unwrap(), path);
    }

    #[test]
    fn any_text_is_a_path_or_an_error(text in ".{0,40}") {
        if let Ok(path) = Path::parse(&text) {
            prop_assert_eq!(Path::parse(&path.to_string()).unwrap(), path);
        }
    }
}

#[test]
fn paths_lead_into_every_kind_of_value() {
    let registry = registry::<Sheet>();
    let mut sheet = Sheet {
        nodes: vec![Node { children: vec![Node::default()], next: Some(Box::default()), ..Node::default() }],
        effect: Effect::Glow { strength: 1.0, tint: None },
        by_name: HashMap::from([("a b".to_owned(), 1)]),
        by_number: BTreeMap::from([(7, Node::default())]),
        ..Sheet::default()
    };
    let cases: [(&str, Value); 8] = [
        ("title", "t".into()),
        ("nodes[0].children[0].name", "deep".into()),
        ("nodes[0].next.name", "boxed".into()),
        ("effect.strength", 0.25f32.into()),
        ("by_name[\"a b\"]", 5.into()),
        ("by_number[7].name", "seven".into()),
        ("grid[2]", 9.into()),
        ("pair.1", 'x'.into()),
    ];
    for (path, value) in &cases {
        let parsed = Path::parse(path).unwrap();
        TypedMut::of(&registry, &mut sheet).unwrap().at_path(&parsed).unwrap().set(value).unwrap();
        let found = TypedRef::of(&registry, &sheet).unwrap().at_path(&parsed).unwrap().to_value();
        assert_eq!(&found, value, "{path}");
    }
    assert_eq!(sheet.nodes[0].children[0].name, "deep");
    for wrong in ["titel", "nodes[1]", "effect.count", "by_name[\"c\"]", "grid[-1]", "pair.2", "title.x"] {
        let parsed = Path::parse(wrong).unwrap();
        assert!(TypedRef::of(&registry, &sheet).unwrap().at_path(&parsed).is_err(), "{wrong}");
    }
    let of = registry.index_of::<Sheet>().unwrap();
    let prepared = PreparedPath::new(&registry, of, &Path::parse("pair.1").unwrap()).unwrap();
    assert_eq!(registry.entry(prepared.ty()).name(), "char");
    assert_eq!(prepared.offset(), std::mem::offset_of!(Sheet, pair) + std::mem::offset_of!((u64, char), 1));
}
