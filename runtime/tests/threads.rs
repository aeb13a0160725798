//! The rules of threads (script-vm 1).

mod common;

use common::*;
use formats::records::{Part, Trigger};
use formats::script::{Item, Opcode};
use runtime::{Cause, Input, Origin, Simulation, ThreadEnd, TraceEvent};

/// Yields without a wait.
fn sync() -> Item {
    command(0x2D)
}

/// Counts in a global, then yields; so many times.
fn counting(global: usize, times: usize) -> Vec<Item> {
    (0..times)
        .flat_map(|_| {
            let mut code = count(global);
            code.push(sync());
            code
        })
        .collect()
}

/// The slots in use.
fn slots(simulation: &Simulation) -> Vec<u8> {
    let snapshot = simulation.snapshot();
    snapshot.threads.iter().map(|thread| thread.slot).collect()
}

#[test]
fn v1_the_lowest_free_slot() {
    let mut mission = Mission::new(0);
    for yields in [3, 1, 3] {
        mission.start(routine((0..yields).map(|_| sync())));
    }
    let mut simulation = mission.run();
    // The first pass has run each once more; the second has ended.
    assert_eq!(slots(&simulation), [0, 2]);
    simulation.input(Input::RunPart { part: 0 });
    simulation.tick();
    assert_eq!(slots(&simulation), [0, 1, 2]);
}

#[test]
fn v2_31_threads_run_at_most() {
    let mut mission = Mission::new(1);
    for _ in 0..31 {
        mission.start(routine([sync(), sync(), sync()]));
    }
    mission.start(routine(count(0)));
    let simulation = mission.run();
    assert_eq!(slots(&simulation).len(), 31);
    assert_eq!(global(&simulation, 0), 0, "the 32nd was not started");
}

#[test]
fn v2_a_block_past_the_image_starts_nothing() {
    let mut mission = Mission::new(0);
    mission.start(routine([]));
    // Half way through the script's offsets lies well inside the image, so point past its end by
    // a script at the image's end: the second layer's parts have no script, and start nothing.
    mission.part_with(
        Part {
            flags: Part::START,
            ..Part::default()
        },
        None,
    );
    let simulation = mission.run();
    let started = events(&simulation, |event| match event {
        TraceEvent::ThreadStarted { origin, .. } => Some(*origin),
        _ => None,
    });
    assert_eq!(started, [(0, Origin::StartPart { part: 0 })]);
}

#[test]
fn v3_a_start_clears_no_locals() {
    // An event's values stay in the slot that it lent them to, and an untriggered thread there
    // reads them.
    let mut mission = Mission::new(1);
    mission.ship(0, [0.0; 3]);
    mission.trigger(Owner::Ship(0), 2, routine([]));
    mission.part(routine(set(0, [byte(Opcode::PushLocal, 0)])));
    let mut simulation = mission.run();
    simulation.input(Input::RaiseEvent {
        object: 0,
        condition: 2,
        component: None,
        values: vec![runtime::InputValue::Number(77)],
    });
    simulation.tick();
    simulation.input(Input::RunPart { part: 0 });
    simulation.tick();
    assert_eq!(global(&simulation, 0), 77);
}

#[test]
fn v5_a_yield_goes_on_inside_a_called_part() {
    let mut mission = Mission::new(1);
    let part = mission.part(routine(counting(0, 2)));
    mission.start(routine([byte(Opcode::CallPart, part)]));
    let mut simulation = mission.run();
    assert_eq!(
        global(&simulation, 0),
        2,
        "once at once, once in the first pass"
    );
    let thread = &simulation.snapshot().threads[0];
    assert_eq!((thread.depth, thread.calls.len()), (1, 1));
    assert_eq!(usize::from(thread.calls[0].part), part);
    simulation.tick();
    assert_eq!(slots(&simulation), [0; 0]);
}

#[test]
fn v7_a_thread_started_in_a_pass_may_push_out_the_last() {
    let mut mission = Mission::new(2);
    // Slot 0 yields at once and in the first pass, then spawns.
    let spawned = mission.part(routine(counting(0, 9)));
    let mut code = vec![sync(), sync(), byte(Opcode::SpawnPart, spawned), sync()];
    code.extend([sync(), sync()]);
    mission.start(routine(code));
    for _ in 0..4 {
        mission.start(routine([sync()]));
    }
    mission.start(routine(counting(1, 9)));
    let mut simulation = mission.run();
    assert_eq!(slots(&simulation), [0, 5]);
    assert_eq!(global(&simulation, 1), 2);
    simulation.tick();
    assert_eq!(slots(&simulation), [0, 1, 5]);
    assert_eq!(
        global(&simulation, 0),
        1,
        "the spawned one ran in the same pass"
    );
    assert_eq!(global(&simulation, 1), 2, "and the last did not");
    simulation.tick();
    assert_eq!((global(&simulation, 0), global(&simulation, 1)), (2, 3));
}

