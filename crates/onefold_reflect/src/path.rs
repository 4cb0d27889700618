//! Paths into values: `children[2].light.color.x`, `scores["ann"]`; parsed once, then walked or prepared.

use std::fmt;

use onefold_diag::{Code, Diagnostic, Place as DiagPlace};

use crate::convert::unknown_member;
use crate::entry::{Place, TypeEntry, TypeIndex};
use crate::info::Shape;
use crate::owned_value::OwnedValue;
use crate::registry::Registry;
use crate::typed::{TypeRef, TypedMut, TypedRef, View};
use crate::value::Value;

/// The text is no path, or the path leads nowhere in this value.
pub const PATH_INVALID: Code = Code("path_invalid");
/// The type has no member of that name.
pub const MEMBER_UNKNOWN: Code = Code("member_unknown");

/// Most steps of a path.
const STEP_LIMIT: usize = 64;

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A member, a lane of a vector, or a field of the present variant.
    Member(String),
    /// An item of a list or array, or the entry of a map with this key.
    Index(Value),
}

/// A path. The empty path names the value itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(pub Vec<Step>);

impl Path {
    /// Reads a path.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let fail = |at: usize, why: &str| {
            Err(Diagnostic::error(
                PATH_INVALID,
                format!("`{text}` is no path: {why} at character {}", at + 1),
            ))
        };
        let bytes = text.as_bytes();
        let mut steps = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            if steps.len() >= STEP_LIMIT {
                return fail(at, "more than 64 steps");
            }
            match bytes[at] {
                b'[' => {
                    let Some((key, next)) = parse_key(text, at + 1) else {
                        return fail(at, "an unfinished or empty key");
                    };
                    steps.push(Step::Index(key));
                    at = next;
                }
                dot => {
                    let start = at + usize::from(dot == b'.' && !steps.is_empty());
                    if dot != b'.' && !steps.is_empty() {
                        return fail(at, "`.` or `[` is missing");
                    }
                    let len = text[start..].find(['.', '[', ']']).unwrap_or(text.len() - start);
                    if len == 0 {
                        return fail(start, "a name is missing");
                    }
                    steps.push(Step::Member(text[start..start + len].to_owned()));
                    at = start + len;
                    if bytes.get(at) == Some(&b']') {
                        return fail(at, "an unexpected `]`");
                    }
                }
            }
        }
        Ok(Self(steps))
    }

    /// The same path one step further.
    #[must_use]
    pub fn then(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }
}

/// Reads the key after `[` up to and with `]`: an integer, a quoted text, or bare text.
fn parse_key(text: &str, start: usize) -> Option<(Value, usize)> {
    let rest = &text[start..];
    if rest.starts_with('"') {
        let mut key = String::new();
        let mut chars = rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => key.push(chars.next()?.1),
                '"' => return rest[at + 1..].starts_with(']').then_some((Value::Text(key), start + at + 2)),
                c => key.push(c),
            }
        }
        return None;
    }
    let end = rest.find(']')?;
    let word = rest[..end].trim();
    if word.is_empty() {
        return None;
    }
    let key = match word {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => match (word.parse::<i64>(), word.parse::<u64>()) {
            (Ok(int), _) => Value::Int(int),
            (_, Ok(int)) => Value::UInt(int),
            _ => Value::Text(word.to_owned()),
        },
    };
    Some((key, start + end + 1))
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Member(name) => write!(f, "{}{name}", if at > 0 { "." } else { "" })?,
                Step::Index(Value::Text(key)) => {
                    write!(f, "[\"{}\"]", key.replace('\\', "\\\\").replace('"', "\\\""))?;
                }
                Step::Index(key) => write!(f, "[{key}]")?,
            }
        }
        Ok(())
    }
}

impl<'a> TypedRef<'a> {
    /// The value at a path. Lanes of a vector have no place of their own: ask [`to_value`](TypedRef::to_value) for them.
    ///
    /// # Errors
    /// The step that leads nowhere, with the nearest names.
    pub fn at_path(self, path: &Path) -> Result<Self, Diagnostic> {
        path.0.iter().try_fold(self, |value, step| {
            value.step(step).map_err(|err| err.at(DiagPlace::path(path.to_string())))
        })
    }

