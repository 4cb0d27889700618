//! Contexts: calls with a stack of their own that can be suspended, and coroutines.
//!
//! What a suspended call needs is parked in the machine, so that the machine can release it when the host
//! drops the context, or when it goes away itself.

use std::sync::Arc;

use onefold_script_bytecode::{FuncId, SlotKind};

use crate::fault::{Exception, Fault};
use crate::heap::{FuncObject, Header, Heap};
use crate::interp::{self, Exit};
use crate::stack::Stack;
use crate::state::{Dropped, RESULT, Regs, State};
use crate::unwind;
use crate::vm::{Object, Outcome, Value, Vm, plain};

/// A call with a stack of its own, which can be suspended. Dropping a suspended one releases what it holds
/// at the machine's next call, without running more of it.
pub struct Context {
    func: FuncId,
    args: Vec<Value>,
    /// Most slots of its stack.
    slots: usize,
    parked: Option<ParkedId>,
}

/// Where a suspended call is parked.
struct ParkedId {
    index: u64,
    /// Tells the machine it belongs to.
    machine: Dropped,
}

/// A suspended call.
pub(crate) struct Parked {
    stack: Box<Stack>,
    regs: Regs,
    func: FuncId,
    caught: Option<Exception>,
}

impl Context {
    pub(crate) fn new(slots: usize, func: FuncId, args: &[Value]) -> Context {
        Context { func, args: args.to_vec(), slots, parked: None }
    }

    /// Whether it is suspended.
    pub fn is_live(&self) -> bool {
        self.parked.is_some()
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if let Some(parked) = &self.parked
            && let Ok(mut dropped) = parked.machine.lock()
        {
            dropped.contexts.push(parked.index);
        }
    }
}

impl State {
    /// Starts a context or goes on where it was suspended; its stack stays the running one.
    pub fn resume(&mut self, context: &mut Context) -> Outcome {
        let (mut stack, regs) = match self.unpark(context) {
            Ok(found) => found,
            Err(exception) => return Outcome::Exception(exception),
        };
        self.enter(&raw mut *stack);
        let regs = match regs {
            Some(regs) => regs,
            None => match self.start(context) {
                Ok(regs) => regs,
                Err(exception) => return Outcome::Exception(exception),
            },
        };
        let outer = self.caught.take();
        self.caught = self.resumed.take();
        // SAFETY: the registers are those of this context's stack.
        let exit = unsafe { interp::run(&raw mut *self, regs) };
        let caught = std::mem::replace(&mut self.caught, outer);
        let base = self.regs.fp;
        let outcome = match exit {
            Exit::Suspended => {
                self.park(context, Parked { stack, regs: self.regs, func: context.func, caught });
                return Outcome::Suspended;
            }
            Exit::Finished => {
                // SAFETY: the run left its registers at the base frame.
                let slots = unsafe { *base.cast::<[u64; RESULT]>() };
                Outcome::Finished(self.lift(context.func, slots))
            }
            Exit::Exception(exception) => Outcome::Exception(exception),
        };
        // SAFETY: as above.
        unsafe { self.release_base(context.func, base) };
        outcome
    }

    /// The stack of a context, and its registers if it is suspended.
    fn unpark(&mut self, context: &mut Context) -> Result<(Box<Stack>, Option<Regs>), Box<Exception>> {
        let Some(id) = context.parked.take() else {
            return Ok((Box::new(Stack::new(context.slots)), None));
        };
        let mine = Arc::ptr_eq(&id.machine, &self.dropped);
        match self.parked.remove(&id.index).filter(|_| mine) {
            Some(parked) => {
                self.resumed = parked.caught;
                Ok((parked.stack, Some(parked.regs)))
            }
            None => {
                context.parked = Some(id);
                Err(plain(Fault::text("The context belongs to another machine")))
            }
        }
    }

    fn park(&mut self, context: &mut Context, parked: Parked) {
        self.next_parked += 1;
        self.parked.insert(self.next_parked, parked);
        context.parked = Some(ParkedId { index: self.next_parked, machine: Arc::clone(&self.dropped) });
    }

    /// Lays the first frame of a context; its base frame keeps the arguments.
    fn start(&mut self, context: &Context) -> Result<Regs, Box<Exception>> {
        let bits = self.lower(context.func, &context.args)?;
        // SAFETY: `lower` has checked the arguments against the signature; the stack is the context's.
        unsafe { self.prepare(context.func, &bits) }.map_err(|fault| {
            self.release_args(context.func, &bits);
            plain(fault)
        })
    }

    /// Releases the arguments a base frame keeps.
    ///
    /// # Safety
    /// `base` is the base frame of a call of `func` that is over.
    unsafe fn release_base(&mut self, func: FuncId, base: *mut u64) {
        let params = self.image.program().functions[func.index()].signature.params.len();
        // SAFETY: the base frame holds the arguments behind the result slots.
        let bits: Vec<u64> = (0..params).map(|index| unsafe { *base.add(RESULT + index) }).collect();
        self.release_args(func, &bits);
    }

