//! Calls from scripts to host functions: from the slots of a script call to the one call shape and back.

use std::mem::MaybeUninit;
use std::sync::Arc;

use onefold_reflect::call::CallError;
use onefold_reflect::{AnyHandle, Method, Receiver, Slot};

use super::access::{argument, find, quick};
use super::{HostFn, HostLink, HostSlot, How, narrow, sane};
use crate::fault::Fault;
use crate::heap::Heap;
use crate::image::ResultKind;
use crate::state::State;

/// Slots kept free in front of the arguments, for the result.
pub(crate) const ROOM: usize = 8;
/// Most slots of arguments and host frame together; the stack keeps as many free behind its limit.
pub(crate) const MOST: usize = 480;
/// Slots an accessor needs: room, object, value, and its frame of as many.
pub(crate) const ACCESSOR: usize = ROOM + 1 + 8 + 16;

/// Runs a host function of the program; gives the result slots, or null with the fault in the state.
///
/// # Safety
/// `state` is the running machine's, its registers saved; `slot` is its own for a verified call with `args`,
/// which have `ROOM` free slots in front and the rest of `MOST` behind.
#[inline(never)]
pub(crate) unsafe fn call(state: *mut State, slot: *mut HostSlot, args: *mut u64) -> *const u64 {
    // SAFETY: by the contract; links live as long as the machine's image.
    unsafe {
        let result = match &*(*slot).link {
            HostLink::Function(function) => {
                // What the method runs stands above its frame.
                (*state).regs.sp = args.add(function.args.max(3) + function.method.io_slots());
                run(state, slot, function, args)
            }
            _ => Err(Fault::Unbound),
        };
        result.unwrap_or_else(|fault| {
            (*state).fault = Some(fault);
            std::ptr::null()
        })
    }
}

/// How the result of a linked function is stored.
///
/// # Safety
/// `slot` is one of a machine.
#[inline(always)]
pub(crate) unsafe fn result(slot: *const HostSlot) -> ResultKind {
    // SAFETY: links live as long as the machine's image.
    match unsafe { &*(*slot).link } {
        HostLink::Function(function) => function.result,
        _ => ResultKind::Void,
    }
}

/// Runs a linked host function; gives the result slots. A string comes as a new reference.
///
/// # Safety
/// As for `call`; `function` takes those arguments.
pub(crate) unsafe fn run(
    state: *mut State,
    slot: *mut HostSlot,
    function: &HostFn,
    args: *mut u64,
) -> Result<*const u64, Fault> {
    // SAFETY: by the contract; the frame of a simple call lies over the arguments so that they need no copy.
    unsafe {
        if (*state).cx.is_null() {
            return Err(Fault::Unbound);
        }
        let this = receiver(state, slot, function, args)?;
        if !function.is_simple {
            return full(state, slot, function, this, args);
        }
        let first = args.add(usize::from(function.owner.is_some()));
        let io = first.sub(function.ret_slots);
        invoke(state, slot, function, this, io)?;
        match &function.ret {
            Some(How::Scalar(scalar)) => *io = narrow(*scalar, *io),
            Some(How::Enum(_)) => *io = u64::from(*io as u32),
            Some(How::Handle(_)) => *io = sane(*io),
            _ => {}
        }
        Ok(io)
    }
}

/// What `this` is: address of the declaring class's part, handle, or nothing.
unsafe fn receiver(
    state: *mut State,
    slot: *mut HostSlot,
    function: &HostFn,
    args: *const u64,
) -> Result<Slot, Fault> {
    let Some(owner) = function.owner else { return Ok(Slot(0)) };
    // SAFETY: functions with an owner take a handle first.
    unsafe {
        let handle = *args;
        let mut at = quick(state, slot, handle);
        if at.is_null() {
            at = find(state, slot, handle, owner, 0)?;
            (*slot).body = None;
            if let Some(at) = function.virtual_at {
                (*slot).body = body(state, function, at, handle);
            }
        }
        Ok(if function.is_world { Slot(handle) } else { Slot::from_ptr(at) })
    }
}

/// The most derived body for an object, where it is another than the linked one.
unsafe fn body(state: *const State, function: &HostFn, at: usize, handle: u64) -> Option<Arc<Method>> {
    let declared = &function.method;
    // SAFETY: `run` has seen that there is an island.
    let entry = unsafe { (*(*state).cx).objects().entry(AnyHandle::from_bits(handle)) }?;
    let shape = |method: &Method| {
        let modes = method.param_infos().iter().map(|info| info.mode);
        method.params().iter().map(|param| param.pass()).zip(modes).collect::<Vec<_>>()
    };
    let fits = |method: &&Arc<Method>| {
        method.receiver() == Receiver::World
            && method.name() == declared.name()
            && method.ret() == declared.ret()
            && shape(method) == shape(declared)
    };
    entry.methods().get(at).filter(fits).filter(|method| !Arc::ptr_eq(method, declared)).cloned()
}

