//! Why a trigger did not fire: prepared faults, each of which is to be named first.

#[path = "../common/mod.rs"]
mod common;

mod came;
mod nothing;

use std::sync::Arc;

use common::*;
use formats::records::{Reference, Ship, Trigger};
use formats::script::Opcode;
use runtime::{
    Came, Cause, Disarmed, Fate, Firing, Input, InputValue, Member, NoEvent, Options, Outcome,
    RecordRef, Recording, Simulation, Tick, TraceEvent, TraceLevel, Waits, Wanted, WhyCause,
    WhyNot,
};

const UNSET: u32 = u32::MAX;
const CAMERA: u8 = 3;
const READY_TO_JUMP: u8 = 8;
const WANTS_BACKUP: u8 = 0x0D;
const CLOAKED: u8 = 0x10;
const WAIT: usize = 0x05;
const SET_TRIGGER_STATE: usize = 0x0F;
const CLOAK: usize = 0x58;
const WAIT_FOR_KEY: usize = 0x4C;

/// A run, with inputs at ticks, that is looked into for its first trigger from the start.
fn why(mission: &Mission, inputs: &[(u32, Input)], until: u32) -> WhyNot {
    run(mission, inputs, Some(0), until).inquiry().unwrap()
}

fn run(mission: &Mission, inputs: &[(u32, Input)], trigger: Option<u16>, until: u32) -> Simulation {
    let options = Options {
        trace: TraceLevel::Everything,
        ..Options::default()
    };
    let image = Arc::new(mission.image());
    let mut simulation = match trigger {
        Some(trigger) => Simulation::investigated(image, options, trigger),
        None => Simulation::new(image, options),
    };
    go_on(&mut simulation, inputs, until);
    simulation
}

fn go_on(simulation: &mut Simulation, inputs: &[(u32, Input)], until: u32) {
    while simulation.now().0 < until && !simulation.is_over() {
        let next = simulation.now().0 + 1;
        for (_, input) in inputs.iter().filter(|(tick, _)| *tick == next) {
            simulation.input(input.clone());
        }
        simulation.tick();
    }
}

/// The same run, asked for what came from a moment on.
fn why_since(mission: &Mission, inputs: &[(u32, Input)], from: u32, until: u32) -> WhyNot {
    let mut recording = Recording::new(mission.run());
    while recording.head().now().0 < until && !recording.head().is_over() {
        let next = recording.head().now().0 + 1;
        for (_, input) in inputs.iter().filter(|(tick, _)| *tick == next) {
            recording.input(input.clone());
        }
        recording.advance(1);
    }
    recording.why_not(0, Tick(from), Tick(until))
}

/// What the cause is, where an event came.
fn outcome(why: &WhyNot) -> Outcome {
    match why.cause() {
        WhyCause::Failed(attempt) | WhyCause::Fired(attempt) => attempt.outcome.clone(),
        WhyCause::NoEvent(no_event) => panic!("no event: {no_event:?}"),
    }
}

fn no_event(why: &WhyNot) -> NoEvent {
    match why.cause() {
        WhyCause::NoEvent(no_event) => no_event.clone(),
        cause => panic!("an event came: {cause:?}"),
    }
}

fn trigger(condition: u8, repeat: u8) -> Trigger {
    Trigger {
        condition,
        repeat,
        ..Trigger::default()
    }
}

fn wanting(condition: u8, place: usize, operand: u32) -> Trigger {
    let mut trigger = trigger(condition, Trigger::ALWAYS);
    trigger.operands = [UNSET; 5];
    trigger.operands[place] = operand;
    trigger
}

/// Ships that are all made, of which one has a trigger.
fn one(ships: usize, owner: Owner, trigger: Trigger) -> Mission {
    let mut mission = with_ships(ships, 1);
    mission.trigger_with(owner, trigger, Some(routine(count(0))));
    mission
}

fn destroy(ship: u16, attacker: Option<u16>) -> Input {
    Input::Destroy { ship, attacker }
}

