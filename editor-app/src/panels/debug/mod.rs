//! The run from within: its threads, values, triggers, objects and log, and what is handed in.

mod events;
pub(super) mod follow;
mod hand_in;
pub(super) mod hand_in_menu;
mod objects;
mod rows;
mod threads;
mod trigger_states;
mod values;

use std::sync::Arc;

use eframe::egui::Ui;
use runtime::Snapshot;

use crate::layout::Tab;
use crate::preview::Names;
use crate::preview::chronicle::Chronicle;
use crate::view_context::ViewContext;
use crate::widgets::empty_state;

pub(in crate::panels) use rows::{NO_WHY, copy_button, debug_menu};

/// What the panels remember between frames.
#[derive(Default)]
pub(super) struct Debug {
    /// The run's trace, read.
    pub(super) chronicle: Chronicle,
    threads: threads::Threads,
    values: values::Values,
    objects: objects::Objects,
    events: events::Events,
    pub(super) triggers: trigger_states::TriggerStates,
    pub(super) hand_in: hand_in::HandIn,
}

/// The moment that is shown, with the names of the run's records.
pub(super) struct Shown<'a> {
    snapshot: Arc<Snapshot>,
    names: &'a Names,
    chronicle: &'a Chronicle,
    /// Whether it is of a linked game, which tells less than a run of the editor's own.
    linked: bool,
}

/// What stands in the place of something that a link has no word for.
pub(in crate::panels) const NOT_TOLD: &str = "The link does not tell.";

impl<'a> Shown<'a> {
    /// The moment that is shown; `None` where there is no run.
    fn of(context: &ViewContext<'a>, chronicle: &'a Chronicle) -> Option<Self> {
        Some(Self {
            snapshot: Arc::clone(context.preview.snapshot()?),
            names: context.preview.names()?,
            chronicle,
            linked: context.preview.is_linked(),
        })
    }
}

impl Debug {
    /// Reads what is new of the run.
    pub(super) fn update(&mut self, ui: &Ui, context: &ViewContext<'_>) {
        if !self.chronicle.update(context.preview) {
            ui.ctx().request_repaint();
        }
    }

    /// Draws one of the panels.
    pub(super) fn ui(&mut self, tab: Tab, ui: &mut Ui, context: &mut ViewContext<'_>) {
        self.update(ui, context);
        let Some(shown) = Shown::of(context, &self.chronicle) else {
            no_run(ui, tab);
            return;
        };
        match tab {
            Tab::Threads => self.threads.ui(ui, context, &shown),
            Tab::Values => self.values.ui(ui, context, &shown),
            Tab::Objects => self.objects.ui(ui, context, &shown),
            Tab::Events => self.events.ui(ui, context, &shown),
            _ => {}
        }
    }

    /// Draws what each trigger did, in the place of the table of triggers.
    pub(super) fn trigger_states(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        self.update(ui, context);
        match Shown::of(context, &self.chronicle) {
            Some(shown) => self.triggers.ui(ui, context, &shown),
            None => no_run(ui, Tab::Triggers),
        }
    }
}

/// What a panel says while nothing runs.
fn no_run(ui: &mut Ui, tab: Tab) {
    let what = match tab {
        Tab::Threads => "its threads, their calls and what they wait for",
        Tab::Values => "its globals, variables, timers and objectives",
        Tab::Objects => "its objects and their orders",
        Tab::Triggers => "which triggers are armed, were tested and fired",
        _ => "everything that happens",
    };
    let advice = format!("F5 plays the mission; {what} are shown here.");
    let advice = match tab {
        Tab::Triggers | Tab::Events => advice.replace(" are shown here", " is shown here"),
        _ => advice,
    };
    empty_state(ui, "No run yet", &advice);
}
