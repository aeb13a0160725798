//! A mission from end to end: select, drag, undo, run, export, open again.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use editor_app::action::Action;
use editor_app::preview::PreviewAction;
use eframe::egui::{Pos2, Vec2};
use model::Vec3;

use crate::{
    Step, VIEW, ask_for_picture, click, differing, focus, ghost, move_to, painted, place,
    real_title, step, type_path, xdotool,
};

pub(crate) fn steps(row: Pos2, image: PathBuf) -> Vec<Step> {
    let reopened = image.clone();
    let exported = image.clone();
    vec![
        focus(),
        step(
            "the title of an untouched mission",
            |_, _, _| {},
            |_, _, _| real_title() == "first-sortie (example) - Sortie",
        ),
        step(
            "a picture",
            |_, _, context| ask_for_picture(context),
            |_, seen, _| {
                // Something stands on the background: the driver draws.
                seen.picture.as_ref().is_some_and(|picture| {
                    let corner = picture.pixels.first().copied();
                    let other = picture
                        .pixels
                        .iter()
                        .filter(|it| Some(**it) != corner)
                        .count();
                    other > 20_000
                })
            },
        ),
        step(
            "the selected ship",
            move |_, _, _| click(row),
            |app, _, _| {
                app.selection()
                    .records()
                    .iter()
                    .map(|it| it.to_string())
                    .eq(["ship mammoth_1".to_owned()])
            },
        ),
        step(
            "the dragged ship along one axis",
            |app, seen, _| {
                let at = place(app);
                seen.place = Some(at);
                let point = |at| app.panels().viewport_point(at).unwrap();
                let origin = point(at);
                let further = point(Vec3::new(at.x.0 + 20_000.0, at.y.0, at.z.0));
                let way: Vec2 = (further - origin).normalized();
                let grip = origin + way * 60.0;
                move_to(grip);
                let hand = Arc::clone(&seen.hand);
                std::thread::spawn(move || {
                    // The window has to draw between these.
                    let pause = || std::thread::sleep(Duration::from_millis(700));
                    pause();
                    xdotool(&["mousedown", "1"]);
                    for step in 1..=4 {
                        pause();
                        move_to(grip + way * (15.0 * step as f32));
                    }
                    pause();
                    xdotool(&["mouseup", "1"]);
                    hand.store(true, Ordering::SeqCst);
                });
            },
            |app, seen, context| {
                let (now, before) = (place(app), seen.place.unwrap());
                seen.hand.load(Ordering::SeqCst)
                    && !context.input(|input| input.pointer.any_down())
                    && now.x.0 > before.x.0
                    && (now.y, now.z) == (before.y, before.z)
            },
        ),
        step(
            "the new place in the inspector",
            |_, _, _| {},
            |app, _, context| painted(context).contains(&place(app).x.0.to_string()),
        ),
        step(
            "the mark in the title",
            |_, _, _| {},
            |_, _, _| real_title().starts_with("● "),
        ),
        step(
            "the ship where it was, and no mark",
            |_, _, _| {
                xdotool(&["key", "ctrl+z"]);
            },
            |app, seen, context| {
                let before = seen.place.unwrap();
                place(app) == before
                    && !real_title().starts_with('●')
                    && painted(context).contains(&before.x.0.to_string())
            },
        ),
        step(
            "a run",
            |app, _, _| {
                app.ask(Action::Preview(PreviewAction::Speed(8.0)));
                xdotool(&["key", "F5"]);
            },
            |app, seen, context| {
                let running = app
                    .preview_state()
                    .snapshot()
                    .is_some_and(|it| it.tick.0 > 1_500);
                if running && seen.ghost.is_none() {
                    seen.ghost = ghost(app);
                    seen.picture = None;
                    ask_for_picture(context);
                }
                seen.ghost.is_some() && seen.picture.is_some()
            },
        ),
        step(
            "a ghost that moves on the screen",
            |_, seen, context| {
                seen.earlier = seen.picture.take();
                ask_for_picture(context);
            },
            |app, seen, context| {
                let moved = ghost(app) != seen.ghost;
                let Some(later) = seen.picture.take() else {
                    return false;
                };
                let changed = differing(seen.earlier.as_ref().unwrap(), &later, VIEW);
                if moved && changed > 20 {
                    return true;
                }
                ask_for_picture(context);
                false
            },
        ),
        step(
            "the end of the run, with the mission as it was",
            |_, _, _| {
                xdotool(&["key", "shift+F5"]);
            },
            |app, seen, _| !app.preview_state().has_run() && place(app) == seen.place.unwrap(),
        ),
        step(
            "the question where to export",
            |_, _, _| {
                xdotool(&["key", "ctrl+e"]);
            },
            |app, _, _| app.has_dialog(),
        ),
        step(
            "the exported image",
            move |_, _, _| type_path(&exported),
            move |_, _, _| image.is_file(),
        ),
        step(
            "the question what to open",
            |_, _, _| {
                xdotool(&["key", "ctrl+o"]);
            },
            |app, _, _| app.has_dialog(),
        ),
        step(
            "the export, open again",
            move |_, _, _| type_path(&reopened),
            |app, _, _| {
                let mission = app.document().mission();
                app.document().name() == "out.dte"
                    && mission.ships.iter().count() == 21
                    && real_title() == "out.dte - Sortie"
            },
        ),
    ]
}
