//! The order of a frame, and what ends a thread's run (script-vm 1, 2, 3.1, 5 and 6).

mod common;

use common::*;
use formats::records::{Part, Ship, Trigger};
use formats::script::{Item, Opcode};
use runtime::{Input, InputValue, ObjectState, Options, Simulation, TraceEvent};

/// Yields without a wait.
fn sync() -> Item {
    command(0x2D)
}

/// A global becomes another's value.
fn copy(to: usize, from: usize) -> Code {
    set(to, [byte(Opcode::PushGlobal, from)])
}

#[test]
fn v4_a_waiting_thread_runs_once_the_clock_is_past_its_wake_value() {
    let mut mission = Mission::new(1);
    let mut code = call(0x05, [num(2)]);
    code.extend(count(0));
    mission.start(routine(code));
    let mut simulation = mission.run();
    assert_eq!(simulation.snapshot().threads[0].wake, 2);
    simulation.advance(299);
    assert_eq!(global(&simulation, 0), 0, "the clock is 2");
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v9_events_then_threads_then_timers_then_watches() {
    // Global 0 counts passes; what a trigger sees of it is the count before its own frame's pass.
    let mut mission = Mission::new(4);
    let watcher = mission.ship(Ship::KIND_NAV_POINT, [0.0; 3]);
    let wing = mission.group();
    let flies = mission.ship_in(wing, 0, [0.0, 0.0, 100.0]);
    mission.ships[watcher].flight_group = u8::try_from(wing).unwrap();
    mission.trigger(Owner::Ship(flies), DESTROYED, routine(copy(1, 0)));
    mission.trigger(Owner::Ship(watcher), SHIP_REACHED, routine(copy(2, 0)));
    let timed = mission.part(routine(copy(3, 0)));
    mission.start(all([
        call(0x03, [group(wing)]),
        call(0x01, [num(1), num(timed as u32), num(2), num(1)]),
    ]));
    mission.start(routine((0..250).flat_map(|_| {
        let mut code = count(0);
        code.push(sync());
        code
    })));
    let mut simulation = mission.run();
    simulation.advance(9);
    let passes = global(&simulation, 0);
    simulation.input(raise(flies as u16, DESTROYED, &[InputValue::Ship(0); 2]));
    simulation.tick();
    assert_eq!(global(&simulation, 1), passes, "before this frame's pass");
    // The watch looks in the frame of tick 100, after the pass, and is heard in the next.
    simulation.advance(90);
    assert_eq!(global(&simulation, 2), 0);
    simulation.tick();
    assert_eq!(global(&simulation, 2), passes + 91);
    // The timer runs out in the frame of tick 200, and its part runs in the next pass, in a slot
    // behind the counting thread's.
    simulation.advance(99);
    assert_eq!(global(&simulation, 3), 0);
    simulation.tick();
    assert_eq!(global(&simulation, 3), passes + 192);
}

#[test]
fn v30_v82_a_result_of_0_ends_the_run_and_any_other_goes_on() {
    let mut mission = Mission::new(2);
    let mut code = call(0x45, [ship(0)]);
    code.extend(count(0));
    code.extend([sync(), sync()]);
    code.extend(count(1));
    mission.ship(0, [0.0; 3]);
    mission.start(routine(code));
    let mut simulation = mission.run();
    assert_eq!([global(&simulation, 0), global(&simulation, 1)], [1, 0]);
    simulation.tick();
    assert_eq!(global(&simulation, 1), 1);
}

/// The results that a command leaves, told by a global; 99 where the thread still waits.
fn result_of(command: usize, arguments: Vec<Item>, ticks: u32) -> u32 {
    let mut mission = Mission::new(1);
    mission.globals[0] = 99;
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship_in(wing, 0x0B, [900.0; 3]);
    mission.squad(&[(Owner::Ship(0), 0xFF)]);
    mission.curve(0, Some(1));
    let part = mission.part(routine([]));
    assert_eq!(part, 0);
    let mut code = call(0x03, [group(wing)]);
    code.extend(call(command, arguments));
    code.extend(set(0, [op(Opcode::PushResult)]));
    mission.start(routine(code));
    let mut simulation = mission.run();
    simulation.advance(ticks);
    assert_eq!(faults(&simulation), [], "command {command:#x}");
    global(&simulation, 0)
}

#[test]
fn v85_these_commands_yield_and_go_on_behind_themselves() {
    let line = || text("line");
    let rows: [(usize, Vec<Item>); 10] = [
        (0x05, vec![num(0)]),
        (0x17, vec![]),
        (0x18, vec![ship(1), num(0), line()]),
        (0x19, vec![num(3), num(0), line()]),
        (0x1F, vec![ship(0)]),
        (0x20, vec![null()]),
        (0x29, vec![ship(1), num(0), line()]),
        (0x2A, vec![num(3), num(0), line()]),
        (0x2D, vec![]),
        (0x56, vec![num(1)]),
    ];
    for (command, arguments) in rows {
        let want = match command {
            // An interrupted thread that no trigger started never wakes (V223).
            0x17 => 99,
            // Nothing in a game of one (V286).
            0x56 => 1,
            _ => 0,
        };
        assert_eq!(result_of(command, arguments, 3), want, "{command:#x}");
    }
}

#[test]
fn v84_v86_waits_run_again_and_other_commands_give_1() {
    // Nothing to wait for: the waits are over at once, with 1.
    for command in [0x07, 0x09, 0x50] {
        assert_eq!(result_of(command, vec![], 0), 1, "{command:#x}");
    }
    assert_eq!(result_of(0x3A, vec![ship(0)], 0), 1);
    // A key that nobody presses: still waiting.
    assert_eq!(result_of(0x4C, vec![byte(Opcode::PushByte, 7)], 0), 99);
    // Seconds since the last jump, which never was; the player's own ship, and another.
    assert_eq!(result_of(0x1E, vec![], 0), 0xFFFF);
    assert_eq!(result_of(0x45, vec![ship(0)], 0), 1);
    assert_eq!(result_of(0x45, vec![ship(1)], 0), 2);
    let rows: [(usize, Vec<Item>); 6] = [
        (0x01, vec![num(1), num(0), num(1), num(1)]),
        (0x0C, vec![ship(1)]),
        (0x36, vec![squad(0), num(1)]),
        (0x3E, vec![ship(1), ship(0)]),
        (0x43, vec![num(1), num(1)]),
        (0x5A, vec![ship(1)]),
    ];
    for (command, arguments) in rows {
        assert_eq!(result_of(command, arguments, 0), 1, "{command:#x}");
    }
}

#[test]
fn v87_truth_is_the_whole_dword_but_for_a_few_commands() {
    // SetHostile takes the whole dword; SetTriggerState the low byte.
    let hostile = |value: u32| {
        let mut mission = Mission::new(0);
        let wing = mission.group();
        mission.ship_in(wing, 0, [0.0; 3]);
        let mut code = call(0x03, [group(wing)]);
        code.extend(call(0x36, [ship(0), num(value)]));
        mission.start(routine(code));
        mission.run().snapshot().ship(0).unwrap().side
    };
    assert_eq!(hostile(0x100), hostile(1));
    assert_ne!(hostile(0x100), hostile(0));
    let armed = |value: u32| {
        let mut mission = Mission::new(0);
        mission.ship(0, [0.0; 3]);
        mission.trigger(Owner::Ship(0), DESTROYED, routine([]));
        let mut code = vec![sync()];
        code.extend(call(0x0F, [ship(0), num(u32::from(DESTROYED)), num(value)]));
        mission.start(routine(code));
        let simulation = mission.run();
        events(&simulation, |event| match event {
            TraceEvent::TriggerSet { armed, .. } => Some(*armed),
            _ => None,
        })
    };
    assert_eq!(armed(0x100), [(0, false)]);
    assert_eq!(armed(0x101), [(0, true)]);
}

#[test]
fn v95_each_ship_found_is_reached_made_or_not() {
    let mut mission = Mission::new(0);
    let wing = mission.group();
    for _ in 0..3 {
        mission.ship_in(wing, 0, [0.0; 3]);
    }
    let other = mission.group();
    mission.ship_in(other, 0, [0.0; 3]);
    mission.squad(&[
        (Owner::Group(wing), 0xFF),
        (Owner::Ship(3), 0xFF),
        (Owner::Ship(0), 0xFF),
    ]);
    let mut code = call(0x03, [group(wing)]);
    // Gates count up with each ship reached, the one that was never made among them.
    code.extend(call(0x13, [squad(0), ship(1), num(10)]));
    mission.start(routine(code));
    let simulation = mission.run();
    let given = events(&simulation, |event| match event {
        TraceEvent::OrderGiven {
            ship,
            order: 104,
            target: runtime::OrderTarget::Ship { component, .. },
            ..
        } => Some((*ship, *component)),
        _ => None,
    });
    let given: Vec<_> = given.into_iter().map(|(_, given)| given).collect();
    // The fourth, never made, and the player's, which takes no such order twice, use up their numbers.
    assert!(given.starts_with(&[(0, Some(10)), (1, Some(11)), (2, Some(12))]));
    assert!(!given.contains(&(3, Some(12))), "{given:?}");
}

#[test]
fn v101_v102_the_clock_starts_at_0_and_each_second_marks_once() {
    let mut mission = Mission::new(1);
    let part = mission.part(routine(count(0)));
    mission.start(routine(call(
        0x01,
        [num(1), num(part as u32), num(2), num(0)],
    )));
    let mut simulation = mission.run();
    assert_eq!(simulation.snapshot().clock, 0);
    simulation.advance(100);
    let countdown = |simulation: &Simulation| simulation.snapshot().timers[0].countdown;
    assert_eq!(countdown(&simulation), 1);
    simulation.advance(99);
    assert_eq!(countdown(&simulation), 1, "once a second");
    simulation.tick();
    assert_eq!(countdown(&simulation), 2, "it ran out, and starts over");
}

#[test]
fn v103_v104_a_timer_counts_down_16_bits_once_a_second() {
    let mut mission = Mission::new(1);
    let part = mission.part(routine(count(0)));
    let timer = |id: u32, period: u32| call(0x01, [num(id), num(part as u32), num(period), num(0)]);
    mission.start(all([timer(0x1_0007, 0x1_0003), timer(8, 0)]));
    let mut simulation = mission.run();
    let timers = simulation.snapshot().timers;
    assert_eq!((timers[0].id, timers[0].period), (7, 3), "16 bits each");
    simulation.advance(100);
    let timers = simulation.snapshot().timers;
    assert_eq!(timers[0].countdown, 2);
    assert_eq!(timers[1].countdown, 0xFFFF, "a period of 0 wraps");
}

#[test]
fn v120_an_event_brings_its_values_as_places_and_its_component() {
    let mut mission = Mission::new(2);
    mission.ship(0, [0.0; 3]);
    mission.ship(0, [0.0; 3]);
    let trigger = Trigger {
        condition: DESTROYED,
        qualifier: 4,
        repeat: Trigger::ALWAYS,
        ..Trigger::default()
    };
    let mut code = set(0, [byte(Opcode::PushLocal, 0), ship(1), op(Opcode::Equal)]);
    code.extend(set(1, [byte(Opcode::PushLocal, 1)]));
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(code)));
    let mut simulation = mission.run();
    for component in [None, Some(4)] {
        simulation.input(Input::RaiseEvent {
            object: 0,
            condition: DESTROYED,
            component,
            values: vec![InputValue::Ship(1), InputValue::Number(0)],
        });
        simulation.tick();
        let answered = u32::from(component.is_some());
        assert_eq!(global(&simulation, 0), answered);
        assert_eq!(global(&simulation, 1), 0, "0 for none");
    }
}

