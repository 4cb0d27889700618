//! Runs assembler programs with the expectations written in them, and hostile programs.

mod contexts;
mod duplicate;
mod hostile;
mod programs;
