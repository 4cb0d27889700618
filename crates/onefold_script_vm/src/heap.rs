//! Counted heap blocks: objects, arrays, strings; allocation with a budget; release without recursion.

use std::alloc::{Layout, alloc_zeroed, dealloc, realloc};

use onefold_script_bytecode::Storage;

use crate::fault::Fault;
use crate::image::{RtKind, RtType};

/// What every object starts with.
#[repr(C, align(8))]
pub(crate) struct Header {
    pub ty: *const RtType,
    pub count: u32,
    pub flags: u32,
}

/// The object never becomes a candidate for the cycle collector: it is acyclic or is one already.
pub(crate) const SETTLED: u32 = 1;
/// The object can be part of no cycle.
pub(crate) const ACYCLIC: u32 = 2;
/// The constructor is through, so that the destructor has to run.
pub(crate) const BUILT: u32 = 4;
/// The object is released and only waits for the collector to forget it.
pub(crate) const DEAD: u32 = 8;
/// The object is in the list of candidates.
pub(crate) const LISTED: u32 = 16;
/// A weak reference has been taken.
pub(crate) const WEAK: u32 = 32;
/// Set in the flag of weak references once their target is gone; the rest counts.
pub(crate) const GONE: u32 = 1 << 31;
/// Bits of the colour.
pub(crate) const COLOR: u32 = 3 << 8;
pub(crate) const BLACK: u32 = 0;
pub(crate) const GRAY: u32 = 1 << 8;
pub(crate) const WHITE: u32 = 2 << 8;

/// Offset of the first field from the start of an object.
pub(crate) const FIELDS: usize = size_of::<Header>();
const _: () = assert!(FIELDS == 16);

/// An array object.
#[repr(C, align(8))]
pub(crate) struct ArrayObject {
    pub header: Header,
    pub data: *mut u8,
    pub len: u32,
    pub cap: u32,
}

/// A function handle or delegate.
#[repr(C, align(8))]
pub(crate) struct FuncObject {
    pub header: Header,
    /// Index of the function.
    pub func: u32,
    /// Whether `bound` is the first argument.
    pub is_bound: u32,
    pub bound: u64,
}

/// A string block: bytes follow.
#[repr(C, align(8))]
pub(crate) struct Text {
    pub count: u32,
    pub len: u32,
    pub cap: u32,
    _pad: u32,
}

const TEXT_BYTES: usize = size_of::<Text>();

/// Allocation, accounting and release.
pub(crate) struct Heap {
    pub used: usize,
    pub limit: usize,
    pub live: usize,
    /// Objects that lost a reference but not the last.
    pub candidates: Vec<*mut Header>,
    /// Objects whose destructor has to run; each is counted once by the list.
    pub pending: Vec<*mut Header>,
    /// Objects to take apart; empty outside of `release`.
    dead: Vec<*mut Header>,
    /// Set while the machine is taken down.
    pub destructors_off: bool,
    /// Targets of weak references by address.
    pub weak: rustc_hash::FxHashMap<u64, *mut u32>,
}

impl Heap {
    pub fn new(limit: usize) -> Heap {
        Heap {
            used: 0,
            limit,
            live: 0,
            candidates: Vec::new(),
            pending: Vec::new(),
            dead: Vec::new(),
            destructors_off: false,
            weak: rustc_hash::FxHashMap::default(),
        }
    }

    fn layout(size: usize) -> Layout {
        Layout::from_size_align(size, 8).expect("sizes are bounded by the memory budget")
    }

    /// Books `size` bytes.
    pub fn book(&mut self, size: usize) -> Result<(), Fault> {
        let used = self.used.saturating_add(size);
        if used > self.limit || size > isize::MAX as usize / 2 {
            return Err(Fault::OutOfMemory);
        }
        self.used = used;
        Ok(())
    }

    /// Takes booked bytes back.
    pub fn unbook(&mut self, size: usize) {
        self.used -= size;
    }

    /// The flag that tells weak references of an object, with a count for the caller.
    pub fn weak_flag(&mut self, object: *mut Header) -> Result<*mut u32, Fault> {
        let target = object as usize as u64;
        let flag = match self.weak.get(&target) {
            Some(&flag) => flag,
            None => {
                let flag = self.alloc(8)?.cast::<u32>();
                // SAFETY: the block is new; its first count is the table's. The object is live.
                unsafe {
                    *flag = 1;
                    (*object).flags |= WEAK;
                }
                self.weak.insert(target, flag);
                flag
            }
        };
        // SAFETY: the table keeps its flags alive.
        unsafe { *flag += 1 };
        Ok(flag)
    }

