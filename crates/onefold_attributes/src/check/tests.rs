//! One case per rule of every attribute.

use onefold_diag::Severity;

use super::*;
use crate::attrs::{ColorKind, RangeAttr};
use crate::condition::FieldKind;
use crate::context::{Receiver, Sibling};
use crate::text::parse_attributes;

const U8: ValueKind = ValueKind::Int { min: 0, max: 255 };
const VEC3: ValueKind = ValueKind::Lanes { count: 3, float: true };
const VEC4: ValueKind = ValueKind::Lanes { count: 4, float: true };
const IVEC3: ValueKind = ValueKind::Lanes { count: 3, float: false };

fn items(text: &str) -> Vec<AttrItem> {
    let (items, found) = parse_attributes(text);
    assert!(found.is_empty(), "{text}: {found}");
    items
}

fn messages(found: &Diagnostics) -> Vec<&str> {
    found.iter().map(|one| one.message.as_str()).collect()
}

fn holding(kind: ValueKind) -> MemberContext<'static> {
    MemberContext { name: "radius", kind, ..MemberContext::default() }
}

fn member(kind: ValueKind, text: &str) -> MemberAttrs {
    let (attrs, found) = check_member(&items(text), &holding(kind));
    assert!(found.is_empty(), "{text}: {found}");
    attrs
}

fn member_faults(kind: ValueKind, text: &str) -> Vec<String> {
    let (_, found) = check_member(&items(text), &holding(kind));
    assert!(found.is_empty() || found.has_errors());
    messages(&found).into_iter().map(str::to_owned).collect()
}

fn type_faults(text: &str) -> Vec<String> {
    let (_, found) = check_type(&items(text), &TypeContext::default());
    messages(&found).into_iter().map(str::to_owned).collect()
}

fn method_faults(text: &str, cx: &MethodContext<'_>) -> Vec<String> {
    let (_, found) = check_method(&items(text), cx);
    messages(&found).into_iter().map(str::to_owned).collect()
}

#[test]
fn a_member_says_all_it_can() {
    let text = r#"
        name = "size", label = "Size", alias("m_Size", "m_Radius"), was = "extent", group = "Shape", subgroup = "Outer",
        range(0.5..=100, soft = 1..=10, step = 0.25), unit = "m", order = -2, default = 2, transient,
        show_if = "light_type != Directional", enable_if = casts_shadow, since = "3.5.0", until = "3.6.0",
        deprecated(note = "too coarse", replacement = "extent"), feature = "STRICT", variant_of = "extent",
        meta(gizmo = "sphere", weight = 2)"#;
    let attrs = member(ValueKind::Float, text);
    assert_eq!(attrs.name.unwrap().value, "size");
    assert_eq!(attrs.label.unwrap(), "Size");
    let aliases: Vec<_> = attrs.aliases.iter().map(|alias| alias.value.as_str()).collect();
    assert_eq!(aliases, ["m_Size", "m_Radius", "extent"]);
    assert_eq!((attrs.group.unwrap(), attrs.subgroup.unwrap()), ("Shape".into(), "Outer".into()));
    let range = RangeAttr { min: 0.5, max: 100.0, soft_min: 1.0, soft_max: 10.0, step: 0.25 };
    assert_eq!(attrs.range, Some(range));
    assert_eq!((attrs.unit.as_deref(), attrs.order, attrs.transient), (Some("m"), -2, true));
    assert_eq!(attrs.default.unwrap().text, "2");
    assert_eq!(attrs.show_if.unwrap().value, "light_type != Directional");
    assert_eq!(attrs.enable_if.unwrap().value, "casts_shadow");
    let from = attrs.availability;
    assert_eq!((from.since.unwrap().value, from.until.unwrap().value), ("3.5.0".into(), "3.6.0".into()));
    assert_eq!((from.deprecated.unwrap(), from.replacement.unwrap()), ("too coarse".into(), "extent".into()));
    assert_eq!((from.feature.unwrap(), from.variant_of.unwrap().value), ("STRICT".into(), "extent".into()));
    let meta = [("gizmo".to_owned(), "sphere".to_owned()), ("weight".to_owned(), "2".to_owned())];
    assert_eq!(attrs.meta, meta);
}

