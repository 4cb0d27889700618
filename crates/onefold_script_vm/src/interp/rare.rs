//! Instructions that are rare or heavy: places, references, wide globals, allocation, strings, host objects.
//!
//! They are part of the dispatch loop in all but place: kept apart, they leave it more registers.

use onefold_script_bytecode::Op;

use super::Stop;
use crate::fault::Fault;
use crate::heap::{ArrayObject, Header, Heap};
use crate::host::{self, access};
use crate::native::Scalar;
use crate::state::State;
use crate::{objects, texts};

/// Does the instruction at `ip`; gives the words to go on by. Destructors may wait afterwards.
///
/// # Safety
/// As for the dispatch loop: verified code, its frame and its state, with the registers left in the state.
#[expect(clippy::too_many_lines, reason = "a flat dispatch over part of the instruction table")]
#[inline(never)]
pub(super) unsafe fn run(state: *mut State, ip: *const u64, fp: *mut u64) -> Result<usize, Stop> {
    // SAFETY: as in the dispatch loop.
    unsafe {
        let w = *ip;
        let (a, b, c) = ((w >> 16) as u16 as usize, (w >> 32) as u16 as usize, (w >> 48) as usize);
        let d = (w >> 32) as u32 as usize;
        let slot = |index: usize| *fp.add(index);
        let at = |index: usize| fp.add(index);
        // The second word, for instructions that have one.
        let x = || *ip.add(1);
        let host_item = || (*state).host.as_mut_ptr().add(x() as u32 as usize);
        match std::mem::transmute::<u16, Op>(w as u16) {
            Op::GlobalGetN => {
                let from = (*state).globals.as_ptr().add(d);
                std::ptr::copy_nonoverlapping(from, at(a), x() as u16 as usize);
                return Ok(2);
            }
            Op::GlobalGetStr => put_text(state, at(a), *(*state).globals.as_ptr().add(d)),
            Op::GlobalGetHandle => put_handle(state, at(a), *(*state).globals.as_ptr().add(d)),
            Op::GlobalSetN => {
                let to = (*state).globals.as_mut_ptr().add(d);
                std::ptr::copy_nonoverlapping(at(a), to, x() as u16 as usize);
                return Ok(2);
            }
            Op::GlobalSetStr => put_text(state, (*state).globals.as_mut_ptr().add(d), slot(a)),
            Op::GlobalSetHandle => put_handle(state, (*state).globals.as_mut_ptr().add(d), slot(a)),

            Op::Place => *at(a) = at(b) as usize as u64,
            Op::PlaceGet => *at(a) = *place(slot(b))?.add(c),
            Op::PlaceSet => *place(slot(a))?.add(b) = slot(c),
            Op::PlaceGetStr => put_text(state, at(a), *place(slot(b))?),
            Op::PlaceSetStr => put_text(state, place(slot(a))?, slot(b)),
            Op::PlaceGetHandle => put_handle(state, at(a), *place(slot(b))?),
            Op::PlaceSetHandle => put_handle(state, place(slot(a))?, slot(b)),

            Op::RefField => {
                object(slot(b))?;
                put_ref(state, at(a), slot(b), c as u64);
            }
            Op::RefAt => {
                let index = slot(c) as u32;
                if index >= (*object(slot(b))?.cast::<ArrayObject>()).len {
                    return Err(Stop::Bounds);
                }
                put_ref(state, at(a), slot(b), u64::from(index));
            }
            Op::RefGlobal => put_ref(state, at(a), 0, objects::GLOBAL | d as u64),
            Op::MoveRef => put_ref(state, at(a), slot(b), slot(b + 1)),
            Op::ClearRef => put_ref(state, at(a), 0, 0),
            Op::RefGet => objects::load(objects::resolve(state, at(b))?, at(a), c, slot(b) == 0),
            Op::RefSet => objects::store(at(b), objects::resolve(state, at(a))?, c, slot(a) == 0),
            Op::RefGetStr => put_text(state, at(a), *objects::resolve(state, at(b))?.cast::<u64>()),
            Op::RefSetStr => put_text(state, objects::resolve(state, at(a))?.cast(), slot(b)),
            Op::RefGetHandle => put_handle(state, at(a), *objects::resolve(state, at(b))?.cast::<u64>()),
            Op::RefSetHandle => put_handle(state, objects::resolve(state, at(a))?.cast(), slot(b)),

            Op::NewArray => {
                let ty = (*state).types.add(x() as u32 as usize);
                let array = (*state).heap.new_array(&*ty, slot(b) as u32);
                let array = fault(state, array)?;
                give_handle(state, at(a), array as usize as u64);
                return Ok(2);
            }
            Op::Cast => {
                let (handle, ty) = (slot(b), x() as u32);
                let fits = match handle as i64 {
                    0.. => objects::is_of(handle, ty),
                    _ => host::is_of(&*state, handle, ty),
                };
                put_handle(state, at(a), if fits { handle } else { 0 });
                return Ok(2);
            }
            Op::NewFunc => {
                fault(state, objects::new_func(state, at(a), d, x() as u32, None))?;
                return Ok(2);
            }
            Op::NewDelegate => {
                let bound = object(slot(b))? as usize as u64;
                let (ty, func) = (x() as u32 as usize, (x() >> 32) as u32);
                fault(state, objects::new_func(state, at(a), ty, func, Some(bound)))?;
                return Ok(2);
            }
            Op::NewDelegateVirtual => {
                let bound = object(slot(b))? as usize as u64;
                let func = objects::virtual_index(bound, c);
                fault(state, objects::new_func(state, at(a), x() as u32 as usize, func, Some(bound)))?;
                return Ok(2);
            }

            Op::StrCat => fault(state, texts::cat(state, fp, a, b, Heap::text_bytes(slot(c))))?,
            Op::StrCatI64 => fault(state, texts::cat_i64(state, fp, a, b, slot(c) as i64))?,
            Op::StrCatU64 => fault(state, texts::cat_u64(state, fp, a, b, slot(c)))?,
            Op::StrCatF64 => fault(state, texts::cat_f64(state, fp, a, b, f64::from_bits(slot(c))))?,
            Op::StrCatBool => {
                let text = texts::bool_text(bool::from_bits(slot(c)));
                fault(state, texts::cat(state, fp, a, b, text))?;
            }
            Op::StrI64 => fault(state, texts::from_i64(state, fp, a, slot(b) as i64))?,
            Op::StrU64 => fault(state, texts::from_u64(state, fp, a, slot(b)))?,
            Op::StrF64 => fault(state, texts::from_f64(state, fp, a, f64::from_bits(slot(b))))?,
            Op::StrBool => {
                fault(state, texts::assign(state, fp, a, texts::bool_text(bool::from_bits(slot(b)))))?;
            }
            Op::StrPut => {
                let index = slot(b) as u32 as usize;
                if index >= Heap::text_bytes(slot(a)).len() {
                    return Err(Stop::TextBounds);
                }
                fault(state, texts::put(state, at(a), index, slot(c) as u8))?;
            }

            Op::HostGetStr => {
                let mut new = 0;
                fault(state, access::get(state, host_item(), slot(b), &raw mut new))?;
                let old = std::mem::replace(&mut *at(a), new);
                (*state).heap.drop_text(old);
                return Ok(2);
            }
            Op::HostGetHandle => {
                let mut new = 0;
                fault(state, access::get(state, host_item(), slot(b), &raw mut new))?;
                give_handle(state, at(a), new);
                return Ok(2);
            }
            Op::HostSetStr | Op::HostSetHandle => {
                fault(state, access::set(state, host_item(), slot(a), at(b)))?;
                return Ok(2);
            }
            Op::HostGlobal => {
                let handle = access::global(state, (*state).host.as_mut_ptr().add(d));
                let handle = fault(state, handle)?;
                put_handle(state, at(a), handle);
            }
            Op::Throw => {
                let words = String::from_utf8_lossy(Heap::text_bytes(slot(a))).into_owned();
                return fault(state, Err(Fault::text(words)));
            }
            Op::Fault => return fault(state, Err(Fault::from_code(a as u16))),
            _ => return Err(Stop::Unbound),
        }
        Ok(1)
    }
}

