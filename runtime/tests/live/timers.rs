//! The timers' parts (message 0x10).

use runtime::Simulation;

use super::common::*;

/// A run with a timer of each of the parts 0 to 5, whose ID is 10 more.
fn timed() -> Simulation {
    let mut mission = Mission::new(6);
    for part in 0..6 {
        mission.part(routine(count(part)));
    }
    let timer = |part: u32| call(0x01, [num(10 + part), num(part), num(100), num(0)]);
    mission.start(routine((0..6).flat_map(timer)));
    mission.run()
}

/// Each timer's part after some change, by the timer's first part.
fn after(first: u32, added: i16) -> Vec<Option<i32>> {
    let mut simulation = timed();
    simulation.renumber_timer_parts(first, added);
    let timers = simulation.snapshot().timers;
    let part = |id| timers.iter().find(|it| it.id == id).map(|it| it.part);
    (10..16).map(part).collect()
}

#[test]
fn live_40_42_added_parts_move_those_from_their_place_on() {
    assert_eq!(after(2, 3), [0, 1, 5, 6, 7, 8].map(Some));
    assert_eq!(after(0, 1), [1, 2, 3, 4, 5, 6].map(Some));
    assert_eq!(after(6, 4), [0, 1, 2, 3, 4, 5].map(Some));
    assert_eq!(after(u32::MAX, i16::MIN), [0, 1, 2, 3, 4, 5].map(Some));
}

#[test]
fn live_40_41_42_a_removed_part_leaves_its_timer_without_one() {
    let parts = [Some(0), Some(1), None, Some(2), Some(3), Some(4)];
    assert_eq!(after(2, -1), parts);
    // Only the first that was removed leaves none; the next moves by the count like the rest.
    let parts = [Some(0), Some(1), None, Some(1), Some(2), Some(3)];
    assert_eq!(after(2, -2), parts);
    assert_eq!(after(0, i16::MIN), [None; 6]);
}

#[test]
fn live_42_a_change_of_none_changes_none() {
    assert_eq!(after(2, 0), [0, 1, 2, 3, 4, 5].map(Some));
}

#[test]
fn live_42_a_timer_runs_the_part_that_it_was_moved_to() {
    let mut mission = Mission::new(2);
    mission.part(routine(count(0)));
    mission.part(routine(count(1)));
    mission.start(routine(call(0x01, [num(1), num(0), num(2), num(0)])));
    let mut simulation = mission.run();
    simulation.renumber_timer_parts(0, 1);
    simulation.advance(250);
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [0, 1]);
    let timer = simulation.snapshot().timers[0];
    assert_eq!((timer.id, timer.period, timer.left), (1, 2, 0));
    // Without a part it fires no more.
    simulation.renumber_timer_parts(1, -1);
    simulation.advance(500);
    assert_eq!([0, 1].map(|it| global(&simulation, it)), [0, 1]);
    assert_eq!(simulation.snapshot().timers, []);
}
