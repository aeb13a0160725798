//! The rows of the timeline, and what each says of itself.

use std::collections::BTreeSet;

use model::AnyId;
use model::diagnostic::Place;
use runtime::{Speaker, Tick};

use crate::preview::chronicle::{Chronicle, Life};
use crate::preview::words::{origin_text, seconds_text};
use crate::preview::{Track, time_text};
use crate::view_context::ViewContext;
use crate::words::counted;

/// A row.
pub(super) struct Row {
    pub(super) title: String,
    pub(super) what: What,
}

/// What a row is of, by its place in what was read of the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Track(Track),
    Thread(usize),
    Shot(usize),
    Line(usize),
    Trigger(u16),
}

/// Whether a track has rows of its own to unfold.
pub(super) fn unfolds(track: Track) -> bool {
    matches!(
        track,
        Track::Triggers | Track::Radio | Track::Camera | Track::Script
    )
}

/// The seven tracks, each with its rows where it is unfolded.
pub(super) fn rows(
    context: &ViewContext<'_>,
    chronicle: &Chronicle,
    unfolded: &BTreeSet<Track>,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for track in Track::ALL {
        rows.push(Row {
            title: track.title().to_owned(),
            what: What::Track(track),
        });
        if unfolded.contains(&track) {
            let below = below(context, chronicle, track);
            rows.extend(below.into_iter().map(|what| Row {
                title: title(context, chronicle, what),
                what,
            }));
        }
    }
    rows
}

fn below(context: &ViewContext<'_>, chronicle: &Chronicle, track: Track) -> Vec<What> {
    match track {
        Track::Script => (0..chronicle.threads.len()).map(What::Thread).collect(),
        Track::Camera => (0..chronicle.shots.len()).map(What::Shot).collect(),
        Track::Radio => (0..chronicle.lines.len()).map(What::Line).collect(),
        // All of them: one that never fired says so by its empty row.
        Track::Triggers => {
            let count = context.preview.snapshot().map_or(0, |it| it.triggers.len());
            (0u16..).take(count).map(What::Trigger).collect()
        }
        Track::Mission | Track::Ships | Track::Trouble => Vec::new(),
    }
}

fn title(context: &ViewContext<'_>, chronicle: &Chronicle, what: What) -> String {
    let named =
        |record: Option<AnyId>, other: String| record.map_or(other, |record| record.id.to_string());
    match what {
        What::Track(track) => track.title().to_owned(),
        What::Thread(at) => match chronicle.threads.get(at) {
            Some(life) => named(ran(context, life), format!("thread {}", life.slot)),
            None => String::new(),
        },
        What::Shot(at) => named(shot_record(context, chronicle, at), "shot".to_owned()),
        What::Line(at) => {
            let line = chronicle.lines.get(at);
            line.map_or_else(String::new, |line| line.name.clone())
        }
        What::Trigger(number) => {
            let names = context.preview.names();
            let record = names.and_then(|names| names.trigger(number));
            named(record, format!("trigger {number}"))
        }
    }
}

/// The record that a thread ran.
fn ran(context: &ViewContext<'_>, life: &Life) -> Option<AnyId> {
    origin_text(life.origin, context.preview.names()?).0
}

fn shot_record(context: &ViewContext<'_>, chronicle: &Chronicle, at: usize) -> Option<AnyId> {
    let names = context.preview.names()?;
    let shot = chronicle.shots.get(at)?;
    shot.curve
        .and_then(|curve| names.curve(curve))
        .or_else(|| shot.ship.and_then(|ship| names.ship(ship)))
}

/// What a row says of itself, and where a click on it leads.
pub(super) fn told(
    context: &ViewContext<'_>,
    chronicle: &Chronicle,
    what: What,
) -> Option<(String, Option<Place>)> {
    let names = context.preview.names()?;
    match what {
        What::Track(_) => None,
        What::Thread(at) => {
            let life = chronicle.threads.get(at)?;
            let (record, origin) = origin_text(life.origin, names);
            let waits = match life.waits.len() {
                0 => String::new(),
                waits => format!(", {}", counted(waits, "wait")),
            };
            let span = span_text(life.start, life.end.map(|(tick, _)| tick));
            let text = format!("Thread {}: {origin}\n{span}{waits}", life.slot);
            let line = context.preview.place_of(life.script);
            let place = line.map(|(owner, span)| Place::text(owner, span));
            Some((text, place.or(record.map(Place::record))))
        }
        What::Shot(at) => {
            let shot = chronicle.shots.get(at)?;
            let record = shot_record(context, chronicle, at);
            let along = record.as_ref().map_or("nothing", |it| &*it.id);
            let text = format!("Shot along {along}\n{}", span_text(shot.start, shot.end));
            Some((text, record.map(Place::record)))
        }
        What::Line(at) => {
            let line = chronicle.lines.get(at)?;
            let record = match line.speaker {
                Speaker::Ship { ship, .. } => names.ship(ship),
                Speaker::Pilot(_) | Speaker::Nobody => None,
            };
            let text = format!("\"{}\"\n{}", line.name, span_text(line.start, line.end));
            Some((text, record.map(Place::record)))
        }
        What::Trigger(number) => {
            let record = names.trigger(number);
            let called = record.as_ref().map_or("trigger", |it| &*it.id);
            let text = match chronicle.triggers.get(&number) {
                Some(deeds) => format!(
                    "{called}: {}, {}",
                    counted(deeds.fired().count(), "firing"),
                    counted(deeds.tested.len(), "test"),
                ),
                None => format!("{called}: no event came as far as its values"),
            };
            Some((text, record.map(Place::record)))
        }
    }
}

/// The rows as text: the moments of each track, and what each row below one says of itself.
pub(super) fn copied(context: &ViewContext<'_>, chronicle: &Chronicle, rows: &[Row]) -> String {
    let mut lines = Vec::new();
    for row in rows {
        match row.what {
            What::Track(track) => {
                let moments = context.preview.moments().iter();
                lines.extend(moments.filter(|it| it.track == track).map(|moment| {
                    format!("{}\t{}\t{}", row.title, time_text(moment.tick), moment.text)
                }));
            }
            what => {
                if let Some((text, _)) = told(context, chronicle, what) {
                    lines.push(format!("{}\t{}", row.title, text.replace('\n', "\t")));
                }
            }
        }
    }
    lines.join("\n")
}

fn span_text(start: Tick, end: Option<Tick>) -> String {
    match end {
        Some(end) => format!(
            "{} to {}, {}",
            time_text(start),
            time_text(end),
            seconds_text(end.0.saturating_sub(start.0))
        ),
        None => format!("from {} on", time_text(start)),
    }
}
