//! The object table: owns objects of every described type and names them by handles that go stale.
//!
//! A slot is `{generation, type index, address}`; what is needed rarely lies beside it. Script code reads a member
//! by slot, generation and ancestor offset, so the slots' layout is fixed (`repr(C)`).
#![expect(unsafe_code, reason = "owns erased allocations; every access checks generation and type first")]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::Arc;

use onefold_diag::{Code, Diagnostic};

use crate::Reflect;
use crate::attrs::TypeFlags;
use crate::entry::{TypeEntry, TypeIndex};
use crate::handle::{AnyHandle, Handle};
use crate::mask::MemberMask;
use crate::registry::Registry;
use crate::typed::{TypeRef, TypedMut, TypedRef};

/// The type cannot be created: it is abstract or has no factory.
pub const TYPE_ABSTRACT: Code = Code("type_abstract");
/// Objects of the type cannot be copied.
pub const NOT_CLONE: Code = Code("type_not_clone");
/// More objects than a table holds.
pub const TABLE_FULL: Code = Code("limit_exceeded");

/// One slot. `address` is null while the slot is free.
#[repr(C)]
pub struct ObjectSlot {
    /// Counts the objects that have lived here; a handle fits when it has the same. 31 bits.
    pub generation: u32,
    /// Index of the object's type.
    pub type_index: u32,
    /// Start of the object.
    pub address: *mut u8,
}

struct Cold {
    entry: Option<Arc<TypeEntry>>,
    mask: MemberMask,
}

/// Owns objects and names them by handles.
pub struct ObjectTable {
    slots: Vec<ObjectSlot>,
    cold: Vec<Cold>,
    free: Vec<u32>,
    alive: usize,
}

// SAFETY: the table owns its objects; every described object type is required to be `Send` (see `Reflect`), so the
// island may move between threads as a whole.
unsafe impl Send for ObjectTable {}

const LAST_GENERATION: u32 = 0x7fff_ffff;

impl Default for ObjectTable {
    fn default() -> Self {
        Self::new()
    }
}

impl ObjectTable {
    /// An empty table.
    #[must_use]
    pub const fn new() -> Self {
        Self { slots: Vec::new(), cold: Vec::new(), free: Vec::new(), alive: 0 }
    }

