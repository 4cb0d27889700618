//! JSON: shapes, partial edits, aliases, text values, and everything wrong at once.

use expect_test::expect;
use onefold_format::{
    HandleCodec, KeptMember, ReadOptions, ReadReport, Reference, Resolved, WriteOptions, read_json,
    write_json, write_text_value,
};
use onefold_reflect::{AnyHandle, MemberMask, TypeRef, TypedMut, TypedRef};
use onefold_testkit::Random;

use crate::registry;
use crate::types::{Effect, Everything, Inner, LightEntity, LightType, everything};

fn read<T: onefold_reflect::Reflect>(target: &mut T, text: &str, options: &ReadOptions<'_>) -> ReadReport {
    let registry = registry::<T>();
    read_json(TypedMut::of(&registry, target).unwrap(), text, options)
}

fn write<T: onefold_reflect::Reflect>(value: &T, options: &WriteOptions<'_>) -> String {
    let registry = registry::<T>();
    write_json(TypedRef::of(&registry, value).unwrap(), options)
}

fn strictly<T: onefold_reflect::Reflect + Default>(text: &str) -> T {
    let mut value = T::default();
    let report = read(&mut value, text, &ReadOptions::strict());
    assert!(report.diagnostics.is_empty() && report.applied, "{text}: {}", report.diagnostics);
    value
}

/// What is said of a text that does not fit.
fn errors<T: onefold_reflect::Reflect + Default>(text: &str) -> Vec<String> {
    let report = read(&mut T::default(), text, &ReadOptions::strict().file("f.json"));
    assert!(!report.applied && report.diagnostics.has_errors(), "{text}");
    report.diagnostics.iter().map(onefold_diag_text).collect()
}

fn onefold_diag_text(one: &onefold_diag::Diagnostic) -> String {
    let at = one.place.start.map_or(String::new(), |at| format!("{}:{} ", at.line, at.column));
    let path = one.place.path.as_deref().unwrap_or("");
    let near =
        if one.suggestions.is_empty() { String::new() } else { format!(" ({})", one.suggestions.join(", ")) };
    format!("{at}{path}: {} [{}]{near}", one.message, one.code.0)
}

