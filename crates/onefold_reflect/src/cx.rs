//! The island: one registry, one object table, and the services that live beside them.

use std::any::{Any, TypeId};
use std::sync::Arc;

use onefold_diag::{Code, Diagnostic, Retry, nearest};

use crate::Reflect;
use crate::call::{CallError, Status};
use crate::entry::Method;
use crate::handle::{AnyHandle, Handle};
use crate::info::{Receiver, TypeInfo};
use crate::registry::Registry;
use crate::slot::Slot;
use crate::table::ObjectTable;

/// A handle names an object that is gone, or nothing.
pub const HANDLE_STALE: Code = Code("entity_stale");
/// A handle names an object of another class.
pub const HANDLE_TYPE: Code = Code("ref_type");
/// The class has no such method.
pub const METHOD_UNKNOWN: Code = Code("method_unknown");
/// Calls are nested too deeply.
pub const CALL_DEPTH: Code = Code("budget_exceeded");

/// How deep calls between Rust and scripts may nest.
const DEPTH_LIMIT: u32 = 200;

/// A part of the island that a room above keeps in it: the script heap, the hierarchy, the input.
pub trait Service: Any {
    /// The name used in messages.
    fn name(&self) -> &'static str;
}

/// The island that objects, scripts and world methods run in.
///
/// It may move between threads as a whole but is never shared. World methods get it as `cx` and borrow objects from
/// it between calls only; leaf methods never see it.
pub struct Cx {
    registry: Arc<Registry>,
    objects: ObjectTable,
    services: Vec<(TypeId, Option<Box<dyn Any>>)>,
    fault: Option<Diagnostic>,
    leaf_depth: u32,
    call_depth: u32,
    pending_removals: Vec<AnyHandle>,
}

impl Cx {
    /// An island without objects and services.
    #[must_use]
    pub fn new(registry: Arc<Registry>) -> Self {
        Self {
            registry,
            objects: ObjectTable::new(),
            services: Vec::new(),
            fault: None,
            leaf_depth: 0,
            call_depth: 0,
            pending_removals: Vec::new(),
        }
    }

    /// The registry in force.
    #[must_use]
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// Replaces the registry by a later revision of it; objects keep the entry they were made with.
    pub fn set_registry(&mut self, registry: Arc<Registry>) {
        self.registry = registry;
    }

    /// The objects.
    #[must_use]
    pub fn objects(&self) -> &ObjectTable {
        &self.objects
    }

    /// The objects, to be changed.
    pub fn objects_mut(&mut self) -> &mut ObjectTable {
        &mut self.objects
    }

    /// Makes an object of a type by its factory.
    ///
    /// # Errors
    /// Unknown type, with the nearest names; a type that is abstract or no object type.
    pub fn create(&mut self, type_name: &str) -> Result<AnyHandle, Diagnostic> {
        let registry = self.registry.clone();
        let entry = registry.find(type_name)?;
        self.objects.create(&registry, entry)
    }

    /// Puts a Rust object into the table.
    ///
    /// # Errors
    /// The type is not in the registry.
    pub fn insert<T: Reflect>(&mut self, object: T) -> Result<Handle<T>, Diagnostic> {
        let registry = self.registry.clone();
        self.objects.insert(&registry, object)
    }

    /// Removes an object; while a leaf method runs, as soon as none does. False when the handle was stale.
    pub fn remove(&mut self, handle: AnyHandle) -> bool {
        if self.leaf_depth > 0 {
            let alive = self.objects.is_alive(handle);
            self.pending_removals.push(handle);
            return alive;
        }
        self.objects.remove(handle)
    }

    /// The object of a handle.
    ///
    /// # Errors
    /// Stale handle, or an object that is no `T`.
    pub fn get<T: Reflect>(&self, handle: Handle<T>) -> Result<&T, CallError> {
        let want = self.registry.index_of::<T>();
        self.objects.get(handle, want).ok_or_else(|| self.handle_error(handle.any(), T::info()))
    }

    /// The object of a handle, to be changed.
    ///
    /// # Errors
    /// Stale handle, or an object that is no `T`.
    pub fn get_mut<T: Reflect>(&mut self, handle: Handle<T>) -> Result<&mut T, CallError> {
        let want = self.registry.index_of::<T>();
        if self.objects.get(handle, want).is_none() {
            return Err(self.handle_error(handle.any(), T::info()));
        }
        Ok(self.objects.get_mut(handle, want).expect("checked just now"))
    }

    fn handle_error(&self, handle: AnyHandle, wanted: &TypeInfo<'_>) -> CallError {
        let name = wanted.name.bare();
        match self.objects.entry(handle) {
            None if handle.is_null() => {
                Diagnostic::error(HANDLE_STALE, format!("a handle to {name} is null"))
                    .retry(Retry::Refresh)
                    .into()
            }
            None => {
                Diagnostic::error(HANDLE_STALE, format!("a handle to {name} names an object that is gone"))
                    .got(format!("{handle:?}"))
                    .retry(Retry::Refresh)
                    .into()
            }
            Some(entry) => {
                Diagnostic::error(HANDLE_TYPE, format!("the object is a {}, not a {name}", entry.bare_name()))
                    .got(format!("{handle:?}"))
                    .into()
            }
        }
    }

