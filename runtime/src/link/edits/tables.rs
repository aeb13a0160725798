//! The tables that are copied whole, and what nothing copies.

use std::ops::Range;

use formats::bytes::get;
use formats::records::{Record, Trigger};
use formats::{Image, SectionId, tables::command_flag_words};

use crate::link::{LiveTable, TABLE_ENTRIES};
use crate::live::room;

use super::meanwhile::rebuilt_by;
use super::names;
use super::plan::Plan;
use super::reason::Reason;
use super::{Moment, Peer};

/// The tables that follow a change as a whole, in the order of their messages, with the entry of the
/// original's list that has their count.
const TABLES: [(LiveTable, usize); 9] = [
    (LiveTable::Parts, 0x04),
    (LiveTable::Triggers, 0x03),
    (LiveTable::FlightGroups, 0x01),
    (LiveTable::Objects, 0x02),
    (LiveTable::Squads, 0x16),
    (LiveTable::SquadMembers, 0x17),
    (LiveTable::Formations, 0x19),
    (LiveTable::FormationPoints, 0x1A),
    (LiveTable::Curves, 0x1B),
];
/// The entry of the ships' count.
const SHIPS_ENTRY: usize = 0x00;

/// What the game writes into its records as it binds and runs a mission, by sections.
const RUN_GROUPS: [Range<usize>; 2] = [0x09..0x0A, 0x0C..0x10];
/// Where a global's record keeps its value.
const GLOBAL_VALUE: Range<usize> = 0x04..0x08;
/// Where a trigger's record keeps whether it is armed, and the firings left.
const ARMED: usize = 0x14;
const FIRINGS_LEFT: usize = 0x19;

/// The sections of which two images of a mission differ, the flags for a debugger and what binding
/// works out left aside; of the ships what the game writes into them as it runs, too.
///
/// In mid-mission the globals and the triggers differ by themselves, as scripts set the ones, and the
/// others are armed and counted; [`differing_in_play`] leaves that aside too.
pub fn differing_sections(one: &Image, other: &Image) -> Vec<SectionId> {
    SectionId::all()
        .filter(|&id| !is_left_aside(id) && content(one, id) != content(other, id))
        .collect()
}

/// The sections of which an image differs from the mission that runs, all left aside that the game
/// writes as it runs: what [`differing_sections`] does, the values of globals, and of triggers whether
/// they are armed and the firings left (script-vm V178). Names are compared as the texts that they
/// are, wherever these stand in either pool.
///
/// So an editor finds whether the game plays its own build.
pub fn differing_in_play(image: &Image, running: &Image) -> Vec<SectionId> {
    SectionId::all()
        .filter(|&id| !is_left_aside(id) && in_play(image, id) != in_play(running, id))
        .collect()
}

/// What a section says of which nothing changes as a mission runs: its names, and the rest of its
/// records.
fn in_play(image: &Image, id: SectionId) -> (Vec<Option<&[u8]>>, Vec<u8>) {
    let mut bytes = content(image, id);
    let own: &[Range<usize>] = match id {
        SectionId::Globals => &[GLOBAL_VALUE],
        SectionId::Triggers => &[ARMED..ARMED + 1, FIRINGS_LEFT..FIRINGS_LEFT + 1],
        _ => &[],
    };
    blank(&mut bytes, id, own);
    let Some(at) = names::place(id) else {
        return (Vec::new(), bytes);
    };
    let texts = image.strings();
    let records = bytes.chunks(id.spec().stride);
    let names = records.map(|record| texts.bytes(get(record, at)?).0);
    let names = names.collect();
    blank(&mut bytes, id, std::slice::from_ref(&(at..at + 2)));
    (names, bytes)
}

/// Refuses what no message carries.
pub(super) fn check_sections(basis: &Image, wanted: &Image, plan: &mut Plan) {
    let carried = |id| {
        id == SectionId::Strings
            || id == SectionId::Ships
            || id == SectionId::Script
            || TABLES.iter().any(|(table, _)| table.section() == id)
    };
    for id in differing_sections(basis, wanted) {
        if !carried(id) {
            plan.refuse_section(id);
        }
    }
}

