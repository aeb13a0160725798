//! The editor in a real window, with a real pointer and keyboard: what only a window shows.
//!
//! It needs a display with OpenGL, and `xdotool` to move the pointer. Without them it is skipped,
//! unless `SORTIE_REQUIRE_GL` is set. The window stands in a process of its own, since a window wants
//! the main thread and an environment without a desktop's dialogs.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it tells its results as the standard harness does, which cannot run it"
)]

use std::collections::VecDeque;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use editor_app::app::{App, native_options};
use eframe::egui::{
    self, ColorImage, Context, Event, LayerId, Pos2, Rect, Shape, UserData, ViewportCommand,
};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use model::Vec3;

mod debugging;
mod journey;
mod linking;

const CHILD: &str = "SORTIE_TEST_FOLDER";
/// Which steps the window's process goes through.
const STEPS: &str = "SORTIE_TEST_STEPS";
const SIZE: [f32; 2] = [1280.0, 800.0];
/// How long a step may take on a machine that draws in software.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether all was as it must be.
type Test = fn() -> bool;

fn main() -> ExitCode {
    if let Some(folder) = std::env::var_os(CHILD) {
        return in_window(Path::new(&folder));
    }
    const TESTS: [(&str, Test); 4] = [
        ("a_mission_from_end_to_end", || in_child("journey")),
        ("a_session_with_the_debugger", || in_child("debugging")),
        ("a_session_with_a_linked_engine", || in_child("linking")),
        (
            "a_screenshot_shows_the_mission",
            a_screenshot_shows_the_mission,
        ),
    ];
    println!("\nrunning {} tests", TESTS.len());
    let missing = missing();
    let required = std::env::var_os("SORTIE_REQUIRE_GL").is_some();
    let (mut passed, mut failed, mut ignored) = (0, 0, 0);
    for (name, test) in TESTS {
        let (count, word) = match missing {
            Some(missing) if required => (&mut failed, format!("FAILED, {missing}")),
            Some(missing) => (&mut ignored, format!("ignored, {missing}")),
            None if test() => (&mut passed, "ok".to_owned()),
            None => (&mut failed, "FAILED".to_owned()),
        };
        *count += 1;
        println!("test {name} ... {word}");
    }
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {word}. {passed} passed; {failed} failed; {ignored} ignored");
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn in_child(steps: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    Command::new(std::env::current_exe().unwrap())
        .env(CHILD, folder.path())
        .env(STEPS, steps)
        .env_remove("DBUS_SESSION_BUS_ADDRESS")
        .status()
        .unwrap()
        .success()
}

/// The command draws what there is, in the size that was asked for, alone or with the whole editor.
fn a_screenshot_shows_the_mission() -> bool {
    let folder = tempfile::tempdir().unwrap();
    let example =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/first-sortie.mission.yaml");
    [&[][..], &["--window"], &["--light"]].iter().all(|more| {
        let path = folder.path().join("out.png");
        let done = Command::new(env!("CARGO_BIN_EXE_sortie"))
            .arg("screenshot")
            .arg(&example)
            .arg("-o")
            .arg(&path)
            .args(["--size", "900x600"])
            .args(*more)
            .status()
            .unwrap();
        let picture = image::open(&path).unwrap().into_rgb8();
        let mut colours: Vec<_> = picture.pixels().map(|pixel| pixel.0).collect();
        colours.sort_unstable();
        colours.dedup();
        done.success() && picture.dimensions() == (900, 600) && colours.len() > 200
    })
}

/// What there is not, of what the test needs.
fn missing() -> Option<&'static str> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|it| !it.is_empty());
    let tool = Command::new("xdotool")
        .arg("version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !set("DISPLAY") {
        Some("needs a display with OpenGL (DISPLAY is not set)")
    } else if !tool.is_ok_and(|it| it.success()) {
        Some("needs xdotool")
    } else {
        None
    }
}

fn xdotool(arguments: &[&str]) -> String {
    let output = Command::new("xdotool").args(arguments).output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn move_to(at: Pos2) {
    xdotool(&[
        "mousemove",
        &at.x.round().to_string(),
        &at.y.round().to_string(),
    ]);
}

fn click(at: Pos2) {
    move_to(at);
    xdotool(&["click", "1"]);
}

fn type_path(path: &Path) {
    xdotool(&["key", "ctrl+a"]);
    xdotool(&["type", "--delay", "20", path.to_str().unwrap()]);
    xdotool(&["key", "Return"]);
}

/// Where the outline's row of a ship is. The window lays out alike with and without a display.
fn outline_row(name: &str) -> Pos2 {
    let mut window = Harness::builder()
        .with_size(SIZE)
        .build_eframe(|creation| App::new(&creation.egui_ctx, None, None));
    window.run_steps(6);
    window.get_by_label_contains(name).rect().center()
}

fn in_window(folder: &Path) -> ExitCode {
    let mut options = native_options();
    options.viewport = options
        .viewport
        .with_position([0.0, 0.0])
        .with_inner_size(SIZE);
    options.persist_window = false;
    options.persistence_path = Some(folder.join("settings.ron"));
    let steps = match std::env::var(STEPS).as_deref() {
        Ok("debugging") => debugging::steps(),
        Ok("linking") => linking::steps(),
        _ => journey::steps(outline_row("Mammoth 1"), folder.join("out.dte")),
    };
    let (sender, outcome) = std::sync::mpsc::channel();
    eframe::run_native(
        "sortie-window-test",
        options,
        Box::new(move |creation| {
            let app = App::new(&creation.egui_ctx, None, creation.gl.clone());
            Ok(Box::new(Driver {
                app,
                steps: steps.into(),
                begun: None,
                frames: 0,
                seen: Seen::default(),
                sender,
            }))
        }),
    )
    .unwrap();
    match outcome.try_recv() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => {
            eprintln!("the window closed before its end");
            ExitCode::FAILURE
        }
    }
}

