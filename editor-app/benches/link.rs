//! What a frame of the window costs while a linked game answers as often as it is asked, with a
//! mission's file of the greatest size, beside one while there is no link.
//!
//! Frames come sixty times a second, as on a screen, and only what they take themselves is measured: at
//! 60 questions a second each has something new of the game, at 20 every third.

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
use formats::records::{Record as _, Ship};
use formats::sections::MAX_FILE_SIZE;
use formats::{Image, SectionId};
use runtime::link::{
    FrameReader, Hello, MissionStarted, ShipState, State, ThreadState, ToEditor, ToGame,
};

/// From one frame to the next.
const FRAME: Duration = Duration::from_micros(16_667);
/// Ships in play.
const SHIPS: u16 = 400;

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
        ships: (0..SHIPS)
            .map(|ship| (ship, ShipState::default()))
            .collect(),
        ..State::default()
    }
}

/// A mission at every limit, in a file of the most bytes that a game reads.
fn largest() -> Image {
    let image = limits::image(&limits::mission());
    let mut bytes = image.into_bytes();
    assert!(bytes.len() < MAX_FILE_SIZE);
    bytes.resize(MAX_FILE_SIZE, 0);
    Image::read(bytes).unwrap().value
}

/// The file after some answers: every ship in play has flown on.
fn file(image: &Image, answers: u32) -> ToEditor {
    let ships = image.offset(SectionId::Ships).unwrap();
    let mut bytes = image.bytes().to_vec();
    for ship in 0..usize::from(SHIPS) {
        // Its run-time place.
        let x = ships + ship * Ship::SIZE + 0x08;
        bytes[x..x + 4].copy_from_slice(&(answers as f32).to_le_bytes());
    }
    ToEditor::MissionFile(bytes)
}

/// A game that answers at once, whatever it is asked.
fn answer(mut stream: TcpStream, image: &Image) -> std::io::Result<()> {
    let send = |stream: &mut TcpStream, message: &ToEditor| {
        stream.write_all(&message.to_frame().unwrap().to_bytes().unwrap())
    };
    let mut answers = 0;
    send(&mut stream, &ToEditor::Hello(Hello::default()))?;
    let started = MissionStarted {
        number: 1,
        file: "mission1.dte".to_owned(),
    };
    send(&mut stream, &ToEditor::MissionStarted(started))?;
    send(&mut stream, &file(image, answers))?;
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
                Ok(ToGame::GetMission) => {
                    answers += 1;
                    send(&mut stream, &file(image, answers))?;
                }
                _ => {}
            }
        }
    }
}

/// What some frames take, each in its time.
fn frames(window: &mut Window, count: u64) -> Duration {
    let mut taken = Duration::ZERO;
    let mut next = Instant::now();
    for _ in 0..count {
        next += FRAME;
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
        let begun = Instant::now();
        window.run_steps(1);
        taken += begun.elapsed();
    }
    taken
}

fn frame(criterion: &mut Criterion) {
    let image = Arc::new(largest());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // It ends with the window.
            let _ = answer(stream, &image);
        }
    });
    let mut group = criterion.benchmark_group("frame of the layout for debugging");
    let mut window = window();
    group.bench_function("without a link", |bencher| {
        bencher.iter_custom(|count| frames(&mut window, count));
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
    for rate in [20, 60] {
        window.state_mut().ask(Action::Link(LinkAction::Rate(rate)));
        window.run_steps(4);
        group.bench_function(format!("linked, asked {rate} times a second"), |bencher| {
            bencher.iter_custom(|count| frames(&mut window, count));
        });
    }
    group.finish();
}

criterion_group!(benches, frame);
criterion_main!(benches);
