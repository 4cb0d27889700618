//! The `onefold` command.
#![forbid(unsafe_code)]

mod demo;
mod script;
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
    /// Runs, checks, formats and disassembles script files
    Script(script::Options),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let code = |fine: bool| if fine { 0 } else { exit::INPUT };
    let done = match cli.verb {
        Verb::Demo(options) => demo::run(&options).map(code),
        Verb::Types(options) => types::run(&options).map(code),
        Verb::Script(options) => script::run(&options),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(err) => {
            eprintln!("onefold: {err:#}");
            ExitCode::from(exit::FAULT)
        }
    }
}
