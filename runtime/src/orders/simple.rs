//! Orders of a few lines each: holding still, spinning, wandering, riding, lurching, cloaking.

use glam::{DMat3, DVec3};

use crate::clock::Tick;
use crate::maths::{cos, sin};
use crate::object::Pose;
use crate::simulation::Simulation;

use super::number;
use super::stack::{OrderEntry, OrderState};
use super::steer::Steer;

/// Points on a wanderer's figure, and how near it has to come to one.
const FIGURE_POINTS: f64 = 20.0;
const FIGURE_NEAR: f64 = 1000.0;
const TURN: f64 = 2.0 * std::f64::consts::PI;

/// What Fly Aimlessly keeps: a circle or a wider loop from where it began.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Aimless {
    figure: f64,
    from: Pose,
    point: u16,
}

/// What Object Attach keeps: where the object stands in its target's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Attach {
    place: DVec3,
}

/// What a lurching capital ship keeps: when it began.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Listing {
    since: Tick,
}

impl Simulation {
    pub(crate) fn begin_aimless(&mut self, slot: u16) {
        let share = self.random.share();
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        let figure = f64::from(object.random.range(1, 4));
        let mut from = object.next;
        if object.random.draw() % 2 == 1 {
            from.orientation.x_axis = -from.orientation.x_axis;
        }
        object.throttle = 0.4 + 0.3 * share;
        object.orders.state = OrderState::Aimless(Aimless {
            figure,
            from,
            point: 1,
        });
    }

    pub(crate) fn update_aimless(&mut self, slot: u16) {
        let OrderState::Aimless(mut aimless) = self.order_state(slot) else {
            return;
        };
        let Some(own) = self.world.object(slot).map(|object| object.next.position) else {
            return;
        };
        if aimless.goal().distance(own) < FIGURE_NEAR {
            aimless.point = aimless.point.wrapping_add(1);
            self.set_order_state(slot, OrderState::Aimless(aimless));
        }
        self.steer(slot, aimless.goal(), Steer::FULL);
    }

    pub(crate) fn begin_spin(&mut self, slot: u16, reach: f64) {
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        object.throttle = 0.0;
        let mut input = || 0.1 + object.random.share() * reach;
        object.inputs = DVec3::new(input(), input(), input());
    }

    pub(crate) fn slow_rotate(&mut self, slot: u16) {
        if let Some(object) = self.world.object_mut(slot) {
            object.throttle = 0.0;
            object.inputs = DVec3::new(0.0, 0.1, 0.0);
        }
    }

    pub(crate) fn fly_backwards(&mut self, slot: u16) {
        if let Some(object) = self.world.object_mut(slot) {
            object.throttle = -0.5;
            object.inputs = DVec3::ZERO;
        }
    }

    pub(crate) fn update_match_speed(&mut self, slot: u16, current: OrderEntry) {
        let target = self
            .target_slot(current.target)
            .filter(|&target| self.can_aim_at(target, false));
        let Some(speed) = target.and_then(|target| Some(self.world.object(target)?.speed)) else {
            self.pop_order(slot);
            return;
        };
        let cruise = self.cruise(slot).max(1e-6);
        self.set_throttle(slot, (speed / cruise).min(1.0));
    }

    pub(crate) fn begin_attach(&mut self, slot: u16, current: OrderEntry) {
        let place = self
            .target_next(current.target)
            .zip(self.world.object(slot))
            .map(|(carrier, own)| carrier.next.local(own.next.position));
        if let Some(place) = place {
            self.set_order_state(slot, OrderState::Attach(Attach { place }));
        }
    }

    pub(crate) fn update_attach(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::Attach(Attach { place }) = self.order_state(slot) else {
            return;
        };
        let Some(carrier) = self.target_next(current.target).cloned() else {
            return;
        };
        if let Some(object) = self.world.object_mut(slot) {
            object.next = Pose {
                position: carrier.next.world(place),
                orientation: carrier.next.orientation,
            };
            object.velocity = carrier.velocity;
            object.speed = carrier.speed;
            object.rates = carrier.rates;
            object.turn = carrier.turn;
        }
    }

    pub(crate) fn begin_listing(&mut self, slot: u16) {
        let since = self.now;
        self.set_order_state(slot, OrderState::Listing(Listing { since }));
    }

    /// A torpedoed capital ship lurches to a side for 200 ticks and back for 300.
    pub(crate) fn update_listing(&mut self, slot: u16, order: i16) {
        let (OrderState::Listing(Listing { since }), Some(flight)) =
            (self.order_state(slot), self.flight_of(slot))
        else {
            self.pop_order(slot);
            return;
        };
        let side = if order == number::LIST_LEFT {
            -1.0
        } else {
            1.0
        };
        let [_, yaw, roll] = flight.rates.map(|rate| rate.max(1e-6));
        let (rolls, yaws) = match self.now.since(since) {
            0..200 => (0.01 * side, 0.006 * side),
            200..500 => (-0.006 * side, -0.0048 * side),
            _ => {
                if let Some(object) = self.world.object_mut(slot) {
                    object.inputs.z = 0.0;
                }
                self.pop_order(slot);
                return;
            }
        };
        if let Some(object) = self.world.object_mut(slot) {
            object.inputs.y = yaws / yaw;
            object.inputs.z = rolls / roll;
        }
    }
}

impl Aimless {
    /// The point of the figure that comes next.
    fn goal(&self) -> DVec3 {
        let t = f64::from(self.point) * (TURN / FIGURE_POINTS);
        let across = (cos(t) - 1.0) * (self.figure + 1.0) * 25_000.0;
        let along = sin(self.figure * t) * 50_000.0;
        let DMat3 { x_axis, z_axis, .. } = self.from.orientation;
        self.from.position + x_axis * across + z_axis * along
    }
}
