//! Every workspace of the repository has its lock file.

use super::{Finding, line_of};
use crate::tree::Tree;

/// Checks that a `Cargo.lock` stands beside each manifest that opens a workspace.
pub fn check(tree: &Tree, found: &mut Vec<Finding>) {
    for (path, text) in tree.texts() {
        let folder = match path.strip_suffix("Cargo.toml") {
            Some(folder) if folder.is_empty() || folder.ends_with('/') => folder,
            _ => continue,
        };
        let opens = text.lines().any(|line| line.trim() == "[workspace]");
        if opens && tree.text(&format!("{folder}Cargo.lock")).is_none() {
            found.push(Finding::new(
                path,
                line_of(text, "[workspace]"),
                "the workspace has no Cargo.lock",
                "a build of today must be the build of tomorrow",
                "run cargo once in that folder and commit the lock file",
            ));
        }
    }
}
