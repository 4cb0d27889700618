//! `grid<T>`: a width, a height and an array of cells.

use super::{StdObject, array, values};
use crate::duplicate::Copier;
use crate::fault::Fault;
use crate::heap::{ArrayObject, Header, Heap};
use crate::native::{Native, NativeFn, payload};
use crate::state::State;

/// The cells row by row; `cells` is a counted array of `width * height` elements.
#[derive(Clone, Copy)]
#[repr(C)]
struct Grid {
    cells: u64,
    width: u32,
    height: u32,
}

pub(crate) static GRID: StdObject = StdObject {
    name: "grid",
    size: size_of::<Grid>(),
    drop: drop_grid,
    trace: trace_grid,
    duplicate: duplicate_grid,
    copy: Some(copy),
    assign: None,
};

unsafe fn drop_grid(value: *mut u8, heap: &mut Heap) {
    // SAFETY: called with the payload of a grid.
    heap.drop_later(unsafe { (*value.cast::<Grid>()).cells });
}

unsafe fn trace_grid(value: *mut u8, visit: &mut dyn FnMut(u64)) {
    // SAFETY: called with the payload of a grid.
    visit(unsafe { (*value.cast::<Grid>()).cells });
}

unsafe fn duplicate_grid(from: *mut u8, to: *mut u8, copier: &mut Copier<'_>) -> Result<(), Fault> {
    // SAFETY: called with the payloads of two grids.
    unsafe {
        let grid = *from.cast::<Grid>();
        *to.cast::<Grid>() = Grid { cells: copier.handle(grid.cells)?, ..grid };
    }
    Ok(())
}

fn copy(state: &mut State, from: *mut Header) -> Result<*mut Header, Fault> {
    // SAFETY: the caller holds the grid.
    let grid = unsafe { *payload::<Grid>(from) };
    let cells = match grid.cells {
        0 => 0,
        cells => values::copy(state, cells as usize as *mut Header)? as usize as u64,
    };
    match state.heap.new_object(values::type_of(from)) {
        Ok(object) => {
            // SAFETY: the object is new and a grid.
            unsafe { *payload::<Grid>(object) = Grid { cells, ..grid } };
            Ok(object)
        }
        Err(fault) => {
            state.heap.drop_handle(cells);
            Err(fault)
        }
    }
}

fn area(width: u32, height: u32) -> Result<u32, Fault> {
    width
        .checked_mul(height)
        .filter(|&cells| cells < 1 << 31)
        .ok_or_else(|| Fault::text("Too large grid size"))
}

fn make(n: &mut Native<'_>, width: u32, height: u32, value: Option<usize>) -> Result<(), Fault> {
    let cells = n.array(0)?;
    let count = area(width, height)?;
    array::resize(n.state, cells, count)?;
    if let Some(arg) = value {
        let storage = array::storage(cells);
        for index in 0..count {
            array::replace(n, cells, storage, index, arg)?;
        }
    }
    let ty = n.owner();
    let object = n.state.heap.new_object(ty)?;
    let handle = n.bits(0);
    Heap::keep_handle(handle);
    // SAFETY: the object is new and a grid.
    unsafe { *payload::<Grid>(object) = Grid { cells: handle, width, height } };
    n.set_object(object);
    Ok(())
}

fn grid(n: &Native<'_>) -> Result<Grid, Fault> {
    // SAFETY: the argument is a grid by the signature.
    Ok(unsafe { *n.payload::<Grid>(0)? })
}

fn resize(n: &mut Native<'_>, width: u32, height: u32) -> Result<(), Fault> {
    let old = grid(n)?;
    let count = area(width, height)?;
    let from = old.cells as usize as *mut ArrayObject;
    if from.is_null() {
        return Err(Fault::Null);
    }
    let storage = array::storage(from);
    let to = n.state.heap.new_array(values::type_of(from.cast()), 0)?;
    if let Err(fault) = array::resize(n.state, to, count) {
        n.state.heap.release(to.cast());
        return Err(fault);
    }
    let inside = old.width.checked_mul(old.height) == Some(array::len(from));
    for y in 0..if inside { height.min(old.height) } else { 0 } {
        for x in 0..width.min(old.width) {
            array::exchange(from, y * old.width + x, to, y * width + x, storage);
        }
    }
    // SAFETY: the argument is a grid by the signature.
    unsafe { *n.payload::<Grid>(0)? = Grid { cells: to as usize as u64, width, height } };
    n.state.heap.drop_handle(old.cells);
    Ok(())
}

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        550 => |n| make(n, 0, 0, None),
        551 => |n| make(n, n.get(1), n.get(2), None),
        552 => |n| make(n, n.get(1), n.get(2), Some(3)),
        556 => |n| resize(n, n.get(1), n.get(2)),
        557 => |n| {
            let width = grid(n)?.width;
            n.set(width);
            Ok(())
        },
        558 => |n| {
            let height = grid(n)?.height;
            n.set(height);
            Ok(())
        },
        559 => |n| {
            let cells = grid(n)?.cells;
            n.set_handle(cells);
            Ok(())
        },
        560 => |n| {
            let (grid, x, y) = (grid(n)?, n.get::<u32>(1), n.get::<u32>(2));
            if x >= grid.width || y >= grid.height {
                return Err(Fault::Bounds);
            }
            n.set(y * grid.width + x);
            Ok(())
        },
        _ => return None,
    })
}
