//! Bodies of the standard library, by id.

use onefold_script_bytecode::{Program, StdId};

use crate::heap::Heap;
use crate::image::{LinkError, NativeLink, RtType};

/// What the heap needs of a library type whose objects are Rust values.
pub(crate) struct StdType {
    pub name: &'static str,
    /// Bytes behind the header.
    pub size: usize,
    /// Drops the value behind the header.
    pub drop: unsafe fn(*mut u8, &mut Heap),
    /// Visits every counted handle the value holds.
    pub trace: unsafe fn(*mut u8, &mut dyn FnMut(u64)),
}

pub(crate) fn std_type(_name: &str) -> Option<&'static StdType> {
    None
}

pub(crate) fn link(program: &Program, _types: &[RtType], id: StdId) -> Result<NativeLink, LinkError> {
    let import = &program.std[id.index()];
    Err(LinkError { text: format!("there is no library function {}", import.id) })
}
