//! What a frame of the window costs while a run goes as fast as it can, beside one while it stands.

use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use editor_app::action::Action;
use editor_app::app::App;
use editor_app::layout::Preset;
use editor_app::preview::{FASTEST, PreviewAction, Standing};
use egui_kittest::Harness;

type Window = Harness<'static, App>;

fn window() -> Window {
    let mut window = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(64)
        .build_eframe(|creation| App::new(&creation.egui_ctx, None, None));
    window.run_steps(4);
    for action in [
        Action::Layout(Preset::Debug),
        Action::Preview(PreviewAction::Speed(FASTEST)),
        Action::Preview(PreviewAction::Toggle),
    ] {
        window.state_mut().ask(action);
        window.run_steps(2);
    }
    // A run of some minutes has a log to show.
    let begun = Instant::now();
    let far = |window: &Window| {
        let snapshot = window.state().preview_state().snapshot();
        snapshot.is_some_and(|it| it.tick.0 > 20_000)
    };
    while !far(&window) && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
        window.run_steps(1);
    }
    window
}

fn frame(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("frame of the layout for debugging");
    let mut window = window();
    let standing = |window: &Window| window.state().preview_state().standing();
    assert_eq!(standing(&window), Standing::Playing);
    group.bench_function("at full speed", |bencher| {
        bencher.iter(|| window.run_steps(1));
    });
    window
        .state_mut()
        .ask(Action::Preview(PreviewAction::Toggle));
    window.run_steps(8);
    assert_eq!(standing(&window), Standing::Still);
    group.bench_function("standing", |bencher| bencher.iter(|| window.run_steps(1)));
    group.finish();
}

criterion_group!(benches, frame);
criterion_main!(benches);
