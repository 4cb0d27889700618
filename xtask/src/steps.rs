//! Steps of a tier: a header each, its time, and one table at the end.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// How a step ended; the text says why, or how to enable what was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

/// The steps run so far.
#[derive(Default)]
pub struct Steps {
    done: Vec<(String, Outcome, f64)>,
    /// Tests that ran in all steps together: passed, failed, ignored.
    tests: Option<TestCount>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestCount {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

impl Steps {
    /// Runs one step and keeps its result; a failed step does not stop those after it.
    pub fn step(&mut self, name: &str, run: impl FnOnce() -> Outcome) {
        println!("\n== {name}");
        let start = Instant::now();
        let outcome = run();
        let secs = start.elapsed().as_secs_f64();
        match &outcome {
            Outcome::Passed => println!("== {name}: passed in {secs:.1} s"),
            Outcome::Failed(why) => println!("== {name}: FAILED after {secs:.1} s: {why}"),
            Outcome::Skipped(why) => println!("== {name}: skipped: {why}"),
        }
        self.done.push((name.to_owned(), outcome, secs));
    }

    /// Adds to the number of tests that the closing line tells.
    pub fn count_tests(&mut self, count: TestCount) {
        let sum = self.tests.get_or_insert_default();
        sum.passed += count.passed;
        sum.failed += count.failed;
        sum.skipped += count.skipped;
    }

    /// Prints the table and the closing lines; the exit code is a failure if any step failed.
    pub fn finish(self) -> ExitCode {
        println!("\n{}", self.table());
        if let Some(TestCount { passed, failed, skipped }) = self.tests {
            println!("tests: {passed} passed, {failed} failed, {skipped} skipped");
        }
        let failed = self.done.iter().any(|(_, outcome, _)| matches!(outcome, Outcome::Failed(_)));
        if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    fn table(&self) -> String {
        let width = self.done.iter().map(|(name, ..)| name.len()).max().unwrap_or(0).max(4);
        let mut text = format!("{:width$}  {:7}  {:>7}", "step", "result", "seconds");
        for (name, outcome, secs) in &self.done {
            let (result, why) = match outcome {
                Outcome::Passed => ("passed", ""),
                Outcome::Failed(why) => ("FAILED", why.as_str()),
                Outcome::Skipped(why) => ("skipped", why.as_str()),
            };
            let line = format!("{name:width$}  {result:7}  {secs:7.1}  {why}");
            text.push('\n');
            text.push_str(line.trim_end());
        }
        text
    }
}

/// A `cargo` command in the repository, free of what an outer `cargo run` leaves in the environment.
pub fn cargo(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(args);
    prepare(&mut command, root);
    command
}

/// Sets the folder and cleans the environment of a child process.
pub fn prepare(command: &mut Command, root: &Path) {
    command.current_dir(root).stdin(Stdio::null());
    // The outer cargo's library path would reach other toolchains, and expected texts and pictures
    // must be compared here, never rewritten.
    for name in ["LD_LIBRARY_PATH", "UPDATE_EXPECT", "TRYBUILD", "UPDATE_SNAPSHOTS"] {
        command.env_remove(name);
    }
}

/// Runs a command with its output on ours.
pub fn run(command: &mut Command) -> Outcome {
    announce(command);
    match command.status() {
        Ok(status) if status.success() => Outcome::Passed,
        Ok(status) => Outcome::Failed(format!("{} ended with {status}", name_of(command))),
        Err(err) => Outcome::Failed(format!("{} did not start: {err}", name_of(command))),
    }
}

/// Runs a command, passing its standard output on line by line, and returns that output as well.
pub fn run_and_read(command: &mut Command) -> (Outcome, String) {
    announce(command);
    let mut child = match command.stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(err) => {
            return (Outcome::Failed(format!("{} did not start: {err}", name_of(command))), String::new());
        }
    };
    let mut text = String::new();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            text.push_str(&line);
            text.push('\n');
        }
    }
    match child.wait() {
        Ok(status) if status.success() => (Outcome::Passed, text),
        Ok(status) => (Outcome::Failed(format!("{} ended with {status}", name_of(command))), text),
        Err(err) => (Outcome::Failed(err.to_string()), text),
    }
}

/// Adds up the `test result:` lines that the standard test runner prints, one for each binary.
pub fn read_test_count(output: &str) -> TestCount {
    let mut sum = TestCount::default();
    for line in output.lines().filter(|line| line.starts_with("test result:")) {
        let mut number = 0;
        for word in line.split([' ', ';']) {
            match word {
                "passed" => sum.passed += number,
                "failed" => sum.failed += number,
                "ignored" => sum.skipped += number,
                _ => number = word.parse().unwrap_or(number),
            }
        }
    }
    sum
}

fn announce(command: &Command) {
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
    let settings: Vec<_> = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={} ", name.to_string_lossy(), value?.to_string_lossy())))
        .collect();
    println!("$ {}{} {}", settings.concat(), command.get_program().to_string_lossy(), words.join(" "));
    // The child writes to the same stream, and must come after this line.
    let _ = std::io::stdout().flush();
}

fn name_of(command: &Command) -> String {
    let verb = command.get_args().find(|word| !word.to_string_lossy().starts_with('+'));
    let verb = verb.map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    format!("{} {verb}", command.get_program().to_string_lossy()).trim_end().to_owned()
}

#[cfg(test)]
mod tests;
