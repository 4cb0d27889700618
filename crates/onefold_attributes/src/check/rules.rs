//! Rules between attributes, and between them and the signature they stand on.

use super::Draft;
use crate::attrs::Spanned;
use crate::context::{MethodContext, Origin, Receiver};
use crate::diagnostics as diag;
use crate::tree::SpanId;
use crate::vocabulary::{Id, name_of};

/// Pairs that exclude each other, and why.
const EXCLUDE: &[(Id, Id, &str)] = &[
    (Id::ReadOnly, Id::InspectorReadOnly, "the first is not saved, the second is"),
    (Id::Asset, Id::Multiline, "a path is one line"),
    (Id::Asset, Id::Code, "a path is no code"),
    (Id::Range, Id::Options, "the options already say which values there are"),
    (Id::Unit, Id::Options, "a named value has no unit"),
    (Id::Abstract, Id::FactoryPath, "an abstract type is never created"),
    (Id::Get, Id::Set, "one method either reads or writes the member"),
    (Id::Button, Id::Get, "an accessor is no button"),
    (Id::Button, Id::Set, "an accessor is no button"),
    (Id::Button, Id::Hidden, "a hidden method shows no button"),
    (Id::Overridable, Id::Get, "a computed member is not overridable"),
    (Id::Overridable, Id::Set, "a computed member is not overridable"),
    (Id::OverloadOf, Id::Get, "a computed member has no overloads"),
    (Id::OverloadOf, Id::Set, "a computed member has no overloads"),
    (Id::OverloadOf, Id::Overridable, "an overridable method has one declaration"),
    (Id::OverloadOf, Id::Name, "an overload has the name of the method it belongs to"),
];

