//! The tables of the mission: their counts, and what is copied over them (messages 0x02 to 0x08 and
//! 0x0A to 0x0E).

use std::ops::Range;
use std::sync::Arc;

use formats::SectionId;
use formats::records::{Record, Ship, Trigger};

use crate::debug::statements::{Coverage, Statements};
use crate::simulation::Simulation;
use crate::trace::ThreadEnd;
use crate::vm::triggers::TriggerState;

use super::patch::{Patch, room};

/// Entries of the original's list of tables.
pub const TABLE_ENTRIES: usize = 50;

/// The entries of the original's list whose table is known, by their numbers; a reference to a
/// record carries the number of its table's entry (dte-format 3.1).
///
/// The first five are those that the original's executable holds, in the order in which its account
/// lists them, which the tags of references bear out. The script, the globals, the timers and the
/// command catalogues have entries too, whose numbers no source tells.
const KNOWN: [(usize, SectionId); 10] = [
    (0x00, SectionId::Ships),
    (0x01, SectionId::FlightGroups),
    (0x02, SectionId::Objects),
    (0x03, SectionId::Triggers),
    (0x04, SectionId::Parts),
    (0x16, SectionId::Squads),
    (0x17, SectionId::SquadMembers),
    (0x19, SectionId::Formations),
    (0x1A, SectionId::FormationPoints),
    (0x1B, SectionId::Curves),
];

/// The bytes of a ship's record that message 0x06 copies, each run of fields once: object ID, name
/// and the halfword after it; flight group; kind; what it launches from, to its gate; formation
/// point and the halfword after it; the curve that it marks, the two bytes after it and the share
/// along it.
pub(crate) const CHOSEN: [Range<usize>; 6] = [
    0x00..0x08,
    0x14..0x15,
    0x18..0x1A,
    0x28..0x2C,
    0x34..0x38,
    0x40..0x48,
];

/// Where a trigger's record keeps whether it is armed, and the firings left to it.
const ARMED: usize = 0x14;
const FIRINGS_LEFT: usize = 0x19;

/// A table that a live edit copies whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LiveTable {
    /// The script: halfwords (message 0x03).
    Script,
    /// The parts: 0x1C bytes each (0x04).
    Parts,
    /// The triggers: 0x30 bytes each (0x05).
    Triggers,
    /// The flight groups: 0x14 bytes each (0x07).
    FlightGroups,
    /// The object table: 8 bytes each (0x08).
    Objects,
    /// The squads: 0x0C bytes each (0x0A).
    Squads,
    /// The squads' members: 0x0C bytes each (0x0B).
    SquadMembers,
    /// The formations: 8 bytes each (0x0C).
    Formations,
    /// The formations' points: 0x10 bytes each (0x0D).
    FormationPoints,
    /// The curves: 0x44 bytes each (0x0E).
    Curves,
}

impl LiveTable {
    /// The table that a message of the original's copies; `None` for the number of any other.
    pub fn from_tag(tag: u16) -> Option<Self> {
        Some(match tag {
            0x03 => Self::Script,
            0x04 => Self::Parts,
            0x05 => Self::Triggers,
            0x07 => Self::FlightGroups,
            0x08 => Self::Objects,
            0x0A => Self::Squads,
            0x0B => Self::SquadMembers,
            0x0C => Self::Formations,
            0x0D => Self::FormationPoints,
            0x0E => Self::Curves,
            _ => return None,
        })
    }

    /// The section that holds it.
    pub fn section(self) -> SectionId {
        match self {
            Self::Script => SectionId::Script,
            Self::Parts => SectionId::Parts,
            Self::Triggers => SectionId::Triggers,
            Self::FlightGroups => SectionId::FlightGroups,
            Self::Objects => SectionId::Objects,
            Self::Squads => SectionId::Squads,
            Self::SquadMembers => SectionId::SquadMembers,
            Self::Formations => SectionId::Formations,
            Self::FormationPoints => SectionId::FormationPoints,
            Self::Curves => SectionId::Curves,
        }
    }
}

