//! Reading JSON.

use onefold_reflect::{MemberMask, TypedMut};

use crate::apply::Apply;
use crate::diagnostics;
use crate::document::Input;
use crate::json::fast::Fast;
use crate::node::{self, Found, Node};
use crate::options::{Mode, ReadOptions, ReadReport};
use crate::store;
use crate::upgrade::Upgrades;

/// Reads JSON into any described value. Keys that are absent leave what they would set alone.
///
/// Strict: when anything is wrong, everything wrong is reported and nothing is applied. Lenient: the same list as
/// warnings, what is right is applied, and the rest is kept verbatim in the report.
pub fn read_json(target: TypedMut<'_>, input: impl AsRef<[u8]>, options: &ReadOptions<'_>) -> ReadReport {
    let text = match checked_text(input.as_ref(), options) {
        Ok(text) => text,
        Err(found) => return refused(found, options, None),
    };
    let mut target = target.through_boxes();
    let is_current = options.upgrades.is_none_or(Upgrades::is_empty);
    if is_current && let Some(mut copy) = store::copy_of(&target) {
        let mut fast = Fast::new(text, options);
        if let Ok(set) = fast.root(copy.as_mut()) {
            let applied = target.replace(copy).is_ok();
            return ReadReport { applied, set, pending: fast.pending, ..ReadReport::default() };
        }
    }
    let mut twins = Vec::new();
    let input = Input::new(options.file, text);
    match node::parse(text, &options.limits, &mut twins) {
        Ok(node) => read_nodes(target, &node, twins, options, Some(&input), Some(text)),
        Err(found) => refused(found, options, Some(&input)),
    }
}

/// Reads nodes into a value: what all formats end in when something has to be reported.
pub(crate) fn read_nodes(
    target: TypedMut<'_>,
    node: &Node<'_>,
    early: Vec<Found>,
    options: &ReadOptions<'_>,
    input: Option<&Input<'_>>,
    json: Option<&str>,
) -> ReadReport {
    let mut apply = Apply::new(options, json);
    early.into_iter().for_each(|found| apply.report(found));
    let (applied, set) = apply.root(target, node);
    let applied = applied || options.mode == Mode::Lenient;
    apply.finish(applied, set, input)
}

/// The report of an input that could not be taken apart.
pub(crate) fn refused(found: Found, options: &ReadOptions<'_>, input: Option<&Input<'_>>) -> ReadReport {
    let mut apply = Apply::new(options, None);
    apply.report(found);
    apply.finish(false, MemberMask::default(), input)
}

/// The input as a text of an allowed size.
pub(crate) fn checked_text<'t>(input: &'t [u8], options: &ReadOptions<'_>) -> Result<&'t str, Found> {
    let limit = options.limits.bytes.min(u32::MAX as usize);
    if input.len() > limit {
        return Err(Found { start: 0, end: 0, what: diagnostics::limit("bytes", limit) });
    }
    std::str::from_utf8(input).map_err(|err| {
        let at = err.valid_up_to();
        Found { start: 0, end: 0, what: diagnostics::not_utf8(at) }
    })
}
