//! The files of the repository as text, read from git or made up by a test.

use std::path::{Path, PathBuf};
use std::process::Command;

/// One file: its path from the root with forward slashes, and its text unless it is binary.
pub struct TextFile {
    pub path: String,
    pub text: Option<String>,
}

/// All files that belong to the repository, sorted by path.
#[derive(Default)]
pub struct Tree {
    pub files: Vec<TextFile>,
}

impl Tree {
    /// Reads every file that git tracks or would track; without git, every file outside `target`.
    pub fn load(root: &Path) -> std::io::Result<Self> {
        let mut paths = match listed_by_git(root) {
            Some(paths) => paths,
            None => walked(root)?,
        };
        paths.sort();
        paths.dedup();
        let mut tree = Self::default();
        for path in paths {
            let full = root.join(&path);
            // A file deleted but not yet committed is listed and absent; a submodule is a folder.
            if full.is_file() {
                tree.files.push(TextFile { path, text: as_text(std::fs::read(full)?) });
            }
        }
        Ok(tree)
    }

    /// The text of one file, if it is there and is text.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.texts().find(|(candidate, _)| *candidate == path).map(|(_, text)| text)
    }

    /// Path and text of every text file.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)))
    }

    /// Whether a file or a folder of this path exists.
    pub fn contains(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        path.is_empty()
            || self.files.iter().any(|file| {
                file.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
    }
}

/// The folder that holds the workspace manifest: the parent of this crate's folder.
pub fn repository_root() -> PathBuf {
    let own = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    own.parent().map_or(own.clone(), Path::to_path_buf)
}

fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        // A hook exports these for its own repository, which need not be this one.
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let paths: Vec<String> = text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
    (output.status.success() && !paths.is_empty()).then_some(paths)
}

fn walked(root: &Path) -> std::io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let relative = folder.join(entry.file_name());
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                if name != "target" && name != ".git" && name != "demo-out" {
                    folders.push(relative);
                }
            } else {
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    Ok(found)
}

fn as_text(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    String::from_utf8(bytes).ok()
}
