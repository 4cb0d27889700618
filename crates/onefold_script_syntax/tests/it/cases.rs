//! Inputs in `tests/cases` with what is expected of them; `UPDATE_EXPECT=1` writes the expectations anew.
//!
//! A first line `// level: 2.35` chooses the level of the language. Files in `err` hold several texts, each after a
//! line `//=== N` or `//=== -`: the reference library refuses the text, with its first message in line N of it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use onefold_diag::{Source, SourceMap};
use onefold_script_syntax::{Level, Options, Parsed, ToolVersion, dump, format, parse};

pub(crate) fn options_of(text: &str) -> Options {
    Options {
        level: if text.starts_with("// level: 2.35") { Level::V235 } else { Level::V239 },
        defined: vec!["DEFINED".into()],
        version: ToolVersion([3, 5, 0, 12]),
        ..Options::default()
    }
}

/// The scripts of a folder in `tests/cases`, in order of name.
pub(crate) fn scripts(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "as"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn parse_named(name: &str, text: &str, options: &Options) -> (Parsed, SourceMap) {
    let mut sources = SourceMap::new();
    let file = sources.add(Source::new(name, text));
    (parse(text, file, options), sources)
}

#[test]
fn right_texts_give_their_trees() {
    for (path, text) in scripts("ok") {
        let (parsed, sources) = parse_named("script", &text, &options_of(&text));
        let mut found = dump(&parsed.tree);
        for message in &parsed.diagnostics {
            assert!(!message.is_error(), "{}: {}", path.display(), message.clone().resolve(&sources));
            let _ = writeln!(found, "{}", message.clone().resolve(&sources));
        }
        let section = &parsed.tree.sections[0];
        for include in &section.includes {
            let _ = writeln!(found, "include {:?}", include.name);
        }
        for pragma in &section.pragmas {
            let _ = writeln!(found, "pragma {:?}", sources.text(pragma.text));
        }
        expect_file![path.with_extension("txt")].assert_eq(&found);
    }
}

#[test]
fn wrong_texts_give_their_messages() {
    for (path, text) in scripts("err") {
        let options = options_of(&text);
        let mut found = String::new();
        for (number, (head, text)) in texts(&text).into_iter().enumerate() {
            let (parsed, sources) = parse_named("script", &text, &options);
            let messages: Vec<_> =
                parsed.diagnostics.iter().map(|one| one.clone().resolve(&sources)).collect();
            let _ = writeln!(found, "{}. {}", number + 1, text.lines().next().unwrap_or("").trim());
            for message in &messages {
                let _ = writeln!(found, "    {}", message.to_text().replace('\n', "\n    "));
            }
            let first = messages.iter().find(|message| message.is_error());
            let line = first.map(|first| first.place.start.unwrap().line);
            assert!(line.is_some(), "{}: no error in text {}:\n{text}", path.display(), number + 1);
            if let Ok(reference) = head.parse::<u32>() {
                assert_eq!(line, Some(reference), "{}: text {}:\n{text}", path.display(), number + 1);
            }
        }
        expect_file![path.with_extension("txt")].assert_eq(&found);
    }
}

/// The texts of a file with what follows their `//===`.
fn texts(file: &str) -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> = Vec::new();
    for line in file.split_inclusive('\n') {
        if let Some(head) = line.strip_prefix("//=== ") {
            texts.push((head.trim().to_owned(), String::new()));
        } else if let Some((_, text)) = texts.last_mut() {
            text.push_str(line);
        }
    }
    for (_, text) in &mut texts {
        text.truncate(text.trim_end_matches('\n').len());
    }
    texts
}

#[test]
fn layouts_are_as_shown() {
    for (path, text) in scripts("format") {
        expect_file![path.with_extension("txt")].assert_eq(&format(&text));
    }
}
