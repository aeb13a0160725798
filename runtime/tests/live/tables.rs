//! What is copied over the tables (messages 0x03 to 0x0E).

use std::sync::Arc;

use formats::records::{
    Curve, FlightGroup, Formation, FormationPoint, Object, Part, Record, Ship, Squad, SquadMember,
    Trigger,
};
use formats::{Image, ImageBuilder, SectionId};
use runtime::debug::Statements;
use runtime::{Hold, LiveTable, Options, Simulation};

use super::common::*;
use super::{bytes, counts, file, gap, records, run};

/// The tables with the message that copies each and the bytes of a record of each.
const TABLES: [(u16, LiveTable, SectionId, usize); 10] = [
    (0x03, LiveTable::Script, SectionId::Script, 2),
    (0x04, LiveTable::Parts, SectionId::Parts, 0x1C),
    (0x05, LiveTable::Triggers, SectionId::Triggers, 0x30),
    (0x07, LiveTable::FlightGroups, SectionId::FlightGroups, 0x14),
    (0x08, LiveTable::Objects, SectionId::Objects, 8),
    (0x0A, LiveTable::Squads, SectionId::Squads, 0x0C),
    (0x0B, LiveTable::SquadMembers, SectionId::SquadMembers, 0x0C),
    (0x0C, LiveTable::Formations, SectionId::Formations, 8),
    (
        0x0D,
        LiveTable::FormationPoints,
        SectionId::FormationPoints,
        0x10,
    ),
    (0x0E, LiveTable::Curves, SectionId::Curves, 0x44),
];

/// An image with three records of each table, all of whose bytes are zero.
pub(super) fn three_of_each() -> Image {
    let mut image = ImageBuilder::new();
    image
        .set_records(&[Ship::default(), Ship::default(), Ship::default()])
        .unwrap();
    for (_, _, id, size) in TABLES {
        image.set_section(id, &vec![0; 3 * size]).unwrap();
    }
    image.finish().unwrap()
}

#[test]
fn live_14_15_17_a_copy_takes_the_count_and_no_more_than_the_payload() {
    for (tag, table, id, size) in TABLES {
        assert_eq!(LiveTable::from_tag(tag), Some(table));
        for len in [0, 1, size, 3 * size - 1, 3 * size, 3 * size + 1, 9 * size] {
            let image = three_of_each();
            let payload: Vec<u8> = (0..len).map(|it| it as u8 | 0x80).collect();
            let mut simulation = run(image.clone());
            simulation.copy_table(table, &payload);
            let copied = simulation.image();
            let taken = len.min(3 * size);
            let mut wanted = vec![0; 4 * size];
            wanted[..taken].copy_from_slice(&payload[..taken]);
            // What lies behind the records stays as well.
            assert_eq!(copied.room(id)[..4 * size], wanted[..], "{id:?} of {len}");
            assert_eq!(copied.count(id), 3);
            for other in SectionId::all().filter(|other| *other != id) {
                assert_eq!(copied.room(other), image.room(other), "{other:?} at {id:?}");
            }
            simulation.advance(5);
        }
    }
    for tag in [0x00, 0x06, 0x09, 0x0F, 0x17, 0xFFFF] {
        assert_eq!(LiveTable::from_tag(tag), None, "{tag:#x}");
    }
}

#[test]
fn live_14_a_grown_table_is_copied_whole() {
    let image = three_of_each();
    let mut wanted = counts(&image);
    wanted[0x16] = 5;
    let mut simulation = run(image);
    simulation.set_table_counts(&wanted);
    let squads: Vec<Squad> = (0..6)
        .map(|object_id| Squad {
            object_id,
            ..Squad::default()
        })
        .collect();
    simulation.copy_table(LiveTable::Squads, &bytes(&squads));
    assert_eq!(records::<Squad>(&simulation), squads[..5]);
    let room = simulation.image().room(SectionId::Squads);
    assert_eq!(room[60..72], [0; 12], "the sixth is not counted");
}

#[test]
fn live_16_a_copy_stops_at_the_next_section() {
    let mut bytes = three_of_each().into_bytes();
    // The formations' points are said to start behind the second of three formations.
    let second = SectionId::Formations.spec().offset + 2 * 8;
    let entry = SectionId::FormationPoints.number() * 8;
    bytes[entry..entry + 2].copy_from_slice(&1_u16.to_le_bytes());
    bytes[entry + 4..entry + 8].copy_from_slice(&(second as u32).to_le_bytes());
    let mut simulation = run(Image::read(bytes).unwrap().value);
    simulation.copy_table(LiveTable::Formations, &[0xAB; 24]);
    let image = simulation.image();
    let formations = image.counted(SectionId::Formations);
    assert_eq!(formations[..16], [0xAB; 16]);
    assert_eq!(formations[16..], [0; 8]);
    assert_eq!(image.counted(SectionId::FormationPoints), [0; 16]);
}

