//! Looking into a trigger agrees with the log, and changes nothing: random small runs.

mod common;

use std::sync::Arc;

use common::*;
use formats::records::{Reference, Ship, Trigger};
use formats::script::Opcode;
use proptest::prelude::*;
use runtime::{
    Firing, Input, InputValue, Options, Outcome, Recording, Simulation, Tick, TraceEntry,
    TraceEvent, TraceLevel,
};

/// Ticks of a run.
const TICKS: u32 = 330;
const SHIPS: usize = 5;

fn owner() -> impl Strategy<Value = Owner> {
    prop_oneof![
        5 => (0..SHIPS).prop_map(Owner::Ship),
        2 => (0..2_usize).prop_map(Owner::Group),
        2 => (0..2_usize).prop_map(Owner::Squad),
        1 => Just(Owner::Nobody),
    ]
}

fn condition() -> impl Strategy<Value = u8> {
    prop::sample::select(vec![
        SHOT_AT,
        DESTROYED,
        LAUNCHED,
        SHIP_REACHED,
        CLOSE,
        PROXIMITY,
        JUMPED_IN,
        0x10,
    ])
}

fn operand() -> impl Strategy<Value = u32> {
    prop_oneof![
        6 => Just(u32::MAX),
        2 => (0..SHIPS as u16).prop_map(|ship| Reference::new(Reference::SHIP, ship).0),
        1 => Just(0x2000),
        1 => Just(Reference::new(0x1B, 0).0),
        1 => 0..40_u32,
    ]
}

fn trigger() -> impl Strategy<Value = (Owner, Trigger, Option<Code>)> {
    let record = (
        condition(),
        0..3_u8,
        0..4_u8,
        prop_oneof![4 => Just(0xFF_u8), 1 => 0..3_u8],
        any::<bool>(),
        [operand(), operand(), operand(), operand(), operand()],
    )
        .prop_map(
            |(condition, repeat, firings_left, qualifier, deferred, operands)| Trigger {
                condition,
                repeat,
                firings_left,
                firings_refill: 2,
                qualifier,
                deferred: u8::from(deferred),
                operands,
                ..Trigger::default()
            },
        );
    (owner(), record, prop::option::weighted(0.9, code()))
}

/// A routine that sleeps, fails, arms, disarms, cloaks or interrupts itself.
fn code() -> impl Strategy<Value = Code> {
    let piece = prop_oneof![
        Just(count(0)),
        (0..3_u32).prop_map(|seconds| call(0x05, [num(seconds)])),
        (0..SHIPS, condition(), 0..2_u32)
            .prop_map(|(of, condition, on)| call(0x0F, [ship(of), num(condition.into()), num(on)])),
        (0..SHIPS, 0..2_u32).prop_map(|(of, on)| call(0x58, [ship(of), num(on)])),
        Just(vec![command(0x17)]),
        Just(set(0, [num(1), num(0), op(Opcode::Div)])),
        Just(call(0x03, [group(1)])),
        Just(call(0x04, [group(1)])),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| routine(pieces.concat()))
}

fn input() -> impl Strategy<Value = Input> {
    let of = 0..SHIPS as u16;
    let attacker = || prop::option::of(0..SHIPS as u16);
    let component = || prop::option::weighted(0.3, 0..3_u8);
    prop_oneof![
        (of.clone(), attacker()).prop_map(|(ship, attacker)| Input::Destroy { ship, attacker }),
        (of.clone(), component(), attacker()).prop_map(|(ship, component, attacker)| {
            Input::Damage {
                ship,
                component,
                amount: 20.0,
                attacker,
            }
        }),
        (of.clone(), 0..3_u8, attacker()).prop_map(|(ship, component, attacker)| {
            Input::DestroyComponent {
                ship,
                component,
                attacker,
            }
        }),
        (0..SHIPS as u16 + 4, condition(), component(), of.clone()).prop_map(
            |(object, condition, component, value)| Input::RaiseEvent {
                object,
                condition,
                component,
                values: vec![InputValue::Ship(value), InputValue::Number(7)],
            }
        ),
        (of, -4000.0..4000.0).prop_map(|(ship, x)| Input::MoveShip {
            ship,
            position: [x, 0.0, 0.0],
        }),
        (0..3_u16).prop_map(|part| Input::RunPart { part }),
    ]
}

