//! What a state of 400 ships costs to make, to write and to read, beside a tick of real time (10 ms)
//! and a bare copy of its text.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use runtime::link::State;
use runtime::{Options, SLOTS, Simulation};

use common::*;

/// Real time of a tick.
const TICK: Duration = Duration::from_millis(10);

/// A mission with a ship in every slot, all made, and as many globals as there can be.
fn full() -> Simulation {
    let mut mission = Mission::new(256);
    let mut start = Vec::new();
    for _ in 0..SLOTS / 10 {
        let group = mission.group();
        for n in 0..10 {
            mission.ship_in(group, 0x27, [9000.0 * group as f32, 0.0, 7000.0 * n as f32]);
        }
        start.extend(call(0x03, [common::group(group)]));
        let target = common::group(group ^ 1);
        start.extend(call(0x0B, [common::group(group), num(105), num(0), target]));
    }
    mission.start(routine(start));
    let mut simulation = Simulation::linked(Arc::new(mission.image()), Options::default());
    simulation.advance(200);
    simulation
}

fn state(criterion: &mut Criterion) {
    let mut simulation = full();
    let state = State::of(&simulation);
    assert_eq!(state.ships.len(), SLOTS);
    let text = state.to_text();
    let mut group = criterion.benchmark_group("state of 400 ships");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("made", |bencher| {
        bencher.iter(|| State::of(black_box(&simulation)));
    });
    group.bench_function("written", |bencher| {
        bencher.iter(|| black_box(&state).to_text());
    });
    group.bench_function("read", |bencher| {
        bencher.iter(|| State::from_text(black_box(&text)));
    });
    group.bench_function("its text copied", |bencher| {
        bencher.iter(|| black_box(&text).clone());
    });
    group.finish();
    tell("made and written", &text, || {
        simulation.take_state().to_text().len()
    });
    tell("read", &text, || {
        State::from_text(&text).map_or(0, |it| it.ships.len())
    });
}

/// Tells a cost as a share of a tick and in copies of the text.
fn tell(what: &str, text: &str, mut work: impl FnMut() -> usize) {
    const ROUNDS: u32 = 500;
    let time = |work: &mut dyn FnMut() -> usize| {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            black_box(work());
        }
        start.elapsed() / ROUNDS
    };
    let cost = time(&mut work);
    let copy = time(&mut || black_box(text).to_owned().len());
    let of_tick = cost.as_secs_f64() / TICK.as_secs_f64() * 100.0;
    let copies = cost.as_secs_f64() / copy.as_secs_f64();
    #[expect(clippy::print_stdout, reason = "a bench prints what it measures")]
    {
        println!(
            "{what}: {cost:?}, {of_tick:.2} % of a tick, {copies:.0} copies of {} bytes",
            text.len()
        );
    }
}

criterion_group!(benches, state);
criterion_main!(benches);
