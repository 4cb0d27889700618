//! The layout keeps the meaning and the comments, and laying out twice changes nothing more.

use onefold_diag::FileId;
use onefold_script_syntax::{Lexed, Options, TokenKind, dump, format, lex, parse, try_format};
use proptest::prelude::*;

use crate::cases::{options_of, scripts};

/// The texts of the comments without their blanks.
fn comments(text: &str, lexed: &Lexed) -> Vec<String> {
    let spans = lexed.comments.iter().map(|comment| comment.span);
    spans.map(|span| text[span.start as usize..span.end as usize].split_whitespace().collect()).collect()
}

fn check(text: &str, options: &Options, what: &str) {
    let new = try_format(text, options).unwrap_or_else(|messages| panic!("{what}: {messages}\n{text}"));
    let tree = |text: &str| dump(&parse(text, FileId(0), options).tree);
    assert_eq!(tree(text), tree(&new), "{what}: the meaning changed");
    let lexed = |text: &str| lex(text, FileId(0), options);
    assert_eq!(comments(text, &lexed(text)), comments(&new, &lexed(&new)), "{what}: comments changed\n{new}");
    assert_eq!(try_format(&new, options).unwrap(), new, "{what}: not stable; before that:\n{text}");
    if text.trim_end().len() > 50 && !text.contains("\n#") {
        assert!(
            new == text
                || new.lines().all(|line| line.len() == line.trim_end().len() || line.contains("\"\"\""))
        );
    }
}

#[test]
fn every_case_keeps_its_meaning() {
    for folder in ["ok", "format"] {
        for (path, text) in scripts(folder) {
            check(&text, &options_of(&text), &path.display().to_string());
        }
    }
}

#[test]
fn a_wrong_text_is_not_touched() {
    let text = "void   f( {";
    assert_eq!(format(text), text);
    assert!(try_format(text, &Options::default()).is_err());
}

/// A script with other blanks, line ends and comments between its tokens.
fn shuffled(text: &str, options: &Options, picks: &[u8]) -> String {
    const GAPS: [&str; 10] =
        [" ", " ", " ", "\n", "\n\n\n", "  \t", " // c\n", " /* d */ ", "\n// e\n", "\n/* f\n * g */\n"];
    let lexed = lex(text, FileId(0), options);
    let mut out = String::new();
    for (at, pair) in lexed.tokens.windows(2).enumerate() {
        let [left, right] = pair else { continue };
        out.push_str(&text[left.start as usize..left.end as usize]);
        // What is made of several tokens that touch stays so.
        let is_joined = left.end == right.start && left.kind == TokenKind::Greater;
        if !is_joined {
            out.push_str(GAPS[usize::from(picks[at % picks.len()]) % GAPS.len()]);
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn other_blanks_and_comments_change_nothing(picks in prop::collection::vec(any::<u8>(), 1..200)) {
        for (path, text) in scripts("ok") {
            let name = path.display().to_string();
            // Metadata is copied, comments inside it included; directives need their lines.
            if name.contains("metadata") || name.contains("preprocessor") || name.contains("old_words") {
                continue;
            }
            let options = options_of(&text);
            let text = shuffled(&text, &options, &picks);
            check(&text, &options, &name);
        }
    }
}
