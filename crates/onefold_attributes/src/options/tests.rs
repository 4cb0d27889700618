//! One case per rule of option lists.

use super::*;

const I64: (i128, i128) = (i64::MIN as i128, i64::MAX as i128);

fn good(entries: &[&str]) -> Vec<(String, i64)> {
    parse_options(entries, I64.0, I64.1).unwrap()
}

fn reasons(entries: &[&str], (min, max): (i128, i128)) -> Vec<String> {
    parse_options(entries, min, max).unwrap_err().into_iter().map(|fault| fault.reason).collect()
}

fn pairs(list: &[(&str, i64)]) -> Vec<(String, i64)> {
    list.iter().map(|(label, value)| ((*label).to_owned(), *value)).collect()
}

#[test]
fn labels_alone_count_from_zero() {
    assert_eq!(good(&["Linear", "Spherical"]), pairs(&[("Linear", 0), ("Spherical", 1)]));
}

#[test]
fn labels_with_numbers_have_those() {
    assert_eq!(good(&["Low=3", "High = 10"]), pairs(&[("Low", 3), ("High", 10)]));
    assert_eq!(good(&["A=-1", "B=0x1F", "C=-0x10"]), pairs(&[("A", -1), ("B", 31), ("C", -16)]));
    assert_eq!(good(&["A=9223372036854775807", "B=-9223372036854775808"])[1].1, i64::MIN);
}

#[test]
fn each_rule_has_its_reason() {
    for (entries, reason) in [
        (&[][..], "it names no option"),
        (&["A", "B=1"], "`A` and `B=1` differ in form: give all options a number, or none"),
        (&["A=1", "B"], "`A=1` and `B` differ in form: give all options a number, or none"),
        (&["A", " "], "option 2 has no label"),
        (&["=1"], "option 1 has no label"),
        (&["A=x"], "`x` is not a whole number"),
        (&["A="], "`` is not a whole number"),
        (&["A=1.5"], "`1.5` is not a whole number"),
        (&["A=1=2"], "`1=2` is not a whole number"),
        (&["A=12abc"], "`12abc` is not a number"),
        (&["A=9223372036854775808"], "`9223372036854775808` does not fit 64 bits"),
        (&["A", "A"], "the label `A` is there twice"),
        (&["A=1", "B=1"], "`B` and `A` have the same value 1"),
        (&["A=1", "B=0x1"], "`B` and `A` have the same value 1"),
    ] {
        assert_eq!(reasons(entries, I64), [reason], "{entries:?}");
    }
}

#[test]
fn values_fit_the_integer() {
    assert_eq!(reasons(&["A=256"], (0, 255)), ["256 does not fit the integer, which goes from 0 to 255"]);
    assert_eq!(reasons(&["A=-1"], (0, 255)), ["-1 does not fit the integer, which goes from 0 to 255"]);
    let many: Vec<String> = (0..257).map(|at| format!("o{at}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(parse_options(&many, 0, 255).unwrap_err()[0].entry, Some(256));
}

#[test]
fn all_faults_come_at_once() {
    let faults = parse_options(&["A=1", "=x", "A=1", "B"], 0, 255).unwrap_err();
    assert_eq!(
        faults.iter().map(|fault| fault.entry).collect::<Vec<_>>(),
        [Some(3), Some(1), Some(1), Some(2), Some(2)]
    );
}
