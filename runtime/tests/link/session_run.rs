//! What an editor does with a mission that plays, and what comes of it, without a socket.

use formats::records::{Part, Ship};
use formats::{Image, ImageBuilder, SectionId};
use runtime::link::{LiveTable, RunControl, ScriptFlags, ToEditor, ToGame};
use runtime::{Hold, Release};

use super::common::*;
use super::session::{Rig, counting, flags};

/// Command Wait, with its seconds.
pub(crate) const WAIT: usize = 0x05;
/// Command that gives an order.
pub(crate) const SET_AI: usize = 0x0B;
/// Command CreateFlightGroup.
pub(crate) const CREATE_FLIGHT_GROUP: usize = 0x03;

pub(crate) fn control(control: RunControl) -> ToGame {
    ToGame::RunControl(control)
}

/// Where threads stopped, of what was sent.
fn stops(sent: &[ToEditor]) -> Vec<u32> {
    let stop = |message: &ToEditor| match message {
        ToEditor::ScriptStopped(offset) => Some(*offset),
        _ => None,
    };
    sent.iter().filter_map(stop).collect()
}

/// A mission in which a timer counts in global 0 every second, and a ship flies.
pub(crate) fn ticking() -> Mission {
    let mut mission = with_ships(2, 2);
    let part = mission.part(routine(count(0)));
    let timer = call(0x01, [num(1), num(part as u32), num(1), num(0)]);
    mission.start(routine(timer));
    mission
}

#[test]
fn link_15_16_a_start_part_that_is_held_holds_the_start() {
    let (mut mission, [_, second, _]) = counting();
    mission.start(all([count(1)]));
    let mut rig = Rig::new(&mission);
    rig.session.connect(&mut rig.simulation);
    rig.session.begin(&mut rig.simulation);
    rig.give(&flags(&[second]));
    rig.ticks(300);
    assert_eq!([0, 1].map(|it| global(&rig.simulation, it)), [1, 0]);
    assert_eq!(rig.simulation.now().0, 0);
    rig.give(&control(RunControl::RunOn));
    rig.ticks(1);
    // Not 4, as it would be had the part run anew.
    assert_eq!([0, 1].map(|it| global(&rig.simulation, it)), [3, 1]);
    assert_eq!(
        rig.simulation.now().0,
        0,
        "the start is done, and time begins"
    );
    rig.ticks(100);
    assert_eq!(rig.simulation.now().0, 100);
}

#[test]
fn link_17_18_20_a_hold_in_mid_mission_is_told_and_released() {
    let mut mission = Mission::new(1);
    let part = mission.part(all([count(0), count(0), count(0)]));
    let timer = call(0x01, [num(1), num(part as u32), num(1), num(0)]);
    mission.start(routine(timer));
    let mut rig = Rig::playing(&mission);
    rig.give(&flags(&[6]));
    // A period of 1 runs out after two seconds first, and its part runs in the tick behind (V107).
    rig.ticks(200);
    assert_eq!(stops(&rig.sent()), [0; 0]);
    rig.ticks(1);
    assert_eq!(stops(&rig.sent()), [6]);
    assert_eq!(rig.hold(), Hold::Held);
    // Step into and over come to the next statement; on runs to the end.
    for (release, stop) in [
        (RunControl::Into, Some(11)),
        (RunControl::Over, Some(16)),
        (RunControl::RunOn, None),
    ] {
        rig.give(&control(release));
        assert_eq!(rig.hold(), Hold::Released);
        rig.ticks(1);
        assert_eq!(stops(&rig.sent()), Vec::from_iter(stop), "{release:?}");
    }
    assert_eq!(rig.hold(), Hold::None);
    assert_eq!(global(&rig.simulation, 0), 3);
}

