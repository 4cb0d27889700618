//! Reading a command's arguments: all errors at once, unknown keys refused.

use onefold_diag::{Code, Diagnostic, Diagnostics, Place, nearest};
use onefold_reflect::AnyHandle;
use onefold_world::World;
use serde_json::{Map, Value as Json};

use crate::runtime::Runtime;

/// An argument is missing.
pub(super) const ARG_MISSING: Code = Code("arg_missing");
/// There is no such argument.
pub(super) const ARG_UNKNOWN: Code = Code("arg_unknown");
/// An argument has another type.
pub(super) const ARG_TYPE: Code = Code("arg_type");

/// The arguments of one command, and what is wrong with them.
pub(super) struct Arguments<'j> {
    object: Option<&'j Map<String, Json>>,
    pub(super) errors: Diagnostics,
}

impl<'j> Arguments<'j> {
    /// Takes an object whose keys are among `known`.
    pub(super) fn new(json: &'j Json, known: &[&str]) -> Self {
        let mut errors = Diagnostics::new();
        let object = json.as_object();
        if object.is_none() && !json.is_null() {
            errors.push(Diagnostic::error(ARG_TYPE, "the arguments are an object").got(json.to_string()));
        }
        for key in object.into_iter().flat_map(Map::keys).filter(|key| !known.contains(&key.as_str())) {
            let text = format!("there is no argument `{key}`");
            let found = Diagnostic::error(ARG_UNKNOWN, text).at(Place::path(pointer(key)));
            errors.push(found.suggest(nearest(key, known.iter().copied())));
        }
        Self { object, errors }
    }

    /// An argument as it is.
    pub(super) fn get(&self, key: &str) -> Option<&'j Json> {
        self.object?.get(key)
    }

    /// A text that may be missing.
    pub(super) fn text(&mut self, key: &str) -> Option<&'j str> {
        let value = self.get(key)?;
        let text = value.as_str();
        if text.is_none() {
            self.wrong(key, "a text", value);
        }
        text
    }

    /// A text that has to be there.
    pub(super) fn required_text(&mut self, key: &str) -> Option<&'j str> {
        if self.get(key).is_none() {
            let text = format!("the argument `{key}` is missing");
            self.errors.push(Diagnostic::error(ARG_MISSING, text).at(Place::path(pointer(key))));
        }
        self.text(key)
    }

    /// A list of texts that may be missing.
    pub(super) fn texts(&mut self, key: &str) -> Vec<String> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let texts: Option<Vec<String>> =
            value.as_array().and_then(|list| list.iter().map(|one| Some(one.as_str()?.to_owned())).collect());
        texts.unwrap_or_else(|| {
            self.wrong(key, "a list of texts", value);
            Vec::new()
        })
    }

    /// A count that may be missing.
    pub(super) fn count(&mut self, key: &str, default: u64) -> u64 {
        let Some(value) = self.get(key) else { return default };
        value.as_u64().unwrap_or_else(|| {
            self.wrong(key, "a count", value);
            default
        })
    }

    /// Says that an argument has another type.
    pub(super) fn wrong(&mut self, key: &str, expected: &str, value: &Json) {
        let text = format!("`{key}` is {expected}");
        self.errors
            .push(Diagnostic::error(ARG_TYPE, text).at(Place::path(pointer(key))).got(value.to_string()));
    }

    /// The entity an argument names by name, path or id.
    pub(super) fn entity(&mut self, runtime: &Runtime, key: &str) -> Option<AnyHandle> {
        let name = self.required_text(key)?;
        match World::of(runtime.edit_world()).find(name) {
            Ok(handle) => Some(handle),
            Err(found) => {
                self.errors.push(found.at(Place::path(pointer(key))));
                None
            }
        }
    }
}

/// JSON pointer of a key (RFC 6901).
pub(super) fn pointer(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}
