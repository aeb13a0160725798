//! The run: its controls, and what happened, on a timeline and as a list.

mod coverage;
mod gaps;
mod inputs;
mod story;
mod timeline;
mod transport;

use std::sync::Arc;

use eframe::egui::{self, RichText, ScrollArea, Ui};
use model::diagnostic::Place;

use crate::action::Action;
use crate::preview::chronicle::Chronicle;
use crate::preview::{Difference, Moment, Preview, PreviewAction, TestOutcome, time_text};
use crate::view_context::ViewContext;
use crate::widgets::{empty_state, group, one_of, top_bar};
use crate::words::counted;

/// How wide a panel must be for the story to stand beside the timeline.
const WIDE: f32 = 700.0;
/// Room for what a test expected in vain, in points; more is scrolled.
const FAILURES: f32 = 76.0;

/// What is shown below the controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum View {
    #[default]
    Story,
    Inputs,
    Coverage,
    Gaps,
}

/// What the panel remembers.
#[derive(Default)]
pub(super) struct PreviewPanel {
    view: View,
    story: story::Story,
    /// The difference that the author has read.
    read_difference: Option<Difference>,
    /// What came of a test, where the author has read it.
    read_outcome: Option<Arc<TestOutcome>>,
    timeline: timeline::Timeline,
}

impl PreviewPanel {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>, chronicle: &Chronicle) {
        top_bar("transport").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                // As narrow as it goes; where that does not do, it wraps.
                ui.spacing_mut().item_spacing.x = 5.0;
                transport::ui(ui, context);
                self.views(ui, context);
            });
            self.difference(ui, context);
            self.outcome(ui, context);
            ui.add_space(2.0);
        });
        if !context.preview.has_run() {
            empty_state(
                ui,
                "No run yet",
                "Play (F5) runs the mission as it stands; it never changes the mission itself.",
            );
            return;
        }
        match self.view {
            View::Story => self.story(ui, context, chronicle),
            View::Inputs => inputs::ui(ui, context),
            View::Coverage => coverage::ui(ui, context, chronicle),
            View::Gaps => gaps::ui(ui, context),
        }
    }

    /// Where a run of the edited mission first went another way than the run before.
    fn difference(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let Some(difference) = context.preview.difference().cloned() else {
            return;
        };
        if self.read_difference.as_ref() == Some(&difference) {
            return;
        }
        ui.horizontal(|ui| {
            let palette = crate::theme::palette(ui);
            ui.colored_label(palette.warning, "Since the edit");
            let text = difference.text();
            let link = egui::Link::new(&text);
            if ui
                .add(link)
                .on_hover_text(
                    "The first thing that goes another way than before; a click shows it",
                )
                .clicked()
            {
                let seek = PreviewAction::Seek(difference.tick);
                context.act(Action::Preview(seek));
            }
            if ui.small_button("Dismiss").clicked() {
                self.read_difference = Some(difference.clone());
            }
        });
    }

    /// What a test that was played expected in vain.
    fn outcome(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let Some(outcome) = context.preview.outcome().cloned() else {
            return;
        };
        let is_read = self
            .read_outcome
            .as_ref()
            .is_some_and(|read| Arc::ptr_eq(read, &outcome));
        if is_read || outcome.failed.is_empty() || !context.preview.has_run() {
            return;
        }
        let palette = crate::theme::palette(ui);
        ui.horizontal(|ui| {
            let (failed, all) = (outcome.failed.len(), outcome.checks);
            let text = format!("{} failed", outcome.file);
            ui.colored_label(palette.error, text);
            ui.label(format!("{failed} of {}", counted(all, "expectation")));
            if ui.small_button("Dismiss").clicked() {
                self.read_outcome = Some(Arc::clone(&outcome));
            }
        });
        ScrollArea::vertical()
            .id_salt("failed expectations")
            .max_height(FAILURES)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for check in &outcome.failed {
                    ui.horizontal_wrapped(|ui| {
                        let time = RichText::new(time_text(check.tick)).monospace();
                        let link = ui.link(time);
                        if link
                            .on_hover_text("Show the moment of the failure")
                            .clicked()
                        {
                            let seek = PreviewAction::Seek(check.tick);
                            context.act(Action::Preview(seek));
                        }
                        ui.label(check.expected());
                        ui.weak(format!("but {}", check.instead));
                    });
                }
            });
    }

    fn views(&mut self, ui: &mut Ui, context: &ViewContext<'_>) {
        group(ui, "views", |ui| self.choices(ui, context));
    }

    fn choices(&mut self, ui: &mut Ui, context: &ViewContext<'_>) {
        one_of(ui, &mut self.view, View::Story, "Story");
        let inputs = match context.preview.inputs().len() {
            0 => "Inputs".to_owned(),
            count => format!("Inputs {count}"),
        };
        one_of(ui, &mut self.view, View::Inputs, inputs)
            .on_hover_text("What came to the run from outside");
        one_of(ui, &mut self.view, View::Coverage, "Lines").on_hover_text("Which lines ran");
        let gaps = match context.preview.gaps().count() {
            0 => "Gaps".to_owned(),
            count => format!("Gaps {count}"),
        };
        one_of(ui, &mut self.view, View::Gaps, gaps)
            .on_hover_text("What the mission asked for and the preview does not do");
    }

    fn story(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>, chronicle: &Chronicle) {
        let wide = ui.available_width() >= WIDE;
        if wide {
            let width = ui.available_width();
            egui::Panel::right("story")
                .resizable(true)
                .default_size(width * 0.45)
                .size_range(200.0..=width * 0.8)
                .show(ui, |ui| {
                    // A panel is as wide as what is in it, and a run that begins again has nothing to
                    // show at first.
                    ui.take_available_space();
                    self.story.list(ui, context);
                });
            self.timeline
                .ui(ui, context, chronicle, &mut self.story, true);
        } else {
            self.timeline
                .ui(ui, context, chronicle, &mut self.story, false);
            self.story.list(ui, context);
        }
    }
}

/// Where a click on a moment leads: the line of text that brought it about, else the record.
fn place_of(preview: &Preview, moment: &Moment) -> Option<Place> {
    let of_script = moment.script.and_then(|script| preview.place_of(script));
    match of_script {
        Some((owner, span)) => Some(Place::text(owner, span)),
        None => moment.record.clone().map(Place::record),
    }
}
