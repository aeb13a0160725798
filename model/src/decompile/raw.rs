//! What of an image's records their fields do not explain.

use std::collections::BTreeMap;
use std::ops::Range;

use formats::Tables;
use formats::records;

use crate::compile;
use crate::diagnostic::{Diagnostic, Place};
use crate::ids::Id;
use crate::mission::Mission;
use crate::object_ids::ObjectIds;
use crate::record::{RawBytes, Record};

/// Where in records compiling decides, by where it puts things: these never become raw bytes.
const NAME: Range<usize> = 0x00..0x02;
const NAME_AT_4: Range<usize> = 0x04..0x06;
const TRIGGER_LINK: Range<usize> = 0x02..0x04;
const PART_START: Range<usize> = 0x0A..0x0C;
const PART_EXTENT: Range<usize> = 0x10..0x12;
const SQUAD_FIRST: Range<usize> = 0x08..0x0A;
const MEMBER_SQUAD: Range<usize> = 0x04..0x06;
const FORMATION_FIRST: Range<usize> = 0x04..0x06;
const POINT_FORMATION: Range<usize> = 0x00..0x02;
const OBJECT_SLICE: Range<usize> = 0x01..0x04;
/// Fields of a curve that follow its curve points.
const CURVE_GEOMETRY: [Range<usize>; 2] = [0x08..0x20, 0x28..0x40];

/// Compiles each record, and keeps what the image's has otherwise.
pub(super) fn keep(tables: &Tables, mission: &mut Mission, diagnostics: &mut Vec<Diagnostic>) {
    let ours = compile::assemble(mission, None).tables;

    let raws = each(&ours.globals, &tables.globals, &[NAME]);
    set(&mut mission.globals, raws, |it| &mut it.meta.raw);
    let raws = each(&ours.flight_groups, &tables.flight_groups, &[NAME_AT_4]);
    set(&mut mission.flight_groups, raws, |it| &mut it.meta.raw);
    let raws = each(&ours.ships, &tables.ships, &[NAME_AT_4]);
    set(&mut mission.ships, raws, |it| &mut it.meta.raw);
    let raws = each(&ours.squads, &tables.squads, &[SQUAD_FIRST]);
    set(&mut mission.squads, raws, |it| &mut it.meta.raw);
    let raws = each(
        &ours.formations,
        &tables.formations,
        &[NAME, FORMATION_FIRST],
    );
    set(&mut mission.formations, raws, |it| &mut it.meta.raw);
    let raws = each(&ours.triggers, &tables.triggers, &[TRIGGER_LINK]);
    set(&mut mission.triggers, raws, |it| &mut it.meta.raw);

    let raws = each(&ours.parts, &tables.parts, &[NAME, PART_START, PART_EXTENT]);
    let parts: Vec<_> = mission.parts().map(|part| part.id.clone()).collect();
    for (id, raw) in parts.iter().zip(raws) {
        if let Some(part) = mission.routines.get_mut(id) {
            part.meta.raw = raw;
        }
    }

    let raws = each(&ours.curves, &tables.curves, &[]);
    for (curve, raw) in mission.curves.iter().zip(&raws) {
        if CURVE_GEOMETRY
            .iter()
            .any(|range| raw.touches(range.clone()))
        {
            let message = "the curve's stored points are not where its curve points stand; they are \
                           kept as raw bytes, which go before what is placed";
            let place = Place::field(curve.any_id(), "raw");
            diagnostics.push(Diagnostic::warning("raw-over-computed", place, message));
        }
    }
    set(&mut mission.curves, raws, |it| &mut it.meta.raw);

    members(tables, &ours, mission);
    points(tables, &ours, mission);
    objects(tables, &ours, mission);
}

/// The difference of each record that is in both lists, but for `placed` bytes.
fn each<R: records::Record>(ours: &[R], stored: &[R], placed: &[Range<usize>]) -> Vec<RawBytes> {
    ours.iter()
        .zip(stored)
        .map(|(ours, stored)| difference(ours, stored, placed))
        .collect()
}

fn difference<R: records::Record>(ours: &R, stored: &R, placed: &[Range<usize>]) -> RawBytes {
    let ours = ours.to_bytes();
    let mut stored = stored.to_bytes();
    for range in placed {
        if let (Some(to), Some(from)) = (stored.get_mut(range.clone()), ours.get(range.clone())) {
            to.copy_from_slice(from);
        }
    }
    RawBytes::difference(&ours, &stored)
}

