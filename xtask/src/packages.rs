//! The workspace's packages as `cargo metadata` tells them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// One crate of the workspace.
#[derive(Clone, Debug, Default)]
pub struct Package {
    pub name: String,
    /// The folder of its manifest, from the repository root, with forward slashes.
    pub folder: String,
    pub dependencies: Vec<Dependency>,
    pub targets: Vec<Target>,
    /// Names of its features, `default` included.
    pub features: Vec<String>,
}

/// A dependency by package name; a development dependency binds nobody.
#[derive(Clone, Debug)]
pub struct Dependency {
    pub name: String,
    pub dev: bool,
}

/// A library or binary and the file at its root.
#[derive(Clone, Debug)]
pub struct Target {
    pub kind: TargetKind,
    pub root_file: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    Library,
    ProcMacro,
    Binary,
}

impl Package {
    /// The library or procedural macro target, if the crate has one.
    pub fn library(&self) -> Option<&Target> {
        self.targets.iter().find(|target| target.kind != TargetKind::Binary)
    }
}

/// Asks cargo for the workspace's members, without the network.
pub fn load(root: &Path) -> Result<Vec<Package>, String> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root)
        .output()
        .map_err(|err| format!("cargo metadata did not start: {err}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let value: Value =
        serde_json::from_slice(&output.stdout).map_err(|err| format!("cargo metadata is not JSON: {err}"))?;
    parse(&value)
}

/// Reads the answer of `cargo metadata --no-deps`.
pub fn parse(metadata: &Value) -> Result<Vec<Package>, String> {
    let root = metadata["workspace_root"].as_str().ok_or("cargo metadata names no workspace_root")?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let mut found: Vec<Package> = packages.iter().filter_map(|value| package(root, value)).collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    if found.is_empty() { Err("cargo metadata lists no readable package".into()) } else { Ok(found) }
}

fn package(root: &str, value: &Value) -> Option<Package> {
    let manifest = relative(root, value["manifest_path"].as_str()?);
    let dependencies = value["dependencies"].as_array()?.iter().filter_map(|dependency| {
        Some(Dependency {
            name: dependency["name"].as_str()?.to_owned(),
            dev: dependency["kind"].as_str() == Some("dev"),
        })
    });
    let targets = value["targets"].as_array()?.iter().filter_map(|target| {
        let kinds: Vec<&str> = target["kind"].as_array()?.iter().filter_map(Value::as_str).collect();
        let kind = if kinds.contains(&"proc-macro") {
            TargetKind::ProcMacro
        } else if kinds.iter().any(|kind| kind.ends_with("lib")) {
            TargetKind::Library
        } else if kinds.contains(&"bin") {
            TargetKind::Binary
        } else {
            return None;
        };
        Some(Target { kind, root_file: relative(root, target["src_path"].as_str()?) })
    });
    Some(Package {
        name: value["name"].as_str()?.to_owned(),
        folder: manifest.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned()),
        dependencies: dependencies.collect(),
        targets: targets.collect(),
        features: value["features"].as_object()?.keys().cloned().collect(),
    })
}

fn relative(root: &str, path: &str) -> String {
    path.strip_prefix(root).unwrap_or(path).trim_start_matches(['/', '\\']).replace('\\', "/")
}
