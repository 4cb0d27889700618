//! Spans, sources and the one error shape of Onefold, with its text and JSON forms.
//!
//! Every room reports what is wrong with a [`Diagnostic`]: a stable code, a place, one sentence,
//! what was found, what was expected, the nearest valid names, a fix where one is sure, and what to
//! do next. People read its [text form](Diagnostic::to_text), programs its [JSON form](Diagnostic::to_json).
//!
//! ```
//! use onefold_diag::{nearest, Code, Diagnostic, Place};
//!
//! const MEMBER_UNKNOWN: Code = Code("member_unknown");
//! let names = ["intensity", "radius"];
//! let found = Diagnostic::error(MEMBER_UNKNOWN, "LightEntity has no member `intensty`")
//!     .at(Place::path("members.intensty"))
//!     .suggest(nearest("intensty", names));
//! assert_eq!(found.suggestions, ["intensity"]);
//! assert!(found.to_text().contains("did you mean `intensity`?"));
//! ```
//!
//! Does not: print, log, read files, or decide what to do about an error.
#![forbid(unsafe_code)]

mod diagnostic;
mod json;
mod nearest;
mod render;
mod source;

pub use diagnostic::{
    Code, Diagnostic, DiagnosticParts, Diagnostics, EntityRef, Expected, Note, PatchOp, Place, Retry,
    Severity,
};
pub use nearest::{edit_distance, nearest};
pub use source::{FileId, LineCol, Source, SourceMap, Span};

#[cfg(test)]
mod tests;
