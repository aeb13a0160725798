//! What a mission at every limit costs to compile, check, take apart, read and write, beside a bare
//! copy of its image and a bare scan of its text.

mod limits;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use model::compile::compile;
use model::decompile::decompile;
use model::source::{Source, write};
use model::validate::{check, validate};

fn image(criterion: &mut Criterion) {
    let mission = limits::mission();
    let image = limits::image(&mission);
    // Made from its image, it carries that image along, and is compiled over it.
    let decompiled = decompile(&image, &[]).mission;
    let compiled = compile(&mission);
    let mut copy = image.bytes().to_vec();

    let mut group = criterion.benchmark_group("image at the limits");
    group.throughput(Throughput::Bytes(copy.len() as u64));
    group.bench_function("memcpy", |bencher| {
        bencher.iter(|| copy.copy_from_slice(black_box(image.bytes())));
    });
    group.bench_function("compile", |bencher| bencher.iter(|| compile(&mission)));
    group.bench_function("compile over its image", |bencher| {
        bencher.iter(|| compile(&decompiled));
    });
    group.bench_function("validate", |bencher| {
        bencher.iter(|| validate(&mission, &compiled));
    });
    group.bench_function("check", |bencher| bencher.iter(|| check(&mission)));
    group.bench_function("decompile", |bencher| {
        bencher.iter(|| decompile(&image, &[]));
    });
    group.finish();
}

fn source(criterion: &mut Criterion) {
    let mission = limits::mission();
    let text = write(&mission, false);
    let source = Source::read(&text).unwrap();

    let mut group = criterion.benchmark_group("source at the limits");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("scan", |bencher| {
        bencher.iter(|| black_box(&text).chars().map(u32::from).max());
    });
    group.bench_function("read", |bencher| bencher.iter(|| Source::read(&text)));
    group.bench_function("write", |bencher| bencher.iter(|| write(&mission, false)));
    group.bench_function("save unchanged", |bencher| {
        bencher.iter(|| source.save(&mission));
    });
    group.finish();
}

criterion_group!(benches, image, source);
criterion_main!(benches);
