//! The attribute grammar: what is read, and what is said of the rest.

use super::*;

fn good(text: &str) -> Vec<AttrItem> {
    let (items, found) = parse_attributes(text);
    assert!(found.is_empty(), "{text}: {found}");
    items
}

fn one_value(text: &str) -> AttrValue {
    good(&format!("default = {text}")).remove(0).args.remove(0).value
}

#[test]
fn items_stand_between_commas() {
    let items = good(r#"range(0, 1), unit = "m", color"#);
    let names: Vec<_> = items.iter().map(|item| (item.name.as_str(), item.span, item.args.len())).collect();
    assert_eq!(names, [("range", 0, 2), ("unit", 13, 1), ("color", 25, 0)]);
    assert_eq!(items[0].args[1], AttrArg { key: None, value: AttrValue::Int(1), span: 9 });
    assert_eq!(items[1].args[0], AttrArg { key: None, value: AttrValue::Text("m".into()), span: 20 });
    assert_eq!(good(""), []);
    assert_eq!(good(" color , ").len(), 1);
}

#[test]
fn arguments_may_have_keys() {
    let args = good(r#"meta(icon = "x", "a b" = 2), range(0..=1, soft = 0.2..=0.8,)"#);
    assert_eq!(args[0].args[0].key.as_deref(), Some("icon"));
    assert_eq!(args[0].args[1].key.as_deref(), Some("a b"));
    assert_eq!(args[1].args[1].value, AttrValue::Range(Some(0.2), Some(0.8)));
}

#[test]
fn values_have_the_kinds_of_the_tree() {
    for (text, value) in [
        ("\"a\\\"b\\n\"", AttrValue::Text("a\"b\n".into())),
        ("'a'", AttrValue::Text("a".into())),
        ("-12", AttrValue::Int(-12)),
        ("0x10", AttrValue::Int(16)),
        ("1_000", AttrValue::Int(1000)),
        ("1.5f", AttrValue::Float(1.5)),
        ("2f", AttrValue::Float(2.0)),
        ("1.", AttrValue::Float(1.0)),
        (".5", AttrValue::Float(0.5)),
        ("-1e-3", AttrValue::Float(-0.001)),
        ("true", AttrValue::Bool(true)),
        ("LightType::Spot", AttrValue::Word("LightType::Spot".into())),
        ("0..", AttrValue::Range(Some(0.0), None)),
        ("..=5", AttrValue::Range(None, Some(5.0))),
        ("0.0 ..= 1.5", AttrValue::Range(Some(0.0), Some(1.5))),
        (
            "[1, 'a)', [b]]",
            AttrValue::List(vec![
                AttrValue::Int(1),
                AttrValue::Text("a)".into()),
                AttrValue::List(vec![AttrValue::Word("b".into())]),
            ]),
        ),
        ("[]", AttrValue::List(vec![])),
        ("a != b && (c, d) ", AttrValue::Expr("a != b && (c, d)".into())),
        ("!a", AttrValue::Expr("!a".into())),
        ("a == 'x, y'", AttrValue::Expr("a == 'x, y'".into())),
        ("Vec3(1, 2, 3)", AttrValue::Expr("Vec3(1, 2, 3)".into())),
        ("array<array<int>>", AttrValue::Expr("array<array<int>>".into())),
    ] {
        assert_eq!(one_value(text), value, "{text}");
    }
}

#[test]
fn what_can_be_read_is_kept_beside_all_mistakes() {
    let (items, found) = parse_attributes("color, range(0, , unit = 'm', ?, hidden, order = , icon = [, x");
    let names: Vec<_> = items.iter().map(|item| item.name.as_str()).collect();
    let text: Vec<_> =
        found.iter().map(|one| (one.place.span.unwrap().start, one.message.as_str())).collect();
    assert_eq!(names, ["color", "unit", "hidden", "x"]);
    assert_eq!(text[0], (16, "expected a value, but found `,`"));
    let (items, found) =
        parse_attributes("color, ?, hidden unit, order = , icon = 'x', label = 12z, group = 'g'");
    let names: Vec<_> = items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["color", "hidden", "icon", "group"]);
    let text: Vec<_> = found.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        text,
        [
            "expected the name of an attribute, but found `?`",
            "expected `,` between attributes, but found `u`",
            "expected a value, but found `,`",
            "`12z` is not a number",
        ]
    );
}

#[test]
fn each_mistake_has_its_message() {
    for (text, message) in [
        ("a(", "expected a value, but the text ends"),
        ("a = [1 2", "expected `,` or `]`, but the text ends"),
        ("a(1", "expected `,` or `)`, but the text ends"),
        ("a = 'x", "the text does not end"),
        ("a = '\\q'", "there is no escape `\\q`"),
        ("a = 0..1", "both ends belong to the range: write `..=`"),
        ("a = 0..=", "a number is missing behind `..=`"),
        ("a = (1]", "the brackets do not match"),
        ("a = (1", "a bracket is not closed"),
        ("a(1 = 2)", "a key is a name or a text"),
        ("a = 99999999999999999999", "`99999999999999999999` does not fit 64 bits"),
        ("a = 1e999", "`1e999` is not a number"),
    ] {
        let (items, found) = parse_attributes(text);
        assert_eq!(items, [], "{text}");
        assert_eq!(found.iter().next().map(|one| one.message.as_str()), Some(message), "{text}");
    }
}

#[test]
fn long_texts_are_refused() {
    assert!(parse_attributes(&"a,".repeat(40_000)).1.has_errors());
    let deep = format!("a = {}{}", "[".repeat(30_000), "]".repeat(30_000));
    assert!(parse_attributes(&deep).1.has_errors());
    let deep = format!("a = {}{}", "(".repeat(30_000), ")".repeat(30_000));
    assert!(!parse_attributes(&deep).1.has_errors());
}
