//! Numbers, bools, chars, vectors and the lists that texts stand for.

use std::borrow::Cow;

use onefold_reflect::{Member, Scalar, Shape, TypeRef, TypedMut};

use super::Apply;
use crate::diagnostics;
use crate::node::short;
use crate::node::{self, Node, NodeKind};
use crate::number::{self, Misfit};
use crate::path;
use crate::store;
use crate::text_value;

impl Apply<'_> {
    pub(super) fn scalar(
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

    pub(super) fn wrong_scalar(&mut self, scalar: Scalar, node: &Node<'_>) -> bool {
        let what = diagnostics::wrong_scalar(scalar, node.kind_name()).got(short(node));
        self.fail(node, what)
    }

    pub(super) fn number(
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

    pub(super) fn lanes(&mut self, ty: TypeRef<'_>, target: Option<TypedMut<'_>>, node: &Node<'_>) -> bool {
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
        let is_list = node.as_list().is_some() && !columns;
        for (at, (name, item)) in info.names.iter().zip(flat).enumerate() {
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
                    // A path leads to where the item stands in the input.
                    match is_list {
                        true => path::push_index(&mut self.path, at),
                        false => path::push_member(&mut self.path, name),
                    }
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
    pub(super) fn items<'n, 't>(
        &mut self,
        ty: TypeRef<'_>,
        node: &'n Node<'t>,
    ) -> Option<Cow<'n, [Node<'t>]>> {
        match &node.kind {
            NodeKind::List(items) => return Some(Cow::Borrowed(items)),
            NodeKind::Text(text) => {
                let items = text_value::parse_list(text, self.options.limits.depth);
                if let Some(items) = items {
                    let owned = items.into_iter().map(|mut item| {
                        (item.start, item.end) = (node.start, node.end);
                        node::into_owned(item)
                    });
                    return Some(Cow::Owned(owned.collect()));
                }
            }
            _ => {}
        }
        self.fail(node, diagnostics::wrong_type(ty.entry(), node.kind_name()).got(short(node)));
        None
    }
}
