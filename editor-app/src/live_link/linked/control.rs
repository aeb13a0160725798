//! What the author wants of a linked run, as the messages that bring it about.

use std::sync::Arc;

use runtime::Hold;
use runtime::debug::Stops;
use runtime::link::client::SendError;
use runtime::link::{Breaks, RunControl, ToGame};

use crate::log::Level;
use crate::preview::linked::Wish;
use crate::preview::{Preview, Standing, StepBy};

use super::stand::thread_at;
use super::{Linked, Said, Stepping};

/// States that may still tell how things stood before an order was carried out.
const OLD_STATES: u8 = 2;

impl Linked {
    pub(super) fn set_stops(&mut self, stops: Arc<Stops>) {
        self.tally.meet(&stops);
        self.stops = stops;
        self.flag();
    }

    /// Tells the game where to stop.
    pub(super) fn flag(&mut self) {
        let Some(run) = &self.run else { return };
        self.breaks = Breaks::new(&run.build.image, &self.stops, self.to);
        self.client.set_flags(self.breaks.flags().to_vec());
        self.flagged = true;
    }

    /// Does what the author wanted of the run.
    pub(super) fn obey(&mut self, preview: &mut Preview, said: &mut Vec<Said>) {
        let Some(run) = &mut self.run else { return };
        // A run of the editor's own has taken its place.
        if !preview.is_linked() {
            self.run = None;
            return;
        }
        for wish in run.feed.wishes() {
            if let Err(error) = self.obey_one(wish, said) {
                said.push((Level::Warning, format!("{error}.")));
            }
        }
    }

    fn obey_one(&mut self, wish: Wish, said: &mut Vec<Said>) -> Result<(), SendError> {
        match wish {
            Wish::Play(true) => {
                self.expect(Standing::Playing);
                let paused = self.state.as_ref().is_some_and(|it| it.paused);
                if paused || self.stopped.is_none() {
                    self.control(RunControl::Pause(false))?;
                }
                // A stop of which the thread is gone holds the script all the same.
                let held = self.state.as_ref().is_some_and(|it| it.hold == Hold::Held);
                if self.stopped.take().is_some() || held {
                    self.control(RunControl::RunOn)?;
                }
                self.stepping = None;
            }
            Wish::Play(false) => {
                self.expect(Standing::Still);
                if self.stopped.is_none() {
                    self.control(RunControl::Pause(true))?;
                }
            }
            Wish::Step(step @ (StepBy::Into | StepBy::Over)) => {
                self.expect(Standing::Stepping);
                self.go_on_if_paused()?;
                let control = match step {
                    StepBy::Into => RunControl::Into,
                    _ => RunControl::Over,
                };
                let from = self.stopped.take().map(|it| it.offset);
                let state = self.state.as_ref();
                let thread = from.and_then(|from| thread_at(state?, from));
                self.stepping = Some(Stepping {
                    control,
                    from,
                    thread,
                });
                self.control(control)?;
            }
            Wish::Step(StepBy::To(script)) => {
                self.to = Some(script);
                self.flag();
                self.obey_one(Wish::Play(true), said)?;
            }
            Wish::Step(StepBy::Out) => self.refuse("step out of a routine of a linked game", said),
            Wish::Step(StepBy::Event) => {
                self.refuse("run a linked game to its next event", said);
            }
            Wish::Stops(stops) => self.set_stops(stops),
            Wish::Run(part) => self.control(RunControl::RunPart(part.into()))?,
            Wish::Forget(breakpoint) => {
                self.tally.forget(breakpoint);
                self.tally.meet(&self.stops);
            }
            Wish::NotLinked(what) => self.refuse(what, said),
        }
        Ok(())
    }

    fn refuse(&mut self, what: &str, said: &mut Vec<Said>) {
        self.wished = None;
        let text =
            format!("The link has no message to {what}; the editor's own preview does that.");
        said.push((Level::Warning, text));
    }

    fn go_on_if_paused(&self) -> Result<(), SendError> {
        match self.state.as_ref().is_some_and(|it| it.paused) {
            true => self.control(RunControl::Pause(false)),
            false => Ok(()),
        }
    }

    pub(super) fn control(&self, control: RunControl) -> Result<(), SendError> {
        self.client.send(ToGame::RunControl(control))
    }

    fn expect(&mut self, standing: Standing) {
        self.wished = Some((standing, OLD_STATES));
    }
}