    /// How many objects live in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.alive
    }

    /// True when no object lives in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.alive == 0
    }

    /// The slots, for readers that check generations themselves.
    #[must_use]
    pub fn slots(&self) -> &[ObjectSlot] {
        &self.slots
    }

    /// All living objects in the order of their slots.
    pub fn iter(&self) -> impl Iterator<Item = (AnyHandle, &Arc<TypeEntry>)> {
        self.slots.iter().zip(&self.cold).enumerate().filter_map(|(at, (slot, cold))| {
            cold.entry.as_ref().map(|entry| (AnyHandle::world(slot.generation, at as u32), entry))
        })
    }

    /// Makes an object of a type with its default.
    ///
    /// # Errors
    /// An abstract type, a type that is no object type, or a full table.
    pub fn create(&mut self, registry: &Registry, entry: &Arc<TypeEntry>) -> Result<AnyHandle, Diagnostic> {
        let name = entry.bare_name();
        if !entry.flags().has(TypeFlags::OBJECT) {
            return Err(Diagnostic::error(TYPE_ABSTRACT, format!("{name} is a value, not an object type")));
        }
        if entry.flags().has(TypeFlags::ABSTRACT) || !entry.has_default() {
            return Err(Diagnostic::error(
                TYPE_ABSTRACT,
                format!("{name} is abstract and cannot be created"),
            ));
        }
        let fresh = Fresh(entry.layout(), allocate(entry.layout()));
        let address = fresh.1;
        // SAFETY: freshly allocated with the entry's layout.
        unsafe { entry.write_default(registry, address.as_ptr()) };
        fresh.keep();
        self.adopt(entry.clone(), address)
    }

    /// Puts a Rust object in.
    ///
    /// # Errors
    /// The type is not in the registry, or the table is full.
    pub fn insert<T: Reflect>(&mut self, registry: &Registry, object: T) -> Result<Handle<T>, Diagnostic> {
        let entry = registry.entry_of::<T>()?;
        let address = allocate(entry.layout());
        // SAFETY: freshly allocated with `T`'s layout: the entry was found by `T`'s own identity.
        unsafe { address.cast::<T>().as_ptr().write(object) };
        Ok(self.adopt(entry.clone(), address)?.typed())
    }

    fn adopt(&mut self, entry: Arc<TypeEntry>, address: NonNull<u8>) -> Result<AnyHandle, Diagnostic> {
        let type_index = entry.index().0;
        let mask = MemberMask::new(entry.members().len());
        let cold = Cold { entry: Some(entry), mask };
        let index = match self.free.pop() {
            Some(index) => {
                let slot = &mut self.slots[index as usize];
                slot.type_index = type_index;
                slot.address = address.as_ptr();
                self.cold[index as usize] = cold;
                index
            }
            None if self.slots.len() < u32::MAX as usize => {
                self.slots.push(ObjectSlot { generation: 1, type_index, address: address.as_ptr() });
                self.cold.push(cold);
                self.slots.len() as u32 - 1
            }
            None => {
                if let Some(entry) = &cold.entry {
                    // SAFETY: a living object that nothing names.
                    unsafe { destroy(entry, address) };
                }
                return Err(Diagnostic::error(TABLE_FULL, "the object table is full"));
            }
        };
        self.alive += 1;
        Ok(AnyHandle::world(self.slots[index as usize].generation, index))
    }

    /// Removes and drops an object; false when the handle was stale.
    pub fn remove(&mut self, handle: AnyHandle) -> bool {
        let Some(index) = self.live_index(handle) else { return false };
        let slot = &mut self.slots[index];
        let address = std::mem::replace(&mut slot.address, std::ptr::null_mut());
        let entry = self.cold[index].entry.take();
        // A slot whose generations are used up is never given out again.
        if slot.generation < LAST_GENERATION {
            slot.generation += 1;
            self.free.push(index as u32);
        }
        self.alive -= 1;
        if let (Some(entry), Some(address)) = (entry, NonNull::new(address)) {
            // SAFETY: the slot no longer names the object, so nothing can reach it.
            unsafe { destroy(&entry, address) };
        }
        true
    }

    /// A copy of the whole table: same handles, objects cloned by their description.
    ///
    /// # Errors
    /// A class whose objects cannot be copied.
    pub fn duplicate(&self) -> Result<Self, Diagnostic> {
        let mut copy = Self {
            slots: Vec::with_capacity(self.slots.len()),
            cold: Vec::with_capacity(self.cold.len()),
            free: self.free.clone(),
            alive: self.alive,
        };
        for (slot, cold) in self.slots.iter().zip(&self.cold) {
            let mut address = std::ptr::null_mut();
            if let Some(entry) = &cold.entry {
                if !entry.has_clone() {
                    let text = format!("objects of {} cannot be copied: derive Clone", entry.bare_name());
                    return Err(Diagnostic::error(NOT_CLONE, text));
                }
                let fresh = Fresh(entry.layout(), allocate(entry.layout()));
                // SAFETY: the slot holds a living object of the entry's type; the new memory has its layout.
                unsafe { entry.clone_to(slot.address, fresh.1.as_ptr()) };
                address = fresh.keep();
            }
            // `copy` owns what has been cloned so far, so an error or a panic in a clone drops it.
            copy.slots.push(ObjectSlot { generation: slot.generation, type_index: slot.type_index, address });
            copy.cold.push(Cold { entry: cold.entry.clone(), mask: cold.mask.clone() });
        }
        Ok(copy)
    }

    fn live_index(&self, handle: AnyHandle) -> Option<usize> {
        let index = handle.index() as usize;
        let slot = self.slots.get(index)?;
        (handle.is_world() && slot.generation == handle.generation() && !slot.address.is_null())
            .then_some(index)
    }

    /// True when the object lives.
    #[must_use]
    pub fn is_alive(&self, handle: AnyHandle) -> bool {
        self.live_index(handle).is_some()
    }

    /// The type of an object.
    #[must_use]
    pub fn entry(&self, handle: AnyHandle) -> Option<&Arc<TypeEntry>> {
        self.cold[self.live_index(handle)?].entry.as_ref()
    }

    /// Which members somebody has set.
    #[must_use]
    pub fn mask(&self, handle: AnyHandle) -> Option<&MemberMask> {
        Some(&self.cold[self.live_index(handle)?].mask)
    }

    /// Which members somebody has set, to be changed.
    pub fn mask_mut(&mut self, handle: AnyHandle) -> Option<&mut MemberMask> {
        let index = self.live_index(handle)?;
        Some(&mut self.cold[index].mask)
    }

    /// Address of the part of an object that is of class `ancestor`; none when stale or of another class.
    #[must_use]
    pub fn address(&self, handle: AnyHandle, ancestor: TypeIndex) -> Option<NonNull<u8>> {
        let index = self.live_index(handle)?;
        let offset = self.cold[index].entry.as_ref()?.ancestor_offset(ancestor)?;
        // SAFETY: the ancestor lies inside the object.
        NonNull::new(unsafe { self.slots[index].address.add(offset) })
    }

    /// The object as its Rust type or a base of it.
    #[must_use]
    pub fn get<T: Reflect>(&self, handle: Handle<T>, type_index: Option<TypeIndex>) -> Option<&T> {
        let address = self.address(handle.any(), type_index?)?;
        // SAFETY: a living object whose part at that address is a `T`: the caller got the index from `T`. The result
        // borrows the table, and changes need `&mut` of it.
        Some(unsafe { address.cast().as_ref() })
    }

    /// The object as its Rust type or a base of it, to be changed.
    pub fn get_mut<T: Reflect>(
        &mut self,
        handle: Handle<T>,
        type_index: Option<TypeIndex>,
    ) -> Option<&mut T> {
        let address = self.address(handle.any(), type_index?)?;
        // SAFETY: as in `get`, with the table borrowed mutably.
        Some(unsafe { address.cast().as_mut() })
    }

    /// The object as a described value.
    #[must_use]
    pub fn typed<'a>(&'a self, registry: &'a Registry, handle: AnyHandle) -> Option<TypedRef<'a>> {
        let index = self.live_index(handle)?;
        let entry = self.cold[index].entry.as_ref()?;
        let address = NonNull::new(self.slots[index].address)?;
        // SAFETY: a living object of that type, borrowed with the table.
        Some(unsafe { TypedRef::new(address, TypeRef { registry, entry }) })
    }

    /// The object as a described value, to be changed.
    pub fn typed_mut<'a>(&'a mut self, registry: &'a Registry, handle: AnyHandle) -> Option<TypedMut<'a>> {
        let index = self.live_index(handle)?;
        let entry = self.cold[index].entry.as_ref()?;
        let address = NonNull::new(self.slots[index].address)?;
        // SAFETY: a living object of that type, borrowed mutably with the table.
        Some(unsafe { TypedMut::new(address, TypeRef { registry, entry }) })
    }
}

