//! Live edits of a running mission (OpenReliant's account of the original's link, messages 0x00 to
//! 0x14), a sheet of what they do. Each test names the facts that it proves by their numbers here;
//! those marked "ours" are choices that the accounts leave.
//!
//! Places, messages 0x00 and 0x01:
//!
//! - LIVE-01: each mission ship's run-time place comes from +0x08 of the editor's record, its yaw,
//!   pitch and roll from the halfwords at +0x20, +0x2C and +0x3C.
//! - LIVE-02 (ours): the payload has the records; what it does not reach stays.
//! - LIVE-03: the objects stay, and each frame copies their places back; the roll is kept.
//! - LIVE-04: the object of each mission ship with the ID is placed there, by 16 bits of the ID.
//! - LIVE-05: the curves are built again.
//! - LIVE-06 (ours): a move of no ship, or to no place, is a gap and nothing else.
//!
//! Tables, messages 0x02 to 0x0E:
//!
//! - LIVE-10: the entries 0 to 4, 0x16, 0x17, 0x19, 0x1A and 0x1B set the counts of ships, flight
//!   groups, objects, triggers, parts, squads, members, formations, points and curves.
//! - LIVE-11: every other count stays; the timers keep theirs.
//! - LIVE-12: every thread is freed.
//! - LIVE-13: a larger count fills the room that the sections reserve, and is cut to it.
//! - LIVE-14: a copy takes the table's count times its record's size, and no more.
//! - LIVE-15: it takes no more than the payload.
//! - LIVE-16: it stops at the next section's start.
//! - LIVE-17: the messages copy these tables, of records of these sizes.
//! - LIVE-18: a trigger's record has whether it is armed, and its firings left.
//! - LIVE-19: the script that runs is the one that was copied; its statements are left behind.
//! - LIVE-20: the script's flags are copied likewise, a byte for each of the script's.
//! - LIVE-21: of each ship these fields are copied.
//! - LIVE-22: its other bytes stay, also where a live ship's differ.
//!
//! Binding, message 0x0F:
//!
//! - LIVE-30: the parts' blocks are those of the last binding.
//! - LIVE-31: so are the flight groups' ships.
//! - LIVE-32: so is what each object ID stands for.
//! - LIVE-33: so is the waypoint list.
//! - LIVE-34: the watches are made anew, each looking.
//! - LIVE-35: threads, objects, armed triggers, firings left, globals, variables and timers go on.
//! - LIVE-36: whether a part is a start part is read from its record.
//!
//! Timers, message 0x10:
//!
//! - LIVE-40: a timer of a part before the first that changed keeps it.
//! - LIVE-41: where parts were removed, a timer of the first is left with none.
//! - LIVE-42: the others move by the count.
//!
//! Ships, messages 0x11, 0x12 and 0x14:
//!
//! - LIVE-50 (ours): the ship is the first of the mission's with the record's object ID.
//! - LIVE-51: its object is retired, without an event.
//! - LIVE-52: a ship is made from the record, as the mission's are.
//! - LIVE-53: the player's ship is four radii back along the world's Z, looking at the ship.
//! - LIVE-54: only where the ship has an object.
//! - LIVE-55: a part runs at once on a new thread; only within the mission's parts.
//!
//! The mission's file:
//!
//! - LIVE-60: it has the globals as they stand.
//! - LIVE-61: it has each ship's place and heading from its object.
//! - LIVE-62: a destroyed ship is marked in its flags.
//! - LIVE-63: triggers are as they stand.
//! - LIVE-64: it has what binding writes.
//! - LIVE-65: it is an image of the same size, and everything else is as it was.
//! - LIVE-66: no payload, in no order, panics, grows the image or makes it unreadable.

#[path = "../common/mod.rs"]
mod common;

mod binding;
mod hostile;
mod image;
mod ships;
mod table_counts;
mod tables;
mod timers;

use std::sync::Arc;

use formats::records::Record;
use formats::{Image, SectionId};
use runtime::{Simulation, TABLE_ENTRIES};

/// The entries of the original's list of tables that are known, with the section of each.
const ENTRIES: [(usize, SectionId); 10] = [
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

/// The mission's file as it runs.
fn file(simulation: &Simulation) -> Image {
    Image::read(simulation.mission_image()).unwrap().value
}

/// The records of a section in that file.
fn records<R: Record>(simulation: &Simulation) -> Vec<R> {
    file(simulation).records().collect()
}

/// The bytes of some records, as a message has them.
fn bytes<R: Record>(records: &[R]) -> Vec<u8> {
    records.iter().flat_map(Record::to_bytes).collect()
}

/// The counts that an image has, as message 0x02 has them.
fn counts(image: &Image) -> [u16; TABLE_ENTRIES] {
    let mut counts = [0; TABLE_ENTRIES];
    for (entry, id) in ENTRIES {
        counts[entry] = image.entry(id).count;
    }
    counts
}

/// A simulation of an image that was not made by the tests' own mission.
fn run(image: Image) -> Simulation {
    Simulation::new(Arc::new(image), runtime::Options::default())
}

fn gap(simulation: &Simulation, name: &str) -> u32 {
    let gap = simulation.gaps().get(&format!("live edit: {name}"));
    gap.map_or(0, |gap| gap.count)
}
