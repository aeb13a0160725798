//! What the pointer and the keys do.

use eframe::egui::{self, Event, Key, PointerButton, Pos2, Rect, Response, Stroke, Ui};
use glam::{DVec2, DVec3};
use model::{AnyId, Ship};
use render::gizmo::{Axis, Gizmo, Handle, Snap};
use render::picking::{BoxRule, pick, pick_box};

use crate::action::Action;
use crate::log::Level;
use crate::theme::Palette;
use crate::view_context::ViewContext;

use super::drag::ShipDrag;
use super::{REACH, Viewport};

/// A press that moves less than this is a click, in points.
const CLICK: f32 = 4.0;
/// A wheel's point changes distance or speed by this factor.
const WHEEL: f64 = 0.0025;
/// How much faster Shift flies.
const SPRINT: f64 = 5.0;
/// Turns snap to this many degrees.
const SNAP_DEGREES: f64 = 15.0;

/// What the pointer is doing.
#[derive(Default)]
pub(super) struct Pointer {
    doing: Doing,
    /// The gizmo's handle under it.
    handle: Option<Handle>,
    /// Where the last click was, and how often it was repeated there.
    clicks: Option<(Pos2, usize)>,
    /// Where the right button went down.
    right_press: Option<Pos2>,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Doing {
    #[default]
    Nothing,
    Box {
        from: Pos2,
    },
    Orbit,
    Pan,
    Fly,
}

impl Pointer {
    pub(super) fn is_flying(&self) -> bool {
        self.doing == Doing::Fly
    }

    pub(super) fn handle(&self) -> Option<Handle> {
        self.handle
    }
}

impl Viewport {
    pub(super) fn take_input(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        response: &Response,
        context: &mut ViewContext<'_>,
        gizmo: Option<&Gizmo>,
    ) {
        if self.drag.is_some() {
            self.go_on_dragging(ui, rect, context);
            return;
        }
        let hover = response.hover_pos();
        self.pointer.handle = hover
            .filter(|_| self.pointer.doing == Doing::Nothing)
            .and_then(|at| gizmo?.hover(&self.camera, self.local(rect, at)));
        self.hover(rect, hover);
        self.begin(ui, rect, response, context, gizmo);
        self.go_on(ui, rect, response, context);
        self.wheel(ui, rect, hover);
        if response.clicked() {
            self.click(ui, rect, response, context);
        }
        if response.double_clicked() {
            context.act(Action::ShowTab(crate::layout::Tab::Inspector));
        }
        // A field that has the keyboard takes the key for itself.
        let free = ui.memory(|memory| memory.focused().is_none());
        let over = (response.hovered() && free) || response.has_focus();
        if over && ui.input(|input| input.key_pressed(Key::Escape)) {
            context.select(Vec::new());
        }
    }

    /// What is under the pointer, the likeliest first.
    fn under(&self, rect: Rect, at: Pos2) -> Vec<AnyId> {
        let Some(built) = &self.built else {
            return Vec::new();
        };
        pick(&built.shown, &self.camera, self.local(rect, at), REACH)
            .into_iter()
            .filter_map(|hit| built.mission.record(hit.pick).cloned())
            .collect()
    }

    fn hover(&mut self, rect: Rect, at: Option<Pos2>) {
        let free = self.pointer.doing == Doing::Nothing && self.pointer.handle.is_none();
        self.hovered = match at {
            Some(at) if free => self.under(rect, at).into_iter().next(),
            _ => None,
        };
    }

    fn begin(
        &mut self,
        ui: &Ui,
        rect: Rect,
        response: &Response,
        context: &mut ViewContext<'_>,
        gizmo: Option<&Gizmo>,
    ) {
        let modifiers = ui.input(|input| input.modifiers);
        if let Some(at) = response.interact_pointer_pos() {
            if response.drag_started_by(PointerButton::Primary) {
                let from = ui.input(|input| input.pointer.press_origin()).unwrap_or(at);
                let taken = gizmo
                    .filter(|_| !modifiers.alt)
                    .and_then(|gizmo| gizmo.begin(&self.camera, self.local(rect, from)));
                self.pointer.doing = match taken {
                    Some(drag) => {
                        let ships = context.selection.of::<Ship>();
                        self.drag = Some(ShipDrag::new(drag, context.mission(), &ships));
                        Doing::Nothing
                    }
                    None if modifiers.alt => Doing::Orbit,
                    None => Doing::Box { from },
                };
            } else if response.drag_started_by(PointerButton::Middle) {
                self.pointer.doing = if modifiers.shift {
                    Doing::Orbit
                } else {
                    Doing::Pan
                };
            } else if response.drag_started_by(PointerButton::Secondary) {
                self.pointer.doing = if modifiers.alt {
                    Doing::Orbit
                } else {
                    Doing::Fly
                };
            }
        }
        let right_down = ui.input(|input| input.pointer.button_pressed(PointerButton::Secondary));
        if right_down && response.hovered() {
            self.pointer.right_press = response.hover_pos();
        }
    }

