//! How many ticks are due by the real clock.

use std::time::Duration;

use crate::clock::TICKS_PER_SECOND;

/// Seconds that are caught up with at most; what is behind by more is left out.
const MOST_BEHIND: f64 = 0.25;
/// Longest rest between two looks at the link.
const LONGEST_REST: Duration = Duration::from_millis(10);

/// Counts ticks from a moment on, so that no rest that was too long or too short adds up.
#[derive(Debug, Clone)]
pub(super) struct Pace {
    ticks_per_second: f64,
    /// Ticks that are caught up with at most.
    most: u64,
    start: Duration,
    done: u64,
}

/// Ticks that are due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Due {
    /// To be run now.
    pub(super) ticks: u64,
    /// Left out, since they are too many to catch up with.
    pub(super) dropped: u64,
}

impl Pace {
    /// A pace of so many times real time.
    pub(super) fn new(speed: f64) -> Self {
        let ticks_per_second = speed * f64::from(TICKS_PER_SECOND);
        Self {
            ticks_per_second,
            // A whole number that is small, and one at least.
            most: (ticks_per_second * MOST_BEHIND).ceil().max(1.0) as u64,
            start: Duration::ZERO,
            done: 0,
        }
    }

    /// Counts from a moment on.
    pub(super) fn restart(&mut self, now: Duration) {
        self.start = now;
        self.done = 0;
    }

    /// Ticks that are due at a moment and were not before.
    pub(super) fn due(&mut self, now: Duration) -> Due {
        // The conversion rounds down, and what is past its range will not be lived to see.
        let all = (now.saturating_sub(self.start).as_secs_f64() * self.ticks_per_second) as u64;
        let behind = all.saturating_sub(self.done);
        self.done = self.done.max(all);
        let ticks = behind.min(self.most);
        Due {
            ticks,
            dropped: behind.saturating_sub(ticks),
        }
    }

    /// How long nothing is due, [`LONGEST_REST`] at most.
    pub(super) fn rest(&self, now: Duration) -> Duration {
        let next = self.done.saturating_add(1) as f64 / self.ticks_per_second;
        let next = Duration::try_from_secs_f64(next).unwrap_or(Duration::MAX);
        let rest = self.start.saturating_add(next).saturating_sub(now);
        rest.min(LONGEST_REST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn due(ticks: u64, dropped: u64) -> Due {
        Due { ticks, dropped }
    }

    #[test]
    fn a_hundred_ticks_a_second_whatever_the_rests() {
        let mut pace = Pace::new(1.0);
        pace.restart(at(500));
        assert_eq!(pace.due(at(500)), due(0, 0));
        assert_eq!(pace.due(at(509)), due(0, 0));
        // Looks at odd moments, each a little late, for an hour.
        let (mut now, mut ticks) = (500, 0);
        while now < 3_600_500 {
            now = (now + 13).min(3_600_500);
            let due = pace.due(at(now));
            assert_eq!(due.dropped, 0);
            ticks += due.ticks;
        }
        assert_eq!(ticks, 360_000);
    }

    #[test]
    fn a_quarter_of_a_second_is_caught_up_with() {
        let mut pace = Pace::new(1.0);
        assert_eq!(pace.due(at(250)), due(25, 0));
        assert_eq!(pace.due(at(1250)), due(25, 75));
        assert_eq!(pace.due(at(1260)), due(1, 0));
        let mut pace = Pace::new(8.0);
        assert_eq!(pace.due(at(250)), due(200, 0));
        let mut pace = Pace::new(0.01);
        assert_eq!(pace.due(at(3000)), due(1, 2));
    }

    #[test]
    fn a_rest_ends_as_the_next_tick_is_due() {
        let mut pace = Pace::new(1.0);
        pace.restart(at(100));
        assert_eq!(pace.rest(at(100)), at(10));
        assert_eq!(pace.rest(at(107)), at(3));
        assert_eq!(pace.rest(at(115)), at(0));
        pace.due(at(115));
        assert_eq!(pace.rest(at(115)), at(5));
        assert_eq!(Pace::new(0.01).rest(at(0)), LONGEST_REST);
    }
}
