//! The values of the moment: globals and the game's variables with their histories, timers,
//! objectives.

use eframe::egui::{RichText, ScrollArea, Ui};
use formats::catalogue::{VariableScope, variable, variables};
use model::AnyId;
use runtime::{Input, TimerView, TraceEntry, TraceEvent};

use crate::action::Action;
use crate::breakpoints::On;
use crate::preview::floats::{Floats, float_text};
use crate::preview::stand::clock_text;
use crate::preview::values::number_text;
use crate::preview::words::{objective_text, variable_text};
use crate::preview::{PreviewAction, time_text};
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::{text_field, toggle};
use crate::words::counted;

use super::rows::{
    ROW, TIME, cell, copy_button, copy_menu, debug_menu, field, is_open, long_list, record_or, row,
    row_menu, script_link, script_text, search, skips, tabbed, text, time_link, triangle, unfolded,
};
use super::{NOT_TOLD, Shown};

/// Width of a value's field, of what is said beside it, and of a float, in points.
const VALUE: f32 = 84.0;
const BESIDE: f32 = 148.0;
const FLOAT: f32 = 72.0;

/// What stands in the place of the writes of a linked game.
const NO_WRITES: &str = "The link does not tell what is written, only what the values are.";

/// What the panel remembers.
#[derive(Default)]
pub(super) struct Values {
    wanted: String,
    changed: bool,
    /// What the script takes for floats, and which run that was worked out from.
    floats: (u64, Floats),
}

/// A global or a variable.
struct Value<'a> {
    what: What,
    name: String,
    record: Option<AnyId>,
    value: u32,
    /// Whether the script takes it for a float.
    is_float: bool,
    /// What it becomes once the run goes on, where that was set by hand.
    pending: Option<u32>,
    /// What it means, where the tables say.
    meaning: Option<&'static str>,
    /// Its writes up to the moment that is shown, by their places in the trace.
    writes: &'a [usize],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum What {
    Global(u8),
    Variable(u8),
}

impl Values {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>, shown: &Shown<'_>) {
        let number = context.preview.trace_number();
        if self.floats.0 != number {
            self.floats = (number, context.preview.floats());
        }
        let globals = globals(context, shown, &self.floats.1);
        let variables = game_variables(context, shown, &self.floats.1);
        ui.horizontal(|ui| {
            copy_button(ui, context, "Values", |context| {
                let all = globals.iter().chain(&variables);
                let values = all.map(|it| [it.name.clone(), value_text(it.value, it.is_float)]);
                let timers = shown.snapshot.timers.iter();
                let timers = timers.map(|timer| {
                    [
                        format!("timer {}", timer.id),
                        timer_text(context, shown, timer),
                    ]
                });
                tabbed(values.chain(timers))
            });
            search(ui, &mut self.wanted, "Search the values");
            toggle(ui, &mut self.changed, "Only changed")
                .on_hover_text("Only what was written since the run started");
        });
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            self.section(ui, context, "Globals", &globals);
            timers(ui, context, shown);
            objectives(ui, shown);
            self.section(ui, context, "Game variables", &variables);
        });
    }

    fn section(
        &self,
        ui: &mut Ui,
        context: &mut ViewContext<'_>,
        title: &str,
        values: &[Value<'_>],
    ) {
        let linked = context.preview.is_linked();
        ui.strong(title);
        let wanted = self.wanted.trim().to_lowercase();
        let listed: Vec<_> = values
            .iter()
            .filter(|it| it.name.to_lowercase().contains(&wanted))
            .filter(|it| !self.changed || !it.writes.is_empty())
            .collect();
        if listed.is_empty() {
            let why = match (values.is_empty(), self.changed) {
                (true, _) => "The mission has none.",
                (false, true) if linked => NO_WRITES,
                (false, true) => "None was written so far.",
                (false, false) => "None is called that.",
            };
            ui.weak(why);
        }
        for (at, value) in listed.into_iter().enumerate() {
            one(ui, context, value, at % 2 == 0);
        }
        ui.add_space(6.0);
    }
}

