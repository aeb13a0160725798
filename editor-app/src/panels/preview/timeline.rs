//! What happened, over time.

use eframe::egui::{self, Align2, Painter, Pos2, Rect, Sense, Stroke, TextStyle, Ui, vec2};

use runtime::Tick;

use crate::action::Action;
use crate::preview::{Moment, PreviewAction, Track, time_text};
use crate::theme;
use crate::view_context::ViewContext;

use super::story::{Story, colour};

/// Room for the tracks' names, in points.
const NAMES: f32 = 70.0;
const ROW: f32 = 17.0;
const AXIS: f32 = 16.0;
/// What the timeline spans at least, in ticks.
const SHORTEST: u32 = 60 * runtime::TICKS_PER_SECOND;
/// How near a pointer must be to a mark, in points.
const NEAR: f32 = 5.0;

/// Ticks as places on the screen.
struct Scale {
    left: f32,
    width: f32,
    ticks: f32,
}

impl Scale {
    fn x(&self, tick: u32) -> f32 {
        self.left + tick as f32 / self.ticks * self.width
    }

    fn tick(&self, x: f32) -> u32 {
        ((x - self.left) / self.width * self.ticks).max(0.0) as u32
    }
}

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, story: &mut Story) {
    let Some(snapshot) = context.preview.snapshot() else {
        return;
    };
    let now = snapshot.tick.0;
    let head = context.preview.head().0;
    let height = ROW * Track::ALL.len() as f32 + AXIS;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
    let scale = Scale {
        left: rect.left() + NAMES,
        width: (rect.width() - NAMES - 8.0).max(1.0),
        ticks: head.max(SHORTEST) as f32,
    };
    paint_axis(ui, rect, &scale);
    let moments = context.preview.moments();
    paint_tracks(ui, rect, &scale, moments, story);
    let x = scale.x(now);
    let accent = theme::palette(ui).accent;
    ui.painter()
        .vline(x, rect.y_range(), Stroke::new(1.0, accent));
    let Some(at) = response.interact_pointer_pos().or(response.hover_pos()) else {
        return;
    };
    if response.dragged() || (response.clicked() && at.x >= scale.left) {
        // The run is looked at where the hand is.
        let tick = scale.tick(at.x).min(head);
        if tick != now {
            context.act(Action::Preview(PreviewAction::Seek(Tick(tick))));
        }
    }
    if let Some(track) = track_at(rect, at) {
        if at.x < scale.left {
            let shown = !story.left_out.contains(&track);
            let help = if shown {
                "Leave out of the list"
            } else {
                "Show in the list"
            };
            if response.on_hover_text(help).clicked() {
                story.toggle(track);
            }
        } else if let Some(moment) = nearest(moments, track, at.x, &scale) {
            let text = format!("{}  {}", time_text(moment.tick), moment.text);
            let place = super::place_of(context.preview, moment);
            if response.on_hover_text_at_pointer(text).clicked()
                && let Some(place) = place
            {
                context.go_to(place);
            }
        }
    }
}

fn paint_axis(ui: &Ui, rect: Rect, scale: &Scale) {
    let painter = ui.painter_at(rect);
    let colour = ui.visuals().weak_text_color();
    let font = TextStyle::Small.resolve(ui.style());
    let line = Stroke::new(1.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
    let seconds = scale.ticks / runtime::TICKS_PER_SECOND as f32;
    let step = step(seconds, scale.width);
    for i in 0.. {
        let second = i * step;
        if second as f32 > seconds {
            break;
        }
        let x = scale.x(second.saturating_mul(runtime::TICKS_PER_SECOND));
        painter.vline(x, rect.y_range(), line);
        let text = format!("{}:{:02}", second / 60, second % 60);
        painter.text(
            Pos2::new(x + 2.0, rect.bottom()),
            Align2::LEFT_BOTTOM,
            text,
            font.clone(),
            colour,
        );
    }
}

/// Seconds between two lines, so that their texts have room.
fn step(seconds: f32, width: f32) -> u32 {
    const STEPS: [u32; 11] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800];
    let room = 44.0;
    let fits = |step: &u32| *step as f32 / seconds * width >= room;
    STEPS.into_iter().find(fits).unwrap_or(3600)
}

fn paint_tracks(ui: &Ui, rect: Rect, scale: &Scale, moments: &[Moment], story: &Story) {
    let painter = ui.painter_at(rect);
    let palette = theme::palette(ui);
    let font = TextStyle::Small.resolve(ui.style());
    for (row, track) in (0u8..).zip(Track::ALL) {
        let top = rect.top() + f32::from(row) * ROW;
        let shown = !story.left_out.contains(&track);
        let text = if shown {
            ui.visuals().text_color()
        } else {
            ui.visuals().weak_text_color()
        };
        let at = Pos2::new(rect.left() + 4.0, top + ROW / 2.0);
        painter.text(at, Align2::LEFT_CENTER, track.title(), font.clone(), text);
        if row % 2 == 0 {
            let band = Rect::from_min_size(
                Pos2::new(scale.left, top),
                vec2(rect.right() - scale.left, ROW),
            );
            painter.rect_filled(band, 0.0, ui.visuals().faint_bg_color.gamma_multiply(0.5));
        }
        let colour = colour(palette, track);
        paint_marks(
            &painter,
            top,
            scale,
            moments.iter().filter(|it| it.track == track),
            colour,
        );
    }
}

fn paint_marks<'a>(
    painter: &Painter,
    top: f32,
    scale: &Scale,
    moments: impl Iterator<Item = &'a Moment>,
    colour: egui::Color32,
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
        let rect = Rect::from_min_max(
            Pos2::new(x - 1.0, top + 3.0),
            Pos2::new(end.max(x + 2.0), top + ROW - 3.0),
        );
        let fill = if moment.ticks > 0 {
            colour.gamma_multiply(0.45)
        } else {
            colour
        };
        painter.rect_filled(rect, 1.0, fill);
        if moment.ticks > 0 {
            let first = Rect::from_min_max(rect.min, Pos2::new(x + 2.0, rect.max.y));
            painter.rect_filled(first, 1.0, colour);
        }
    }
}

fn track_at(rect: Rect, at: Pos2) -> Option<Track> {
    let row = ((at.y - rect.top()) / ROW).floor();
    (row >= 0.0)
        .then(|| Track::ALL.get(row as usize).copied())
        .flatten()
}

fn nearest<'a>(moments: &'a [Moment], track: Track, x: f32, scale: &Scale) -> Option<&'a Moment> {
    let distance = |moment: &Moment| {
        let from = scale.x(moment.tick.0);
        let to = scale.x(moment.tick.0.saturating_add(moment.ticks));
        (from - x).max(x - to).max(0.0)
    };
    moments
        .iter()
        .filter(|it| it.track == track && distance(it) <= NEAR)
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
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
