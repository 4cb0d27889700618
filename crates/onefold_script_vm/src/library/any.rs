//! `any`: a box scripts hold by handle.

use onefold_script_std::box_fns::code;

use super::boxed::{self, Boxed};
use super::values;
use crate::fault::Fault;
use crate::native::{Native, NativeFn};

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        520 => |n| make(n, None),
        521 => |n| {
            let value = boxed::argument(n, 0)?.duplicate(n.state)?;
            make(n, Some(value))
        },
        522 => |n| make(n, Some(Boxed { code: code::INT64, bits: n.bits(0) })),
        523 => |n| make(n, Some(Boxed { code: code::DOUBLE, bits: n.bits(0) })),
        524 => |n| values::assign(n.state, n.object(0)?, n.object(1)?),
        525 => |n| boxed::store(n, 1),
        526 => |n| put(n, Boxed { code: code::INT64, bits: n.bits(1) }),
        527 => |n| put(n, Boxed { code: code::DOUBLE, bits: n.bits(1) }),
        528 => |n| {
            let value = boxed::read(n.object(0)?);
            // What is held is given only as what it is, handles as what they can be taken for.
            let wanted = boxed::argument(n, 1)?;
            let same = value.code == wanted.code || value.is_handle() && wanted.is_handle();
            let found = same && boxed::fill(n, 1, value)?;
            n.set(found);
            Ok(())
        },
        529 => |n| retrieve(n, code::INT64),
        530 => |n| retrieve(n, code::DOUBLE),
        531 => |n| {
            let copy = values::copy(n.state, n.object(0)?)?;
            n.set_object(copy);
            Ok(())
        },
        _ => return None,
    })
}

fn make(n: &mut Native<'_>, value: Option<Boxed>) -> Result<(), Fault> {
    let ty = n.owner();
    let object = n.state.heap.new_object(ty);
    match (object, value) {
        (Ok(object), value) => {
            boxed::write(n.state, object, value.unwrap_or(Boxed::EMPTY));
            n.set_object(object);
            Ok(())
        }
        (Err(fault), value) => {
            value.unwrap_or(Boxed::EMPTY).discard(&mut n.state.heap);
            Err(fault)
        }
    }
}

fn put(n: &mut Native<'_>, value: Boxed) -> Result<(), Fault> {
    let object = n.object(0)?;
    boxed::write(n.state, object, value);
    Ok(())
}

/// Numbers are held as int64 or double and given as either.
fn retrieve(n: &mut Native<'_>, wanted: u32) -> Result<(), Fault> {
    let value = boxed::read(n.object(0)?);
    let number = matches!(value.code, code::INT64 | code::DOUBLE);
    match if number { value.convert(n.state, wanted)? } else { None } {
        Some(value) => {
            n.put(1, value.bits)?;
            n.set(true);
        }
        None => n.set(false),
    }
    Ok(())
}