fn globals<'a>(context: &ViewContext<'_>, shown: &Shown<'a>, floats: &Floats) -> Vec<Value<'a>> {
    (0u8..=u8::MAX)
        .zip(&shown.snapshot.globals)
        .map(|(index, value)| {
            let record = shown.names.global(index);
            Value {
                what: What::Global(index),
                name: record
                    .as_ref()
                    .map_or_else(|| format!("global {index}"), |it| it.id.to_string()),
                record,
                value: *value,
                is_float: floats.globals.contains(&index),
                pending: pending(context, What::Global(index)),
                meaning: None,
                writes: so_far(context, shown, shown.chronicle.globals.get(&index)),
            }
        })
        .collect()
}

/// The game's variables that a script could have a use for.
fn game_variables<'a>(
    context: &ViewContext<'_>,
    shown: &Shown<'a>,
    floats: &Floats,
) -> Vec<Value<'a>> {
    (0u8..=u8::MAX)
        .zip(&shown.snapshot.variables)
        .filter_map(|(number, value)| {
            let known = variable(number).filter(|it| it.scope != VariableScope::Unused);
            let writes = so_far(context, shown, shown.chronicle.variables.get(&number));
            let is_used = known.is_some() || *value != 0 || !writes.is_empty();
            is_used.then(|| Value {
                what: What::Variable(number),
                name: variable_text(number),
                record: None,
                value: *value,
                is_float: floats.variables.contains(&number),
                pending: pending(context, What::Variable(number)),
                meaning: variables()
                    .get(usize::from(number))
                    .map(|it| it.meaning.as_str()),
                writes,
            })
        })
        .collect()
}

/// What a value becomes at the next tick, where it was set by hand.
fn pending(context: &ViewContext<'_>, what: What) -> Option<u32> {
    let given = context.preview.pending().filter_map(|input| match *input {
        Input::SetGlobal { global, value } => Some((What::Global(global), value)),
        Input::SetVariable { variable, value } => Some((What::Variable(variable), value)),
        _ => None,
    });
    given.filter(|(of, _)| *of == what).last().map(|it| it.1)
}

/// A value in words: where it is taken for a float, that too.
fn value_text(value: u32, is_float: bool) -> String {
    match is_float {
        true => format!("{} = {}", number_text(value), float_text(value)),
        false => number_text(value),
    }
}

/// The writes up to the moment that is shown.
fn so_far<'a>(
    context: &ViewContext<'_>,
    shown: &Shown<'_>,
    writes: Option<&'a Vec<usize>>,
) -> &'a [usize] {
    let (Some(writes), Some(trace)) = (writes, context.preview.trace()) else {
        return &[];
    };
    let now = shown.snapshot.tick;
    let is_past = |place: &usize| trace.get(*place).is_some_and(|it| it.tick <= now);
    let later = writes.partition_point(is_past);
    writes.get(..later).unwrap_or_default()
}

fn one(ui: &mut Ui, context: &mut ViewContext<'_>, value: &Value<'_>, striped: bool) {
    let id = ui.id().with(value.what);
    if !is_open(ui, id) && skips(ui) {
        return;
    }
    let mut open = false;
    let response = row(ui, value.what, striped, |ui| {
        let name = (ui.available_width() - VALUE - BESIDE - 24.0).max(60.0);
        cell(ui, name, |ui| {
            open = triangle(ui, id, &value.name);
            match &value.record {
                Some(_) => record_or(ui, context, value.record.as_ref(), String::new),
                None => {
                    let meaning = value.meaning.unwrap_or_default();
                    ui.label(value.name.as_str()).on_hover_text(meaning);
                    text(ui, RichText::new(meaning).weak());
                }
            }
        });
        cell(ui, VALUE, |ui| edit(ui, context, value));
        cell(ui, BESIDE, |ui| beside(ui, value));
    });
    row_menu(
        &response,
        context,
        || {
            format!(
                "{}\t{}",
                value.name,
                value_text(value.value, value.is_float)
            )
        },
        |ui, context| {
            let on = match (value.what, &value.record) {
                (What::Variable(variable), _) => Some(On::Variable { variable }),
                (What::Global(_), Some(global)) => Some(On::Global {
                    global: global.clone(),
                }),
                (What::Global(_), None) => None,
            };
            if let Some(on) = on {
                debug_menu(ui, context, &on);
            }
        },
    );
    if open {
        unfolded(ui, id, |ui| history(ui, context, value));
    }
}

