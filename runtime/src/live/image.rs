//! The mission's file as the game runs it.

use std::ops::Range;

use formats::SectionId;
use formats::records::{FlightGroup, Global, Record, Ship, Trigger};

use crate::simulation::Simulation;

use super::patch::{Patch, room};

/// Where a global's record keeps its value.
const VALUE: usize = 0x04;
/// Where a ship's record keeps what changes as the mission runs.
const POSITION: usize = 0x08;
const FLAGS: usize = 0x17;
const WAYPOINT_LISTED: usize = 0x1B;
const YAW: usize = 0x2C;
const INTACT: usize = 0x30;
const PITCH: usize = 0x38;
const ROLL: usize = 0x48;
/// Where a flight group's record keeps how many ships it has, and where they stand in the list of all
/// groups' ships.
const SHIP_COUNT: usize = 0x09;
const FIRST_SHIP: usize = 0x0C;
/// Where a trigger's record keeps whether it is armed, and the firings left to it.
const ARMED: usize = 0x14;
const FIRINGS_LEFT: usize = 0x19;

/// The records of a section in an image that is being written.
struct Records<'a> {
    patch: &'a mut Patch,
    room: Range<usize>,
    size: usize,
}

impl Records<'_> {
    fn put(&mut self, index: usize, offset: usize, bytes: &[u8]) {
        self.patch.write(
            &self.room,
            index.saturating_mul(self.size).saturating_add(offset),
            bytes,
        );
    }
}

impl Simulation {
    /// The mission's file as the game runs it: the image with the live edits in it, and what the game
    /// itself keeps in the records.
    ///
    /// That is each global's value; each ship's place, angles, flag byte (bit 0: destroyed) and
    /// intact components; whether each trigger is armed and the firings left to it; the flags of
    /// the script for a debugger; and what binding writes: each flight group's count and first ship,
    /// and the mark of a waypoint of a route. A ship's place and heading are those that the last frame
    /// copied from its object (script-vm V190). Everything else is as in the image, byte for byte.
    ///
    /// It is an image that [`formats::Image::read`] takes, of the size of the one that runs.
    pub fn mission_image(&self) -> Vec<u8> {
        let mut patch = Patch::of(self.image());
        self.write_globals(&mut patch);
        self.write_ships(&mut patch);
        self.write_groups(&mut patch);
        self.write_triggers(&mut patch);
        let flags = room(self.image(), SectionId::ScriptFlags);
        patch.write(&flags, 0, &self.script_flags);
        patch.into_bytes()
    }

    fn records_of<'a, R: Record>(&self, patch: &'a mut Patch) -> Records<'a> {
        Records {
            patch,
            room: room(self.image(), R::SECTION),
            size: R::SIZE,
        }
    }

    fn write_globals(&self, patch: &mut Patch) {
        let mut records = self.records_of::<Global>(patch);
        for (index, value) in self.vm.memory.globals().iter().enumerate() {
            records.put(index, VALUE, &value.to_le_bytes());
        }
    }

    fn write_ships(&self, patch: &mut Patch) {
        let mut records = self.records_of::<Ship>(patch);
        for (index, live) in self.world.records.iter().enumerate() {
            for (axis, value) in live.position.into_iter().enumerate() {
                records.put(index, POSITION + 4 * axis, &value.to_le_bytes());
            }
            records.put(index, FLAGS, &[live.flags]);
            records.put(index, YAW, &live.yaw.to_le_bytes());
            records.put(index, INTACT, &live.intact.to_le_bytes());
            records.put(index, PITCH, &live.pitch.to_le_bytes());
            records.put(index, ROLL, &live.roll.to_le_bytes());
        }
        // A ship that is counted no longer may stand in the list until the next binding.
        let listed = self.mission.bound.waypoints.iter();
        for &ship in listed.filter(|&&ship| self.mission.ship(ship).is_some()) {
            records.put(usize::from(ship), WAYPOINT_LISTED, &[1]);
        }
    }

    fn write_groups(&self, patch: &mut Patch) {
        let groups = self.mission.tables.flight_groups.len();
        let mut records = self.records_of::<FlightGroup>(patch);
        let mut listed: u32 = 0;
        for (index, ships) in self.mission.bound.groups.iter().take(groups).enumerate() {
            let first = match ships.first() {
                Some(_) => listed,
                None => FlightGroup::NO_SHIP,
            };
            // A group lists no more than 255 ships.
            let count = ships.len() as u8;
            records.put(index, SHIP_COUNT, &[count]);
            records.put(index, FIRST_SHIP, &first.to_le_bytes());
            listed = listed.saturating_add(u32::from(count));
        }
    }

    fn write_triggers(&self, patch: &mut Patch) {
        let mut records = self.records_of::<Trigger>(patch);
        for (index, state) in self.vm.triggers.iter().enumerate() {
            records.put(index, ARMED, &[state.armed]);
            records.put(index, FIRINGS_LEFT, &[state.firings_left]);
        }
    }
}
