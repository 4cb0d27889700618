//! The clock scripts see.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use onefold_script::Clock;

/// The machine's own clock.
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn millis(&mut self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }

    fn unix_seconds(&mut self) -> i64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
    }
}
