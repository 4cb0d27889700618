//! What one expansion carries along: the paths it writes, the errors it found, and the spans behind them.

use onefold_attributes::{Named, SpanId, check_clashes};
use onefold_diag::{Diagnostic, Diagnostics, nearest};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// Path of the crate that the generated code names, before `crate = …` redirects it.
const REFLECT: &str = "::onefold_reflect";

/// One expansion.
pub struct Context {
    /// Path of `onefold_reflect` in generated code.
    pub krate: TokenStream,
    spans: Vec<Span>,
    errors: Vec<syn::Error>,
}

impl Context {
    pub fn new() -> Self {
        let krate = REFLECT.parse().unwrap_or_else(|_| quote!(onefold_reflect));
        Self { krate, spans: Vec::new(), errors: Vec::new() }
    }

    /// Remembers a span; diagnostics of the attribute checks carry the id back.
    pub fn span_id(&mut self, span: Span) -> SpanId {
        self.spans.push(span);
        (self.spans.len() - 1) as SpanId
    }

    /// The span of an id.
    pub fn span(&self, id: SpanId) -> Span {
        self.spans.get(id as usize).copied().unwrap_or_else(Span::call_site)
    }

    /// Notes an error at a span.
    pub fn error(&mut self, span: Span, text: impl std::fmt::Display) {
        self.errors.push(syn::Error::new(span, text));
    }

    /// Notes an error of the parser.
    pub fn syn_error(&mut self, error: syn::Error) {
        self.errors.push(error);
    }

    /// Notes an unknown name together with the nearest known ones.
    pub fn unknown<'n>(
        &mut self,
        span: Span,
        text: String,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let near = nearest(name, known);
        self.error(span, text + &did_you_mean(&near));
    }

    /// Notes everything an attribute check found; `fallback` stands in where a diagnostic has no place.
    pub fn diagnostics(&mut self, found: Diagnostics, fallback: Span) {
        for one in found {
            let at = one.place.span.and_then(|span| self.spans.get(span.start as usize)).copied();
            self.error(at.unwrap_or(fallback), text_of(&one));
        }
    }

    /// Notes every name that stands for two items of one scope.
    pub fn clashes(&mut self, scope: &[Named<'_>]) {
        self.diagnostics(check_clashes(scope), Span::call_site());
    }

    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// All errors as `compile_error!` calls at their places.
    pub fn into_errors(self) -> TokenStream {
        self.errors.iter().map(syn::Error::to_compile_error).collect()
    }
}

fn text_of(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone() + &did_you_mean(&diagnostic.suggestions);
    for note in &diagnostic.notes {
        text.push_str("\nnote: ");
        text.push_str(&note.message);
    }
    text
}

fn did_you_mean(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("; did you mean `{one}`?"),
        many => format!("; did you mean one of `{}`?", many.join("`, `")),
    }
}
