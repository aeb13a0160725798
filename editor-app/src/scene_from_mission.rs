//! The scene that shows a mission as it is authored.

use std::collections::BTreeMap;

use eframe::egui::Color32;
use formats::catalogue::{Class, ship_type};
use formats::records;
use glam::{DQuat, DVec3};
use model::compile::curve_geometry;
use model::{AnyId, Collection, Mission, Record as _, Rotation, Ship, ShipId, Vec3};
use render::scene::Arrows;
use render::spaces::orientation_from_degrees;
use render::{Form, Highlight, Label, Line, PickId, Scene, Shape};

use crate::selection::Selection;
use crate::theme::Palette;

/// A scene, and what its pick ids stand for.
#[derive(Debug, Default)]
pub struct MissionScene {
    /// The scene.
    pub scene: Scene,
    /// The records, by pick id.
    pub picks: Vec<AnyId>,
}

/// Where ships stand while a drag holds them, before the mission is told.
pub type Held = BTreeMap<ShipId, (Vec3, Rotation)>;

/// What a scene shows besides the mission.
pub struct Look<'a> {
    /// What is drawn out.
    pub selection: &'a Selection,
    /// What is under the pointer.
    pub hovered: Option<&'a AnyId>,
    /// Colours.
    pub palette: &'a Palette,
    /// Ships that a drag holds.
    pub held: &'a Held,
    /// Width of a character of a label, and height of a line, in points.
    pub text: [f32; 2],
}

impl MissionScene {
    /// The record that a pick id stands for.
    pub fn record(&self, pick: PickId) -> Option<&AnyId> {
        self.picks.get(usize::try_from(pick.0).ok()?)
    }

    /// What a pick of a record answers with, if it can be picked.
    pub fn pick_of(&self, record: &AnyId) -> Option<PickId> {
        let at = self.picks.iter().position(|it| it == record)?;
        let pick = PickId(at as u64);
        let mut shapes = self.scene.shapes.iter();
        shapes.any(|it| it.pick == Some(pick)).then_some(pick)
    }

    fn pick(&mut self, record: AnyId) -> PickId {
        let pick = PickId(self.picks.len() as u64);
        self.picks.push(record);
        pick
    }
}

/// How large a kind is taken to be, as a radius in game units, until the user's own models say
/// (engine-facts 4.5).
pub fn radius_of(kind: u16) -> f64 {
    match ship_type(kind).map(|it| it.class) {
        Some(Class::Fighter) => 600.0,
        Some(Class::Capital) => 15_000.0,
        Some(Class::Support) => 2_500.0,
        Some(Class::Torpedo) => 150.0,
        Some(Class::Mine) => 2_000.0,
        Some(Class::Debris) => 1_500.0,
        Some(Class::Planet) => 400_000.0,
        Some(Class::Other) => 2_500.0,
        None => 400.0,
    }
}

/// How a kind is drawn.
pub fn form_of(kind: u16) -> Form {
    match ship_type(kind) {
        Some(ship_type) if is_station(&ship_type.role) => Form::Station,
        Some(ship_type) if is_rock(&ship_type.role) => Form::Debris,
        Some(ship_type) => match ship_type.class {
            Class::Fighter => Form::Fighter,
            Class::Capital => Form::Capital,
            Class::Support => Form::Support,
            Class::Torpedo => Form::Torpedo,
            Class::Mine => Form::Mine,
            Class::Debris => Form::Debris,
            Class::Planet => Form::Planet,
            Class::Other => Form::Station,
        },
        None => match kind {
            records::Ship::KIND_NAV_POINT => Form::NavPoint,
            records::Ship::KIND_WAYPOINT => Form::Waypoint,
            records::Ship::KIND_CURVE_POINT => Form::CurvePoint,
            _ => Form::Point,
        },
    }
}

fn is_station(role: &str) -> bool {
    ["station", "base", "gate"]
        .iter()
        .any(|word| role.contains(word))
}

fn is_rock(role: &str) -> bool {
    ["asteroid", "wreck", "debris"]
        .iter()
        .any(|word| role.contains(word))
}

/// A colour as a scene has it.
pub fn colour(colour: Color32) -> render::Colour {
    colour.to_srgba_unmultiplied()
}

/// A record's place in double precision.
pub fn place(position: Vec3) -> DVec3 {
    DVec3::from_array(position.to_f64())
}

/// A record's angles as an orientation.
pub fn orientation(rotation: Rotation) -> DQuat {
    orientation_from_degrees(
        f64::from(rotation.yaw),
        f64::from(rotation.pitch),
        f64::from(rotation.roll),
    )
}

/// Builds the scene of a mission. Hidden records are left out.
pub fn scene_from_mission(mission: &Mission, look: &Look<'_>) -> MissionScene {
    let mut out = MissionScene {
        scene: Scene::new(),
        picks: Vec::new(),
    };
    for ship in &mission.ships {
        if !ship.meta.editor.hidden {
            add_ship(&mut out, ship, look);
        }
    }
    for curve in &mission.curves {
        if !curve.meta.editor.hidden {
            add_curve(&mut out, mission, curve, look);
        }
    }
    add_routes(&mut out, mission, look);
    out
}

