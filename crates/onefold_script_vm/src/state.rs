//! The state of one virtual machine, as the interpreter and native functions share it.

use std::cell::Cell;
use std::sync::{Arc, Mutex};

use onefold_reflect::{Cx, Registry};
use onefold_script_bytecode::{FuncId, Op, SlotKind};
use rustc_hash::FxHashMap;

use crate::context::Parked;
use crate::debug::Hook;
use crate::fault::{Exception, Fault};
use crate::heap::Heap;
use crate::host::HostSlot;
use crate::image::{FnRec, FrameKind, Image, NativeLink, RtType};
use crate::interp::{self, Exit};
use crate::stack::{Bound, HEADER, Stack};

/// Where execution stands.
#[derive(Clone, Copy)]
pub(crate) struct Regs {
    pub ip: *const u64,
    pub fp: *mut u64,
    pub sp: *mut u64,
}

/// Stub code: where the base frame of a run returns to, and where a destructor does.
pub(crate) const EXIT: u16 = 0;
pub(crate) const DESTROYED: u16 = 1;

/// Calls and back-edges between two looks at budgets.
const SLICE: i64 = 20_000;

/// Time as the host tells it.
pub trait Clock {
    /// Milliseconds since any fixed moment.
    fn millis(&mut self) -> u64;

    /// Seconds since 1970, for `datetime`.
    fn unix_seconds(&mut self) -> i64 {
        0
    }
}

/// Takes the lines scripts print.
pub(crate) type Output = Box<dyn FnMut(&[u8])>;

/// What the host dropped, to be released at the machine's next call. Its address tells machines apart.
pub(crate) type Dropped = Arc<Mutex<DroppedThings>>;

#[derive(Debug, Default)]
pub(crate) struct DroppedThings {
    pub handles: Vec<u64>,
    /// Suspended calls.
    pub contexts: Vec<u64>,
}

pub(crate) struct State {
    pub image: Arc<Image>,
    /// The image's tables, for the interpreter.
    pub fns: *const FnRec,
    pub types: *const RtType,
    pub std: *const NativeLink,
    /// One per host item of the program.
    pub host: Box<[HostSlot]>,
    /// The island of the running call; null when it has none.
    pub cx: *mut Cx,
    /// The registry of the island last entered.
    pub registry: Option<Arc<Registry>>,
    /// Where scripts can be entered again while a world method runs; may be null.
    pub door: *const Cell<*mut State>,
    /// The fault of a call from within a host method that must not be caught on the way down.
    pub broken: Option<Fault>,
    pub dropped: Dropped,
    /// Suspended calls by number.
    pub parked: FxHashMap<u64, Parked>,
    pub next_parked: u64,
    /// The exception the call that is about to go on had caught last.
    pub resumed: Option<Exception>,
    pub heap: Heap,
    pub globals: Box<[u64]>,
    pub strings: Box<[u64]>,
    /// Fuel left before the next look at budgets.
    pub fuel: i64,
    /// Fuel left beyond that.
    pub fuel_rest: i64,
    pub clock: Option<Box<dyn Clock>>,
    pub deadline: Option<u64>,
    /// Where the script stood when it called the native function that runs now.
    pub regs: Regs,
    pub bound: Bound,
    /// Slots the call that asked for room needs.
    pub need: usize,
    /// The stack of the running context.
    pub stack: *mut Stack,
    /// Native functions that run script code inside each other.
    pub nesting: u32,
    /// The same below the running context, when a host method resumed it.
    pub depth: u32,
    /// The running context should stop at the next chance.
    pub suspend: bool,
    /// The fault of a native function on its way to the handler.
    pub fault: Option<Fault>,
    /// The exception caught last in the running context.
    pub caught: Option<Exception>,
    /// Coroutines asked for: function and argument, each counted.
    pub coroutines: Vec<(u64, u64)>,
    /// Where `print` goes.
    pub output: Option<Output>,
    /// A debugger, called at every line.
    pub hook: Option<Box<dyn Hook>>,
    pub entry: Box<FnRec>,
    pub destructor: Box<FnRec>,
    stubs: Box<[u64; 2]>,
}