    fn step(self, step: &Step) -> Result<Self, Diagnostic> {
        match (self.view(), step) {
            (View::Struct, Step::Member(name)) => {
                self.get(name).ok_or_else(|| unknown_member(self.ty().entry, name))
            }
            (View::Option(Some(inner)), step) => inner.step(step),
            (View::Enum(view), Step::Member(name)) => {
                let field = view.variant().fields.iter().position(|field| field.name == name);
                field.and_then(|at| view.field(at)).ok_or_else(|| no_step(self.ty().entry, step))
            }
            (View::List(list), Step::Index(key)) => {
                let at = key.as_int().and_then(|at| usize::try_from(at).ok());
                at.and_then(|at| list.get(at)).ok_or_else(|| no_item(list.len(), key))
            }
            (View::Map(map), Step::Index(key)) => {
                let key = key_value(map.types().0, key)?;
                map.get(key.as_ref()).ok_or_else(|| no_step(self.ty().entry, step))
            }
            _ => Err(no_step(self.ty().entry, step)),
        }
    }
}

impl<'a> TypedMut<'a> {
    /// The value at a path, to be changed.
    ///
    /// # Errors
    /// The step that leads nowhere, with the nearest names.
    pub fn at_path(self, path: &Path) -> Result<Self, Diagnostic> {
        path.0.iter().try_fold(self, |value, step| {
            value.step(step).map_err(|err| err.at(DiagPlace::path(path.to_string())))
        })
    }

    fn step(self, step: &Step) -> Result<Self, Diagnostic> {
        // Find out read-only that the step is there, so that only a good one needs the exclusive borrow.
        self.as_ref().step(step)?;
        let this = self.through_boxes();
        let entry = this.ty().entry;
        let fail = || no_step(entry, step);
        match (entry.shape(), step) {
            (Shape::Struct(_), Step::Member(name)) => this.get(name).ok_or_else(fail),
            (Shape::Option(..), step) => this.option_mut().ok_or_else(fail)?.step(step),
            (Shape::Enum(info), Step::Member(name)) => {
                let View::Enum(view) = this.as_ref().view() else { return Err(fail()) };
                let field = info.variants[view.index()].fields.iter().position(|field| field.name == name);
                this.variant_field(field.ok_or_else(fail)?).ok_or_else(fail)
            }
            (Shape::List(..) | Shape::Array(..), Step::Index(key)) => {
                let at = key.as_int().and_then(|at| usize::try_from(at).ok()).ok_or_else(fail)?;
                this.item_mut(at).ok_or_else(fail)
            }
            (Shape::Map(..), Step::Index(key)) => {
                let key = key_value(this.ty().arg(0), key)?;
                this.entry_mut(key.as_ref()).ok_or_else(fail)
            }
            _ => Err(fail()),
        }
    }
}

/// A key of a map from its step.
pub(crate) fn key_value<'r>(ty: TypeRef<'r>, key: &Value) -> Result<OwnedValue<'r>, Diagnostic> {
    let fail = || Diagnostic::error(PATH_INVALID, format!("{} cannot be a key", ty.entry.bare_name()));
    let mut owned = OwnedValue::default_of(ty).ok_or_else(fail)?;
    let set = owned.as_mut().set(key);
    set.map_err(|errors| errors.into_iter().next().unwrap_or_else(fail))?;
    Ok(owned)
}

fn no_step(entry: &TypeEntry, step: &Step) -> Diagnostic {
    let text = match step {
        Step::Member(name) => format!("{} has no member `{name}` here", entry.bare_name()),
        Step::Index(key) => format!("{} has no entry [{key}]", entry.bare_name()),
    };
    Diagnostic::error(PATH_INVALID, text)
}

fn no_item(len: usize, key: &Value) -> Diagnostic {
    Diagnostic::error(PATH_INVALID, format!("there is no item {key} in a list of {len}"))
}

/// A path of members that has been looked up for a type: one addition at each use.
#[derive(Clone, Copy, Debug)]
pub struct PreparedPath {
    of: TypeIndex,
    offset: usize,
    ty: TypeIndex,
}

impl PreparedPath {
    /// Looks a path of members up. Lists, maps, options and variants have to be walked each time.
    ///
    /// # Errors
    /// The step that leads nowhere, or that cannot be prepared.
    pub fn new(registry: &Registry, of: TypeIndex, path: &Path) -> Result<Self, Diagnostic> {
        let mut found = Self { of, offset: 0, ty: of };
        for step in &path.0 {
            let entry = registry.entry(found.ty);
            let Step::Member(name) = step else { return Err(no_step(entry, step)) };
            let member = entry.member(name).ok_or_else(|| unknown_member(entry, name))?;
            let Place::Offset(offset) = *member.place() else { return Err(no_step(entry, step)) };
            found = Self { of, offset: found.offset + offset, ty: member.ty() };
        }
        Ok(found)
    }

    /// Type of what the path names.
    #[must_use]
    pub fn ty(&self) -> TypeIndex {
        self.ty
    }

    /// Bytes from the start of the object.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The type the path was prepared for.
    #[must_use]
    pub fn of(&self) -> TypeIndex {
        self.of
    }
}
