//! Motion: what the simulation step does with every object (engine-facts 1 and 6).

use glam::{DMat3, DVec3};

use crate::clock::Tick;
use crate::maths::{angles, look_at, orthonormal, settle, signed_root, signed_square, step_turn};
use crate::object::{Flags, Motion, Object, Pose, full};
use crate::orders::steer::{DAMPING, GAIN};
use crate::simulation::Simulation;
use crate::stats::{FlightStats, MARKER_RADIUS, TypeStats, figures_of};

/// Fuel that a step of afterburner takes, in ticks.
const BURN: f64 = 4.0;
/// Throttle of a burning ship.
const BURNING: f64 = 2.0;
/// Share of the speed that a braking ship keeps each step.
const BRAKE: f64 = 0.97;
/// Speed of a ship that jumps in, with components and without.
const JUMP_SPEED: f64 = 600.0;
const JUMP_SPEED_LARGE: f64 = 2400.0;
/// View in which the armor does not slow a ship.
const DIRECTOR: u8 = 13;

impl Simulation {
    /// Moves the world on by a step of four ticks.
    pub(crate) fn step_world(&mut self) {
        self.straighten_one();
        for slot in self.world.slots() {
            let Some(object) = self.world.object(slot) else {
                continue;
            };
            if object.flags.any(Flags::STAND_IN.with(Flags::DISABLED)) {
                continue;
            }
            self.commit(slot);
        }
        for slot in self.world.slots() {
            let Some(object) = self.world.object(slot) else {
                continue;
            };
            let still = Flags::STAND_IN.with(Flags::DISABLED).with(Flags::FROZEN);
            if !object.flags.any(still) {
                self.move_object(slot);
            }
        }
    }

    /// Makes the next pose of one object orthonormal again, each step another.
    fn straighten_one(&mut self) {
        let next = self.world.round_robin.checked_add(1).unwrap_or(0);
        self.world.round_robin = if next < self.world.live { next } else { 0 };
        let slot = self.world.round_robin;
        let moves = self
            .world
            .object(slot)
            .is_some_and(|object| object.turn != DMat3::IDENTITY);
        if moves && let Some(object) = self.world.object_mut(slot) {
            object.next.orientation = orthonormal(object.next.orientation);
        }
    }

    /// Commits where an object stands next, and recharges its shields.
    fn commit(&mut self, slot: u16) {
        let recharge = self.recharge(slot);
        let Some(object) = self.world.object(slot) else {
            return;
        };
        if object.now == object.next && recharge.is_none() {
            return;
        }
        if let Some(object) = self.world.object_mut(slot) {
            object.now = object.next;
            if let Some((amount, most)) = recharge {
                for shield in &mut object.shields {
                    *shield = (*shield + amount).min(most);
                }
            }
        }
    }

    /// What a step adds to each shield and how much a shield holds; `None` for nothing to add.
    fn recharge(&self, slot: u16) -> Option<(f64, f64)> {
        let object = self.world.object(slot)?;
        let stats = self.stats_of(slot)?;
        let most = full(stats.shield_power);
        let worn = object.shields.iter().any(|&shield| shield < most);
        if stats.has_components || !worn {
            return None;
        }
        let seconds = if stats.shield_recharge > 0.0 {
            stats.shield_recharge
        } else {
            10.0
        };
        let condition = object.shields.iter().sum::<f64>() / (4.0 * most.max(1e-6));
        Some((most * condition.max(0.0) / (25.0 * seconds), most))
    }

