//! The layer table of ARCHITECTURE.md against the dependencies that cargo knows.

use super::{Finding, line_of};
use crate::packages::Package;
use crate::tree::Tree;

/// The page that holds the table.
const ARCHITECTURE: &str = "ARCHITECTURE.md";

const PREFIX: &str = "onefold_";
const NOT_BUILT: &str = "not built yet";
const COLUMNS: [&str; 5] = ["crate", "layer", "what", "may use", "unsafe"];

/// One row: a crate, its layer (none for tools that only tests use) and what it may use.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    pub layer: Option<u8>,
    pub may_use: Vec<String>,
    pub may_hold_unsafe: bool,
    pub not_built: bool,
    line: usize,
}

/// The rows in the order of the page, lowest first.
#[derive(Clone, Debug, Default)]
pub struct LayerTable {
    pub rows: Vec<Row>,
}

impl LayerTable {
    /// Reads the table and reports what is wrong with the table itself.
    pub fn read(tree: &Tree, found: &mut Vec<Finding>) -> Self {
        let Some(text) = tree.text(ARCHITECTURE) else {
            found.push(Finding::new(
                ARCHITECTURE,
                1,
                "the page is missing",
                "the layers of the crates stand there",
                "write it with the table `crate | layer | what | may use | unsafe`",
            ));
            return Self::default();
        };
        let table = Self::parse(text, found);
        if table.rows.is_empty() {
            found.push(Finding::new(
                ARCHITECTURE,
                1,
                "the layer table is missing or empty",
                "nothing says which crate may use which",
                "add a table with the columns `crate | layer | what | may use | unsafe`",
            ));
        }
        table
    }

    fn parse(text: &str, found: &mut Vec<Finding>) -> Self {
        let mut table = Self::default();
        let mut inside = false;
        for (index, line) in text.lines().enumerate() {
            let Some(cells) = cells(line) else {
                inside = false;
                continue;
            };
            if cells == COLUMNS {
                inside = true;
            } else if inside && !cells[0].starts_with('-') {
                match cells.as_slice() {
                    [name, layer, what, uses, hold] => {
                        table.add(index + 1, [name, layer, what, uses, hold], found);
                    }
                    _ => found.push(Finding::new(
                        ARCHITECTURE,
                        index + 1,
                        format!("the row has {} cells", cells.len()),
                        "a row of the layer table has five",
                        "fill in crate, layer, what, may use, unsafe",
                    )),
                }
            }
        }
        table
    }

    fn add(&mut self, line: usize, cells: [&str; 5], found: &mut Vec<Finding>) {
        let [name, layer, what, uses, hold] = cells;
        let mut report = |what: String, why, fix: &str| {
            found.push(Finding::new(ARCHITECTURE, line, what, why, fix));
        };
        let name = name.trim_matches('`').to_owned();
        if self.row(&name).is_some() {
            report(format!("`{name}` stands twice"), "a crate has one place", "remove one of the rows");
            return;
        }
        let layer = if is_none(layer) { None } else { Some(layer.parse::<u8>()) };
        let layer = match layer {
            Some(Err(_)) => {
                report(
                    format!("`{name}` has no number as its layer"),
                    "layers are ordered",
                    "write 0 to 5, or –",
                );
                None
            }
            Some(Ok(number)) => Some(number),
            None => None,
        };
        let height = |layer: Option<u8>| layer.map_or(u16::from(u8::MAX) + 1, u16::from);
        if self.rows.last().is_some_and(|above| height(above.layer) > height(layer)) {
            report(
                format!("`{name}` stands below a row of a higher layer"),
                "each row uses only rows above it",
                "move the row up, or correct its layer",
            );
        }
        let mut may_use = Vec::new();
        for token in
            uses.split(',').map(|token| token.trim().trim_matches('`')).filter(|token| !is_none(token))
        {
            let used = self.resolve(token);
            if used.is_empty() {
                report(
                    format!("`{name}` may use `{token}`, which is no row above it"),
                    "dependencies never point upwards",
                    "name a row above, `prefix_*`, `all above`, or –",
                );
            }
            may_use.extend(used);
        }
        self.rows.push(Row {
            name,
            layer,
            may_use,
            may_hold_unsafe: hold.split_whitespace().next() == Some("U"),
            not_built: what.contains(NOT_BUILT),
            line,
        });
    }

