//! `dictionary`: text keys, boxed values.

use onefold_script_std::box_fns::code;

use super::boxed::{self, Boxed};
use super::hashed::Map;
use super::{StdObject, array, values};
use crate::duplicate::Copier;
use crate::fault::Fault;
use crate::heap::{Header, Heap};
use crate::native::{Native, NativeFn, payload};
use crate::state::State;

/// A dictionary's payload: null until the first key is set.
type Payload = *mut Map;

pub(crate) static DICTIONARY: StdObject = StdObject {
    name: "dictionary",
    size: size_of::<Payload>(),
    drop: drop_map,
    trace: trace_map,
    duplicate: duplicate_map,
    copy: Some(copy),
    assign: Some(assign),
};

unsafe fn drop_map(value: *mut u8, heap: &mut Heap) {
    // SAFETY: called with the payload of a dictionary; a map that is not null came from a box.
    unsafe {
        let map = std::mem::replace(&mut *value.cast::<Payload>(), std::ptr::null_mut());
        if !map.is_null() {
            let map = Box::from_raw(map);
            for (key, value) in map.iter() {
                heap.unbook(key.len() + Map::ENTRY);
                heap.drop_later(value);
            }
        }
    }
}

unsafe fn trace_map(value: *mut u8, visit: &mut dyn FnMut(u64)) {
    // SAFETY: called with the payload of a dictionary.
    unsafe {
        if let Some(map) = (*value.cast::<Payload>()).as_ref() {
            map.iter().for_each(|(_, value)| visit(value));
        }
    }
}

unsafe fn duplicate_map(from: *mut u8, to: *mut u8, copier: &mut Copier<'_>) -> Result<(), Fault> {
    // SAFETY: called with the payloads of two dictionaries; the new one gets the map before its values, so that
    // it can be taken apart at any moment.
    unsafe {
        let Some(map) = (*from.cast::<Payload>()).as_ref() else { return Ok(()) };
        copier.heap.book(map.iter().map(|(key, _)| key.len() + Map::ENTRY).sum())?;
        let new = Box::into_raw(Box::new(map.without_values()));
        *to.cast::<Payload>() = new;
        (*new).fill(map, |value| copier.handle(value))
    }
}

/// The map of a dictionary, which may be missing.
fn map<'a>(object: *mut Header) -> Option<&'a Map> {
    // SAFETY: callers hold the dictionary and let go of the map before they change it.
    unsafe { (*payload::<Payload>(object)).as_ref() }
}

/// The map of a dictionary, made where it is missing.
fn map_mut<'a>(object: *mut Header) -> &'a mut Map {
    // SAFETY: as in `map`.
    unsafe {
        let place = payload::<Payload>(object);
        if (*place).is_null() {
            *place = Box::into_raw(Box::new(Map::new()));
        }
        &mut **place
    }
}

fn get(object: *mut Header, key: &[u8]) -> Option<Boxed> {
    map(object)?.get(key).map(|handle| boxed::read(handle as usize as *mut Header))
}

/// Sets a key to a value whose reference passes over.
fn set(state: &mut State, object: *mut Header, key: &[u8], value: Boxed) -> Result<(), Fault> {
    if let Some(handle) = map(object).and_then(|map| map.get(key)) {
        boxed::write(state, handle as usize as *mut Header, value);
        return Ok(());
    }
    let entry = boxed::make(state, value)?;
    insert(state, object, key, entry)
}

/// Adds a box, whose reference passes over, under a new key.
fn insert(state: &mut State, object: *mut Header, key: &[u8], entry: *mut Header) -> Result<(), Fault> {
    if let Err(fault) = state.heap.book(key.len() + Map::ENTRY) {
        state.heap.release(entry);
        return Err(fault);
    }
    map_mut(object).insert(key, entry as usize as u64);
    Ok(())
}

fn remove_all(state: &mut State, object: *mut Header) {
    if map(object).is_none() {
        return;
    }
    let map = map_mut(object);
    let booked: usize = map.iter().map(|(key, _)| key.len() + Map::ENTRY).sum();
    let values = map.clear();
    state.heap.unbook(booked);
    for handle in values {
        state.heap.drop_handle(handle);
    }
}

fn copy(state: &mut State, from: *mut Header) -> Result<*mut Header, Fault> {
    let new = state.heap.new_object(values::type_of(from))?;
    match assign(state, new, from) {
        Ok(()) => Ok(new),
        Err(fault) => {
            state.heap.release(new);
            Err(fault)
        }
    }
}

