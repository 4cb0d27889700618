//! Includes and options.

use std::collections::HashMap;

use onefold_diag::{FileId, Source, SourceMap};

use crate::ast::{ItemKind, Tree};
use crate::diagnostics::{SCRIPT_DIRECTIVE, SCRIPT_LIMIT};
use crate::options::Options;
use crate::parse::{Parsed, Resolver, parse, parse_files};

/// Files by name; a name starting with `./` means the same as without.
struct Files(HashMap<&'static str, String>);

impl Resolver for Files {
    fn resolve(&mut self, name: &str, from: &str) -> Result<Source, String> {
        if let Some(number) = name.strip_prefix("endless").and_then(|number| number.parse::<u64>().ok()) {
            return Ok(Source::new(name, format!("#include \"endless{}\"", number + 1)));
        }
        let name = name.trim_start_matches("./");
        let text = self.0.get(name).ok_or_else(|| format!("no such file beside {from}"))?;
        Ok(Source::new(name, text.clone()))
    }
}

fn build(files: &[(&'static str, &str)]) -> (Parsed, SourceMap) {
    let mut resolver = Files(files.iter().map(|(name, text)| (*name, (*text).to_owned())).collect());
    let mut sources = SourceMap::new();
    let root = sources.add(Source::new(files[0].0, files[0].1));
    (parse_files(root, &mut sources, &mut resolver, &Options::default()), sources)
}

fn variables(tree: &Tree) -> Vec<&str> {
    let items = tree.sections.iter().flat_map(|section| &tree[section.items]);
    items
        .map(|item| match item.kind {
            ItemKind::Variables(id) => tree.name(tree[tree[id].declarators][0].name),
            _ => "?",
        })
        .collect()
}

#[test]
fn a_file_comes_before_its_includes_and_each_comes_once() {
    let (parsed, sources) = build(&[
        ("main", "#include \"a\"\n#include \"b\"\n#include 'a'\nint in_main;"),
        ("a", "#include \"./c\"\n#include \"main\"\nint in_a;"),
        ("b", "#include \"c\"\n#include \"./a\"\nint in_b;"),
        ("c", "#include \"c\"\nint in_c;"),
    ]);
    assert!(parsed.diagnostics.is_empty(), "{}", parsed.diagnostics);
    assert_eq!(variables(&parsed.tree), ["in_main", "in_a", "in_c", "in_b"]);
    let names: Vec<_> = parsed.tree.sections.iter().map(|s| sources.get(s.file).unwrap().name()).collect();
    assert_eq!(names, ["main", "a", "c", "b"]);
}

#[test]
fn symbols_and_words_are_shared_by_all_files() {
    let (parsed, _) = build(&[
        ("main", "#define DEEP\n#include \"a\"\nint x;"),
        ("a", "#if DEEP\nint x;\n#else\nint y;\n#endif"),
    ]);
    assert_eq!(variables(&parsed.tree), ["x", "x"]);
    let tree = &parsed.tree;
    let symbols: Vec<_> = tree.all::<crate::ast::Declarator>().map(|(_, one)| one.name.symbol).collect();
    assert_eq!(symbols[0], symbols[1]);
    assert_eq!(tree.symbols.get("x"), Some(symbols[0]));
    assert_eq!(tree.symbols.get("y"), None);
}

#[test]
fn what_cannot_be_included_is_reported_where_it_is_asked_for() {
    let (parsed, sources) = build(&[("main", "int a;\n#include \"gone\"\nint b;")]);
    let messages: Vec<_> = parsed.diagnostics.into_iter().map(|one| one.resolve(&sources)).collect();
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].code, SCRIPT_DIRECTIVE);
    assert_eq!(
        messages[0].to_text(),
        "main:2:1: error: cannot include `gone`: no such file beside main [script_directive]"
    );
    assert_eq!(variables(&parsed.tree), ["a", "b"]);
}

#[test]
fn endless_includes_come_to_an_end() {
    let (parsed, sources) = build(&[("main", "#include \"endless0\"")]);
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(parsed.diagnostics.iter().next().unwrap().code, SCRIPT_LIMIT);
    assert!(sources.iter().count() < 100);
}

#[test]
fn declarations_may_do_without_bodies_where_the_host_says_so() {
    let text =
        "void f(?&in a, int b = 3, ...);\nclass A { A(); ~A(); int g() const; int p { get; } }\nint h();";
    let options = Options { declarations_only: true, ..Options::default() };
    let parsed = parse(text, FileId(0), &options);
    assert!(parsed.diagnostics.is_empty(), "{}", parsed.diagnostics);
    assert!(parsed.tree.all::<crate::ast::Function>().all(|(_, function)| function.body.is_none()));
    assert_eq!(parsed.tree.count::<crate::ast::Function>(), 5);
    assert!(parse(text, FileId(0), &Options::default()).diagnostics.has_errors());
}

#[test]
fn known_templates_decide_what_a_less_sign_means() {
    let dump = |templates: Option<&[&str]>| {
        let templates = templates.map(|names| names.iter().map(|&name| name.to_owned()).collect());
        let options = Options { templates, ..Options::default() };
        crate::dump(&parse("int x = f(a < b, c > (d));", FileId(0), &options).tree)
    };
    assert_eq!(dump(None), "(variables int (x = (call f (call a<b,c> d))))\n");
    assert_eq!(dump(Some(&["a"])), dump(None));
    assert_eq!(dump(Some(&["array"])), "(variables int (x = (call f (< a b) (> c (paren d)))))\n");
}

#[test]
fn strings_over_lines_are_the_hosts_choice() {
    let text = "string s = \"a\nb\";";
    assert!(parse(text, FileId(0), &Options::default()).diagnostics.has_errors());
    let options = Options { multiline_strings: true, ..Options::default() };
    let parsed = parse(text, FileId(0), &options);
    assert!(parsed.diagnostics.is_empty());
    assert_eq!(crate::dump(&parsed.tree), "(variables string (s = \"a\\nb\"))\n");
}

#[test]
fn metadata_may_hold_any_text() {
    let text = "[it #1 \\ $] int a; [“b”] class C { [c§] int d; } void f() { $ }";
    let parsed = parse(text, FileId(0), &Options::default());
    let errors: Vec<_> =
        parsed.diagnostics.iter().map(|one| one.place.span.unwrap().start as usize).collect();
    assert_eq!(errors, [text.find("$ }").unwrap()], "{}", parsed.diagnostics);
}

#[test]
fn warnings_do_not_make_errors() {
    let parsed = parse(
        "string s = \"\\q\\uD800\\u12\"; int a = 0x; double b = 1e; /* open",
        FileId(0),
        &Options::default(),
    );
    assert_eq!(parsed.diagnostics.len(), 6, "{}", parsed.diagnostics);
    assert!(!parsed.diagnostics.has_errors());
}
