//! How a run is looked into: from a moment on, or again from a kept one.

use std::collections::VecDeque;
use std::sync::Arc;

use formats::Image;

use crate::clock::Tick;
use crate::input::TimedInput;
use crate::options::Options;
use crate::recording::Recording;
use crate::simulation::Simulation;

use super::{Inquiry, WhyNot};

impl Simulation {
    /// A mission that is looked into from its first moment on, start parts included; see
    /// [`Self::investigate`].
    pub fn investigated(image: Arc<Image>, options: Options, trigger: u16) -> Self {
        Self::start(image, options, Some(trigger))
    }

    /// Looks into a trigger, by its record's index, from now on. Nothing else goes another way for it.
    pub fn investigate(&mut self, trigger: u16) {
        self.inquiry = Some(Arc::new(Inquiry::new(self, trigger)));
    }

    /// What was found out so far about the trigger that is looked into; `None` where none is.
    pub fn inquiry(&self) -> Option<WhyNot> {
        let inquiry = self.inquiry.as_ref()?;
        Some(self.answer(inquiry))
    }

    /// Runs on with the inputs of an earlier run that are still to come.
    fn run_again(&mut self, inputs: &[TimedInput], until: Tick) {
        let now = self.now();
        let mut inputs: VecDeque<&TimedInput> =
            inputs.iter().filter(|timed| timed.tick > now).collect();
        while self.now() < until && !self.is_over() {
            let next = self.now().after(1);
            while let Some(timed) = inputs.pop_front_if(|timed| timed.tick <= next) {
                self.input(timed.input.clone());
            }
            self.tick();
        }
    }
}

impl Recording {
    /// Why a trigger, by its record's index, did not fire between two moments.
    ///
    /// The stretch is run again beside the recording, with the same inputs; one that goes past the head
    /// tells what would come without any.
    pub fn why_not(&self, trigger: u16, from: Tick, until: Tick) -> WhyNot {
        let head = self.head();
        let mut run = if from == Tick(0) {
            let image = Arc::clone(head.image());
            Simulation::investigated(image, head.options().clone(), trigger)
        } else {
            let copy = match from < head.now() {
                true => self.copy_at(from),
                false => None,
            };
            let mut run = copy.unwrap_or_else(|| head.clone());
            run.investigate(trigger);
            run
        };
        run.run_again(head.inputs(), until);
        run.inquiry().unwrap_or_default()
    }
}
