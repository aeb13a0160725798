//! The ships: placed, moved, retired, made anew, looked at, and parts run by hand.

use std::sync::Arc;

use formats::records::{Curve, Record, Reference, Ship};
use runtime::{
    Input, MARKER_RADIUS, ObjectState, ObjectView, Options, Origin, Simulation, Stats, TraceEvent,
};

use super::common::*;
use super::{gap, records};

/// A ship's record as the editor keeps it.
fn editor_record(place: [f32; 3], yaw: i16, pitch: i16, roll: i16) -> Vec<u8> {
    let mut record = vec![0xEE; 0x4C];
    for (axis, value) in place.into_iter().enumerate() {
        record[0x08 + 4 * axis..][..4].copy_from_slice(&value.to_le_bytes());
    }
    for (offset, value) in [(0x20, yaw), (0x2C, pitch), (0x3C, roll)] {
        record[offset..][..2].copy_from_slice(&value.to_le_bytes());
    }
    record
}

/// Each ship's run-time place, yaw, pitch and roll.
fn runtime_fields(simulation: &Simulation) -> Vec<([f32; 3], i16, i16, i16)> {
    let ships = records::<Ship>(simulation).into_iter();
    ships
        .map(|it| {
            (
                it.runtime_position,
                it.runtime_yaw,
                it.runtime_pitch,
                it.runtime_roll,
            )
        })
        .collect()
}

fn made(simulation: &Simulation, ship: u16) -> ObjectView {
    simulation.ship(ship).unwrap()
}

#[test]
fn live_01_02_places_come_from_the_editors_records() {
    let mut simulation = with_ships(3, 0).run();
    let before = runtime_fields(&simulation);
    let objects = simulation.snapshot().objects;
    simulation.place_ships(&[]);
    assert_eq!(runtime_fields(&simulation), before);
    let mut payload = editor_record([1.0, -2.0, 3.5], 90, -45, 10);
    payload.extend(editor_record([4.0, 5.0, 6.0], 180, 30, -20));
    // The third ship's ends behind its yaw.
    payload.extend(&editor_record([7.0, 8.0, 9.0], 270, 1, 2)[..0x22]);
    simulation.place_ships(&payload);
    let placed = [
        ([1.0, -2.0, 3.5], 90, -45, 10),
        ([4.0, 5.0, 6.0], 180, 30, -20),
        ([7.0, 8.0, 9.0], 270, before[2].2, before[2].3),
    ];
    assert_eq!(runtime_fields(&simulation), placed);
    let authored: Vec<_> = records::<Ship>(&simulation)
        .iter()
        .map(|it| it.position)
        .collect();
    assert_eq!(authored, [[0.0; 3], [1e6, 0.0, 0.0], [2e6, 0.0, 0.0]]);
    assert_eq!(
        simulation.snapshot().objects,
        objects,
        "no object has moved"
    );
    // Records past the ships are passed over.
    simulation.place_ships(&editor_record([1.0; 3], 1, 2, 3).repeat(40));
    assert_eq!(runtime_fields(&simulation), [([1.0; 3], 1, 2, 3); 3]);
}

#[test]
fn live_03_the_next_frame_copies_the_objects_places() {
    let mut simulation = with_ships(2, 0).run();
    simulation.place_ships(&editor_record([1.0, 2.0, 3.0], 90, 45, 10).repeat(2));
    simulation.tick();
    let placed = [([0.0; 3], 0, 0, 10), ([1e6, 0.0, 0.0], 0, 0, 10)];
    assert_eq!(runtime_fields(&simulation), placed);
}

#[test]
fn live_04_every_object_of_the_id_is_placed() {
    let mut mission = with_ships(4, 0);
    // A later ship that no part makes.
    mission.ship(0, [5.0; 3]);
    let mut ships: Vec<Ship> = mission.image().records().collect();
    ships[3].object_id = 1;
    let mut simulation = mission.run();
    simulation.copy_ships(&super::bytes(&ships));
    simulation.move_ship(0xABCD_0001, [10.0, 20.0, -30.0]);
    let at = |of: &Simulation, ship| made(of, ship).position;
    let place = [10.0, 20.0, -30.0];
    assert_eq!([1, 3].map(|it| at(&simulation, it)), [place, place]);
    assert_eq!(at(&simulation, 2), [2e6, 0.0, 0.0]);
    assert_eq!(
        records::<Ship>(&simulation)[3].runtime_position,
        [10.0, 20.0, -30.0]
    );
    simulation.advance(20);
    assert_eq!(at(&simulation, 3), place);
    // One that is not made stays so.
    simulation.move_ship(4, [1.0; 3]);
    assert_eq!(made(&simulation, 4).state, ObjectState::StandIn);
}

