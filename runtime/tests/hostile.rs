//! Missions made to break the machine: nothing panics, nothing hangs, and the same seed gives the
//! same mission.

mod common;

use std::sync::Arc;

use common::*;
use formats::records::{Curve, Part, Reference, Ship, Trigger};
use formats::script::{Arm, Instruction, Item, Label, Opcode, Operand, Shape};
use formats::{Image, ImageBuilder, SectionId};
use proptest::prelude::*;
use runtime::{
    Cause, Input, InputValue, Options, Simulation, StandInPilot, Tick, TraceLevel, Variables,
};

/// Ticks of a random mission.
const TICKS: u32 = 230;

/// A mission of a few ships of all sorts, groups, squads and curves, some in circles.
fn playground() -> Mission {
    let mut mission = Mission::new(4);
    let group = mission.group();
    mission.group();
    mission.groups[group].wing = 0;
    let kinds = [
        0, 0x27, 0x0C, 0x11, 999, 0x3E3, 0x3E4, 0x3E5, 0x3E5, 0x4A, 300,
    ];
    for (n, kind) in kinds.into_iter().enumerate() {
        let ship = mission.ship_in(n % 2, kind, [4000.0 * n as f32, 0.0, 100.0]);
        mission.ships[ship].pilot = n as u8;
    }
    mission.ship(1, [f32::NAN, f32::INFINITY, 1e38]);
    mission.ships[1].launch_from = 0x11;
    mission.ships[1].launch_gate = 2;
    mission.ships[5].marker_curve = 0;
    mission.ships[5].marker_at = 0.25;
    mission.squad(&[
        (Owner::Ship(1), 3),
        (Owner::Squad(1), 0xFF),
        (Owner::Group(0), 0xFF),
    ]);
    mission.squad(&[
        (Owner::Squad(0), 0xFF),
        (Owner::Squad(0), 0xFF),
        (Owner::Ship(2), 0xFF),
    ]);
    mission.curve(6, Some(7));
    mission.curve(7, Some(6));
    mission.curves.push(Curve {
        start: Reference::new(0, 900),
        end: Reference::new(0, 6),
        start_point: [f32::NAN; 3],
        ..Curve::default()
    });
    mission
}

fn run(mission: &Mission, seed: u32) -> Simulation {
    mission.run_with(Options {
        seed,
        pilot: StandInPilot::Fight,
        ..Options::default()
    })
}

/// Advances and looks at everything that others may see.
fn play(mut simulation: Simulation) -> Simulation {
    simulation.input(Input::JumpDrive);
    simulation.input(Input::Destroy {
        ship: 2,
        attacker: Some(1),
    });
    simulation.advance(TICKS);
    let _ = simulation.snapshot();
    simulation
}

/// What a mission looks like at its end: its trace and its last moment.
fn fingerprint(simulation: &Simulation) -> String {
    let lines: Vec<String> = simulation
        .trace()
        .iter()
        .map(|entry| serde_json::to_string(entry).unwrap())
        .collect();
    format!("{}\n{:?}", lines.join("\n"), simulation.snapshot())
}

fn any_operand(shape: Shape) -> BoxedStrategy<Operand<Label>> {
    // Small numbers name records that exist; others do not.
    let index = prop_oneof![4 => 0..14_u8, 1 => any::<u8>()];
    match shape {
        Shape::None => Just(Operand::None).boxed(),
        Shape::Byte => index.prop_map(Operand::Byte).boxed(),
        Shape::Component => (index.clone(), index)
            .prop_map(|(ship, component)| Operand::Component { ship, component })
            .boxed(),
        Shape::EventValue => (0..3_u8, 0..12_u8, index)
            .prop_map(|(condition, value, object)| Operand::EventValue {
                condition,
                value,
                object,
            })
            .boxed(),
        Shape::Wide => (0..300_u16).prop_map(Operand::Wide).boxed(),
        Shape::Displacement => Just(Operand::Target(Label(0))).boxed(),
        Shape::Text => prop::collection::vec(1..200_u8, 0..6)
            .prop_map(|mut text| {
                text.push(0);
                Operand::Text(text)
            })
            .boxed(),
        Shape::Arms => prop::collection::vec(0..110_u8, 0..3)
            .prop_map(|thresholds| Operand::Arms {
                default: Label(0),
                arms: thresholds
                    .into_iter()
                    .map(|threshold| Arm {
                        target: Some(Label(0)),
                        threshold,
                        unread: 0,
                    })
                    .collect(),
            })
            .boxed(),
    }
}

