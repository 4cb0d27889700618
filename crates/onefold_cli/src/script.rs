//! `onefold script`: run, check, format, test and disassemble script files.

mod clock;
mod tests;

use std::fs;
use std::io::{LineWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Subcommand;
use onefold_diag::{Diagnostics, FileId, Source, SourceMap};
use onefold_script::{BuildOptions, Built, RunLimits, Script, build, message_line, run_with};
use onefold_script_syntax::{Level, Resolver};

use self::clock::SystemClock;

/// Arguments of `onefold script`.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Runs `main()` of a script: its output, then a line that says how it ended
    Run {
        /// The script
        file: PathBuf,
        /// Compile only
        #[arg(long)]
        compile_only: bool,
        /// Messages with the source lines they are about
        #[arg(long)]
        pretty: bool,
        /// Follow the reference library of that version where the two differ: 2.35
        #[arg(long)]
        level: Option<String>,
        /// Calls and loop iterations before the run ends with an exception
        #[arg(long)]
        budget: Option<i64>,
        /// Seconds before the run ends as `timeout`
        #[arg(long, default_value_t = 10.0)]
        timeout: f64,
    },
    /// Compiles scripts and prints every message
    Check {
        /// The scripts
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Lays scripts out in the house style, in place
    Fmt {
        /// The scripts
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Change nothing; fail when a file would change
        #[arg(long)]
        check: bool,
    },
    /// Prints the bytecode of scripts
    Disasm {
        /// The scripts
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Runs the functions named `Test_…`, each in a machine of its own
    Test {
        /// The scripts
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Only tests with this in their names
        #[arg(long)]
        only: Option<String>,
        /// Seconds before a test has failed
        #[arg(long, default_value_t = 10.0)]
        timeout: f64,
    },
    /// Times `double bench()`: prints `median-seconds checksum least-seconds`
    Bench {
        /// The script
        file: PathBuf,
        /// Timed calls after an untimed one
        reps: u32,
    },
}

/// Runs the verb; the exit code is the action's own.
pub fn run(options: &Options) -> Result<u8> {
    match &options.action {
        Action::Run { file, compile_only, pretty, level, budget, timeout } => {
            let limits = limits(*budget, *timeout);
            run_file(file, *compile_only, *pretty, level.as_deref(), &limits)
        }
        Action::Test { files, only, timeout } => {
            let limits = limits(None, *timeout);
            each(files, |file| tests::run(file, only.as_deref(), &limits))
        }
        Action::Check { files } => each(files, |file| {
            let (built, sources) = compile(file, Level::default())?;
            report(&built, &sources, true);
            Ok(built.is_ok())
        }),
        Action::Fmt { files, check } => each(files, |file| format_file(file, *check)),
        Action::Disasm { files } => each(files, |file| {
            let (built, sources) = compile(file, Level::default())?;
            report(&built, &sources, true);
            if let Ok(script) = &built {
                print!("{}", script.program());
            }
            Ok(built.is_ok())
        }),
        Action::Bench { file, reps } => bench(file, *reps),
    }
}

fn each(files: &[PathBuf], mut work: impl FnMut(&Path) -> Result<bool>) -> Result<u8> {
    let mut fine = true;
    for file in files {
        fine &= work(file)?;
    }
    Ok(u8::from(!fine))
}

/// Included files lie beside the file that includes them, or below its folder.
struct BesideFile(PathBuf);

impl Resolver for BesideFile {
    fn resolve(&mut self, name: &str, _from: &str) -> Result<Source, String> {
        let wanted = Path::new(name);
        let climbs = wanted.components().any(|part| matches!(part, std::path::Component::ParentDir));
        if wanted.is_absolute() || climbs {
            return Err("an included file lies in the folder of the script or below".to_owned());
        }
        let path = self.0.join(wanted);
        fs::read_to_string(&path).map(|text| Source::new(name, text)).map_err(|err| err.to_string())
    }
}

fn compile(file: &Path, level: Level) -> Result<(Built, SourceMap)> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{} is no UTF-8 text", file.display()))?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut sources = SourceMap::new();
    let root = sources.add(Source::new(name, text));
    let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
    let options = BuildOptions { level, ..BuildOptions::default() };
    let built = build(root, &mut sources, &mut BesideFile(folder), &options);
    Ok((built, sources))
}

fn messages(built: &Built) -> &Diagnostics {
    match built {
        Ok(script) => &script.diagnostics,
        Err(messages) => messages,
    }
}

fn report(built: &Built, sources: &SourceMap, pretty: bool) {
    for message in messages(built) {
        if pretty {
            eprintln!("{}", message.to_excerpt(sources));
        } else {
            eprintln!("{}", message_line(message));
        }
    }
}

fn run_file(
    file: &Path,
    compile_only: bool,
    pretty: bool,
    level: Option<&str>,
    limits: &RunLimits,
) -> Result<u8> {
    let level = match level {
        None => Level::default(),
        Some("2.35") => Level::V235,
        Some(other) => anyhow::bail!("there is no level `{other}`; the only one to choose is 2.35"),
    };
    let (built, sources) = compile(file, level)?;
    report(&built, &sources, pretty);
    let mut out = std::io::stdout();
    let Ok(script) = built else {
        writeln!(out, "compile-failed")?;
        return Ok(1);
    };
    if compile_only {
        writeln!(out, "compiled")?;
        return Ok(0);
    }
    let mut lines = LineWriter::new(std::io::stdout());
    let ended = run_with(&script, limits, Some(Box::new(SystemClock::start())), move |line| {
        // A reader that has gone away is no reason to end the script differently.
        drop(lines.write_all(line).and_then(|()| lines.write_all(b"\n")));
    });
    writeln!(out, "{}", ended.last_line())?;
    Ok(ended.exit_code() as u8)
}

/// Budgets of a run: wall time, and instructions where somebody counts them.
fn limits(budget: Option<i64>, seconds: f64) -> RunLimits {
    let millis = (seconds.clamp(0.0, 1e9) * 1000.0) as u64;
    RunLimits { fuel: budget.unwrap_or(i64::MAX), millis: Some(millis), ..RunLimits::default() }
}

fn format_file(file: &Path, check: bool) -> Result<bool> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut sources = SourceMap::new();
    sources.add(Source::new(file.display().to_string(), text.as_str()));
    debug_assert_eq!(FileId::default(), FileId(0));
    match onefold_script_syntax::try_format(&text, &onefold_script_syntax::Options::default()) {
        Ok(new) if new == text => Ok(true),
        Ok(_) if check => {
            println!("{} would change", file.display());
            Ok(false)
        }
        Ok(new) => {
            fs::write(file, new).with_context(|| format!("cannot write {}", file.display()))?;
            Ok(true)
        }
        Err(messages) => {
            for message in &messages {
                eprintln!("{}", message.to_excerpt(&sources));
            }
            Ok(false)
        }
    }
}

fn bench(file: &Path, reps: u32) -> Result<u8> {
    let (built, sources) = compile(file, Level::default())?;
    report(&built, &sources, false);
    let Ok(script) = built else { return Ok(1) };
    let mut times = Vec::new();
    let mut sum = call_bench(&script)?;
    for _ in 0..reps.max(1) {
        let start = Instant::now();
        sum = call_bench(&script)?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    println!("{} {sum} {}", times[times.len() / 2], times[0]);
    Ok(0)
}

fn call_bench(script: &Script) -> Result<f64> {
    use onefold_script_vm::{Limits, Vm};
    let mut vm = Vm::new(script.image().clone(), Limits::default())
        .map_err(|why| anyhow::anyhow!("{}", why.message()))?;
    vm.init().map_err(|why| anyhow::anyhow!("{why}"))?;
    let function =
        onefold_script::find_function(script.program(), "bench").context("there is no `double bench()`")?;
    let value = vm.call(function, &[]).map_err(|why| anyhow::anyhow!("{why}"))?;
    Ok(value.to_f64())
}