    /// Puts a service in; an earlier one of the type is given back.
    pub fn set_service<S: Service>(&mut self, service: Box<S>) -> Option<Box<S>> {
        let id = TypeId::of::<S>();
        let place = match self.services.iter().position(|(have, _)| *have == id) {
            Some(at) => &mut self.services[at].1,
            None => {
                self.services.push((id, None));
                &mut self.services.last_mut().expect("just pushed").1
            }
        };
        place.replace(service).and_then(|old| old.downcast().ok())
    }

    /// A service; none when it was never set or is taken out at the moment.
    #[must_use]
    pub fn service<S: Service>(&self) -> Option<&S> {
        let id = TypeId::of::<S>();
        self.services.iter().find(|(have, _)| *have == id)?.1.as_ref()?.downcast_ref()
    }

    /// A service, to be changed.
    pub fn service_mut<S: Service>(&mut self) -> Option<&mut S> {
        let id = TypeId::of::<S>();
        self.services.iter_mut().find(|(have, _)| *have == id)?.1.as_mut()?.downcast_mut()
    }

    /// Takes a service out, so that it and the island can be used side by side; [`Cx::set_service`] puts it back.
    pub fn take_service<S: Service>(&mut self) -> Option<Box<S>> {
        let id = TypeId::of::<S>();
        self.services.iter_mut().find(|(have, _)| *have == id)?.1.take()?.downcast().ok()
    }

    /// Why the last call ended with [`Status::Fault`].
    pub fn take_fault(&mut self) -> Option<Diagnostic> {
        self.fault.take()
    }

    /// Records why a call is about to end with [`Status::Fault`].
    pub fn set_fault(&mut self, why: Diagnostic) {
        self.fault = Some(why);
    }

    /// Records why a call fails, unless something below has said it already.
    pub(crate) fn set_fault_unless_set(&mut self, why: Diagnostic) {
        if self.fault.is_none() {
            self.set_fault(why);
        }
    }

    /// True while a leaf method is running: no script destructor may run now.
    #[must_use]
    pub fn in_leaf(&self) -> bool {
        self.leaf_depth > 0
    }

    pub(crate) fn enter_leaf(&mut self) {
        self.leaf_depth += 1;
    }

    pub(crate) fn leave_leaf(&mut self) {
        self.leaf_depth -= 1;
        if self.leaf_depth == 0 && !self.pending_removals.is_empty() {
            for handle in std::mem::take(&mut self.pending_removals) {
                self.objects.remove(handle);
            }
        }
    }

    /// Finds the most derived body of an overridable method for an object.
    pub(crate) fn virtual_method(
        &self,
        this: AnyHandle,
        declared_by: fn() -> &'static TypeInfo<'static>,
        name: &str,
        slots: usize,
    ) -> Result<Arc<Method>, CallError> {
        let Some(entry) = self.objects.entry(this) else {
            return Err(self.handle_error(this, declared_by()));
        };
        let found = entry.overloads(name).find(|method| method.io_slots() == slots);
        match found {
            Some(method) if method.receiver() == Receiver::World => Ok(method.clone()),
            _ => Err(Diagnostic::error(
                METHOD_UNKNOWN,
                format!("{} has no method `{name}`", entry.bare_name()),
            )
            .suggest(nearest(name, entry.method_names()))
            .into()),
        }
    }

    /// Calls a resolved method with a prepared frame.
    ///
    /// # Errors
    /// What the body reports; too deep nesting.
    ///
    /// # Safety
    /// `this` fits the method's receiver and `io` points at its slots, filled as the [call shape](crate::call) says.
    #[expect(unsafe_code, reason = "the call shape is untyped")]
    pub unsafe fn call_raw(&mut self, method: &Method, this: Slot, io: *mut Slot) -> Result<(), CallError> {
        if self.call_depth >= DEPTH_LIMIT {
            return Err(Diagnostic::error(CALL_DEPTH, format!("more than {DEPTH_LIMIT} calls are nested"))
                .retry(Retry::Never)
                .into());
        }
        self.call_depth += 1;
        // SAFETY: the caller's guarantee; `self` is the only reference to the island.
        let status = unsafe { (method.thunk())(self, method, this, io) };
        self.call_depth -= 1;
        match status {
            Status::Ok => Ok(()),
            Status::Fault => Err(CallError(self.take_fault().unwrap_or_else(|| {
                Diagnostic::error(crate::call::CALL_FAILED, "the call failed without a reason")
            }))),
        }
    }
}