    /// Works out where an object stands next.
    fn move_object(&mut self, slot: u16) {
        let Some(flight) = self.flight_of(slot) else {
            return;
        };
        let cruise = self.cruise(slot);
        let now = self.now;
        let path = self.path_point(slot);
        // The path may have ended, and the motion with it.
        let large = self.has_components(slot);
        let Some(object) = self.world.object(slot) else {
            return;
        };
        let unpowered = object.flags.any(Flags::UNPOWERED);
        if !unpowered && object.flags.any(Flags::JUMPING) {
            return;
        }
        if is_at_rest(object, unpowered) {
            return;
        }
        let Some(object) = self.world.object_mut(slot) else {
            return;
        };
        if !unpowered {
            run_motion(object, &flight, cruise, now, path, large);
        }
        object.next = Pose {
            position: object.now.position + object.velocity,
            orientation: object.now.orientation * object.turn,
        };
        object.speed = object.velocity.length();
    }

    /// A type's figures, by way of the type whose ship it is.
    pub(crate) fn type_stats(&self, kind: u16) -> Option<&TypeStats> {
        self.options.stats.of(figures_of(kind))
    }

    /// The figures of the ship in a slot.
    pub(crate) fn stats_of(&self, slot: u16) -> Option<&TypeStats> {
        let object = self.world.object(slot)?;
        self.type_stats(object.kind).filter(|_| object.is_ship())
    }

    /// How the ship in a slot flies.
    pub(crate) fn flight_of(&self, slot: u16) -> Option<FlightStats> {
        self.stats_of(slot)?.flight
    }

    /// Radius of the object in a slot.
    pub(crate) fn radius(&self, slot: u16) -> f64 {
        self.stats_of(slot)
            .map_or(MARKER_RADIUS, |stats| stats.radius)
    }

    /// Whether the ship in a slot lists components.
    pub(crate) fn has_components(&self, slot: u16) -> bool {
        self.stats_of(slot)
            .is_some_and(|stats| stats.has_components)
    }

    /// Speed that a ship comes to at full throttle, units a step.
    pub(crate) fn cruise(&self, slot: u16) -> f64 {
        let (Some(flight), Some(stats), Some(object)) = (
            self.flight_of(slot),
            self.stats_of(slot),
            self.world.object(slot),
        ) else {
            return 0.0;
        };
        let [_, _, _, aft] = object.armor;
        let spared = self.camera.view == DIRECTOR || object.invulnerability != 0;
        let condition = if spared {
            1.0
        } else {
            0.25 + 0.75 * (aft / full(stats.armor_class).max(1e-6)).clamp(0.0, 1.0)
        };
        flight.max_speed * condition
    }

    /// Where an object is drawn: on its way from the last step's pose to the next's.
    pub(crate) fn drawn(&self, slot: u16) -> Pose {
        let Some(object) = self.world.object(slot) else {
            return Pose::at(DVec3::ZERO);
        };
        let share = self.now.share_of_step();
        if object.now == object.next || share == 0.0 {
            return object.now;
        }
        let position = object.now.position.lerp(object.next.position, share);
        let orientation = if object.now.orientation == object.next.orientation {
            object.now.orientation
        } else {
            let turn = object.now.orientation.transpose() * object.next.orientation;
            object.now.orientation * step_turn(angles(turn) * share)
        };
        Pose {
            position,
            orientation,
        }
    }
}

/// Whether a step changes nothing about an object.
fn is_at_rest(object: &Object, unpowered: bool) -> bool {
    let drives = matches!(
        object.motion,
        Motion::Forward | Motion::Backward | Motion::Downward | Motion::Plain | Motion::Brake
    );
    let pushed = object.throttle != 0.0 || object.inputs != DVec3::ZERO || object.afterburner;
    let moving = object.velocity != DVec3::ZERO || object.rates != DVec3::ZERO;
    let turning = object.turn != DMat3::IDENTITY;
    (drives || unpowered) && !pushed && !moving && !turning && object.now == object.next
}

