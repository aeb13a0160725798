//! A session with a linked engine: it is started from the window, stopped at a breakpoint and stepped,
//! edited while it plays, killed, started again, and its ships' places are pulled back.

use editor_app::action::{Action, Command};
use editor_app::app::App;
use editor_app::layout::{Preset, Tab};
use editor_app::live_link::Status;
use editor_app::preview::{PreviewAction, Standing};
use eframe::egui::{Context, Pos2, Rect, pos2};
use model::diagnostic::Place;
use model::edit::Edit;
use model::{AnyId, Collection, Real, ShipChange, ShipId, Vec3};
use runtime::Input;

use crate::{Step, click, focus, painted, painted_at, step, xdotool};

/// Where the text of a routine is in the layout for debugging.
const TEXT: Rect = Rect {
    min: Pos2::new(215.0, 78.0),
    max: Pos2::new(818.0, 372.0),
};
/// Where the carrier is moved to.
const THERE: [f32; 3] = [9_000.0, -60_000.0, 4_000.0];

fn record(collection: Collection, id: &str) -> AnyId {
    AnyId {
        collection,
        id: id.into(),
    }
}

fn routine() -> AnyId {
    record(Collection::Routines, "wave_gone")
}

/// The middle of a text that is painted, by its end: icons stand before some.
fn find(context: &Context, wanted: &str) -> Option<Pos2> {
    let texts = painted_at(context);
    let found = texts.into_iter().find(|(text, _)| text.ends_with(wanted));
    found.map(|(_, at)| at.center())
}

fn press(context: &Context, wanted: &str) {
    click(find(context, wanted).unwrap());
}

fn sees(context: &Context, wanted: &str) -> bool {
    painted(context).iter().any(|it| it.contains(wanted))
}

fn plays(app: &App) -> bool {
    let preview = app.preview_state();
    app.link_state().status() == Status::Playing
        && preview.is_linked()
        && preview.snapshot().is_some()
}

fn waves(app: &App) -> Option<u32> {
    let snapshot = app.preview_state().snapshot()?;
    snapshot.globals.first().copied()
}

fn line(app: &App) -> Option<String> {
    let (owner, span) = app.preview_state().stopped_at()?;
    let body = app.document().mission().body(&owner)?;
    Some(body.text.get(span)?.trim().to_owned())
}

/// How far the carrier's ghost is from where it is moved to.
fn distance(app: &App) -> Option<f64> {
    let preview = app.preview_state();
    let number = preview.ship_number(&record(Collection::Ships, "reliant"))?;
    let ghost = preview.snapshot()?.ship(number)?.position;
    let squares = ghost.iter().zip(THERE.map(f64::from));
    Some(squares.map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt())
}

pub(crate) fn steps() -> Vec<Step> {
    vec![
        focus(),
        step(
            "the text in the layout for debugging",
            |app, _, _| {
                app.set_engine(env!("CARGO_BIN_EXE_sortie").into());
                app.ask(Action::Layout(Preset::Debug));
                app.ask(Action::GoTo(Place::text(routine(), 0..0)));
            },
            |_, _, context| {
                let texts = painted_at(context);
                texts
                    .iter()
                    .any(|(it, at)| it == "1" && TEXT.contains_rect(*at))
            },
        ),
        step(
            "a breakpoint from a click in the margin",
            |_, _, context| {
                let texts = painted_at(context);
                let mut numbers = texts.iter().filter(|(_, at)| TEXT.contains_rect(*at));
                let number = numbers.find(|(it, _)| it == "1").unwrap().1;
                click(pos2(number.left() - 18.0, number.center().y));
            },
            |app, _, _| app.breakpoints().len() == 1,
        ),
        step(
            "the panel of the link",
            |app, _, _| app.ask(Action::ShowTab(Tab::Live)),
            |_, _, context| find(context, "Start the Engine").is_some(),
        ),
        step(
            "the engine, started by a click",
            |_, _, context| press(context, "Start the Engine"),
            |app, _, context| plays(app) && sees(context, "the document's build"),
        ),
        step(
            "the stop at the breakpoint",
            |app, _, _| {
                let part = app.preview_state().part_number(&routine()).unwrap();
                let input = Input::RunPart { part };
                app.ask(Action::Preview(PreviewAction::Input(input)));
            },
            |app, _, _| line(app).as_deref() == Some("waves_down += 1") && waves(app) == Some(0),
        ),
        step(
            "the next line, and the global that changed",
            |_, _, _| {
                xdotool(&["key", "F10"]);
            },
            |app, _, _| {
                line(app).is_some_and(|it| it != "waves_down += 1") && waves(app) == Some(1)
            },
        ),
        step(
            "the run that goes on",
            |_, _, _| {
                xdotool(&["key", "F5"]);
            },
            |app, _, _| {
                app.preview_state().stopped().is_none()
                    && app.preview_state().standing() == Standing::Playing
            },
        ),
        step(
            "live edits, switched on",
            |_, _, context| press(context, "Live edits"),
            |app, _, _| app.link_state().live_edits(),
        ),
        step(
            "the ghost where the document has the ship now",
            |app, _, _| {
                let [x, y, z] = THERE.map(Real::from);
                let id = ShipId::new("reliant").unwrap();
                app.ask(Action::Edit {
                    label: "Move reliant".to_owned(),
                    gesture: None,
                    edit: Edit::change(&id, ShipChange::Position(Vec3 { x, y, z })),
                });
            },
            |app, _, _| distance(app).is_some_and(|it| it < 10_000.0),
        ),
        step(
            "the end of a killed engine, told",
            |app, _, _| app.kill_engine(),
            |app, _, context| {
                app.link_state().status() == Status::None
                    && app.link_state().ended().is_some_and(|it| sees(context, it))
                    && app.preview_state().is_over()
            },
        ),
        step(
            "another engine, some seconds on",
            |_, _, context| press(context, "Start the Engine"),
            |app, _, _| {
                let clock = app.preview_state().snapshot().map(|it| it.clock);
                plays(app) && clock >= Some(4)
            },
        ),
        step(
            "the places of its ships in the document",
            |_, _, context| press(context, "Pull Positions"),
            |app, _, _| {
                let label = app.document().history().undo_label();
                label.is_some_and(|it| it.starts_with("Pull "))
            },
        ),
        step(
            "the ships where they were, by one undo",
            |app, _, _| app.ask(Action::Command(Command::Undo)),
            |app, _, _| app.document().history().undo_label() == Some("Move reliant"),
        ),
        step(
            "the mission as it was, and the engine gone",
            |app, _, context| {
                app.ask(Action::Command(Command::Undo));
                press(context, "End the Link");
            },
            |app, _, _| !app.document().is_dirty() && app.link_state().status() == Status::None,
        ),
    ]
}
