//! The `onefold` command.
#![forbid(unsafe_code)]

mod check;
mod convert;
mod demo;
mod output;
mod scenes;
mod script;
mod types;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Exit codes of every verb.
mod exit {
    /// The input has errors.
    pub const INPUT: u8 = 1;
    /// The arguments make no sense.
    pub const USAGE: u8 = 2;
    /// The environment lacks something: a folder that cannot be written, a file that is not there.
    pub const ENVIRONMENT: u8 = 3;
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
    /// Says everything that is wrong with scenes and scripts
    Check(check::Options),
    /// Turns a scene into another form: .json, .xml, .ofb
    Convert(convert::Options),
    /// Runs, checks, formats and disassembles script files
    Script(script::Options),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // `script` has the exit codes of its report format, where 4 is every fault that is not the script's.
    let is_script = matches!(cli.verb, Verb::Script(_));
    let code = |fine: bool| if fine { 0 } else { exit::INPUT };
    let done = match cli.verb {
        Verb::Demo(options) => demo::run(&options).map(code),
        Verb::Types(options) => types::run(&options).map(code),
        Verb::Check(options) => check::run(&options).map(code),
        Verb::Convert(options) => convert::run(&options).map(|outcome| match outcome {
            convert::Outcome::Done => 0,
            convert::Outcome::Wrong => exit::INPUT,
            convert::Outcome::Usage => exit::USAGE,
        }),
        Verb::Script(options) => script::run(&options),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(err) => {
            eprintln!("onefold: {err:#}");
            let is_environment = !is_script && err.chain().any(|cause| cause.is::<std::io::Error>());
            ExitCode::from(if is_environment { exit::ENVIRONMENT } else { exit::FAULT })
        }
    }
}
