//! Conditions over sibling members, as `show_if` and `enable_if` hold them.
//!
//! ```text
//! condition  = all { "||" all }
//! all        = term { "&&" term }
//! term       = "!" term | "(" condition ")" | member [ op value ]
//! op         = "==" | "!=" | "<" | "<=" | ">" | ">="
//! value      = number | text | "true" | "false" | "null" | enum value | member
//! ```
//!
//! A member alone is a switch. An enum value may carry the name of its enum (`LightType::Spot`).

mod eval;
mod parse;

use onefold_diag::{Diagnostics, Span, nearest};

use crate::context::Siblings;
use crate::diagnostics;

pub use eval::CondValue;

/// What a member can be compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FieldKind {
    /// A switch.
    Bool,
    /// An integer or a float.
    Number,
    /// A text.
    Text,
    /// An enum, with the names of its values and their aliases; empty when they are not known.
    Enum(Vec<String>),
    /// A reference that may be null.
    Handle,
    /// Nothing that a condition can read.
    Other,
    /// Cannot be told yet: nothing is refused for its kind.
    #[default]
    Unknown,
}

/// A parsed condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// One of them holds.
    Any(Vec<Condition>),
    /// All of them hold.
    All(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// The member is on.
    Flag(Word),
    /// The member compares so with the value.
    Compare(Word, CompareOp, Operand),
}

/// A name in a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As written.
    pub text: String,
    /// Where in the text of the condition.
    pub span: Span,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the operator of that name")]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl CompareOp {
    /// How it is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }

    const fn orders(self) -> bool {
        !matches!(self, Self::Equal | Self::NotEqual)
    }
}

/// What a member is compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// The value.
    pub value: Literal,
    /// Where in the text of the condition.
    pub span: Span,
}

/// A written value.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A quoted text.
    Text(String),
    /// No object.
    Null,
    /// Beside an enum the name of a value, else another member.
    Word(String),
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// What is wrong with its grammar, with spans into `text`.
    pub fn parse(text: &str) -> Result<Self, Diagnostics> {
        parse::parse(text)
    }

    /// The members it asks for, each once, in order. Words after an operator are not among them: whether such a word
    /// is a member depends on what it is compared with.
    #[must_use]
    pub fn fields(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.each_test(&mut |word, _| {
            if !names.contains(&word.text.as_str()) {
                names.push(word.text.as_str());
            }
        });
        names
    }

    /// Compares it with the members there are: names, and what can be compared with what.
    #[must_use]
    pub fn check(&self, siblings: Siblings<'_>) -> Diagnostics {
        let mut found = Diagnostics::new();
        self.each_test(&mut |word, compared| check_test(word, compared, siblings, &mut found));
        found
    }

    fn each_test<'c>(&'c self, visit: &mut dyn FnMut(&'c Word, Option<(CompareOp, &'c Operand)>)) {
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().for_each(|part| part.each_test(visit)),
            Self::Not(part) => part.each_test(visit),
            Self::Flag(word) => visit(word, None),
            Self::Compare(word, op, operand) => visit(word, Some((*op, operand))),
        }
    }
}

fn kind_of<'s>(name: &str, siblings: Siblings<'s>) -> Option<&'s FieldKind> {
    siblings.known.iter().find(|one| one.name == name).map(|one| &one.kind)
}

fn member_unknown(name: &str, span: Span, siblings: Siblings<'_>, found: &mut Diagnostics) {
    // A base may declare it; the registry checks again when all is known.
    if siblings.complete {
        let near = nearest(name, siblings.known.iter().map(|one| one.name));
        found.push(diagnostics::condition_member(name, near, span));
    }
}

fn check_test(
    word: &Word,
    compared: Option<(CompareOp, &Operand)>,
    siblings: Siblings<'_>,
    found: &mut Diagnostics,
) {
    let Some(kind) = kind_of(&word.text, siblings) else {
        member_unknown(&word.text, word.span, siblings, found);
        return;
    };
    let mut refuse = |span, message| found.push(diagnostics::condition_value(message, span));
    let name = &word.text;
    let Some((op, operand)) = compared else {
        if !matches!(kind, FieldKind::Bool | FieldKind::Unknown) {
            refuse(
                word.span,
                format!("`{name}` is {}, not a switch: compare it with a value", kind_text(kind)),
            );
        }
        return;
    };
    if *kind == FieldKind::Other {
        refuse(word.span, format!("`{name}` has no value that a condition can read"));
        return;
    }
    if op.orders() && !matches!(kind, FieldKind::Number | FieldKind::Unknown) {
        let message = format!("`{}` orders numbers; `{name}` is {}", op.text(), kind_text(kind));
        refuse(operand.span, message);
        return;
    }
    check_operand(word, kind, operand, siblings, found);
}

fn check_operand(
    word: &Word,
    kind: &FieldKind,
    operand: &Operand,
    siblings: Siblings<'_>,
    found: &mut Diagnostics,
) {
    let Literal::Word(value) = &operand.value else {
        if !literal_fits(kind, &operand.value) {
            let message =
                format!("`{}` is {}; this is {}", word.text, kind_text(kind), literal_text(&operand.value));
            found.push(diagnostics::condition_value(message, operand.span));
        }
        return;
    };
    let other = kind_of(value, siblings);
    match (kind, other) {
        (FieldKind::Enum(names), _) if names.is_empty() || names.iter().any(|name| name == last(value)) => {}
        (_, Some(other)) if same_kind(kind, other) => {}
        (FieldKind::Enum(names), None) => {
            let near = nearest(last(value), names.iter().map(String::as_str));
            let message = format!("`{}` has no value `{value}`", word.text);
            found.push(diagnostics::condition_value(message, operand.span).suggest(near));
        }
        (_, Some(other)) => {
            let message =
                format!("`{}` is {}; `{value}` is {}", word.text, kind_text(kind), kind_text(other));
            found.push(diagnostics::condition_value(message, operand.span));
        }
        // It may be a value of an enum that is not known here.
        (FieldKind::Unknown, None) => {}
        (_, None) => member_unknown(value, operand.span, siblings, found),
    }
}

/// The value in `LightType::Spot`.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn same_kind(a: &FieldKind, b: &FieldKind) -> bool {
    *a == FieldKind::Unknown
        || *b == FieldKind::Unknown
        || (std::mem::discriminant(a) == std::mem::discriminant(b) && *a != FieldKind::Other)
}

fn literal_fits(kind: &FieldKind, literal: &Literal) -> bool {
    match kind {
        FieldKind::Bool => matches!(literal, Literal::Bool(_)),
        FieldKind::Number => matches!(literal, Literal::Int(_) | Literal::Float(_)),
        FieldKind::Text => matches!(literal, Literal::Text(_)),
        FieldKind::Enum(_) | FieldKind::Other => false,
        FieldKind::Handle => *literal == Literal::Null,
        FieldKind::Unknown => true,
    }
}

fn kind_text(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Bool => "a switch",
        FieldKind::Number => "a number",
        FieldKind::Text => "a text",
        FieldKind::Enum(_) => "an enum",
        FieldKind::Handle => "a reference",
        FieldKind::Other | FieldKind::Unknown => "of another kind",
    }
}

fn literal_text(literal: &Literal) -> &'static str {
    match literal {
        Literal::Bool(_) => "`true` or `false`",
        Literal::Int(_) | Literal::Float(_) => "a number",
        Literal::Text(_) => "a text",
        Literal::Null => "`null`",
        Literal::Word(_) => "a name",
    }
}

#[cfg(test)]
mod tests;
