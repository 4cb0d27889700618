//! Global objects that scripts see beside the input.

use onefold_reflect::{Reflect, reflect};

/// The running world, as scripts see it.
#[derive(Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(object, global("gWorld"), hidden)]
pub struct ScriptWorld {
    /// Seconds since the start of play.
    #[reflect(read_only, unit = "s")]
    pub time: f64,
    /// Ticks since the start of play.
    #[reflect(read_only)]
    pub tick: u64,
    /// Points, for the game to count.
    pub score: i32,
    /// State of the random numbers.
    #[reflect(hidden)]
    pub random_state: u64,
}

impl ScriptWorld {
    /// A world at its start, with a seed for its random numbers.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self { random_state: seed, ..Self::default() }
    }
}

#[reflect(rename_all = "PascalCase")]
impl ScriptWorld {
    /// Adds points.
    pub fn add_score(&mut self, points: i32) {
        self.score = self.score.saturating_add(points);
    }

    /// A random number from `low` up to but without `high`; the same seed gives the same numbers.
    pub fn random(&mut self, low: f32, high: f32) -> f32 {
        // SplitMix64 (Steele, Lea, Flood 2014).
        self.random_state = self.random_state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random_state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let unit = ((z ^ (z >> 31)) >> 40) as f32 / (1_u64 << 24) as f32;
        low + (high - low) * unit
    }
}

/// The log, as scripts see it.
#[derive(Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(object, global("gLog"), hidden)]
pub struct ScriptLog {
    /// Lines that have not been taken over into the log yet.
    #[reflect(hidden, transient)]
    pub lines: Vec<String>,
}

/// Most lines a script may log in one tick.
const LINE_LIMIT: usize = 1000;

#[reflect(rename_all = "PascalCase")]
impl ScriptLog {
    /// Writes a line.
    pub fn info(&mut self, text: &str) {
        if self.lines.len() < LINE_LIMIT {
            self.lines.push(text.to_owned());
        }
    }
}
