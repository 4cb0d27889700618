//! From nodes to typed values: the one reading walk of every format, with all errors at once.
//!
//! A value is checked first, without a target, and written only when it fits; so a list with one wrong item stays as it
//! was. In lenient mode each member of a struct is on its own, in strict mode the whole is one.

use std::borrow::Cow;

use onefold_diag::{Diagnostic, Diagnostics, Place, Severity};
use onefold_reflect::{
    AnyHandle, Member, MemberFlags, MemberMask, OwnedValue, Scalar, Shape, TypeRef, TypedMut, View,
};
use rustc_hash::FxHashSet;

use crate::diagnostics;
use crate::document::Input;
use crate::kept::{Kept, KeptMember};
use crate::node::{Found, Node, NodeEntry, NodeKind, short};
use crate::number::{self, Misfit};
use crate::options::{Mode, PendingReference, ReadOptions, ReadReport, Reference, Resolved};
use crate::path;
use crate::store;
use crate::text_value;
use crate::variants::find_variant;
use crate::walk::{is_nullable, unboxed};

/// One reading.
pub(crate) struct Apply<'o> {
    options: &'o ReadOptions<'o>,
    /// The JSON text that the nodes' positions mean; none for other formats.
    json: Option<&'o str>,
    path: String,
    found: Vec<(Found, String)>,
    cut: usize,
    kept: Vec<KeptMember>,
    pending: Vec<PendingReference>,
    /// What is being written has been checked: nothing is reported a second time.
    sure: bool,
    depth: usize,
}

impl<'o> Apply<'o> {
    pub(crate) fn new(options: &'o ReadOptions<'o>, json: Option<&'o str>) -> Self {
        Self {
            options,
            json,
            path: String::new(),
            found: Vec::new(),
            cut: 0,
            kept: Vec::new(),
            pending: Vec::new(),
            sure: false,
            depth: 0,
        }
    }

    /// Reports something found before.
    pub(crate) fn report(&mut self, found: Found) {
        if self.found.len() >= self.options.limits.messages {
            self.cut += 1;
            return;
        }
        self.found.push((found, self.path.clone()));
    }

    fn fail(&mut self, node: &Node<'_>, what: Diagnostic) -> bool {
        if !self.sure {
            self.report(Found { start: node.start, end: node.end, what });
        }
        false
    }

    fn is_lenient(&self) -> bool {
        self.options.mode == Mode::Lenient
    }

    /// Reads into the value the input is meant for. Problems found before (`early`) count as wrong in strict mode.
    pub(crate) fn root(&mut self, target: TypedMut<'_>, node: &Node<'_>) -> (bool, MemberMask) {
        let target = target.through_boxes();
        let ty = target.ty();
        let mut set = MemberMask::new(ty.entry().members().len());
        if let (Shape::Struct(info), NodeKind::Object(_)) = (ty.entry().shape(), &node.kind)
            && !info.tuple
        {
            if self.is_lenient() {
                return (self.members(ty, Some(target), node, Some(&mut set)), set);
            }
            if !self.members(ty, None, node, None) || !self.found.is_empty() {
                return (false, set);
            }
            let applied = self.surely(|this| this.members(ty, Some(target), node, Some(&mut set)));
            return (applied, set);
        }
        (self.whole(ty, Some(target), node, None), set)
    }

