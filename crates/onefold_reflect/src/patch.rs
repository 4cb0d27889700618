//! The one edit type: what changed, from what, to what. `apply(diff(a, b), a) == b`.

use onefold_diag::{Diagnostic, Diagnostics};

use crate::convert::check;
use crate::info::Shape;
use crate::owned_value::OwnedValue;
use crate::path::{PATH_INVALID, Path, Step, key_value};
use crate::typed::{TypedMut, TypedRef, View};
use crate::value::Value;

/// One change of one place.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Another value.
    Set {
        /// What was there.
        from: Value,
        /// What is there.
        to: Value,
    },
    /// A list or map entry, or a set value, that was not there.
    Insert(Value),
    /// A list or map entry, or a set value, that is gone.
    Remove(Value),
    /// The member follows its default again.
    Reset {
        /// What was there.
        from: Value,
        /// The default.
        to: Value,
    },
}

/// A change with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The place. For `Insert` and `Remove` the last step is the index or key.
    pub path: Path,
    /// What happens there.
    pub change: Change,
}

/// Edits that belong together, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// The edits.
    pub edits: Vec<Edit>,
}

impl Patch {
    /// A patch that sets one place.
    #[must_use]
    pub fn set(path: Path, from: Value, to: Value) -> Self {
        Self { edits: vec![Edit { path, change: Change::Set { from, to } }] }
    }

    /// True when it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The patch that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let edits = self.edits.iter().rev().map(|edit| {
            let change = match edit.change.clone() {
                Change::Set { from, to } | Change::Reset { from, to } => Change::Set { from: to, to: from },
                Change::Insert(value) => Change::Remove(value),
                Change::Remove(value) => Change::Insert(value),
            };
            Edit { path: edit.path.clone(), change }
        });
        Self { edits: edits.collect() }
    }

    /// What leads from `a` to `b`, which have the same type.
    #[must_use]
    pub fn diff(a: TypedRef<'_>, b: TypedRef<'_>) -> Self {
        let mut patch = Self::default();
        diff_into(a, b, &Path::default(), &mut patch.edits);
        patch
    }

    /// Makes the edits, all or none.
    ///
    /// # Errors
    /// Everything that does not fit; then the value is as it was.
    pub fn apply(&self, mut target: TypedMut<'_>) -> Result<(), Diagnostics> {
        for (done, edit) in self.edits.iter().enumerate() {
            if let Err(errors) = apply_edit(target.reborrow(), edit) {
                let undo = Self { edits: self.edits[..done].to_vec() }.inverse();
                for edit in &undo.edits {
                    // Taking back what has just been done leads to values that were there before.
                    drop(apply_edit(target.reborrow(), edit));
                }
                return Err(errors);
            }
        }
        Ok(())
    }
}

fn diff_into(a: TypedRef<'_>, b: TypedRef<'_>, path: &Path, out: &mut Vec<Edit>) {
    match (a.view(), b.view()) {
        (View::Struct, View::Struct) => {
            let (a, b) = (a.through_boxes(), b.through_boxes());
            for member in a.ty().entry.members() {
                if let (Some(a), Some(b)) = (a.member(member), b.member(member)) {
                    diff_into(a, b, &path.then(Step::Member(member.name().to_owned())), out);
                }
            }
        }
        (View::Option(Some(a)), View::Option(Some(b))) if matches!(a.view(), View::Struct) => {
            diff_into(a, b, path, out)
        }
        (View::List(x), View::List(y)) => {
            let common = x.len().min(y.len());
            for at in 0..common {
                if let (Some(a), Some(b)) = (x.get(at), y.get(at)) {
                    diff_into(a, b, &path.then(Step::Index(Value::Int(at as i64))), out);
                }
            }
            let step = |at: usize| path.then(Step::Index(Value::Int(at as i64)));
            for at in (common..x.len()).rev() {
                let gone = x.get(at).map_or(Value::Null, TypedRef::to_value);
                out.push(Edit { path: step(at), change: Change::Remove(gone) });
            }
            for at in common..y.len() {
                let new = y.get(at).map_or(Value::Null, TypedRef::to_value);
                out.push(Edit { path: step(at), change: Change::Insert(new) });
            }
        }
        (View::Map(x), View::Map(y)) => {
            for (key, value) in x.entries() {
                let path = path.then(Step::Index(key.to_value()));
                match y.get(key) {
                    Some(other) => diff_into(value, other, &path, out),
                    None => out.push(Edit { path, change: Change::Remove(value.to_value()) }),
                }
            }
            for (key, value) in y.entries() {
                if x.get(key).is_none() {
                    let path = path.then(Step::Index(key.to_value()));
                    out.push(Edit { path, change: Change::Insert(value.to_value()) });
                }
            }
        }
        _ => {
            let (from, to) = (a.to_value(), b.to_value());
            if !same(&from, &to) {
                out.push(Edit { path: path.clone(), change: Change::Set { from, to } });
            }
        }
    }
}