    /// A zeroed block of `size` bytes, at least 1.
    pub fn alloc(&mut self, size: usize) -> Result<*mut u8, Fault> {
        self.book(size)?;
        // SAFETY: every caller asks for at least one byte.
        let block = unsafe { alloc_zeroed(Self::layout(size)) };
        if block.is_null() {
            self.used -= size;
            return Err(Fault::OutOfMemory);
        }
        Ok(block)
    }

    /// # Safety
    /// `block` came from `alloc` or `resize` with that size.
    pub unsafe fn free(&mut self, block: *mut u8, size: usize) {
        self.used -= size;
        // SAFETY: by the contract.
        unsafe { dealloc(block, Self::layout(size)) };
    }

    /// Moves a block to another size; new bytes are not cleared.
    ///
    /// # Safety
    /// `block` came from `alloc` or `resize` with size `old`.
    pub unsafe fn resize(&mut self, block: *mut u8, old: usize, new: usize) -> Result<*mut u8, Fault> {
        if new > old {
            self.book(new - old)?;
        }
        // SAFETY: by the contract; `new` is at least 1 and bounded by `book`.
        let moved = unsafe { realloc(block, Self::layout(old), new) };
        if moved.is_null() {
            self.used -= new.saturating_sub(old);
            return Err(Fault::OutOfMemory);
        }
        self.used -= old.saturating_sub(new);
        Ok(moved)
    }

    /// A zeroed object of that type with a count of 1.
    pub fn new_object(&mut self, ty: &RtType) -> Result<*mut Header, Fault> {
        let object = self.alloc(ty.size)?.cast::<Header>();
        // SAFETY: the block is fresh, aligned to 8 and at least a header large.
        unsafe { object.write(Header { ty, count: 1, flags: ty.flags }) };
        self.live += 1;
        Ok(object)
    }

    /// An array of zeroed elements.
    pub fn new_array(&mut self, ty: &RtType, len: u32) -> Result<*mut ArrayObject, Fault> {
        let array = self.new_object(ty)?.cast::<ArrayObject>();
        if len > 0 {
            let bytes = len as usize * ty.element_size();
            match self.alloc(bytes) {
                Ok(data) => {
                    // SAFETY: `array` is the object just made.
                    unsafe {
                        (*array).data = data;
                        (*array).len = len;
                        (*array).cap = len;
                    }
                }
                Err(fault) => {
                    self.release(array.cast());
                    return Err(fault);
                }
            }
        }
        Ok(array)
    }

    /// Takes note that `object` lost a reference: frees it at the last, else lists it for the collector.
    /// True when destructors wait in `pending`.
    ///
    /// # Safety
    /// `object` is live and its count has just been lowered.
    #[cold]
    #[inline(never)]
    pub unsafe fn lost(&mut self, object: *mut Header) -> bool {
        // SAFETY: live by the contract.
        let header = unsafe { &mut *object };
        if header.count > 0 {
            header.flags |= SETTLED | LISTED;
            self.candidates.push(object);
            return false;
        }
        self.bury(object);
        !self.pending.is_empty()
    }

    /// Drops one reference to a handle's object, if it is a heap object.
    pub fn drop_handle(&mut self, handle: u64) -> bool {
        if (handle as i64) <= 0 {
            return false;
        }
        self.release(handle as usize as *mut Header)
    }

    /// Drops one reference. True when destructors wait in `pending`.
    pub fn release(&mut self, object: *mut Header) -> bool {
        // SAFETY: callers own the reference they drop, so the object is live.
        unsafe {
            (*object).count -= 1;
            if (*object).count == 0 || (*object).flags & SETTLED == 0 { self.lost(object) } else { false }
        }
    }

    /// Takes an object without references apart, and all that dies with it.
    fn bury(&mut self, object: *mut Header) {
        self.dead.push(object);
        while let Some(object) = self.dead.pop() {
            // SAFETY: only objects whose count reached 0 are pushed, each once.
            unsafe {
                // Weak references end before the destructor runs, as in the reference.
                if (*object).flags & WEAK != 0 {
                    (*object).flags &= !WEAK;
                    self.clear_weak(object as usize as u64);
                }
                if self.destructs(object) {
                    (*object).flags &= !BUILT;
                    (*object).count = 1;
                    self.pending.push(object);
                    continue;
                }
                self.drop_contents(object);
                self.free_block(object);
            }
        }
    }

    /// Whether the destructor of an object has yet to run.
    ///
    /// # Safety
    /// The object is intact.
    pub unsafe fn destructs(&self, object: *mut Header) -> bool {
        // SAFETY: by the contract.
        unsafe {
            (*object).flags & BUILT != 0 && !(*(*object).ty).destructor.is_null() && !self.destructors_off
        }
    }