fn highlight(record: &AnyId, look: &Look<'_>) -> Highlight {
    if look.selection.last() == Some(record) {
        Highlight::Primary
    } else if look.selection.contains(record) {
        Highlight::Selected
    } else if look.hovered == Some(record) {
        Highlight::Hovered
    } else {
        Highlight::None
    }
}

/// Where a ship stands, a drag counted.
fn standing(ship: &Ship, look: &Look<'_>) -> (Vec3, Rotation) {
    look.held
        .get(&ship.id)
        .copied()
        .unwrap_or((ship.position, ship.rotation))
}

fn add_ship(out: &mut MissionScene, ship: &Ship, look: &Look<'_>) {
    let record = ship.any_id();
    let (position, rotation) = standing(ship, look);
    let own_colour = ship
        .meta
        .editor
        .colour
        .as_deref()
        .and_then(|it| Color32::from_hex(it).ok());
    let tint = own_colour.unwrap_or_else(|| look.palette.kind(ship.kind));
    let mut shape = Shape::new(form_of(ship.kind), place(position), radius_of(ship.kind));
    shape.orientation = orientation(rotation);
    shape.colour = colour(tint);
    shape.highlight = highlight(&record, look);
    let pick = out.pick(record);
    // What is locked is seen, and not picked.
    shape.pick = (!ship.meta.editor.locked).then_some(pick);
    let is_curve_point = ship.kind == records::Ship::KIND_CURVE_POINT;
    let drawn_out = shape.highlight != Highlight::None;
    // Curve points crowd each other, so only those in hand are named.
    if !is_curve_point || drawn_out {
        let text = ship.id.to_string();
        out.scene.labels.push(Label {
            pick: Some(pick),
            position: shape.position,
            clearance: shape.min_screen_size + 2.0,
            radius: if ship.is_vessel() { shape.size } else { 0.0 },
            size: [look.text[0] * text.chars().count() as f32, look.text[1]],
            priority: label_priority(ship, shape.highlight),
            colour: shape.colour,
            text,
        });
    }
    if ship.is_vessel() {
        // The heading shows from afar, where the form is too small to tell.
        let length = radius_of(ship.kind) * 2.2;
        let nose = shape.orientation * DVec3::Z;
        let mut line = Line::new(
            vec![shape.position, shape.position + nose * length],
            shape.colour,
        );
        line.width = 1.0;
        out.scene.lines.push(line);
    }
    out.scene.shapes.push(shape);
}

fn label_priority(ship: &Ship, highlight: Highlight) -> i32 {
    let drawn_out = match highlight {
        Highlight::Primary => 100,
        Highlight::Selected => 80,
        Highlight::Hovered => 60,
        Highlight::None => 0,
    };
    let class = match ship_type(ship.kind).map(|it| it.class) {
        Some(Class::Capital) => 5,
        None => 4,
        Some(Class::Fighter) => 3,
        Some(_) => 2,
    };
    drawn_out + class
}

fn add_curve(out: &mut MissionScene, mission: &Mission, curve: &model::Curve, look: &Look<'_>) {
    let at = |id: &Option<ShipId>| {
        let ship = mission.ships.get(id.as_ref()?.as_str())?;
        Some(place(standing(ship, look).0))
    };
    let (Some(from), Some(to)) = (at(&curve.start), at(&curve.end)) else {
        return;
    };
    // While nothing is dragged the geometry is the record's own, rounded as it is stored.
    let [_, _, leaving, arriving] = curve_geometry(mission, curve).map(place);
    let (leaving, arriving) = if look.held.is_empty() {
        (leaving, arriving)
    } else {
        let leaving = at(&curve.leaving)
            .map(|handle| handle - from)
            .unwrap_or_default();
        let arriving = at(&curve.arriving)
            .map(|handle| to - handle)
            .unwrap_or_default();
        (leaving, arriving)
    };
    let shape = render::Curve {
        from,
        to,
        leaving,
        arriving,
    };
    let record = curve.any_id();
    let tint = colour(look.palette.curve);
    let highlight = highlight(&record, look);
    let pick = out.pick(record);
    let mut line = Line::new(shape.smooth_polyline(), tint);
    line.pick = Some(pick);
    line.width = 2.0;
    line.arrows = Arrows::Middle;
    line.highlight = highlight;
    out.scene.lines.push(line);
    for (end, handle) in [
        (from, shape.leaving_handle()),
        (to, shape.arriving_handle()),
    ] {
        if end != handle {
            let mut line = Line::new(vec![end, handle], tint);
            line.width = 1.0;
            line.dashed = true;
            out.scene.lines.push(line);
        }
    }
    let text = curve.id.to_string();
    out.scene.labels.push(Label {
        pick: Some(pick),
        position: shape.point(0.5),
        clearance: 4.0,
        radius: 0.0,
        size: [look.text[0] * text.chars().count() as f32, look.text[1]],
        priority: if highlight == Highlight::None { 1 } else { 70 },
        colour: tint,
        text,
    });
}

