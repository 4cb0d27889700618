//! Tokens at their edges.

use super::*;

fn string(text: &str) -> std::result::Result<String, &'static str> {
    Cursor::new(text).string().map(Cow::into_owned).map_err(|err| err.why)
}

#[test]
fn strings_unescape() {
    assert_eq!(string(r#""a\n\"\\\/\u00e9\ud83c\udf88é""#).unwrap(), "a\n\"\\/é🎈é");
    assert_eq!(string("\"\"").unwrap(), "");
}

#[test]
fn wrong_strings_are_refused_with_the_reason() {
    for (text, why) in [
        ("\"a", "the string does not end"),
        ("\"a\\", "there is no such escape"),
        ("\"\\x\"", "there is no such escape"),
        ("\"a\nb\"", "a string has no control characters; write an escape"),
        ("\"\\u12\"", "four hexadecimal digits are missing"),
        ("\"\\u12é4\"", "four hexadecimal digits are missing"),
        ("\"\\ud83c\"", "half of a surrogate pair is missing"),
        ("\"\\udf88\"", "half of a surrogate pair is missing"),
        ("\"\\ud83c\\u0041\"", "half of a surrogate pair is missing"),
    ] {
        assert_eq!(string(text), Err(why), "{text}");
    }
}

#[test]
fn numbers_keep_their_text() {
    for text in ["0", "-0", "12", "1.50", "1e5", "-1.5E-7", "123456789012345678901234567890"] {
        assert_eq!(Cursor::new(text).number().unwrap(), text);
    }
    for text in ["-", "01", "1.", "1e", "1e+", ".5", "+1"] {
        assert!(Cursor::new(text).number().is_err(), "{text}");
    }
}
