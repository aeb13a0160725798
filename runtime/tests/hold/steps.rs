//! Where threads stop, and where a step brings them.

use std::sync::Arc;

use formats::script::Opcode;
use formats::{ImageBuilder, SectionId};
use runtime::{Hold, Input, Options, Release, Simulation, TraceEvent};

use super::common::*;
use super::{SCRIPT, after, counting, flag, hold, linked, stores};

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
fn v361_a_release_before_anything_ran_is_taken_up_by_the_first_instruction() {
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
