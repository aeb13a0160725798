//! Ship Follow Curve, forward and backwards: flying a path of the mission's curves in a given time.

use formats::records::Curve;
use glam::DVec3;

use crate::clock::{TICKS_PER_SECOND, TICKS_PER_STEP, Tick};
use crate::curves::{self, path, point_of};
use crate::maths::{look_at, vector};
use crate::object::Motion;
use crate::simulation::Simulation;
use crate::vm::conditions::number::SHIP_REACHED;
use crate::vm::events::Values;

use super::stack::{OrderData, OrderEntry, OrderState};

/// What Ship Follow Curve keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Follow {
    step: Step,
    backwards: bool,
    /// The path's first curve.
    first: u16,
    /// The curve that it flies, and that curve's place on the path.
    curve: u16,
    place: usize,
    /// When the curve began, and the ticks that it takes.
    began: Tick,
    ticks: u32,
    /// All the path's ticks, and its length.
    total: u32,
    length: f64,
    /// How far the whole path is shifted.
    shift: DVec3,
    /// The next place on the curve that a point marks, counted from the nearest.
    marker: usize,
}

/// What a ship does on its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Arrive,
    Fly,
    Done,
}

impl Simulation {
    pub(crate) fn begin_curve(&mut self, slot: u16, current: OrderEntry, backwards: bool) {
        let OrderData::Curve {
            curve: first,
            seconds,
            carrier,
        } = current.data
        else {
            self.pop_order(slot);
            return;
        };
        let curves = path(&self.mission.successors, first);
        let last = curves.len().saturating_sub(1);
        let place = if backwards { last } else { 0 };
        let Some(&curve) = curves.get(place) else {
            self.pop_order(slot);
            return;
        };
        let length = self.path_length(first);
        let total = seconds.saturating_mul(TICKS_PER_SECOND);
        let shift = carrier.and_then(|carrier| {
            let placed = vector(self.mission.ship(carrier)?.position);
            Some(self.world.object(carrier)?.now.position - placed)
        });
        let follow = Follow {
            step: Step::Arrive,
            backwards,
            first,
            curve,
            place,
            began: self.now,
            ticks: self.curve_ticks(curve, length, total),
            total,
            length,
            shift: shift.unwrap_or(DVec3::ZERO),
            marker: 0,
        };
        self.set_order_state(slot, OrderState::Curve(follow));
    }

    pub(crate) fn update_curve(&mut self, slot: u16) {
        let OrderState::Curve(mut follow) = self.order_state(slot) else {
            return;
        };
        match follow.step {
            Step::Arrive => {
                let start = follow.at(self, 0.0);
                let soon = f64::from(TICKS_PER_STEP) / f64::from(follow.ticks.max(1));
                let way = follow.at(self, soon) - start;
                let throttle = way.length() / self.cruise(slot).max(1e-6);
                let there = self.arrive(slot, start, look_at(way), throttle.min(1.0));
                if there && let Some(object) = self.world.object_mut(slot) {
                    object.motion = match object.motion {
                        Motion::Backward if !follow.backwards => Motion::FollowBackwards,
                        _ => Motion::Follow,
                    };
                    follow.step = Step::Fly;
                    follow.began = self.now;
                    self.set_order_state(slot, OrderState::Curve(follow));
                }
            }
            Step::Fly => {}
            Step::Done => self.pop_order(slot),
        }
    }

    /// Where the path of a ship's order has it stand next; `None` for a ship that follows none.
    pub(crate) fn path_point(&mut self, slot: u16) -> Option<DVec3> {
        let object = self.world.object(slot)?;
        if !matches!(object.motion, Motion::Follow | Motion::FollowBackwards) {
            return None;
        }
        match object.orders.state {
            OrderState::Curve(follow) => Some(self.curve_path(slot, follow)),
            OrderState::Dock(dock) => self.dock_path(slot, dock),
            _ => None,
        }
    }

