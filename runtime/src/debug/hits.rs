//! How often one breakpoint was hit, tick by tick.

use std::collections::VecDeque;

use crate::clock::Tick;

use super::stops::Position;

/// Points whose places are kept; of those before, only how many there were in each tick.
const MOST_PLACES: usize = 10_000;

/// The hits of a breakpoint over a run. The number of a hit is never lost, however many there are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hits {
    /// Each tick with hits, and how many there were up to its end.
    ticks: Vec<(Tick, u32)>,
    /// Where the newest were.
    places: VecDeque<Position>,
}

impl Hits {
    /// How many there were before a tick.
    pub(crate) fn before(&self, tick: Tick) -> u32 {
        self.through(self.ticks.partition_point(|(it, _)| *it < tick))
    }

    /// How many there were up to a moment and with it.
    pub(crate) fn until(&self, moment: Position) -> u32 {
        if moment.is_end() {
            return self.before(moment.tick.after(1));
        }
        self.before(moment.tick)
            .saturating_add(self.places_in(moment.tick, moment.step))
    }

    /// How many there were in the first of the ticks with hits.
    fn through(&self, ticks: usize) -> u32 {
        let last = ticks.checked_sub(1).and_then(|at| self.ticks.get(at));
        last.map_or(0, |(_, hits)| *hits)
    }

    /// Hits of a tick up to a point, of those whose places are kept.
    fn places_in(&self, tick: Tick, step: u32) -> u32 {
        let before = |until| self.places.partition_point(|it| *it < until);
        let first = before(Position { tick, step: 0 });
        let behind = self
            .places
            .partition_point(|it| *it <= Position { tick, step });
        u32::try_from(behind.saturating_sub(first)).unwrap_or(u32::MAX)
    }

    /// Notes the hits of a tick, by their points; those that are known already count once.
    pub(crate) fn note(&mut self, tick: Tick, steps: &[u32]) {
        if steps.is_empty() {
            return;
        }
        let at = self.ticks.partition_point(|(it, _)| *it < tick);
        let before = self.through(at);
        let known = match self.ticks.get(at) {
            Some((there, hits)) if *there == tick => hits.saturating_sub(before),
            _ => {
                self.ticks.insert(at, (tick, before));
                0
            }
        };
        let count = u32::try_from(steps.len()).unwrap_or(u32::MAX);
        // A tick that is run again comes at least as far as it came before.
        let more = count.saturating_sub(known);
        for (_, hits) in self.ticks.iter_mut().skip(at) {
            *hits = hits.saturating_add(more);
        }
        for step in steps {
            self.place(Position { tick, step: *step });
        }
    }

    /// Adds one that is not known yet.
    pub(crate) fn add(&mut self, place: Position) {
        let at = self.ticks.partition_point(|(it, _)| *it < place.tick);
        if self.ticks.get(at).is_none_or(|(it, _)| *it != place.tick) {
            self.ticks.insert(at, (place.tick, self.through(at)));
        }
        for (_, hits) in self.ticks.iter_mut().skip(at) {
            *hits = hits.saturating_add(1);
        }
        self.place(place);
    }

    fn place(&mut self, place: Position) {
        let Err(at) = self.places.binary_search(&place) else {
            return;
        };
        let is_full = self.places.len() >= MOST_PLACES;
        if is_full && at == 0 {
            return;
        }
        self.places.insert(at, place);
        if is_full {
            self.places.pop_front();
        }
    }

    /// Forgets what lies behind a moment.
    pub(crate) fn cut(&mut self, after: Position) {
        let left = self.until(after);
        let behind = self.places.partition_point(|it| *it <= after);
        self.places.truncate(behind);
        let first = self.ticks.partition_point(|(it, _)| *it <= after.tick);
        self.ticks.truncate(first);
        if let Some((tick, hits)) = self.ticks.last_mut()
            && *tick == after.tick
        {
            *hits = left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(tick: u32, step: u32) -> Position {
        Position {
            tick: Tick(tick),
            step,
        }
    }

    #[test]
    fn what_is_run_again_counts_once() {
        let mut hits = Hits::default();
        hits.note(Tick(5), &[3, 7]);
        hits.note(Tick(9), &[1]);
        // A tick that stood still at its second hit runs to its end; one before them is met late.
        hits.note(Tick(9), &[1, 4]);
        hits.note(Tick(2), &[8]);
        hits.note(Tick(5), &[3, 7]);
        assert_eq!(hits.until(at(2, 7)), 0);
        assert_eq!(hits.until(at(2, 8)), 1);
        assert_eq!(hits.before(Tick(5)), 1);
        assert_eq!(hits.until(at(5, 3)), 2);
        assert_eq!(hits.until(Position::end_of(Tick(5))), 3);
        assert_eq!(hits.until(Position::end_of(Tick(100))), 5);
        hits.cut(at(9, 3));
        assert_eq!(hits.until(Position::end_of(Tick(100))), 4);
        hits.cut(Position::end_of(Tick(4)));
        assert_eq!(hits.until(Position::end_of(Tick(100))), 1);
    }

    #[test]
    fn hits_that_are_told_one_by_one_add_up() {
        let mut hits = Hits::default();
        for place in [at(5, 1), at(5, 2), at(9, 3), at(7, 4)] {
            hits.add(place);
        }
        assert_eq!(hits.until(at(5, 1)), 1);
        assert_eq!(hits.before(Tick(7)), 2);
        assert_eq!(hits.until(at(7, 4)), 3);
        assert_eq!(hits.until(Position::end_of(Tick(9))), 4);
    }

    #[test]
    fn a_hit_keeps_its_number_however_many_came_before() {
        let mut hits = Hits::default();
        for tick in 0..3_000 {
            hits.note(Tick(tick), &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        }
        assert_eq!(hits.before(Tick(2_999)), 29_990);
        assert_eq!(hits.until(at(2_999, 4)), 29_994);
        assert_eq!(hits.before(Tick(10)), 100);
        assert_eq!(hits.places.len(), MOST_PLACES);
        // What is run again in the stretch whose places are gone counts once as well.
        hits.note(Tick(10), &[1, 2, 3]);
        assert_eq!(hits.before(Tick(3_000)), 30_000);
    }
}
