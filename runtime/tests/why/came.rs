//! An event came, and something kept it from firing the trigger, or nothing did.

use super::common::*;
use super::*;

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
            last: Firing::Started,
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
            last: Firing::Started,
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
fn v146_what_is_met_while_its_thread_runs_uses_it_up_and_is_no_firing() {
    let mut mission = with_ships(2, 1);
    let code = routine(call(WAIT, [num(50)]));
    mission.trigger_with(
        Owner::Ship(1),
        trigger(JUMPED_IN, Trigger::ONCE),
        Some(code),
    );
    let armed = [ship(1), num(u32::from(JUMPED_IN)), num(1)];
    let on = mission.part(routine(call(SET_TRIGGER_STATE, armed))) as u16;
    // It is armed again while its thread sleeps.
    let mut inputs = vec![(15, Input::RunPart { part: on })];
    inputs.extend([10, 20, 30].map(|tick| (tick, jumped_in(1))));
    let whole = why(&mission, &inputs, 50);
    let used_up = Outcome::NotArmed {
        why: Disarmed::FiredOnce {
            at: Tick(20),
            last: Firing::Busy,
            times: 1,
        },
        rest_passes: true,
    };
    assert_eq!(whole.attempts[2].outcome, used_up);
    let run = run(&mission, &inputs, None, 50);
    assert_eq!(run.counts().firings(0), 1);
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