/// What steps hand on to one another.
#[derive(Default)]
struct Seen {
    /// Whether the hand has let go of what it dragged.
    hand: Arc<AtomicBool>,
    place: Option<Vec3>,
    ghost: Option<[f64; 3]>,
    picture: Option<ColorImage>,
    earlier: Option<ColorImage>,
}

type Act = dyn FnOnce(&mut App, &mut Seen, &Context);
type Until = dyn Fn(&App, &mut Seen, &Context) -> bool;

/// One step: what is done, and what is to be seen then.
struct Step {
    name: &'static str,
    act: Box<Act>,
    until: Box<Until>,
}

fn step(
    name: &'static str,
    act: impl FnOnce(&mut App, &mut Seen, &Context) + 'static,
    until: impl Fn(&App, &mut Seen, &Context) -> bool + 'static,
) -> Step {
    Step {
        name,
        act: Box::new(act),
        until: Box::new(until),
    }
}

/// The real window, and what is still to be done in it.
struct Driver {
    app: App,
    steps: VecDeque<Step>,
    begun: Option<Instant>,
    frames: u32,
    seen: Seen,
    sender: std::sync::mpsc::Sender<()>,
}

impl eframe::App for Driver {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.app.frame(ui);
        let context = ui.ctx().clone();
        let picture = context.input(|input| {
            input.events.iter().find_map(|event| match event {
                Event::Screenshot { image, .. } => Some(image.as_ref().clone()),
                _ => None,
            })
        });
        if picture.is_some() {
            self.seen.picture = picture;
        }
        self.frames += 1;
        if self.frames > 6 {
            self.go_on(&context);
        }
        context.request_repaint();
    }
}

impl Driver {
    fn go_on(&mut self, context: &Context) {
        let Some(step) = self.steps.front_mut() else {
            let _ = self.sender.send(());
            context.send_viewport_cmd(ViewportCommand::Close);
            return;
        };
        let begun = *self.begun.get_or_insert_with(|| {
            let act = std::mem::replace(&mut step.act, Box::new(|_, _, _| {}));
            act(&mut self.app, &mut self.seen, context);
            Instant::now()
        });
        if (step.until)(&self.app, &mut self.seen, context) {
            self.begun = None;
            self.steps.pop_front();
        } else if begun.elapsed() > PATIENCE {
            // Unsaved work would keep the window from closing.
            eprintln!("the window did not come to: {}", step.name);
            std::process::exit(1);
        }
    }
}

fn window_id() -> String {
    let found = xdotool(&["search", "--name", "Sortie"]);
    found.lines().last().unwrap_or_default().to_owned()
}

fn real_title() -> String {
    xdotool(&["getwindowname", &window_id()])
}

fn place(app: &App) -> Vec3 {
    app.document()
        .mission()
        .ships
        .get("mammoth_1")
        .unwrap()
        .position
}

/// Every text that was painted in this frame.
fn painted(context: &Context) -> Vec<String> {
    painted_at(context)
        .into_iter()
        .map(|(text, _)| text)
        .collect()
}

/// Every text that was painted in this frame, with where it was.
fn painted_at(context: &Context) -> Vec<(String, Rect)> {
    fn collect(shape: &Shape, texts: &mut Vec<(String, Rect)>) {
        match shape {
            Shape::Text(text) => {
                texts.push((text.galley.text().to_owned(), text.visual_bounding_rect()));
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|it| collect(it, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    context.graphics(|layers| {
        for clipped in layers
            .get(LayerId::background())
            .iter()
            .flat_map(|it| it.all_entries())
        {
            collect(&clipped.shape, &mut texts);
        }
    });
    texts
}

fn ghost(app: &App) -> Option<[f64; 3]> {
    let snapshot = app.preview_state().snapshot()?;
    snapshot.ship(0).map(|object| object.position)
}

fn ask_for_picture(context: &Context) {
    context.send_viewport_cmd(ViewportCommand::Screenshot(UserData::default()));
}

/// Pixels that differ within a part of two pictures.
fn differing(a: &ColorImage, b: &ColorImage, part: Rect) -> usize {
    let [width, height] = a.size;
    let inside = |i: usize| {
        let at = Pos2::new((i % width) as f32, (i / width) as f32);
        part.contains(at)
    };
    assert_eq!([width, height], b.size);
    a.pixels
        .iter()
        .zip(&b.pixels)
        .enumerate()
        .filter(|(i, (a, b))| inside(*i) && a != b)
        .count()
}

/// The keyboard's keys go to the window.
fn focus() -> Step {
    step(
        "the keyboard",
        |_, _, _| {
            xdotool(&["windowfocus", "--sync", &window_id()]);
        },
        |_, _, context| context.input(|input| input.focused),
    )
}

/// The middle of the viewport, away from its controls.
const VIEW: Rect = Rect {
    min: Pos2::new(250.0, 100.0),
    max: Pos2::new(960.0, 460.0),
};
