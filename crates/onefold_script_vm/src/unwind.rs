//! What happens outside the fast loop: faults and handlers, more fuel, more stack, destructors.

use onefold_script_bytecode::{Function, Op};

use crate::fault::{Exception, Fault, StackPlace};
use crate::heap::Header;
use crate::image::{FnRec, FrameKind};
use crate::interp::{Exit, Stop};
use crate::objects::clean;
use crate::stack::HEADER;
use crate::state::{DESTROYED, Regs, State, clear, write_header};

/// Frames kept at either end of the stack of an exception.
const KEPT: usize = 64;

/// Deals with what stopped the fast loop; gives where to go on, or how the run ends.
///
/// # Safety
/// `regs` are those of the running context, as the loop left them.
#[cold]
#[inline(never)]
pub(crate) unsafe fn handle(state: &mut State, stop: Stop, regs: Regs) -> Result<Regs, Exit> {
    // SAFETY: by the contract, here and in every call below.
    unsafe {
        let fault = match stop {
            Stop::Fuel if state.suspend && state.nesting == 0 => return Err(suspend(state, regs)),
            Stop::Fuel => match state.next_slice() {
                Ok(()) => return attend(state, regs),
                Err(fault) => fault,
            },
            Stop::Room => match (*state.stack).room(regs.sp, state.need) {
                Some((sp, bound)) => {
                    state.bound = bound;
                    return Ok(Regs { sp, ..regs });
                }
                None => Fault::StackOverflow,
            },
            Stop::Attention if !state.heap.pending.is_empty() => return attend(state, regs),
            Stop::Attention if state.suspend && state.nesting == 0 => return Err(suspend(state, regs)),
            Stop::Attention => return Ok(regs),
            Stop::Hold if state.nesting == 0 => return Err(suspend(state, regs)),
            Stop::Hold | Stop::Abort => Fault::Aborted,
            Stop::Destroyed => {
                let regs = destroyed(state, regs);
                return attend(state, regs);
            }
            Stop::Exit => {
                state.regs = regs;
                return Err(Exit::Finished);
            }
            Stop::Null => Fault::Null,
            Stop::Bounds => Fault::Bounds,
            Stop::TextBounds => Fault::TextBounds,
            Stop::DivideByZero => Fault::DivideByZero,
            Stop::DivideOverflow => Fault::DivideOverflow,
            Stop::PowOverflow => Fault::PowOverflow,
            Stop::Unbound => Fault::Unbound,
            Stop::Native => match state.fault.take().unwrap_or(Fault::Unbound) {
                Fault::OutOfMemory if make_room(state, regs.ip) => return attend(state, regs),
                fault => fault,
            },
        };
        unwind(state, fault, regs)
    }
}

/// Collects garbage when an instruction that can be done again has found no memory; true when some was freed.
unsafe fn make_room(state: &mut State, ip: *const u64) -> bool {
    // SAFETY: by the callers' contract, the address of an instruction of verified code.
    let op = Op::from_u16(unsafe { *ip } as u16);
    let again = matches!(
        op,
        Some(
            Op::New
                | Op::NewArray
                | Op::NewFunc
                | Op::NewDelegate
                | Op::NewDelegateVirtual
                | Op::StrCat
                | Op::StrCatI64
                | Op::StrCatU64
                | Op::StrCatF64
                | Op::StrCatBool
                | Op::StrI64
                | Op::StrU64
                | Op::StrF64
                | Op::StrBool
                | Op::StrPut
        )
    );
    let before = state.heap.used;
    again && state.heap.collect() > 0 && state.heap.used < before
}

fn suspend(state: &mut State, regs: Regs) -> Exit {
    state.suspend = false;
    state.regs = regs;
    Exit::Suspended
}

/// Lays a frame for the next waiting destructor on top of where the script stands.
unsafe fn attend(state: &mut State, regs: Regs) -> Result<Regs, Exit> {
    // SAFETY: pending objects are live, and their types have a destructor.
    unsafe {
        let Some(object) = state.heap.pending.pop() else { return Ok(regs) };
        if let Err(fault) = state.spend() {
            state.heap.release(object);
            return unwind(state, fault, regs);
        }
        let rec = (*(*object).ty).destructor;
        let needed = 1 + HEADER + (*rec).frame as usize;
        let Some((sp, bound)) = (*state.stack).room(regs.sp, needed) else {
            // Too deep even for a destructor: the object goes without.
            state.heap.release(object);
            return Ok(regs);
        };
        state.bound = bound;
        let below = sp.add(HEADER);
        // The true stack pointer is kept for the way back, for the frame may lie in another segment.
        write_header(below, regs.ip, regs.fp, &raw const *state.destructor, regs.sp);
        *below = object as usize as u64;
        let fp = below.add(1 + HEADER);
        write_header(fp, state.stub(DESTROYED), below, rec, below);
        *fp = object as usize as u64;
        clear(fp, rec);
        Ok(Regs { ip: (*rec).code, fp, sp: fp.add((*rec).frame as usize) })
    }
}