/// What a value stands for, what becomes of it, and how often it was written.
fn beside(ui: &mut Ui, value: &Value<'_>) {
    if let Some(pending) = value.pending {
        let colour = theme::palette(ui).warning;
        let pending = value_text(pending, value.is_float);
        text(
            ui,
            RichText::new(format!("{pending} from the next tick on")).color(colour),
        );
        return;
    }
    if value.is_float {
        text(ui, format!("= {}", float_text(value.value)))
            .on_hover_text("The script takes it for a float, whose bits the number is");
    }
    if !value.writes.is_empty() {
        ui.weak(counted(value.writes.len(), "write"));
    }
}

/// A value that is set from outside as it is edited.
fn edit(ui: &mut Ui, context: &mut ViewContext<'_>, value: &Value<'_>) {
    if context.preview.is_linked() {
        text(ui, RichText::new(number_text(value.value)).monospace())
            .on_hover_text("A link has no message that sets a value");
        return;
    }
    let label = format!("Value of {}", value.name);
    // What was set stays in sight until the run has it.
    let current = number_text(value.pending.unwrap_or(value.value));
    let Some(typed) = text_field(ui, ("value", value.what), &label, &current) else {
        return;
    };
    let float = || float_of(&typed).filter(|_| value.is_float);
    match number_of(&typed).or_else(float) {
        Some(number) => {
            let input = match value.what {
                What::Global(global) => Input::SetGlobal {
                    global,
                    value: number,
                },
                What::Variable(variable) => Input::SetVariable {
                    variable,
                    value: number,
                },
            };
            context.act(Action::Preview(PreviewAction::Input(input)));
        }
        None => context.act(Action::Note(
            crate::log::Level::Warning,
            format!(
                "\"{typed}\" is no number of 32 bits, so {} stays.",
                value.name
            ),
        )),
    }
}

/// A dword as it is typed: signed or unsigned, in tens or with `0x`.
fn number_of(typed: &str) -> Option<u32> {
    let typed = typed.trim();
    if let Some(hex) = typed.strip_prefix("0x").or(typed.strip_prefix("0X")) {
        return u32::from_str_radix(hex, 16).ok();
    }
    typed
        .parse::<u32>()
        .ok()
        .or_else(|| typed.parse::<i32>().ok().map(i32::cast_unsigned))
}

/// The bits of a float as it is typed, with a point.
fn float_of(typed: &str) -> Option<u32> {
    let typed = typed.trim();
    let float = typed.parse::<f32>().ok().filter(|it| it.is_finite());
    float.filter(|_| typed.contains('.')).map(f32::to_bits)
}

fn history(ui: &mut Ui, context: &mut ViewContext<'_>, value: &Value<'_>) {
    if let Some(meaning) = value.meaning {
        ui.weak(meaning);
    }
    if value.writes.is_empty() {
        ui.weak(match context.preview.is_linked() {
            true => NO_WRITES,
            false => "Not written so far.",
        });
        return;
    }
    long_list(ui, value.writes.len(), |ui, at| {
        let Some(place) = value.writes.get(at) else {
            return;
        };
        let entry = context.preview.trace().and_then(|trace| trace.get(*place));
        if let Some(entry) = entry.cloned() {
            write_row(ui, context, value.is_float, *place, &entry);
        }
    });
}

