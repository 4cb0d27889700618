//! Script functions as bodies of described methods: how a run-time class overrides an overridable method.

use std::panic::{AssertUnwindSafe, catch_unwind};

use onefold_diag::{Code, Diagnostic};
use onefold_reflect::call::{CALL_PANICKED, panic_text};
use onefold_reflect::{Cx, Method, ParamMode, Pass, Receiver, Shape, Slot, Status, Thunk};
use onefold_script_bytecode::{FuncId, Ret, Signature, SlotKind};

use super::{Scripts, narrow, sane, widen};
use crate::fault::{Exception, Fault};
use crate::heap::Heap;
use crate::state::{RESULT, State};
use crate::vm::plain;

/// A script function ended with an exception.
pub const SCRIPT_EXCEPTION: Code = Code("script_exception");

/// The thunk of methods whose body is a script function of the island's [`Scripts`] machine; the method's data word
/// is [`script_data`] of the function.
///
/// The function takes `this` (world methods only) and the parameters as a host import of that method would spell
/// them. Where its kinds differ, the call fails and nothing runs.
pub const SCRIPT_THUNK: Thunk = script_thunk;

/// The data word of a method whose body is that function.
#[must_use]
pub fn script_data(func: FuncId) -> usize {
    func.0 as usize
}

unsafe extern "C" fn script_thunk(cx: *mut Cx, method: *const Method, this: Slot, io: *mut Slot) -> Status {
    // SAFETY: the guarantees of the call shape.
    let (cx, method) = unsafe { (&mut *cx, &*method) };
    // SAFETY: handed on.
    let ended = catch_unwind(AssertUnwindSafe(|| unsafe { run(cx, method, this, io) }));
    let why = match ended {
        Ok(Ok(())) => return Status::Ok,
        Ok(Err(exception)) => {
            let mut why = Diagnostic::error(SCRIPT_EXCEPTION, exception.fault.message());
            for place in &exception.stack {
                why = why.note(format!("{} at {}:{}", place.function, place.file, place.line));
            }
            why
        }
        Err(panic) => {
            let text = format!("the script machine panicked: {}", panic_text(&*panic));
            Diagnostic::error(CALL_PANICKED, text)
        }
    };
    cx.set_fault(why);
    Status::Fault
}

/// # Safety
/// The guarantees of the call shape.
unsafe fn run(cx: &mut Cx, method: &Method, this: Slot, io: *mut Slot) -> Result<(), Box<Exception>> {
    let scripts = Scripts::of(cx).ok_or_else(|| plain(Fault::text("The island has no scripts")))?;
    let registry = cx.registry().clone();
    let is_text = |ty| matches!(registry.entry(ty).shape(), Shape::Text | Shape::Asset);
    let texts: Vec<bool> = method.params().iter().map(|param| is_text(param.ty())).collect();
    let gives_text = method.ret().is_some_and(|(ty, _)| is_text(ty));
    scripts.enter(cx, |state| {
        let func = FuncId(method.data() as u32);
        let signature = state.image.program().functions.get(func.index()).map(|f| f.signature.clone());
        let fits = signature.as_ref().is_some_and(|signature| fits(method, signature, &texts, gives_text));
        let Some(signature) = signature.filter(|_| fits) else {
            return Err(plain(Fault::text(format!("The script body of {} has other types", method.name()))));
        };
        // SAFETY: the kinds were compared just now; the frame is filled for the method.
        unsafe { call(state, func, &signature, method, this, io.cast(), &texts) }
    })
}

/// Whether a script function takes and gives what a method does.
fn fits(method: &Method, signature: &Signature, texts: &[bool], gives_text: bool) -> bool {
    let mut kinds = signature.params.iter();
    let object = match method.receiver() {
        Receiver::World => matches!(kinds.next(), Some(SlotKind::Handle(_))),
        Receiver::None | Receiver::WorldStatic => true,
        Receiver::Leaf | Receiver::LeafMut => false,
    };
    let params = method.params().iter().zip(method.param_infos()).zip(texts);
    let params = params.into_iter().all(|((param, info), &is_text)| {
        let slots = param.pass().slots();
        match (param.pass(), info.mode) {
            (Pass::Pointer, ParamMode::In) => is_text && kinds.next() == Some(&SlotKind::Str),
            (Pass::Pointer, ParamMode::InOut) => is_text && kinds.next() == Some(&SlotKind::PlaceStr),
            (Pass::Handle, ParamMode::In) => matches!(kinds.next(), Some(SlotKind::Handle(_))),
            (Pass::Handle, ParamMode::InOut) => matches!(kinds.next(), Some(SlotKind::PlaceHandle(_))),
            (_, ParamMode::In) => (0..slots).all(|_| kinds.next() == Some(&SlotKind::Scalar)),
            (_, ParamMode::InOut) => kinds.next() == Some(&SlotKind::PlaceScalar(slots as u16)),
        }
    });
    let ret = match (method.ret(), signature.ret) {
        (None, Ret::Void) => true,
        (Some((_, Pass::Pointer)), Ret::Str) => gives_text,
        (Some((_, Pass::Handle)), Ret::Handle(_)) => true,
        (Some((_, pass)), Ret::Scalar(count)) => {
            !matches!(pass, Pass::Pointer | Pass::Handle) && pass.slots() == usize::from(count)
        }
        _ => false,
    };
    object && params && kinds.next().is_none() && ret
}

