//! Each rule is shown to hold on a good tree and to fail on a bad one.

use super::{Finding, check, check_repository};
use crate::packages::{Dependency, Package, Target, TargetKind, parse};
use crate::tree::{TextFile, Tree, repository_root};

const GOOD_LIB: &str = "//! Counts apples for everyone who asks.\n//!\n//! ```\n//! assert_eq!(1, 1);\n//! ```\n//!\n\
    //! Does not: peel.\n#![forbid(unsafe_code)]\n";
const MANIFEST: &str = "[package]\nname = \"onefold_low\"\n\n[lints]\nworkspace = true\n\n[dependencies]\n";
const HEAD: &str = "# Map\n\n| crate | layer | what | may use | unsafe |\n| --- | --- | --- | --- | --- |\n";
const GOOD_ROWS: &str = "| `onefold_low` | 0 | apples | – | – |\n| `onefold_high` | 1 | pears | low | – |\n";

/// A made-up repository of two crates that breaks no rule until a test changes it.
struct Sample {
    tree: Tree,
    packages: Vec<Package>,
}

impl Sample {
    fn good() -> Self {
        let mut sample = Self { tree: Tree::default(), packages: Vec::new() };
        sample.file("ARCHITECTURE.md", &format!("{HEAD}{GOOD_ROWS}"));
        sample.add_crate("onefold_low", &[]);
        sample.add_crate("onefold_high", &["onefold_low", "serde"]);
        sample
    }

    fn add_crate(&mut self, name: &str, dependencies: &[&str]) {
        let folder = format!("crates/{name}");
        let listed: String = dependencies.iter().map(|name| format!("{name}.workspace = true\n")).collect();
        self.file(
            &format!("{folder}/Cargo.toml"),
            &format!("{}{listed}", MANIFEST.replace("onefold_low", name)),
        );
        self.file(&format!("{folder}/src/lib.rs"), GOOD_LIB);
        self.packages.push(Package {
            name: name.into(),
            targets: vec![Target { kind: TargetKind::Library, root_file: format!("{folder}/src/lib.rs") }],
            folder,
            dependencies: dependencies
                .iter()
                .map(|&name| Dependency { name: name.into(), dev: false })
                .collect(),
            features: Vec::new(),
        });
    }

    /// Adds a file, or replaces it.
    fn file(&mut self, path: &str, text: &str) -> &mut Self {
        self.tree.files.retain(|file| file.path != path);
        self.tree.files.push(TextFile { path: path.into(), text: Some(text.into()) });
        self
    }

    fn found(&self) -> Vec<Finding> {
        check(&self.tree, &self.packages)
    }

    /// Expects exactly one finding, at this place, that says this.
    fn expect(&self, place: &str, what: &str) {
        let found = self.found();
        let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(lines.len(), 1, "expected one finding `{what}`, got {lines:#?}");
        assert!(lines[0].starts_with(&format!("{place}: ")), "{} is not at {place}", lines[0]);
        assert!(lines[0].contains(what), "{} does not say {what}", lines[0]);
    }

    fn expect_none(&self) {
        assert_eq!(self.found(), []);
    }
}

/// A good tree with one file more.
fn with(path: &str, text: &str) -> Sample {
    let mut sample = Sample::good();
    sample.file(path, text);
    sample
}

