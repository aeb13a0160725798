//! Raw bytes that go before what the author sets.

use formats::SectionId;
use formats::records::{self, Record as Stored};

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::{Edit, Editable};
use crate::mission::Table;
use crate::record::RawBytes;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "raw-over-known",
    about: "Raw bytes keep what no field explains; over a known field they keep edits of it from \
            the image.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    each::<records::Global, _>(&mission.globals, crate::GlobalChange::Raw, out);
    each::<records::FlightGroup, _>(&mission.flight_groups, crate::FlightGroupChange::Raw, out);
    each::<records::Ship, _>(&mission.ships, crate::ShipChange::Raw, out);
    each::<records::Squad, _>(&mission.squads, crate::SquadChange::Raw, out);
    each::<records::Formation, _>(&mission.formations, crate::FormationChange::Raw, out);
    each::<records::Curve, _>(&mission.curves, crate::CurveChange::Raw, out);
    each::<records::Trigger, _>(&mission.triggers, crate::TriggerChange::Raw, out);
    each::<records::Part, _>(&mission.routines, crate::RoutineChange::Raw, out);
}

/// Fields that the engine sets anew before it reads them, so that raw bytes over them do no harm.
fn is_harmless(section: SectionId, name: &str) -> bool {
    let set_anew = match section {
        SectionId::Ships => matches!(name, "flags" | "waypoint_listed" | "intact_components"),
        SectionId::FlightGroups => matches!(name, "ship_count" | "first_ship"),
        _ => false,
    };
    set_anew || name.starts_with("unknown_") || name.starts_with("runtime_")
}

fn each<S: Stored, R: Editable>(
    table: &Table<R>,
    change: fn(RawBytes) -> R::Change,
    out: &mut Vec<Diagnostic>,
) {
    for record in table {
        let raw = &record.meta().raw;
        if raw.touches(S::SIZE..usize::MAX) {
            let message = format!(
                "raw bytes lie past the record's {} bytes; the run that does is left out",
                S::SIZE
            );
            let place = Place::field(record.any_id(), "raw");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
        let known: Vec<_> = S::FIELDS
            .iter()
            .filter(|field| !is_harmless(S::SECTION, field.name))
            .filter(|field| raw.touches(field.offset..field.offset + field.len))
            .map(|field| field.name)
            .collect();
        if known.is_empty() {
            continue;
        }
        let message = format!(
            "raw bytes lie over {}, and go before what is set there",
            known.join(", ")
        );
        let place = Place::field(record.any_id(), "raw");
        let fix = Edit::change(record.id(), change(RawBytes::default()));
        let told = Diagnostic::warning(CHECK.code, place, message);
        out.push(told.with_fix("Drop the raw bytes", fix));
    }
}
