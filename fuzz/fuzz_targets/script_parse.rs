//! Script texts: parsing ends, and the layout of what is right parses again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use onefold_diag::FileId;
use onefold_script_syntax::{Options, parse, try_format};

fuzz_target!(|text: &str| {
    let parsed = parse(text, FileId(0), &Options::default());
    if !parsed.diagnostics.has_errors()
        && let Ok(new) = try_format(text, &Options::default())
    {
        assert!(!parse(&new, FileId(0), &Options::default()).diagnostics.has_errors(), "{new}");
    }
});
