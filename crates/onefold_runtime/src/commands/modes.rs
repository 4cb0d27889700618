//! Play, pause, step, stop.

use onefold_diag::Diagnostics;
use serde_json::{Value as Json, json};

use super::arguments::Arguments;
use crate::command::{Applied, CommandSpec, Plan};
use crate::input::InputTrack;
use crate::runtime::{Mode, Runtime};

/// Most ticks of one `step`.
const TICK_LIMIT: u64 = 1_000_000;

pub(super) const PLAY: CommandSpec = CommandSpec {
    name: "play",
    doc: "Copies the edit world into a play world and starts it; inputs may be given by tick",
    changes: false,
    prepare: play,
};

pub(super) const PAUSE: CommandSpec = CommandSpec {
    name: "pause",
    doc: "Lets the play world wait",
    changes: false,
    prepare: |runtime, json| {
        let errors = Arguments::new(json, &[]).errors;
        runtime.expect_mode(runtime.mode() != Mode::Edit, "nothing is playing")?;
        errors.into_result(Plan::sure(|runtime| {
            runtime.set_paused(true);
            answer(runtime)
        }))
    },
};

pub(super) const STEP: CommandSpec = CommandSpec {
    name: "step",
    doc: "Runs so many fixed steps of the play world",
    changes: false,
    prepare: step,
};

pub(super) const STOP: CommandSpec = CommandSpec {
    name: "stop",
    doc: "Drops the play world; the edit world is what it was",
    changes: false,
    prepare: |runtime, json| {
        let errors = Arguments::new(json, &[]).errors;
        runtime.expect_mode(runtime.mode() != Mode::Edit, "nothing is playing")?;
        errors.into_result(Plan::sure(|runtime| {
            runtime.stop_play();
            answer(runtime)
        }))
    },
};

fn play(runtime: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let mut args = Arguments::new(json, &["inputs", "seed", "paused"]);
    let seed = args.count("seed", 0);
    let paused = match args.get("paused") {
        None => false,
        Some(Json::Bool(paused)) => *paused,
        Some(other) => {
            args.wrong("paused", "true or false", other);
            false
        }
    };
    let inputs = read_inputs(&mut args);
    let mut errors = args.errors;
    if let Err(wrong) =
        runtime.expect_mode(runtime.mode() == Mode::Edit, "a world is playing already; stop it first")
    {
        errors.extend(wrong);
    }
    // Only a class that cannot be copied can keep play from starting, so that is looked at before.
    if let Err(wrong) = runtime.edit_world().objects().duplicate() {
        errors.push(wrong);
    }
    errors.into_result(Plan::new(move |runtime| {
        runtime.set_inputs(inputs.unwrap_or_default());
        runtime.set_seed(seed);
        runtime.start_play()?;
        runtime.set_paused(paused);
        Ok(answer(runtime))
    }))
}

fn step(runtime: &Runtime, json: &Json) -> Result<Plan, Diagnostics> {
    let mut args = Arguments::new(json, &["ticks", "inputs"]);
    let ticks = args.count("ticks", 1);
    if ticks > TICK_LIMIT {
        args.wrong("ticks", "at most 1000000", &ticks.into());
    }
    let inputs = read_inputs(&mut args);
    let mut errors = args.errors;
    if let Err(wrong) = runtime.expect_mode(runtime.mode() != Mode::Edit, "nothing is playing; play first") {
        errors.extend(wrong);
    }
    errors.into_result(Plan::sure(move |runtime| {
        if let Some(inputs) = inputs {
            // Ticks of a step's inputs count from its own start.
            let start = runtime.tick();
            let mut inputs = inputs;
            inputs.events.iter_mut().for_each(|event| event.tick += start);
            runtime.set_inputs(inputs);
        }
        let ran = (0..ticks).take_while(|_| runtime.step()).count();
        let mut applied = answer(runtime);
        applied.answer["ran"] = ran.into();
        applied
    }))
}

fn read_inputs(args: &mut Arguments<'_>) -> Option<InputTrack> {
    let json = args.get("inputs")?;
    match InputTrack::from_json(json) {
        Ok(track) => Some(track),
        Err(wrong) => {
            args.errors.extend(wrong);
            None
        }
    }
}

fn answer(runtime: &Runtime) -> Applied {
    let mut answer = json!({ "mode": runtime.mode().name(), "tick": runtime.tick() });
    if runtime.mode() != Mode::Edit {
        answer["state_hash"] = format!("{:016x}", runtime.state_hash()).into();
    }
    Applied { answer, inverse: Vec::new() }
}