#[test]
fn live_16_nothing_is_copied_over_a_section_that_is_not_used() {
    let mut bytes = three_of_each().into_bytes();
    let entry = SectionId::Curves.number() * 8;
    bytes[entry + 4..entry + 8].copy_from_slice(&[0xFF, 0xFF, 0, 0]);
    let mut simulation = run(Image::read(bytes.clone()).unwrap().value);
    simulation.copy_table(LiveTable::Curves, &[0xAB; 400]);
    assert_eq!(simulation.image().bytes(), bytes);
    assert_eq!(
        gap(
            &simulation,
            "copy over a section that the mission does not use"
        ),
        1
    );
}

#[test]
fn live_18_a_copied_trigger_is_armed_as_its_record_says() {
    let mut mission = with_ships(1, 2);
    let counted = Trigger {
        condition: LAUNCHED,
        repeat: Trigger::COUNTED,
        firings_left: 2,
        ..Trigger::default()
    };
    mission.trigger_with(Owner::Ship(0), counted, Some(routine(count(0))));
    mission.trigger(Owner::Ship(0), LAUNCHED, routine(count(1)));
    let mut simulation = mission.run();
    simulation.input(raise(0, LAUNCHED, &[]));
    simulation.advance(2);
    let before = records::<Trigger>(&simulation);
    assert_eq!((before[0].armed, before[0].firings_left), (1, 1));
    // The first with three firings left, the second disarmed.
    let mut edited = before.clone();
    edited[0].firings_left = 3;
    edited[1].armed = 0;
    simulation.copy_table(LiveTable::Triggers, &bytes(&edited));
    assert_eq!(records::<Trigger>(&simulation), edited);
    for _ in 0..5 {
        simulation.input(raise(0, LAUNCHED, &[]));
        simulation.advance(2);
    }
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [4, 1]);
    // A copy that ends before the second's own bytes leaves them.
    edited[0].armed = 1;
    edited[0].firings_left = 1;
    let part = &bytes(&edited)[..0x30 + 0x14];
    simulation.copy_table(LiveTable::Triggers, part);
    let states = simulation.snapshot().triggers;
    assert_eq!((states[0].armed, states[0].firings_left), (true, 1));
    assert!(!states[1].armed);
}

#[test]
fn live_18_a_trigger_that_is_new_is_armed_as_its_record_says() {
    let mut mission = with_ships(1, 1);
    mission.trigger(Owner::Ship(0), LAUNCHED, routine(count(0)));
    let image = mission.image();
    let mut simulation = mission.run();
    let mut wanted = counts(&image);
    wanted[3] = 3;
    simulation.set_table_counts(&wanted);
    // The room holds nothing behind the one.
    let armed = |of: &Simulation| {
        of.snapshot()
            .triggers
            .iter()
            .map(|it| it.armed)
            .collect::<Vec<_>>()
    };
    assert_eq!(armed(&simulation), [true, false, false]);
    let one = image.records::<Trigger>().next().unwrap();
    simulation.copy_table(LiveTable::Triggers, &bytes(&vec![one; 3]));
    let object = Object {
        trigger_count: 3,
        first_trigger: 0,
        ..Object::default()
    };
    simulation.copy_table(LiveTable::Objects, &object.to_bytes());
    assert_eq!(armed(&simulation), [true, true, true]);
    simulation.input(raise(0, LAUNCHED, &[]));
    simulation.advance(2);
    assert_eq!(global(&simulation, 0), 3, "the slice is read as it is now");
}

#[test]
fn live_19_the_script_that_was_copied_runs() {
    let mut mission = with_ships(1, 2);
    let part = mission.part(routine(count(0)));
    let image = mission.image();
    let options = Options {
        statements: Statements::new([0, 4]),
        ..Options::default()
    };
    let mut simulation = Simulation::new(Arc::new(image.clone()), options);
    simulation.run_part(part as u32);
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [1, 0]);
    // The same bytes change nothing.
    simulation.copy_table(LiveTable::Script, image.counted(SectionId::Script));
    assert_eq!(simulation.options().statements.len(), 2);
    assert!(simulation.coverage().count() > 0);
    mission.parts[part].1 = Some(routine(count(1)));
    let other = mission.image();
    simulation.copy_table(LiveTable::Script, other.counted(SectionId::Script));
    assert!(simulation.options().statements.is_empty());
    assert_eq!(simulation.coverage().count(), 0);
    simulation.run_part(part as u32);
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [1, 1]);
}

