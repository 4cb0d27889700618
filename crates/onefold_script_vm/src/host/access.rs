//! Reading and writing members of objects, and finding global objects.

use onefold_reflect::{AnyHandle, Scalar, Shape, TypeEntry, TypeIndex};
use onefold_script_bytecode::Storage;

use super::call;
use super::{HostGlobals, HostLink, HostMember, HostSlot, How, MemberPlace, handle_fault, sane, widen};
use crate::fault::Fault;
use crate::heap::Heap;
use crate::objects;
use crate::state::State;

/// Tags beside those of storages: an enum, a char.
const ENUM: u16 = 14;
const CHAR: u16 = 15;
const _: () = assert!(Storage::Object(onefold_script_bytecode::TypeId(0)).tag() < ENUM);
const _: () = assert!(Storage::Bytes(0).tag() > CHAR);

/// How a member in place is read.
pub(crate) fn tag(how: &How) -> u16 {
    match how {
        How::Scalar(Scalar::Char) => CHAR,
        How::Scalar(scalar) => scalar_storage(*scalar).tag(),
        How::Enum(_) => ENUM,
        How::Inline(size) => Storage::Bytes(*size as u16).tag(),
        How::Handle(_) => Storage::U64.tag(),
        How::Text => Storage::Str.tag(),
    }
}

/// The storage that holds a host number.
pub(crate) fn scalar_storage(scalar: Scalar) -> Storage {
    match scalar {
        Scalar::Bool => Storage::Bool,
        Scalar::I8 => Storage::I8,
        Scalar::I16 => Storage::I16,
        Scalar::I32 => Storage::I32,
        Scalar::I64 => Storage::I64,
        Scalar::U8 => Storage::U8,
        Scalar::U16 => Storage::U16,
        Scalar::U32 | Scalar::Char => Storage::U32,
        Scalar::U64 => Storage::U64,
        Scalar::F32 => Storage::F32,
        Scalar::F64 => Storage::F64,
    }
}

/// Address a slot's item has in an object; null when it has to be found first, which [`find`] does.
///
/// # Safety
/// `state` is the running machine's, `slot` one of its own.
#[inline(always)]
pub(crate) unsafe fn quick(state: *const State, slot: *const HostSlot, handle: u64) -> *mut u8 {
    // SAFETY: by the contract; the island outlives the run. A slot's offset lies in objects of its type.
    unsafe {
        let cx = (*state).cx;
        if cx.is_null() {
            return std::ptr::null_mut();
        }
        let objects = (*cx).objects().slots();
        let Some(object) = objects.get(handle as u32 as usize) else { return std::ptr::null_mut() };
        let named = (handle >> 32) as u32 == object.generation | 0x8000_0000;
        if !named || object.type_index != (*slot).type_index || object.address.is_null() {
            return std::ptr::null_mut();
        }
        object.address.add((*slot).offset)
    }
}

/// Finds the part of an object that is of class `owner`, and remembers where a slot's item lies from there.
///
/// # Safety
/// As for `quick`; `extra` lies in that part.
#[inline(never)]
pub(crate) unsafe fn find(
    state: *mut State,
    slot: *mut HostSlot,
    handle: u64,
    owner: TypeIndex,
    extra: usize,
) -> Result<*mut u8, Fault> {
    // SAFETY: by the contract.
    unsafe {
        let Some(cx) = (*state).cx.as_ref() else { return Err(Fault::Unbound) };
        let any = AnyHandle::from_bits(handle);
        let entry = cx.objects().entry(any);
        if entry.is_some_and(|entry| !(*state).knows(entry)) {
            return Err(Fault::text("The object's class is not of the program's registry"));
        }
        let offset = entry.and_then(|entry| Some((entry.index().0, entry.ancestor_offset(owner)?)));
        let Some((type_index, offset)) = offset else { return Err(handle_fault(cx, handle, owner)) };
        let object = &cx.objects().slots()[any.index() as usize];
        (*slot).type_index = type_index;
        (*slot).offset = offset + extra;
        Ok(object.address.add((*slot).offset))
    }
}

