//! The counts of the tables, and the threads that go with a change of them (message 0x02).

use std::sync::Arc;

use formats::records::{Record, Ship};
use formats::{ImageBuilder, SectionId};
use runtime::{Hold, Options, Release, Simulation, TABLE_ENTRIES};

use super::common::*;
use super::tables::three_of_each;
use super::{ENTRIES, counts, file, gap, records, run};

#[test]
fn live_10_each_known_entry_sets_its_own_count() {
    for (entry, id) in ENTRIES {
        let image = three_of_each();
        let mut wanted = counts(&image);
        assert_eq!(wanted[entry], 3);
        wanted[entry] = 2;
        let mut simulation = run(image);
        simulation.set_table_counts(&wanted);
        let file = file(&simulation);
        for (_, other) in ENTRIES {
            let count = if other == id { 2 } else { 3 };
            assert_eq!(file.count(other), count, "{other:?} of entry {entry:#x}");
        }
    }
}

#[test]
fn live_11_every_other_count_stays() {
    let mut mission = with_ships(1, 3);
    let part = mission.part(routine([]));
    mission.start(routine(call(
        0x01,
        [num(1), num(part as u32), num(50), num(0)],
    )));
    let image = mission.image();
    let mut simulation = mission.run();
    let mut wanted = counts(&image);
    for (entry, count) in wanted.iter_mut().enumerate() {
        if !ENTRIES.iter().any(|(known, _)| *known == entry) {
            *count = 7;
        }
    }
    simulation.set_table_counts(&wanted);
    let file = file(&simulation);
    for id in SectionId::all() {
        assert_eq!(file.count(id), image.count(id), "{id:?}");
    }
    assert_eq!(simulation.snapshot().globals.len(), 3);
    assert_eq!(simulation.snapshot().timers.len(), 1);
    assert!(simulation.gaps().is_empty());
}

#[test]
fn live_12_every_thread_is_freed() {
    let mut mission = with_ships(1, 1);
    // One that waits, one that interrupts itself, one that is to start with the next pass.
    mission.start(routine(call(0x05, [num(1)]).into_iter().chain(count(0))));
    mission.start(routine(call(0x17, []).into_iter().chain(count(0))));
    let image = mission.image();
    let mut simulation = mission.run();
    assert_eq!(simulation.snapshot().threads.len(), 2);
    simulation.set_table_counts(&counts(&image));
    assert_eq!(simulation.snapshot().threads, []);
    simulation.advance(500);
    assert_eq!(global(&simulation, 0), 0);
    // Others start as before.
    simulation.run_part(1);
    assert_eq!(simulation.snapshot().threads.len(), 1);
}

#[test]
fn live_12_a_start_that_waits_goes_on_without_the_thread_that_was_freed() {
    let mut mission = Mission::new(2);
    mission.start(all([count(0), count(0)]));
    mission.start(routine(count(1)));
    let image = mission.image();
    let mut flags = vec![0; 64];
    // Before the second count, five bytes behind the block's length.
    flags[2 + 5] = 1;
    let mut simulation = Simulation::linked(Arc::new(image.clone()), Options::default());
    simulation.set_script_flags(&flags);
    simulation.advance(3);
    assert_eq!(simulation.now().0, 0, "the start waits");
    simulation.set_table_counts(&counts(&image));
    assert_eq!(simulation.editor().unwrap().hold(), Hold::Held);
    simulation.advance(3);
    assert_eq!(simulation.now().0, 0, "until it is released");
    simulation.release_script(Release::RunOn);
    simulation.advance(3);
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [1, 1]);
    assert_eq!(simulation.now().0, 2);
}

#[test]
fn live_13_a_larger_count_takes_in_what_the_room_holds() {
    // A third ship lies behind the two that are counted.
    let ships = [0, 1, 2].map(|object_id| Ship {
        object_id,
        kind: 999,
        position: [10.0 * object_id as f32, 0.0, 0.0],
        ..Ship::default()
    });
    let mut image = ImageBuilder::new();
    image.set_records(&ships).unwrap();
    image.set_records(&ships[..2]).unwrap();
    let image = image.finish().unwrap();
    let mut wanted = counts(&image);
    wanted[0] = 3;
    let mut simulation = run(image);
    assert_eq!(simulation.ship(2), None);
    simulation.set_table_counts(&wanted);
    assert_eq!(records::<Ship>(&simulation)[2].position, [20.0, 0.0, 0.0]);
    let slot = simulation.ship(2).unwrap();
    assert_eq!(slot.state, runtime::ObjectState::StandIn);
    assert_eq!(gap(&simulation, "count past a section's room"), 0);
    simulation.remake_ship(&ships[2].to_bytes());
    simulation.advance(20);
    let made = simulation.ship(2).unwrap();
    assert_eq!((made.ship, made.position), (Some(2), [20.0, 0.0, 0.0]));
}

#[test]
fn live_13_a_count_is_cut_to_the_room() {
    let image = three_of_each();
    let mut simulation = run(image);
    simulation.set_table_counts(&[u16::MAX; TABLE_ENTRIES]);
    // dte-format 1.3: the rooms in records.
    let most = [512, 256, 896, 1024, 256, 128, 768, 64, 512, 256];
    let file = file(&simulation);
    for ((_, id), most) in ENTRIES.into_iter().zip(most) {
        assert_eq!(file.count(id), most, "{id:?}");
    }
    assert_eq!(gap(&simulation, "count past a section's room"), 1);
    assert_eq!(simulation.snapshot().triggers.len(), 1024);
    simulation.advance(20);
    // And back again.
    simulation.set_table_counts(&[0; TABLE_ENTRIES]);
    assert_eq!(counts(&super::file(&simulation)), [0; TABLE_ENTRIES]);
    assert_eq!(simulation.snapshot().triggers, []);
    simulation.advance(20);
}