impl Draft<'_> {
    pub(super) fn check_rules(&mut self) {
        for (one, other, reason) in EXCLUDE {
            if let (Some(_), Some(span)) = (self.span_of(*one), self.span_of(*other)) {
                let (one, other) = (name_of(*one), name_of(*other));
                self.found.push(diag::conflict(
                    format!("`{one}` and `{other}` exclude each other: {reason}"),
                    span,
                ));
            }
        }
        if let (Some(span), None) = (self.span_of(Id::Subgroup), self.span_of(Id::Group)) {
            self.found.push(diag::conflict("`subgroup` needs a `group` to be in", span));
        }
        if let Some(span) = self.span_of(Id::VariantOf)
            && [Id::Since, Id::Until, Id::Feature].iter().all(|id| self.span_of(*id).is_none())
        {
            let text = "`variant_of` needs `since`, `until` or `feature`, or both would be there at once";
            self.found.push(diag::conflict(text, span));
        }
        if let (Some(span), None, None) =
            (self.span_of(Id::Index), self.span_of(Id::Get), self.span_of(Id::Set))
        {
            self.found.push(diag::conflict("`index` needs `get` or `set`", span));
        }
        self.check_alone();
        self.check_own_alias();
        self.check_default_in_range();
    }

    /// What is skipped is not described, and the base is described by its own type.
    fn check_alone(&mut self) {
        for alone in [Id::Skip, Id::Base] {
            if self.span_of(alone).is_none() {
                continue;
            }
            let others: Vec<_> =
                self.given.iter().filter(|(id, _)| *id != alone && *id != Id::Reflect).copied().collect();
            for (other, span) in others {
                let message = format!("`{}` has no effect beside `{}`", name_of(other), name_of(alone));
                self.found.push(diag::conflict(message, span));
            }
        }
    }

    fn check_own_alias(&mut self) {
        let Some(name) = &self.common.name else { return };
        let own = self.common.aliases.iter().find(|alias| alias.value == name.value);
        if let Some(own) = own {
            self.found.push(diag::alias_repeated(&own.value, own.span));
        }
    }

    fn check_default_in_range(&mut self) {
        let (Some(range), Some(default)) = (self.member.range, &self.member.default) else { return };
        let Some(value) = default.value.number() else { return };
        if value < range.min || value > range.max {
            let message = format!("the default {} is outside of the range", default.text);
            self.found.push(diag::default(message, default.span));
        }
    }

    pub(super) fn check_signature(&mut self, cx: &MethodContext<'_>) {
        if let Some(span) = self.span_of(Id::Button)
            && let Some(fault) = button_fault(cx)
        {
            self.push_carried(diag::signature(fault, span));
            self.method.button = false;
            let label = self.method.label.take().unwrap_or_default();
            self.method.meta.push(("button".to_owned(), label));
            self.method.meta.push(("button_fault".to_owned(), fault.to_owned()));
        }
        if let Some(span) = self.span_of(Id::Overridable)
            && cx.origin == Origin::Rust
            && cx.receiver != Receiver::World
        {
            let text =
                "an overridable method takes `this: Handle<Self>, cx: &mut Cx`: its body may be a script's";
            self.found.push(diag::signature(text, span));
        }
        if let (Some(span), false) = (self.span_of(Id::Space), is_static(cx)) {
            self.found.push(diag::signature("a method has the namespace of its type", span));
        }
    }

    /// Whether an accessor writes, the name of its member, and whether that is indexed.
    pub(super) fn accessor(&mut self, cx: &MethodContext<'_>) -> (bool, Spanned<String>, bool) {
        let writes = self.get.is_none() && self.span_of(Id::Get).is_none();
        let (id, prefix) = if writes { (Id::Set, "set_") } else { (Id::Get, "get_") };
        let span = self.span_of(id).unwrap_or_default();
        let indexed = self.span_of(Id::Index).is_some() || cx.params > usize::from(writes);
        self.check_accessor(cx, writes, indexed, span);
        let given = if writes { self.set.take() } else { self.get.take() }.flatten();
        if let (Some(given), Some(name)) = (&given, &self.common.name)
            && given.value != name.value
        {
            let message = format!("the member has two names: `{}` and `{}`", given.value, name.value);
            self.found.push(diag::conflict(message, name.span));
        }
        let own = cx.name.strip_prefix(prefix).filter(|rest| !rest.is_empty()).unwrap_or(cx.name);
        let member = given.or_else(|| self.common.name.clone());
        (writes, member.unwrap_or_else(|| Spanned::new(own.to_owned(), span)), indexed)
    }

    fn check_accessor(&mut self, cx: &MethodContext<'_>, writes: bool, indexed: bool, span: SpanId) {
        let wanted = usize::from(writes) + usize::from(indexed);
        let mut wrong = |text: &str| self.found.push(diag::signature(text, span));
        if is_static(cx) {
            wrong("a computed member belongs to an object: the method needs a receiver");
        }
        if cx.params != wanted {
            wrong(match (writes, indexed) {
                (false, _) => "a `get` method takes nothing, or the index of an indexed member",
                (true, false) => "a `set` method takes the value",
                (true, true) => "a `set` method of an indexed member takes the index and the value",
            });
        }
        match (writes, cx.returns) {
            (false, false) => wrong("a `get` method gives the value of the member"),
            (true, true) => wrong("a `set` method gives nothing"),
            _ => {}
        }
        if let Some(read_only) = self.span_of(Id::ReadOnly).filter(|_| writes) {
            self.found.push(diag::conflict("a member that is `read_only` has no `set` method", read_only));
        }
    }
}

fn is_static(cx: &MethodContext<'_>) -> bool {
    matches!(cx.receiver, Receiver::None | Receiver::WorldStatic)
}

fn button_fault(cx: &MethodContext<'_>) -> Option<&'static str> {
    if cx.params > 0 {
        Some("a button gives no arguments, and the method takes some")
    } else if cx.returns {
        Some("a button has no use for a result, and the method gives one")
    } else if is_static(cx) {
        Some("a button calls a method of an object, and this one has none")
    } else {
        None
    }
}
