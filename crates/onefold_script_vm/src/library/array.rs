//! `array<T>`.

use onefold_script_bytecode::Storage;

use super::{sort, values};
use crate::fault::Fault;
use crate::heap::{ArrayObject, FuncObject, Heap};
use crate::image::RtKind;
use crate::native::{Native, NativeFn};
use crate::state::State;

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        100 => |n| make(n, 0, false),
        101 => |n| make(n, n.get(0), false),
        102 => |n| make(n, n.get(0), true),
        110 => |n| assign(n.state, n.array(0)?, n.array(1)?),
        111 => |n| insert_value(n, n.get(1), 2),
        112 => insert_array,
        113 => |n| {
            let len = len(n.array(0)?);
            insert_value(n, len, 1)
        },
        114 => |n| remove(n, n.get(1), 1, true),
        115 => |n| {
            let len = len(n.array(0)?);
            remove(n, len.wrapping_sub(1), 1, true)
        },
        116 => |n| remove(n, n.get(1), n.get(2), false),
        117 => |n| {
            let array = n.array(0)?;
            let cap = n.get(1);
            reserve(&mut n.state.heap, array, cap)
        },
        118 => |n| resize(n.state, n.array(0)?, n.get(1)),
        119 => |n| sort_all(n, true),
        120 => |n| sort_range(n, n.get(1), n.get(2), true),
        121 => |n| sort_all(n, false),
        122 => |n| sort_range(n, n.get(1), n.get(2), false),
        123 => sort_by,
        124 => reverse,
        125 => |n| find(n, 0, 1, false),
        126 => |n| find(n, n.get(1), 2, false),
        127 => |n| find(n, 0, 1, true),
        128 => |n| find(n, n.get(1), 2, true),
        129 => |n| {
            let equal = equal(n.state, n.array(0)?, n.array(1)?)?;
            n.set(equal);
            Ok(())
        },
        130 => |n| {
            let empty = len(n.array(0)?) == 0;
            n.set(empty);
            Ok(())
        },
        131 => |n| {
            let copy = values::copy(n.state, n.object(0)?)?;
            n.set_object(copy);
            Ok(())
        },
        _ => return None,
    })
}

/// Number of elements of a live array.
pub(super) fn len(array: *mut ArrayObject) -> u32 {
    // SAFETY: callers hold a reference to the array.
    unsafe { (*array).len }
}

/// Storage of the elements of a live array.
pub(super) fn storage(array: *mut ArrayObject) -> Storage {
    // SAFETY: callers hold a reference to the array.
    match unsafe { &(*(*array).header.ty).kind } {
        RtKind::Array(storage) => *storage,
        _ => Storage::U8,
    }
}

fn too_large(len: u64, storage: Storage) -> Result<(), Fault> {
    // The limit of the reference: a buffer of 2 GiB less its header.
    let most = (0x8000_0000_u64 - 32) / u64::from(storage.size());
    if len > most { Err(Fault::text("Too large array size")) } else { Ok(()) }
}

/// Makes room for `cap` elements.
pub(super) fn reserve(heap: &mut Heap, array: *mut ArrayObject, cap: u32) -> Result<(), Fault> {
    let storage = storage(array);
    too_large(u64::from(cap), storage)?;
    // SAFETY: callers hold the array; the block is its own.
    unsafe {
        let old = (*array).cap;
        if cap <= old {
            return Ok(());
        }
        let size = storage.size() as usize;
        (*array).data = match old {
            0 => heap.alloc(cap as usize * size)?,
            _ => heap.resize((*array).data, old as usize * size, cap as usize * size)?,
        };
        (*array).cap = cap;
    }
    Ok(())
}

