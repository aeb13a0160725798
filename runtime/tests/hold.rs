//! The hold, the steps and the pause of an editor that is linked to the mission (script-vm 9).

mod common;

use std::sync::Arc;

use common::*;
use formats::records::{Part, Trigger};
use formats::script::{Opcode, assemble};
use formats::{Image, ImageBuilder, SectionId};
use proptest::collection::vec;
use proptest::prelude::*;
use runtime::{
    Hold, Input, Options, Origin, Release, Simulation, StandInPilot, TraceEvent, TraceLevel,
};

/// Bytes of the largest script.
const SCRIPT: usize = 0x2_0000;

/// A run with an editor linked, before its first tick. The player flies to the nav point, if there
/// is one.
fn linked(image: Image) -> Simulation {
    let options = Options {
        trace: TraceLevel::Everything,
        pilot: StandInPilot::FollowNavPoints,
        ..Options::default()
    };
    Simulation::linked(Arc::new(image), options)
}

/// The script offsets of the stores into globals, in the order in which a run without an editor makes
/// them.
fn stores(mission: &Mission) -> Vec<u32> {
    let mut simulation = mission.run();
    simulation.advance(1000);
    let stores = events(&simulation, |event| match event {
        TraceEvent::GlobalWritten { script, .. } => *script,
        _ => None,
    });
    stores.into_iter().map(|(_, script)| script).collect()
}

/// Flags some bytes of the script.
fn flag(simulation: &mut Simulation, offsets: &[u32]) {
    let mut flags = vec![0; SCRIPT];
    for &offset in offsets {
        flags[offset as usize] = 1;
    }
    simulation.set_script_flags(&flags);
}

fn hold(simulation: &Simulation) -> Hold {
    simulation.editor().unwrap().hold()
}

/// Releases the script and gives where it stops within a tick.
fn after(simulation: &mut Simulation, release: Release) -> Vec<u32> {
    simulation.release_script(release);
    simulation.tick();
    simulation.take_stops()
}

/// A mission whose start part counts three times in global 0, with the places of its stores.
fn counting() -> (Mission, Vec<u32>) {
    let mut mission = Mission::new(1);
    mission.start(all([count(0), count(0), count(0)]));
    let stores = stores(&mission);
    assert_eq!(stores.len(), 3);
    (mission, stores)
}

/// The instructions of a block behind its length word, one byte each.
fn block(code: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 2];
    bytes.extend(code);
    if bytes.len() % 2 == 1 {
        bytes.push(0x53);
    }
    let length = u16::try_from(bytes.len()).unwrap();
    bytes[..2].copy_from_slice(&length.to_le_bytes());
    bytes
}

