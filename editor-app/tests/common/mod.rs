//! A window without a display, for the tests to act on.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use editor_app::action::{Action, Command};
use editor_app::app::App;
use egui_kittest::Harness;
use model::{AnyId, Collection, Ship};

pub(crate) type Window = Harness<'static, App>;

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