/// Opens a gap of `count` zeroed elements at `index`.
fn open(state: &mut State, array: *mut ArrayObject, index: u32, count: u32) -> Result<(), Fault> {
    let (old, storage) = (len(array), storage(array));
    let new = u64::from(old) + u64::from(count);
    too_large(new, storage)?;
    let new = new as u32;
    // SAFETY: callers hold the array; everything stays within its capacity.
    unsafe {
        if new > (*array).cap {
            let grown = (u64::from(old) * 3 / 2 + 4).min(u64::from(u32::MAX)) as u32;
            let cap = if too_large(u64::from(grown), storage).is_ok() { new.max(grown) } else { new };
            reserve(&mut state.heap, array, cap)?;
        }
        let size = storage.size() as usize;
        let at = (*array).data.add(index as usize * size);
        std::ptr::copy(at, at.add(count as usize * size), (old - index) as usize * size);
        std::ptr::write_bytes(at, 0, count as usize * size);
        (*array).len = new;
    }
    Ok(())
}

/// Closes a gap of `count` elements at `index`, releasing them.
fn close(state: &mut State, array: *mut ArrayObject, index: u32, count: u32) {
    let storage = storage(array);
    let mut dropped = Vec::new();
    // SAFETY: callers hold the array and have checked the range.
    unsafe {
        if !storage.is_plain() {
            dropped.extend((index..index + count).map(|index| values::element(array, storage, index)));
        }
        let size = storage.size() as usize;
        let at = (*array).data.wrapping_add(index as usize * size);
        let rest = ((*array).len - index - count) as usize;
        std::ptr::copy(at.wrapping_add(count as usize * size), at, rest * size);
        (*array).len -= count;
    }
    // Last, for what is dropped may lead back here.
    for bits in dropped {
        values::discard(&mut state.heap, storage, bits);
    }
}

/// Fills zeroed elements of object storage with default objects; on a fault the rest stays null.
fn fill_default(state: &mut State, array: *mut ArrayObject, from: u32, to: u32) -> Result<(), Fault> {
    let storage = storage(array);
    if !matches!(storage, Storage::Object(_)) {
        return Ok(());
    }
    for index in from..to {
        let bits = values::default_bits(state, storage)?;
        if index >= len(array) {
            values::discard(&mut state.heap, storage, bits);
            return Ok(());
        }
        let old = values::element(array, storage, index);
        // SAFETY: the index is below the length.
        unsafe { values::set_element(array, storage, index, &raw const bits) };
        values::discard(&mut state.heap, storage, old);
    }
    Ok(())
}

pub(super) fn resize(state: &mut State, array: *mut ArrayObject, new: u32) -> Result<(), Fault> {
    let old = len(array);
    if new < old {
        close(state, array, new, old - new);
        return Ok(());
    }
    open_exact(state, array, new)?;
    fill_default(state, array, old, new)
}

/// Lengthens to exactly `new` zeroed elements.
fn open_exact(state: &mut State, array: *mut ArrayObject, new: u32) -> Result<(), Fault> {
    let old = len(array);
    reserve(&mut state.heap, array, new)?;
    let size = storage(array).size() as usize;
    // SAFETY: callers hold the array; the capacity is enough by now.
    unsafe {
        std::ptr::write_bytes(
            (*array).data.wrapping_add(old as usize * size),
            0,
            (new - old) as usize * size,
        );
        (*array).len = new;
    }
    Ok(())
}

fn make(n: &mut Native<'_>, len: u32, with_value: bool) -> Result<(), Fault> {
    let owner = n.owner();
    let array = n.state.heap.new_array(owner, 0)?;
    let mut fill = || {
        if !with_value {
            return resize(n.state, array, len);
        }
        open_exact(n.state, array, len)?;
        (0..len).try_for_each(|index| put(n, array, index, 1))
    };
    match fill() {
        Ok(()) => {
            n.set_object(array);
            Ok(())
        }
        Err(fault) => {
            n.state.heap.release(array.cast());
            Err(fault)
        }
    }
}