    fn surely<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.sure, true);
        let out = run(self);
        self.sure = before;
        out
    }

    /// Reads a value that fits as a whole or not at all.
    fn whole(
        &mut self,
        ty: TypeRef<'_>,
        target: Option<TypedMut<'_>>,
        node: &Node<'_>,
        member: Option<&Member>,
    ) -> bool {
        if self.sure || target.is_none() {
            return self.value(ty, target, node, member);
        }
        let before = self.found.len();
        let fits = self.value(ty, None, node, member);
        let strictly_wrong = !self.is_lenient() && self.found.len() > before;
        fits && !strictly_wrong && self.surely(|this| this.value(ty, target, node, member))
    }

    /// Checks a value, and writes it where there is a target. True when it fits.
    fn value(
        &mut self,
        ty: TypeRef<'_>,
        target: Option<TypedMut<'_>>,
        node: &Node<'_>,
        member: Option<&Member>,
    ) -> bool {
        if self.depth > self.options.limits.depth {
            let limit = self.options.limits.depth;
            return self.fail(node, diagnostics::limit("levels of nesting", limit));
        }
        self.depth += 1;
        let fits = self.value_here(unboxed(ty), target.map(TypedMut::through_boxes), node, member);
        self.depth -= 1;
        fits
    }

    fn value_here(
        &mut self,
        ty: TypeRef<'_>,
        target: Option<TypedMut<'_>>,
        node: &Node<'_>,
        member: Option<&Member>,
    ) -> bool {
        match ty.entry().shape() {
            Shape::Scalar(scalar) => self.scalar(*scalar, target, node, member),
            Shape::Text | Shape::Asset => match &node.kind {
                NodeKind::Text(text) => {
                    if let Some(place) = target.and_then(TypedMut::text_mut) {
                        place.clear();
                        place.push_str(text);
                    }
                    true
                }
                _ => self.fail(node, diagnostics::wrong_type(ty.entry(), node.kind_name())),
            },
            Shape::Lanes(_) => self.lanes(ty, target, node),
            Shape::Struct(info) if info.tuple => self.tuple(ty, target, node),
            Shape::Struct(_) => match &node.kind {
                NodeKind::Object(_) => self.members(ty, target, node, None),
                _ => self.fail(node, diagnostics::wrong_type(ty.entry(), node.kind_name())),
            },
            Shape::Enum(_) => self.enumeration(ty, target, node),
            Shape::Option(..) => self.option(ty, target, node, member),
            Shape::List(..) | Shape::Array(..) | Shape::Set(..) => self.list(ty, target, node),
            Shape::Map(..) => self.map(ty, target, node),
            Shape::Handle(_) => self.handle(ty, target, node),
            Shape::Boxed(_) => false,
        }
    }

    fn scalar(
        &mut self,
        scalar: Scalar,
        target: Option<TypedMut<'_>>,
        node: &Node<'_>,
        member: Option<&Member>,
    ) -> bool {
        match (scalar, &node.kind) {
            (Scalar::Bool, NodeKind::Bool(value)) => {
                if let Some(target) = target {
                    store::plain(target, *value);
                }
                true
            }
            (Scalar::Bool, NodeKind::Text(text)) => match text_value::parse_bool(text) {
                Some(value) => {
                    if let Some(target) = target {
                        store::plain(target, value);
                    }
                    true
                }
                None => self.wrong_scalar(scalar, node),
            },
            (Scalar::Char, NodeKind::Text(text)) => {
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (Some(value), None) => {
                        if let Some(target) = target {
                            store::plain(target, value);
                        }
                        true
                    }
                    _ => self.wrong_scalar(scalar, node),
                }
            }
            (Scalar::Bool | Scalar::Char, _) => self.wrong_scalar(scalar, node),
            (_, NodeKind::Number(text)) => self.number(scalar, target, node, text, false),
            (_, NodeKind::Text(text)) => {
                let option = member
                    .and_then(|member| member.attrs().options.iter().find(|(name, _)| *name == text.trim()));
                match option {
                    Some((_, value)) => self.number(scalar, target, node, &value.to_string(), false),
                    None => self.number(scalar, target, node, text.trim(), true),
                }
            }
            _ => self.wrong_scalar(scalar, node),
        }
    }

    fn wrong_scalar(&mut self, scalar: Scalar, node: &Node<'_>) -> bool {
        let what = diagnostics::wrong_scalar(scalar, node.kind_name()).got(short(node));
        self.fail(node, what)
    }

    fn number(
        &mut self,
        scalar: Scalar,
        target: Option<TypedMut<'_>>,
        node: &Node<'_>,
        text: &str,
        word: bool,
    ) -> bool {
        match number::parse(scalar, text, word) {
            Ok(value) => {
                if let Some(target) = target {
                    store::number(target, scalar, value);
                }
                true
            }
            Err(Misfit::OutOfRange) => self.fail(node, diagnostics::out_of_range(scalar).got(short(node))),
            Err(Misfit::NotANumber) => self.wrong_scalar(scalar, node),
        }
    }

    fn lanes(&mut self, ty: TypeRef<'_>, target: Option<TypedMut<'_>>, node: &Node<'_>) -> bool {
        let Shape::Lanes(info) = ty.entry().shape() else { return false };
        let Some(items) = self.items(ty, node) else { return false };
        // A matrix may also stand there column by column.
        let columns = info.rows > 1 && items.len() * info.rows == info.names.len();
        let flat: Option<Vec<&Node<'_>>> = if columns {
            items
                .iter()
                .map(|column| column.items().filter(|c| c.len() == info.rows))
                .collect::<Option<Vec<_>>>()
                .map(|columns| columns.into_iter().flatten().collect())
        } else {
            Some(items.iter().collect())
        };
        let Some(flat) = flat.filter(|flat| flat.len() == info.names.len()) else {
            let what = diagnostics::wrong_count(ty.entry(), items.len(), info.names.len());
            return self.fail(node, what.got(short(node)));
        };
        let mut lanes = smallvec::SmallVec::<[number::Number; 16]>::new();
        for (name, item) in info.names.iter().zip(flat) {
            let (text, word) = match &item.kind {
                NodeKind::Number(text) => (&**text, false),
                NodeKind::Text(text) => (text.trim(), true),
                _ => ("", false),
            };
            match number::parse(info.scalar, text, word) {
                Ok(number) => lanes.push(number),
                Err(misfit) => {
                    let what = match misfit {
                        Misfit::OutOfRange => diagnostics::out_of_range(info.scalar),
                        Misfit::NotANumber => diagnostics::wrong_scalar(info.scalar, item.kind_name()),
                    };
                    let before = self.path.len();
                    path::push_member(&mut self.path, name);
                    // An item of a text has no place of its own.
                    let at = if item.end == 0 { node } else { item };
                    self.fail(at, what.got(short(item)));
                    self.path.truncate(before);
                }
            }
        }
        if lanes.len() != info.names.len() {
            return false;
        }
        if let Some(target) = target {
            store::lanes(target, &lanes);
        }
        true
    }

    /// The items of a list node, or of a text in SETech's form.
    fn items<'n, 't>(&mut self, ty: TypeRef<'_>, node: &'n Node<'t>) -> Option<Cow<'n, [Node<'t>]>> {
        match &node.kind {
            NodeKind::List(items) => return Some(Cow::Borrowed(items)),
            NodeKind::Text(text) => {
                let items = text_value::parse_list(text, self.options.limits.depth);
                if let Some(items) = items {
                    let owned = items.into_iter().map(|mut item| {
                        (item.start, item.end) = (node.start, node.end);
                        crate::node::into_owned(item)
                    });
                    return Some(Cow::Owned(owned.collect()));
                }
            }
            _ => {}
        }
        self.fail(node, diagnostics::wrong_type(ty.entry(), node.kind_name()).got(short(node)));
        None
    }

    fn tuple(&mut self, ty: TypeRef<'_>, target: Option<TypedMut<'_>>, node: &Node<'_>) -> bool {
        let members = ty.entry().members();
        let Some(items) = self.items(ty, node) else { return false };
        let members: Vec<&Member> = members.iter().filter(|member| member.offset().is_some()).collect();
        if items.len() != members.len() {
            return self.fail(node, diagnostics::wrong_count(ty.entry(), items.len(), members.len()));
        }
        let mut target = target;
        let mut fits = true;
        for (at, (member, item)) in members.into_iter().zip(items.iter()).enumerate() {
            let part = target.as_mut().and_then(|target| target.reborrow().member(member));
            fits &= self.under(
                |path| path::push_index(path, at),
                |this| this.value(ty.other(member.ty()), part, item, Some(member)),
            );
        }
        fits
    }

    fn under<T>(&mut self, push: impl FnOnce(&mut String), run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.path.len();
        push(&mut self.path);
        let out = run(self);
        self.path.truncate(before);
        out
    }

    /// The one loop over members: absent ones stay as they are, unknown ones are kept or wrong.
    fn members(
        &mut self,
        ty: TypeRef<'_>,
        mut target: Option<TypedMut<'_>>,
        node: &Node<'_>,
        mut set: Option<&mut MemberMask>,
    ) -> bool {
        let upgraded;
        let mut node = node;
        let key = ty.entry().key();
        if let Some(upgrades) = self.options.upgrades.filter(|upgrades| upgrades.concerns(key)) {
            let mut copy = inner_members(ty, node).clone();
            if let Err(errors) = upgrades.run(key, &mut copy) {
                for what in errors {
                    self.fail(node, what);
                }
                return false;
            }
            upgraded = copy;
            node = &upgraded;
        }
        let Some(entries) = inner_members(ty, node).entries() else { return false };
        let mut fits = true;
        let mut after: Option<&str> = None;
        let mut seen = MemberMask::new(ty.entry().members().len());
        for (place, entry) in entries.iter().enumerate() {
            let Some(at) = ty.entry().member_index(&entry.name) else {
                fits &= self.unknown(ty, entry, after);
                continue;
            };
            let member = &ty.entry().members()[at];
            if seen.is_set(at) && entries[..place].iter().any(|other| other.name == entry.name) {
                // Reported when the input was taken apart; the first one counts.
                continue;
            }
            let part = target.as_mut().and_then(|target| target.reborrow().member(member));
            let read = match refusal(ty, member, entry, seen.is_set(at)) {
                Some(what) => self.refuse(entry, member, what),
                None => self.member(ty, member, part, entry),
            };
            seen.set(at);
            after = Some(member.name());
            match (read, set.as_deref_mut()) {
                (Read::Fits, Some(set)) => set.set(at),
                (Read::Wrong, _) => fits = false,
                _ => {}
            }
        }
        fits
    }

    fn refuse(&mut self, entry: &NodeEntry<'_>, member: &Member, what: Diagnostic) -> Read {
        let place = named(entry);
        self.under(|path| path::push_member(path, member.name()), |this| this.fail(&place, what));
        if self.is_lenient() { Read::Kept } else { Read::Wrong }
    }

    /// One member of a struct, on its own in lenient mode.
    fn member(
        &mut self,
        ty: TypeRef<'_>,
        member: &Member,
        mut part: Option<TypedMut<'_>>,
        entry: &NodeEntry<'_>,
    ) -> Read {
        let member_ty = ty.other(member.ty());
        let (kept, pending) = (self.kept.len(), self.pending.len());
        let is_nested = matches!(unboxed(member_ty).entry().shape(), Shape::Struct(info) if !info.tuple);
        let fits = self.under(
            |path| path::push_member(path, member.name()),
            |this| {
                let part = part.as_mut().map(TypedMut::reborrow);
                if is_nested && this.is_lenient() {
                    this.value(member_ty, part, &entry.value, Some(member))
                } else {
                    this.whole(member_ty, part, &entry.value, Some(member))
                }
            },
        );
        if fits {
            return Read::Fits;
        }
        // Inside a list or the like there is no place of its own for what does not fit: the list is kept as a whole.
        let Some(part) = part.filter(|_| self.is_lenient() && !self.sure) else { return Read::Wrong };
        self.kept.truncate(kept);
        self.pending.truncate(pending);
        let now = crate::json::write::compact(part.as_ref(), self.options.handles);
        self.keep(entry, None, Some((member.name().to_owned(), now)));
        Read::Kept
    }

    fn unknown(&mut self, ty: TypeRef<'_>, entry: &NodeEntry<'_>, after: Option<&str>) -> bool {
        if self.sure {
            return true;
        }
        let what = diagnostics::unknown_member(ty.entry(), &entry.name);
        self.under(|path| path::push_member(path, &entry.name), |this| this.fail(&named(entry), what));
        if self.is_lenient() {
            self.keep(entry, after, None);
        }
        self.is_lenient()
    }

    fn keep(&mut self, entry: &NodeEntry<'_>, after: Option<&str>, instead_of: Option<(String, String)>) {
        let json = match self.json.and_then(|text| verbatim(text, &entry.value)) {
            Some(text) => text.to_owned(),
            None => crate::json::node_text(&entry.value),
        };
        self.kept.push(KeptMember {
            object: self.path.clone(),
            name: entry.name.clone().into_owned(),
            json,
            after: after.map(str::to_owned),
            instead_of,
        });
    }

    fn enumeration(&mut self, ty: TypeRef<'_>, mut target: Option<TypedMut<'_>>, node: &Node<'_>) -> bool {
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

    fn payload(
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

    fn option(
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

    fn list(&mut self, ty: TypeRef<'_>, mut target: Option<TypedMut<'_>>, node: &Node<'_>) -> bool {
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

    fn store_item(&mut self, ty: TypeRef<'_>, target: &mut TypedMut<'_>, at: usize, item: &Node<'_>) -> bool {
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

    fn map(&mut self, ty: TypeRef<'_>, mut target: Option<TypedMut<'_>>, node: &Node<'_>) -> bool {
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

    fn entry(
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

    fn handle(&mut self, ty: TypeRef<'_>, target: Option<TypedMut<'_>>, node: &Node<'_>) -> bool {
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

    /// What came of it. `input` is what the positions mean.
    pub(crate) fn finish(mut self, applied: bool, set: MemberMask, input: Option<&Input<'_>>) -> ReadReport {
        let lenient = self.options.mode == Mode::Lenient;
        let mut diagnostics = Diagnostics::new();
        // What was found when the input was taken apart goes where it stands.
        self.found.sort_by_key(|(found, _)| found.start);
        for (found, path) in self.found {
            let mut what = found.what;
            if lenient && applied {
                what.severity = Severity::Warning;
            }
            let mut place = match input {
                Some(input) => input.place(found.start, found.end),
                None => Place { file: Some(self.options.file.to_owned()), ..Place::default() },
            };
            place.path = Some(path);
            diagnostics.push(what.at(place));
        }
        if self.cut > 0 {
            diagnostics.push(diagnostics::messages_cut(self.cut));
        }
        ReadReport { diagnostics, applied, set, kept: Kept { members: self.kept }, pending: self.pending }
    }
}

/// What became of a member.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    Fits,
    /// It was reported and put aside; its object is read all the same.
    Kept,
    Wrong,
}

/// Why a known member cannot be read here.
fn refusal(ty: TypeRef<'_>, member: &Member, entry: &NodeEntry<'_>, seen: bool) -> Option<Diagnostic> {
    if seen {
        return Some(diagnostics::key_twice(&entry.name));
    }
    if member.offset().is_none() {
        return Some(diagnostics::computed(ty.entry(), member.name()));
    }
    let read_only = member.attrs().flags.has(MemberFlags::READ_ONLY);
    read_only.then(|| diagnostics::read_only(ty.entry(), member.name()))
}

/// The members of an object that stands in SETech's shape: `{"type": …, "members": {…}}`.
fn inner_members<'n, 't>(ty: TypeRef<'_>, node: &'n Node<'t>) -> &'n Node<'t> {
    let Some(entries) = node.entries() else { return node };
    let shaped = entries.iter().all(|entry| matches!(&*entry.name, "type" | "name" | "members"));
    match node.get("members") {
        Some(members) if shaped && members.entries().is_some() && ty.entry().member("members").is_none() => {
            members
        }
        _ => node,
    }
}

/// A name with its value, as a place.
fn named(entry: &NodeEntry<'_>) -> Node<'static> {
    Node { kind: NodeKind::Null, start: entry.start, end: entry.value.end.max(entry.start) }
}

/// The bytes a node stood at, when they are it still.
fn verbatim<'t>(text: &'t str, node: &Node<'_>) -> Option<&'t str> {
    text.get(node.start as usize..node.end as usize).filter(|text| !text.is_empty())
}
