//! Folders of inputs, each with its expected output beside it.
//!
//! `light.json` is compared with `light.txt` (inputs that are themselves `.txt` with `.expected`).
//! `UPDATE_EXPECT=1 cargo test` writes the expected files; read them before they are committed.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crate::diff;

/// The variable that turns comparing into writing.
const UPDATE: &str = "UPDATE_EXPECT";

/// One input of a folder.
#[derive(Clone, Debug)]
pub struct Case {
    /// Where the input lies.
    pub path: PathBuf,
    /// Its text, with plain line ends.
    pub text: String,
}

/// Runs `make_output` on the text of every file `*.ext` in `dir` and its subfolders, and compares.
///
/// A relative `dir` counts from the crate's own folder, where cargo runs its tests.
///
/// # Panics
///
/// If an output differs from its expected file, with all differences at once; if an expected file
/// is missing or has no input; if `make_output` panics; if there is no input at all.
pub fn run(dir: impl AsRef<Path>, ext: &str, make_output: impl Fn(&str) -> String) {
    run_cases(dir, ext, |case| make_output(&case.text));
}

/// As [`run`], for functions that need to know where the input lies.
///
/// # Panics
///
/// As [`run`].
pub fn run_cases(dir: impl AsRef<Path>, ext: &str, make_output: impl Fn(&Case) -> String) {
    let update = std::env::var_os(UPDATE).is_some_and(|value| !value.is_empty() && value != "0");
    let result = if update {
        bless(dir.as_ref(), ext, make_output).map(|changed| {
            for path in changed {
                // Seen with `--nocapture`; the files themselves show in the version control.
                eprintln!("written: {}", path.display());
            }
        })
    } else {
        compare(dir.as_ref(), ext, make_output).map(|_| ())
    };
    if let Err(report) = result {
        panic!("{report}");
    }
}

/// Compares every case and returns their number, or a report of everything that differs.
///
/// # Errors
///
/// The report, ready to be shown.
pub fn compare(dir: &Path, ext: &str, make_output: impl Fn(&Case) -> String) -> Result<usize, String> {
    let cases = cases(dir, ext)?;
    let mut report = String::new();
    let mut differing = 0;
    for case in &cases {
        if let Some(problem) = problem(case, ext, &make_output) {
            differing += 1;
            let _ = writeln!(report, "{}: {problem}", case.path.display());
        }
    }
    for path in strays(dir, ext, &cases)? {
        differing += 1;
        let _ = writeln!(report, "{}: there is no input of this name; delete the file", path.display());
    }
    if differing == 0 {
        return Ok(cases.len());
    }
    let _ =
        write!(report, "{differing} of {} differ; `{UPDATE}=1 cargo test` accepts what is new", cases.len());
    Err(report)
}

/// Writes the output of every case to its expected file and returns the files that changed.
///
/// # Errors
///
/// What could not be read, made or written.
pub fn bless(dir: &Path, ext: &str, make_output: impl Fn(&Case) -> String) -> Result<Vec<PathBuf>, String> {
    let mut changed = Vec::new();
    for case in cases(dir, ext)? {
        let output =
            output_of(&case, &make_output).map_err(|why| format!("{}: {why}", case.path.display()))?;
        let path = expected_path(&case.path, ext);
        if read(&path).ok().as_ref() != Some(&output) {
            std::fs::write(&path, &output).map_err(|err| format!("{}: {err}", path.display()))?;
            changed.push(path);
        }
    }
    Ok(changed)
}

fn problem(case: &Case, ext: &str, make_output: &impl Fn(&Case) -> String) -> Option<String> {
    let output = match output_of(case, make_output) {
        Ok(output) => output,
        Err(why) => return Some(why),
    };
    let expected = expected_path(&case.path, ext);
    match read(&expected) {
        Ok(text) if text == output => None,
        Ok(text) => Some(format!("output differs from {}\n{}", expected.display(), diff(&text, &output))),
        Err(err) => Some(format!("{err}\n{}", diff("", &output))),
    }
}

fn output_of(case: &Case, make_output: &impl Fn(&Case) -> String) -> Result<String, String> {
    catch_unwind(AssertUnwindSafe(|| make_output(case)))
        .map(|output| output.replace("\r\n", "\n"))
        .map_err(|panic| format!("panicked: {}", panic_text(&*panic)))
}

/// The message of a caught panic.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("(no message)")
}

/// All inputs below the folder, sorted by path.
fn cases(dir: &Path, ext: &str) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for path in files_below(dir)? {
        if path.extension().is_some_and(|found| found == ext) {
            let text = read(&path)?;
            cases.push(Case { path, text });
        }
    }
    if cases.is_empty() {
        return Err(format!("{}: no file `*.{ext}` is there, so nothing was tested", dir.display()));
    }
    Ok(cases)
}

/// Expected files that no input of any extension explains.
fn strays(dir: &Path, ext: &str, cases: &[Case]) -> Result<Vec<PathBuf>, String> {
    let expected_ext = expected_ext(ext);
    let is_expected = |path: &Path| path.extension().is_some_and(|found| found == expected_ext);
    let files = files_below(dir)?;
    let inputs: BTreeSet<PathBuf> =
        files.iter().filter(|path| !is_expected(path)).map(|path| path.with_extension("")).collect();
    let folders: BTreeSet<&Path> = cases.iter().filter_map(|case| case.path.parent()).collect();
    let stray = |path: &PathBuf| {
        is_expected(path)
            && path.parent().is_some_and(|folder| folders.contains(folder))
            && !inputs.contains(&path.with_extension(""))
    };
    Ok(files.into_iter().filter(stray).collect())
}

fn expected_path(input: &Path, ext: &str) -> PathBuf {
    input.with_extension(expected_ext(ext))
}

fn expected_ext(ext: &str) -> &'static str {
    if ext == "txt" { "expected" } else { "txt" }
}

fn files_below(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|err| format!("{}: {err}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|err| format!("{}: {err}", folder.display()))?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}

/// Line ends are made plain, so that a checkout with the other kind passes too.
fn read(path: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|err| format!("{}: {err}", path.display()))?;
    Ok(text.replace("\r\n", "\n"))
}

#[cfg(test)]
mod tests;
