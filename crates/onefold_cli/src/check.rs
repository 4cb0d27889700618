//! `onefold check`: everything that is wrong with scenes and scripts.

use std::path::{Path, PathBuf};

use anyhow::Result;
use onefold_api::Api;
use onefold_diag::{Code, Diagnostic, Diagnostics, Place, Severity, Source};
use onefold_script::{bind_all, build_hosted};
use onefold_world::load_scene;
use serde_json::Value as Json;

use crate::output::say;
use crate::scenes::{empty_world, form_of, read};

/// The name of a file does not say what it is.
const FILE_KIND: Code = Code("file_kind");
/// The bytes are no text.
const NOT_UTF8: Code = onefold_format::NOT_UTF8;

/// Arguments of `onefold check`.
#[derive(clap::Args)]
pub struct Options {
    /// Scenes (.json, .xml, .ofb) and scripts (.as)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Answer in JSON: a list of everything that is wrong
    #[arg(long)]
    json: bool,
}

/// Runs the verb; false when something is wrong.
pub fn run(options: &Options) -> Result<bool> {
    let mut all = Vec::new();
    let mut fine = true;
    for file in &options.files {
        let found = check(file)?;
        fine &= !found.has_errors();
        if options.json {
            all.extend(found.to_json().as_array().cloned().unwrap_or_default());
        } else {
            for one in &found {
                say!("{one}");
            }
            let errors = found.iter().filter(|one| one.is_error()).count();
            match errors {
                0 => say!("{}: fine", file.display()),
                1 => say!("{}: 1 error", file.display()),
                many => say!("{}: {many} errors", file.display()),
            }
        }
    }
    if options.json {
        say!("{}", serde_json::to_string_pretty(&Json::from(all))?);
    }
    Ok(fine)
}

fn check(file: &Path) -> Result<Diagnostics> {
    let name = file.display().to_string();
    let is_script = file.extension().is_some_and(|extension| extension == "as");
    if !is_script && form_of(file).is_none() {
        let text = "a scene ends in .json, .xml or .ofb, a script in .as";
        return Ok(Diagnostic::error(FILE_KIND, text).at(Place::file(name, None)).into());
    }
    let bytes = read(file)?;
    if is_script {
        return check_script(bytes, name);
    }
    let mut cx = empty_world()?;
    let found = match load_scene(&mut cx, &bytes, &name) {
        Ok(report) => report.kept,
        Err(wrong) => wrong,
    };
    // What a load would keep and carry on with is an error to somebody who asks.
    let strictly = |mut one: Diagnostic| {
        one.severity = Severity::Error;
        one
    };
    Ok(found.into_iter().map(strictly).collect())
}

fn check_script(bytes: Vec<u8>, name: String) -> Result<Diagnostics> {
    let Ok(text) = String::from_utf8(bytes) else {
        return Ok(Diagnostic::error(NOT_UTF8, "the script is no UTF-8 text")
            .at(Place::file(name, None))
            .into());
    };
    let registry = onefold_engine::registry()?;
    let bind = bind_all(&Api::new(registry.clone()));
    Ok(build_hosted(&[Source::new(name, text)], "", &bind.symbols, &registry).err().unwrap_or_default())
}
