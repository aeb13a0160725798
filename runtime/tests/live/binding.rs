//! Binding again (message 0x0F).

use std::sync::Arc;

use formats::records::{Part, Ship};
use formats::{Image, SectionId};
use runtime::{InputValue, LiveTable, ObjectState, Options, SideView, Simulation};

use super::common::*;
use super::{bytes, counts, gap, records};

/// The ships of an image with some change.
fn ships(image: &Image, change: impl Fn(&mut [Ship])) -> Vec<u8> {
    let mut ships: Vec<Ship> = image.records().collect();
    change(&mut ships);
    bytes(&ships)
}

#[test]
fn live_30_a_copied_part_runs_once_it_is_bound() {
    let mut mission = with_ships(1, 2);
    let one = mission.part(routine(count(0)));
    let other = mission.part(routine(count(1)));
    let image = mission.image();
    let mut simulation = mission.run();
    let mut parts: Vec<Part> = image.records().collect();
    parts.swap(one, other);
    simulation.copy_table(LiveTable::Parts, &bytes(&parts));
    simulation.run_part(one as u32);
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [1, 0]);
    simulation.bind_tables();
    simulation.run_part(one as u32);
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [1, 1]);
}

#[test]
fn live_30_55_a_part_that_is_new_runs_once_it_is_bound() {
    let mut mission = with_ships(1, 1);
    let part = mission.part(routine(count(0)));
    let image = mission.image();
    let mut simulation = mission.run();
    let new = image.count(SectionId::Parts) as u32;
    simulation.run_part(new);
    let refused = "run of a part that the mission does not have";
    assert_eq!(gap(&simulation, refused), 1);
    let mut wanted = counts(&image);
    wanted[4] += 1;
    simulation.set_table_counts(&wanted);
    let mut parts: Vec<Part> = image.records().collect();
    parts.push(parts[part].clone());
    simulation.copy_table(LiveTable::Parts, &bytes(&parts));
    simulation.run_part(new);
    assert_eq!(global(&simulation, 0), 0, "it has no block yet");
    simulation.bind_tables();
    simulation.run_part(new);
    assert_eq!(global(&simulation, 0), 1);
    assert_eq!(gap(&simulation, refused), 1);
}

#[test]
fn live_31_a_groups_ships_are_those_of_the_last_binding() {
    let mut mission = Mission::new(0);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship(0x27, [9000.0, 0.0, 0.0]);
    let make = mission.part(routine(call(0x03, [group(wing)])));
    let image = mission.image();
    let mut simulation = mission.run();
    simulation.copy_ships(&ships(&image, |ships| ships[1].flight_group = 0));
    let made = |of: &Simulation| [0, 1].map(|it| of.ship(it).unwrap().state == ObjectState::Made);
    simulation.run_part(make as u32);
    assert_eq!(made(&simulation), [true, false]);
    simulation.bind_tables();
    simulation.run_part(make as u32);
    assert_eq!(made(&simulation), [true, true]);
}

#[test]
fn live_32_an_object_id_stands_for_the_ship_of_the_last_binding() {
    let mut mission = with_ships(3, 0);
    let held = mission.squad(&[(Owner::Ship(1), 0xFF)]);
    let part = mission.part(routine(call(0x36, [squad(held), num(1)])));
    let image = mission.image();
    let mut simulation = mission.run();
    // The two ships change their IDs.
    simulation.copy_ships(&ships(&image, |ships| {
        ships[1].object_id = 2;
        ships[2].object_id = 1;
    }));
    let hostile = |of: &Simulation| [1, 2].map(|it| of.ship(it).unwrap().side == SideView::Hostile);
    simulation.run_part(part as u32);
    assert_eq!(hostile(&simulation), [true, false]);
    simulation.bind_tables();
    simulation.run_part(part as u32);
    assert_eq!(hostile(&simulation), [true, true]);
}

