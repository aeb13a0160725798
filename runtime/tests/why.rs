//! Why a trigger did not fire: prepared faults, each of which is to be named first.

mod common;

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

// What the trigger itself is.

#[test]
fn v141_a_script_disarmed_it() {
    let mut mission = one(2, Owner::Ship(1), trigger(JUMPED_IN, Trigger::ALWAYS));
    let off = mission.part(routine(call(
        SET_TRIGGER_STATE,
        [ship(1), num(u32::from(JUMPED_IN)), num(0)],
    ))) as u16;
    let inputs = [(10, Input::RunPart { part: off }), (20, jumped_in(1))];
    let script = script_of(&mission, &inputs, SET_TRIGGER_STATE);
    let by_script = Outcome::NotArmed {
        why: Disarmed::ByScript {
            at: Tick(10),
            script,
        },
        rest_passes: true,
    };
    assert_eq!(outcome(&why(&mission, &inputs, 50)), by_script);
    // Asked for a later stretch, the log tells the same.
    assert_eq!(outcome(&why_since(&mission, &inputs, 15, 50)), by_script);
}

#[test]
fn v147_it_fires_once_and_has_fired() {
    let mission = one(2, Owner::Ship(1), trigger(JUMPED_IN, Trigger::ONCE));
    let inputs = [(10, jumped_in(1)), (60, jumped_in(1))];
    let since = why_since(&mission, &inputs, 50, 100);
    let fired_once = Outcome::NotArmed {
        why: Disarmed::FiredOnce {
            at: Tick(10),
            times: 1,
        },
        rest_passes: true,
    };
    assert_eq!(outcome(&since), fired_once);
    assert_eq!(since.attempts.len(), 1);
    // Over the whole run, it did fire.
    let whole = why_since(&mission, &inputs, 0, 100);
    assert!(matches!(whole.cause(), WhyCause::Fired(it) if it.tick == Tick(10)));
    assert_eq!(whole.attempts.len(), 2);
    assert_eq!(whole.attempts[1].outcome, fired_once);
}

#[test]
fn v147_its_count_is_used_up() {
    let counted = Trigger {
        firings_left: 2,
        ..trigger(JUMPED_IN, Trigger::COUNTED)
    };
    let mission = one(2, Owner::Ship(1), counted);
    let inputs = [10, 20, 30].map(|tick| (tick, jumped_in(1)));
    let used_up = Outcome::NotArmed {
        why: Disarmed::UsedUp {
            at: Tick(20),
            times: 2,
        },
        rest_passes: true,
    };
    assert_eq!(outcome(&why_since(&mission, &inputs, 25, 50)), used_up);
    let whole = why(&mission, &inputs, 50);
    assert_eq!(whole.attempts[2].outcome, used_up);
}

#[test]
fn v178_the_start_parts_ran_still() {
    let unarmed = Trigger {
        armed: 0,
        ..trigger(CLOAKED, Trigger::ALWAYS)
    };
    let mut mission = one(2, Owner::Ship(1), unarmed);
    mission.start(routine(call(CLOAK, [ship(1), num(1)])));
    let not_yet = Outcome::NotArmed {
        why: Disarmed::NotYet,
        rest_passes: true,
    };
    assert_eq!(outcome(&why(&mission, &[], 50)), not_yet);
}

#[test]
fn v141_it_runs_nothing() {
    let mut mission = with_ships(2, 1);
    mission.trigger_with(Owner::Ship(1), trigger(JUMPED_IN, Trigger::ALWAYS), None);
    let came = why(&mission, &[(10, jumped_in(1))], 50);
    assert_eq!(outcome(&came), Outcome::RunsNothing);
    assert_eq!(no_event(&why(&mission, &[], 50)), NoEvent::RunsNothing);
}

#[test]
fn v141_it_is_in_no_slice() {
    let mission = one(2, Owner::Nobody, trigger(JUMPED_IN, Trigger::ALWAYS));
    let why = why(&mission, &[(10, jumped_in(1))], 50);
    assert_eq!(no_event(&why), NoEvent::NoSlice);
    assert_eq!(why.object, None);
}

