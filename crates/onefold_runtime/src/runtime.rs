//! The runtime: edit world, play world, and the door that commands come through.

use std::collections::HashMap;
use std::sync::Arc;

use onefold_api::Api;
use onefold_diag::{Code, Diagnostic, Diagnostics, Retry};
use onefold_reflect::{AnyHandle, Cx, Handle, Lifecycle, Registry, TypeFlags, Value};
use onefold_script::{BindReport, bind_all};
use onefold_world::{LifecycleFault, World, run_lifecycle, state_hash};
use serde_json::Value as Json;

use crate::behaviour::{BehaviourReport, Behaviours};
use crate::command::{Command, CommandTable, JournalEntry};
use crate::commands;
use crate::globals::{ScriptLog, ScriptWorld};
use crate::input::{InputTrack, ScriptInput};
use crate::log::{LogEntry, LogLevel};

/// The command does not fit the present mode.
pub const WRONG_MODE: Code = Code("wrong_mode");

/// What is happening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The edit world is edited.
    Edit,
    /// A play world runs.
    Playing,
    /// A play world waits.
    Paused,
}

impl Mode {
    /// `edit`, `playing` or `paused`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Playing => "playing",
            Self::Paused => "paused",
        }
    }
}

/// Seconds of one fixed step where the project sets none.
pub const FIXED_STEP: f64 = 1.0 / 60.0;

struct PlayWorld {
    cx: Cx,
    behaviours: Behaviours,
    tick: u64,
}

/// An edit world, while playing its copy, and the commands that change them.
pub struct Runtime {
    edit: Cx,
    play: Option<PlayWorld>,
    paused: bool,
    bind: BindReport,
    commands: CommandTable,
    journal: Vec<JournalEntry>,
    revision: u64,
    log: Vec<LogEntry>,
    inputs: InputTrack,
    seed: u64,
}

impl Runtime {
    /// A runtime with an empty edit world. Binds every described item to scripts, once.
    ///
    /// # Errors
    /// What is wrong with the runtime's own set-up: a class that cannot be bound, a command that is there twice.
    pub fn new(registry: Arc<Registry>) -> Result<Self, Diagnostics> {
        let mut commands = CommandTable::default();
        for spec in commands::SPECS {
            commands.register(*spec).map_err(Diagnostics::from)?;
        }
        let bind = bind_all(&Api::new(registry.clone()));
        let mut edit = Cx::new(registry);
        World::install(&mut edit);
        Ok(Self {
            edit,
            play: None,
            paused: false,
            bind,
            commands,
            journal: Vec::new(),
            revision: 0,
            log: Vec::new(),
            inputs: InputTrack::default(),
            seed: 0,
        })
    }

    /// The registry in force.
    #[must_use]
    pub fn registry(&self) -> &Arc<Registry> {
        self.edit.registry()
    }

    /// What was bound to scripts and what was not, with reasons.
    #[must_use]
    pub fn bind_report(&self) -> &BindReport {
        &self.bind
    }

    /// The commands; rooms above register theirs here.
    pub fn commands_mut(&mut self) -> &mut CommandTable {
        &mut self.commands
    }

    /// The commands.
    #[must_use]
    pub fn commands(&self) -> &CommandTable {
        &self.commands
    }

    /// What has been changed, in order.
    #[must_use]
    pub fn journal(&self) -> &[JournalEntry] {
        &self.journal
    }

    /// Counts the changes of the edit world.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What happened.
    #[must_use]
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// What is happening.
    #[must_use]
    pub fn mode(&self) -> Mode {
        match (&self.play, self.paused) {
            (None, _) => Mode::Edit,
            (Some(_), false) => Mode::Playing,
            (Some(_), true) => Mode::Paused,
        }
    }