    /// Releases everything a suspended call holds.
    pub fn abandon(&mut self, index: u64) {
        if let Some(parked) = self.parked.remove(&index) {
            // SAFETY: the registers are those of the suspended call, whose stack is still here.
            unsafe {
                let base = unwind::abandon(self, parked.regs);
                self.release_base(parked.func, base);
            }
        }
    }

    /// Releases every suspended call.
    pub fn abandon_all(&mut self) {
        let mut all: Vec<u64> = self.parked.keys().copied().collect();
        all.sort_unstable();
        all.into_iter().for_each(|index| self.abandon(index));
    }
}

/// A main call and the coroutines it and they make, taking turns.
pub struct Coroutines {
    /// The main call is first until it is over.
    contexts: Vec<Context>,
    main_is_live: bool,
    next: usize,
}

/// What one turn came to.
#[derive(Clone, Debug)]
pub enum Turn {
    /// A call has yielded, or a coroutine is through.
    Went,
    /// The main call is over; coroutines may be left.
    Main(Outcome),
    /// A coroutine ended with an exception; the others go on.
    Failed(Box<Exception>),
    /// There is nothing left to run.
    Idle,
}

impl Coroutines {
    /// Starts with a main call.
    pub fn new(main: Context) -> Coroutines {
        Coroutines { contexts: vec![main], main_is_live: true, next: 0 }
    }

    /// Number of calls that are not over.
    pub fn len(&self) -> usize {
        self.contexts.len()
    }

    /// Whether there is nothing left to run.
    pub fn is_empty(&self) -> bool {
        self.contexts.is_empty()
    }

    /// Gives the next call its turn; `resume` resumes it, `made` are the coroutines made since.
    pub(crate) fn turn(&mut self, mut resume: impl FnMut(&mut Context) -> (Outcome, Vec<Context>)) -> Turn {
        if self.next >= self.contexts.len() {
            self.next = 0;
        }
        let Some(context) = self.contexts.get_mut(self.next) else { return Turn::Idle };
        let (outcome, made) = resume(context);
        self.contexts.extend(made);
        if let Outcome::Suspended = outcome {
            self.next += 1;
            return Turn::Went;
        }
        self.contexts.remove(self.next);
        if self.next == 0 && std::mem::take(&mut self.main_is_live) {
            return Turn::Main(outcome);
        }
        match outcome {
            Outcome::Exception(exception) => Turn::Failed(exception),
            _ => Turn::Went,
        }
    }
}

impl Vm {
    /// Gives the next of some calls its turn.
    pub fn turn(&mut self, coroutines: &mut Coroutines) -> Turn {
        coroutines.turn(|context| {
            let outcome = self.resume(context);
            (outcome, self.made_coroutines())
        })
    }

    /// Like [`Vm::turn`], with an island for the host items.
    pub fn turn_in(&mut self, cx: &mut onefold_reflect::Cx, coroutines: &mut Coroutines) -> Turn {
        coroutines.turn(|context| {
            let outcome = self.resume_in(cx, context);
            (outcome, self.made_coroutines())
        })
    }

    /// Calls a function and runs it and its coroutines to their ends. Exceptions of coroutines end these only.
    ///
    /// # Errors
    /// The exception that left the main call.
    pub fn run(&mut self, func: FuncId, args: &[Value]) -> Result<Value, Box<Exception>> {
        let mut coroutines = Coroutines::new(self.context(func, args));
        let mut result = Ok(Value::Void);
        loop {
            match self.turn(&mut coroutines) {
                Turn::Went | Turn::Failed(_) | Turn::Main(Outcome::Suspended) => {}
                Turn::Main(Outcome::Finished(value)) => result = Ok(value),
                Turn::Main(Outcome::Exception(exception)) => result = Err(exception),
                Turn::Idle => return result,
            }
        }
    }

    /// Contexts for the coroutines scripts have made since the last look.
    pub fn made_coroutines(&mut self) -> Vec<Context> {
        let slots = self.stack_slots();
        let state = self.state_mut();
        let made = std::mem::take(&mut state.coroutines);
        made.into_iter().map(|(func, argument)| state.coroutine(func, argument, slots)).collect()
    }
}

impl State {
    /// A context that calls a function handle; takes both references over.
    fn coroutine(&mut self, handle: u64, argument: u64, slots: usize) -> Context {
        let object = handle as usize as *mut FuncObject;
        // SAFETY: the handle was counted when the coroutine was made.
        let (func, bound) =
            unsafe { (FuncId((*object).func), ((*object).is_bound != 0).then_some((*object).bound)) };
        let mut args = Vec::new();
        if let Some(bound) = bound {
            Heap::keep_handle(bound);
            args.push(Value::Object(Object::new(bound, &self.dropped)));
        }
        args.push(Value::Object(Object::new(argument, &self.dropped)));
        self.heap.release(handle as usize as *mut Header);
        Context::new(slots, func, &args)
    }

    /// Releases coroutines that were made but never started.
    pub fn forget_coroutines(&mut self) {
        for (func, argument) in std::mem::take(&mut self.coroutines) {
            self.release_kinds(
                &[SlotKind::Handle(onefold_script_bytecode::TypeId::ANY); 2],
                &[func, argument],
            );
        }
    }
}
