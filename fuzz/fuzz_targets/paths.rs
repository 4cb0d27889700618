//! Paths: what parses prints as a path that parses to the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use onefold_reflect::Path;

fuzz_target!(|text: &str| {
    if let Ok(path) = Path::parse(text) {
        let shown = path.to_string();
        assert_eq!(Path::parse(&shown).as_ref(), Ok(&path), "{shown}");
    }
});
