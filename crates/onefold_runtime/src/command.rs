//! The one way to change anything: commands, their table, their journal.
//!
//! A command travels as a name and a JSON object, so that a file, a tool call, a panel and a journal hold the same
//! thing. Its [`CommandSpec`] first *prepares* it: everything is checked against the present state and nothing changed.
//! The [`Plan`] that makes is applied as a whole and gives what was read back, and the commands that take it back.

use onefold_diag::{Code, Diagnostic, Diagnostics, nearest};
use serde_json::Value as Json;

use crate::runtime::Runtime;

/// No command has that name.
pub const COMMAND_UNKNOWN: Code = Code("command_unknown");

/// One command as it travels.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// Who sends it: `agent`, `panel`, `script` …
    pub author: String,
    /// Its name in the table.
    pub name: String,
    /// Its arguments: an object.
    pub args: Json,
}

impl Command {
    /// A command of an author.
    #[must_use]
    pub fn new(author: impl Into<String>, name: impl Into<String>, args: Json) -> Self {
        Self { author: author.into(), name: name.into(), args }
    }
}

/// What a command is and how it is prepared.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// False for commands that only read: they leave no journal entry and no revision.
    pub changes: bool,
    /// Checks the arguments against the present state, changing nothing.
    pub prepare: fn(&Runtime, &Json) -> Result<Plan, Diagnostics>,
}

/// What a plan does.
pub type Change = dyn FnOnce(&mut Runtime) -> Result<Applied, Diagnostics>;

/// A command that has been checked and can be applied.
pub struct Plan {
    /// Makes the change, or leaves everything as it was and says why: what could be known was looked at before, but a
    /// class may refuse to be made or copied.
    pub apply: Box<Change>,
    /// What is allowed but likely not meant.
    pub warnings: Diagnostics,
}

impl Plan {
    /// A plan without warnings.
    #[must_use]
    pub fn new(apply: impl FnOnce(&mut Runtime) -> Result<Applied, Diagnostics> + 'static) -> Self {
        Self { apply: Box::new(apply), warnings: Diagnostics::new() }
    }

    /// A plan without warnings whose change cannot fail.
    #[must_use]
    pub fn sure(apply: impl FnOnce(&mut Runtime) -> Applied + 'static) -> Self {
        Self::new(move |runtime| Ok(apply(runtime)))
    }
}

/// What a command did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Applied {
    /// The answer, as read back.
    pub answer: Json,
    /// The commands that take it back, in order; empty for what cannot be taken back.
    pub inverse: Vec<Command>,
}

/// One line of the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalEntry {
    /// Revision of the edit world after it.
    pub revision: u64,
    /// The command.
    pub command: Command,
    /// What takes it back.
    pub inverse: Vec<Command>,
}

impl JournalEntry {
    /// The entry as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let command = |c: &Command| serde_json::json!({ "author": c.author, "name": c.name, "args": c.args });
        serde_json::json!({
            "revision": self.revision,
            "command": command(&self.command),
            "inverse": self.inverse.iter().map(command).collect::<Vec<_>>(),
        })
    }
}

/// The commands a runtime knows.
#[derive(Clone, Debug, Default)]
pub struct CommandTable {
    specs: Vec<CommandSpec>,
}

impl CommandTable {
    /// Adds a command.
    ///
    /// # Errors
    /// The name is taken.
    pub fn register(&mut self, spec: CommandSpec) -> Result<(), Diagnostic> {
        if self.specs.iter().any(|have| have.name == spec.name) {
            let text = format!("there already is a command `{}`", spec.name);
            return Err(Diagnostic::error(onefold_reflect::NAME_CLASH, text));
        }
        self.specs.push(spec);
        Ok(())
    }

    /// All commands in the order they were registered: the list that help and tools are made from.
    #[must_use]
    pub fn specs(&self) -> &[CommandSpec] {
        &self.specs
    }

    /// A command by name.
    ///
    /// # Errors
    /// Unknown, with the nearest names.
    pub fn find(&self, name: &str) -> Result<CommandSpec, Diagnostic> {
        self.specs.iter().find(|spec| spec.name == name).copied().ok_or_else(|| {
            Diagnostic::error(COMMAND_UNKNOWN, format!("there is no command `{name}`"))
                .suggest(nearest(name, self.specs.iter().map(|spec| spec.name)))
        })
    }
}
