//! Names, ids and redirected paths.

use onefold_reflect::{Reflect, RegistryBuilder, TypeKey, TypedMut, Value};

/// A facade, as a host would have it.
pub mod facade {
    pub use onefold_reflect as deep;
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(crate = crate::names::facade::deep, space = "engine", name = "Lamp")]
#[reflect(alias("OldLamp", "OlderLamp"), label = "Desk lamp", meta(gizmo = "cone"), hidden)]
#[reflect(since = "3.1.0", deprecated(note = "too dim", replacement = "Torch"))]
pub struct Renamed {
    #[reflect(name = "watts", alias("m_Power"), label = "Power (W)")]
    pub power: f32,
    pub r#type: u8,
}

#[derive(Reflect, Default, Clone, Debug, PartialEq)]
#[reflect(rename_all = "camelCase")]
pub struct Cases {
    pub some_thing: u8,
    #[reflect(name = "kept_as_it_is")]
    pub other_thing: u8,
}

#[test]
fn canonical_names_and_aliases_lead_to_the_same_place() {
    let registry = RegistryBuilder::new().register::<Renamed>().register::<Cases>().resolve().unwrap();
    let entry = registry.entry_of::<Renamed>().unwrap();
    assert_eq!((entry.name(), entry.bare_name()), ("engine::Lamp", "Lamp"));
    for name in ["engine::Lamp", "Lamp", "OldLamp", "OlderLamp"] {
        assert_eq!(registry.find(name).unwrap().index(), entry.index(), "{name}");
    }
    assert!(registry.find("Renamed").is_err());
    assert_eq!(registry.find("Lmap").unwrap_err().suggestions.first().map(String::as_str), Some("Lamp"));
    let mut lamp = Renamed::default();
    for (at, name) in ["watts", "m_Power"].into_iter().enumerate() {
        let typed = TypedMut::of(&registry, &mut lamp).unwrap();
        typed.get(name).unwrap().set(&Value::Int(at as i64 + 1)).unwrap();
        assert_eq!(lamp.power, at as f32 + 1.0);
    }
    let typed = TypedMut::of(&registry, &mut lamp).unwrap();
    let names: Vec<&str> = typed.ty().entry().members().iter().map(|member| member.name()).collect();
    assert_eq!(names, ["watts", "type"]);
    let cases = registry.entry_of::<Cases>().unwrap();
    let names: Vec<&str> = cases.members().iter().map(|member| member.name()).collect();
    assert_eq!(names, ["someThing", "kept_as_it_is"]);
}

#[test]
fn the_other_attributes_arrive_in_the_description() {
    let info = Renamed::INFO;
    assert_eq!((info.label, info.meta), (Some("Desk lamp"), &[("gizmo", "cone")][..]));
    assert!(info.flags.has(onefold_reflect::TypeFlags::HIDDEN));
    assert_eq!((info.availability.since, info.availability.deprecated), (Some("3.1.0"), Some("too dim")));
    assert_eq!(info.availability.replacement, Some("Torch"));
}

#[test]
fn ids_are_pinned() {
    let ids: [(TypeKey, u64); 3] = [
        (TypeKey::of("f32"), 0xdd63_5018_ff70_3544),
        (Renamed::INFO.key(), 0xd194_ad08_cdbb_5119),
        (Vec::<f32>::INFO.key(), 0x74b7_3d51_c29f_d9bc),
    ];
    for (key, want) in ids {
        assert_eq!(format!("{key:?}"), format!("{:?}", TypeKey(want)));
    }
}