#[test]
fn live_06_a_move_of_no_ship_or_to_no_place_changes_nothing() {
    let mut simulation = with_ships(2, 0).run();
    let before = simulation.snapshot();
    simulation.move_ship(7, [1.0; 3]);
    simulation.move_ship(0xFFFF, [1.0; 3]);
    assert_eq!(gap(&simulation, "move of no ship"), 2);
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        simulation.move_ship(1, [0.0, odd, 0.0]);
    }
    assert_eq!(gap(&simulation, "move to no place"), 3);
    assert_eq!(simulation.snapshot(), before);
}

/// Four curve points at 0, 100, 200 and 300 on the X axis, and a curve through them all.
fn curved() -> Simulation {
    let mut mission = Mission::new(0);
    for n in 0..4 {
        mission.ship(Ship::KIND_CURVE_POINT, [100.0 * n as f32, 0.0, 0.0]);
    }
    mission.curves = vec![
        Curve {
            start: ship_reference(0),
            end: ship_reference(3),
            start_point: [0.0; 3],
            end_point: [300.0, 0.0, 0.0],
            leaving: ship_reference(1),
            arriving: ship_reference(2),
            leaving_tangent: [100.0, 0.0, 0.0],
            arriving_tangent: [100.0, 0.0, 0.0],
            unknown_40: 5,
        },
        // One without handles, one that none of the ships is part of.
        Curve {
            start: ship_reference(3),
            start_point: [300.0, 0.0, 0.0],
            end_point: [400.0, 0.0, 0.0],
            leaving_tangent: [1.0, 2.0, 3.0],
            ..Curve::default()
        },
        Curve {
            start: ship_reference(9),
            start_point: [0.125, f32::MIN_POSITIVE, 7.0],
            leaving: Reference::NONE,
            ..Curve::default()
        },
    ];
    mission.run()
}

#[test]
fn live_05_curves_follow_their_ends() {
    let mut simulation = curved();
    let before = records::<Curve>(&simulation);
    simulation.move_ship(0, [0.0, 50.0, 0.0]);
    let mut wanted = before.clone();
    // dte-format 2.10: the handle's place less the start.
    wanted[0].start_point = [0.0, 50.0, 0.0];
    wanted[0].leaving_tangent = [100.0, -50.0, 0.0];
    assert_eq!(records::<Curve>(&simulation), wanted);
    simulation.move_ship(3, [300.0, 0.0, 40.0]);
    // The end less the handle's place.
    wanted[0].end_point = [300.0, 0.0, 40.0];
    wanted[0].arriving_tangent = [100.0, 0.0, 40.0];
    wanted[1].start_point = [300.0, 0.0, 40.0];
    assert_eq!(records::<Curve>(&simulation), wanted);
}

#[test]
fn live_05_curves_follow_their_handles() {
    let mut simulation = curved();
    let mut wanted = records::<Curve>(&simulation);
    simulation.move_ship(1, [10.0, 20.0, 30.0]);
    wanted[0].leaving_tangent = [10.0, 20.0, 30.0];
    assert_eq!(records::<Curve>(&simulation), wanted);
    simulation.move_ship(2, [10.0, 20.0, 30.0]);
    wanted[0].arriving_tangent = [290.0, -20.0, -30.0];
    assert_eq!(records::<Curve>(&simulation), wanted);
}

#[test]
fn live_05_a_moved_curve_is_flown_as_it_is_now() {
    let mut simulation = curved();
    simulation.move_ship(0, [0.0, 50.0, 0.0]);
    let curve = simulation.image().records::<Curve>().next().unwrap();
    assert_eq!(runtime::curves::point(&curve, 0.0), [0.0, 50.0, 0.0]);
    assert_eq!(runtime::curves::point(&curve, 1.0), [300.0, 0.0, 0.0]);
}

