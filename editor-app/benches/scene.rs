//! What it costs to build the scene of a mission at every limit, beside a bare copy of where its ships
//! stand.

#[path = "../../model/benches/limits/mod.rs"]
mod limits;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use editor_app::scene_from_mission::{Held, Look, scene_from_mission};
use editor_app::selection::Selection;
use editor_app::theme::palette_of;
use model::{Collection, Rotation, ShipId, Vec3};

fn scene(criterion: &mut Criterion) {
    let mission = limits::mission();
    assert_eq!(mission.ships.len(), 512);
    let nothing = Selection::default();
    let nowhere = Held::new();
    let mut everything = Selection::default();
    everything.set(mission.ids(Collection::Ships));
    let dragged: Held = mission
        .ships
        .iter()
        .map(|ship| (ship.id.clone(), (ship.position, Rotation::default())))
        .collect();
    let look = |selection, held| Look {
        selection,
        hovered: None,
        palette: palette_of(true),
        held,
        text: [6.0, 14.0],
    };

    let mut group = criterion.benchmark_group("scene of 512 ships");
    group.bench_function("copy of ids and places", |bencher| {
        bencher.iter(|| -> Vec<(ShipId, Vec3)> {
            let ships = black_box(&mission).ships.iter();
            ships.map(|ship| (ship.id.clone(), ship.position)).collect()
        });
    });
    group.bench_function("build", |bencher| {
        bencher.iter(|| scene_from_mission(&mission, &look(&nothing, &nowhere)));
    });
    group.bench_function("build with all selected and dragged", |bencher| {
        bencher.iter(|| scene_from_mission(&mission, &look(&everything, &dragged)));
    });
    group.finish();
}

criterion_group!(benches, scene);
criterion_main!(benches);