#[test]
fn flags_are_off_where_they_are_not_given() {
    assert_eq!(member(ValueKind::Float, ""), MemberAttrs::default());
    let attrs = member(ValueKind::Text, "hidden, multiline, code, read_only");
    assert!(attrs.hidden && attrs.multiline && attrs.code && attrs.read_only && !attrs.inspector_read_only);
    assert!(member(ValueKind::Bool, "inspector_read_only").inspector_read_only);
    assert!(member(ValueKind::Unknown, "skip").skip && member(ValueKind::Unknown, "base").base);
}

#[test]
fn spellings_of_other_engines_are_known() {
    let toast = r#"Reflect, ReadOnly, Group("Combat"), Subgroup("Health"), Range(0, 100), Unit("hp"), Name("Health")"#;
    let attrs = member(U8, toast);
    assert!(attrs.read_only && attrs.name.is_none());
    assert_eq!(attrs.label.as_deref(), Some("Health"));
    assert_eq!(attrs.range.map(|range| range.max), Some(100.0));
    assert!(member(U8, "InspectorNoModify").inspector_read_only);
    assert!(member(U8, "inspectornomodify").inspector_read_only);
    assert_eq!(member(U8, r#"Enum("Low=3", "High=10")"#).options.len(), 2);
    let unreal =
        r#"Category = "Combat", DisplayName = "Health", EditCondition = "alive", Units = "hp", Transient"#;
    let attrs = member(U8, unreal);
    assert_eq!((attrs.group.as_deref(), attrs.label.as_deref()), (Some("Combat"), Some("Health")));
    assert!(attrs.transient && attrs.enable_if.is_some() && attrs.unit.is_some());
    let (attrs, found) =
        check_type(&items(r#"ToastNode, Icon("bulb"), Color("red"), Hidden"#), &TypeContext::default());
    assert!(found.is_empty() && attrs.hidden && attrs.icon.is_some() && attrs.color.is_some());
}

#[test]
fn an_unknown_attribute_comes_with_the_nearest_one() {
    let (_, found) = check_member(&items("hidden, rang(0, 1)"), &holding(U8));
    let one = found.iter().next().unwrap();
    assert_eq!(
        (one.message.as_str(), one.suggestions.as_slice()),
        ("there is no attribute `rang`", &["range".to_owned()][..])
    );
    assert_eq!((one.code, one.place.span), (diag::ATTRIBUTE_UNKNOWN, Some(diag::at(8))));
    let script = MemberContext { origin: Origin::Script, ..holding(U8) };
    let (_, found) = check_member(&items("editable"), &script);
    assert_eq!(found.iter().next().unwrap().severity, Severity::Warning);
}

#[test]
fn an_attribute_stands_in_its_places() {
    assert_eq!(
        member_faults(U8, "rename_all = snake_case"),
        ["`rename_all` cannot stand on a member; it goes on types, enums, impl blocks and variants"]
    );
    assert_eq!(
        type_faults("range(0, 1)"),
        ["`range` cannot stand on a type; it goes on members and parameters"]
    );
    let (_, found) = check_param(&items("group = 'x', hidden"), &ParamContext::default());
    assert_eq!(
        messages(&found),
        [
            "`group` cannot stand on a parameter; it goes on members",
            "`hidden` cannot stand on a parameter; it goes on types, enums, members, methods and functions",
        ]
    );
    let (_, found) = check_variant(&items("hidden"), &VariantContext::default());
    assert!(found.has_errors());
    let (_, found) = check_impl(&items("label = 'x'"), Origin::Rust);
    assert!(found.has_errors());
    let as_enum = TypeContext { kind: TypeKind::Enum, ..TypeContext::default() };
    let (_, found) = check_type(&items("base = A, object"), &as_enum);
    assert_eq!(
        messages(&found),
        [
            "`base` cannot stand on an enum; it goes on types and members",
            "`object` cannot stand on an enum; it goes on types",
        ]
    );
}

#[test]
fn arguments_have_a_number_and_a_form() {
    for (text, message) in [
        ("range", "`range` needs a range `low..=high`"),
        ("range('a')", "`range` takes a range `low..=high`, not text"),
        ("range(0, 1, 2)", "`range` takes fewer arguments"),
        ("range(0..=1, smooth = 2)", "`range` has no argument `smooth`"),
        ("range(0..=1, step = 1, step = 1)", "`range` is given `step` twice"),
        ("hidden = true", "`hidden` takes no arguments"),
        ("hidden(a = 1)", "`hidden` takes no arguments"),
        ("unit", "`unit` needs a text"),
        ("unit = 3", "`unit` takes a text, not a number"),
        ("unit = ' '", "the text of `unit` is empty"),
        ("order = 1.5", "`order` takes a whole number, not a number"),
        ("order = 3000000000", "the place 3000000000 does not fit 32 bits"),
        ("meta('x')", "`meta` takes `key = \"text\"`, not text"),
        ("meta(a = 1, a = 2)", "`meta(a)` is given twice"),
        ("default", "`default` needs a number, text, bool, name or a list of those"),
        (
            "default = a + 1",
            "`default` takes a number, text, bool, name or a list of those, not an expression",
        ),
        ("alias", "`alias` needs a text"),
    ] {
        assert_eq!(member_faults(ValueKind::Float, text), [message], "{text}");
    }
    let (_, found) = check_member(&items("color(rgp)"), &holding(VEC3));
    let one = found.iter().next().unwrap();
    assert_eq!(one.message, "`color` takes `rgb`, `rgba` or `hdr`, not a name");
    assert!(one.suggestions.contains(&"rgb".to_owned()));
}

#[test]
fn an_attribute_stands_once() {
    let (_, found) = check_member(&items("unit = 'm', Unit = 'cm'"), &holding(U8));
    let one = found.iter().next().unwrap();
    assert_eq!((one.message.as_str(), one.place.span), ("`unit` is given twice", Some(diag::at(12))));
    assert_eq!(one.notes[0].place.as_ref().unwrap().span, Some(diag::at(0)));
    assert_eq!(member(U8, "alias = a, alias = b, was(c), meta(x = 1), meta(y = 2)").meta.len(), 2);
}

#[test]
fn names_are_names() {
    assert_eq!(
        member_faults(U8, "name = 'a b'"),
        ["`a b` cannot be a name: it has other characters than letters, digits, `_` and `-`"]
    );
    assert_eq!(member_faults(U8, "alias('a=b')").len(), 1);
    assert_eq!(member_faults(U8, "alias(a, a)"), ["`a` is already a name of this item"]);
    assert_eq!(member_faults(U8, "name = a, alias(a)"), ["`a` is already a name of this item"]);
    assert_eq!(
        type_faults("global('2x')"),
        ["`2x` cannot be a name of a global: it does not start with a letter or `_`"]
    );
}

#[test]
fn attributes_fit_the_kind_of_value() {
    for (kind, text, message) in [
        (VEC3, "multiline", "`multiline` fits text; this is 3 floats"),
        (ValueKind::Float, "color", "`color` fits 3 floats or 4 floats; this is a float"),
        (IVEC3, "color", "`color` fits 3 floats or 4 floats; this is a vector"),
        (VEC3, "color(rgba)", "3 floats have no room for alpha: `rgba` fits 4 floats"),
        (U8, "asset(texture)", "`asset` fits text or an asset path; this is an integer"),
        (
            ValueKind::Text,
            "range(0, 1)",
            "`range` fits an integer, a float, 3 floats, 4 floats or a vector; this is text",
        ),
        (
            ValueKind::Bool,
            "unit = 'm'",
            "`unit` fits an integer, a float, 3 floats, 4 floats or a vector; this is a bool",
        ),
        (ValueKind::Enum, "options('A')", "`options` fits an integer; this is an enum"),
    ] {
        assert_eq!(member_faults(kind, text), [message], "{text}");
    }
    for text in
        ["multiline", "color(rgba)", "asset", "range(0.5..)", "unit = 'm'", "options('A')", "default = X"]
    {
        assert_eq!(member_faults(ValueKind::Unknown, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn colors_say_what_their_numbers_mean() {
    for (kind, text, color) in [
        (VEC3, "color", ColorKind::Rgb),
        (VEC4, "color", ColorKind::Rgba),
        (VEC4, "color(rgb)", ColorKind::Rgb),
        (VEC4, "color = rgba", ColorKind::Rgba),
        (VEC3, "color(hdr)", ColorKind::Hdr),
        (VEC4, "color('hdr')", ColorKind::Hdr),
        (ValueKind::Unknown, "color", ColorKind::Rgb),
    ] {
        assert_eq!(member(kind, text).color, Some(color), "{text}");
    }
}

#[test]
fn assets_have_kinds() {
    assert_eq!(member(ValueKind::Text, "asset(texture, 'material')").asset.unwrap(), ["texture", "material"]);
    assert_eq!(member(ValueKind::Text, "asset").asset.unwrap(), ["any"]);
    assert_eq!(member(ValueKind::Asset, "asset").asset.unwrap(), Vec::<String>::new());
    assert_eq!(member_faults(ValueKind::Text, "asset(a, a)"), ["`asset` is given `a` twice"]);
}

#[test]
fn what_a_list_holds_is_checked_for_each_item() {
    let list = |item| MemberContext { item, ..holding(ValueKind::List) };
    assert!(check_member(&items("color"), &list(VEC3)).1.is_empty());
    assert!(check_member(&items("range(0, 255)"), &list(U8)).1.is_empty());
    assert!(check_member(&items("default = [1, 2]"), &list(U8)).1.is_empty());
    assert!(check_member(&items("default = 1"), &list(U8)).1.has_errors());
    assert!(check_member(&items("color"), &list(ValueKind::Text)).1.has_errors());
    let (attrs, found) = check_member(&items("options('A', 'B')"), &list(U8));
    assert_eq!(
        messages(&found),
        ["the options are invalid: a list has no options: give its items an enum type"]
    );
    assert_eq!(attrs.options, []);
}

#[test]
fn ranges_can_be_met() {
    for (kind, text, message) in [
        (ValueKind::Float, "range(1, 0)", "the range starts at 1, above its end 0"),
        (ValueKind::Float, "range(0..=1, soft = 0..=2)", "the soft limits 0.0..=2.0 go beyond the hard ones"),
        (ValueKind::Float, "range(0..=1, soft = 1..=0)", "the range starts at 1, above its end 0"),
        (ValueKind::Float, "range(0..=1, step = 0)", "the step 0 is not above 0"),
        (ValueKind::Float, "range(0..=1, step = 2)", "the step 2 is longer than the range"),
        (U8, "range(0, 256)", "the limit 256 does not fit the integer, which goes from 0 to 255"),
        (U8, "range(-1..)", "the limit -1 does not fit the integer, which goes from 0 to 255"),
        (U8, "range(0.5..)", "the limit 0.5 of an integer is not a whole number"),
        (IVEC3, "range(0.5..)", "the limit 0.5 of an integer is not a whole number"),
        (U8, "range(0, 10, step = 0.5)", "the step 0.5 of an integer is not a whole number"),
    ] {
        assert_eq!(member_faults(kind, text), [message], "{text}");
    }
    let open = member(ValueKind::Float, "range(0.0..)").range.unwrap();
    assert_eq!((open.min, open.max, open.soft_max), (0.0, f64::INFINITY, f64::INFINITY));
    let soft = member(ValueKind::Float, "range(0.0.., soft = ..=10)").range.unwrap();
    assert_eq!((soft.soft_min, soft.soft_max), (0.0, 10.0));
    let u64s = ValueKind::of_scalar("u64").unwrap();
    assert!(member(u64s, "range(0..=18446744073709551615.0)").range.is_some());
    let (attrs, _) = check_member(&items("range(1, 0)"), &holding(U8));
    assert_eq!(attrs.range, None);
}

#[test]
fn options_are_all_or_nothing() {
    let pairs = |list: &[(&str, i64)]| list.iter().map(|(a, b)| ((*a).to_owned(), *b)).collect::<Vec<_>>();
    assert_eq!(member(U8, "options('A', B)").options, pairs(&[("A", 0), ("B", 1)]));
    assert_eq!(member(U8, "options('Low = 3', High = 10)").options, pairs(&[("Low", 3), ("High", 10)]));
    let text = "options('A', 'A', 'B=300')";
    let expected = [
        "the options are invalid: `A` and `B=300` differ in form: give all options a number, or none",
        "the options are invalid: the label `A` is there twice",
        "the options are invalid: 300 does not fit the integer, which goes from 0 to 255",
    ];
    assert_eq!(member_faults(U8, text), expected);
    for origin in [Origin::Script, Origin::Plugin, Origin::Cpp] {
        let (attrs, found) =
            check_member(&items("options('A', 'A')"), &MemberContext { origin, ..holding(U8) });
        assert!(!found.is_empty() && !found.has_errors());
        assert_eq!(
            (attrs.options, attrs.options_fault.as_deref()),
            (vec![], Some("the label `A` is there twice"))
        );
    }
}

#[test]
fn defaults_fit_the_value_and_its_range() {
    for (kind, good, text) in [
        (ValueKind::Bool, "true", "true"),
        (U8, "255", "255"),
        (ValueKind::Float, "1.0", "1.0"),
        (ValueKind::Float, "1", "1"),
        (ValueKind::Text, "'a\"b'", "\"a\\\"b\""),
        (ValueKind::Enum, "LightType::Spot", "LightType::Spot"),
        (VEC3, "[1, 2.5, 3]", "[1, 2.5, 3]"),
        (ValueKind::Handle, "null", "null"),
        (ValueKind::Unknown, "'x'", "\"x\""),
    ] {
        assert_eq!(member(kind, &format!("default = {good}")).default.unwrap().text, text);
    }
    for (kind, bad, wanted) in [
        (ValueKind::Bool, "1", "`true` or `false`"),
        (U8, "256", "a whole number from 0 to 255"),
        (U8, "1.0", "a whole number from 0 to 255"),
        (ValueKind::Float, "x", "a number"),
        (ValueKind::Text, "x", "a quoted text"),
        (ValueKind::Enum, "3", "the name of an enum value"),
        (VEC3, "[1, 2]", "a list of 3 numbers"),
        (ValueKind::Handle, "1", "`null`"),
    ] {
        let message = format!("the default `{bad}` does not fit: the value takes {wanted}");
        assert_eq!(member_faults(kind, &format!("default = {bad}")), [message]);
    }
    assert_eq!(member_faults(U8, "range(1, 5), default = 6"), ["the default 6 is outside of the range"]);
}

#[test]
fn some_attributes_exclude_or_need_others() {
    for (text, message) in [
        (
            "read_only, inspector_read_only",
            "`read_only` and `inspector_read_only` exclude each other: the first is not saved, the second is",
        ),
        ("subgroup = 'x'", "`subgroup` needs a `group` to be in"),
        (
            "variant_of = x",
            "`variant_of` needs `since`, `until` or `feature`, or both would be there at once",
        ),
        ("asset, multiline", "`asset` and `multiline` exclude each other: a path is one line"),
        ("asset, code", "`asset` and `code` exclude each other: a path is no code"),
        ("skip, hidden", "`hidden` has no effect beside `skip`"),
        ("hidden, base", "`hidden` has no effect beside `base`"),
    ] {
        assert_eq!(member_faults(ValueKind::Text, text), [message]);
    }
    assert_eq!(member_faults(U8, "range(0, 1), options('A')").len(), 1);
    assert_eq!(member_faults(U8, "unit = 'm', options('A')").len(), 1);
    assert_eq!(
        type_faults("abstract, factory = make"),
        ["`abstract` and `factory` exclude each other: an abstract type is never created"]
    );
    // Versions are names: the host that lists them knows their order.
    assert_eq!(member_faults(U8, "since = '2', until = '1'"), Vec::<String>::new());
}

#[test]
fn conditions_are_checked_with_the_siblings() {
    let known = [
        Sibling { name: "kind", kind: FieldKind::Enum(vec!["Spot".into()]) },
        Sibling { name: "on", kind: FieldKind::Bool },
    ];
    let cx = |complete| MemberContext { siblings: Siblings { known: &known, complete }, ..holding(U8) };
    let text = "show_if = \"kind == Spott && onn\", enable_if = 'on &&'";
    let (attrs, found) = check_member(&items(text), &cx(true));
    assert_eq!(
        messages(&found),
        [
            "`kind` has no value `Spott`",
            "there is no member `onn` beside this one",
            "expected a member, but the condition ends at character 6",
        ]
    );
    let spans: Vec<_> = found.iter().map(|one| one.place.span.unwrap().start).collect();
    assert_eq!(spans, [10, 10, 46]);
    assert_eq!(found.iter().next().unwrap().suggestions, ["Spot"]);
    assert!(attrs.enable_if.is_none());
    let (_, found) = check_member(&items(text), &cx(false));
    assert_eq!(found.len(), 2);
    let show_if = attrs.show_if.unwrap();
    assert_eq!(check_condition(&show_if, Siblings { known: &known, complete: true }).len(), 2);
    assert!(check_condition(&show_if, Siblings::default()).is_empty());
    assert!(check_condition(&Spanned::new("((".to_owned(), 3), Siblings::default()).has_errors());
}

#[test]
fn a_type_says_all_it_can() {
    let text = r##"name = "Light", space = "engine", label = "Light", was("SELightEntity", "old::Light"), rename_all = "camelCase",
        base = SceneEntity, abstract, hidden, global("gLight"), icon = "bulb", color = "#ffd27f", since = "1", meta(a = 1),
        crate = engine::reflect"##;
    let (attrs, found) =
        check_type(&items(text), &TypeContext { name: "LightEntity", ..TypeContext::default() });
    assert!(found.is_empty(), "{found}");
    assert_eq!(attrs.name.unwrap().value, "Light");
    assert_eq!(attrs.space.unwrap().value, "engine");
    assert_eq!(attrs.aliases.len(), 2);
    assert_eq!(attrs.rename_all, Some(Case::Camel));
    assert_eq!(attrs.base.unwrap().value, "SceneEntity");
    assert!(attrs.object && attrs.is_abstract && attrs.hidden);
    assert_eq!(attrs.global.unwrap().value, "gLight");
    assert_eq!((attrs.icon.as_deref(), attrs.color.as_deref()), (Some("bulb"), Some("#ffd27f")));
    assert_eq!(attrs.crate_path.unwrap().value, "engine::reflect");
    assert_eq!(attrs.meta.len(), 1);
    let (attrs, _) = check_type(&items("object, factory = make"), &TypeContext::default());
    assert!(attrs.object && attrs.base.is_none() && attrs.factory.unwrap().value == "make");
    assert!(!check_type(&[], &TypeContext::default()).0.object);
}

#[test]
fn colors_of_types_are_colors() {
    for good in ["#fff", "#ffd27f", "#ffd27f80", "red"] {
        assert_eq!(type_faults(&format!("color = '{good}'")), Vec::<String>::new());
    }
    for bad in ["#ff", "#ggg", "a b"] {
        assert_eq!(type_faults(&format!("color = '{bad}'")).len(), 1, "{bad}");
    }
    assert_eq!(type_faults("rename_all = 'Snake'").len(), 1);
    assert_eq!(type_faults("color"), ["`color` needs a text"]);
}

#[test]
fn impl_blocks_and_variants_say_what_they_can() {
    let (attrs, found) = check_impl(&items("rename_all = PascalCase, space = s, crate = c"), Origin::Rust);
    assert!(found.is_empty());
    assert_eq!(attrs.rename_all, Some(Case::Pascal));
    assert!(attrs.space.is_some() && attrs.crate_path.is_some());
    let text = "name = Spot, label = 'A spot', alias('Spot Light'), rename_all = camelCase, until = '2'";
    let (attrs, found) = check_variant(&items(text), &VariantContext::default());
    assert!(found.is_empty(), "{found}");
    assert_eq!((attrs.name.unwrap().value, attrs.label.unwrap()), ("Spot".into(), "A spot".into()));
    assert_eq!(attrs.aliases[0].value, "Spot Light");
    assert!(attrs.rename_all == Some(Case::Camel) && attrs.availability.until.is_some());
}

#[test]
fn parameters_have_defaults_and_value_attributes() {
    let cx = ParamContext { name: "strength", kind: ValueKind::Float, ..ParamContext::default() };
    let (attrs, found) = check_param(
        &items("default = 1.0, range(0, 2), unit = 'm', label = 'S', name = s, meta(a = 1)"),
        &cx,
    );
    assert!(found.is_empty(), "{found}");
    assert_eq!(attrs.default.unwrap().text, "1.0");
    assert!(attrs.range.is_some() && attrs.unit.is_some() && attrs.name.is_some() && attrs.label.is_some());
}

#[test]
fn methods_say_all_they_can() {
    let cx = MethodContext {
        name: "on_touched",
        receiver: Receiver::World,
        params: 1,
        ..MethodContext::default()
    };
    let text =
        "overridable, name = OnTouched, label = 'Touched', alias(Touched), hidden, since = '2', meta(a = 1)";
    let (attrs, found) = check_method(&items(text), &cx);
    assert!(found.is_empty(), "{found}");
    assert!(attrs.overridable && attrs.hidden && !attrs.button && attrs.accessor.is_none());
    assert_eq!((attrs.name.unwrap().value, attrs.label.unwrap()), ("OnTouched".into(), "Touched".into()));
    assert_eq!((attrs.aliases.len(), attrs.meta.len()), (1, 1));
    assert!(attrs.availability.since.is_some());
    let (attrs, found) = check_method(&items("overload_of = Dim"), &cx);
    assert!(found.is_empty() && attrs.overload_of.unwrap().value == "Dim");
    assert_eq!(method_faults("overload_of = Dim, name = X", &cx).len(), 1);
    assert_eq!(method_faults("overload_of = Dim, overridable", &cx).len(), 1);
    assert_eq!(method_faults("index", &cx), ["`index` needs `get` or `set`"]);
    assert_eq!(method_faults("space = x", &cx), ["a method has the namespace of its type"]);
    let free = MethodContext { receiver: Receiver::None, ..cx };
    assert_eq!(method_faults("space = x", &free), Vec::<String>::new());
    assert_eq!(
        method_faults("range(0, 1)", &cx),
        ["`range` cannot stand on a method; it goes on members and parameters"]
    );
}

#[test]
fn an_overridable_method_reaches_the_world() {
    let cx = MethodContext { receiver: Receiver::LeafMut, ..MethodContext::default() };
    assert_eq!(method_faults("overridable", &cx).len(), 1);
    assert!(method_faults("overridable", &MethodContext { origin: Origin::Script, ..cx }).is_empty());
}

#[test]
fn a_button_takes_and_gives_nothing() {
    let cx = MethodContext { name: "toggle", ..MethodContext::default() };
    let (attrs, found) = check_method(&items("button = 'Toggle it'"), &cx);
    assert!(found.is_empty() && attrs.button);
    assert_eq!(attrs.label.as_deref(), Some("Toggle it"));
    let (attrs, _) = check_method(&items("button"), &cx);
    assert!(attrs.button && attrs.label.is_none());
    for (cx, fault) in [
        (MethodContext { params: 1, ..cx }, "a button gives no arguments, and the method takes some"),
        (MethodContext { returns: true, ..cx }, "a button has no use for a result, and the method gives one"),
        (
            MethodContext { receiver: Receiver::None, ..cx },
            "a button calls a method of an object, and this one has none",
        ),
    ] {
        assert_eq!(method_faults("button", &cx), [fault]);
        let (attrs, found) =
            check_method(&items("Button('Go')"), &MethodContext { origin: Origin::Cpp, ..cx });
        assert!(!found.has_errors() && found.len() == 1 && !attrs.button);
        let meta = [("button".to_owned(), "Go".to_owned()), ("button_fault".to_owned(), fault.to_owned())];
        assert_eq!(attrs.meta, meta);
    }
}

#[test]
fn accessors_describe_their_member() {
    let get = MethodContext {
        name: "get_angle",
        receiver: Receiver::Leaf,
        returns: true,
        value: ValueKind::Float,
        ..MethodContext::default()
    };
    let text = "get, range(0, 360), unit = deg, group = 'Pose', label = 'Angle', alias(yaw), since = '2', meta(a = 1), hidden";
    let (attrs, found) = check_method(&items(text), &get);
    assert!(found.is_empty(), "{found}");
    assert_eq!((attrs.label, attrs.aliases.len(), attrs.hidden), (None, 0, true));
    let accessor = attrs.accessor.unwrap();
    assert_eq!((accessor.writes, accessor.member.value.as_str(), accessor.indexed), (false, "angle", false));
    let member = accessor.attrs;
    assert!(member.range.is_some() && member.unit.is_some() && member.group.is_some() && member.hidden);
    assert_eq!((member.label.as_deref(), member.aliases.len(), member.meta.len()), (Some("Angle"), 1, 1));
    assert!(member.availability.since.is_some() && attrs.availability.since.is_some());

    let set = MethodContext {
        name: "turn_to",
        receiver: Receiver::LeafMut,
        params: 1,
        value: ValueKind::Float,
        ..MethodContext::default()
    };
    let (attrs, found) = check_method(&items("set = angle"), &set);
    assert!(found.is_empty(), "{found}");
    let accessor = attrs.accessor.unwrap();
    assert_eq!((accessor.writes, accessor.member.value.as_str(), accessor.member.span), (true, "angle", 6));
    let (attrs, _) = check_method(&items("set"), &set);
    assert_eq!(attrs.accessor.unwrap().member.value, "turn_to");
    let (attrs, _) = check_method(&items("set, name = angle"), &set);
    assert_eq!(attrs.accessor.unwrap().member.value, "angle");

    let indexed = MethodContext { name: "set_weight", params: 2, ..set };
    let (attrs, found) = check_method(&items("set"), &indexed);
    assert!(found.is_empty() && attrs.accessor.unwrap().indexed);
}

#[test]
fn accessors_have_the_signature_of_one() {
    let get =
        MethodContext { name: "get_x", receiver: Receiver::Leaf, returns: true, ..MethodContext::default() };
    let set = MethodContext { name: "set_x", params: 1, ..MethodContext::default() };
    for (text, cx, message) in [
        ("get", MethodContext { returns: false, ..get }, "a `get` method gives the value of the member"),
        (
            "get",
            MethodContext { params: 2, ..get },
            "a `get` method takes nothing, or the index of an indexed member",
        ),
        ("get, index", get, "a `get` method takes nothing, or the index of an indexed member"),
        (
            "get",
            MethodContext { receiver: Receiver::None, ..get },
            "a computed member belongs to an object: the method needs a receiver",
        ),
        ("set", MethodContext { params: 0, ..set }, "a `set` method takes the value"),
        ("set, index", set, "a `set` method of an indexed member takes the index and the value"),
        ("set", MethodContext { returns: true, ..set }, "a `set` method gives nothing"),
        ("set, read_only", set, "a member that is `read_only` has no `set` method"),
        ("get = a, name = b", get, "the member has two names: `a` and `b`"),
        ("get, default = 1", get, "`default` cannot stand on a method; it goes on members and parameters"),
    ] {
        assert_eq!(method_faults(text, &cx), [message], "{text}");
    }
    assert!(method_faults("get, set", &get).iter().any(|one| one.contains("exclude each other")));
    assert!(method_faults("get, button", &get).iter().any(|one| one.contains("an accessor is no button")));
    assert!(method_faults("get, overridable", &get).iter().any(|one| one.contains("not overridable")));
    let wrong = MethodContext { value: ValueKind::Text, ..get };
    assert_eq!(method_faults("get, range(0, 1)", &wrong).len(), 1);
}

#[test]
fn everything_wrong_is_said_at_once() {
    let found = member_faults(
        VEC3,
        "multiline, unti = 'm', range(1, 0), subgroup = 'x', order, read_only, inspector_read_only",
    );
    assert_eq!(found.len(), 6);
}
