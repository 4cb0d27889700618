//! How library and host functions see a call: typed access to arguments and the result.

use crate::fault::Fault;
use crate::heap::{ArrayObject, FIELDS, Header, Heap};
use crate::image::{NativeLink, RtType};
use crate::state::State;

/// A library function. The link step has checked its kinds against the declaration in the library.
pub(crate) type NativeFn = fn(&mut Native<'_>) -> Result<(), Fault>;

/// One call of a library function.
///
/// The accessors are safe because a native is only ever called with arguments of the kinds its
/// declaration in the library table names, which linking has compared with the program's import.
pub(crate) struct Native<'a> {
    pub state: &'a mut State,
    /// Arguments from 0 on, borrowed; the result goes to the first slots.
    args: *mut u64,
    pub link: &'a NativeLink,
}

impl<'a> Native<'a> {
    /// # Safety
    /// `args` holds the arguments the link's signature names, and at least two slots.
    pub unsafe fn new(state: &'a mut State, args: *mut u64, link: &'a NativeLink) -> Native<'a> {
        Native { state, args, link }
    }

    /// Raw bits of argument slot `index`.
    pub fn bits(&self, index: usize) -> u64 {
        debug_assert!(index < self.link.params);
        // SAFETY: the index is one of the signature.
        unsafe { *self.args.add(index) }
    }

    /// Address of argument slot `index`, for values of several slots.
    pub fn slots(&self, index: usize) -> *const u64 {
        debug_assert!(index < self.link.params);
        self.args.wrapping_add(index)
    }

    /// Argument `index` as a number.
    pub fn get<T: Scalar>(&self, index: usize) -> T {
        T::from_bits(self.bits(index))
    }

    /// The bytes of string argument `index`; they live as long as the call.
    pub fn text<'b>(&self, index: usize) -> &'b [u8] {
        // SAFETY: the slot is a string by the signature and kept alive by the caller's frame.
        unsafe { Heap::text_bytes(self.bits(index)) }
    }

    /// The object of handle argument `index`.
    pub fn object(&self, index: usize) -> Result<*mut Header, Fault> {
        match self.bits(index) as i64 {
            handle if handle > 0 => Ok(handle as usize as *mut Header),
            _ => Err(Fault::Null),
        }
    }

    /// The array of handle argument `index`.
    pub fn array(&self, index: usize) -> Result<*mut ArrayObject, Fault> {
        self.object(index).map(|object| object.cast())
    }

    /// The value behind the header of handle argument `index`.
    pub fn payload<T>(&self, index: usize) -> Result<*mut T, Fault> {
        self.object(index).map(payload)
    }

    /// The type the function belongs to.
    pub fn owner(&self) -> &'a RtType {
        debug_assert!(!self.link.owner.is_null());
        // SAFETY: library functions that ask for their owner are linked with one.
        unsafe { &*self.link.owner }
    }

    /// The type of the handle the function gives.
    pub fn made(&self) -> &'a RtType {
        debug_assert!(!self.link.made.is_null());
        // SAFETY: library functions that make objects are linked with the type.
        unsafe { &*self.link.made }
    }

    /// Sets raw result bits.
    pub fn set_bits(&mut self, bits: u64) {
        // SAFETY: slots behind `args` are kept free.
        unsafe { *self.args = bits };
    }

    /// Sets a number as the result.
    pub fn set<T: Scalar>(&mut self, value: T) {
        self.set_bits(value.to_bits());
    }

    /// Sets a new string as the result.
    pub fn set_text(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let text = self.state.heap.new_text(bytes)?;
        self.set_bits(text);
        Ok(())
    }

    /// Sets an object as the result, whose count passes to the caller.
    pub fn set_object<T>(&mut self, object: *mut T) {
        self.set_bits(object as usize as u64);
    }

    /// Sets another reference to a handle as the result.
    pub fn set_handle(&mut self, handle: u64) {
        Heap::keep_handle(handle);
        self.set_bits(handle);
    }

    /// Writes to the place in argument `index`.
    pub fn put<T: Scalar>(&mut self, index: usize, value: T) -> Result<(), Fault> {
        let place = self.bits(index) as usize as *mut u64;
        if place.is_null() {
            return Err(Fault::Null);
        }
        // SAFETY: a place that is not null leads to a scalar slot of a live frame.
        unsafe { *place = value.to_bits() };
        Ok(())
    }
}

/// The value behind the header of an object.
pub(crate) fn payload<T>(object: *mut Header) -> *mut T {
    object.cast::<u8>().wrapping_add(FIELDS).cast()
}

/// A number as a slot holds it.
pub(crate) trait Scalar: Copy {
    fn from_bits(bits: u64) -> Self;
    fn to_bits(self) -> u64;
}

macro_rules! scalars {
    ($($type:ty: |$bits:ident| $from:expr, |$value:ident| $to:expr;)*) => {
        $(impl Scalar for $type {
            #[inline(always)]
            fn from_bits($bits: u64) -> Self { $from }
            #[inline(always)]
            fn to_bits(self) -> u64 { let $value = self; $to }
        })*
    };
}

scalars! {
    u64: |bits| bits, |value| value;
    i64: |bits| bits as i64, |value| value as u64;
    u32: |bits| bits as u32, |value| u64::from(value);
    i32: |bits| bits as i32, |value| u64::from(value as u32);
    u8: |bits| bits as u8, |value| u64::from(value);
    u16: |bits| bits as u16, |value| u64::from(value);
    i8: |bits| bits as i8, |value| u64::from(i32::from(value) as u32);
    i16: |bits| bits as i16, |value| u64::from(i32::from(value) as u32);
    bool: |bits| bits as u32 != 0, |value| u64::from(value);
    f32: |bits| f32::from_bits(bits as u32), |value| u64::from(f32::to_bits(value));
    f64: |bits| f64::from_bits(bits), |value| f64::to_bits(value);
}
