//! Saving so that a crash leaves the old file or the new one, never half of one.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Keeps two saves of one process apart.
static SAVES: AtomicU64 = AtomicU64::new(0);

/// Replaces a file: writes a temporary one beside it, has it reach the disk, renames it, has the folder reach the disk.
/// A file that was there keeps its permissions. A link is followed, so that the file behind it is replaced.
///
/// # Errors
/// What the system refuses; then the file is what it was, and the temporary one is gone.
pub fn save_atomic(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    let asked = path.as_ref();
    let path = fs::canonicalize(asked).unwrap_or_else(|_| asked.to_path_buf());
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    };
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}-{}.tmp", std::process::id(), SAVES.fetch_add(1, Ordering::Relaxed)));
    let temporary = folder.join(temporary);
    let saved = write_through(&temporary, bytes, &path).and_then(|()| fs::rename(&temporary, &path));
    if let Err(err) = saved {
        // The first failure is the one to report.
        drop(fs::remove_file(&temporary));
        return Err(err);
    }
    sync_folder(&folder)
}

fn write_through(temporary: &Path, bytes: &[u8], old: &Path) -> io::Result<()> {
    let mut file = File::create_new(temporary)?;
    file.write_all(bytes)?;
    if let Ok(known) = fs::metadata(old) {
        file.set_permissions(known.permissions())?;
    }
    file.sync_all()
}

/// Has the rename reach the disk. Only Unix can open folders.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    //! What is there after a save, and after one that failed.

    use super::save_atomic;
    use onefold_testkit::TempProject;
    use std::fs;

    fn names(project: &TempProject) -> Vec<String> {
        let entries = fs::read_dir(project.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_save_replaces_the_file_and_leaves_nothing_else() {
        let project = TempProject::new().with("a.scene", "old");
        save_atomic(project.path().join("a.scene"), b"new").unwrap();
        save_atomic(project.path().join("b.scene"), b"first").unwrap();
        assert_eq!(names(&project), ["a.scene", "b.scene"]);
        assert_eq!(fs::read(project.path().join("a.scene")).unwrap(), b"new");
        assert_eq!(fs::read(project.path().join("b.scene")).unwrap(), b"first");
    }

    #[test]
    fn a_failed_save_leaves_the_old_state() {
        let project = TempProject::new().with("folder/inside", "x");
        assert!(save_atomic(project.path().join("folder"), b"new").is_err());
        assert!(save_atomic(project.path().join("missing/file"), b"new").is_err());
        assert!(save_atomic("/", b"new").is_err());
        assert_eq!(names(&project), ["folder"]);
        assert_eq!(fs::read(project.path().join("folder/inside")).unwrap(), b"x");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let project = TempProject::new().with("real", "old");
        let (real, link) = (project.path().join("real"), project.path().join("link"));
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        save_atomic(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