#[test]
fn a_trigger_that_the_mission_has_not() {
    let simulation = run(&with_ships(1, 0), &[], Some(7), 10);
    assert_eq!(no_event(&simulation.inquiry().unwrap()), NoEvent::NoTrigger);
}

// What came was another thing.

#[test]
fn v140_only_other_events_came() {
    let mission = one(2, Owner::Ship(1), trigger(LAUNCHED, Trigger::ALWAYS));
    let inputs = [(10, jumped_in(1)), (20, jumped_in(1))];
    let why = why(&mission, &inputs, 50);
    assert_eq!(no_event(&why), NoEvent::OnlyOthers);
    let [other] = why.others[..] else {
        panic!("{:?}", why.others)
    };
    assert_eq!((other.condition, other.count), (JUMPED_IN, 2));
    assert_eq!((other.first, other.last), (Tick(10), Tick(20)));
}

#[test]
fn v141_another_component() {
    let wanted = Trigger {
        qualifier: 4,
        ..trigger(SHOT_AT, Trigger::ALWAYS)
    };
    let mission = one(2, Owner::Ship(1), wanted);
    let hit = |component| Input::RaiseEvent {
        object: 1,
        condition: SHOT_AT,
        component,
        values: vec![],
    };
    for came in [Some(3), None] {
        assert_eq!(
            outcome(&why(&mission, &[(10, hit(came))], 50)),
            Outcome::OtherQualifier {
                wanted: Some(4),
                came
            }
        );
    }
}

#[test]
fn v130_a_group_hears_of_the_whole_alone() {
    let wanted = Trigger {
        qualifier: 4,
        ..trigger(SHOT_AT, Trigger::ALWAYS)
    };
    let mission = one(2, Owner::Group(0), wanted);
    let hit = Input::RaiseEvent {
        object: 1,
        condition: SHOT_AT,
        component: Some(4),
        values: vec![],
    };
    let why = why(&mission, &[(10, hit)], 50);
    assert_eq!(
        outcome(&why),
        Outcome::OtherQualifier {
            wanted: Some(4),
            came: None
        }
    );
    let attempt = &why.attempts[0];
    assert_eq!(attempt.group, Some(RecordRef::FlightGroup(0)));
    assert_eq!((attempt.ship, attempt.component), (Some(1), Some(4)));
}

#[test]
fn v132_a_components_event_passes_a_squad_by() {
    let mut mission = with_ships(2, 1);
    let squad = mission.squad(&[(Owner::Ship(1), 0xFF)]);
    mission.trigger(Owner::Squad(squad), DESTROYED, routine(count(0)));
    let lost = Input::DestroyComponent {
        ship: 1,
        component: 4,
        attacker: None,
    };
    assert_eq!(
        no_event(&why(&mission, &[(10, lost)], 50)),
        NoEvent::PassedBy {
            ship: 1,
            component: Some(4),
            at: Tick(10)
        }
    );
}

// The values were others.

#[test]
fn v143_the_killer_was_another() {
    let wants_2 = wanting(DESTROYED, 0, Reference::new(Reference::SHIP, 2).0);
    let mission = one(4, Owner::Ship(1), wants_2);
    let why = why(&mission, &[(10, destroy(1, Some(3)))], 50);
    assert_eq!(
        outcome(&why),
        Outcome::Operand {
            operand: 0,
            wanted: Wanted::Record(RecordRef::Ship(2)),
            came: Came::Record(RecordRef::Ship(3)),
        }
    );
    assert_eq!(
        why.attempts[0].values,
        [3, 1].map(|ship| Came::Record(RecordRef::Ship(ship)))
    );
}