/// Stores a copy of the argument at slot `arg` in a zeroed element.
fn put(n: &mut Native<'_>, array: *mut ArrayObject, index: u32, arg: usize) -> Result<(), Fault> {
    let storage = storage(array);
    if storage.is_plain() {
        // SAFETY: the argument has the slots of the storage by the signature, the element exists.
        unsafe { values::set_element(array, storage, index, n.slots(arg)) };
        return Ok(());
    }
    let bits = values::duplicate(n.state, storage, n.bits(arg))?;
    if index >= len(array) {
        values::discard(&mut n.state.heap, storage, bits);
        return Ok(());
    }
    // SAFETY: the index is below the length.
    unsafe { values::set_element(array, storage, index, &raw const bits) };
    Ok(())
}

fn insert_value(n: &mut Native<'_>, index: u32, arg: usize) -> Result<(), Fault> {
    let array = n.array(0)?;
    if index > len(array) {
        return Err(Fault::Bounds);
    }
    let storage = storage(array);
    if storage.is_plain() {
        open(n.state, array, index, 1)?;
        return put(n, array, index, arg);
    }
    // The copy is made first: making it may run script code that changes the array.
    let bits = values::duplicate(n.state, storage, n.bits(arg))?;
    if let Err(fault) = open(n.state, array, index.min(len(array)), 1) {
        values::discard(&mut n.state.heap, storage, bits);
        return Err(fault);
    }
    // SAFETY: the gap is there and zeroed.
    unsafe { values::set_element(array, storage, index.min(len(array) - 1), &raw const bits) };
    Ok(())
}

fn insert_array(n: &mut Native<'_>) -> Result<(), Fault> {
    let (array, index, other) = (n.array(0)?, n.get::<u32>(1), n.array(2)?);
    if index > len(array) {
        return Err(Fault::Bounds);
    }
    let taken = take_copies(n.state, other)?;
    let count = taken.bits.len() as u32;
    open(n.state, array, index.min(len(array)), count)?;
    taken.store(array, index.min(len(array) - count));
    Ok(())
}

/// Copies of the elements of an array, owned until they are stored.
struct Copies {
    storage: Storage,
    /// One entry per element; value bytes are kept apart.
    bits: Vec<[u64; 8]>,
}

impl Copies {
    fn store(self, array: *mut ArrayObject, from: u32) {
        for (index, bits) in self.bits.iter().enumerate() {
            // SAFETY: callers have made the elements, zeroed; storages are the same.
            unsafe { values::set_element(array, self.storage, from + index as u32, bits.as_ptr()) };
        }
    }
}

fn take_copies(state: &mut State, array: *mut ArrayObject) -> Result<Copies, Fault> {
    let storage = storage(array);
    let mut copies = Copies { storage, bits: Vec::new() };
    let mut index = 0;
    while index < len(array) {
        let mut slots = [0_u64; 8];
        if storage.is_plain() {
            // SAFETY: the index is below the length; value bytes take at most 8 slots.
            unsafe {
                let from = (*array).data.add(index as usize * storage.size() as usize);
                crate::objects::load(from, slots.as_mut_ptr(), usize::from(storage.tag()), false);
            }
        } else {
            match values::duplicate(state, storage, values::element(array, storage, index)) {
                Ok(bits) => slots[0] = bits,
                Err(fault) => {
                    copies.bits.iter().for_each(|bits| values::discard(&mut state.heap, storage, bits[0]));
                    return Err(fault);
                }
            }
        }
        copies.bits.push(slots);
        index += 1;
    }
    Ok(copies)
}