#[test]
fn live_20_flags_are_copied_over_those_before() {
    let mut mission = Mission::new(1);
    mission.start(all([count(0), count(0), count(0)]));
    let image = mission.image();
    let script = image.counted(SectionId::Script).len();
    // A routine begins with its length; a count takes five bytes, and the store is its last.
    let mut flags = vec![0; script];
    flags[2 + 4] = 1;
    flags[2 + 5 + 4] = 1;
    let stop = |flags: &[&[u8]]| {
        let mut simulation = Simulation::linked(Arc::new(image.clone()), Options::default());
        for flags in flags {
            simulation.set_script_flags(flags);
        }
        simulation.tick();
        simulation.take_stops()
    };
    assert_eq!(stop(&[&flags]), [6]);
    // A payload that ends early leaves the rest flagged; none changes nothing.
    assert_eq!(stop(&[&flags, &[0; 7]]), [11]);
    assert_eq!(stop(&[&flags, &[]]), [6]);
    // What it has past the script's bytes, to a multiple of four, is passed over.
    let mut long = flags.clone();
    long.resize(script + 64, 0xFF);
    assert_eq!(stop(&[&long]), [6]);
    assert_eq!(stop(&[&flags, &vec![0; script]]), [0; 0]);
    let mut simulation = Simulation::linked(Arc::new(image.clone()), Options::default());
    simulation.set_script_flags(&flags);
    simulation.tick();
    assert_eq!(simulation.editor().unwrap().hold(), Hold::Held);
    let flagged = file(&simulation);
    assert_eq!(flagged.room(SectionId::ScriptFlags)[..script], flags);
}

/// Offset and length of each field of a ship that message 0x06 takes.
const TAKEN: [(usize, usize); 14] = [
    (0x00, 4), // object ID
    (0x04, 2), // name
    (0x06, 2), // the halfword after it
    (0x14, 1), // flight group
    (0x18, 2), // kind
    (0x28, 2), // launch from
    (0x2A, 1), // between that and the gate
    (0x2B, 1), // launch gate
    (0x34, 2), // formation point
    (0x36, 2), // the halfword after it
    (0x40, 2), // marker curve
    (0x42, 1), // the two bytes after it
    (0x43, 1),
    (0x44, 4), // marker at
];

#[test]
fn live_21_22_chosen_fields_of_a_ship_are_taken_and_the_others_left() {
    let mut mission = Mission::new(0);
    for n in 0..3 {
        mission.ship(999, [100.0 * n as f32, 0.0, 0.0]);
    }
    let image = mission.image();
    let before = image.counted(SectionId::Ships).to_vec();
    let payload: Vec<u8> = before.iter().map(|byte| !byte).collect();
    // Whole, longer than the table, and without the last ship.
    for (len, ships) in [(228, 3), (228, 3), (152, 2), (0, 0)] {
        let mut simulation = run(image.clone());
        simulation.copy_ships(&payload[..len]);
        let mut wanted = before.clone();
        for ship in 0..ships {
            for (offset, size) in TAKEN {
                let field = ship * 0x4C + offset..ship * 0x4C + offset + size;
                wanted[field.clone()].copy_from_slice(&payload[field]);
            }
        }
        assert_eq!(
            simulation.image().counted(SectionId::Ships),
            wanted,
            "{len} bytes"
        );
    }
    let mut simulation = run(image.clone());
    let mut long = payload.clone();
    long.extend([0xEE; 400]);
    simulation.copy_ships(&long);
    let room = simulation.image().room(SectionId::Ships);
    assert_eq!(room[228..304], [0; 76], "no ship past the count");
    // A field is taken whole or not at all.
    let mut simulation = run(image);
    simulation.copy_ships(&payload[..0x2A]);
    let ships = simulation.image().counted(SectionId::Ships);
    assert_eq!(ships[0x18..0x1A], payload[0x18..0x1A]);
    assert_eq!(ships[0x28..0x2C], before[0x28..0x2C]);
}

#[test]
fn live_22_a_ship_that_flies_stays_what_and_where_it_is() {
    let mut mission = with_ships(2, 0);
    mission.ships[1].pilot = 7;
    let image = mission.image();
    let mut simulation = mission.run();
    simulation.move_ship(1, [5.0, 6.0, 7.0]);
    let before = simulation.ship(1).unwrap();
    let mut ships: Vec<Ship> = image.records().collect();
    ships[1].kind = 0x27;
    ships[1].position = [1.0; 3];
    ships[1].runtime_position = [2.0; 3];
    ships[1].pilot = 9;
    ships[1].flags = 1;
    ships[1].yaw = 90;
    simulation.copy_ships(&bytes(&ships));
    assert_eq!(simulation.ship(1).unwrap(), before);
    let record = records::<Ship>(&simulation)[1].clone();
    assert_eq!((record.kind, record.pilot, record.flags), (0x27, 7, 0));
    assert_eq!(record.runtime_position, [5.0, 6.0, 7.0]);
    assert_eq!(record.yaw, 0);
}

#[test]
fn live_17_the_sizes_are_those_of_the_records() {
    let sizes = [
        Part::SIZE,
        Trigger::SIZE,
        FlightGroup::SIZE,
        Object::SIZE,
        Squad::SIZE,
        SquadMember::SIZE,
        Formation::SIZE,
        FormationPoint::SIZE,
        Curve::SIZE,
    ];
    let wanted: Vec<usize> = TABLES.iter().skip(1).map(|row| row.3).collect();
    assert_eq!(wanted, sizes);
    for (_, table, id, _) in TABLES {
        assert_eq!(table.section(), id);
    }
}
