//! What a long run costs: the memory that it takes, and how far a look back runs it again.
//!
//! A tenth of half an hour is run, and what its second half takes is taken for each half of a tenth
//! behind it. With `SORTIE_LONG=1` the whole is run.

mod common;

use std::sync::Arc;

use common::large::{self, HALF_AN_HOUR};
use runtime::{Recording, Tick};

/// Bytes that half an hour may take.
const MOST: u64 = 200 << 20;
/// Ticks that a look back may run again.
const FARTHEST: u32 = 1000;

/// Bytes of memory that the process holds.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|it| it.trim().strip_suffix(" kB"));
    kilobytes.unwrap().trim().parse::<u64>().unwrap() << 10
}

/// Runs a recording on to a tick.
fn run_to(recording: &mut Recording, ticks: u32) {
    for tick in recording.head().now().0..ticks {
        if let Some(hit) = large::hit(tick) {
            recording.input(hit);
        }
        recording.advance(1);
    }
}

/// One test, so that nothing else takes memory meanwhile.
#[test]
fn half_an_hour_of_120_ships_takes_less_than_200_megabytes() {
    let parts = match std::env::var_os("SORTIE_LONG") {
        Some(_) => 2,
        None => 20,
    };
    let stretch = HALF_AN_HOUR / parts;
    let mut recording = Recording::start(Arc::new(large::mission().image()), large::options());
    #[cfg(target_os = "linux")]
    let before = resident();
    run_to(&mut recording, stretch);
    #[cfg(target_os = "linux")]
    let half_way = resident();
    run_to(&mut recording, 2 * stretch);
    #[cfg(target_os = "linux")]
    {
        // Each copy and each entry takes as much as the last; of copies the whole keeps fewer.
        let (first, more) = (half_way - before, resident() - half_way);
        let taken = first + more * u64::from(parts - 1);
        assert!(taken < MOST, "{taken} bytes: {first}, then {more}");
    }
    let head = recording.head();
    assert_eq!(head.now().0, 2 * stretch);
    assert!(!head.is_over());
    assert_eq!(head.trace().left_out(), 0);
    // Something happens all the time, or the figures would tell nothing.
    assert!(head.trace().len() > stretch as usize);
    assert!(head.inputs().len() > stretch as usize / 15);

    // However long the run, any moment of it is near a copy.
    let mut recording = Recording::new(common::Mission::new(1).run());
    for _ in 0..18 {
        recording.advance(HALF_AN_HOUR / 18);
        assert!(recording.longest_way() <= FARTHEST);
    }
    assert_eq!(recording.longest_way(), 500);
    recording.seek(Tick(123_456));
    assert_eq!(recording.current().now(), Tick(123_456));
}