#[test]
fn v143_the_killer_was_no_player() {
    let mission = one(3, Owner::Ship(1), wanting(DESTROYED, 0, 0x2000));
    for (attacker, came) in [
        (Some(2), Came::Record(RecordRef::Ship(2))),
        (None, Came::Nobody),
    ] {
        let why = why(&mission, &[(10, destroy(1, attacker))], 50);
        assert_eq!(
            outcome(&why),
            Outcome::Operand {
                operand: 0,
                wanted: Wanted::AnyPlayer,
                came
            }
        );
    }
}

#[test]
fn v143_a_number_where_the_event_brings_none() {
    // The weapon is always -1, and its operand is read as a ship's.
    let mission = one(6, Owner::Ship(1), wanting(SHOT_AT, 4, 5));
    let hit = Input::Damage {
        ship: 1,
        component: None,
        amount: 1.0,
        attacker: Some(0),
    };
    assert_eq!(
        outcome(&why(&mission, &[(10, hit)], 50)),
        Outcome::Operand {
            operand: 4,
            wanted: Wanted::Record(RecordRef::Ship(5)),
            came: Came::Number(u32::MAX),
        }
    );
}

#[test]
fn v143_a_group_is_not_its_ship() {
    let wants_group = wanting(JUMPED_IN, 0, Reference::new(Reference::FLIGHT_GROUP, 0).0);
    let mission = one(2, Owner::Ship(1), wants_group);
    assert_eq!(
        outcome(&why(&mission, &[(10, jumped_in(1))], 50)),
        Outcome::Operand {
            operand: 0,
            wanted: Wanted::Record(RecordRef::FlightGroup(0)),
            came: Came::Record(RecordRef::Ship(1)),
        }
    );
}

#[test]
fn v144_an_operand_that_nothing_equals() {
    let odd = wanting(JUMPED_IN, 0, Reference::new(0x1B, 0).0);
    let mission = one(2, Owner::Ship(1), odd);
    assert_eq!(
        outcome(&why(&mission, &[(10, jumped_in(1))], 50)),
        Outcome::OddOperand {
            operand: 0,
            tag: 0x1B
        }
    );
}

#[test]
fn v134_a_groups_damage_is_the_mean_and_never_compared() {
    let mut mission = with_ships(2, 1);
    mission.ship(0, [0.0; 3]);
    let squad = mission.squad(&[(Owner::Group(0), 0xFF), (Owner::Ship(2), 0xFF)]);
    mission.trigger_with(
        Owner::Squad(squad),
        wanting(SHOT_AT, 1, 60),
        Some(routine(count(0))),
    );
    let values = [
        InputValue::Ship(1),
        InputValue::Number(60),
        InputValue::Number(60),
        InputValue::Ship(0),
    ];
    let why = why(&mission, &[(10, raise(0, SHOT_AT, &values))], 50);
    assert!(matches!(why.cause(), WhyCause::Fired(_)), "not compared");
    // 100 for the one that is not made, over three.
    assert_eq!(why.attempts[0].values[1], Came::Number(33));
    assert_eq!(why.attempts[0].values[0], Came::Record(RecordRef::Ship(1)));
}

// It would have fired.

#[test]
fn v146_its_thread_still_sleeps() {
    let mut mission = with_ships(2, 1);
    mission.trigger(Owner::Ship(1), JUMPED_IN, routine(call(WAIT, [num(50)])));
    let inputs = [(10, jumped_in(1)), (20, jumped_in(1))];
    let Outcome::Busy { stand } = outcome(&why_since(&mission, &inputs, 15, 100)) else {
        panic!("busy")
    };
    assert_eq!(stand.waits, Waits::Clock { wake: 50 });
    assert_eq!(stand.thread, 0);
    // Over the whole run it fired, and its thread sleeps still.
    let Outcome::Fired { end, woke, .. } = outcome(&why(&mission, &inputs, 100)) else {
        panic!("fired")
    };
    assert_eq!((end, woke), (Fate::Running { stand }, false));
}

