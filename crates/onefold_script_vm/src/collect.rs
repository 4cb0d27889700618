//! The cycle collector: trial deletion over objects that lost a reference but not the last.

use onefold_script_bytecode::Storage;

use crate::heap::{
    ACYCLIC, ArrayObject, BLACK, BUILT, COLOR, DEAD, FIELDS, GRAY, Header, Heap, LISTED, SETTLED, WHITE,
};
use crate::image::RtKind;

/// Candidates below which a step does nothing.
const FEW: usize = 4096;
/// Candidates one step looks at.
const STEP: usize = 2048;

impl Heap {
    /// One step, when enough candidates have come together.
    pub fn collect_step(&mut self) {
        if self.candidates.len() >= FEW.max(self.live / 4) {
            let rest = self.candidates.len().saturating_sub(STEP);
            let roots = self.candidates.split_off(rest);
            self.collect_roots(roots);
        }
    }

    /// Looks at all candidates until no more objects are freed; gives the number freed. Objects with
    /// destructors are queued for them first and freed by a later call.
    pub fn collect(&mut self) -> usize {
        let before = self.live;
        while !self.candidates.is_empty() {
            let roots = std::mem::take(&mut self.candidates);
            self.collect_roots(roots);
        }
        before.saturating_sub(self.live)
    }

    fn collect_roots(&mut self, mut roots: Vec<*mut Header>) {
        // SAFETY: listed objects stay allocated until they are unlisted here; every edge followed is a
        // counted reference to a live object.
        unsafe {
            roots.retain(|&object| {
                (*object).flags &= !LISTED;
                if (*object).flags & DEAD != 0 {
                    self.free_block(object);
                    return false;
                }
                (*object).flags &= !SETTLED;
                true
            });
            for &root in &roots {
                self.mark_gray(root);
            }
            for &root in &roots {
                self.scan(root);
            }
            let mut garbage = Vec::new();
            for &root in &roots {
                gather_white(root, &mut garbage);
            }
            self.dispose(&garbage);
        }
    }

    /// Takes the counts of all references within the reach of `root` away.
    unsafe fn mark_gray(&mut self, root: *mut Header) {
        // SAFETY: see `collect_roots`.
        unsafe {
            if color(root) == GRAY {
                return;
            }
            set_color(root, GRAY);
            let mut open = vec![root];
            while let Some(object) = open.pop() {
                children(object, &mut |child| {
                    (*child).count -= 1;
                    if color(child) != GRAY {
                        set_color(child, GRAY);
                        open.push(child);
                    }
                });
            }
        }
    }

    /// Gives counts back to what is reachable from outside; colours the rest white.
    unsafe fn scan(&mut self, root: *mut Header) {
        // SAFETY: see `collect_roots`.
        unsafe {
            let mut open = vec![root];
            while let Some(object) = open.pop() {
                if color(object) != GRAY {
                    continue;
                }
                if (*object).count > 0 {
                    scan_black(object);
                } else {
                    set_color(object, WHITE);
                    children(object, &mut |child| open.push(child));
                }
            }
        }
    }

    unsafe fn dispose(&mut self, garbage: &[*mut Header]) {
        // SAFETY: the objects are white: only they reference each other, and those counts are taken away.
        unsafe {
            if garbage.iter().any(|&object| self.destructs(object)) {
                for &object in garbage {
                    set_color(object, BLACK);
                    children(object, &mut |child| (*child).count += 1);
                }
                for &object in garbage {
                    if self.destructs(object) {
                        (*object).flags &= !BUILT;
                        (*object).count += 1;
                        self.pending.push(object);
                    }
                }
                return;
            }
            for &object in garbage {
                // The counts of white and black children are already taken away; give them back so that
                // dropping the contents finds them, and hold the white ones.
                children(object, &mut |child| (*child).count += 1);
                (*object).count += 1;
            }
            for &object in garbage {
                (*object).flags |= SETTLED;
            }
            for &object in garbage {
                self.drop_contents(object);
            }
            self.settle();
            for &object in garbage {
                self.free_block(object);
            }
        }
    }
}

unsafe fn color(object: *mut Header) -> u32 {
    // SAFETY: live by the callers' contract.
    unsafe { (*object).flags & COLOR }
}

unsafe fn set_color(object: *mut Header, color: u32) {
    // SAFETY: live by the callers' contract.
    unsafe { (*object).flags = (*object).flags & !COLOR | color };
}

unsafe fn scan_black(root: *mut Header) {
    // SAFETY: see `collect_roots`.
    unsafe {
        set_color(root, BLACK);
        let mut open = vec![root];
        while let Some(object) = open.pop() {
            children(object, &mut |child| {
                (*child).count += 1;
                if color(child) != BLACK {
                    set_color(child, BLACK);
                    open.push(child);
                }
            });
        }
    }
}

unsafe fn gather_white(root: *mut Header, garbage: &mut Vec<*mut Header>) {
    // SAFETY: see `collect_roots`.
    unsafe {
        let mut open = vec![root];
        while let Some(object) = open.pop() {
            if color(object) == WHITE {
                set_color(object, BLACK);
                garbage.push(object);
                children(object, &mut |child| open.push(child));
            }
        }
    }
}

/// Calls `visit` for every counted reference of `object` to an object that can be part of a cycle.
unsafe fn children(object: *mut Header, visit: &mut dyn FnMut(*mut Header)) {
    // SAFETY: the type describes the block.
    unsafe {
        let ty = &*(*object).ty;
        let base = object.cast::<u8>();
        let mut edge = |handle: u64| {
            if (handle as i64) > 0 {
                let child = handle as usize as *mut Header;
                if (*child).flags & ACYCLIC == 0 {
                    visit(child);
                }
            }
        };
        for &(offset, is_text) in &ty.counted {
            if !is_text {
                edge(*base.add(offset as usize).cast::<u64>());
            }
        }
        match &ty.kind {
            RtKind::Array(Storage::Handle(_) | Storage::Object(_)) => {
                let ArrayObject { data, len, .. } = *object.cast::<ArrayObject>();
                for index in 0..len as usize {
                    edge(*data.cast::<u64>().add(index));
                }
            }
            RtKind::Std(std) => (std.trace)(base.add(FIELDS), &mut edge),
            _ => {}
        }
    }
}
