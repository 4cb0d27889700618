//! Attribute texts and conditions: any text gives a result or diagnostics.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = onefold_attributes::parse_attributes(text);
});
