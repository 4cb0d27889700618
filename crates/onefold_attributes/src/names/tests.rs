//! Cases, labels, valid names and clashes.

use super::*;

#[test]
fn cases_write_the_words_of_an_identifier() {
    for (ident, snake, camel, pascal, screaming, kebab) in [
        ("on_touched", "on_touched", "onTouched", "OnTouched", "ON_TOUCHED", "on-touched"),
        ("SpotLight", "spot_light", "spotLight", "SpotLight", "SPOT_LIGHT", "spot-light"),
        ("HTTPServer", "http_server", "httpServer", "HttpServer", "HTTP_SERVER", "http-server"),
        ("set_lod2_bias", "set_lod2_bias", "setLod2Bias", "SetLod2Bias", "SET_LOD2_BIAS", "set-lod2-bias"),
        ("LOD2Bias", "lod2_bias", "lod2Bias", "Lod2Bias", "LOD2_BIAS", "lod2-bias"),
        ("Vector2D", "vector2d", "vector2d", "Vector2d", "VECTOR2D", "vector2d"),
        (
            "m_bCastsShadow",
            "m_b_casts_shadow",
            "mBCastsShadow",
            "MBCastsShadow",
            "M_B_CASTS_SHADOW",
            "m-b-casts-shadow",
        ),
        ("__x", "x", "x", "X", "X", "x"),
    ] {
        assert_eq!(Case::Snake.apply(ident), snake);
        assert_eq!(Case::Camel.apply(ident), camel);
        assert_eq!(Case::Pascal.apply(ident), pascal);
        assert_eq!(Case::ScreamingSnake.apply(ident), screaming);
        assert_eq!(Case::Kebab.apply(ident), kebab);
    }
    assert_eq!(Case::Lower.apply("SpotLight"), "spotlight");
    assert_eq!(Case::Upper.apply("SpotLight"), "SPOTLIGHT");
}

#[test]
fn cases_are_known_by_the_name_they_are_written_in() {
    for (name, case) in Case::ALL {
        assert_eq!(Case::of(name), Some(case));
    }
    assert_eq!(Case::of("Pascal"), None);
}

#[test]
fn labels_are_words() {
    for (ident, label) in [
        ("casts_shadow", "Casts shadow"),
        ("takeDamage", "Take damage"),
        ("OnTouched", "On touched"),
        ("use_HDR", "Use HDR"),
        ("", ""),
    ] {
        assert_eq!(label_of(ident), label);
    }
}

#[test]
fn names_are_identifiers_with_inner_dashes() {
    for good in ["a", "_a", "LightEntity", "on-touched", "größe", "x2"] {
        assert_eq!(name_fault(good), None, "{good}");
    }
    for bad in ["", "2x", "a b", "a::b", "a-", "a--b", "-a", "a.b", &"a".repeat(129)] {
        assert!(name_fault(bad).is_some(), "{bad}");
    }
}

#[test]
fn aliases_may_be_paths_and_labels() {
    for good in ["SELightEntity", "old_crate::Light", "Spot Light", "Level 2"] {
        assert_eq!(alias_fault(good), None, "{good}");
    }
    for bad in ["", " a", "a ", "a  b", "a::", "a\nb", "a=b"] {
        assert!(alias_fault(bad).is_some(), "{bad}");
    }
}

#[test]
fn a_clash_names_both_items() {
    let aliases = [Spanned::new("radius".to_owned(), 7), Spanned::new("size".to_owned(), 8)];
    let item = |name, aliases, span| Named { what: "member", name, aliases, span, shares: false };
    let found = check_clashes(&[item("radius", &[], 1), item("range", &aliases, 2), item("radius", &[], 3)]);
    let text: Vec<_> =
        found.iter().map(|one| (one.place.span.unwrap().start, one.message.as_str())).collect();
    assert_eq!(
        text,
        [
            (3, "member `radius` and member `radius` have the same name"),
            (7, "`radius`, another name of member `range`, is also a name of member `radius`"),
        ]
    );
    assert_eq!(found.iter().next().unwrap().notes[0].place.as_ref().unwrap().span.unwrap().start, 1);
}

#[test]
fn aliases_clash_with_aliases_and_repeats_are_found() {
    let first = [Spanned::new("x".to_owned(), 5)];
    let second = [Spanned::new("x".to_owned(), 6), Spanned::new("b".to_owned(), 7)];
    let found = check_clashes(&[
        Named { what: "variant", name: "a", aliases: &first, span: 1, shares: false },
        Named { what: "variant", name: "b", aliases: &second, span: 2, shares: false },
    ]);
    assert_eq!(found.len(), 2);
}

#[test]
fn overloads_share_a_name() {
    let aliases = [Spanned::new("Old".to_owned(), 5)];
    let method = |span, shares| Named { what: "method", name: "Dim", aliases: &aliases, span, shares };
    assert!(check_clashes(&[method(1, false), method(2, true)]).is_empty());
    assert!(!check_clashes(&[method(1, false), method(2, false)]).is_empty());
}
