//! What verbs print.

use std::fmt;
use std::io::{ErrorKind, Write as _};

/// Prints a line of a verb's result. A reader that has seen enough (`onefold types | head -1`) ends the program quietly.
macro_rules! say {
    ($($format:tt)*) => { $crate::output::line(format_args!($($format)*)) };
}
pub(crate) use say;

/// Prints a line.
pub fn line(text: fmt::Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    if let Err(err) = out.write_fmt(text).and_then(|()| out.write_all(b"\n")) {
        if err.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        eprintln!("onefold: cannot write the result: {err}");
        std::process::exit(i32::from(crate::exit::ENVIRONMENT));
    }
}