/// Leaves a fault in the state.
unsafe fn fault<T>(state: *mut State, result: Result<T, Fault>) -> Result<T, Stop> {
    result.map_err(|fault| {
        // SAFETY: by the callers' contract.
        unsafe { (*state).fault = Some(fault) };
        Stop::Native
    })
}

/// The heap object of a handle.
fn object(handle: u64) -> Result<*mut Header, Stop> {
    if (handle as i64) > 0 { Ok(handle as usize as *mut Header) } else { Err(Stop::Null) }
}

fn place(bits: u64) -> Result<*mut u64, Stop> {
    if bits == 0 { Err(Stop::Null) } else { Ok(bits as usize as *mut u64) }
}

unsafe fn put_text(state: *mut State, to: *mut u64, new: u64) {
    Heap::keep_text(new);
    // SAFETY: by the callers' contract, a counted string place.
    unsafe {
        let old = std::mem::replace(&mut *to, new);
        (*state).heap.drop_text(old);
    }
}

unsafe fn put_handle(state: *mut State, to: *mut u64, new: u64) {
    Heap::keep_handle(new);
    // SAFETY: as for `give_handle`.
    unsafe { give_handle(state, to, new) };
}

/// Stores a handle whose count passes over.
unsafe fn give_handle(state: *mut State, to: *mut u64, new: u64) {
    // SAFETY: by the callers' contract, a counted handle place.
    unsafe {
        let old = std::mem::replace(&mut *to, new);
        (*state).heap.drop_handle(old);
    }
}

unsafe fn put_ref(state: *mut State, to: *mut u64, owner: u64, offset: u64) {
    // SAFETY: by the callers' contract, the first of two reference slots.
    unsafe {
        put_handle(state, to, owner);
        *to.add(1) = offset;
    }
}
