//! The demo's account is read strictly.

use super::{demo, failed_tests, has_state_hash};
use crate::packages::Package;
use crate::steps::Outcome;
use std::path::Path;

#[test]
fn the_account_must_hold_a_whole_hash() {
    assert!(has_state_hash("score: 3\nstate hash: 0123456789abcdef\n"));
    for bad in [
        "",
        "state hash:",
        "state hash: 0x23456789abcdef",
        "state hash: 0123456789ABCDEF",
        "hash: 0123456789abcdef",
    ] {
        assert!(!has_state_hash(bad), "{bad}");
    }
}

#[test]
fn without_an_engine_the_demo_is_skipped_and_says_so() {
    let cli = Package { name: "onefold_cli".into(), ..Package::default() };
    assert!(matches!(demo(Path::new("."), &[cli]), Outcome::Skipped(_)));
}

#[test]
fn failed_tests_are_named() {
    let output = "test a::good ... ok\ntest a::bad ... FAILED\ntest src/lib.rs - (line 3) ... FAILED\n";
    assert_eq!(failed_tests(output), ["a::bad", "src/lib.rs - (line 3)"]);
    assert_eq!(failed_tests("error: could not compile").len(), 1);
}
