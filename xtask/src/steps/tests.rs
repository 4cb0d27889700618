//! Results, the closing table and the test count.

use super::{Outcome, Steps, TestCount, read_test_count, run, run_and_read};
use std::process::{Command, ExitCode, Stdio};

fn exit(code: ExitCode) -> String {
    format!("{code:?}")
}

#[test]
fn one_failed_step_fails_the_tier_and_the_rest_still_runs() {
    let mut steps = Steps::default();
    let mut ran = 0;
    steps.step("first", || Outcome::Failed("broken".into()));
    steps.step("second", || {
        ran += 1;
        Outcome::Passed
    });
    assert_eq!(ran, 1);
    let table = steps.table();
    assert!(table.contains("first   FAILED"), "{table}");
    assert!(table.contains("broken") && table.contains("second  passed"), "{table}");
    assert_eq!(exit(steps.finish()), exit(ExitCode::FAILURE));
}

#[test]
fn a_skipped_step_says_how_to_enable_it_and_fails_nothing() {
    let mut steps = Steps::default();
    steps.step("web", || Outcome::Skipped("apt-get install it".into()));
    assert!(steps.table().contains("skipped") && steps.table().contains("apt-get install it"));
    assert_eq!(exit(steps.finish()), exit(ExitCode::SUCCESS));
}

#[test]
fn the_test_count_is_the_sum_over_all_binaries() {
    let output = "running 3 tests\n\
        test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
        test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.10s\n";
    assert_eq!(read_test_count(output), TestCount { passed: 7, failed: 2, skipped: 1 });
}

#[test]
fn a_command_that_fails_or_does_not_exist_is_a_failed_step() {
    assert_eq!(run(Command::new("rustc").arg("--version").stdout(Stdio::null())), Outcome::Passed);
    assert!(matches!(
        run(Command::new("rustc").arg("--no-such-flag").stderr(Stdio::null())),
        Outcome::Failed(_)
    ));
    assert!(matches!(run(&mut Command::new("no-such-program-at-all")), Outcome::Failed(_)));
    let (outcome, text) = run_and_read(Command::new("rustc").arg("--version"));
    assert_eq!(outcome, Outcome::Passed);
    assert!(text.starts_with("rustc "), "{text}");
}
