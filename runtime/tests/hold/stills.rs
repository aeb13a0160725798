//! What stands still while a script is held or a mission paused, and what goes on.

use formats::records::{Part, Trigger};
use formats::script::{Opcode, assemble};
use formats::{ImageBuilder, SectionId};
use proptest::collection::vec;
use proptest::prelude::*;
use runtime::{Hold, Input, Origin, Release, Simulation, TraceEvent};

use super::common::*;
use super::{SCRIPT, after, counting, flag, hold, linked};

#[test]
fn v367_start_parts_wait_for_the_release_and_go_on() {
    let (mut mission, stores) = counting();
    let group = mission.group();
    mission.ship_in(group, 0, [0.0; 3]);
    mission.globals.push(0);
    mission.start(all([count(1), call(0x03, [super::common::group(group)])]));
    let mut simulation = linked(mission.image());
    let editor = simulation.editor().unwrap();
    assert_eq!((editor.hold(), editor.step()), (Hold::None, None));
    assert!(!editor.is_paused());
    // Before the second count selects its global: the part run by hand below selects another.
    let stop = stores[1] - 4;
    flag(&mut simulation, &[stop]);
    simulation.advance(500);
    assert_eq!(simulation.now().0, 0, "no tick of the mission runs");
    assert_eq!(simulation.clock(), 0);
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [1, 0]);
    assert_eq!(simulation.take_stops(), [stop]);
    // What the editor runs by hand runs all the same.
    simulation.input(Input::RunPart { part: 1 });
    simulation.tick();
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [1, 1]);

    simulation.release_script(Release::RunOn);
    simulation.tick();
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [3, 2]);
    assert_eq!(simulation.now().0, 0);
    let started = events(&simulation, |event| match event {
        TraceEvent::ThreadStarted {
            origin: Origin::StartPart { part },
            ..
        } => Some(*part),
        _ => None,
    });
    assert_eq!(started, [(0, 0), (0, 1)], "no part is run anew");
    simulation.advance(10);
    assert_eq!(simulation.now().0, 10);
}

#[test]
fn v367_a_start_that_waits_goes_on_as_the_editor_leaves() {
    let (mission, stores) = counting();
    let mut simulation = linked(mission.image());
    flag(&mut simulation, &stores);
    simulation.advance(5);
    assert_eq!(global(&simulation, 0), 0);
    simulation.unlink_editor();
    simulation.advance(6);
    assert_eq!(global(&simulation, 0), 3);
    assert_eq!(simulation.now().0, 5);
}

#[test]
fn v368_the_second_script_is_never_flagged() {
    let mut mission = Mission::new(2);
    let mut code = count(0);
    code.push(byte(Opcode::CallPartB, 0));
    mission.start(routine(code));
    let second = assemble(&routine(count(1)), &[]).unwrap().bytes;
    let image = mission.image();
    let script = image.counted(SectionId::Script).len() as u32;
    let mut image = ImageBuilder::over(&image).unwrap();
    image.set_section(SectionId::ScriptB, &second).unwrap();
    let part = {
        // A part's record in the second table is as in the first, under another number.
        let mut one = Mission::new(0);
        one.part_with(Part::default(), Some(routine([])));
        one.image().counted(SectionId::Parts).to_vec()
    };
    image.set_section(SectionId::PartsB, &part).unwrap();
    let mut simulation = linked(image.finish().unwrap());
    // Every byte is flagged, also those behind the script's own.
    simulation.set_script_flags(&vec![0xFF; SCRIPT]);
    simulation.tick();
    let mut stops = simulation.take_stops();
    for _ in 0..20 {
        stops.extend(after(&mut simulation, Release::RunOn));
    }
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [1, 1]);
    assert_eq!(faults(&simulation), []);
    assert_eq!(stops.len(), 6, "each instruction of the first script");
    assert!(stops.iter().all(|&stop| stop < script), "{stops:?}");
}

/// What goes on in a stretch of a mission.
#[derive(Debug, PartialEq, Eq)]
struct GoesOn {
    threads: bool,
    flush: bool,
    timers: bool,
    watches: bool,
    script_clock: bool,
    sync: bool,
    mission_ticks: bool,
    countdown: bool,
    motion: bool,
    orders: bool,
    camera: bool,
}

/// Another thread's, the flush's, the timer's and the watch's counts in the globals from 1 on.
const COUNTS: usize = 5;
/// The ship that an order brings to a point.
const FLIER: u16 = 1;