#[test]
fn v146_its_thread_waits_in_a_command() {
    let mut mission = with_ships(2, 1);
    let code = call(WAIT_FOR_KEY, [byte(Opcode::PushByte, 3)]);
    mission.trigger(Owner::Ship(1), JUMPED_IN, routine(code));
    let inputs = [(10, jumped_in(1)), (20, jumped_in(1))];
    let script = script_of(&mission, &inputs, WAIT_FOR_KEY).unwrap();
    let Outcome::Busy { stand } = outcome(&why_since(&mission, &inputs, 15, 100)) else {
        panic!("busy")
    };
    let command = u8::try_from(WAIT_FOR_KEY).unwrap();
    assert_eq!(stand.waits, Waits::Command { command });
    assert_eq!(stand.script, script);
}

#[test]
fn v145_thirty_one_threads_run() {
    let mut mission = with_ships(2, 1);
    for _ in 0..31 {
        mission.start(routine(call(WAIT, [num(50)])));
    }
    mission.trigger(Owner::Ship(1), JUMPED_IN, routine(count(0)));
    assert_eq!(
        outcome(&why(&mission, &[(10, jumped_in(1))], 50)),
        Outcome::TooManyThreads
    );
}

#[test]
fn v121_the_queue_was_full() {
    let mission = one(2, Owner::Ship(1), trigger(JUMPED_IN, Trigger::ALWAYS));
    let mut inputs = vec![(10, raise(0, LAUNCHED, &[])); 1000];
    inputs.push((10, jumped_in(1)));
    assert_eq!(outcome(&why(&mission, &inputs, 50)), Outcome::Dropped);
}

#[test]
fn v127_an_event_that_waits_still() {
    let mut mission = one(2, Owner::Ship(1), trigger(CLOAKED, Trigger::ALWAYS));
    let part = mission.part(routine(call(CLOAK, [ship(1), num(1)]))) as u16;
    // The part runs on a deferred thread, behind the tick's flush.
    let late = mission.part(routine([byte(Opcode::SpawnPart, usize::from(part))])) as u16;
    let inputs = [(10, Input::RunPart { part: late })];
    assert_eq!(outcome(&why(&mission, &inputs, 10)), Outcome::Waiting);
    let why = why(&mission, &inputs, 11);
    assert!(matches!(why.cause(), WhyCause::Fired(_)));
    assert_eq!(why.attempts.len(), 1, "one event, one attempt");
}

// Groups.

#[test]
fn v136_a_member_is_alive() {
    let mut mission = with_ships(4, 1);
    let unmade = mission.ship(0, [0.0; 3]);
    let squad = mission.squad(&[
        (Owner::Ship(1), 0xFF),
        (Owner::Ship(2), 0xFF),
        (Owner::Ship(3), 7),
        (Owner::Ship(unmade), 0xFF),
    ]);
    mission.trigger_with(
        Owner::Squad(squad),
        trigger(DESTROYED, Trigger::ONCE),
        Some(routine(count(0))),
    );
    let why = why(&mission, &[(10, destroy(1, Some(0)))], 50);
    let member = |ship, component, there| Member {
        ship,
        component,
        there,
    };
    assert_eq!(
        outcome(&why),
        Outcome::Vetoed {
            alive: vec![
                member(2, None, true),
                member(3, Some(7), true),
                member(4, None, false)
            ]
        }
    );
    let attempt = &why.attempts[0];
    assert_eq!(attempt.group, Some(RecordRef::Squad(0)));
    assert_eq!(attempt.ship, Some(1));
}

#[test]
fn v138_no_group_hears_of_a_cloak() {
    let mut mission = one(2, Owner::Group(0), trigger(CLOAKED, Trigger::ALWAYS));
    mission.start(routine(call(CLOAK, [ship(1), num(1)])));
    assert_eq!(no_event(&why(&mission, &[], 50)), NoEvent::ShipsAlone);
}

#[test]
fn a_squad_of_nobody() {
    let mut mission = with_ships(1, 1);
    let squad = mission.squad(&[]);
    mission.trigger(Owner::Squad(squad), DESTROYED, routine(count(0)));
    assert_eq!(no_event(&why(&mission, &[], 50)), NoEvent::NoMembers);
}

