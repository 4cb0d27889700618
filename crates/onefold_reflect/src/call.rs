//! The one call shape: how every described function is called, by whom and in whatever it is written.
//!
//! A [`Thunk`] gets the island it runs in, the resolved [`Method`] (with the data word of a script body, closure or
//! plugin function), `this`, and a frame of [`Slot`]s. The result takes the first `ret_slots` slots, the arguments
//! follow in order. How a value travels is its type's [`Pass`]:
//!
//! | pass | slots | holds |
//! | --- | --- | --- |
//! | `Scalar` | 1 | the number; narrow ones in the low bits |
//! | `Enum` | 1 | the number of a variant without data |
//! | `Inline` | size / 8, rounded up | the bytes |
//! | `Handle` | 1 | the handle |
//! | `Pointer` | 1 | address of a temporary owned by the caller; for a result, of an uninitialised place |
//!
//! `this` is the object's address for leaf methods (already that of the declaring class), its handle for world
//! methods, 0 otherwise. An `InOut` argument is written back to its slots, or through its address, before return.
#![expect(unsafe_code, reason = "slots are untyped; each helper states what its caller guarantees")]

use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};

use onefold_diag::{Code, Diagnostic, Retry};
use smallvec::SmallVec;

use crate::Reflect;
use crate::cx::Cx;
use crate::entry::Method;
use crate::handle::{AnyHandle, Handle};
use crate::info::{ParamMode, Scalar, Shape, TypeLink};
use crate::slot::Slot;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Status {
    /// The result is in its slots.
    Ok = 0,
    /// Nothing is in the result's slots; [`Cx::take_fault`] says why.
    Fault = 1,
}

/// The one call shape.
///
/// # Safety
/// A caller guarantees that `cx` is the only live reference to its island, that `method` is the resolved method this
/// thunk belongs to, that `this` fits its receiver, and that `io` points at `method.io_slots()` slots filled as the
/// module says for `method`'s parameters.
pub type Thunk =
    unsafe extern "C" fn(cx: *mut Cx, method: *const Method, this: Slot, io: *mut Slot) -> Status;

/// How values of a type travel in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// One slot with a number.
    Scalar(Scalar),
    /// One slot with the number of a variant without data.
    Enum,
    /// The bytes, in this many slots.
    Inline(u8),
    /// One slot with a handle.
    Handle,
    /// One slot with an address.
    Pointer,
}

/// Largest value that travels inline, in bytes.
pub const INLINE_LIMIT: usize = 64;

impl Pass {
    /// How a type of that shape and size travels.
    #[must_use]
    pub const fn of(shape: &Shape<'_>, size: usize, align: usize) -> Self {
        match shape {
            Shape::Scalar(scalar) => Self::Scalar(*scalar),
            Shape::Handle(_) => Self::Handle,
            Shape::Lanes(_) if size <= INLINE_LIMIT && align <= 8 => Self::Inline(size.div_ceil(8) as u8),
            Shape::Enum(info) => {
                let mut at = 0;
                while at < info.variants.len() {
                    if !info.variants[at].fields.is_empty() {
                        return Self::Pointer;
                    }
                    at += 1;
                }
                Self::Enum
            }
            _ => Self::Pointer,
        }
    }

    /// Slots it takes.
    #[must_use]
    pub const fn slots(self) -> usize {
        match self {
            Self::Inline(slots) => slots as usize,
            _ => 1,
        }
    }
}

/// A call that did not give a result, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct CallError(pub Diagnostic);

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for CallError {}

impl From<Diagnostic> for CallError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(diagnostic)
    }
}

/// A described method panicked.
pub const CALL_PANICKED: Code = Code("call_panicked");
/// A described method returned an error.
pub const CALL_FAILED: Code = Code("call_failed");

/// Reads the arguments of a call in order; made by the helpers below, used by generated thunks.
///
/// `'f` is the time the frame and the temporaries it points at live: the call.
pub struct Args<'f> {
    at: *mut Slot,
    frame: PhantomData<&'f mut Slot>,
}

