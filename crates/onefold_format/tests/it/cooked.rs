//! Cooked files: layout, types that changed, damage.

use std::sync::Arc;

use onefold_format::{
    CookedReader, CookedWriter, ReadOptions, Upgrades, WriteOptions, json_text, read_cooked, read_json,
    write_cooked, write_json,
};
use onefold_reflect::{
    MemberInfo, OwnedInfo, OwnedValue, Registry, RegistryBuilder, Shape, StructInfo, TypeInfo, TypeKey,
    TypeLink, TypeName, TypedMut, TypedRef, Value, ValueOps,
};
use onefold_testkit::Random;

use crate::registry;
use crate::types::{Everything, Inner, LightEntity, everything};

/// A registry with `script::Torch`, a class made at run time of those members (name, type, old names).
fn torch(members: &'static [(&str, &str, &[&str])]) -> Arc<Registry> {
    let info = OwnedInfo::placed(|arena| {
        let members = arena.alloc_slice_fill_iter(
            members.iter().map(|(name, ty, was)| MemberInfo::placed(name, TypeLink::Named(ty)).aliases(was)),
        );
        TypeInfo::new(
            TypeName::new("script", "Torch"),
            Shape::Struct(StructInfo::new(members)),
            ValueOps::BY_MEMBERS,
        )
    });
    RegistryBuilder::new().register::<Inner>().with(info.unwrap()).resolve().unwrap()
}

fn made<'r>(registry: &'r Registry, members: &[(&str, Value)]) -> OwnedValue<'r> {
    let entry = registry.find("Torch").unwrap();
    let mut value = OwnedValue::default_of(registry.type_ref(entry.index())).unwrap();
    let members = members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    value.as_mut().set(&Value::Struct(members)).unwrap();
    value
}

fn text(value: &OwnedValue<'_>) -> String {
    write_json(value.as_ref(), &WriteOptions::new())
}

#[test]
fn the_header_is_as_documented() {
    let registry = registry::<LightEntity>();
    let file = write_cooked(TypedRef::of(&registry, &LightEntity::default()).unwrap(), &WriteOptions::new());
    assert_eq!(file[..12], *b"OFB\x1a\x01\0\0\0\0\0\0\0");
    let schema = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let body = &file[24 + schema..];
    assert_eq!(u32::from_le_bytes(body[..4].try_into().unwrap()) as usize, body.len() - 4);
    let key = TypeKey::of("onefold_format::LightEntity");
    assert_eq!(body[4..12], key.0.to_le_bytes());
    // Nothing kept, whole; then the bare members: text, variant, three and one and two floats, bool.
    assert_eq!(body[12..17], [0; 5]);
    assert_eq!(body.len() - 17, 4 + 4 + 12 + 4 + 8 + 1);
}

#[test]
fn a_file_does_not_depend_on_the_order_of_registration() {
    let value = everything(&mut Random::new(1));
    let alone = registry::<Everything>();
    let other = RegistryBuilder::new()
        .register::<LightEntity>()
        .register::<(u8, u16)>()
        .register::<Everything>()
        .resolve()
        .unwrap();
    let write =
        |registry: &Registry| write_cooked(TypedRef::of(registry, &value).unwrap(), &WriteOptions::new());
    assert_eq!(write(&alone), write(&other));
}

