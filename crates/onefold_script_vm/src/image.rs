//! A verified program made ready to run: one code block, function records, type records, links.

use std::sync::Arc;

use onefold_reflect::Registry;
use onefold_script_bytecode::{
    FuncId, Op, Operand, Program, SlotKind, StdId, Storage, TypeId, TypeKind, VerifiedProgram,
};

use crate::heap::{ACYCLIC, ArrayObject, FIELDS, FuncObject, SETTLED};
use crate::host::{self, HostTable};
use crate::library::{self, StdObject};
use crate::native::NativeFn;

/// Why a program could not be linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkError {
    /// What is wrong, as a sentence.
    pub text: String,
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.text)
    }
}

impl std::error::Error for LinkError {}

/// What the interpreter needs of a function.
#[repr(C)]
pub(crate) struct FnRec {
    pub code: *const u64,
    /// Slots to null at entry.
    pub clear: *const u16,
    pub clear_len: u32,
    /// Slots of the frame.
    pub frame: u32,
    pub index: u32,
    pub kind: FrameKind,
    /// Slots to release at exit.
    pub owned: Box<[Owned]>,
    _clear: Box<[u16]>,
}

/// What a frame record stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    Script,
    /// The base of a run, which holds its result and arguments.
    Entry,
    /// Below a destructor; slot 0 holds the object.
    Destructor,
}

/// A slot a frame owns.
#[derive(Clone, Copy)]
pub(crate) struct Owned {
    pub slot: u16,
    pub is_text: bool,
}

impl FnRec {
    /// A record for a frame that runs no script code.
    pub fn stub(kind: FrameKind) -> FnRec {
        FnRec {
            code: std::ptr::null(),
            clear: std::ptr::NonNull::dangling().as_ptr(),
            clear_len: 0,
            frame: 4,
            index: u32::MAX,
            kind,
            owned: Box::default(),
            _clear: Box::default(),
        }
    }
}

/// Records of functions.
type Functions = Box<[*const FnRec]>;

/// What the heap and the interpreter need of a type.
pub(crate) struct RtType {
    pub id: TypeId,
    pub kind: RtKind,
    /// Bytes of an object, header included.
    pub size: usize,
    /// Flags a new object starts with.
    pub flags: u32,
    /// Counted fields from the start of the object: offset, whether a string.
    pub counted: Box<[(u32, bool)]>,
    /// Null when there is none.
    pub destructor: *const FnRec,
    pub vtable: Functions,
    /// Per interface its functions by method.
    pub interfaces: Box<[(u32, Functions)]>,
    /// Makes a default object.
    pub factory: Option<FuncId>,
    /// Assigns, compares for equality and orders, by value.
    pub assign: Option<FuncId>,
    pub equals: Option<FuncId>,
    pub compare: Option<FuncId>,
    /// Every type a handle to this one may be taken for, sorted.
    pub ancestors: Box<[u32]>,
}

/// What kind of object a type has.
pub(crate) enum RtKind {
    Class,
    Array(Storage),
    Func,
    Std(&'static StdObject),
    /// Has no objects of its own on the script heap.
    Abstract,
}

impl RtType {
    /// Bytes of one array element.
    pub fn element_size(&self) -> usize {
        match self.kind {
            RtKind::Array(storage) => storage.size() as usize,
            _ => 1,
        }
    }

    pub fn is(&self, ty: TypeId) -> bool {
        ty == TypeId::ANY || self.ancestors.binary_search(&ty.0).is_ok()
    }

    /// The functions of an interface.
    pub fn interface(&self, ty: u32) -> Option<&[*const FnRec]> {
        self.interfaces.iter().find(|entry| entry.0 == ty).map(|entry| &*entry.1)
    }
}

/// A linked library or host function.
pub(crate) struct NativeLink {
    pub call: NativeFn,
    /// The type it belongs to, or null.
    pub owner: *const RtType,
    /// The type of the handle it gives, or null.
    pub made: *const RtType,
    /// Number of argument slots.
    pub params: usize,
    /// Slots of the result.
    pub result: ResultKind,
}

/// How a native result is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultKind {
    Void,
    Scalar(u16),
    Text,
    Handle,
    Ref,
}

