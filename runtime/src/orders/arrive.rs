//! Arriving: coming to a point, turned as it is to be left (engine-facts 7).

use glam::{DMat3, DVec3};

use crate::maths::{atan2, cos, sin};
use crate::simulation::Simulation;

use super::steer::Steer;

/// How near is there.
pub(crate) const THERE: f64 = 2000.0;
/// Half a turn, and a whole one.
const PI: f64 = std::f64::consts::PI;

impl Simulation {
    /// Brings a ship to a point, turned as an orientation, at a throttle of `least` or more; says
    /// whether it is there. One without figures never arrives.
    pub(crate) fn arrive(
        &mut self,
        slot: u16,
        point: DVec3,
        orientation: DMat3,
        least: f64,
    ) -> bool {
        let Some(flight) = self.flight_of(slot) else {
            return false;
        };
        let Some(next) = self.world.object(slot).map(|object| object.next) else {
            return false;
        };
        let off = next.position - point;
        let distance = off.length();
        if distance < THERE {
            self.hold_still(slot);
            self.set_throttle(slot, least);
            return true;
        }
        let local = orientation.transpose() * off;
        let nose = (orientation.transpose() * next.nose()).z;
        let behind = -local.z > 0.95 * distance && nose > 0.98;
        let side = DVec3::new(local.x, local.y, 0.0).normalize_or_zero();
        let across = local.dot(side);
        let way_left = if behind || across == 0.0 {
            self.steer(slot, point, Steer::FULL);
            self.roll_as(slot, orientation);
            distance
        } else {
            // Round the circle through the ship that meets the line at the point.
            let smallest = 2.0 * flight.speed_per_pitch_rate();
            let radius = ((across * across + local.z * local.z) / (2.0 * across)).abs();
            let angle = atan2(local.z, radius - across);
            let ahead = local.z > 0.0;
            let radius = if ahead {
                smallest
            } else {
                radius.max(smallest)
            };
            let aim = if ahead {
                PI
            } else if (-0.5..0.0).contains(&angle) {
                0.0
            } else {
                angle + 0.5
            };
            let aimed = side * (radius - radius * cos(aim)) + DVec3::Z * (radius * sin(aim));
            self.steer(slot, orientation * aimed + point, Steer::FULL);
            let gone = if angle < 0.0 { angle + 2.0 * PI } else { angle };
            (2.0 * PI - gone) * radius
        };
        let stopping = 4.0 * self.cruise(slot) / (1.0 - flight.inertia).max(1e-6);
        self.set_throttle(
            slot,
            (way_left / stopping.max(1e-6) - 0.1).clamp(least, 1.0),
        );
        false
    }

    /// Rolls a ship to stand as an orientation does.
    pub(crate) fn roll_as(&mut self, slot: u16, orientation: DMat3) {
        if let Some(object) = self.world.object_mut(slot) {
            let up = object.next.orientation.transpose() * orientation.y_axis;
            let roll = -atan2(up.x, up.y) - 12.0 * object.rates.z;
            let per_forty_degrees = 180.0 / PI / 40.0;
            object.inputs.z = (roll * per_forty_degrees).clamp(-1.0, 1.0);
        }
    }
}
