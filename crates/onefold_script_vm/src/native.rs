//! How library and host functions see a call: typed access to arguments and the result.

use onefold_script_bytecode::TypeId;

use crate::fault::Fault;
use crate::heap::Heap;
use crate::image::{NativeLink, RtType};
use crate::state::State;

/// A library function. The link step has checked its kinds against the declaration in the library.
pub(crate) type NativeFn = fn(&mut Native<'_>) -> Result<(), Fault>;

/// One call of a library function.
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
        // SAFETY: 256 slots behind `args` are kept free, and the index is one of the signature.
        unsafe { *self.args.add(index) }
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

    pub fn heap(&mut self) -> &mut Heap {
        &mut self.state.heap
    }

    /// The type the function belongs to.
    pub fn owner(&self) -> &'a RtType {
        // SAFETY: records of types outlive every call, and library items with an owner are linked with one.
        unsafe { &*self.link.owner }
    }

    /// Sets raw result bits.
    pub fn set_bits(&mut self, bits: u64) {
        // SAFETY: as in `bits`.
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

/// Keeps the unused parts of the interface honest until every library type is in.
pub(crate) fn type_of(ty: &RtType) -> TypeId {
    ty.id
}
