//! A gizmo to move and rotate by: what it offers, what the pointer is on, and one drag of it.
//!
//! It changes nothing itself: a [`Drag`] says how far it has gone as a [`Delta`], always counted
//! from where it began, and the caller applies that to what it keeps.

mod drag;
mod draw;

use glam::{DQuat, DVec2, DVec3};

use crate::Camera;

pub use drag::{Drag, Snap};

/// A gizmo at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gizmo {
    /// Its middle in game space: the pivot.
    pub position: DVec3,
    /// Turns the local frame, that of what is selected, into game space.
    pub orientation: DQuat,
    /// Whether it moves or rotates.
    pub mode: Mode,
    /// Which way its axes point.
    pub space: Space,
    /// How long its arms are on the screen, in points.
    pub size: f64,
}

/// What a gizmo does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// Moves along axes and planes.
    #[default]
    Move,
    /// Rotates about axes.
    Rotate,
}

/// Which way a gizmo's axes point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Space {
    /// Along the game's axes.
    #[default]
    World,
    /// Along the axes of what is selected.
    Local,
    /// Right, down and into the picture.
    View,
}

/// One of a gizmo's three axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// Right.
    X,
    /// Down.
    Y,
    /// Forward.
    Z,
}

/// A part of a gizmo that can be dragged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Handle {
    /// Moves along an axis.
    Axis(Axis),
    /// Moves in the plane across an axis.
    Plane(Axis),
    /// Moves in the plane of the screen.
    Centre,
    /// Rotates about an axis.
    Ring(Axis),
    /// Rotates about the line of sight.
    ViewRing,
    /// Rotates any way, as if a ball were rolled.
    Ball,
}

/// How far a drag has gone since it began: at most one of a way and a turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Delta {
    /// The way in game space, in game units.
    pub translation: DVec3,
    /// The axis of the turn in game space, of length 1.
    pub axis: DVec3,
    /// The turn about it, right-handed, in degrees; may pass a full circle.
    pub degrees: f64,
}

/// Where handles are, as shares of the gizmo's size.
pub(crate) mod layout {
    /// Where an arm begins and where its arrowhead ends.
    pub(crate) const ARM: (f64, f64) = (0.16, 1.0);
    /// The length of an arrowhead.
    pub(crate) const HEAD: f64 = 0.22;
    /// The middle of a plane's handle, along both of its axes, and half its side.
    pub(crate) const PLATE: (f64, f64) = (0.38, 0.1);
    /// The radius of the centre handle.
    pub(crate) const CENTRE: f64 = 0.1;
    /// The radius of the rings about the axes.
    pub(crate) const RING: f64 = 0.9;
    /// The radius of the ring about the line of sight.
    pub(crate) const VIEW_RING: f64 = 1.12;
    /// Corners of a drawn or touched ring.
    pub(crate) const RING_CORNERS: u32 = 72;
}

/// How near the pointer must come to a handle, in points.
const REACH: f64 = 7.0;
/// An arm that shows shorter than this share of its length points at the eye and is left alone.
const LEAST_ARM: f64 = 0.2;
/// A plate that faces the eye less than this is left alone.
const LEAST_PLATE: f64 = 0.2;

impl Gizmo {
    /// A gizmo along the game's axes.
    pub fn new(position: DVec3, mode: Mode) -> Self {
        Self {
            position,
            orientation: DQuat::IDENTITY,
            mode,
            space: Space::World,
            size: 96.0,
        }
    }

    /// Its X, Y and Z axes in game space, each of length 1.
    pub fn axes(&self, camera: &Camera) -> [DVec3; 3] {
        match self.space {
            Space::World => [DVec3::X, DVec3::Y, DVec3::Z],
            Space::Local => DVec3::AXES.map(|axis| exact(self.orientation * axis)),
            Space::View => [camera.right(), camera.down(), camera.forward()].map(exact),
        }
    }

    /// Its size in game units, which keeps it one size on the screen; `None` if it is out of sight.
    pub fn scale(&self, camera: &Camera) -> Option<f64> {
        let (_, depth) = camera.project_with_depth(self.position)?;
        Some(self.size * camera.units_per_point(depth))
    }

