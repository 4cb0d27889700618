//! Host items in programs: how members, methods and global objects of a registry are linked and reached.
//!
//! A [`HostImport`](onefold_script_bytecode::HostImport) names its item so:
//!
//! * `owner` is the name of the owning type (full, bare when unique, or an alias), empty for free functions
//!   and global objects. For a member it has to be spelled as the program's host type spells it.
//! * A function is `Name` where only one overload has slots of that kind, `Name^N` (N parameters, without
//!   object) or `Name(T, …)` with the bare names of the parameter types; [`host_name`] gives the shortest
//!   that is unique. `get_m`, `set_m`, `geti_m` and `seti_m` name the accessors of a computed member `m`.
//! * A member is its name; `a.b` reaches a member of a value kept in place, `color.x` one number of a vector.
//! * A global object is the name its type gives it.
//!
//! What travels how: numbers, bools and chars one scalar slot; enums without data their number as i32;
//! vectors, quaternions and matrices of up to 64 bytes that many scalar slots, as members
//! [`Storage::Bytes`](onefold_script_bytecode::Storage::Bytes); handles a handle of a host type; strings and asset paths
//! a string. A `&mut` parameter takes the matching place. Everything else is a link error that says so.
//!
//! Objects are checked at each use: generation, then class by a cached type index. No borrow of an object
//! outlives an instruction, and a leaf call borrows its object only.

pub(crate) mod access;
pub(crate) mod call;
pub(crate) mod link;
mod scripts;
mod thunk;

use std::sync::Arc;

use onefold_reflect::{AnyHandle, Cx, Method, Registry, Scalar, TypeEntry, TypeIndex};
use onefold_script_bytecode::TypeId;

use crate::fault::Fault;
use crate::image::{Image, ResultKind};
use crate::state::State;

pub use link::host_name;
pub use scripts::{HostGlobals, Scripts};
pub use thunk::{SCRIPT_EXCEPTION, SCRIPT_THUNK, script_data};

/// What linking found in the registry.
#[derive(Default)]
pub(crate) struct HostTable {
    /// None for a program linked without a registry.
    pub registry: Option<Arc<Registry>>,
    pub links: Box<[HostLink]>,
    /// Per type of the program its host class.
    pub types: Box<[Option<TypeIndex>]>,
    /// Every entry the links rely on.
    pub used: Vec<Arc<TypeEntry>>,
}

/// A host item, resolved.
pub(crate) enum HostLink {
    Unbound,
    Function(HostFn),
    Member(HostMember),
    Global(Box<str>),
}

/// How a value travels between script slots and the host.
#[derive(Clone)]
pub(crate) enum How {
    Scalar(Scalar),
    /// The entry knows the variants.
    Enum(Arc<TypeEntry>),
    /// That many bytes in slots.
    Inline(usize),
    Handle(TypeIndex),
    Text,
}

impl How {
    /// Slots of a script frame.
    fn slots(&self) -> usize {
        match self {
            Self::Inline(size) => size.div_ceil(8),
            _ => 1,
        }
    }
}

/// A host function ready to be called.
pub(crate) struct HostFn {
    pub method: Arc<Method>,
    /// Class the object has to be of; none for functions without an object.
    pub owner: Option<TypeIndex>,
    pub is_world: bool,
    /// Its body is looked up by the object's class, where it stands at this place among the methods.
    pub virtual_at: Option<usize>,
    /// Arguments need no conversion.
    pub is_simple: bool,
    pub params: Box<[HostParam]>,
    pub ret: Option<How>,
    pub ret_slots: usize,
    /// How scripts store the result.
    pub result: ResultKind,
    /// Argument slots of the script call, the object included.
    pub args: usize,
    /// Parameters that are strings.
    pub texts: usize,
}

/// One parameter.
pub(crate) struct HostParam {
    pub how: How,
    /// A place that is written back.
    pub is_out: bool,
    /// First slot among the script's arguments.
    pub arg: usize,
    /// First slot in the host's frame.
    pub slot: usize,
}

