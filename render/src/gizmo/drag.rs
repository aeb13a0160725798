//! One drag of a gizmo's handle, from press to release.

use glam::{DVec2, DVec3};

use super::{Axis, Delta, Gizmo, Handle, Mode, exact};
use crate::Camera;

/// What the amounts of a drag are rounded to.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Snap {
    /// Ways go in steps of this many game units; `None` lets them go freely.
    pub step: Option<f64>,
    /// Turns go in steps of this many degrees.
    pub degrees: Option<f64>,
    /// The pointer counts for a tenth.
    pub precise: bool,
}

/// A drag that has begun.
///
/// Every [`Delta`] counts from the beginning, so that what was dragged is always the original and
/// one change; a cancelled drag leaves it as it was, to the bit.
#[derive(Debug, Clone, PartialEq)]
pub struct Drag {
    gizmo: Gizmo,
    axes: [DVec3; 3],
    start: Grip,
    /// The handle that was taken, to come back to when a lock is let go.
    grabbed: Handle,
    handle: Handle,
    /// Where the pointer is.
    pointer: DVec2,
    /// Where it would be if it had always counted in full.
    counted: DVec2,
    /// How far a turn has come, in degrees, full circles included.
    turned: f64,
    /// The angle that `turned` was last brought up to.
    last_angle: f64,
    typed: Option<f64>,
    delta: Delta,
    amount: f64,
}

/// A pointer over a camera: what it means depends on the handle.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Grip {
    camera: Camera,
    pointer: DVec2,
}

/// What a precise pointer counts for.
const PRECISE: f64 = 0.1;
/// A ring that faces the eye less than this is turned by dragging across its axis.
const EDGE_ON: f64 = 0.15;

impl Drag {
    pub(super) fn new(gizmo: Gizmo, camera: &Camera, pointer: DVec2, handle: Handle) -> Self {
        let mut drag = Self {
            gizmo,
            axes: gizmo.axes(camera),
            start: Grip {
                camera: *camera,
                pointer,
            },
            grabbed: handle,
            handle,
            pointer,
            counted: pointer,
            turned: 0.0,
            last_angle: 0.0,
            typed: None,
            delta: Delta::IDENTITY,
            amount: 0.0,
        };
        drag.set_handle(handle);
        drag
    }

    /// The handle that the drag follows now, a lock counted.
    pub fn handle(&self) -> Handle {
        self.handle
    }

    /// How far it has gone, as last updated.
    pub fn delta(&self) -> Delta {
        self.delta
    }

    /// How far it has gone along its handle, to be shown: game units, or degrees for a turn.
    pub fn amount(&self) -> f64 {
        self.amount
    }

    /// The gizmo as it was when the drag began.
    pub fn gizmo(&self) -> &Gizmo {
        &self.gizmo
    }

    /// The gizmo's axes when the drag began.
    pub fn axes(&self) -> [DVec3; 3] {
        self.axes
    }

    /// The amount that was typed, if any.
    pub fn typed(&self) -> Option<f64> {
        self.typed
    }

    /// Goes on with the pointer at a new place; the camera may have moved too.
    ///
    /// A typed amount holds whatever the pointer does. Where the pointer means nothing, as beyond
    /// the horizon of a plane, the last delta holds.
    pub fn update(&mut self, camera: &Camera, pointer: DVec2, snap: Snap) -> Delta {
        let share = if snap.precise { PRECISE } else { 1.0 };
        self.counted += (pointer - self.pointer) * share;
        self.pointer = pointer;
        let now = Grip {
            camera: *camera,
            pointer: self.counted,
        };
        let gone = match self.handle {
            Handle::Axis(axis) => self.along_axis(axis, now, snap),
            Handle::Plane(axis) => {
                let (normal, directions) = axis.of(self.axes);
                self.in_plane(normal, directions, now, snap)
            }
            Handle::Centre => {
                let camera = self.start.camera;
                let directions = [camera.right(), camera.down()].map(exact);
                self.in_plane(camera.forward(), directions, now, snap)
            }
            Handle::Ring(_) | Handle::ViewRing => self.about_ring(now, snap),
            Handle::Ball => Some(self.as_ball(now, snap)),
        };
        if let Some((delta, amount)) = gone {
            self.delta = delta;
            self.amount = amount;
        }
        self.delta
    }

    /// Takes a typed amount in place of the pointer's: game units along the handle, or degrees.
    /// `None` gives the drag back to the pointer. Takes effect with the next update.
    ///
    /// In a plane the amount goes the way the pointer went, or along the plane's first axis if it
    /// has not moved.
    pub fn set_amount(&mut self, amount: Option<f64>) {
        self.typed = amount.filter(|amount| amount.is_finite());
    }

    /// Locks the drag to an axis, or lets it go if it was locked to it. Takes effect with the next
    /// update.
    pub fn lock_axis(&mut self, axis: Axis) {
        self.lock(match self.gizmo.mode {
            Mode::Move => Handle::Axis(axis),
            Mode::Rotate => Handle::Ring(axis),
        });
    }

    /// Locks a move to the plane across an axis, or lets it go if it was locked to it. A turn is
    /// locked to the axis instead.
    pub fn lock_plane(&mut self, axis: Axis) {
        self.lock(match self.gizmo.mode {
            Mode::Move => Handle::Plane(axis),
            Mode::Rotate => Handle::Ring(axis),
        });
    }

