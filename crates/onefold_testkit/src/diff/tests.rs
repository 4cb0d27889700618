//! Differences are small, aligned and bounded.

use super::{MOST_LINES, diff};

#[test]
fn equal_texts_have_no_difference() {
    assert_eq!(diff("", ""), "");
    assert_eq!(diff("a\nb", "a\nb"), "");
}

#[test]
fn only_the_change_and_its_neighbours_are_shown() {
    let old = "1\n2\n3\n4\n5\n6\n7\n8\n";
    let new = "1\n2\n3\n4\nfive\n6\n7\n8\n";
    assert_eq!(diff(old, new), "…\n  3\n  4\n- 5\n+ five\n  6\n  7\n");
}

#[test]
fn moved_lines_are_aligned() {
    assert_eq!(diff("a\nb\nc\n", "b\nc\nd\n"), "- a\n  b\n  c\n+ d\n");
    assert_eq!(diff("", "a\n"), "+ a\n");
    assert_eq!(diff("a\n", ""), "- a\n");
}

#[test]
fn a_missing_last_newline_is_told() {
    assert!(diff("a\n", "a").contains("end of the last line"));
}

#[test]
fn huge_texts_stay_bounded() {
    let old: String = (0..5000).map(|n| format!("old {n}\n")).collect();
    let new: String = (0..5000).map(|n| format!("new {n}\n")).collect();
    let text = diff(&old, &new);
    assert_eq!(text.lines().count(), MOST_LINES + 1);
    assert!(text.ends_with("… (cut)\n"));
}
