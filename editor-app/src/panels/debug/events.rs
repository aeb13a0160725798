//! The whole log of a run, filtered.

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::{Duration, Instant};

use eframe::egui::{self, Rect, RichText, Sense, Ui, pos2, vec2};
use model::{AnyId, Collection};
use runtime::{Trace, TraceEntry, TraceEvent};

use crate::preview::about::{About, Kind, names_any, origin_names_any};
use crate::preview::chronicle::Chronicle;
use crate::preview::words::{Words, origin_text, words_of};
use crate::preview::{Names, Preview, time_text};
use crate::theme::{self, Palette};
use crate::view_context::ViewContext;
use crate::widgets::toggle;
use crate::words::counted;

use super::Shown;
use super::follow::Follow;
use super::rows::{
    ROW, TIME, cell, copy_button, copy_menu, record_link, row, script_link, script_text, search,
    tabbed, text, time_link,
};

/// Time that a frame may spend on filtering.
const BUDGET: Duration = Duration::from_millis(4);
/// Entries between two looks at the clock.
const PIECE: usize = 256;
/// Rows that are copied at most.
const MOST_COPIED: usize = 100_000;

/// What the panel remembers.
#[derive(Default)]
pub(super) struct Events {
    filter: Filter,
    found: Found,
    follow: Follow,
}

/// What of the log is shown.
#[derive(Debug, Clone, Default, PartialEq)]
struct Filter {
    left_out: BTreeSet<Kind>,
    wanted: String,
    of_selection: bool,
}

/// The entries that a filter lets through, as far as the log was read.
#[derive(Default)]
struct Found {
    /// What was filtered, and by what.
    key: Option<(u64, Filter, Vec<AnyId>)>,
    read: usize,
    /// Places in the trace.
    places: Vec<usize>,
}

/// The records that are asked for, by their numbers.
struct Wanted {
    about: BTreeSet<About>,
    scripts: Vec<Range<u32>>,
}

impl Events {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>, shown: &Shown<'_>) {
        let Some(trace) = context.preview.trace() else {
            return;
        };
        let selection = match self.filter.of_selection {
            true => context.selection.records(),
            false => &[],
        };
        let is_whole = self
            .found
            .update(context.preview, shown, &self.filter, selection);
        if !is_whole {
            ui.ctx().request_repaint();
        }
        self.toolbar(ui, context, shown, trace);
        if self.found.places.is_empty() {
            ui.weak(match trace.is_empty() {
                true => "Nothing has happened yet.",
                false => "Nothing that happened is like that.",
            });
            return;
        }
        self.list(ui, context, shown, trace, is_whole);
    }

    fn toolbar(
        &mut self,
        ui: &mut Ui,
        context: &mut ViewContext<'_>,
        shown: &Shown<'_>,
        trace: &Trace,
    ) {
        let palette = theme::palette(ui);
        ui.horizontal(|ui| {
            let places = &self.found.places;
            copy_button(ui, context, "Events", |context| {
                copied(context, shown, trace, places)
            });
            search(ui, &mut self.filter.wanted, "Search the events");
            toggle(ui, &mut self.filter.of_selection, "Of the selection")
                .on_hover_text("Only what names a selected record, or came from its lines");
            let all = self.filter.left_out.is_empty();
            let button = ui.button(if all { "None" } else { "All" });
            if button.on_hover_text("Every kind, or none").clicked() {
                self.filter.left_out = match all {
                    true => Kind::ALL.into_iter().collect(),
                    false => BTreeSet::new(),
                };
            }
            let count = self.found.places.len();
            let left_out = trace.left_out();
            ui.weak(match left_out {
                0 => format!(
                    "{count} of {}",
                    counted(trace.len(), "entry").replace("entrys", "entries")
                ),
                left_out => format!("{count} of {}, {left_out} not told", trace.len()),
            });
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
            for kind in Kind::ALL {
                let mut on = !self.filter.left_out.contains(&kind);
                let title = RichText::new(kind.title()).small();
                let title = if on { title } else { title.weak() };
                let chip = toggle(ui, &mut on, title);
                // Its colour stands below its word, which is read on any ground.
                let line = Rect::from_min_max(
                    pos2(chip.rect.left() + 3.0, chip.rect.bottom() - 2.5),
                    pos2(chip.rect.right() - 3.0, chip.rect.bottom() - 1.0),
                );
                let colour = colour(palette, kind);
                let colour = colour.gamma_multiply(if on { 1.0 } else { 0.4 });
                ui.painter().rect_filled(line, 0.0, colour);
                if chip.on_hover_text(kind.about()).clicked() && !self.filter.left_out.remove(&kind)
                {
                    self.filter.left_out.insert(kind);
                }
            }
        });
    }

    fn list(
        &mut self,
        ui: &mut Ui,
        context: &mut ViewContext<'_>,
        shown: &Shown<'_>,
        trace: &Trace,
        is_whole: bool,
    ) {
        let places = &self.found.places;
        // What comes later in the tick that the run stands in is to come as well.
        let told = context.preview.told();
        let past = places.partition_point(|place| *place < told);
        ui.spacing_mut().item_spacing.y = 0.0;
        let preview = context.preview;
        let size = (ROW, places.len(), past);
        self.follow.show(ui, preview, size, is_whole, |ui, rows| {
            let visible = places.get(rows.clone()).unwrap_or_default();
            for (at, place) in rows.zip(visible) {
                if let Some(entry) = trace.get(*place) {
                    one(ui, context, shown, (at, *place), entry, at >= past);
                }
            }
        });
    }
}