/// A program linked for running. Immutable; a VM holds it and may share it.
pub struct Image {
    program: Arc<Program>,
    pub(crate) fns: Box<[FnRec]>,
    pub(crate) types: Box<[RtType]>,
    pub(crate) std: Box<[NativeLink]>,
    pub(crate) host: HostTable,
    /// Type of boxed values where the program names none, and its index where it does.
    boxed: RtType,
    boxed_index: Option<usize>,
    _code: Box<[u64]>,
}

// SAFETY: every pointer of an image leads into its own boxes, which never change after `link`.
unsafe impl Send for Image {}
// SAFETY: as above; nothing in an image is counted or changed.
unsafe impl Sync for Image {}

impl Image {
    /// Links a verified program that runs without a host: using a host item is a fault.
    ///
    /// # Errors
    /// When it uses a library item that is unknown or has other kinds.
    pub fn link(verified: &VerifiedProgram) -> Result<Arc<Image>, LinkError> {
        Self::build(verified, HostTable::default())
    }

    /// Links a verified program with the host items of a registry, or a later revision of it; how a program
    /// names them is told at [`host_name`](crate::host_name).
    ///
    /// # Errors
    /// Every host item that is unknown, with the nearest names, or has other types than the program says; else
    /// as [`Image::link`].
    pub fn link_host(
        verified: &VerifiedProgram,
        registry: &Arc<Registry>,
    ) -> Result<Arc<Image>, Vec<LinkError>> {
        let host = host::link::link(verified.program(), registry)?;
        Self::build(verified, host).map_err(|err| vec![err])
    }

    /// Global operands become slot numbers in the image's own copy of the code.
    fn build(verified: &VerifiedProgram, host: HostTable) -> Result<Arc<Image>, LinkError> {
        let program = Arc::clone(verified.program());
        let mut code: Box<[u64]> = program.functions.iter().flat_map(|f| f.code.iter().copied()).collect();
        place_globals(&program, &mut code);
        let mut at = 0;
        let mut fns = Vec::with_capacity(program.functions.len());
        for (index, function) in program.functions.iter().enumerate() {
            fns.push(record(function, index as u32, &code[at..]));
            at += function.code.len();
        }
        let fns: Box<[FnRec]> = fns.into();
        let cyclic = crate::cyclic::cyclic_types(&program);
        let types = (0..program.types.len()).map(|index| rt_type(&program, &fns, index, cyclic[index]));
        let types: Box<[RtType]> = types.collect::<Result<_, _>>()?;
        let std = (0..program.std.len()).map(|index| library::link(&program, &types, StdId(index as u32)));
        let std = std.collect::<Result<_, _>>()?;
        let boxed = boxed_type();
        let named = |ty: &RtType| matches!(ty.kind, RtKind::Std(std) if std.name == library::BOXED.name);
        let boxed_index = types.iter().position(named);
        Ok(Arc::new(Image { program, fns, types, std, host, boxed, boxed_index, _code: code }))
    }

    /// The registry this image was linked with, if it was.
    pub fn registry(&self) -> Option<&Arc<Registry>> {
        self.host.registry.as_ref()
    }

    /// The program this image was linked from.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The type of boxed values.
    pub(crate) fn boxed_type(&self) -> &'static RtType {
        let ty: *const RtType = self.boxed_index.map_or(&self.boxed, |index| &self.types[index]);
        // SAFETY: the machine holds its image for as long as any object lives.
        unsafe { &*ty }
    }

    pub(crate) fn function(&self, id: FuncId) -> Option<&FnRec> {
        self.fns.get(id.index())
    }
}

