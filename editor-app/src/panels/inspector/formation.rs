//! Fields of formations, and their points.

use eframe::egui::{self, Align, Layout, Rect, Sense, Stroke, Ui, pos2, vec2};
use egui_phosphor::regular::TRASH;
use model::edit::Edit;
use model::{
    Formation, FormationChange, Gesture, Id, Point, PointPlace, ShipChange, Vec3, unique_id,
};

use crate::action::Action;
use crate::log::Level;
use crate::theme;
use crate::view_context::ViewContext;
use crate::widgets::{NumberField, number_field, text_field};

use super::fields::{AXES, Fields, Gestures, coordinate, fields, speed_of, with_coordinate};

/// How far a formation's second point stands from its first, in game units to the right and behind.
const STEP: f32 = 1_000.0;

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
            for (at, point) in formation.points.iter().enumerate() {
                ui.push_id((&formation.id, at), |ui| {
                    point_rows(ui, fields, &formation, at, point);
                });
            }
            if ui.button("Add a Point").clicked() {
                let mut points = formation.points.clone();
                points.extend(new_point(&formation.points));
                set_points(fields, points, None);
            }
        }
    });
}

fn set_points(
    fields: &mut Fields<'_, '_, Formation>,
    points: Vec<Point>,
    gesture: Option<Gesture>,
) {
    fields.set("points", gesture, |_| {
        FormationChange::Points(points.clone())
    });
}

/// The formation from above, its nose up: X to the right, Z forward, and how long a distance is.
fn plan(ui: &mut Ui, formation: &Formation) {
    let size = vec2(ui.available_width().min(280.0), 140.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let places = formation.points.iter().map(|point| point.at);
    let reach = places
        .flat_map(|at| [at.x.0.abs(), at.z.0.abs()])
        .filter(|value| value.is_finite())
        .fold(0.0f32, f32::max);
    let reach = if reach > 0.0 { reach } else { STEP };
    let scale = (size.min_elem() * 0.5 - 18.0) / reach;
    axes(ui, rect, scale);
    let font = egui::TextStyle::Small.resolve(ui.style());
    for point in &formation.points {
        let at = rect.center() + vec2(point.at.x.0, -point.at.z.0) * scale;
        painter.circle_filled(at, 3.5, theme::palette(ui).friendly);
        painter.text(
            at + vec2(6.0, -6.0),
            egui::Align2::LEFT_CENTER,
            &point.id,
            font.clone(),
            ui.visuals().text_color(),
        );
    }
}

/// The axes of the plan by name, and a bar of a round length.
fn axes(ui: &Ui, rect: Rect, scale: f32) {
    let painter = ui.painter_at(rect);
    let font = egui::TextStyle::Small.resolve(ui.style());
    let weak = ui.visuals().weak_text_color();
    let line = Stroke::new(1.0, weak.gamma_multiply(0.5));
    painter.hline(rect.x_range(), rect.center().y, line);
    painter.vline(rect.center().x, rect.y_range(), line);
    let words = [
        (
            rect.right_center(),
            vec2(-4.0, -2.0),
            egui::Align2::RIGHT_BOTTOM,
            "X right",
        ),
        (
            rect.center_top(),
            vec2(4.0, 2.0),
            egui::Align2::LEFT_TOP,
            "Z forward",
        ),
    ];
    for (at, beside, align, word) in words {
        painter.text(at + beside, align, word, font.clone(), weak);
    }
    let length = round_length(40.0 / scale);
    let left = rect.left_bottom() + vec2(6.0, -6.0);
    let right = pos2(left.x + length * scale, left.y);
    painter.line_segment([left, right], Stroke::new(2.0, weak));
    let above = left - vec2(0.0, 3.0);
    let text = length.to_string();
    painter.text(above, egui::Align2::LEFT_BOTTOM, text, font, weak);
}

/// The longest of 1, 2 or 5 times a power of ten that is no longer than a length.
fn round_length(most: f32) -> f32 {
    let power = 10f32.powf(most.max(f32::MIN_POSITIVE).log10().floor());
    [5.0, 2.0]
        .map(|times| times * power)
        .into_iter()
        .find(|length| *length <= most)
        .unwrap_or(power)
}

/// A point: its id, and below it its place, its coordinates under those of the others.
fn point_rows(
    ui: &mut Ui,
    fields: &mut Fields<'_, '_, Formation>,
    formation: &Formation,
    at: usize,
    point: &Point,
) {
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let trash = ui.small_button(TRASH);
        if trash.on_hover_text("Take the point out").clicked() {
            let mut points = formation.points.clone();
            points.remove(at);
            set_points(fields, points, None);
        }
        if let Some(text) = text_field(ui, "id", "Point id", point.id.as_str()) {
            rename_point(fields, formation, point, &text);
        }
    });
    ui.horizontal(|ui| {
        let letters = 12.0 + 2.0 * ui.spacing().item_spacing.x;
        let width = (ui.available_width() / 3.0 - letters).clamp(40.0, 110.0);
        for (axis, (letter, _)) in AXES.into_iter().enumerate() {
            ui.monospace(letter);
            let value = coordinate(point.at, axis);
            let field = NumberField {
                label: &format!("Point {letter}"),
                value,
                range: f32::MIN..=f32::MAX,
                suffix: "",
                speed: speed_of(value),
                instead: None,
                width,
            };
            let (response, entry) = number_field(ui, &field);
            let taken = fields.gestures.taken(fields.context, &response, entry);
            if let Some((value, gesture)) = taken {
                let mut points = formation.points.clone();
                if let Some(point) = points.get_mut(at) {
                    point.at = with_coordinate(point.at, axis, value);
                }
                set_points(fields, points, gesture);
            }
        }
    });
}