#[test]
fn a_newer_description_reads_an_older_file_and_the_other_way_round() {
    let old =
        torch(&[("flicker", "f32", &[]), ("gone", "String", &[]), ("inner", "onefold_format::Inner", &[])]);
    let new = torch(&[
        ("inner", "onefold_format::Inner", &[]),
        ("added", "i32", &[]),
        ("flicker_rate", "f64", &["flicker"]),
    ]);
    let inner = Value::Struct(vec![("a".into(), 5.into())]);
    let value = made(&old, &[("flicker", 0.5.into()), ("gone", "x".into()), ("inner", inner.clone())]);
    let file = write_cooked(value.as_ref(), &WriteOptions::new());

    let mut back = made(&new, &[("added", 7.into())]);
    let report = read_cooked(back.as_mut(), &file, &ReadOptions::lenient());
    assert_eq!(report.diagnostics.len(), 1);
    let want = r#"{"inner":{"a":5,"b":"","flags":[]},"added":7,"flicker_rate":0.5}"#;
    assert_eq!(text(&back), want);
    assert_eq!(report.kept.members[0].json, "\"x\"");

    // What was not understood goes into the next file, and comes to life where it is known again.
    let next = write_cooked(back.as_ref(), &WriteOptions::new().kept(&report.kept));
    let mut again = made(&old, &[]);
    let report = read_cooked(again.as_mut(), &next, &ReadOptions::lenient());
    assert_eq!(text(&again), r#"{"flicker":0.0,"gone":"x","inner":{"a":5,"b":"","flags":[]}}"#);
    let unknown: Vec<&str> = report.kept.members.iter().map(|member| &*member.name).collect();
    assert_eq!(unknown, ["added", "flicker_rate"]);

    // An edit does not allow that.
    let mut strict = made(&new, &[]);
    let report = read_cooked(strict.as_mut(), &file, &ReadOptions::strict());
    assert!(!report.applied && report.diagnostics.has_errors());
}

#[test]
fn a_file_of_another_type_is_refused() {
    let (light, everything) = (registry::<LightEntity>(), registry::<Everything>());
    let file = write_cooked(TypedRef::of(&light, &LightEntity::default()).unwrap(), &WriteOptions::new());
    let mut target = Everything::default();
    let report = read_cooked(TypedMut::of(&everything, &mut target).unwrap(), &file, &ReadOptions::lenient());
    assert!(!report.applied);
    let message = &report.diagnostics.iter().next().unwrap().message;
    assert_eq!(message, "the file holds onefold_format::LightEntity, not Everything");
}

#[test]
fn a_document_holds_several_values_and_what_is_between() {
    let registry = registry::<Everything>();
    let old = torch(&[("flicker", "f32", &[])]);
    let value = everything(&mut Random::new(5));
    let mut writer = CookedWriter::new(3);
    writer.u32(2);
    writer.text("Torch");
    writer.value(made(&old, &[("flicker", 1.5.into())]).as_ref(), &WriteOptions::new());
    writer.value(TypedRef::of(&registry, &value).unwrap(), &WriteOptions::new());
    writer.u64(9);
    let file = writer.finish();

    let mut reader = CookedReader::open(&file, &ReadOptions::strict()).unwrap();
    assert_eq!((reader.version(), reader.u32().unwrap(), reader.text().unwrap()), (3, 2, "Torch"));
    assert_eq!(reader.next_type().unwrap(), (TypeKey::of("script::Torch"), "script::Torch".to_owned()));
    // The class is not there any more: its members are kept as they are.
    assert_eq!(json_text(&reader.node().unwrap(), false), r#"{"flicker":1.5}"#);
    let mut back = Everything::default();
    assert!(reader.value(TypedMut::of(&registry, &mut back).unwrap()).applied);
    assert_eq!(back, value);
    assert_eq!(reader.u64().unwrap(), 9);
    assert!(reader.is_at_end() && reader.u32().is_err());
}

fn upgrades() -> Upgrades {
    let mut upgrades = Upgrades::new();
    let key = TypeKey::of("script::Torch");
    // From degrees to turns, and then the parts of a name into one.
    upgrades.add(key, 1, |members| {
        let first =
            members.take("first").and_then(|node| node.as_str().map(str::to_owned)).ok_or("no first")?;
        let last = members.take("last").and_then(|node| node.as_str().map(str::to_owned)).ok_or("no last")?;
        members.set("name", onefold_format::Node::text(format!("{first} {last}")));
        Ok(())
    });
    upgrades.add(key, 0, |members| {
        let turns = members.get("angle").and_then(onefold_format::Node::as_f64).unwrap_or(0.0) / 360.0;
        members.set("angle", onefold_format::Node::number(turns));
        Ok(())
    });
    upgrades
}

#[test]
fn upgrades_run_from_the_version_of_the_input() {
    let new = torch(&[("angle", "f64", &[]), ("name", "String", &[])]);
    let old_text = r#"{"angle": 90.0, "first": "A", "last": "B"}"#;
    for (version, want) in [(0, "0.25"), (1, "90.0")] {
        let upgrades = upgrades().from_version(version);
        let mut value = made(&new, &[]);
        let report = read_json(value.as_mut(), old_text, &ReadOptions::strict().upgrades(&upgrades));
        assert!(report.applied, "{}", report.diagnostics);
        assert_eq!(text(&value), format!(r#"{{"angle":{want},"name":"A B"}}"#));
    }
    let mut value = made(&new, &[]);
    let upgrades = upgrades().from_version(1);
    let report = read_json(value.as_mut(), "{}", &ReadOptions::strict().upgrades(&upgrades));
    assert_eq!(report.diagnostics.iter().next().unwrap().message, "the step from version 1 failed: no first");
    let current = upgrades.from_version(2);
    let report = read_json(value.as_mut(), "{}", &ReadOptions::strict().upgrades(&current));
    assert!(report.applied);

    // A cooked file says itself of which version it is.
    let old = torch(&[("angle", "f64", &[]), ("first", "String", &[]), ("last", "String", &[])]);
    let mut writer = CookedWriter::new(1);
    let old_value = made(&old, &[("angle", 0.5.into()), ("first", "C".into()), ("last", "D".into())]);
    writer.value(old_value.as_ref(), &WriteOptions::new());
    let file = writer.finish();
    let report = read_cooked(value.as_mut(), &file, &ReadOptions::strict().upgrades(&current));
    assert!(report.applied, "{}", report.diagnostics);
    assert_eq!(text(&value), r#"{"angle":0.5,"name":"C D"}"#);
}
