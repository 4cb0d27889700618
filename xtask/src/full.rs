//! The long tier: everything that can be checked on one machine.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::ci;
use crate::cross::cargo_for;
use crate::packages::{self, Package, TargetKind};
use crate::steps::{Outcome, Steps, cargo, prepare, run};
use crate::tidy::LayerTable;
use crate::tree::Tree;

/// Layers up to this one run on the web, except these crates.
const WEB_LAYER: u8 = 3;
const NOT_ON_THE_WEB: [&str; 4] =
    ["onefold_script_jit", "onefold_plugin_abi", "onefold_plugin", "onefold_cppgen"];

const WEB: &str = "wasm32-unknown-unknown";
const OTHER_SYSTEMS: [(&str, &str); 2] =
    [("Windows", "x86_64-pc-windows-msvc"), ("macOS", "aarch64-apple-darwin")];

/// The crates whose tests also run under a sanitizer, apart from those that need a display or a linker.
const SANITIZED: [&str; 2] = ["onefold_reflect", "onefold_script_vm"];

/// Seconds that each fuzz target runs.
const FUZZ_SECS: u32 = 20;

/// `cargo xtask full`.
pub fn command(root: &Path) -> ExitCode {
    let mut steps = Steps::default();
    ci::short_tier(root, &mut steps);
    steps.step("documentation", || documentation(root));
    steps.step("features", || with_packages(root, |packages| features(root, packages)));
    steps.step("wasm32", || wasm(root));
    for (system, target) in OTHER_SYSTEMS {
        steps.step(system, || other_system(root, target));
    }
    steps.step("sanitizer", || sanitizer(root));
    steps.step("fuzz", || fuzz(root));
    steps.finish()
}

/// One step by itself, with the same header and table.
pub fn single(root: &Path, name: &str, step: fn(&Path) -> Outcome) -> ExitCode {
    let mut steps = Steps::default();
    steps.step(name, || step(root));
    steps.finish()
}

/// `cargo xtask bench`: the benchmarks have dependencies that no build of the product should wait for.
pub fn bench(root: &Path, args: &[String]) -> ExitCode {
    let mut steps = Steps::default();
    steps.step("bench", || {
        if !root.join("benches/Cargo.toml").exists() {
            return Outcome::Skipped("there is no workspace under benches/ yet".into());
        }
        let mut command = cargo(root, &["bench", "--locked", "--manifest-path", "benches/Cargo.toml"]);
        if !args.is_empty() {
            command.arg("--").args(args);
        }
        run(&mut command)
    });
    steps.finish()
}

