//! Rules of the layout, one by one.

use onefold_diag::FileId;

use super::lay_out;
use crate::lexer::lex;
use crate::options::Options;
use crate::parse::parse;

/// Without the net that `format` has: a change of the meaning would show.
fn check(text: &str, expected: &str) {
    let options = Options::default();
    let parsed = parse(text, FileId(0), &options);
    assert!(!parsed.diagnostics.has_errors(), "{}", parsed.diagnostics);
    let new = lay_out(text, &lex(text, FileId(0), &options), &parsed.tree);
    assert_eq!(new, expected, "\n{new}");
    let parsed = parse(&new, FileId(0), &options);
    assert_eq!(lay_out(&new, &lex(&new, FileId(0), &options), &parsed.tree), new);
}

#[test]
fn signs_do_not_run_together() {
    check("int a=- -b- -c+ +d- --e+ ++f;", "int a = - -b - -c + +d - --e + ++f;\n");
    check("int a=1 .x+- 1;", "int a = 1 .x + -1;\n");
    check("string s=\"\" \"\" '';", "string s = \"\" \"\" '';\n");
}

#[test]
fn empty_lines_are_kept_up_to_one() {
    check(
        "\n\nint a;\n\n\n\nint b;\nvoid f()\n{\n\n  a;\n\n\n  b;\n\n}\n\n\n",
        "int a;\n\nint b;\nvoid f() {\n    a;\n\n    b;\n}\n",
    );
}

#[test]
fn lists_keep_their_line_ends() {
    check(
        "array<int> a={\n1,2,\n3};\nint b=f(1,\n2,g(\n3));",
        "array<int> a = {\n    1, 2,\n    3};\nint b = f(1,\n    2, g(\n        3));\n",
    );
    check(
        "dictionary d = {\n{\"a\",1},\n{\"b\",2}\n};",
        "dictionary d = {\n    {\"a\", 1},\n    {\"b\", 2}\n};\n",
    );
}

#[test]
fn expressions_go_on_indented() {
    check("void f(){a=b+\nc\n*d;\nx;}", "void f() {\n    a = b +\n        c\n        * d;\n    x;\n}\n");
}

#[test]
fn comments_stay_with_their_lines() {
    check(
        "void f(){// a\n// b\nx;// c\n\n// d\n/* e */y;/* f */\n}// g\n// h",
        "void f() { // a\n    // b\n    x; // c\n\n    // d\n    /* e */\n    y; /* f */\n} // g\n// h\n",
    );
    check("void f() {\n/*\n* a\n  b\n*/\nx;\n}", "void f() {\n    /*\n     * a\n  b\n     */\n    x;\n}\n");
    check("int a( // b\n1 /* c */,/* d */2);", "int a( // b\n    1 /* c */, /* d */ 2);\n");
}

#[test]
fn directives_begin_their_lines() {
    check(
        "void f() {\n  a;\n   #if X\n  b   ( ;\n  #else\n  c;\n#endif // d\n}",
        "void f() {\n    a;\n#if X\n  b   ( ;\n  #else\n    c;\n#endif // d\n}\n",
    );
}

#[test]
fn bodies_may_stay_on_their_line() {
    check("int f(){return 1;}", "int f() { return 1; }\n");
    check("int f(){a;return 1;}", "int f() {\n    a;\n    return 1;\n}\n");
    check("int f(){\nreturn 1;}", "int f() {\n    return 1;\n}\n");
    check("void f(){if(a){b;}}", "void f() {\n    if (a) {\n        b;\n    }\n}\n");
    check("int p{get{return 1;}}", "int p {\n    get { return 1; }\n}\n");
    check("interface I{int p{get;set;}}", "interface I {\n    int p { get; set; }\n}\n");
}
