//! A folder of files that lives as long as a test.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A temporary folder to lay a project out in; it is removed when the value is dropped.
///
/// Paths are relative to the folder, with forward slashes. It serves tests only, so what the
/// file system refuses is a panic that names the file.
///
/// ```
/// use onefold_testkit::TempProject;
///
/// let project = TempProject::new().with("scripts/hello.as", "void main() {}");
/// assert_eq!(project.files(), ["scripts/hello.as"]);
/// assert_eq!(project.read("scripts/hello.as"), "void main() {}");
/// ```
#[derive(Debug)]
pub struct TempProject {
    folder: TempDir,
}

impl TempProject {
    /// An empty folder.
    ///
    /// # Panics
    ///
    /// If the system gives no temporary folder.
    pub fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("onefold-").tempdir();
        Self { folder: folder.unwrap_or_else(|err| panic!("no temporary folder: {err}")) }
    }

    /// The same project with one more file.
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    #[must_use]
    pub fn with(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.write(path, content);
        self
    }

    /// Writes a file and the folders above it.
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let full = self.file(path);
        if let Some(folder) = full.parent() {
            std::fs::create_dir_all(folder).unwrap_or_else(|err| panic!("{}: {err}", folder.display()));
        }
        std::fs::write(&full, content).unwrap_or_else(|err| panic!("{}: {err}", full.display()));
    }

    /// The text of a file.
    ///
    /// # Panics
    ///
    /// If the file is not there or is no text.
    pub fn read(&self, path: &str) -> String {
        let full = self.file(path);
        std::fs::read_to_string(&full).unwrap_or_else(|err| panic!("{}: {err}", full.display()))
    }

    /// Removes a file.
    ///
    /// # Panics
    ///
    /// If the file is not there.
    pub fn remove(&self, path: &str) {
        let full = self.file(path);
        std::fs::remove_file(&full).unwrap_or_else(|err| panic!("{}: {err}", full.display()));
    }

    /// Whether a file or folder of this path is there.
    pub fn has(&self, path: &str) -> bool {
        self.file(path).exists()
    }

    /// All files below the folder, sorted.
    ///
    /// # Panics
    ///
    /// If a folder cannot be read.
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let full = self.file(&folder);
            let entries = std::fs::read_dir(&full).unwrap_or_else(|err| panic!("{}: {err}", full.display()));
            for entry in entries.flatten() {
                let path = format!("{folder}{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() { folders.push(format!("{path}/")) } else { files.push(path) }
            }
        }
        files.sort();
        files
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The full path of a file of the project, there or not.
    pub fn file(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }
}

impl Default for TempProject {
    fn default() -> Self {
        Self::new()
    }
}
