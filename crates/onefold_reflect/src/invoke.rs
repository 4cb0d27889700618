//! Calling described functions with dynamic values: one overload resolver, one conversion, one frame.
#![expect(unsafe_code, reason = "builds the untyped frame of the one call shape")]

use std::sync::Arc;

use onefold_diag::{Code, Diagnostic, Diagnostics, Place, nearest};

use crate::call::{CallError, Pass, write_scalar};
use crate::convert::{check, parse_default};
use crate::cx::{Cx, METHOD_UNKNOWN};
use crate::entry::{Method, TypeEntry};
use crate::handle::AnyHandle;
use crate::info::{ParamMode, Receiver, Shape};
use crate::owned_value::OwnedValue;
use crate::registry::Registry;
use crate::slot::Slot;
use crate::typed::{TypeRef, TypedMut};
use crate::value::Value;

/// No overload takes so many arguments.
pub const ARITY: Code = Code("arity");
/// Several overloads fit equally well.
pub const OVERLOAD_AMBIGUOUS: Code = Code("overload_ambiguous");

/// Picks the overload that fits the arguments: by count first, then the one they all convert to.
///
/// # Errors
/// No method of that name, none for that count, none for those types, or several.
pub(crate) fn pick<'m>(
    registry: &Registry,
    candidates: &[&'m Arc<Method>],
    args: &[Value],
    unknown: impl FnOnce() -> Diagnostic,
) -> Result<&'m Arc<Method>, Diagnostics> {
    let Some(first) = candidates.first() else { return Err(unknown().into()) };
    let name = first.name();
    let counted: Vec<_> = candidates
        .iter()
        .filter(|method| (method.required_params()..=method.params().len()).contains(&args.len()))
        .collect();
    if counted.is_empty() {
        let takes: Vec<String> = candidates.iter().map(|method| method.params().len().to_string()).collect();
        let text = format!("`{name}` takes {} arguments, not {}", takes.join(" or "), args.len());
        return Err(Diagnostic::error(ARITY, text).into());
    }
    let mut errors = Diagnostics::new();
    let mut fitting = Vec::new();
    for method in counted {
        let mut wrong = Diagnostics::new();
        for ((param, info), value) in method.params().iter().zip(method.param_infos()).zip(args) {
            let mut found = Diagnostics::new();
            check(registry.type_ref(param.ty()), value, "", 0, &mut found);
            wrong.extend(found.into_iter().map(|one| one.under(info.name)));
        }
        if wrong.is_empty() {
            fitting.push(*method);
        } else {
            errors = wrong;
        }
    }
    match fitting.as_slice() {
        [] => Err(errors),
        [one] => Ok(one),
        [one, rest @ ..] => {
            // The most derived class's method comes first and hides those of its bases.
            if rest.iter().all(|other| other.owner() != one.owner()) {
                return Ok(one);
            }
            Err(Diagnostic::error(OVERLOAD_AMBIGUOUS, format!("several overloads of `{name}` fit")).into())
        }
    }
}

impl Cx {
    /// Calls a method of an object by name. Overridable methods reach the most derived body.
    ///
    /// # Errors
    /// Stale handle, unknown method, arguments that do not fit, or what the method reports.
    pub fn invoke(&mut self, this: AnyHandle, method: &str, args: &[Value]) -> Result<Value, Diagnostics> {
        self.invoke_out(this, method, args).map(|(value, _)| value)
    }

    /// Like [`Cx::invoke`]; also gives the `&mut` arguments back, by parameter, with what the method made of them.
    ///
    /// # Errors
    /// As [`Cx::invoke`].
    pub fn invoke_out(
        &mut self,
        this: AnyHandle,
        method: &str,
        args: &[Value],
    ) -> Result<(Value, Vec<(usize, Value)>), Diagnostics> {
        let registry = self.registry().clone();
        let Some(entry) = self.objects().entry(this).cloned() else {
            let text = format!("`{method}` is called on an object that is gone");
            return Err(Diagnostic::error(crate::HANDLE_STALE, text).into());
        };
        let method = pick_method(&registry, &entry, method, args)?;
        let Some(receiver) = self.receiver_slot(this, &entry, &method) else {
            let text = format!("`{}` does not belong to the object's class", method.name());
            return Err(Diagnostic::error(METHOD_UNKNOWN, text).into());
        };
        self.invoke_method(&registry, &method, receiver, args)
    }