#[test]
fn live_50_51_a_retired_ship_leaves_nothing_and_no_event() {
    let mut mission = with_ships(3, 1);
    mission.trigger(Owner::Ship(1), DESTROYED, routine(count(0)));
    let image = mission.image();
    let ships: Vec<Ship> = image.records().collect();
    let mut simulation = mission.run();
    // Only the ID counts, by 16 bits.
    let named = Ship {
        object_id: 0x10001,
        ..Ship::default()
    };
    simulation.retire_ship(&named.to_bytes());
    assert_eq!(made(&simulation, 1).state, ObjectState::StandIn);
    for other in [0, 2] {
        assert_eq!(made(&simulation, other).state, ObjectState::Made);
    }
    simulation.advance(200);
    assert_eq!(global(&simulation, 0), 0);
    assert!(!simulation.ship(1).unwrap().destroyed);
    // A longer payload is as good; a shorter one, and no such ship, are not.
    let mut long = ships[2].to_bytes();
    long.extend([0xFF; 100]);
    simulation.retire_ship(&long);
    assert_eq!(made(&simulation, 2).state, ObjectState::StandIn);
    simulation.retire_ship(&ships[0].to_bytes()[..75]);
    assert_eq!(gap(&simulation, "ship record that is cut short"), 1);
    let nobody = Ship {
        object_id: 0xFFFF,
        ..Ship::default()
    };
    simulation.retire_ship(&nobody.to_bytes());
    simulation.remake_ship(&nobody.to_bytes());
    assert_eq!(gap(&simulation, "record of no ship"), 2);
    assert_eq!(made(&simulation, 0).state, ObjectState::Made);
}

#[test]
fn live_50_of_two_ships_with_the_id_the_first_is_meant() {
    let mission = with_ships(3, 0);
    let mut ships: Vec<Ship> = mission.image().records().collect();
    ships[2].object_id = 1;
    let mut simulation = mission.run();
    simulation.copy_ships(&super::bytes(&ships));
    simulation.retire_ship(&ships[2].to_bytes());
    let states = [1, 2].map(|it| made(&simulation, it).state);
    assert_eq!(states, [ObjectState::StandIn, ObjectState::Made]);
}

#[test]
fn live_52_a_ship_is_made_from_the_record() {
    let mission = with_ships(3, 0);
    let mut simulation = mission.run();
    let record = Ship {
        object_id: 1,
        kind: 0x27,
        position: [100.0, 200.0, 300.0],
        yaw: 90,
        pilot: 12,
        ..Ship::default()
    };
    let before = simulation.image().bytes().to_vec();
    simulation.remake_ship(&record.to_bytes());
    let ship = made(&simulation, 1);
    assert_eq!(ship.state, ObjectState::Made);
    assert_eq!((ship.kind, ship.pilot), (0x27, Some(12)));
    assert_eq!(ship.position, [100.0, 200.0, 300.0]);
    // engine-facts 2: a yaw of 90 puts the nose on +X.
    let [.., nose] = ship.orientation;
    assert!((nose[0] - 1.0).abs() < 1e-12, "{nose:?}");
    // V184: its first order is Do Nothing.
    let orders: Vec<i16> = ship.orders.iter().map(|order| order.order).collect();
    assert_eq!(orders, [0]);
    assert_eq!(simulation.image().bytes(), before, "its own record stays");
    // A marker has no orders (V183), and a slot that was retired takes a ship again.
    let marker = Ship {
        kind: Ship::KIND_NAV_POINT,
        ..record.clone()
    };
    simulation.remake_ship(&marker.to_bytes());
    assert_eq!(made(&simulation, 1).state, ObjectState::Marker);
    simulation.retire_ship(&record.to_bytes());
    simulation.remake_ship(&record.to_bytes());
    assert_eq!(made(&simulation, 1).kind, 0x27);
}

#[test]
fn live_52_the_record_decides_the_group_the_ship_is_made_in() {
    // V183: from mission 14 the player's wing flies its kind's twin, F4 higher.
    let mut mission = Mission::new(0);
    let wing = mission.group();
    mission.groups[wing].wing = 0;
    mission.ship(0, [0.0; 3]);
    mission.ship(0, [0.0; 3]);
    let mut simulation = mission.run_with(Options {
        mission: 14,
        ..Options::default()
    });
    let mut record = Ship {
        object_id: 1,
        kind: 3,
        ..Ship::default()
    };
    simulation.remake_ship(&record.to_bytes());
    assert_eq!(made(&simulation, 1).kind, 3);
    record.flight_group = 0;
    simulation.remake_ship(&record.to_bytes());
    assert_eq!(made(&simulation, 1).kind, 0xF7);
}