    /// The curve's point, with what the ship passes on the way to it.
    fn curve_path(&mut self, slot: u16, mut follow: Follow) -> DVec3 {
        let share = follow.share(self.now);
        let point = follow.at(self, share.min(1.0));
        if follow.step != Step::Fly {
            return point;
        }
        if !follow.backwards {
            self.pass_marker(slot, &mut follow, share);
        }
        if share >= 1.0 {
            self.next_curve(slot, &mut follow);
        }
        self.set_order_state(slot, OrderState::Curve(follow));
        point
    }

    /// Past a place that a point marks, the point is reached; one place an update.
    fn pass_marker(&mut self, slot: u16, follow: &mut Follow, share: f64) {
        let marker = self
            .mission
            .markers
            .get(usize::from(follow.curve))
            .and_then(|markers| markers.get(follow.marker))
            .copied();
        if let Some(marker) = marker
            && share > f64::from(marker.share)
        {
            follow.marker += 1;
            self.post_reached(slot, marker.ship);
        }
    }

    /// At a curve's end its end ship is reached and the next curve begins; there may be none.
    fn next_curve(&mut self, slot: u16, follow: &mut Follow) {
        let curves = path(&self.mission.successors, follow.first);
        if !follow.backwards
            && let Some(end) = self.curve(follow.curve).and_then(|curve| curve.end.index())
        {
            self.post_reached(slot, end);
        }
        let next = if follow.backwards {
            follow.place.checked_sub(1)
        } else {
            follow.place.checked_add(1)
        };
        let next = next.and_then(|place| Some((place, *curves.get(place)?)));
        match next {
            Some((place, curve)) => {
                follow.place = place;
                follow.curve = curve;
                follow.marker = 0;
                follow.began = self.now;
                follow.ticks = self.curve_ticks(curve, follow.length, follow.total);
            }
            None => follow.step = Step::Done,
        }
    }

    fn post_reached(&mut self, slot: u16, point: u16) {
        let values = Values::new(&[self.mission.ship_place(slot)]);
        self.post(point, SHIP_REACHED, values);
    }

    /// A curve's record. One that leads to no place is none.
    pub(crate) fn curve(&self, curve: u16) -> Option<&Curve> {
        let curve = self.mission.tables.curves.get(usize::from(curve));
        curve.filter(|curve| curves::is_bearable(curve))
    }

    /// Length of the path that starts with a curve.
    pub(crate) fn path_length(&self, first: u16) -> f64 {
        path(&self.mission.successors, first)
            .into_iter()
            .map(|curve| self.curve_length(curve))
            .sum()
    }

    fn curve_length(&self, curve: u16) -> f64 {
        self.mission
            .lengths
            .get(usize::from(curve))
            .copied()
            .unwrap_or(0.0)
    }

    /// A curve's share of a path's ticks, as its length is to the path's; all of them on a path of
    /// no length (V326).
    pub(crate) fn curve_ticks(&self, curve: u16, length: f64, total: u32) -> u32 {
        if length > 0.0 && length.is_finite() {
            // Cut off, and no more than all of them.
            (self.curve_length(curve) / length * f64::from(total)) as u32
        } else {
            total
        }
    }
}

impl Follow {
    /// How far along its curve the ship is to be by now.
    fn share(&self, now: Tick) -> f64 {
        if self.step == Step::Arrive {
            0.0
        } else if self.ticks == 0 {
            1.0
        } else {
            f64::from(now.since(self.began)) / f64::from(self.ticks)
        }
    }

    /// The place that far along, from the end of the curve where it is flown backwards.
    fn at(&self, simulation: &Simulation, share: f64) -> DVec3 {
        let share = if self.backwards { 1.0 - share } else { share };
        match simulation.curve(self.curve) {
            Some(curve) => point_of(curve, share) + self.shift,
            None => self.shift,
        }
    }
}
