//! Parts of instructions on objects that are too large for the dispatch loop.

use crate::fault::Fault;
use crate::heap::{ArrayObject, FIELDS, FuncObject, Header, Heap};
use crate::image::{FnRec, RtKind, RtType};
use crate::interp::Stop;
use crate::state::State;

/// Set in the offset of a reference whose owner is the globals.
pub(crate) const GLOBAL: u64 = 1 << 63;

/// Loads value bytes to slots; the rest of the last slot is zero.
///
/// # Safety
/// `from` has `size` bytes, `to` the slots for them.
#[inline]
pub(crate) unsafe fn load_bytes(from: *const u8, to: *mut u64, size: usize) {
    // SAFETY: by the contract.
    unsafe {
        if size > 0 {
            *to.add((size - 1) / 8) = 0;
        }
        std::ptr::copy_nonoverlapping(from, to.cast::<u8>(), size);
    }
}

/// Address and size of an element kept as value bytes.
///
/// # Safety
/// `array` is a live array.
pub(crate) unsafe fn element_bytes(array: *mut ArrayObject, index: u32) -> Option<(*mut u8, usize)> {
    // SAFETY: by the contract.
    unsafe {
        let size = (*(*array).header.ty).element_size();
        (index < (*array).len).then(|| ((*array).data.add(index as usize * size), size))
    }
}

/// The address a reference in two slots stands for.
///
/// # Safety
/// `reference` is the first of two reference slots.
pub(crate) unsafe fn resolve(state: *mut State, reference: *const u64) -> Result<*mut u8, Stop> {
    // SAFETY: by the contract; the owner is counted by the slot.
    unsafe {
        let (owner, offset) = (*reference, *reference.add(1));
        if owner == 0 {
            if offset & GLOBAL == 0 {
                return Err(Stop::Null);
            }
            let index = (offset & !GLOBAL) as usize;
            return Ok((&raw mut (&mut (*state).globals)[index]).cast());
        }
        let object = owner as usize as *mut Header;
        match &(*(*object).ty).kind {
            RtKind::Array(storage) => {
                let array = object.cast::<ArrayObject>();
                if offset >= u64::from((*array).len) {
                    return Err(Stop::Bounds);
                }
                Ok((*array).data.add(offset as usize * storage.size() as usize))
            }
            _ => Ok(object.cast::<u8>().add(FIELDS + offset as usize)),
        }
    }
}

/// The tag of value bytes of size 0.
const BYTES: usize = 16;
const _: () = assert!(onefold_script_bytecode::Storage::Bytes(0).tag() as usize == BYTES);

/// Loads a scalar or value bytes of that storage tag; a global is kept as whole slots.
///
/// # Safety
/// `from` is a place of that storage, `to` has the slots for it.
pub(crate) unsafe fn load(from: *const u8, to: *mut u64, tag: usize, is_global: bool) {
    // SAFETY: by the contract.
    unsafe {
        *to = match tag {
            BYTES.. => return load_bytes(from, to, tag - BYTES),
            _ if is_global => *from.cast::<u64>(),
            1 => u64::from(i32::from(*from.cast::<i8>()) as u32),
            0 | 2 => u64::from(*from),
            3 => u64::from(i32::from(*from.cast::<i16>()) as u32),
            4 => u64::from(*from.cast::<u16>()),
            5..=7 => u64::from(*from.cast::<u32>()),
            _ => *from.cast::<u64>(),
        };
    }
}

/// Stores a scalar or value bytes of that storage tag; a global is kept as whole slots.
///
/// # Safety
/// `to` is a place of that storage, `from` has the slots for it.
pub(crate) unsafe fn store(from: *const u64, to: *mut u8, tag: usize, is_global: bool) {
    // SAFETY: by the contract.
    unsafe {
        match tag {
            BYTES.. => std::ptr::copy_nonoverlapping(from.cast::<u8>(), to, tag - BYTES),
            _ if is_global => *to.cast::<u64>() = *from,
            0..=2 => *to = *from as u8,
            3 | 4 => *to.cast::<u16>() = *from as u16,
            5..=7 => *to.cast::<u32>() = *from as u32,
            _ => *to.cast::<u64>() = *from,
        }
    }
}