    fn go_on(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        response: &Response,
        context: &mut ViewContext<'_>,
    ) {
        let delta = response.drag_delta();
        let (dx, dy) = (f64::from(delta.x), f64::from(delta.y));
        match self.pointer.doing {
            Doing::Nothing | Doing::Box { .. } => {}
            Doing::Orbit => {
                self.leave_axis_view();
                self.camera.orbit(dx, dy);
            }
            Doing::Pan => self.camera.pan(dx, dy),
            Doing::Fly => {
                self.leave_axis_view();
                self.camera.look(dx, dy);
                self.fly(ui);
            }
        }
        if self.pointer.doing != Doing::Nothing && response.drag_stopped() {
            if let Doing::Box { from } = self.pointer.doing
                && let Some(to) = response
                    .interact_pointer_pos()
                    .or(ui.ctx().pointer_latest_pos())
            {
                self.select_box(ui, rect, from, to, context);
            }
            self.pointer.doing = Doing::Nothing;
        }
    }

    /// An orbit out of an axis view looks in perspective again, as nothing lines up any more.
    fn leave_axis_view(&mut self) {
        if self.camera.axis_view().is_some() {
            self.camera.projection = render::Projection::Perspective;
        }
    }

    fn fly(&mut self, ui: &Ui) {
        let (direction, sprint, seconds) = ui.input(|input| {
            let held = |key: Key| if input.key_down(key) { 1.0 } else { 0.0 };
            let direction = DVec3::new(
                held(Key::D) - held(Key::A),
                held(Key::Q) - held(Key::E),
                held(Key::W) - held(Key::S),
            );
            (
                direction,
                input.modifiers.shift,
                f64::from(input.stable_dt.min(0.1)),
            )
        });
        if direction != DVec3::ZERO {
            let factor = if sprint { SPRINT } else { 1.0 };
            self.camera.fly(direction * factor, seconds);
            ui.ctx().request_repaint();
        }
    }

    fn wheel(&mut self, ui: &Ui, rect: Rect, hover: Option<Pos2>) {
        let flying = self.pointer.is_flying();
        let Some(at) = hover.or_else(|| flying.then(|| rect.center())) else {
            return;
        };
        let turned = ui.input(|input| f64::from(input.smooth_scroll_delta.y));
        if turned == 0.0 {
            return;
        }
        let factor = (-turned * WHEEL).exp();
        if flying {
            self.camera.fly_speed = (self.camera.fly_speed / factor).clamp(10.0, 1e9);
            return;
        }
        // Towards what is under the pointer, so that it stays there.
        let pointer = self.local(rect, at);
        let hit = self.built.as_ref().and_then(|built| {
            pick(&built.mission.scene, &self.camera, pointer, REACH)
                .into_iter()
                .next()
        });
        match hit {
            Some(hit) if !hit.backdrop => self.camera.zoom_at(hit.point, factor),
            _ => self.camera.zoom_to(pointer, factor),
        }
    }

    fn click(&mut self, ui: &Ui, rect: Rect, response: &Response, context: &mut ViewContext<'_>) {
        let Some(at) = response.interact_pointer_pos() else {
            return;
        };
        response.request_focus();
        let modifiers = ui.input(|input| input.modifiers);
        if modifiers.alt {
            return;
        }
        let under = self.under(rect, at);
        // Clicking again at the same place takes what lies behind.
        let times = match self.pointer.clicks {
            Some((last, times)) if last.distance(at) < CLICK => times + 1,
            _ => 0,
        };
        self.pointer.clicks = Some((at, times));
        match under.get(times.checked_rem(under.len()).unwrap_or_default()) {
            Some(record) => context.click(record, modifiers),
            None if modifiers.command || modifiers.shift => {}
            None => context.select(Vec::new()),
        }
    }

