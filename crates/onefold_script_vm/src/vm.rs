//! The virtual machine as its host sees it: limits, calls, contexts, globals.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use onefold_reflect::{AnyHandle, Cx};
use onefold_script_bytecode::{FuncId, GlobalId, Ret, SlotKind, TypeId};

use crate::context::Context;
use crate::debug::Hook;
use crate::fault::{Exception, Fault};
use crate::heap::Heap;
use crate::image::Image;
use crate::stack::Stack;
use crate::state::{Clock, Dropped, RESULT, State};

/// Budgets of a virtual machine.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Calls and loop iterations per [`Vm::call`] or [`Vm::resume`].
    pub fuel: i64,
    /// Bytes of script objects, arrays and strings.
    pub memory: usize,
    /// Bytes of stack per context.
    pub stack: usize,
    /// Milliseconds per call, by the clock of [`Vm::set_clock`].
    pub millis: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { fuel: i64::MAX, memory: 1 << 30, stack: 8 << 20, millis: None }
    }
}

/// A value on the border between host and script.
#[derive(Clone, Debug)]
pub enum Value {
    /// No result.
    Void,
    /// A number as a slot holds it.
    Scalar(u64),
    /// A value of several slots.
    Slots(Vec<u64>),
    /// A string.
    Text(Vec<u8>),
    /// A handle.
    Object(Object),
}

macro_rules! value_from {
    ($($type:ty => |$value:ident| $bits:expr;)*) => {
        $(impl From<$type> for Value {
            fn from($value: $type) -> Value { Value::Scalar($bits) }
        })*
    };
}

value_from! {
    bool => |value| u64::from(value);
    i32 => |value| u64::from(value as u32);
    u32 => |value| u64::from(value);
    i64 => |value| value as u64;
    u64 => |value| value;
    f32 => |value| u64::from(value.to_bits());
    f64 => |value| value.to_bits();
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.as_bytes().to_vec())
    }
}

impl Value {
    /// The bits of a number, 0 for anything else.
    pub fn bits(&self) -> u64 {
        match self {
            Value::Scalar(bits) => *bits,
            _ => 0,
        }
    }

    /// The number as i32.
    pub fn to_i32(&self) -> i32 {
        self.bits() as i32
    }

    /// The number as f64.
    pub fn to_f64(&self) -> f64 {
        f64::from_bits(self.bits())
    }

    /// The text of a string, with replacement characters where it is no UTF-8.
    pub fn to_text(&self) -> String {
        match self {
            Value::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        }
    }
}

/// A handle the host holds: counted for a script object, weak for an object of the host; may be null.
#[derive(Debug)]
pub struct Object {
    handle: u64,
    /// None for handles that are not counted.
    dropped: Option<Dropped>,
}

impl Object {
    /// Takes a counted handle over.
    pub(crate) fn new(handle: u64, dropped: &Dropped) -> Object {
        let counted = (handle as i64) > 0;
        Object { handle, dropped: counted.then(|| Arc::clone(dropped)) }
    }

    /// Whether it is a null handle; a stale handle to a host object is not null by this test.
    pub fn is_null(&self) -> bool {
        self.handle == 0
    }

    /// The handle of a host object; none for a script object.
    pub fn world(&self) -> Option<AnyHandle> {
        (self.dropped.is_none()).then_some(AnyHandle::from_bits(self.handle))
    }
}

impl From<AnyHandle> for Value {
    fn from(handle: AnyHandle) -> Value {
        Value::Object(Object { handle: crate::host::sane(handle.bits()), dropped: None })
    }
}

impl Clone for Object {
    fn clone(&self) -> Object {
        Heap::keep_handle(self.handle);
        Object { handle: self.handle, dropped: self.dropped.clone() }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        if let Some(dropped) = &self.dropped
            && let Ok(mut dropped) = dropped.lock()
        {
            dropped.handles.push(self.handle);
        }
    }
}

/// How a resumed context came back.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The function is through.
    Finished(Value),
    /// It asked to be resumed later.
    Suspended,
    /// An exception left it.
    Exception(Box<Exception>),
}

