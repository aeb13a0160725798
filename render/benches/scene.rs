//! What it costs to prepare 512 ships for one camera, beside a bare copy of what is prepared.

use criterion::{Criterion, criterion_group, criterion_main};
use glam::{DVec2, DVec3};
use render::ships::{Batches, Instances};
use render::{Camera, Form, Scene, Shape, Theme};

fn scene() -> Scene {
    let forms = [Form::Fighter, Form::Capital, Form::Support, Form::Debris];
    let mut scene = Scene::new();
    for (index, form) in forms.iter().cycle().take(512).enumerate() {
        let index = index as f64;
        let offset = DVec3::new(index % 32.0 - 16.0, 0.0, (index / 32.0).floor()) * 1_000.0;
        let place = DVec3::new(1e7, 0.0, -2e7) + offset;
        scene.shapes.push(Shape::new(*form, place, 600.0));
    }
    scene
}

fn prepare(bench: &mut Criterion) {
    let scene = scene();
    let camera = Camera {
        focus: DVec3::new(1e7, 0.0, -2e7),
        ..Camera::new(DVec2::new(1280.0, 800.0))
    };
    let theme = Theme::dark();
    let mut batches = Batches::default();
    batches.fill(&scene.shapes, &camera, &theme);
    let prepared: Vec<Instances> = batches.solid.values().cloned().collect();
    let mut copy = prepared.clone();

    bench.bench_function("prepare 512 ships", |bench| {
        bench.iter(|| batches.fill(&scene.shapes, &camera, &theme));
    });
    bench.bench_function("copy 512 instances", |bench| {
        bench.iter(|| {
            for (to, from) in copy.iter_mut().zip(std::hint::black_box(&prepared)) {
                to.places.copy_from_slice(&from.places);
                to.turns.copy_from_slice(&from.turns);
                to.colours.copy_from_slice(&from.colours);
            }
        });
    });
}

criterion_group!(benches, prepare);
criterion_main!(benches);
