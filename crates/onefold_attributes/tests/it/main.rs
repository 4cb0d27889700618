//! Any text and any attributes give a result and messages: nothing panics, nothing is read back as something else.

use onefold_attributes::{
    AttrArg, AttrItem, AttrValue, Case, CompareOp, CondValue, Condition, FieldKind, MemberContext,
    MethodContext, Origin, ParamContext, Receiver, Sibling, Siblings, TypeContext, TypeKind, VOCABULARY,
    ValueKind, VariantContext, check_impl, check_member, check_method, check_param, check_type,
    check_variant, name_fault, parse_attributes, parse_options,
};
use proptest::prelude::*;

fn word() -> impl Strategy<Value = String> {
    "[a-z_][a-zA-Z0-9_]{0,6}"
        .prop_filter("no literal", |word| !matches!(word.as_str(), "true" | "false" | "null"))
}

fn value() -> impl Strategy<Value = AttrValue> {
    let finite = || -1e12_f64..1e12;
    let leaf = prop_oneof![
        any::<String>().prop_map(AttrValue::Text),
        any::<i64>().prop_map(AttrValue::Int),
        finite().prop_map(AttrValue::Float),
        any::<bool>().prop_map(AttrValue::Bool),
        word().prop_map(AttrValue::Word),
        (prop::option::of(finite()), prop::option::of(finite()))
            .prop_map(|(low, high)| AttrValue::Range(low, high)),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(AttrValue::List))
}

fn item_named(name: impl Strategy<Value = String>) -> impl Strategy<Value = AttrItem> {
    let key = prop_oneof![
        3 => Just(None),
        1 => word().prop_map(Some),
        1 => "(soft|step|note|replacement|a b)".prop_map(Some)
    ];
    let arg = (key, value()).prop_map(|(key, value)| AttrArg { key, value, span: 0 });
    (name, prop::collection::vec(arg, 0..4)).prop_map(|(name, args)| AttrItem { name, args, span: 0 })
}

fn known_item() -> impl Strategy<Value = AttrItem> {
    let examples: Vec<AttrItem> =
        VOCABULARY.iter().flat_map(|spec| parse_attributes(spec.example).0).collect();
    let names = (0..VOCABULARY.len()).prop_map(|at| VOCABULARY[at].name.to_owned());
    prop_oneof![prop::sample::select(examples), item_named(names)]
}

fn kind() -> impl Strategy<Value = ValueKind> {
    prop::sample::select(vec![
        ValueKind::Bool,
        ValueKind::Int { min: 0, max: 255 },
        ValueKind::Int { min: 0, max: u64::MAX.into() },
        ValueKind::Float,
        ValueKind::Text,
        ValueKind::Lanes { count: 3, float: true },
        ValueKind::Lanes { count: 4, float: true },
        ValueKind::Lanes { count: 2, float: false },
        ValueKind::List,
        ValueKind::Map,
        ValueKind::Enum,
        ValueKind::Handle,
        ValueKind::Asset,
        ValueKind::Other,
        ValueKind::Unknown,
    ])
}

fn origin() -> impl Strategy<Value = Origin> {
    prop::sample::select(vec![Origin::Rust, Origin::Script, Origin::Plugin, Origin::Cpp])
}

/// A condition over switches `s0`… and numbers `n0`…, as text, with what it gives for the values below.
fn condition() -> impl Strategy<Value = (String, bool)> {
    let flag = (0..SWITCHES.len()).prop_map(|at| (format!("s{at}"), SWITCHES[at]));
    let ops = vec![
        CompareOp::Equal,
        CompareOp::NotEqual,
        CompareOp::Less,
        CompareOp::LessEqual,
        CompareOp::Greater,
        CompareOp::GreaterEqual,
    ];
    let test = (0..NUMBERS.len(), prop::sample::select(ops), -3_i64..3).prop_map(|(at, op, value)| {
        let have = NUMBERS[at];
        let holds = match op {
            CompareOp::Equal => have == value,
            CompareOp::NotEqual => have != value,
            CompareOp::Less => have < value,
            CompareOp::LessEqual => have <= value,
            CompareOp::Greater => have > value,
            CompareOp::GreaterEqual => have >= value,
        };
        (format!("n{at} {} {value}", op.text()), holds)
    });
    prop_oneof![flag, test].prop_recursive(5, 32, 4, |inner| {
        let list = || prop::collection::vec(inner.clone(), 2..4);
        let joined = |parts: &[(String, bool)], glue: &str| {
            let parts: Vec<_> = parts.iter().map(|(text, _)| text.as_str()).collect();
            format!("({})", parts.join(glue))
        };
        prop_oneof![
            inner.clone().prop_map(|(text, holds)| (format!("!({text})"), !holds)),
            list().prop_map(move |parts| (joined(&parts, " && "), parts.iter().all(|(_, holds)| *holds))),
            list().prop_map(move |parts| (joined(&parts, "||"), parts.iter().any(|(_, holds)| *holds))),
        ]
    })
}