#[test]
fn link_20_on_does_nothing_while_nothing_is_held_and_the_others_do() {
    for (release, hold, step) in [
        (RunControl::RunOn, Hold::None, None),
        (RunControl::Into, Hold::Released, Some(Release::Into)),
        (RunControl::Over, Hold::Released, Some(Release::Over)),
    ] {
        let mut rig = Rig::playing(&Mission::new(0));
        rig.give(&control(release));
        let editor = rig.simulation.editor().unwrap();
        assert_eq!((editor.hold(), editor.step()), (hold, step));
    }
}

#[test]
fn link_19_24_a_pause_stops_all_ticks() {
    let mut rig = Rig::playing(&ticking());
    rig.ticks(150);
    let before = rig.simulation.snapshot();
    rig.give(&control(RunControl::Pause(true)));
    assert!(rig.state().paused);
    rig.ticks(500);
    assert_eq!(rig.simulation.snapshot(), before);
    rig.give(&control(RunControl::Pause(false)));
    assert!(!rig.state().paused);
    rig.ticks(152);
    assert_eq!(rig.simulation.now().0, 302);
    assert_eq!(global(&rig.simulation, 0), 2, "after 2 and 3 seconds");
}

#[test]
fn link_24_a_hold_stops_the_script_while_ships_fly_on() {
    let mut mission = ticking();
    let point = mission.ship_in(0, Ship::KIND_NAV_POINT, [1e6, 0.0, 9e6]);
    let fly = call(SET_AI, [ship(1), num(6), num(0), ship(point)]);
    mission.start(routine(fly));
    let mut rig = Rig::playing(&mission);
    rig.ticks(300);
    let place = |rig: &Rig| rig.simulation.ship_position(1).unwrap();
    let moving = place(&rig);
    rig.ticks(50);
    assert_ne!(place(&rig), moving, "it flies");
    // The timer's part is the first of the script behind the start part that makes the ships.
    let timed = part_start(&mission, 1);
    rig.give(&flags(&[timed + 2]));
    rig.sent();
    rig.ticks(51);
    assert_eq!(stops(&rig.sent()), [timed + 2]);
    let (clock, counted, held_at) = (
        rig.simulation.clock(),
        global(&rig.simulation, 0),
        place(&rig),
    );
    rig.ticks(300);
    assert_eq!(rig.simulation.clock(), clock);
    assert_eq!(global(&rig.simulation, 0), counted);
    assert_ne!(place(&rig), held_at, "it flies on");
}

/// Where a part's block starts, in bytes from the start of the script.
fn part_start(mission: &Mission, part: usize) -> u32 {
    let parts: Vec<Part> = mission.image().records().collect();
    2 * u32::from(parts[part].start)
}

#[test]
fn link_21_22_a_part_is_run_at_once_if_the_mission_has_it() {
    let mut mission = Mission::new(1);
    mission.part(routine(count(0)));
    let mut rig = Rig::playing(&mission);
    rig.give(&control(RunControl::RunPart(0)));
    assert_eq!(global(&rig.simulation, 0), 1, "before any tick");
    for words in [
        (4, 1),
        (4, 255),
        (4, 256),
        (4, u32::MAX),
        (5, 0),
        (u32::MAX, 0),
    ] {
        rig.give(&control(RunControl::from_words(words.0, words.1)));
        rig.ticks(1);
        assert_eq!(global(&rig.simulation, 0), 1);
        assert_eq!(rig.hold(), Hold::None);
        assert_eq!(faults(&rig.simulation), []);
    }
    // One that stops at once is told at once.
    rig.give(&flags(&[2]));
    rig.sent();
    rig.give(&control(RunControl::RunPart(0)));
    assert_eq!(stops(&rig.sent()), [2]);
}

/// When, by the clock, the editor heard of the first thread, and what.
fn heard(rig: &mut Rig, ticks: u32) -> Vec<(u32, bool)> {
    let mut heard = Vec::new();
    for _ in 0..ticks {
        rig.ticks(1);
        let clock = rig.simulation.clock();
        heard.extend(rig.sent().iter().filter_map(|message| match message {
            ToEditor::FirstFinished(finished) => Some((clock, *finished)),
            _ => None,
        }));
    }
    heard
}

