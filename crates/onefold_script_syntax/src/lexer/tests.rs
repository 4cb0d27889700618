//! Tokens of small texts.

use onefold_diag::FileId;

use crate::diagnostics::SCRIPT_DIRECTIVE;
use crate::lexer::lex;
use crate::options::{Level, Options, ToolVersion};
use crate::token::TokenKind::{self, *};

fn kinds_at(level: Level, text: &str) -> Vec<TokenKind> {
    let lexed = lex(text, FileId(0), &Options { level, ..Options::default() });
    assert!(lexed.diagnostics.is_empty(), "{text}: {}", lexed.diagnostics);
    let mut kinds: Vec<TokenKind> = lexed.tokens.iter().map(|token| token.kind).collect();
    assert_eq!(kinds.pop(), Some(End));
    kinds
}

fn kinds(text: &str) -> Vec<TokenKind> {
    kinds_at(Level::V239, text)
}

#[test]
fn every_word_is_itself_and_nothing_else_is() {
    for (kind, word) in TokenKind::WORDS {
        assert_eq!(kinds(word), [*kind], "{word}");
        assert_eq!(kinds(&format!("{word}x")), [Identifier], "{word}");
        assert_eq!(kinds(&word.to_uppercase()), [Identifier], "{word}");
    }
    assert_eq!(kinds_at(Level::V235, "foreach using for"), [Identifier, Identifier, For]);
}

#[test]
fn marks_are_as_long_as_possible_except_greater() {
    assert_eq!(kinds("a>>>=b"), [Identifier, Greater, Greater, Greater, Eq, Identifier]);
    assert_eq!(
        kinds("**= ** * <<= << <= <"),
        [StarStarEq, StarStar, Star, LessLessEq, LessLess, LessEq, Less]
    );
    assert_eq!(
        kinds("!is !isx !=! ::: ..."),
        [BangIs, Bang, Identifier, BangEq, Bang, ColonColon, Colon, Ellipsis]
    );
    assert_eq!(
        kinds("+++ --- &&& ||| ^^^"),
        [PlusPlus, Plus, MinusMinus, Minus, AmpAmp, Amp, PipePipe, Pipe, CaretCaret, Caret]
    );
}

#[test]
fn numbers_end_where_their_digits_end() {
    assert_eq!(
        kinds("1.5.2 1..x 1.f 1f 0x 0b12"),
        [Double, Double, Double, Dot, Identifier, Float, Integer, Identifier, Bits, Bits, Integer]
    );
    assert_eq!(kinds("1'000 0xF'F"), [Integer, Bits]);
    assert_eq!(kinds_at(Level::V235, "1'000'"), [Integer, String]);
}

#[test]
fn no_token_lies_in_a_blanked_region() {
    let text = "a\n#if 0\nb \" c\n#else\nd\n#endif\n  # if 1\ne\n#endif // f\n/* g\n#if */ h";
    let lexed = lex(text, FileId(0), &Options::default());
    assert!(lexed.diagnostics.is_empty(), "{}", lexed.diagnostics);
    let words: Vec<&str> =
        lexed.tokens.iter().map(|token| &text[token.start as usize..token.end as usize]).collect();
    // `# if` with a blank is a directive, too.
    assert_eq!(words, ["a", "d", "e", "h", ""]);
    assert_eq!(lexed.comments.len(), 2);
    for token in &lexed.tokens {
        assert!(lexed.blanked.iter().all(|span| token.end <= span.start || span.end <= token.start));
    }
}

/// The names that are left of `if-else` chains, for words and a version.
fn chosen(text: &str) -> std::string::String {
    let options = Options {
        defined: vec!["A".into(), "B".into()],
        version: ToolVersion([3, 6, 0, 20]),
        ..Options::default()
    };
    let lexed = lex(text, FileId(0), &options);
    assert!(lexed.diagnostics.is_empty(), "{text}: {}", lexed.diagnostics);
    let words = lexed.tokens.iter().map(|token| &text[token.start as usize..token.end as usize]);
    words.collect::<Vec<_>>().join("")
}

#[test]
fn conditions_have_the_usual_meaning() {
    for (condition, holds) in [
        ("if A", true),
        ("if C", false),
        ("if !A", false),
        ("if !!A", true),
        ("if 0", false),
        ("if 10", true),
        ("if A && C", false),
        ("if A || C", true),
        ("if C || A && B", true),
        ("if (C || A) && !B", false),
        ("if defined(A)", true),
        ("if defined C", false),
        ("if !defined ( C ) // c", true),
        ("ifdef A", true),
        ("ifdef C", false),
        ("ifndef A", false),
        ("ifndef C", true),
        ("ifver 3.6.0", true),
        ("ifver 3.6.0.20", true),
        ("ifver 3.6.0.21", false),
        ("ifver 4", false),
        ("ifnver 3.6.1", true),
        ("ifnver 3.6", false),
    ] {
        let found = chosen(&format!("#{condition}\nyes\n#else\nno\n#endif"));
        assert_eq!(found, if holds { "yes" } else { "no" }, "#{condition}");
    }
    assert_eq!(chosen("#if C\na\n#elif A\nb\n#elif B\nc\n#else\nd\n#endif"), "b");
    assert_eq!(chosen("#if C\n#if A\na\n#else\nb\n#endif\n#else\nc\n#endif"), "c");
    assert_eq!(chosen("#define X\n#if X\na\n#endif\n#undef X\n#if X\nb\n#endif"), "a");
}

#[test]
fn wrong_directives_are_reported_and_read_on() {
    for text in [
        "#endif",
        "#else",
        "#elif A",
        "#if\n#endif",
        "#if A",
        "#if A B\n#endif",
        "#if (A\n#endif",
        "#if A &&\n#endif",
        "#ifdef\n#endif",
        "#ifdef 1\n#endif",
        "#ifver x\n#endif",
        "#ifver 1.2.3.4.5\n#endif",
        "#include",
        "#include x",
        "#include \"x",
        "#include \"\"",
        "#nonsense",
        "#error broken",
        "#if 0\n#else\n#else\n#endif",
        "#if 1\n#else\n#elif 1\n#endif",
        "#define",
        "#undef 1x",
        "#endif x",
    ] {
        let lexed = lex(&format!("a\n{text}\nb"), FileId(0), &Options::default());
        assert!(lexed.diagnostics.len() == 1 || text == "#endif x", "{text}: {}", lexed.diagnostics);
        assert!(lexed.diagnostics.iter().all(|message| message.code == SCRIPT_DIRECTIVE), "{text}");
        assert_eq!(lexed.tokens[0].kind, Identifier);
    }
    let lexed = lex("#includ \"x\"", FileId(0), &Options::default());
    assert_eq!(lexed.diagnostics.iter().next().unwrap().suggestions, ["include"]);
}

#[test]
fn versions_have_one_to_four_parts() {
    assert_eq!(ToolVersion::parse("3"), Some(ToolVersion([3, 0, 0, 0])));
    assert_eq!(ToolVersion::parse("3.6.0.20"), Some(ToolVersion([3, 6, 0, 20])));
    for wrong in ["", ".", "3.", "3.x", "+3", "1.2.3.4.5", "99999999999", "3 "] {
        assert_eq!(ToolVersion::parse(wrong), None, "{wrong}");
    }
}
