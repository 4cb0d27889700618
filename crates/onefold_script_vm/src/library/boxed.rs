//! Boxed values: `dictionaryValue`, the payload of `any`, and what `?` parameters carry.

use onefold_script_bytecode::TypeId;
use onefold_script_std::box_fns::code;

use super::{StdObject, values};
use crate::arith;
use crate::duplicate::Copier;
use crate::fault::Fault;
use crate::heap::{Header, Heap};
use crate::image::RtKind;
use crate::native::{Native, NativeFn, Scalar, payload};
use crate::number;
use crate::state::State;

/// A value with its type code.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Boxed {
    pub code: u32,
    pub bits: u64,
}

macro_rules! boxed_object {
    ($($item:ident = $name:literal;)*) => { $(
        pub(crate) static $item: StdObject = StdObject {
            name: $name,
            size: size_of::<Boxed>(),
            drop: drop_box,
            trace: trace_box,
            duplicate: duplicate_box,
            copy: Some(copy_box),
            assign: Some(assign_box),
        };
    )* };
}

boxed_object! {
    BOXED = "dictionaryValue";
    ANY = "any";
}

unsafe fn drop_box(value: *mut u8, heap: &mut Heap) {
    // SAFETY: called with the payload of a box.
    let value = unsafe { *value.cast::<Boxed>() };
    match value.code {
        code::STRING => heap.drop_text(value.bits),
        _ if value.is_handle() => heap.drop_later(value.bits),
        _ => {}
    }
}

unsafe fn trace_box(value: *mut u8, visit: &mut dyn FnMut(u64)) {
    // SAFETY: called with the payload of a box.
    let value = unsafe { *value.cast::<Boxed>() };
    if value.is_handle() {
        visit(value.bits);
    }
}

unsafe fn duplicate_box(from: *mut u8, to: *mut u8, copier: &mut Copier<'_>) -> Result<(), Fault> {
    // SAFETY: called with the payloads of two boxes.
    unsafe {
        let mut value = *from.cast::<Boxed>();
        if value.code == code::STRING {
            value.bits = copier.text(value.bits)?;
        } else if value.is_handle() {
            value.bits = copier.handle(value.bits)?;
        }
        *to.cast::<Boxed>() = value;
    }
    Ok(())
}

fn copy_box(state: &mut State, from: *mut Header) -> Result<*mut Header, Fault> {
    let new = state.heap.new_object(values::type_of(from))?;
    match assign_box(state, new, from) {
        Ok(()) => Ok(new),
        Err(fault) => {
            state.heap.release(new);
            Err(fault)
        }
    }
}

fn assign_box(state: &mut State, to: *mut Header, from: *mut Header) -> Result<(), Fault> {
    let value = read(from).duplicate(state)?;
    write(state, to, value);
    Ok(())
}

/// The value in a box.
pub(super) fn read(object: *mut Header) -> Boxed {
    // SAFETY: callers hold an object whose payload is a box.
    unsafe { *payload::<Boxed>(object) }
}

/// Puts a value, whose reference passes over, in a box and drops what was there.
pub(super) fn write(state: &mut State, object: *mut Header, value: Boxed) {
    // SAFETY: callers hold an object whose payload is a box.
    let old = unsafe { std::mem::replace(&mut *payload::<Boxed>(object), value) };
    old.discard(&mut state.heap);
}

impl Boxed {
    pub const EMPTY: Boxed = Boxed { code: code::VOID, bits: 0 };

    pub fn int(value: i64) -> Boxed {
        Boxed { code: code::INT64, bits: value as u64 }
    }

    pub fn is_handle(self) -> bool {
        self.code & (code::HANDLE | code::OBJECT) != 0
    }

    fn is_object(self) -> bool {
        self.code & code::OBJECT != 0
    }

    /// The value once more: handles and strings are shared, objects by value copied.
    pub fn duplicate(self, state: &mut State) -> Result<Boxed, Fault> {
        let mut value = self;
        if self.code == code::STRING {
            Heap::keep_text(self.bits);
        } else if self.is_object() && self.bits != 0 {
            value.bits = values::copy(state, self.bits as usize as *mut Header)? as usize as u64;
        } else if self.is_handle() {
            Heap::keep_handle(self.bits);
        }
        Ok(value)
    }

    pub fn discard(self, heap: &mut Heap) {
        if self.code == code::STRING {
            heap.drop_text(self.bits);
        } else if self.is_handle() {
            heap.drop_handle(self.bits);
        }
    }

