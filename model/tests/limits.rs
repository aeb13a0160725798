//! The mission at every limit is at every limit, compiles, and comes back from its bytes and its text.

#[path = "../benches/limits/mod.rs"]
mod limits;

use std::collections::BTreeSet;

use formats::SectionId;
use model::RoutineId;
use model::compile::compile;
use model::decompile::decompile;
use model::source::Source;
use model::validate::check;

/// dte-format 1.3 and 5.
#[test]
fn every_table_is_full() {
    let image = limits::image(&limits::mission());
    let counts = [
        (SectionId::Strings, 65_535),
        (SectionId::Globals, 256),
        (SectionId::Ships, 512),
        (SectionId::FlightGroups, 256),
        (SectionId::Triggers, 1024),
        // The limit is the room of the flags, one a byte, and not the script's own.
        (SectionId::Script, 32_766),
        (SectionId::ScriptFlags, 65_532),
        (SectionId::Objects, 896),
        (SectionId::Parts, 256),
        (SectionId::Squads, 128),
        (SectionId::SquadMembers, 768),
        (SectionId::Formations, 64),
        (SectionId::FormationPoints, 512),
        (SectionId::Curves, 256),
    ];
    for (section, most) in counts {
        assert_eq!(image.count(section), most, "{}", section.name());
    }
    let tables = formats::Tables::read(&image);
    assert_eq!(tables.flight_groups.first().unwrap().ship_count, 255);
    assert_eq!(tables.objects.first().unwrap().trigger_count, 255);
    assert!(tables.trigger_owners().iter().all(Option::is_some));
}

/// Only what follows from the limits themselves is said of it: more ships than slots, triggers that
/// a thread's byte cannot number.
#[test]
fn the_checks_find_nothing_else() {
    let told = check(&limits::mission());
    let codes: BTreeSet<_> = told.iter().map(|it| it.code).collect();
    assert_eq!(codes, BTreeSet::from(["object-slots", "trigger-index"]));
}

#[test]
fn one_statement_more_is_too_many() {
    let mut mission = limits::mission();
    let routines = mission.routines.iter().cloned().map(|mut routine| {
        if routine.id == RoutineId::new("part_255").unwrap() {
            routine.body.as_mut().unwrap().text.push_str("Wait(1)\n");
        }
        routine
    });
    mission.routines = routines.collect();
    let compiled = compile(&mission);
    assert!(compiled.image.is_none());
    let limit = compiled.diagnostics.iter().find(|it| it.code == "limits");
    let message = &limit.unwrap().message;
    assert!(message.contains("by 4 bytes"), "{message}");
}

#[test]
fn it_comes_back_from_its_bytes() {
    let image = limits::image(&limits::mission());
    let back = decompile(&image, &[]);
    assert!(limits::image(&back.mission) == image, "the same image");
    let asm = back.mission.bodies();
    let left = asm.filter(|(_, body)| body.text.contains("asm:")).count();
    assert_eq!(left, 0, "routines that stayed instructions");
}

#[test]
fn it_comes_back_from_its_text() {
    let mission = limits::mission();
    let text = model::source::write(&mission, false);
    let source = Source::read(&text).unwrap();
    assert!(source.mission == mission, "the same mission");
    assert_eq!(source.save(&mission), text);
}
