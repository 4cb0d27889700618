//! Rules of the tree that no compiler knows: layers, sizes, docs, words, links, lock files.

mod crate_docs;
mod layers;
mod links;
mod locks;
mod sources;
mod words;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use crate::packages::{self, Package};
use crate::tree::Tree;

pub use layers::LayerTable;

/// One broken rule and the place where it is broken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub path: String,
    pub line: usize,
    pub what: String,
    pub why: &'static str,
    pub fix: String,
}

impl Finding {
    pub fn new(path: &str, line: usize, what: impl Into<String>, why: &'static str, fix: &str) -> Self {
        Self { path: path.to_owned(), line, what: what.into(), why, fix: fix.to_owned() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}, {}; {}", self.path, self.line, self.what, self.why, self.fix)
    }
}

/// Every broken rule of the tree, sorted by place.
pub fn check(tree: &Tree, packages: &[Package]) -> Vec<Finding> {
    let mut found = Vec::new();
    let table = LayerTable::read(tree, &mut found);
    layers::check(tree, packages, &table, &mut found);
    crate_docs::check(tree, packages, &table, &mut found);
    sources::check(tree, &mut found);
    words::check(tree, &mut found);
    links::check(tree, &mut found);
    locks::check(tree, &mut found);
    found.sort();
    found
}

/// Checks the repository itself.
pub fn check_repository(root: &Path) -> Result<Vec<Finding>, String> {
    let tree = Tree::load(root).map_err(|err| format!("the tree cannot be read: {err}"))?;
    Ok(check(&tree, &packages::load(root)?))
}

/// `cargo xtask tidy`: one line for each finding.
pub fn command(root: &Path) -> ExitCode {
    match check_repository(root) {
        Ok(found) if found.is_empty() => {
            println!("tidy: nothing to report");
            ExitCode::SUCCESS
        }
        Ok(found) => {
            for finding in &found {
                println!("{finding}");
            }
            println!("tidy: {}", summary(&found));
            ExitCode::FAILURE
        }
        Err(why) => {
            eprintln!("tidy: {why}");
            ExitCode::FAILURE
        }
    }
}

/// How many findings there are, in words.
pub fn summary(found: &[Finding]) -> String {
    format!("{} finding{}", found.len(), if found.len() == 1 { "" } else { "s" })
}

/// The number of the first line that contains `text`, or 1.
fn line_of(source: &str, text: &str) -> usize {
    source.lines().position(|line| line.contains(text)).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests;