/// A member ready to be read and written.
pub(crate) struct HostMember {
    /// Class the object has to be of.
    pub owner: TypeIndex,
    pub how: How,
    pub place: MemberPlace,
}

/// Where a member is.
pub(crate) enum MemberPlace {
    /// Bytes from the start of the part of the object that is of the owner's class.
    Offset(usize),
    Computed {
        get: Option<Box<HostFn>>,
        set: Option<Box<HostFn>>,
    },
}

/// What a machine keeps for one host item: the link and what it found last.
pub(crate) struct HostSlot {
    /// Type the rest is for.
    pub type_index: u32,
    /// Storage tag of a member in place, as [`access::load`] reads it.
    pub tag: u16,
    /// Bytes from the start of an object of that type; for globals where it was found last.
    pub offset: usize,
    /// The most derived body for that type, for functions that are looked up.
    pub body: Option<Arc<Method>>,
    pub link: *const HostLink,
    /// The same for the accessors of a computed member: reading, writing.
    pub accessors: Option<Box<[HostSlot; 2]>>,
}

/// No type has that index.
pub(crate) const NO_TYPE: u32 = u32::MAX;

impl HostSlot {
    /// One slot per host item of a program.
    pub fn all(table: &HostTable, count: usize) -> Box<[HostSlot]> {
        const UNBOUND: &HostLink = &HostLink::Unbound;
        let new =
            |link, tag| HostSlot { type_index: NO_TYPE, tag, offset: 0, body: None, link, accessors: None };
        let slot = |index| {
            let link = table.links.get(index).unwrap_or(UNBOUND);
            let HostLink::Member(member) = link else { return new(link, 0) };
            let mut slot = new(link, access::tag(&member.how));
            if let MemberPlace::Computed { .. } = member.place {
                slot.accessors = Some(Box::new([new(link, 0), new(link, 0)]));
            }
            slot
        };
        (0..count).map(slot).collect()
    }

    fn forget(&mut self) {
        (self.type_index, self.body) = (NO_TYPE, None);
        self.accessors.iter_mut().flat_map(|accessors| &mut **accessors).for_each(HostSlot::forget);
    }
}

/// Whether a handle names nothing: null, or a world handle whose object is gone.
///
/// # Safety
/// `state` is the running machine's.
#[inline(always)]
pub(crate) unsafe fn is_null(state: *const State, handle: u64) -> bool {
    if (handle as i64) > 0 {
        return false;
    }
    // SAFETY: by the contract.
    handle == 0 || unsafe { is_stale(state, handle) }
}

/// Whether two handles name the same object, or both nothing.
///
/// # Safety
/// `state` is the running machine's.
#[inline(always)]
pub(crate) unsafe fn is_same(state: *const State, a: u64, b: u64) -> bool {
    // SAFETY: by the contract.
    a == b || ((a | b) as i64 <= 0 && unsafe { is_null(state, a) && is_null(state, b) })
}

/// # Safety
/// As for `is_null`; the handle is a world handle.
#[cold]
#[inline(never)]
unsafe fn is_stale(state: *const State, handle: u64) -> bool {
    // SAFETY: a machine's island, where there is one, outlives the run.
    unsafe {
        let cx = (*state).cx;
        cx.is_null() || !(*cx).objects().is_alive(AnyHandle::from_bits(handle))
    }
}

/// Whether a world handle's object is of that type of the program.
///
/// # Safety
/// `state` is the running machine's.
pub(crate) unsafe fn is_of(state: *const State, handle: u64, ty: u32) -> bool {
    // SAFETY: as in `is_stale`.
    unsafe {
        let cx = (*state).cx;
        if cx.is_null() {
            return false;
        }
        let Some(entry) = (*cx).objects().entry(AnyHandle::from_bits(handle)) else { return false };
        let image: &Image = &(*state).image;
        let wanted = image.host.types.get(ty as usize).copied().flatten();
        ty == TypeId::ANY.0 || wanted.is_some_and(|wanted| entry.is_a(wanted))
    }
}

