//! Live edits: what StarLancer's own editor did to the mission that the game was playing.
//!
//! The game binds a mission's tables where its file lies in memory, and the editor wrote over them
//! there. Here a run binds an image that others may hold too, so that a live edit makes another one.
//! What the game reads from a record at every use follows such an edit at once; what it works out as
//! it binds follows when it binds again, with [`Simulation::bind_tables`].
//!
//! The payloads are an editor's and are trusted in nothing: what lies past their end is not taken,
//! what they hold past a section's room is left out, and an edit that can do nothing is counted among
//! the [gaps](Simulation::gaps) under a name that starts with `live edit`. Live edits are no inputs:
//! a recording or a replay does not have them.
//!
//! The facts are those of OpenReliant's account of the original's link, by the numbers of its
//! messages. Where it leaves a choice, the documentation of the method says what is ours.

mod binding;
mod image;
mod patch;
mod renumber;
mod ships;
mod tables;

pub(crate) use patch::{Patch, room};
pub use renumber::{Renumber, index_renumber};
pub(crate) use ships::{EDITOR_PLACE, rebuilt as rebuilt_curve};
pub(crate) use tables::CHOSEN;
pub use tables::{LiveTable, TABLE_ENTRIES};

use std::sync::Arc;

use crate::gaps::LIVE_EDIT;
use crate::simulation::Simulation;
use crate::vm::thread::Origin;
use crate::vm::triggers::TriggerState;

impl Simulation {
    /// Runs a part at once on a thread of its own, without a frame or a trigger (script-vm V13; run
    /// control 4).
    ///
    /// Only within the mission's parts, where the original reads past their table. Once the mission
    /// is over, nothing runs.
    pub fn run_part(&mut self, part: u32) {
        if self.is_over() {
            return;
        }
        let number = u16::try_from(part).ok();
        match number.filter(|&part| usize::from(part) < self.mission.tables.parts.len()) {
            Some(part) => {
                self.start_part(part, Origin::Hand { part });
            }
            None => self.live_gap("run of a part that the mission does not have"),
        }
    }

    /// Counts a live edit, or what of it, that could not be done.
    fn live_gap(&mut self, what: &str) {
        self.gap_at(&format!("{LIVE_EDIT}{what}"), None);
    }

    /// Goes on with an image that a live edit has changed.
    fn change_image(&mut self, patch: Patch) {
        // A patch leaves alone what an image is read by, so that what it gives is one.
        let Some(image) = patch.finish() else {
            self.live_gap("image that could not be read again");
            return;
        };
        self.mission = Arc::new(self.mission.changed(Arc::new(image)));
        let mission = Arc::clone(&self.mission);
        self.world.fit(&mission);
        let states = &mut self.vm.triggers;
        states.truncate(mission.tables.triggers.len());
        let first = states.len();
        states.extend(
            mission
                .tables
                .triggers
                .iter()
                .skip(first)
                .map(TriggerState::of),
        );
    }
}
