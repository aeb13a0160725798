//! The ghosts of a run: ships where it has them, beside the authored ones, and the director's camera.

use formats::catalogue::Side;
use glam::{DMat3, DQuat, DVec3};
use render::{Form, Label, Line, PickId, Scene, Shape};
use runtime::{ObjectState, ObjectView, SideView, Snapshot};

use crate::scene_from_mission::{colour, form_of, radius_of};
use crate::theme::Palette;

/// The director's view, by engine-facts 20.
const DIRECTOR: u8 = 13;
/// How long the line from a camera to where it looks is, in game units.
const SIGHT: f64 = 8_000.0;

/// Adds the ghosts of a moment to a scene. `known` gives the id of the ship in a slot, and what a pick
/// of its ghost answers with.
pub fn add_ghosts(
    scene: &mut Scene,
    snapshot: &Snapshot,
    palette: &Palette,
    text: [f32; 2],
    known: impl Fn(u16) -> Option<(String, Option<PickId>)>,
) {
    for object in &snapshot.objects {
        if object.state == ObjectState::Made && !object.hidden {
            add_ghost(scene, object, palette, text, &known);
        }
    }
    if snapshot.camera.view == DIRECTOR {
        let place = DVec3::from_array(snapshot.camera.position);
        let turned = orientation(snapshot.camera.orientation);
        let mut shape = Shape::new(Form::CameraMarker, place, 1.0);
        shape.orientation = turned;
        shape.colour = colour(palette.accent);
        scene.shapes.push(shape);
        let sight = Line::new(
            vec![place, place + turned * DVec3::Z * SIGHT],
            colour(palette.accent),
        );
        scene.lines.push(sight);
    }
    scene.touch();
}

fn add_ghost(
    scene: &mut Scene,
    object: &ObjectView,
    palette: &Palette,
    text: [f32; 2],
    known: &impl Fn(u16) -> Option<(String, Option<PickId>)>,
) {
    let side = match object.side {
        SideView::Friendly => Side::Friendly,
        SideView::Hostile => Side::Hostile,
        SideView::Neutral => Side::Neutral,
    };
    let mut shape = Shape::new(
        form_of(object.kind),
        DVec3::from_array(object.position),
        radius_of(object.kind),
    );
    shape.orientation = orientation(object.orientation);
    shape.colour = colour(palette.side(side));
    shape.ghost = true;
    if let Some((called, pick)) = object.ship.and_then(known) {
        shape.pick = pick;
        let called = format!("{} {called}", egui_phosphor::regular::CARET_RIGHT);
        scene.labels.push(Label {
            pick,
            position: shape.position,
            clearance: shape.min_screen_size + 2.0,
            radius: shape.size,
            size: [text[0] * called.chars().count() as f32, text[1]],
            priority: 20,
            colour: shape.colour,
            text: called,
        });
    }
    scene.shapes.push(shape);
}

/// Right, down and forward axes as an orientation.
fn orientation([right, down, forward]: [[f64; 3]; 3]) -> DQuat {
    let axes = [right, down, forward].map(DVec3::from_array);
    let [right, down, forward] = axes;
    let turned = DQuat::from_mat3(&DMat3::from_cols(right, down, forward));
    if turned.is_finite() {
        turned
    } else {
        DQuat::IDENTITY
    }
}