#[test]
fn live_33_the_waypoints_are_those_of_the_last_binding() {
    let mut mission = Mission::new(0);
    let route = mission.group();
    mission.ship(0, [0.0; 3]);
    mission.ship_in(route, Ship::KIND_WAYPOINT, [1.0, 0.0, 0.0]);
    mission.ship(Ship::KIND_WAYPOINT, [2.0, 0.0, 0.0]);
    let image = mission.image();
    let mut simulation = mission.run();
    let listed = |of: &Simulation| {
        let ships = records::<Ship>(of);
        ships
            .iter()
            .map(|it| it.waypoint_listed)
            .collect::<Vec<_>>()
    };
    assert_eq!(listed(&simulation), [0, 1, 0]);
    simulation.copy_ships(&ships(&image, |ships| ships[2].flight_group = 0));
    assert_eq!(listed(&simulation), [0, 1, 0]);
    simulation.bind_tables();
    assert_eq!(listed(&simulation), [0, 1, 1]);
}

#[test]
fn live_34_the_watches_look_again_and_no_trigger_is_armed() {
    let mut mission = Mission::new(1);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship_in(wing, 0, [10.0, 0.0, 0.0]);
    mission.trigger(Owner::Ship(0), CLOSE, routine(count(0)));
    // The watch stays off, while the start arms the trigger (V178).
    let off = call(0x0F, [ship(0), num(u32::from(CLOSE)), num(0)]);
    mission.start(all([call(0x03, [group(wing)]), off.clone()]));
    let disarm = mission.part(routine(off));
    let mut simulation = mission.run();
    simulation.advance(350);
    assert_eq!(global(&simulation, 0), 0);
    simulation.bind_tables();
    simulation.advance(350);
    let fired = global(&simulation, 0);
    assert!(fired >= 3, "{fired}");
    // Disarmed, it stays so, though its watch looks again.
    simulation.run_part(disarm as u32);
    simulation.bind_tables();
    simulation.advance(350);
    assert_eq!(global(&simulation, 0), fired);
    assert!(!simulation.snapshot().triggers[0].armed);
}

#[test]
fn live_35_what_runs_goes_on() {
    let mut mission = with_ships(3, 3);
    let part = mission.part(routine(count(1)));
    let counted = formats::records::Trigger {
        condition: LAUNCHED,
        repeat: 2,
        firings_left: 5,
        ..formats::records::Trigger::default()
    };
    mission.trigger_with(Owner::Ship(0), counted, Some(routine([])));
    mission.start(all([
        set(0, [num(77)]),
        call(0x01, [num(3), num(part as u32), num(4), num(0)]),
        call(0x05, [num(2)]),
        count(2),
    ]));
    let mut simulation = mission.run();
    simulation.input(raise(0, LAUNCHED, &[InputValue::Ship(0)]));
    simulation.input(runtime::Input::SetVariable {
        variable: 40,
        value: 4,
    });
    simulation.advance(120);
    // An event waits as well.
    simulation.move_ship(2, [8.0, 9.0, 10.0]);
    let mut other = simulation.clone();
    let before = simulation.snapshot();
    assert_eq!((before.threads.len(), before.timers.len()), (1, 1));
    assert_eq!(before.triggers[0].firings_left, 4);
    simulation.bind_tables();
    assert_eq!(simulation.snapshot(), before);
    // And on from there as it would have gone, as nothing was changed before.
    other.advance(500);
    simulation.advance(500);
    assert_eq!(simulation.snapshot(), other.snapshot());
    assert_eq!([1, 2].map(|it| global(&simulation, it)), [1, 1]);
}

#[test]
fn live_35_places_are_not_set_back() {
    let mut simulation = with_ships(2, 0).run();
    simulation.move_ship(1, [1.0, 2.0, 3.0]);
    simulation.bind_tables();
    let record = records::<Ship>(&simulation)[1].clone();
    assert_eq!(record.runtime_position, [1.0, 2.0, 3.0]);
    assert_eq!(record.position, [1e6, 0.0, 0.0]);
    simulation.advance(10);
    assert_eq!(simulation.ship(1).unwrap().position, [1.0, 2.0, 3.0]);
}

#[test]
fn live_36_a_start_flag_is_read_from_its_record() {
    let mut mission = Mission::new(2);
    mission.start(routine(count(0)));
    mission.part(routine(count(1)));
    let image = mission.image();
    let mut parts: Vec<Part> = image.records().collect();
    parts[0].flags = 0;
    parts[1].flags = Part::START;
    let mut simulation = Simulation::linked(Arc::new(image), Options::default());
    simulation.copy_table(LiveTable::Parts, &bytes(&parts));
    simulation.tick();
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [0, 1]);
}
