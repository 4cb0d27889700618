//! A copy of a whole machine: the same image, and globals and heap copied with all sharing and cycles.

use std::sync::Arc;

use onefold_script_bytecode::{SlotKind, Storage};
use rustc_hash::FxHashMap;

use crate::fault::Fault;
use crate::heap::{ArrayObject, BUILT, FIELDS, FuncObject, Header, Heap};
use crate::image::RtKind;
use crate::state::State;
use crate::vm::Vm;

/// Maps what the old heap holds to the new one; what library types copy their values with.
pub(crate) struct Copier<'a> {
    pub heap: &'a mut Heap,
    objects: FxHashMap<u64, *mut Header>,
    texts: FxHashMap<u64, u64>,
    /// Objects whose contents are still to be copied: old, new.
    open: Vec<(*mut Header, *mut Header)>,
    /// Weak references: the old target, and where target and flag go.
    weak: Vec<(u64, *mut u64, *mut *mut u32)>,
}

impl Copier<'_> {
    /// The new string for an old one, with a count for the caller.
    pub fn text(&mut self, old: u64) -> Result<u64, Fault> {
        if let Some(&new) = self.texts.get(&old) {
            Heap::keep_text(new);
            return Ok(new);
        }
        // SAFETY: the old heap is intact while it is copied.
        let new = self.heap.new_text(unsafe { Heap::text_bytes(old) })?;
        self.texts.insert(old, new);
        Ok(new)
    }

    /// The new object for an old handle, with a count for the caller; its contents follow later.
    pub fn handle(&mut self, old: u64) -> Result<u64, Fault> {
        if (old as i64) <= 0 {
            return Ok(old);
        }
        if let Some(&new) = self.objects.get(&old) {
            // SAFETY: new objects stay until the copy is finished.
            unsafe { (*new).count += 1 };
            return Ok(new as usize as u64);
        }
        let from = old as usize as *mut Header;
        // SAFETY: as in `text`; types belong to the image both machines share.
        let new = unsafe {
            let new = self.heap.new_object(&*(*from).ty)?;
            (*new).flags |= (*from).flags & BUILT;
            new
        };
        self.objects.insert(old, new);
        self.open.push((from, new));
        Ok(new as usize as u64)
    }

    /// Notes a weak reference, to be set once it is known whether its target has a copy.
    pub fn weak(&mut self, old: u64, target: *mut u64, flag: *mut *mut u32) {
        self.weak.push((old, target, flag));
    }

    fn value(&mut self, storage: Storage, old: u64) -> Result<u64, Fault> {
        match storage {
            Storage::Str => self.text(old),
            _ => self.handle(old),
        }
    }

    /// Copies the contents of everything that is open.
    fn finish(&mut self) -> Result<(), Fault> {
        while let Some((from, to)) = self.open.pop() {
            // SAFETY: both are objects of the same type, the new one zeroed; the old heap is intact.
            unsafe { self.contents(from, to)? };
        }
        for (old, target, flag) in std::mem::take(&mut self.weak) {
            if let Some(&new) = self.objects.get(&old) {
                // SAFETY: the places lie in new objects.
                unsafe {
                    *target = new as usize as u64;
                    *flag = self.heap.weak_flag(new)?;
                }
            }
        }
        Ok(())
    }

    unsafe fn contents(&mut self, from: *mut Header, to: *mut Header) -> Result<(), Fault> {
        // SAFETY: by the contract; every counted place of the new object is null until its value is copied, so
        // that a copy that fails half-way can be taken apart.
        unsafe {
            let ty = &*(*from).ty;
            let (old, new) = (from.cast::<u8>(), to.cast::<u8>());
            match &ty.kind {
                RtKind::Class => {
                    let mut at = FIELDS;
                    for &(offset, _) in &ty.counted {
                        std::ptr::copy_nonoverlapping(old.add(at), new.add(at), offset as usize - at);
                        at = offset as usize + 8;
                    }
                    std::ptr::copy_nonoverlapping(old.add(at), new.add(at), ty.size - at);
                    for &(offset, is_text) in &ty.counted {
                        let value = *old.add(offset as usize).cast::<u64>();
                        let value = if is_text { self.text(value)? } else { self.handle(value)? };
                        *new.add(offset as usize).cast::<u64>() = value;
                    }
                }
                RtKind::Array(storage) => self.elements(from.cast(), to.cast(), *storage)?,
                RtKind::Func => {
                    let (from, to) = (from.cast::<FuncObject>(), to.cast::<FuncObject>());
                    ((*to).func, (*to).is_bound) = ((*from).func, (*from).is_bound);
                    (*to).bound = self.handle((*from).bound)?;
                }
                RtKind::Std(std) => (std.duplicate)(old.add(FIELDS), new.add(FIELDS), self)?,
                RtKind::Abstract => {}
            }
            Ok(())
        }
    }

    unsafe fn elements(
        &mut self,
        from: *mut ArrayObject,
        to: *mut ArrayObject,
        storage: Storage,
    ) -> Result<(), Fault> {
        // SAFETY: as in `contents`.
        unsafe {
            let len = (*from).len;
            if len == 0 {
                return Ok(());
            }
            let bytes = len as usize * storage.size() as usize;
            (*to).data = self.heap.alloc(bytes)?;
            ((*to).len, (*to).cap) = (len, len);
            if storage.is_plain() {
                std::ptr::copy_nonoverlapping((*from).data, (*to).data, bytes);
                return Ok(());
            }
            for index in 0..len as usize {
                let value = self.value(storage, *(*from).data.cast::<u64>().add(index))?;
                *(*to).data.cast::<u64>().add(index) = value;
            }
            Ok(())
        }
    }
}

impl Vm {
    /// A copy of the machine with the same image and limits: globals and everything they lead to. Handles to
    /// world objects stay what they are; weak references to what is not copied are gone in the copy. Clock,
    /// output and hook are not taken along, and the host's own handles stay with this machine.
    ///
    /// # Errors
    /// Memory, a suspended call (it belongs to one machine only), or a call under way.
    pub fn duplicate(&mut self) -> Result<Vm, Fault> {
        let limits = self.limits();
        let old = self.state_mut();
        if !old.parked.is_empty() || !old.coroutines.is_empty() || old.nesting > 0 {
            return Err(Fault::text("A machine with calls under way cannot be copied"));
        }
        let mut vm = Vm::new(Arc::clone(&old.image), limits)?;
        let new = vm.state_mut();
        let texts = old.strings.iter().copied().zip(new.strings.iter().copied()).collect();
        copy_globals(old, new, texts)?;
        Ok(vm)
    }
}

fn copy_globals(old: &State, new: &mut State, texts: FxHashMap<u64, u64>) -> Result<(), Fault> {
    let image = Arc::clone(&old.image);
    let (objects, open, weak) = (FxHashMap::default(), Vec::new(), Vec::new());
    let mut copier = Copier { heap: &mut new.heap, objects, texts, open, weak };
    // Equal constants of different ids, and the empty one, must not lead to a string that is not there.
    copier.texts.remove(&0);
    let mut at = 0;
    for global in &image.program().globals {
        let slots = usize::from(global.slots);
        match global.kind {
            SlotKind::Str => new.globals[at] = copier.text(old.globals[at])?,
            SlotKind::Handle(_) => new.globals[at] = copier.handle(old.globals[at])?,
            _ => new.globals[at..at + slots].copy_from_slice(&old.globals[at..at + slots]),
        }
        at += slots;
    }
    copier.finish()
}