/// A virtual machine: one image, its globals, its heap.
pub struct Vm {
    state: Box<State>,
    stack: Box<Stack>,
    limits: Limits,
}

impl Vm {
    /// A machine with globals at zero; run [`Vm::init`] before anything else.
    ///
    /// # Errors
    /// When the string constants alone exceed the memory budget.
    pub fn new(image: Arc<Image>, limits: Limits) -> Result<Vm, Fault> {
        let state = Box::new(State::new(image, limits.memory)?);
        Ok(Vm { state, stack: Box::new(Stack::new(limits.stack / 8)), limits })
    }

    /// Gives the machine a clock, which the wall time budget needs.
    pub fn set_clock(&mut self, clock: Box<dyn Clock>) {
        self.state.clock = Some(clock);
    }

    /// Sets where `print` goes; each call is one line without its end.
    pub fn set_output(&mut self, output: impl FnMut(&[u8]) + 'static) {
        self.state.output = Some(Box::new(output));
    }

    /// Sets or takes away a debugger's hook, from the next call or resumption on.
    pub fn set_hook(&mut self, hook: Option<Box<dyn Hook>>) {
        self.state.hook = hook;
    }

    /// Sets the limits from the next call on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.state.heap.limit = limits.memory;
    }

    /// The limits in force.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The image that runs.
    pub fn image(&self) -> &Arc<Image> {
        &self.state.image
    }

    /// Runs the initialisers of globals in order.
    ///
    /// # Errors
    /// The exception of the first that fails.
    pub fn init(&mut self) -> Result<(), Box<Exception>> {
        for func in self.state.image.program().init.clone() {
            self.call(func, &[])?;
        }
        Ok(())
    }

    /// Calls a function and runs it to its end.
    ///
    /// # Errors
    /// The exception that left it; wrong arguments are one too.
    pub fn call(&mut self, func: FuncId, args: &[Value]) -> Result<Value, Box<Exception>> {
        self.begin();
        self.enter_own();
        let result = self.state.call_values(func, args);
        self.run_pending();
        result
    }

    /// Calls a function with an island for its host items. Host methods cannot call back into this machine; for that
    /// it has to be a service of the island: see [`Scripts`](crate::Scripts).
    ///
    /// # Errors
    /// As for [`Vm::call`]; also when the island has another registry than the image was linked with.
    pub fn call_in(&mut self, cx: &mut Cx, func: FuncId, args: &[Value]) -> Result<Value, Box<Exception>> {
        self.run_in(cx, std::ptr::null(), |state| state.call_values(func, args))
    }

    /// A context ready to run a function.
    pub fn context(&self, func: FuncId, args: &[Value]) -> Context {
        Context::new(self.stack_slots(), func, args)
    }

    /// Starts a context or goes on where it was suspended.
    pub fn resume(&mut self, context: &mut Context) -> Outcome {
        self.begin();
        let outcome = self.state.resume(context);
        self.run_pending();
        outcome
    }

    /// Like [`Vm::resume`], with an island for the host items; as for [`Vm::call_in`].
    pub fn resume_in(&mut self, cx: &mut Cx, context: &mut Context) -> Outcome {
        self.run_in(cx, std::ptr::null(), |state| Ok(state.resume(context)))
            .unwrap_or_else(Outcome::Exception)
    }

    /// Runs scripts with an island; `door` is where world methods of its can enter again.
    pub(crate) fn run_in<R>(
        &mut self,
        cx: &mut Cx,
        door: *const Cell<*mut State>,
        run: impl FnOnce(&mut State) -> Result<R, Box<Exception>>,
    ) -> Result<R, Box<Exception>> {
        self.begin();
        self.enter_own();
        self.state.enter_cx(cx).map_err(plain)?;
        self.state.door = door;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let result = run(&mut self.state);
            self.run_pending();
            result
        }));
        let state = &mut *self.state;
        (state.cx, state.door) = (std::ptr::null_mut(), std::ptr::null());
        (state.nesting, state.depth, state.broken) = (0, 0, None);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// The stack budget of a context.
    pub(crate) fn stack_slots(&self) -> usize {
        self.limits.stack / 8
    }

    /// Looks for garbage cycles now; gives the number of objects freed.
    pub fn collect(&mut self) -> usize {
        self.begin();
        let before = self.state.heap.live;
        loop {
            self.state.heap.collect();
            if self.state.heap.pending.is_empty() {
                return before.saturating_sub(self.state.heap.live);
            }
            self.run_pending();
        }
    }

    /// Bytes the heap holds.
    pub fn memory_used(&self) -> usize {
        self.state.heap.used
    }

    /// Objects alive on the heap.
    pub fn live_objects(&self) -> usize {
        self.state.heap.live
    }

    /// Raw slots of a global.
    pub fn global(&self, id: GlobalId) -> Value {
        let program = self.state.image.program();
        let before: usize =
            program.globals[..id.index()].iter().map(|global| usize::from(global.slots)).sum();
        let global = &program.globals[id.index()];
        let value = self.state.globals[before];
        match global.kind {
            SlotKind::Str => {
                // SAFETY: string globals hold null or a live string.
                Value::Text(unsafe { Heap::text_bytes(value) }.to_vec())
            }
            SlotKind::Handle(_) => {
                Heap::keep_handle(value);
                Value::Object(Object::new(value, &self.state.dropped))
            }
            _ if global.slots == 1 => Value::Scalar(value),
            _ => Value::Slots(self.state.globals[before..before + usize::from(global.slots)].to_vec()),
        }
    }

    /// Ends every suspended call and releases the globals, running the destructors that fall due.
    pub fn shut_down(&mut self) {
        self.state.abandon_all();
        self.state.forget_coroutines();
        self.state.release_roots();
        self.collect();
    }

    /// Gives back what the host dropped and fills the budgets.
    fn begin(&mut self) {
        let dropped =
            self.state.dropped.lock().map(|mut list| std::mem::take(&mut *list)).unwrap_or_default();
        for handle in dropped.handles {
            self.state.heap.drop_handle(handle);
        }
        dropped.contexts.into_iter().for_each(|index| self.state.abandon(index));
        self.state.refuel(self.limits.fuel);
        let state = &mut *self.state;
        state.deadline = match (&mut state.clock, self.limits.millis) {
            (Some(clock), Some(millis)) => Some(clock.millis().saturating_add(millis)),
            _ => None,
        };
    }

    fn enter_own(&mut self) {
        let stack: *mut Stack = &raw mut *self.stack;
        self.state.enter(stack);
    }

    /// Runs destructors that wait while no script does.
    fn run_pending(&mut self) {
        self.enter_own();
        while let Some(object) = self.state.heap.pending.pop() {
            // SAFETY: pending objects are live and have a destructor, which takes just the object.
            unsafe {
                let func = FuncId((*(*(*object).ty).destructor).index);
                // What a destructor throws ends the destructor only.
                let _ = self.state.call(func, &[object as usize as u64]);
                self.state.heap.release(object);
            }
        }
    }
}

