//! The short tier: what must hold before a change is shared.

use std::path::Path;
use std::process::ExitCode;

use crate::packages::{self, Package};
use crate::steps::{Outcome, Steps, cargo, read_test_count, run, run_and_read};
use crate::tidy;

/// `cargo xtask ci`.
pub fn command(root: &Path) -> ExitCode {
    let mut steps = Steps::default();
    short_tier(root, &mut steps);
    steps.finish()
}

/// The steps of the short tier, cheapest first, all in one target folder.
pub fn short_tier(root: &Path, steps: &mut Steps) {
    steps.step("format", || run(&mut cargo(root, &["fmt", "--all", "--check"])));
    steps.step("tidy", || tidy_step(root));
    steps.step("clippy", || {
        run(&mut cargo(root, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    });
    let mut count = None;
    steps.step("test", || {
        let (outcome, output) = run_and_read(&mut cargo(root, &["test", "--workspace", "--no-fail-fast"]));
        let tests = read_test_count(&output);
        count = Some(tests);
        match outcome {
            Outcome::Passed if tests.passed == 0 => Outcome::Failed("no test ran".into()),
            Outcome::Failed(why) => Outcome::Failed(format!("{why}: {}", failed_tests(&output).join(", "))),
            other => other,
        }
    });
    if let Some(count) = count {
        steps.count_tests(count);
    }
    steps.step("demo", || match packages::load(root) {
        Ok(packages) => demo(root, &packages),
        Err(why) => Outcome::Failed(why),
    });
}

/// The names in the lines `test NAME ... FAILED`; none if the tests did not compile.
fn failed_tests(output: &str) -> Vec<&str> {
    let names: Vec<&str> =
        output.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED")).collect();
    if names.is_empty() { vec!["no test names itself as the cause"] } else { names }
}

fn tidy_step(root: &Path) -> Outcome {
    match tidy::check_repository(root) {
        Ok(found) if found.is_empty() => Outcome::Passed,
        Ok(found) => {
            for finding in &found {
                println!("{finding}");
            }
            Outcome::Failed(tidy::summary(&found))
        }
        Err(why) => Outcome::Failed(why),
    }
}

/// Runs the demo as the README prints it, and reads the account that it gives.
fn demo(root: &Path, packages: &[Package]) -> Outcome {
    let has_engine = packages.iter().any(|package| {
        package.name == "onefold_cli" && package.dependencies.iter().any(|d| d.name == "onefold_engine")
    });
    if !has_engine {
        return Outcome::Skipped("onefold_cli does not use onefold_engine yet, so there is no demo".into());
    }
    let out = root.join("target").join("xtask").join("demo");
    if out.exists()
        && let Err(err) = std::fs::remove_dir_all(&out)
    {
        return Outcome::Failed(format!("{} cannot be emptied: {err}", out.display()));
    }
    let mut command = cargo(root, &["run", "--release", "--", "demo", "--out"]);
    let (outcome, account) = run_and_read(command.arg(&out));
    if outcome != Outcome::Passed {
        return outcome;
    }
    if !has_state_hash(&account) {
        return Outcome::Failed("the account has no line `state hash: ` with 16 lower-case digits".into());
    }
    match std::fs::read_dir(&out).map(Iterator::count) {
        Ok(files) if files > 0 => Outcome::Passed,
        _ => Outcome::Failed(format!("the demo wrote nothing to {}", out.display())),
    }
}

fn has_state_hash(account: &str) -> bool {
    account
        .lines()
        .filter_map(|line| line.trim().strip_prefix("state hash: "))
        .any(|hash| hash.len() == 16 && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')))
}

#[cfg(test)]
mod tests;