impl<'f> Args<'f> {
    /// The arguments follow the result in the frame.
    ///
    /// # Safety
    /// `io` is the frame of a call with a result of type `R`, and lives for `'f`.
    unsafe fn after_result<R: Return>(io: *mut Slot) -> Self {
        // SAFETY: the caller's guarantee: the frame holds the result's slots.
        Self { at: unsafe { io.add(R::SLOTS) }, frame: PhantomData }
    }

    fn next(&mut self, slots: usize) -> *mut Slot {
        let here = self.at;
        // SAFETY: the frame holds every parameter's slots and generated thunks read each parameter once.
        self.at = unsafe { here.add(slots) };
        here
    }

    /// The next argument by value.
    pub fn get<T: Reflect + Clone>(&mut self) -> T {
        let slot = self.next(T::PASS.slots());
        // SAFETY: the caller of the thunk filled the slots for a parameter of type `T`.
        unsafe { read_arg(slot) }
    }

    /// The next argument by shared reference.
    pub fn get_ref<T: Reflect + Clone>(&mut self) -> ArgRef<'f, T> {
        let slot = self.next(T::PASS.slots());
        if T::PASS == Pass::Pointer {
            // SAFETY: as above; the caller's temporary outlives the call.
            return ArgRef::Lent(unsafe { &*(*slot).as_ptr::<T>() });
        }
        // SAFETY: as above.
        ArgRef::Own(unsafe { read_arg(slot) })
    }

    /// The next argument as text.
    pub fn text(&mut self) -> &'f str {
        let slot = self.next(1);
        // SAFETY: text travels by the address of a `String` that outlives the call.
        unsafe { (*(*slot).as_ptr::<String>()).as_str() }
    }

    /// The next argument by `&mut` reference; written back when the result is dropped.
    pub fn get_mut<T: Reflect + Clone>(&mut self) -> ArgMut<T> {
        let slot = self.next(T::PASS.slots());
        // SAFETY: as in `get`.
        ArgMut { value: Some(unsafe { read_arg(slot) }), slot }
    }
}

/// An argument by shared reference.
pub enum ArgRef<'a, T> {
    /// Built from its slots.
    Own(T),
    /// The caller's temporary.
    Lent(&'a T),
}

impl<T> Deref for ArgRef<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        match self {
            Self::Own(value) => value,
            Self::Lent(value) => value,
        }
    }
}

/// An argument by `&mut` reference: a temporary that is written back at the end.
pub struct ArgMut<T: Reflect> {
    value: Option<T>,
    slot: *mut Slot,
}

impl<T: Reflect> Deref for ArgMut<T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.value.as_ref().expect("present until dropped")
    }
}

impl<T: Reflect> DerefMut for ArgMut<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect("present until dropped")
    }
}

impl<T: Reflect> Drop for ArgMut<T> {
    fn drop(&mut self) {
        let Some(value) = self.value.take() else { return };
        if T::PASS == Pass::Pointer {
            // SAFETY: the slot holds the address of the caller's `T`.
            unsafe { *(*self.slot).as_ptr::<T>() = value };
        } else {
            // SAFETY: the slots belong to this parameter.
            unsafe { write_slots(value, self.slot) };
        }
    }
}

/// Reads a value from its slots.
///
/// # Safety
/// The slots are filled for a value of type `T`.
pub unsafe fn read_arg<T: Reflect + Clone>(slot: *const Slot) -> T {
    let mut out = MaybeUninit::<T>::uninit();
    // SAFETY: `PASS` tells how the slots were filled; each arm writes a valid `T`: numbers are truncated to the
    // type's width, bool and char are made valid, enums are created by variant.
    unsafe {
        let first = *slot;
        match T::PASS {
            Pass::Scalar(scalar) => write_scalar(scalar, first, out.as_mut_ptr().cast()),
            Pass::Enum => write_enum(&T::info().shape, first.as_i64(), out.as_mut_ptr().cast()),
            Pass::Inline(_) => {
                slot.cast::<u8>().copy_to_nonoverlapping(out.as_mut_ptr().cast(), size_of::<T>())
            }
            Pass::Handle => out.as_mut_ptr().cast::<u64>().write(first.0),
            Pass::Pointer => return (*first.as_ptr::<T>()).clone(),
        }
        out.assume_init()
    }
}

