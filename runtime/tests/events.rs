//! Events, groups and triggers (script-vm 5).

mod common;

use common::*;
use formats::records::{Reference, Trigger};
use formats::script::Opcode;
use runtime::{Input, InputValue, Simulation, TraceEvent};

#[test]
fn v121_a_thousand_events_wait_at_most() {
    let mut mission = with_ships(1, 1);
    mission.trigger(Owner::Ship(0), JUMPED_IN, routine(count(0)));
    let mut simulation = mission.run();
    for _ in 0..1200 {
        simulation.input(raise(0, JUMPED_IN, &[]));
    }
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1000);
    let dropped = events(&simulation, |event| {
        matches!(event, TraceEvent::EventsDropped).then_some(())
    });
    assert_eq!(dropped.len(), 1, "logged once");
}

#[test]
fn v123_an_event_is_queued_only_if_a_trigger_would_fire() {
    let mut mission = with_ships(2, 1);
    let trigger = Trigger {
        condition: SHOT_AT,
        operands: [
            Reference::new(0, 1).0,
            u32::MAX,
            u32::MAX,
            u32::MAX,
            u32::MAX,
        ],
        repeat: Trigger::ALWAYS,
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(count(0))));
    let mut simulation = mission.run();
    let hit = |attacker| Input::Damage {
        ship: 0,
        component: None,
        amount: 1.0,
        attacker: Some(attacker),
    };
    let queued = |simulation: &Simulation| {
        events(simulation, |event| match event {
            TraceEvent::EventPosted { queued, .. } => Some(*queued),
            _ => None,
        })
    };
    simulation.input(hit(0));
    simulation.tick();
    assert_eq!(queued(&simulation), [(1, false)]);
    simulation.input(hit(1));
    simulation.tick();
    assert_eq!(queued(&simulation), [(1, false), (2, true)]);
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v126_an_unanswered_event_is_kept_all_the_same() {
    let mut mission = with_ships(2, 3);
    mission.part(all([
        set(0, [event_value(SHOT_AT, 0, 0)]),
        set(1, [event_value(SHOT_AT, 3, 0)]),
        set(2, [event_value(SHOT_AT, 4, 0)]),
    ]));
    let mut simulation = mission.run();
    simulation.input(Input::Damage {
        ship: 0,
        component: None,
        amount: 1.0,
        attacker: Some(1),
    });
    simulation.input(Input::RunPart { part: 1 });
    simulation.tick();
    let place = |ship: u32| 0x30FF7 + 76 * ship;
    let globals = simulation.snapshot().globals;
    assert_eq!(globals, [place(1), place(0), u32::MAX]);
}

#[test]
fn v53_shot_at_5_reads_destroyed_0() {
    let mut mission = with_ships(2, 1);
    mission.part(routine(set(0, [event_value(SHOT_AT, 6, 1)])));
    let mut simulation = mission.run();
    simulation.input(raise(
        1,
        DESTROYED,
        &[InputValue::Number(5), InputValue::Number(9)],
    ));
    simulation.tick();
    simulation.input(Input::RunPart { part: 1 });
    simulation.tick();
    assert_eq!(global(&simulation, 0), 9);
}

#[test]
fn v127_events_posted_meanwhile_join_the_flush() {
    // Cloaking posts Cloaked, whose trigger runs in the same flush.
    let mut mission = with_ships(2, 1);
    mission.trigger(
        Owner::Ship(1),
        JUMPED_IN,
        routine(call(0x58, [ship(1), num(1)])),
    );
    mission.trigger(Owner::Ship(1), 0x10, routine(count(0)));
    let mut simulation = mission.run();
    simulation.input(raise(1, JUMPED_IN, &[]));
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v129_two_events_in_a_frame_fire_a_once_trigger_once() {
    let mut mission = with_ships(1, 1);
    let trigger = Trigger {
        condition: LAUNCHED,
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(count(0))));
    let mut simulation = mission.run();
    simulation.input(raise(0, LAUNCHED, &[]));
    simulation.input(raise(0, LAUNCHED, &[]));
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
    assert!(!simulation.snapshot().triggers[0].armed);
}

