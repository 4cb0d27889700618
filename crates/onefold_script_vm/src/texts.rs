//! Parts of instructions on strings, and number formatting.

use crate::fault::Fault;
use crate::heap::Heap;
use crate::number;
use crate::state::State;

/// Slot `a` = slot `b` + `more`; in place when they are the same.
///
/// # Safety
/// `a` is an owned string slot of frame `fp`, `b` a string slot, `more` stays valid during the call or
/// belongs to a string slot of the frame.
pub(crate) unsafe fn cat(
    state: *mut State,
    fp: *mut u64,
    a: usize,
    b: usize,
    more: &[u8],
) -> Result<(), Fault> {
    // SAFETY: by the contract; `more` is handed on as a pointer since the string may move.
    unsafe {
        let heap = &mut (*state).heap;
        let (more, count) = (more.as_ptr(), more.len());
        if a == b {
            return heap.append(&mut *fp.add(a), more, count);
        }
        let first = Heap::text_bytes(*fp.add(b));
        let mut new = 0;
        if count == 0 {
            new = *fp.add(b);
            Heap::keep_text(new);
        } else if first.is_empty() {
            heap.append(&mut new, more, count)?;
        } else {
            let text = heap.text_block((first.len() + count).next_multiple_of(16))?;
            let data = Heap::text_data(text);
            std::ptr::copy_nonoverlapping(first.as_ptr(), data, first.len());
            std::ptr::copy_nonoverlapping(more, data.add(first.len()), count);
            (*text).len = (first.len() + count) as u32;
            new = text as usize as u64;
        }
        let old = std::mem::replace(&mut *fp.add(a), new);
        heap.drop_text(old);
        Ok(())
    }
}

/// Slot `a` = a new string.
///
/// # Safety
/// `a` is an owned string slot of frame `fp`.
pub(crate) unsafe fn assign(state: *mut State, fp: *mut u64, a: usize, bytes: &[u8]) -> Result<(), Fault> {
    // SAFETY: by the contract.
    unsafe {
        let new = (*state).heap.new_text(bytes)?;
        let old = std::mem::replace(&mut *fp.add(a), new);
        (*state).heap.drop_text(old);
        Ok(())
    }
}

macro_rules! formatted {
    ($($cat:ident, $from:ident, $type:ty, $format:path;)*) => { $(
        /// # Safety
        /// As for `cat`.
        #[inline(never)]
        pub(crate) unsafe fn $cat(state: *mut State, fp: *mut u64, a: usize, b: usize, value: $type) -> Result<(), Fault> {
            let mut buffer = number::Buffer::new();
            // SAFETY: by the contract.
            unsafe { cat(state, fp, a, b, $format(&mut buffer, value)) }
        }

        /// # Safety
        /// As for `assign`.
        #[inline(never)]
        pub(crate) unsafe fn $from(state: *mut State, fp: *mut u64, a: usize, value: $type) -> Result<(), Fault> {
            let mut buffer = number::Buffer::new();
            // SAFETY: by the contract.
            unsafe { assign(state, fp, a, $format(&mut buffer, value)) }
        }
    )* };
}

formatted! {
    cat_i64, from_i64, i64, number::signed;
    cat_u64, from_u64, u64, number::unsigned;
    cat_f64, from_f64, f64, number::general;
}

/// `true` or `false`.
pub(crate) fn bool_text(value: bool) -> &'static [u8] {
    if value { b"true" } else { b"false" }
}

/// Byte `index` of an owned string slot = `byte`.
///
/// # Safety
/// `slot` is an owned string slot with more than `index` bytes.
pub(crate) unsafe fn put(state: *mut State, slot: *mut u64, index: usize, byte: u8) -> Result<(), Fault> {
    // SAFETY: by the contract.
    unsafe { (*state).heap.unshare(&mut *slot)?[index] = byte };
    Ok(())
}
