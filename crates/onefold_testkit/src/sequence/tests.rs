//! Failures are found, made short, and repeat.

use super::{check, failure};
use crate::Random;

fn digit(random: &mut Random) -> usize {
    random.below(10)
}

/// Fails once a seven has been followed, at any distance, by a three.
fn no_three_after_seven(digits: &[usize]) -> Result<(), String> {
    let seven = digits.iter().position(|&digit| digit == 7);
    match seven {
        Some(at) if digits[at..].contains(&3) => Err("a three follows a seven".into()),
        _ => Ok(()),
    }
}

#[test]
fn a_failing_sequence_is_made_as_short_as_it_gets() {
    let report = (1..100).find_map(|number| failure(number, 200, &mut digit, &no_three_after_seven));
    let report = report.expect("some sequence holds a seven and then a three");
    assert!(report.contains("a three follows a seven"), "{report}");
    assert!(report.contains("2 of its") && report.contains("\n    7\n    3\n"), "{report}");
    assert!(report.contains("again with ONEFOLD_SEQUENCE="), "{report}");
}

#[test]
fn the_same_number_gives_the_same_report() {
    let report = |number| failure(number, 200, &mut digit, &no_three_after_seven);
    assert_eq!(report(5), report(5));
}

#[test]
fn a_panic_is_a_failure() {
    let report = failure(1, 50, &mut digit, &|digits: &[usize]| {
        assert!(digits.len() < 3, "too long");
        Ok(())
    });
    let report = report.expect("sequence 1 has three operations or more");
    assert!(report.contains("panicked: too long") && report.contains("3 of its"), "{report}");
}

#[test]
#[should_panic(expected = "sequence 1 fails: never right")]
fn check_panics_with_the_report() {
    check(3, 5, digit, |_| Err("never right".into()));
}

#[test]
fn every_sequence_runs_when_none_fails() {
    let ran = std::cell::Cell::new(0);
    check(12, 5, digit, |digits| {
        assert!((1..=5).contains(&digits.len()));
        ran.set(ran.get() + 1);
        Ok(())
    });
    assert_eq!(ran.get(), 12);
}