/// Whether a handle's object is of the type with that index.
///
/// # Safety
/// `handle` is null or live.
pub(crate) unsafe fn is_of(handle: u64, ty: u32) -> bool {
    // SAFETY: by the contract.
    (handle as i64) > 0
        && unsafe { (*(*(handle as usize as *mut Header)).ty).is(onefold_script_bytecode::TypeId(ty)) }
}

/// Puts a function handle or delegate of a funcdef type in an owned slot.
///
/// # Safety
/// `to` is an owned handle slot, `ty` a funcdef type, `bound` null or live.
pub(crate) unsafe fn new_func(
    state: *mut State,
    to: *mut u64,
    ty: usize,
    func: u32,
    bound: Option<u64>,
) -> Result<(), Fault> {
    // SAFETY: by the contract.
    unsafe {
        let ty = (*state).types.add(ty);
        let object = (*state).heap.new_object(&*ty)?.cast::<FuncObject>();
        (*object).func = func;
        (*object).is_bound = u32::from(bound.is_some());
        (*object).bound = bound.unwrap_or(0);
        Heap::keep_handle((*object).bound);
        let old = std::mem::replace(&mut *to, object as usize as u64);
        (*state).heap.drop_handle(old);
        Ok(())
    }
}

/// Index of the function in a vtable slot of an object's class.
///
/// # Safety
/// `object` is live and its class has that slot.
pub(crate) unsafe fn virtual_index(object: u64, slot: usize) -> u32 {
    // SAFETY: by the contract.
    unsafe { (*(&(*(*(object as usize as *mut Header)).ty).vtable)[slot]).index }
}

/// The function of an interface method, packed as type and method.
pub(crate) fn interface_method(ty: &RtType, method: u32) -> Option<*const FnRec> {
    ty.interface(method >> 12)?.get(method as usize & 0xfff).copied()
}

/// Lays the arguments of a funcdef call: `count` counts the callee handle in front.
///
/// # Safety
/// `at` is a verified funcdef call in frame `fp`, `to` the callee's frame.
pub(crate) unsafe fn funcdef_arguments(
    at: *const u64,
    fp: *const u64,
    to: *mut u64,
    count: usize,
    func: *const FuncObject,
) {
    // SAFETY: by the contract.
    unsafe {
        let bound = (*func).is_bound != 0;
        for index in 1..count {
            let unit = 5 + index;
            let slot = (*at.add(unit / 4) >> (unit % 4 * 16)) as u16;
            *to.add(if bound { index } else { index - 1 }) = *fp.add(usize::from(slot));
        }
        if bound {
            *to = (*func).bound;
        }
    }
}

/// Copies arguments from the fourth on; they are packed four to a word from `words` on. Gives the word after.
///
/// # Safety
/// The words belong to a verified call of `count` arguments, `fp` is its frame, `to` has room.
#[inline(never)]
pub(crate) unsafe fn copy_more(words: *const u64, fp: *const u64, to: *mut u64, count: usize) -> *const u64 {
    // SAFETY: by the contract.
    unsafe {
        for index in 3..count {
            let at = index - 3;
            let slot = (*words.add(at / 4) >> (at % 4 * 16)) as u16;
            *to.add(index) = *fp.add(usize::from(slot));
        }
        words.add((count - 3).div_ceil(4))
    }
}

/// Releases what a frame owns; true when destructors wait.
///
/// # Safety
/// `fp` is a frame of `rec`; its owned slots are not used again.
pub(crate) unsafe fn clean(state: *mut State, fp: *mut u64, rec: *const FnRec) -> bool {
    // SAFETY: owned slots hold null or a reference of their kind.
    unsafe {
        let heap = &mut (*state).heap;
        for owned in &(*rec).owned {
            let value = std::mem::take(&mut *fp.add(usize::from(owned.slot)));
            if value != 0 {
                if owned.is_text {
                    heap.drop_text(value);
                } else {
                    heap.drop_handle(value);
                }
            }
        }
        !heap.pending.is_empty()
    }
}
