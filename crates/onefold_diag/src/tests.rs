//! Private invariants of the error shape.

use serde_json::json;

use crate::*;

const CODE: Code = Code("value_range");

#[test]
fn positions_count_characters_and_survive_the_end() {
    let source = Source::new("a.as", "int é = 1;\n\nvoid");
    assert_eq!(source.line_col(0), LineCol { line: 1, column: 1 });
    assert_eq!(source.line_col(6), LineCol { line: 1, column: 6 });
    assert_eq!(source.line_col(12), LineCol { line: 2, column: 1 });
    assert_eq!(source.line_col(999), LineCol { line: 3, column: 5 });
    assert_eq!(source.line(3), "void");
    assert_eq!(source.line(0), "");
    assert_eq!(source.line(9), "");
}

#[test]
fn text_and_json_forms_say_the_same() {
    let mut map = SourceMap::new();
    let file = map.add(Source::new("scene.json", "{\n  \"intensity\": 200\n}"));
    let found = Diagnostic::error(CODE, "LightEntity.intensity is out of range")
        .at(Place {
            path: Some("/entities/0/members/intensity".into()),
            ..Place::span(Span::new(file, 17, 20))
        })
        .got("200")
        .expected(Expected {
            kind: "f32".into(),
            unit: Some("cd".into()),
            range: Some((0.0, f64::INFINITY)),
            options: vec![],
        })
        .fix(PatchOp {
            op: "replace",
            path: "/entities/0/members/intensity".into(),
            from: None,
            value: Some(json!(100)),
        })
        .resolve(&map);
    assert_eq!(
        found.to_text(),
        "scene.json:2:16: /entities/0/members/intensity: error: LightEntity.intensity is out of range; got 200; \
         expected f32 in 0 and above (cd) [value_range]"
    );
    assert_eq!(
        found.to_json(),
        json!({
            "code": "value_range", "severity": "error", "at": "/entities/0/members/intensity", "file": "scene.json",
            "line": 2, "column": 16, "end_line": 2, "end_column": 19,
            "message": "LightEntity.intensity is out of range", "got": "200",
            "expected": { "type": "f32", "unit": "cd", "range": [0.0, null] },
            "fix": [{ "op": "replace", "path": "/entities/0/members/intensity", "value": 100 }],
            "retry": "fix",
        })
    );
    let excerpt = found.to_excerpt(&map);
    assert!(excerpt.contains("2 |   \"intensity\": 200\n  |                ^^^\n"), "{excerpt}");
}

#[test]
fn long_values_and_long_lists_are_capped() {
    let found = Diagnostic::error(CODE, "x").got("é".repeat(500));
    assert_eq!(found.got.as_ref().unwrap().chars().count(), 201);
    let many: Diagnostics = (0..60).map(|_| Diagnostic::error(CODE, "x")).collect();
    let list = many.to_json();
    assert_eq!(list.as_array().unwrap().len(), 51);
    assert_eq!(list[50], json!({ "more": 10 }));
}

#[test]
fn nearest_names_find_typing_errors_prefixes_and_other_cases() {
    let names = ["intensity", "radius", "casts_shadow", "color", "x"];
    assert_eq!(nearest("intensty", names), ["intensity"]);
    assert_eq!(nearest("m_Intensity", names), ["intensity"]);
    assert_eq!(nearest("castsShadow", names), ["casts_shadow"]);
    assert_eq!(nearest("colour", names), ["color"]);
    assert_eq!(nearest("color", names), Vec::<String>::new());
    assert_eq!(nearest("banana", names), Vec::<String>::new());
    assert_eq!(nearest("", names), Vec::<String>::new());
    assert_eq!(edit_distance("ab", "ba"), 1);
}

#[test]
fn a_prefix_is_joined_to_the_path() {
    let base = || Diagnostic::error(CODE, "x");
    assert_eq!(base().at(Place::path("x")).under("color").place.path.clone().unwrap(), "color.x");
    assert_eq!(base().at(Place::path("[2]")).under("list").place.path.clone().unwrap(), "list[2]");
    assert_eq!(base().under("list").place.path.clone().unwrap(), "list");
}