#[test]
fn the_repository_itself_is_tidy() {
    let found = check_repository(&repository_root()).expect("the repository can be read");
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{} findings:\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn a_good_tree_has_no_findings() {
    Sample::good().expect_none();
}

#[test]
fn a_finding_is_one_line_with_place_reason_and_remedy() {
    let finding = Finding::new("a/b.rs", 7, "it is broken", "it must not be", "mend it");
    assert_eq!(finding.to_string(), "a/b.rs:7: it is broken, it must not be; mend it");
}

#[test]
fn a_dependency_that_the_row_does_not_allow_is_found() {
    let mut sample = Sample::good();
    sample.file("ARCHITECTURE.md", &format!("{HEAD}{}", GOOD_ROWS.replace("| low |", "| – |")));
    sample.expect("crates/onefold_high/Cargo.toml:8", "`onefold_high` depends on `onefold_low`");
}

#[test]
fn dev_dependencies_are_free() {
    let mut sample = Sample::good();
    sample.packages[0].dependencies.push(Dependency { name: "onefold_high".into(), dev: true });
    sample.expect_none();
    sample.packages[0].dependencies[0].dev = false;
    sample.expect("crates/onefold_low/Cargo.toml:1", "`onefold_low` depends on `onefold_high`");
}

#[test]
fn a_crate_without_a_row_is_found() {
    let mut sample = Sample::good();
    sample.add_crate("onefold_new", &[]);
    sample.expect("crates/onefold_new/Cargo.toml:1", "`onefold_new` is not in the layer table");
}

#[test]
fn a_row_without_a_crate_must_say_so_and_one_with_a_crate_must_not() {
    let planned = |what: &str| {
        with("ARCHITECTURE.md", &format!("{HEAD}{GOOD_ROWS}| `onefold_far` | 2 | {what} | all above | – |\n"))
    };
    planned("plums").expect("ARCHITECTURE.md:7", "`onefold_far` is no crate of the workspace");
    planned("plums (not built yet)").expect_none();
    let mut built = planned("plums (not built yet)");
    built.add_crate("onefold_far", &["onefold_high"]);
    built.expect("ARCHITECTURE.md:7", "`onefold_far` exists");
}

#[test]
fn rows_never_point_upwards() {
    let page = |rows: &str| with("ARCHITECTURE.md", &format!("{HEAD}{rows}"));
    page("| `onefold_low` | 0 | a | high | – |\n| `onefold_high` | 1 | b | low | – |\n")
        .expect("ARCHITECTURE.md:5", "may use `high`, which is no row above it");
    page("| `onefold_low` | 1 | a | – | – |\n| `onefold_high` | 0 | b | low | – |\n")
        .expect("ARCHITECTURE.md:6", "below a row of a higher layer");
    page("| `onefold_low` | 0 | a | – | – |\n| `onefold_high` | x | b | low | – |\n")
        .expect("ARCHITECTURE.md:6", "no number as its layer");
    page(&format!("{GOOD_ROWS}| `onefold_low` | 1 | again | – | – |\n"))
        .expect("ARCHITECTURE.md:7", "stands twice");
    page(&format!("{GOOD_ROWS}| `onefold_low` | 1 |\n")).expect("ARCHITECTURE.md:7", "the row has 2 cells");
}

#[test]
fn groups_of_rows_can_be_named_but_test_tools_are_never_among_them() {
    let page = |uses: &str| {
        with(
            "ARCHITECTURE.md",
            &format!(
                "{HEAD}{}| `onefold_kit` | – | (not built yet) | – | – |\n",
                GOOD_ROWS.replace("| low |", uses)
            ),
        )
    };
    page("| all above |").expect_none();
    page("| l* |").expect_none();
    page("| `onefold_low` |").expect_none();
    let mut sample = page("| all above |");
    sample.packages[1].dependencies.push(Dependency { name: "onefold_kit".into(), dev: false });
    sample.expect("crates/onefold_high/Cargo.toml:1", "depends on `onefold_kit`");
}

#[test]
fn the_table_must_exist() {
    let sample = with("ARCHITECTURE.md", "# Map\n\nNo table.\n");
    assert!(sample.found().iter().any(|finding| finding.what.contains("missing or empty")));
    let mut sample = Sample::good();
    sample.tree.files.retain(|file| file.path != "ARCHITECTURE.md");
    assert!(sample.found().iter().any(|finding| finding.what.contains("the page is missing")));
}

#[test]
fn folder_and_lints_of_a_crate_are_checked() {
    let mut sample = Sample::good();
    sample.packages[0].name = "onefold_deep".into();
    assert!(
        sample.found().iter().any(|finding| finding.what.contains("lies in the folder `crates/onefold_low`"))
    );
    with(
        "crates/onefold_low/Cargo.toml",
        "[package]\nname = \"onefold_low\"\n[lints]\n[dependencies]\nworkspace = true\n",
    )
    .expect("crates/onefold_low/Cargo.toml:1", "does not take the workspace's lints");
}

#[test]
fn a_crate_doc_has_purpose_example_and_limits() {
    let lib = "crates/onefold_low/src/lib.rs";
    let place = "crates/onefold_low/src/lib.rs:1";
    with(lib, &GOOD_LIB.replace("Counts apples for everyone who asks.", "placeholder"))
        .expect(place, "purpose");
    with(lib, &GOOD_LIB.replace("//! ```\n", "")).expect(place, "no example");
    with(lib, &GOOD_LIB.replacen("```", "```text", 1)).expect(place, "no example");
    with(lib, &GOOD_LIB.replace("Does not: peel.", "It peels.")).expect(place, "`Does not`");
}

#[test]
fn only_crates_marked_u_may_hold_unsafe_code() {
    let bare = GOOD_LIB.replace("#![forbid(unsafe_code)]", "");
    let mut sample = with("crates/onefold_low/src/lib.rs", &bare);
    sample.expect("crates/onefold_low/src/lib.rs:1", "`#![forbid(unsafe_code)]` is missing");
    sample.file("ARCHITECTURE.md", &format!("{HEAD}{}", GOOD_ROWS.replace("| – | – |", "| – | U |")));
    sample.expect_none();
    with("crates/onefold_low/src/lib.rs", &format!("{bare}// #![forbid(unsafe_code)]\n"))
        .expect("crates/onefold_low/src/lib.rs:1", "is missing");
}

#[test]
fn binaries_forbid_unsafe_code_too() {
    let mut sample = with("crates/onefold_low/src/main.rs", "//! Runs.\nfn main() {}\n");
    let root_file = "crates/onefold_low/src/main.rs".to_owned();
    sample.packages[0].targets.push(Target { kind: TargetKind::Binary, root_file });
    sample.expect("crates/onefold_low/src/main.rs:1", "is missing");
}

#[test]
fn every_file_opens_with_a_sentence() {
    with("crates/onefold_low/src/a.rs", "//! Weighs apples.\n").expect_none();
    for bad in ["use std::fmt;\n", "//!\n//! Late.\n", "\n//! Late.\n", "/// Wrong kind.\n", ""] {
        with("crates/onefold_low/src/a.rs", bad).expect("crates/onefold_low/src/a.rs:1", "does not open");
    }
    with("crates/onefold_low/src/a.rs", "// @generated by the table.\n").expect_none();
}

#[test]
fn long_files_are_found_except_tests_and_generated_ones() {
    let long = |lines: usize| format!("//! Weighs apples.\n{}", "\n".repeat(lines - 1));
    with("crates/onefold_low/src/a.rs", &long(800)).expect_none();
    with("crates/onefold_low/src/a.rs", &long(801))
        .expect("crates/onefold_low/src/a.rs:801", "has 801 lines");
    with("crates/onefold_low/src/a/tests.rs", &long(801)).expect_none();
    with("crates/onefold_low/tests/it/main.rs", &long(801)).expect_none();
    with("crates/onefold_low/src/a.rs", &long(801).replacen("Weighs apples", "Generated by the table", 1))
        .expect_none();
}

#[test]
fn mod_rs_is_found() {
    with("crates/onefold_low/src/a/mod.rs", "//! Weighs apples.\n")
        .expect("crates/onefold_low/src/a/mod.rs:1", "mod.rs");
}

#[test]
fn undone_code_is_found_but_not_in_text() {
    let file = |body: &str| with("crates/onefold_low/src/a.rs", &format!("//! Weighs apples.\n{body}\n"));
    let place = "crates/onefold_low/src/a.rs:2";
    file("fn f() { todo!() }").expect(place, "`todo!` stands in the code");
    file("fn f() { std::unimplemented!(\"later\") }").expect(place, "`unimplemented!` stands in the code");
    file("// todo!() in a comment\nconst A: &str = \"todo!()\"; fn my_todo() { assert!(todo != 1, my_todo!()) }").expect_none();
}

#[test]
fn ignored_tests_and_examples_are_found() {
    let file = |body: &str| with("crates/onefold_low/src/a.rs", &format!("//! Weighs apples.\n{body}\n"));
    let place = "crates/onefold_low/src/a.rs:2";
    file("#[ignore]").expect(place, "a test is ignored");
    file("#[ignore = \"slow\"]").expect(place, "a test is ignored");
    file("#[cfg_attr(windows, ignore)]").expect(place, "a test is ignored");
    file("/// ```ignore\n/// a();\n/// ```").expect(place, "an example is ignored");
    file("/// ```text\n/// a\n/// ```\n#[ignored_by_none]\nstruct A;").expect_none();
    file("// #[ignore]\nconst A: &str = \"#[ignore]\";").expect_none();
}

#[test]
fn words_of_a_machine_are_found_in_every_text_file() {
    // In two halves, like the list itself.
    let machine = ["/wo", "rk/"].concat();
    let place = ["work", "place"].concat();
    let chief = ["C", "EO"].concat();
    with("docs/a.md", &format!("# A\n\nsee `{machine}main`\n")).expect("docs/a.md:3", &machine);
    with("docs/a.txt", &format!("our {}\n", place.replace('w', "W"))).expect("docs/a.txt:1", &place);
    with("docs/a.json", &format!("{{\"{chief}\": 1}}")).expect("docs/a.json:1", &chief);
    with(
        "docs/a.md",
        &format!("https://example.com{machine}x and net{machine}y and ..{machine}z and {chief}S\n"),
    )
    .expect_none();
}

#[test]
fn binary_files_are_not_read() {
    let mut sample = Sample::good();
    sample.tree.files.push(TextFile { path: "docs/picture.png".into(), text: None });
    sample.file("docs/a.md", "![picture](picture.png)\n").expect_none();
}

#[test]
fn links_lead_to_files_and_folders() {
    let page = |text: &str| with("docs/a.md", &format!("# A\n\n{text}\n"));
    page("[map](../ARCHITECTURE.md) [low](/crates/onefold_low) [site](https://example.com/x.md)")
        .expect_none();
    page("[map](ARCHITECTURE.md)").expect("docs/a.md:3", "the link `ARCHITECTURE.md` leads to no file");
    page("[out](../../elsewhere.md)").expect("docs/a.md:3", "leads to no file");
    page("![picture](<gone.png> \"title\")").expect("docs/a.md:3", "`gone.png`");
    page("[x]\n\n[x]: gone.md").expect("docs/a.md:5", "`gone.md`");
    page("`[code](gone.md)` and\n```text\n[code](gone.md)\n```").expect_none();
    page("an `unclosed span [text](gone.md)").expect("docs/a.md:3", "`gone.md`");
}

#[test]
fn links_lead_to_headings() {
    let text = "# The Rooms & halls\n\n## Twice\n\n## Twice\n\n```sh\n# no heading\n```\n";
    let page = |link: &str| with("docs/a.md", &format!("{text}\n[x]({link})\n"));
    page("#the-rooms--halls").expect_none();
    page("#twice-1").expect_none();
    page("a.md#twice").expect_none();
    page("#no-heading").expect("docs/a.md:11", "leads to no heading of docs/a.md");
    page("../ARCHITECTURE.md#maps").expect("docs/a.md:11", "leads to no heading of ARCHITECTURE.md");
}

#[test]
fn every_workspace_has_a_lock_file() {
    let mut sample = with("fuzz/Cargo.toml", "[package]\nname = \"fuzz\"\n\n[workspace]\n");
    sample.expect("fuzz/Cargo.toml:4", "no Cargo.lock");
    sample.file("fuzz/Cargo.lock", "version = 4\n").expect_none();
}

#[test]
fn what_cargo_tells_is_read() {
    let value = serde_json::json!({
        "workspace_root": "/x",
        "packages": [{
            "name": "onefold_low",
            "manifest_path": "/x/crates/onefold_low/Cargo.toml",
            "dependencies": [{"name": "a", "kind": null}, {"name": "b", "kind": "dev"}, {"name": "c", "kind": "build"}],
            "targets": [
                {"kind": ["proc-macro"], "src_path": "/x/crates/onefold_low/src/lib.rs"},
                {"kind": ["bin"], "src_path": "/x/crates/onefold_low/src/main.rs"},
                {"kind": ["test"], "src_path": "/x/crates/onefold_low/tests/it/main.rs"},
            ],
            "features": {"default": ["jit"], "jit": []},
        }],
    });
    let packages = parse(&value).expect("readable");
    assert_eq!(packages[0].folder, "crates/onefold_low");
    assert_eq!(packages[0].dependencies.iter().map(|d| d.dev).collect::<Vec<_>>(), [false, true, false]);
    let roots: Vec<_> =
        packages[0].targets.iter().map(|target| (target.kind, target.root_file.as_str())).collect();
    assert_eq!(
        roots,
        [
            (TargetKind::ProcMacro, "crates/onefold_low/src/lib.rs"),
            (TargetKind::Binary, "crates/onefold_low/src/main.rs")
        ]
    );
    assert_eq!(packages[0].features, ["default", "jit"]);
    assert!(parse(&serde_json::json!({"packages": []})).is_err());
}