impl Found {
    /// Filters what is new, as far as a frame has time; true once all is filtered.
    fn update(
        &mut self,
        preview: &Preview,
        shown: &Shown<'_>,
        filter: &Filter,
        selection: &[AnyId],
    ) -> bool {
        let Some(trace) = preview.trace() else {
            return true;
        };
        let same = self.key.as_ref().is_some_and(|(number, old, records)| {
            *number == preview.trace_number() && old == filter && records.as_slice() == selection
        });
        if !same {
            self.key = Some((preview.trace_number(), filter.clone(), selection.to_vec()));
            self.read = 0;
            self.places.clear();
        }
        let wanted = filter
            .of_selection
            .then(|| Wanted::of(preview, shown.names, selection));
        let text = filter.wanted.trim().to_lowercase();
        let begun = Instant::now();
        while self.read < trace.len() && begun.elapsed() < BUDGET {
            for entry in trace.since(self.read).take(PIECE) {
                let place = self.read;
                self.read += 1;
                let passes = !filter.left_out.contains(&Kind::of(&entry.event))
                    && wanted
                        .as_ref()
                        .is_none_or(|it| it.is_named(place, &entry.event, shown.chronicle))
                    && (text.is_empty()
                        || says(&words_at(shown.names, shown.chronicle, place, entry), &text));
                if passes {
                    self.places.push(place);
                }
            }
        }
        self.read >= trace.len()
    }
}

/// Whether an entry's words hold every word of a search.
fn says(words: &Words, wanted: &str) -> bool {
    let text = words.text.to_lowercase();
    wanted.split_whitespace().all(|word| text.contains(word))
}

impl Wanted {
    fn of(preview: &Preview, names: &Names, records: &[AnyId]) -> Self {
        let mut about = BTreeSet::new();
        for record in records {
            about.extend(names.place_of(record).map(About::Place));
            about.extend(names.object_id(record).map(About::Object));
            let Some(number) = names.number(record) else {
                continue;
            };
            about.extend(match record.collection {
                Collection::Ships => Some(About::Ship(number)),
                Collection::FlightGroups => Some(About::Group(number)),
                Collection::Squads => Some(About::Squad(number)),
                Collection::Curves => Some(About::Curve(number)),
                Collection::Triggers => Some(About::Trigger(number)),
                Collection::Routines => Some(About::Part(i64::from(number))),
                Collection::Globals => u8::try_from(number).ok().map(About::Global),
                Collection::Formations => None,
            });
        }
        let scripts = records.iter().filter_map(|it| preview.script_of(it));
        Self {
            about,
            scripts: scripts.collect(),
        }
    }

