//! Enums, options, lists, maps and handles.

use std::borrow::Cow;

use onefold_reflect::{AnyHandle, Member, OwnedValue, Shape, TypeRef, TypedMut, View};
use rustc_hash::FxHashSet;

use super::{Apply, named};
use crate::diagnostics;
use crate::node::short;
use crate::node::{Found, Node, NodeKind};
use crate::options::{PendingReference, Reference, Resolved};
use crate::path;
use crate::variants::find_variant;
use crate::walk::is_nullable;

impl Apply<'_> {
    pub(super) fn enumeration(
        &mut self,
        ty: TypeRef<'_>,
        mut target: Option<TypedMut<'_>>,
        node: &Node<'_>,
    ) -> bool {
        let Shape::Enum(info) = ty.entry().shape() else { return false };
        let (name, payload) = match &node.kind {
            NodeKind::Text(name) => (Cow::Borrowed(&**name), None),
            NodeKind::Number(number) => (Cow::Borrowed(&**number), None),
            NodeKind::Object(entries) if entries.len() == 1 => {
                (Cow::Borrowed(&*entries[0].name), Some(&entries[0].value))
            }
            _ => {
                return self
                    .fail(node, diagnostics::wrong_type(ty.entry(), node.kind_name()).got(short(node)));
            }
        };
        let Some(at) = find_variant(info.variants, name.trim()) else {
            if self.is_full() {
                return false;
            }
            return self.fail(node, diagnostics::unknown_variant(ty.entry(), &name).got(&*name));
        };
        if let Some(target) = &mut target {
            let View::Enum(view) = target.as_ref().view() else { return false };
            if view.index() != at && !target.set_variant(at) {
                let found =
                    Found { start: node.start, end: node.end, what: diagnostics::no_default(ty.entry()) };
                self.report(found);
                return false;
            }
        }
        match payload {
            None => true,
            Some(payload) => self.payload(ty, at, target, payload),
        }
    }

    pub(super) fn payload(
        &mut self,
        ty: TypeRef<'_>,
        variant: usize,
        mut target: Option<TypedMut<'_>>,
        node: &Node<'_>,
    ) -> bool {
        let Shape::Enum(info) = ty.entry().shape() else { return false };
        let members = ty.entry().variant_members(variant);
        let mut field = |this: &mut Self, at: usize, node: &Node<'_>| {
            let part = target.as_mut().and_then(|target| target.reborrow().variant_field(at));
            this.under(
                |path| path::push_member(path, members[at].name()),
                |this| this.value(ty.other(members[at].ty()), part, node, Some(&members[at])),
            )
        };
        match &node.kind {
            NodeKind::Null if members.is_empty() => true,
            NodeKind::List(items) if items.len() == members.len() && info.variants[variant].tuple => {
                items.iter().enumerate().fold(true, |fits, (at, item)| field(self, at, item) && fits)
            }
            NodeKind::Object(entries) if !info.variants[variant].tuple => {
                let mut fits = true;
                for entry in entries {
                    let named_so = |member: &Member| {
                        member.name() == entry.name || member.info().aliases.contains(&&*entry.name)
                    };
                    match members.iter().position(named_so) {
                        Some(at) => fits &= field(self, at, &entry.value),
                        None => {
                            let variant = &info.variants[variant];
                            let what = diagnostics::unknown_field(ty.entry(), variant, members, &entry.name);
                            fits = self.fail(&named(entry), what);
                        }
                    }
                }
                fits
            }
            NodeKind::List(items) => {
                self.fail(node, diagnostics::wrong_count(ty.entry(), items.len(), members.len()))
            }
            _ if members.len() == 1 && info.variants[variant].tuple => field(self, 0, node),
            _ => self.fail(node, diagnostics::wrong_type(ty.entry(), node.kind_name()).got(short(node))),
        }
    }

    pub(super) fn option(
        &mut self,
        ty: TypeRef<'_>,
        target: Option<TypedMut<'_>>,
        node: &Node<'_>,
        member: Option<&Member>,
    ) -> bool {
        let inner_ty = ty.arg(0);
        if node.kind == NodeKind::Null {
            if let Some(mut target) = target {
                drop(target.set_option(None));
            }
            return true;
        }
        let node = match node.entries() {
            Some([one]) if one.name == "some" && is_nullable(inner_ty) => &one.value,
            _ => node,
        };
        let Some(mut target) = target else {
            return if inner_ty.entry().has_default() {
                self.value(inner_ty, None, node, member)
            } else {
                self.fail(node, diagnostics::no_default(inner_ty.entry()))
            };
        };
        if let Some(inner) = target.reborrow().option_mut() {
            return self.value(inner_ty, Some(inner), node, member);
        }
        let Some(mut fresh) = OwnedValue::default_of(inner_ty) else { return false };
        let fits = self.value(inner_ty, Some(fresh.as_mut()), node, member);
        fits && target.set_option(Some(fresh)).is_ok()
    }

    pub(super) fn list(
        &mut self,
        ty: TypeRef<'_>,
        mut target: Option<TypedMut<'_>>,
        node: &Node<'_>,
    ) -> bool {
        let item_ty = ty.arg(0);
        let Some(items) = self.items(ty, node) else { return false };
        match ty.entry().shape() {
            Shape::Array(_, len) if items.len() != *len => {
                return self.fail(node, diagnostics::wrong_count(ty.entry(), items.len(), *len));
            }
            Shape::Array(..) => {}
            _ if !items.is_empty() && !item_ty.entry().has_default() => {
                return self.fail(node, diagnostics::no_default(item_ty.entry()));
            }
            _ => {
                if let Some(target) = &mut target {
                    target.clear();
                }
            }
        }
        let mut fits = true;
        for (at, item) in items.iter().enumerate() {
            fits &= self.under(
                |path| path::push_index(path, at),
                |this| match &mut target {
                    None => this.value(item_ty, None, item, None),
                    Some(target) => this.store_item(ty, target, at, item),
                },
            );
        }
        fits
    }

    pub(super) fn store_item(
        &mut self,
        ty: TypeRef<'_>,
        target: &mut TypedMut<'_>,
        at: usize,
        item: &Node<'_>,
    ) -> bool {
        let item_ty = ty.arg(0);
        if let Shape::Array(..) = ty.entry().shape() {
            let part = target.reborrow().item_mut(at);
            return self.value(item_ty, part, item, None);
        }
        let Some(mut fresh) = OwnedValue::default_of(item_ty) else { return false };
        if !self.value(item_ty, Some(fresh.as_mut()), item, None) {
            return false;
        }
        match ty.entry().shape() {
            Shape::Set(..) => target.insert_value(fresh).is_ok(),
            _ => target.insert_item(at, fresh).is_ok(),
        }
    }

    pub(super) fn map(&mut self, ty: TypeRef<'_>, mut target: Option<TypedMut<'_>>, node: &Node<'_>) -> bool {
        let (key_ty, value_ty) = (ty.arg(0), ty.arg(1));
        let mut pairs: Vec<(Cow<'_, Node<'_>>, &Node<'_>)> = Vec::new();
        match &node.kind {
            NodeKind::Object(entries) => {
                for entry in entries {
                    let mut key = Node::text(&*entry.name);
                    (key.start, key.end) = (entry.start, entry.start + entry.name.len() as u32 + 2);
                    pairs.push((Cow::Owned(key), &entry.value));
                }
            }
            NodeKind::List(items) => {
                for item in items {
                    let Some([key, value]) = item.items() else {
                        return self.fail(item, diagnostics::wrong_type(ty.entry(), item.kind_name()));
                    };
                    pairs.push((Cow::Borrowed(key), value));
                }
            }
            _ => return self.fail(node, diagnostics::wrong_type(ty.entry(), node.kind_name())),
        }
        if let Some(plain) =
            [key_ty, value_ty].iter().find(|ty| !ty.entry().has_default() && !pairs.is_empty())
        {
            return self.fail(node, diagnostics::no_default(plain.entry()));
        }
        if let Some(target) = &mut target {
            target.clear();
        }
        let mut seen = FxHashSet::default();
        let mut fits = true;
        for (key, value) in pairs {
            let name = key.as_str().map_or_else(|| crate::json::node_text(&key), str::to_owned);
            fits &= self.under(
                |path| path::push_key(path, &name),
                |this| this.entry(ty, target.as_mut(), &key, value, &mut seen),
            );
        }
        fits
    }

    pub(super) fn entry(
        &mut self,
        ty: TypeRef<'_>,
        target: Option<&mut TypedMut<'_>>,
        key: &Node<'_>,
        value: &Node<'_>,
        seen: &mut FxHashSet<String>,
    ) -> bool {
        let (key_ty, value_ty) = (ty.arg(0), ty.arg(1));
        let key_fits = self.value(key_ty, None, key, None);
        let Some(target) = target else {
            let mut fits = key_fits;
            // Two spellings of one key (`1` and `01`) are one key. Equal spellings were reported before.
            if key_fits && let Some(mut owned) = OwnedValue::default_of(key_ty) {
                self.surely(|this| this.value(key_ty, Some(owned.as_mut()), key, None));
                let text = crate::json::write::compact(owned.as_ref(), self.options.handles);
                if !seen.insert(text) {
                    fits = self.fail(key, diagnostics::key_twice(&short(key)));
                }
            }
            return self.value(value_ty, None, value, None) && fits;
        };
        let (Some(mut new_key), Some(mut new_value)) =
            (OwnedValue::default_of(key_ty), OwnedValue::default_of(value_ty))
        else {
            return false;
        };
        self.value(key_ty, Some(new_key.as_mut()), key, None)
            && self.value(value_ty, Some(new_value.as_mut()), value, None)
            && target.insert_entry(new_key, new_value).is_ok()
    }

    pub(super) fn handle(&mut self, ty: TypeRef<'_>, target: Option<TypedMut<'_>>, node: &Node<'_>) -> bool {
        let part = |name: &str| match node.get(name).map(|node| &node.kind) {
            Some(NodeKind::Text(text) | NodeKind::Number(text)) => Some(text.clone().into_owned()),
            _ => None,
        };
        let reference = match &node.kind {
            NodeKind::Null => Reference::default(),
            NodeKind::Text(text) if text.trim().is_empty() => Reference::default(),
            NodeKind::Text(text) => Reference { id: None, name: Some(text.clone().into_owned()) },
            NodeKind::Object(_) => Reference { id: part("id"), name: part("name") },
            _ => {
                return self
                    .fail(node, diagnostics::wrong_type(ty.entry(), node.kind_name()).got(short(node)));
            }
        };
        let resolved = if reference == Reference::default() {
            Resolved::To(AnyHandle::NULL)
        } else {
            self.options.handles.resolve(&reference, ty.arg(0))
        };
        let handle = match resolved {
            Resolved::To(handle) => handle,
            Resolved::Later => {
                if !self.sure {
                    self.pending.push(PendingReference { path: self.path.clone(), reference });
                }
                AnyHandle::NULL
            }
            Resolved::Unknown => {
                return self.fail(node, diagnostics::unknown_reference(reference.text()));
            }
        };
        if let Some(mut target) = target {
            target.set_handle(handle);
        }
        true
    }
}
