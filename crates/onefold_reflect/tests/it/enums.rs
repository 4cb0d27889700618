//! Enums with and without data.

use onefold_reflect::{Reflect, Shape, TypedMut, TypedRef, Value, View};

use crate::registry;

#[derive(Reflect, Default, Clone, Copy, Debug, PartialEq)]
#[reflect(rename_all = "snake_case")]
pub enum Quality {
    #[default]
    LowEnd = 10,
    #[reflect(name = "mid", label = "Middle", alias("medium"))]
    Middle,
    /// As good as it gets.
    High = -3,
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
    Odd(NoDefault),
    Partly {
        #[reflect(skip)]
        hidden: [u64; 3],
        shown: i64,
    },
    Named(#[reflect(skip)] u8, String),
}

#[derive(Reflect, Clone, Debug, PartialEq)]
pub struct NoDefault {
    pub number: i32,
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[repr(u8)]
pub enum Numbered {
    #[default]
    A = 7,
    B(i32),
    C {
        x: i32,
    } = 20,
}

fn variants<T: Reflect>() -> Vec<(&'static str, i64)> {
    match &T::INFO.shape {
        Shape::Enum(info) => info.variants.iter().map(|variant| (variant.name, variant.value)).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn variants_have_names_numbers_labels_and_aliases() {
    assert_eq!(variants::<Quality>(), [("low_end", 10), ("mid", 11), ("high", -3)]);
    assert_eq!(variants::<Numbered>(), [("A", 7), ("B", 8), ("C", 20)]);
    let registry = registry::<Quality>();
    let Shape::Enum(info) = registry.entry_of::<Quality>().unwrap().shape() else { panic!() };
    assert_eq!((info.variants[1].label, info.variants[1].aliases), (Some("Middle"), &["medium"][..]));
    assert_eq!(info.variants[2].doc, "As good as it gets.");
    let mut quality = Quality::LowEnd;
    for (text, want) in [("medium", Quality::Middle), ("high", Quality::High), ("mid", Quality::Middle)] {
        TypedMut::of(&registry, &mut quality).unwrap().set(&text.into()).unwrap();
        assert_eq!(quality, want);
    }
    TypedMut::of(&registry, &mut quality).unwrap().set(&10.into()).unwrap();
    assert_eq!(quality, Quality::LowEnd);
    let error = TypedMut::of(&registry, &mut quality).unwrap().set(&"hihg".into()).unwrap_err();
    assert_eq!(error.iter().next().unwrap().suggestions, ["high"]);
}

#[test]
fn a_variant_with_data_is_read_written_and_switched() {
    let registry = registry::<Effect>();
    let mut effect = Effect::Glow { strength: 0.5, tint: Some("red".into()) };
    {
        let typed = TypedRef::of(&registry, &effect).unwrap();
        let View::Enum(view) = typed.view() else { panic!() };
        assert_eq!((view.index(), view.variant().name), (1, "Glow"));
        assert_eq!(view.field(0).unwrap().downcast::<f32>(), Some(&0.5));
        assert!(view.field(2).is_none());
    }
    let mut typed = TypedMut::of(&registry, &mut effect).unwrap();
    typed.reborrow().variant_field(1).unwrap().set(&"blue".into()).unwrap();
    assert_eq!(effect, Effect::Glow { strength: 0.5, tint: Some("blue".into()) });
    assert!(TypedMut::of(&registry, &mut effect).unwrap().set_variant(2));
    assert_eq!(effect, Effect::Flash(0, Vec::new()));
    let payload = Value::List(vec![3.into(), Value::List(vec![1.into(), 2.into()])]);
    let value = Value::Variant("Flash".into(), Box::new(payload));
    TypedMut::of(&registry, &mut effect).unwrap().set(&value).unwrap();
    assert_eq!(effect, Effect::Flash(3, vec![1, 2]));
    assert_eq!(TypedRef::of(&registry, &effect).unwrap().to_value(), value);
}

#[test]
fn a_variant_whose_payload_has_no_default_cannot_be_switched_to() {
    let registry = registry::<Effect>();
    let mut effect = Effect::Off;
    assert!(!TypedMut::of(&registry, &mut effect).unwrap().set_variant(3));
    assert!(!TypedMut::of(&registry, &mut effect).unwrap().set_variant(99));
    assert_eq!(effect, Effect::Off);
    let mut odd = Effect::Odd(NoDefault { number: 3 });
    let typed = TypedMut::of(&registry, &mut odd).unwrap();
    typed.variant_field(0).unwrap().get("number").unwrap().set(&4.into()).unwrap();
    assert_eq!(odd, Effect::Odd(NoDefault { number: 4 }));
}

#[test]
fn skipped_payload_fields_leave_no_gap() {
    let registry = registry::<Effect>();
    let mut effect = Effect::Off;
    assert!(TypedMut::of(&registry, &mut effect).unwrap().set_variant(4));
    TypedMut::of(&registry, &mut effect).unwrap().variant_field(0).unwrap().set(&5.into()).unwrap();
    assert_eq!(effect, Effect::Partly { hidden: [0; 3], shown: 5 });
    let mut effect = Effect::Named(3, "a".into());
    let typed = TypedMut::of(&registry, &mut effect).unwrap();
    typed.variant_field(0).unwrap().set(&"b".into()).unwrap();
    assert_eq!(effect, Effect::Named(3, "b".into()));
}