    /// Gives the block back, or leaves it to the collector while it is listed there.
    ///
    /// # Safety
    /// The contents are dropped and no reference is left.
    pub unsafe fn free_block(&mut self, object: *mut Header) {
        // SAFETY: by the contract.
        unsafe {
            if (*object).flags & WEAK != 0 {
                self.clear_weak(object as usize as u64);
            }
            if (*object).flags & LISTED != 0 {
                (*object).flags |= DEAD;
                return;
            }
            self.live -= 1;
            let size = (*(*object).ty).size;
            self.free(object.cast(), size);
        }
    }

    fn clear_weak(&mut self, target: u64) {
        if let Some(flag) = self.weak.remove(&target) {
            // SAFETY: the table owns one count of every flag it lists.
            unsafe {
                *flag |= GONE;
                self.drop_weak_flag(flag);
            }
        }
    }

    /// Drops one count of a weak flag.
    ///
    /// # Safety
    /// The caller owns a count of `flag`.
    pub unsafe fn drop_weak_flag(&mut self, flag: *mut u32) {
        // SAFETY: by the contract.
        unsafe {
            *flag -= 1;
            if *flag & !GONE == 0 {
                self.free(flag.cast(), 8);
            }
        }
    }

    /// Drops every counted thing an object holds.
    ///
    /// # Safety
    /// The object is intact and used no more.
    pub unsafe fn drop_contents(&mut self, object: *mut Header) {
        // SAFETY: the type describes the block; counted places hold valid values.
        unsafe {
            let ty = &*(*object).ty;
            let base = object.cast::<u8>();
            for &(offset, is_text) in &ty.counted {
                let value = *base.add(offset as usize).cast::<u64>();
                if is_text { self.drop_text(value) } else { self.drop_later(value) }
            }
            match &ty.kind {
                RtKind::Array(storage) => self.drop_elements(object.cast(), *storage),
                RtKind::Std(std) => (std.drop)(base.add(FIELDS), self),
                _ => {}
            }
        }
    }

    unsafe fn drop_elements(&mut self, array: *mut ArrayObject, storage: Storage) {
        // SAFETY: called by `drop_contents` with an intact array.
        unsafe {
            let ArrayObject { data, len, cap, .. } = *array;
            for index in 0..len as usize {
                match storage {
                    Storage::Str => self.drop_text(*data.cast::<u64>().add(index)),
                    Storage::Handle(_) | Storage::Object(_) => {
                        self.drop_later(*data.cast::<u64>().add(index))
                    }
                    _ => break,
                }
            }
            if cap > 0 {
                self.free(data, cap as usize * storage.size() as usize);
            }
        }
    }

    /// Drops a reference from within an object that is being taken apart.
    pub fn drop_later(&mut self, handle: u64) {
        if (handle as i64) <= 0 {
            return;
        }
        let object = handle as usize as *mut Header;
        // SAFETY: the holder owned this reference.
        unsafe {
            (*object).count -= 1;
            if (*object).count == 0 {
                self.dead.push(object);
            } else if (*object).flags & SETTLED == 0 {
                self.lost(object);
            }
        }
    }

    /// Works off what `drop_later` has collected outside of `bury`.
    pub fn settle(&mut self) {
        if let Some(object) = self.dead.pop() {
            self.bury(object);
        }
    }

    /// Adds one reference to a handle's object, if it is a heap object.
    pub fn keep_handle(handle: u64) {
        if (handle as i64) > 0 {
            // SAFETY: a positive handle is a live object.
            unsafe { (*(handle as usize as *mut Header)).count += 1 };
        }
    }

