//! Whether a game plays a build, by what its file says.

use formats::records::{Global, Reference, Trigger};
use formats::{SectionId, Tables};
use runtime::InputValue;
use runtime::link::edits::{differing_in_play, differing_sections};

use crate::common::{LAUNCHED, raise};
use crate::mission::{ALPHA, BETA, Run, changed, mission, with_section};

#[test]
fn a_mission_is_known_by_what_its_file_says() {
    let basis = mission();
    let run = Run::of(&basis);
    assert_eq!(differing_sections(&basis, &run.file()), []);
    let other = changed(&basis, |t| {
        t.triggers[0].operands[0] = Reference::NONE.0 - 1
    });
    let differs = differing_sections(&other, &run.file());
    assert_eq!(differs, [SectionId::Triggers]);
}

/// A mission whose triggers fire and whose globals are set: one fires three times and is spent.
fn busy() -> Run {
    let basis = changed(&mission(), |t| {
        (t.triggers[1].firings_left, t.triggers[1].repeat) = (3, 2);
        t.globals[1].name = ALPHA;
    });
    let mut run = Run::of(&basis);
    run.simulation
        .input(raise(2, LAUNCHED, &[InputValue::Ship(2)]));
    run.tick(100);
    let globals: Vec<Global> = run.file().records().collect();
    assert_ne!(globals[3].value, 0, "a trigger fired");
    let triggers: Vec<Trigger> = run.file().records().collect();
    let own: Vec<Trigger> = basis.records().collect();
    assert_ne!(triggers, own, "triggers were armed, and counted down");
    run
}

#[test]
fn a_mission_that_runs_is_known_whatever_its_script_did() {
    let run = busy();
    let basis = run.simulation.image();
    let differs = differing_sections(basis, &run.file());
    assert_eq!(differs, [SectionId::Globals, SectionId::Triggers]);
    assert_eq!(differing_in_play(basis, &run.file()), []);
    // Names count as texts, wherever a pool has them.
    let shifted = with_section(basis, SectionId::Strings, |pool| {
        *pool = b"\0alphabet\0beta\0alpha\0".to_vec();
    });
    let moved = changed(&shifted, |t| t.globals[1].name = 15);
    assert_eq!(differing_in_play(&moved, &run.file()), []);
    assert_eq!(
        differing_in_play(&shifted, &run.file()),
        [SectionId::Globals],
        "another name"
    );
}

#[test]
fn another_build_is_known_by_its_triggers_or_globals_alone() {
    let run = busy();
    type Change = fn(&mut Tables);
    let cases: [(Change, SectionId); 12] = [
        (|t| t.triggers[0].condition = 7, SectionId::Triggers),
        (|t| t.triggers[0].repeat = 2, SectionId::Triggers),
        (|t| t.triggers[0].link += 1, SectionId::Triggers),
        (|t| t.triggers[0].qualifier = 1, SectionId::Triggers),
        (|t| t.triggers[0].deferred = 1, SectionId::Triggers),
        (|t| t.triggers[0].firings_refill = 9, SectionId::Triggers),
        (|t| t.triggers[2].operands[0] = 5, SectionId::Triggers),
        (
            |t| {
                t.triggers.pop();
            },
            SectionId::Triggers,
        ),
        (|t| t.triggers.push(Trigger::default()), SectionId::Triggers),
        (
            |t| {
                t.globals.pop();
            },
            SectionId::Globals,
        ),
        (|t| t.globals.push(Global::default()), SectionId::Globals),
        (|t| t.globals[0].name = BETA, SectionId::Globals),
    ];
    for (number, (change, section)) in cases.into_iter().enumerate() {
        let other = changed(run.simulation.image(), change);
        let differs = differing_in_play(&other, &run.file());
        assert_eq!(differs, [section], "case {number}");
    }
}
