//! The margin of a text: breakpoints, the line where the run stands, what ran.

use eframe::egui::{
    self, Color32, CursorIcon, Id, Painter, Popup, PopupCloseBehavior, Pos2, Rect, Sense, Shape,
    Stroke, Ui, pos2, vec2,
};
use model::AnyId;
use model::diagnostic::Place;

use crate::action::Action;
use crate::breakpoints::{Breakpoint, BreakpointAction, line_start};
use crate::panels::breakpoints::editor;
use crate::preview::PreviewAction;
use crate::theme::{self, Palette};
use crate::view_context::ViewContext;

use super::paint::OnScreen;

/// Radius of a breakpoint's dot.
const DOT: f32 = 4.5;
/// Share of its size that the arrow has on a line with a dot, around which the dot is to be seen.
const ON_DOT: f32 = 0.62;
/// Width of the bar beside a line that ran.
const BAR: f32 = 3.0;

/// A margin as it stands on the screen.
pub(super) struct Margin<'a> {
    pub(super) shown: &'a OnScreen<'a>,
    pub(super) owner: &'a AnyId,
    /// Left edge of the margin.
    pub(super) left: f32,
}

impl Margin<'_> {
    /// Draws the margin and takes its clicks. `menu_line` is the line whose menu is open.
    pub(super) fn ui(&self, ui: &Ui, context: &mut ViewContext<'_>, menu_line: &mut usize) {
        let palette = theme::palette(ui);
        let painter = ui.painter();
        self.coverage(painter, context, palette);
        self.dots(painter, context, palette);
        self.stopped(painter, context, palette);
        let top = self.shown.at.y;
        let bottom = top + self.shown.galley.rect.height();
        let right = self.shown.at.x - BAR - 2.0;
        let strip = Rect::from_min_max(pos2(self.left, top), pos2(right, bottom));
        let response = ui.interact(strip, Id::new("margin").with(self.owner), Sense::click());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Breakpoints")
        });
        let line = response.hover_pos().and_then(|at| self.line_at(at));
        if let Some(line) = line {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            let open = Popup::is_any_open(ui.ctx());
            if context.breakpoints.on_line(self.owner, line).is_none() && !open {
                self.dot(painter, line, palette.error.gamma_multiply(0.35), true);
            }
        }
        let clicked = response
            .interact_pointer_pos()
            .and_then(|at| self.line_at(at));
        if let Some(at) = clicked {
            let owner = self.owner.clone();
            if response.clicked() {
                let click = context.breakpoints.clicked(owner, at);
                context.act(Action::Breakpoint(click));
            } else if response.secondary_clicked() {
                *menu_line = at;
            }
        }
        // Below the line, which stays in sight.
        let row = self.shown.place((*menu_line).min(self.shown.text.len()));
        let below = pos2(self.left + 2.0 * DOT + 6.0, row.bottom() + 2.0);
        Popup::context_menu(&response)
            .at_position(below)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .show(|ui| self.menu(ui, context, menu_line));
    }

    fn menu(&self, ui: &mut Ui, context: &mut ViewContext<'_>, line: &mut usize) {
        ui.set_min_width(340.0);
        let owner = self.owner.clone();
        let number = self.line_number(*line);
        ui.weak(format!("{}, line {number}", self.owner));
        let breakpoint = context.breakpoints.on_line(self.owner, *line).cloned();
        let toggle = || {
            Action::Breakpoint(BreakpointAction::ToggleLine {
                owner: owner.clone(),
                at: *line,
            })
        };
        match &breakpoint {
            Some(breakpoint) => {
                if ui.button("Delete Breakpoint").clicked() {
                    context.act(toggle());
                    ui.close();
                }
                let text = match breakpoint.enabled {
                    true => "Disable Breakpoint",
                    false => "Enable Breakpoint",
                };
                if ui.button(text).clicked() {
                    let changed = Breakpoint {
                        enabled: !breakpoint.enabled,
                        ..breakpoint.clone()
                    };
                    context.act(Action::Breakpoint(BreakpointAction::Change(changed)));
                    ui.close();
                }
            }
            None => {
                if ui.button("Add Breakpoint").clicked() {
                    context.act(toggle());
                    ui.close();
                }
                if ui
                    .button("Add Conditional Breakpoint…")
                    .on_hover_text(
                        "With a condition, a count of hits, or a note in place of a stop",
                    )
                    .clicked()
                {
                    context.act(toggle());
                    // The menu stays, with the fields of the breakpoint, which stands where the next
                    // statement is.
                    let map = &context.findings.source_map;
                    let is_current = context.findings.revision == context.document.revision();
                    let statement = map.statement_from(self.owner, *line);
                    if let Some(statement) = statement.filter(|_| is_current) {
                        *line = line_start(self.shown.text, statement.span.start);
                    }
                }
            }
        }
        if ui.button("Run to This Line").clicked() {
            let place = Place::text(owner, *line..*line);
            context.act(Action::Preview(PreviewAction::RunTo(place)));
            ui.close();
        }
        if let Some(breakpoint) = breakpoint {
            ui.separator();
            editor(ui, context, &breakpoint);
        }
    }

    /// Where the line starts that is at a height.
    fn line_at(&self, at: Pos2) -> Option<usize> {
        let y = at.y - self.shown.at.y;
        let row = self
            .shown
            .galley
            .rows
            .iter()
            .position(|row| y >= row.pos.y && y < row.pos.y + row.size.y)?;
        self.starts().nth(row)
    }

    /// Where each line starts.
    fn starts(&self) -> impl Iterator<Item = usize> {
        let text = self.shown.text;
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1))
    }

    fn line_number(&self, start: usize) -> usize {
        let before = self.shown.text.get(..start).unwrap_or_default();
        before.matches('\n').count() + 1
    }

    fn dots(&self, painter: &Painter, context: &ViewContext<'_>, palette: &Palette) {
        for breakpoint in context.breakpoints.iter() {
            if let crate::breakpoints::On::Line { owner, at } = &breakpoint.on
                && owner == self.owner
            {
                let broken = context
                    .preview
                    .resolved()
                    .is_some_and(|it| it.problems.contains_key(&breakpoint.id));
                let fill = breakpoint.enabled && !broken;
                self.dot(painter, *at, colour_of(breakpoint, palette), !fill);
                if !breakpoint.condition.trim().is_empty() {
                    // A condition shows as a bar across the dot.
                    let middle = self.middle(*at);
                    let bar = Rect::from_center_size(middle, vec2(DOT, 1.6));
                    painter.rect_filled(bar, 0.0, Color32::WHITE);
                }
            }
        }
    }

    fn dot(&self, painter: &Painter, line: usize, colour: Color32, hollow: bool) {
        let middle = self.middle(line);
        if hollow {
            painter.circle_stroke(middle, DOT - 0.5, Stroke::new(1.4, colour));
        } else {
            painter.circle_filled(middle, DOT, colour);
        }
    }

    fn middle(&self, line: usize) -> Pos2 {
        let row = self.shown.place(line.min(self.shown.text.len()));
        pos2(self.left + DOT + 4.0, row.center().y)
    }

    /// An arrow at the line that is about to run.
    fn stopped(&self, painter: &Painter, context: &ViewContext<'_>, palette: &Palette) {
        let Some((owner, span)) = context.preview.stopped_at() else {
            return;
        };
        if owner != *self.owner {
            return;
        }
        let span = context.preview.in_text(context.mission(), &owner, span);
        let start = line_start(self.shown.text, span.start);
        let middle = self.middle(start);
        // On a dot it is smaller and white, so that both are seen.
        let dot = context.breakpoints.on_line(self.owner, start);
        let (size, colour) = match dot {
            Some(dot) if dot.enabled => {
                painter.circle_filled(middle, DOT + 2.5, colour_of(dot, palette));
                (ON_DOT, Color32::WHITE)
            }
            Some(dot) => {
                let line = Stroke::new(1.4, colour_of(dot, palette));
                painter.circle_stroke(middle, DOT + 2.0, line);
                (ON_DOT, palette.warning)
            }
            None => (1.0, palette.warning),
        };
        // A shaft and a head, since one outline of both would not be convex.
        let at = |x: f32, y: f32| middle + vec2(x, y) * size;
        let shaft = [at(-5.5, -3.0), at(0.5, -3.0), at(0.5, 3.0), at(-5.5, 3.0)];
        let head = [at(0.5, -6.0), at(7.0, 0.0), at(0.5, 6.0)];
        for part in [shaft.to_vec(), head.to_vec()] {
            painter.add(Shape::convex_polygon(part, colour, Stroke::NONE));
        }
    }

    /// A bar beside each line that ran, a pale one beside each that has not.
    fn coverage(&self, painter: &Painter, context: &ViewContext<'_>, palette: &Palette) {
        // No link tells which lines ran.
        let told = !context.preview.is_outdated() && !context.preview.is_linked();
        if !told || !context.settings.show_coverage {
            return;
        }
        let right = self.shown.at.x - 4.0;
        for (span, ran) in context.preview.covered_in(self.owner) {
            let row = self.shown.place(span.start.min(self.shown.text.len()));
            let bar = Rect::from_min_max(
                pos2(right - BAR, row.top() + 1.0),
                pos2(right, row.bottom() - 1.0),
            );
            let colour = if ran {
                palette.success.gamma_multiply(0.8)
            } else {
                palette.neutral.gamma_multiply(0.25)
            };
            painter.rect_filled(bar, 1.0, colour);
        }
    }
}

fn colour_of(breakpoint: &Breakpoint, palette: &Palette) -> Color32 {
    match breakpoint.log {
        Some(_) => palette.warning,
        None => palette.error,
    }
}
