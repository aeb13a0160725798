//! The start of a mission, its records and variables (script-vm 6 and 7).

mod common;

use common::*;
use formats::records::{Reference, Ship, Trigger};
use formats::script::Opcode;
use runtime::{
    Ending, Input, ObjectState, Options, Simulation, StandInPilot, TraceEvent, Variables,
};

/// Each mission ship's state.
fn states(simulation: &Simulation) -> Vec<ObjectState> {
    let snapshot = simulation.snapshot();
    let objects = snapshot.objects.iter();
    objects
        .filter(|object| object.ship.is_some())
        .map(|object| object.state)
        .collect()
}

#[test]
fn v172_the_waypoint_list() {
    // Groups 1, 2, 1 give 1, 1, 2: a patrol of group 1 comes to its second waypoint, not to group
    // 2's, which stands between them.
    let mut mission = Mission::new(0);
    let flight = mission.group();
    let [near, far] = [mission.group(), mission.group()];
    mission.ship(0, [0.0; 3]);
    mission.ship_in(flight, 0, [1000.0, 0.0, 0.0]);
    for (group, x) in [(near, 5000.0), (far, 90_000.0), (near, 25_000.0)] {
        mission.ship_in(group, Ship::KIND_WAYPOINT, [x, 0.0, 0.0]);
    }
    let mut code = call(0x03, [group(flight)]);
    for group in [near, far] {
        code.extend(call(0x03, [common::group(group)]));
    }
    code.extend(call(0x0D, [ship(1), group(near)]));
    mission.start(routine(code));
    let mut simulation = mission.run();
    let mut farthest: f64 = 0.0;
    for _ in 0..300 {
        simulation.advance(100);
        let place = simulation.snapshot().ship(1).unwrap().position;
        farthest = farthest.max(place[0]);
    }
    assert!((20_000.0..60_000.0).contains(&farthest), "{farthest}");
}

#[test]
fn v173_a_count_of_ships_is_8_bits() {
    let mut mission = Mission::new(0);
    let group = mission.group();
    for _ in 0..260 {
        mission.ship_in(group, 0, [0.0; 3]);
    }
    mission.start(routine(call(0x03, [common::group(group)])));
    let states = states(&mission.run());
    assert_eq!(states[3], ObjectState::Made);
    assert_eq!(states[4], ObjectState::StandIn);
}

#[test]
fn v175_globals_start_as_the_file_has_them() {
    let mut mission = Mission::new(2);
    mission.globals[1] = 77;
    assert_eq!(mission.run().snapshot().globals, [0, 77]);
}

#[test]
fn v177_start_parts_run_in_order_until_they_yield() {
    let mut mission = Mission::new(1);
    let append = |n| {
        let times_ten = [
            byte(Opcode::PushGlobal, 0),
            num(10),
            op(Opcode::Mul),
            num(n),
            op(Opcode::Add),
        ];
        set(0, times_ten)
    };
    mission.start(routine(append(1)));
    mission.part(routine(append(9)));
    let mut code = append(2);
    code.push(command(0x2D));
    code.extend(append(4));
    mission.start(routine(code));
    mission.start(routine(append(3)));
    // The first pass then goes on where part 2 yielded.
    assert_eq!(global(&mission.run(), 0), 1234);
}

#[test]
fn v178_every_owned_trigger_is_armed_after_the_start_parts() {
    let mut mission = Mission::new(0);
    mission.ship(0, [0.0; 3]);
    let unarmed = Trigger {
        condition: 1,
        armed: 0,
        ..Trigger::default()
    };
    for owner in [Owner::Ship(0), Owner::Ship(0), Owner::Nobody] {
        mission.trigger_with(owner, unarmed.clone(), Some(routine([])));
    }
    mission.start(routine(call(0x0F, [ship(0), num(1), num(0)])));
    let armed = mission.run().snapshot().triggers;
    let armed: Vec<bool> = armed.iter().map(|trigger| trigger.armed).collect();
    assert_eq!(armed, [true, true, false]);
}

#[test]
fn v180_the_ships_of_curves_are_made() {
    let mut mission = Mission::new(0);
    for n in 0..6 {
        mission.ship(Ship::KIND_CURVE_POINT, [n as f32, 0.0, 0.0]);
    }
    let curve = mission.curve(1, Some(2));
    mission.curves[curve].leaving = ship_reference(3);
    mission.curves[curve].arriving = Reference::NONE;
    // Only the first curve that starts at a ship counts.
    mission.curve(1, Some(4));
    let states = states(&mission.run());
    let made = |n: usize| states[n] == ObjectState::Marker;
    assert_eq!([0, 1, 2, 3, 4].map(made), [false, true, true, true, false]);
}