/// An item of a program: often a push or a command, else any instruction.
fn any_item() -> impl Strategy<Value = Item> {
    let opcode = prop::sample::select(Opcode::ALL);
    let instruction = opcode.prop_flat_map(|opcode| {
        any_operand(opcode.shape())
            .prop_map(move |operand| Item::Code(Instruction { opcode, operand }))
    });
    prop_oneof![
        4 => instruction,
        2 => (0..14_usize).prop_map(ship),
        1 => (0..3_usize).prop_map(squad),
        1 => (0..3_usize).prop_map(curve),
        2 => (0..130_u32).prop_map(num),
        1 => any::<u32>().prop_map(num),
        4 => (0..95_usize).prop_map(command),
    ]
}

fn any_routine() -> impl Strategy<Value = Code> {
    prop::collection::vec(any_item(), 0..40).prop_map(|mut items| {
        items.push(label(0));
        routine(items)
    })
}

fn any_trigger() -> impl Strategy<Value = (Owner, Trigger)> {
    let owner = prop_oneof![
        (0..12_usize).prop_map(Owner::Ship),
        (0..2_usize).prop_map(Owner::Group),
        (0..2_usize).prop_map(Owner::Squad),
    ];
    let operand = prop_oneof![Just(u32::MAX), any::<u32>(), (0..14_u32).boxed()];
    let qualifier = prop_oneof![3 => Just(0xFF_u8), 1 => 0..8_u8];
    (owner, 0..0x23_u8, 0..4_u8, qualifier, 0..2_u8, operand).prop_map(
        |(owner, condition, repeat, qualifier, deferred, operand)| {
            let trigger = Trigger {
                condition,
                repeat,
                qualifier,
                deferred,
                firings_left: 2,
                operands: [operand; 5],
                ..Trigger::default()
            };
            (owner, trigger)
        },
    )
}

