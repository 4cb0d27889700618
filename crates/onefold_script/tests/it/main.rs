//! Runs every script of the corpus and compares messages and output with what the script itself expects.

use std::fs;
use std::path::{Path, PathBuf};

use onefold_script::{BuildOptions, RunLimits, build_text, run_main};

/// What a script expects stands in a comment at its end that starts like this.
const MARK: &str = "/* expect\n";

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "as") {
            found.push(path);
        }
    }
}

/// Kind and line of each message, then what the script printed, then how it ended.
fn outcome(text: &str) -> String {
    let mut lines = Vec::new();
    let built = build_text("script.as", text, &BuildOptions::default());
    let messages = match &built {
        Ok(script) => &script.diagnostics,
        Err(messages) => messages,
    };
    for message in messages.iter() {
        let line = message.place.start.map_or(0, |start| start.line);
        let entry = format!("{} {line}", message.severity.name());
        if lines.last() != Some(&entry) {
            lines.push(entry);
        }
    }
    match built {
        Err(_) => lines.push("compile-failed".to_owned()),
        Ok(script) => {
            let report = run_main(&script, &RunLimits::default(), &mut |line| {
                lines.push(String::from_utf8_lossy(line).into_owned());
            });
            lines.push(report.last_line());
        }
    }
    lines.join("\n")
}

#[test]
fn corpus_gives_what_it_expects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/script");
    let mut found = Vec::new();
    scripts(&folder, &mut found);
    assert!(found.len() > 10, "the corpus is missing");
    let is_update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    for path in found {
        let text = fs::read_to_string(&path).unwrap();
        let (program, expected) = text.split_once(MARK).unwrap_or((&text, ""));
        let actual = outcome(program);
        if expected.trim_end().trim_end_matches("*/").trim_end() == actual.trim_end() {
            continue;
        }
        if is_update {
            let program = program.trim_end();
            fs::write(&path, format!("{program}\n{MARK}{actual}\n*/\n")).unwrap();
        } else {
            wrong.push(format!("{}:\nexpected\n{expected}\nactual\n{actual}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn messages_name_file_line_and_column() {
    let built = build_text("a.as", "void main() {\n  int a = nope;\n}", &BuildOptions::default());
    let messages = built.unwrap_err();
    let lines: Vec<String> = messages.iter().map(onefold_script::message_line).collect();
    assert_eq!(lines, ["a.as(2,11): ERROR: there is no variable `nope` here"]);
}

#[test]
fn endless_loops_and_recursion_end() {
    for text in ["void main() { while (true) {} }", "void f() { f(); } void main() { f(); }"] {
        let script = build_text("a.as", text, &BuildOptions::default()).unwrap();
        let limits = RunLimits { fuel: 1_000_000, ..RunLimits::default() };
        let report = run_main(&script, &limits, &mut |_| {});
        assert_ne!(report.exit_code(), 0, "{text}");
    }
}