    /// The number as a double; `None` when it is none.
    fn to_f64(self) -> Option<f64> {
        Some(match self.code {
            code::FLOAT => f64::from(f32::from_bits(self.bits as u32)),
            code::DOUBLE => f64::from_bits(self.bits),
            code::UINT64 => self.bits as f64,
            _ => self.to_i64()? as f64,
        })
    }

    /// The number as an integer; `None` when it is none.
    fn to_i64(self) -> Option<i64> {
        Some(match self.code {
            code::BOOL | code::UINT8 | code::UINT16 | code::UINT32 => i64::from(self.bits as u32),
            code::INT8 | code::INT16 | code::INT32 => i64::from(self.bits as i32),
            code::INT64 | code::UINT64 => self.bits as i64,
            code::FLOAT | code::DOUBLE => arith::to_i64(self.to_f64()?),
            _ => return None,
        })
    }

    /// The value as the wanted type code, as the reference converts what a dictionary holds.
    pub fn convert(self, state: &mut State, wanted: u32) -> Result<Option<Boxed>, Fault> {
        let bits = match wanted {
            _ if self.code == code::VOID => return Ok(None),
            _ if wanted & (code::HANDLE | code::OBJECT) != 0 => return self.convert_handle(state, wanted),
            code::STRING if self.code == code::STRING => return self.duplicate(state).map(Some),
            _ if self.code == wanted => self.bits,
            code::STRING | code::VOID | code::COMPLEX | code::DATETIME => return Ok(None),
            code::BOOL => u64::from(match self.to_f64() {
                Some(number) => number != 0.0,
                None => self.is_object() || self.bits != 0,
            }),
            code::DOUBLE | code::FLOAT => match self.to_f64() {
                Some(number) if wanted == code::DOUBLE => number.to_bits(),
                Some(number) => u64::from((number as f32).to_bits()),
                None => return Ok(None),
            },
            _ => match self.to_i64() {
                Some(number) => integer(wanted, number),
                None => return Ok(None),
            },
        };
        Ok(Some(Boxed { code: wanted, bits }))
    }

    fn convert_handle(self, state: &mut State, wanted: u32) -> Result<Option<Boxed>, Fault> {
        if !self.is_handle() {
            return Ok(None);
        }
        let ty = TypeId(wanted & !(code::HANDLE | code::OBJECT));
        // SAFETY: the box holds the handle.
        let fits = unsafe { crate::objects::is_of(self.bits, ty.0) };
        if wanted & code::OBJECT != 0 {
            if !fits || values::type_of(self.bits as usize as *mut Header).id != ty {
                return Ok(None);
            }
            let bits = values::copy(state, self.bits as usize as *mut Header)? as usize as u64;
            return Ok(Some(Boxed { code: wanted, bits }));
        }
        // A handle of another type is given as null, but it is given.
        let bits = if fits { self.bits } else { 0 };
        Heap::keep_handle(bits);
        Ok(Some(Boxed { code: wanted, bits }))
    }

    /// The value as text, for `format`.
    pub fn text(self, out: &mut Vec<u8>) {
        let mut buffer = number::Buffer::new();
        let bytes = match self.code {
            code::VOID => return,
            // SAFETY: the box holds the string.
            code::STRING => return out.extend_from_slice(unsafe { Heap::text_bytes(self.bits) }),
            code::BOOL => return out.extend_from_slice(crate::texts::bool_text(self.bits as u32 != 0)),
            code::UINT64 => number::unsigned(&mut buffer, self.bits),
            code::FLOAT | code::DOUBLE => number::general(&mut buffer, self.to_f64().unwrap_or(0.0)),
            _ => match self.to_i64() {
                Some(value) => number::signed(&mut buffer, value),
                None => return,
            },
        };
        out.extend_from_slice(bytes);
    }
}

/// An integer as slots hold it for a type code.
fn integer(code: u32, number: i64) -> u64 {
    match code {
        code::INT64 | code::UINT64 => number as u64,
        code::INT8 => (number as i8).to_bits(),
        code::INT16 => (number as i16).to_bits(),
        code::UINT8 => (number as u8).to_bits(),
        code::UINT16 => (number as u16).to_bits(),
        _ => (number as i32).to_bits(),
    }
}

/// The box of argument `index`; a null handle is an empty one. The value stays the box's.
pub(super) fn argument(n: &Native<'_>, index: usize) -> Result<Boxed, Fault> {
    let Ok(object) = n.object(index) else { return Ok(Boxed::EMPTY) };
    match is_box(object) {
        true => Ok(read(object)),
        false => Err(Fault::text("The argument is no boxed value")),
    }
}

