//! Ticks, steps and the script's seconds (engine-facts 1).

use std::fmt;

use serde::{Deserialize, Serialize};

/// A moment of the mission: hundredths of a second since it started, of time that the mission ran.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Tick(
    /// Ticks of 1/100 s since the mission started.
    pub u32,
);

/// Ticks a second.
pub const TICKS_PER_SECOND: u32 = 100;
/// Ticks between two steps of the motion.
pub const TICKS_PER_STEP: u32 = 4;

impl Tick {
    /// The moment that many ticks later; the last one there is, if it lies past it.
    #[must_use]
    pub fn after(self, ticks: u32) -> Self {
        Self(self.0.saturating_add(ticks))
    }

    /// Ticks from `earlier` to this moment; 0 if that is the later one.
    pub fn since(self, earlier: Tick) -> u32 {
        self.0.saturating_sub(earlier.0)
    }

    /// The script clock at this moment: whole seconds since the mission started (script-vm V100).
    pub fn clock(self) -> u32 {
        self.0 / TICKS_PER_SECOND
    }

    /// How far the moment lies between two steps of the motion, 0 to 3 quarters.
    pub(crate) fn share_of_step(self) -> f64 {
        f64::from(self.0 % TICKS_PER_STEP) / f64::from(TICKS_PER_STEP)
    }
}

impl fmt::Display for Tick {
    /// Minutes, seconds and hundredths: `2:05.37`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.clock();
        write!(
            f,
            "{}:{:02}.{:02}",
            seconds / 60,
            seconds % 60,
            self.0 % TICKS_PER_SECOND
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_reads_as_time() {
        assert_eq!(Tick(12_537).to_string(), "2:05.37");
        assert_eq!(Tick(12_537).clock(), 125);
        assert_eq!(Tick(7).share_of_step(), 0.75);
    }
}