// Nothing came.

#[test]
fn the_ship_was_never_made() {
    let mut mission = with_ships(1, 1);
    let late = mission.group();
    let ship = mission.ship_in(late, 0, [9000.0, 0.0, 0.0]);
    mission.trigger(Owner::Ship(ship), DESTROYED, routine(count(0)));
    // What is not there cannot be destroyed.
    let why = why(&mission, &[(10, destroy(1, Some(0)))], 50);
    let want = NoEvent::NeverMade {
        groups: vec![1],
        alone: vec![],
    };
    assert_eq!(no_event(&why), want);
}

#[test]
fn a_squad_was_never_made() {
    let mut mission = with_ships(1, 1);
    let late = mission.group();
    mission.ship_in(late, 0, [0.0; 3]);
    let alone = mission.ship(0, [0.0; 3]);
    let squad = mission.squad(&[(Owner::Group(late), 0xFF), (Owner::Ship(alone), 0xFF)]);
    mission.trigger(Owner::Squad(squad), DESTROYED, routine(count(0)));
    let want = NoEvent::NeverMade {
        groups: vec![1],
        alone: vec![2],
    };
    assert_eq!(no_event(&why(&mission, &[], 50)), want);
}

#[test]
fn v160_it_was_destroyed_before() {
    let mission = one(2, Owner::Ship(1), trigger(DESTROYED, Trigger::ALWAYS));
    let inputs = [(10, destroy(1, None)), (700, destroy(1, None))];
    assert_eq!(
        no_event(&why_since(&mission, &inputs, 600, 800)),
        NoEvent::DestroyedBefore { at: Some(Tick(10)) }
    );
}

#[test]
fn a_script_took_the_ship_away() {
    let mut mission = one(2, Owner::Ship(1), trigger(DESTROYED, Trigger::ALWAYS));
    let part = mission.part(routine(call(0x04, [group(0)]))) as u16;
    let inputs = [(10, Input::RunPart { part }), (20, destroy(1, None))];
    assert_eq!(
        no_event(&why(&mission, &inputs, 50)),
        NoEvent::Gone { at: Tick(10) }
    );
}

#[test]
fn v161_nothing_posts_it() {
    let mission = one(2, Owner::Ship(1), trigger(0x12, Trigger::ALWAYS));
    assert_eq!(no_event(&why(&mission, &[], 50)), NoEvent::NotPosted);
}

#[test]
fn nothing_happened() {
    let mission = one(2, Owner::Ship(1), trigger(DESTROYED, Trigger::ALWAYS));
    assert_eq!(no_event(&why(&mission, &[], 50)), NoEvent::Nothing);
}

#[test]
fn the_mission_was_over_before() {
    let mission = one(2, Owner::Ship(1), trigger(DESTROYED, Trigger::ALWAYS));
    let over = Input::SetVariable {
        variable: 9,
        value: 1,
    };
    let inputs = [(50, over), (80, destroy(1, None))];
    let why = why(&mission, &inputs, 100);
    // The frame in which the variable is set is the last.
    assert_eq!(no_event(&why), NoEvent::MissionOver { at: Tick(50) });
    assert_eq!(why.over, Some(runtime::Ending::Over));
}

#[test]
fn v10_no_script_runs_while_the_player_lands() {
    let mission = one(2, Owner::Ship(1), trigger(JUMPED_IN, Trigger::ALWAYS));
    let cleared = Input::SetVariable {
        variable: 10,
        value: 1,
    };
    let mut inputs = vec![(10, cleared), (10, Input::RequestLanding)];
    let NoEvent::Landing { since } = no_event(&why(&mission, &inputs, 800)) else {
        panic!("landing")
    };
    assert!((710..720).contains(&since.0), "{since}");
    inputs.push((750, jumped_in(1)));
    assert_eq!(outcome(&why(&mission, &inputs, 800)), Outcome::Waiting);
}

