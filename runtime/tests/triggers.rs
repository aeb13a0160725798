//! Triggers, what fires them, and watches (script-vm 5.3 to 5.5).

mod common;

use common::*;
use formats::records::{Reference, Ship, Trigger};
use formats::script::Opcode;
use runtime::{Firing, Input, InputValue, Options, Simulation, TraceEvent};

#[test]
fn v141_armed_condition_qualifier_and_a_link() {
    let mut mission = with_ships(1, 1);
    let base = Trigger {
        condition: DESTROYED,
        repeat: Trigger::ALWAYS,
        ..Trigger::default()
    };
    let code = || Some(routine(count(0)));
    mission.trigger_with(Owner::Ship(0), base.clone(), None);
    let other = Trigger {
        qualifier: 4,
        ..base.clone()
    };
    mission.trigger_with(Owner::Ship(0), other, code());
    let other = Trigger {
        condition: LAUNCHED,
        ..base.clone()
    };
    mission.trigger_with(Owner::Ship(0), other, code());
    mission.trigger_with(Owner::Nobody, base, code());
    let mut simulation = mission.run();
    simulation.input(raise(0, DESTROYED, &[]));
    simulation.tick();
    assert_eq!(fired(&simulation), []);
}

#[test]
fn v142_a_failed_operand_passes_a_trigger_over_still_armed() {
    let mut mission = with_ships(3, 1);
    let trigger = Trigger {
        condition: JUMPED_IN,
        operands: [
            Reference::new(0, 2).0,
            u32::MAX,
            u32::MAX,
            u32::MAX,
            u32::MAX,
        ],
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(count(0))));
    let mut simulation = mission.run();
    simulation.input(raise(0, JUMPED_IN, &[InputValue::Ship(1)]));
    simulation.tick();
    assert_eq!(global(&simulation, 0), 0);
    assert!(simulation.snapshot().triggers[0].armed);
    simulation.input(raise(0, JUMPED_IN, &[InputValue::Ship(2)]));
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v143_operands() {
    let fires = |operand: u32, value: InputValue, players: u8| {
        let mut mission = with_ships(3, 1);
        mission.squad(&[]);
        let trigger = Trigger {
            condition: JUMPED_IN,
            operands: [operand, u32::MAX, u32::MAX, u32::MAX, u32::MAX],
            ..Trigger::default()
        };
        mission.trigger_with(Owner::Ship(2), trigger, Some(routine(count(0))));
        let mut simulation = mission.run_with(Options {
            players,
            ..Options::default()
        });
        simulation.input(raise(2, JUMPED_IN, &[value]));
        simulation.tick();
        global(&simulation, 0) == 1
    };
    let ship = InputValue::Ship;
    assert!(fires(0xFFFF_FFFF, ship(1), 1), "unset");
    assert!(fires(0x0000_FFFF, ship(1), 1), "unset by its low halfword");
    assert!(fires(Reference::new(0x00, 1).0, ship(1), 1));
    assert!(
        fires(0x1200_0001, ship(1), 1),
        "the top byte is not looked at"
    );
    assert!(fires(Reference::new(0x01, 0).0, InputValue::Group(0), 1));
    assert!(fires(Reference::new(0x16, 0).0, InputValue::Squad(0), 1));
    assert!(fires(0x2000, ship(0), 1), "any player");
    assert!(!fires(0x2000, ship(1), 1));
    assert!(fires(0x2000, ship(1), 2));
    assert!(!fires(0x2000, ship(2), 2));
}

#[test]
fn v144_another_tag_passes_nothing_and_is_told_once() {
    let mut mission = with_ships(1, 1);
    let trigger = Trigger {
        condition: JUMPED_IN,
        repeat: Trigger::ALWAYS,
        operands: [
            Reference::new(0x1B, 0).0,
            u32::MAX,
            u32::MAX,
            u32::MAX,
            u32::MAX,
        ],
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(count(0))));
    let mut simulation = mission.run();
    for _ in 0..2 {
        simulation.input(raise(0, JUMPED_IN, &[InputValue::Ship(0)]));
        simulation.tick();
    }
    let told = events(&simulation, |event| match event {
        TraceEvent::OddOperand { trigger, tag } => Some((*trigger, *tag)),
        _ => None,
    });
    assert_eq!(told, [(1, (0, 0x1B))]);
    // A value that the event does not bring is not compared.
    simulation.input(raise(0, JUMPED_IN, &[]));
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v145_with_31_threads_a_trigger_still_disarms() {
    let mut mission = with_ships(1, 1);
    for _ in 0..31 {
        mission.start(routine(call(0x05, [num(50)])));
    }
    let trigger = Trigger {
        condition: JUMPED_IN,
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(count(0))));
    let mut simulation = mission.run();
    simulation.input(raise(0, JUMPED_IN, &[]));
    simulation.tick();
    assert_eq!(fired(&simulation), [(0, Firing::Lost)]);
    assert!(!simulation.snapshot().triggers[0].armed);
    assert_eq!(global(&simulation, 0), 0);
}

