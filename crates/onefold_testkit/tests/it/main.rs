//! The kit as a test of another crate uses it.

use onefold_testkit::{TempProject, golden};

#[test]
fn golden_files_of_this_crate_are_compared_from_its_own_folder() {
    golden::run("tests/golden", "words", |input| {
        let mut words: Vec<&str> = input.split_whitespace().collect();
        words.sort_unstable();
        words.join("\n") + "\n"
    });
}

#[test]
fn a_project_is_laid_out_listed_and_removed() {
    let project = TempProject::new().with("onefold.toml", "name = \"x\"").with("scenes/a/b.json", "{}");
    project.write("scenes/c.json", "[]");
    project.write("scenes/c.json", "[1]");
    assert_eq!(project.files(), ["onefold.toml", "scenes/a/b.json", "scenes/c.json"]);
    assert_eq!(project.read("scenes/c.json"), "[1]");
    project.remove("scenes/c.json");
    assert!(!project.has("scenes/c.json") && project.has("scenes/a"));
    let folder = project.path().to_path_buf();
    drop(project);
    assert!(!folder.exists());
}

#[test]
#[should_panic(expected = "absent.txt")]
fn a_missing_file_is_named() {
    TempProject::new().read("absent.txt");
}