/// Plans the copies of the tables that differ, and the counts if one does.
pub(super) fn plan(basis: &Image, wanted: &Image, moment: &Moment<'_>, plan: &mut Plan) {
    let mut counts = Box::new([0; TABLE_ENTRIES]);
    let mut set = |entry: usize, count: usize| {
        if let Some(place) = counts.get_mut(entry) {
            // A directory's counts have 16 bits.
            *place = count as u16;
        }
    };
    set(SHIPS_ENTRY, wanted.count(SectionId::Ships));
    let mut differs = false;
    for (table, entry) in TABLES {
        let id = table.section();
        let count = wanted.count(id);
        set(entry, count);
        if count != basis.count(id) {
            differs = true;
            check_room(id, count, moment, plan);
            if moment.peer != Peer::OwnEngine {
                plan.refuse(Reason::Count(id));
            }
        }
        let has_wanted = has_wanted(table, basis, wanted, plan);
        // What binding works out takes in most of these, and the original's editor had it for all.
        plan.binds |= !has_wanted || count != basis.count(id);
        if !has_wanted {
            let bytes = match table {
                LiveTable::Triggers => triggers(basis, wanted, moment),
                _ => wanted.counted(id).to_vec(),
            };
            plan.tables.push((table, bytes));
        }
    }
    plan.counts = differs.then_some(counts);
}

fn check_room(id: SectionId, wanted: usize, moment: &Moment<'_>, plan: &mut Plan) {
    let room = room(moment.file, id).len() / id.spec().stride;
    if wanted > room {
        plan.refuse(Reason::Room {
            section: id,
            wanted,
            room,
        });
    }
}

/// Whether the records that are wanted stand in a table already, once the ships are moved: curves
/// follow these by themselves. The table may have more behind them, which its count leaves off.
fn has_wanted(table: LiveTable, basis: &Image, wanted: &Image, plan: &Plan) -> bool {
    let id = table.section();
    if table != LiveTable::Curves {
        return content(basis, id).starts_with(&content(wanted, id));
    }
    let curves = basis
        .records()
        .flat_map(|curve| rebuilt_by(&curve, &plan.moved).to_bytes());
    let curves: Vec<u8> = curves.collect();
    curves.starts_with(wanted.counted(id))
}

/// The triggers as they are wanted, armed and with the firings left as they are now if they were
/// there before and the author did not change just that.
fn triggers(basis: &Image, wanted: &Image, moment: &Moment<'_>) -> Vec<u8> {
    let of = |image: &Image| -> Vec<Vec<u8>> {
        let records = image.counted(SectionId::Triggers);
        let records = records.chunks_exact(Trigger::SIZE);
        records.map(<[u8]>::to_vec).collect()
    };
    let (before, mut after, now) = (of(basis), of(wanted), of(moment.file));
    let owned = formats::Tables::read(wanted).trigger_owners();
    let same = super::parts::alignment(&before, &after, |one, other| is_same_trigger(one, other));
    for (index, record) in after.iter_mut().enumerate() {
        let old = same.get(index).copied().flatten();
        for at in [ARMED, FIRINGS_LEFT] {
            let byte = |of: &[Vec<u8>], index: usize| of.get(index)?.get(at).copied();
            let Some(place) = record.get_mut(at) else {
                continue;
            };
            match old {
                Some(old) if byte(&before, old) == Some(*place) => {
                    *place = byte(&now, old).unwrap_or(*place);
                }
                // The start arms every trigger in a slice, whatever its record says (script-vm V178).
                None if at == ARMED && owned.get(index).copied().flatten().is_some() => *place = 1,
                _ => {}
            }
        }
    }
    after.concat()
}

/// Whether two records are of the same trigger: what it waits for is the same. Its block is elsewhere
/// as soon as a script changed before it.
fn is_same_trigger(one: &[u8], other: &[u8]) -> bool {
    let own = |at: usize| !(0x02..0x04).contains(&at) && at != ARMED && at != FIRINGS_LEFT;
    let part = |record: &[u8]| -> Vec<u8> {
        let bytes = record.iter().enumerate();
        bytes
            .filter(|(at, _)| own(*at))
            .map(|(_, byte)| *byte)
            .collect()
    };
    part(one) == part(other)
}

/// Sections that tell nothing of how a mission goes.
fn is_left_aside(id: SectionId) -> bool {
    id == SectionId::ScriptFlags
}

/// What a section says, with what the game writes into it by itself left out.
fn content(image: &Image, id: SectionId) -> Vec<u8> {
    let mut bytes = match id {
        // Names are compared where records have them; stale ones are nobody's.
        SectionId::Strings => return Vec::new(),
        // The game reads a word for each command, whatever the count says.
        SectionId::CommandFlags => {
            let words = command_flag_words(image).into_iter();
            return words.flat_map(u16::to_le_bytes).collect();
        }
        _ => image.counted(id).to_vec(),
    };
    let own: &[Range<usize>] = match id {
        SectionId::Ships => &super::ships::RUN,
        SectionId::FlightGroups => &RUN_GROUPS,
        _ => &[],
    };
    blank(&mut bytes, id, own);
    bytes
}

/// Takes fields out of a section's records.
fn blank(bytes: &mut [u8], id: SectionId, fields: &[Range<usize>]) {
    for record in bytes.chunks_mut(id.spec().stride) {
        for range in fields {
            record.get_mut(range.clone()).unwrap_or_default().fill(0);
        }
    }
}
