//! From nodes to typed values: the one reading walk of every format, with all errors at once.
//!
//! A value is checked first, without a target, and written only when it fits; so a list with one wrong item stays as it
//! was. In lenient mode each member of a struct is on its own, in strict mode the whole is one.

mod containers;
mod plain;

use onefold_diag::{Diagnostic, Diagnostics, Place, Severity};
use onefold_reflect::{Member, MemberFlags, MemberMask, Shape, TypeRef, TypedMut};

use crate::diagnostics;
use crate::document::Input;
use crate::kept::{Kept, KeptMember};
use crate::node::{Found, Node, NodeEntry, NodeKind};
use crate::options::{Mode, PendingReference, ReadOptions, ReadReport};
use crate::path;
use crate::walk::unboxed;

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

    /// True, and counted, when no more messages are kept: for those that are costly to make.
    fn is_full(&mut self) -> bool {
        let is_full = !self.sure && self.found.len() >= self.options.limits.messages;
        self.cut += usize::from(is_full);
        is_full
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
        let was_wrong = !self.is_lenient() && !self.found.is_empty();
        let target = (!was_wrong).then_some(target);
        (self.whole(ty, target, node, None) && !was_wrong, set)
    }

    /// Checks all of a value that is not there.
    pub(crate) fn check(&mut self, ty: TypeRef<'_>, node: &Node<'_>) -> (bool, MemberMask) {
        let ty = unboxed(ty);
        let mut set = MemberMask::new(ty.entry().members().len());
        let fits = match (ty.entry().shape(), &node.kind) {
            (Shape::Struct(info), NodeKind::Object(_)) if !info.tuple => {
                self.members(ty, None, node, Some(&mut set))
            }
            _ => self.value(ty, None, node, None),
        };
        (fits && self.found.is_empty(), set)
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
        if !self.is_full() {
            let what = diagnostics::unknown_member(ty.entry(), &entry.name);
            self.under(|path| path::push_member(path, &entry.name), |this| this.fail(&named(entry), what));
        }
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
                None => {
                    let file = Some(self.options.file).filter(|file| !file.is_empty());
                    Place { file: file.map(str::to_owned), ..Place::default() }
                }
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