/// Patrol routes: the waypoints of a flight group, in order.
fn add_routes(out: &mut MissionScene, mission: &Mission, look: &Look<'_>) {
    for group in &mission.flight_groups {
        let points: Vec<DVec3> = mission
            .ships_of(&group.id)
            .filter(|ship| ship.kind == records::Ship::KIND_WAYPOINT && !ship.meta.editor.hidden)
            .map(|ship| place(standing(ship, look).0))
            .collect();
        if points.len() > 1 {
            let mut line = Line::new(points, colour(look.palette.sign));
            line.width = 1.0;
            line.dashed = true;
            line.arrows = Arrows::Middle;
            out.scene.lines.push(line);
        }
    }
}

/// The places of records, for framing: ships, and the ends of curves. What is hidden has none.
pub fn places_of(mission: &Mission, records: &[AnyId]) -> Vec<(DVec3, f64)> {
    let mut places = Vec::new();
    let mut add = |id: &str| {
        if let Some(ship) = mission.ships.get(id)
            && !ship.meta.editor.hidden
        {
            places.push((place(ship.position), radius_of(ship.kind)));
        }
    };
    for record in records {
        match record.collection {
            Collection::Ships => add(&record.id),
            Collection::FlightGroups => {
                if let Some(group) = mission.flight_groups.get(&record.id) {
                    mission
                        .ships_of(&group.id)
                        .for_each(|ship| add(ship.id.as_str()));
                }
            }
            Collection::Curves => {
                if let Some(curve) = mission.curves.get(&record.id)
                    && !curve.meta.editor.hidden
                {
                    curve
                        .ships()
                        .into_iter()
                        .flatten()
                        .for_each(|id| add(id.as_str()));
                }
            }
            Collection::Squads => {
                if let Some(squad) = mission.squads.get(&record.id) {
                    for member in &squad.members {
                        if let model::MemberTarget::Ship(id) = &member.target {
                            add(id.as_str());
                        }
                    }
                }
            }
            _ => {}
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::theme::palette_of;

    fn built(selection: &Selection, held: &Held) -> MissionScene {
        let document = Document::example();
        let look = Look {
            selection,
            hovered: None,
            palette: palette_of(true),
            held,
            text: [6.0, 14.0],
        };
        scene_from_mission(document.mission(), &look)
    }

    #[test]
    fn every_ship_and_curve_is_there_and_leads_back() {
        let scene = built(&Selection::default(), &Held::new());
        let mission = Document::example();
        assert_eq!(scene.scene.shapes.len(), mission.mission().ships.len());
        for shape in &scene.scene.shapes {
            let record = scene.record(shape.pick.unwrap()).unwrap();
            let ship = mission.mission().ships.get(&record.id).unwrap();
            assert_eq!(shape.position, place(ship.position));
            assert_eq!(shape.form, form_of(ship.kind));
        }
        let curves = scene
            .scene
            .lines
            .iter()
            .filter_map(|line| line.pick)
            .count();
        assert_eq!(curves, 2);
        assert!(scene.record(PickId(999)).is_none());
    }

    #[test]
    fn what_a_drag_holds_is_drawn_where_it_is_held() {
        let id = ShipId::new("cam_2").unwrap();
        let at = Vec3::new(1.0, 2.0, 3.0);
        let held = Held::from([(id, (at, Rotation::default()))]);
        let scene = built(&Selection::default(), &held);
        assert!(
            scene
                .scene
                .shapes
                .iter()
                .any(|shape| shape.position == place(at))
        );
        let ends = scene.scene.lines.iter().filter(|line| line.pick.is_some());
        assert!(
            ends.flat_map(|line| &line.points)
                .any(|point| *point == place(at))
        );
    }

    #[test]
    fn the_selection_is_drawn_out() {
        let mut selection = Selection::default();
        selection.set(Document::example().mission().ids(Collection::Ships));
        let scene = built(&selection, &Held::new());
        let primary = scene
            .scene
            .shapes
            .iter()
            .filter(|it| it.highlight == Highlight::Primary)
            .count();
        assert_eq!(primary, 1);
        assert!(
            scene
                .scene
                .shapes
                .iter()
                .all(|it| it.highlight != Highlight::None)
        );
    }

    #[test]
    fn every_kind_has_a_form_and_a_size() {
        for kind in 0..=0x3E9u16 {
            assert!(radius_of(kind) > 0.0);
            form_of(kind);
        }
        assert_eq!(form_of(0), Form::Fighter);
        assert_eq!(form_of(0x0C), Form::Capital);
        assert_eq!(form_of(999), Form::NavPoint);
    }
}
