//! Looking at a running script: a hook called at every line, and what it can see.
//!
//! Without a hook nothing is checked: the machine has a second interpreter loop for scripts with one.

use onefold_script_bytecode::{SlotKind, Storage, TypeId};

use crate::fault::StackPlace;
use crate::heap::{ArrayObject, FIELDS, Header, Heap};
use crate::image::{FnRec, FrameKind, RtKind};
use crate::number;
use crate::objects;
use crate::stack::HEADER;
use crate::state::State;
use crate::unwind;

/// Called before the first instruction of every line, statement or part of one that the compiler marked.
pub trait Hook {
    /// Looks at where the script stands and says how to go on.
    fn at_line(&mut self, view: &View<'_>) -> Action;
}

/// How to go on after a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Run on.
    Continue,
    /// Leave the call as suspended, where it can be; it goes on at this line.
    Suspend,
    /// End the call with an exception that scripts cannot catch.
    Abort,
}

/// A variable as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Name in the source.
    pub name: String,
    /// Type in the source.
    pub type_name: String,
    /// Value: numbers and strings in full, objects by type and fields one level deep.
    pub value: String,
}

/// The script stack at a line. Level 0 is the innermost function.
pub struct View<'a> {
    state: &'a State,
    /// Frame and instruction of every level.
    frames: Vec<(*mut u64, *const u64)>,
}

/// Most levels and most elements shown.
const MOST_SHOWN: usize = 100;

impl<'a> View<'a> {
    /// # Safety
    /// The registers of the state are those of the running call.
    pub(crate) unsafe fn new(state: &'a State) -> View<'a> {
        let (mut fp, mut ip) = (state.regs.fp, state.regs.ip);
        let mut frames = Vec::new();
        // SAFETY: every frame was laid by a call; its header leads to the one below.
        unsafe {
            loop {
                let header = fp.sub(HEADER);
                match (*record(fp)).kind {
                    FrameKind::Entry => break,
                    FrameKind::Destructor => {}
                    FrameKind::Script => frames.push((fp, ip)),
                }
                ip = (*header as usize as *const u64).wrapping_sub(1);
                fp = *header.add(1) as usize as *mut u64;
            }
        }
        View { state, frames }
    }

    /// Number of functions on the stack.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Where a level stands.
    pub fn place(&self, level: usize) -> Option<StackPlace> {
        let &(fp, ip) = self.frames.get(level)?;
        // SAFETY: the frame is live while the view is.
        Some(unsafe { unwind::place(self.state, &*record(fp), ip) })
    }

    /// The variables of a level that are alive there.
    pub fn variables(&self, level: usize) -> Vec<Shown> {
        let Some(&(fp, ip)) = self.frames.get(level) else { return Vec::new() };
        // SAFETY: as in `place`; slots hold what their kinds say.
        unsafe {
            let rec = record(fp);
            let program = self.state.image.program();
            let function = &program.functions[(*rec).index as usize];
            let pc = ((ip as usize - (*rec).code as usize) / 8) as u32;
            let alive =
                function.variables.iter().filter(|variable| (variable.start..variable.end).contains(&pc));
            alive
                .filter_map(|variable| {
                    let kind = *function.slots.get(usize::from(variable.slot))?;
                    let bits = *fp.add(usize::from(variable.slot));
                    let value = self.slot(kind, &variable.type_name, bits, 1);
                    let (name, type_name) = (variable.name.clone(), variable.type_name.clone());
                    Some(Shown { name, type_name, value })
                })
                .collect()
        }
    }

    /// The global variables.
    pub fn globals(&self) -> Vec<Shown> {
        let mut at = 0;
        let mut shown = Vec::new();
        for global in &self.state.image.program().globals {
            // SAFETY: globals hold what their kinds say.
            let value = unsafe { self.slot(global.kind, &global.type_name, self.state.globals[at], 1) };
            shown.push(Shown { name: global.name.clone(), type_name: global.type_name.clone(), value });
            at += usize::from(global.slots);
        }
        shown
    }

    unsafe fn slot(&self, kind: SlotKind, type_name: &str, bits: u64, depth: u32) -> String {
        // SAFETY: by the callers' contract.
        unsafe {
            match kind {
                SlotKind::Scalar => scalar(type_name, bits),
                SlotKind::Str => text(bits),
                SlotKind::Handle(_) => self.handle(bits, depth),
                SlotKind::PlaceScalar(_) if bits != 0 => scalar(type_name, *(bits as usize as *const u64)),
                SlotKind::PlaceStr if bits != 0 => text(*(bits as usize as *const u64)),
                SlotKind::PlaceHandle(_) if bits != 0 => self.handle(*(bits as usize as *const u64), depth),
                _ => "…".to_owned(),
            }
        }
    }

    unsafe fn handle(&self, bits: u64, depth: u32) -> String {
        // SAFETY: by the callers' contract: the handle is null, live or a world handle.
        unsafe {
            if (bits as i64) <= 0 {
                return if bits == 0 { "null".to_owned() } else { format!("object {}", bits as u32) };
            }
            let object = bits as usize as *mut Header;
            let ty = &*(*object).ty;
            let name = match self.state.image.program().types.get(ty.id.index()) {
                Some(def) => def.name.as_str(),
                None => "value",
            };
            if depth == 0 {
                return name.to_owned();
            }
            match &ty.kind {
                RtKind::Class => format!("{name} {{{}}}", self.fields(object, ty.id)),
                RtKind::Array(storage) => format!("{name} [{}]", self.elements(object.cast(), *storage)),
                _ => name.to_owned(),
            }
        }
    }

    unsafe fn fields(&self, object: *mut Header, ty: TypeId) -> String {
        let program = self.state.image.program();
        let onefold_script_bytecode::TypeKind::Class(class) = &program.types[ty.index()].kind else {
            return String::new();
        };
        let shown = class.fields.iter().take(MOST_SHOWN).map(|field| {
            // SAFETY: the object is of this class.
            let value = unsafe {
                let from = object.cast::<u8>().add(FIELDS + field.offset as usize);
                self.stored(from, field.storage, &field.type_name)
            };
            format!(" {}: {value}", field.name)
        });
        let mut text = shown.collect::<Vec<_>>().join(",");
        text.push(' ');
        text
    }

    unsafe fn elements(&self, array: *mut ArrayObject, storage: Storage) -> String {
        // SAFETY: the object is an array of this storage.
        unsafe {
            let len = (*array).len as usize;
            let shown = (0..len.min(MOST_SHOWN)).map(|index| {
                let from = (*array).data.add(index * storage.size() as usize);
                self.stored(from, storage, storage_name(storage))
            });
            let mut text = shown.collect::<Vec<_>>().join(", ");
            if len > MOST_SHOWN {
                text.push_str(&format!(", … {len} in all"));
            }
            text
        }
    }

    unsafe fn stored(&self, from: *const u8, storage: Storage, type_name: &str) -> String {
        let mut slots = [0_u64; 8];
        // SAFETY: the place is of this storage; value bytes take at most 8 slots.
        unsafe {
            objects::load(from, slots.as_mut_ptr(), usize::from(storage.tag()), false);
            self.slot(storage.slot_kind(), type_name, slots[0], 0)
        }
    }
}

unsafe fn record(fp: *mut u64) -> *const FnRec {
    // SAFETY: by the callers' contract, a frame with its header.
    unsafe { *fp.sub(HEADER - 2) as usize as *const FnRec }
}

/// The script name of a number's type, for values whose declaration is not at hand.
fn storage_name(storage: Storage) -> &'static str {
    match storage {
        Storage::Bool => "bool",
        Storage::I8 | Storage::I16 | Storage::I32 => "int",
        Storage::U8 | Storage::U16 | Storage::U32 => "uint",
        Storage::F32 => "float",
        Storage::I64 => "int64",
        Storage::U64 => "uint64",
        Storage::F64 => "double",
        _ => "",
    }
}

