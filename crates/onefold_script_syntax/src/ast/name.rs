//! Names and paths.

use onefold_diag::Span;

use super::{List, Type};
use crate::symbol::Symbol;

/// An identifier at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// Which identifier; [`Symbol::MISSING`] where a syntax error left none.
    pub symbol: Symbol,
    /// Where it stands.
    pub span: Span,
}

/// A possibly scoped name with possible template arguments: `x`, `::a::b`, `array<int>`, `f<T>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// From the first `::` or name to the closing `>` or the last name.
    pub span: Span,
    /// True when it starts with `::`, that is, at the global namespace.
    pub is_absolute: bool,
    /// The names before the last, outermost first.
    pub scope: List<ScopeSegment>,
    /// The last name.
    pub name: Name,
    /// The template arguments of the last name.
    pub args: List<Type>,
}

/// One name before a `::`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScopeSegment {
    /// The name.
    pub name: Name,
    /// Template arguments, as in `array<int>::less`.
    pub args: List<Type>,
}
