//! Runs one script file and reports in the format of `script run`.
use onefold_diag::{Source, SourceMap};
use onefold_script::{BuildOptions, NoFiles, RunLimits, build, message_line, run_main};
use std::io::Write;

fn main() {
    let file = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let name = file.rsplit('/').next().unwrap_or("").to_owned();
    let mut sources = SourceMap::new();
    let root = sources.add(Source::new(name, text));
    let built = build(root, &mut sources, &mut NoFiles, &BuildOptions::default());
    let messages = match &built {
        Ok(script) => &script.diagnostics,
        Err(messages) => messages,
    };
    for message in messages.iter() {
        eprintln!("{}", message_line(message));
    }
    let Ok(script) = built else {
        println!("compile-failed");
        std::process::exit(1);
    };
    let mut out = std::io::stdout().lock();
    let report = run_main(&script, &RunLimits::default(), &mut |line| {
        let _ = out.write_all(line);
        let _ = out.write_all(b"\n");
    });
    let _ = writeln!(out, "{}", report.last_line());
    std::process::exit(report.exit_code());
}
