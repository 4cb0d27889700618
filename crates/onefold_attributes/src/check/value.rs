//! Attributes that speak of the value: range, color, options, conditions, default.

use super::{Draft, moved};
use crate::attrs::{ColorKind, DefaultAttr, RangeAttr, Spanned};
use crate::bind::{Bound, text_of};
use crate::condition::Condition;
use crate::context::{Origin, ValueKind};
use crate::diagnostics as diag;
use crate::options::parse_options;
use crate::tree::{AttrValue, SpanId};

impl Draft<'_> {
    pub(super) fn range(&mut self, bound: &Bound) -> Option<RangeAttr> {
        let before = self.found.len();
        let (min, max) = self.limits(bound, "limits")?;
        let (mut soft_min, mut soft_max) = (min, max);
        if let Some(arg) = bound.get("soft") {
            let (low, high) = self.limits(bound, "soft")?;
            if (low.is_finite() && low < min) || (high.is_finite() && high > max) {
                let message = format!("the soft limits {} go beyond the hard ones", arg.value);
                self.found.push(diag::range(message, arg.span));
            }
            (soft_min, soft_max) = (low.max(min), high.min(max));
        }
        let step = self.step(bound, max - min);
        (self.found.len() == before).then_some(RangeAttr { min, max, soft_min, soft_max, step })
    }

    /// Both ends of a range argument, infinite where open.
    fn limits(&mut self, bound: &Bound, key: &str) -> Option<(f64, f64)> {
        let arg = bound.get(key)?;
        let AttrValue::Range(low, high) = arg.value else { return None };
        let mut wrong = |message: String| self.found.push(diag::range(message, arg.span));
        match (low, high) {
            (None, None) => wrong("a range without ends limits nothing".to_owned()),
            (Some(low), Some(high)) if low > high => {
                wrong(format!("the range starts at {low}, above its end {high}"));
            }
            _ => {}
        }
        for end in [low, high].into_iter().flatten() {
            if !end.is_finite() {
                wrong(format!("{end} is not a limit: leave the end open"));
            }
            match self.kind {
                ValueKind::Int { min, max } if end < min as f64 || end > max as f64 => {
                    wrong(format!(
                        "the limit {end} does not fit the integer, which goes from {min} to {max}"
                    ));
                }
                ValueKind::Int { .. } | ValueKind::Lanes { float: false, .. } if end.fract() != 0.0 => {
                    wrong(format!("the limit {end} of an integer is not a whole number"));
                }
                _ => {}
            }
        }
        Some((low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)))
    }

    fn step(&mut self, bound: &Bound, length: f64) -> f64 {
        let Some((step, span)) = bound.get("step").and_then(|arg| Some((arg.value.number()?, arg.span)))
        else {
            return 0.0;
        };
        let whole = matches!(self.kind, ValueKind::Int { .. } | ValueKind::Lanes { float: false, .. });
        if step <= 0.0 {
            self.found.push(diag::range(format!("the step {step} is not above 0"), span));
        } else if length >= 0.0 && step > length {
            self.found.push(diag::range(format!("the step {step} is longer than the range"), span));
        } else if whole && step.fract() != 0.0 {
            self.found
                .push(diag::range(format!("the step {step} of an integer is not a whole number"), span));
        }
        step
    }

    pub(super) fn color(&mut self, bound: &Bound, span: SpanId) {
        let word = bound.first_text();
        let kind = match (word.as_deref(), self.kind) {
            (Some("hdr"), _) => ColorKind::Hdr,
            (Some("rgba"), ValueKind::Lanes { count: 3, .. }) => {
                self.found.push(diag::kind("3 floats have no room for alpha: `rgba` fits 4 floats", span));
                return;
            }
            (Some("rgba"), _) | (None, ValueKind::Lanes { count: 4, .. }) => ColorKind::Rgba,
            _ => ColorKind::Rgb,
        };
        self.member.color = Some(kind);
    }

    pub(super) fn options(&mut self, bound: &Bound, span: SpanId) {
        let entries: Vec<String> = bound
            .all("entry")
            .map(|arg| {
                let text = text_of(&arg.value).unwrap_or_default();
                arg.key.as_ref().map_or_else(|| text.clone(), |label| format!("{label} = {text}"))
            })
            .collect();
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
        let spans: Vec<SpanId> = bound.all("entry").map(|arg| arg.span).collect();
        let (min, max) = match self.kind {
            ValueKind::Int { min, max } => (min, max),
            _ => (i64::MIN.into(), i64::MAX.into()),
        };
        let mut faults = Vec::new();
        if self.many {
            faults.push(("a list has no options: give its items an enum type".to_owned(), span));
        }
        match parse_options(&entries, min, max) {
            Ok(options) if faults.is_empty() => self.member.options = options,
            Ok(_) => {}
            Err(found) => faults.extend(found.into_iter().map(|fault| {
                let at = fault.entry.and_then(|entry| spans.get(entry)).copied();
                (fault.reason, at.unwrap_or(span))
            })),
        }
        if self.origin != Origin::Rust && !faults.is_empty() {
            let reasons: Vec<&str> = faults.iter().map(|(reason, _)| reason.as_str()).collect();
            self.member.options_fault = Some(reasons.join("; "));
        }
        for (reason, at) in faults {
            self.push_carried(diag::options(&reason, at));
        }
    }

    pub(super) fn condition(&mut self, bound: &Bound) -> Option<Spanned<String>> {
        let (text, span) = bound.first()?;
        match Condition::parse(&text) {
            Ok(parsed) => {
                self.found.extend(parsed.check(self.siblings).into_iter().map(|one| moved(one, span)));
                Some(Spanned::new(text, span))
            }
            Err(found) => {
                self.found.extend(found.into_iter().map(|one| moved(one, span)));
                None
            }
        }
    }

    pub(super) fn default(&mut self, bound: &Bound) {
        let Some(arg) = bound.get("value") else { return };
        let fits = match &arg.value {
            // `null` and `None` are defaults of optional values, whose kind is that of what is inside.
            AttrValue::Word(word) if word == "null" || word == "None" => true,
            AttrValue::List(_) if self.many => true,
            _ if self.many => false,
            value => default_fits(self.kind, value),
        };
        if fits {
            let text = arg.value.to_string();
            self.member.default = Some(DefaultAttr { text, value: arg.value.clone(), span: arg.span });
        } else {
            let wanted = if self.many { "a list".to_owned() } else { default_words(self.kind) };
            let message = format!("the default `{}` does not fit: the value takes {wanted}", arg.value);
            self.found.push(diag::default(message, arg.span));
        }
    }
}

