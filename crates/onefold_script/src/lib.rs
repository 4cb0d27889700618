//! The script language as one facade: build scripts, run them, report as the command does.
//!
//! [`build`] turns texts into a [`Script`]: parsed, compiled, verified and linked. [`run_main`] runs its `main`
//! with budgets, and [`Report`] is what `script run` prints: the messages of the compiler, the lines the script
//! printed, and a last line that says how it ended.
//!
//! ```
//! use onefold_script::{BuildOptions, RunLimits, build_text, run_main};
//!
//! let script = build_text("twice.as", "int main() { return 2 * 21; }", &BuildOptions::default()).unwrap();
//! let report = run_main(&script, &RunLimits::default(), &mut |_line| {});
//! assert_eq!(report.last_line(), "finished 42");
//! ```
//!
//! Does not: read files or clocks of its own accord; the host gives texts, and a clock where wall time counts.
#![forbid(unsafe_code)]

mod bind;
mod build;
mod hosted;
mod run;
mod testing;

pub use bind::{BindReport, Skipped, bind_all};
pub use build::{BuildOptions, Built, NoFiles, Script, build, build_text, message_line};
pub use hosted::{build_hosted, classes, find_function, find_method};
pub use onefold_script_compiler::{
    HostEnum, HostFunction, HostGlobal, HostMember, HostSymbols, HostType, HostTypeKind,
};
pub use onefold_script_vm::Clock;
pub use run::{Ending, Report, RunLimits, run_main, run_with};
pub use testing::{TestReport, run_test, test_functions};
