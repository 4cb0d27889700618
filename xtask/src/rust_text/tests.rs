//! Comments and literals vanish, code and line numbers stay.

use super::code_only;

fn check(source: &str, visible: &[&str], blanked: &[&str]) {
    let code = code_only(source);
    assert_eq!(code.lines().count(), source.lines().count(), "{code}");
    assert_eq!(code.len(), source.len());
    for word in visible {
        assert!(code.contains(word), "`{word}` vanished from {code:?}");
    }
    for word in blanked {
        assert!(!code.contains(word), "`{word}` stayed in {code:?}");
    }
}

#[test]
fn comments_are_blanked() {
    check("a(); // one\nb();", &["a();", "b();"], &["one"]);
    check("a(); /* one /* two */ three */ b();", &["a();", "b();"], &["one", "two", "three"]);
    check("a(); /* never\nclosed", &["a();"], &["never", "closed"]);
}

#[test]
fn strings_are_blanked() {
    check(r#"f("one \" two"); g();"#, &["f(", "g();"], &["one", "two"]);
    check(r###"f(r#"one " two"#); g(br"three");h();"###, &["f(", "g(b", "h();"], &["one", "two", "three"]);
    check("f(\"// one\"); g();", &["f(", "g();"], &["one"]);
    check("f(\"straße\nzwei\"); g();", &["g();"], &["stra", "zwei"]);
}

#[test]
fn quotes_of_characters_and_lifetimes_are_told_apart() {
    check("f::<'static>('\"'); g();", &["'static", "g();"], &["\""]);
    check(r"f('\''); g('\u{2014}'); h();", &["g(", "h();"], &["2014"]);
    check("f('ü'); g(); // 'x", &["g();"], &["ü", "x"]);
    check("let r#type = for_r\"x\";", &["r#type"], &["x\""]);
}