    /// The handle under the pointer.
    pub fn hover(&self, camera: &Camera, pointer: DVec2) -> Option<Handle> {
        let centre = camera.project(self.position)?;
        let scale = self.scale(camera)?;
        let axes = self.axes(camera);
        let sketch = Sketch {
            camera,
            pointer,
            centre,
            middle: self.position,
            scale,
            size: self.size,
        };
        match self.mode {
            Mode::Move => sketch.move_handle(axes),
            Mode::Rotate => sketch.rotate_handle(axes),
        }
    }

    /// Begins a drag of the handle under the pointer, if there is one.
    pub fn begin(&self, camera: &Camera, pointer: DVec2) -> Option<Drag> {
        Some(self.grab(camera, pointer, self.hover(camera, pointer)?))
    }

    /// Begins a drag of a handle wherever the pointer is, as when a key starts it.
    pub fn grab(&self, camera: &Camera, pointer: DVec2, handle: Handle) -> Drag {
        Drag::new(*self, camera, pointer, handle)
    }
}

impl Axis {
    /// All three.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// This one of three things, and the two others in such order that they turn into it.
    pub(crate) fn of<T: Copy>(self, [x, y, z]: [T; 3]) -> (T, [T; 2]) {
        match self {
            Axis::X => (x, [y, z]),
            Axis::Y => (y, [z, x]),
            Axis::Z => (z, [x, y]),
        }
    }

    /// Its letter.
    pub fn letter(self) -> &'static str {
        match self {
            Axis::X => "X",
            Axis::Y => "Y",
            Axis::Z => "Z",
        }
    }
}

impl Delta {
    /// No change at all.
    pub const IDENTITY: Delta = Delta {
        translation: DVec3::ZERO,
        axis: DVec3::Y,
        degrees: 0.0,
    };

    /// A way.
    pub fn translation(translation: DVec3) -> Self {
        Self {
            // A zero that was multiplied by a negative amount is a zero again.
            translation: translation + DVec3::ZERO,
            ..Self::IDENTITY
        }
    }

    /// A turn, right-handed about an axis of length 1.
    pub fn rotation(axis: DVec3, degrees: f64) -> Self {
        Self {
            axis,
            degrees,
            ..Self::IDENTITY
        }
    }

    /// Whether it changes nothing.
    pub fn is_identity(&self) -> bool {
        self.translation == DVec3::ZERO && self.degrees == 0.0
    }

    /// The turn as a quaternion in game space.
    pub fn quaternion(&self) -> DQuat {
        if self.degrees == 0.0 {
            DQuat::IDENTITY
        } else {
            DQuat::from_axis_angle(self.axis, self.degrees.to_radians())
        }
    }

    /// Where a place goes, turned about a pivot.
    pub fn place(&self, place: DVec3, pivot: DVec3) -> DVec3 {
        if self.degrees == 0.0 {
            // Kept apart so that a way along one axis changes no other coordinate by a rounding.
            place + self.translation
        } else {
            pivot + self.quaternion() * (place - pivot) + self.translation
        }
    }

    /// How something is turned afterwards.
    pub fn orientation(&self, orientation: DQuat) -> DQuat {
        if self.degrees == 0.0 {
            orientation
        } else {
            (self.quaternion() * orientation).normalize()
        }
    }
}

/// Makes a direction that is an axis but for rounding that axis.
fn exact(direction: DVec3) -> DVec3 {
    let rounded = direction.round();
    if direction.abs_diff_eq(rounded, 1e-9) {
        rounded
    } else {
        direction
    }
}

/// A gizmo on the screen, to hold the pointer against.
struct Sketch<'a> {
    camera: &'a Camera,
    pointer: DVec2,
    centre: DVec2,
    middle: DVec3,
    scale: f64,
    size: f64,
}

