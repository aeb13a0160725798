//! The convention of commands, walks, and single commands (script-vm 3).

mod common;

use common::*;
use formats::script::{Item, Opcode};
use runtime::{
    Cause, DurationKind, Durations, Ending, Flags, Input, ObjectView, Options, Simulation,
    Snapshot, Speaker, TraceEvent,
};

/// A mission of fighters that are all made, in flight group 0.
fn with_fighters(fighters: usize, globals: usize) -> Mission {
    let mut mission = Mission::new(globals);
    let group = mission.group();
    for n in 0..fighters {
        mission.ship_in(group, 0, [0.0, 0.0, 10_000.0 * n as f32]);
    }
    mission.start(routine(call(0x03, [common::group(group)])));
    mission
}

/// Runs a part by hand for a tick.
fn after(mission: &mut Mission, code: Vec<Item>) -> Simulation {
    let part = mission.part(routine(code));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.tick();
    assert_eq!(faults(&simulation), [], "no fault");
    simulation
}

fn object(snapshot: &Snapshot, ship: usize) -> ObjectView {
    snapshot.ship(ship as u16).unwrap().clone()
}

/// Which ships have guns disabled after a command 2F on an argument.
fn disabled(mission: &mut Mission, argument: Vec<Item>) -> Vec<usize> {
    let mut code = argument;
    code.extend(call(0x2F, [num(1)]));
    let snapshot = after(mission, code).snapshot();
    (0..mission.ships.len())
        .filter(|&ship| object(&snapshot, ship).flags.any(Flags::GUNS_DISABLED))
        .collect()
}

#[test]
fn v80_a_command_takes_its_parameters_from_below() {
    let mut mission = Mission::new(2);
    // One argument pushed for two: the other is made up from what lies below.
    let mut code = set(0, [num(5), num(6), num(7), command(0x00)]);
    code.extend(set(1, [op(Opcode::PushResult)]));
    mission.start(routine(code));
    let simulation = mission.run();
    assert_eq!(simulation.snapshot().globals, [5, 1]);
}

#[test]
fn v81_the_result_lands_in_the_first_arguments_cell() {
    let mut mission = Mission::new(1);
    // In a part without arguments, cell 4 is the first above the call's record, and select takes
    // it. Cell 5 then holds the argument, and after the call what IsShipThisPlayer gives, which is
    // 2.
    let code = set(0, [null(), command(0x45), byte(Opcode::PushArgument, 5)]);
    let part = mission.part_of(0, routine(code));
    mission.start(routine([byte(Opcode::CallPart, part)]));
    let simulation = mission.run();
    assert_eq!(faults(&simulation), []);
    assert_eq!(global(&simulation, 0), 2);
}

#[test]
fn v81_a_full_stack_faults_on_a_command_without_parameters() {
    let mut items = vec![num(1); 32];
    items.push(command(0x1E));
    assert_eq!(fault_of(items), Some(Cause::StackOverflow));
}

#[test]
fn v83_players_are_left_out_of_groups_by_section_24() {
    let with_flags = |flags: Option<Vec<u8>>| {
        let mut mission = with_fighters(3, 0);
        mission.command_flags = flags;
        disabled(&mut mission, vec![group(0)])
    };
    assert_eq!(with_flags(None), [0, 1, 2], "the template's bit is set");
    let mut clear = formats::tables::command_flags();
    clear[2 * 0x2F] = 0xFE;
    assert_eq!(with_flags(Some(clear)), [1, 2]);
}

#[test]
fn v90_a_ship_a_group_a_squad_or_nothing() {
    let mut mission = with_fighters(3, 0);
    mission.squad(&[(Owner::Ship(2), 0xFF), (Owner::Ship(0), 0xFF)]);
    let mut walk = |argument| disabled(&mut mission, vec![argument]);
    assert_eq!(walk(ship(1)), [1]);
    assert_eq!(walk(group(0)), [0, 1, 2]);
    assert_eq!(walk(squad(0)), [0, 2]);
    assert_eq!(walk(null()), [0; 0]);
    assert_eq!(walk(num(0)), [0; 0]);
    assert_eq!(walk(text("ship")), [0; 0]);
}