    /// Ends the drag without a change.
    pub fn cancel(self) -> Delta {
        Delta::IDENTITY
    }

    /// From the middle of the ring that is turned to where it was taken, of length 1.
    pub(super) fn taken_at(&self) -> Option<DVec3> {
        let axis = self.ring_axis()?;
        let Grip { camera, pointer } = self.start;
        let place = camera.ray(pointer).meet_plane(self.gizmo.position, axis)?;
        (place - self.gizmo.position).try_normalize()
    }

    fn lock(&mut self, handle: Handle) {
        let handle = if self.handle == handle && self.grabbed != handle {
            self.grabbed
        } else {
            handle
        };
        self.set_handle(handle);
    }

    fn set_handle(&mut self, handle: Handle) {
        self.handle = handle;
        self.turned = 0.0;
        self.last_angle = self.angle(self.start).unwrap_or(0.0);
    }

    fn along_axis(&self, axis: Axis, now: Grip, snap: Snap) -> Option<(Delta, f64)> {
        let (along, _) = axis.of(self.axes);
        let at = |grip: Grip| {
            grip.camera
                .ray(grip.pointer)
                .nearest_on_line(self.gizmo.position, along)
        };
        let amount = match self.typed {
            Some(typed) => typed,
            None => rounded(at(now)? - at(self.start)?, snap.step),
        };
        Some((Delta::translation(along * amount), amount))
    }

    fn in_plane(
        &self,
        normal: DVec3,
        [u, v]: [DVec3; 2],
        now: Grip,
        snap: Snap,
    ) -> Option<(Delta, f64)> {
        let at = |grip: Grip| {
            grip.camera
                .ray(grip.pointer)
                .meet_plane(self.gizmo.position, normal)
        };
        let way = at(now).zip(at(self.start)).map(|(now, start)| now - start);
        let Some(typed) = self.typed else {
            let way = way?;
            let part = |along: DVec3| along * rounded(way.dot(along), snap.step);
            let way = part(u) + part(v);
            return Some((Delta::translation(way), way.length()));
        };
        let way = way.unwrap_or(DVec3::ZERO);
        let flat = u * way.dot(u) + v * way.dot(v);
        let along = flat.try_normalize().unwrap_or(u);
        Some((Delta::translation(along * typed), typed))
    }

    fn about_ring(&mut self, now: Grip, snap: Snap) -> Option<(Delta, f64)> {
        if let Some(angle) = self.angle(now) {
            let step = (angle - self.last_angle + 180.0).rem_euclid(360.0) - 180.0;
            self.turned += step;
            self.last_angle = angle;
        } else if self.typed.is_none() {
            return None;
        }
        let degrees = match self.typed {
            Some(typed) => typed,
            None => rounded(self.turned, snap.degrees),
        };
        let axis = self.ring_axis()?;
        Some((Delta::rotation(axis, degrees), degrees))
    }

    fn as_ball(&self, now: Grip, snap: Snap) -> (Delta, f64) {
        let camera = &self.start.camera;
        let way = now.pointer - self.start.pointer;
        // What faces the eye follows the pointer.
        let axis = (camera.right() * way.y - camera.down() * way.x)
            .try_normalize()
            .unwrap_or(camera.right());
        let degrees = match self.typed {
            Some(typed) => typed,
            None => rounded((way.length() / self.gizmo.size).to_degrees(), snap.degrees),
        };
        (Delta::rotation(exact(axis), degrees), degrees)
    }

    fn ring_axis(&self) -> Option<DVec3> {
        match self.handle {
            Handle::Ring(axis) => Some(axis.of(self.axes).0),
            Handle::ViewRing => Some(exact(self.start.camera.forward())),
            _ => None,
        }
    }

    /// Where around the ring a pointer is, in degrees, from wherever.
    fn angle(&self, grip: Grip) -> Option<f64> {
        let axis = self.ring_axis()?;
        let Grip { camera, pointer } = grip;
        if self.handle == Handle::ViewRing {
            let way = pointer - camera.project(self.gizmo.position)?;
            return Some(way.y.atan2(way.x).to_degrees());
        }
        let ray = camera.ray(camera.project(self.gizmo.position)?);
        // Judged by where the drag began, so that it does not change its ways in between.
        let start = &self.start.camera;
        let sight = start.ray(start.project(self.gizmo.position)?).direction;
        if axis.dot(sight).abs() < EDGE_ON {
            // The nearest part of the ring moves this way on the screen.
            let way = camera.direction_on_screen(axis.cross(-ray.direction));
            let way = way.truncate().try_normalize()?;
            return Some((pointer.dot(way) / self.gizmo.size).to_degrees());
        }
        let place = camera.ray(pointer).meet_plane(self.gizmo.position, axis)?;
        let out = place - self.gizmo.position;
        let u = axis.any_orthonormal_vector();
        let v = axis.cross(u);
        Some(out.dot(v).atan2(out.dot(u)).to_degrees())
    }
}

fn rounded(amount: f64, step: Option<f64>) -> f64 {
    match step {
        Some(step) if step > 0.0 && step.is_finite() => (amount / step).round() * step,
        _ => amount,
    }
}