impl Sketch<'_> {
    fn move_handle(&self, axes: [DVec3; 3]) -> Option<Handle> {
        let off = self.pointer.distance(self.centre);
        if off <= (layout::CENTRE * self.size).max(REACH) {
            return Some(Handle::Centre);
        }
        let arms = Axis::ALL.into_iter().filter_map(|axis| {
            let off = self.off_arm(axis.of(axes).0)?;
            Some((off, Handle::Axis(axis)))
        });
        let plates = Axis::ALL.into_iter().filter_map(|axis| {
            self.is_on_plate(axis, axes)
                .then_some((REACH * 0.5, Handle::Plane(axis)))
        });
        nearest(arms.chain(plates))
    }

    fn rotate_handle(&self, axes: [DVec3; 3]) -> Option<Handle> {
        let rings = Axis::ALL.into_iter().filter_map(|axis| {
            let (normal, _) = axis.of(axes);
            let off = self.off_ring(normal)?;
            Some((off, Handle::Ring(axis)))
        });
        let off = self.pointer.distance(self.centre);
        let view_ring = (off - layout::VIEW_RING * self.size).abs();
        let view_ring = (view_ring, Handle::ViewRing);
        nearest(rings.chain([view_ring]))
            .or_else(|| (off < layout::RING * self.size).then_some(Handle::Ball))
    }

    fn on_screen(&self, offset: DVec3) -> Option<DVec2> {
        self.camera.project(self.middle + offset * self.scale)
    }

    fn off_arm(&self, axis: DVec3) -> Option<f64> {
        let (start, end) = layout::ARM;
        let (from, to) = (self.on_screen(axis * start)?, self.on_screen(axis * end)?);
        let shown = (to - from).length() / ((end - start) * self.size);
        (shown >= LEAST_ARM).then(|| off_piece(self.pointer, from, to))
    }

    fn is_on_plate(&self, axis: Axis, axes: [DVec3; 3]) -> bool {
        let (normal, [u, v]) = axis.of(axes);
        let sight = (self.middle - self.camera.position()).normalize_or_zero();
        let sight = match self.camera.projection {
            crate::Projection::Perspective => sight,
            crate::Projection::Orthographic => self.camera.forward(),
        };
        let ray = self.camera.ray(self.pointer);
        let Some(place) = ray.meet_plane(self.middle, normal) else {
            return false;
        };
        let place = (place - self.middle) / self.scale;
        let (middle, half) = layout::PLATE;
        let is_near = |axis: DVec3| (place.dot(axis) - middle).abs() <= half * 1.2;
        normal.dot(sight).abs() >= LEAST_PLATE && is_near(u) && is_near(v)
    }

    /// How far off the half of a ring that faces the eye.
    fn off_ring(&self, normal: DVec3) -> Option<f64> {
        front_arc(self.camera, self.middle, normal)
            .windows(2)
            .filter_map(|piece| match piece {
                [from, to] => {
                    let from = self.on_screen(*from * layout::RING)?;
                    let to = self.on_screen(*to * layout::RING)?;
                    Some(off_piece(self.pointer, from, to))
                }
                _ => None,
            })
            .min_by(f64::total_cmp)
    }
}

/// The corners of the half of a ring of radius 1 that faces the eye.
///
/// A ring seen face on is all there: every part of it faces the eye as much as any other.
pub(crate) fn front_arc(camera: &Camera, middle: DVec3, normal: DVec3) -> Vec<DVec3> {
    let sight = match camera.projection {
        crate::Projection::Perspective => (middle - camera.position()).normalize_or(DVec3::Z),
        crate::Projection::Orthographic => camera.forward(),
    };
    let face_on = normal.dot(sight).abs() > 0.995;
    // The nearest corner of the ring to the eye, and the one a quarter on.
    let near = -(sight - normal * sight.dot(normal));
    let near = near
        .try_normalize()
        .unwrap_or_else(|| normal.any_orthonormal_vector());
    let aside = normal.cross(near);
    let half = if face_on { 1.0 } else { 0.5 };
    (0..=layout::RING_CORNERS)
        .map(|corner| {
            let share = f64::from(corner) / f64::from(layout::RING_CORNERS);
            let turn = std::f64::consts::TAU * half * (share - 0.5);
            near * turn.cos() + aside * turn.sin()
        })
        .collect()
}

fn nearest(handles: impl Iterator<Item = (f64, Handle)>) -> Option<Handle> {
    handles
        .filter(|(off, _)| *off <= REACH)
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, handle)| handle)
}

fn off_piece(place: DVec2, from: DVec2, to: DVec2) -> f64 {
    let way = to - from;
    let share = ((place - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
    if share.is_nan() {
        from.distance(place)
    } else {
        (from + way * share).distance(place)
    }
}