/// Slots at the start of a base frame that take the result.
pub(crate) const RESULT: usize = 8;

/// Runs nested in native functions beyond this depth fault.
pub(crate) const MAX_NESTING: u32 = 64;

impl State {
    pub fn new(image: Arc<Image>, memory: usize) -> Result<State, Fault> {
        let mut heap = Heap::new(memory);
        let program = Arc::clone(image.program());
        let mut strings = Vec::with_capacity(program.strings.len());
        for text in &program.strings {
            match heap.new_text(text) {
                Ok(text) => strings.push(text),
                Err(fault) => {
                    strings.into_iter().for_each(|text| heap.drop_text(text));
                    return Err(fault);
                }
            }
        }
        let slots = program.globals.iter().map(|global| usize::from(global.slots)).sum();
        let stub = |code: u16| Op::Internal as u64 | u64::from(code) << 16;
        Ok(State {
            fns: image.fns.as_ptr(),
            types: image.types.as_ptr(),
            std: image.std.as_ptr(),
            host: HostSlot::all(&image.host, program.host.len()),
            cx: std::ptr::null_mut(),
            registry: None,
            door: std::ptr::null(),
            broken: None,
            dropped: Dropped::default(),
            parked: FxHashMap::default(),
            next_parked: 0,
            resumed: None,
            image,
            heap,
            globals: vec![0; slots].into(),
            strings: strings.into(),
            fuel: SLICE,
            fuel_rest: i64::MAX - SLICE,
            clock: None,
            deadline: None,
            regs: Regs { ip: std::ptr::null(), fp: std::ptr::null_mut(), sp: std::ptr::null_mut() },
            bound: Bound { limit: 0, span: 0 },
            need: 0,
            stack: std::ptr::null_mut(),
            nesting: 0,
            depth: 0,
            suspend: false,
            fault: None,
            caught: None,
            coroutines: Vec::new(),
            output: None,
            hook: None,
            entry: Box::new(FnRec::stub(FrameKind::Entry)),
            destructor: Box::new(FnRec::stub(FrameKind::Destructor)),
            stubs: Box::new([stub(EXIT), stub(DESTROYED)]),
        })
    }

    pub fn stub(&self, code: u16) -> *const u64 {
        &raw const self.stubs[usize::from(code)]
    }

    /// Sets the fuel for what follows.
    pub fn refuel(&mut self, fuel: i64) {
        self.fuel = fuel.min(SLICE);
        self.fuel_rest = fuel - self.fuel;
    }

    /// Whether destructors wait or a suspension is asked for.
    #[inline(always)]
    pub fn wants_attention(&self) -> bool {
        self.suspend || !self.heap.pending.is_empty()
    }

    /// Opens the next slice of fuel, looks at the clock and lets the collector take a step.
    pub fn next_slice(&mut self) -> Result<(), Fault> {
        if self.fuel_rest <= 0 {
            return Err(Fault::OutOfFuel);
        }
        let slice = self.fuel_rest.min(SLICE);
        self.fuel_rest -= slice;
        self.fuel += slice + 1;
        if let (Some(clock), Some(deadline)) = (&mut self.clock, self.deadline)
            && clock.millis() > deadline
        {
            return Err(Fault::OutOfTime);
        }
        self.heap.collect_step();
        Ok(())
    }

    /// Spends a unit of fuel outside of the interpreter loop.
    pub fn spend(&mut self) -> Result<(), Fault> {
        self.fuel -= 1;
        if self.fuel < 0 { self.next_slice() } else { Ok(()) }
    }

