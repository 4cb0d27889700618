//! `onefold demo`: the main job, from an empty world to a scene that plays.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use onefold_runtime::{Command, Runtime};
use onefold_world::{World, save_scene};
use serde_json::{Value as Json, json};

use crate::output::say;

/// The command file that makes the scene.
const COMMAND_FILE: &str = include_str!("../../../examples/arena/arena.command.json");
/// What has to come out.
const EXPECTED: &str = include_str!("../../../examples/arena/arena.expect.json");
/// Ten simulated seconds at sixty steps a second.
const TICKS: u64 = 600;

/// Arguments of `onefold demo`.
#[derive(clap::Args)]
pub struct Options {
    /// Folder for what the demo writes
    #[arg(long, default_value = "demo-out")]
    out: PathBuf,
}

/// Runs the verb; false when something is not as expected.
pub fn run(options: &Options) -> Result<bool> {
    let registry = onefold_engine::registry()?;
    let mut runtime = Runtime::new(registry)?;
    fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make the folder {}", options.out.display()))?;
    say!("an empty world, one command file: examples/arena/arena.command.json");
    let answer = onefold_agent::apply(&mut runtime, COMMAND_FILE);
    say!("created {}, edited {}, removed {}", answer["applied"], answer["edited"], answer["removed"]);
    for error in answer["errors"].as_array().into_iter().flatten() {
        say!("error: {error}");
    }
    for handle in World::of(runtime.edit_world()).in_order() {
        let class = runtime.edit_world().objects().entry(handle).map_or("", |entry| entry.bare_name());
        let path = World::of(runtime.edit_world()).path(handle).unwrap_or_default();
        say!("  {path}: {class}");
    }
    let bound = account_for_binding(&runtime);
    let scene = options.out.join("arena.scene.json");
    fs::write(&scene, save_scene(runtime.edit_world()))
        .with_context(|| format!("cannot write {}", scene.display()))?;
    let stepped = runtime.execute(&Command::new("demo", "step", json!({ "ticks": TICKS })))?;
    say!("played {} ticks", stepped["ran"]);
    for report in runtime.behaviours() {
        say!(
            "  script {} on {}: {} calls, {} exceptions",
            report.class,
            report.entity,
            report.calls,
            report.exceptions
        );
    }
    for entry in runtime.log() {
        say!("  log: {}", entry.message);
    }
    let outcome = json!({
        "created": answer["applied"],
        "errors": answer["errors"].as_array().map_or(0, Vec::len),
        "ticks": stepped["ran"],
        "score": runtime.score(),
        "state_hash": format!("{:016x}", runtime.state_hash()),
    });
    say!("score: {}", outcome["score"]);
    say!("state hash: {:016x}", runtime.state_hash());
    say!("scene: {}", scene.display());
    let expected: Json = serde_json::from_str(EXPECTED).context("examples/arena/arena.expect.json")?;
    let differences = differences(&expected, &outcome);
    for difference in &differences {
        say!("NOT AS EXPECTED: {difference}");
    }
    Ok(bound && differences.is_empty())
}

/// Prints what scripts see of what is described; true when every item is accounted for.
fn account_for_binding(runtime: &Runtime) -> bool {
    let report = runtime.bind_report();
    say!("described {}, bound {}, skipped {}", report.described, report.bound.len(), report.skipped.len());
    if !report.is_complete() {
        say!("NOT AS EXPECTED: bound + skipped is not what is described");
    }
    report.is_complete()
}

fn differences(expected: &Json, outcome: &Json) -> Vec<String> {
    let Some(expected) = expected.as_object() else { return vec!["the expectation is no object".to_owned()] };
    expected
        .iter()
        .filter(|(key, value)| outcome.get(key.as_str()) != Some(value))
        .map(|(key, value)| {
            format!("{key} is {}, expected {value}", outcome.get(key.as_str()).unwrap_or(&Json::Null))
        })
        .collect()
}
