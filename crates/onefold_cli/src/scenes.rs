//! Scene files as verbs take them.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use onefold_reflect::Cx;
use onefold_world::{SceneForm, World};

/// Largest file that is read.
const FILE_LIMIT: u64 = 256 << 20;

/// An island with an empty world of the engine's classes.
pub fn empty_world() -> Result<Cx> {
    let mut cx = Cx::new(onefold_engine::registry()?);
    World::install(&mut cx);
    Ok(cx)
}

/// The form that a file's name asks for; none when its end stands for no form.
pub fn form_of(file: &Path) -> Option<SceneForm> {
    file.extension().and_then(|extension| extension.to_str()).and_then(SceneForm::of_extension)
}

/// The bytes of a file.
pub fn read(file: &Path) -> Result<Vec<u8>> {
    let what = || format!("cannot read {}", file.display());
    let len = fs::metadata(file).with_context(what)?.len();
    if len > FILE_LIMIT {
        anyhow::bail!("{} is larger than {} MiB", file.display(), FILE_LIMIT >> 20);
    }
    fs::read(file).with_context(what)
}
