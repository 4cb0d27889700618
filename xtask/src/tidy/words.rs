//! Words that tell of somebody's machine or way of working, and not of the project.

use super::Finding;
use crate::tree::Tree;

/// Each in two halves, so that this file does not contain what it forbids.
const FORBIDDEN: [[&str; 2]; 14] = [
    ["/wo", "rk/"],
    ["/ro", "ot/"],
    ["../sha", "red"],
    ["work", "place"],
    ["C", "EO"],
    ["HEL", "PERS.md"],
    ["SEED-", "ROWS"],
    ["GUI-", "NOTES"],
    ["AGENT-", "BRIDGE"],
    ["ANCHORS-", "REFLECTION"],
    ["ANGELSCRIPT-", "CHECKLIST"],
    ["TOOL-", "CONVENTIONS"],
    ["slot ", "cargo"],
    ["bash_", "jobs"],
];

/// Checks every text file of the tree.
pub fn check(tree: &Tree, found: &mut Vec<Finding>) {
    let words: Vec<String> = FORBIDDEN.iter().map(|halves| halves.concat()).collect();
    for (path, text) in tree.texts() {
        for (index, line) in text.lines().enumerate() {
            for word in words.iter().filter(|word| contains_word(line, word)) {
                found.push(Finding::new(
                    path,
                    index + 1,
                    format!("the text says `{word}`"),
                    "it speaks of a machine or a way of working that a reader does not have",
                    "say it in terms of the project",
                ));
            }
        }
    }
}

/// Whether the word stands there by itself; words without capitals are found in any case.
fn contains_word(line: &str, word: &str) -> bool {
    let any_case = !word.contains(|letter: char| letter.is_ascii_uppercase());
    let line = if any_case { line.to_ascii_lowercase() } else { line.to_owned() };
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        // After a slash anything may follow; after a letter only the end of the word.
        let open_end = word.ends_with('/') || !after.is_some_and(char::is_alphanumeric);
        open_end && !before.is_some_and(is_part)
    })
}
