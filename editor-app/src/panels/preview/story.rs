//! What happened, as a list.

use std::collections::BTreeSet;

use eframe::egui::{self, Color32, RichText, Sense, Ui};
use model::diagnostic::Place;
use runtime::Tick;

use crate::action::Action;
use crate::panels::breakpoints::{Noted, noted};
use crate::panels::debug::follow::Follow;
use crate::preview::{Moment, PreviewAction, Track, time_text};
use crate::theme::{self, Palette};
use crate::view_context::ViewContext;

/// Which tracks the list leaves out, and where it stands.
pub(super) struct Story {
    pub(super) left_out: BTreeSet<Track>,
    follow: Follow,
}

impl Default for Story {
    fn default() -> Self {
        // Every write of a script is a row of its own; there are too many to begin with.
        Self {
            left_out: BTreeSet::from([Track::Script]),
            follow: Follow::default(),
        }
    }
}

/// A row: something that happened, or what a breakpoint noted.
enum Told<'a> {
    Moment(&'a Moment),
    Noted(&'a Noted),
}

impl Told<'_> {
    fn tick(&self) -> Tick {
        match self {
            Self::Moment(moment) => moment.tick,
            Self::Noted(noted) => noted.position.tick,
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Moment(moment) => &moment.text,
            Self::Noted(noted) => &noted.text,
        }
    }

    fn line(&self) -> String {
        format!("{}\t{}", time_text(self.tick()), self.text())
    }

    /// Where a click leads.
    fn place(&self, context: &ViewContext<'_>) -> Option<Leads> {
        match self {
            Self::Moment(moment) => super::place_of(context.preview, moment).map(Leads::Text),
            // No link leads back to a moment.
            Self::Noted(_) if context.preview.is_linked() => None,
            Self::Noted(noted) => Some(Leads::Moment(PreviewAction::SeekTo(noted.position))),
        }
    }

    fn colour(&self, palette: &Palette) -> Color32 {
        match self {
            Self::Moment(moment) => colour(palette, moment.track),
            Self::Noted(_) => palette.warning,
        }
    }
}

/// Where a row leads.
enum Leads {
    Text(Place),
    Moment(PreviewAction),
}

impl Story {
    pub(super) fn list(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let noted = noted(context);
        let (told, past) = self.told(context, &noted);
        if told.is_empty() {
            ui.weak("Nothing has happened yet.");
            return;
        }
        let height = ui.text_style_height(&egui::TextStyle::Body);
        let preview = context.preview;
        let size = (height, told.len(), past);
        self.follow.show(ui, preview, size, true, |ui, rows| {
            let first = rows.start;
            let shown = told.get(rows).unwrap_or_default();
            for (at, row) in shown.iter().enumerate() {
                let is_future = first.saturating_add(at) >= past;
                one(ui, context, row, is_future, &told);
            }
        });
    }

    /// The rows in order, and how many of them came up to the moment that is shown. Notes are the
    /// author's own, so they are told whatever the list leaves out.
    fn told<'a>(&self, context: &ViewContext<'a>, noted: &'a [Noted]) -> (Vec<Told<'a>>, usize) {
        let now = context.preview.position();
        let past = context.preview.past_moments();
        let mut notes = noted.iter().peekable();
        let mut told = Vec::new();
        let mut past_told = 0;
        let is_past = |note: &Noted| now.is_some_and(|now| note.position <= now);
        for (at, moment) in context.preview.moments().iter().enumerate() {
            // Within the tick that is shown a note stands on its side of the moment.
            let before = |note: &&Noted| {
                let tick = note.position.tick;
                tick < moment.tick || (tick == moment.tick && at >= past && is_past(note))
            };
            while let Some(note) = notes.next_if(before) {
                past_told += usize::from(is_past(note));
                told.push(Told::Noted(note));
            }
            if !self.left_out.contains(&moment.track) {
                past_told += usize::from(at < past);
                told.push(Told::Moment(moment));
            }
        }
        for note in notes {
            past_told += usize::from(is_past(note));
            told.push(Told::Noted(note));
        }
        (told, past_told)
    }

    /// Takes a track out of the list, or puts it back.
    pub(super) fn toggle(&mut self, track: Track) {
        if !self.left_out.remove(&track) {
            self.left_out.insert(track);
        }
    }
}

fn one(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    row: &Told<'_>,
    is_future: bool,
    all: &[Told<'_>],
) {
    let leads = row.place(context);
    ui.horizontal(|ui| {
        if is_future {
            ui.set_opacity(0.5);
        }
        ui.monospace(RichText::new(time_text(row.tick())).weak());
        let (mark, _) = ui.allocate_exact_size(egui::vec2(6.0, 10.0), Sense::hover());
        let colour = row.colour(theme::palette(ui));
        ui.painter().rect_filled(mark, 1.0, colour);
        let text = match row {
            Told::Moment(_) => RichText::new(row.text()).color(ui.visuals().text_color()),
            Told::Noted(_) => RichText::new(row.text()).color(ui.visuals().hyperlink_color),
        };
        let text = egui::Label::new(text).truncate();
        // A row that leads somewhere answers to the pointer; the others are only read.
        let text = ui.add(text.selectable(false).sense(Sense::click()));
        let help = match &leads {
            None => row.text().to_owned(),
            Some(Leads::Text(_)) => format!("{}\nA click goes there.", row.text()),
            Some(Leads::Moment(_)) => {
                format!(
                    "{}\nNoted by a breakpoint; a click shows that moment.",
                    row.text()
                )
            }
        };
        let text = match &leads {
            None => text.on_hover_text(help),
            Some(_) => text
                .on_hover_cursor(egui::CursorIcon::PointingHand)
                .on_hover_text(help),
        };
        text.context_menu(|ui| {
            if ui.button("Copy Row").clicked() {
                context.act(Action::Copy(row.line()));
                ui.close();
            }
            if ui.button("Copy Story").clicked() {
                let lines: Vec<_> = all.iter().map(Told::line).collect();
                context.act(Action::Copy(lines.join("\n")));
                ui.close();
            }
        });
        if text.clicked() {
            match leads {
                Some(Leads::Text(place)) => context.go_to(place),
                Some(Leads::Moment(seek)) => context.act(Action::Preview(seek)),
                None => {}
            }
        }
    });
}

/// The colour of a track.
pub(super) fn colour(palette: &Palette, track: Track) -> egui::Color32 {
    match track {
        Track::Mission => palette.accent,
        Track::Triggers => palette.code.keyword,
        Track::Ships => palette.friendly,
        Track::Radio => palette.success,
        Track::Camera => palette.curve,
        Track::Script => palette.neutral,
        Track::Trouble => palette.error,
    }
}
