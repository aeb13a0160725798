//! Fields of formations, and their points.

use eframe::egui::{self, DragValue, Grid, Sense, Stroke, Ui, vec2};
use egui_phosphor::regular::TRASH;
use model::{Formation, FormationChange, Id, Point, Vec3, unique_id};

use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::text_field;

use super::fields::{Gestures, exact, fields, name_control};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<Formation>(ui, context, gestures, |ui, fields| {
        fields.name(
            ui,
            |formation| formation.name.clone(),
            FormationChange::Name,
        );
        if let [formation] = fields.records.as_slice() {
            let formation = formation.clone();
            ui.label("Points").on_hover_text(
                "Places from the formation's origin, in game units. The leader flies at the one \
                 nearest the origin; keep one there.",
            );
            plan(ui, &formation);
            ui.end_row();
            if let Some(points) = points(ui, &formation) {
                fields.set("points", None, |_| FormationChange::Points(points.clone()));
            }
        }
    });
}

/// The formation from above, its nose up.
fn plan(ui: &mut Ui, formation: &Formation) {
    let size = vec2(180.0, 120.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let reach = formation
        .points
        .iter()
        .flat_map(|point| [point.at.x.0.abs(), point.at.z.0.abs()])
        .filter(|value| value.is_finite())
        .fold(1.0f32, f32::max);
    let scale = (size.min_elem() * 0.5 - 14.0) / reach;
    let line = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.4));
    painter.hline(rect.x_range(), rect.center().y, line);
    painter.vline(rect.center().x, rect.y_range(), line);
    for point in &formation.points {
        let at = rect.center() + vec2(point.at.x.0, -point.at.z.0) * scale;
        painter.circle_filled(at, 3.5, palette.friendly);
        let font = egui::TextStyle::Small.resolve(ui.style());
        let text = ui.visuals().text_color();
        painter.text(
            at + vec2(6.0, -6.0),
            egui::Align2::LEFT_CENTER,
            &point.id,
            font,
            text,
        );
    }
}

/// Draws the points; the new list where something was changed.
fn points(ui: &mut Ui, formation: &Formation) -> Option<Vec<Point>> {
    let mut new = formation.points.clone();
    let mut gone = None;
    for (at, point) in new.iter_mut().enumerate() {
        let salt = ("point", &formation.id, at);
        if let Some(text) = text_field(ui, salt, "Point id", point.id.as_str())
            && let Ok(id) = Id::new(&text)
            && !formation.points.iter().any(|other| other.id == id)
        {
            point.id = id;
        }
        Grid::new(("place of point", at))
            .num_columns(4)
            .show(ui, |ui| {
                let mut place = point.at.to_array();
                for (value, letter) in place.iter_mut().zip(["X", "Y", "Z"]) {
                    let drag = ui.add(
                        exact(DragValue::new(value))
                            .speed(50.0)
                            .prefix(format!("{letter} ")),
                    );
                    name_control(&drag, &format!("Point {letter}"));
                }
                point.at = Vec3::from(place);
                if ui
                    .small_button(TRASH)
                    .on_hover_text("Take the point out")
                    .clicked()
                {
                    gone = Some(at);
                }
            });
        ui.end_row();
    }
    if let Some(at) = gone {
        new.remove(at);
    }
    if ui.button("Add a Point").clicked() {
        let text = unique_id("point_1", "point", |id| {
            new.iter().any(|point| point.id.as_str() == id)
        });
        new.extend(Id::new(&text).map(Point::new));
    }
    ui.end_row();
    (new != formation.points).then_some(new)
}