/// Leaves the frame below a destructor and lets go of its object.
unsafe fn destroyed(state: &mut State, regs: Regs) -> Regs {
    // SAFETY: the frame was laid by `attend`.
    unsafe {
        let header = regs.fp.sub(HEADER);
        let object = *regs.fp as usize as *mut Header;
        state.heap.release(object);
        Regs {
            ip: *header as usize as *const u64,
            fp: *header.add(1) as usize as *mut u64,
            sp: *header.add(3) as usize as *mut u64,
        }
    }
}

/// Walks down to the handler of a fault, releasing what frames own.
unsafe fn unwind(state: &mut State, fault: Fault, regs: Regs) -> Result<Regs, Exit> {
    // SAFETY: every frame was laid by a call; its header leads to the one below.
    unsafe {
        let catchable = fault.is_catchable();
        let stack = trace(state, regs.ip, regs.fp);
        let exception = Exception { fault, stack };
        let Regs { mut ip, mut fp, .. } = regs;
        loop {
            let header = fp.sub(HEADER);
            let rec = *header.add(2) as usize as *const FnRec;
            match (*rec).kind {
                FrameKind::Entry => {
                    state.regs = Regs { ip, fp, sp: regs.sp };
                    return Err(Exit::Exception(Box::new(exception)));
                }
                // A destructor's exception ends the destructor only.
                FrameKind::Destructor if catchable => {
                    let regs = destroyed(state, Regs { ip, fp, sp: fp });
                    return attend(state, regs);
                }
                FrameKind::Destructor => {
                    state.heap.release(*fp as usize as *mut Header);
                }
                FrameKind::Script => {
                    let program = state.image.program();
                    let function = &program.functions[(*rec).index as usize];
                    let pc = ((ip as usize - (*rec).code as usize) / 8) as u32;
                    if let Some(target) = handler(function, pc).filter(|_| catchable) {
                        let sp = fp.add((*rec).frame as usize);
                        // A handler may lie behind, so the way there costs fuel as a loop does.
                        if let Err(fault) = state.spend() {
                            return unwind(state, fault, Regs { ip, fp, sp });
                        }
                        state.caught = Some(exception);
                        return attend(state, Regs { ip: (*rec).code.add(target as usize), fp, sp });
                    }
                    clean(state, fp, rec);
                }
            }
            ip = (*header as usize as *const u64).wrapping_sub(1);
            fp = *header.add(1) as usize as *mut u64;
        }
    }
}

/// Releases everything a suspended call holds but the arguments in its base frame, which it gives.
///
/// # Safety
/// `regs` are those of a suspended call, which is not used again.
pub(crate) unsafe fn abandon(state: &mut State, regs: Regs) -> *mut u64 {
    let mut fp = regs.fp;
    // SAFETY: as in `unwind`.
    unsafe {
        loop {
            let header = fp.sub(HEADER);
            let rec = *header.add(2) as usize as *const FnRec;
            match (*rec).kind {
                FrameKind::Entry => return fp,
                FrameKind::Destructor => {
                    state.heap.release(*fp as usize as *mut Header);
                }
                FrameKind::Script => {
                    clean(state, fp, rec);
                }
            }
            fp = *header.add(1) as usize as *mut u64;
        }
    }
}

fn handler(function: &Function, pc: u32) -> Option<u32> {
    function.handlers.iter().find(|handler| (handler.start..handler.end).contains(&pc)).map(|h| h.target)
}

/// The script stack from `ip` down, innermost first, across nested runs.
pub(crate) unsafe fn trace(state: &State, ip: *const u64, fp: *mut u64) -> Vec<StackPlace> {
    let (mut ip, mut fp) = (ip, fp);
    let mut places = Vec::new();
    // SAFETY: as in `unwind`.
    unsafe {
        loop {
            let header = fp.sub(HEADER);
            let rec = *header.add(2) as usize as *const FnRec;
            match (*rec).kind {
                FrameKind::Entry => break,
                FrameKind::Destructor => {}
                FrameKind::Script => {
                    if places.len() >= 2 * KEPT {
                        places.remove(KEPT);
                    }
                    places.push((rec, ip));
                }
            }
            ip = (*header as usize as *const u64).wrapping_sub(1);
            fp = *header.add(1) as usize as *mut u64;
        }
        places.into_iter().map(|(rec, ip)| place(state, &*rec, ip)).collect()
    }
}

pub(crate) fn place(state: &State, rec: &FnRec, ip: *const u64) -> StackPlace {
    let program = state.image.program();
    let function = &program.functions[rec.index as usize];
    let pc = ((ip as usize - rec.code as usize) / 8) as u32;
    let after = function.lines.partition_point(|line| line.pc <= pc);
    let line = after.checked_sub(1).map(|index| function.lines[index]);
    let file = line.and_then(|line| program.files.get(usize::from(line.file))).cloned().unwrap_or_default();
    StackPlace {
        function: function.name.clone(),
        file,
        line: line.map_or(0, |line| line.line),
        column: line.map_or(0, |line| line.column),
    }
}
