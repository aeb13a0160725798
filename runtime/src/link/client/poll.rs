//! Something that is asked for again and again.

use std::time::{Duration, Instant};

use super::options::WatchRate;

/// Answers to nothing that a game may send while a mission plays: one that was asked for too late in
/// the mission before, and a few.
const MOST_UNASKED: u32 = 16;
/// The least time between two questions that nobody asked for at a rate.
const LEAST_PERIOD: Duration = Duration::from_millis(50);

/// When to ask next, at a rate that the other side keeps up with.
#[derive(Debug)]
pub(super) struct Poll {
    rate: WatchRate,
    /// When the question was asked whose answer has not come.
    asked: Option<Instant>,
    /// When the next is due at the soonest.
    next: Instant,
    round_trip: Option<Duration>,
    /// When the last question was asked, and how long it is from one to the next of late.
    last: Option<Instant>,
    interval: Option<Duration>,
    /// Questions that the caller asked by itself.
    asked_besides: u32,
    /// Answers that came to no question.
    unasked: u32,
}

impl Poll {
    pub(super) fn new(rate: WatchRate, now: Instant) -> Self {
        Self {
            rate,
            asked: None,
            next: now,
            round_trip: None,
            last: None,
            interval: None,
            asked_besides: 0,
            unasked: 0,
        }
    }

    pub(super) fn set_rate(&mut self, rate: WatchRate, now: Instant) {
        self.rate = rate;
        self.last = None;
        self.interval = None;
        self.next = self.next.min(now + rate.period().unwrap_or(LEAST_PERIOD));
    }

    /// Forgets the question that waits; the next is due at once.
    pub(super) fn reset(&mut self, now: Instant) {
        self.asked = None;
        self.last = None;
        self.interval = None;
        self.next = now;
        self.asked_besides = 0;
        self.unasked = 0;
    }

    /// The caller asked by itself.
    pub(super) fn ask_besides(&mut self) {
        self.asked_besides = self.asked_besides.saturating_add(1);
    }

    /// Whether more answers came than were asked for.
    pub(super) fn is_flooded(&self) -> bool {
        self.unasked > MOST_UNASKED
    }

    /// When to ask: `None` while an answer is awaited or nothing is to be asked. With `once`, a
    /// question is wanted though no rate asks for it.
    pub(super) fn due(&self, once: bool) -> Option<Instant> {
        let wanted = self.asked.is_none() && (once || self.rate != WatchRate::Off);
        wanted.then_some(self.next)
    }

    /// A question was asked, or its answer is to come without one.
    pub(super) fn ask(&mut self, now: Instant) {
        self.asked = Some(now);
        if let Some(last) = self.last.replace(now) {
            self.interval = Some(of_late(self.interval, now.saturating_duration_since(last)));
        }
    }

    /// Since when an answer is awaited.
    pub(super) fn waits_since(&self) -> Option<Instant> {
        self.asked
    }

    /// An answer came; says whether it was awaited.
    ///
    /// The next question waits as long again as the answer took, so that a game that is slow with it
    /// spends no more than half of its time on it.
    pub(super) fn answer(&mut self, now: Instant) -> bool {
        let Some(asked) = self.asked.take() else {
            match self.asked_besides.checked_sub(1) {
                Some(rest) => self.asked_besides = rest,
                None => self.unasked = self.unasked.saturating_add(1),
            }
            return false;
        };
        let took = now.saturating_duration_since(asked);
        self.round_trip = Some(of_late(self.round_trip, took));
        let period = self.rate.period().unwrap_or(LEAST_PERIOD);
        self.next = (asked + period).max(now + took);
        true
    }

    /// How long answers take of late.
    pub(super) fn round_trip(&self) -> Option<Duration> {
        self.round_trip
    }

    /// How long it is from one question to the next of late, at the rate that is set.
    pub(super) fn interval(&self) -> Option<Duration> {
        self.interval
    }
}

/// A time of late, in which a lone slow one counts for a quarter.
fn of_late(before: Option<Duration>, now: Duration) -> Duration {
    match before {
        Some(before) => (before * 3 + now) / 4,
        None => now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn questions_keep_to_the_rate_and_wait_for_answers() {
        let start = Instant::now();
        let mut poll = Poll::new(WatchRate::PerSecond(20), start);
        assert_eq!(poll.due(false), Some(start));
        poll.ask(start);
        assert_eq!(
            poll.due(false),
            None,
            "never a second one before the answer"
        );
        assert!(poll.answer(start + MS));
        assert_eq!(poll.due(false), Some(start + 50 * MS));
        assert_eq!(poll.round_trip(), Some(MS));
        assert!(!poll.answer(start + 2 * MS), "an answer to nothing");
    }

    #[test]
    fn slow_answers_make_questions_seldom() {
        let start = Instant::now();
        let mut poll = Poll::new(WatchRate::PerSecond(60), start);
        poll.ask(start);
        poll.answer(start + 400 * MS);
        assert_eq!(poll.due(false), Some(start + 800 * MS));
        assert_eq!(poll.interval(), None, "one question is at no rate");
        poll.ask(start + 800 * MS);
        assert_eq!(poll.interval(), Some(800 * MS));
        poll.set_rate(WatchRate::PerSecond(5), start + 800 * MS);
        assert_eq!(poll.interval(), None, "what was reached was another rate");
    }

    #[test]
    fn nothing_is_asked_without_a_rate_unless_once() {
        let start = Instant::now();
        let poll = Poll::new(WatchRate::Off, start);
        assert_eq!(poll.due(false), None);
        assert_eq!(poll.due(true), Some(start));
    }

    #[test]
    fn answers_to_nothing_are_let_through_in_a_small_number() {
        let start = Instant::now();
        let mut poll = Poll::new(WatchRate::Off, start);
        poll.ask_besides();
        for _ in 0..17 {
            assert!(!poll.is_flooded());
            poll.answer(start);
        }
        assert!(
            !poll.is_flooded(),
            "one was asked for, and sixteen may come"
        );
        poll.answer(start);
        assert!(poll.is_flooded());
        poll.reset(start);
        assert!(!poll.is_flooded());
    }

    #[test]
    fn rates_are_cut_to_sixty_a_second() {
        assert_eq!(WatchRate::PerSecond(0).period(), Some(1000 * MS));
        assert_eq!(WatchRate::PerSecond(20).period(), Some(50 * MS));
        let most = WatchRate::PerSecond(60).period();
        assert_eq!(WatchRate::PerSecond(255).period(), most);
        assert_eq!(WatchRate::Off.period(), None);
    }
}