impl State {
    /// Makes a stack the running one.
    pub fn enter(&mut self, stack: *mut Stack) {
        self.stack = stack;
        self.regs.sp = std::ptr::null_mut();
        self.bound = crate::stack::Bound { limit: 0, span: 0 };
    }

    /// Calls a function on the running stack.
    pub fn call_values(&mut self, func: FuncId, args: &[Value]) -> Result<Value, Box<Exception>> {
        let bits = self.lower(func, args)?;
        // SAFETY: `lower` has checked the arguments against the signature; the stack is the running one.
        let result = unsafe { self.call(func, &bits) };
        self.release_args(func, &bits);
        result.map(|slots| self.lift(func, slots))
    }

    /// Argument slots for a function; new references for what is counted.
    pub fn lower(&mut self, func: FuncId, args: &[Value]) -> Result<Vec<u64>, Box<Exception>> {
        let image = Arc::clone(&self.image);
        let Some(function) = image.program().functions.get(func.index()) else {
            return Err(plain(Fault::text("There is no such function")));
        };
        let params = &function.signature.params;
        let mut bits = Vec::with_capacity(params.len());
        for arg in args {
            match (arg, params.get(bits.len())) {
                (Value::Scalar(value), Some(SlotKind::Scalar)) => bits.push(*value),
                (Value::Slots(values), Some(SlotKind::Scalar))
                    if params[bits.len()..]
                        .iter()
                        .take(values.len())
                        .all(|kind| *kind == SlotKind::Scalar) =>
                {
                    bits.extend(values);
                }
                (Value::Text(bytes), Some(SlotKind::Str)) => match self.heap.new_text(bytes) {
                    Ok(text) => bits.push(text),
                    Err(fault) => {
                        self.release_kinds(params, &bits);
                        return Err(plain(fault));
                    }
                },
                (Value::Object(object), Some(SlotKind::Handle(ty)))
                    if self.is_own(object) && self.may_be(object.handle, *ty) =>
                {
                    Heap::keep_handle(object.handle);
                    bits.push(object.handle);
                }
                _ => {
                    self.release_kinds(params, &bits);
                    return Err(plain(Fault::text(format!("Wrong arguments for {}", function.name))));
                }
            }
        }
        if bits.len() == params.len() {
            return Ok(bits);
        }
        self.release_kinds(params, &bits);
        Err(plain(Fault::text(format!("Wrong arguments for {}", function.name))))
    }