/// A handle the host gave; anything but a world handle is null, for it would be taken for a script object.
pub(crate) fn sane(bits: u64) -> u64 {
    if AnyHandle::from_bits(bits).is_world() { bits } else { 0 }
}

/// A number from the host as scripts keep it: 32 bits, or all 64.
pub(crate) fn narrow(scalar: Scalar, bits: u64) -> u64 {
    match scalar {
        Scalar::Bool => u64::from(bits != 0),
        Scalar::I8 => u64::from(i32::from(bits as i8) as u32),
        Scalar::I16 => u64::from(i32::from(bits as i16) as u32),
        Scalar::U8 => bits & 0xff,
        Scalar::U16 => bits & 0xffff,
        Scalar::I32 | Scalar::U32 | Scalar::F32 | Scalar::Char => bits & 0xffff_ffff,
        Scalar::I64 | Scalar::U64 | Scalar::F64 => bits,
    }
}

/// A number from a script as the host's call shape has it: integers widened by their sign.
pub(crate) fn widen(scalar: Scalar, bits: u64) -> u64 {
    match scalar {
        Scalar::Bool => u64::from(bits as u32 != 0),
        Scalar::I8 | Scalar::I16 | Scalar::I32 => i64::from(bits as i32) as u64,
        _ => bits,
    }
}

/// Why an object of that class cannot be reached by a handle.
pub(crate) fn handle_fault(cx: &Cx, handle: u64, wanted: TypeIndex) -> Fault {
    let handle = AnyHandle::from_bits(handle);
    let name = |index: TypeIndex| {
        cx.registry().types().find(|entry| entry.index() == index).map_or("object", |entry| entry.bare_name())
    };
    match cx.objects().entry(handle) {
        _ if handle.is_null() => Fault::Null,
        None => Fault::text(format!("Stale handle to {}", name(wanted))),
        Some(entry) => Fault::text(format!("The object is a {}, not a {}", entry.bare_name(), name(wanted))),
    }
}

impl State {
    /// Makes an island the one host items act on; gives the one before.
    ///
    /// # Errors
    /// When the island's registry or objects give other types to the indices the program was linked with.
    pub fn enter_cx(&mut self, cx: &mut Cx) -> Result<*mut Cx, Fault> {
        let other = || Fault::text("The program was linked with another registry");
        let seen = self.registry.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, cx.registry()));
        if !seen {
            let used = &self.image.host.used;
            let same = |entry: &Arc<TypeEntry>| {
                let other = used.iter().find(|used| used.index() == entry.index());
                other.is_none_or(|other| Arc::ptr_eq(other, entry))
            };
            if !cx.registry().types().all(same) {
                return Err(other());
            }
            self.registry = Some(Arc::clone(cx.registry()));
            self.forget_types();
        }
        if !self.knows_objects(cx) {
            return Err(other());
        }
        Ok(std::mem::replace(&mut self.cx, cx))
    }

    /// Whether an island's objects are of types of the registry last entered. All objects of a table are of one
    /// registry, so one known class tells; others may be of classes removed since.
    pub fn knows_objects(&self, cx: &Cx) -> bool {
        let mut classes = cx.objects().iter().map(|(_, entry)| self.knows(entry)).peekable();
        classes.peek().is_none() || classes.any(|known| known)
    }

    /// Whether a class is one of the registry last entered.
    pub fn knows(&self, entry: &TypeEntry) -> bool {
        self.registry.as_ref().is_some_and(|registry| registry.type_ref_of(entry).is_some())
    }

    /// Forgets what slots remember of types.
    pub fn forget_types(&mut self) {
        self.host.iter_mut().for_each(HostSlot::forget);
    }
}
