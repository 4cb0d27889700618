//! Random sequences of operations against a thing that must survive them all.
//!
//! A sequence that breaks the thing is made shorter as long as it still breaks it, and the rest is
//! printed together with its number. `ONEFOLD_SEQUENCE=17 cargo test name` runs number 17 alone;
//! `ONEFOLD_SEQUENCES=10000` runs that many.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Random;
use crate::golden::panic_text;

/// Attempts to make a failing sequence shorter.
const MOST_ATTEMPTS: usize = 2000;

/// Runs `count` sequences of up to `longest` operations each.
///
/// `next` makes one operation, `run` performs a whole sequence on a fresh thing and returns what
/// went wrong; a panic counts as wrong too. Operations should hold indexes to be taken modulo
/// what exists when they run, so that a sequence stays meaningful when it is made shorter.
///
/// # Panics
///
/// If a sequence fails, with the shortest failing part of it.
pub fn check<Op: Clone + Debug>(
    count: u64,
    longest: usize,
    mut next: impl FnMut(&mut Random) -> Op,
    run: impl Fn(&[Op]) -> Result<(), String>,
) {
    let numbers = match number_in("ONEFOLD_SEQUENCE") {
        Some(number) => number..=number,
        None => 1..=number_in("ONEFOLD_SEQUENCES").unwrap_or(count),
    };
    for number in numbers {
        if let Some(failure) = failure(number, longest, &mut next, &run) {
            panic!("{failure}");
        }
    }
}

fn failure<Op: Clone + Debug>(
    number: u64,
    longest: usize,
    next: &mut impl FnMut(&mut Random) -> Op,
    run: &impl Fn(&[Op]) -> Result<(), String>,
) -> Option<String> {
    let mut random = Random::new(number);
    let length = random.below(longest) + 1;
    let operations: Vec<Op> = (0..length).map(|_| next(&mut random)).collect();
    let first = outcome(&operations, run).err()?;
    let (shortest, why) = shorten(operations, first, run);
    let listed: String = shortest.iter().map(|operation| format!("\n    {operation:?}")).collect();
    Some(format!(
        "sequence {number} fails: {why}\n  {} of its {length} operations are enough:{listed}\n  \
         again with ONEFOLD_SEQUENCE={number}",
        shortest.len()
    ))
}

/// Leaves out ever smaller parts of a failing sequence while the rest still fails.
fn shorten<Op: Clone>(
    mut operations: Vec<Op>,
    mut why: String,
    run: &impl Fn(&[Op]) -> Result<(), String>,
) -> (Vec<Op>, String) {
    let mut attempts = 0;
    let mut part = operations.len().div_ceil(2);
    while part > 0 && attempts < MOST_ATTEMPTS {
        let mut start = 0;
        let mut changed = false;
        while start < operations.len() && attempts < MOST_ATTEMPTS {
            let mut shorter = operations.clone();
            shorter.drain(start..(start + part).min(operations.len()));
            attempts += 1;
            match outcome(&shorter, run) {
                Err(still) => {
                    operations = shorter;
                    why = still;
                    changed = true;
                }
                Ok(()) => start += part,
            }
        }
        part = if part == 1 && !changed { 0 } else { (part / 2).max(1) };
    }
    (operations, why)
}

fn outcome<Op>(operations: &[Op], run: &impl Fn(&[Op]) -> Result<(), String>) -> Result<(), String> {
    match catch_unwind(AssertUnwindSafe(|| run(operations))) {
        Ok(result) => result,
        Err(panic) => Err(format!("panicked: {}", panic_text(&*panic))),
    }
}

fn number_in(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[cfg(test)]
mod tests;