    /// Whether a handle is of no machine or of this one.
    fn is_own(&self, object: &Object) -> bool {
        object.dropped.as_ref().is_none_or(|dropped| Arc::ptr_eq(dropped, &self.dropped))
    }

    /// Whether a handle may stand where that type is wanted. A stale one may: each use looks again.
    fn may_be(&self, handle: u64, ty: TypeId) -> bool {
        // SAFETY: who holds the handle keeps its object alive; world handles are looked up.
        unsafe {
            match handle as i64 {
                1.. => crate::objects::is_of(handle, ty.0),
                _ => crate::host::is_null(self, handle) || crate::host::is_of(self, handle, ty.0),
            }
        }
    }

    pub fn release_args(&mut self, func: FuncId, bits: &[u64]) {
        let image = Arc::clone(&self.image);
        self.release_kinds(&image.program().functions[func.index()].signature.params, bits);
    }

    pub fn release_kinds(&mut self, kinds: &[SlotKind], bits: &[u64]) {
        for (kind, &value) in kinds.iter().zip(bits) {
            match kind {
                SlotKind::Str => self.heap.drop_text(value),
                SlotKind::Handle(_) => {
                    self.heap.drop_handle(value);
                }
                _ => {}
            }
        }
    }

    /// Takes the result of a function over from its slots.
    pub fn lift(&mut self, func: FuncId, slots: [u64; RESULT]) -> Value {
        let ret = self.image.program().functions.get(func.index()).map_or(Ret::Void, |f| f.signature.ret);
        match ret {
            Ret::Void => Value::Void,
            Ret::Scalar(1) => Value::Scalar(slots[0]),
            Ret::Scalar(count) => Value::Slots(slots[..usize::from(count)].to_vec()),
            Ret::Str => {
                // SAFETY: the result slot owns a string.
                let text = unsafe { Heap::text_bytes(slots[0]) }.to_vec();
                self.heap.drop_text(slots[0]);
                Value::Text(text)
            }
            Ret::Handle(_) => Value::Object(Object::new(slots[0], &self.dropped)),
            Ret::Ref(_) => {
                self.heap.drop_handle(slots[0]);
                Value::Void
            }
        }
    }
}

impl Drop for Vm {
    fn drop(&mut self) {
        self.state.abandon_all();
        self.state.forget_coroutines();
        self.state.release_roots();
        self.state.heap.forget_destructors();
        self.begin();
        self.state.heap.collect();
    }
}

pub(crate) fn plain(fault: Fault) -> Box<Exception> {
    Box::new(Exception { fault, stack: Vec::new() })
}
