//! A mission in the place of the one that ran before an edit, run to the moment that was looked at.

use runtime::Trace;
use runtime::debug::Position;

use super::super::Names;
use super::super::control::Replacement;
use super::super::difference::first_difference;
use super::{SLICE, Standing, Worker};

/// The way back to where a run was before its mission was edited.
pub(super) struct Replay {
    pub(super) until: Position,
    /// What ran before, to be compared.
    pub(super) before: Trace,
    pub(super) names: Names,
}

impl Worker {
    pub(super) fn replay_on(&mut self) {
        let Some(replay) = &self.replay else {
            self.standing = Standing::Still;
            return;
        };
        let until = replay.until;
        if self.run.head().now() < until.tick && !self.run.head().is_over() {
            // What breakpoints count and note is told anew; they stop nothing on the way.
            let ticks = SLICE.min(until.tick.since(self.run.head().now()));
            self.run.count(ticks, &self.stops);
            return;
        }
        // A first tick that has not run yet runs now.
        if self.run.head().trace().is_empty() {
            self.run.count(1, &self.stops);
        }
        self.run.seek_to(until);
        if let Some(replay) = self.replay.take() {
            let before = (&replay.before, &replay.names);
            let now = (self.run.current().trace(), &self.names);
            self.difference = first_difference(before, now, until.tick);
        }
        self.standing = Standing::Still;
    }

    /// Puts another mission in the place of the one that ran.
    pub(super) fn replace(&mut self, replacement: Replacement) {
        let Replacement {
            mut run,
            names,
            inputs,
            stops,
        } = replacement;
        for input in inputs {
            run.input_at(input);
        }
        // An edit during a replay goes to where the run was before the first.
        let replay = self.replay.take().unwrap_or_else(|| Replay {
            until: self.run.position(),
            before: self.run.current().trace().clone(),
            names: self.names.clone(),
        });
        self.replay = Some(replay);
        self.drop_waiting();
        self.run = run;
        self.names = names;
        self.stops = stops;
        self.step = None;
        self.difference = None;
        self.why = None;
        self.standing = Standing::Replaying;
        // Everything is told anew.
        self.told = Trace::default();
        self.cut = None;
    }

    /// What waits and goes by numbers of the mission before means nothing in this one.
    fn drop_waiting(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        for order in waiting {
            match order.lost_with_an_edit() {
                None => self.waiting.push(order),
                Some(what) => {
                    let text = format!("{what}: not done, as the mission was edited first");
                    self.notes.push((false, text));
                }
            }
        }
    }
}
