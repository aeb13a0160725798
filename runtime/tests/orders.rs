//! What ships do: their orders, and the motion that these make (engine-facts 6 to 8, 15 to 17).

mod common;

use common::*;
use formats::records::Ship;
use formats::script::Item;
use glam::DVec3;
use runtime::{
    Flags, Input, ObjectState, ObjectView, Options, OrderTarget, Simulation, StandInPilot,
    TraceEvent,
};

/// A mission whose ships are all made: the player, then fighters where they are put.
fn with_ships(ships: &[(u16, [f32; 3])]) -> Mission {
    let mut mission = Mission::new(2);
    let group = mission.group();
    mission.ship_in(group, 0, [0.0, -50_000.0, 0.0]);
    for &(kind, position) in ships {
        mission.ship_in(group, kind, position);
    }
    mission.start(routine(call(0x03, [common::group(group)])));
    mission
}

fn order(simulation: &mut Simulation, ship: u16, order: i16, target: Option<u16>) {
    let target = match target {
        Some(ship) => OrderTarget::Ship {
            ship,
            component: None,
        },
        None => OrderTarget::None,
    };
    simulation.input(Input::GiveOrder {
        ship,
        order,
        target,
    });
}

fn view(simulation: &Simulation, ship: u16) -> ObjectView {
    simulation.snapshot().ship(ship).unwrap().clone()
}

fn place(simulation: &Simulation, ship: u16) -> DVec3 {
    DVec3::from(view(simulation, ship).position)
}

/// The current order of a ship.
fn current(simulation: &Simulation, ship: u16) -> Option<i16> {
    view(simulation, ship)
        .orders
        .first()
        .map(|order| order.order)
}

fn jumped_in(simulation: &Simulation) -> Vec<(u32, u16)> {
    events(simulation, |event| match event {
        TraceEvent::JumpedIn { ship } => Some(*ship),
        _ => None,
    })
}

#[test]
fn full_throttle_settles_at_the_cruise_speed() {
    let mut simulation = with_ships(&[(0, [0.0; 3])]).run();
    order(&mut simulation, 1, 6, None);
    simulation.advance(1000);
    let velocity = DVec3::from(view(&simulation, 1).velocity);
    // 240 units a step of 1/25 s.
    assert!((velocity.length() - 240.0 * 25.0).abs() < 1.0, "{velocity}");
    assert!(velocity.z > 0.0, "along its nose");
}

#[test]
fn fly_ends_near_its_target() {
    let mut mission = with_ships(&[(0, [0.0; 3]), (999, [20_000.0, 4000.0, 60_000.0])]);
    let part = mission.part(routine(call(0x28, [ship(1), ship(2), num(100)])));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(1000);
    let speed = DVec3::from(view(&simulation, 1).velocity).length();
    assert!(
        (speed - 100.0 * 25.0).abs() < 10.0,
        "the speed it was given: {speed}"
    );
    simulation.advance(3000);
    assert_eq!(current(&simulation, 1), Some(0), "back to doing nothing");
    let gap = place(&simulation, 1).distance(place(&simulation, 2));
    assert!(gap < 6000.0, "{gap}");
}

#[test]
fn a_marker_glides_along_its_heading() {
    let mut mission = with_ships(&[(0x3E3, [0.0; 3])]);
    mission.ships[1].yaw = 90;
    let part = mission.part(routine(call(0x28, [ship(1), null(), num(40)])));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(100);
    assert!((place(&simulation, 1).x - 1000.0).abs() < 1e-6);
}

#[test]
fn ships_turn_to_what_lies_behind_them() {
    // A fighter banks, a freighter turns flat; both come round.
    for kind in [0, 0x21] {
        let mut simulation = with_ships(&[(kind, [0.0; 3]), (999, [0.0, 0.0, -200_000.0])]).run();
        order(&mut simulation, 1, 6, Some(2));
        simulation.advance(2000);
        let nose = view(&simulation, 1).orientation[2];
        assert!(nose[2] < -0.9, "type {kind}: {nose:?}");
    }
}