fn scalar(type_name: &str, bits: u64) -> String {
    match type_name.trim_start_matches("const ").trim_end_matches(['&', ' ']) {
        "bool" => (bits as u32 != 0).to_string(),
        "float" => number::general_text(f64::from(f32::from_bits(bits as u32)), 9),
        "double" => number::general_text(f64::from_bits(bits), 17),
        "uint" | "uint8" | "uint16" | "uint32" => (bits as u32).to_string(),
        "uint64" => bits.to_string(),
        "int64" => (bits as i64).to_string(),
        _ => (bits as i32).to_string(),
    }
}

unsafe fn text(bits: u64) -> String {
    // SAFETY: by the callers' contract, a string slot.
    let bytes = unsafe { Heap::text_bytes(bits) };
    format!("{:?}", String::from_utf8_lossy(bytes))
}

/// Calls the hook if the instruction starts a line.
///
/// # Safety
/// The registers of the state are those of the running call.
pub(crate) unsafe fn line(state: *mut State) -> Action {
    // SAFETY: by the contract; the hook is taken out while it runs, so nothing else refers to it.
    unsafe {
        let regs = (*state).regs;
        let rec = record(regs.fp);
        if (*rec).kind != FrameKind::Script || regs.ip < (*rec).code {
            return Action::Continue;
        }
        let program = (*state).image.program();
        let pc = (regs.ip as usize - (*rec).code as usize) / 8;
        let function = &program.functions[(*rec).index as usize];
        let starts = function.lines.binary_search_by_key(&(pc as u32), |line| line.pc).is_ok();
        if !starts || pc >= function.code.len() {
            return Action::Continue;
        }
        let Some(mut hook) = (*state).hook.take() else { return Action::Continue };
        let action = hook.at_line(&View::new(&*state));
        (*state).hook = Some(hook);
        action
    }
}
