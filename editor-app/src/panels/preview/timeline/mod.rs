//! What happened, over time: seven tracks that sum it up, four of which unfold into a row for each
//! thread, shot, line and trigger.

mod paint;
mod rows;
mod scale;

use std::collections::BTreeSet;

use eframe::egui::{self, Pos2, Rect, Response, ScrollArea, Sense, Stroke, Ui, vec2};
use egui_phosphor::regular as icons;
use model::diagnostic::Place;
use runtime::Tick;

use crate::action::Action;
use crate::preview::chronicle::Chronicle;
use crate::preview::{Moment, PreviewAction, Track, time_text};
use crate::theme;
use crate::view_context::ViewContext;

use super::story::Story;
use rows::{Row, What};
use scale::{Scale, View};

/// Room for the names of the tracks, and for those of rows where there are any, in points.
const NAMES: f32 = 84.0;
const LONG_NAMES: f32 = 168.0;
/// Room for a triangle before a name, in points.
const TRIANGLE: f32 = 16.0;
const ROW: f32 = 17.0;
const AXIS: f32 = 16.0;
/// Points of the wheel that zoom by e.
const ZOOM: f32 = 200.0;
/// How near a pointer must be to a mark, in points.
const NEAR: f32 = 5.0;

/// What the timeline remembers.
#[derive(Default)]
pub(super) struct Timeline {
    unfolded: BTreeSet<Track>,
    view: View,
    /// The moment that was shown last, and the one before the last click.
    now: u32,
    before: u32,
}

impl Timeline {
    /// `is_alone` says that nothing stands below it.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        context: &mut ViewContext<'_>,
        chronicle: &Chronicle,
        story: &mut Story,
        is_alone: bool,
    ) {
        let Some(snapshot) = context.preview.snapshot() else {
            return;
        };
        let now = snapshot.tick.0;
        let head = context.preview.head().0;
        let rows = rows::rows(context, chronicle, &self.unfolded);
        let tracks = ROW * Track::ALL.len() as f32;
        let most = (ui.available_height() - AXIS).max(ROW);
        let most = match is_alone || self.unfolded.is_empty() {
            true => most,
            // The list below it needs its share.
            false => most.min((ui.available_height() * 0.6).max(tracks)),
        };
        let width = ui.available_width();
        let left = ui.cursor().left();
        let names = match self.unfolded.is_empty() {
            true => NAMES,
            false => LONG_NAMES.min(width * 0.35),
        };
        if std::mem::replace(&mut self.now, now) != now {
            self.view.follow(now, head);
        }
        let room = (width - names - 12.0).max(1.0);
        let scale = self.view.scale(head, left + names, room);
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical()
            .id_salt("timeline")
            .max_height(most)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                let size = vec2(width, ROW * rows.len() as f32);
                let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Timeline")
                });
                paint::lines(ui, rect, &scale);
                paint::rows(ui, context, chronicle, &rows, rect, &scale, story);
                let accent = theme::palette(ui).accent;
                let line = Stroke::new(1.0, accent);
                let moments = paint::moments(rect, &scale);
                let painter = ui.painter_at(moments);
                painter.vline(scale.x(now), rect.y_range(), line);
                self.triangles(ui, &rows, rect);
                self.seek(context, (&rows, rect, &scale), &response, now, head);
                self.wheel(ui, &response, &scale, head, size.y <= most);
                response.context_menu(|ui| {
                    let whole = egui::Button::new("Show the Whole Run");
                    if ui.add_enabled(self.view.is_part(), whole).clicked() {
                        self.view.show_all();
                        ui.close();
                    }
                    if ui.button("Copy Timeline").clicked() {
                        let text = rows::copied(context, chronicle, &rows);
                        context.act(Action::Copy(text));
                        ui.close();
                    }
                });
                point(context, chronicle, &rows, rect, &scale, response, story);
            });
        let (axis, response) = ui.allocate_exact_size(vec2(width, AXIS), Sense::hover());
        paint::axis(ui, axis, &scale);
        response.on_hover_text(
            "Ctrl and the wheel zoom, Shift and the wheel move along; a double click shows the whole run",
        );
    }

    /// Zooms about the pointer and moves along. Where there are no rows to scroll to, the wheel alone
    /// zooms.
    fn wheel(&mut self, ui: &Ui, response: &Response, scale: &Scale, head: u32, all_rows: bool) {
        let Some(at) = response.hover_pos() else {
            return;
        };
        let (zoom, scroll) = ui.input(|it| (it.zoom_delta(), it.smooth_scroll_delta()));
        let by_wheel = match all_rows {
            true => (scroll.y / ZOOM).exp(),
            false => 1.0,
        };
        let factor = zoom * by_wheel;
        if factor != 1.0 {
            self.view.zoom(factor, at.x.max(scale.left), scale, head);
        }
        if scroll.x != 0.0 {
            self.view.pan(-scroll.x, scale, head);
        }
        if response.double_clicked() {
            self.view.show_all();
        }
        if factor != 1.0 || scroll.x != 0.0 || response.double_clicked() {
            // It was drawn as it was.
            ui.ctx().request_repaint();
        }
    }

    /// Shows the moment where the hand is: on a click that of the mark there, if there is one. A second
    /// click, which shows the whole run, takes back what the first did.
    fn seek(
        &mut self,
        context: &mut ViewContext<'_>,
        (rows, rect, scale): (&[Row], Rect, &Scale),
        response: &Response,
        now: u32,
        head: u32,
    ) {
        let Some(at) = response.interact_pointer_pos() else {
            return;
        };
        let tick = if response.double_clicked() {
            self.before
        } else if response.clicked() && at.x >= scale.left {
            self.before = now;
            let marked = marked(context, rows, rect, scale, at);
            marked.unwrap_or_else(|| scale.tick(at.x))
        } else if response.dragged() {
            scale.tick(at.x)
        } else {
            return;
        };
        let tick = tick.min(head);
        // What the first of two clicks asked for may not show yet.
        if tick != now || response.double_clicked() {
            context.act(Action::Preview(PreviewAction::Seek(Tick(tick))));
        }
    }

    fn triangles(&mut self, ui: &mut Ui, rows: &[Row], rect: Rect) {
        for (at, row) in rows.iter().enumerate() {
            let What::Track(track) = row.what else {
                continue;
            };
            if !rows::unfolds(track) {
                continue;
            }
            let top = rect.top() + at as f32 * ROW;
            let place = Rect::from_min_size(Pos2::new(rect.left(), top), vec2(TRIANGLE, ROW));
            let open = self.unfolded.contains(&track);
            let icon = if open {
                icons::CARET_DOWN
            } else {
                icons::CARET_RIGHT
            };
            let text = egui::RichText::new(icon).small();
            let button = ui.put(place, egui::Button::new(text).frame(false));
            let verb = if open { "Fold" } else { "Unfold" };
            let name = format!("{verb} {}", track.title());
            button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
            if button.clicked() {
                if !self.unfolded.remove(&track) {
                    self.unfolded.insert(track);
                }
                // Its sign and the rows were drawn as they were.
                ui.ctx().request_repaint();
            }
        }
    }
}