#[test]
fn v182_the_camera_marker_takes_the_next_slot() {
    let mut mission = Mission::new(0);
    mission.ship(0, [0.0; 3]);
    let snapshot = mission.run().snapshot();
    let camera = snapshot.objects.last().unwrap();
    assert_eq!((camera.slot, camera.ship), (1, None));
    assert_eq!(camera.state, ObjectState::Marker);
    assert_eq!(camera.position, [0.0, 0.0, -8000.0]);
}

#[test]
fn v182_the_players_slot_leads_its_wing() {
    let mut mission = Mission::new(0);
    let wing = mission.group();
    mission.groups[wing].wing = 0;
    mission.ship(0, [0.0; 3]);
    for _ in 0..7 {
        mission.ship_in(wing, 0, [0.0; 3]);
    }
    mission.start(routine(call(0x03, [group(wing)])));
    let wings = mission.run().snapshot().wings;
    assert_eq!(
        wings[0],
        [0, 1, 2, 3, 4, 5, 6],
        "six in the list, behind the player"
    );
}

#[test]
fn v183_markers_and_ships() {
    let mut mission = Mission::new(0);
    let group = mission.group();
    let kinds = [0, 999, 0x3E3, 0x3E4, 0x3E5, 0x0C];
    for kind in kinds {
        let ship = mission.ship_in(group, kind, [5.0, 6.0, 7.0]);
        mission.ships[ship].yaw = 90;
    }
    mission.start(routine(call(0x03, [common::group(group)])));
    let snapshot = mission.run().snapshot();
    for (n, kind) in kinds.into_iter().enumerate() {
        let object = &snapshot.objects[n];
        let want = if kind < 0x100 {
            ObjectState::Made
        } else {
            ObjectState::Marker
        };
        assert_eq!((object.state, object.kind), (want, kind));
        assert_eq!(object.position, [5.0, 6.0, 7.0]);
        let nose = object.orientation[2];
        assert!((nose[0] - 1.0).abs() < 1e-12, "yaw 90 faces +X");
    }
}

#[test]
fn v183_the_players_choice_and_the_late_twins() {
    let kinds = |mission_number, player_kind| {
        let mut mission = Mission::new(0);
        let wing = mission.group();
        mission.groups[wing].wing = 0;
        let other = mission.group();
        mission.ship_in(wing, 2, [0.0; 3]);
        mission.ship_in(wing, 3, [0.0; 3]);
        mission.ship_in(other, 4, [0.0; 3]);
        mission.start(all([call(0x03, [group(wing)]), call(0x03, [group(other)])]));
        let simulation = mission.run_with(Options {
            mission: mission_number,
            player_kind,
            ..Options::default()
        });
        let snapshot = simulation.snapshot();
        [0, 1, 2].map(|n: usize| snapshot.objects[n].kind)
    };
    assert_eq!(kinds(1, None), [2, 3, 4]);
    assert_eq!(kinds(1, Some(7)), [7, 3, 4]);
    assert_eq!(kinds(14, Some(7)), [0xFB, 0xF7, 4]);
}

#[test]
fn v184_first_orders() {
    let mut mission = Mission::new(0);
    let group = mission.group();
    for _ in 0..3 {
        mission.ship_in(group, 0, [0.0; 3]);
    }
    mission.start(routine(call(0x03, [common::group(group)])));
    let simulation = mission.run_with(Options {
        players: 2,
        ..Options::default()
    });
    let snapshot = simulation.snapshot();
    let first = [0, 1, 2].map(|n: usize| snapshot.objects[n].orders[0].order);
    assert_eq!(first, [100, 101, 0]);
}

