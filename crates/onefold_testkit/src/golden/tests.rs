//! The runner accepts what is right, and reports everything that is wrong at once.

use super::{Case, bless, compare, run};
use crate::TempProject;

fn shout(case: &Case) -> String {
    case.text.to_uppercase()
}

#[test]
fn equal_outputs_pass_and_are_counted() {
    let project = TempProject::new()
        .with("a.in", "one\n")
        .with("a.txt", "ONE\r\n")
        .with("deep/b.in", "two\r\n")
        .with("deep/b.txt", "TWO\n")
        .with("notes.md", "not an input");
    assert_eq!(compare(project.path(), "in", shout), Ok(2));
}

#[test]
fn all_differences_are_reported_at_once() {
    let project = TempProject::new()
        .with("a.in", "one\nsame\n")
        .with("a.txt", "EINS\nSAME\n")
        .with("b.in", "two\n")
        .with("c.in", "three\n")
        .with("c.txt", "THREE\n")
        .with("gone.txt", "GONE\n");
    let report = compare(project.path(), "in", shout).unwrap_err();
    assert!(report.contains("a.in: output differs from"), "{report}");
    assert!(report.contains("- EINS\n+ ONE\n  SAME"), "{report}");
    assert!(report.contains("b.txt") && report.contains("+ TWO"), "{report}");
    assert!(!report.contains("c.in"), "{report}");
    assert!(report.contains("gone.txt: there is no input of this name"), "{report}");
    assert!(report.ends_with("3 of 3 differ; `UPDATE_EXPECT=1 cargo test` accepts what is new"), "{report}");
}

#[test]
fn a_panic_in_one_case_does_not_hide_the_others() {
    let project = TempProject::new().with("a.in", "boom").with("b.in", "b").with("b.txt", "wrong");
    let report = compare(project.path(), "in", |case| {
        assert_ne!(case.text, "boom", "it went off");
        case.text.clone()
    })
    .unwrap_err();
    assert!(report.contains("a.in: panicked: ") && report.contains("it went off"), "{report}");
    assert!(report.contains("b.in: output differs"), "{report}");
}

#[test]
fn an_empty_or_absent_folder_is_no_success() {
    let project = TempProject::new().with("a.other", "x");
    assert!(compare(project.path(), "in", shout).unwrap_err().contains("nothing was tested"));
    assert!(compare(&project.path().join("absent"), "in", shout).is_err());
}

#[test]
#[should_panic(expected = "1 of 1 differ")]
fn run_panics_with_the_report() {
    let project = TempProject::new().with("a.in", "one").with("a.txt", "two");
    run(project.path(), "in", str::to_owned);
}

#[test]
fn blessing_writes_what_changed_and_only_that() {
    let project = TempProject::new().with("a.in", "one\n").with("a.txt", "ONE\n").with("b.in", "two\n");
    let changed = bless(project.path(), "in", shout).unwrap();
    assert_eq!(changed, [project.path().join("b.txt")]);
    assert_eq!(project.read("b.txt"), "TWO\n");
    assert_eq!(compare(project.path(), "in", shout), Ok(2));
    assert!(bless(project.path(), "in", |_| panic!("no")).unwrap_err().contains("panicked: no"));
}

#[test]
fn inputs_that_are_texts_have_expected_files_of_another_name() {
    let project = TempProject::new().with("a.txt", "one\n").with("a.expected", "ONE\n");
    assert_eq!(compare(project.path(), "txt", shout), Ok(1));
}

#[test]
fn inputs_of_two_kinds_share_a_folder() {
    let project =
        TempProject::new().with("a.in", "one\n").with("a.txt", "ONE\n").with("b.out", "").with("b.txt", "");
    assert_eq!(compare(project.path(), "in", shout), Ok(1));
}
