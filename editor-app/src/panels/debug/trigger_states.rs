//! What each trigger did up to the moment: armed, tested, fired.

use eframe::egui::{self, RichText, ScrollArea, Ui};
use model::{AnyId, Repeat};
use runtime::{Firing, Tick};

use crate::action::Action;
use crate::breakpoints::On;
use crate::preview::chronicle::firings;
use crate::preview::words::firing_text;
use crate::preview::{PreviewAction, time_text};
use crate::theme;
use crate::view_context::ViewContext;

use super::rows::{
    NO_WHY, TIME, cell, copy_button, debug_menu, heads, is_open, link, long_list, record_link, row,
    row_menu, search, skips, tabbed, text, time_link, triangle, unfolded,
};
use super::{NOT_TOLD, Shown};

const HEADS: [&str; 5] = ["Trigger", "Armed", "Last tested", "Last fired", "Fired"];

/// What the list remembers.
#[derive(Default)]
pub(in crate::panels) struct TriggerStates {
    wanted: String,
    only: Only,
    sort: Sort,
}

/// Which triggers are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Only {
    #[default]
    All,
    Armed,
    NeverFired,
    Fired,
}

/// In which order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Sort {
    #[default]
    Order,
    LastTested,
    LastFired,
    Times,
}

impl Only {
    const ALL: [(Self, &str); 4] = [
        (Self::All, "All"),
        (Self::Armed, "Armed"),
        (Self::NeverFired, "Never fired"),
        (Self::Fired, "Fired"),
    ];
}

impl Sort {
    const ALL: [(Self, &str); 4] = [
        (Self::Order, "In order"),
        (Self::LastTested, "Last tested"),
        (Self::LastFired, "Last fired"),
        (Self::Times, "Times fired"),
    ];

    fn title(self) -> &'static str {
        let found = Self::ALL.into_iter().find(|(it, _)| *it == self);
        found.map_or("", |(_, title)| title)
    }
}

/// A trigger at the moment that is shown.
struct State<'a> {
    number: u16,
    id: AnyId,
    armed: bool,
    /// Firings left, where they are counted.
    left: Option<u8>,
    tested: Option<(Tick, bool)>,
    /// What it was met with, whatever came of it.
    met: &'a [(Tick, Firing)],
}

impl State<'_> {
    fn last_fired(&self) -> Option<Tick> {
        firings(self.met).next_back()
    }

    fn times(&self) -> usize {
        firings(self.met).count()
    }
}

impl TriggerStates {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>, shown: &Shown<'_>) {
        let states = self.states(context, shown);
        ui.horizontal(|ui| {
            copy_button(ui, context, "Triggers", |_| {
                let rows = states.iter().map(|it| line_of(it, shown.linked));
                tabbed(std::iter::once(HEADS.map(str::to_owned)).chain(rows))
            });
            search(ui, &mut self.wanted, "Search the triggers of the run");
            for (only, title) in Only::ALL {
                crate::widgets::one_of(ui, &mut self.only, only, title);
            }
            let combo = egui::ComboBox::from_id_salt("sort triggers")
                .selected_text(self.sort.title())
                .width(92.0)
                .show_ui(ui, |ui| {
                    for (sort, title) in Sort::ALL {
                        ui.selectable_value(&mut self.sort, sort, title);
                    }
                });
            crate::widgets::name_control(&combo.response, "Order of the triggers");
        });
        if states.is_empty() {
            ui.weak("No trigger of the run is like that.");
            return;
        }
        let rest = ui.available_width() - 40.0;
        let widths = [
            rest * 0.34,
            rest * 0.16,
            rest * 0.2,
            rest * 0.16,
            rest * 0.14,
        ];
        let columns: Vec<_> = HEADS.into_iter().zip(widths).collect();
        heads(ui, &columns);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for (at, state) in states.iter().enumerate() {
                one(ui, context, shown, state, widths, at % 2 == 0);
            }
        });
    }

    fn states<'a>(&self, context: &ViewContext<'_>, shown: &Shown<'a>) -> Vec<State<'a>> {
        let wanted = self.wanted.trim().to_lowercase();
        let mut states: Vec<State<'a>> = (0u16..)
            .zip(&shown.snapshot.triggers)
            .filter_map(|(number, view)| {
                let id = shown.names.trigger(number)?;
                let deeds = shown.chronicle.triggers.get(&number);
                let now = shown.snapshot.tick;
                let trigger = context.preview.mission()?.triggers.get(&id.id);
                let counted = trigger.is_some_and(|it| matches!(it.repeat, Repeat::Counted { .. }));
                Some(State {
                    number,
                    id,
                    armed: view.armed,
                    left: counted.then_some(view.firings_left),
                    tested: deeds.and_then(|it| it.last_test(now)),
                    met: deeds.map(|it| it.met_by(now)).unwrap_or_default(),
                })
            })
            .filter(|state| state.id.id.to_lowercase().contains(&wanted))
            .filter(|state| match self.only {
                Only::All => true,
                Only::Armed => state.armed,
                Only::NeverFired => state.last_fired().is_none(),
                Only::Fired => state.last_fired().is_some(),
            })
            .collect();
        // Stable: what is alike keeps its order.
        match self.sort {
            Sort::Order => {}
            Sort::LastTested => {
                states.sort_by_key(|it| std::cmp::Reverse(it.tested.map(|(tick, _)| tick)));
            }
            Sort::LastFired => {
                states.sort_by_key(|it| std::cmp::Reverse(it.last_fired()));
            }
            Sort::Times => states.sort_by_key(|it| std::cmp::Reverse(it.times())),
        }
        states
    }
}

