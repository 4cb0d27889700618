//! Versions and targets are told apart.

use super::{OLDEST, cargo_for, has_standard_library, version};
use std::path::Path;

#[test]
fn versions_compare_by_number() {
    assert_eq!(version("rustc 1.96.0 (ac68faa20 2026-05-25)"), Some((1, 96)));
    assert!(version("rustc 1.63.0") < Some(OLDEST));
    assert!(version("rustc 1.100.0-nightly") > Some(OLDEST));
    assert!(version("no compiler at all") < Some(OLDEST));
}

#[test]
fn a_target_that_does_not_exist_has_no_library_and_the_machines_own_has_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(!has_standard_library(root, "pdp11-unknown-none"));
    if cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        assert!(has_standard_library(root, "x86_64-unknown-linux-gnu"));
    }
}

#[test]
fn what_is_missing_is_named_with_the_command_that_brings_it() {
    if let Err(why) = cargo_for(Path::new("."), "wasm32-unknown-unknown", "wasm", "build") {
        assert!(why.contains("rustup target add wasm32") && why.contains("apt-get install"), "{why}");
    }
}
