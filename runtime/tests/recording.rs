//! Any moment of a run can be looked at again.

mod common;

use std::sync::Arc;

use common::*;
use formats::script::Opcode;
use runtime::{Input, Options, Recording, Simulation, Tick, TraceLevel};

/// A mission in which chance and inputs make a difference.
fn mission() -> Mission {
    let mut mission = Mission::new(2);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship_in(wing, 0x11, [9000.0, 0.0, 0.0]);
    for n in 0..6 {
        mission.ship_in(wing, 0x0B, [0.0, 3000.0 * n as f32, 60_000.0]);
    }
    mission.trigger(Owner::Ship(3), DESTROYED, routine(count(0)));
    let part = mission.part(routine(count(1)));
    let mut code = call(0x03, [group(wing)]);
    for ship in 2..8 {
        code.extend(call(
            0x0B,
            [common::ship(ship), num(105), num(1), common::ship(1)],
        ));
    }
    code.extend(call(0x01, [num(1), num(part as u32), num(3), num(0)]));
    code.push(byte(Opcode::PushByte, 1));
    code.push(command(0x05));
    mission.start(routine(code));
    mission
}

fn simulation() -> Simulation {
    let options = Options {
        trace: TraceLevel::Script,
        seed: 9,
        ..Options::default()
    };
    Simulation::new(Arc::new(mission().image()), options)
}

fn destroy(ship: u16) -> Input {
    Input::Destroy {
        ship,
        attacker: None,
    }
}

fn state(simulation: &Simulation) -> String {
    format!("{:?} {}", simulation.snapshot(), simulation.trace().len())
}

/// The run as it goes without a recording: what happens, and each moment of it.
fn plain(until: u32) -> Simulation {
    let mut simulation = simulation();
    while simulation.now() < Tick(until) {
        match simulation.now().0 {
            700 => simulation.input(destroy(3)),
            1800 => simulation.input(destroy(4)),
            _ => {}
        }
        simulation.tick();
    }
    simulation
}

fn recorded(until: u32) -> Recording {
    let mut recording = Recording::new(simulation());
    recording.advance(700);
    assert_eq!(recording.input(destroy(3)), None);
    recording.advance(1100);
    assert_eq!(recording.input(destroy(4)), None);
    recording.advance(until - 1800);
    recording
}

#[test]
fn every_moment_is_what_it_was() {
    let mut recording = recorded(2600);
    assert_eq!(state(recording.head()), state(&plain(2600)));
    for tick in [
        0, 1, 499, 500, 501, 700, 701, 1234, 1801, 1234, 2599, 2600, 3,
    ] {
        recording.seek(Tick(tick));
        assert_eq!(recording.current().now(), Tick(tick));
        assert_eq!(state(recording.current()), state(&plain(tick)), "{tick}");
    }
    assert_eq!(recording.head().now(), Tick(2600));
    recording.seek(Tick(9999));
    assert_eq!(recording.current().now(), Tick(2600));
}

#[test]
fn an_earlier_moment_goes_on_as_before_and_then_further() {
    let mut recording = recorded(2000);
    recording.seek(Tick(600));
    recording.advance(700);
    assert_eq!(recording.current().now(), Tick(1300));
    assert_eq!(state(recording.current()), state(&plain(1300)));
    recording.advance(1000);
    assert_eq!(state(recording.current()), state(&plain(2300)));
    assert_eq!(recording.head().now(), Tick(2300));
}

#[test]
fn an_input_in_the_past_makes_another_future() {
    let mut recording = recorded(2000);
    recording.seek(Tick(600));
    assert_eq!(recording.input(destroy(5)), Some(Tick(600)));
    assert_eq!(recording.head().now(), Tick(600));
    recording.advance(300);
    let global = recording.head().snapshot().globals[0];
    assert_eq!(global, 0, "the third ship is not destroyed in this one");
    assert!(recording.head().snapshot().ship(5).unwrap().destroyed);
    recording.seek(Tick(650));
    assert!(recording.current().snapshot().ship(5).unwrap().destroyed);
}

#[test]
fn a_long_run_keeps_fewer_copies_and_every_moment() {
    let mut recording = Recording::new(Mission::new(1).run());
    recording.advance(400_000);
    for tick in [1, 250_000, 399_999] {
        recording.seek(Tick(tick));
        assert_eq!(recording.current().now(), Tick(tick));
    }
}

#[test]
fn what_is_over_stays_over() {
    let mut mission = Mission::new(0);
    mission.start(routine(call(0x4D, [])));
    let mut recording = Recording::new(mission.run());
    recording.advance(50);
    assert!(recording.current().is_over());
    let end = recording.head().now();
    recording.seek(Tick(0));
    assert!(!recording.current().is_over());
    recording.advance(50);
    assert_eq!(recording.current().now(), end);
}
