//! A session with the debugger: a breakpoint with a condition, a stop, a look at the thread, a step
//! back, an edit while the run stands, and the question why a trigger did not fire.

use editor_app::action::{Action, Command};
use editor_app::app::App;
use editor_app::layout::{Preset, Tab};
use editor_app::preview::{PreviewAction, Standing};
use eframe::egui::{Context, Pos2, Rect, pos2};
use model::diagnostic::Place;
use model::{AnyId, Collection};
use runtime::Input;
use runtime::debug::Why;

use crate::{Step, click, focus, painted, painted_at, real_title, step, xdotool};

/// Where the text of a routine is in the layout for debugging.
const TEXT: Rect = Rect {
    min: Pos2::new(215.0, 78.0),
    max: Pos2::new(818.0, 372.0),
};

fn routine() -> AnyId {
    AnyId {
        collection: Collection::Routines,
        id: "wave_gone".into(),
    }
}

fn text(app: &App) -> String {
    let mission = app.document().mission();
    mission.body(&routine()).unwrap().text.clone()
}

/// Where a text is painted in a part of the window.
fn find(context: &Context, wanted: &str, part: Rect) -> Option<Rect> {
    let texts = painted_at(context);
    let found = texts
        .into_iter()
        .find(|(text, at)| text == wanted && part.contains_rect(*at));
    found.map(|(_, at)| at)
}

fn everywhere() -> Rect {
    Rect::from_min_max(pos2(0.0, 0.0), pos2(1280.0, 800.0))
}

/// What the run holds in the first global, `waves_down`.
fn waves(app: &App) -> Option<u32> {
    let snapshot = app.preview_state().snapshot()?;
    snapshot.globals.first().copied()
}

fn line(app: &App) -> Option<String> {
    let (owner, span) = app.preview_state().stopped_at()?;
    let body = app.document().mission().body(&owner)?;
    Some(body.text.get(span)?.trim().to_owned())
}

fn stands(app: &App) -> bool {
    app.preview_state().standing() == Standing::Still
}

/// A wave is gone, by the author's hand.
fn wave_gone(app: &mut App) {
    if let Some(part) = app.preview_state().part_number(&routine()) {
        let input = Input::RunPart { part };
        app.ask(Action::Preview(PreviewAction::Input(input)));
    }
}

pub(crate) fn steps() -> Vec<Step> {
    vec![
        focus(),
        step(
            "the text in the layout for debugging",
            |app, _, _| {
                app.ask(Action::Layout(Preset::Debug));
                app.ask(Action::GoTo(Place::text(routine(), 0..0)));
                app.ask(Action::ShowTab(Tab::Breakpoints));
            },
            |_, _, context| find(context, "2", TEXT).is_some(),
        ),
        step(
            "a breakpoint from a click in the margin",
            |_, _, context| {
                let number = find(context, "2", TEXT).unwrap();
                click(pos2(number.left() - 18.0, number.center().y));
            },
            |app, _, context| {
                app.breakpoints().len() == 1
                    && painted(context)
                        .iter()
                        .any(|it| it.starts_with("wave_gone:2"))
            },
        ),
        step(
            "its fields",
            |_, _, context| {
                let texts = painted_at(context);
                let row = texts.iter().find(|(it, _)| it.starts_with("wave_gone:2"));
                let row = row.unwrap().1;
                // The triangle stands at the left of the row.
                click(pos2(14.0, row.center().y));
            },
            |_, _, context| find(context, "Condition", everywhere()).is_some(),
        ),
        step(
            "the caret in its condition",
            |_, _, context| {
                let label = find(context, "Condition", everywhere()).unwrap();
                click(pos2(label.right() + 60.0, label.center().y));
            },
            |_, _, context| context.text_edit_focused(),
        ),
        step(
            "its condition, typed",
            |_, _, _| {
                xdotool(&["type", "--delay", "60", "waves_down == 2"]);
            },
            |app, _, _| {
                let mut breakpoints = app.breakpoints().iter();
                breakpoints.all(|it| it.condition == "waves_down == 2")
            },
        ),
        step(
            "a run that passes the first wave",
            |_, _, _| {
                xdotool(&["key", "F5"]);
            },
            |app, _, _| app.preview_state().snapshot().is_some(),
        ),
        step(
            "one wave gone, and no stop",
            |app, _, _| wave_gone(app),
            |app, _, _| waves(app) == Some(1) && !stands(app),
        ),
        step(
            "the stop at the second, with its thread",
            |app, _, _| wave_gone(app),
            |app, _, context| {
                let why = app.preview_state().stopped().map(|it| it.why.clone());
                matches!(why, Some(Why::Breakpoints(_)))
                    && line(app).as_deref() == Some("if waves_down == 2:")
                    && waves(app) == Some(2)
                    && find(context, "wave_gone:2", everywhere()).is_some()
            },
        ),
        step(
            "the line before, as it was",
            |_, _, _| {
                xdotool(&["key", "shift+F10"]);
            },
            |app, _, _| line(app).as_deref() == Some("waves_down += 1") && waves(app) == Some(1),
        ),
        step(
            "the caret before the number in the line",
            |app, _, _| {
                let at = text(app).find('1').unwrap();
                app.ask(Action::GoTo(Place::text(routine(), at..at + 1)));
            },
            |app, _, context| {
                let at = text(app).find('1').unwrap();
                let caret = app.panels().routine_caret();
                context.text_edit_focused() && caret.is_some_and(|it| it.1 == at)
            },
        ),
        step(
            "an edited line",
            |_, _, _| {
                xdotool(&["key", "2"]);
                xdotool(&["key", "Delete"]);
            },
            |app, _, _| text(app).starts_with("waves_down += 2"),
        ),
        step(
            "the run of the edited mission at the same moment, and what differs",
            |_, _, _| {},
            |app, _, _| {
                let preview = app.preview_state();
                let difference = preview.difference();
                !preview.is_outdated()
                    && stands(app)
                    && waves(app) == Some(2)
                    && difference
                        .and_then(|it| it.now.as_ref())
                        .is_some_and(|it| it.text == "waves_down = 2")
            },
        ),
        step(
            "the run that goes on past the breakpoint",
            |_, _, _| {
                xdotool(&["key", "F5"]);
            },
            |app, _, _| {
                // Whoever comes near a nav point is looked for once a second.
                let now = app.preview_state().snapshot().map(|it| it.tick.0);
                waves(app) == Some(4) && !stands(app) && now > Some(150)
            },
        ),
        step(
            "the triggers of the run",
            |app, _, _| {
                xdotool(&["key", "F5"]);
                app.ask(Action::ShowTab(Tab::Triggers));
            },
            |app, _, context| stands(app) && find(context, "Why not?", everywhere()).is_some(),
        ),
        step(
            "why the first did not fire",
            |_, _, context| {
                let link = find(context, "Why not?", everywhere()).unwrap();
                click(link.center());
            },
            |app, _, context| {
                let Some(why) = app.preview_state().why() else {
                    return false;
                };
                let cause = why.lines.first().map(|it| it.text.clone());
                &*why.trigger.id == "at_the_convoy"
                    && cause.is_some_and(|cause| {
                        cause.contains("no ship came within 4000 of ship nav_convoy")
                            && painted(context).contains(&cause)
                    })
            },
        ),
        step(
            "the mission as it was",
            |app, _, _| app.ask(Action::Command(Command::Undo)),
            |app, _, _| !app.document().is_dirty() && !real_title().starts_with('●'),
        ),
    ]
}