#[test]
fn the_members_of_a_setech_light_load_verbatim() {
    let text = r#"{
"m_LightType": "Directional",
"m_Color": "{ 1.000000 , 0.930000 , 0.800000 }",
"m_Intensity": "0.800000",
"m_AnglesDegrees": "{ -130.000000 , -50.000000 }",
"m_bCastsShadow": "True"
}"#;
    let mut light = LightEntity::default();
    let report = read(&mut light, text, &ReadOptions::strict());
    assert!(report.diagnostics.is_empty(), "{}", report.diagnostics);
    let want = LightEntity {
        light_type: LightType::Directional,
        color: glam::Vec3::new(1.0, 0.93, 0.8),
        intensity: 0.8,
        angles_degrees: glam::Vec2::new(-130.0, -50.0),
        casts_shadow: true,
        ..LightEntity::default()
    };
    assert_eq!(light, want);
    assert_eq!(report.set.iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    expect![[r#"
        {
          "title": "",
          "light_type": "Directional",
          "color": [1.0, 0.93, 0.8],
          "intensity": 0.8,
          "angles_degrees": [-130.0, -50.0],
          "casts_shadow": true
        }"#]]
    .assert_eq(&write(&light, &WriteOptions::new().pretty()));
    // SETech's own form comes back as it stood there, up to names and order.
    expect![[r#"
        {
          "title": "",
          "light_type": "SETECH_LIGHT_TYPE_DIRECTIONAL",
          "color": "{ 1.000000 , 0.930000 , 0.800000 }",
          "intensity": "0.800000",
          "angles_degrees": "{ -130.000000 , -50.000000 }",
          "casts_shadow": "True"
        }"#]]
    .assert_eq(&write(&light, &WriteOptions::new().pretty().text_form()));
    assert_eq!(strictly::<LightEntity>(&write(&light, &WriteOptions::new().text_form())), light);
}

#[test]
fn a_nested_object_may_stand_in_setechs_shape() {
    let text = r#"{"inner": {"type": "Inner", "members": {"a": "5", "label": "x"}}}"#;
    let value: Everything = strictly(text);
    assert_eq!(value.inner, Inner { a: 5, b: "x".into(), flags: Vec::new() });
}

#[test]
fn text_values_stand_wherever_typed_ones_do() {
    let text = r#"{"yes": " true ", "i8": "-5", "f64": "2.5", "letter": "x", "vec2": "{0,25}", "ivec2": "{ 1 , -2 }",
        "light": "Spot", "maybe": "7", "list": "{ 1 , 2.5 , inf }", "array": "{ 1 , 2 , 3 }",
        "pair": "{ 4 , \"a, b\" }", "names": "{ a , b }", "boxed": "0.5", "mat3": [[1,2,3],[4,5,6],["7",8,9]],
        "by_number": {"1": "one"}, "inner": {"flags": "{ True , False }"}}"#;
    let value: Everything = strictly(text);
    assert!(value.yes && value.i8 == -5 && value.f64 == 2.5 && value.letter == 'x');
    assert_eq!((value.vec2, value.ivec2), (glam::Vec2::new(0.0, 25.0), glam::IVec2::new(1, -2)));
    assert_eq!((value.light, value.maybe, *value.boxed), (LightType::Spot, Some(7), 0.5));
    assert_eq!((value.list, value.array), (vec![1.0, 2.5, f32::INFINITY], [1, 2, 3]));
    assert_eq!(value.pair, (4, "a, b".to_owned()));
    assert_eq!(value.mat3.to_cols_array(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    assert_eq!(value.inner.flags, [true, false]);
    assert!(value.names.contains("a") && value.names.len() == 2 && value.by_number[&1] == "one");
}

#[test]
fn enums_are_read_by_name_alias_and_number() {
    for text in ["\"Spot\"", "\"SETECH_LIGHT_TYPE_SPOT\"", "7", "\"7\""] {
        assert_eq!(strictly::<LightType>(text), LightType::Spot, "{text}");
    }
    assert_eq!(strictly::<Effect>(r#"{"Flash": [3, [1, 2]]}"#), Effect::Flash(3, vec![1, 2]));
    assert_eq!(strictly::<Effect>(r#""Flash""#), Effect::Flash(0, Vec::new()));
    let glow = Effect::Glow { strength: 2.0, tint: None };
    assert_eq!(strictly::<Effect>(r#"{"Glow": {"strength": 2}}"#), glow);
    let inner = Inner { a: 1, ..Inner::default() };
    assert_eq!(strictly::<Effect>(r#"{"Wrapped": {"a": 1}}"#), Effect::Wrapped(inner.clone()));
    assert_eq!(strictly::<Effect>(r#"{"Wrapped": [{"a": 1}]}"#), Effect::Wrapped(inner));
}

#[test]
fn a_partial_object_is_an_edit_that_leaves_the_rest() {
    let before = everything(&mut Random::new(7));
    let mut value = before.clone();
    let report = read(&mut value, r#"{"inner": {"a": 99}, "yes": true}"#, &ReadOptions::strict());
    assert!(report.applied);
    let want = Everything { inner: Inner { a: 99, ..before.inner.clone() }, yes: true, ..before };
    assert_eq!(value, want);
}

#[test]
fn everything_wrong_is_said_at_once_and_nothing_applied() {
    let text = r#"{
  "i8": 300,
  "i32": 1.5,
  "text": 5,
  "intensty": 1,
  "flot": 2,
  "yes": "maybe",
  "light": "Spott",
  "effect": {"Glow": {"strenght": 1}},
  "vec3": [1, "x", 3],
  "vec2": [1],
  "queue": [{"a": 1}, {"a": "b", "c": 1}],
  "by_number": {"x": "y"},
  "array": [1, 2],
  "read_only": 1,
  "letter": "ab",
  "maybe": {},
  "f32": 1e40,
  "list": [1, null],
  "i16": 3, "i16": 4
}"#;
    let mut value = Everything { i16: 9, ..Everything::default() };
    let report = read(&mut value, text, &ReadOptions::strict().file("f.json"));
    assert!(!report.applied && report.kept.is_empty());
    assert_eq!(value, Everything { i16: 9, ..Everything::default() });
    let text: Vec<String> = report.diagnostics.iter().map(onefold_diag_text).collect();
    assert!(report.diagnostics.iter().all(|one| one.place.file.as_deref() == Some("f.json")));
    expect![[r#"
        2:9 i8: the number does not fit i8 [value_range]
        3:10 i32: the number does not fit i32 [value_range]
        4:11 text: a number does not fit String [value_type]
        5:3 intensty: Everything has no member `intensty` [member_unknown]
        6:3 flot: Everything has no member `flot` [member_unknown]
        7:10 yes: a text does not fit bool [value_type]
        8:12 light: LightType has no value `Spott` [value_enum] (Spot)
        9:23 effect: Effect::Glow has no field `strenght` [member_unknown] (strength)
        10:15 vec3[1]: a text does not fit f32 [value_type]
        11:11 vec2: Vec2 has 2 values, not 1 [value_type]
        12:29 queue[1].a: a text does not fit i32 [value_type]
        12:34 queue[1].c: Inner has no member `c` [member_unknown]
        13:17 by_number["x"]: a text does not fit i32 [value_type]
        14:12 array: [i16; 3] has 3 values, not 2 [value_type]
        15:3 read_only: Everything.read_only is read only [member_read_only]
        16:13 letter: a text does not fit char [value_type]
        17:12 maybe: an object does not fit i32 [value_type]
        18:10 f32: the number does not fit f32 [value_range]
        19:15 list[1]: null does not fit f32 [value_type]
        20:13 : `i16` is given twice [key_twice]"#]]
    .assert_eq(&text.join("\n"));
}

#[test]
fn a_lenient_read_applies_what_is_right_and_keeps_the_rest_verbatim() {
    let text = r#"{
  "first": {"x": [1,  2]},
  "i8": 300,
  "yes": true,
  "gone": "a\u0041",
  "inner": {"a": "what", "b": "new", "odd":   1.0},
  "list": [1, "x"],
  "queue": [{"a": 1, "extra": null}],
  "u8": 4
}"#;
    let mut value = Everything { list: vec![7.0], ..Everything::default() };
    let report = read(&mut value, text, &ReadOptions::lenient());
    assert!(report.applied && !report.diagnostics.has_errors());
    assert_eq!(report.diagnostics.len(), 7);
    let queue = vec![Inner { a: 1, ..Inner::default() }].into();
    let inner = Inner { b: "new".into(), ..Inner::default() };
    assert_eq!(
        value,
        Everything { yes: true, u8: 4, list: vec![7.0], queue, inner, ..Everything::default() }
    );
    let kept = |object: &str, name: &str, json: &str| KeptMember {
        object: object.into(),
        name: name.into(),
        json: json.into(),
        after: None,
        instead_of: None,
    };
    let want = [
        kept("", "first", r#"{"x": [1,  2]}"#),
        KeptMember { instead_of: Some(("i8".into(), "0".into())), ..kept("", "i8", "300") },
        KeptMember { after: Some("yes".into()), ..kept("", "gone", r#""a\u0041""#) },
        KeptMember { instead_of: Some(("a".into(), "0".into())), ..kept("inner", "a", "\"what\"") },
        KeptMember { after: Some("b".into()), ..kept("inner", "odd", "1.0") },
        KeptMember { instead_of: Some(("list".into(), "[7.0]".into())), ..kept("", "list", "[1, \"x\"]") },
        KeptMember { after: Some("a".into()), ..kept("queue[0]", "extra", "null") },
    ];
    assert_eq!(report.kept.members, want);
    let set = report.set.clone();
    let options = WriteOptions::new().changed(Some(&set)).kept(&report.kept);
    let back = write(&value, &options);
    expect![[r#"{"first":{"x": [1,  2]},"yes":true,"gone":"a\u0041","i8":300,"u8":4,"inner":{"a":"what","b":"new","odd":1.0,"flags":[]},"list":[1, "x"],"queue":[{"a":1,"extra":null,"b":"","flags":[]}]}"#]].assert_eq(&back);
    // Written and read again, the same is kept.
    let mut again = Everything { list: vec![7.0], ..Everything::default() };
    let second = read(&mut again, &back, &ReadOptions::lenient());
    assert_eq!(again, value);
    assert_eq!(write(&again, &WriteOptions::new().changed(Some(&second.set)).kept(&second.kept)), back);
    // Once somebody sets what did not fit, that is written.
    value.i8 = 5;
    assert!(write(&value, &options).contains("\"i8\":5,"));
}

#[test]
fn kept_members_go_when_their_place_is_replaced() {
    let mut report = read(
        &mut Everything::default(),
        r#"{"inner": {"x": 1}, "queue": [{"y": 2}], "z": 3}"#,
        &ReadOptions::lenient(),
    );
    let names = |report: &ReadReport| report.kept.members.iter().map(|m| m.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&report), ["x", "y", "z"]);
    report.kept.forget("queue");
    assert_eq!(names(&report), ["x", "z"]);
    report.kept.forget("inner.x");
    assert_eq!(names(&report), ["z"]);
}

#[test]
fn only_what_is_set_or_changed_is_written_on_request() {
    let registry = registry::<LightEntity>();
    let mut light = LightEntity { intensity: 2.0, ..LightEntity::default() };
    let mut mask = MemberMask::new(registry.entry_of::<LightEntity>().unwrap().members().len());
    assert_eq!(write(&light, &WriteOptions::new().changed(Some(&mask))), r#"{"intensity":2.0}"#);
    mask.set(5);
    let text = r#"{"intensity":2.0,"casts_shadow":false}"#;
    assert_eq!(write(&light, &WriteOptions::new().changed(Some(&mask))), text);
    light = LightEntity::default();
    light.angles_degrees.x = -0.0;
    assert_eq!(write(&light, &WriteOptions::new().changed(None)), r#"{"angles_degrees":[-0.0,0.0]}"#);
}

#[test]
fn floats_are_exact_and_special_ones_are_texts() {
    let value = Everything {
        f32: f32::NAN,
        f64: f64::NEG_INFINITY,
        list: vec![0.1, f32::MIN_POSITIVE, 1e-45, f32::MAX, f32::INFINITY],
        ..Everything::default()
    };
    let text = write(&value, &WriteOptions::new().changed(None));
    let want = r#"{"f32":"NaN","f64":"-inf","list":[0.1,1.1754944e-38,1e-45,3.4028235e+38,"inf"]}"#;
    assert_eq!(text, want);
    let back: Everything = strictly(&text);
    assert!(back.f32.is_nan() && back.f64 == f64::NEG_INFINITY && back.list == value.list);
    // A number too large is an error, not an infinity.
    assert_eq!(errors::<f64>("1e400"), ["1:1 : the number does not fit f64 [value_range]"]);
}

#[test]
fn integers_are_read_without_loss_or_not_at_all() {
    assert_eq!(strictly::<u64>("18446744073709551615"), u64::MAX);
    assert_eq!(strictly::<i64>("-9223372036854775808"), i64::MIN);
    assert_eq!((strictly::<i32>("5.0"), strictly::<i32>("1e3"), strictly::<u8>("-0")), (5, 1000, 0));
    for text in ["18446744073709551616", "-1", "0.5", "1e300"] {
        assert_eq!(errors::<u64>(text), ["1:1 : the number does not fit u64 [value_range]"], "{text}");
    }
}

struct Names;

impl HandleCodec for Names {
    fn name(&self, handle: AnyHandle) -> Option<Reference> {
        Some(Reference {
            id: Some(handle.index().to_string()),
            name: Some(format!("thing {}", handle.index())),
        })
    }
    fn resolve(&self, reference: &Reference, class: TypeRef<'_>) -> Resolved {
        assert_eq!(class.entry().bare_name(), "SceneEntity");
        match reference.text().strip_prefix("thing ").and_then(|text| text.parse().ok()) {
            Some(index) if index < 5 => Resolved::To(AnyHandle::world(1, index)),
            Some(_) => Resolved::Later,
            None => Resolved::Unknown,
        }
    }
}

#[test]
fn handles_have_the_names_the_caller_gives_them() {
    let mut value = Everything { target: AnyHandle::world(1, 3).typed(), ..Everything::default() };
    let text = write(&value, &WriteOptions::new().changed(None).handles(&Names));
    assert_eq!(text, r#"{"target":{"id":"3","name":"thing 3"}}"#);
    let text =
        r#"{"target": "thing 2", "targets": [null, "", {"name": "thing 9"}], "maybe_target": "nobody"}"#;
    let report = read(&mut value, text, &ReadOptions::lenient().handles(&Names));
    assert_eq!((value.target.any().index(), value.targets.len()), (2, 3));
    assert_eq!(report.pending.len(), 1);
    assert_eq!((&*report.pending[0].path, report.pending[0].reference.text()), ("targets[2]", "thing 9"));
    assert_eq!(report.kept.members.len(), 1);
    assert_eq!(report.diagnostics.iter().next().unwrap().message, "there is no object `nobody`");
}

#[test]
fn random_subsets_are_partial_edits() {
    let registry = registry::<Everything>();
    let mut random = Random::new(3);
    for _ in 0..100 {
        let (old, new) = (everything(&mut random), everything(&mut random));
        let whole = write_json(TypedRef::of(&registry, &new).unwrap(), &WriteOptions::new());
        let mut json: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&whole).unwrap();
        json.retain(|_, _| random.chance(1, 2));
        let chosen: Vec<String> = json.keys().cloned().collect();
        // Through serde_json only whole numbers and texts are exact, so members are taken from our own text.
        let mut value = old.clone();
        let mut mask = MemberMask::new(registry.entry_of::<Everything>().unwrap().members().len());
        let entry = registry.entry_of::<Everything>().unwrap();
        chosen.iter().for_each(|name| mask.set(entry.member_index(name).unwrap()));
        let document = onefold_format::parse_json_document(whole.as_bytes(), &ReadOptions::strict()).unwrap();
        let mut root = document.root.clone();
        root.entries_mut().unwrap().retain(|entry| chosen.contains(&entry.name.clone().into_owned()));
        let text = onefold_format::json_text(&root, random.chance(1, 2));
        let report = read(&mut value, &text, &ReadOptions::strict());
        assert!(report.applied, "{}", report.diagnostics);
        assert_eq!(report.set, mask);
        let (old, new, now) = (
            TypedRef::of(&registry, &old).unwrap(),
            TypedRef::of(&registry, &new).unwrap(),
            TypedRef::of(&registry, &value).unwrap(),
        );
        for (at, member) in entry.members().iter().enumerate() {
            let from = if mask.is_set(at) { new } else { old };
            let same = now.member(member).unwrap().equals(from.member(member).unwrap());
            assert_eq!(same, Some(true), "{}", member.name());
        }
    }
}

#[test]
fn text_values_are_written_with_six_decimals() {
    let registry = registry::<Everything>();
    let text = |value: TypedRef<'_>, name: &str| write_text_value(value.get(name).unwrap());
    let value = Everything {
        f32: 0.1,
        yes: true,
        light: LightType::Point,
        vec2: glam::Vec2::new(1.0, -2.5),
        list: vec![1.0, 2.0],
        pair: (1, "x".into()),
        ..Everything::default()
    };
    let value = TypedRef::of(&registry, &value).unwrap();
    assert_eq!(text(value, "f32").unwrap(), "0.100000");
    assert_eq!(text(value, "yes").unwrap(), "True");
    assert_eq!(text(value, "light").unwrap(), "SETECH_LIGHT_TYPE_POINT");
    assert_eq!(text(value, "vec2").unwrap(), "{ 1.000000 , -2.500000 }");
    assert_eq!(text(value, "list").unwrap(), "{ 1.000000 , 2.000000 }");
    assert_eq!(text(value, "array").unwrap(), "{ 0 , 0 , 0 }");
    assert_eq!(text(value, "inner"), None);
}
