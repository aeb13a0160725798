//! The clock, waits and timers (script-vm 4, V205).

mod common;

use common::*;
use formats::script::{Item, Opcode};
use runtime::{Cause, Simulation};

/// A mission whose start part makes a timer; global 0 counts its runs.
fn timed(period: u32, runs: u32) -> Simulation {
    let mut mission = Mission::new(1);
    let part = mission.part(routine(count(0)));
    mission.start(routine(timer(1, part, period, runs)));
    mission.run()
}

fn timer(id: u32, part: usize, period: u32, runs: u32) -> Vec<Item> {
    call(0x01, [num(id), num(part as u32), num(period), num(runs)])
}

/// The count after each second, with the pass that follows it.
fn counts(simulation: &mut Simulation, seconds: u32) -> Vec<u32> {
    simulation.tick();
    (0..seconds)
        .map(|_| {
            simulation.advance(100);
            global(simulation, 0)
        })
        .collect()
}

#[test]
fn v100_the_clock_counts_whole_seconds() {
    let mut simulation = Mission::new(0).run();
    simulation.advance(199);
    assert_eq!(simulation.snapshot().clock, 1);
    simulation.tick();
    assert_eq!(simulation.snapshot().clock, 2);
}

#[test]
fn v106_the_table_holds_16() {
    let mut mission = Mission::new(1);
    let part = mission.part(routine(count(0)));
    mission.start(routine((0..20).flat_map(|id| timer(id, part, 5, 0))));
    let simulation = mission.run();
    let timers = simulation.snapshot().timers;
    assert_eq!(timers.len(), 16);
    assert_eq!(timers[15].id, 15);
}

#[test]
fn v106_a_timer_of_the_same_id_goes() {
    let mut mission = Mission::new(1);
    let part = mission.part(routine(count(0)));
    mission.start(all([timer(3, part, 5, 0), timer(3, part, 9, 2)]));
    let timers = mission.run().snapshot().timers;
    assert_eq!(timers.len(), 1);
    assert_eq!((timers[0].period, timers[0].left), (9, 2));
}

#[test]
fn v107_period_2_count_2() {
    assert_eq!(counts(&mut timed(2, 2), 6), [0, 1, 1, 2, 2, 2]);
}

#[test]
fn v107_period_1_starts_a_second_late() {
    assert_eq!(counts(&mut timed(1, 0), 5), [0, 1, 2, 3, 4]);
}

#[test]
fn v105_the_last_run_destroys_every_timer_of_the_id() {
    let mut simulation = timed(1, 2);
    assert_eq!(simulation.snapshot().timers.len(), 1);
    assert_eq!(counts(&mut simulation, 5), [0, 1, 2, 2, 2]);
    assert_eq!(simulation.snapshot().timers, []);
}

#[test]
fn v105_a_timers_part_has_no_arguments() {
    let mut mission = Mission::new(0);
    let part = mission.part_of(1, routine([byte(Opcode::PushArgument, 0)]));
    mission.start(routine(timer(1, part, 2, 1)));
    let mut simulation = mission.run();
    simulation.advance(201);
    assert_eq!(faults(&simulation), [Cause::NoFrame]);
}

#[test]
fn v105_a_part_without_a_block_keeps_counting() {
    let mut mission = Mission::new(0);
    mission.start(routine(timer(1, 99, 2, 2)));
    let mut simulation = mission.run();
    simulation.advance(300);
    assert_eq!(simulation.snapshot().timers[0].left, 1);
    simulation.advance(200);
    assert_eq!(simulation.snapshot().timers, []);
}

#[test]
fn v110_destroy_timer() {
    let mut mission = Mission::new(1);
    let part = mission.part(routine(count(0)));
    // The low halfword of the ID counts.
    mission.start(all([timer(4, part, 1, 0), call(0x02, [num(0x1_0004)])]));
    assert_eq!(mission.run().snapshot().timers, []);
}

/// The ticks at which global 0 changed.
fn waited(seconds: u32) -> u32 {
    let mut mission = Mission::new(1);
    let mut code = call(0x05, [num(seconds)]);
    code.extend(count(0));
    mission.start(routine(code));
    let mut simulation = mission.run();
    while global(&simulation, 0) == 0 {
        simulation.tick();
    }
    simulation.now().0
}

#[test]
fn v205_wait_runs_on_once_the_clock_is_past() {
    assert_eq!(waited(0), 0, "at clock 0 it lasts one pass");
    assert_eq!(waited(1), 200);
    assert_eq!(waited(3), 400);
}

#[test]
fn v304_the_countdown_falls_each_second_below_0_too() {
    let mut simulation = Mission::new(0).run();
    simulation.input(runtime::Input::SetVariable {
        variable: 33,
        value: 1,
    });
    simulation.advance(301);
    assert_eq!(simulation.snapshot().variables[33], -2_i32 as u32);
}