#[test]
fn escort_keeps_ahead_of_its_ship() {
    let mut simulation = with_ships(&[(0x21, [0.0; 3]), (0, [8000.0, 0.0, -30_000.0])]).run();
    order(&mut simulation, 1, 6, None);
    order(&mut simulation, 2, 9, Some(1));
    simulation.advance(6000);
    let gap = place(&simulation, 2).distance(place(&simulation, 1) + DVec3::Z * 10_000.0);
    assert!(gap < 15_000.0, "{gap}");
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    simulation.advance(600);
    assert_eq!(current(&simulation, 2), Some(0), "it ends with its ship");
}

#[test]
fn formation_flies_abreast() {
    let mut simulation = with_ships(&[(0, [0.0; 3]), (0, [-4000.0, 0.0, -25_000.0])]).run();
    order(&mut simulation, 2, 27, Some(1));
    simulation.advance(4000);
    // Number 0 flies one place to the left.
    let gap = place(&simulation, 2).distance(place(&simulation, 1) - DVec3::X * 3000.0);
    assert!(gap < 3000.0, "{gap}");
}

#[test]
fn following_a_curve_takes_its_time_and_reaches_its_points() {
    let mut mission = with_ships(&[(0, [0.0; 3])]);
    let points: Vec<usize> = (0..3)
        .map(|n| {
            let position = [0.0, 0.0, 3000.0 + 20_000.0 * n as f32];
            mission.ship_in(0, Ship::KIND_CURVE_POINT, position)
        })
        .collect();
    mission.curve(points[0], Some(points[1]));
    mission.curve(points[1], Some(points[2]));
    let mark = mission.ship_in(0, Ship::KIND_POINT, [0.0; 3]);
    mission.ships[mark].marker_curve = 0;
    mission.ships[mark].marker_at = 0.5;
    for (global, ship) in [(0, mark), (1, points[2])] {
        mission.trigger(Owner::Ship(ship), 4, routine(count(global)));
    }
    let part = mission.part(routine(call(0x12, [ship(1), curve(0), num(8)])));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.tick();
    while current(&simulation, 1) != Some(0) && simulation.now().0 < 5000 {
        simulation.tick();
    }
    simulation.tick();
    assert_eq!(simulation.snapshot().globals, [1, 1]);
    let end = place(&simulation, 1);
    assert!(
        end.distance(DVec3::new(0.0, 0.0, 43_000.0)) < 1500.0,
        "{end}"
    );
    let taken = simulation.now().0;
    assert!(
        (800..1500).contains(&taken),
        "eight seconds and the way there: {taken}"
    );
}

#[test]
fn a_curve_is_flown_backwards_too() {
    let mut mission = with_ships(&[(0, [0.0, 0.0, 25_000.0])]);
    let start = mission.ship_in(0, Ship::KIND_CURVE_POINT, [0.0, 0.0, 3000.0]);
    let end = mission.ship_in(0, Ship::KIND_CURVE_POINT, [0.0, 0.0, 23_000.0]);
    mission.curve(start, Some(end));
    let code = call(0x4B, [ship(1), curve(0), num(5), null()]);
    let part = mission.part(routine(code));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(5000);
    let gap = place(&simulation, 1).distance(DVec3::new(0.0, 0.0, 3000.0));
    assert!(gap < 2500.0, "{gap}");
}