fn mission() -> impl Strategy<Value = Mission> {
    (
        prop::collection::vec(trigger(), 1..6),
        prop::collection::vec(code(), 2),
    )
        .prop_map(|(triggers, parts)| {
            let mut mission = Mission::new(1);
            let (first, second) = (mission.group(), mission.group());
            for n in 0..SHIPS {
                let kind = if n == 3 { Ship::KIND_NAV_POINT } else { 0 };
                let group = if n < 4 { first } else { second };
                mission.ship_in(group, kind, [3000.0 * n as f32, 0.0, 0.0]);
            }
            mission.squad(&[(Owner::Ship(1), 0xFF), (Owner::Ship(2), 1)]);
            mission.squad(&[(Owner::Squad(0), 0xFF), (Owner::Group(1), 0xFF)]);
            mission.start(routine(call(0x03, [group(first)])));
            for code in parts {
                mission.part(code);
            }
            mission.triggers = triggers;
            mission
        })
}

fn run(mut simulation: Simulation, inputs: &[(u32, Input)]) -> Simulation {
    while simulation.now().0 < TICKS && !simulation.is_over() {
        let next = simulation.now().0 + 1;
        for (_, input) in inputs.iter().filter(|(tick, _)| *tick == next) {
            simulation.input(input.clone());
        }
        simulation.tick();
    }
    simulation
}

fn told(simulation: &Simulation) -> Vec<TraceEntry> {
    simulation.trace().iter().cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_found_agrees_with_the_log(
        mission in mission(),
        inputs in prop::collection::vec((1..TICKS, input()), 0..14),
    ) {
        let options = Options { trace: TraceLevel::Everything, ..Options::default() };
        let image = Arc::new(mission.image());
        let plain = run(Simulation::new(Arc::clone(&image), options.clone()), &inputs);
        let want = told(&plain);
        for trigger in 0..mission.triggers.len() as u16 {
            let looked = Simulation::investigated(Arc::clone(&image), options.clone(), trigger);
            let looked = run(looked, &inputs);
            prop_assert_eq!(&told(&looked), &want, "the run goes as it would have gone");
            let why = looked.inquiry().unwrap();
            prop_assert_eq!(why.attempts.is_empty(), why.no_event.is_some());
            prop_assert_eq!(why.left_out, 0);
            let fired: Vec<(Tick, Firing)> = want
                .iter()
                .filter_map(|entry| match entry.event {
                    TraceEvent::TriggerFired { trigger: it, firing, .. } if it == trigger => {
                        Some((entry.tick, firing))
                    }
                    _ => None,
                })
                .collect();
            let found: Vec<(Tick, Firing)> = why
                .attempts
                .iter()
                .filter_map(|attempt| Some((attempt.tick, attempt.firing()?)))
                .collect();
            prop_assert_eq!(&found, &fired);
            let failed = want.iter().filter_map(|entry| match entry.event {
                TraceEvent::TriggerTested { trigger: it, passed: false, .. } if it == trigger => {
                    Some(entry.tick)
                }
                _ => None,
            });
            for tick in failed {
                let told = why.attempts.iter().any(|attempt| {
                    attempt.tick == tick
                        && matches!(
                            attempt.outcome,
                            Outcome::Operand { .. } | Outcome::OddOperand { .. }
                        )
                });
                prop_assert!(told, "an operand failed at {tick}");
            }
            // Asked of a recording for a later stretch, what came then is the same.
            let mut recording = Recording::new(Simulation::new(Arc::clone(&image), options.clone()));
            for (tick, input) in sorted(&inputs) {
                recording.advance(tick - 1 - recording.head().now().0);
                recording.input(input);
            }
            recording.advance(TICKS - recording.head().now().0);
            let since = recording.why_not(trigger, Tick(150), Tick(TICKS));
            let later: Vec<_> = why.attempts.iter().filter(|it| it.tick > Tick(150)).collect();
            prop_assert_eq!(since.attempts.iter().collect::<Vec<_>>(), later);
        }
    }
}

fn sorted(inputs: &[(u32, Input)]) -> Vec<(u32, Input)> {
    let mut inputs = inputs.to_vec();
    inputs.sort_by_key(|(tick, _)| *tick);
    inputs
}
