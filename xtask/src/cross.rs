//! Builds for targets other than this machine, by whichever toolchain here can do them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::{cargo, prepare};

/// Debian's second Rust toolchain, which can build the standard library for any target.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library/Cargo.toml";

/// What brings that toolchain.
const APT: &str = "apt-get install --no-install-recommends rustc-web cargo-web rust-web-src lld-22";

/// The oldest compiler, as (major, minor), that the workspace accepts.
const OLDEST: (u32, u32) = (1, 95);

/// A cargo command for `target` with its own target folder, or how to get what it needs.
pub fn cargo_for(root: &Path, target: &str, folder: &str, verb: &str) -> Result<Command, String> {
    let mut command = if has_standard_library(root, target) {
        cargo(root, &[verb])
    } else if has_debian_toolchain() {
        let mut command = Command::new(DEBIAN_CARGO);
        command.arg(verb).arg("-Zbuild-std=std,panic_abort");
        prepare(&mut command, root);
        // Kept the same in every call: a changed linker makes cargo build the library again.
        command
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTC", DEBIAN_RUSTC)
            .env("RUSTDOC", "/usr/bin/rustdoc")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22");
        command
    } else {
        return Err(format!("no standard library for {target}: `rustup target add {target}` or `{APT}`"));
    };
    command.args(["--target", target]).env("CARGO_TARGET_DIR", root.join("target").join(folder));
    Ok(command)
}

/// Whether the toolchain in use carries the target's standard library.
fn has_standard_library(root: &Path, target: &str) -> bool {
    let mut command = Command::new("rustc");
    command.args(["--print", "target-libdir", "--target", target]);
    prepare(&mut command, root);
    command.output().is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout);
        let holds_std = |folder: PathBuf| {
            std::fs::read_dir(folder).is_ok_and(|mut files| {
                files.any(|file| {
                    file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
                })
            })
        };
        output.status.success() && holds_std(PathBuf::from(folder.trim()))
    })
}

fn has_debian_toolchain() -> bool {
    let output = Command::new(DEBIAN_RUSTC).arg("--version").env_remove("LD_LIBRARY_PATH").output();
    let new_enough =
        output.is_ok_and(|output| version(&String::from_utf8_lossy(&output.stdout)) >= Some(OLDEST));
    new_enough && Path::new(DEBIAN_CARGO).exists() && Path::new(DEBIAN_SOURCES).exists()
}

/// Major and minor number in `rustc 1.96.0 (…)`.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix("rustc ")?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests;