/// A mission in which something of every kind goes on, with the place of a store that its part 0
/// makes.
fn busy() -> (Mission, u32) {
    let mut mission = Mission::new(COUNTS);
    let group = mission.group();
    mission.ship_in(group, 0, [0.0; 3]);
    mission.ship_in(group, 0, [40_000.0, 0.0, 0.0]);
    mission.ship_in(group, 999, [40_000.0, 0.0, 30_000.0]);
    let stops = mission.part(routine(count(0)));
    // A script has no way back, so the thread counts on and on in one long block.
    let mut thread = Vec::new();
    for _ in 0..4000 {
        thread.extend(count(1));
        thread.push(command(0x2D));
    }
    mission.trigger(Owner::Ship(0), DESTROYED, routine(count(2)));
    let timer = mission.part(routine(count(3)));
    let mut near = Trigger {
        condition: PROXIMITY,
        repeat: Trigger::ALWAYS,
        ..Trigger::default()
    };
    near.operands[1] = 2000;
    mission.trigger_with(Owner::Ship(0), near, Some(routine(count(4))));
    mission.start(routine(
        [
            call(0x03, [super::common::group(group)]),
            call(0x01, [num(1), num(timer as u32), num(2), num(0)]),
            call(0x28, [ship(1), ship(2), num(0)]),
        ]
        .concat(),
    ));
    mission.start(thread);
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: stops as u16 });
    simulation.tick();
    let store = events(&simulation, |event| match event {
        TraceEvent::GlobalWritten {
            global: 0, script, ..
        } => *script,
        _ => None,
    });
    (mission, store[0].1)
}

/// Which of it goes on in six seconds.
fn goes_on(simulation: &mut Simulation) -> GoesOn {
    let counts = |of: &Simulation| -> Vec<u32> { (0..COUNTS).map(|it| global(of, it)).collect() };
    let before = simulation.snapshot();
    let counted = counts(simulation);
    let place = simulation.ship_position(FLIER);
    let record = simulation.ship_record(FLIER).unwrap().position;
    simulation.input(raise(0, DESTROYED, &[]));
    simulation.advance(600);
    let there = simulation.ship_position(FLIER);
    // The record follows what is moved by hand, too.
    let moved = [1.0, 2.0, 3.0];
    simulation.input(Input::MoveShip {
        ship: FLIER,
        position: moved,
    });
    simulation.tick();
    let now = simulation.snapshot();
    let grew: Vec<bool> = counts(simulation)
        .iter()
        .zip(&counted)
        .map(|(now, before)| now > before)
        .collect();
    let first = |orders: &runtime::Snapshot| orders.ship(FLIER).unwrap().orders.clone();
    GoesOn {
        threads: grew[1],
        flush: grew[2],
        timers: grew[3],
        watches: grew[4],
        script_clock: now.clock > before.clock,
        sync: simulation.ship_record(FLIER).unwrap().position != record,
        mission_ticks: now.tick > before.tick,
        countdown: now.variables[33] != before.variables[33],
        motion: there != place,
        orders: first(&now) != first(&before),
        camera: now.camera != before.camera,
    }
}

const ALL: GoesOn = GoesOn {
    threads: true,
    flush: true,
    timers: true,
    watches: true,
    script_clock: true,
    sync: true,
    mission_ticks: true,
    countdown: true,
    motion: true,
    orders: true,
    camera: true,
};

#[test]
fn v369_v370_v371_v372_what_a_hold_and_the_pauses_stop() {
    let (mission, store) = busy();
    let start = |mission: &Mission| {
        let mut simulation = linked(mission.image());
        flag(&mut simulation, &[store]);
        simulation.advance(150);
        simulation
    };
    assert_eq!(goes_on(&mut start(&mission)), ALL, "as it runs");

    let mut held = start(&mission);
    held.input(Input::RunPart { part: 0 });
    held.tick();
    assert_eq!(held.take_stops(), [store]);
    let want = GoesOn {
        threads: false,
        flush: false,
        timers: false,
        watches: false,
        script_clock: false,
        orders: false,
        camera: false,
        ..ALL
    };
    assert_eq!(goes_on(&mut held), want, "held");

    let still = GoesOn {
        mission_ticks: false,
        countdown: false,
        motion: false,
        ..want
    };
    let mut paused = start(&mission);
    paused.pause_by_editor(true);
    assert_eq!(goes_on(&mut paused), still, "paused by the editor");

    let mut game = start(&mission);
    game.pause_game(true);
    assert_eq!(
        goes_on(&mut game),
        GoesOn {
            sync: false,
            ..still
        },
        "paused by the game"
    );

    // All of them go on as before once they may.
    held.release_script(Release::RunOn);
    paused.pause_by_editor(false);
    game.pause_game(false);
    for simulation in [&mut held, &mut paused, &mut game] {
        let on = goes_on(simulation);
        assert!(on.script_clock && on.threads && on.timers, "{on:?}");
    }
}

