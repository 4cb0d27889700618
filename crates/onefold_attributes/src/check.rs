//! The checks: from attributes as written to attributes as meant, with everything that is wrong with them.

mod apply;
mod rules;
mod value;

use onefold_diag::{Diagnostic, Diagnostics, Severity};

use crate::attrs::{
    Accessor, Availability, ImplAttrs, MemberAttrs, MethodAttrs, ParamAttrs, Spanned, TypeAttrs, VariantAttrs,
};
use crate::bind::bind;
use crate::condition::Condition;
use crate::context::{
    MemberContext, MethodContext, Origin, ParamContext, Siblings, TypeContext, TypeKind, ValueKind,
    VariantContext,
};
use crate::diagnostics as diag;
use crate::names::Case;
use crate::target::{Places, kinds_of};
use crate::tree::{AttrItem, SpanId};
use crate::vocabulary::{AttributeSpec, Id, rows_named};

/// Attributes of a type.
///
/// Every diagnostic of the checks stands at the [`SpanId`] of an item or argument; [`locate`](crate::locate) brings it
/// to a file.
#[must_use]
pub fn check_type(items: &[AttrItem], cx: &TypeContext<'_>) -> (TypeAttrs, Diagnostics) {
    let places = match cx.kind {
        TypeKind::Struct => Places::TYPE,
        TypeKind::Enum => Places::ENUM,
    };
    let Draft { common, ty, found, .. } = Draft::new(places, cx.origin).read(items);
    let attrs = TypeAttrs {
        name: common.name,
        space: common.space,
        rename_all: common.rename_all,
        label: common.label,
        aliases: common.aliases,
        hidden: common.hidden,
        crate_path: common.crate_path,
        availability: common.availability,
        meta: common.meta,
        object: ty.object || ty.base.is_some(),
        ..ty
    };
    (attrs, found)
}

/// Attributes of a block of methods.
#[must_use]
pub fn check_impl(items: &[AttrItem], origin: Origin) -> (ImplAttrs, Diagnostics) {
    let Draft { common, found, .. } = Draft::new(Places::IMPL, origin).read(items);
    let Common { rename_all, space, crate_path, .. } = common;
    (ImplAttrs { rename_all, space, crate_path }, found)
}

/// Attributes of a member.
#[must_use]
pub fn check_member(items: &[AttrItem], cx: &MemberContext<'_>) -> (MemberAttrs, Diagnostics) {
    let mut draft =
        Draft::new(Places::MEMBER, cx.origin).holding(cx.kind, cx.item).beside(cx.siblings).read(items);
    (draft.take_member(), draft.found)
}

/// Attributes of a method or free function.
#[must_use]
pub fn check_method(items: &[AttrItem], cx: &MethodContext<'_>) -> (MethodAttrs, Diagnostics) {
    let is_accessor = |spec: &&AttributeSpec| matches!(spec.id, Id::Get | Id::Set);
    let backs_member = items.iter().any(|item| rows_named(&item.name).iter().any(is_accessor));
    let places = if backs_member { Places::CALLS.or(Places::ACCESSOR) } else { Places::CALLS };
    let mut draft = Draft::new(places, cx.origin).holding(cx.value, cx.item).beside(cx.siblings).read(items);
    draft.check_signature(cx);
    let mut method = std::mem::take(&mut draft.method);
    method.skip = draft.common.skip;
    method.hidden = draft.common.hidden;
    method.space = draft.common.space.take();
    method.crate_path = draft.common.crate_path.take();
    method.availability = draft.common.availability.clone();
    if backs_member {
        let (writes, member, indexed) = draft.accessor(cx);
        let attrs = MemberAttrs { name: None, ..draft.take_member() };
        method.accessor = Some(Box::new(Accessor { writes, member, indexed, attrs }));
    } else {
        let common = draft.common;
        method.name = common.name;
        method.label = common.label.or(method.label);
        method.aliases = common.aliases;
        method.meta.extend(common.meta);
    }
    (method, draft.found)
}

/// Attributes of a parameter.
#[must_use]
pub fn check_param(items: &[AttrItem], cx: &ParamContext<'_>) -> (ParamAttrs, Diagnostics) {
    let mut draft = Draft::new(Places::PARAM, cx.origin).holding(cx.kind, cx.item).read(items);
    (draft.take_member(), draft.found)
}

/// Attributes of a variant.
#[must_use]
pub fn check_variant(items: &[AttrItem], cx: &VariantContext<'_>) -> (VariantAttrs, Diagnostics) {
    let Draft { common, found, .. } = Draft::new(Places::VARIANT, cx.origin).read(items);
    let Common { name, label, aliases, rename_all, availability, .. } = common;
    (VariantAttrs { name, label, aliases, rename_all, availability }, found)
}

/// Checks a condition that [`check_member`] returned against the members there are, where they were not known then.
#[must_use]
pub fn check_condition(condition: &Spanned<String>, siblings: Siblings<'_>) -> Diagnostics {
    match Condition::parse(&condition.value) {
        Ok(parsed) => parsed.check(siblings).into_iter().map(|one| moved(one, condition.span)).collect(),
        Err(found) => found.into_iter().map(|one| moved(one, condition.span)).collect(),
    }
}