/// Runs an object's motion: its turn, its velocity.
fn run_motion(
    object: &mut Object,
    flight: &FlightStats,
    cruise: f64,
    now: Tick,
    path: Option<DVec3>,
    large: bool,
) {
    match object.motion {
        Motion::Forward | Motion::Backward => {
            let thrust = if object.motion == Motion::Forward {
                1.0
            } else {
                -1.0
            };
            let burning = object.afterburner && object.fuel > 0.0;
            if burning {
                object.throttle = BURNING;
                object.fuel = (object.fuel - BURN).max(0.0);
            } else {
                // Order 45 flies astern at a negative throttle; others stay from 0 to 1.
                object.throttle = object.throttle.clamp(-1.0, 1.0);
            }
            turn(object, flight, true);
            let top = if burning { flight.max_speed } else { cruise };
            let frame = object.now.orientation;
            let mut local = frame.transpose() * object.velocity;
            local.x = settle(local.x, 0.0, flight.inertia);
            local.y = settle(local.y, 0.0, flight.inertia);
            let push = signed_square(thrust * object.throttle) * top * top;
            local.z = signed_root(settle(signed_square(local.z), push, flight.inertia));
            object.velocity = frame * rest(local);
        }
        Motion::Downward | Motion::Plain => {
            turn(object, flight, false);
            let along = if object.motion == Motion::Downward {
                DVec3::Y
            } else {
                DVec3::Z
            };
            let push = (1.0 - flight.inertia) * object.throttle * flight.max_speed;
            let frame = object.now.orientation;
            object.velocity = rest(object.velocity * flight.inertia + frame * (along * push));
        }
        Motion::Brake => {
            object.turn = DMat3::IDENTITY;
            object.velocity = rest(object.velocity * BRAKE);
        }
        Motion::JumpOut { from, to, since } => {
            object.turn = DMat3::IDENTITY;
            let share = 0.004 * f64::from(now.since(since));
            let place = from.lerp(to, (share * share).min(1.0));
            object.velocity = place - object.now.position;
        }
        Motion::JumpIn { since } => {
            object.turn = DMat3::IDENTITY;
            let first = if large { JUMP_SPEED_LARGE } else { JUMP_SPEED };
            let speed = first * (1.0 - 0.003 * f64::from(now.since(since)));
            object.velocity = object.now.nose() * speed.max(cruise);
        }
        Motion::Follow | Motion::FollowBackwards => follow(object, flight, path),
    }
}

/// Turns an object by its inputs; a fast one turns slower where `slow` says so.
fn turn(object: &mut Object, flight: &FlightStats, slow: bool) {
    object.inputs = object.inputs.clamp(-DVec3::ONE, DVec3::ONE);
    let slowness = if slow {
        let slowness = 3.0 - 2.0 * object.throttle.abs();
        if slowness >= 1.0 { slowness } else { 1.0 }
    } else {
        1.0
    };
    let full = DVec3::from_array(flight.rates);
    let inertia = DVec3::from_array(flight.turn_inertias);
    let wanted = full * object.inputs / slowness;
    object.rates = rest(object.rates * inertia + wanted * (DVec3::ONE - inertia));
    object.turn = step_turn(object.rates);
}

/// Takes an object to the point of its order's path.
fn follow(object: &mut Object, flight: &FlightStats, path: Option<DVec3>) {
    let Some(point) = path else {
        object.velocity = DVec3::ZERO;
        object.turn = DMat3::IDENTITY;
        return;
    };
    let way = point - object.now.position;
    if way.length_squared() > 1e-6 {
        let wanted = angles(object.now.orientation.transpose() * look_at(way));
        let tail_first = object.motion == Motion::FollowBackwards;
        let wanted = if tail_first { -wanted } else { wanted };
        object.inputs = (wanted - object.rates * DAMPING) * GAIN;
    } else {
        object.inputs = DVec3::ZERO;
    }
    turn(object, flight, false);
    // At its full speed at most.
    let top = flight.max_speed.max(1e-6);
    object.velocity = way.clamp_length_max(top);
    object.throttle = (way.length() / top).min(1.0);
}

/// A motion that has all but died out.
fn rest(motion: DVec3) -> DVec3 {
    if motion.length_squared() < 1e-12 {
        DVec3::ZERO
    } else {
        motion
    }
}
