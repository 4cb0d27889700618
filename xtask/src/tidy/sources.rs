//! Rules for every Rust file: an opening sentence, a size, and nothing left undone.

use super::Finding;
use crate::rust_text::code_only;
use crate::tree::Tree;

/// More lines than this are more than one topic.
const CEILING: usize = 800;

/// Checks every Rust file of the tree.
pub fn check(tree: &Tree, found: &mut Vec<Finding>) {
    for (path, text) in tree.texts().filter(|(path, _)| path.ends_with(".rs")) {
        check_shape(path, text, found);
        check_undone(path, text, found);
    }
}

fn check_shape(path: &str, text: &str, found: &mut Vec<Finding>) {
    if path.rsplit('/').next() == Some("mod.rs") {
        found.push(Finding::new(
            path,
            1,
            "a module lies in mod.rs",
            "tabs and searches show ten files of one name",
            "name it `foo.rs` beside the folder `foo/`",
        ));
    }
    if is_generated(text) {
        return;
    }
    let first = text.lines().next().unwrap_or_default();
    if first.strip_prefix("//!").is_none_or(|sentence| sentence.trim().is_empty()) {
        found.push(Finding::new(
            path,
            1,
            "the file does not open with a `//!` sentence",
            "a reader asks first what a file is for",
            "say it in the first line",
        ));
    }
    let lines = text.lines().count();
    if lines > CEILING && !is_test(path) {
        found.push(Finding::new(
            path,
            CEILING + 1,
            format!("the file has {lines} lines, over {CEILING}"),
            "one topic fits in a file",
            "split it by topic",
        ));
    }
}

fn check_undone(path: &str, text: &str, found: &mut Vec<Finding>) {
    let code = code_only(text);
    for (index, line) in code.lines().enumerate() {
        let undone = ["todo", "unimplemented"].into_iter().find(|name| calls_macro(line, name));
        if let Some(name) = undone {
            found.push(Finding::new(
                path,
                index + 1,
                format!("`{name}!` stands in the code"),
                "what is there works",
                "write it, or leave the function out",
            ));
        }
        let condition = line.contains("cfg_attr(") && line.replace(' ', "").contains(",ignore");
        let bare = line.split_once("#[ignore").is_some_and(|(_, rest)| rest.starts_with([']', ' ', '=']));
        if bare || condition {
            found.push(Finding::new(
                path,
                index + 1,
                "a test is ignored",
                "a test that never runs proves nothing",
                "repair it, or state a known failure that must fail",
            ));
        }
    }
    for (index, line) in text.lines().enumerate() {
        let doc = line.trim_start();
        let fence = doc.strip_prefix("//!").or_else(|| doc.strip_prefix("///")).map(str::trim_start);
        if fence
            .and_then(|doc| doc.strip_prefix("```"))
            .is_some_and(|info| info.split(',').any(|word| word == "ignore"))
        {
            found.push(Finding::new(
                path,
                index + 1,
                "an example is ignored",
                "a test that never runs proves nothing",
                "make it run, or call the block `text`",
            ));
        }
    }
}

fn calls_macro(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        code[at + name.len()..].starts_with('!')
            && !code[at + name.len()..].starts_with("!=")
            && !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

/// Tests may be long: their cases are many, and each is small.
fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.starts_with("tests/") || path.ends_with("tests.rs")
}

/// Generated files say so in their first line.
fn is_generated(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.starts_with("//") && first.to_ascii_lowercase().contains("generated")
}