    /// Calls every method of that name an object's class and its bases declare, base first: how lifecycle functions are
    /// called. A method that takes fewer arguments gets the first ones.
    ///
    /// # Errors
    /// Stale handle, or what the methods report; a later one is called all the same while the object lives.
    pub fn invoke_chain(&mut self, this: AnyHandle, name: &str, args: &[Value]) -> Result<(), Diagnostics> {
        let registry = self.registry().clone();
        let Some(entry) = self.objects().entry(this).cloned() else {
            let text = format!("`{name}` is called on an object that is gone");
            return Err(Diagnostic::error(crate::HANDLE_STALE, text).into());
        };
        let mut errors = Diagnostics::new();
        for method in entry.methods().iter().filter(|method| method.name() == name) {
            let Some(receiver) = self.receiver_slot(this, &entry, method) else { break };
            let args = &args[..args.len().min(method.params().len())];
            if let Err(found) = self.invoke_method(&registry, method, receiver, args) {
                errors.extend(found);
            }
        }
        errors.into_result(())
    }

    /// What `this` is for a method: handle, address of the declaring class's part, or nothing. None when stale.
    fn receiver_slot(&self, this: AnyHandle, entry: &TypeEntry, method: &Method) -> Option<Slot> {
        Some(match method.receiver() {
            Receiver::World => Slot::from_handle(this),
            Receiver::None | Receiver::WorldStatic => Slot(0),
            Receiver::Leaf | Receiver::LeafMut => {
                let owner = method.owner().unwrap_or_else(|| entry.index());
                Slot::from_ptr(self.objects().address(this, owner)?.as_ptr())
            }
        })
    }

    /// Calls a method on a value that is in no table.
    ///
    /// # Errors
    /// Unknown method, a world method, arguments that do not fit, or what the method reports.
    pub fn invoke_on(
        &mut self,
        mut this: TypedMut<'_>,
        method: &str,
        args: &[Value],
    ) -> Result<Value, Diagnostics> {
        let ty = this.ty();
        let registry = self.registry().clone();
        let method = pick_method(&registry, ty.entry, method, args)?;
        if matches!(method.receiver(), Receiver::World) {
            let text = format!("`{}` needs an object of a world", method.name());
            return Err(Diagnostic::error(METHOD_UNKNOWN, text).into());
        }
        let owner = method.owner().and_then(|owner| ty.entry.ancestor_offset(owner)).unwrap_or(0);
        let address = this.address().wrapping_add(owner);
        self.invoke_method(&registry, &method, Slot::from_ptr(address), args).map(|(value, _)| value)
    }

    /// Calls a static method of a type (`Type::method`) or a free function.
    ///
    /// # Errors
    /// Unknown function, arguments that do not fit, or what the function reports.
    pub fn invoke_static(&mut self, name: &str, args: &[Value]) -> Result<Value, Diagnostics> {
        let registry = self.registry().clone();
        let (candidates, known): (Vec<&Arc<Method>>, Vec<&str>) = match name.rsplit_once("::") {
            Some((ty, method)) => {
                let entry = registry.find(ty).map_err(Diagnostics::from)?;
                let fits = |m: &&Arc<Method>| matches!(m.receiver(), Receiver::None | Receiver::WorldStatic);
                (entry.overloads(method).filter(fits).collect(), entry.method_names().collect())
            }
            None => {
                let known = registry.functions().iter().map(|function| function.name()).collect();
                (registry.functions_named(name).collect(), known)
            }
        };
        let unknown = || {
            let bare = name.rsplit("::").next().unwrap_or(name);
            Diagnostic::error(METHOD_UNKNOWN, format!("there is no function `{name}`"))
                .suggest(nearest(bare, known))
        };
        let method = pick(&registry, &candidates, args, unknown)?;
        self.invoke_method(&registry, method, Slot(0), args).map(|(value, _)| value)
    }

    fn invoke_method(
        &mut self,
        registry: &Arc<Registry>,
        method: &Method,
        this: Slot,
        args: &[Value],
    ) -> Result<(Value, Vec<(usize, Value)>), Diagnostics> {
        let mut frame = DynamicFrame::new(registry, method, args)?;
        let Some((ty, Pass::Pointer)) = method.ret() else {
            self.call_frame(method, this, &mut frame)?;
            let value = frame.result(registry, method);
            return Ok((value, frame.outs(registry, method)));
        };
        let mut ended = Ok(());
        let result = OwnedValue::build(registry.type_ref(ty), |place| {
            frame.slots[0] = Slot::from_ptr(place);
            ended = self.call_frame(method, this, &mut frame);
            // A call that ended well has written its result to the place.
            ended.is_ok()
        });
        ended?;
        let value = result.map_or(Value::Null, |result| result.as_ref().to_value());
        Ok((value, frame.outs(registry, method)))
    }

    fn call_frame(
        &mut self,
        method: &Method,
        this: Slot,
        frame: &mut DynamicFrame<'_>,
    ) -> Result<(), Diagnostics> {
        // SAFETY: the receiver was chosen for this method by the callers above; the frame was filled for it.
        unsafe { self.call_raw(method, this, frame.slots.as_mut_ptr()) }.map_err(|CallError(why)| why.into())
    }
}