unsafe fn member<'a>(slot: *const HostSlot) -> Result<&'a HostMember, Fault> {
    // SAFETY: links live as long as the machine's image.
    match unsafe { &*(*slot).link } {
        HostLink::Member(member) => Ok(member),
        _ => Err(Fault::Unbound),
    }
}

/// What a slot remembers for one of its accessors; its own is for members in place.
unsafe fn accessor(slot: *mut HostSlot, at: usize) -> Result<*mut HostSlot, Fault> {
    // SAFETY: the slot is one of the running machine.
    let accessors = unsafe { &mut (*slot).accessors };
    accessors.as_mut().map(|both| &raw mut both[at]).ok_or(Fault::Unbound)
}

/// Address of a member in place.
unsafe fn place(
    state: *mut State,
    slot: *mut HostSlot,
    handle: u64,
    member: &HostMember,
) -> Result<*mut u8, Fault> {
    let MemberPlace::Offset(offset) = member.place else { return Err(Fault::Unbound) };
    // SAFETY: handed on; the offset is the member's.
    unsafe {
        let at = quick(state, slot, handle);
        if at.is_null() { find(state, slot, handle, member.owner, offset) } else { Ok(at) }
    }
}

/// Loads a member in place that is a number, an enum or value bytes.
///
/// # Safety
/// `from` is a member of that slot's link, `to` has the script slots for it.
#[inline(always)]
pub(crate) unsafe fn load(slot: *const HostSlot, from: *const u8, to: *mut u64) {
    // SAFETY: by the contract.
    unsafe {
        match (*slot).tag {
            ENUM => *to = load_enum(slot, from),
            CHAR => *to = u64::from(*from.cast::<u32>()),
            tag => objects::load(from, to, usize::from(tag), false),
        }
    }
}

/// Stores a member in place that is a number, an enum or value bytes.
///
/// # Safety
/// As for `load`.
#[inline(always)]
pub(crate) unsafe fn store(slot: *const HostSlot, from: *const u64, to: *mut u8) -> Result<(), Fault> {
    const BOOL: u16 = Storage::Bool.tag();
    // SAFETY: by the contract; what is not valid for every pattern of bits is made valid.
    unsafe {
        match (*slot).tag {
            BOOL => *to = u8::from(*from as u32 != 0),
            ENUM => return store_enum(slot, *from, to),
            CHAR => {
                let Some(value) = char::from_u32(*from as u32) else { return Err(no_char(*from)) };
                to.cast::<char>().write(value);
            }
            tag => objects::store(from, to, usize::from(tag), false),
        }
    }
    Ok(())
}

pub(crate) fn no_char(bits: u64) -> Fault {
    Fault::text(format!("{:#x} is no character", bits as u32))
}

#[inline(never)]
unsafe fn load_enum(slot: *const HostSlot, from: *const u8) -> u64 {
    // SAFETY: by the contract of `load`.
    unsafe {
        let Ok(HostMember { how: How::Enum(entry), .. }) = member(slot) else { return 0 };
        let Shape::Enum(info) = entry.shape() else { return 0 };
        u64::from(info.variants[(info.ops.variant)(from) as usize].value as u32)
    }
}

#[inline(never)]
unsafe fn store_enum(slot: *const HostSlot, bits: u64, to: *mut u8) -> Result<(), Fault> {
    // SAFETY: by the contract of `load`; linking has seen that no variant has data, so nothing is to be dropped.
    unsafe {
        let HostMember { how: How::Enum(entry), .. } = member(slot)? else { return Err(Fault::Unbound) };
        let Shape::Enum(info) = entry.shape() else { return Err(Fault::Unbound) };
        let at = variant(entry, bits)?;
        (info.ops.create)(to, at);
        Ok(())
    }
}