#[test]
fn v130_ship_then_group_then_squads_in_order() {
    let mut mission = with_ships(1, 1);
    mission.squad(&[(Owner::Ship(0), 0xFF)]);
    mission.squad(&[(Owner::Group(0), 0xFF)]);
    for owner in [
        Owner::Squad(1),
        Owner::Squad(0),
        Owner::Group(0),
        Owner::Ship(0),
    ] {
        mission.trigger(owner, JUMPED_IN, routine([]));
    }
    let mut simulation = mission.run();
    simulation.input(raise(0, JUMPED_IN, &[]));
    simulation.tick();
    // The image holds the triggers owner by owner.
    let order: Vec<u16> = fired(&simulation).into_iter().map(|(n, _)| n).collect();
    assert_eq!(order, [0, 1, 2, 3]);
}

#[test]
fn v132_a_components_event_misses_a_squad_that_holds_the_ship_whole() {
    let mut mission = with_ships(1, 4);
    let whole = mission.squad(&[(Owner::Ship(0), 0xFF)]);
    let part = mission.squad(&[(Owner::Ship(0), 3)]);
    let by_group = mission.squad(&[(Owner::Group(0), 0xFF)]);
    for (global, owner) in [
        (0, Owner::Group(0)),
        (1, Owner::Squad(whole)),
        (2, Owner::Squad(part)),
        (3, Owner::Squad(by_group)),
    ] {
        mission.trigger(owner, SHOT_AT, routine(count(global)));
    }
    let mut simulation = mission.run();
    simulation.input(Input::RaiseEvent {
        object: 0,
        condition: SHOT_AT,
        component: Some(3),
        values: vec![],
    });
    simulation.tick();
    assert_eq!(simulation.snapshot().globals, [1, 0, 1, 1]);
}

#[test]
fn v133_a_group_hears_of_the_ships_and_the_components_hit() {
    let mut mission = Mission::new(1);
    let group = mission.group();
    mission.ship_in(group, 0, [0.0; 3]);
    mission.ship_in(group, 0x0C, [0.0; 3]);
    mission.start(routine(call(0x03, [common::group(group)])));
    mission.trigger(Owner::Group(group), SHOT_AT, routine(count(0)));
    let mut simulation = mission.run();
    simulation.input(Input::Damage {
        ship: 1,
        component: Some(2),
        amount: 10.0,
        attacker: Some(0),
    });
    simulation.tick();
    assert_eq!(global(&simulation, 0), 2);
}

#[test]
fn v134_a_groups_shot_at_brings_the_mean_damage() {
    // 100 for a ship that is not made, over three members.
    let mut mission = Mission::new(3);
    let group = mission.group();
    for _ in 0..2 {
        mission.ship_in(group, 0, [0.0; 3]);
    }
    let alone = mission.ship(0, [0.0; 3]);
    mission.start(routine(call(0x03, [common::group(group)])));
    let squad = mission.squad(&[(Owner::Group(group), 0xFF), (Owner::Ship(alone), 0xFF)]);
    let local = |n| vec![byte(Opcode::PushLocal, n)];
    mission.trigger(
        Owner::Squad(squad),
        SHOT_AT,
        all([set(0, local(1)), set(1, local(2)), set(2, local(0))]),
    );
    let mut simulation = mission.run();
    let values = [7, 60, 60, 8, 9].map(InputValue::Number);
    simulation.input(raise(0, SHOT_AT, &values));
    simulation.tick();
    assert_eq!(simulation.snapshot().globals, [33, 33, 7]);
}

#[test]
fn v136_destroyed_on_a_group_waits_for_all_members() {
    let mut mission = with_ships(2, 2);
    let once = Trigger {
        condition: DESTROYED,
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Group(0), once, Some(routine(count(0))));
    mission.trigger(Owner::Group(0), DESTROYED, routine(count(1)));
    let mut simulation = mission.run();
    let destroy = |ship| Input::Destroy {
        ship,
        attacker: None,
    };
    simulation.input(destroy(1));
    simulation.advance(5);
    // Until all are gone, only a trigger that repeats always answers.
    assert_eq!(simulation.snapshot().globals, [0, 1]);
    assert!(simulation.snapshot().triggers[0].armed);
    simulation.input(raise(0, DESTROYED, &[]));
    simulation.tick();
    assert_eq!(simulation.snapshot().globals, [0, 2]);
    // A player's ship ejects first; it is destroyed for good once it explodes.
    simulation.input(destroy(0));
    simulation.advance(620);
    assert_eq!(simulation.snapshot().globals[0], 1);
}