// Watches.

/// Ship 0 watches; ship 1 stands so far away along X.
fn watch(trigger: Trigger, kind: u16, distance: f32) -> Mission {
    let mut mission = Mission::new(1);
    let group = mission.group();
    mission.ship_in(group, kind, [0.0; 3]);
    mission.ship_in(group, 0, [distance, 0.0, 0.0]);
    mission.start(routine(call(0x03, [common::group(group)])));
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(count(0))));
    mission
}

#[test]
fn v167_no_ship_came_near_enough() {
    // The stand-in radius of a fighter is 600.
    let mission = watch(wanting(PROXIMITY, 1, 5), 0, 9000.0);
    let nearer = Input::MoveShip {
        ship: 1,
        position: [3100.0, 0.0, 0.0],
    };
    let away = Input::MoveShip {
        ship: 1,
        position: [8000.0, 0.0, 0.0],
    };
    let inputs = [(150, nearer), (250, away)];
    let NoEvent::TooFar { nearest } = no_event(&why(&mission, &inputs, 450)) else {
        panic!("too far")
    };
    assert_eq!((nearest.ship, nearest.at), (1, Tick(200)));
    assert_eq!((nearest.distance, nearest.reach), (3100.0, 3000.0));
}

#[test]
fn v178_a_start_part_switched_its_watch_off_for_good() {
    let mut mission = watch(trigger(CLOSE, Trigger::ALWAYS), 0, 1000.0);
    mission.start(routine(call(
        SET_TRIGGER_STATE,
        [ship(0), num(u32::from(CLOSE)), num(0)],
    )));
    let script = script_of(&mission, &[], SET_TRIGGER_STATE);
    let simulation = run(&mission, &[], Some(0), 350);
    assert!(simulation.snapshot().triggers[0].armed);
    assert_eq!(
        no_event(&simulation.inquiry().unwrap()),
        NoEvent::WatchOff {
            at: Some(Tick(0)),
            script
        }
    );
    assert!(script.is_some());
}

#[test]
fn v167_a_watch_without_reach_and_one_that_does_not_look() {
    let no_reach = watch(trigger(PROXIMITY, Trigger::ALWAYS), 0, 100.0);
    assert_eq!(no_event(&why(&no_reach, &[], 250)), NoEvent::NoReach);
    let point = watch(
        trigger(SHIP_REACHED, Trigger::ALWAYS),
        Ship::KIND_POINT,
        100.0,
    );
    assert_eq!(no_event(&why(&point, &[], 250)), NoEvent::DoesNotLook);
    let mut alone = Mission::new(1);
    let group = alone.group();
    alone.ship_in(group, 0, [0.0; 3]);
    alone.start(routine(call(0x03, [common::group(group)])));
    alone.trigger(Owner::Ship(0), CLOSE, routine(count(0)));
    assert_eq!(no_event(&why(&alone, &[], 250)), NoEvent::NobodyNear);
}

// The player and the camera.

#[test]
fn v156_no_jump_was_offered() {
    let mission = one(1, Owner::Ship(0), trigger(READY_TO_JUMP, Trigger::ALWAYS));
    let inputs = [(10, Input::JumpDrive)];
    assert_eq!(
        no_event(&why(&mission, &inputs, 50)),
        NoEvent::NotOffered {
            variable: 0,
            asked: 1
        }
    );
}

#[test]
fn v156_the_player_did_not_jump() {
    let mission = one(1, Owner::Ship(0), trigger(READY_TO_JUMP, Trigger::ALWAYS));
    let offer = Input::SetVariable {
        variable: 0,
        value: 1,
    };
    assert_eq!(
        no_event(&why(&mission, &[(10, offer)], 50)),
        NoEvent::NotAsked {
            variable: 0,
            since: Tick(10)
        }
    );
}

