//! Steering: the inputs that turn a ship toward a point (engine-facts 7).

use formats::catalogue::Turns;
use glam::DVec3;

use crate::maths::atan2;
use crate::object::Motion;
use crate::simulation::Simulation;

/// Inputs for each radian that is left to turn: a full one at five degrees.
pub(crate) const GAIN: f64 = 180.0 / std::f64::consts::PI / 5.0;
/// Share of a turn rate that is taken off its input, so that the ship does not swing past.
pub(crate) const DAMPING: f64 = 6.0;

/// How a ship is to be steered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Steer {
    /// The largest input, at most 1.
    pub(crate) limit: f64,
    /// How much of the damping is left out, 0 to 1.
    pub(crate) ease: f64,
    /// Whether the ship also rolls upright.
    pub(crate) upright: bool,
}

impl Steer {
    /// Steering at full inputs.
    pub(crate) const FULL: Self = Self {
        limit: 1.0,
        ease: 0.0,
        upright: false,
    };

    /// The same within a limit.
    pub(crate) fn within(self, limit: f64) -> Self {
        Self { limit, ..self }
    }

    /// The same, rolling upright.
    pub(crate) fn upright(self) -> Self {
        Self {
            upright: true,
            ..self
        }
    }
}

impl Simulation {
    /// Turns a ship toward a point. A ship without figures is left as it is.
    pub(crate) fn steer(&mut self, slot: u16, point: DVec3, how: Steer) {
        let Some(flight) = self.flight_of(slot) else {
            return;
        };
        let drawn = self.drawn(slot);
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        let way = drawn.local(point);
        let wanted = match flight.turns {
            Turns::Banking => {
                let way = way.normalize_or(DVec3::Z);
                let astern = matches!(object.motion, Motion::Backward);
                banking(if astern { -way } else { way })
            }
            Turns::Flat => flat(way),
        };
        let damped = wanted - object.rates * (DAMPING * (1.0 - how.ease));
        let limit = DVec3::splat(how.limit.clamp(0.0, 1.0));
        object.inputs = (damped * GAIN).clamp(-limit, limit);
        if how.upright {
            let ahead = (point - object.next.position).normalize_or(DVec3::Z);
            if ahead.dot(object.next.nose()) >= 0.95 {
                let up = object.next.orientation.transpose() * DVec3::Y;
                let roll = -atan2(up.x, up.y) - DAMPING * object.rates.z;
                object.inputs.z = (roll * GAIN).clamp(-1.0, 1.0);
            }
        }
    }

    /// Whether a point lies within an angle of the nose, by its cosine.
    pub(crate) fn is_ahead(&self, slot: u16, point: DVec3, cosine: f64) -> bool {
        self.world.object(slot).is_some_and(|object| {
            let way = (point - object.next.position).normalize_or(DVec3::Z);
            way.dot(object.next.nose()) >= cosine
        })
    }

    /// Sets a ship's throttle.
    pub(crate) fn set_throttle(&mut self, slot: u16, throttle: f64) {
        if let Some(object) = self.world.object_mut(slot) {
            object.throttle = throttle;
        }
    }

    /// Lets go of a ship's throttle and turns. What stands in for a ship is left as it is.
    pub(crate) fn hold_still(&mut self, slot: u16) {
        let held = self
            .world
            .object(slot)
            .is_none_or(|object| object.throttle == 0.0 && object.inputs == DVec3::ZERO);
        if !held && let Some(object) = self.world.object_mut(slot) {
            object.throttle = 0.0;
            object.inputs = DVec3::ZERO;
        }
    }
}

/// The angles of a ship that banks: it rolls the point overhead, then pitches.
fn banking(way: DVec3) -> DVec3 {
    let mut wanted = DVec3::ZERO;
    if way.z.abs() >= 0.95 {
        wanted.y = atan2(way.x, way.z);
    } else if way.y < 0.0 {
        wanted.z = -atan2(-way.x, -way.y);
    } else {
        wanted.z = -atan2(way.x, way.y);
    }
    if wanted.z.abs() < 0.8 {
        wanted.x = -atan2(way.y, way.z);
    }
    wanted
}

/// The angles of a ship that turns flat: pitch and yaw together, and hard to the side for what lies
/// behind.
fn flat(way: DVec3) -> DVec3 {
    if way.z >= 0.0 {
        DVec3::new(-atan2(way.y, way.z), atan2(way.x, way.z), 0.0)
    } else {
        DVec3::new(0.0, if way.x < 0.0 { -1.0 } else { 1.0 }, 0.0)
    }
}