impl Simulation {
    /// Sets the counts of the mission's tables, then frees every script thread (message 0x02).
    ///
    /// `counts` has a count for each entry of the original's list of tables. Those that are known
    /// set the count of their section: ships, flight groups, objects, triggers, parts, squads, their
    /// members, formations, their points and curves. The others are passed over: of the script, the
    /// globals and the command catalogues no source tells the entry, so that they keep the file's
    /// count, and the timers keep theirs in the original too.
    ///
    /// A larger count takes in what the section's room holds behind the records; one that the room
    /// does not hold is cut to it, and counted as a gap, where the original would read on behind it.
    /// A ship that is new has nothing in its slot. A trigger that is new is armed as its record says.
    pub fn set_table_counts(&mut self, counts: &[u16; TABLE_ENTRIES]) {
        let image = Arc::clone(self.image());
        let mut patch = Patch::of(&image);
        let mut cut = false;
        for (entry, id) in KNOWN {
            let wanted = counts.get(entry).copied().unwrap_or(0);
            let now = image.entry(id).count;
            let most = room(&image, id).len() / id.spec().stride;
            // A file whose sections overlap counts more than its room holds, and may go on to.
            let most = u16::try_from(most).unwrap_or(u16::MAX).max(now);
            cut |= wanted > most;
            patch.set_count(id, wanted.min(most));
        }
        if cut {
            self.live_gap("count past a section's room");
        }
        self.change_image(patch);
        let slots = (0..).zip(&self.vm.threads);
        let running: Vec<usize> = slots
            .filter(|(_, thread)| thread.ip.is_some())
            .map(|(slot, _)| slot)
            .collect();
        for slot in running {
            self.end_thread(slot, ThreadEnd::Killed);
        }
    }

    /// Copies bytes over a table of the mission (messages 0x03 to 0x05, 0x07, 0x08 and 0x0A to
    /// 0x0E): the table's count times its record's size, but no more than there are bytes, and not
    /// past the next section's start.
    ///
    /// Triggers are armed, and their counts left, as the copied records say, since both stand there.
    /// A script that changes leaves [`Options::statements`](crate::Options::statements) and what is
    /// covered of them behind; threads go on where they are. The parts' blocks and argument counts,
    /// the groups' ships and what each object ID stands for are those of the last binding, until
    /// [`Self::bind_tables`]; everything else follows at once.
    pub fn copy_table(&mut self, table: LiveTable, bytes: &[u8]) {
        let image = Arc::clone(self.image());
        let id = table.section();
        let counted = image.count(id) * id.spec().stride;
        let taken = bytes.get(..counted).unwrap_or(bytes);
        let room = room(&image, id);
        if image.offset(id).is_none() {
            self.live_gap("copy over a section that the mission does not use");
            return;
        }
        let mut patch = Patch::of(&image);
        patch.write(&room, 0, taken);
        self.change_image(patch);
        let taken = taken.get(..room.len()).unwrap_or(taken);
        match table {
            LiveTable::Triggers => self.take_trigger_states(taken),
            LiveTable::Script if self.image().counted(id) != image.counted(id) => {
                Arc::make_mut(&mut self.options).statements = Statements::default();
                self.vm.covered = Coverage::default();
            }
            _ => {}
        }
    }

    /// Has triggers armed as the records that were copied say, as far as they go.
    fn take_trigger_states(&mut self, copied: &[u8]) {
        let records = copied.chunks(Trigger::SIZE);
        for (state, record) in self.vm.triggers.iter_mut().zip(records) {
            let TriggerState {
                armed,
                firings_left,
            } = state;
            *armed = record.get(ARMED).copied().unwrap_or(*armed);
            *firings_left = record.get(FIRINGS_LEFT).copied().unwrap_or(*firings_left);
        }
    }

    /// Copies the chosen fields of each mission ship from records of 0x4C bytes (message 0x06):
    /// object ID, name, flight group, kind, what it launches from and through which gate, formation
    /// point, and the place that it marks on a curve, with the unknown bytes among these. The places,
    /// the angles, the pilots, the flags and everything else stay as they are.
    ///
    /// Ships that the bytes do not reach stay as they are, and so does each field of one of which
    /// they hold only the first bytes. Objects that are made stay what they were made as.
    pub fn copy_ships(&mut self, bytes: &[u8]) {
        let image = Arc::clone(self.image());
        let room = room(&image, SectionId::Ships);
        let mut patch = Patch::of(&image);
        let records = bytes.chunks(Ship::SIZE).take(image.count(SectionId::Ships));
        for (index, record) in records.enumerate() {
            for field in CHOSEN {
                let offset = index * Ship::SIZE + field.start;
                patch.write(&room, offset, record.get(field).unwrap_or_default());
            }
        }
        self.change_image(patch);
    }
}
