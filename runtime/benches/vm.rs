//! How fast scripts run, against a bare loop over the same bytes; how fast a mission of 60 ships
//! ticks; and how soon any moment of half an hour of 120 ships is reached.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use formats::records::{FlightGroup, Object, Part, Ship};
use formats::script::{Instruction, Item, Label, Opcode, assemble};
use formats::{ImageBuilder, SectionId, tables};
use runtime::debug::{At, Breakpoint, Statements, Stops};
use runtime::{Input, Options, Recording, Simulation, Tick, TraceLevel};

use common::large;

/// Rounds of the straight routine, and instructions of a round.
const ROUNDS: u32 = 3000;
const ROUND: u64 = 10;

fn byte(opcode: Opcode, byte: u8) -> Item {
    Item::Code(Instruction::byte(opcode, byte))
}

fn op(opcode: Opcode) -> Item {
    Item::Code(Instruction::plain(opcode))
}

/// A long routine without a call: sums, comparisons, branches and stores.
fn straight() -> Vec<Item> {
    let mut items = Vec::new();
    for round in 0..ROUNDS {
        items.extend([
            byte(Opcode::PushByte, 3),
            byte(Opcode::PushByte, 4),
            op(Opcode::Add),
            byte(Opcode::PushByte, 7),
            op(Opcode::Equal),
            Item::Code(Instruction::branch(Opcode::BranchIfZeroAlt, Label(round))),
            byte(Opcode::SelectGlobal, 0),
            byte(Opcode::PushGlobal, 1),
            op(Opcode::AddAssign),
            Item::Label(Label(round)),
            op(Opcode::Nop),
        ]);
    }
    items.extend([byte(Opcode::PushByte, 1), op(Opcode::Return)]);
    items
}

/// Where the statements of the straight routine start, from the start of its block: the test, the
/// sum, the rest.
fn statements() -> impl Iterator<Item = u32> {
    const BYTES: u32 = 17;
    (0..ROUNDS).flat_map(|round| [0, 11, 16].map(|offset| 2 + BYTES * round + offset))
}

/// A mission of ships that are all in one flight group, which its start part makes.
fn mission(
    ships: &[Ship],
    start: Vec<Item>,
    part: Vec<Item>,
    statements: Statements,
) -> Simulation {
    let mut script = Vec::new();
    let mut parts = Vec::new();
    for (code, flags) in [(start, Part::START), (part, 0)] {
        parts.push(Part {
            start: u16::try_from(script.len() / 2).unwrap(),
            flags,
            ..Part::default()
        });
        script.extend(assemble(&code, &[]).unwrap().bytes);
    }
    let group = FlightGroup {
        object_id: u16::try_from(ships.len()).unwrap(),
        ..FlightGroup::default()
    };
    let mut objects = vec![Object::default(); ships.len()];
    objects.push(Object {
        kind: 1,
        ..Object::default()
    });
    let mut image = ImageBuilder::new();
    image.set_records(ships).unwrap();
    image.set_records(&[group]).unwrap();
    image.set_records(&objects).unwrap();
    image.set_records(&parts).unwrap();
    image
        .set_records(&vec![formats::records::Global::default(); 2])
        .unwrap();
    image.set_section(SectionId::Script, &script).unwrap();
    image
        .set_section(SectionId::CommandFlags, &tables::command_flags())
        .unwrap();
    let options = Options {
        trace: TraceLevel::Off,
        statements,
        ..Options::default()
    };
    Simulation::new(Arc::new(image.finish().unwrap()), options)
}

/// The same routine in a loop that checks nothing but that it stays inside its slices.
fn bare(code: &[u8], globals: &mut [u32; 256]) -> u32 {
    let mut stack = [0_u32; 32];
    let (mut top, mut ip, mut target) = (0, 2, 0);
    loop {
        match code[ip] {
            0x32 => {
                stack[top] = u32::from(code[ip + 1]);
                top += 1;
                ip += 2;
            }
            0x1B => {
                top -= 1;
                stack[top - 1] = stack[top - 1].wrapping_add(stack[top]);
                ip += 1;
            }
            0x02 => {
                top -= 1;
                stack[top - 1] = u32::from(stack[top - 1] == stack[top]);
                ip += 1;
            }
            0x24 => {
                top -= 1;
                ip = match stack[top] {
                    0 => ip + 1 + usize::from(u16::from_be_bytes([code[ip + 1], code[ip + 2]])),
                    _ => ip + 3,
                };
            }
            0x40 => {
                target = usize::from(code[ip + 1]);
                stack[top] = globals[target];
                top += 1;
                ip += 2;
            }
            0x27 => {
                stack[top] = globals[usize::from(code[ip + 1])];
                top += 1;
                ip += 2;
            }
            0x17 => {
                globals[target] = globals[target].wrapping_add(stack[top - 1]);
                top -= 2;
                ip += 1;
            }
            0x53 => ip += 1,
            _ => return stack[top - 1],
        }
    }
}