#[test]
fn v91_a_squad_names_a_player_directly() {
    let mut mission = with_fighters(2, 0);
    let mut clear = formats::tables::command_flags();
    clear[2 * 0x2F] = 0;
    mission.command_flags = Some(clear);
    mission.squad(&[(Owner::Group(0), 0xFF)]);
    mission.squad(&[(Owner::Ship(0), 0xFF)]);
    assert_eq!(disabled(&mut mission, vec![squad(0)]), [1]);
    assert_eq!(disabled(&mut mission, vec![squad(1)]), [0]);
    assert_eq!(disabled(&mut mission, vec![ship(0)]), [0]);
}

#[test]
fn v92_a_squad_whose_first_members_low_byte_is_ff_is_empty() {
    let mut mission = with_fighters(1, 0);
    // 255 members of another squad come first, so that squad 1 starts at member 255.
    let filler = vec![(Owner::Ship(0), 0xFF); 255];
    mission.squad(&filler);
    mission.squad(&[(Owner::Ship(0), 0xFF)]);
    assert_eq!(disabled(&mut mission, vec![squad(1)]), [0; 0]);
    assert_eq!(disabled(&mut mission, vec![squad(0)]), [0]);
}

#[test]
fn v93_inner_squads_in_turn() {
    let mut mission = with_fighters(4, 0);
    mission.squad(&[(Owner::Ship(3), 0xFF)]);
    mission.squad(&[(Owner::Squad(0), 0xFF), (Owner::Ship(1), 0xFF)]);
    let mut order = Vec::new();
    let mut code = vec![squad(1)];
    code.extend(call(0x0B, [num(44), num(0), null()]));
    let simulation = after(&mut mission, code);
    for entry in simulation.trace() {
        if let TraceEvent::OrderGiven {
            ship, order: 44, ..
        } = entry.event
        {
            order.push(ship);
        }
    }
    assert_eq!(order, [3, 1]);
}

#[test]
fn v94_squads_in_a_circle_end() {
    let mut mission = with_fighters(2, 0);
    mission.squad(&[(Owner::Ship(1), 0xFF), (Owner::Squad(1), 0xFF)]);
    mission.squad(&[(Owner::Squad(0), 0xFF), (Owner::Squad(0), 0xFF)]);
    assert_eq!(disabled(&mut mission, vec![squad(1)]), [1]);
}

#[test]
fn v96_orders_are_numbered_as_they_are_taken() {
    let mut mission = with_fighters(4, 0);
    // The player refuses Fly; ship 2 has the order already.
    let mut code = vec![ship(2)];
    code.extend(call(0x0B, [num(6), num(0), ship(3)]));
    code.push(group(0));
    code.extend(call(0x0B, [num(6), num(0), ship(3)]));
    let simulation = after(&mut mission, code);
    let given = events(&simulation, |event| match event {
        TraceEvent::OrderGiven {
            ship,
            order: 6,
            number,
            ..
        } => Some((*ship, *number)),
        _ => None,
    });
    let given: Vec<(u16, u16)> = given.into_iter().map(|(_, given)| given).collect();
    assert_eq!(given, [(2, 0), (1, 0), (3, 1)]);
}

#[test]
fn v97_targets_of_orders() {
    use runtime::OrderTarget;
    let target = |items: Vec<Item>| {
        let mut mission = with_fighters(3, 0);
        mission.squad(&[(Owner::Ship(2), 0xFF)]);
        let mut code = vec![ship(1), num(6), num(0)];
        code.extend(items);
        code.push(command(0x0B));
        let simulation = after(&mut mission, code);
        object(&simulation.snapshot(), 1).orders[0].target
    };
    let at = |ship, component| OrderTarget::Ship { ship, component };
    assert_eq!(target(vec![ship(2)]), at(2, None));
    assert_eq!(target(vec![component(2, 7)]), at(2, Some(7)));
    assert_eq!(target(vec![group(0)]), OrderTarget::Group { group: 0 });
    assert_eq!(target(vec![squad(0)]), OrderTarget::Squad { squad: 0 });
    assert_eq!(target(vec![null()]), OrderTarget::None);
}