#[test]
fn v156_backup_comes_once_and_to_the_player() {
    let mission = one(2, Owner::Ship(0), trigger(WANTS_BACKUP, Trigger::ALWAYS));
    let offer = Input::SetVariable {
        variable: 3,
        value: 1,
    };
    let inputs = [
        (10, offer),
        (20, Input::RequestBackup),
        (60, Input::RequestBackup),
    ];
    assert_eq!(
        no_event(&why_since(&mission, &inputs, 50, 100)),
        NoEvent::AskedBefore
    );
    let other = one(2, Owner::Ship(1), trigger(WANTS_BACKUP, Trigger::ALWAYS));
    assert_eq!(no_event(&why(&other, &inputs, 100)), NoEvent::PlayerAlone);
}

#[test]
fn v332_the_camera_never_came() {
    let points = |with_curve: bool, seconds: Option<u32>| {
        let mut mission = with_ships(1, 1);
        let points = [1, 2].map(|x| mission.ship(Ship::KIND_POINT, [9000.0 * x as f32, 0.0, 0.0]));
        if with_curve {
            mission.curve(points[0], Some(points[1]));
        }
        if let Some(seconds) = seconds {
            let arguments = [curve(0), null(), num(seconds), null(), null()];
            mission.start(routine(call(0x10, arguments)));
        }
        mission.trigger(Owner::Ship(points[1]), CAMERA, routine(count(0)));
        mission
    };
    assert_eq!(
        no_event(&why(&points(false, None), &[], 50)),
        NoEvent::NoCurve
    );
    assert_eq!(
        no_event(&why(&points(true, None), &[], 50)),
        NoEvent::NotFlown { curves: vec![0] }
    );
    let short = why(&points(true, Some(5)), &[], 50);
    assert_eq!(
        no_event(&short),
        NoEvent::CutShort {
            curve: 0,
            at: Tick(0)
        }
    );
    let whole = why(&points(true, Some(5)), &[], 600);
    assert!(matches!(whole.cause(), WhyCause::Fired(_)));
}

// It did fire.

#[test]
fn it_fired_and_its_thread_returned() {
    let mission = one(2, Owner::Ship(1), trigger(JUMPED_IN, Trigger::ONCE));
    assert_eq!(
        outcome(&why(&mission, &[(10, jumped_in(1))], 50)),
        Outcome::Fired {
            thread: 0,
            woke: false,
            end: Fate::Returned
        }
    );
}

#[test]
fn it_fired_and_its_thread_failed() {
    let mut mission = with_ships(2, 1);
    let code = set(0, [num(1), num(0), op(Opcode::Div)]);
    mission.trigger(Owner::Ship(1), JUMPED_IN, routine(code));
    let simulation = run(&mission, &[(10, jumped_in(1))], Some(0), 50);
    let fault = events(&simulation, |event| match event {
        TraceEvent::Fault { script, cause, .. } => Some((*script, *cause)),
        _ => None,
    });
    let [(10, (script, cause))] = fault[..] else {
        panic!("{fault:?}")
    };
    assert_eq!(cause, Cause::DivisionByZero);
    let why = simulation.inquiry().unwrap();
    assert_eq!(
        outcome(&why),
        Outcome::Fired {
            thread: 0,
            woke: false,
            end: Fate::Faulted { script, cause }
        }
    );
}

#[test]
fn v146_it_woke_its_thread() {
    let mut mission = with_ships(2, 1);
    let mut code = vec![command(0x17)];
    code.extend(count(0));
    mission.trigger(Owner::Ship(1), JUMPED_IN, routine(code));
    let inputs = [(10, jumped_in(1)), (20, jumped_in(1))];
    let why = why(&mission, &inputs, 50);
    let firings: Vec<Option<Firing>> = why.attempts.iter().map(|it| it.firing()).collect();
    assert_eq!(firings, [Some(Firing::Started), Some(Firing::Woke)]);
    let ends = why.attempts.iter().map(|it| match it.outcome {
        Outcome::Fired { end, .. } => end,
        _ => panic!("fired"),
    });
    assert_eq!(ends.collect::<Vec<_>>(), [Fate::Returned; 2]);
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
