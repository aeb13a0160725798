//! The director's camera (script-vm 8).

mod common;

use common::*;
use formats::records::{Reference, Ship};
use formats::script::Item;
use runtime::{Input, Simulation, TraceEvent};

/// Ship 0, and curve points along X, a thousand units apart, all made.
fn with_points(points: usize) -> Mission {
    let mut mission = Mission::new(4);
    let group = mission.group();
    mission.ship_in(group, 0, [0.0, 500.0, 0.0]);
    for n in 1..=points {
        mission.ship_in(group, Ship::KIND_CURVE_POINT, [1000.0 * n as f32, 0.0, 0.0]);
    }
    mission.start(routine(call(0x03, [common::group(group)])));
    mission
}

fn shot(command: usize, path: Item, tracked: Item, seconds: u32) -> Vec<Item> {
    call(command, [path, tracked, num(seconds), null(), null()])
}

/// Starts a part by hand and runs its first tick.
fn begin(mission: &mut Mission, code: Vec<Item>) -> Simulation {
    let part = mission.part(routine(code));
    let mut simulation = mission.run();
    simulation.input(Input::RunPart { part: part as u16 });
    simulation.tick();
    simulation
}

fn curve_ticks(simulation: &Simulation) -> Vec<(u32, (u16, u32))> {
    events(simulation, |event| match event {
        TraceEvent::ShotCurve { curve, ticks } => Some((*curve, *ticks)),
        _ => None,
    })
}

fn reached(simulation: &Simulation) -> Vec<(u32, u16)> {
    events(simulation, |event| match event {
        TraceEvent::CameraReached { ship } => Some(*ship),
        _ => None,
    })
}

#[test]
fn v326_curves_share_the_ticks_by_their_lengths() {
    let mut mission = with_points(4);
    mission.curve(1, Some(2));
    mission.curve(2, Some(4));
    // Lengths 1000 and 2000; two and a half seconds are two whole ones.
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), null(), 2));
    simulation.advance(300);
    assert_eq!(curve_ticks(&simulation), [(1, (0, 66)), (67 - 1, (1, 133))]);
    // CameraReached on each end; the overshoot of the first is dropped.
    assert_eq!(reached(&simulation), [(66, 2), (66 + 133, 4)]);
    assert_eq!(simulation.snapshot().camera.view, 0);
}

#[test]
fn v328_the_camera_runs_along_the_curve() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), null(), 2));
    simulation.advance(99);
    let camera = simulation.snapshot().camera;
    assert_eq!((camera.view, camera.locked), (13, true));
    assert_eq!(camera.position, [1500.0, 0.0, 0.0]);
    assert_eq!(camera.shot.unwrap().share, 0.5);
}

#[test]
fn v331_a_tracked_ship_is_looked_at() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), ship(0), 2));
    simulation.advance(99);
    let camera = simulation.snapshot().camera;
    let nose = camera.orientation[2];
    // From (1500, 0, 0) to (0, 500, 0).
    let way = glam::DVec3::new(-1500.0, 500.0, 0.0).normalize();
    assert!((glam::DVec3::from(nose) - way).length() < 1e-9, "{nose:?}");
}

#[test]
fn v327_an_end_below_its_start_is_raised_a_turn() {
    let mut mission = with_points(2);
    mission.ships[1].yaw = 350;
    mission.ships[2].yaw = 10;
    mission.curve(1, Some(2));
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), null(), 2));
    simulation.advance(99);
    let nose = simulation.snapshot().camera.orientation[2];
    // Half way from 350 to 370.
    assert!(nose[0].abs() < 1e-9 && nose[2] > 0.0, "{nose:?}");
}

#[test]
fn v327_without_an_end_ship_the_angles_stay() {
    let mut mission = with_points(1);
    mission.ships[1].yaw = 90;
    mission.curve(1, None);
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), null(), 2));
    simulation.advance(150);
    let nose = simulation.snapshot().camera.orientation[2];
    assert!((nose[0] - 1.0).abs() < 1e-9, "{nose:?}");
}

#[test]
fn v329_riding_adds_how_far_the_ship_has_come() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    let code = call(0x10, [curve(0), null(), num(2), ship(0), null()]);
    let mut simulation = begin(&mut mission, code);
    simulation.input(Input::MoveShip {
        ship: 0,
        position: [0.0, 500.0, 7000.0],
    });
    simulation.advance(99);
    assert_eq!(simulation.snapshot().camera.position, [1500.0, 0.0, 7000.0]);
}

#[test]
fn v330_marked_points() {
    let mut mission = with_points(2);
    let curve_index = mission.curve(1, Some(2));
    let marks = [(0.5, 1), (0.25, 2), (0.5, 3), (0.0, 4), (1.0, 5)];
    for (share, _) in marks {
        let point = mission.ship(Ship::KIND_POINT, [0.0; 3]);
        mission.ships[point].marker_curve = curve_index as i16;
        mission.ships[point].marker_at = share;
    }
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), null(), 1));
    simulation.advance(150);
    // Points are ships 3 to 7. A quarter is ship 4; of the two at a half the last, ship 5; a share
    // of 0 never, and one at the end is lost.
    assert_eq!(reached(&simulation), [(26, 4), (51, 5), (100, 2)]);
}