const SWITCHES: [bool; 3] = [true, false, true];
const NUMBERS: [i64; 3] = [-2, 0, 1];

fn present(name: &str) -> Option<CondValue<'static>> {
    let at: usize = name.get(1..)?.parse().ok()?;
    match name.as_bytes().first()? {
        b's' => SWITCHES.get(at).map(|on| CondValue::Bool(*on)),
        b'n' => NUMBERS.get(at).map(|number| CondValue::Int((*number).into())),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_as_attributes(text in any::<String>(), near in "[a-z0-9 ='\"(),.<>!&|\\[\\]{}=\\\\-]{0,60}") {
        for text in [text, near] {
            let (items, found) = parse_attributes(&text);
            prop_assert!(items.iter().all(|item| (item.span as usize) < text.len()));
            let inside = |span: onefold_diag::Span| span.start <= span.end && span.end as usize <= text.len();
            prop_assert!(found.iter().all(|one| one.place.span.is_some_and(inside)));
        }
    }

    #[test]
    fn attributes_read_back_as_written(item in item_named(word())) {
        let text = item.to_string();
        let (mut items, found) = parse_attributes(&text);
        prop_assert!(found.is_empty(), "{}: {}", text, found);
        for item in &mut items {
            item.span = 0;
            item.args.iter_mut().for_each(|arg| arg.span = 0);
        }
        prop_assert_eq!(items, [item]);
    }

    #[test]
    fn any_attributes_are_checked(
        items in prop::collection::vec(known_item(), 0..6),
        (kind, item) in (kind(), kind()),
        origin in origin(),
        (params, returns) in (0_usize..4, any::<bool>()),
        receiver in prop::sample::select(vec![Receiver::None, Receiver::Leaf, Receiver::LeafMut, Receiver::World]),
    ) {
        let known = [Sibling { name: "radius", kind: FieldKind::Number }];
        let siblings = Siblings { known: &known, complete: true };
        let name = "m";
        let (attrs, found) = check_member(&items, &MemberContext { name, kind, item, siblings, origin });
        if let Some(range) = attrs.range {
            prop_assert!(range.min <= range.soft_min && range.soft_min <= range.soft_max && range.soft_max <= range.max);
        }
        prop_assert!(origin != Origin::Rust || attrs.options_fault.is_none());
        prop_assert!(found.iter().all(|one| one.place.span.is_some() && !one.message.is_empty()));
        let _ = check_param(&items, &ParamContext { name, kind, item, origin });
        let method = MethodContext { name, receiver, params, returns, value: kind, item, siblings, origin };
        let (attrs, _) = check_method(&items, &method);
        prop_assert!(!attrs.button || (params == 0 && !returns && receiver != Receiver::None));
        let _ = check_variant(&items, &VariantContext { name, origin });
        let _ = check_impl(&items, origin);
        for kind in [TypeKind::Struct, TypeKind::Enum] {
            let _ = check_type(&items, &TypeContext { name, kind, origin });
        }
    }

    #[test]
    fn any_text_is_read_as_condition(text in any::<String>(), near in "[a-c0-2 ='\"().<>!&|:]{0,60}") {
        for text in [text, near] {
            match Condition::parse(&text) {
                Ok(condition) => {
                    let _ = condition.eval(&present);
                    let _ = condition.check(Siblings { known: &[], complete: true });
                }
                Err(found) => prop_assert!(found.has_errors()),
            }
        }
    }

    #[test]
    fn conditions_hold_when_their_parts_do((text, holds) in condition()) {
        let parsed = Condition::parse(&text);
        let parsed = parsed.map_err(|found| TestCaseError::fail(format!("{text}: {found}")))?;
        prop_assert_eq!(parsed.eval(&present), Some(holds), "{}", text);
    }

    #[test]
    fn accepted_options_are_unambiguous(entries in prop::collection::vec("[ab ]{0,2}(= ?-?[0-9]{1,3})?", 0..5)) {
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        if let Ok(options) = parse_options(&entries, -100, 200) {
            prop_assert_eq!(options.len(), entries.len());
            for (at, (label, value)) in options.iter().enumerate() {
                prop_assert!(!label.is_empty() && (-100..=200).contains(value));
                prop_assert!(options[..at].iter().all(|(other, have)| other != label && have != value));
            }
        }
    }

    #[test]
    fn cases_part_words_once_and_give_names(ident in "[a-z_][a-zA-Z0-9_]{0,12}") {
        for (_, case) in Case::ALL {
            let name = case.apply(&ident);
            // Words of one letter run together in the other cases.
            if matches!(case, Case::Snake | Case::ScreamingSnake | Case::Kebab) {
                prop_assert_eq!(&case.apply(&name), &name);
            }
            // An identifier of marks only, or of digits behind a mark, has no name in another case.
            let starts = name.starts_with(|c: char| c.is_alphabetic());
            prop_assert!(!starts || name_fault(&name).is_none());
        }
    }
}