fn write_row(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    is_float: bool,
    place: usize,
    entry: &TraceEntry,
) {
    let (value, thread, script) = match &entry.event {
        TraceEvent::GlobalWritten {
            value,
            thread,
            script,
            ..
        }
        | TraceEvent::VariableWritten {
            value,
            thread,
            script,
            ..
        } => (*value, *thread, *script),
        _ => return,
    };
    let who = match thread {
        Some(thread) => format!("thread {thread}"),
        None => "from outside, or the game".to_owned(),
    };
    let response = row(ui, ("write", place), false, |ui| {
        cell(ui, TIME, |ui| time_link(ui, context, entry.tick));
        cell(ui, VALUE, |ui| ui.monospace(number_text(value)));
        if is_float {
            cell(ui, FLOAT, |ui| ui.monospace(float_text(value)));
        }
        text(ui, RichText::new(&who).weak());
        script_link(ui, context, script);
    });
    let line = script_text(context, script);
    copy_menu(&response, context, || {
        let time = time_text(entry.tick);
        let value = value_text(value, is_float);
        format!("{time}\t{value}\t{who}\t{line}")
    });
}

fn timer_text(_context: &ViewContext<'_>, shown: &Shown<'_>, timer: &TimerView) -> String {
    let part = i64::from(timer.part);
    let name = shown
        .names
        .part(part)
        .map_or_else(|| format!("part {part}"), |it| it.id.to_string());
    format!("{name}, {}", timer_words(shown, timer))
}

fn timer_words(shown: &Shown<'_>, timer: &TimerView) -> String {
    let left = match timer.left {
        0 => "for ever".to_owned(),
        1 => "once more".to_owned(),
        left => format!("{left} times more"),
    };
    let next = shown
        .snapshot
        .clock
        .saturating_add(u32::from(timer.countdown));
    format!(
        "every {} s, {left}, next at {}",
        timer.period,
        clock_text(next)
    )
}

fn timers(ui: &mut Ui, context: &mut ViewContext<'_>, shown: &Shown<'_>) {
    ui.strong("Timers");
    if shown.snapshot.timers.is_empty() {
        ui.weak(if shown.linked {
            NOT_TOLD
        } else {
            "None is set."
        });
    }
    for (at, timer) in shown.snapshot.timers.iter().enumerate() {
        let response = row(ui, ("timer", at), at % 2 == 0, |ui| {
            ui.add_space(20.0);
            cell(ui, 56.0, |ui| ui.label(format!("Timer {}", timer.id)));
            let part = shown.names.part(i64::from(timer.part));
            record_or(ui, context, part.as_ref(), || {
                format!("part {}", timer.part)
            });
            text(ui, timer_words(shown, timer));
        });
        let words = timer_text(context, shown, timer);
        copy_menu(&response, context, || {
            format!("timer {}\t{words}", timer.id)
        });
    }
    ui.add_space(6.0);
}

fn objectives(ui: &mut Ui, shown: &Shown<'_>) {
    ui.strong("Objectives");
    let listed: Vec<_> = (0u8..)
        .zip(&shown.snapshot.objectives)
        .filter(|(_, state)| **state != 0)
        .collect();
    if listed.is_empty() {
        ui.weak(if shown.linked {
            NOT_TOLD
        } else {
            "None is listed."
        });
    }
    for (index, state) in listed {
        ui.horizontal(|ui| {
            ui.set_min_height(ROW);
            ui.add_space(20.0);
            field(ui, &format!("Objective {index}"), |ui| {
                ui.label(objective_text(*state));
            });
        });
    }
    ui.add_space(6.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_signed_unsigned_and_hexadecimal() {
        for (typed, number) in [
            ("12", Some(12)),
            (" -1 ", Some(u32::MAX)),
            ("4294967295", Some(u32::MAX)),
            ("0x1F", Some(31)),
            ("-2147483648", Some(0x8000_0000)),
            ("4294967296", None),
            ("-2147483649", None),
            ("", None),
            ("1.5", None),
        ] {
            assert_eq!(number_of(typed), number, "{typed}");
        }
    }
}
