//! Clashes between the names of one item.

use std::collections::HashMap;

use proc_macro2::Span;

use crate::context::Context;

/// The names of one scope.
#[derive(Default)]
pub struct Names {
    taken: HashMap<String, &'static str>,
}

impl Names {
    /// Takes a name; a second use of it is an error at its span.
    pub fn take(&mut self, name: &str, what: &'static str, span: Span, cx: &mut Context) {
        if let Some(other) = self.taken.insert(name.to_owned(), what) {
            cx.error(span, format!("there is already a {other} called `{name}`"));
        }
    }

    /// Takes aliases.
    pub fn take_all(&mut self, aliases: &[(String, Span)], what: &'static str, cx: &mut Context) {
        for (alias, span) in aliases {
            self.take(alias, what, *span, cx);
        }
    }
}