fn pick_method(
    registry: &Registry,
    entry: &TypeEntry,
    name: &str,
    args: &[Value],
) -> Result<Arc<Method>, Diagnostics> {
    let candidates: Vec<&Arc<Method>> = entry.overloads(name).collect();
    let unknown = || {
        Diagnostic::error(METHOD_UNKNOWN, format!("{} has no method `{name}`", entry.bare_name()))
            .suggest(nearest(name, entry.method_names()))
    };
    pick(registry, &candidates, args, unknown).cloned()
}

/// A frame filled from dynamic values, with the temporaries that pointers in it refer to.
struct DynamicFrame<'r> {
    slots: Vec<Slot>,
    temporaries: Vec<(usize, OwnedValue<'r>)>,
}

impl<'r> DynamicFrame<'r> {
    fn new(registry: &'r Registry, method: &Method, args: &[Value]) -> Result<Self, Diagnostics> {
        let mut frame = Self { slots: vec![Slot(0); method.io_slots()], temporaries: Vec::new() };
        for (at, (param, info)) in method.params().iter().zip(method.param_infos()).enumerate() {
            let value =
                args.get(at).cloned().or_else(|| info.default.map(parse_default)).unwrap_or(Value::Null);
            let ty = registry.type_ref(param.ty());
            let mut owned = OwnedValue::default_of(ty).ok_or_else(|| no_default(ty))?;
            owned.as_mut().set(&value).map_err(|errors| -> Diagnostics {
                errors.into_iter().map(|one| one.under(info.name)).collect()
            })?;
            let address = owned.address();
            let slots = &mut frame.slots[param.slot()..param.slot() + param.pass().slots()];
            // SAFETY: the temporary has the parameter's type; the slots are the parameter's own.
            unsafe { fill(param.pass(), ty, address, slots.as_mut_ptr()) };
            frame.temporaries.push((at, owned));
        }
        Ok(frame)
    }

    /// A result that travels as bits.
    fn result(&self, registry: &Registry, method: &Method) -> Value {
        let Some((ty, pass)) = method.ret() else { return Value::Null };
        let Some(mut out) = OwnedValue::default_of(registry.type_ref(ty)) else { return Value::Null };
        // SAFETY: the slots hold a result of this type, which has nothing to drop.
        unsafe { spill(pass, registry.type_ref(ty), self.slots.as_ptr(), out.address()) };
        out.as_ref().to_value()
    }

    /// The `&mut` arguments as the callee left them.
    fn outs(&mut self, registry: &Registry, method: &Method) -> Vec<(usize, Value)> {
        let mut outs = Vec::new();
        for (at, owned) in &mut self.temporaries {
            if method.param_infos()[*at].mode != ParamMode::InOut {
                continue;
            }
            let param = &method.params()[*at];
            if param.pass() != Pass::Pointer {
                let ty = registry.type_ref(param.ty());
                // SAFETY: the slots hold the argument as the callee left it.
                unsafe { spill(param.pass(), ty, self.slots.as_ptr().add(param.slot()), owned.address()) };
            }
            outs.push((*at, owned.as_ref().to_value()));
        }
        outs
    }
}

fn no_default(ty: TypeRef<'_>) -> Diagnostics {
    let text = format!("{} has no default, so a call cannot pass it by value", ty.entry.bare_name());
    Diagnostic::error(crate::convert::VALUE_TYPE, text).at(Place::default()).into()
}

/// Copies a value into its slots.
///
/// # Safety
/// `from` holds a value of `ty`, the slots are a parameter's of that type.
unsafe fn fill(pass: Pass, ty: TypeRef<'_>, from: *mut u8, slots: *mut Slot) {
    // SAFETY: the caller's guarantee.
    unsafe {
        match (pass, ty.entry.shape()) {
            (Pass::Scalar(scalar), _) => *slots = crate::call::read_scalar(scalar, from),
            (Pass::Enum, Shape::Enum(info)) => {
                *slots = Slot::from_i64(info.variants[(info.ops.variant)(from) as usize].value);
            }
            (Pass::Inline(_), _) => from.copy_to_nonoverlapping(slots.cast(), ty.entry.layout().size()),
            (Pass::Handle, _) => *slots = Slot(from.cast::<u64>().read()),
            _ => *slots = Slot::from_ptr(from),
        }
    }
}

/// Copies a value that travels as bits out of its slots.
///
/// # Safety
/// The slots hold a value of `ty`; `to` holds one, which has nothing to drop.
unsafe fn spill(pass: Pass, ty: TypeRef<'_>, slots: *const Slot, to: *mut u8) {
    // SAFETY: the caller's guarantee.
    unsafe {
        match pass {
            Pass::Scalar(scalar) => write_scalar(scalar, *slots, to),
            Pass::Enum => crate::call::write_enum(ty.entry.shape(), (*slots).as_i64(), to),
            Pass::Inline(_) => slots.cast::<u8>().copy_to_nonoverlapping(to, ty.entry.layout().size()),
            Pass::Handle => to.cast::<u64>().write((*slots).0),
            Pass::Pointer => {}
        }
    }
}
