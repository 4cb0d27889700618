//! Keys as scripts see them, and tracks of input to be injected by tick.

use std::collections::BTreeSet;

use onefold_diag::{Code, Diagnostic, Diagnostics, Place, nearest};
use onefold_reflect::{Reflect, reflect};
use serde_json::Value as Json;

/// The input does not exist.
pub const INPUT_UNKNOWN: Code = Code("arg_unknown");

/// What is held down now.
///
/// Inputs have names: a letter or digit for its key, `space`, `left`, `right`, `up`, `down` for the arrow keys, and for a
/// gamepad `pad_left`, `pad_right`, `pad_up`, `pad_down` (d-pad), `stick_left` … (left stick), `pad_a`, `pad_b`, `pad_x`, `pad_y`.
#[derive(Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(object, global("gInput"), was("SEScriptInput"), hidden)]
pub struct ScriptInput {
    /// Names of the inputs that are held.
    #[reflect(hidden)]
    pub held: BTreeSet<String>,
}

impl ScriptInput {
    fn any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.held.contains(*name))
    }
}

#[reflect(rename_all = "PascalCase")]
impl ScriptInput {
    /// True while the left arrow key, d-pad left or left stick left is held.
    pub fn is_left_down(&self) -> bool {
        self.any(&["left", "pad_left", "stick_left"])
    }

    /// True while the right arrow key, d-pad right or left stick right is held.
    pub fn is_right_down(&self) -> bool {
        self.any(&["right", "pad_right", "stick_right"])
    }

    /// True while the up arrow key, d-pad up or left stick up is held.
    pub fn is_up_down(&self) -> bool {
        self.any(&["up", "pad_up", "stick_up"])
    }

    /// True while the down arrow key, d-pad down or left stick down is held.
    pub fn is_down_down(&self) -> bool {
        self.any(&["down", "pad_down", "stick_down"])
    }

    /// True while the space bar or the gamepad's A is held.
    pub fn is_space_down(&self) -> bool {
        self.any(&["space", "pad_a"])
    }

    /// True while the key of an ASCII letter or digit is held; r is also the gamepad's Y.
    pub fn is_key_down(&self, code: i32) -> bool {
        let Some(key) = u8::try_from(code).ok().filter(u8::is_ascii_alphanumeric) else { return false };
        let key = char::from(key.to_ascii_lowercase());
        self.any(&[key.encode_utf8(&mut [0; 4])]) || key == 'r' && self.any(&["pad_y"])
    }

    /// True while the input of that name is held.
    pub fn is_held(&self, name: &str) -> bool {
        self.held.contains(name)
    }
}

/// Names of inputs that are no single letter or digit.
const NAMES: [&str; 17] = [
    "space",
    "left",
    "right",
    "up",
    "down",
    "pad_left",
    "pad_right",
    "pad_up",
    "pad_down",
    "stick_left",
    "stick_right",
    "stick_up",
    "stick_down",
    "pad_a",
    "pad_b",
    "pad_x",
    "pad_y",
];

/// One input held from a tick on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputEvent {
    /// First tick it is held in, counted from the start of play.
    pub tick: u64,
    /// Name of the input.
    pub input: String,
    /// For how many ticks.
    pub hold: u64,
}

/// Inputs to be injected by tick.
///
/// As a file: `{"inputs": [{"tick": 0, "input": "w", "hold": 120}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputTrack {
    /// The events, in any order.
    pub events: Vec<InputEvent>,
}

impl InputTrack {
    /// Reads the JSON form.
    ///
    /// # Errors
    /// Every event that is wrong, with its place.
    pub fn from_json(json: &Json) -> Result<Self, Diagnostics> {
        let mut errors = Diagnostics::new();
        let list = match json.get("inputs").unwrap_or(json) {
            Json::Array(list) => list.as_slice(),
            _ => {
                let text = "inputs are a list of {\"tick\", \"input\", \"hold\"}";
                return Err(Diagnostic::error(Code("arg_type"), text).at(Place::path("/inputs")).into());
            }
        };
        let mut events = Vec::new();
        for (at, item) in list.iter().enumerate() {
            let fail = |key: &str, text: String| {
                Diagnostic::error(Code("arg_type"), text).at(Place::path(format!("/inputs/{at}/{key}")))
            };
            let number = |key: &str, default: u64| match item.get(key) {
                None => Ok(default),
                Some(value) => {
                    value.as_u64().ok_or_else(|| fail(key, format!("`{key}` is a count of ticks")))
                }
            };
            let input = match item.get("input").and_then(Json::as_str) {
                Some(name) if is_input(name) => Ok(name.to_owned()),
                Some(name) => Err(Diagnostic::error(INPUT_UNKNOWN, format!("there is no input `{name}`"))
                    .at(Place::path(format!("/inputs/{at}/input")))
                    .suggest(nearest(name, NAMES))),
                None => Err(fail("input", "`input` names a key or button".to_owned())),
            };
            match (number("tick", 0), input, number("hold", 1)) {
                (Ok(tick), Ok(input), Ok(hold)) => events.push(InputEvent { tick, input, hold }),
                (tick, input, hold) => {
                    errors.extend([tick.err(), input.err(), hold.err()].into_iter().flatten())
                }
            }
        }
        errors.into_result(Self { events })
    }

    /// What is held in a tick.
    #[must_use]
    pub fn held(&self, tick: u64) -> BTreeSet<String> {
        let now = |event: &&InputEvent| event.tick <= tick && tick - event.tick < event.hold;
        self.events.iter().filter(now).map(|event| event.input.clone()).collect()
    }
}

fn is_input(name: &str) -> bool {
    let single = name.len() == 1 && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    single || NAMES.contains(&name)
}