/// Whether an object's payload is a box.
pub(super) fn is_box(object: *mut Header) -> bool {
    matches!(values::type_of(object).kind, RtKind::Std(std) if std.name == BOXED.name || std.name == ANY.name)
}

/// Fills the `?&out` box in argument `index` from a value; false, and empty, when it does not convert.
pub(super) fn fill(n: &mut Native<'_>, index: usize, value: Boxed) -> Result<bool, Fault> {
    let object = n.object(index)?;
    if !is_box(object) {
        return Err(Fault::text("The argument is no boxed value"));
    }
    let wanted = read(object).code;
    match value.convert(n.state, wanted)? {
        Some(value) => {
            write(n.state, object, value);
            Ok(true)
        }
        None => Ok(false),
    }
}

/// A new box of the machine's own type holding a value whose reference passes over.
pub(super) fn make(state: &mut State, value: Boxed) -> Result<*mut Header, Fault> {
    let ty = state.image.boxed_type();
    match state.heap.new_object(ty) {
        Ok(object) => {
            write(state, object, value);
            Ok(object)
        }
        Err(fault) => {
            value.discard(&mut state.heap);
            Err(fault)
        }
    }
}

fn give(n: &mut Native<'_>, value: Boxed) -> Result<(), Fault> {
    let object = make(n.state, value)?;
    n.set_object(object);
    Ok(())
}

/// Puts a copy of argument `index` in the object.
pub(super) fn store(n: &mut Native<'_>, index: usize) -> Result<(), Fault> {
    let value = argument(n, index)?.duplicate(n.state)?;
    let object = n.object(0)?;
    write(n.state, object, value);
    Ok(())
}

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        240 => |n| give(n, Boxed::EMPTY),
        241 | 243 => |n| assign_box(n.state, n.object(0)?, n.object(1)?),
        242 | 244 => |n| store(n, 1),
        245 => |n| {
            let value = Boxed { code: code::DOUBLE, bits: n.bits(1) };
            let object = n.object(0)?;
            write(n.state, object, value);
            Ok(())
        },
        246 => |n| {
            let value = Boxed { code: code::INT64, bits: n.bits(1) };
            let object = n.object(0)?;
            write(n.state, object, value);
            Ok(())
        },
        247 | 248 => |n| {
            let value = read(n.object(0)?);
            fill(n, 1, value).map(|_| ())
        },
        249 => |n| {
            let value = read(n.object(0)?).to_i64().unwrap_or(0);
            n.set(value);
            Ok(())
        },
        250 => |n| {
            let value = read(n.object(0)?).to_f64().unwrap_or(0.0);
            n.set(value);
            Ok(())
        },
        251 => |n| {
            let copy = copy_box(n.state, n.object(0)?)?;
            n.set_object(copy);
            Ok(())
        },
        500 => |n| give(n, Boxed { code: n.get::<u32>(0) & 15, bits: n.bits(1) }.scalar_only()),
        501 => |n| {
            Heap::keep_text(n.bits(0));
            give(n, Boxed { code: code::STRING, bits: n.bits(0) })
        },
        502 => box_handle,
        503 => |n| give(n, Boxed { code: n.get(0), bits: 0 }),
        504 => |n| {
            let value = read(n.object(0)?);
            let plain = value.code != code::STRING && !value.is_handle();
            n.set_bits(if plain { value.bits } else { 0 });
            Ok(())
        },
        505 => |n| {
            let value = read(n.object(0)?);
            let bits = if value.code == code::STRING { value.bits } else { 0 };
            Heap::keep_text(bits);
            n.set_bits(bits);
            Ok(())
        },
        506 => |n| {
            let value = read(n.object(0)?);
            n.set_handle(if value.is_handle() { value.bits } else { 0 });
            Ok(())
        },
        _ => return None,
    })
}

impl Boxed {
    /// Only scalars may be made from bits.
    fn scalar_only(self) -> Boxed {
        if self.code == code::STRING { Boxed::EMPTY } else { self }
    }
}

fn box_handle(n: &mut Native<'_>) -> Result<(), Fault> {
    let value = Boxed { code: n.get(0), bits: n.bits(1) };
    if !value.is_handle() || value.code & code::HANDLE != 0 && value.is_object() {
        return Err(Fault::text("The type code is none of a handle"));
    }
    let value = value.duplicate(n.state)?;
    give(n, value)
}