    fn is_named(&self, place: usize, event: &TraceEvent, chronicle: &Chronicle) -> bool {
        let mut wants = |about: About| match about {
            About::Script(script) => self.scripts.iter().any(|it| it.contains(&script)),
            other => self.about.contains(&other),
        };
        match chronicle.ended_at(place) {
            // The end of a thread is about what it ran.
            Some(life) => {
                origin_names_any(life.origin, &mut wants) || wants(About::Script(life.script))
            }
            None => names_any(event, &mut wants),
        }
    }
}

/// An entry in words; the end of a thread says which it was.
fn words_at(names: &Names, chronicle: &Chronicle, place: usize, entry: &TraceEntry) -> Words {
    let mut words = words_of(&entry.event, names);
    if let Some(life) = chronicle.ended_at(place) {
        let (record, text) = origin_text(life.origin, names);
        words.text = format!("{}: {text}", words.text);
        words.record = record;
    }
    words
}

fn one(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    shown: &Shown<'_>,
    (at, place): (usize, usize),
    entry: &TraceEntry,
    is_future: bool,
) {
    let words = words_at(shown.names, shown.chronicle, place, entry);
    let kind = Kind::of(&entry.event);
    let colour = colour(theme::palette(ui), kind);
    let response = row(ui, ("entry", place), at % 2 == 0, |ui| {
        if is_future {
            ui.set_opacity(0.5);
        }
        cell(ui, TIME, |ui| time_link(ui, context, entry.tick));
        let (mark, _) = ui.allocate_exact_size(vec2(6.0, 10.0), Sense::hover());
        ui.painter().rect_filled(mark, 1.0, colour);
        let links = (ui.available_width() * 0.36).min(220.0);
        let words_width = (ui.available_width() - links - 8.0).max(60.0);
        cell(ui, words_width, |ui| text(ui, words.text.as_str()));
        script_link(ui, context, words.script);
        if let Some(record) = &words.record {
            record_link(ui, context, record);
        }
    });
    let line = script_text(context, words.script);
    copy_menu(&response, context, || {
        line_of(entry, kind, &words, &line).join("\t")
    });
}

fn line_of(entry: &TraceEntry, kind: Kind, words: &Words, line: &str) -> [String; 5] {
    let record = words.record.as_ref();
    [
        time_text(entry.tick),
        kind.title().to_owned(),
        words.text.clone(),
        line.to_owned(),
        record.map_or_else(String::new, |it| it.id.to_string()),
    ]
}

fn copied(context: &ViewContext<'_>, shown: &Shown<'_>, trace: &Trace, places: &[usize]) -> String {
    let entries = places
        .iter()
        .take(MOST_COPIED)
        .filter_map(|place| Some((*place, trace.get(*place)?)));
    tabbed(entries.map(|(place, entry)| {
        let words = words_at(shown.names, shown.chronicle, place, entry);
        let line = script_text(context, words.script);
        line_of(entry, Kind::of(&entry.event), &words, &line)
    }))
}

/// The colour of a kind.
fn colour(palette: &Palette, kind: Kind) -> egui::Color32 {
    match kind {
        Kind::Mission | Kind::Inputs => palette.accent,
        Kind::Events => palette.code.symbol,
        Kind::Triggers => palette.code.keyword,
        Kind::Threads => palette.code.record,
        Kind::Commands => palette.code.command,
        Kind::Writes => palette.code.number,
        Kind::Orders => palette.hint,
        Kind::Ships => palette.friendly,
        Kind::Camera => palette.curve,
        Kind::Radio => palette.success,
        Kind::Trouble => palette.error,
    }
}