/// Writes a number from a slot to an uninitialised place of that scalar type.
///
/// # Safety
/// `to` is valid for a write of the scalar's type.
pub(crate) unsafe fn write_scalar(scalar: Scalar, slot: Slot, to: *mut u8) {
    // SAFETY: the caller's guarantee.
    unsafe {
        match scalar {
            Scalar::Bool => to.cast::<bool>().write(slot.as_bool()),
            Scalar::Char => {
                to.cast::<char>().write(char::from_u32(slot.0 as u32).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            _ => match scalar.size() {
                1 => to.cast::<u8>().write(slot.0 as u8),
                2 => to.cast::<u16>().write(slot.0 as u16),
                4 => to.cast::<u32>().write(slot.0 as u32),
                _ => to.cast::<u64>().write(slot.0),
            },
        }
    }
}

/// Reads a number into a slot: integers widened by their sign, floats as their bits.
///
/// # Safety
/// `from` holds a value of the scalar's type.
pub(crate) unsafe fn read_scalar(scalar: Scalar, from: *const u8) -> Slot {
    // SAFETY: the caller's guarantee.
    unsafe {
        match scalar {
            Scalar::Bool => Slot::from_bool(from.cast::<bool>().read()),
            Scalar::I8 => Slot::from_i64(from.cast::<i8>().read().into()),
            Scalar::I16 => Slot::from_i64(from.cast::<i16>().read().into()),
            Scalar::I32 => Slot::from_i64(from.cast::<i32>().read().into()),
            Scalar::U8 => Slot(from.read().into()),
            Scalar::U16 => Slot(from.cast::<u16>().read().into()),
            Scalar::U32 | Scalar::F32 | Scalar::Char => Slot(from.cast::<u32>().read().into()),
            Scalar::I64 | Scalar::U64 | Scalar::F64 => Slot(from.cast::<u64>().read()),
        }
    }
}

/// Writes the variant of a number, or the first where no variant has it.
///
/// # Safety
/// `shape` is that of an enum without data and `to` is valid for a write of it.
pub(crate) unsafe fn write_enum(shape: &Shape<'_>, value: i64, to: *mut u8) {
    if let Shape::Enum(info) = shape {
        let at = info.variants.iter().position(|variant| variant.value == value).unwrap_or(0);
        // SAFETY: the caller's guarantee; a variant without data can always be created.
        unsafe { (info.ops.create)(to, at as u32) };
    }
}

/// Writes a value to its slots, or to the place whose address the slot holds.
///
/// # Safety
/// The slots belong to a value of type `T`; for [`Pass::Pointer`] the first holds the address of an uninitialised `T`.
pub unsafe fn write_slots<T: Reflect>(value: T, slot: *mut Slot) {
    // SAFETY: the caller's guarantee; the value is moved to the place or forgotten after its bits were copied, and
    // types that travel as bits have nothing to drop.
    unsafe {
        match T::PASS {
            Pass::Pointer => (*slot).as_ptr::<T>().write(value),
            pass => {
                put_slots(&value, pass, slot);
                std::mem::forget(value);
            }
        }
    }
}

/// Copies a value that travels as bits into slots.
unsafe fn put_slots<T: Reflect>(value: &T, pass: Pass, slot: *mut Slot) {
    let from = std::ptr::from_ref(value).cast::<u8>();
    // SAFETY: `from` holds a `T` and `pass` is `T`'s; the slots belong to it.
    unsafe {
        match pass {
            Pass::Scalar(scalar) => slot.write(read_scalar(scalar, from)),
            Pass::Enum => {
                if let Shape::Enum(info) = &T::info().shape {
                    let at = (info.ops.variant)(from) as usize;
                    slot.write(Slot::from_i64(info.variants[at].value));
                }
            }
            Pass::Inline(slots) => {
                for at in 0..slots as usize {
                    slot.add(at).write(Slot(0));
                }
                from.copy_to_nonoverlapping(slot.cast(), size_of::<T>());
            }
            Pass::Handle => slot.write(Slot(from.cast::<u64>().read())),
            Pass::Pointer => slot.write(Slot::from_ptr(from)),
        }
    }
}

/// What a described function may return: nothing, a described value, or a `Result` of one.
#[diagnostic::on_unimplemented(
    message = "a described function cannot return `{Self}`",
    label = "this type is not described",
    note = "return nothing, a described value, or a `Result` of one whose error can be displayed"
)]
pub trait Return {
    /// The described type of the result; none for nothing.
    const LINK: Option<TypeLink<'static>>;
    /// Slots of the result.
    const SLOTS: usize;
    /// Writes the result, or says why there is none.
    ///
    /// # Errors
    /// The text of the function's own error.
    ///
    /// # Safety
    /// `io` points at the slots of a result of this type, as the module says.
    unsafe fn write(self, io: *mut Slot) -> Result<(), String>;
}