#[test]
fn a_carried_curve_is_shifted() {
    let mut mission = with_ships(&[(0, [0.0; 3]), (0x3E3, [0.0; 3])]);
    let start = mission.ship_in(0, Ship::KIND_CURVE_POINT, [0.0, 0.0, 3000.0]);
    let end = mission.ship_in(0, Ship::KIND_CURVE_POINT, [0.0, 0.0, 13_000.0]);
    mission.curve(start, Some(end));
    let code = call(0x1B, [ship(1), curve(0), num(5), ship(2)]);
    let part = mission.part(routine(code));
    let mut simulation = mission.run();
    simulation.input(Input::MoveShip {
        ship: 2,
        position: [700.0, 0.0, 0.0],
    });
    simulation.tick();
    simulation.input(Input::RunPart { part: part as u16 });
    let mut farthest: f64 = 0.0;
    for _ in 0..1500 {
        simulation.tick();
        farthest = farthest.max(place(&simulation, 1).x);
    }
    assert!((farthest - 700.0).abs() < 300.0, "{farthest}");
}

#[test]
fn a_ring_of_curves_ends() {
    let mut mission = with_ships(&[(0, [0.0; 3])]);
    let a = mission.ship_in(0, Ship::KIND_CURVE_POINT, [0.0, 0.0, 3000.0]);
    let b = mission.ship_in(0, Ship::KIND_CURVE_POINT, [0.0, 0.0, 9000.0]);
    mission.curve(a, Some(b));
    mission.curve(b, Some(a));
    let part = mission.part(routine(call(0x12, [ship(1), curve(0), num(4)])));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(3000);
    assert_eq!(current(&simulation, 1), Some(0));
}

#[test]
fn a_jump_out_leads_to_a_jump_in_beside_the_target() {
    for (out, spread) in [(20, 0), (41, 200)] {
        let mut mission = with_ships(&[(0, [0.0; 3]), (0x3E3, [5e6, 0.0, 0.0])]);
        mission.ships[2].yaw = 90;
        mission.trigger(Owner::Ship(1), 9, routine(count(0)));
        let mut simulation = mission.run();
        order(&mut simulation, 1, out, Some(2));
        simulation.advance(2500);
        let arrivals = jumped_in(&simulation);
        assert_eq!(arrivals.len(), 1, "order {out}");
        assert_eq!(global(&simulation, 0), 1);
        let out_at = events(&simulation, |event| {
            matches!(event, TraceEvent::JumpedOut { ship: 1 }).then_some(())
        })[0]
            .0;
        assert_eq!(arrivals[0].0 - out_at, 1 + 20 + 334 + spread, "order {out}");
        let here = place(&simulation, 1);
        assert!(here.distance(DVec3::X * 5e6) < 400_000.0, "{here}");
    }
}

#[test]
fn a_jump_to_nowhere_leaves_the_mission() {
    let mut simulation = with_ships(&[(0, [0.0; 3])]).run();
    order(&mut simulation, 1, 20, None);
    simulation.advance(2000);
    let gone = view(&simulation, 1);
    assert!(gone.is_disabled());
    assert!(gone.position[1] > 9e6, "far below");
}

#[test]
fn a_warp_leads_through_a_tunnel() {
    let mut simulation = with_ships(&[(0, [0.0; 3]), (0x3E3, [5e6, 0.0, 0.0])]).run();
    order(&mut simulation, 1, 5, Some(2));
    simulation.advance(2800);
    assert_eq!(jumped_in(&simulation).len(), 1);
    let here = place(&simulation, 1);
    assert!(here.distance(DVec3::X * 5e6) < 400_000.0, "{here}");
}

#[test]
fn v153_a_gate_brings_the_gates_ship_as_its_value() {
    let mut mission = with_ships(&[(0, [0.0; 3]), (0x8F, [1e6, 0.0, 0.0])]);
    let code = set(0, [byte(formats::script::Opcode::PushLocal, 0)]);
    mission.trigger(Owner::Ship(1), 0x0A, routine(code));
    let mut simulation = mission.run();
    order(&mut simulation, 1, 26, Some(2));
    simulation.advance(1000);
    assert_eq!(global(&simulation, 0), 0x30FF7 + 2 * 76);
}

