//! What an image at every limit costs to read and to write, beside a bare copy of the file; and its
//! script to take apart, beside a bare loop over the same bytes.

mod limits;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use formats::script::{Instruction, RoutineMap, disassemble};
use formats::{Image, SectionId, Tables};

fn read_and_write(criterion: &mut Criterion) {
    let contents = limits::contents();
    let bytes = limits::image(&contents).into_bytes();
    let read = Image::read(bytes.clone()).unwrap();
    assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    assert_eq!(Tables::read(&read.value), contents.tables);

    let mut group = criterion.benchmark_group("image");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    let mut copy = bytes.clone();
    group.bench_function("memcpy", |bencher| {
        bencher.iter(|| copy.copy_from_slice(black_box(&bytes)));
    });
    group.bench_function("read", |bencher| {
        bencher.iter_batched(
            || bytes.clone(),
            |bytes| {
                let image = Image::read(bytes).unwrap().value;
                let tables = Tables::read(&image);
                (image, tables)
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("write", |bencher| {
        bencher.iter(|| limits::image(&contents));
    });
    group.finish();
}

/// Counts the instructions of a block, and checks nothing but that it stays inside its slice.
///
/// Knows the sizes of what the routines of this bench are made of.
fn bare(block: &[u8], end: usize) -> usize {
    let (mut at, mut count) = (2, 0);
    while at < end {
        at += match block[at] {
            0x04 | 0x17 | 0x43 => 1,
            0x24 | 0x42 => 3,
            _ => 2,
        };
        count += 1;
    }
    count
}

fn script(criterion: &mut Criterion) {
    let image = limits::image(&limits::contents());
    let tables = Tables::read(&image);
    let script = image.counted(SectionId::Script);
    let map = RoutineMap::read(&image, &tables);
    // Where each routine starts, where its code ends, where the next one starts.
    let routines: Vec<[usize; 3]> = map
        .routines
        .iter()
        .map(|(routine, _)| {
            assert!(routine.faults.is_empty(), "{:?}", routine.faults);
            let constants = 4 * routine.constants.len() + routine.filler.len();
            let next = routine.start + routine.block_len + constants;
            [routine.start, routine.padding.start as usize, next]
        })
        .collect();
    let bare_loop = || -> usize {
        let count = |[start, end, _]: &[usize; 3]| bare(&black_box(script)[*start..], *end);
        routines.iter().map(count).sum()
    };
    let instructions: usize = map.routines.iter().map(|(it, _)| it.code.len()).sum();
    assert_eq!(bare_loop(), instructions);

    let mut group = criterion.benchmark_group("script");
    group.throughput(Throughput::Elements(instructions as u64));
    group.bench_function("bare loop", |bencher| bencher.iter(bare_loop));
    group.bench_function("decode", |bencher| {
        let decode = |[start, end, _]: &[usize; 3]| {
            let (block, mut at, mut targets) = (&script[*start..], 2, 0);
            while at < *end {
                let instruction = Instruction::decode(block, at, *end).unwrap();
                at += instruction.size();
                targets += instruction.targets().count();
            }
            targets
        };
        bencher.iter(|| -> usize { routines.iter().map(decode).sum() });
    });
    group.bench_function("disassemble", |bencher| {
        bencher.iter(|| {
            let all = routines.iter();
            let each = all.map(|[start, _, next]| disassemble(script, *start, *next));
            each.collect::<Vec<_>>()
        });
    });
    group.bench_function("map", |bencher| {
        bencher.iter(|| RoutineMap::read(&image, &tables));
    });
    group.finish();
}

criterion_group!(benches, read_and_write, script);
criterion_main!(benches);