#[test]
fn v136_a_squads_component_counts_by_its_bit() {
    let mut mission = Mission::new(1);
    let group = mission.group();
    mission.ship_in(group, 0x0C, [0.0; 3]);
    mission.start(routine(call(0x03, [common::group(group)])));
    let squad = mission.squad(&[(Owner::Ship(0), 3), (Owner::Ship(0), 5)]);
    let once = Trigger {
        condition: DESTROYED,
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Squad(squad), once, Some(routine(count(0))));
    let mut simulation = mission.run();
    for (component, want) in [(3, 0), (5, 1)] {
        simulation.input(Input::DestroyComponent {
            ship: 0,
            component,
            attacker: None,
        });
        simulation.advance(2);
        assert_eq!(global(&simulation, 0), want, "component {component}");
    }
}

#[test]
fn v137_ships_never_made_keep_a_group_from_completing() {
    let mut mission = with_ships(1, 1);
    mission.ship(0, [0.0; 3]);
    let squad = mission.squad(&[(Owner::Ship(0), 0xFF), (Owner::Ship(1), 0xFF)]);
    let once = Trigger {
        condition: DESTROYED,
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Squad(squad), once, Some(routine(count(0))));
    let mut simulation = mission.run();
    simulation.input(Input::Destroy {
        ship: 0,
        attacker: None,
    });
    simulation.advance(700);
    assert_eq!(global(&simulation, 0), 0);
}

#[test]
fn v138_cloaked_is_for_the_ship_alone() {
    let mut mission = with_ships(2, 2);
    mission.trigger(Owner::Group(0), 0x10, routine(count(0)));
    mission.trigger(Owner::Ship(1), 0x10, routine(count(1)));
    let part = mission.part(routine(call(0x58, [ship(1), num(1)])));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(2);
    assert_eq!(simulation.snapshot().globals, [0, 1]);
}

#[test]
fn v150_shot_at_brings_its_five_values() {
    let mut mission = with_ships(2, 5);
    let code = (0..5).flat_map(|n| set(n, [byte(Opcode::PushLocal, n)]));
    mission.trigger(Owner::Ship(1), SHOT_AT, routine(code));
    let mut simulation = mission.run();
    simulation.input(Input::Damage {
        ship: 1,
        component: None,
        amount: 359.0 + 180.0,
        attacker: Some(0),
    });
    simulation.tick();
    let place = |ship: u32| 0x30FF7 + 76 * ship;
    // Half the armor of class 60 went with the shield.
    assert_eq!(
        simulation.snapshot().globals,
        [place(0), 50, 50, place(1), u32::MAX]
    );
}

#[test]
fn v160_a_ship_posts_destroyed_once() {
    let mut mission = with_ships(2, 1);
    mission.trigger(Owner::Ship(1), DESTROYED, routine(count(0)));
    let mut simulation = mission.run();
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: Some(0),
    });
    simulation.advance(1000);
    assert_eq!(global(&simulation, 0), 1);
    let object = simulation.snapshot().ship(1).unwrap().clone();
    assert!(object.destroyed);
    assert_eq!(object.state, runtime::ObjectState::StandIn);
}