pub(super) fn assign(state: &mut State, to: *mut ArrayObject, from: *mut ArrayObject) -> Result<(), Fault> {
    if to == from {
        return Ok(());
    }
    let storage = storage(to);
    if storage.is_plain() {
        let count = len(from);
        if count < len(to) {
            close(state, to, count, len(to) - count);
        } else {
            open_exact(state, to, count)?;
        }
        // SAFETY: both hold `count` elements of the same storage and are not the same block.
        unsafe {
            if count > 0 {
                std::ptr::copy_nonoverlapping(
                    (*from).data,
                    (*to).data,
                    count as usize * storage.size() as usize,
                );
            }
        }
        return Ok(());
    }
    let copies = take_copies(state, from)?;
    close(state, to, 0, len(to));
    if let Err(fault) = open(state, to, 0, copies.bits.len() as u32) {
        copies.bits.iter().for_each(|bits| values::discard(&mut state.heap, storage, bits[0]));
        return Err(fault);
    }
    copies.store(to, 0);
    Ok(())
}

fn remove(n: &mut Native<'_>, start: u32, count: u32, is_single: bool) -> Result<(), Fault> {
    let array = n.array(0)?;
    let len = len(array);
    if !is_single && (count == 0 || len == 0) {
        return Ok(());
    }
    if start >= len {
        return Err(Fault::Bounds);
    }
    close(n.state, array, start, count.min(len - start));
    Ok(())
}

fn reverse(n: &mut Native<'_>) -> Result<(), Fault> {
    let array = n.array(0)?;
    let size = storage(array).size() as usize;
    let len = len(array) as usize;
    for index in 0..len / 2 {
        // SAFETY: both indices are below the length and differ.
        unsafe {
            let data = (*array).data;
            std::ptr::swap_nonoverlapping(data.add(index * size), data.add((len - 1 - index) * size), size);
        }
    }
    Ok(())
}

fn find(n: &mut Native<'_>, start: u32, arg: usize, by_ref: bool) -> Result<(), Fault> {
    let array = n.array(0)?;
    let storage = storage(array);
    let wanted = n.bits(arg);
    if !by_ref {
        values::check_equality(n.state, storage)?;
    }
    let mut index = start;
    let mut found = -1;
    while index < len(array) {
        let bits = values::element(array, storage, index);
        let equal = match by_ref {
            // Handles are compared by identity, objects and values have no identity to share.
            true => matches!(storage, Storage::Handle(_) | Storage::Object(_)) && bits == wanted,
            false => values::is_equal(n.state, storage, bits, wanted)?,
        };
        if equal {
            found = index as i32;
            break;
        }
        index += 1;
    }
    n.set(found);
    Ok(())
}

pub(super) fn equal(state: &mut State, a: *mut ArrayObject, b: *mut ArrayObject) -> Result<bool, Fault> {
    let storage = storage(a);
    if len(a) != len(b) {
        return Ok(false);
    }
    let mut index = 0;
    while index < len(a).min(len(b)) {
        let (x, y) = (values::element(a, storage, index), values::element(b, storage, index));
        if !values::is_equal(state, storage, x, y)? {
            return Ok(false);
        }
        index += 1;
    }
    Ok(true)
}

fn sort_all(n: &mut Native<'_>, ascending: bool) -> Result<(), Fault> {
    let len = len(n.array(0)?);
    sort_range(n, 0, len, ascending)
}

fn sort_range(n: &mut Native<'_>, start: u32, count: u32, ascending: bool) -> Result<(), Fault> {
    let array = n.array(0)?;
    let storage = storage(array);
    values::check_order(n.state, storage)?;
    if count < 2 {
        return Ok(());
    }
    let end = start.checked_add(count).filter(|&end| end <= len(array)).ok_or(Fault::Bounds)?;
    with_elements(n.state, array, start, end, |state, bits| {
        sort::introsort(bits, &mut |a, b| {
            let (a, b) = if ascending { (a, b) } else { (b, a) };
            values::is_less(state, storage, a, b)
        })
    })
}