#[test]
fn v185_a_gate_launches_and_a_pilot_is_set() {
    let mut mission = Mission::new(0);
    let group = mission.group();
    mission.ship_in(group, 0, [0.0; 3]);
    mission.ship_in(group, 0x11, [50_000.0, 0.0, 0.0]);
    let fighter = mission.ship_in(group, 1, [0.0; 3]);
    mission.ships[fighter].launch_from = 0x11;
    mission.ships[fighter].launch_gate = 4;
    mission.ships[fighter].pilot = 12;
    mission.start(routine(call(0x03, [common::group(group)])));
    let mut simulation = mission.run();
    let snapshot = simulation.snapshot();
    let object = snapshot.ship(2).unwrap();
    assert_eq!(object.pilot, Some(12));
    let order = &object.orders[0];
    assert_eq!(order.order, 104);
    assert_eq!(
        order.target,
        runtime::OrderTarget::Ship {
            ship: 1,
            component: Some(4)
        }
    );
    // It waits by its carrier and flies out of it.
    simulation.tick();
    let waits = simulation.snapshot().ship(2).unwrap().position;
    assert!((waits[0] - 50_000.0).abs() < 10_000.0, "{waits:?}");
    simulation.advance(1000);
    let launched = events(&simulation, |event| match event {
        TraceEvent::Launched { ship } => Some(*ship),
        _ => None,
    });
    assert_eq!(launched.len(), 1);
    let flown = simulation.snapshot().ship(2).unwrap().position;
    assert!(flown[2] > 10_000.0, "{flown:?}");
}

#[test]
fn v190_records_follow_their_ships() {
    // A shot's angles come from the run-time records of the curve's ends.
    let mut mission = Mission::new(0);
    mission.ship(0, [0.0; 3]);
    for (n, yaw) in [(1, 0), (2, 180)] {
        let ship = mission.ship(Ship::KIND_CURVE_POINT, [n as f32 * 1000.0, 0.0, 0.0]);
        mission.ships[ship].yaw = yaw;
    }
    let curve = mission.curve(1, Some(2));
    mission.part(routine(call(
        0x10,
        [common::curve(curve), null(), num(1), null(), null()],
    )));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: 0 });
    simulation.advance(50);
    let nose = simulation.snapshot().camera.orientation[2];
    assert!(
        (nose[0] - 1.0).abs() < 1e-9,
        "half way from 0 to 180: {nose:?}"
    );
}

#[test]
fn v301_and_v303_an_attempt_starts_from_the_campaigns_variables() {
    let mut variables = Variables::new_campaign();
    variables.set(11, 5);
    variables.set(9, 1);
    let simulation = Mission::new(0).run_with(Options {
        variables,
        players: 3,
        ..Options::default()
    });
    let values = simulation.snapshot().variables;
    assert_eq!((values[9], values[11], values[15]), (0, 5, 3));
    assert_eq!(values.len(), 256, "V300");
}

#[test]
fn v304_variable_9_ends_the_mission_and_27_keeps_the_grade() {
    let end = |grade: u32| {
        let mut mission = Mission::new(0);
        let store = |number, value| {
            vec![
                byte(Opcode::SelectArray, number),
                num(value),
                op(Opcode::Assign),
            ]
        };
        mission.part(all([store(14, grade), store(9, 1)]));
        let mut simulation = mission.run();
        simulation.input(Input::SetVariable {
            variable: 27,
            value: 8,
        });
        simulation.input(Input::RunPart { part: 0 });
        simulation.advance(5);
        assert_eq!(simulation.ending(), Some(Ending::Over));
        assert_eq!(simulation.now().0, 1, "time stands still");
        simulation.snapshot().variables[27]
    };
    assert_eq!(end(3), 3);
    assert_eq!(end(u32::MAX), 8);
}

#[test]
fn v305_jump_drive() {
    let mut mission = Mission::new(2);
    mission.ship(0, [0.0; 3]);
    mission.trigger(Owner::Ship(0), 0x08, routine(count(0)));
    mission.trigger(Owner::Ship(0), 0x0B, routine(count(1)));
    let mut simulation = mission.run();
    let set = |variable| Input::SetVariable { variable, value: 1 };
    simulation.input(Input::JumpDrive);
    simulation.tick();
    assert_eq!(simulation.snapshot().globals, [0, 0], "nothing is offered");
    simulation.input(set(0));
    simulation.input(Input::JumpDrive);
    simulation.tick();
    assert_eq!(simulation.snapshot().globals, [1, 0]);
    assert_eq!(simulation.snapshot().variables[0], 0);
    simulation.input(set(1));
    simulation.input(Input::JumpDrive);
    simulation.tick();
    assert_eq!(simulation.snapshot().globals, [1, 1]);
}