    /// Lays the base frame of a run: the first slots take the result, the arguments follow.
    ///
    /// # Safety
    /// `args` are of the kinds of `func`'s parameters, kept alive until the run is over; `self.stack`
    /// and `self.regs.sp` are those of the running context.
    pub unsafe fn prepare(&mut self, func: FuncId, args: &[u64]) -> Result<Regs, Fault> {
        let rec: *const FnRec = self.image.function(func).ok_or(Fault::Unbound)?;
        self.spend()?;
        let frame = RESULT + args.len();
        // SAFETY: the stack is the running context's; `room` gives slots nobody else uses.
        unsafe {
            let needed = frame + HEADER + (*rec).frame as usize;
            let (sp, bound) = (*self.stack).room(self.regs.sp, needed).ok_or(Fault::StackOverflow)?;
            self.bound = bound;
            let base = sp.add(HEADER);
            write_header(base, std::ptr::null(), std::ptr::null_mut(), &raw const *self.entry, base);
            for index in 0..RESULT {
                *base.add(index) = 0;
            }
            for (index, &arg) in args.iter().enumerate() {
                *base.add(RESULT + index) = arg;
            }
            let fp = base.add(frame + HEADER);
            write_header(fp, self.stub(EXIT), base, rec, base);
            for (index, &arg) in args.iter().enumerate() {
                *fp.add(index) = arg;
            }
            clear(fp, rec);
            Ok(Regs { ip: (*rec).code, fp, sp: fp.add((*rec).frame as usize) })
        }
    }

    /// Runs a function to its end from within a native function or from outside; gives its result slots.
    ///
    /// # Safety
    /// As for `prepare`.
    pub unsafe fn call(&mut self, func: FuncId, args: &[u64]) -> Result<[u64; RESULT], Box<Exception>> {
        let plain = |fault| Box::new(Exception { fault, stack: Vec::new() });
        if self.nesting + self.depth >= MAX_NESTING {
            return Err(plain(Fault::StackOverflow));
        }
        let outer = (self.regs, self.bound);
        // SAFETY: by the contract.
        let regs = unsafe { self.prepare(func, args) };
        let regs = match regs {
            Ok(regs) => regs,
            Err(fault) => {
                (self.regs, self.bound) = outer;
                return Err(plain(fault));
            }
        };
        self.nesting += 1;
        // SAFETY: the registers are of a frame just laid.
        let exit = unsafe { interp::run(self, regs) };
        self.nesting -= 1;
        let base = self.regs.fp;
        (self.regs, self.bound) = outer;
        match exit {
            // SAFETY: the run left its registers at the base frame.
            Exit::Finished => Ok(unsafe { *base.cast::<[u64; RESULT]>() }),
            Exit::Suspended => Err(plain(Fault::text("A nested call cannot be suspended"))),
            Exit::Exception(exception) => Err(exception),
        }
    }

    /// Releases every global and string constant.
    pub fn release_roots(&mut self) {
        let program = Arc::clone(self.image.program());
        let mut at = 0;
        for global in &program.globals {
            let value = std::mem::take(&mut self.globals[at]);
            match global.kind {
                SlotKind::Str => self.heap.drop_text(value),
                SlotKind::Handle(_) => {
                    self.heap.drop_handle(value);
                }
                _ => {}
            }
            at += usize::from(global.slots);
        }
        for text in std::mem::take(&mut self.strings) {
            self.heap.drop_text(text);
        }
    }
}

/// Fills the header in front of a frame.
///
/// # Safety
/// `HEADER` slots in front of `fp` belong to the frame.
#[inline(always)]
pub(crate) unsafe fn write_header(
    fp: *mut u64,
    ret: *const u64,
    caller: *mut u64,
    rec: *const FnRec,
    result: *mut u64,
) {
    // SAFETY: by the contract.
    unsafe {
        let header = fp.sub(HEADER);
        *header = ret as usize as u64;
        *header.add(1) = caller as usize as u64;
        *header.add(2) = rec as usize as u64;
        *header.add(3) = result as usize as u64;
    }
}

/// Nulls the slots of a frame that must start null.
///
/// # Safety
/// `fp` is a frame of `rec`.
#[inline(always)]
pub(crate) unsafe fn clear(fp: *mut u64, rec: *const FnRec) {
    // SAFETY: the list holds slots of the frame.
    unsafe {
        for index in 0..(*rec).clear_len as usize {
            *fp.add(usize::from(*(*rec).clear.add(index))) = 0;
        }
    }
}