impl Return for () {
    const LINK: Option<TypeLink<'static>> = None;
    const SLOTS: usize = 0;
    unsafe fn write(self, _: *mut Slot) -> Result<(), String> {
        Ok(())
    }
}

impl<T: Reflect> Return for T {
    const LINK: Option<TypeLink<'static>> = Some(T::LINK);
    const SLOTS: usize = T::PASS.slots();
    unsafe fn write(self, io: *mut Slot) -> Result<(), String> {
        // SAFETY: the caller's guarantee.
        unsafe { write_slots(self, io) };
        Ok(())
    }
}

impl<R: Return, E: fmt::Display> Return for Result<R, E> {
    const LINK: Option<TypeLink<'static>> = R::LINK;
    const SLOTS: usize = R::SLOTS;
    unsafe fn write(self, io: *mut Slot) -> Result<(), String> {
        // SAFETY: the caller's guarantee.
        self.map_err(|err| err.to_string()).and_then(|value| unsafe { value.write(io) })
    }
}

fn finish<R: Return>(cx: &mut Cx, io: *mut Slot, result: std::thread::Result<R>) -> Status {
    let why = match result {
        // SAFETY: `io` is the frame of this call.
        Ok(value) => match unsafe { value.write(io) } {
            Ok(()) => return Status::Ok,
            Err(text) => Diagnostic::error(CALL_FAILED, text),
        },
        Err(panic) => {
            Diagnostic::error(CALL_PANICKED, format!("the method panicked: {}", panic_text(&*panic)))
                .retry(Retry::Never)
        }
    };
    cx.set_fault_unless_set(why);
    Status::Fault
}

/// The text of a panic.
#[must_use]
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