    fn select_box(&self, ui: &Ui, rect: Rect, from: Pos2, to: Pos2, context: &mut ViewContext<'_>) {
        let Some(built) = &self.built else { return };
        let (corner, opposite) = (self.local(rect, from), self.local(rect, to));
        let found: Vec<AnyId> = pick_box(
            &built.mission.scene,
            &self.camera,
            corner,
            opposite,
            BoxRule::Touching,
        )
        .into_iter()
        .filter_map(|pick| built.mission.record(pick).cloned())
        // A box is for what is placed; a curve it happens to cross is not meant.
        .filter(|record| record.collection == model::Collection::Ships)
        .collect();
        let modifiers = ui.input(|input| input.modifiers);
        let records = if modifiers.command || modifiers.shift {
            context.selection.with(found)
        } else {
            found
        };
        context.select(records);
    }

    fn go_on_dragging(&mut self, ui: &mut Ui, rect: Rect, context: &mut ViewContext<'_>) {
        let Some(drag) = &mut self.drag else { return };
        let (cancelled, ended, pointer, modifiers) = ui.input_mut(|input| {
            take_drag_keys(input, drag);
            let cancelled = input.consume_key(egui::Modifiers::NONE, Key::Escape)
                || input.pointer.button_pressed(PointerButton::Secondary);
            let entered = input.consume_key(egui::Modifiers::NONE, Key::Enter);
            let released = !input.pointer.button_down(PointerButton::Primary);
            (
                cancelled,
                released || entered,
                input.pointer.latest_pos(),
                input.modifiers,
            )
        });
        if cancelled {
            self.drag = None;
            context.act(Action::Note(
                Level::Info,
                "The drag was cancelled.".to_owned(),
            ));
            return;
        }
        // Ctrl turns snapping on or off for the moment.
        let snapping = context.settings.snap != modifiers.command;
        let grid = render::Grid::new(&self.camera, 0.0);
        let snap = Snap {
            step: snapping.then_some(grid.step),
            degrees: snapping.then_some(SNAP_DEGREES),
            precise: modifiers.shift,
        };
        if let Some(at) = pointer {
            let at = DVec2::new(f64::from(at.x - rect.min.x), f64::from(at.y - rect.min.y));
            drag.update(&self.camera, at, snap);
        }
        if ended
            && let Some(drag) = self.drag.take()
            && let Some((label, edit)) = drag.finish()
        {
            context.edit(label, edit);
        }
    }

    /// Draws what the pointer is doing: a box, a drag's amount.
    pub(super) fn paint_pointer(&self, ui: &Ui, rect: Rect, palette: &Palette) {
        let painter = ui.painter_at(rect);
        if let (Doing::Box { from }, Some(to)) = (self.pointer.doing, ui.ctx().pointer_latest_pos())
        {
            let area = Rect::from_two_pos(from, to);
            painter.rect_filled(area, 0.0, palette.accent.gamma_multiply(0.12));
            let stroke = Stroke::new(1.0, palette.accent);
            painter.rect_stroke(area, 0.0, stroke, egui::StrokeKind::Inside);
        }
        if let Some(drag) = &self.drag {
            let font = egui::TextStyle::Body.resolve(ui.style());
            let colour = ui.visuals().strong_text_color();
            let galley = painter.layout_no_wrap(drag.text(), font, colour);
            let at = egui::pos2(
                rect.center().x - galley.size().x * 0.5,
                rect.max.y - galley.size().y - 34.0,
            );
            let back = Rect::from_min_size(at, galley.size()).expand(6.0);
            painter.rect_filled(back, 4.0, ui.visuals().extreme_bg_color.gamma_multiply(0.9));
            painter.galley(at, galley, colour);
        }
    }

    /// Whether the right button went down and up at one place, which asks for the menu.
    pub(super) fn wants_menu(&self, at: Pos2) -> bool {
        self.pointer
            .right_press
            .is_some_and(|from| from.distance(at) < CLICK)
    }
}

/// Keys of a drag: X, Y, Z lock an axis, with Shift the plane across it; digits type an amount.
fn take_drag_keys(input: &mut egui::InputState, drag: &mut ShipDrag) {
    let mut kept = Vec::new();
    for event in std::mem::take(&mut input.events) {
        let taken = match &event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => match key {
                Key::X => {
                    drag.lock(Axis::X, modifiers.shift);
                    true
                }
                Key::Y => {
                    drag.lock(Axis::Y, modifiers.shift);
                    true
                }
                Key::Z if !modifiers.command => {
                    drag.lock(Axis::Z, modifiers.shift);
                    true
                }
                Key::Backspace => {
                    drag.backspace();
                    true
                }
                _ => false,
            },
            Event::Text(text) => text.chars().all(|c| drag.type_character(c)),
            _ => false,
        };
        if !taken {
            kept.push(event);
        }
    }
    input.events = kept;
}