/// Calls with a finished frame.
unsafe fn invoke(
    state: *mut State,
    slot: *mut HostSlot,
    function: &HostFn,
    this: Slot,
    io: *mut u64,
) -> Result<(), Fault> {
    // SAFETY: the receiver fits, the frame was filled for the method; the island is this run's.
    unsafe {
        let (cx, io) = ((*state).cx, io.cast::<Slot>());
        let ended = if function.is_world {
            // World methods may run scripts again, on the machine as it stands here.
            let door = (*state).door;
            if !door.is_null() {
                (*door).set(state);
            }
            let body = (*slot).body.clone();
            let ended = (*cx).call_raw(body.as_deref().unwrap_or(&function.method), this, io);
            if !door.is_null() {
                (*door).set(std::ptr::null_mut());
            }
            // The method had the whole island in its hands.
            if !(*state).knows_objects(&*cx) {
                (*state).forget_types();
            }
            if let Some(fault) = (*state).broken.take() {
                return Err(fault);
            }
            ended
        } else {
            (*cx).call_raw(&function.method, this, io)
        };
        ended.map_err(|CallError(why)| Fault::text(why.message.as_str()))
    }
}

/// A call with strings, enums or places among its parameters.
#[inline(never)]
unsafe fn full(
    state: *mut State,
    slot: *mut HostSlot,
    function: &HostFn,
    this: Slot,
    args: *mut u64,
) -> Result<*const u64, Fault> {
    // SAFETY: linking has compared the kinds of `args` with the method's parameters; places that are not null lead
    // to slots of live frames; texts are kept in a list that never grows, so their addresses hold.
    unsafe {
        let io = args.add(function.args.max(1));
        let mut texts: Vec<String> = Vec::with_capacity(function.texts);
        for param in &function.params {
            let from = source(param, args);
            if from.is_null() {
                return Err(Fault::Null);
            }
            let to = io.add(param.slot);
            match &param.how {
                How::Text => {
                    texts.push(String::from_utf8_lossy(Heap::text_bytes(*from)).into_owned());
                    *to = Slot::from_ptr(texts.as_mut_ptr().add(texts.len() - 1)).0;
                }
                How::Inline(_) => std::ptr::copy_nonoverlapping(from, to, param.how.slots()),
                how => *to = argument(how, *from)?,
            }
        }
        let mut place = MaybeUninit::<String>::uninit();
        if matches!(function.ret, Some(How::Text)) {
            *io = Slot::from_ptr(place.as_mut_ptr()).0;
        }
        invoke(state, slot, function, this, io)?;
        // From here on the text is owned, whatever goes wrong.
        let text = matches!(function.ret, Some(How::Text)).then(|| place.assume_init());
        write_back(state, function, args, io, &texts)?;
        match &function.ret {
            Some(How::Text) => {
                *io = (*state).heap.new_text(text.as_deref().unwrap_or_default().as_bytes())?;
            }
            Some(How::Scalar(scalar)) => *io = narrow(*scalar, *io),
            Some(How::Enum(_)) => *io = u64::from(*io as u32),
            Some(How::Handle(_)) => *io = sane(*io),
            _ => {}
        }
        Ok(io)
    }
}

/// Where an argument lies: in its slots, or where its place leads.
unsafe fn source(param: &super::HostParam, args: *mut u64) -> *mut u64 {
    // SAFETY: the argument is there.
    unsafe {
        let at = args.add(param.arg);
        if param.is_out { *at as usize as *mut u64 } else { at }
    }
}

/// Copies `&mut` arguments back to their places.
unsafe fn write_back(
    state: *mut State,
    function: &HostFn,
    args: *mut u64,
    io: *const u64,
    texts: &[String],
) -> Result<(), Fault> {
    let mut texts = texts.iter();
    for param in &function.params {
        let text = if matches!(param.how, How::Text) { texts.next() } else { None };
        if !param.is_out {
            continue;
        }
        // SAFETY: `full` has seen that the place is there; the frame is as the callee left it.
        unsafe {
            let (to, from) = (source(param, args), io.add(param.slot));
            match (&param.how, text) {
                (How::Scalar(scalar), _) => *to = narrow(*scalar, *from),
                (How::Enum(_), _) => *to = u64::from(*from as u32),
                (How::Handle(_), _) => *to = sane(*from),
                (How::Inline(_), _) => std::ptr::copy_nonoverlapping(from, to, param.how.slots()),
                (How::Text, text) => {
                    let new = (*state).heap.new_text(text.map_or("", String::as_str).as_bytes())?;
                    let old = std::mem::replace(&mut *to, new);
                    (*state).heap.drop_text(old);
                }
            }
        }
    }
    Ok(())
}
