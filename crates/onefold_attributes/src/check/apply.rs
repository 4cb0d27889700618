//! What each attribute does, once its arguments have the right form.

use super::Draft;
use crate::attrs::Spanned;
use crate::bind::{Bound, text_of};
use crate::context::ValueKind;
use crate::diagnostics as diag;
use crate::names::{Case, alias_fault, name_fault};
use crate::tree::{AttrArg, AttrValue, SpanId};
use crate::vocabulary::{AttributeSpec, Id};

impl Draft<'_> {
    pub(super) fn apply(&mut self, spec: &AttributeSpec, bound: &Bound, span: SpanId) {
        match spec.id {
            Id::Name => self.common.name = self.name(spec, bound),
            Id::Space => self.common.space = self.path(spec, bound),
            Id::RenameAll => self.common.rename_all = bound.first_text().and_then(|name| Case::of(&name)),
            Id::Label => self.common.label = self.text(spec, bound),
            Id::Alias => self.aliases(bound),
            Id::Hidden => self.common.hidden = true,
            Id::Skip => self.common.skip = true,
            Id::Meta => self.meta(bound),
            Id::Crate => self.common.crate_path = self.path(spec, bound),
            Id::Since | Id::Until | Id::Deprecated | Id::VariantOf | Id::Feature => {
                self.availability(spec, bound);
            }
            Id::BaseType => self.ty.base = self.path(spec, bound),
            Id::Object => self.ty.object = true,
            Id::Abstract => self.ty.is_abstract = true,
            Id::FactoryPath => self.ty.factory = self.path(spec, bound),
            Id::Global => self.ty.global = self.name(spec, bound),
            Id::Icon => self.ty.icon = self.text(spec, bound),
            Id::TypeColor => self.ty.color = self.type_color(spec, bound),
            Id::Button => {
                self.method.button = true;
                self.method.label = self.text(spec, bound);
            }
            Id::Overridable => self.method.overridable = true,
            Id::OverloadOf => self.method.overload_of = self.name(spec, bound),
            Id::Get => self.get = Some(self.name(spec, bound)),
            Id::Set => self.set = Some(self.name(spec, bound)),
            Id::Index | Id::Reflect => {}
            _ => self.apply_member(spec, bound, span),
        }
    }

    fn apply_member(&mut self, spec: &AttributeSpec, bound: &Bound, span: SpanId) {
        match spec.id {
            Id::Base => self.member.base = true,
            Id::Group => self.member.group = self.text(spec, bound),
            Id::Subgroup => self.member.subgroup = self.text(spec, bound),
            Id::Order => self.order(bound),
            Id::Range => self.member.range = self.range(bound),
            Id::Unit => self.member.unit = self.text(spec, bound),
            Id::Color => self.color(bound, span),
            Id::Multiline => self.member.multiline = true,
            Id::Code => {
                self.member.code = true;
                if let Some(language) = self.text(spec, bound) {
                    self.member.meta.push(("code".to_owned(), language));
                }
            }
            Id::Asset => self.asset(spec, bound),
            Id::Options => self.options(bound, span),
            Id::ReadOnly => self.member.read_only = true,
            Id::InspectorReadOnly => self.member.inspector_read_only = true,
            Id::Transient => self.member.transient = true,
            Id::ShowIf => self.member.show_if = self.condition(bound),
            Id::EnableIf => self.member.enable_if = self.condition(bound),
            Id::Default => self.default(bound),
            _ => {}
        }
    }

    /// The first argument, which is not blank.
    fn text(&mut self, spec: &AttributeSpec, bound: &Bound) -> Option<String> {
        self.path(spec, bound).map(|text| text.value)
    }

    fn path(&mut self, spec: &AttributeSpec, bound: &Bound) -> Option<Spanned<String>> {
        let (text, span) = bound.first()?;
        if text.trim().is_empty() {
            self.found.push(diag::argument_empty(spec.name, span));
            return None;
        }
        Some(Spanned::new(text, span))
    }

    fn name(&mut self, spec: &AttributeSpec, bound: &Bound) -> Option<Spanned<String>> {
        let (text, span) = bound.first()?;
        if let Some(fault) = name_fault(&text) {
            let what = if spec.id == Id::Global { "name of a global" } else { "name" };
            self.found.push(diag::name_invalid(what, &text, fault, span));
            return None;
        }
        Some(Spanned::new(text, span))
    }

    fn aliases(&mut self, bound: &Bound) {
        for arg in bound.all("name") {
            let text = text_of(&arg.value).unwrap_or_default();
            match alias_fault(&text) {
                Some(fault) => self.found.push(diag::name_invalid("name", &text, fault, arg.span)),
                None if self.common.aliases.iter().any(|alias| alias.value == text) => {
                    self.found.push(diag::alias_repeated(&text, arg.span));
                }
                None => self.common.aliases.push(Spanned::new(text, arg.span)),
            }
        }
    }

    fn meta(&mut self, bound: &Bound) {
        for arg in bound.all("key") {
            let AttrArg { key: Some(key), value, span } = arg else { continue };
            if self.common.meta.iter().any(|(have, _)| have == key) {
                self.found.push(diag::duplicate(&format!("meta({key})"), *span, *span));
            } else {
                self.common.meta.push((key.clone(), text_of(value).unwrap_or_default()));
            }
        }
    }

    fn availability(&mut self, spec: &AttributeSpec, bound: &Bound) {
        if spec.id == Id::Deprecated {
            let availability = &mut self.common.availability;
            availability.deprecated = Some(bound.text("note").unwrap_or_default());
            availability.replacement = bound.text("replacement");
            return;
        }
        let text = self.path(spec, bound);
        let availability = &mut self.common.availability;
        match spec.id {
            Id::Since => availability.since = text,
            Id::Until => availability.until = text,
            Id::VariantOf => availability.variant_of = text,
            _ => availability.feature = text.map(|text| text.value),
        }
    }

    fn order(&mut self, bound: &Bound) {
        let Some(AttrArg { value: AttrValue::Int(place), span, .. }) = bound.get("place") else { return };
        match i32::try_from(*place) {
            Ok(place) => self.member.order = place,
            Err(_) => self.found.push(diag::range(format!("the place {place} does not fit 32 bits"), *span)),
        }
    }

    fn asset(&mut self, spec: &AttributeSpec, bound: &Bound) {
        let mut kinds = Vec::new();
        for arg in bound.all("kind") {
            let text = text_of(&arg.value).unwrap_or_default();
            if text.trim().is_empty() {
                self.found.push(diag::argument_empty(spec.name, arg.span));
            } else if kinds.contains(&text) {
                self.found.push(diag::argument_twice(spec, &text, arg.span));
            } else {
                kinds.push(text);
            }
        }
        if kinds.is_empty() && self.kind != ValueKind::Asset {
            // Without a word, a description could not tell the path from any other text.
            kinds.push("any".to_owned());
        }
        self.member.asset = Some(kinds);
    }

    /// `#rgb`, `#rrggbb`, `#rrggbbaa` or a word.
    fn type_color(&mut self, spec: &AttributeSpec, bound: &Bound) -> Option<String> {
        let (text, span) = bound.first()?;
        let fine = match text.strip_prefix('#') {
            Some(digits) => {
                matches!(digits.len(), 3 | 6 | 8) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            }
            None => name_fault(&text).is_none(),
        };
        if fine {
            return Some(text);
        }
        let message = format!("`{text}` is not a color: write `#rrggbb`, `#rrggbbaa`, `#rgb` or a name");
        self.found.push(
            diag::error(diag::ATTRIBUTE_ARGUMENT, span, message)
                .note(format!("for example `{}`", spec.example)),
        );
        None
    }
}