fn sort_by(n: &mut Native<'_>) -> Result<(), Fault> {
    let (array, start, count) = (n.array(0)?, n.get::<u32>(2), n.get::<u32>(3));
    let func: *mut FuncObject = n.object(1)?.cast();
    if count < 2 {
        return Ok(());
    }
    let end = start.saturating_add(count).min(len(array));
    if start >= len(array) {
        return Err(Fault::Bounds);
    }
    if matches!(storage(array), Storage::Bytes(size) if size > 8) {
        return Err(Fault::text("Values of this size cannot be sorted by a function"));
    }
    with_elements(n.state, array, start, end, |state, bits| {
        sort::insertion_or_merge(bits, &mut |a, b| Ok(call_func(state, func, &[a, b])? as u32 != 0))
    })
}

/// Calls a function handle with single-slot arguments; gives the first result slot.
pub(super) fn call_func(state: &mut State, func: *mut FuncObject, args: &[u64]) -> Result<u64, Fault> {
    // SAFETY: callers hold a reference to the handle.
    let (index, bound) = unsafe { ((*func).func, ((*func).is_bound != 0).then_some((*func).bound)) };
    let mut all: Vec<u64> = bound.into_iter().collect();
    all.extend_from_slice(args);
    values::call(state, onefold_script_bytecode::FuncId(index), &all)
}

/// Lets `order` arrange the elements of a range, which are held meanwhile, and stores them back.
fn with_elements(
    state: &mut State,
    array: *mut ArrayObject,
    start: u32,
    end: u32,
    order: impl FnOnce(&mut State, &mut [u64]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let storage = storage(array);
    let mut bits: Vec<u64> = (start..end).map(|index| values::element(array, storage, index)).collect();
    bits.iter().for_each(|&bits| values::keep(storage, bits));
    let result = order(state, &mut bits);
    // The comparison is script code and may have changed the array: then nothing is stored.
    let fits = result.is_ok() && len(array) >= end;
    for (index, value) in bits.into_iter().enumerate() {
        let mut dropped = value;
        if fits {
            let index = start + index as u32;
            dropped = values::element(array, storage, index);
            // SAFETY: the index is below the length; the reference held passes to the element.
            unsafe { values::set_element(array, storage, index, &raw const value) };
        }
        values::discard(&mut state.heap, storage, dropped);
    }
    result
}

/// A new array of strings, whose count passes to the caller.
pub(super) fn of_texts(
    state: &mut State,
    ty: &crate::image::RtType,
    texts: &[&[u8]],
) -> Result<*mut ArrayObject, Fault> {
    let array = state.heap.new_array(ty, texts.len() as u32)?;
    for (index, text) in texts.iter().enumerate() {
        match state.heap.new_text(text) {
            // SAFETY: the index is below the length, the type holds strings by its link.
            Ok(bits) => unsafe { values::set_element(array, Storage::Str, index as u32, &raw const bits) },
            Err(fault) => {
                state.heap.release(array.cast());
                return Err(fault);
            }
        }
    }
    Ok(array)
}

/// Replaces element `index` by a copy of the argument at slot `arg`.
pub(super) fn replace(
    n: &mut Native<'_>,
    array: *mut ArrayObject,
    storage: Storage,
    index: u32,
    arg: usize,
) -> Result<(), Fault> {
    if index >= len(array) {
        return Err(Fault::Bounds);
    }
    let old = values::element(array, storage, index);
    put(n, array, index, arg)?;
    values::discard(&mut n.state.heap, storage, old);
    Ok(())
}

/// Exchanges two elements of two arrays of the same storage; indices out of range are left alone.
pub(super) fn exchange(a: *mut ArrayObject, i: u32, b: *mut ArrayObject, j: u32, storage: Storage) {
    if i >= len(a) || j >= len(b) || a == b {
        return;
    }
    let size = storage.size() as usize;
    // SAFETY: both elements exist and lie in different blocks.
    unsafe {
        std::ptr::swap_nonoverlapping(
            (*a).data.add(i as usize * size),
            (*b).data.add(j as usize * size),
            size,
        );
    }
}