#[test]
fn v98_priorities() {
    let mut mission = with_fighters(3, 0);
    // Jump Out has priority 1: once started it refuses Fly, and gives way to Explode.
    let jump = mission.part(routine(call(0x0B, [ship(1), num(20), num(0), null()])));
    let fly = mission.part(routine(call(0x28, [ship(1), null(), num(0)])));
    let explode = mission.part(routine(call(0x0B, [ship(1), num(11), num(0), null()])));
    let mut simulation = mission.run();
    let current = |simulation: &mut Simulation, part: usize| {
        simulation.input(Input::RunPart { part: part as u16 });
        simulation.tick();
        object(&simulation.snapshot(), 1).orders[0].order
    };
    assert_eq!(current(&mut simulation, jump), 20);
    assert_eq!(current(&mut simulation, fly), 20);
    assert_eq!(current(&mut simulation, explode), 11);
}

#[test]
fn v204_destroy_flight_group_posts_nothing() {
    let mut mission = with_fighters(2, 1);
    mission.trigger(Owner::Ship(1), 1, routine(count(0)));
    let mut simulation = after(&mut mission, call(0x04, [group(0)]));
    simulation.advance(10);
    let snapshot = simulation.snapshot();
    let gone = object(&snapshot, 1);
    assert_eq!(gone.state, runtime::ObjectState::StandIn);
    assert!(!gone.destroyed);
    assert_eq!(snapshot.globals, [0]);
}

#[test]
fn v212_clear_ai_leaves_players_alone() {
    let mut mission = with_fighters(2, 0);
    let snapshot = after(&mut mission, call(0x0C, [group(0)])).snapshot();
    assert_eq!(object(&snapshot, 0).orders.len(), 1);
    assert_eq!(object(&snapshot, 1).orders.len(), 0);
}

