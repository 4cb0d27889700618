//! The `onefold` command.
#![forbid(unsafe_code)]

mod demo;
mod types;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Exit codes of every verb.
mod exit {
    /// The input has errors.
    pub const INPUT: u8 = 1;
    /// A fault of ours.
    pub const FAULT: u8 = 4;
}

/// One description of every class: files, scripts, editor and agent read it.
#[derive(Parser)]
#[command(name = "onefold", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Turns an empty world and one command file into a playable scene and plays it
    Demo(demo::Options),
    /// Lists the described types, or shows one
    Types(types::Options),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.verb {
        Verb::Demo(options) => demo::run(&options),
        Verb::Types(options) => types::run(&options),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(exit::INPUT),
        Err(err) => {
            eprintln!("onefold: {err:#}");
            ExitCode::from(exit::FAULT)
        }
    }
}