#[test]
fn link_23_each_fifth_second_tells_of_the_first_thread() {
    let mut mission = Mission::new(1);
    mission.start(routine(call(WAIT, [num(7)])));
    let mut rig = Rig::new(&mission);
    rig.session.connect(&mut rig.simulation);
    rig.session.begin(&mut rig.simulation);
    let told = heard(&mut rig, 1601);
    assert_eq!(told, [(0, false), (5, false), (10, true), (15, true)]);
    // An editor that comes within such a second hears it once.
    rig.session.disconnect(&mut rig.simulation);
    assert_eq!(heard(&mut rig, 430), []);
    rig.session.connect(&mut rig.simulation);
    assert_eq!(heard(&mut rig, 50), [(20, true)]);
}

#[test]
fn link_23_not_while_the_script_is_held_or_released() {
    let mut rig = Rig::playing(&ticking());
    // Nothing runs that could take the release up.
    rig.ticks(401);
    rig.give(&control(RunControl::Into));
    rig.sent();
    assert_eq!(heard(&mut rig, 98), []);
    assert_eq!(rig.hold(), Hold::Released);
    // Held from second 5 on, by the timer's part.
    let told = heard(&mut rig, 700);
    assert_eq!(told, []);
    assert_eq!(rig.hold(), Hold::Held);
    assert_eq!(rig.simulation.clock(), 5);
    rig.give(&control(RunControl::RunOn));
    assert_eq!(heard(&mut rig, 10), [(5, true)]);
}

#[test]
fn link_25_a_short_copy_of_the_flags_leaves_the_rest() {
    let (mut mission, [first, _, third]) = counting();
    mission.parts[0].0.flags = 0;
    let mut rig = Rig::playing(&mission);
    let copy = |flags: Vec<u8>| ToGame::CopyScriptFlags(ScriptFlags(flags));
    let mut all = vec![0; 20];
    all[first as usize] = 1;
    all[third as usize] = 0xFF;
    rig.give(&copy(all));
    // As far as the first store's flag, which is taken off. Bits but the lowest stop nothing.
    rig.give(&copy(vec![0xFE; first as usize + 1]));
    rig.give(&copy(Vec::new()));
    rig.sent();
    rig.give(&control(RunControl::RunPart(0)));
    assert_eq!(stops(&rig.sent()), [third]);
}

#[test]
fn link_29_live_edits_are_made_as_they_come() {
    let mut mission = with_ships(3, 1);
    mission.part(routine(count(0)));
    let mut rig = Rig::playing(&mission);
    rig.give(&ToGame::MoveShip {
        object_id: 2,
        unknown: 0,
        place: [5.0, 6.0, 7.0],
    });
    assert_eq!(rig.simulation.ship_position(2), Some([5.0, 6.0, 7.0]));

    // A copy of the parts that makes none of them the one that counts.
    let image = mission.image();
    let parts: Vec<Part> = image.records().collect();
    let none = Part {
        start: 0xFFFF,
        ..parts[1].clone()
    };
    let mut builder = ImageBuilder::over(&image).unwrap();
    builder.set_records(&[parts[0].clone(), none]).unwrap();
    let changed = builder.finish().unwrap();
    let bytes = changed.counted(SectionId::Parts).to_vec();
    rig.give(&ToGame::CopyTable(LiveTable::Parts, bytes.clone()));
    rig.give(&ToGame::BindTables);
    rig.give(&ToGame::GetMission);
    let file = rig.sent().pop().unwrap();
    let ToEditor::MissionFile(file) = file else {
        panic!("{file:?}");
    };
    let image = Image::read(file).unwrap().value;
    assert_eq!(image.counted(SectionId::Parts), bytes);

    // A ship is taken out of the mission by its record.
    let record = image.counted(SectionId::Ships)[2 * 0x4C..3 * 0x4C].to_vec();
    assert!(rig.state().ships.contains_key(&2));
    rig.give(&ToGame::RetireShip(record));
    rig.ticks(1);
    assert!(!rig.state().ships.contains_key(&2));
}
