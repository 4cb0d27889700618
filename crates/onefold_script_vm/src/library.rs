//! The standard library: checks the imports of a program against the table and finds their bodies.

mod any;
mod array;
mod boxed;
mod complex;
mod datetime;
mod dictionary;
mod format;
mod grid;
mod hashed;
mod math;
mod regex;
mod scan;
mod sort;
mod string;
mod system;
mod values;
mod weakref;

use onefold_script_bytecode::{Program, Ret, Signature, SlotKind, StdId, Storage, TypeId, TypeKind};
use onefold_script_std::{Kind, Lowering, RetKind, StdFn};

use crate::duplicate::Copier;
use crate::fault::Fault;
use crate::heap::{Header, Heap};
use crate::image::{LinkError, NativeLink, ResultKind, RtType};
use crate::native::NativeFn;
use crate::state::State;

pub(crate) use boxed::BOXED;

/// Copies the value behind the header of an object to the one of a new object of another machine.
type Duplicate = unsafe fn(*mut u8, *mut u8, &mut Copier<'_>) -> Result<(), Fault>;
/// Makes a copy of an object.
type Copy = fn(&mut State, *mut Header) -> Result<*mut Header, Fault>;
/// Assigns the second object to the first.
type Assign = fn(&mut State, *mut Header, *mut Header) -> Result<(), Fault>;

/// What the machine needs of a library type whose objects are Rust values.
pub(crate) struct StdObject {
    pub name: &'static str,
    /// Bytes behind the header.
    pub size: usize,
    /// Drops the value behind the header.
    pub drop: unsafe fn(*mut u8, &mut Heap),
    /// Visits every counted handle the value holds.
    pub trace: unsafe fn(*mut u8, &mut dyn FnMut(u64)),
    /// Copies the value to another machine; the new one is zeroed.
    pub duplicate: Duplicate,
    /// Makes a copy of an object, for types that can be copied by value.
    pub copy: Option<Copy>,
    /// Assigns the second object to the first.
    pub assign: Option<Assign>,
}

const OBJECTS: &[&StdObject] = &[
    &boxed::ANY,
    &boxed::BOXED,
    &dictionary::DICTIONARY,
    &grid::GRID,
    &weakref::WEAKREF,
    &weakref::CONST_WEAKREF,
];

pub(crate) fn std_object(name: &str) -> Option<&'static StdObject> {
    OBJECTS.iter().copied().find(|object| object.name == name)
}

/// The body of a library function.
pub(crate) fn body(id: u32) -> Option<NativeFn> {
    match id {
        50..100 => string::body(id),
        100..200 => array::body(id),
        200..240 => dictionary::body(id),
        240..300 | 500..520 => boxed::body(id),
        300..350 => math::body(id),
        350..400 => complex::body(id),
        400..440 => weakref::body(id),
        520..550 => any::body(id),
        550..600 => grid::body(id),
        600..650 => datetime::body(id),
        650..700 => system::body(id),
        _ => None,
    }
}

/// Links one import: the kinds the program uses have to be those of the table.
pub(crate) fn link(program: &Program, types: &[RtType], id: StdId) -> Result<NativeLink, LinkError> {
    let import = &program.std[id.index()];
    let wrong = |text: &str| LinkError { text: format!("library function {}: {text}", import.id) };
    let decl = onefold_script_std::function(import.id).filter(|decl| decl.lowering == Lowering::Native);
    let decl = decl.ok_or_else(|| wrong("there is none"))?;
    let call = body(import.id).ok_or_else(|| wrong("it has no body"))?;
    let check = Check { program, owner: import.owner };
    if !check.owner_fits(decl) || !check.signature_fits(decl, &import.signature) {
        return Err(wrong(&format!("`{}` does not take or give {}", decl.decl, import.signature)));
    }
    let record = |ty: TypeId| &raw const types[ty.index()];
    let made = match import.signature.ret {
        Ret::Handle(ty) if ty != TypeId::ANY => record(ty),
        _ => std::ptr::null(),
    };
    Ok(NativeLink {
        call,
        owner: import.owner.map_or(std::ptr::null(), record),
        made,
        params: import.signature.params.len(),
        result: result_kind(import.signature.ret),
    })
}

/// How a result of that kind is stored.
pub(crate) fn result_kind(ret: Ret) -> ResultKind {
    match ret {
        Ret::Void => ResultKind::Void,
        Ret::Scalar(count) => ResultKind::Scalar(count),
        Ret::Str => ResultKind::Text,
        Ret::Handle(_) => ResultKind::Handle,
        Ret::Ref(_) => ResultKind::Ref,
    }
}

struct Check<'a> {
    program: &'a Program,
    owner: Option<TypeId>,
}