/// Gives a point another id, and tells the ships that fly at it; says why where that cannot be.
fn rename_point(
    fields: &mut Fields<'_, '_, Formation>,
    formation: &Formation,
    point: &Point,
    text: &str,
) {
    let id = match Id::new(text) {
        Ok(id) => id,
        Err(error) => {
            let note = Action::Note(Level::Warning, format!("{error}."));
            return fields.context.act(note);
        }
    };
    if formation.points.iter().any(|other| other.id == id) {
        let why = format!("There is a point {id} already.");
        return fields.context.act(Action::Note(Level::Warning, why));
    }
    let mut points = formation.points.clone();
    for renamed in points.iter_mut().filter(|it| it.id == point.id) {
        renamed.id = id.clone();
    }
    let mut edits = vec![Edit::change(&formation.id, FormationChange::Points(points))];
    for ship in &fields.context.mission().ships {
        let flies_here = ship
            .formation_point
            .as_ref()
            .is_some_and(|it| it.formation == formation.id && it.point == point.id);
        if flies_here {
            let place = PointPlace {
                formation: formation.id.clone(),
                point: id.clone(),
            };
            edits.push(Edit::change(
                &ship.id,
                ShipChange::FormationPoint(Some(place)),
            ));
        }
    }
    let label = format!("Rename point {} of formation {}", point.id, formation.id);
    fields.context.edit(label, Edit::All(edits));
}

/// A point that goes on from the last as that does from the one before it, where no other is.
fn new_point(points: &[Point]) -> Option<Point> {
    let text = unique_id("point_1", "point", |id| {
        points.iter().any(|point| point.id.as_str() == id)
    });
    let mut point = Point::new(Id::new(&text).ok()?);
    let mut rest = points.iter().rev().map(|point| point.at);
    let Some(last) = rest.next() else {
        return Some(point);
    };
    let way = rest
        .next()
        .map(|before| last.minus(before))
        .filter(|way| *way != Vec3::default())
        .unwrap_or(Vec3::new(STEP, 0.0, -STEP));
    let places = std::iter::successors(Some(last.plus(way)), |at| Some(at.plus(way)));
    // Far out a step may come to nothing, so there is an end to it.
    let mut places = places.take(points.len() + 1);
    let is_free = |at: &Vec3| !points.iter().any(|other| other.at == *at);
    point.at = places.find(is_free).unwrap_or(last.plus(way));
    Some(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_point_lies_on_no_other() {
        let mut points = Vec::new();
        for _ in 0..4 {
            points.extend(new_point(&points));
        }
        let places: Vec<_> = points.iter().map(|it| it.at.to_array()).collect();
        assert_eq!(
            places,
            [
                [0.0, 0.0, 0.0],
                [1000.0, 0.0, -1000.0],
                [2000.0, 0.0, -2000.0],
                [3000.0, 0.0, -3000.0]
            ]
        );
        let ids: Vec<_> = points.iter().map(|it| it.id.to_string()).collect();
        assert_eq!(ids, ["point_1", "point_2", "point_3", "point_4"]);
    }

    #[test]
    fn scales_are_round() {
        assert_eq!(round_length(2400.0), 2000.0);
        assert_eq!(round_length(999.0), 500.0);
        assert_eq!(round_length(1.5), 1.0);
    }
}