fn assign(state: &mut State, to: *mut Header, from: *mut Header) -> Result<(), Fault> {
    if to == from {
        return Ok(());
    }
    // Copying values may run script code, so the entries are taken note of first.
    let entries: Vec<(Box<[u8]>, u64)> =
        map(from).map(|map| map.iter().map(|(key, value)| (key.into(), value)).collect()).unwrap_or_default();
    entries.iter().for_each(|entry| Heap::keep_handle(entry.1));
    remove_all(state, to);
    let mut result = Ok(());
    for (key, handle) in entries {
        if result.is_ok() {
            let value = boxed::read(handle as usize as *mut Header).duplicate(state);
            result = value.and_then(|value| set(state, to, &key, value));
        }
        state.heap.drop_handle(handle);
    }
    result
}

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        200 => |n| {
            let owner = n.owner();
            let object = n.state.heap.new_object(owner)?;
            n.set_object(object);
            Ok(())
        },
        202 => |n| assign(n.state, n.object(0)?, n.object(1)?),
        203 => |n| {
            let value = boxed::argument(n, 2)?.duplicate(n.state)?;
            set(n.state, n.object(0)?, n.text(1), value)
        },
        204 => |n| {
            let found = match get(n.object(0)?, n.text(1)) {
                Some(value) => boxed::fill(n, 2, value)?,
                None => false,
            };
            n.set(found);
            Ok(())
        },
        205 => |n| set(n.state, n.object(0)?, n.text(1), Boxed { code: code::INT64, bits: n.bits(2) }),
        206 => |n| get_number(n, code::INT64),
        207 => |n| set(n.state, n.object(0)?, n.text(1), Boxed { code: code::DOUBLE, bits: n.bits(2) }),
        208 => |n| get_number(n, code::DOUBLE),
        209 => |n| {
            let found = map(n.object(0)?).is_some_and(|map| map.get(n.text(1)).is_some());
            n.set(found);
            Ok(())
        },
        210 => |n| {
            let empty = map(n.object(0)?).is_none_or(|map| map.len() == 0);
            n.set(empty);
            Ok(())
        },
        211 => |n| {
            let len = map(n.object(0)?).map_or(0, Map::len) as u32;
            n.set(len);
            Ok(())
        },
        212 => delete,
        213 => |n| {
            let object = n.object(0)?;
            remove_all(n.state, object);
            Ok(())
        },
        214 => keys,
        215 => |n| index(n, true),
        216 => |n| index(n, false),
        217 => |n| {
            let copy = copy(n.state, n.object(0)?)?;
            n.set_object(copy);
            Ok(())
        },
        218 => |n| {
            let first = map(n.object(0)?).map_or(-1, Map::begin);
            n.set(first);
            Ok(())
        },
        219 => |n| {
            let at_end = n.get::<i32>(1) < 0;
            n.set(at_end);
            Ok(())
        },
        220 => |n| {
            let next = map(n.object(0)?).map_or(-1, |map| map.after(n.get(1)));
            n.set(next);
            Ok(())
        },
        221 => |n| {
            let entry = map(n.object(0)?).and_then(|map| map.at(n.get(1))).ok_or(Fault::Bounds)?;
            n.set_handle(entry.1);
            Ok(())
        },
        222 => |n| {
            let entry = map(n.object(0)?).and_then(|map| map.at(n.get(1))).ok_or(Fault::Bounds)?;
            n.set_text(entry.0)
        },
        _ => return None,
    })
}

fn get_number(n: &mut Native<'_>, wanted: u32) -> Result<(), Fault> {
    let value = match get(n.object(0)?, n.text(1)) {
        Some(value) => value.convert(n.state, wanted)?,
        None => None,
    };
    if let Some(value) = value {
        n.put(2, value.bits)?;
    }
    n.set(value.is_some());
    Ok(())
}

fn delete(n: &mut Native<'_>) -> Result<(), Fault> {
    let object = n.object(0)?;
    let removed = match map(object) {
        Some(_) => map_mut(object).remove(n.text(1)),
        None => None,
    };
    if let Some(handle) = removed {
        n.state.heap.unbook(n.text(1).len() + Map::ENTRY);
        n.state.heap.drop_handle(handle);
    }
    n.set(removed.is_some());
    Ok(())
}

fn keys(n: &mut Native<'_>) -> Result<(), Fault> {
    let object = n.object(0)?;
    let keys: Vec<&[u8]> =
        map(object).map(|map| map.iter().map(|entry| entry.0).collect()).unwrap_or_default();
    let array = array::of_texts(n.state, n.made(), &keys)?;
    n.set_object(array);
    Ok(())
}

fn index(n: &mut Native<'_>, insert_missing: bool) -> Result<(), Fault> {
    let object = n.object(0)?;
    if let Some(handle) = map(object).and_then(|map| map.get(n.text(1))) {
        n.set_handle(handle);
        return Ok(());
    }
    if !insert_missing {
        return Err(Fault::text("Invalid access to non-existing value"));
    }
    let entry = boxed::make(n.state, Boxed::EMPTY)?;
    insert(n.state, object, n.text(1), entry)?;
    n.set_handle(entry as usize as u64);
    Ok(())
}