#[test]
fn v146_a_triggers_thread_is_alone_and_an_interrupted_one_wakes() {
    let mut mission = with_ships(1, 1);
    let mut code = count(0);
    code.push(command(0x17));
    code.extend(count(0));
    code.extend(call(0x05, [num(1)]));
    mission.trigger(Owner::Ship(0), JUMPED_IN, routine(code));
    let mut simulation = mission.run();
    let again = |simulation: &mut Simulation| {
        simulation.input(raise(0, JUMPED_IN, &[]));
        simulation.tick();
        fired(simulation).last().map(|(_, firing)| *firing)
    };
    assert_eq!(again(&mut simulation), Some(Firing::Started));
    assert_eq!(global(&simulation, 0), 1);
    simulation.advance(10);
    assert_eq!(global(&simulation, 0), 1, "interrupted");
    assert!(simulation.snapshot().threads[0].interrupted);
    assert_eq!(again(&mut simulation), Some(Firing::Woke));
    assert_eq!(global(&simulation, 0), 2, "it went on in the pass");
    assert_eq!(again(&mut simulation), Some(Firing::Busy), "it waits");
    simulation.advance(300);
    assert_eq!(again(&mut simulation), Some(Firing::Started));
}

#[test]
fn v147_repeat_modes() {
    let firings = |repeat, left, refill| {
        let mut mission = with_ships(1, 1);
        let trigger = Trigger {
            condition: JUMPED_IN,
            repeat,
            firings_left: left,
            firings_refill: refill,
            ..Trigger::default()
        };
        mission.trigger_with(Owner::Ship(0), trigger, Some(routine(count(0))));
        let mut simulation = mission.run();
        for _ in 0..6 {
            simulation.input(raise(0, JUMPED_IN, &[]));
            simulation.tick();
        }
        global(&simulation, 0)
    };
    assert_eq!(firings(0, 0, 0), 1);
    assert_eq!(firings(1, 0, 0), 6);
    assert_eq!(firings(2, 3, 0), 3);
    assert_eq!(firings(2, 0, 0), 1, "a count of 0 fires once");
    assert_eq!(firings(7, 0, 0), 6, "other modes never disarm");
}

#[test]
fn v142_a_trigger_disarms_behind_its_at_once_thread() {
    // What the thread arms before its first yield is disarmed again.
    let mut mission = with_ships(1, 1);
    let trigger = Trigger {
        condition: JUMPED_IN,
        ..Trigger::default()
    };
    let code = call(0x0F, [ship(0), num(u32::from(JUMPED_IN)), num(1)]);
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(code)));
    let mut simulation = mission.run();
    simulation.input(raise(0, JUMPED_IN, &[]));
    simulation.tick();
    assert!(!simulation.snapshot().triggers[0].armed);
}

/// Ship 0 watches; ship 1 stands so far away along X.
fn watched(condition: u8, kind: u16, distance: f32, reach: Option<u32>) -> Simulation {
    let mut mission = Mission::new(2);
    let group = mission.group();
    mission.ship_in(group, kind, [0.0; 3]);
    mission.ship_in(group, 0, [distance, 0.0, 0.0]);
    mission.start(routine(call(0x03, [common::group(group)])));
    let mut trigger = Trigger {
        condition,
        repeat: Trigger::ALWAYS,
        ..Trigger::default()
    };
    trigger.operands[1] = reach.unwrap_or(u32::MAX);
    let mut code = count(0);
    code.extend(set(1, [byte(Opcode::PushLocal, 1)]));
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(code)));
    mission.run()
}