    /// The crates above that a word of the column `may use` stands for.
    fn resolve(&self, token: &str) -> Vec<String> {
        let product = || self.rows.iter().filter(|row| row.layer.is_some());
        if token == "all above" {
            return product().map(|row| row.name.clone()).collect();
        }
        let full = if token.starts_with(PREFIX) { token.to_owned() } else { format!("{PREFIX}{token}") };
        let fits = |name: &str| match full.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == full || name == token,
        };
        product().filter(|row| fits(&row.name)).map(|row| row.name.clone()).collect()
    }

    /// The row of a crate.
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }
}

/// Compares the table with the workspace's packages.
pub fn check(tree: &Tree, packages: &[Package], table: &LayerTable, found: &mut Vec<Finding>) {
    for package in packages {
        check_package(tree, packages, package, table, found);
    }
    for row in &table.rows {
        let exists = packages.iter().any(|package| package.name == row.name);
        if !exists && !row.not_built {
            found.push(Finding::new(
                ARCHITECTURE,
                row.line,
                format!("`{}` is no crate of the workspace", row.name),
                "the table would promise what is not there",
                "remove the row, or write `not built yet` in its column `what`",
            ));
        }
        if exists && row.not_built {
            found.push(Finding::new(
                ARCHITECTURE,
                row.line,
                format!("`{}` exists, and its row says `{NOT_BUILT}`", row.name),
                "the table would hide what is there",
                "remove the words from the row",
            ));
        }
    }
}

fn check_package(
    tree: &Tree,
    packages: &[Package],
    package: &Package,
    table: &LayerTable,
    found: &mut Vec<Finding>,
) {
    let manifest = format!("{}/Cargo.toml", package.folder);
    let text = tree.text(&manifest).unwrap_or_default();
    let mut report = |line, what: String, why, fix: &str| {
        found.push(Finding::new(&manifest, line, what, why, fix));
    };
    if package.folder.rsplit('/').next() != Some(&package.name) {
        report(
            line_of(text, "name"),
            format!("`{}` lies in the folder `{}`", package.name, package.folder),
            "a crate is found by its name",
            "rename the folder or the crate",
        );
    }
    if !inherits_lints(text) {
        report(
            1,
            format!("`{}` does not take the workspace's lints", package.name),
            "a rule that one crate escapes is no rule",
            "add `[lints]` with `workspace = true`",
        );
    }
    let Some(row) = table.row(&package.name) else {
        report(
            1,
            format!("`{}` is not in the layer table", package.name),
            "every crate has its place",
            "add a row to ARCHITECTURE.md",
        );
        return;
    };
    for dependency in package.dependencies.iter().filter(|dependency| !dependency.dev) {
        let is_ours = packages.iter().any(|other| other.name == dependency.name)
            || table.row(&dependency.name).is_some();
        if is_ours && dependency.name != package.name && !row.may_use.contains(&dependency.name) {
            report(
                line_of(text, &dependency.name),
                format!("`{}` depends on `{}`", package.name, dependency.name),
                "its row in the layer table does not allow that",
                "do without, or allow it in ARCHITECTURE.md in a commit that says why",
            );
        }
    }
}

fn inherits_lints(manifest: &str) -> bool {
    let mut lines = manifest.lines().map(str::trim);
    lines.any(|line| line == "[lints]")
        && lines
            .take_while(|line| !line.starts_with('['))
            .any(|line| line.replace(' ', "") == "workspace=true")
}

/// The trimmed cells of a Markdown table line.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?;
    Some(inner.strip_suffix('|').unwrap_or(inner).split('|').map(str::trim).collect())
}

fn is_none(cell: &str) -> bool {
    matches!(cell, "" | "–" | "-" | "—")
}
