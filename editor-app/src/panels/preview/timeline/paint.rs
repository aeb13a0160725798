//! The picture of the timeline.

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, Stroke, TextStyle, Ui, vec2};
use runtime::Tick;

use crate::preview::chronicle::{Chronicle, Deeds, Life};
use crate::preview::{Moment, Track};
use crate::theme;
use crate::view_context::ViewContext;

use super::rows::{Row, What};
use super::{ROW, Scale, TRIANGLE};
use crate::panels::breakpoints::noted;
use crate::panels::preview::story::{Story, colour};

/// How far the name of a row stands in from that of its track, in points.
const INDENT: f32 = 8.0;
/// Room for a text of the axis, in points.
const AXIS_TEXT: f32 = 30.0;

/// The part of a room that moments are drawn in, beside the names. The first of them has its mark
/// half before its place.
pub(super) fn moments(rect: Rect, scale: &Scale) -> Rect {
    rect.with_min_x(scale.left - 1.0)
}

/// The lines of the seconds, behind the rows.
pub(super) fn lines(ui: &Ui, rect: Rect, scale: &Scale) {
    let painter = ui.painter_at(moments(rect, scale));
    let line = Stroke::new(1.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
    for second in seconds(scale) {
        let x = scale.x(second.saturating_mul(runtime::TICKS_PER_SECOND));
        painter.vline(x, rect.y_range(), line);
    }
}

/// The seconds' texts, below the rows.
pub(super) fn axis(ui: &Ui, rect: Rect, scale: &Scale) {
    let painter = ui.painter_at(moments(rect, scale));
    let colour = ui.visuals().weak_text_color();
    let font = TextStyle::Small.resolve(ui.style());
    for second in seconds(scale) {
        let x = scale.x(second.saturating_mul(runtime::TICKS_PER_SECOND));
        if x + AXIS_TEXT > rect.right() {
            break;
        }
        painter.text(
            Pos2::new(x + 2.0, rect.bottom()),
            Align2::LEFT_BOTTOM,
            format!("{}:{:02}", second / 60, second % 60),
            font.clone(),
            colour,
        );
    }
}

/// The seconds that have a line.
fn seconds(scale: &Scale) -> impl Iterator<Item = u32> {
    let per_second = runtime::TICKS_PER_SECOND as f32;
    let step = step(scale.ticks / per_second, scale.width);
    let first = (scale.first / per_second) as u32 / step;
    let last = (scale.first + scale.ticks) / per_second;
    (first..)
        .map(move |i: u32| i.saturating_mul(step))
        .take_while(move |second| *second as f32 <= last)
}

/// Seconds between two lines, so that their texts have room.
fn step(seconds: f32, width: f32) -> u32 {
    const STEPS: [u32; 11] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800];
    let room = 44.0;
    let fits = |step: &u32| *step as f32 / seconds * width >= room;
    STEPS.into_iter().find(fits).unwrap_or(3600)
}

/// The rows that are in sight.
pub(super) fn rows(
    ui: &Ui,
    context: &ViewContext<'_>,
    chronicle: &Chronicle,
    rows: &[Row],
    rect: Rect,
    scale: &Scale,
    story: &Story,
) {
    let painter = ui.painter_at(rect);
    let beside = ui.painter_at(moments(rect, scale));
    let palette = theme::palette(ui);
    let font = TextStyle::Small.resolve(ui.style());
    let head = context.preview.head();
    for (at, row) in rows.iter().enumerate() {
        let top = rect.top() + at as f32 * ROW;
        let whole = Rect::from_min_size(Pos2::new(rect.left(), top), vec2(rect.width(), ROW));
        if !ui.is_rect_visible(whole) {
            continue;
        }
        let (shown, indent) = match row.what {
            What::Track(track) => (!story.left_out.contains(&track), 0.0),
            _ => (true, INDENT),
        };
        let text = match shown && indent == 0.0 {
            true => ui.visuals().text_color(),
            false => ui.visuals().weak_text_color(),
        };
        let left = rect.left() + TRIANGLE + indent;
        let mut job = LayoutJob::simple_singleline(row.title.clone(), font.clone(), text);
        job.wrap = TextWrapping::truncate_at_width(scale.left - 6.0 - left);
        let title = painter.layout_job(job);
        let above = (ROW - title.size().y) / 2.0;
        painter.galley(Pos2::new(left, top + above), title, text);
        if at % 2 == 0 {
            let right = vec2(rect.right() - scale.left, ROW);
            let band = Rect::from_min_size(Pos2::new(scale.left, top), right);
            painter.rect_filled(band, 0.0, ui.visuals().faint_bg_color.gamma_multiply(0.5));
        }
        match row.what {
            What::Track(track) => {
                let all = context.preview.moments().iter();
                let of_track = all.filter(|it| it.track == track);
                marks(&beside, top, scale, of_track, colour(palette, track));
                if track == Track::Script {
                    for note in noted(context) {
                        let x = scale.x(note.position.tick.0);
                        mark(&beside, top, x, palette.warning);
                    }
                }
            }
            What::Thread(at) => {
                if let Some(life) = chronicle.threads.get(at) {
                    thread(
                        &beside,
                        top,
                        scale,
                        life,
                        head,
                        colour(palette, Track::Script),
                    );
                }
            }
            What::Shot(at) => {
                if let Some(shot) = chronicle.shots.get(at) {
                    let colour = colour(palette, Track::Camera);
                    bar(&beside, top, scale, (shot.start, shot.end, head), colour);
                }
            }
            What::Line(at) => {
                if let Some(line) = chronicle.lines.get(at) {
                    let colour = colour(palette, Track::Radio);
                    bar(&beside, top, scale, (line.start, line.end, head), colour);
                }
            }
            What::Trigger(number) => {
                if let Some(deeds) = chronicle.triggers.get(&number) {
                    let fired = colour(palette, Track::Triggers);
                    trigger(&beside, top, scale, deeds, fired, palette.warning);
                }
            }
        }
    }
}