/// A diagnostic about the inside of a text, placed at the text. The places of its notes are dropped.
fn moved(mut found: Diagnostic, span: SpanId) -> Diagnostic {
    found.place.span = Some(diag::at(span));
    for note in &mut found.notes {
        note.place = None;
    }
    found
}

/// What more than one kind of item can say.
#[derive(Default)]
struct Common {
    name: Option<Spanned<String>>,
    space: Option<Spanned<String>>,
    rename_all: Option<Case>,
    label: Option<String>,
    aliases: Vec<Spanned<String>>,
    hidden: bool,
    skip: bool,
    crate_path: Option<Spanned<String>>,
    availability: Availability,
    meta: Vec<(String, String)>,
}

/// The attributes of one item while they are read.
struct Draft<'a> {
    places: Places,
    origin: Origin,
    /// Kind of the value, or of each item of a list and each value of a map.
    kind: ValueKind,
    /// It is a list or a map.
    many: bool,
    siblings: Siblings<'a>,
    given: Vec<(Id, SpanId)>,
    common: Common,
    ty: TypeAttrs,
    member: MemberAttrs,
    method: MethodAttrs,
    get: Option<Option<Spanned<String>>>,
    set: Option<Option<Spanned<String>>>,
    found: Diagnostics,
}

impl<'a> Draft<'a> {
    fn new(places: Places, origin: Origin) -> Self {
        Self {
            places,
            origin,
            kind: ValueKind::Unknown,
            many: false,
            siblings: Siblings::default(),
            given: Vec::new(),
            common: Common::default(),
            ty: TypeAttrs::default(),
            member: MemberAttrs::default(),
            method: MethodAttrs::default(),
            get: None,
            set: None,
            found: Diagnostics::new(),
        }
    }

    fn holding(self, kind: ValueKind, item: ValueKind) -> Self {
        match kind {
            ValueKind::List | ValueKind::Map => Self { kind: item, many: true, ..self },
            _ => Self { kind, ..self },
        }
    }

    fn beside(self, siblings: Siblings<'a>) -> Self {
        Self { siblings, ..self }
    }

    fn read(mut self, items: &[AttrItem]) -> Self {
        for item in items {
            self.item(item);
        }
        self.check_rules();
        self
    }

    fn item(&mut self, item: &AttrItem) {
        let rows = rows_named(&item.name);
        let Some(&any) = rows.first() else {
            let found = diag::unknown(&item.name, self.places, item.span);
            // A script's metadata may be meant for another tool.
            self.found.push(if self.origin == Origin::Script { as_warning(found) } else { found });
            return;
        };
        let Some(&spec) = rows.iter().find(|spec| spec.places.meets(self.places)) else {
            let allowed = rows.iter().fold(any.places, |all, spec| all.or(spec.places));
            self.found.push(diag::misplaced(any.name, allowed, self.places, item.span));
            return;
        };
        if let Some(first) = self.span_of(spec.id).filter(|_| !spec.repeats) {
            self.found.push(diag::duplicate(spec.name, first, item.span));
            return;
        }
        self.given.push((spec.id, item.span));
        let fits = self.check_kind(spec, item.span);
        if let Some(bound) = bind(item, spec, &mut self.found)
            && fits
        {
            self.apply(spec, &bound, item.span);
        }
    }

    fn check_kind(&mut self, spec: &AttributeSpec, span: SpanId) -> bool {
        let Some(kinds) = kinds_of(self.kind) else { return true };
        // Options of a list have a message of their own.
        if spec.kinds.meets(kinds) || (spec.id == Id::Options && self.many) {
            return true;
        }
        let found = diag::wrong_kind(spec, kinds, span);
        if spec.id == Id::Options {
            self.member.options_fault = (self.origin != Origin::Rust).then(|| found.message.clone());
            self.push_carried(found);
        } else {
            self.found.push(found);
        }
        false
    }

    /// Where an attribute was given first.
    fn span_of(&self, id: Id) -> Option<SpanId> {
        self.given.iter().find(|(given, _)| *given == id).map(|(_, span)| *span)
    }

    /// An error for Rust; a warning where the attribute is carried with its fault.
    fn push_carried(&mut self, found: Diagnostic) {
        self.found.push(if self.origin == Origin::Rust { found } else { as_warning(found) });
    }

    fn take_member(&mut self) -> MemberAttrs {
        let common = std::mem::take(&mut self.common);
        let member = std::mem::take(&mut self.member);
        let mut meta = common.meta;
        meta.extend(member.meta);
        MemberAttrs {
            name: common.name,
            label: common.label,
            aliases: common.aliases,
            hidden: common.hidden,
            skip: common.skip,
            availability: common.availability,
            meta,
            ..member
        }
    }
}

fn as_warning(mut found: Diagnostic) -> Diagnostic {
    found.severity = Severity::Warning;
    found
}

#[cfg(test)]
mod tests;