fn armed_text(state: &State<'_>) -> String {
    match (state.armed, state.left) {
        (true, Some(left)) => format!("armed, {left} left"),
        (true, None) => "armed".to_owned(),
        (false, _) => "not armed".to_owned(),
    }
}

fn outcome(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}

/// What is said of a trigger without a test. A link does not tell tests.
fn never_tested(linked: bool) -> &'static str {
    if linked { NOT_TOLD } else { "never" }
}

/// What is said of a trigger without a firing. What a game did before it was linked is not known.
fn never_fired(linked: bool) -> &'static str {
    if linked { "not while linked" } else { "never" }
}

fn line_of(state: &State<'_>, linked: bool) -> [String; 5] {
    let tested = state.tested.map_or_else(
        || never_tested(linked).to_owned(),
        |(tick, passed)| format!("{} {}", time_text(tick), outcome(passed)),
    );
    [
        state.id.id.to_string(),
        armed_text(state),
        tested,
        state
            .last_fired()
            .map_or_else(|| never_fired(linked).to_owned(), time_text),
        format!("{}×", state.times()),
    ]
}

fn one(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    shown: &Shown<'_>,
    state: &State<'_>,
    widths: [f32; 5],
    striped: bool,
) {
    let id = ui.id().with(("trigger state", state.number));
    if !is_open(ui, id) && skips(ui) {
        return;
    }
    let palette = theme::palette(ui);
    let mut open = false;
    let response = row(ui, ("trigger state", state.number), striped, |ui| {
        let [name, armed, tested, fired, times] = widths;
        cell(ui, name, |ui| {
            open = triangle(ui, id, &state.id.id);
            record_link(ui, context, &state.id);
        });
        cell(ui, armed, |ui| {
            let words = RichText::new(armed_text(state));
            text(ui, if state.armed { words } else { words.weak() })
        });
        cell(ui, tested, |ui| match state.tested {
            Some((tick, passed)) => {
                time_link(ui, context, tick);
                let colour = if passed {
                    palette.success
                } else {
                    palette.warning
                };
                text(ui, RichText::new(outcome(passed)).color(colour));
            }
            None => {
                ui.weak(never_tested(shown.linked));
            }
        });
        cell(ui, fired, |ui| match state.last_fired() {
            Some(tick) => {
                time_link(ui, context, tick);
            }
            None => {
                ui.weak(never_fired(shown.linked));
            }
        });
        cell(ui, times, |ui| {
            text(ui, format!("{}×", state.times()));
            let why = ui.add_enabled_ui(!shown.linked, |ui| link(ui, "Why not?".to_owned()));
            let why = why.inner.on_disabled_hover_text(NO_WHY);
            if why.on_hover_text("Why it did not fire").clicked() {
                context.act(Action::Preview(PreviewAction::WhyNot {
                    trigger: state.id.clone(),
                    from: Tick(0),
                }));
            }
        });
    });
    row_menu(
        &response,
        context,
        || line_of(state, shown.linked).join("\t"),
        |ui, context| {
            let trigger = state.id.clone();
            debug_menu(ui, context, &On::Trigger { trigger });
        },
    );
    if open {
        unfolded(ui, id, |ui| inside(ui, context, shown, state));
    }
}

/// What it was met with and its tests, one by one.
fn inside(ui: &mut Ui, context: &mut ViewContext<'_>, shown: &Shown<'_>, state: &State<'_>) {
    let now = shown.snapshot.tick;
    let deeds = shown.chronicle.triggers.get(&state.number);
    let tested = deeds.map(|it| it.tested.as_slice()).unwrap_or_default();
    let tested: Vec<_> = tested.iter().filter(|(tick, _)| *tick <= now).collect();
    if tested.is_empty() && state.met.is_empty() {
        ui.weak(match shown.linked {
            true => {
                "It has not fired while linked; the link does not tell what it was tested with."
            }
            false => "No event came as far as its values so far.",
        });
        return;
    }
    long_list(ui, state.met.len(), |ui, at| {
        let Some((tick, firing)) = state.met.get(at) else {
            return;
        };
        row(ui, ("firing", state.number, at), false, |ui| {
            cell(ui, TIME, |ui| time_link(ui, context, *tick));
            text(ui, firing_text(*firing));
        });
    });
    let failed: Vec<_> = tested.into_iter().filter(|(_, passed)| !passed).collect();
    long_list(ui, failed.len(), |ui, at| {
        let Some((tick, _)) = failed.get(at) else {
            return;
        };
        row(ui, ("test", state.number, at), false, |ui| {
            cell(ui, TIME, |ui| time_link(ui, context, *tick));
            text(ui, "is tested, and the event's values do not pass");
        });
    });
}