#[test]
fn docking_slides_into_a_berth() {
    let mut mission = with_ships(&[(0, [0.0; 3]), (0x21, [0.0, 0.0, 60_000.0])]);
    mission.trigger(Owner::Ship(1), 0x1E, routine(count(0)));
    let part = mission.part(routine(call(0x26, [ship(1), ship(2), num(0)])));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(4000);
    assert_eq!(global(&simulation, 0), 1);
    let gap = place(&simulation, 1).distance(place(&simulation, 2));
    assert!(gap < 3000.0, "{gap}");
    assert!(simulation.gaps().get("docking ports").is_some());
}

#[test]
fn a_fighter_chases_and_never_kills() {
    let mut simulation = with_ships(&[(0, [0.0; 3]), (0x27, [9000.0, 0.0, 60_000.0])]).run();
    order(&mut simulation, 1, 105, Some(2));
    let mut nearest = f64::INFINITY;
    for _ in 0..4000 {
        simulation.tick();
        nearest = nearest.min(place(&simulation, 1).distance(place(&simulation, 2)));
    }
    assert!(nearest < 8000.0, "{nearest}");
    assert_eq!(current(&simulation, 1), Some(105));
    assert_eq!(view(&simulation, 2).damage, 0);
    assert_eq!(simulation.gaps().get("guns").unwrap().count, 1);
    simulation.input(Input::Destroy {
        ship: 2,
        attacker: Some(1),
    });
    simulation.advance(10);
    assert_eq!(current(&simulation, 1), Some(0), "it ends with its target");
}

#[test]
fn find_new_target_fights_the_nearest() {
    let mut mission = with_ships(&[
        (0, [0.0; 3]),
        (0x27, [90_000.0, 0.0, 0.0]),
        (0x27, [30_000.0, 0.0, 0.0]),
    ]);
    mission.squad(&[(Owner::Ship(2), 0xFF), (Owner::Ship(3), 0xFF)]);
    let code = call(0x0B, [ship(1), num(10), num(0), squad(0)]);
    let part = mission.part(routine(code));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(3);
    let orders = view(&simulation, 1).orders;
    assert_eq!(orders[0].order, 105);
    let target = OrderTarget::Ship {
        ship: 3,
        component: None,
    };
    assert_eq!(orders[0].target, target);
    assert_eq!(orders[1].order, 10, "below it");
}

#[test]
fn a_destroyed_ship_explodes_and_leaves_its_slot() {
    let mut simulation = with_ships(&[(0x27, [0.0; 3])]).run();
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    simulation.tick();
    assert!(view(&simulation, 1).is_exploding());
    simulation.advance(500);
    let gone = view(&simulation, 1);
    assert_eq!(gone.state, ObjectState::StandIn);
    assert!(gone.destroyed);
}

#[test]
fn a_pilot_who_ejects_first_leaves_in_a_pod() {
    let mut mission = with_ships(&[(0, [0.0; 3])]);
    let part = mission.part(routine(call(0x1A, [ship(1), num(3)])));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.tick();
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    simulation.advance(2);
    assert_eq!(current(&simulation, 1), Some(108));
    assert!(
        view(&simulation, 1).destroyed,
        "Destroyed is posted as the spin begins"
    );
    simulation.advance(210);
    assert_eq!(current(&simulation, 1), Some(30));
    assert!(view(&simulation, 1).flags.any(Flags::EJECTED));
}

#[test]
fn the_players_end_ends_the_mission() {
    let mut mission = with_ships(&[]);
    let part = mission.part(routine(call(0x35, [ship(0), num(1)])));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.tick();
    simulation.input(Input::Destroy {
        ship: 0,
        attacker: None,
    });
    simulation.advance(2);
    assert_eq!(simulation.snapshot().camera.view, 8);
    simulation.advance(700);
    assert_eq!(simulation.ending(), Some(runtime::Ending::Killed));
}

#[test]
fn an_order_that_is_not_run_holds_its_place_and_is_counted() {
    let mut simulation = with_ships(&[(0x1F, [0.0; 3])]).run();
    order(&mut simulation, 1, 12, Some(0));
    simulation.advance(100);
    assert_eq!(current(&simulation, 1), Some(12));
    assert_eq!(simulation.gaps().get("order 12").unwrap().count, 1);
}

