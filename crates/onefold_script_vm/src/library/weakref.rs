//! `weakref<T>` and `const_weakref<T>`: immutable objects; assigning one shares it.

use super::StdObject;
use crate::duplicate::Copier;
use crate::fault::Fault;
use crate::heap::{GONE, Header, Heap};
use crate::native::{Native, NativeFn, payload};

/// A target with the flag that says whether it is gone.
#[derive(Clone, Copy)]
#[repr(C)]
struct Weak {
    target: u64,
    flag: *mut u32,
}

macro_rules! weak_object {
    ($($item:ident = $name:literal;)*) => { $(
        pub(crate) static $item: StdObject = StdObject {
            name: $name,
            size: size_of::<Weak>(),
            drop: drop_weak,
            trace: |_, _| {},
            duplicate: duplicate_weak,
            copy: None,
            assign: None,
        };
    )* };
}

weak_object! {
    WEAKREF = "weakref";
    CONST_WEAKREF = "const_weakref";
}

unsafe fn drop_weak(value: *mut u8, heap: &mut Heap) {
    // SAFETY: called with the payload of a weak reference, which owns a count of its flag.
    unsafe {
        let weak = *value.cast::<Weak>();
        if !weak.flag.is_null() {
            heap.drop_weak_flag(weak.flag);
        }
    }
}

unsafe fn duplicate_weak(from: *mut u8, to: *mut u8, copier: &mut Copier<'_>) -> Result<(), Fault> {
    // SAFETY: called with the payloads of two weak references; a null flag means that there is no target.
    unsafe {
        let (weak, new) = (*from.cast::<Weak>(), to.cast::<Weak>());
        if !weak.flag.is_null() && *weak.flag & GONE == 0 {
            copier.weak(weak.target, &raw mut (*new).target, &raw mut (*new).flag);
        }
    }
    Ok(())
}

/// The target of a weak reference, 0 when it is gone or there never was one.
fn target(n: &Native<'_>, index: usize) -> u64 {
    let Ok(weak) = n.payload::<Weak>(index) else { return 0 };
    // SAFETY: the argument is a weak reference by the signature and keeps its flag.
    unsafe {
        let weak = *weak;
        if weak.flag.is_null() || *weak.flag & GONE != 0 { 0 } else { weak.target }
    }
}

fn make(n: &mut Native<'_>, handle: u64) -> Result<(), Fault> {
    let ty = n.owner();
    if (handle as i64) <= 0 {
        n.set_bits(0);
        return Ok(());
    }
    let flag = n.state.heap.weak_flag(handle as usize as *mut Header)?;
    let object = match n.state.heap.new_object(ty) {
        Ok(object) => object,
        Err(fault) => {
            // SAFETY: the count just taken is given back.
            unsafe { n.state.heap.drop_weak_flag(flag) };
            return Err(fault);
        }
    };
    // SAFETY: the object is new and of a weak reference's type.
    unsafe { *payload::<Weak>(object) = Weak { target: handle, flag } };
    n.set_object(object);
    Ok(())
}

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        400 | 420 => |n| {
            n.set_bits(0);
            Ok(())
        },
        401 | 421 => |n| make(n, n.bits(0)),
        402 | 403 | 422 | 423 => |n| {
            let target = target(n, 0);
            n.set_handle(target);
            Ok(())
        },
        406 | 426 | 430 => |n| {
            let equal = target(n, 0) == target(n, 1);
            n.set(equal);
            Ok(())
        },
        407 | 427 => |n| make(n, n.bits(1)),
        429 => |n| {
            let target = target(n, 1);
            make(n, target)
        },
        408 | 428 => |n| {
            let equal = target(n, 0) == n.bits(1);
            n.set(equal);
            Ok(())
        },
        _ => return None,
    })
}
