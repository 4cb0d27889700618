//! Chores of the repository: `cargo xtask tidy`, `ci`, `full` and their single steps.
#![forbid(unsafe_code)]

mod ci;
mod cross;
mod full;
mod packages;
mod rust_text;
mod steps;
mod tidy;
mod tree;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask CHORE

  tidy    layers, sizes, docs, words, links and lock files of the tree (also a test of this crate)
  ci      the short tier: formatting, clippy, tidy, all tests, the demo
  full    everything: ci, docs, features, wasm32, other systems, sanitizer, fuzz smoke
  wasm    only the wasm32 build of every crate up to layer 3
  asan    only the tests of the crates marked U under AddressSanitizer (nightly)
  bench   the benchmarks (workspace of its own under benches/); arguments are passed on
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = tree::repository_root();
    let chore = args.first().map(String::as_str);
    match chore {
        Some("tidy") => tidy::command(&root),
        Some("ci") => ci::command(&root),
        Some("full") => full::command(&root),
        Some("wasm") => full::single(&root, "wasm32", full::wasm),
        Some("asan") => full::single(&root, "sanitizer", full::sanitizer),
        Some("bench") => full::bench(&root, &args[1..]),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        other => {
            if let Some(word) = other {
                eprintln!("`{word}` is not a chore");
            }
            eprint!("{HELP}");
            ExitCode::from(2)
        }
    }
}