#[test]
fn v360_without_an_editor_flags_stop_nothing() {
    let (mission, stores) = counting();
    let mut image = ImageBuilder::over(&mission.image()).unwrap();
    let mut flags = vec![0; SCRIPT / 4];
    flags[stores[1] as usize] = 1;
    image
        .set_section(SectionId::ScriptFlags, &flags[..usize::from(u8::MAX)])
        .unwrap();
    let image = image.finish().unwrap();

    // Neither the mission's own flags nor those that an editor left behind stop a thread.
    let mut simulation = Simulation::new(Arc::new(image.clone()), Options::default());
    assert_eq!(global(&simulation, 0), 3);
    assert!(simulation.editor().is_none());
    flag(&mut simulation, &stores);
    simulation.release_script(Release::Into);
    simulation.pause_by_editor(true);
    simulation.input(Input::RunPart { part: 0 });
    simulation.advance(10);
    assert_eq!(global(&simulation, 0), 6);
    assert_eq!(simulation.now().0, 10);
    assert_eq!(simulation.take_stops(), [0; 0]);

    let mut simulation = linked(image);
    simulation.tick();
    assert_eq!(simulation.take_stops(), [stores[1]]);
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v360_an_editor_that_asks_for_nothing_changes_nothing() {
    let (mission, _) = counting();
    let mut plain = mission.run();
    let mut simulation = linked(mission.image());
    plain.advance(300);
    simulation.advance(301);
    assert_eq!(simulation.snapshot(), plain.snapshot());
    let entries = |of: &Simulation| of.trace().iter().cloned().collect::<Vec<_>>();
    assert_eq!(entries(&simulation), entries(&plain));
}

#[test]
fn v361_where_a_released_script_stops() {
    let (mission, stores) = counting();
    let end = stores[2] + 3;
    // From a stop before the first store, with the first and another byte flagged.
    let cases: [(&str, Release, u32, Vec<u32>); 7] = [
        ("on, to the end", Release::RunOn, stores[0], vec![]),
        ("on, to a flag", Release::RunOn, stores[1], vec![stores[1]]),
        ("on, to the last", Release::RunOn, end, vec![end]),
        ("into", Release::Into, stores[0], vec![stores[1]]),
        ("over", Release::Over, stores[0], vec![stores[1]]),
        // A flagged byte stops whatever it starts: here the push before the store.
        (
            "into, a flag",
            Release::Into,
            stores[1] - 2,
            vec![stores[1] - 2],
        ),
        (
            "over, a flag",
            Release::Over,
            stores[1] - 4,
            vec![stores[1] - 4],
        ),
    ];
    for (name, release, flagged, want) in cases {
        let mut simulation = linked(mission.image());
        flag(&mut simulation, &[stores[0], flagged]);
        simulation.tick();
        assert_eq!(simulation.take_stops(), [stores[0]], "{name}");
        assert_eq!(after(&mut simulation, release), want, "{name}");
        let done = want.is_empty();
        let held = if done { Hold::None } else { Hold::Held };
        assert_eq!(hold(&simulation), held, "{name}");
    }
}

#[test]
fn v361_a_run_on_ends_with_the_first_instruction_and_a_step_goes_past_it() {
    let (mission, stores) = counting();
    // The release comes before anything has run, so that the first instruction takes it up.
    for (release, stops, step) in [
        (Release::Into, vec![stores[0]], Some(Release::Into)),
        (Release::Over, vec![stores[0]], Some(Release::Over)),
    ] {
        let mut simulation = linked(mission.image());
        assert_eq!(after(&mut simulation, release), stops);
        assert_eq!(simulation.editor().unwrap().step(), step);
        // The step stands until another release or the thread's end.
        assert_eq!(after(&mut simulation, Release::RunOn), [0; 0]);
        assert_eq!(simulation.editor().unwrap().step(), None);
        assert_eq!(global(&simulation, 0), 3);
    }
}

#[test]
fn v361_a_step_passes_the_flag_it_stands_at_and_no_other() {
    let mut mission = Mission::new(2);
    let mut first = count(0);
    first.push(command(0x2D));
    mission.start(routine(first));
    mission.start(routine(count(1)));
    let stores = stores(&mission);
    let mut simulation = linked(mission.image());
    // The second part's first instruction, which takes the step up behind the first part's yield.
    let entry = stores[1] - 4;
    flag(&mut simulation, &[stores[0], entry]);
    simulation.tick();
    assert_eq!(simulation.take_stops(), [stores[0]]);
    let yields = after(&mut simulation, Release::Into);
    assert_eq!(yields, [stores[0] + 1], "before the command");
    assert_eq!(after(&mut simulation, Release::Into), [entry]);
}

#[test]
fn v361_a_thread_goes_on_though_another_took_its_release_up() {
    let mut mission = Mission::new(2);
    let mut first = vec![command(0x2D)];
    first.extend(count(0));
    mission.start(routine(first));
    let part = mission.part(routine(count(1)));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.tick();
    let store = events(&simulation, |event| match event {
        TraceEvent::GlobalWritten {
            global: 1, script, ..
        } => *script,
        _ => None,
    })[0]
        .1;
    let mut simulation = linked(mission.image());
    flag(&mut simulation, &[store]);
    simulation.tick();
    // The part's thread has the second slot or the first, and stops; a thread before it then runs.
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.tick();
    assert_eq!(simulation.take_stops(), [store]);
    simulation.input(Input::RunPart { part: 0 });
    assert_eq!(after(&mut simulation, Release::RunOn), [0; 0]);
    simulation.advance(5);
    assert_eq!(simulation.take_stops(), [0; 0]);
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [2, 1]);
}

#[test]
fn v362_which_opcodes_start_a_statement() {
    let starts = [
        0x16, 0x17, 0x18, 0x19, 0x1A, 0x21, 0x22, 0x23, 0x24, 0x25, 0x37, 0x38, 0x39, 0x3A, 0x4A,
        0x4D, 0x4E,
    ];
    let mut mission = Mission::new(1);
    mission.start(routine([]));
    let mut found = Vec::new();
    for opcode in 0..=u8::MAX {
        // A nop takes the step up; the opcode comes next.
        mission.script = Some(block(&[0x53, opcode]));
        let mut simulation = linked(mission.image());
        let stops = after(&mut simulation, Release::Into);
        if !stops.is_empty() {
            assert_eq!(stops, [3]);
            found.push(opcode);
        }
    }
    assert_eq!(found, starts);
}

