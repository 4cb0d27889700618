//! Command files: the keys `clear`, `remove`, `edit`, `world`, `entities`, `mode`, applied in that order whatever their
//! order in the file. Lenient: what is wrong is listed, the rest is applied.

use onefold_diag::{Code, Diagnostic, Diagnostics, Place, nearest};
use onefold_format::{Document, ReadOptions, parse_json_document};
use onefold_runtime::{Command, LogLevel, Mode, Runtime};
use serde_json::{Map, Value as Json, json};

/// Author of what a command file changes, as the journal records it.
pub const AUTHOR: &str = "agent";

const ARG_UNKNOWN: Code = Code("arg_unknown");
const ARG_TYPE: Code = Code("arg_type");

/// What messages call the file.
const FILE: &str = "command";

const KEYS: [&str; 7] = ["id", "clear", "remove", "edit", "world", "entities", "mode"];

/// Applies a command file and gives the answer: counts, `errors` (always there), revision, mode.
pub fn apply(runtime: &mut Runtime, text: &str) -> Json {
    let mut run = Run { runtime, errors: Diagnostics::new(), answer: Map::new() };
    let document = match parse_json_document(text.as_bytes(), &ReadOptions::strict().file(FILE)) {
        Ok(document) => document,
        Err(wrong) => {
            run.errors = wrong;
            return run.finish();
        }
    };
    let twice = document.all_twice();
    if !twice.is_empty() {
        // Which of the two values was meant is anybody's guess, so nothing of the file is applied.
        run.errors = twice;
    } else if let Json::Object(file) = document.root.to_json() {
        run.file(&file);
        run.errors = std::mem::take(&mut run.errors).into_iter().map(|one| placed(one, &document)).collect();
    } else {
        run.errors.push(Diagnostic::error(ARG_TYPE, "a command file is one JSON object"));
    }
    run.finish()
}

/// Adds line and column to what is known by its pointer alone.
fn placed(mut one: Diagnostic, document: &Document<'_>) -> Diagnostic {
    let Some(pointer) = one.place.path.clone().filter(|_| one.place.start.is_none()) else { return one };
    // What is missing has no place of its own: its object has.
    let mut at = pointer.as_str();
    let node = loop {
        match (document.root.pointer(at), at.rfind('/')) {
            (Some(node), _) => break node,
            (None, Some(cut)) => at = &at[..cut],
            (None, None) => return one,
        }
    };
    let place = document.place(node, &pointer);
    one.place.file = one.place.file.take().or(place.file);
    one.place.start = place.start;
    one.place.end = place.end;
    one
}

struct Run<'r> {
    runtime: &'r mut Runtime,
    errors: Diagnostics,
    answer: Map<String, Json>,
}

