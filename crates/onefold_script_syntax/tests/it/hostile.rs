//! No text makes the crate panic, hang or use up its stack.

use std::time::{Duration, Instant};

use onefold_diag::FileId;
use onefold_script_syntax::ast::{Expr, Stmt};
use onefold_script_syntax::{Options, dump, format, lex, parse};
use proptest::prelude::*;

use crate::cases::scripts;

const WORDS: &[&str] = &[
    "class",
    "interface",
    "enum",
    "namespace",
    "funcdef",
    "typedef",
    "mixin",
    "import",
    "using",
    "shared",
    "external",
    "private",
    "const",
    "void",
    "int",
    "auto",
    "array",
    "Foo",
    "x",
    "get",
    "set",
    "function",
    "if",
    "else",
    "for",
    "foreach",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "return",
    "try",
    "catch",
    "cast",
    "is",
    "!is",
    "not",
    "null",
    "true",
    "1",
    "2.5f",
    "0xFF",
    "\"s\"",
    "'c'",
    "\"\"\"h\"\"\"",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ">>",
    "@",
    "&",
    "&in",
    "::",
    ":",
    ";",
    ",",
    ".",
    "=",
    "+=",
    "==",
    "+",
    "-",
    "++",
    "*",
    "**",
    "?",
    "!",
    "~",
    "...",
    "#if",
    "\n#endif\n",
    "\n#else\n",
    "// c\n",
    "/*",
    "*/",
    "\n",
    "é",
    "“",
    "\\",
    "$",
    "\"",
    "'",
];

