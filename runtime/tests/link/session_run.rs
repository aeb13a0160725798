//! What an editor does with a mission that plays, and what it hears of it, without a socket.

use formats::records::{Global, Part, Ship};
use formats::script::Opcode;
use formats::script::assemble;
use formats::{Image, ImageBuilder, SectionId};
use runtime::link::{
    EventKind, LiveTable, MissionStarted, RunControl, ScriptFlags, Session, ShipOrder, ToEditor,
    ToGame,
};
use runtime::{Hold, Input, Options, Release, Simulation};

use super::common::*;
use super::session::{Rig, counting, flags, tags};

/// Command Wait, with its seconds.
const WAIT: usize = 0x05;
/// Command that gives an order.
const SET_AI: usize = 0x0B;
/// Command CreateFlightGroup.
const CREATE_FLIGHT_GROUP: usize = 0x03;
/// Order 105, fight.
const FIGHT: u32 = 105;

fn control(control: RunControl) -> ToGame {
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
fn ticking() -> Mission {
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

#[test]
fn link_33_the_file_has_globals_and_places_as_they_stand() {
    let mut mission = with_ships(2, 2);
    mission.start(all([count(1), count(1)]));
    let mut rig = Rig::playing(&mission);
    rig.simulation.input(Input::MoveShip {
        ship: 1,
        position: [1.0, 2.0, 3.0],
    });
    rig.simulation.input(Input::SetGlobal {
        global: 0,
        value: 99,
    });
    rig.ticks(2);
    rig.sent();
    rig.give(&ToGame::GetMission);
    let sent = rig.sent();
    let [ToEditor::MissionFile(bytes)] = &sent[..] else {
        panic!("{sent:?}");
    };
    let image = Image::read(bytes.clone()).unwrap().value;
    let globals: Vec<Global> = image.records().collect();
    assert_eq!((globals[0].value, globals[1].value), (99, 2));
    assert_eq!(
        rig.simulation.ship_record(1).unwrap().position,
        [1.0, 2.0, 3.0]
    );
}

#[test]
fn link_36_37_38_the_state_of_a_script() {
    let mut mission = with_ships(1, 3);
    mission.globals = vec![5, 0, 0xFFFF_FFFF];
    let (condition, repeat) = (SHOT_AT, formats::records::Trigger::ALWAYS);
    let trigger = formats::records::Trigger {
        condition,
        repeat,
        ..Default::default()
    };
    let wait = routine(call(WAIT, [num(30)]));
    mission.trigger_with(Owner::Ship(0), trigger, Some(wait));
    let mut rig = Rig::playing(&mission);
    let state = rig.state();
    assert_eq!((state.clock, state.hold, state.step), (0, Hold::None, None));
    assert!(state.first_finished && !state.paused);
    assert!(state.threads.is_empty());
    let globals: Vec<(u8, u32)> = state.globals.into_iter().collect();
    assert_eq!(globals, [(0, 5), (1, 0), (2, 0xFFFF_FFFF)]);
    // A new campaign's: named ones whatever they are, others where they are not 0.
    assert_eq!(state.variables.get(&9), Some(&0));
    assert_eq!(state.variables.get(&15), Some(&1));
    assert_eq!(state.variables.get(&6), Some(&1));
    assert_eq!(state.variables.get(&2), None);

    rig.ticks(200);
    rig.simulation.input(raise(0, SHOT_AT, &[]));
    rig.ticks(2);
    let state = rig.state();
    assert_eq!(state.clock, 2);
    let threads: Vec<_> = state.threads.values().collect();
    let [thread] = threads[..] else {
        panic!("{threads:?}");
    };
    // It passes the 30 seconds that it waits, from second 2 on.
    assert_eq!((thread.depth, thread.wake), (0, 32));
    assert_eq!((thread.interrupted, thread.trigger), (false, Some(0)));
    assert!(thread.at.is_some());
}

#[test]
fn link_37_a_thread_in_the_second_layer_is_nowhere() {
    let mut mission = Mission::new(1);
    mission.start(routine([byte(Opcode::CallPartB, 0)]));
    let second = routine(call(WAIT, [num(30)]));
    let second = assemble(&second, &[]).unwrap().bytes;
    let mut image = ImageBuilder::over(&mission.image()).unwrap();
    image.set_section(SectionId::ScriptB, &second).unwrap();
    let mut one = Mission::new(0);
    one.part(routine([]));
    let part = one.image().counted(SectionId::Parts).to_vec();
    image.set_section(SectionId::PartsB, &part).unwrap();
    let image = std::sync::Arc::new(image.finish().unwrap());
    let mut rig = Rig {
        session: Session::new(MissionStarted::default()),
        simulation: Simulation::linked(image, Options::default()),
    };
    rig.session.connect(&mut rig.simulation);
    rig.session.begin(&mut rig.simulation);
    rig.ticks(5);
    rig.sent();
    let state = rig.state();
    let threads: Vec<_> = state.threads.values().collect();
    assert_eq!(threads.len(), 1);
    assert_eq!((threads[0].at, threads[0].depth), (None, 1));
}

#[test]
fn link_39_the_ships_in_play() {
    let mut mission = Mission::new(0);
    let groups = [mission.group(), mission.group()];
    for (group, place) in [(0, 0.0), (0, 9e6), (0, 1.8e7), (1, 2.7e7)] {
        mission.ship_in(groups[group], 0, [place, 0.0, 0.0]);
    }
    let mut start = call(CREATE_FLIGHT_GROUP, [group(0)]);
    start.extend(call(SET_AI, [ship(1), num(FIGHT), num(0), ship(2)]));
    mission.start(routine(start));
    let mut rig = Rig::playing(&mission);
    let ships = rig.state().ships;
    let order = |ship: u16| match ships.get(&ship) {
        Some(state) => (Some(state.order.clone()), state.target),
        None => (None, None),
    };
    // The player's own control, the order that was given, and the one that a ship begins with.
    assert_eq!(order(0), (Some(ShipOrder::Number(100)), None));
    assert_eq!(order(1), (Some(ShipOrder::Number(105)), Some(2)));
    assert_eq!(order(2), (Some(ShipOrder::Number(0)), None));
    assert_eq!(order(3), (None, None), "not made");
    let text = rig.simulation.take_state().to_text();
    for line in [
        "ship.0.order=player_control\n",
        "ship.1.order=fight\nship.1.target=2\n",
        "ship.2.order=do_nothing\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    rig.simulation.input(Input::Destroy {
        ship: 2,
        attacker: None,
    });
    rig.ticks(3);
    assert!(!rig.state().ships.contains_key(&2), "destroyed");
}

#[test]
fn link_40_42_what_the_script_did_since_the_last_state() {
    let mut mission = with_ships(1, 2);
    let told = call(0x0A, [text("hit")]);
    mission.trigger(Owner::Ship(0), DESTROYED, routine(count(1)));
    mission.trigger(Owner::Ship(0), SHOT_AT, routine(told));
    let mut rig = Rig::new(&mission);
    rig.session.begin(&mut rig.simulation);
    rig.ticks(1);
    // Nobody was linked as the start part ran.
    rig.session.connect(&mut rig.simulation);
    rig.sent();
    assert_eq!(rig.state().events, []);

    rig.ticks(249);
    rig.simulation.input(raise(0, SHOT_AT, &[]));
    rig.ticks(2);
    let state = rig.state();
    let events: Vec<_> = state
        .events
        .iter()
        .map(|it| (&it.kind, it.index, it.time))
        .collect();
    // The input comes in tick 250, and what it raises is seen in the same.
    let want = [
        (&EventKind::Trigger, 1, 2500),
        (&EventKind::Command, 0x0A, 2500),
    ];
    assert_eq!(events, want);
    assert_eq!(state.events_dropped, 0);
    assert_eq!(rig.state().events, [], "told once");

    // What came while nobody was linked is never told.
    rig.simulation.input(raise(0, SHOT_AT, &[]));
    rig.ticks(2);
    rig.session.disconnect(&mut rig.simulation);
    rig.simulation.input(raise(0, SHOT_AT, &[]));
    rig.ticks(2);
    rig.session.connect(&mut rig.simulation);
    rig.sent();
    assert_eq!(rig.state().events, []);
}

#[test]
fn link_41_the_oldest_of_more_than_512_are_dropped() {
    // A part runs three commands; 200 runs of it, one a tick, are 600.
    let mut mission = Mission::new(0);
    let say = || call(0x0A, [text("a")]);
    mission.part(all([say(), say(), say()]));
    let mut rig = Rig::playing(&mission);
    for _ in 0..200 {
        rig.give(&control(RunControl::RunPart(0)));
        rig.ticks(1);
    }
    let state = rig.state();
    assert_eq!(state.events.len(), 512);
    assert_eq!(state.events_dropped, 88);
    // 88 are all of 29 runs and the first of the thirtieth, 29 ticks after the first.
    let times: Vec<u32> = state.events.iter().map(|it| it.time).collect();
    assert!(times.is_sorted());
    assert_eq!(times[..3], [290, 290, 300]);
    assert_eq!(rig.state().events_dropped, 0);
}

#[test]
fn link_34_a_state_is_answered_whenever_it_is_asked_for() {
    let mut rig = Rig::playing(&ticking());
    for _ in 0..3 {
        rig.session
            .receive(ToGame::GetState.to_frame().unwrap())
            .unwrap();
    }
    rig.session.work(&mut rig.simulation);
    assert_eq!(tags(&rig.sent()), [0x106; 3]);
}
