//! What the derive refuses, and in which words.

#[test]
fn mistakes_are_compile_errors_at_their_token() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
}
