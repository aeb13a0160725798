//! The mission's file as the game runs it.

use std::sync::Arc;

use formats::records::{FlightGroup, Global, Record, Ship, Trigger};
use formats::{Image, SectionId};
use runtime::{Input, LiveTable, Options, Simulation};

use super::common::*;
use super::{file, records};

#[test]
fn live_60_globals_are_as_they_stand() {
    let mut mission = with_ships(1, 3);
    mission.globals = vec![5, 6, 7];
    mission.start(routine(set(1, [num(0xDEAD_BEEF)])));
    let mut simulation = mission.run();
    simulation.input(Input::SetGlobal {
        global: 2,
        value: 9,
    });
    simulation.tick();
    let values: Vec<u32> = records::<Global>(&simulation)
        .iter()
        .map(|it| it.value)
        .collect();
    assert_eq!(values, [5, 0xDEAD_BEEF, 9]);
}

#[test]
fn live_61_places_and_headings_come_from_the_objects() {
    let mut mission = with_ships(3, 0);
    // engine-facts 2: yaw about Y, then pitch about X, in whole degrees.
    mission.ships[1].yaw = 90;
    mission.ships[2].pitch = 30;
    mission.ships[2].roll = 45;
    // A ship that is not made takes the place of its slot's stand-in (V190).
    mission.ship(0, [7.0, 8.0, 9.0]);
    let mut simulation = mission.run();
    simulation.input(Input::MoveShip {
        ship: 1,
        position: [-4.0, 5.0, 6.0],
    });
    simulation.tick();
    let ships = records::<Ship>(&simulation);
    let runtime: Vec<_> = ships
        .iter()
        .map(|it| {
            (
                it.runtime_position,
                it.runtime_yaw,
                it.runtime_pitch,
                it.runtime_roll,
            )
        })
        .collect();
    let wanted = [
        ([0.0, 0.0, 0.0], 0, 0, 0),
        ([-4.0, 5.0, 6.0], 90, 0, 0),
        ([2e6, 0.0, 0.0], 0, 30, 45),
        ([0.0, 0.0, 0.0], 0, 0, 0),
    ];
    assert_eq!(runtime, wanted);
    let authored: Vec<_> = ships.iter().map(|it| (it.position, it.yaw)).collect();
    assert_eq!(authored[1], ([1e6, 0.0, 0.0], 90));
    assert_eq!(authored[3], ([7.0, 8.0, 9.0], 0));
}

#[test]
fn live_61_before_the_start_ships_are_where_they_were_placed() {
    let mut mission = with_ships(2, 0);
    mission.ships[1].runtime_position = [3.0; 3];
    mission.ships[1].yaw = 45;
    let simulation = Simulation::linked(Arc::new(mission.image()), Options::default());
    let ships = records::<Ship>(&simulation);
    // dte-format 2.16: binding sets the run-time place and angles to the authored ones.
    assert_eq!(ships[1].runtime_position, [1e6, 0.0, 0.0]);
    assert_eq!(ships[1].runtime_yaw, 45);
}

#[test]
fn live_62_a_destroyed_ship_is_marked() {
    let mut mission = with_ships(3, 0);
    mission.ships[2].flags = 0x80;
    let mut simulation = mission.run();
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    simulation.input(Input::DestroyComponent {
        ship: 2,
        component: 3,
        attacker: None,
    });
    simulation.advance(10);
    let ships = records::<Ship>(&simulation);
    // dte-format 2.3: bit 0; the start clears the others (V179). Losing component n clears bit n.
    let flags: Vec<u8> = ships.iter().map(|it| it.flags).collect();
    assert_eq!(flags, [0, 1, 0]);
    let intact: Vec<u32> = ships.iter().map(|it| it.intact_components).collect();
    assert_eq!(intact, [u32::MAX, u32::MAX, !8]);
}

#[test]
fn live_63_triggers_are_as_they_stand() {
    let mut mission = with_ships(1, 0);
    let once = |repeat, firings_left| Trigger {
        condition: LAUNCHED,
        repeat,
        armed: 0,
        firings_left,
        ..Trigger::default()
    };
    for trigger in [once(0, 0), once(2, 4), once(1, 0)] {
        mission.trigger_with(Owner::Ship(0), trigger, Some(routine([])));
    }
    // In no slice, it is never armed (V178).
    mission.trigger_with(Owner::Nobody, once(1, 0), Some(routine([])));
    let mut simulation = mission.run();
    simulation.input(raise(0, LAUNCHED, &[]));
    simulation.advance(2);
    let states: Vec<(u8, u8)> = records::<Trigger>(&simulation)
        .iter()
        .map(|it| (it.armed, it.firings_left))
        .collect();
    assert_eq!(states, [(0, 0), (1, 3), (1, 0), (0, 0)]);
}