/// Calls the function with the frame's arguments and fills the frame with what it gives.
///
/// # Safety
/// `fits` holds and the frame is filled for the method.
unsafe fn call(
    state: &mut State,
    func: FuncId,
    signature: &Signature,
    method: &Method,
    this: Slot,
    io: *mut u64,
    texts: &[bool],
) -> Result<(), Box<Exception>> {
    // Strings of the script's own for string arguments; the list never grows, so that places may lead into it.
    let mut own: Vec<u64> = Vec::with_capacity(texts.len());
    let mut args = Vec::with_capacity(signature.params.len());
    if method.receiver() == Receiver::World {
        args.push(sane(this.0));
    }
    let mut made = Ok(());
    // SAFETY: by the contract; places lead to the frame itself or into `own`, which both outlive the run.
    unsafe {
        for (at, param) in method.params().iter().enumerate() {
            let slot = io.add(param.slot());
            let is_out = method.param_infos()[at].mode == ParamMode::InOut;
            if texts[at] {
                let text = (*(*slot.cast::<Slot>()).as_ptr::<String>()).as_bytes();
                match state.heap.new_text(text) {
                    Ok(text) => own.push(text),
                    Err(fault) => {
                        made = Err(plain(fault));
                        break;
                    }
                }
                let place = own.as_mut_ptr().add(own.len() - 1);
                args.push(if is_out { place as usize as u64 } else { *place });
                continue;
            }
            to_script(param.pass(), slot);
            if is_out {
                args.push(slot as usize as u64);
            } else {
                args.extend((0..param.pass().slots()).map(|index| *slot.add(index)));
            }
        }
        let result = made.and_then(|()| state.call(func, &args));
        let ended = result.map(|slots| give(state, signature.ret, method, slots, io));
        let mut own = own.into_iter();
        for (at, param) in method.params().iter().enumerate() {
            let slot = io.add(param.slot());
            let is_out = method.param_infos()[at].mode == ParamMode::InOut;
            if !texts[at] {
                if is_out && param.pass() == Pass::Handle {
                    // A script object has no place on the other side.
                    state.heap.drop_handle(*slot);
                }
                to_host(param.pass(), slot);
            } else if let Some(text) = own.next() {
                if is_out {
                    let bytes = Heap::text_bytes(text);
                    *(*slot.cast::<Slot>()).as_ptr::<String>() = String::from_utf8_lossy(bytes).into_owned();
                }
                state.heap.drop_text(text);
            }
        }
        ended
    }
}

/// Moves the result to the frame.
///
/// # Safety
/// As for `call`.
unsafe fn give(state: &mut State, ret: Ret, method: &Method, slots: [u64; RESULT], io: *mut u64) {
    // SAFETY: by the contract; a string result has its address in the first slot, of a place not yet filled.
    unsafe {
        match (ret, method.ret()) {
            (Ret::Str, _) => {
                let text = String::from_utf8_lossy(Heap::text_bytes(slots[0])).into_owned();
                state.heap.drop_text(slots[0]);
                (*io.cast::<Slot>()).as_ptr::<String>().write(text);
            }
            (Ret::Handle(_), _) => {
                *io = sane(slots[0]);
                state.heap.drop_handle(slots[0]);
            }
            (Ret::Scalar(count), Some((_, pass))) => {
                std::ptr::copy_nonoverlapping(slots.as_ptr(), io, usize::from(count));
                to_host(pass, io);
            }
            _ => {}
        }
    }
}

/// Brings an argument to the form scripts keep it in.
///
/// # Safety
/// `slot` holds a value of that pass.
unsafe fn to_script(pass: Pass, slot: *mut u64) {
    // SAFETY: by the contract.
    unsafe {
        match pass {
            Pass::Scalar(scalar) => *slot = narrow(scalar, *slot),
            Pass::Enum => *slot = u64::from(*slot as u32),
            Pass::Handle => *slot = sane(*slot),
            Pass::Inline(_) | Pass::Pointer => {}
        }
    }
}

/// Brings an argument or result to the form the call shape has.
///
/// # Safety
/// As for `to_script`.
unsafe fn to_host(pass: Pass, slot: *mut u64) {
    // SAFETY: by the contract.
    unsafe {
        match pass {
            Pass::Scalar(scalar) => *slot = widen(scalar, *slot),
            Pass::Enum => *slot = i64::from(*slot as i32) as u64,
            Pass::Handle => *slot = sane(*slot),
            Pass::Inline(_) | Pass::Pointer => {}
        }
    }
}
