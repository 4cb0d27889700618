//! Which crates and which feature sets the long tier builds.

use super::{feature_sets, web_crates};
use crate::packages::{Package, Target, TargetKind};
use crate::tidy::LayerTable;
use crate::tree::{TextFile, Tree};

fn package(name: &str, kind: TargetKind, features: &[&str]) -> Package {
    Package {
        name: name.into(),
        folder: format!("crates/{name}"),
        targets: vec![Target { kind, root_file: format!("crates/{name}/src/lib.rs") }],
        features: features.iter().map(|&feature| feature.into()).collect(),
        dependencies: Vec::new(),
    }
}

#[test]
fn the_web_gets_libraries_up_to_layer_three_without_the_native_ones() {
    let page = "| crate | layer | what | may use | unsafe |\n| --- | --- | --- | --- | --- |\n\
        | `onefold_diag` | 0 | a | – | – |\n| `onefold_derive` | 1 | a | – | – |\n\
        | `onefold_script_jit` | 2 | a | – | U |\n| `onefold_world` | 3 | a | – | – |\n\
        | `onefold_studio` | 4 | a | – | – |\n| `onefold_testkit` | – | a | – | – |\n";
    let tree = Tree { files: vec![TextFile { path: "ARCHITECTURE.md".into(), text: Some(page.into()) }] };
    let table = LayerTable::read(&tree, &mut Vec::new());
    let packages = [
        package("onefold_diag", TargetKind::Library, &[]),
        package("onefold_derive", TargetKind::ProcMacro, &[]),
        package("onefold_script_jit", TargetKind::Library, &[]),
        package("onefold_world", TargetKind::Library, &[]),
        package("onefold_studio", TargetKind::Library, &[]),
        package("onefold_testkit", TargetKind::Library, &[]),
        package("onefold_cli", TargetKind::Binary, &[]),
    ];
    assert_eq!(web_crates(&packages, &table), ["onefold_diag", "onefold_world"]);
}

#[test]
fn each_feature_is_built_alone_and_all_together() {
    let packages = [
        package("plain", TargetKind::Library, &["default"]),
        package("two", TargetKind::Library, &["default", "jit", "mcp"]),
    ];
    let sets: Vec<String> = feature_sets(&packages)
        .into_iter()
        .map(|(name, flags)| format!("{name} {}", flags.join(" ")))
        .collect();
    assert_eq!(
        sets,
        [
            "two --no-default-features",
            "two --no-default-features --features jit",
            "two --no-default-features --features mcp",
            "two --all-features",
        ]
    );
}