/// The moment of the mark at a place, if there is one.
fn marked(
    context: &ViewContext<'_>,
    rows: &[Row],
    rect: Rect,
    scale: &Scale,
    at: Pos2,
) -> Option<u32> {
    let row = ((at.y - rect.top()) / ROW).floor();
    let row = (row >= 0.0).then(|| rows.get(row as usize)).flatten()?;
    let What::Track(track) = row.what else {
        return None;
    };
    Some(
        nearest(context.preview.moments(), track, at.x, scale)?
            .tick
            .0,
    )
}

/// Says what is under the pointer, and goes there on a click.
fn point(
    context: &mut ViewContext<'_>,
    chronicle: &Chronicle,
    rows: &[Row],
    rect: Rect,
    scale: &Scale,
    response: Response,
    story: &mut Story,
) {
    let Some(at) = response.interact_pointer_pos().or(response.hover_pos()) else {
        return;
    };
    let row = ((at.y - rect.top()) / ROW).floor();
    let row = (row >= 0.0).then(|| rows.get(row as usize)).flatten();
    let Some(row) = row else { return };
    match row.what {
        What::Track(track) if at.x < scale.left => {
            let shown = !story.left_out.contains(&track);
            let help = if shown {
                "Leave out of the list"
            } else {
                "Show in the list"
            };
            if response.on_hover_text(help).clicked() {
                story.toggle(track);
            }
        }
        What::Track(track) => {
            let moments = context.preview.moments();
            if let Some(moment) = nearest(moments, track, at.x, scale) {
                let text = format!("{}  {}", time_text(moment.tick), moment.text);
                let place = super::place_of(context.preview, moment);
                told(context, response, text, place);
            }
        }
        what => {
            if let Some((text, place)) = rows::told(context, chronicle, what) {
                told(context, response, text, place);
            }
        }
    }
}

fn told(context: &mut ViewContext<'_>, response: Response, text: String, place: Option<Place>) {
    if response.on_hover_text_at_pointer(text).clicked()
        && let Some(place) = place
    {
        context.go_to(place);
    }
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
