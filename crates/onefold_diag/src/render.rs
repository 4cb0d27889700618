//! The text form of a diagnostic, with and without a source excerpt.

use std::fmt::Write as _;

use crate::diagnostic::{Diagnostic, Place};
use crate::source::{SourceMap, Span};

impl Diagnostic {
    /// One line that says where, what, what was found and expected, and the nearest names; notes on lines of their own.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        push_place(&mut out, &self.place);
        let _ = write!(out, "{}: {}", self.severity.name(), self.message);
        if let Some(got) = &self.got {
            let _ = write!(out, "; got {got}");
        }
        if let Some(expected) = &self.expected {
            let _ = write!(out, "; expected {}", expected.kind);
            if let Some((low, high)) = expected.range {
                let _ = write!(out, " in {}", range_text(low, high));
            }
            if let Some(unit) = &expected.unit {
                let _ = write!(out, " ({unit})");
            }
            if !expected.options.is_empty() {
                let _ = write!(out, ", one of {}", quoted(&expected.options));
            }
        }
        if !self.suggestions.is_empty() {
            let _ = write!(out, "; did you mean {}?", quoted(&self.suggestions));
        }
        let _ = write!(out, " [{}]", self.code.0);
        for note in &self.notes {
            out.push_str("\n  note: ");
            if let Some(place) = &note.place {
                push_place(&mut out, place);
            }
            out.push_str(&note.message);
        }
        out
    }

    /// The form for people: headline, source excerpt with the place underlined, then notes and nearest names.
    #[must_use]
    pub fn to_excerpt(&self, sources: &SourceMap) -> String {
        let mut out = format!("{}[{}]: {}\n", self.severity.name(), self.code.0, self.message);
        if let Some(span) = self.place.span {
            push_excerpt(&mut out, sources, span);
        } else {
            let mut place = String::new();
            push_place(&mut place, &self.place);
            if !place.is_empty() {
                let _ = writeln!(out, " --> {}", place.trim_end_matches([':', ' ']));
            }
        }
        if let Some(got) = &self.got {
            let _ = writeln!(out, "  = found: {got}");
        }
        if let Some(expected) = &self.expected {
            let _ = writeln!(out, "  = expected: {}", expected.kind);
        }
        for note in &self.notes {
            let _ = writeln!(out, "  = note: {}", note.message);
            if let Some(span) = note.place.as_ref().and_then(|place| place.span) {
                push_excerpt(&mut out, sources, span);
            }
        }
        if !self.suggestions.is_empty() {
            let _ = writeln!(out, "  = help: did you mean {}?", quoted(&self.suggestions));
        }
        out
    }
}

fn push_place(out: &mut String, place: &Place) {
    let mut parts: Vec<String> = Vec::new();
    match (&place.file, place.start) {
        (Some(file), Some(start)) => parts.push(format!("{file}:{}:{}", start.line, start.column)),
        (Some(file), None) => parts.push(file.clone()),
        (None, Some(start)) => parts.push(format!("{}:{}", start.line, start.column)),
        (None, None) => {}
    }
    if let Some(op) = place.op {
        parts.push(format!("op {op}"));
    }
    if let Some(entity) = &place.entity {
        parts.push(format!("{} ({})", entity.name, entity.id));
    }
    if let Some(path) = &place.path {
        parts.push(path.clone());
    }
    if !parts.is_empty() {
        out.push_str(&parts.join(": "));
        out.push_str(": ");
    }
}

fn push_excerpt(out: &mut String, sources: &SourceMap, span: Span) {
    let Some(source) = sources.get(span.file) else { return };
    let (start, end) = (source.line_col(span.start), source.line_col(span.end));
    let width = start.line.to_string().len();
    let pad = " ".repeat(width);
    let line = source.line(start.line).replace('\t', " ");
    let length = if end.line == start.line {
        end.column.saturating_sub(start.column).max(1) as usize
    } else {
        line.chars().count().saturating_sub(start.column as usize - 1).max(1)
    };
    let marks = "^".repeat(length);
    let _ = writeln!(out, "{pad}--> {}:{}:{}", source.name(), start.line, start.column);
    let _ = writeln!(out, "{pad} |");
    let _ = writeln!(out, "{} | {line}", start.line);
    let _ = writeln!(out, "{pad} | {}{marks}", " ".repeat(start.column as usize - 1));
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn range_text(low: f64, high: f64) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{low} to {high}"),
        (true, false) => format!("{low} and above"),
        (false, true) => format!("up to {high}"),
        (false, false) => "any number".to_owned(),
    }
}
