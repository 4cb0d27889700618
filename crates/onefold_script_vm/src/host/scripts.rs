//! The machine as a service of an island, reachable again from host methods that scripts call.

use std::cell::{Cell, UnsafeCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use onefold_reflect::{AnyHandle, Cx, Service};
use onefold_script_bytecode::FuncId;

use crate::context::{Context, Coroutines, Turn};
use crate::fault::{Exception, Fault};
use crate::state::State;
use crate::vm::{Outcome, Value, Vm, plain};

/// A machine of an island: a cheap handle to it, and the service scripts are found by.
///
/// The machine itself stays where it is: a call neither takes the service out of the island nor borrows it. While a
/// *world* method that a script called runs, the machine stands at that call, and [`Scripts::call`] and
/// [`Scripts::resume`] go on from there on the same stack and budgets. Leaf methods never see the island, so nothing
/// has to be done for them. At any other moment of a run (the print function, the clock) the machine is busy, and calls
/// say so.
#[derive(Clone)]
pub struct Scripts(Rc<Machine>);

struct Machine {
    vm: UnsafeCell<Vm>,
    /// The machine as it stands at the call of a world method; null at any other moment.
    door: Cell<*mut State>,
    busy: Cell<bool>,
    stack: usize,
}

impl Service for Scripts {
    fn name(&self) -> &'static str {
        "scripts"
    }
}

impl Scripts {
    /// Takes a machine in.
    #[must_use]
    pub fn new(vm: Vm) -> Scripts {
        let stack = vm.stack_slots();
        Scripts(Rc::new(Machine {
            vm: UnsafeCell::new(vm),
            door: Cell::new(std::ptr::null_mut()),
            busy: Cell::new(false),
            stack,
        }))
    }

    /// The machine an island has as its service.
    #[must_use]
    pub fn of(cx: &Cx) -> Option<Scripts> {
        cx.service::<Scripts>().cloned()
    }

    /// Whether a call is under way, one that stands at a world method included.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.0.busy.get()
    }

    /// Works on the machine itself; none while it runs.
    pub fn with<R>(&self, work: impl FnOnce(&mut Vm) -> R) -> Option<R> {
        if self.0.busy.replace(true) {
            return None;
        }
        let _free = Free(&self.0.busy);
        // SAFETY: `busy` was not set, so nothing else borrows the machine, and nothing will until it is free again.
        Some(work(unsafe { &mut *self.0.vm.get() }))
    }

    /// Runs the initialisers of globals in order.
    ///
    /// # Errors
    /// The exception of the first that fails.
    pub fn init(&self, cx: &mut Cx) -> Result<(), Box<Exception>> {
        let init = self.enter(cx, |state| Ok(state.image.program().init.clone()))?;
        init.into_iter().try_for_each(|func| self.call(cx, func, &[]).map(|_| ()))
    }

    /// Calls a function and runs it to its end, with an island for its host items.
    ///
    /// # Errors
    /// The exception that left it; wrong arguments, another island's registry and a busy machine are such, too.
    pub fn call(&self, cx: &mut Cx, func: FuncId, args: &[Value]) -> Result<Value, Box<Exception>> {
        self.enter(cx, |state| state.call_values(func, args))
    }

    /// A context ready to run a function.
    #[must_use]
    pub fn context(&self, func: FuncId, args: &[Value]) -> Context {
        Context::new(self.0.stack, func, args)
    }

    /// Starts a context or goes on where it was suspended, with an island for its host items.
    pub fn resume(&self, cx: &mut Cx, context: &mut Context) -> Outcome {
        let outcome = self.enter(cx, |state| {
            let outer = (state.stack, state.nesting, state.suspend);
            if state.depth + state.nesting >= crate::state::MAX_NESTING {
                return Err(plain(Fault::StackOverflow));
            }
            state.depth += state.nesting;
            (state.nesting, state.suspend) = (0, false);
            let outcome = state.resume(context);
            (state.stack, state.nesting, state.suspend) = outer;
            state.depth -= state.nesting;
            Ok(outcome)
        });
        outcome.unwrap_or_else(Outcome::Exception)
    }

    /// Gives the next of some calls its turn; coroutines made from within a world method wait for the outermost caller.
    pub fn turn(&self, cx: &mut Cx, coroutines: &mut Coroutines) -> Turn {
        coroutines.turn(|context| {
            let outcome = self.resume(cx, context);
            (outcome, self.with(Vm::made_coroutines).unwrap_or_default())
        })
    }

    /// Brings the machine to a state in which it runs scripts, from outside or from within a world method.
    pub(super) fn enter<R>(
        &self,
        cx: &mut Cx,
        run: impl FnOnce(&mut State) -> Result<R, Box<Exception>>,
    ) -> Result<R, Box<Exception>> {
        // The handle may be dropped by what runs, the machine not.
        let machine = Rc::clone(&self.0);
        let at = machine.door.replace(std::ptr::null_mut());
        if !at.is_null() {
            // SAFETY: the machine stands at a call of a world method below, whose interpreter handed out this pointer
            // and does nothing until that method returns; nobody else has one, for the door is shut now.
            let result = nested(unsafe { &mut *at }, cx, run);
            machine.door.set(at);
            return result;
        }
        if machine.busy.replace(true) {
            return Err(plain(Fault::text("The machine is busy")));
        }
        let _free = Free(&machine.busy);
        // SAFETY: `busy` was not set, so nothing else borrows the machine; calls from below come in by the door.
        let vm = unsafe { &mut *machine.vm.get() };
        vm.run_in(cx, &raw const machine.door, run)
    }
}

