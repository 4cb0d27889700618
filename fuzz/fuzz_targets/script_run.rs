//! Whole scripts: compiled, verified and run within budgets; nothing may panic, hang or grow without end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use onefold_script::{BuildOptions, RunLimits, build_text, run_main};

fuzz_target!(|text: &str| {
    match build_text("fuzz.as", text, &BuildOptions::default()) {
        Ok(script) => {
            let limits = RunLimits { fuel: 200_000, memory: 16 << 20, stack: 256 << 10, millis: None };
            run_main(&script, &limits, &mut |_| {});
        }
        Err(messages) => {
            let internal = messages.iter().find(|one| one.code.0 == "script_internal");
            assert!(internal.is_none(), "{internal:?}");
        }
    }
});
