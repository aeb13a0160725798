//! What an editor is told of a mission that plays when it asks, without a socket.

use formats::records::{Global, Trigger};
use formats::script::{Opcode, assemble};
use formats::{Image, ImageBuilder, SectionId};
use runtime::link::{EventKind, MissionStarted, RunControl, Session, ShipOrder, ToEditor, ToGame};
use runtime::{Hold, Input, Options, Simulation};

use super::common::*;
use super::session::{Rig, tags};
use super::session_run::{CREATE_FLIGHT_GROUP, SET_AI, WAIT, control, ticking};

/// Order 105, fight.
const FIGHT: u32 = 105;

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
    let (condition, repeat) = (SHOT_AT, Trigger::ALWAYS);
    let trigger = Trigger {
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