#[test]
fn v220_start_launch_frees_the_first_launch() {
    let mut mission = with_fighters(3, 1);
    mission.ships[2].kind = 0x11;
    mission.trigger(Owner::Ship(1), 2, routine(count(0)));
    let setup = call(0x13, [ship(1), ship(2), num(0)]);
    let mut simulation = after(&mut mission, setup.clone());
    simulation.advance(2000);
    assert_eq!(global(&simulation, 0), 0, "it waits");
    let mut code = setup;
    code.extend(call(0x14, [ship(1)]));
    let mut simulation = after(&mut mission, code);
    simulation.advance(2000);
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v219_gates_count_up() {
    let mut mission = with_fighters(4, 0);
    mission.ships[3].kind = 0x11;
    mission.squad(&[(Owner::Ship(1), 0xFF), (Owner::Ship(2), 0xFF)]);
    let code = call(0x13, [squad(0), ship(3), num(5)]);
    let snapshot = after(&mut mission, code).snapshot();
    let gate = |ship| match object(&snapshot, ship).orders[0].target {
        runtime::OrderTarget::Ship { component, .. } => component,
        _ => None,
    };
    assert_eq!((gate(1), gate(2)), (Some(5), Some(6)));
}

#[test]
fn v226_invulnerability_reaches_players_in_training_alone() {
    let survives = |mission_number| {
        let mut mission = with_fighters(1, 0);
        let part = mission.part(routine(call(0x1A, [ship(0), num(2)])));
        let mut simulation = mission.run_with(Options {
            mission: mission_number,
            ..Options::default()
        });
        simulation.input(Input::RunPart { part: part as u16 });
        simulation.input(Input::Damage {
            ship: 0,
            component: None,
            amount: 1e6,
            attacker: None,
        });
        simulation.advance(2);
        simulation.snapshot().ship(0).unwrap().damage < 100
    };
    assert!(survives(30));
    assert!(!survives(1));
}

#[test]
fn v229_position_relative_adds_up() {
    let mut mission = with_fighters(3, 0);
    let part = mission.part(routine(call(0x1D, [ship(1), ship(2)])));
    let mut simulation = mission.run();
    simulation.input(Input::MoveShip {
        ship: 2,
        position: [500.0, 0.0, 20_000.0],
    });
    simulation.tick();
    for times in 1..3 {
        simulation.input(Input::RunPart { part: part as u16 });
        simulation.tick();
        let position = object(&simulation.snapshot(), 1).position;
        assert_eq!(position, [500.0 * f64::from(times), 0.0, 10_000.0]);
    }
}

#[test]
fn v230_when_the_player_last_jumped() {
    let mut mission = with_fighters(1, 1);
    let mut code = vec![command(0x1E)];
    code.extend(set(0, [op(Opcode::PushResult)]));
    let part = mission.part(routine(code));
    let mut simulation = mission.run();
    let ask = |simulation: &mut Simulation| {
        simulation.input(Input::RunPart { part: part as u16 });
        simulation.tick();
        global(simulation, 0)
    };
    assert_eq!(ask(&mut simulation), 0xFFFF, "never");
    simulation.input(Input::SetVariable {
        variable: 0,
        value: 1,
    });
    simulation.input(Input::JumpDrive);
    simulation.tick();
    assert_eq!(ask(&mut simulation), 1, "at least 1");
    simulation.advance(500);
    assert_eq!(ask(&mut simulation), 5);
}

#[test]
fn v254_hostile_or_friendly() {
    let mut mission = with_fighters(2, 0);
    let snapshot = after(&mut mission, call(0x36, [ship(1), num(9)])).snapshot();
    assert!(object(&snapshot, 1).is_hostile());
    assert!(!object(&snapshot, 0).is_hostile());
}

#[test]
fn v258_wait_for_jump_or_launch() {
    let mut mission = with_fighters(2, 1);
    let mut code = call(0x0B, [ship(1), num(19), num(0), null()]);
    code.extend(call(0x3A, [ship(1)]));
    code.extend(count(0));
    let mut simulation = after(&mut mission, code);
    simulation.advance(300);
    assert_eq!(global(&simulation, 0), 0);
    simulation.advance(200);
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v262_snap_to_point() {
    let mut mission = with_fighters(2, 0);
    mission.ships[1].yaw = 90;
    let snapshot = after(&mut mission, call(0x3E, [ship(0), ship(1)])).snapshot();
    let snapped = object(&snapshot, 0);
    assert_eq!(snapped.position, [0.0, 0.0, 10_000.0]);
    assert!((snapped.orientation[2][0] - 1.0).abs() < 1e-9);
}

#[test]
fn v266_a_sub_object_goes_without_an_event() {
    let mut mission = with_fighters(2, 1);
    mission.trigger(Owner::Ship(1), 1, routine(count(0)));
    let mut simulation = after(&mut mission, call(0x42, [component(1, 6), num(1)]));
    simulation.advance(3);
    assert_eq!(object(&simulation.snapshot(), 1).lost_components, [6]);
    assert_eq!(global(&simulation, 0), 0);
    let none = after(&mut mission, call(0x42, [ship(1), num(1)])).snapshot();
    assert_eq!(object(&none, 1).lost_components, [0; 0]);
}

#[test]
fn v267_objectives() {
    let mut mission = with_fighters(1, 0);
    let code = call(0x43, [num(0x1_0002), num(2)]);
    assert_eq!(
        after(&mut mission, code.clone()).snapshot().objectives[2],
        2
    );
    let part = mission.part(routine(code));
    let mut simulation = mission.run_with(Options {
        mission: 36,
        ..Options::default()
    });
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.tick();
    assert_eq!(simulation.snapshot().objectives[2], 0, "missions 1 to 35");
}

#[test]
fn v269_is_ship_this_player() {
    let ask = |argument| {
        let mut mission = with_fighters(2, 1);
        let mut code = call(0x45, [argument]);
        code.extend(set(0, [op(Opcode::PushResult)]));
        global(&after(&mut mission, code), 0)
    };
    assert_eq!(ask(ship(0)), 1);
    assert_eq!(ask(ship(1)), 2);
    assert_eq!(ask(null()), 2);
}

#[test]
fn v276_wait_for_key() {
    let mut mission = with_fighters(1, 1);
    let mut code = call(0x4C, [byte(Opcode::PushByte, 7)]);
    code.extend(count(0));
    let mut simulation = after(&mut mission, code);
    simulation.advance(50);
    assert_eq!(global(&simulation, 0), 0);
    let awaited = events(&simulation, |event| match event {
        TraceEvent::KeyAwaited { action } => Some(*action),
        _ => None,
    });
    assert_eq!(awaited, [(1, 7)], "prompted once");
    simulation.input(Input::PressKey { action: 7 });
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
    let mut code = call(0x4C, [num(5000)]);
    code.extend(count(0));
    assert_eq!(global(&after(&mut mission, code), 0), 1, "past the actions");
}

#[test]
fn v277_terminate_mission_ends_after_the_frame() {
    let mut mission = with_fighters(1, 1);
    let mut code = vec![command(0x4D)];
    code.extend(count(0));
    let simulation = after(&mut mission, code);
    assert_eq!(simulation.ending(), Some(Ending::Terminated));
    assert_eq!(global(&simulation, 0), 1, "the frame went on");
}

#[test]
fn v288_cloak_takes_its_time() {
    let mut mission = with_fighters(2, 0);
    let off = mission.part(routine(call(0x58, [ship(1), num(0)])));
    let mut simulation = after(&mut mission, call(0x58, [ship(1), num(1)]));
    assert!(object(&simulation.snapshot(), 1).cloaked);
    // Refused while it changes.
    simulation.input(Input::RunPart { part: off as u16 });
    simulation.advance(251);
    let begun = |simulation: &Simulation| {
        events(simulation, |event| match event {
            TraceEvent::Cloaking { on, .. } => Some(*on),
            _ => None,
        })
        .len()
    };
    assert_eq!(begun(&simulation), 1);
    simulation.input(Input::RunPart { part: off as u16 });
    simulation.advance(251);
    assert_eq!(begun(&simulation), 2);
    assert!(!object(&simulation.snapshot(), 1).cloaked);
}

#[test]
fn v293_disabled_at_the_next_jump() {
    let mut mission = with_fighters(2, 0);
    let update = mission.part(routine([command(0x38)]));
    let mut simulation = after(&mut mission, call(0x5D, [ship(1), num(1)]));
    assert!(!object(&simulation.snapshot(), 1).is_disabled());
    simulation.input(Input::RunPart {
        part: update as u16,
    });
    simulation.tick();
    assert!(object(&simulation.snapshot(), 1).is_disabled());
}

#[test]
fn v294_facing_another() {
    let mut mission = with_fighters(2, 0);
    mission.ships[1].position = [1000.0, 0.0, 0.0];
    let snapshot = after(&mut mission, call(0x5E, [ship(0), ship(1)])).snapshot();
    assert!((object(&snapshot, 0).orientation[2][0] - 1.0).abs() < 1e-9);
}

/// Lines begun and ended, with their ticks.
fn lines(simulation: &Simulation) -> Vec<(u32, String)> {
    events(simulation, |event| match event {
        TraceEvent::LineBegun { name, .. } => Some(format!("{name} begins")),
        TraceEvent::LineEnded { name, .. } => Some(format!("{name} ends")),
        _ => None,
    })
}

/// Runs code with files that last 50 ticks.
fn spoken(code: Vec<Item>, ticks: u32) -> Simulation {
    let mut mission = with_fighters(2, 2);
    mission.ships[1].pilot = 3;
    let part = mission.part(routine(code));
    let mut simulation = mission.run_with(Options {
        durations: Durations::new(|kind, _| (kind == DurationKind::Speech).then_some(50)),
        ..Options::default()
    });
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(ticks);
    simulation
}

#[test]
fn v206_play_speech_is_at_once_and_cuts() {
    let mut code = call(0x06, [text("a")]);
    code.extend(call(0x06, [text("b")]));
    code.push(command(0x07));
    code.extend(count(0));
    let simulation = spoken(code, 60);
    let want = [
        (1, "a begins"),
        (1, "a ends"),
        (1, "b begins"),
        (51, "b ends"),
    ];
    assert_eq!(
        lines(&simulation),
        want.map(|(tick, what)| (tick, what.to_owned()))
    );
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v99_a_line_with_a_film_opens_92_ticks_later() {
    let mut code = call(0x18, [ship(1), num(0), text("hello")]);
    // Not yet during the 92 ticks; the film counts as playing.
    code.push(command(0x07));
    code.extend(count(0));
    code.push(command(0x09));
    code.extend(count(1));
    let mut simulation = spoken(code, 10);
    assert_eq!(simulation.snapshot().globals, [1, 0]);
    simulation.advance(150);
    let want = [(93, "hello begins"), (143, "hello ends")];
    assert_eq!(
        lines(&simulation),
        want.map(|(tick, what)| (tick, what.to_owned()))
    );
    assert_eq!(simulation.snapshot().globals, [1, 1]);
    let speakers = events(&simulation, |event| match event {
        TraceEvent::LineBegun { speaker, .. } => Some(*speaker),
        _ => None,
    });
    assert_eq!(speakers[0].1, Speaker::Ship { ship: 1, pilot: 3 });
}

#[test]
fn v99_a_second_line_starts_at_once_while_a_film_plays() {
    let mut code = call(0x19, [num(5), num(0), text("one")]);
    code.extend(call(0x05, [num(0)]));
    code.extend(call(0x05, [num(1)]));
    code.extend(call(0x19, [num(6), num(0), text("two")]));
    let simulation = spoken(code, 400);
    // The second comes at tick 200, long after the first has ended, and opens anew.
    let begun: Vec<u32> = lines(&simulation)
        .into_iter()
        .filter(|(_, what)| what.ends_with("begins"))
        .map(|(tick, _)| tick)
        .collect();
    assert_eq!(begun, [93, 292]);
    let mut code = call(0x19, [num(5), num(0), text("one")]);
    code.extend(call(0x19, [num(6), num(0), text("two")]));
    let simulation = spoken(code, 400);
    // The command yields, so that the second follows in the same frame's pass.
    assert_eq!(lines(&simulation)[0], (1, "two begins".to_owned()));
}

#[test]
fn v224_a_pilotless_ship_is_silent_but_yields() {
    let mut code = call(0x18, [ship(0), num(0), text("hello")]);
    code.extend(set(0, [op(Opcode::PushResult)]));
    let simulation = spoken(code, 200);
    assert_eq!(lines(&simulation), []);
    assert_eq!(faults(&simulation), []);
}

#[test]
fn v235_music_and_v221_subtitles() {
    let mut code = call(0x23, [text("battle"), num(1)]);
    code.extend(call(0x23, [text("calm"), num(2)]));
    code.extend(call(0x15, [num(0x90)]));
    let simulation = spoken(code, 2);
    let music = events(&simulation, |event| match event {
        TraceEvent::Music { name, at_once } => Some((name.clone(), *at_once)),
        TraceEvent::Subtitle { text } => Some((text.to_string(), false)),
        _ => None,
    });
    let music: Vec<(String, bool)> = music.into_iter().map(|(_, music)| music).collect();
    let want = [("battle", true), ("calm", false), ("144", false)];
    assert_eq!(
        music,
        want.map(|(name, at_once)| (name.to_owned(), at_once))
    );
}

#[test]
fn every_command_can_be_called_on_nothing() {
    for number in 0..95 {
        let parameters = formats::catalogue::command(number).unwrap().params.len();
        for argument in [
            null(),
            num(0),
            num(0xFFFF),
            num(12),
            num(0x8000_0000),
            text("x"),
        ] {
            let mut mission = with_fighters(2, 0);
            let mut code: Vec<Item> = std::iter::repeat_n(argument, parameters).collect();
            code.push(command(usize::from(number)));
            let part = mission.part(routine(code));
            let mut simulation = mission.run();
            simulation.input(Input::RunPart { part: part as u16 });
            simulation.advance(3);
            let causes = faults(&simulation);
            // Stepping back over a longer push lands inside it.
            let steps_back = matches!(number, 0x3A | 0x4C);
            assert!(
                causes.is_empty() || steps_back,
                "command {number}: {causes:?}"
            );
        }
    }
}

#[test]
fn what_does_nothing_is_counted_with_its_place() {
    let mut mission = with_fighters(2, 0);
    let simulation = after(&mut mission, call(0x55, [ship(1), num(100)]));
    let gap = simulation.gaps().get("command Fire").unwrap();
    assert_eq!((gap.count, gap.first_tick.0), (1, 1));
    let script = gap.first_script.unwrap() as usize;
    let place = script + 0x47BF7;
    assert_eq!(&simulation.image().bytes()[place..place + 2], [0x21, 0x55]);
}

#[test]
fn a_wait_is_told_once_and_its_arguments_can_be_named() {
    use runtime::RecordRef;
    let mut mission = with_fighters(2, 0);
    let mut code = call(0x0B, [ship(1), num(19), num(0), null()]);
    code.extend(call(0x3A, [group(0)]));
    let mut simulation = after(&mut mission, code);
    simulation.advance(100);
    let waits = events(&simulation, |event| match event {
        TraceEvent::Command {
            command: 0x3A,
            arguments,
            ..
        } => Some(arguments[0]),
        _ => None,
    });
    assert_eq!(waits.len(), 1);
    let named = simulation.record_at(waits[0].1);
    assert_eq!(named, Some(RecordRef::FlightGroup(0)));
    assert_eq!(simulation.record_at(0x30FF7 + 76), Some(RecordRef::Ship(1)));
    assert_eq!(
        simulation.record_at(0x30FF7 + 2 * 76),
        None,
        "just past the last"
    );
    assert_eq!(simulation.record_at(7), None);
}

#[test]
fn v88_a_text_past_the_image_is_none() {
    let code = call(0x06, [num(0xFFFF_0000)]);
    assert_eq!(lines(&spoken(code, 3)), []);
    // Comms yield all the same.
    let mut code = call(0x19, [num(1), num(0), num(0xFFFF_0000)]);
    code.extend(count(0));
    let simulation = spoken(code, 3);
    assert_eq!(lines(&simulation), []);
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v89_a_ship_without_a_slot_is_none() {
    let mut mission = with_fighters(1, 0);
    let code = call(0x0E, [Item::Code(wide_ship(450)), num(4)]);
    let snapshot = after(&mut mission, code).snapshot();
    assert_eq!(object(&snapshot, 0).pilot, None);
}

fn wide_ship(ship: u16) -> formats::script::Instruction<formats::script::Label> {
    formats::script::Instruction::wide(Opcode::PushShipWide, ship)
}

#[test]
fn what_only_sets_what_nobody_reads_is_counted() {
    let rows: [(&str, Vec<Item>); 6] = [
        ("command SetActionCentre", call(0x25, [ship(0), num(0)])),
        ("command DisableMissiles", call(0x33, [ship(0), num(1)])),
        ("command DisableListing", call(0x5C, [ship(0), num(1)])),
        (
            "command SetObjective outside missions 1 to 35",
            call(0x43, [num(0), num(2)]),
        ),
        (
            "pilot past the last record",
            call(0x0E, [ship(0), num(300)]),
        ),
        (
            "variable MissilesLeft",
            set(0, [byte(Opcode::PushArray, 4)]),
        ),
    ];
    for (name, code) in rows {
        let mut mission = Mission::new(1);
        let wing = mission.group();
        mission.ship_in(wing, 0, [0.0; 3]);
        let mut all = call(0x03, [group(wing)]);
        all.extend(code);
        mission.start(routine(all));
        let simulation = mission.run_with(Options {
            mission: 36,
            ..Options::default()
        });
        assert_eq!(faults(&simulation), []);
        let gap = simulation.gaps().get(name);
        assert!(gap.is_some(), "{name}: {:?}", simulation.gaps());
    }
}