fn dispatch(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dispatch");
    group.throughput(Throughput::Elements(u64::from(ROUNDS) * ROUND));
    let code = assemble(&straight(), &[]).unwrap().bytes;
    group.bench_function("bare loop", |bencher| {
        let mut globals = [1; 256];
        bencher.iter(|| bare(black_box(&code), &mut globals));
    });
    let start = vec![byte(Opcode::PushByte, 1), op(Opcode::Return)];
    let behind = assemble(&start, &[]).unwrap().bytes.len() as u32;
    let marked = Statements::new(statements().map(|offset| behind + offset));
    let marks = marked.len();
    for (name, statements) in [
        ("machine", Statements::default()),
        ("machine with statements", marked),
    ] {
        let covers = !statements.is_empty();
        let ready = mission(&[], start.clone(), straight(), statements);
        let run = |mut simulation: Simulation| {
            simulation.tick();
            simulation
        };
        let begin = || {
            let mut simulation = ready.clone();
            simulation.input(Input::RunPart { part: 1 });
            simulation
        };
        if covers {
            assert_eq!(run(begin()).coverage().count(), marks);
        }
        group.bench_function(name, |bencher| {
            bencher.iter_batched(begin, run, BatchSize::SmallInput);
        });
    }
    group.finish();
}

fn ticks(criterion: &mut Criterion) {
    let ships: Vec<Ship> = (0..60_u16)
        .map(|n| Ship {
            object_id: u32::from(n),
            flight_group: 0,
            kind: if n % 2 == 0 { 0 } else { 0x27 },
            position: [f32::from(n) * 5000.0, 0.0, f32::from(n % 7) * 9000.0],
            ..Ship::default()
        })
        .collect();
    let mut start = vec![
        byte(Opcode::PushFlightGroup, 0),
        byte(Opcode::Command, 0x03),
    ];
    for n in 1..60 {
        start.extend([
            byte(Opcode::PushShip, n),
            byte(Opcode::PushByte, 105),
            byte(Opcode::PushByte, 0),
            byte(Opcode::PushShip, (n + 7) % 60),
            byte(Opcode::Command, 0x0B),
        ]);
    }
    start.extend([byte(Opcode::PushByte, 1), op(Opcode::Return)]);
    let part = vec![byte(Opcode::PushByte, 1), op(Opcode::Return)];
    let ready = mission(&ships, start, part, Statements::default());
    let mut group = criterion.benchmark_group("mission of 60 ships");
    group.throughput(Throughput::Elements(100));
    group.bench_function("a second", |bencher| {
        bencher.iter_batched(
            || ready.clone(),
            |mut simulation| {
                simulation.advance(100);
                simulation
            },
            BatchSize::SmallInput,
        );
    });
    let recording = Recording::new(ready.clone());
    group.bench_function("a second of a recording", |bencher| {
        bencher.iter_batched(
            || recording.clone(),
            |mut recording| {
                recording.advance(100);
                recording
            },
            BatchSize::SmallInput,
        );
    });
    let breakpoints = [
        At::Statement { script: 2 },
        At::Trigger { trigger: 0 },
        At::Command { command: 0x0B },
        At::Global { global: 1 },
    ];
    let stops = Arc::new(Stops {
        breakpoints: (0..)
            .zip(breakpoints)
            .map(|(id, at)| Breakpoint::new(id, at))
            .collect(),
        faults: true,
    });
    group.bench_function("a second with breakpoints", |bencher| {
        bencher.iter_batched(
            || recording.clone(),
            |mut recording| {
                assert!(recording.run(100, &stops, None).0.is_none());
                recording
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("a snapshot", |bencher| bencher.iter(|| ready.snapshot()));
    group.bench_function("a clone", |bencher| bencher.iter(|| ready.clone()));
    group.finish();
}

/// The farthest look back in half an hour of 120 ships, where everything is logged, beside the
/// mission's own speed at that moment.
fn seek(criterion: &mut Criterion) {
    let mut recording = Recording::start(Arc::new(large::mission().image()), large::options());
    for tick in 0..large::HALF_AN_HOUR {
        if let Some(hit) = large::hit(tick) {
            recording.input(hit);
        }
        recording.advance(1);
    }
    let head = recording.head().now();
    // The last moment before a copy, late in the run.
    let farthest = Tick(head.0 / 8 * 7 / recording.longest_way() * recording.longest_way() - 2);
    recording.seek(farthest);
    let there = recording.current().clone();
    let mut group = criterion.benchmark_group("half an hour of 120 ships");
    group.sample_size(20);
    group.bench_function("the farthest look back", |bencher| {
        bencher.iter(|| {
            recording.seek(head);
            recording.seek(farthest);
        });
    });
    group.throughput(Throughput::Elements(100));
    group.bench_function("a second", |bencher| {
        bencher.iter_batched(
            || there.clone(),
            |mut simulation| {
                simulation.advance(100);
                simulation
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(benches, dispatch, ticks, seek);
criterion_main!(benches);