#[test]
fn live_52_a_launch_gate_launches_the_ship() {
    let mut mission = with_ships(1, 0);
    let carrier = mission.ship_in(0, 0x0C, [5000.0, 0.0, 0.0]);
    mission.ship(0, [0.0; 3]);
    let mut simulation = mission.run();
    let record = Ship {
        object_id: 2,
        kind: 0x27,
        launch_from: mission.ships[carrier].kind,
        launch_gate: 0,
        ..Ship::default()
    };
    simulation.remake_ship(&record.to_bytes());
    // V185: order 104.
    let ship = made(&simulation, 2);
    assert_eq!(ship.orders.first().map(|order| order.order), Some(104));
}

#[test]
fn live_52_a_destroyed_ship_stays_marked() {
    let mut simulation = with_ships(2, 0).run();
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    simulation.advance(10);
    assert!(made(&simulation, 1).destroyed);
    let record = Ship {
        object_id: 1,
        ..Ship::default()
    };
    simulation.remake_ship(&record.to_bytes());
    assert_eq!(made(&simulation, 1).state, ObjectState::Made);
    assert!(!made(&simulation, 1).is_exploding());
    assert_eq!(records::<Ship>(&simulation)[1].flags, 1);
}

#[test]
fn live_53_the_player_looks_at_a_ship_from_four_radii() {
    let mut stats = Stats::fallback();
    let mut figures = stats.of(0x27).unwrap().clone();
    figures.radius = 250.0;
    stats.set(0x27, figures);
    let mut mission = with_ships(1, 0);
    mission.ship_in(0, 0x27, [100.0, 200.0, 5000.0]);
    mission.ship_in(0, Ship::KIND_NAV_POINT, [0.0, 0.0, 50_000.0]);
    mission.ships[0].yaw = 90;
    let mut simulation = mission.run_with(Options {
        stats: Arc::new(stats),
        ..Options::default()
    });
    simulation.view_ship(1);
    let player = made(&simulation, 0);
    assert_eq!(player.position, [100.0, 200.0, 4000.0]);
    assert_eq!(
        player.orientation,
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    );
    assert_eq!(made(&simulation, 1).position, [100.0, 200.0, 5000.0]);
    simulation.view_ship(2);
    let from = 50_000.0 - 4.0 * MARKER_RADIUS;
    assert_eq!(made(&simulation, 0).position, [0.0, 0.0, from]);
    // It is the record's run-time place that counts.
    let mut placed = editor_record([0.0; 3], 0, 0, 0);
    placed.extend(editor_record([1.0, 2.0, 3.0], 0, 0, 0));
    simulation.place_ships(&placed);
    simulation.view_ship(1);
    assert_eq!(made(&simulation, 0).position, [1.0, 2.0, -997.0]);
}

#[test]
fn live_54_only_a_ship_with_an_object_is_looked_at() {
    let mut mission = with_ships(2, 0);
    mission.ship(0, [5.0; 3]);
    let mut simulation = mission.run();
    let before = simulation.snapshot();
    for index in [2, 3, 399, 400, 0x1_0001, u32::MAX] {
        simulation.view_ship(index);
    }
    assert_eq!(gap(&simulation, "view of no ship"), 6);
    assert_eq!(simulation.snapshot(), before);
    let player = mission.image().records::<Ship>().next().unwrap();
    simulation.retire_ship(&player.to_bytes());
    simulation.view_ship(1);
    assert_eq!(gap(&simulation, "view from no player's ship"), 1);
}

#[test]
fn live_55_a_part_runs_at_once_on_a_thread_of_its_own() {
    let mut mission = with_ships(1, 1);
    let wait = mission.part(routine(count(0).into_iter().chain(call(0x05, [num(5)]))));
    let parts = mission.parts.len() as u32;
    let mut simulation = mission.run();
    let part = wait as u16;
    simulation.run_part(u32::from(part));
    assert_eq!(global(&simulation, 0), 1);
    let threads = simulation.snapshot().threads;
    assert_eq!(threads.len(), 1);
    assert_eq!(threads[0].origin, Some(Origin::Hand { part }));
    assert_eq!(threads[0].frame, None);
    simulation.run_part(u32::from(part));
    assert_eq!(simulation.snapshot().threads.len(), 2);
    for part in [parts, 0x1_0000, u32::MAX] {
        simulation.run_part(part);
    }
    assert_eq!(
        gap(&simulation, "run of a part that the mission does not have"),
        3
    );
    assert_eq!(global(&simulation, 0), 2);
    let inputs = events(&simulation, |event| match event {
        TraceEvent::Input { .. } => Some(()),
        _ => None,
    });
    assert_eq!(inputs, [], "a live edit is no input");
    assert!(simulation.inputs().is_empty());
}
