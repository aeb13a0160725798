//! The mission at every limit is at every limit, compiles, and comes back from its bytes and its text.

#[path = "../benches/limits/mod.rs"]
mod limits;

use std::collections::BTreeSet;

use formats::{Image, SectionId};
use model::compile::{Compiled, compile};
use model::decompile::decompile;
use model::diagnostic::Severity;
use model::source::Source;
use model::validate::validate;
use model::{Mission, RoutineId};

fn compiled(mission: &Mission) -> (Compiled, Image) {
    let compiled = compile(mission);
    let errors: Vec<_> = compiled
        .diagnostics
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .map(ToString::to_string)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let image = compiled.image.clone().unwrap();
    (compiled, image)
}

/// dte-format 1.3 and 5.
#[test]
fn every_table_is_full() {
    let (_, image) = compiled(&limits::mission());
    let counts = [
        (SectionId::Strings, 65_535, limits::POOL),
        (SectionId::Globals, 256, limits::GLOBALS),
        (SectionId::Ships, 512, limits::SHIPS),
        (SectionId::FlightGroups, 256, limits::FLIGHT_GROUPS),
        (SectionId::Triggers, 1024, limits::TRIGGERS),
        // The limit is the flags' room, one a byte, and not the script's own.
        (SectionId::Script, 32_766, limits::SCRIPT / 2),
        (SectionId::ScriptFlags, 65_532, limits::SCRIPT),
        (SectionId::Objects, 896, limits::OBJECTS),
        (SectionId::Parts, 256, limits::PARTS),
        (SectionId::Squads, 128, limits::SQUADS),
        (SectionId::SquadMembers, 768, limits::MEMBERS),
        (SectionId::Formations, 64, limits::FORMATIONS),
        (SectionId::FormationPoints, 512, limits::POINTS),
        (SectionId::Curves, 256, limits::CURVES),
    ];
    for (section, most, ours) in counts {
        assert_eq!(most, ours, "{}", section.name());
        assert_eq!(image.count(section), most, "{}", section.name());
    }
    let tables = formats::Tables::read(&image);
    assert_eq!(tables.flight_groups.first().unwrap().ship_count, 255);
    assert_eq!(tables.objects.first().unwrap().trigger_count, 255);
    assert!(tables.trigger_owners().iter().all(Option::is_some));
    assert_eq!(limits::PER_OWNER, 255);
}

/// Only what follows from the limits themselves is said of it: more ships than slots, triggers that
/// a thread's byte cannot number.
#[test]
fn the_checks_find_nothing_else() {
    let mission = limits::mission();
    let (compiled, _) = compiled(&mission);
    let codes: BTreeSet<_> = validate(&mission, &compiled)
        .iter()
        .map(|it| it.code)
        .collect();
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
    let (_, image) = compiled(&limits::mission());
    let back = decompile(&image, &[]);
    let (_, again) = compiled(&back.mission);
    assert!(again == image, "the same image");
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