fn default_fits(kind: ValueKind, value: &AttrValue) -> bool {
    match (kind, value) {
        (ValueKind::Bool, _) => matches!(value, AttrValue::Bool(_)),
        (ValueKind::Int { min, max }, AttrValue::Int(value)) => (min..=max).contains(&i128::from(*value)),
        (ValueKind::Int { .. } | ValueKind::Handle, _) => false,
        (ValueKind::Float, _) => value.number().is_some(),
        (ValueKind::Text | ValueKind::Asset, _) => matches!(value, AttrValue::Text(_)),
        (ValueKind::Enum, _) => matches!(value, AttrValue::Word(_) | AttrValue::Text(_)),
        (ValueKind::Lanes { count, .. }, AttrValue::List(items)) => {
            items.len() == usize::from(count) && items.iter().all(|item| item.number().is_some())
        }
        (ValueKind::Lanes { .. }, _) => false,
        _ => true,
    }
}

fn default_words(kind: ValueKind) -> String {
    match kind {
        ValueKind::Bool => "`true` or `false`".into(),
        ValueKind::Int { min, max } => format!("a whole number from {min} to {max}"),
        ValueKind::Float => "a number".into(),
        ValueKind::Text | ValueKind::Asset => "a quoted text".into(),
        ValueKind::Enum => "the name of an enum value".into(),
        ValueKind::Handle => "`null`".into(),
        ValueKind::Lanes { count, .. } => format!("a list of {count} numbers"),
        _ => "another value".into(),
    }
}