impl Check<'_> {
    fn kind(&self, ty: TypeId) -> Option<&TypeKind> {
        self.program.types.get(ty.index()).map(|def| &def.kind)
    }

    /// Template arguments of the owner.
    fn args(&self) -> &[Storage] {
        match self.owner.and_then(|ty| self.kind(ty)) {
            Some(TypeKind::Array(storage)) => std::slice::from_ref(storage),
            Some(TypeKind::Std { args, .. }) => args,
            _ => &[],
        }
    }

    /// Functions of reference types name their type; the others need none.
    fn owner_fits(&self, decl: &StdFn) -> bool {
        let needed = decl.params.iter().any(|kind| needs_owner(*kind))
            || matches!(decl.ret, RetKind::One(kind) if needs_owner(kind));
        match self.owner.map(|ty| self.kind(ty)) {
            Some(Some(TypeKind::Array(_))) => decl.owner == "array",
            Some(Some(TypeKind::Std { name, args })) => {
                let declared = onefold_script_std::std_type(name);
                name == decl.owner && declared.is_some_and(|declared| declared.args == args.len())
            }
            Some(_) => false,
            None => !needed,
        }
    }

    fn signature_fits(&self, decl: &StdFn, signature: &Signature) -> bool {
        let mut slots = signature.params.iter().copied();
        let params = decl.params.iter().all(|&kind| match kind {
            Kind::Rest => slots.by_ref().all(|slot| matches!(slot, SlotKind::Handle(_))),
            kind => self.takes(kind, &mut slots),
        });
        params && slots.next().is_none() && self.gives(decl.ret, signature.ret)
    }

    fn takes(&self, kind: Kind, slots: &mut dyn Iterator<Item = SlotKind>) -> bool {
        let Some(first) = (match kind {
            Kind::Element => {
                let Some(&storage) = self.args().first() else { return false };
                return (0..storage.slots()).all(|_| slots.next() == Some(storage.slot_kind()));
            }
            _ => slots.next(),
        }) else {
            return false;
        };
        match (kind, first) {
            (Kind::Scalar, SlotKind::Scalar) | (Kind::Text, SlotKind::Str) => true,
            (Kind::Place, SlotKind::PlaceScalar(1)) | (Kind::Any, SlotKind::Handle(_)) => true,
            (_, SlotKind::Handle(ty)) => self.handle_fits(kind, ty),
            _ => false,
        }
    }

    fn handle_fits(&self, kind: Kind, ty: TypeId) -> bool {
        let args = self.args();
        match (kind, self.kind(ty)) {
            (Kind::Owner, _) => Some(ty) == self.owner,
            (Kind::Target, _) => {
                matches!(args.first(), Some(&(Storage::Handle(target) | Storage::Object(target))) if target == ty)
            }
            (Kind::Strings, Some(TypeKind::Array(Storage::Str))) => true,
            (Kind::ArrayOfElement, Some(TypeKind::Array(storage))) => Some(storage) == args.first(),
            (Kind::Std(wanted), Some(TypeKind::Std { name, args: own })) => {
                let declared = onefold_script_std::std_type(wanted).map_or(0, |ty| ty.args);
                name == wanted && if declared == 0 { own.is_empty() } else { own == args }
            }
            (Kind::Less, Some(TypeKind::Funcdef(signature))) => {
                let Some(&storage) = args.first() else { return false };
                let twice = usize::from(storage.slots()) * 2;
                let params = signature.params.iter().all(|&slot| slot == storage.slot_kind());
                params && signature.params.len() == twice && signature.ret == Ret::Scalar(1)
            }
            (Kind::Coroutine, Some(TypeKind::Funcdef(signature))) => {
                signature.ret == Ret::Void
                    && matches!(signature.params[..], [SlotKind::Handle(ty)]
                        if matches!(self.kind(ty), Some(TypeKind::Std { name, .. }) if name == "dictionary"))
            }
            _ => false,
        }
    }

    fn gives(&self, declared: RetKind, ret: Ret) -> bool {
        match (declared, ret) {
            (RetKind::Void, Ret::Void) => true,
            (RetKind::One(Kind::Scalar), Ret::Scalar(1)) | (RetKind::One(Kind::Text), Ret::Str) => true,
            (RetKind::One(Kind::Any), Ret::Handle(ty)) => ty == TypeId::ANY,
            (RetKind::One(kind), Ret::Handle(ty)) => self.handle_fits(kind, ty),
            _ => false,
        }
    }
}

fn needs_owner(kind: Kind) -> bool {
    matches!(kind, Kind::Owner | Kind::Element | Kind::Target | Kind::ArrayOfElement | Kind::Less)
}

#[cfg(test)]
mod tests;