#[test]
fn every_order_can_be_given_to_anything() {
    for number in (-1..130).chain([200]) {
        let mut mission = with_ships(&[(0, [0.0; 3]), (0x0C, [4e4, 0.0, 0.0]), (999, [0.0; 3])]);
        let unmade = mission.ship(0, [1.0; 3]) as u16;
        for target in [None, Some(2), Some(3), Some(unmade), Some(700)] {
            let mut simulation = mission.run();
            for ship in [0, 1, 2, 3, unmade, 399, 400] {
                order(&mut simulation, ship, number, target);
            }
            simulation.advance(120);
            assert_eq!(faults(&simulation), []);
        }
    }
}

#[test]
fn the_stand_in_pilots() {
    let goal = [0.0, -50_000.0, 100_000.0];
    let fly = |pilot| {
        let mut simulation = with_ships(&[(999, goal), (0x27, [90_000.0, -50_000.0, 0.0])])
            .run_with(Options {
                pilot,
                ..Options::default()
            });
        simulation.advance(2500);
        let nav = place(&simulation, 0).distance(place(&simulation, 1));
        let enemy = place(&simulation, 0).distance(place(&simulation, 2));
        (nav, enemy)
    };
    assert_eq!(fly(StandInPilot::Hold).0, 100_000.0);
    assert!(fly(StandInPilot::FollowNavPoints).0 < 10_000.0);
    assert!(fly(StandInPilot::Fight).1 < 40_000.0);
}

#[test]
fn clear_ai_and_stop() {
    let mut mission = with_ships(&[(0, [0.0; 3])]);
    let mut code: Vec<Item> = call(0x0C, [ship(1)]);
    code.extend(call(0x0B, [ship(1), num(44), num(0), null()]));
    let part = mission.part(routine(code));
    let mut simulation = mission.run();
    order(&mut simulation, 1, 6, None);
    simulation.advance(500);
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(2);
    assert_eq!(view(&simulation, 1).orders, []);
    assert_eq!(view(&simulation, 1).velocity, [0.0; 3]);
}

#[test]
fn a_one_shot_order_leaves_the_one_below_it_as_it_is() {
    let far = [0.0, 0.0, 200_000.0];
    let mut simulation = with_ships(&[(0, [0.0; 3]), (0, [9000.0, 0.0, 0.0]), (999, far)]).run();
    for ship in [1, 2] {
        order(&mut simulation, ship, 6, Some(3));
    }
    simulation.advance(300);
    for missile in [2, 3, 2] {
        order(&mut simulation, 1, missile, None);
        simulation.advance(100);
    }
    assert_eq!(current(&simulation, 1), Some(6));
    let (shooting, other) = (place(&simulation, 1).z, place(&simulation, 2).z);
    assert!((shooting - other).abs() < 300.0, "{shooting} {other}");
    assert_eq!(simulation.gaps().get("order 2").unwrap().count, 2);
    assert_eq!(simulation.gaps().get("order 3").unwrap().count, 1);
}

#[test]
fn a_launch_that_leads_nowhere_is_counted() {
    // From a fighter, which has no bay; and from a carrier that is never made.
    let mut mission = with_ships(&[(0, [0.0; 3]), (0, [0.0; 3]), (0, [0.0; 3])]);
    mission.ship(0x11, [0.0; 3]);
    let part = mission.part(all([
        call(0x13, [ship(1), ship(2), num(0)]),
        call(0x13, [ship(3), ship(4), num(0)]),
        call(0x14, [ship(1)]),
        call(0x14, [ship(3)]),
    ]));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.advance(600);
    for name in ["launch from a ship without a bay", "launch from no carrier"] {
        assert!(simulation.gaps().get(name).is_some(), "{name}");
    }
}
