//! What a condition gives for the present values.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::{CompareOp, Condition, Literal, last};

/// The present value of a member.
#[derive(Clone, Debug, PartialEq)]
pub enum CondValue<'a> {
    /// A switch.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A text.
    Text(Cow<'a, str>),
    /// A value of an enum by its names: the canonical one, then its aliases.
    Enum(Vec<&'a str>),
    /// A reference to nothing.
    Null,
    /// A reference to an object, by a number that tells objects apart.
    Object(u64),
}

impl Condition {
    /// True when it holds for the values that `value_of` gives by member name; none when a value that decides it is
    /// missing or cannot be compared.
    #[must_use]
    pub fn eval<'v>(&self, value_of: &dyn Fn(&str) -> Option<CondValue<'v>>) -> Option<bool> {
        match self {
            Self::Any(parts) => decide(parts, true, value_of),
            Self::All(parts) => decide(parts, false, value_of),
            Self::Not(part) => part.eval(value_of).map(|holds| !holds),
            Self::Flag(word) => match value_of(&word.text)? {
                CondValue::Bool(on) => Some(on),
                _ => None,
            },
            Self::Compare(word, op, operand) => {
                compare(&value_of(&word.text)?, *op, &operand.value, value_of)
            }
        }
    }
}

/// `decisive` as soon as one part is; its opposite when all are; else unknown.
fn decide<'v>(
    parts: &[Condition],
    decisive: bool,
    value_of: &dyn Fn(&str) -> Option<CondValue<'v>>,
) -> Option<bool> {
    let mut all_known = true;
    for part in parts {
        match part.eval(value_of) {
            Some(holds) if holds == decisive => return Some(decisive),
            Some(_) => {}
            None => all_known = false,
        }
    }
    all_known.then_some(!decisive)
}

fn compare<'v>(
    left: &CondValue<'v>,
    op: CompareOp,
    right: &Literal,
    value_of: &dyn Fn(&str) -> Option<CondValue<'v>>,
) -> Option<bool> {
    let right = match right {
        Literal::Bool(value) => CondValue::Bool(*value),
        Literal::Int(value) => CondValue::Int((*value).into()),
        Literal::Float(value) => CondValue::Float(*value),
        Literal::Text(text) => CondValue::Text(text.clone().into()),
        Literal::Null => CondValue::Null,
        Literal::Word(word) => match (left, value_of(word)) {
            (CondValue::Enum(names), _) if names.contains(&last(word)) => return equality(op, true),
            (CondValue::Enum(_), Some(other @ CondValue::Enum(_))) => other,
            (CondValue::Enum(_), _) => return equality(op, false),
            (_, other) => other?,
        },
    };
    match (left, &right) {
        (CondValue::Bool(a), CondValue::Bool(b)) => equality(op, a == b),
        (CondValue::Text(a), CondValue::Text(b)) => equality(op, a == b),
        (CondValue::Enum(a), CondValue::Enum(b)) => equality(op, a.first() == b.first()),
        (CondValue::Null | CondValue::Object(_), CondValue::Null | CondValue::Object(_)) => {
            equality(op, *left == right)
        }
        (CondValue::Int(a), CondValue::Int(b)) => Some(order(op, Some(a.cmp(b)))),
        _ => Some(order(op, number(left)?.partial_cmp(&number(&right)?))),
    }
}

fn number(value: &CondValue<'_>) -> Option<f64> {
    match value {
        CondValue::Int(value) => Some(*value as f64),
        CondValue::Float(value) => Some(*value),
        _ => None,
    }
}

fn equality(op: CompareOp, equal: bool) -> Option<bool> {
    match op {
        CompareOp::Equal => Some(equal),
        CompareOp::NotEqual => Some(!equal),
        _ => None,
    }
}

/// NaN is unequal to everything and before or after nothing.
fn order(op: CompareOp, ordering: Option<Ordering>) -> bool {
    match op {
        CompareOp::Equal => ordering == Some(Ordering::Equal),
        CompareOp::NotEqual => ordering != Some(Ordering::Equal),
        CompareOp::Less => ordering == Some(Ordering::Less),
        CompareOp::LessEqual => ordering.is_some_and(Ordering::is_le),
        CompareOp::Greater => ordering == Some(Ordering::Greater),
        CompareOp::GreaterEqual => ordering.is_some_and(Ordering::is_ge),
    }
}