/// Body of the thunk of a `&self` method.
///
/// # Safety
/// The guarantees of [`Thunk`], for a method with receiver `Leaf` declared by `T`.
pub unsafe fn leaf<T, R: Return>(
    cx: *mut Cx,
    this: Slot,
    io: *mut Slot,
    body: impl FnOnce(&T, &mut Args<'_>) -> R,
) -> Status {
    // SAFETY: the caller's guarantee; the island is not reachable from the body of a leaf method.
    unsafe {
        let this = &*this.as_ptr::<T>();
        leaf_call(cx, io, |args| body(this, args))
    }
}

/// Body of the thunk of a `&mut self` method.
///
/// # Safety
/// The guarantees of [`Thunk`], for a method with receiver `LeafMut` declared by `T`.
pub unsafe fn leaf_mut<T, R: Return>(
    cx: *mut Cx,
    this: Slot,
    io: *mut Slot,
    body: impl FnOnce(&mut T, &mut Args<'_>) -> R,
) -> Status {
    // SAFETY: as in `leaf`.
    unsafe {
        let this = &mut *this.as_ptr::<T>();
        leaf_call(cx, io, |args| body(this, args))
    }
}

/// Body of the thunk of a static method or a free function.
///
/// # Safety
/// The guarantees of [`Thunk`], for a method with receiver `None`.
pub unsafe fn free<R: Return>(cx: *mut Cx, io: *mut Slot, body: impl FnOnce(&mut Args<'_>) -> R) -> Status {
    // SAFETY: the caller's guarantee.
    unsafe { leaf_call(cx, io, body) }
}

/// Runs a body that does not see the island. No reference to the island lives meanwhile: a body may drop something
/// whose destructor reaches it by its address, as script objects do.
///
/// # Safety
/// The guarantees of [`Thunk`] for `cx` and `io`.
unsafe fn leaf_call<R: Return>(cx: *mut Cx, io: *mut Slot, body: impl FnOnce(&mut Args<'_>) -> R) -> Status {
    // SAFETY: the caller's guarantee; each reference ends before the next is made.
    unsafe {
        (*cx).enter_leaf();
        let mut args = Args::after_result::<R>(io);
        let result = catch_unwind(AssertUnwindSafe(|| body(&mut args)));
        (*cx).leave_leaf();
        finish(&mut *cx, io, result)
    }
}

/// Body of the thunk of a world method.
///
/// # Safety
/// The guarantees of [`Thunk`], for a method with receiver `World` declared by `T`.
pub unsafe fn world<T, R: Return>(
    cx: *mut Cx,
    this: Slot,
    io: *mut Slot,
    body: impl FnOnce(Handle<T>, &mut Cx, &mut Args<'_>) -> R,
) -> Status {
    // SAFETY: the caller's guarantee.
    let cx = unsafe { &mut *cx };
    // SAFETY: `io` is the frame of this call.
    let mut args = unsafe { Args::after_result::<R>(io) };
    let result = catch_unwind(AssertUnwindSafe(|| body(this.as_handle().typed(), cx, &mut args)));
    finish(cx, io, result)
}

/// Body of the thunk of a static method that takes `cx`.
///
/// # Safety
/// The guarantees of [`Thunk`], for a method with receiver `WorldStatic`.
pub unsafe fn world_static<R: Return>(
    cx: *mut Cx,
    io: *mut Slot,
    body: impl FnOnce(&mut Cx, &mut Args<'_>) -> R,
) -> Status {
    // SAFETY: the caller's guarantee.
    let cx = unsafe { &mut *cx };
    // SAFETY: `io` is the frame of this call.
    let mut args = unsafe { Args::after_result::<R>(io) };
    let result = catch_unwind(AssertUnwindSafe(|| body(cx, &mut args)));
    finish(cx, io, result)
}

/// The frame of a call that Rust makes with typed arguments; used by the dispatching functions the attribute makes.
///
/// The borrowed arguments live as long as the frame.
pub struct Frame<'a> {
    slots: SmallVec<[Slot; 16]>,
    /// The type of each argument and whether it is `&mut`, to be compared with the declaration.
    types: SmallVec<[(TypeId, ParamMode); 8]>,
    lent: PhantomData<&'a mut ()>,
    outs: Vec<Out>,
}

/// A `&mut` argument that travels as bits: where it lies in the frame and where the bits go after the call.
struct Out {
    slot: usize,
    to: *mut u8,
    read: unsafe fn(*const Slot, *mut u8),
}

unsafe fn read_out<T: Reflect + Clone>(slot: *const Slot, to: *mut u8) {
    // SAFETY: the slots hold a `T` as the callee left it; `to` is the caller's `&mut T`, lent to the frame.
    unsafe { *to.cast::<T>() = read_arg(slot) }
}

impl<'a> Frame<'a> {
    /// A frame for a result of type `R`.
    #[must_use]
    pub fn new<R: FromReturn>() -> Self {
        Self {
            slots: SmallVec::from_elem(Slot(0), R::SLOTS),
            types: SmallVec::new(),
            lent: PhantomData,
            outs: Vec::new(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg<T: Reflect>(mut self, value: &'a T) -> Self {
        self.types.push((TypeId::of::<T>(), ParamMode::In));
        let start = self.slots.len();
        self.slots.resize(start + T::PASS.slots(), Slot(0));
        // SAFETY: the slots were just added for a `T`; an address stays valid for `'a`.
        unsafe { put_slots(value, T::PASS, self.slots.as_mut_ptr().add(start)) };
        self
    }

    /// Adds a `&mut` argument; after the call it holds what the callee left in it.
    #[must_use]
    pub fn arg_mut<T: Reflect + Clone>(mut self, value: &'a mut T) -> Self {
        self.types.push((TypeId::of::<T>(), ParamMode::InOut));
        let slot = self.slots.len();
        self.slots.resize(slot + T::PASS.slots(), Slot(0));
        if T::PASS == Pass::Pointer {
            self.slots[slot] = Slot::from_ptr(std::ptr::from_mut(value));
        } else {
            // SAFETY: the slots were just added for a `T` that travels as bits.
            unsafe { put_slots(value, T::PASS, self.slots.as_mut_ptr().add(slot)) };
            let to = std::ptr::from_mut(value).cast();
            self.outs.push(Out { slot, to, read: read_out::<T> });
        }
        self
    }

    /// Calls the most derived body of an overridable method.
    ///
    /// # Errors
    /// A stale handle, a method the object's class lacks or declares with other types, too deep nesting, or what the
    /// body reports.
    pub fn dispatch<R: FromReturn>(
        mut self,
        cx: &mut Cx,
        this: AnyHandle,
        declared_by: fn() -> &'static crate::TypeInfo<'static>,
        method: &str,
    ) -> Result<R, CallError> {
        let method = cx.virtual_method(this, declared_by, method)?;
        if !self.fits::<R>(cx, &method) {
            let text = format!("`{}` is declared with other types than it is called with", method.name());
            return Err(Diagnostic::error(CALL_FAILED, text).retry(Retry::Never).into());
        }
        let out = MaybeUninit::<R>::uninit();
        if R::BY_ADDRESS {
            self.slots[0] = Slot::from_ptr(out.as_ptr());
        }
        // SAFETY: the method takes the handle as `this`; count, types and result were compared just above.
        unsafe {
            cx.call_raw(&method, Slot::from_handle(this), self.slots.as_mut_ptr())?;
            for out in &self.outs {
                (out.read)(self.slots.as_ptr().add(out.slot), out.to);
            }
            Ok(R::read(self.slots.as_ptr(), out))
        }
    }

    fn fits<R: FromReturn>(&self, cx: &Cx, method: &Method) -> bool {
        let rust_type = |index| cx.registry().entry(index).info().rust_type;
        let params = method.params().iter().zip(method.param_infos());
        method.ret().map(|(ty, _)| rust_type(ty)) == R::rust_type().map(Some)
            && params.len() == self.types.len()
            && params
                .zip(&self.types)
                .all(|((param, info), (ty, mode))| rust_type(param.ty()) == Some(*ty) && info.mode == *mode)
    }
}

/// What [`Frame::dispatch`] can give back.
pub trait FromReturn: Sized {
    /// Slots of the result.
    const SLOTS: usize;
    /// The callee writes to a place instead of the slots.
    const BY_ADDRESS: bool;
    /// The Rust type of the result; none for `()`.
    fn rust_type() -> Option<TypeId>;
    /// Takes the result.
    ///
    /// # Safety
    /// A call with a result of this type has just ended well; `out` was the place it was given.
    unsafe fn read(slots: *const Slot, out: MaybeUninit<Self>) -> Self;
}

impl FromReturn for () {
    const SLOTS: usize = 0;
    const BY_ADDRESS: bool = false;
    fn rust_type() -> Option<TypeId> {
        None
    }
    unsafe fn read(_: *const Slot, _: MaybeUninit<Self>) -> Self {}
}

impl<T: Reflect + Clone> FromReturn for T {
    const SLOTS: usize = T::PASS.slots();
    const BY_ADDRESS: bool = matches!(T::PASS, Pass::Pointer);
    fn rust_type() -> Option<TypeId> {
        Some(TypeId::of::<T>())
    }
    unsafe fn read(slots: *const Slot, out: MaybeUninit<Self>) -> Self {
        // SAFETY: the caller's guarantee.
        unsafe { if Self::BY_ADDRESS { out.assume_init() } else { read_arg(slots) } }
    }
}