#[test]
fn v124_a_group_alone_is_enough_for_an_event_to_be_queued() {
    let mut mission = with_ships(2, 1);
    mission.trigger(Owner::Group(0), SHOT_AT, routine(count(0)));
    let mut simulation = mission.run();
    simulation.input(Input::Damage {
        ship: 1,
        component: None,
        amount: 1.0,
        attacker: Some(0),
    });
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v124_the_question_to_a_group_is_about_the_whole() {
    // A component's event asks the group with the qualifier of the whole, and is raised so.
    let mut mission = Mission::new(2);
    let group = mission.group();
    mission.ship_in(group, 0, [0.0; 3]);
    mission.ship_in(group, 0x0C, [0.0; 3]);
    mission.start(routine(call(0x03, [common::group(group)])));
    let of_component = Trigger {
        condition: DESTROYED,
        qualifier: 4,
        repeat: Trigger::ALWAYS,
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Group(group), of_component, Some(routine(count(0))));
    mission.trigger(Owner::Group(group), DESTROYED, routine(count(1)));
    let mut simulation = mission.run();
    simulation.input(Input::DestroyComponent {
        ship: 1,
        component: 4,
        attacker: None,
    });
    simulation.advance(2);
    assert_eq!(simulation.snapshot().globals, [0, 1]);
}

#[test]
fn v128_a_group_keeps_the_mean_once_the_event_is_raised() {
    let mut mission = with_ships(1, 1);
    mission.ship_in(0, 0, [0.0; 3]);
    mission.trigger(Owner::Group(0), SHOT_AT, routine([]));
    let id = mission.id(Owner::Group(0)) as u8;
    let part = mission.part(routine(set(0, [event_value(SHOT_AT, 1, id)])));
    let mut simulation = mission.run();
    let values = [1, 90, 90, 4, 5].map(InputValue::Number);
    simulation.input(raise(0, SHOT_AT, &values));
    simulation.tick();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.tick();
    // Both fighters are whole: class 60 keeps 359 of 360, which is no hundredth.
    assert_eq!(global(&simulation, 0), 0);
}

#[test]
fn v135_damage_values() {
    let damage = |amount: f64| {
        let mut simulation = with_ships(2, 0).run();
        simulation.input(Input::Damage {
            ship: 1,
            component: None,
            amount,
            attacker: None,
        });
        simulation.tick();
        simulation.snapshot().ship(1).unwrap().damage
    };
    assert_eq!(damage(0.0), 0);
    // The shield of power 60 takes 359, the armor of class 60 counts from 360.
    assert_eq!(damage(359.0), 0);
    assert_eq!(damage(360.0 + 35.0), 10);
    assert_eq!(damage(359.0 + 359.0), 100);
    let unmade = Mission::new(0);
    let mut unmade = unmade;
    unmade.ship(0, [0.0; 3]);
    assert_eq!(unmade.run().snapshot().ship(0).unwrap().damage, 100);
}

#[test]
fn v139_the_verdict_is_true_again_after_each_raise() {
    let mut mission = with_ships(2, 2);
    let once = |condition| Trigger {
        condition,
        ..Trigger::default()
    };
    // Vetoed on the group; the next event of the same flush is not.
    mission.trigger_with(Owner::Group(0), once(DESTROYED), Some(routine(count(0))));
    mission.trigger_with(Owner::Group(0), once(JUMPED_IN), Some(routine(count(1))));
    let mut simulation = mission.run();
    simulation.input(raise(1, DESTROYED, &[]));
    simulation.input(raise(1, JUMPED_IN, &[]));
    simulation.tick();
    assert_eq!(simulation.snapshot().globals, [0, 1]);
}

#[test]
fn v159_shot_at_needs_an_attacker_of_the_mission() {
    let posts = |attacker| {
        let mut simulation = with_ships(2, 0).run();
        simulation.input(Input::Damage {
            ship: 1,
            component: None,
            amount: 1.0,
            attacker,
        });
        simulation.tick();
        events(&simulation, |event| {
            matches!(event, TraceEvent::EventPosted { .. }).then_some(())
        })
        .len()
    };
    assert_eq!(posts(Some(0)), 1);
    assert_eq!(posts(None), 0);
    assert_eq!(posts(Some(300)), 0);
}

#[test]
fn v151_the_killer_or_0() {
    let killer = |attacker| {
        let mut mission = with_ships(2, 2);
        let code = [0, 1].map(|n| set(n, [byte(Opcode::PushLocal, n)]));
        mission.trigger(Owner::Ship(1), DESTROYED, all(code));
        let mut simulation = mission.run();
        simulation.input(Input::Destroy { ship: 1, attacker });
        simulation.advance(3);
        simulation.snapshot().globals
    };
    assert_eq!(killer(Some(0)), [0x30FF7, 0x30FF7 + 76]);
    assert_eq!(killer(None), [0, 0x30FF7 + 76]);
}

#[test]
fn v154_v155_v158_v161_events_that_nobody_posts_are_counted() {
    // Scooped, grabbed, dropped; undocked; hoop, inside, outside; and those without a known poster.
    let unposted = [
        0x07, 0x0E, 0x0F, 0x1F, 0x12, 0x13, 0x18, 0x19, 0x1A, 0x1B, 0x20, 0x21,
    ];
    let mut mission = Mission::new(1);
    mission.ship(0, [0.0; 3]);
    for condition in unposted {
        mission.trigger(Owner::Ship(0), condition, routine(count(0)));
    }
    mission.trigger(Owner::Nobody, 0x14, routine(count(0)));
    mission.trigger(Owner::Ship(0), DESTROYED, routine(count(0)));
    let simulation = mission.run();
    let told: Vec<_> = simulation.gaps().iter().map(|(name, _)| name).collect();
    for condition in unposted {
        let symbol = formats::catalogue::condition(condition).unwrap().symbol();
        assert!(
            told.contains(&format!("event {symbol}").as_str()),
            "{symbol}"
        );
    }
    assert_eq!(told.len(), unposted.len(), "{told:?}");
}

#[test]
fn v152_a_launch_a_jump_and_the_largest_explosion_bring_the_ship_to_its_groups() {
    let mut mission = Mission::new(3);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    let carrier = mission.ship_in(wing, 0x11, [9000.0, 0.0, 0.0]);
    let fighter = mission.ship_in(wing, 0, [0.0; 3]);
    mission.squad(&[(Owner::Ship(carrier), 0xFF), (Owner::Ship(fighter), 0xFF)]);
    let hears = |mission: &mut Mission, condition: u8, of: usize, counts: usize| {
        let mut code = vec![byte(Opcode::PushLocal, 0), ship(of), op(Opcode::Equal)];
        code.push(branch(Opcode::BranchIfZero, 1));
        code.extend(count(counts));
        code.push(label(1));
        mission.trigger(Owner::Squad(0), condition, routine(code));
    };
    hears(&mut mission, LAUNCHED, fighter, 0);
    hears(&mut mission, JUMPED_IN, fighter, 1);
    hears(&mut mission, 0x22, carrier, 2);
    let mut code = call(0x03, [group(wing)]);
    code.extend(call(0x13, [ship(fighter), ship(carrier), num(0)]));
    code.extend(call(0x14, [ship(fighter)]));
    mission.start(routine(code));
    let mut simulation = mission.run();
    simulation.advance(3000);
    assert_eq!(global(&simulation, 0), 1);
    // Jump In, order 19.
    let jump = |ship: u16, order: i16| Input::GiveOrder {
        ship,
        order,
        target: runtime::OrderTarget::None,
    };
    simulation.input(jump(fighter as u16, 19));
    simulation.advance(1000);
    assert_eq!(global(&simulation, 1), 1);
    simulation.input(Input::Destroy {
        ship: carrier as u16,
        attacker: None,
    });
    simulation.advance(3000);
    assert_eq!(global(&simulation, 2), 1);
}

#[test]
fn v157_a_ship_that_follows_a_curve_reaches_its_end() {
    let mut mission = Mission::new(2);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    let from = mission.ship_in(wing, formats::records::Ship::KIND_CURVE_POINT, [0.0; 3]);
    let to = mission.ship_in(
        wing,
        formats::records::Ship::KIND_CURVE_POINT,
        [3000.0, 0.0, 0.0],
    );
    let flies = mission.ship_in(wing, 0, [0.0; 3]);
    let path = mission.curve(from, Some(to));
    // The director's camera posts CameraReached (V330, V332), a ship ShipReached, with itself.
    let code = set(
        0,
        [byte(Opcode::PushLocal, 0), ship(flies), op(Opcode::Equal)],
    );
    mission.trigger(Owner::Ship(to), SHIP_REACHED, routine(code));
    mission.trigger(Owner::Ship(to), 0x03, routine(count(1)));
    let mut code = call(0x03, [group(wing)]);
    code.extend(call(0x12, [ship(flies), curve(path), num(2)]));
    mission.start(routine(code));
    let mut simulation = mission.run();
    simulation.advance(600);
    assert_eq!([global(&simulation, 0), global(&simulation, 1)], [1, 0]);
}
