//! The documentation names every attribute, and its examples are right.

use super::*;
use crate::text::parse_attributes;

#[test]
fn the_reference_tells_all_of_every_attribute() {
    let text = reference();
    for spec in VOCABULARY {
        assert!(text.contains(&format!("\n## `{}`", spec.name)), "{}", spec.name);
        assert!(text.contains(spec.doc) && text.contains(spec.example), "{}", spec.name);
    }
}

#[test]
fn an_entry_reads_so() {
    let text = reference();
    let start = text.find("## `range`").unwrap();
    let end = start + text[start..].find("\n\n## ").unwrap();
    assert_eq!(
        &text[start..end],
        "## `range`\n\n\
         Least and greatest value, open ends allowed; `soft` is what a slider spans, `step` how it moves.\n\n\
         - Form: `range(low..=high, [soft = low..=high], [step = number])`\n\
         - Example: `range(0.0..=100.0, soft = 0..=10, step = 0.5)`\n\
         - Stands on: member, parameter, computed member\n\
         - Fits: integer, float, 3 floats, 4 floats, vector"
    );
}

#[test]
fn names_with_two_meanings_have_two_headings() {
    let text = reference();
    assert!(
        text.contains("## `color` (on type, enum)")
            && text.contains("## `color` (on member, parameter, computed member)")
    );
}

#[test]
fn every_example_is_read_and_accepted_where_it_stands() {
    use crate::check::*;
    use crate::context::*;
    for spec in VOCABULARY {
        let (items, found) = parse_attributes(spec.example);
        assert!(found.is_empty(), "{}: {found}", spec.name);
        assert!(items.iter().any(|item| item.name == spec.name), "{}", spec.name);
        let kind = if spec.kinds == Kinds::ANY || spec.kinds.has(Kinds::FLOAT) {
            ValueKind::Float
        } else if spec.kinds.has(Kinds::FLOAT4) {
            ValueKind::Lanes { count: 4, float: true }
        } else if spec.kinds.has(Kinds::TEXT) {
            ValueKind::Text
        } else {
            ValueKind::Int { min: 0, max: 255 }
        };
        let accessor = matches!(spec.name, "get" | "set" | "index");
        let setter = usize::from(spec.name == "set") + usize::from(spec.name == "index");
        let receiver = if spec.places == Places::FUNCTION { Receiver::None } else { Receiver::World };
        let found = if spec.places.has(Places::TYPE) {
            check_type(&items, &TypeContext::default()).1
        } else if spec.places.has(Places::MEMBER) {
            check_member(&items, &MemberContext { kind, ..Default::default() }).1
        } else if spec.places.has(Places::METHOD) {
            let returns = accessor && spec.name != "set";
            check_method(
                &items,
                &MethodContext { name: "m", receiver, params: setter, returns, ..Default::default() },
            )
            .1
        } else {
            panic!("{} stands nowhere", spec.name);
        };
        assert!(found.is_empty(), "{}: {found}", spec.name);
    }
}

#[test]
fn attributes_are_found_by_kind() {
    let names: Vec<_> = ValueKind::Bool.attributes().map(|spec| spec.name).collect();
    assert_eq!(names, Vec::<&str>::new());
    let names: Vec<_> = ValueKind::Text.attributes().map(|spec| spec.name).collect();
    assert_eq!(names, ["multiline", "code", "asset"]);
}
