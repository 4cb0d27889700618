//! `onefold convert`: scenes from one form into another.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use onefold_format::save_atomic;
use onefold_world::{load_scene, write_scene};

use crate::output::say;
use crate::scenes::{empty_world, form_of, read};

/// Arguments of `onefold convert`.
#[derive(clap::Args)]
pub struct Options {
    /// The scene to read: .json, .xml or .ofb
    input: PathBuf,
    /// The scene to write: .json, .xml or .ofb
    output: PathBuf,
}

/// What the verb came to.
pub enum Outcome {
    /// The file is written.
    Done,
    /// The input is wrong; nothing is written.
    Wrong,
    /// The names do not say which forms are meant.
    Usage,
}

/// Runs the verb.
pub fn run(options: &Options) -> Result<Outcome> {
    let known = "the end of its name is .json, .xml or .ofb";
    for file in [&options.input, &options.output] {
        if form_of(file).is_none() {
            eprintln!("onefold: {}: what form is meant? {known}", file.display());
            return Ok(Outcome::Usage);
        }
    }
    let Some(form) = form_of(&options.output) else { return Ok(Outcome::Usage) };
    let mut cx = empty_world()?;
    let bytes = read(&options.input)?;
    let report = match load_scene(&mut cx, &bytes, &options.input.display().to_string()) {
        Ok(report) => report,
        Err(wrong) => {
            eprintln!("{wrong}");
            return Ok(Outcome::Wrong);
        }
    };
    for kept in report.kept.iter() {
        eprintln!("{kept}");
    }
    save_atomic(&options.output, &write_scene(&cx, form))
        .with_context(|| format!("cannot write {}", options.output.display()))?;
    let kept = match report.kept.len() {
        0 => String::new(),
        count => format!(", {count} things kept as they stood"),
    };
    say!("{}: {} entities{kept}", options.output.display(), report.created);
    Ok(Outcome::Done)
}
