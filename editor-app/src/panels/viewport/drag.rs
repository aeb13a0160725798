//! A drag of the gizmo: ships held elsewhere until the hand lets go.

use glam::{DQuat, DVec2, DVec3};
use model::edit::Edit;
use model::{AnyId, Mission, Rotation, ShipChange, ShipId, Vec3};
use render::gizmo::{Axis, Drag, Gizmo, Mode, Snap};
use render::spaces::degrees_from_orientation;
use render::{Camera, Delta};

use crate::gesture::edit_label;
use crate::scene_from_mission::{Held, orientation, place};

use super::can_be_moved;

/// Ships that a drag of the gizmo holds.
pub(super) struct ShipDrag {
    drag: Drag,
    /// The ships as they were when the drag began.
    ships: Vec<(ShipId, Vec3, Rotation)>,
    held: Held,
    /// Digits typed so far.
    typed: String,
}

impl ShipDrag {
    pub(super) fn new(drag: Drag, mission: &Mission, ships: &[ShipId]) -> Self {
        let ships = ships
            .iter()
            .filter_map(|id| mission.ships.get(id.as_str()))
            .filter(|ship| can_be_moved(ship))
            .map(|ship| (ship.id.clone(), ship.position, ship.rotation))
            .collect();
        Self {
            drag,
            ships,
            held: Held::new(),
            typed: String::new(),
        }
    }

    pub(super) fn drag(&self) -> &Drag {
        &self.drag
    }

    pub(super) fn gizmo(&self) -> Gizmo {
        *self.drag.gizmo()
    }

    /// Where ships are held now.
    pub(super) fn held(&self) -> &Held {
        &self.held
    }

    /// Where the pivot is now.
    pub(super) fn pivot_now(&self) -> DVec3 {
        self.gizmo().position + self.drag.delta().translation
    }

    /// Goes on with the pointer at a new place.
    pub(super) fn update(&mut self, camera: &Camera, pointer: DVec2, snap: Snap) {
        self.drag.set_amount(self.typed.parse().ok());
        let delta = self.drag.update(camera, pointer, snap);
        let pivot = self.gizmo().position;
        self.held = self
            .ships
            .iter()
            .map(|(id, position, rotation)| {
                (id.clone(), stored(*position, *rotation, &delta, pivot))
            })
            .collect();
    }

    /// Locks the drag to an axis, or to the plane across it.
    pub(super) fn lock(&mut self, axis: Axis, plane: bool) {
        if plane {
            self.drag.lock_plane(axis)
        } else {
            self.drag.lock_axis(axis)
        }
    }

    /// Takes a typed character of an amount; false if it is none.
    pub(super) fn type_character(&mut self, c: char) -> bool {
        let fits = c.is_ascii_digit()
            || (c == '.' && !self.typed.contains('.'))
            || (c == '-' && self.typed.is_empty());
        if fits {
            self.typed.push(c);
        }
        fits
    }

    /// Takes back the last typed character.
    pub(super) fn backspace(&mut self) {
        self.typed.pop();
    }

    /// What the drag has come to, in the values that will be stored.
    pub(super) fn text(&self) -> String {
        let what = match self.gizmo().mode {
            Mode::Move => {
                let [x, y, z] = self.drag.delta().translation.to_array();
                format!("Moved X {x:.1}, Y {y:.1}, Z {z:.1}")
            }
            Mode::Rotate => format!("Turned {:.1}°", self.drag.amount()),
        };
        let typed = if self.typed.is_empty() {
            String::new()
        } else {
            format!("  (typed {})", self.typed)
        };
        let stored = match self
            .ships
            .last()
            .and_then(|(id, ..)| Some((id, self.held.get(id)?)))
        {
            Some((id, (position, turned))) => {
                let [x, y, z] = position.to_array();
                let Rotation { yaw, pitch, roll } = *turned;
                match self.gizmo().mode {
                    Mode::Move => format!("   {id}: [{x}, {y}, {z}]"),
                    Mode::Rotate => format!("   {id}: yaw {yaw}°, pitch {pitch}°, roll {roll}°"),
                }
            }
            None => String::new(),
        };
        format!("{what}{typed}{stored}")
    }