#[test]
fn v167_reaches() {
    let seen = |mut simulation: Simulation| {
        simulation.advance(101);
        global(&simulation, 0) == 1
    };
    // A fighter's stand-in radius is 600.
    assert!(seen(watched(CLOSE, 0, 12_000.0, None)));
    assert!(!seen(watched(CLOSE, 0, 12_001.0, None)));
    assert!(seen(watched(PROXIMITY, 0, 3000.0, Some(5))));
    assert!(!seen(watched(PROXIMITY, 0, 3001.0, Some(5))));
    assert!(!seen(watched(PROXIMITY, 0, 1.0, None)), "no reach, no look");
    assert!(seen(watched(
        SHIP_REACHED,
        Ship::KIND_WAYPOINT,
        4000.0,
        None
    )));
    assert!(seen(watched(
        SHIP_REACHED,
        Ship::KIND_NAV_POINT,
        4000.0,
        None
    )));
    assert!(!seen(watched(
        SHIP_REACHED,
        Ship::KIND_NAV_POINT,
        4001.0,
        None
    )));
    assert!(!seen(watched(SHIP_REACHED, Ship::KIND_POINT, 1.0, None)));
    assert!(!seen(watched(SHIP_REACHED, 0, 1.0, None)));
}

#[test]
fn v168_the_distance_is_in_whole_radii() {
    let mut simulation = watched(CLOSE, 0, 3100.0, None);
    simulation.advance(101);
    assert_eq!(global(&simulation, 1), 5);
}

#[test]
fn v169_a_watch_is_raised_a_frame_later_and_each_second() {
    let mut simulation = watched(CLOSE, 0, 1000.0, None);
    simulation.advance(100);
    assert_eq!(global(&simulation, 0), 0);
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
    simulation.advance(300);
    assert_eq!(global(&simulation, 0), 4);
}

#[test]
fn v163_only_the_commands_change_a_watch() {
    let mut mission = Mission::new(1);
    let group = mission.group();
    for _ in 0..2 {
        mission.ship_in(group, 0, [0.0; 3]);
    }
    mission.start(routine(call(0x03, [common::group(group)])));
    mission.trigger(Owner::Ship(0), CLOSE, routine(count(0)));
    let set = |on| call(0x0F, [ship(0), num(u32::from(CLOSE)), num(on)]);
    let off = mission.part(routine(set(0)));
    let on = mission.part(routine(set(1)));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: off as u16 });
    simulation.advance(250);
    assert_eq!(global(&simulation, 0), 0);
    simulation.input(Input::RunPart { part: on as u16 });
    simulation.advance(100);
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v164_arming_refills_the_count() {
    let mut mission = with_ships(1, 1);
    let trigger = Trigger {
        condition: JUMPED_IN,
        repeat: Trigger::COUNTED,
        firings_left: 1,
        firings_refill: 3,
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(count(0))));
    let arm = mission.part(routine(call(
        0x0F,
        [ship(0), num(u32::from(JUMPED_IN)), num(1)],
    )));
    let mut simulation = mission.run();
    let fire = |simulation: &mut Simulation| {
        for _ in 0..5 {
            simulation.input(raise(0, JUMPED_IN, &[]));
            simulation.tick();
        }
        global(simulation, 0)
    };
    assert_eq!(fire(&mut simulation), 1);
    simulation.input(Input::RunPart { part: arm as u16 });
    simulation.tick();
    assert_eq!(fire(&mut simulation), 4);
}

#[test]
fn v165_the_nth_trigger_of_a_condition() {
    let mut mission = with_ships(1, 0);
    let base = Trigger {
        condition: JUMPED_IN,
        ..Trigger::default()
    };
    for qualifier in [0xFF, 5, 0xFF] {
        let trigger = Trigger {
            qualifier,
            ..base.clone()
        };
        mission.trigger_with(Owner::Ship(0), trigger, Some(routine([])));
    }
    let off = |n| {
        let condition = num(u32::from(JUMPED_IN));
        call(0x4F, [ship(0), condition, num(0), num(n)])
    };
    let parts = [2, 1].map(|n| mission.part(routine(off(n))) as u16);
    let mut simulation = mission.run();
    for part in parts {
        simulation.input(Input::RunPart { part });
    }
    simulation.tick();
    let armed: Vec<bool> = simulation
        .snapshot()
        .triggers
        .iter()
        .map(|trigger| trigger.armed)
        .collect();
    // The second's qualifier is not noted, so it is counted but not set.
    assert_eq!(armed, [true, true, false]);
}

