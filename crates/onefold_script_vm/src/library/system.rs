//! Exceptions, coroutines and output.

use crate::fault::Fault;
use crate::heap::Heap;
use crate::native::{Native, NativeFn};

pub(super) fn body(id: u32) -> Option<NativeFn> {
    Some(match id {
        651 => |n| {
            let text =
                n.state.caught.as_ref().map(|caught| caught.fault.message().to_owned()).unwrap_or_default();
            n.set_text(text.as_bytes())
        },
        652 => |n| {
            n.object(0)?;
            let (func, argument) = (n.bits(0), n.bits(1));
            Heap::keep_handle(func);
            Heap::keep_handle(argument);
            n.state.coroutines.push((func, argument));
            Ok(())
        },
        653 => yield_now,
        654 => |n| {
            let text = n.text(0);
            if let Some(output) = &mut n.state.output {
                output(text);
            }
            Ok(())
        },
        655 => |n| if n.get::<bool>(0) { Ok(()) } else { Err(Fault::text("assert failed")) },
        _ => return None,
    })
}

/// Lets the next coroutine go on. Within a native's callback nothing can be suspended, so it is a call
/// without effect there.
fn yield_now(n: &mut Native<'_>) -> Result<(), Fault> {
    if n.state.nesting == 0 {
        n.state.suspend = true;
    }
    Ok(())
}