fn documentation(root: &Path) -> Outcome {
    // A binary and a library may share a name; the library's pages are the ones to read.
    let mut command = cargo(root, &["doc", "--workspace", "--no-deps", "--lib"]);
    run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Checks each crate without its default features, with each feature alone, and with all.
fn features(root: &Path, packages: &[Package]) -> Outcome {
    let sets = feature_sets(packages);
    if sets.is_empty() {
        println!("no crate has a feature, so there is one combination, and it was checked above");
    }
    let mut failed = Vec::new();
    for (name, flags) in sets {
        let mut command = cargo(root, &["check", "-q", "-p", &name]);
        if run(command.args(&flags)) != Outcome::Passed {
            failed.push(format!("{name} {}", flags.join(" ")));
        }
    }
    if failed.is_empty() { Outcome::Passed } else { Outcome::Failed(failed.join("; ")) }
}

fn feature_sets(packages: &[Package]) -> Vec<(String, Vec<String>)> {
    let mut sets = Vec::new();
    for package in packages {
        let features: Vec<&String> = package.features.iter().filter(|name| *name != "default").collect();
        if features.is_empty() {
            continue;
        }
        let mut add = |flags: &[&str]| {
            sets.push((package.name.clone(), flags.iter().map(|&flag| flag.to_owned()).collect()));
        };
        add(&["--no-default-features"]);
        if features.len() > 1 {
            for feature in features {
                add(&["--no-default-features", "--features", feature]);
            }
        }
        add(&["--all-features"]);
    }
    sets
}

/// Builds every crate that must run in a browser.
pub fn wasm(root: &Path) -> Outcome {
    let table = match Tree::load(root) {
        Ok(tree) => LayerTable::read(&tree, &mut Vec::new()),
        Err(err) => return Outcome::Failed(format!("the tree cannot be read: {err}")),
    };
    with_packages(root, |packages| {
        let names = web_crates(packages, &table);
        if names.is_empty() {
            return Outcome::Failed("the layer table names no crate for the web".into());
        }
        let mut command = match cargo_for(root, WEB, "wasm", "build") {
            Ok(command) => command,
            Err(how) => return Outcome::Skipped(how),
        };
        command.arg("--lib");
        for name in names {
            command.args(["-p", &name]);
        }
        run(&mut command)
    })
}

fn web_crates(packages: &[Package], table: &LayerTable) -> Vec<String> {
    let is_macro = |package: &Package| package.library().is_some_and(|lib| lib.kind == TargetKind::ProcMacro);
    packages
        .iter()
        .filter(|package| package.library().is_some() && !is_macro(package))
        .filter(|package| !NOT_ON_THE_WEB.contains(&package.name.as_str()))
        .filter(|package| {
            table.row(&package.name).and_then(|row| row.layer).is_some_and(|layer| layer <= WEB_LAYER)
        })
        .map(|package| package.name.clone())
        .collect()
}

/// Checks the whole workspace for another system, as far as that goes without its linker.
fn other_system(root: &Path, target: &str) -> Outcome {
    match cargo_for(root, target, "cross", "check") {
        Ok(mut command) => run(command.arg("--workspace")),
        Err(how) => Outcome::Skipped(how),
    }
}

/// Runs the tests of the crates that hold unsafe code under AddressSanitizer.
pub fn sanitizer(root: &Path) -> Outcome {
    let target = "x86_64-unknown-linux-gnu";
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Outcome::Skipped(format!("AddressSanitizer runs on {target}"));
    }
    if let Some(how) = lacks_nightly(root) {
        return Outcome::Skipped(how);
    }
    with_packages(root, |packages| {
        let names: Vec<&str> = SANITIZED
            .into_iter()
            .filter(|name| packages.iter().any(|package| package.name == *name))
            .collect();
        if names.is_empty() {
            return Outcome::Failed("none of the crates to sanitize is in the workspace".into());
        }
        // Doc tests are built by rustdoc, which would need the sanitizer's flags a second time.
        let mut command = cargo(root, &["+nightly", "test", "--lib", "--tests", "--target", target]);
        command.env("RUSTFLAGS", "-Zsanitizer=address").env("CARGO_TARGET_DIR", root.join("target/asan"));
        for name in names {
            command.args(["-p", name]);
        }
        // What the compiler refuses has nothing to do with memory, and nightly words it differently.
        command.args(["--", "--skip", "mistakes_are_compile_errors_at_their_token"]);
        run(&mut command)
    })
}

/// Runs each fuzz target for a short while.
fn fuzz(root: &Path) -> Outcome {
    if !root.join("fuzz/Cargo.toml").exists() {
        return Outcome::Skipped("there is no workspace under fuzz/ yet".into());
    }
    if let Some(how) = lacks_nightly(root) {
        return Outcome::Skipped(how);
    }
    let listed = cargo(root, &["+nightly", "fuzz", "list"]).output();
    let targets = match listed {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        _ => return Outcome::Skipped("cargo-fuzz is missing: `cargo install cargo-fuzz`".into()),
    };
    let mut failed = Vec::new();
    for name in targets.split_whitespace() {
        let limit = format!("-max_total_time={FUZZ_SECS}");
        if run(&mut cargo(root, &["+nightly", "fuzz", "run", name, "--", &limit])) != Outcome::Passed {
            failed.push(name.to_owned());
        }
    }
    if failed.is_empty() { Outcome::Passed } else { Outcome::Failed(failed.join(", ")) }
}

fn lacks_nightly(root: &Path) -> Option<String> {
    let mut command = Command::new("rustc");
    command.args(["+nightly", "--version"]);
    prepare(&mut command, root);
    let found = command.output().is_ok_and(|output| output.status.success());
    (!found).then(|| "no nightly toolchain: `rustup toolchain install nightly`".to_owned())
}

fn with_packages(root: &Path, step: impl FnOnce(&[Package]) -> Outcome) -> Outcome {
    match packages::load(root) {
        Ok(packages) => step(&packages),
        Err(why) => Outcome::Failed(why),
    }
}

#[cfg(test)]
mod tests;