#[test]
fn v68_a_note_of_the_qualifier_lets_a_trigger_be_set() {
    let set = |noted: Option<u8>| {
        let mut mission = with_ships(1, 0);
        let trigger = Trigger {
            condition: DESTROYED,
            qualifier: 5,
            ..Trigger::default()
        };
        mission.trigger_with(Owner::Ship(0), trigger, Some(routine([])));
        let subject = match noted {
            Some(qualifier) => component(0, qualifier),
            None => ship(0),
        };
        let part = mission.part(routine(call(0x0F, [subject, num(1), num(0)])));
        let mut simulation = mission.run();
        simulation.input(Input::RunPart { part: part as u16 });
        simulation.tick();
        !simulation.snapshot().triggers[0].armed
    };
    assert!(set(Some(5)));
    assert!(!set(Some(6)));
    assert!(!set(None));
}

#[test]
fn v162_a_trigger_of_ship_0_watches_for_each_player() {
    // Ship 1 is a player's; it watches for ship 0's trigger, and its own triggers are asked.
    let mut mission = Mission::new(1);
    let group = mission.group();
    for x in [0.0, 1e6, 1e6 + 500.0] {
        mission.ship_in(group, 0, [x, 0.0, 0.0]);
    }
    mission.start(routine(call(0x03, [common::group(group)])));
    mission.trigger(Owner::Ship(0), CLOSE, routine([]));
    let mut own = Trigger {
        condition: PROXIMITY,
        repeat: Trigger::ALWAYS,
        ..Trigger::default()
    };
    own.operands[1] = u32::MAX;
    mission.trigger_with(Owner::Ship(1), own.clone(), Some(routine([])));
    own.condition = CLOSE;
    mission.trigger_with(Owner::Nobody, own, Some(routine([])));
    let posted = |players| {
        let mut simulation = mission.run_with(Options {
            players,
            ..Options::default()
        });
        simulation.advance(100);
        events(&simulation, |event| match event {
            TraceEvent::EventPosted {
                condition: CLOSE,
                ship,
                ..
            } => Some(*ship),
            _ => None,
        })
    };
    assert_eq!(posted(1), []);
    assert_eq!(posted(2), [(100, 1)]);
}

#[test]
fn v166_the_order_of_the_checks() {
    let mut mission = Mission::new(0);
    let group = mission.group();
    mission.ship_in(group, Ship::KIND_WAYPOINT, [0.0; 3]);
    mission.ship_in(group, 0, [100.0, 0.0, 0.0]);
    mission.start(routine(call(0x03, [common::group(group)])));
    for owner in [Owner::Ship(1), Owner::Ship(0)] {
        for condition in [SHIP_REACHED, PROXIMITY, CLOSE] {
            let mut trigger = Trigger {
                condition,
                ..Trigger::default()
            };
            trigger.operands[1] = 50;
            mission.trigger_with(owner, trigger, Some(routine([])));
        }
    }
    let mut simulation = mission.run();
    simulation.advance(100);
    let posted: Vec<(u8, u16)> = events(&simulation, |event| match event {
        TraceEvent::EventPosted {
            condition, ship, ..
        } => Some((*condition, *ship)),
        _ => None,
    })
    .into_iter()
    .map(|(_, posted)| posted)
    .collect();
    let want = [
        (CLOSE, 0),
        (CLOSE, 1),
        (PROXIMITY, 0),
        (PROXIMITY, 1),
        (SHIP_REACHED, 0),
    ];
    assert_eq!(posted, want);
}

#[test]
fn v166_the_destroyed_and_the_unmade_neither_look_nor_are_seen() {
    let mut simulation = watched(CLOSE, 0, 1000.0, None);
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    simulation.advance(101);
    assert_eq!(global(&simulation, 0), 0);
    let mut mission = Mission::new(1);
    mission.ship(0, [0.0; 3]);
    mission.ship(0, [0.0; 3]);
    mission.trigger(Owner::Ship(0), CLOSE, routine(count(0)));
    let mut simulation = mission.run();
    simulation.advance(101);
    assert_eq!(global(&simulation, 0), 0);
}