/// Frees a machine, also when a panic passes.
struct Free<'a>(&'a Cell<bool>);

impl Drop for Free<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Runs scripts from within a world method that a script called.
fn nested<R>(
    state: &mut State,
    cx: &mut Cx,
    run: impl FnOnce(&mut State) -> Result<R, Box<Exception>>,
) -> Result<R, Box<Exception>> {
    let island = state.enter_cx(cx).map_err(plain)?;
    let outer = (state.regs, state.bound, state.nesting, state.depth, state.stack, state.fault.take());
    let result = catch_unwind(AssertUnwindSafe(|| run(state)));
    (state.regs, state.bound, state.nesting, state.depth, state.stack, state.fault) = outer;
    state.cx = island;
    let result = result.unwrap_or_else(|panic| resume_unwind(panic));
    if let Err(exception) = &result
        && !exception.fault.is_catchable()
    {
        // What must not be caught below must not become a catchable fault of the host method.
        state.broken = Some(exception.fault.clone());
    }
    result
}

/// The handles of an island's global objects, by the names their types give them; the runtime fills it.
#[derive(Default)]
pub struct HostGlobals {
    list: Vec<(Box<str>, AnyHandle)>,
}

impl Service for HostGlobals {
    fn name(&self) -> &'static str {
        "global objects"
    }
}

impl HostGlobals {
    /// Without any.
    #[must_use]
    pub fn new() -> HostGlobals {
        HostGlobals::default()
    }

    /// Sets the object of a name; scripts see it from the next use on.
    pub fn set(&mut self, name: &str, handle: AnyHandle) {
        match self.list.iter_mut().find(|entry| &*entry.0 == name) {
            Some(entry) => entry.1 = handle,
            None => self.list.push((name.into(), handle)),
        }
    }

    /// The object of a name; null when there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> AnyHandle {
        let mut hint = usize::MAX;
        self.find(name, &mut hint)
    }

    /// The object of a name; `hint` is where it was found last.
    pub(super) fn find(&self, name: &str, hint: &mut usize) -> AnyHandle {
        let at = match self.list.get(*hint) {
            Some(entry) if &*entry.0 == name => Some(*hint),
            _ => self.list.iter().position(|entry| &*entry.0 == name),
        };
        *hint = at.unwrap_or(usize::MAX);
        at.map_or(AnyHandle::NULL, |at| self.list[at].1)
    }
}