fn any_input() -> impl Strategy<Value = Input> {
    let ship = 0..420_u16;
    prop_oneof![
        Just(Input::JumpDrive),
        Just(Input::RequestBackup),
        (
            0..20_u16,
            0..0x30_u8,
            any::<Option<u8>>(),
            prop::collection::vec(0..500_u16, 0..8)
        )
            .prop_map(|(object, condition, component, ships)| Input::RaiseEvent {
                object,
                condition,
                component,
                values: ships.into_iter().map(InputValue::Ship).collect(),
            }),
        ship.clone().prop_map(|ship| Input::Destroy {
            ship,
            attacker: Some(1)
        }),
        (ship.clone(), any::<u8>()).prop_map(|(ship, component)| Input::DestroyComponent {
            ship,
            component,
            attacker: None,
        }),
        (ship.clone(), any::<Option<u8>>(), any::<f64>()).prop_map(|(ship, component, amount)| {
            Input::Damage {
                ship,
                component,
                amount,
                attacker: Some(0),
            }
        }),
        (ship.clone(), any::<[f64; 3]>())
            .prop_map(|(ship, position)| Input::MoveShip { ship, position }),
        (ship.clone(), -5..210_i16, ship).prop_map(|(ship, order, target)| Input::GiveOrder {
            ship,
            order,
            target: runtime::OrderTarget::Ship {
                ship: target,
                component: None
            },
        }),
        (any::<u8>(), any::<u32>())
            .prop_map(|(variable, value)| Input::SetVariable { variable, value }),
        (0..6_u16).prop_map(|part| Input::RunPart { part }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_bytes_in_the_script(bytes in prop::collection::vec(any::<u8>(), 40..400), seed: u32) {
        let mut mission = playground();
        let mut script = bytes;
        script.resize(script.len().next_multiple_of(4), 0x43);
        for start in [0, 3, 10] {
            mission.parts.push((Part { start, flags: Part::START, ..Part::default() }, None));
        }
        mission.script = Some(script);
        let image = mission.image();
        // A part without code has no block there; put the starts back.
        let parts: Vec<Part> = mission.parts.iter().map(|(part, _)| part.clone()).collect();
        let mut builder = ImageBuilder::over(&image).unwrap();
        builder.set_records(&parts).unwrap();
        let options = Options { seed, ..Options::default() };
        play(Simulation::new(Arc::new(builder.finish().unwrap()), options));
    }

    #[test]
    fn random_programs(
        start in any_routine(),
        parts in prop::collection::vec((0..3_u8, any_routine()), 0..5),
        triggers in prop::collection::vec((any_trigger(), any_routine()), 0..6),
        inputs in prop::collection::vec(any_input(), 0..12),
        seed: u32,
    ) {
        let mut mission = playground();
        let mut code = call(0x03, [group(0)]);
        code.extend(call(0x03, [group(1)]));
        mission.start(routine(code));
        mission.start(start);
        for (arguments, code) in parts {
            mission.part_of(arguments, code);
        }
        for ((owner, trigger), code) in triggers {
            mission.trigger_with(owner, trigger, Some(code));
        }
        let mut simulation = run(&mission, seed);
        for input in &inputs {
            simulation.input(input.clone());
            simulation.advance(7);
        }
        let half = simulation.clone();
        let whole = play(simulation);
        // A copy goes on as the original did.
        prop_assert_eq!(fingerprint(&play(half)), fingerprint(&whole));
        // The same from the start, with the inputs as they were recorded.
        let options = Options {
            seed,
            pilot: StandInPilot::Fight,
            trace: TraceLevel::Everything,
            ..Options::default()
        };
        let image = Arc::new(mission.image());
        let again = Simulation::replay(image, options, whole.inputs(), whole.now());
        prop_assert_eq!(fingerprint(&again), fingerprint(&whole));
    }

    #[test]
    fn random_records(ships in prop::collection::vec(any::<[u8; 19]>(), 1..30), seed: u32) {
        // Ship records of random bytes in the random half of a playground's.
        let mut mission = playground();
        for bytes in ships {
            let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = bytes;
            mission.ships.push(Ship {
                kind: u16::from_le_bytes([a, b & 3]),
                flight_group: c & 3,
                pilot: d,
                position: [f32::from_le_bytes([e, f, g, h]), f32::from(i), f32::from(j)],
                launch_from: u16::from_le_bytes([k, 0]),
                launch_gate: l,
                yaw: i16::from_le_bytes([m, n]),
                pitch: i16::from_le_bytes([o, p]),
                marker_curve: i16::from(q & 3),
                marker_at: f32::from_le_bytes([r, s, 0, 63]),
                ..Ship::default()
            });
        }
        let mut code = call(0x03, [group(0)]);
        code.extend(call(0x03, [group(1)]));
        code.extend(call(0x10, [curve(0), ship(3), num(1), ship(4), squad(1)]));
        mission.start(routine(code));
        play(run(&mission, seed));
    }
}

#[test]
fn a_flood_of_work_comes_to_an_end() {
    // Every trigger posts more events, every thread loops through parts for ever, squads hold one
    // another in circles, and all of it each tick.
    let mut mission = playground();
    let mut code = call(0x03, [group(0)]);
    code.extend(call(0x03, [group(1)]));
    mission.start(routine(code));
    let busy = mission.part(routine((0..250).flat_map(|_| {
        let mut code = vec![byte(Opcode::CallPart, 2)];
        code.extend(call(0x2F, [squad(1), num(1)]));
        code
    })));
    mission.part(routine((0..250).map(|_| byte(Opcode::CallPart, 3))));
    mission.part(routine(
        (0..250).flat_map(|_| call(0x58, [squad(0), num(1)])),
    ));
    for ship in 0..10 {
        for condition in [5, 6, 16, 17] {
            let code = [byte(Opcode::SpawnPart, busy), byte(Opcode::CallPart, busy)];
            let trigger = mission.trigger(Owner::Ship(ship), condition, routine(code));
            mission.triggers[trigger].1.operands[1] = 1_000_000;
        }
    }
    let simulation = play(run(&mission, 3));
    assert_eq!(simulation.now(), Tick(TICKS));
    assert!(faults(&simulation).contains(&Cause::TooLong));
}

#[test]
fn the_same_seed_gives_the_same_mission() {
    let mut mission = playground();
    let mut code = call(0x03, [group(0)]);
    code.extend(call(0x03, [group(1)]));
    code.extend(call(0x0B, [ship(1), num(105), num(0), ship(0)]));
    code.extend(call(0x0B, [ship(9), num(1), num(0), null()]));
    mission.start(routine(code));
    let trace = |seed| fingerprint(&play(run(&mission, seed)));
    assert_eq!(trace(5), trace(5));
    assert_ne!(trace(5), trace(6), "and another seed another one");
}

#[test]
fn a_clone_shares_no_future() {
    let mut mission = playground();
    mission.start(routine(call(0x03, [group(0)])));
    let mut original = run(&mission, 1);
    original.advance(100);
    let copy = original.clone();
    original.input(Input::SetGlobal {
        global: 0,
        value: 9,
    });
    original.advance(50);
    assert_eq!(copy.now(), Tick(100));
    assert_eq!(global(&copy, 0), 0);
    assert_eq!(global(&original, 0), 9);
}

#[test]
fn odd_images_run() {
    // An image of 27 entries and nothing else: every section unused.
    let mut bytes = Vec::new();
    for _ in 0..27 {
        bytes.extend([0, 0, 0, 15, 0xFF, 0xFF, 0, 0]);
    }
    let image = Image::read(bytes).unwrap().value;
    play(Simulation::new(Arc::new(image), Options::default()));
    // The template with nothing in it.
    let image = ImageBuilder::new().finish().unwrap();
    let mut simulation = Simulation::new(Arc::new(image), Options::default());
    simulation.advance(10);
    assert_eq!(
        simulation.snapshot().objects.len(),
        1,
        "the camera's marker"
    );
    // Variables from elsewhere may be too few.
    let short: Variables = serde_json::from_str("[1, 2]").unwrap();
    let mut mission = Mission::new(1);
    mission.start(routine(set(0, [byte(Opcode::PushArray, 200)])));
    let simulation = mission.run_with(Options {
        variables: short,
        ..Options::default()
    });
    assert_eq!(simulation.snapshot().variables.len(), 256);
    assert_eq!(SectionId::all().count(), 27);
}

#[test]
fn v94_squads_that_name_the_next_twice_are_cut_and_told() {
    let mut mission = Mission::new(1);
    let wing = mission.group();
    for _ in 0..4 {
        mission.ship_in(wing, 0, [0.0; 3]);
    }
    for next in 1..24 {
        mission.squad(&[(Owner::Squad(next), 0xFF), (Owner::Squad(next), 0xFF)]);
    }
    mission.squad(&[(Owner::Ship(1), 0xFF), (Owner::Group(wing), 0xFF)]);
    for inner in 0..24 {
        mission.trigger(Owner::Squad(inner), DESTROYED, routine(count(0)));
        mission.trigger(Owner::Squad(inner), SHOT_AT, routine(count(0)));
    }
    let mut code = call(0x03, [group(wing)]);
    code.extend(call(0x0B, [squad(0), num(105), num(1), squad(0)]));
    code.extend(call(0x10, [ship(0), null(), num(9), null(), squad(0)]));
    mission.start(routine(code));
    let mut simulation = mission.run();
    for ship in 0..4 {
        simulation.input(Input::Destroy {
            ship,
            attacker: None,
        });
    }
    simulation.advance(300);
    assert_eq!(faults(&simulation), []);
    let gaps = simulation.gaps();
    assert!(
        gaps.get("squad of more ships than a walk reaches")
            .is_some()
    );
    assert!(global(&simulation, 0) > 0, "squads heard of it");
}

#[test]
fn v164_arming_counts_every_trigger_that_it_sets() {
    let mut mission = Mission::new(0);
    mission.ship(0, [0.0; 3]);
    for _ in 0..250 {
        mission.trigger(Owner::Ship(0), PROXIMITY, routine([]));
    }
    // Twenty calls of a part that arms them all 250 times would be over a million settings.
    let arm = || call(0x0F, [ship(0), num(u32::from(PROXIMITY)), num(1)]);
    let part = mission.part(routine((0..250).flat_map(|_| arm())));
    mission.start(routine((0..20).map(|_| byte(Opcode::CallPart, part))));
    let simulation = mission.run();
    assert_eq!(faults(&simulation), [Cause::TooLong]);
}