#[test]
fn v140_v141_each_trigger_is_looked_at_as_it_is_reached() {
    // The first disarms the second, which then does not answer the same event.
    let mut mission = Mission::new(3);
    mission.ship(0, [0.0; 3]);
    let mut first = count(0);
    let off = [ship(0), num(u32::from(DESTROYED)), num(0), num(1)];
    first.extend(call(0x4F, off));
    for code in [first, count(1), count(2)] {
        mission.trigger(Owner::Ship(0), DESTROYED, routine(code));
    }
    let mut simulation = mission.run();
    simulation.input(raise(0, DESTROYED, &[]));
    simulation.tick();
    let counts = [0, 1, 2].map(|index| global(&simulation, index));
    assert_eq!(counts, [1, 0, 1]);
}

#[test]
fn v170_v171_parts_and_watches_are_bound_before_the_script_starts() {
    let mut mission = Mission::new(1);
    let wing = mission.group();
    let nav = mission.ship_in(wing, Ship::KIND_NAV_POINT, [0.0; 3]);
    mission.ship_in(wing, 0, [0.0, 0.0, 10.0]);
    mission.trigger(Owner::Ship(nav), SHIP_REACHED, routine(count(0)));
    // A start part finds the watch there, and takes its flag off: it stays off (V163, V178).
    let off = call(0x0F, [ship(nav), num(u32::from(SHIP_REACHED)), num(0)]);
    mission.start(all([call(0x03, [group(wing)]), off]));
    // A part without a block binds to none, and its start flag starts nothing.
    let flags = Part::START;
    mission.part_with(
        Part {
            flags,
            ..Part::default()
        },
        None,
    );
    let mut simulation = mission.run();
    simulation.advance(350);
    assert_eq!(global(&simulation, 0), 0);
    assert_eq!(faults(&simulation), []);
}

