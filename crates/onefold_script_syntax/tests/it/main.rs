//! The crate as its users see it.

mod cases;
mod formatting;
mod hostile;
mod spans;
