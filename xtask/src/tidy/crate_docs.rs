//! What the root file of each crate must say: purpose, example, limits, and no unsafe code.

use super::{Finding, LayerTable};
use crate::packages::{Package, Target, TargetKind};
use crate::rust_text::code_only;
use crate::tree::Tree;

/// Checks the root file of every library and binary.
pub fn check(tree: &Tree, packages: &[Package], table: &LayerTable, found: &mut Vec<Finding>) {
    for package in packages {
        let may_hold_unsafe = table.row(&package.name).is_some_and(|row| row.may_hold_unsafe);
        for target in &package.targets {
            // Generated or excluded root files have no text here.
            let Some(text) = tree.text(&target.root_file) else { continue };
            if !may_hold_unsafe && !code_only(text).contains("#![forbid(unsafe_code)]") {
                found.push(Finding::new(
                    &target.root_file,
                    1,
                    "`#![forbid(unsafe_code)]` is missing",
                    "only crates marked U in ARCHITECTURE.md may hold unsafe code",
                    "add the attribute below the crate's doc",
                ));
            }
            if target.kind != TargetKind::Binary {
                check_doc(target, text, found);
            }
        }
    }
}

fn check_doc(target: &Target, text: &str, found: &mut Vec<Finding>) {
    let doc: Vec<&str> = text
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    let mut report = |what, why, fix| found.push(Finding::new(&target.root_file, 1, what, why, fix));
    let purpose = doc.first().map_or(0, |line| line.split_whitespace().count());
    if purpose < 3 {
        report(
            "the crate doc does not open with its purpose",
            "the first sentence is all that many read",
            "write one sentence of what the crate is for",
        );
    }
    if !has_example(&doc) {
        report(
            "the crate doc has no example that runs",
            "an example is the shortest explanation and a test",
            "add a ``` block without `ignore` or `text`",
        );
    }
    if !doc.iter().any(|line| line.starts_with("Does not")) {
        report(
            "the crate doc has no line that begins `Does not`",
            "a crate's limits keep it small",
            "say what the crate leaves to others",
        );
    }
}

fn has_example(doc: &[&str]) -> bool {
    let mut open = false;
    for line in doc {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            let runs = |word: &str| matches!(word, "" | "rust" | "should_panic" | "no_run");
            if !open && info.split(',').all(|word| runs(word.trim())) {
                return true;
            }
            open = !open;
        }
    }
    false
}
