//! Fits the arguments of an attribute to its row of the vocabulary.

use onefold_diag::Diagnostics;

use crate::diagnostics as diag;
use crate::tree::{AttrArg, AttrItem, AttrValue, SpanId};
use crate::vocabulary::{ArgCount, ArgForm, ArgSpec, AttributeSpec};

/// The arguments of one attribute, each under the key of its row and of the right form.
pub(crate) struct Bound {
    args: Vec<(&'static str, AttrArg)>,
}

impl Bound {
    /// The first argument of that key.
    pub(crate) fn get(&self, key: &str) -> Option<&AttrArg> {
        self.args.iter().find(|(of, _)| *of == key).map(|(_, arg)| arg)
    }

    /// The arguments of that key.
    pub(crate) fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a AttrArg> {
        self.args.iter().filter(move |(of, _)| *of == key).map(|(_, arg)| arg)
    }

    /// The text of the first argument.
    pub(crate) fn first_text(&self) -> Option<String> {
        self.args.first().and_then(|(_, arg)| text_of(&arg.value))
    }

    /// The first argument as text with its place.
    pub(crate) fn first(&self) -> Option<(String, SpanId)> {
        self.args.first().and_then(|(_, arg)| Some((text_of(&arg.value)?, arg.span)))
    }

    /// The text of an argument.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.get(key).and_then(|arg| text_of(&arg.value))
    }
}

/// Text, a word or the source of an expression.
pub(crate) fn text_of(value: &AttrValue) -> Option<String> {
    match value {
        AttrValue::Text(text) | AttrValue::Word(text) | AttrValue::Expr(text) => Some(text.clone()),
        AttrValue::Int(_) | AttrValue::Float(_) | AttrValue::Bool(_) => Some(value.to_string()),
        AttrValue::Range(..) | AttrValue::List(_) => None,
    }
}

/// Fits the arguments, or says everything that is wrong with them.
pub(crate) fn bind(item: &AttrItem, spec: &AttributeSpec, found: &mut Diagnostics) -> Option<Bound> {
    let before = found.len();
    let mut bound = Bound { args: Vec::new() };
    let mut next = 0;
    for arg in merge_limits(item, spec) {
        let slot = match &arg.key {
            Some(key) => by_key(spec, key, arg.span, found),
            None => by_position(spec, &mut next, arg.span, found),
        };
        let Some(slot) = slot else { continue };
        if !fits(slot.form, &arg) {
            found.push(diag::argument_form(spec, slot.form, &arg.value, arg.span));
        }
        let once = !matches!(slot.count, ArgCount::Some | ArgCount::Any);
        if once && bound.get(slot.key).is_some() {
            found.push(diag::argument_twice(spec, slot.key, arg.span));
        }
        bound.args.push((slot.key, arg));
    }
    for slot in spec.args {
        let needed = matches!(slot.count, ArgCount::One | ArgCount::Some);
        // An argument of the wrong form has been reported already and is not missing as well.
        if needed && bound.get(slot.key).is_none() && found.len() == before {
            found.push(diag::argument_missing(spec, slot.form, item.span));
        }
    }
    (found.len() == before).then_some(bound)
}

/// `range(0, 1)` is `range(0..=1)`.
fn merge_limits(item: &AttrItem, spec: &AttributeSpec) -> Vec<AttrArg> {
    let takes_range = spec.args.first().is_some_and(|arg| arg.form == ArgForm::Range);
    if let [low, high, rest @ ..] = item.args.as_slice()
        && takes_range
        && low.key.is_none()
        && high.key.is_none()
        && let (Some(min), Some(max)) = (low.value.number(), high.value.number())
    {
        let limits = AttrArg::plain(AttrValue::Range(Some(min), Some(max)), low.span);
        return std::iter::once(limits).chain(rest.iter().cloned()).collect();
    }
    item.args.clone()
}

fn by_key(
    spec: &AttributeSpec,
    key: &str,
    span: SpanId,
    found: &mut Diagnostics,
) -> Option<&'static ArgSpec> {
    let slot =
        spec.args.iter().find(|slot| matches!(slot.form, ArgForm::Pair | ArgForm::Entry) || slot.key == key);
    if slot.is_none() {
        found.push(diag::argument_unknown(spec, key, span));
    }
    slot
}

fn by_position(
    spec: &AttributeSpec,
    next: &mut usize,
    span: SpanId,
    found: &mut Diagnostics,
) -> Option<&'static ArgSpec> {
    while spec.args.get(*next).is_some_and(|slot| slot.count == ArgCount::Keyed) {
        *next += 1;
    }
    let Some(slot) = spec.args.get(*next) else {
        found.push(diag::argument_surplus(spec, span));
        return None;
    };
    if !matches!(slot.count, ArgCount::Some | ArgCount::Any) {
        *next += 1;
    }
    Some(slot)
}

fn fits(form: ArgForm, arg: &AttrArg) -> bool {
    let value = &arg.value;
    match form {
        ArgForm::Text | ArgForm::Path => matches!(value, AttrValue::Text(_) | AttrValue::Word(_)),
        ArgForm::Int => matches!(value, AttrValue::Int(_)),
        ArgForm::Number => value.number().is_some_and(f64::is_finite),
        ArgForm::Range => matches!(value, AttrValue::Range(..)),
        ArgForm::Words(words) => match value {
            AttrValue::Text(text) | AttrValue::Word(text) => words.contains(&text.as_str()),
            _ => false,
        },
        ArgForm::Condition => {
            matches!(value, AttrValue::Text(_) | AttrValue::Word(_) | AttrValue::Expr(_) | AttrValue::Bool(_))
        }
        ArgForm::Literal => is_literal(value),
        ArgForm::Entry => match arg.key {
            Some(_) => matches!(value, AttrValue::Int(_)),
            None => matches!(value, AttrValue::Text(_) | AttrValue::Word(_)),
        },
        ArgForm::Pair => arg.key.is_some() && !matches!(value, AttrValue::Range(..) | AttrValue::List(_)),
    }
}

fn is_literal(value: &AttrValue) -> bool {
    match value {
        AttrValue::List(items) => items.iter().all(is_literal),
        AttrValue::Float(value) => value.is_finite(),
        AttrValue::Text(_) | AttrValue::Int(_) | AttrValue::Bool(_) | AttrValue::Word(_) => true,
        AttrValue::Range(..) | AttrValue::Expr(_) => false,
    }
}
