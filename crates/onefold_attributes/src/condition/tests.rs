//! Conditions: what they give, what they refuse, and where.

use super::*;
use crate::context::Sibling;

fn siblings() -> Vec<Sibling<'static>> {
    let of = |name, kind| Sibling { name, kind };
    vec![
        of("light_type", FieldKind::Enum(vec!["Directional".into(), "Point".into(), "Spot".into()])),
        of("other_type", FieldKind::Enum(vec!["Directional".into()])),
        of("radius", FieldKind::Number),
        of("limit", FieldKind::Number),
        of("casts_shadow", FieldKind::Bool),
        of("title", FieldKind::Text),
        of("target", FieldKind::Handle),
        of("shape", FieldKind::Other),
        of("foreign", FieldKind::Unknown),
    ]
}

fn check(text: &str) -> Vec<String> {
    let known = siblings();
    let condition = Condition::parse(text).unwrap();
    condition
        .check(Siblings { known: &known, complete: true })
        .iter()
        .map(|one| one.message.clone())
        .collect()
}

fn value(name: &str) -> Option<CondValue<'static>> {
    Some(match name {
        "light_type" => CondValue::Enum(vec!["Spot", "SPOT_LIGHT"]),
        "other_type" => CondValue::Enum(vec!["Directional"]),
        "radius" => CondValue::Float(2.5),
        "count" => CondValue::Int(i128::from(u64::MAX)),
        "limit" => CondValue::Int(3),
        "casts_shadow" => CondValue::Bool(false),
        "on" => CondValue::Bool(true),
        "title" => CondValue::Text("sun".into()),
        "target" => CondValue::Null,
        "owner" => CondValue::Object(7),
        "nan" => CondValue::Float(f64::NAN),
        _ => return None,
    })
}

#[test]
fn conditions_give_truth_for_the_present_values() {
    for (text, expected) in [
        ("light_type != Directional && (radius > 0.5 || !casts_shadow)", Some(true)),
        ("light_type == Spot", Some(true)),
        ("light_type == LightType::Spot", Some(true)),
        ("light_type == SPOT_LIGHT", Some(true)),
        ("light_type == other_type", Some(false)),
        ("light_type == Point", Some(false)),
        ("radius < limit", Some(true)),
        ("radius >= 2.5", Some(true)),
        ("radius<=-1", Some(false)),
        ("limit == 3.0", Some(true)),
        ("limit == 0x3", Some(true)),
        ("count > 9223372036854775807", Some(true)),
        ("title == 'sun'", Some(true)),
        ("title != \"moon\"", Some(true)),
        ("target == null", Some(true)),
        ("owner != null", Some(true)),
        ("casts_shadow == false", Some(true)),
        ("!!on", Some(true)),
        ("nan == nan", Some(false)),
        ("nan != 1", Some(true)),
        ("missing", None),
        ("missing || on", Some(true)),
        ("missing && casts_shadow", Some(false)),
        ("missing && on", None),
        ("!missing", None),
        ("title > 1", None),
        ("title", None),
    ] {
        assert_eq!(Condition::parse(text).unwrap().eval(&value), expected, "{text}");
    }
}

#[test]
fn and_binds_stronger_than_or() {
    let condition = Condition::parse("on || missing && casts_shadow").unwrap();
    let Condition::Any(parts) = &condition else { panic!("{condition:?}") };
    assert!(matches!(&parts[1], Condition::All(inner) if inner.len() == 2));
}

#[test]
fn fields_are_the_members_on_the_left() {
    let condition = Condition::parse("a == b && (c || !a) && d > 1").unwrap();
    assert_eq!(condition.fields(), ["a", "c", "d"]);
}

#[test]
fn fitting_conditions_are_accepted() {
    for text in [
        "light_type != Directional && (radius > 0.5 || !casts_shadow)",
        "light_type == other_type",
        "radius < limit",
        "title == 'x'",
        "target != null",
        "foreign",
        "foreign == Anything",
        "foreign > 3",
        "radius == foreign",
    ] {
        assert_eq!(check(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn all_mistakes_are_found_at_once() {
    assert_eq!(
        check(
            "light_typ == Spot && light_type == Spott && radius && title > 1 && casts_shadow == 1 && shape == 1"
        ),
        [
            "there is no member `light_typ` beside this one",
            "`light_type` has no value `Spott`",
            "`radius` is a number, not a switch: compare it with a value",
            "`>` orders numbers; `title` is a text",
            "`casts_shadow` is a switch; this is a number",
            "`shape` has no value that a condition can read",
        ]
    );
    assert_eq!(check("radius == casts_shadow"), ["`radius` is a number; `casts_shadow` is a switch"]);
    assert_eq!(check("radius == limt"), ["there is no member `limt` beside this one"]);
}

#[test]
fn mistakes_come_with_the_nearest_names() {
    let known = siblings();
    let found = Condition::parse("light_typ == Spot || light_type == Spott")
        .unwrap()
        .check(Siblings { known: &known, complete: true });
    let near: Vec<_> = found.iter().map(|one| one.suggestions.first().cloned().unwrap_or_default()).collect();
    assert_eq!(near, ["light_type", "Spot"]);
    let span = found.iter().nth(1).unwrap().place.span.unwrap();
    assert_eq!((span.start, span.end), (35, 40));
}

#[test]
fn an_unknown_member_may_come_from_the_base() {
    let known = siblings();
    let condition = Condition::parse("visible && radius").unwrap();
    assert_eq!(condition.check(Siblings { known: &known, complete: false }).len(), 1);
}

#[test]
fn wrong_grammar_is_placed() {
    for (text, message, start) in [
        ("", "expected a member, but the condition ends at character 1", 0),
        ("a =", "`=` does not compare; write `==`", 2),
        ("a == ", "expected a value, but the condition ends at character 6", 5),
        ("(a", "expected `)`, but the condition ends at character 3", 2),
        ("a b", "expected `&&`, `||` or the end, but found `b` at character 3", 2),
        ("1 < a", "the member stands on the left, the value on the right", 0),
        ("A::b", "`A::b` is not the name of a member", 0),
        ("a == 'x", "the text does not end", 5),
        ("a == 12z", "`12z` is not a number", 5),
        ("a & b", "expected `&&`, `||` or the end, but found `&` at character 3", 2),
    ] {
        let found = Condition::parse(text).unwrap_err();
        let one = found.iter().next().unwrap();
        assert_eq!((one.message.as_str(), one.place.span.unwrap().start), (message, start), "{text}");
    }
}

#[test]
fn depth_and_length_are_limited() {
    let deep = |n: usize| format!("{}a{}", "(".repeat(n), ")".repeat(n));
    assert!(Condition::parse(&deep(31)).is_ok());
    assert!(Condition::parse(&deep(33)).is_err());
    assert!(Condition::parse(&"!".repeat(4000)).is_err());
    assert!(Condition::parse(&format!("a{}", " ".repeat(5000))).is_err());
}