#[test]
fn live_64_it_has_what_binding_writes() {
    let mut mission = Mission::new(0);
    for _ in 0..3 {
        mission.group();
    }
    mission.groups[0].ship_count = 9;
    for group in [2, 0, 0, 2, 2] {
        mission.ship_in(group, 0, [0.0; 3]);
    }
    let groups = records::<FlightGroup>(&mission.run());
    let lists: Vec<(u8, u32)> = groups
        .iter()
        .map(|it| (it.ship_count, it.first_ship))
        .collect();
    // dte-format 2.4: the ships of all groups in one list, group by group.
    assert_eq!(lists, [(2, 0), (0, u32::MAX), (3, 2)]);
}

/// Offset and length of each of some fields.
type Fields = &'static [(usize, usize)];

/// What of its records a mission changes as it runs: section, record size, and the fields.
const LIVE: [(SectionId, usize, Fields); 4] = [
    (SectionId::Globals, 12, &[(4, 4)]),
    (
        SectionId::Ships,
        76,
        &[
            (0x08, 12),
            (0x17, 1),
            (0x1B, 1),
            (0x2C, 2),
            (0x30, 4),
            (0x38, 2),
            (0x48, 2),
        ],
    ),
    (SectionId::FlightGroups, 20, &[(0x09, 1), (0x0C, 4)]),
    (SectionId::Triggers, 48, &[(0x14, 1), (0x19, 1)]),
];

#[test]
fn live_65_everything_else_is_as_it_was() {
    let mut mission = with_ships(4, 3);
    mission.trigger(Owner::Ship(0), LAUNCHED, routine(count(0)));
    mission.squad(&[(Owner::Ship(1), 0xFF)]);
    mission.curve(1, Some(2));
    let mut stale = mission.image().into_bytes();
    // Stale bytes behind every section's records.
    let image = Image::read(stale.clone()).unwrap().value;
    for id in SectionId::all() {
        let end = id.spec().offset + image.counted(id).len();
        if image.counted(id).len() < id.spec().room {
            stale[end] = 0xA5;
        }
    }
    let image = Image::read(stale.clone()).unwrap().value;
    let mut simulation = super::run(image.clone());
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: Some(0),
    });
    simulation.input(raise(0, LAUNCHED, &[]));
    simulation.advance(300);
    let mut now = simulation.mission_image();
    assert_eq!(now.len(), stale.len());
    let mut was = stale;
    for (id, size, fields) in LIVE {
        let start = image.offset(id).unwrap();
        for record in 0..image.count(id) {
            for (offset, len) in fields {
                let at = start + record * size + offset;
                now[at..at + len].fill(0);
                was[at..at + len].fill(0);
            }
        }
    }
    let differ: Vec<usize> = (0..now.len()).filter(|&at| now[at] != was[at]).collect();
    assert_eq!(differ, [0; 0]);
    assert_eq!(
        simulation.image().bytes(),
        image.bytes(),
        "the image that runs"
    );
}

#[test]
fn live_65_it_runs_again_with_the_edits_in_it() {
    let mut mission = with_ships(2, 1);
    mission.trigger(Owner::Ship(0), LAUNCHED, routine(count(0)));
    let mut simulation = mission.run();
    let mut squads = formats::records::Squad::default().to_bytes();
    squads[8..10].fill(0xFF);
    simulation.copy_table(LiveTable::Squads, &squads);
    let mut counts = super::counts(simulation.image());
    counts[0x16] = 1;
    simulation.set_table_counts(&counts);
    simulation.copy_table(LiveTable::Squads, &squads);
    let mut again = super::run(file(&simulation));
    again.input(raise(0, LAUNCHED, &[]));
    again.advance(5);
    assert_eq!(global(&again, 0), 1);
    assert_eq!(again.image().count(SectionId::Squads), 1);
}

/// A clone goes on by itself, and neither sees what is done to the other.
#[test]
fn live_65_a_clone_keeps_its_own_image() {
    let mut simulation = with_ships(2, 1).run();
    let other = simulation.clone();
    simulation.move_ship(1, [1.0; 3]);
    simulation.copy_ships(&[0xEE; 152]);
    assert_ne!(simulation.mission_image(), other.mission_image());
    assert_eq!(other.image().bytes(), with_ships(2, 1).image().bytes());
}