    /// The edit that makes the mission have what is held, and what the history calls it; `None` where
    /// nothing moved.
    pub(super) fn finish(self) -> Option<(String, Edit)> {
        let mut edits = Vec::new();
        let mut records = Vec::new();
        for (id, position, rotation) in &self.ships {
            let Some((new_position, new_rotation)) = self.held.get(id) else {
                continue;
            };
            if new_position != position {
                edits.push(Edit::change(id, ShipChange::Position(*new_position)));
            }
            if new_rotation != rotation {
                edits.push(Edit::change(id, ShipChange::Rotation(*new_rotation)));
            }
            records.push(AnyId::from(id));
        }
        if edits.is_empty() {
            return None;
        }
        let verb = match self.gizmo().mode {
            Mode::Move => "Move",
            Mode::Rotate => "Turn",
        };
        Some((edit_label(verb, &records), Edit::All(edits)))
    }
}

/// A ship's place and angles after a change, as a record can hold them: single precision, whole
/// degrees. What the change does not touch stays as it is, to the bit.
fn stored(position: Vec3, rotation: Rotation, delta: &Delta, pivot: DVec3) -> (Vec3, Rotation) {
    if delta.is_identity() {
        return (position, rotation);
    }
    let moved = delta.place(place(position), pivot).to_array();
    let before = place(position).to_array();
    let old = position.to_array();
    let mut new = old;
    for (((new, old), before), moved) in new.iter_mut().zip(old).zip(before).zip(moved) {
        // A coordinate that the change leaves alone keeps its bits, a negative zero too.
        *new = if moved == before { old } else { moved as f32 };
    }
    let turned = delta.orientation(orientation(rotation));
    let rotation = if delta.degrees == 0.0 {
        rotation
    } else {
        whole_degrees(turned, rotation)
    };
    (Vec3::from(new), rotation)
}

/// The whole degrees nearest to an orientation, within -180 to 180.
fn whole_degrees(turned: DQuat, before: Rotation) -> Rotation {
    let [yaw, pitch, roll] = degrees_from_orientation(turned);
    let whole = |degrees: f64, before: i16| {
        let rounded = degrees.round();
        if (-360.0..=360.0).contains(&rounded) {
            rounded as i16
        } else {
            before
        }
    };
    Rotation {
        yaw: whole(yaw, before.yaw),
        pitch: whole(pitch, before.pitch),
        roll: whole(roll, before.roll),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_along_an_axis_keeps_the_other_coordinates_bits() {
        let position = Vec3::new(1e7, -0.0, 0.1);
        let delta = Delta::translation(DVec3::new(250.0, 0.0, 0.0));
        let (moved, turned) = stored(position, Rotation::default(), &delta, DVec3::ZERO);
        assert_eq!(moved, Vec3::new(10_000_250.0, -0.0, 0.1));
        assert_eq!(turned, Rotation::default());
        assert_eq!(
            stored(position, turned, &Delta::IDENTITY, DVec3::ZERO).0,
            position
        );
    }

    #[test]
    fn a_turn_comes_out_in_whole_degrees() {
        // engine-facts 2: a yaw of 90 puts the nose on +X, right-handed about +Y, which is down.
        let delta = Delta::rotation(DVec3::Y, 90.4);
        let (_, turned) = stored(Vec3::default(), Rotation::default(), &delta, DVec3::ZERO);
        assert_eq!((turned.yaw.abs(), turned.pitch, turned.roll), (90, 0, 0));
        let about = Delta::rotation(DVec3::Y, 180.0);
        let pivot = DVec3::new(100.0, 0.0, 0.0);
        let (moved, _) = stored(Vec3::default(), Rotation::default(), &about, pivot);
        assert!(
            (moved.x.0 - 200.0).abs() < 1e-3 && moved.z.0.abs() < 1e-3,
            "{moved:?}"
        );
    }
}