#[test]
fn v332_the_next_shot_begins_in_the_same_frame() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    let mut code = shot(0x10, curve(0), null(), 1);
    code.extend(shot(0x52, ship(0), null(), 1));
    let mut simulation = begin(&mut mission, code);
    simulation.advance(99);
    let camera = simulation.snapshot().camera;
    assert_eq!((camera.view, camera.shots_waiting), (13, 0));
    assert_eq!(camera.shot.unwrap().ship, Some(0));
    simulation.advance(100);
    assert_eq!(simulation.snapshot().camera.view, 0);
    let shots = events(&simulation, |event| match event {
        TraceEvent::ShotBegun { curve, ship, ticks } => Some((*curve, *ship, *ticks)),
        _ => None,
    });
    assert_eq!(
        shots,
        [(1, (Some(0), None, 100)), (100, (None, Some(0), 100))]
    );
}

#[test]
fn v321_start_empties_the_table_and_v322_the_table_holds_ten() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    let mut code = shot(0x10, curve(0), null(), 1);
    for _ in 0..12 {
        code.extend(shot(0x52, curve(0), null(), 1));
    }
    let simulation = begin(&mut mission, code.clone());
    assert_eq!(simulation.snapshot().camera.shots_waiting, 9);
    code.extend(shot(0x10, curve(0), null(), 1));
    let simulation = begin(&mut mission, code);
    assert_eq!(simulation.snapshot().camera.shots_waiting, 0);
}

#[test]
fn v323_stop_leaves_the_table() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    let mut code = shot(0x10, curve(0), null(), 1);
    code.push(command(0x24));
    code.extend(shot(0x52, curve(0), null(), 1));
    let mut simulation = begin(&mut mission, code);
    assert_eq!(simulation.snapshot().camera.view, 0);
    simulation.advance(300);
    assert_eq!(
        simulation.snapshot().camera.view,
        0,
        "a later stack shows nothing"
    );
    assert_eq!(curve_ticks(&simulation).len(), 1);
}

#[test]
fn v325_a_ring_stops_after_as_many_curves() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    mission.curve(2, Some(1));
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), null(), 2));
    simulation.advance(400);
    assert_eq!(curve_ticks(&simulation), [(1, (0, 100)), (100, (1, 100))]);
    assert_eq!(simulation.snapshot().camera.view, 0);
}

#[test]
fn v320_neither_curve_nor_ship_holds_the_camera() {
    let mut mission = with_points(1);
    let mut simulation = begin(&mut mission, shot(0x10, null(), null(), 1));
    let before = simulation.snapshot().camera;
    simulation.advance(50);
    let after = simulation.snapshot().camera;
    assert_eq!((before.view, before.position), (13, after.position));
    assert_eq!(after.orientation[2], [0.0, 0.0, 1.0], "level");
    simulation.advance(50);
    assert_eq!(simulation.snapshot().camera.view, 0);
}

#[test]
fn v334_held_ships_do_not_move() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    let fighter = mission.ship_in(0, 1, [0.0, 0.0, -9000.0]);
    let mut code = call(0x28, [ship(fighter), null(), num(0)]);
    code.extend(call(
        0x10,
        [curve(0), null(), num(1), null(), ship(fighter)],
    ));
    let mut simulation = begin(&mut mission, code);
    let place = |simulation: &Simulation| {
        let snapshot = simulation.snapshot();
        snapshot.ship(fighter as u16).unwrap().position
    };
    let held = place(&simulation);
    simulation.advance(90);
    assert_eq!(place(&simulation), held);
    simulation.advance(100);
    assert!(place(&simulation)[2] > held[2] + 1000.0);
}

#[test]
fn v335_camera_reached_is_raised_a_frame_later() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    mission.trigger(Owner::Ship(2), 3, routine(count(0)));
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), null(), 1));
    simulation.advance(99);
    assert_eq!(reached(&simulation), [(100, 2)]);
    assert_eq!(global(&simulation, 0), 0);
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn v280_wait_for_director_cam() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    let mut code = shot(0x10, curve(0), null(), 1);
    code.push(command(0x50));
    code.extend(count(0));
    let mut simulation = begin(&mut mission, code);
    simulation.advance(99);
    assert_eq!(global(&simulation, 0), 0);
    simulation.tick();
    assert_eq!(global(&simulation, 0), 1);
}

#[test]
fn a_curve_that_names_no_ship_is_passed_over() {
    let mut mission = with_points(1);
    mission.curve(1, None);
    mission.curves[0].start = Reference::NONE;
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), null(), 1));
    simulation.advance(200);
    assert_eq!(faults(&simulation), []);
}

#[test]
fn v324_a_shot_lasts_whole_seconds_and_takes_the_view() {
    let mut mission = with_points(2);
    mission.curve(1, Some(2));
    let mut simulation = begin(&mut mission, shot(0x10, curve(0), null(), 3));
    let begun = events(&simulation, |event| match event {
        TraceEvent::ShotBegun { curve, ticks, .. } => Some((*curve, *ticks)),
        _ => None,
    });
    assert_eq!(begun, [(1, (Some(0), 300))]);
    let camera = simulation.snapshot().camera;
    assert_eq!((camera.view, camera.locked), (13, true));
    simulation.advance(299);
    assert_eq!(simulation.snapshot().camera.view, 0);
}
