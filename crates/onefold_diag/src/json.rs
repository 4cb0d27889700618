//! The JSON form of a diagnostic.

use serde_json::{Map, Value, json};

use crate::diagnostic::{Diagnostic, Diagnostics, PatchOp, Place, Retry};

/// Most diagnostics that a JSON list holds; a count follows.
const LIST_LIMIT: usize = 50;

impl Diagnostic {
    /// The JSON form: an object with `code`, `severity`, `message`, `retry`, and what else is known of `op`, `at`,
    /// `file`, `line`, `column`, `end_line`, `end_column`, `entity`, `got`, `expected`, `suggestions`, `fix`, `notes`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut out = Map::new();
        out.insert("code".into(), self.code.0.into());
        out.insert("severity".into(), self.severity.name().into());
        put_place(&mut out, &self.place);
        out.insert("message".into(), self.message.clone().into());
        if let Some(got) = &self.got {
            out.insert("got".into(), got.clone().into());
        }
        if let Some(expected) = &self.expected {
            let mut object = Map::new();
            object.insert("type".into(), expected.kind.clone().into());
            if let Some(unit) = &expected.unit {
                object.insert("unit".into(), unit.clone().into());
            }
            if let Some((low, high)) = expected.range {
                object.insert("range".into(), json!([finite(low), finite(high)]));
            }
            if !expected.options.is_empty() {
                object.insert("options".into(), expected.options.clone().into());
            }
            out.insert("expected".into(), object.into());
        }
        if !self.suggestions.is_empty() {
            out.insert("suggestions".into(), self.suggestions.clone().into());
        }
        if !self.fix.is_empty() {
            out.insert("fix".into(), self.fix.iter().map(PatchOp::to_json).collect());
        }
        out.insert("retry".into(), self.retry.name().into());
        if let Retry::Wait(millis) = self.retry {
            out.insert("retry_after_ms".into(), millis.into());
        }
        if !self.notes.is_empty() {
            let notes = self.notes.iter().map(|note| {
                let mut object = Map::new();
                if let Some(place) = &note.place {
                    put_place(&mut object, place);
                }
                object.insert("message".into(), note.message.clone().into());
                Value::Object(object)
            });
            out.insert("notes".into(), notes.collect());
        }
        out.into()
    }
}

impl PatchOp {
    /// The step as RFC 6902 writes it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut out = Map::new();
        out.insert("op".into(), self.op.into());
        if let Some(from) = &self.from {
            out.insert("from".into(), from.clone().into());
        }
        out.insert("path".into(), self.path.clone().into());
        if let Some(value) = &self.value {
            out.insert("value".into(), value.clone());
        }
        out.into()
    }
}

impl Diagnostics {
    /// A JSON list of the first fifty; when there are more, a last element `{"more": count}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut list: Vec<Value> = self.iter().take(LIST_LIMIT).map(Diagnostic::to_json).collect();
        if self.len() > LIST_LIMIT {
            list.push(json!({ "more": self.len() - LIST_LIMIT }));
        }
        list.into()
    }
}

/// JSON has no infinities: an open bound is null.
fn finite(bound: f64) -> Value {
    if bound.is_finite() { bound.into() } else { Value::Null }
}

fn put_place(out: &mut Map<String, Value>, place: &Place) {
    if let Some(op) = place.op {
        out.insert("op".into(), op.into());
    }
    if let Some(path) = &place.path {
        out.insert("at".into(), path.clone().into());
    }
    if let Some(file) = &place.file {
        out.insert("file".into(), file.clone().into());
    }
    if let Some(start) = place.start {
        out.insert("line".into(), start.line.into());
        out.insert("column".into(), start.column.into());
    }
    if let Some(end) = place.end {
        out.insert("end_line".into(), end.line.into());
        out.insert("end_column".into(), end.column.into());
    }
    if let Some(entity) = &place.entity {
        out.insert("entity".into(), json!({ "id": entity.id, "name": entity.name }));
    }
}
