//! Slots: 64 untyped bits, the coin in which every call pays.

use crate::handle::AnyHandle;

/// 64 untyped bits: a number, a handle, an address, or a part of an inline value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Slot(pub u64);

impl Slot {
    /// From a signed integer.
    #[must_use]
    pub const fn from_i64(value: i64) -> Self {
        Self(value as u64)
    }

    /// As a signed integer.
    #[must_use]
    pub const fn as_i64(self) -> i64 {
        self.0 as i64
    }

    /// From a float; the upper half is zero.
    #[must_use]
    pub const fn from_f32(value: f32) -> Self {
        Self(value.to_bits() as u64)
    }

    /// As a float: the lower half.
    #[must_use]
    pub const fn as_f32(self) -> f32 {
        f32::from_bits(self.0 as u32)
    }

    /// From a double.
    #[must_use]
    pub const fn from_f64(value: f64) -> Self {
        Self(value.to_bits())
    }

    /// As a double.
    #[must_use]
    pub const fn as_f64(self) -> f64 {
        f64::from_bits(self.0)
    }

    /// From a bool: 1 or 0.
    #[must_use]
    pub const fn from_bool(value: bool) -> Self {
        Self(value as u64)
    }

    /// As a bool: any bit set.
    #[must_use]
    pub const fn as_bool(self) -> bool {
        self.0 != 0
    }

    /// From a handle.
    #[must_use]
    pub const fn from_handle(handle: AnyHandle) -> Self {
        Self(handle.bits())
    }

    /// As a handle.
    #[must_use]
    pub const fn as_handle(self) -> AnyHandle {
        AnyHandle::from_bits(self.0)
    }

    /// From an address.
    #[must_use]
    pub fn from_ptr<T>(ptr: *const T) -> Self {
        Self(ptr.expose_provenance() as u64)
    }

    /// As an address.
    #[must_use]
    pub fn as_ptr<T>(self) -> *mut T {
        std::ptr::with_exposed_provenance_mut(self.0 as usize)
    }
}
