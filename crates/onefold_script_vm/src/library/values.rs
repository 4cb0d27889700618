//! Values by storage: defaults, copies, assignment, comparison; by script methods where classes have them.

use std::cmp::Ordering;

use onefold_script_bytecode::{FuncId, Storage};

use crate::fault::Fault;
use crate::heap::{ArrayObject, Header, Heap};
use crate::image::{RtKind, RtType};
use crate::native::Scalar;
use crate::objects;
use crate::state::State;

/// The type of a live object.
pub(crate) fn type_of<'a>(object: *mut Header) -> &'a RtType {
    // SAFETY: callers hold a reference to the object; types outlive objects.
    unsafe { &*(*object).ty }
}

/// A default-constructed object of a type, whose count passes to the caller.
pub(crate) fn construct(state: &mut State, ty: &RtType) -> Result<*mut Header, Fault> {
    match &ty.kind {
        RtKind::Array(_) => Ok(state.heap.new_array(ty, 0)?.cast()),
        RtKind::Std(_) => state.heap.new_object(ty),
        RtKind::Class => {
            let factory = ty.factory.ok_or_else(|| Fault::text("There is no default constructor"))?;
            let result = call(state, factory, &[])?;
            Ok(result as usize as *mut Header)
        }
        RtKind::Func | RtKind::Abstract => Err(Fault::text("There is no default constructor")),
    }
}

/// Runs `f` while two objects are held: script code it calls may let go of where they came from.
fn holding<T>(
    state: &mut State,
    objects: [u64; 2],
    f: impl FnOnce(&mut State) -> Result<T, Fault>,
) -> Result<T, Fault> {
    objects.iter().for_each(|&object| Heap::keep_handle(object));
    let result = f(state);
    for object in objects {
        state.heap.drop_handle(object);
    }
    result
}

/// A copy of an object by value, whose count passes to the caller.
pub(crate) fn copy(state: &mut State, object: *mut Header) -> Result<*mut Header, Fault> {
    holding(state, [object as usize as u64, 0], |state| copy_held(state, object))
}

fn copy_held(state: &mut State, object: *mut Header) -> Result<*mut Header, Fault> {
    let ty = type_of(object);
    match &ty.kind {
        RtKind::Std(std) => match std.copy {
            Some(copy) => copy(state, object),
            None => Err(Fault::text("The object cannot be copied")),
        },
        _ => {
            let new = construct(state, ty)?;
            match assign(state, new, object) {
                Ok(()) => Ok(new),
                Err(fault) => {
                    state.heap.release(new);
                    Err(fault)
                }
            }
        }
    }
}

/// Assigns the value of `from` to `to`, both of the same type.
pub(crate) fn assign(state: &mut State, to: *mut Header, from: *mut Header) -> Result<(), Fault> {
    holding(state, [to as usize as u64, from as usize as u64], |state| assign_held(state, to, from))
}

fn assign_held(state: &mut State, to: *mut Header, from: *mut Header) -> Result<(), Fault> {
    let ty = type_of(to);
    match &ty.kind {
        RtKind::Array(_) => super::array::assign(state, to.cast(), from.cast()),
        RtKind::Std(std) => match std.assign {
            Some(assign) => assign(state, to, from),
            None => Err(Fault::text("The object cannot be assigned")),
        },
        RtKind::Class => {
            let func = ty.assign.ok_or_else(|| Fault::text("The object cannot be assigned"))?;
            call(state, func, &[to as usize as u64, from as usize as u64]).map(|_| ())
        }
        RtKind::Func | RtKind::Abstract => Err(Fault::text("The object cannot be assigned")),
    }
}

/// Calls a script function from a library function; gives the first result slot.
pub(crate) fn call(state: &mut State, func: FuncId, args: &[u64]) -> Result<u64, Fault> {
    // SAFETY: behaviours are verified against their class; the arguments are kept alive by the caller.
    match unsafe { state.call(func, args) } {
        Ok(slots) => Ok(slots[0]),
        Err(exception) => Err(exception.fault),
    }
}

/// A default value of a storage in its slots' bits; only single-slot storages have one that is not zero.
pub(crate) fn default_bits(state: &mut State, storage: Storage) -> Result<u64, Fault> {
    match storage {
        Storage::Object(ty) => {
            let ty: *const RtType = &raw const state.image.types[ty.index()];
            // SAFETY: types outlive the call.
            Ok(construct(state, unsafe { &*ty })? as usize as u64)
        }
        _ => Ok(0),
    }
}

/// A further value with the content of a counted one: shared for strings and handles, copied for objects.
pub(crate) fn duplicate(state: &mut State, storage: Storage, bits: u64) -> Result<u64, Fault> {
    match storage {
        Storage::Str => Heap::keep_text(bits),
        Storage::Handle(_) => Heap::keep_handle(bits),
        Storage::Object(_) if bits != 0 => {
            return Ok(copy(state, bits as usize as *mut Header)? as usize as u64);
        }
        _ => {}
    }
    Ok(bits)
}

/// Adds a reference to a counted value.
pub(crate) fn keep(storage: Storage, bits: u64) {
    match storage {
        Storage::Str => Heap::keep_text(bits),
        Storage::Handle(_) | Storage::Object(_) => Heap::keep_handle(bits),
        _ => {}
    }
}

/// Drops a counted value.
pub(crate) fn discard(heap: &mut Heap, storage: Storage, bits: u64) {
    match storage {
        Storage::Str => heap.drop_text(bits),
        Storage::Handle(_) | Storage::Object(_) => {
            heap.drop_handle(bits);
        }
        _ => {}
    }
}