#[test]
fn v156_backup_is_asked_for_once() {
    let mut mission = Mission::new(1);
    mission.ship(0, [0.0; 3]);
    mission.trigger(Owner::Ship(0), 0x0D, routine(count(0)));
    let mut simulation = mission.run();
    simulation.input(Input::RequestBackup);
    simulation.tick();
    assert_eq!(global(&simulation, 0), 0, "while variable 3 is 0");
    simulation.input(Input::SetVariable {
        variable: 3,
        value: 1,
    });
    for _ in 0..2 {
        simulation.input(Input::RequestBackup);
        simulation.tick();
    }
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn a_landing_that_the_script_clears_ends_the_mission() {
    let mut mission = Mission::new(0);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.start(routine(call(0x03, [group(wing)])));
    let mut simulation = mission.run();
    simulation.input(Input::RequestLanding);
    simulation.advance(3000);
    assert!(!simulation.is_over(), "variable 10 is 0");
    simulation.input(Input::SetVariable {
        variable: 10,
        value: 1,
    });
    simulation.input(Input::RequestLanding);
    simulation.advance(3000);
    assert_eq!(simulation.ending(), Some(Ending::Over));
}

#[test]
fn a_stand_in_pilot_presses_the_key() {
    let presses = |pilot| {
        let mut mission = Mission::new(1);
        let mut code = call(0x4C, [byte(Opcode::PushByte, 7)]);
        code.extend(count(0));
        mission.start(routine(code));
        let mut simulation = mission.run_with(Options {
            pilot,
            ..Options::default()
        });
        simulation.advance(250);
        global(&simulation, 0)
    };
    assert_eq!(presses(StandInPilot::Hold), 0);
    assert_eq!(presses(StandInPilot::FollowNavPoints), 1);
}

#[test]
fn a_stand_in_pilot_takes_the_jump() {
    let jumps = |pilot| {
        let mut mission = Mission::new(1);
        mission.ship(0, [0.0; 3]);
        mission.trigger(Owner::Ship(0), 0x08, routine(count(0)));
        let mut simulation = mission.run_with(Options {
            pilot,
            ..Options::default()
        });
        simulation.input(Input::SetVariable {
            variable: 0,
            value: 1,
        });
        simulation.advance(600);
        global(&simulation, 0)
    };
    assert_eq!(jumps(StandInPilot::Hold), 0);
    assert_eq!(jumps(StandInPilot::FollowNavPoints), 1);
    assert_eq!(jumps(StandInPilot::Fight), 1);
}

#[test]
fn v174_an_object_is_the_first_record_with_its_id() {
    // Two ships share an ID: the trigger's event names the record that posts.
    let mut mission = Mission::new(1);
    let group = mission.group();
    mission.ship_in(group, 0, [0.0; 3]);
    mission.ship_in(group, 0, [0.0; 3]);
    mission.squad(&[(Owner::Ship(1), 0xFF)]);
    mission.trigger(Owner::Squad(0), 9, routine(count(0)));
    let mut simulation = mission.run();
    simulation.input(Input::RaiseEvent {
        object: 1,
        condition: 9,
        component: None,
        values: vec![],
    });
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v179_flags_are_cleared_as_the_script_starts() {
    let mut mission = Mission::new(0);
    mission.ship(0, [0.0; 3]);
    mission.ships[0].flags = 1;
    mission.ships[0].intact_components = 0;
    assert!(!mission.run().snapshot().ship(0).unwrap().destroyed);
}

#[test]
fn v300_there_are_256_variables() {
    let mut mission = Mission::new(1);
    let mut code = vec![byte(Opcode::SelectArray, 255), num(12), op(Opcode::Assign)];
    code.extend(set(0, [byte(Opcode::PushArray, 255)]));
    mission.start(routine(code));
    assert_eq!(global(&mission.run(), 0), 12);
}

#[test]
fn v10_no_script_runs_in_the_landings_scene() {
    let mut mission = Mission::new(1);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    let part = mission.part(routine(count(0)));
    let mut code = call(0x03, [group(wing)]);
    code.extend(call(0x01, [num(1), num(part as u32), num(2), num(0)]));
    mission.start(routine(code));
    let mut simulation = mission.run();
    simulation.input(Input::SetVariable {
        variable: 10,
        value: 1,
    });
    simulation.input(Input::RequestLanding);
    simulation.advance(700);
    let before = global(&simulation, 0);
    assert!(before >= 2, "the player still flies: {before}");
    simulation.advance(1400);
    assert!(!simulation.is_over());
    assert_eq!(global(&simulation, 0), before);
    simulation.advance(200);
    assert_eq!(simulation.ending(), Some(Ending::Over));
}

#[test]
fn v302_a_new_campaign() {
    let variables = Variables::new_campaign();
    let ones = [
        5, 6, 7, 8, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 29, 30, 31, 32, 35, 36,
    ];
    for number in 0..=255 {
        assert_eq!(
            variables.get(number),
            u32::from(ones.contains(&number)),
            "variable {number}"
        );
    }
}
