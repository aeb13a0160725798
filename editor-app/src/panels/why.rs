//! Why a trigger did not fire: the cause first, then everything that came.

use eframe::egui::{self, ComboBox, RichText, ScrollArea, Ui};
use model::diagnostic::Place;
use model::sentence::trigger_sentence;
use model::{AnyId, Collection};
use runtime::Tick;

use crate::action::Action;
use crate::panels::debug::NO_WHY;
use crate::preview::{PreviewAction, WhyAnswer, WhyLine, time_text};
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::{empty_state, top_bar};

/// What the panel remembers.
#[derive(Default)]
pub(super) struct WhyPanel {
    /// From when on the run is looked into.
    since: Tick,
    /// The trigger that was asked of last. The answer goes where the run goes another way.
    chosen: Option<AnyId>,
}

impl WhyPanel {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        if !context.preview.has_run() {
            empty_state(
                ui,
                "No run yet",
                "Run the mission (F5), then choose a trigger here to see why it did not fire.",
            );
            return;
        }
        if context.preview.is_linked() {
            empty_state(ui, "Not told of a linked game", NO_WHY);
            return;
        }
        let answer = context.preview.why().cloned();
        top_bar("why-bar").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| self.bar(ui, context, answer.as_deref()));
            ui.add_space(2.0);
        });
        let Some(answer) = answer else {
            empty_state(
                ui,
                "No trigger is chosen",
                "Choose one above, or press Why Not? beside a trigger.",
            );
            return;
        };
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let sentence = context
                .mission()
                .triggers
                .get(&answer.trigger.id)
                .map(trigger_sentence);
            if let Some(sentence) = sentence {
                ui.add(egui::Label::new(RichText::new(sentence).weak()).wrap());
            }
            ui.add_space(4.0);
            for (n, line) in answer.lines.iter().enumerate() {
                row(ui, context, line, n == 0);
                if n == 0 {
                    ui.add_space(6.0);
                }
            }
        });
    }

    fn bar(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>, answer: Option<&WhyAnswer>) {
        let triggers = context.mission().ids(Collection::Triggers);
        if let Some(answer) = answer {
            self.chosen = Some(answer.trigger.clone());
        }
        self.chosen = self.chosen.take().filter(|it| triggers.contains(it));
        let chosen = self.chosen.clone();
        let text = chosen
            .as_ref()
            .map_or_else(|| "Choose a trigger".to_owned(), |it| it.id.to_string());
        let mut wanted: Option<AnyId> = None;
        let combo = ComboBox::from_id_salt("why-trigger")
            .selected_text(text)
            .width(180.0)
            .show_ui(ui, |ui| {
                for trigger in triggers {
                    let on = chosen.as_ref() == Some(&trigger);
                    if ui.selectable_label(on, &*trigger.id).clicked() {
                        wanted = Some(trigger);
                    }
                }
            });
        super::inspector::name_control(&combo.response, "Trigger");
        let now = context.preview.snapshot().map_or(Tick(0), |it| it.tick);
        let mut since = self.since;
        ui.label("since");
        let from = ComboBox::from_id_salt("why-since")
            .selected_text(if since == Tick(0) {
                "the start".to_owned()
            } else {
                time_text(since)
            })
            .width(90.0)
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut since, Tick(0), "the start");
                let minute_ago = Tick(now.0.saturating_sub(60 * runtime::TICKS_PER_SECOND));
                if minute_ago > Tick(0) {
                    let text = format!("{}, a minute before", time_text(minute_ago));
                    ui.selectable_value(&mut since, minute_ago, text);
                }
                if now > Tick(0) {
                    let text = format!("{}, the time now", time_text(now));
                    ui.selectable_value(&mut since, now, text)
                        .on_hover_text("What comes from here on; run on, then Ask Again");
                }
            });
        super::inspector::name_control(&from.response, "Since");
        if since != self.since {
            self.since = since;
            wanted = wanted.or(chosen.clone());
        }
        if let Some(answer) = answer {
            ui.weak(format!("until {}", time_text(answer.until.tick)));
        }
        let shown = context.preview.position();
        let is_new = answer.is_none_or(|it| Some(it.until) != shown);
        if ui
            .add_enabled(is_new && chosen.is_some(), egui::Button::new("Ask Again"))
            .on_hover_text("Look again, up to the moment that is shown now")
            .clicked()
        {
            wanted = wanted.or(chosen);
        }
        if let Some(answer) = answer
            && ui.button("Copy").clicked()
        {
            let lines = answer.lines.iter().map(|line| match line.tick {
                Some(tick) => format!("{}\t{}\n", time_text(tick), line.text),
                None => format!("{}\n", line.text),
            });
            context.act(Action::Copy(lines.collect()));
        }
        if let Some(trigger) = wanted {
            ask(context, trigger, self.since);
        }
    }
}

fn ask(context: &mut ViewContext<'_>, trigger: AnyId, from: Tick) {
    context.act(Action::Preview(PreviewAction::WhyNot { trigger, from }));
}

fn row(ui: &mut Ui, context: &mut ViewContext<'_>, line: &WhyLine, first: bool) {
    ui.horizontal_wrapped(|ui| {
        if let Some(tick) = line.tick {
            let time = RichText::new(time_text(tick)).monospace();
            if ui.link(time).on_hover_text("Show that moment").clicked() {
                context.act(Action::Preview(PreviewAction::Seek(tick)));
            }
        }
        let text = match first {
            true => RichText::new(&line.text)
                .strong()
                .size(15.0)
                .color(theme::palette(ui).accent),
            false => RichText::new(&line.text),
        };
        let place = line
            .script
            .and_then(|script| context.preview.place_of(script))
            .map(|(owner, span)| Place::text(owner, span))
            .or_else(|| line.record.clone().map(Place::record));
        let label = ui.add(egui::Label::new(text).wrap());
        label.context_menu(|ui| {
            if ui.button("Copy").clicked() {
                context.act(Action::Copy(line.text.clone()));
                ui.close();
            }
        });
        if let Some(place) = place
            && ui.small_button("Show").clicked()
        {
            context.go_to(place);
        }
    });
}