/// The bits of element `index` as a slot holds them; value bytes give their first slot.
///
/// The index must be below the length.
pub(crate) fn element(array: *mut ArrayObject, storage: Storage, index: u32) -> u64 {
    let mut slots = [0_u64; 8];
    // SAFETY: callers hold the array and have checked the index; value bytes take at most 8 slots.
    unsafe {
        debug_assert!(index < (*array).len);
        let from = (*array).data.add(index as usize * storage.size() as usize);
        objects::load(from, slots.as_mut_ptr(), usize::from(storage.tag()), false);
    }
    slots[0]
}

/// Stores slots over element `index` without releasing what was there.
///
/// # Safety
/// `from` has the slots of the storage; the index is below the capacity.
pub(crate) unsafe fn set_element(array: *mut ArrayObject, storage: Storage, index: u32, from: *const u64) {
    // SAFETY: by the contract.
    unsafe {
        let to = (*array).data.add(index as usize * storage.size() as usize);
        objects::store(from, to, usize::from(storage.tag()), false);
    }
}

/// Compares two numbers or strings of a storage; `None` for anything else.
pub(crate) fn compare_plain(storage: Storage, a: u64, b: u64) -> Option<Ordering> {
    fn by<T: Scalar + PartialOrd>(a: u64, b: u64) -> Ordering {
        T::from_bits(a).partial_cmp(&T::from_bits(b)).unwrap_or(Ordering::Greater)
    }
    Some(match storage {
        Storage::Bool | Storage::U8 | Storage::U16 | Storage::U32 => by::<u32>(a, b),
        Storage::I8 | Storage::I16 | Storage::I32 => by::<i32>(a, b),
        Storage::F32 => by::<f32>(a, b),
        Storage::I64 => by::<i64>(a, b),
        Storage::U64 => by::<u64>(a, b),
        Storage::F64 => by::<f64>(a, b),
        // SAFETY: callers hold references to both strings.
        Storage::Str => unsafe { Heap::text_bytes(a).cmp(Heap::text_bytes(b)) },
        Storage::Handle(_) | Storage::Object(_) | Storage::Bytes(_) => return None,
    })
}

/// The type whose methods compare elements of a storage.
fn element_type<'a>(state: &State, storage: Storage) -> Option<&'a RtType> {
    match storage {
        Storage::Handle(ty) | Storage::Object(ty) => {
            let ty: *const RtType = state.image.types.get(ty.index())?;
            // SAFETY: types outlive every call.
            Some(unsafe { &*ty })
        }
        _ => None,
    }
}

fn type_name(state: &State, storage: Storage) -> String {
    match element_type(state, storage) {
        Some(ty) => state.image.program().types[ty.id.index()].name.clone(),
        None => "value".to_owned(),
    }
}

/// Fails unless elements of a storage can be ordered.
pub(crate) fn check_order(state: &State, storage: Storage) -> Result<(), Fault> {
    let ordered = compare_plain(storage, 0, 0).is_some()
        || element_type(state, storage).is_some_and(|ty| ty.compare.is_some());
    if ordered {
        return Ok(());
    }
    Err(Fault::text(format!("Type '{}' does not have a matching opCmp method", type_name(state, storage))))
}

/// Fails unless elements of a storage can be found by value.
pub(crate) fn check_equality(state: &State, storage: Storage) -> Result<(), Fault> {
    let method =
        |ty: &RtType| ty.equals.is_some() || ty.compare.is_some() || matches!(ty.kind, RtKind::Array(_));
    let comparable = compare_plain(storage, 0, 0).is_some()
        || matches!(storage, Storage::Bytes(size) if size <= 8)
        || element_type(state, storage).is_some_and(method);
    if comparable {
        return Ok(());
    }
    let name = type_name(state, storage);
    Err(Fault::text(format!("Type '{name}' does not have a matching opEquals or opCmp method")))
}

/// Whether `a` comes before `b`; null handles come first.
pub(crate) fn is_less(state: &mut State, storage: Storage, a: u64, b: u64) -> Result<bool, Fault> {
    if let Some(order) = compare_plain(storage, a, b) {
        return Ok(order == Ordering::Less);
    }
    if a == 0 || b == 0 {
        return Ok(a == 0 && b != 0);
    }
    match element_type(state, storage).and_then(|ty| ty.compare) {
        Some(func) => holding(state, [a, b], |state| Ok((call(state, func, &[a, b])? as i32) < 0)),
        None => Ok(false),
    }
}

/// Whether two values of a storage are equal: by `opEquals`, else by `opCmp`, handles also by identity.
pub(crate) fn is_equal(state: &mut State, storage: Storage, a: u64, b: u64) -> Result<bool, Fault> {
    if let Some(order) = compare_plain(storage, a, b) {
        return Ok(order == Ordering::Equal);
    }
    if a == b {
        return Ok(true);
    }
    let Some(ty) = element_type(state, storage) else { return Ok(false) };
    if a == 0 || b == 0 {
        return Ok(false);
    }
    holding(state, [a, b], |state| match (&ty.kind, ty.equals, ty.compare) {
        (RtKind::Array(_), ..) => {
            super::array::equal(state, a as usize as *mut ArrayObject, b as usize as *mut ArrayObject)
        }
        (_, Some(func), _) => Ok(call(state, func, &[a, b])? as u32 != 0),
        (_, None, Some(func)) => Ok(call(state, func, &[a, b])? as u32 == 0),
        (_, None, None) => Ok(false),
    })
}