impl Run<'_> {
    fn file(&mut self, file: &Map<String, Json>) {
        for key in file.keys().filter(|key| !KEYS.contains(&key.as_str())) {
            let text = format!("a command file has no key `{key}`");
            let found = Diagnostic::error(ARG_UNKNOWN, text).at(Place::path(format!("/{key}")));
            self.errors.push(found.suggest(nearest(key, KEYS)));
        }
        if let Some(id) = file.get("id") {
            self.answer.insert("id".into(), id.clone());
        }
        let removed = self.clear(file.get("clear")) + self.remove(file.get("remove"));
        self.answer.insert("removed".into(), removed.into());
        let edited = self.each(file.get("edit"), "edit", |entry| {
            let mut args = entry.clone();
            if let Some(name) = args.remove("name") {
                if args.contains_key("entity") {
                    let text = "an edit names its entity once, by `entity` or by `name`";
                    return Err(Diagnostic::error(ARG_UNKNOWN, text).at(Place::path("/name")));
                }
                args.insert("entity".into(), name);
            }
            friendly_transform(&mut args)?;
            Ok(Command::new(AUTHOR, "edit", args.into()))
        });
        self.answer.insert("edited".into(), edited.into());
        if file.contains_key("world") {
            let text = "`world` has no members yet that a command can set";
            self.errors.push(Diagnostic::error(ARG_UNKNOWN, text).at(Place::path("/world")));
        }
        let created = self.each(file.get("entities"), "entities", |entry| {
            let mut args = entry.clone();
            friendly_transform(&mut args)?;
            Ok(Command::new(AUTHOR, "create", args.into()))
        });
        self.answer.insert("applied".into(), created.into());
        if let Some(mode) = file.get("mode") {
            let seen = self.runtime.log().len();
            self.mode(mode);
            // What scripts did wrong meanwhile is told now: who only sees the answer would not know otherwise.
            let unread = self.runtime.log().get(seen..).unwrap_or_default();
            self.errors.extend(unread.iter().filter(|entry| entry.level == LogLevel::Error).filter_map(
                |entry| {
                    let mut why = entry.why.clone()?;
                    if entry.count > 1 {
                        why = why.note(format!("{} times", entry.count));
                    }
                    Some(why)
                },
            ));
        }
    }

    fn clear(&mut self, clear: Option<&Json>) -> u64 {
        match clear {
            None | Some(Json::Bool(false)) => 0,
            Some(Json::Bool(true)) => {
                let answer = self.execute("/clear", &Command::new(AUTHOR, "clear", json!({})));
                answer.and_then(|answer| answer["removed"].as_u64()).unwrap_or(0)
            }
            Some(other) => {
                self.wrong("/clear", "`clear` is true or false", other);
                0
            }
        }
    }

    fn remove(&mut self, remove: Option<&Json>) -> u64 {
        let mut count = 0;
        for (at, name) in self.list(remove, "/remove").iter().enumerate() {
            let command = Command::new(AUTHOR, "remove", json!({ "entity": name }));
            count += u64::from(self.execute(&format!("/remove/{at}"), &command).is_some());
        }
        count
    }

    fn each(
        &mut self,
        list: Option<&Json>,
        key: &str,
        command: impl Fn(&Map<String, Json>) -> Result<Command, Diagnostic>,
    ) -> u64 {
        let mut count = 0;
        for (at, entry) in self.list(list, &format!("/{key}")).iter().enumerate() {
            let place = format!("/{key}/{at}");
            match entry.as_object() {
                Some(entry) => match command(entry) {
                    Ok(command) => count += u64::from(self.execute(&place, &command).is_some()),
                    Err(wrong) => self.errors.push(wrong.under(&place)),
                },
                None => self.wrong(&place, "an entry is an object", entry),
            }
        }
        count
    }

    fn list(&mut self, list: Option<&Json>, place: &str) -> Vec<Json> {
        match list {
            None => Vec::new(),
            Some(Json::Array(list)) => list.clone(),
            Some(other) => {
                self.wrong(place, "a list is expected", other);
                Vec::new()
            }
        }
    }

    fn wrong(&mut self, place: &str, text: &str, got: &Json) {
        self.errors.push(Diagnostic::error(ARG_TYPE, text).at(Place::path(place)).got(got.to_string()));
    }

    fn mode(&mut self, mode: &Json) {
        let (name, args) = match mode {
            Json::String(name) => (name.as_str(), json!({})),
            Json::Object(one) if one.len() == 1 => match one.iter().next() {
                Some((name, args)) => (name.as_str(), args.clone()),
                None => return,
            },
            other => return self.wrong("/mode", "`mode` is a name, or one name with its arguments", other),
        };
        const MODES: [&str; 4] = ["play", "pause", "stop", "step"];
        if !MODES.contains(&name) {
            let found = Diagnostic::error(ARG_UNKNOWN, format!("there is no mode `{name}`"));
            self.errors.push(found.at(Place::path("/mode")).suggest(nearest(name, MODES)));
            return;
        }
        let starts = name == "step" && self.runtime.mode() == Mode::Edit;
        if starts {
            self.execute("/mode", &Command::new(AUTHOR, "play", json!({})));
        }
        if let Some(Json::Object(answer)) =
            self.execute(&format!("/mode/{name}"), &Command::new(AUTHOR, name, args))
        {
            self.answer.extend(answer);
        } else if starts && self.runtime.mode() != Mode::Edit {
            // A step that is refused must not leave the world playing.
            self.execute("/mode", &Command::new(AUTHOR, "stop", json!({})));
        }
    }

    fn execute(&mut self, place: &str, command: &Command) -> Option<Json> {
        match self.runtime.execute(command) {
            Ok(answer) => Some(answer),
            Err(found) => {
                self.errors.extend(found.into_iter().map(|one| one.under(place)));
                None
            }
        }
    }

    fn finish(mut self) -> Json {
        let mut out = Map::new();
        out.insert("ok".into(), (!self.errors.has_errors()).into());
        out.insert("rev".into(), self.runtime.revision().into());
        out.insert("mode".into(), self.runtime.mode().name().into());
        out.insert("tick".into(), self.runtime.tick().into());
        out.append(&mut self.answer);
        out.insert("errors".into(), self.errors.to_json());
        out.into()
    }
}

/// `position`, `rotation` and `scale` beside the members stand for the members of these names.
fn friendly_transform(entry: &mut Map<String, Json>) -> Result<(), Diagnostic> {
    for key in ["position", "rotation", "scale"] {
        let Some(value) = entry.remove(key) else { continue };
        let members = entry.entry("members").or_insert_with(|| json!({}));
        let Some(members) = members.as_object_mut() else { continue };
        if members.contains_key(key) {
            let text = "the value stands both beside the members and among them";
            return Err(Diagnostic::error(onefold_format::KEY_TWICE, text)
                .got(key)
                .at(Place::path(format!("/{key}"))));
        }
        members.insert(key.to_owned(), value);
    }
    Ok(())
}