    /// A new string with a count of 1, as a slot; empty strings are null.
    pub fn new_text(&mut self, bytes: &[u8]) -> Result<u64, Fault> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let text = self.text_block(bytes.len())?;
        // SAFETY: the block has room for the bytes.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), Self::text_data(text), bytes.len());
            (*text).len = bytes.len() as u32;
        }
        Ok(text as usize as u64)
    }

    /// An empty block with room for `cap` bytes.
    pub fn text_block(&mut self, cap: usize) -> Result<*mut Text, Fault> {
        if cap >= u32::MAX as usize {
            return Err(Fault::OutOfMemory);
        }
        let size = TEXT_BYTES + cap;
        self.book(size)?;
        // SAFETY: the size is not 0.
        let text = unsafe { std::alloc::alloc(Self::layout(size)) }.cast::<Text>();
        if text.is_null() {
            self.used -= size;
            return Err(Fault::OutOfMemory);
        }
        // SAFETY: fresh and large enough.
        unsafe { text.write(Text { count: 1, len: 0, cap: cap as u32, _pad: 0 }) };
        Ok(text)
    }

    /// First byte of a string block.
    pub fn text_data(text: *mut Text) -> *mut u8 {
        text.cast::<u8>().wrapping_add(TEXT_BYTES)
    }

    /// The bytes of a string slot.
    ///
    /// # Safety
    /// `slot` is null or a live string, and it outlives the result unchanged.
    pub unsafe fn text_bytes<'a>(slot: u64) -> &'a [u8] {
        let text = slot as usize as *mut Text;
        if text.is_null() {
            return &[];
        }
        // SAFETY: by the contract.
        unsafe { std::slice::from_raw_parts(Self::text_data(text), (*text).len as usize) }
    }

    /// Adds one reference to a string slot.
    pub fn keep_text(slot: u64) {
        if slot != 0 {
            // SAFETY: a string slot that is not null is live.
            unsafe { (*(slot as usize as *mut Text)).count += 1 };
        }
    }

    /// Drops one reference to a string slot.
    pub fn drop_text(&mut self, slot: u64) {
        let text = slot as usize as *mut Text;
        if text.is_null() {
            return;
        }
        // SAFETY: the caller owned this reference.
        unsafe {
            (*text).count -= 1;
            if (*text).count == 0 {
                self.free_text(text);
            }
        }
    }

    /// # Safety
    /// The count of `text` is 0.
    #[inline(never)]
    pub unsafe fn free_text(&mut self, text: *mut Text) {
        // SAFETY: by the contract.
        unsafe {
            let size = TEXT_BYTES + (*text).cap as usize;
            self.free(text.cast(), size);
        }
    }

    /// Appends to an owned string slot: in place where it is the only reference and has room.
    /// `more` may lie within the string itself.
    ///
    /// # Safety
    /// `slot` is an owned string slot, `more` bytes of a live string or other memory.
    pub unsafe fn append(&mut self, slot: &mut u64, more: *const u8, count: usize) -> Result<(), Fault> {
        if count == 0 {
            return Ok(());
        }
        let text = *slot as usize as *mut Text;
        // SAFETY: the slot owns a reference; copies stay within the blocks made for them.
        unsafe {
            let old = if text.is_null() { 0 } else { (*text).len as usize };
            let len = old + count;
            if !text.is_null() && (*text).count == 1 && len <= (*text).cap as usize {
                std::ptr::copy(more, Self::text_data(text).add(old), count);
                (*text).len = len as u32;
                return Ok(());
            }
            let cap = if old == 0 { len } else { len.max(old * 2) }.next_multiple_of(16);
            if !text.is_null() && (*text).count == 1 && cap < u32::MAX as usize {
                let start = Self::text_data(text) as usize;
                let inside = (more as usize).checked_sub(start).filter(|&at| at < old);
                let sizes = (TEXT_BYTES + (*text).cap as usize, TEXT_BYTES + cap);
                let grown = self.resize(text.cast(), sizes.0, sizes.1)?.cast::<Text>();
                let data = Self::text_data(grown);
                let more = inside.map_or(more, |at| data.add(at).cast_const());
                std::ptr::copy(more, data.add(old), count);
                (*grown).len = len as u32;
                (*grown).cap = cap as u32;
                *slot = grown as usize as u64;
                return Ok(());
            }
            let grown = self.text_block(cap)?;
            if old > 0 {
                std::ptr::copy_nonoverlapping(Self::text_data(text), Self::text_data(grown), old);
            }
            std::ptr::copy_nonoverlapping(more, Self::text_data(grown).add(old), count);
            (*grown).len = len as u32;
            self.drop_text(*slot);
            *slot = grown as usize as u64;
        }
        Ok(())
    }

    /// Makes an owned string slot the only reference to its bytes and gives them.
    ///
    /// # Safety
    /// `slot` is an owned string slot that is not null.
    pub unsafe fn unshare<'a>(&mut self, slot: &mut u64) -> Result<&'a mut [u8], Fault> {
        // SAFETY: by the contract.
        unsafe {
            let text = *slot as usize as *mut Text;
            if (*text).count > 1 {
                let own = self.new_text(Self::text_bytes(*slot))?;
                self.drop_text(*slot);
                *slot = own;
            }
            let text = *slot as usize as *mut Text;
            Ok(std::slice::from_raw_parts_mut(Self::text_data(text), (*text).len as usize))
        }
    }
}

impl Heap {
    /// Lets everything that waits for a destructor, or would, go without one.
    pub fn forget_destructors(&mut self) {
        self.destructors_off = true;
        while let Some(object) = self.pending.pop() {
            self.release(object);
        }
    }
}