/// Index of the variant with the number a script has.
pub(crate) fn variant(entry: &TypeEntry, bits: u64) -> Result<u32, Fault> {
    let Shape::Enum(info) = entry.shape() else { return Err(Fault::Unbound) };
    let value = i64::from(bits as i32);
    let at = info.variants.iter().position(|variant| variant.value == value);
    at.map(|at| at as u32).ok_or_else(|| Fault::text(format!("{value} is no value of {}", entry.bare_name())))
}

/// Reads a member whatever it is; strings come as a new reference.
///
/// # Safety
/// `state` is the running machine's with its registers saved, `slot` its own, `to` has the slots for the member.
#[inline(never)]
pub(crate) unsafe fn get(
    state: *mut State,
    slot: *mut HostSlot,
    handle: u64,
    to: *mut u64,
) -> Result<(), Fault> {
    // SAFETY: by the contract.
    unsafe {
        let member = member(slot)?;
        if let MemberPlace::Computed { get, .. } = &member.place {
            let get = get.as_ref().ok_or(Fault::Unbound)?;
            let slot = accessor(slot, 0)?;
            let mut args = [0; call::ACCESSOR];
            args[call::ROOM] = handle;
            let out = call::run(state, slot, get, args.as_mut_ptr().add(call::ROOM))?;
            std::ptr::copy_nonoverlapping(out, to, member.how.slots());
            return Ok(());
        }
        let from = place(state, slot, handle, member)?;
        match &member.how {
            How::Text => *to = (*state).heap.new_text((*from.cast::<String>()).as_bytes())?,
            How::Handle(_) => *to = sane(*from.cast::<u64>()),
            _ => load(slot, from, to),
        }
        Ok(())
    }
}

/// Writes a member whatever it is.
///
/// # Safety
/// As for `get`; `from` holds the value.
#[inline(never)]
pub(crate) unsafe fn set(
    state: *mut State,
    slot: *mut HostSlot,
    handle: u64,
    from: *const u64,
) -> Result<(), Fault> {
    // SAFETY: by the contract.
    unsafe {
        let member = member(slot)?;
        if let MemberPlace::Computed { set, .. } = &member.place {
            let set = set.as_ref().ok_or(Fault::Unbound)?;
            let slot = accessor(slot, 1)?;
            let mut args = [0; call::ACCESSOR];
            args[call::ROOM] = handle;
            let first = args.as_mut_ptr().add(call::ROOM + 1);
            std::ptr::copy_nonoverlapping(from, first, member.how.slots());
            return call::run(state, slot, set, args.as_mut_ptr().add(call::ROOM)).map(|_| ());
        }
        let to = place(state, slot, handle, member)?;
        match &member.how {
            How::Text => {
                let text = &mut *to.cast::<String>();
                text.clear();
                text.push_str(&String::from_utf8_lossy(Heap::text_bytes(*from)));
            }
            How::Handle(_) => *to.cast::<u64>() = sane(*from),
            _ => store(slot, from, to)?,
        }
        Ok(())
    }
}

/// The handle of a global object; null when the host has set none.
///
/// # Safety
/// `state` is the running machine's, `slot` its own.
pub(crate) unsafe fn global(state: *mut State, slot: *mut HostSlot) -> Result<u64, Fault> {
    // SAFETY: by the contract.
    unsafe {
        let HostLink::Global(name) = &*(*slot).link else { return Err(Fault::Unbound) };
        let Some(cx) = (*state).cx.as_ref() else { return Err(Fault::Unbound) };
        let Some(globals) = cx.service::<HostGlobals>() else { return Ok(0) };
        let handle = globals.find(name, &mut (*slot).offset);
        Ok(sane(handle.bits()))
    }
}

/// The slot bits of an argument as the host's call shape has them.
pub(crate) fn argument(how: &How, bits: u64) -> Result<u64, Fault> {
    Ok(match how {
        How::Scalar(scalar) => widen(*scalar, bits),
        How::Enum(entry) => {
            variant(entry, bits)?;
            i64::from(bits as i32) as u64
        }
        How::Handle(_) => sane(bits),
        How::Inline(_) | How::Text => bits,
    })
}
