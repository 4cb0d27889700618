//! `onefold script test`.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use anyhow::Result;
use onefold_script::{RunLimits, run_test, test_functions};
use onefold_script_syntax::Level;

use super::clock::SystemClock;
use super::{compile, report};
use crate::output::say;

/// Runs the tests of one file; false when one fails or none is there.
pub fn run(file: &Path, only: Option<&str>, limits: &RunLimits) -> Result<bool> {
    let (built, sources) = compile(file, Level::default())?;
    report(&built, &sources, true);
    let Ok(script) = built else {
        say!("{}: compile-failed", file.display());
        return Ok(false);
    };
    let (mut passed, mut failed) = (0, 0);
    for (function, name) in test_functions(&script) {
        if only.is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let printed: Rc<RefCell<Vec<String>>> = Rc::default();
        let sink = Rc::clone(&printed);
        let clock = Box::new(SystemClock::start());
        let done = run_test(&script, function, limits, Some(clock), move |line| {
            sink.borrow_mut().push(String::from_utf8_lossy(line).into_owned());
        });
        match done.failure {
            None => {
                passed += 1;
                say!("ok      {}", done.name);
            }
            Some(why) => {
                failed += 1;
                say!("FAILED  {}: {why}", done.name);
                for line in printed.borrow().iter() {
                    say!("        {line}");
                }
            }
        }
    }
    say!("{}: {passed} passed, {failed} failed", file.display());
    if passed + failed == 0 {
        eprintln!("onefold: {}: there is no function `void Test_…()`", file.display());
    }
    Ok(failed == 0 && passed > 0)
}