/// Equality that tells -0 from 0 and takes a NaN as equal to itself, so that a diff loses no bit.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::F32(a), Value::F32(b)) => a.to_bits() == b.to_bits(),
        (Value::F64(a), Value::F64(b)) => a.to_bits() == b.to_bits(),
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&a.0, &b.0) && same(&a.1, &b.1))
        }
        (Value::Struct(a), Value::Struct(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1))
        }
        (Value::Variant(a, x), Value::Variant(b, y)) => a == b && same(x, y),
        (Value::Some(a), Value::Some(b)) => same(a, b),
        _ => a == b,
    }
}

fn apply_edit(target: TypedMut<'_>, edit: &Edit) -> Result<(), Diagnostics> {
    let under = |errors: Diagnostics| -> Diagnostics {
        let path = edit.path.to_string();
        errors.into_iter().map(|one| one.under(&path)).collect()
    };
    match &edit.change {
        Change::Set { to, .. } | Change::Reset { to, .. } => {
            target.at_path(&edit.path).map_err(Diagnostics::from)?.set(to).map_err(under)
        }
        Change::Insert(value) => insert_or_remove(target, edit, Some(value)).map_err(under),
        Change::Remove(_) => insert_or_remove(target, edit, None).map_err(under),
    }
}

fn insert_or_remove(target: TypedMut<'_>, edit: &Edit, insert: Option<&Value>) -> Result<(), Diagnostics> {
    let fail =
        || Diagnostics::from(Diagnostic::error(PATH_INVALID, "there is no such entry to insert or remove"));
    let Some((Step::Index(key), parents)) = edit.path.0.split_last() else { return Err(fail()) };
    let mut holder = target.at_path(&Path(parents.to_vec())).map_err(Diagnostics::from)?.through_boxes();
    let ty = holder.ty();
    let make = |at: usize| -> Result<Option<OwnedValue<'_>>, Diagnostics> {
        let Some(value) = insert else { return Ok(None) };
        let mut errors = Diagnostics::new();
        check(ty.arg(at), value, "", 0, &mut errors);
        let mut owned = errors.into_result(OwnedValue::default_of(ty.arg(at)).ok_or_else(fail)?)?;
        owned.as_mut().set(value)?;
        Ok(Some(owned))
    };
    let done = match ty.entry.shape() {
        Shape::List(..) => {
            let at = key.as_int().and_then(|at| usize::try_from(at).ok()).ok_or_else(fail)?;
            match make(0)? {
                Some(value) => holder.insert_item(at, value).is_ok(),
                None => holder.remove_item(at),
            }
        }
        Shape::Map(..) => {
            let key = key_value(ty.arg(0), key).map_err(Diagnostics::from)?;
            match make(1)? {
                Some(value) => holder.insert_entry(key, value).is_ok(),
                None => holder.remove_key(key.as_ref()),
            }
        }
        _ => false,
    };
    if done { Ok(()) } else { Err(fail()) }
}
