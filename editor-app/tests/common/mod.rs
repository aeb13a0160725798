//! A window without a display, for the tests to act on.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::time::{Duration, Instant};

use editor_app::action::{Action, Command};
use editor_app::app::App;
use editor_app::live_link::{LinkAction, Status};
use editor_app::preview::{Preview, PreviewAction, Standing};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use model::{AnyId, Collection, Ship};

pub(crate) type Window = Harness<'static, App>;

/// How long anything may take that is waited for; nothing takes that long unless it hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn window() -> Window {
    let mut window = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(64)
        .build_eframe(|creation| App::new(&creation.egui_ctx, None, None));
    window.run_steps(4);
    window
}

pub(crate) fn ask(window: &mut Window, action: Action) {
    window.state_mut().ask(action);
    window.run_steps(4);
}

pub(crate) fn command(window: &mut Window, command: Command) {
    ask(window, Action::Command(command));
}

pub(crate) fn select(window: &mut Window, ids: &[(Collection, &str)]) {
    let ids = ids.iter().map(|(collection, id)| AnyId {
        collection: *collection,
        id: (*id).into(),
    });
    ask(window, Action::Select(ids.collect()));
}

pub(crate) fn ship<'a>(window: &'a Window, id: &str) -> &'a Ship {
    window.state().document().mission().ships.get(id).unwrap()
}

pub(crate) fn selected(window: &Window) -> Vec<String> {
    let records = window.state().selection().records();
    records.iter().map(|it| it.id.to_string()).collect()
}

/// Draws frames until the window shows what is waited for, and a few more for what follows from it.
pub(crate) fn wait(window: &mut Window, what: &str, shown: impl Fn(&Window) -> bool) {
    let by = Instant::now() + PATIENCE;
    while Instant::now() < by {
        window.run_steps(1);
        if shown(window) {
            window.run_steps(3);
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let link = window.state().link_state();
    let said: Vec<_> = link.process_lines().collect();
    panic!(
        "the window never showed {what}; it stands {:?}, link {:?}, ended {:?}, said {said:?}, differs \
         {:?}, refused {:?}, later {:?}",
        preview(window).stopped(),
        link.status(),
        link.ended(),
        link.differs(),
        link.refused(),
        link.later(),
    );
}

pub(crate) fn sees_part(window: &Window, label: &str) -> bool {
    window.query_all_by_label_contains(label).next().is_some()
}

pub(crate) fn preview(window: &Window) -> &Preview {
    window.state().preview_state()
}

/// Waits until something holds of the run.
pub(crate) fn wait_for_run(window: &mut Window, what: &str, until: impl Fn(&Preview) -> bool) {
    wait(window, what, |it| until(preview(it)));
}

/// Whether a run stands, and everything that was asked of it is done.
pub(crate) fn stands(preview: &Preview) -> bool {
    preview.standing() == Standing::Still && preview.position().is_some() && preview.has_obeyed()
}

/// Asks something of the run, and waits until it stands.
pub(crate) fn run(window: &mut Window, action: PreviewAction) {
    ask(window, Action::Preview(action));
    wait_for_run(window, "a run that stands", stands);
}

pub(crate) fn link(window: &mut Window, action: LinkAction) {
    ask(window, Action::Link(action));
}

pub(crate) fn status(window: &Window) -> Status {
    window.state().link_state().status()
}