/// Puts the first slot of a global in place of its index.
fn place_globals(program: &Program, code: &mut [u64]) {
    let mut slots = Vec::with_capacity(program.globals.len());
    let mut next = 0_u64;
    for global in &program.globals {
        slots.push(next);
        next += u64::from(global.slots);
    }
    let mut at = 0;
    while let Some(&word) = code.get(at) {
        let Some(op) = Op::from_u16(word as u16) else { return };
        if op.operands().get(1) == Some(&Operand::Global) {
            let index = (word >> 32) as usize;
            code[at] = word & 0xffff_ffff | slots[index] << 32;
        }
        at += op.words(if op.is_call() { (word >> 32) as u16 as usize } else { 0 });
    }
}

fn record(function: &onefold_script_bytecode::Function, index: u32, code: &[u64]) -> FnRec {
    let params = function.signature.params.len();
    let own = || function.slots.iter().enumerate().skip(params);
    let clear: Box<[u16]> =
        own().filter(|(_, kind)| !matches!(kind, SlotKind::Scalar)).map(|(slot, _)| slot as u16).collect();
    let owned = own()
        .filter(|(_, kind)| kind.is_counted())
        .map(|(slot, kind)| Owned { slot: slot as u16, is_text: *kind == SlotKind::Str })
        .rev()
        .collect();
    FnRec {
        code: code.as_ptr(),
        clear: clear.as_ptr(),
        clear_len: clear.len() as u32,
        frame: function.slots.len() as u32,
        index,
        kind: FrameKind::Script,
        owned,
        _clear: clear,
    }
}

fn empty_type(id: TypeId, kind: RtKind, size: usize, flags: u32) -> RtType {
    RtType {
        id,
        kind,
        size,
        flags,
        counted: Box::default(),
        destructor: std::ptr::null(),
        vtable: Box::default(),
        interfaces: Box::default(),
        factory: None,
        assign: None,
        equals: None,
        compare: None,
        ancestors: Box::default(),
    }
}

fn boxed_type() -> RtType {
    empty_type(TypeId::ANY, RtKind::Std(&library::BOXED), FIELDS + library::BOXED.size, 0)
}

fn rt_type(program: &Program, fns: &[FnRec], index: usize, cyclic: bool) -> Result<RtType, LinkError> {
    let def = &program.types[index];
    let flags = if cyclic { 0 } else { ACYCLIC | SETTLED };
    let mut ty = empty_type(TypeId(index as u32), RtKind::Abstract, FIELDS, flags);
    ty.ancestors = program.ancestors(ty.id).iter().map(|ty| ty.0).collect();
    let pointers = |ids: &[FuncId]| ids.iter().map(|id| &raw const fns[id.index()]).collect::<Box<[_]>>();
    match &def.kind {
        TypeKind::Class(class) => {
            ty.kind = RtKind::Class;
            ty.size = (FIELDS + class.size as usize).next_multiple_of(8);
            ty.counted = class
                .fields
                .iter()
                .filter(|field| !field.storage.is_plain())
                .map(|field| (field.offset + FIELDS as u32, field.storage == Storage::Str))
                .collect();
            ty.destructor = class.destructor.map_or(std::ptr::null(), |id| &raw const fns[id.index()]);
            ty.vtable = pointers(&class.vtable);
            (ty.factory, ty.assign) = (class.factory, class.assign);
            (ty.equals, ty.compare) = (class.equals, class.compare);
            ty.interfaces = class.interfaces.iter().map(|(ty, ids)| (ty.0, pointers(ids))).collect();
        }
        TypeKind::Array(storage) => {
            ty.kind = RtKind::Array(*storage);
            ty.size = size_of::<ArrayObject>();
        }
        TypeKind::Funcdef(_) => {
            ty.kind = RtKind::Func;
            ty.size = size_of::<FuncObject>();
            ty.counted = Box::new([((size_of::<FuncObject>() - 8) as u32, false)]);
        }
        TypeKind::Std { name, .. } => {
            let std = library::std_object(name)
                .ok_or_else(|| LinkError { text: format!("there is no library type `{name}`") })?;
            ty.kind = RtKind::Std(std);
            ty.size = FIELDS + std.size;
        }
        TypeKind::Interface(_) | TypeKind::Host { .. } => {}
    }
    Ok(ty)
}