fn jumped_in(ship: u16) -> Input {
    raise(ship, JUMPED_IN, &[InputValue::Ship(ship)])
}

/// Where a script's only command of a number stands.
fn script_of(mission: &Mission, inputs: &[(u32, Input)], number: usize) -> Option<u32> {
    let simulation = run(mission, inputs, None, 100);
    let found = events(&simulation, |event| match event {
        TraceEvent::Command {
            command, script, ..
        } if usize::from(*command) == number => Some(*script),
        _ => None,
    });
    assert_eq!(found.len(), 1);
    found.first().map(|(_, script)| *script)
}

// The choice among several, and the looking itself.

#[test]
fn the_attempt_that_got_furthest_is_the_cause() {
    let wants = Trigger {
        qualifier: 4,
        ..wanting(SHOT_AT, 0, 0x2000)
    };
    let mission = one(3, Owner::Ship(1), wants);
    let hit = |component, attacker| Input::RaiseEvent {
        object: 1,
        condition: SHOT_AT,
        component,
        values: vec![InputValue::Ship(attacker)],
    };
    let inputs = [
        (10, hit(Some(4), 2)),
        (20, hit(Some(4), 1)),
        (30, hit(None, 0)),
        (40, hit(Some(3), 0)),
    ];
    let why = why(&mission, &inputs, 50);
    assert_eq!(why.attempts.len(), 4);
    assert!(matches!(why.cause(), WhyCause::Failed(it) if it.tick == Tick(20)));
}

#[test]
fn the_right_event_for_a_disarmed_trigger_outdoes_an_earlier_wrong_value() {
    let wants = wanting(JUMPED_IN, 0, Reference::new(Reference::SHIP, 1).0);
    let mut mission = one(3, Owner::Ship(1), wants);
    let off = mission.part(routine(call(
        SET_TRIGGER_STATE,
        [ship(1), num(u32::from(JUMPED_IN)), num(0)],
    ))) as u16;
    let wrong = raise(1, JUMPED_IN, &[InputValue::Ship(2)]);
    let inputs = [
        (10, wrong.clone()),
        (20, Input::RunPart { part: off }),
        (30, jumped_in(1)),
        // Wrong in two ways, so it explains less.
        (40, wrong),
    ];
    let why = why(&mission, &inputs, 50);
    assert!(matches!(why.cause(), WhyCause::Failed(it) if it.tick == Tick(30)));
}

#[test]
fn the_attempt_that_explains_most_is_kept_among_many() {
    let mission = one(3, Owner::Ship(1), trigger(JUMPED_IN, Trigger::ONCE));
    let inputs: Vec<(u32, Input)> = (1..=500).map(|tick| (tick, jumped_in(1))).collect();
    let why = why(&mission, &inputs, 500);
    assert!(matches!(why.cause(), WhyCause::Fired(it) if it.tick == Tick(1)));
    assert_eq!(why.attempts.len() + why.left_out as usize, 500);
    assert_eq!(why.attempts.last().unwrap().tick, Tick(500));
    assert!(why.attempts.len() < 300);
}

#[test]
fn a_recording_shows_what_it_showed() {
    let mission = one(2, Owner::Ship(1), trigger(JUMPED_IN, Trigger::ALWAYS));
    let mut recording = Recording::new(mission.run());
    recording.advance(40);
    recording.input(jumped_in(1));
    recording.advance(800);
    recording.seek(Tick(600));
    let before = format!("{:?}", recording.current().snapshot());
    for (from, until, fired) in [(0, 840, true), (41, 840, false), (840, 900, false)] {
        let why = recording.why_not(0, Tick(from), Tick(until));
        assert_eq!((why.from, why.until), (Tick(from), Tick(until)));
        assert_eq!(matches!(why.cause(), WhyCause::Fired(_)), fired, "{from}");
    }
    assert_eq!(recording.current().now(), Tick(600));
    assert_eq!(recording.head().now(), Tick(840));
    assert_eq!(format!("{:?}", recording.current().snapshot()), before);
    assert!(recording.head().inquiry().is_none());
}