#[test]
fn v7_a_slot_already_passed_waits_for_the_next_pass() {
    let mut mission = Mission::new(1);
    let spawned = mission.part(routine(count(0)));
    mission.start(routine([sync()]));
    mission.start(routine([sync(), sync(), byte(Opcode::SpawnPart, spawned)]));
    let mut simulation = mission.run();
    // Slot 0 ended in the first pass; slot 1 spawns into it in the next.
    assert_eq!(slots(&simulation), [1]);
    simulation.tick();
    assert_eq!(global(&simulation, 0), 0);
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v6_waiting_threads_use_up_a_visit() {
    let mut mission = Mission::new(1);
    mission.start(routine(call(0x05, [num(100)])));
    mission.start(routine(counting(0, 9)));
    let mut simulation = mission.run();
    simulation.advance(3);
    assert_eq!(global(&simulation, 0), 5, "it has its own visit");
}

#[test]
fn v11_an_at_once_thread_that_yields_runs_again_in_the_pass() {
    let run = |deferred| {
        let mut mission = Mission::new(1);
        mission.ship(0, [0.0; 3]);
        let trigger = Trigger {
            condition: 8,
            deferred,
            ..Trigger::default()
        };
        mission.trigger_with(Owner::Ship(0), trigger, Some(routine(counting(0, 9))));
        let mut simulation = mission.run();
        simulation.input(Input::SetVariable {
            variable: 0,
            value: 1,
        });
        simulation.input(Input::JumpDrive);
        simulation.tick();
        global(&simulation, 0)
    };
    assert_eq!(run(0), 2, "inside the flush and in the pass");
    assert_eq!(run(1), 1, "in the pass alone");
}

#[test]
fn v12_a_timers_part_runs_in_the_next_frame() {
    let mut mission = Mission::new(1);
    let part = mission.part(routine(count(0)));
    mission.start(routine(call(
        0x01,
        [num(1), num(part as u32), num(2), num(0)],
    )));
    let mut simulation = mission.run();
    simulation.advance(200);
    assert_eq!(global(&simulation, 0), 0);
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v13_a_part_run_by_hand_has_no_frame() {
    let mut mission = Mission::new(0);
    mission.part_of(1, routine([byte(Opcode::PushArgument, 0)]));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: 0 });
    simulation.tick();
    assert_eq!(faults(&simulation), [Cause::NoFrame]);
}

#[test]
fn v14_first_finished() {
    let mut mission = Mission::new(0);
    mission.start(routine([op(Opcode::Add)]));
    assert!(!mission.run().snapshot().first_finished, "not by a fault");
    mission.start(routine([]));
    assert!(mission.run().snapshot().first_finished);
}

#[test]
fn v281_kill_all_frees_every_other_thread() {
    let mut mission = Mission::new(0);
    mission.start(routine(call(0x05, [num(50)])));
    mission.start(routine([sync(), sync(), command(0x51), sync()]));
    let mut simulation = mission.run();
    assert_eq!(slots(&simulation), [0, 1]);
    simulation.tick();
    assert_eq!(slots(&simulation), [1]);
    let ended = events(&simulation, |event| match event {
        TraceEvent::ThreadEnded { thread, end } => Some((*thread, *end)),
        _ => None,
    });
    assert_eq!(ended, [(1, (0, ThreadEnd::Killed))]);
}

#[test]
fn the_work_of_a_run_is_bounded() {
    // Eight parts that each call the next many times: more than any tick can do.
    let mut mission = Mission::new(1);
    for next in 1..7 {
        mission.part(routine((0..200).map(|_| byte(Opcode::CallPart, next))));
    }
    mission.part(routine(count(0)));
    mission.start(routine([byte(Opcode::CallPart, 0)]));
    let mut simulation = mission.run();
    assert_eq!(faults(&simulation), [Cause::TooLong]);
    simulation.advance(10);
    assert_eq!(faults(&simulation).len(), 1);
}

#[test]
fn v70_threads_that_never_stop_leave_the_others_their_turn() {
    let mut mission = Mission::new(1);
    for next in 1..7 {
        mission.part(routine((0..200).map(|_| byte(Opcode::CallPart, next))));
    }
    mission.part(routine([]));
    for _ in 0..4 {
        mission.start(routine([byte(Opcode::CallPart, 0)]));
    }
    mission.start(routine(count(0)));
    let mut simulation = mission.run();
    simulation.advance(3);
    assert_eq!(faults(&simulation), [Cause::TooLong; 4]);
    assert_eq!(global(&simulation, 0), 1, "the fifth was only late");
    let gap = simulation.gaps().get("threads left to the next tick");
    assert!(gap.is_some());
}