fn set<R: Record>(
    table: &mut crate::mission::Table<R>,
    raws: Vec<RawBytes>,
    field: impl Fn(&mut R) -> &mut RawBytes,
) {
    let ids: Vec<Id<R>> = table.iter().map(|record| record.id().clone()).collect();
    for (id, raw) in ids.iter().zip(raws) {
        if let Some(record) = table.get_mut(id) {
            *field(record) = raw;
        }
    }
}

/// Members are written squad by squad, so each is compared with the stored one of its squad.
fn members(tables: &Tables, ours: &Tables, mission: &mut Mission) {
    let squads: Vec<_> = mission
        .squads
        .iter()
        .map(|squad| squad.id.clone())
        .collect();
    for ((id, ours_squad), stored_squad) in squads.iter().zip(&ours.squads).zip(&tables.squads) {
        let Some(squad) = mission.squads.get_mut(id) else {
            continue;
        };
        let ours = ours
            .squad_members
            .iter()
            .skip(usize::from(ours_squad.first_member));
        let stored = tables
            .squad_members
            .iter()
            .skip(usize::from(stored_squad.first_member));
        for ((member, ours), stored) in squad.members.iter_mut().zip(ours).zip(stored) {
            member.raw = difference(ours, stored, &[MEMBER_SQUAD]);
        }
    }
}

/// Points are written formation by formation, so each is compared with the stored one of its own.
fn points(tables: &Tables, ours: &Tables, mission: &mut Mission) {
    let mut written = ours.formation_points.iter();
    let formations: Vec<_> = mission.formations.iter().map(|it| it.id.clone()).collect();
    for (at, id) in formations.iter().enumerate() {
        let Some(formation) = mission.formations.get_mut(id) else {
            continue;
        };
        let stored = tables
            .formation_points
            .iter()
            .filter(|point| usize::from(point.formation) == at);
        for (point, stored) in formation.points.iter_mut().zip(stored) {
            if let Some(ours) = written.next() {
                point.raw = difference(ours, stored, &[POINT_FORMATION]);
            }
        }
    }
}

/// Entries of the object table that the records do not explain.
fn objects(tables: &Tables, ours: &Tables, mission: &mut Mission) {
    let mut kept = BTreeMap::new();
    for (id, stored) in (0u16..).zip(&tables.objects) {
        let last = usize::from(id) + 1 == tables.objects.len();
        match ours.objects.get(usize::from(id)) {
            Some(ours) => {
                // An empty slice's first trigger is nothing that compiling decides.
                let placed = match (stored.trigger_count, ours.trigger_count) {
                    (0, 0) => 0..0,
                    _ => OBJECT_SLICE,
                };
                let raw = difference(ours, stored, &[placed]);
                if !raw.is_empty() {
                    kept.insert(id, raw);
                }
            }
            None => {
                let raw = difference(&records::Object::default(), stored, &[]);
                // An entry that says nothing is kept where the table ends, for its length.
                if last || !raw.is_empty() {
                    kept.insert(id, raw);
                }
            }
        }
    }
    mission.objects = kept;
    // Bytes that are kept for a number keep the record on that number, too.
    let ids = ObjectIds::new(&Mission {
        objects: BTreeMap::new(),
        ..mission.clone()
    });
    pin(&mut mission.ships, &ids.ships, &mission.objects, |it| {
        &mut it.object_id
    });
    pin(
        &mut mission.flight_groups,
        &ids.flight_groups,
        &mission.objects,
        |it| &mut it.object_id,
    );
    pin(&mut mission.squads, &ids.squads, &mission.objects, |it| {
        &mut it.object_id
    });
}

/// Has the records whose number is among some ask for it.
fn pin<R: Record>(
    table: &mut crate::mission::Table<R>,
    ids: &[u16],
    kept: &BTreeMap<u16, RawBytes>,
    field: impl Fn(&mut R) -> &mut Option<u16>,
) {
    let records: Vec<Id<R>> = table.iter().map(|record| record.id().clone()).collect();
    for (record, id) in records.iter().zip(ids) {
        if kept.contains_key(id)
            && let Some(record) = table.get_mut(record)
        {
            *field(record) = Some(*id);
        }
    }
}
