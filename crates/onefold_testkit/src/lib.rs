//! Golden folders, random operation sequences and temporary projects for the tests of all rooms.
//!
//! [`golden::run`] feeds every input of a folder to a function and compares what comes out with the
//! text beside it; [`sequence::check`] throws random operations at a thing, and shrinks those that
//! break it; [`TempProject`] is a folder of files that vanishes with the test.
//!
//! ```
//! use onefold_testkit::{Random, TempProject, golden, sequence};
//!
//! let project = TempProject::new().with("sums/small.sum", "1 2 3").with("sums/small.txt", "6\n");
//! golden::run(project.path().join("sums"), "sum", |input| {
//!     let sum: i32 = input.split_whitespace().filter_map(|word| word.parse::<i32>().ok()).sum();
//!     format!("{sum}\n")
//! });
//!
//! let push = |random: &mut Random| random.below(100);
//! sequence::check(20, 50, push, |numbers| {
//!     let mut sorted = numbers.to_vec();
//!     sorted.sort_unstable();
//!     if sorted.is_sorted() { Ok(()) } else { Err("sorting does not sort".into()) }
//! });
//! ```
//!
//! Does not: belong into a product (crates take it as a dev-dependency only), know any other room,
//! or use clocks, the network or true randomness.
#![forbid(unsafe_code)]

mod diff;
pub mod golden;
mod project;
mod random;
pub mod sequence;

pub use diff::diff;
pub use project::TempProject;
pub use random::Random;
