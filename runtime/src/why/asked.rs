//! How a run is looked into: from a moment on, or again from a kept one.

use std::sync::Arc;

use formats::Image;

use crate::clock::Tick;
use crate::debug::probe::Probe;
use crate::debug::stops::Position;
use crate::options::Options;
use crate::recording::Recording;
use crate::simulation::Simulation;

use super::{Inquiry, WhyNot};

impl Simulation {
    /// A mission that is looked into from its first moment on, start parts included; see
    /// [`Self::investigate`].
    pub fn investigated(image: Arc<Image>, options: Options, trigger: u16) -> Self {
        let mut simulation = Self::unstarted(image, options);
        simulation.investigate(trigger);
        simulation.tick();
        simulation
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
}

impl Recording {
    /// Why a trigger, by its record's index, did not fire between two moments; the second may be one
    /// within a tick.
    ///
    /// The stretch is run again beside the recording, with the same inputs; one that goes past the head
    /// tells what would come without any.
    pub fn why_not(&self, trigger: u16, from: Tick, until: impl Into<Position>) -> WhyNot {
        let until = until.into();
        let mut run = match from {
            Tick(0) => {
                let head = self.head();
                Simulation::unstarted(Arc::clone(head.image()), head.options().clone())
            }
            from => self.before(from.after(1)),
        };
        run.investigate(trigger);
        while run.next_tick() <= until.tick && !run.is_over() {
            self.give_inputs(&mut run);
            if run.next_tick() == until.tick && !until.is_end() {
                // The rest of the tick is still to come.
                run.tick_with(Probe {
                    exactly: Some(until.step),
                    ..Probe::default()
                });
                break;
            }
            run.tick();
        }
        run.inquiry().unwrap_or_default()
    }
}