#[test]
fn v369_the_script_clock_leaves_a_hold_out() {
    let mut mission = Mission::new(2);
    let stops = mission.part(routine(count(0)));
    let mut code = call(0x05, [num(3)]);
    code.extend(count(1));
    mission.start(routine(code));
    let mut plain = mission.run();
    plain.input(Input::RunPart { part: stops as u16 });
    plain.advance(1);
    let store = events(&plain, |event| match event {
        TraceEvent::GlobalWritten { script, .. } => *script,
        _ => None,
    })[0]
        .1;
    let woke = |simulation: &mut Simulation| {
        while global(simulation, 1) == 0 {
            simulation.tick();
        }
        simulation.now().0
    };
    // Woken once the clock has passed 3.
    assert_eq!(woke(&mut plain), 400);
    let mut simulation = linked(mission.image());
    flag(&mut simulation, &[store]);
    simulation.advance(51);
    simulation.input(Input::RunPart { part: stops as u16 });
    simulation.advance(1 + 777);
    assert_eq!((simulation.now().0, simulation.clock()), (828, 0));
    simulation.release_script(Release::RunOn);
    assert_eq!(woke(&mut simulation), 400 + 777);
    assert_eq!(simulation.clock(), 4);
    let entry = simulation.trace().iter().next_back().unwrap();
    assert_eq!((entry.tick.0, entry.clock), (1177, 4));
}

#[test]
fn v369_no_event_and_no_thread_is_lost_to_a_stop_within_the_flush() {
    let mut mission = with_ships(1, 3);
    mission.trigger(Owner::Ship(0), DESTROYED, routine(count(0)));
    mission.trigger(Owner::Ship(0), DESTROYED, routine(count(1)));
    mission.trigger(Owner::Ship(0), LAUNCHED, routine(count(2)));
    let raised = |simulation: &mut Simulation| {
        simulation.input(raise(0, DESTROYED, &[]));
        simulation.input(raise(0, LAUNCHED, &[]));
        simulation.tick();
    };
    let mut plain = mission.run();
    raised(&mut plain);
    let store = events(&plain, |event| match event {
        TraceEvent::GlobalWritten { script, .. } => *script,
        _ => None,
    })[0]
        .1;
    let mut simulation = linked(mission.image());
    flag(&mut simulation, &[store]);
    simulation.tick();
    raised(&mut simulation);
    assert_eq!(simulation.take_stops(), [store]);
    simulation.advance(20);
    let counts = |of: &Simulation| [0, 1, 2].map(|it| global(of, it));
    assert_eq!(counts(&simulation), [0, 0, 0], "no other thread runs");
    simulation.release_script(Release::RunOn);
    simulation.tick();
    assert_eq!(counts(&simulation), [1, 1, 1]);
    assert_eq!(fired(&simulation), fired(&plain));
}

#[test]
fn v371_an_editor_that_leaves_lets_all_go() {
    let (mission, store) = busy();
    let mut simulation = linked(mission.image());
    flag(&mut simulation, &[store]);
    simulation.advance(150);
    simulation.input(Input::RunPart { part: 0 });
    simulation.tick();
    simulation.pause_by_editor(true);
    assert_eq!(hold(&simulation), Hold::Held);
    simulation.unlink_editor();
    assert_eq!(goes_on(&mut simulation), ALL);
    // Another finds nothing of what the first had left, and the flags, which are the mission's.
    simulation.link_editor();
    let editor = simulation.editor().unwrap();
    assert_eq!((editor.hold(), editor.step()), (Hold::None, None));
    assert!(!editor.is_paused());
    simulation.input(Input::RunPart { part: 0 });
    simulation.tick();
    assert_eq!(simulation.take_stops(), [store]);
}

#[test]
fn a_recording_has_no_editor() {
    let (mission, stores) = counting();
    let mut simulation = linked(mission.image());
    flag(&mut simulation, &stores);
    simulation.advance(10);
    simulation.pause_by_editor(true);
    simulation.pause_game(true);
    let mut recording = runtime::Recording::new(simulation);
    recording.advance(2000);
    recording.seek(runtime::Tick(600));
    assert_eq!(global(recording.current(), 0), 3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever an editor does, each tick comes to its end, and once the editor leaves, the mission
    /// goes on.
    #[test]
    fn an_editor_that_does_anything_at_any_time(
        flagged in vec(0_u32..200, 0..20),
        deeds in vec((0_u8..9, 0_u16..4, 0_u32..40), 1..40),
    ) {
        let (mission, _) = busy();
        let mut simulation = linked(mission.image());
        flag(&mut simulation, &flagged);
        for (deed, part, ticks) in deeds {
            match deed {
                0 => simulation.release_script(Release::RunOn),
                1 => simulation.release_script(Release::Into),
                2 => simulation.release_script(Release::Over),
                3 => simulation.pause_by_editor(ticks % 2 == 0),
                4 => simulation.unlink_editor(),
                5 => simulation.link_editor(),
                6 => simulation.pause_game(ticks % 2 == 0),
                7 => simulation.input(Input::RunPart { part }),
                _ => simulation.input(raise(part, DESTROYED, &[])),
            }
            let before = simulation.now();
            simulation.advance(ticks);
            prop_assert!(simulation.now() >= before);
            prop_assert!(simulation.take_stops().len() < 1000);
        }
        simulation.unlink_editor();
        simulation.pause_game(false);
        let (before, counted) = (simulation.now(), global(&simulation, 1));
        simulation.advance(120);
        prop_assert!(simulation.now().0 >= before.0 + 119);
        prop_assert!(global(&simulation, 1) > counted);
    }
}