#[test]
fn v176_v181_the_script_starts_from_nothing_and_one_pass_runs_before_the_first_tick() {
    let mut mission = Mission::new(2);
    let wing = mission.group();
    mission.ship_in(wing, 0, [3.0, 4.0, 5.0]);
    let mut code = call(0x1E, []);
    code.extend(set(1, [op(Opcode::PushResult)]));
    code.extend(call(0x03, [group(wing)]));
    code.push(sync());
    code.extend(count(0));
    mission.start(routine(code));
    let simulation = mission.run();
    let snapshot = simulation.snapshot();
    assert_eq!(snapshot.clock, 0);
    assert_eq!(simulation.now().0, 0);
    assert_eq!(global(&simulation, 0), 1, "the pass has run");
    assert_eq!(global(&simulation, 1), 0xFFFF, "no jump yet");
    let ship = snapshot.ship(0).unwrap();
    assert_eq!(ship.state, ObjectState::Made);
    assert_eq!(ship.position, [3.0, 4.0, 5.0]);
}

#[test]
fn v188_a_later_group_of_wing_0_takes_the_list() {
    let mut mission = Mission::new(0);
    for wing in [0, 1, 0, 9] {
        let group = mission.group();
        mission.groups[group].wing = wing;
        for _ in 0..2 {
            mission.ship_in(group, 0, [0.0; 3]);
        }
    }
    mission.start(routine(call(0x03, [group(1)])));
    let wings = mission.run_with(Options::default()).snapshot().wings;
    // Made or not, the last such group's ships are the player's wing, whose first is the player.
    assert_eq!(wings[1], [2, 3]);
    assert_eq!(wings[2], [0_u16; 0]);
    assert_eq!(wings[0].first(), Some(&0));
    assert!(wings[0].ends_with(&[4, 5]), "{wings:?}");
}