    /// Ticks since the start of play; 0 in edit mode.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.play.as_ref().map_or(0, |play| play.tick)
    }

    /// The edit world's island.
    #[must_use]
    pub fn edit_world(&self) -> &Cx {
        &self.edit
    }

    /// The island that is seen now: the play world's while playing.
    #[must_use]
    pub fn world(&self) -> &Cx {
        self.play.as_ref().map_or(&self.edit, |play| &play.cx)
    }

    /// The island that commands change: the edit world's. Only commands' plans reach it.
    pub(crate) fn edit_mut(&mut self) -> &mut Cx {
        &mut self.edit
    }

    /// Checks a command against the present state and, if all is well, applies it. The answer is what was read back.
    ///
    /// # Errors
    /// Everything that is wrong with it; then nothing has changed.
    pub fn execute(&mut self, command: &Command) -> Result<Json, Diagnostics> {
        let spec = self.commands.find(&command.name).map_err(Diagnostics::from)?;
        let plan = (spec.prepare)(self, &command.args)?;
        for warning in plan.warnings {
            self.push_log(LogLevel::Warning, None, warning.to_text(), Some(warning));
        }
        let applied = (plan.apply)(self)?;
        if spec.changes {
            self.revision += 1;
            let entry =
                JournalEntry { revision: self.revision, command: command.clone(), inverse: applied.inverse };
            self.journal.push(entry);
        }
        Ok(applied.answer)
    }

    /// The inputs of the next play, by tick.
    pub(crate) fn set_inputs(&mut self, inputs: InputTrack) {
        self.inputs = inputs;
    }

    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    pub(crate) fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Starts to play: copies the edit world, makes the global objects and the behaviours, calls `OnInit`.
    pub(crate) fn start_play(&mut self) -> Result<(), Diagnostic> {
        let mut cx = Cx::new(self.edit.registry().clone());
        *cx.objects_mut() = self.edit.objects().duplicate()?;
        cx.set_service(Box::new(World::of(&self.edit).clone()));
        let globals = make_globals(&mut cx, self.seed)?;
        let behaviours = Behaviours::start(&mut cx, &self.bind, &globals);
        let mut play = PlayWorld { cx, behaviours, tick: 0 };
        let faults = run_lifecycle(&mut play.cx, Lifecycle::Init, &[]);
        let reports = play.behaviours.call(&mut play.cx, Lifecycle::Init, None);
        self.play = Some(play);
        self.paused = false;
        self.note(faults, reports);
        Ok(())
    }

    /// Ends play: drops the play world.
    pub(crate) fn stop_play(&mut self) {
        if let Some(mut play) = self.play.take() {
            let reports = play.behaviours.call(&mut play.cx, Lifecycle::Destroy, None);
            let faults = run_lifecycle(&mut play.cx, Lifecycle::Destroy, &[]);
            self.note(faults, reports);
        }
    }

    /// Runs one fixed step of the play world; false in edit mode.
    pub fn step(&mut self) -> bool {
        let Some(mut play) = self.play.take() else { return false };
        play.tick += 1;
        let seconds = FIXED_STEP as f32;
        let held = self.inputs.held(play.tick - 1);
        let tick = play.tick;
        with_global(&mut play.cx, |input: &mut ScriptInput| input.held = held);
        with_global(&mut play.cx, |world: &mut ScriptWorld| {
            world.tick = tick;
            world.time = tick as f64 * FIXED_STEP;
        });
        let mut faults = Vec::new();
        let mut reports = Vec::new();
        for which in [Lifecycle::FixedUpdate, Lifecycle::Update, Lifecycle::LateUpdate] {
            reports.extend(play.behaviours.call(&mut play.cx, which, Some(seconds)));
            faults.extend(run_lifecycle(&mut play.cx, which, &[Value::F32(seconds)]));
        }
        self.play = Some(play);
        self.note(faults, reports);
        true
    }

    /// Hash of what a file would hold of the world that is seen now, and of the score.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(self.world()) ^ u64::from(self.score().unwrap_or(0).cast_unsigned()).rotate_left(32)
    }

    /// Points in the play world.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        let play = self.play.as_ref()?;
        global_of::<ScriptWorld>(&play.cx)
            .and_then(|handle| play.cx.get(handle).ok())
            .map(|world| world.score)
    }

    /// What the behaviours did since play started.
    #[must_use]
    pub fn behaviours(&self) -> Vec<BehaviourReport> {
        self.play.as_ref().map(|play| play.behaviours.reports()).unwrap_or_default()
    }

    fn note(&mut self, faults: Vec<LifecycleFault>, reports: Vec<Diagnostic>) {
        for fault in faults {
            let entity = fault.why.place.entity.clone();
            self.push_log(LogLevel::Error, entity, fault.why.to_text(), Some(fault.why));
        }
        for why in reports {
            let level = if why.is_error() { LogLevel::Error } else { LogLevel::Warning };
            self.push_log(level, why.place.entity.clone(), why.to_text(), Some(why));
        }
        let mut lines = Vec::new();
        if let Some(play) = &mut self.play {
            with_global(&mut play.cx, |log: &mut ScriptLog| lines = std::mem::take(&mut log.lines));
        }
        for line in lines {
            self.push_log(LogLevel::Info, None, line, None);
        }
    }

    fn push_log(
        &mut self,
        level: LogLevel,
        entity: Option<onefold_diag::EntityRef>,
        message: String,
        why: Option<Diagnostic>,
    ) {
        let tick = self.tick();
        if let Some(last) = self.log.last_mut()
            && last.message == message
        {
            last.count += 1;
            return;
        }
        self.log.push(LogEntry { level, tick, entity, message, count: 1, why });
    }

    /// Refuses a command that needs another mode.
    pub(crate) fn expect_mode(&self, fits: bool, text: &str) -> Result<(), Diagnostics> {
        if fits {
            return Ok(());
        }
        let now = self.mode().name();
        Err(Diagnostic::error(WRONG_MODE, text).got(now).retry(Retry::Refresh).into())
    }
}

/// Makes the global object of every class that names one.
fn make_globals(cx: &mut Cx, seed: u64) -> Result<HashMap<String, AnyHandle>, Diagnostic> {
    let registry = cx.registry().clone();
    let mut globals = HashMap::new();
    for entry in registry.types() {
        let Some(name) = entry.info().global else { continue };
        if entry.flags().has(TypeFlags::OBJECT) {
            let handle = cx.objects_mut().create(&registry, entry)?;
            globals.insert(name.to_owned(), handle);
        }
    }
    with_global(cx, |world: &mut ScriptWorld| *world = ScriptWorld::seeded(seed));
    Ok(globals)
}

fn global_of<T: onefold_reflect::Reflect>(cx: &Cx) -> Option<Handle<T>> {
    let index = cx.registry().index_of::<T>()?;
    cx.objects().iter().find(|(_, entry)| entry.index() == index).map(|(handle, _)| handle.typed())
}

fn with_global<T: onefold_reflect::Reflect>(cx: &mut Cx, change: impl FnOnce(&mut T)) {
    if let Some(handle) = global_of::<T>(cx)
        && let Ok(global) = cx.get_mut(handle)
    {
        change(global);
    }
}
