//! Scenes: `{ "world": {…}, "entities": [ { "type", "name", "id", "members", "children" } ] }`, as JSON, XML or cooked.
//!
//! A load keeps what it does not understand (unknown classes, unknown members and keys, values that do not fit,
//! references to nothing) verbatim, warns, and a save writes it back where it stood.

mod cooked;
mod read;
mod write;

use onefold_diag::{Code, Diagnostic, Diagnostics, Place, Severity};
use onefold_format::{Node, NodeEntry, ReadOptions, parse_json_document, parse_xml_document};
use onefold_reflect::{AnyHandle, Cx, fnv1a64};

pub use read::load_document;
pub use write::{entities_text, entity_text, save_cooked, save_scene, save_xml};

/// The text is no scene.
pub const SCENE_INVALID: Code = Code("scene_invalid");

/// How deep entities may be nested.
pub(crate) const DEPTH_LIMIT: usize = 100;
/// Greatest number of an id: what JSON readers keep exactly.
pub(crate) const GREATEST_ID: u64 = 1 << 53;

/// What a load did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneReport {
    /// Entities made.
    pub created: usize,
    /// Everything that was kept without being understood, as warnings.
    pub kept: Diagnostics,
}

/// What a scene said of an entity (or of itself) and nothing here knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptNodes {
    /// Keys that are not known.
    pub(crate) keys: Vec<NodeEntry<'static>>,
    /// Entities that could not be made, with how many that could stood before each.
    pub(crate) entities: Vec<(usize, Node<'static>)>,
}

/// The form of a scene file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneForm {
    /// `.json`
    Json,
    /// `.xml`
    Xml,
    /// `.ofb`
    Cooked,
}

impl SceneForm {
    /// The form that the end of a file's name stands for.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "xml" => Some(Self::Xml),
            "ofb" => Some(Self::Cooked),
            _ => None,
        }
    }

    /// The form that bytes look like.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let first =
            bytes.iter().find(|byte| !byte.is_ascii_whitespace() && !matches!(byte, 0xef | 0xbb | 0xbf));
        match first {
            Some(b'<') => Self::Xml,
            Some(b'O') => Self::Cooked,
            _ => Self::Json,
        }
    }
}

/// Replaces what is in the world by a scene, whatever its form.
///
/// # Errors
/// Bytes that are no JSON, XML or cooked file, or no scene; then the world is as it was.
pub fn load_scene(cx: &mut Cx, input: impl AsRef<[u8]>, file: &str) -> Result<SceneReport, Diagnostics> {
    let input = input.as_ref();
    let options = ReadOptions::lenient().file(file);
    match SceneForm::of_bytes(input) {
        SceneForm::Json => load_document(cx, &parse_json_document(input, &options)?, file),
        SceneForm::Xml => load_document(cx, &parse_xml_document(input, &options)?, file),
        SceneForm::Cooked => cooked::load(cx, input, &options),
    }
}

/// The world as a file of a form.
#[must_use]
pub fn write_scene(cx: &Cx, form: SceneForm) -> Vec<u8> {
    match form {
        SceneForm::Json => save_scene(cx).into_bytes(),
        SceneForm::Xml => save_xml(cx).into_bytes(),
        SceneForm::Cooked => save_cooked(cx),
    }
}

/// Hash of what a file would hold, every saved member included: equal worlds have equal hashes, in every process.
#[must_use]
pub fn state_hash(cx: &Cx) -> u64 {
    fnv1a64(write::scene_text(cx, true, false).as_bytes())
}

/// Puts entities back as a scene file holds them, at a place among the children of a parent or at the top: how a
/// removal is undone. What is not understood is kept.
///
/// # Errors
/// The text is no list of entities, or the parent is gone; then nothing has changed.
pub fn restore_entities(
    cx: &mut Cx,
    text: &str,
    parent: Option<AnyHandle>,
    at: usize,
) -> Result<SceneReport, Diagnostics> {
    read::restore(cx, text, parent, at)
}

pub(crate) fn as_warning(mut one: Diagnostic) -> Diagnostic {
    one.severity = Severity::Warning;
    one
}

pub(crate) fn invalid(text: &str, place: Place) -> Diagnostics {
    Diagnostic::error(SCENE_INVALID, text).at(place).into()
}