impl Drop for ObjectTable {
    fn drop(&mut self) {
        for (slot, cold) in self.slots.iter_mut().zip(&mut self.cold) {
            if let (Some(entry), Some(address)) = (cold.entry.take(), NonNull::new(slot.address)) {
                slot.address = std::ptr::null_mut();
                // SAFETY: the table is going away; nothing can reach the object.
                unsafe { destroy(&entry, address) };
            }
        }
    }
}

/// Memory for a value; dangling but aligned for a size of zero.
pub(crate) fn allocate(layout: Layout) -> NonNull<u8> {
    if layout.size() == 0 {
        return NonNull::new(std::ptr::without_provenance_mut(layout.align()))
            .expect("alignment is not zero");
    }
    // SAFETY: the size is not zero.
    NonNull::new(unsafe { alloc(layout) }).unwrap_or_else(|| handle_alloc_error(layout))
}

/// Gives memory of [`allocate`] back without dropping what is in it.
///
/// # Safety
/// `address` came from [`allocate`] with the same layout and is not used again.
pub(crate) unsafe fn release(layout: Layout, address: NonNull<u8>) {
    if layout.size() != 0 {
        // SAFETY: the caller's guarantee.
        unsafe { dealloc(address.as_ptr(), layout) };
    }
}

/// Memory that is given back unless it is kept: a clone or a default may panic.
struct Fresh(Layout, NonNull<u8>);

impl Fresh {
    fn keep(self) -> *mut u8 {
        let address = self.1.as_ptr();
        std::mem::forget(self);
        address
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        // SAFETY: from `allocate` with this layout; used once.
        unsafe { release(self.0, self.1) };
    }
}

/// Drops a value and gives its memory back, also when the drop panics.
unsafe fn destroy(entry: &TypeEntry, address: NonNull<u8>) {
    let _memory = Fresh(entry.layout(), address);
    // SAFETY: the caller's guarantee: a living value nobody uses again.
    unsafe { entry.drop_in_place(address.as_ptr()) };
}