fn check(text: &str) {
    let options = Options::default();
    let parsed = parse(text, FileId(0), &options);
    assert!(parsed.diagnostics.len() <= 1001);
    for message in &parsed.diagnostics {
        let span = message.place.span.unwrap();
        assert!(span.start <= span.end && span.end as usize <= text.len(), "{message:?}");
        assert!(
            text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize),
            "{message:?}"
        );
    }
    for span in
        parsed.tree.all::<Expr>().map(|(_, e)| e.span).chain(parsed.tree.all::<Stmt>().map(|(_, s)| s.span))
    {
        assert!(span.start <= span.end && span.end as usize <= text.len());
    }
    let _ = dump(&parsed.tree);
    let _ = format(text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn token_soup(picks in prop::collection::vec(0..WORDS.len(), 0..120), seed in any::<u64>()) {
        let text: Vec<&str> = picks.iter().map(|&pick| WORDS[pick]).collect();
        let glue = if seed.is_multiple_of(3) { "" } else { " " };
        check(&text.join(glue));
        check(&format!("void f() {{ {} }}", text.join(glue)));
        check(&format!("class C {{ {} }}", text.join(glue)));
    }

    #[test]
    fn any_text(text in ".{0,200}") {
        check(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn cut_and_mended_scripts(file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(),
                              length in 0usize..40, pick in 0..WORDS.len()) {
        let scripts = scripts("ok");
        let (_, text) = &scripts[file.index(scripts.len())];
        let bounds: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let from = bounds[at.index(bounds.len())];
        let to = bounds.iter().copied().find(|&to| to >= from + length).unwrap_or(text.len());
        check(&text[..from]);
        check(&text[from..]);
        check(&format!("{}{}{}", &text[..from], WORDS[pick], &text[to..]));
    }
}

/// Runs on the stack that a test thread has, as the users' threads do.
fn is_quick(what: &str, text: &str) {
    let start = Instant::now();
    let parsed = parse(text, FileId(0), &Options::default());
    let _ = dump(&parsed.tree);
    let _ = lex(text, FileId(0), &Options::default());
    assert!(start.elapsed() < Duration::from_secs(10), "{what} took {:?}", start.elapsed());
}

#[test]
fn deep_texts_are_cut_off() {
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("[", "]"),
        ("f(", ")"),
        ("a[", "]"),
        ("-", ""),
        ("!", ""),
        ("@", ""),
        ("a = ", ""),
        ("a ? ", " : b"),
        ("a ? b : ", ""),
        ("function() {", "}"),
        ("function(a) { return ", "; }"),
        ("cast<a>(", ")"),
        ("a<", ">"),
        ("a.b(", ")"),
        ("if (a) ", ""),
        ("if (a) {} else ", ""),
        ("while (a) ", ""),
        ("do ", " while (a);"),
        ("for (;;) ", ""),
        ("switch (a) { case 1: ", "}"),
        ("try {", "} catch {}"),
        ("x = {", "}"),
        ("a + ", ""),
        ("a ** (", ")"),
        ("a || b && c == d < e | f ^ g & h << i + j * k ** (", ")"),
        ("a, ", ""),
        ("a.", ""),
        ("a::", ""),
        ("array<", ">"),
        ("int a = ", ";"),
        ("int a(", ")"),
        ("return ", ""),
        ("case 1: ", ""),
        ("else ", ""),
        ("\"a\" ", ""),
        ("(a + (b + ", "))"),
        ("a(b: ", ")"),
        ("a++", ""),
        ("a)(", ""),
        ("foreach (int a : ", ") {}"),
    ] {
        let what = format!("{open}…{close}");
        let deep = format!("{}x{}", open.repeat(20_000), close.repeat(20_000));
        is_quick(&what, &format!("void f() {{ {deep}; }}"));
        is_quick(&what, &format!("void f() {{ y = {deep}; }}"));
        is_quick(&what, &format!("int y = {deep};"));
        is_quick(&what, &deep);
        is_quick(&what, &open.repeat(50_000));
    }
    for (open, close) in [
        ("namespace a {", "}"),
        ("class a {", "}"),
        ("[", "]"),
        ("void f(int a = ", ") {}"),
        ("enum a {", "}"),
        ("int a { get {", "} }"),
        ("funcdef void f(", ")"),
        ("import ", ""),
        ("const ", ""),
        ("shared ", ""),
        ("int a(int b", ""),
        ("int a(", ""),
        ("#if 1\n", "\n#endif"),
        ("#if 0\n", "\n#endif"),
        ("#if (", ")"),
        ("#if !", ""),
        ("#if 0\n'\\", "\n#endif\n"),
        ("# ", ""),
    ] {
        let what = format!("{open}…{close}");
        is_quick(&what, &format!("{}x{}", open.repeat(20_000), close.repeat(20_000)));
        is_quick(&what, &open.repeat(50_000));
    }
    is_quick("quotes in a switched-off line", &format!("#if 0\n{}", "'\\".repeat(100_000)));
}

#[test]
fn long_chains_work_up_to_the_limit() {
    let sum = |terms: usize| format!("int x = {};", vec!["a"; terms].join(" + "));
    let count = |text: &str| parse(text, FileId(0), &Options::default()).diagnostics.len();
    assert_eq!(count(&sum(900)), 0);
    assert_eq!(count(&sum(1_100)), 1);
    let ladder = |rungs: usize| format!("void f() {{ {} g(); }}", "if (a) b(); else ".repeat(rungs));
    assert_eq!(count(&ladder(900)), 0);
    assert_eq!(count(&ladder(1_100)), 1);
    let nested = |depth: usize| format!("int x = {}1{};", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(count(&nested(150)), 0);
    assert_eq!(count(&nested(250)), 1);
    let list = format!("int[] x = {{{}}};", vec!["1"; 100_000].join(", "));
    assert_eq!(count(&list), 0);
    let body = format!("void f() {{ {} }}", "a = b + c;\n".repeat(50_000));
    assert_eq!(count(&body), 0);
}

#[test]
fn messages_are_limited() {
    let text = "void f() { ) ; }\n".repeat(5_000);
    assert_eq!(parse(&text, FileId(0), &Options::default()).diagnostics.len(), 1001);
}