#[test]
fn v363_a_stopped_thread_stays_before_the_byte() {
    let (mission, stores) = counting();
    let mut simulation = linked(mission.image());
    flag(&mut simulation, &[stores[1]]);
    simulation.advance(50);
    assert_eq!(simulation.take_stops(), [stores[1]], "told once");
    assert_eq!(simulation.take_stops(), [0; 0]);
    assert_eq!(hold(&simulation), Hold::Held);
    let threads = simulation.snapshot().threads;
    assert_eq!(threads.len(), 1);
    assert_eq!(threads[0].script, stores[1]);
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v364_a_step_over_may_stop_in_the_callee_once_an_inner_call_returned() {
    for inner in [false, true] {
        let mut mission = Mission::new(2);
        let leaf = mission.part(routine([]));
        let mut code = Vec::new();
        if inner {
            code.push(byte(Opcode::CallPart, leaf));
        }
        code.extend(count(1));
        let called = mission.part(routine(code));
        let mut code = count(0);
        code.push(byte(Opcode::CallPart, called));
        code.extend(count(0));
        mission.start(routine(code));
        let stores = stores(&mission);
        let (before, within, behind) = (stores[0], stores[1], stores[2]);
        let mut simulation = linked(mission.image());
        flag(&mut simulation, &[before]);
        simulation.tick();
        simulation.take_stops();
        assert_eq!(after(&mut simulation, Release::Over), [before + 1]);
        let next = after(&mut simulation, Release::Over);
        assert_eq!(next, [if inner { within } else { behind }], "inner {inner}");
    }
}

#[test]
fn v365_the_next_thread_takes_a_step_on_and_an_end_ends_it() {
    let mut mission = Mission::new(3);
    let mut code = count(0);
    code.extend(call(0x05, [num(5)]));
    code.extend(count(0));
    mission.start(routine(code));
    mission.start(routine(count(1)));
    let mut simulation = linked(mission.image());
    flag(&mut simulation, &[]);
    let stores = stores(&mission);
    // The first part's store, its Wait, then the second part's store.
    let step = |simulation: &mut Simulation, release| after(simulation, release);
    assert_eq!(step(&mut simulation, Release::Into), [stores[0]]);
    let wait = stores[0] + 3;
    assert_eq!(step(&mut simulation, Release::Into), [wait]);
    assert_eq!(step(&mut simulation, Release::Over), [stores[1]]);
    // Its end, and with it that of the step.
    assert_eq!(step(&mut simulation, Release::Over), [0; 0]);
    let editor = simulation.editor().unwrap();
    assert_eq!((editor.hold(), editor.step()), (Hold::None, None));
    simulation.advance(700);
    assert_eq!(simulation.take_stops(), [0; 0]);
    assert_eq!(global(&simulation, 0), 2);
}

#[test]
fn v366_a_release_of_a_script_that_runs() {
    let (mission, stores) = counting();
    for (number, hold_then, step) in [
        (1, Hold::None, None),
        (2, Hold::Released, Some(Release::Into)),
        (3, Hold::Released, Some(Release::Over)),
    ] {
        let mut simulation = linked(mission.image());
        simulation.tick();
        let release = Release::from_number(number).unwrap();
        simulation.release_script(release);
        let editor = simulation.editor().unwrap();
        assert_eq!((editor.hold(), editor.step()), (hold_then, step));
        simulation.input(Input::RunPart { part: 0 });
        simulation.tick();
        let want = if number == 1 { vec![] } else { vec![stores[0]] };
        assert_eq!(simulation.take_stops(), want, "{number}");
    }
    assert_eq!(Release::from_number(0), None);
    assert_eq!(Release::from_number(4), None);
}

#[test]
fn v367_start_parts_wait_for_the_release_and_go_on() {
    let (mut mission, stores) = counting();
    let group = mission.group();
    mission.ship_in(group, 0, [0.0; 3]);
    mission.globals.push(0);
    mission.start(all([count(1), call(0x03, [common::group(group)])]));
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
            call(0x03, [common::group(group)]),
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