/// From its start to its end, dim, with a bright edge where it began.
fn bar(
    painter: &Painter,
    top: f32,
    scale: &Scale,
    (start, end, head): (Tick, Option<Tick>, Tick),
    colour: Color32,
) {
    let from = scale.x(start.0);
    let to = scale.x(end.unwrap_or(head).0).max(from + 2.0);
    let rect = Rect::from_min_max(
        Pos2::new(from - 1.0, top + 3.0),
        Pos2::new(to, top + ROW - 3.0),
    );
    painter.rect_filled(rect, 1.0, colour.gamma_multiply(0.45));
    mark(painter, top, from, colour);
}

fn mark(painter: &Painter, top: f32, x: f32, colour: Color32) {
    let rect = Rect::from_min_max(
        Pos2::new(x - 1.0, top + 3.0),
        Pos2::new(x + 2.0, top + ROW - 3.0),
    );
    painter.rect_filled(rect, 1.0, colour);
}

/// A thread: dim while it waits, bright where it runs.
fn thread(painter: &Painter, top: f32, scale: &Scale, life: &Life, head: Tick, colour: Color32) {
    let end = life.end.map(|(tick, _)| tick);
    let from = scale.x(life.start.0);
    let to = scale.x(end.unwrap_or(head).0).max(from + 2.0);
    let middle = top + ROW / 2.0;
    let rect = Rect::from_min_max(Pos2::new(from, middle - 2.0), Pos2::new(to, middle + 2.0));
    painter.rect_filled(rect, 1.0, colour.gamma_multiply(0.35));
    let mut since = life.start;
    let mut last = f32::MIN;
    let mut run = |from: Tick, to: Tick| {
        let (left, right) = (scale.x(from.0), scale.x(to.0));
        // Runs on the same pixel are one.
        if right - last < 1.0 {
            return;
        }
        last = right.max(left + 2.0);
        let rect = Rect::from_min_max(
            Pos2::new(left - 1.0, top + 3.0),
            Pos2::new(last, top + ROW - 3.0),
        );
        painter.rect_filled(rect, 1.0, colour);
    };
    for (begun, until, _) in &life.waits {
        run(since, *begun);
        match until {
            Some(until) => since = *until,
            // It waits still, and has not run since.
            None => return,
        }
    }
    run(since, end.unwrap_or(since));
}

/// A trigger: where it fired, and lower where it was tested in vain.
fn trigger(
    painter: &Painter,
    top: f32,
    scale: &Scale,
    deeds: &Deeds,
    fired: Color32,
    failed: Color32,
) {
    let mut last = f32::MIN;
    for (tick, passed) in &deeds.tested {
        let x = scale.x(tick.0);
        if *passed || x - last < 1.0 {
            continue;
        }
        last = x;
        let rect = Rect::from_min_max(
            Pos2::new(x - 1.0, top + ROW - 7.0),
            Pos2::new(x + 1.0, top + ROW - 3.0),
        );
        painter.rect_filled(rect, 0.0, failed);
    }
    for tick in deeds.fired() {
        mark(painter, top, scale.x(tick.0), fired);
    }
}

fn marks<'a>(
    painter: &Painter,
    top: f32,
    scale: &Scale,
    moments: impl Iterator<Item = &'a Moment>,
    colour: Color32,
) {
    // Marks on the same pixel are one; a run of an hour has many more moments than pixels.
    let mut last = f32::MIN;
    for moment in moments {
        let x = scale.x(moment.tick.0);
        let end = scale.x(moment.tick.0.saturating_add(moment.ticks));
        if x - last < 1.0 && moment.ticks == 0 {
            continue;
        }
        last = x;
        if moment.ticks > 0 {
            let rect = Rect::from_min_max(
                Pos2::new(x - 1.0, top + 3.0),
                Pos2::new(end.max(x + 2.0), top + ROW - 3.0),
            );
            painter.rect_filled(rect, 1.0, colour.gamma_multiply(0.45));
        }
        mark(painter, top, x, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_room_for_their_texts() {
        assert_eq!(step(60.0, 600.0), 5);
        assert_eq!(step(300.0, 600.0), 30);
        assert_eq!(step(1e9, 600.0), 3600);
    }
}
