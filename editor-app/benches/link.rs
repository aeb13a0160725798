//! What a frame of the window costs while a linked game answers as often as it is asked, with a
//! mission's file of the greatest size, beside one while there is no link.

#[path = "../../model/benches/limits/mod.rs"]
mod limits;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use editor_app::action::Action;
use editor_app::app::App;
use editor_app::layout::Preset;
use editor_app::live_link::{LinkAction, Status};
use egui_kittest::Harness;
use formats::Image;
use runtime::link::{
    FrameReader, Hello, MissionStarted, ShipState, State, ThreadState, ToEditor, ToGame,
};

type Window = Harness<'static, App>;

fn window() -> Window {
    let mut window = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(64)
        .build_eframe(|creation| App::new(&creation.egui_ctx, None, None));
    window.state_mut().ask(Action::Layout(Preset::Debug));
    window.run_steps(4);
    window
}

/// A state of 400 ships and as many threads as there are.
fn state(clock: u32) -> State {
    State {
        clock,
        threads: (0..31).map(|slot| (slot, ThreadState::default())).collect(),
        ships: (0..400).map(|ship| (ship, ShipState::default())).collect(),
        ..State::default()
    }
}

/// A game that answers at once, whatever it is asked, with a file of the greatest size.
fn answer(mut stream: TcpStream, image: &Image) -> std::io::Result<()> {
    let send = |stream: &mut TcpStream, message: &ToEditor| {
        stream.write_all(&message.to_frame().unwrap().to_bytes().unwrap())
    };
    let file = ToEditor::MissionFile(image.bytes().to_vec());
    send(&mut stream, &ToEditor::Hello(Hello::default()))?;
    let started = MissionStarted {
        number: 1,
        file: "mission1.dte".to_owned(),
    };
    send(&mut stream, &ToEditor::MissionStarted(started))?;
    send(&mut stream, &file)?;
    let mut reader = FrameReader::new();
    let mut bytes = vec![0; 65_536];
    let begun = Instant::now();
    loop {
        let read = stream.read(&mut bytes)?;
        if read == 0 {
            return Ok(());
        }
        reader.push(&bytes[..read]);
        while let Ok(Some(frame)) = reader.take() {
            match ToGame::from_frame(frame) {
                Ok(ToGame::GetState) => {
                    let clock = begun.elapsed().as_secs() as u32;
                    send(&mut stream, &ToEditor::State(Box::new(state(clock))))?;
                }
                Ok(ToGame::GetMission) => send(&mut stream, &file)?,
                _ => {}
            }
        }
    }
}

fn frame(criterion: &mut Criterion) {
    let image = limits::image(&limits::mission());
    // No message is larger than this project's own limit, and no mission than the game's.
    assert!(image.bytes().len() > 400_000);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let image = Arc::new(image);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // It ends with the window.
            let _ = answer(stream, &image);
        }
    });
    let mut group = criterion.benchmark_group("frame of the layout for debugging");
    let mut window = window();
    group.bench_function("without a link", |bencher| {
        bencher.iter(|| window.run_steps(1));
    });
    window
        .state_mut()
        .ask(Action::Link(LinkAction::Connect(port)));
    let begun = Instant::now();
    while !window.state().link_state().shows() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
        window.run_steps(1);
    }
    assert_eq!(window.state().link_state().status(), Status::Playing);
    group.bench_function("linked, with a file of the greatest size", |bencher| {
        bencher.iter(|| window.run_steps(1));
    });
    group.finish();
}

criterion_group!(benches, frame);
criterion_main!(benches);
