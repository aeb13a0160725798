//! An object of the world: where it is, how it moves, what it bears, what it is told to do.

use std::collections::BTreeMap;

use formats::catalogue::Side;
use glam::{DMat3, DVec3};
use serde::{Deserialize, Serialize};

use crate::clock::Tick;
use crate::orders::stack::Orders;
use crate::random::Random;
use crate::stats::TypeStats;

/// Type of a stand-in, which fills a slot that has no object.
pub const STAND_IN: u16 = 1001;
/// Type of a marker: points, curve points, waypoints and nav points.
pub const MARKER: u16 = 1000;

/// An object's flags, by the game's own bits (engine-facts 5).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Flags(
    /// The bits.
    pub u32,
);

impl Flags {
    /// Its model lists components.
    pub const COMPONENTS: Self = Self(0x2);
    /// It passes through others.
    pub const NO_COLLISIONS: Self = Self(0x4);
    /// It drifts without power.
    pub const UNPOWERED: Self = Self(0x8);
    /// It does not move.
    pub const FROZEN: Self = Self(0x10);
    /// A stand-in, a marker or another thing without figures.
    pub const STAND_IN: Self = Self(0x20);
    /// It is coming apart.
    pub const EXPLODING: Self = Self(0x40);
    /// It is cloaked.
    pub const CLOAKED: Self = Self(0x100);
    /// It can be picked as a target.
    pub const TARGETABLE: Self = Self(0x200);
    /// It is not processed.
    pub const DISABLED: Self = Self(0x400);
    /// Its pilot has left it.
    pub const EJECTED: Self = Self(0x800);
    /// Its lights are off.
    pub const LIGHTS_DISABLED: Self = Self(0x2000);
    /// Its guns are off.
    pub const GUNS_DISABLED: Self = Self(0x8000);
    /// Its missiles are off.
    pub const MISSILES_DISABLED: Self = Self(0x1_0000);
    /// Its engines are off.
    pub const ENGINES_DISABLED: Self = Self(0x2_0000);
    /// The player cannot eject from it.
    pub const EJECT_DISABLED: Self = Self(0x4_0000);
    /// Its pilot is left alone: no retaliation, no help, no wingman's commands.
    pub const DO_NOT_DISTURB: Self = Self(0x8_0000);
    /// It does not keep clear of others.
    pub const NO_AVOIDANCE: Self = Self(0x10_0000);
    /// It stays where it is, as while it jumps or the director holds it.
    pub const JUMPING: Self = Self(0x20_0000);
    /// It is fixed to another.
    pub const ATTACHED: Self = Self(0x40_0000);
    /// It was sent home.
    pub const SENT_OFF: Self = Self(0x1000_0000);
    /// It does not lurch when a torpedo strikes.
    pub const LISTING_DISABLED: Self = Self(0x2000_0000);

    /// Whether any bit of `other` is set.
    pub fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Sets or clears the bits of `other`.
    pub fn set(&mut self, other: Self, on: bool) {
        if on {
            self.0 |= other.0;
        } else {
            self.0 &= !other.0;
        }
    }

    /// These bits with those of `other`.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A place and how a thing stands there; the orientation's columns are right, down, forward.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pose {
    pub(crate) position: DVec3,
    pub(crate) orientation: DMat3,
}

impl Pose {
    /// A place, unturned.
    pub(crate) fn at(position: DVec3) -> Self {
        Self {
            position,
            orientation: DMat3::IDENTITY,
        }
    }

    /// The nose's way.
    pub(crate) fn nose(&self) -> DVec3 {
        self.orientation.z_axis
    }

    /// A point of the world in the pose's frame.
    pub(crate) fn local(&self, point: DVec3) -> DVec3 {
        self.orientation.transpose() * (point - self.position)
    }

    /// A point of the pose's frame in the world.
    pub(crate) fn world(&self, point: DVec3) -> DVec3 {
        self.position + self.orientation * point
    }
}

/// How an object moves from step to step (engine-facts 6).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Motion {
    /// By its nose, at its throttle.
    #[default]
    Forward,
    /// Astern.
    Backward,
    /// Along its own down axis, at its throttle.
    Downward,
    /// Along its nose, at any throttle.
    Plain,
    /// Slowing down.
    Brake,
    /// From a place to another, faster and faster, as it jumps out.
    JumpOut { from: DVec3, to: DVec3, since: Tick },
    /// Along its nose, slower and slower, as it jumps in.
    JumpIn { since: Tick },
    /// To the place that its order's path gives.
    Follow,
    /// To that place, tail first.
    FollowBackwards,
}

/// A component that something happened to; others stand as they were made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Component {
    /// Armor left.
    pub(crate) armor: f64,
    pub(crate) invulnerable: bool,
    pub(crate) targetable: bool,
    pub(crate) hidden: bool,
    pub(crate) destroyed: bool,
}

/// A cloak's state; it takes 250 ticks either way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Cloak {
    #[default]
    Off,
    /// Cloaking, since then.
    Rising(Tick),
    On,
    /// Showing itself, since then.
    Falling(Tick),
}

/// An object.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Object {
    /// Ship type, [`MARKER`] or [`STAND_IN`].
    pub(crate) kind: u16,
    pub(crate) flags: Flags,
    pub(crate) side: Side,
    /// Where the last step left it.
    pub(crate) now: Pose,
    /// Where the next step leaves it.
    pub(crate) next: Pose,
    /// Units a step.
    pub(crate) velocity: DVec3,
    pub(crate) speed: f64,
    /// Turn rates, radians a step: pitch, yaw, roll.
    pub(crate) rates: DVec3,
    /// The turn of each step, made of the rates.
    pub(crate) turn: DMat3,
    /// Turn inputs, -1 to 1: pitch, yaw, roll.
    pub(crate) inputs: DVec3,
    pub(crate) throttle: f64,
    pub(crate) afterburner: bool,
    pub(crate) motion: Motion,
    /// Shield of each quadrant: left, right, fore, aft.
    pub(crate) shields: [f64; 4],
    /// Armor of each quadrant.
    pub(crate) armor: [f64; 4],
    /// Ticks of afterburner.
    pub(crate) fuel: f64,
    pub(crate) invulnerability: u8,
    pub(crate) components: BTreeMap<u8, Component>,
    pub(crate) pilot: Option<u8>,
    pub(crate) nav_point: Option<u16>,
    pub(crate) escort_point: Option<u16>,
    /// Below 40, an AI pilot of the player's wing ejects.
    pub(crate) eject_roll: u8,
    pub(crate) cloak: Cloak,
    /// Not drawn, as inside a tunnel.
    pub(crate) hidden: bool,
    pub(crate) recent_damage: f64,
    pub(crate) last_attacker: Option<u16>,
    pub(crate) random: Random,
    pub(crate) orders: Orders,
}

impl Object {
    /// What fills a slot without an object.
    pub(crate) fn stand_in(at: Pose) -> Self {
        Self {
            kind: STAND_IN,
            flags: Flags::NO_COLLISIONS
                .with(Flags::UNPOWERED)
                .with(Flags::FROZEN)
                .with(Flags::STAND_IN),
            side: Side::Neutral,
            now: at,
            next: at,
            velocity: DVec3::ZERO,
            speed: 0.0,
            rates: DVec3::ZERO,
            turn: DMat3::IDENTITY,
            inputs: DVec3::ZERO,
            throttle: 0.0,
            afterburner: false,
            motion: Motion::Forward,
            shields: [0.0; 4],
            armor: [0.0; 4],
            fuel: 0.0,
            invulnerability: 0,
            components: BTreeMap::new(),
            pilot: None,
            nav_point: None,
            escort_point: None,
            eject_roll: 0,
            cloak: Cloak::Off,
            hidden: false,
            recent_damage: 0.0,
            last_attacker: None,
            random: Random::new(0),
            orders: Orders::default(),
        }
    }

    /// A marker.
    pub(crate) fn marker(at: Pose) -> Self {
        Self {
            kind: MARKER,
            ..Self::stand_in(at)
        }
    }

    /// A ship as it is made: at rest, facing +Z, whole, without orders (engine-facts 5).
    pub(crate) fn ship(
        kind: u16,
        side: Side,
        position: DVec3,
        stats: &TypeStats,
        mut random: Random,
    ) -> Self {
        let mut flags = Flags::default();
        flags.set(Flags::TARGETABLE, stats.targetable);
        flags.set(
            Flags::COMPONENTS.with(Flags::ATTACHED),
            stats.has_components,
        );
        // Below 100.
        let eject_roll = random.percent();
        Self {
            kind,
            flags,
            side,
            shields: [full(stats.shield_power); 4],
            armor: [full(stats.armor_class); 4],
            fuel: 100.0 * stats.afterburner,
            eject_roll,
            random,
            ..Self::stand_in(Pose::at(position))
        }
    }

    /// Whether the slot has no object.
    pub(crate) fn is_stand_in(&self) -> bool {
        self.kind == STAND_IN
    }

    /// Whether it has the figures of a ship type.
    pub(crate) fn is_ship(&self) -> bool {
        self.kind < 0x100
    }

    /// Puts it somewhere, committed, next and drawn alike.
    pub(crate) fn put(&mut self, position: DVec3) {
        self.now.position = position;
        self.next.position = position;
    }

    /// Turns it, committed and next alike.
    pub(crate) fn face(&mut self, orientation: DMat3) {
        self.now.orientation = orientation;
        self.next.orientation = orientation;
    }

    /// Stops it dead.
    pub(crate) fn stop(&mut self) {
        self.velocity = DVec3::ZERO;
        self.speed = 0.0;
        self.throttle = 0.0;
        self.inputs = DVec3::ZERO;
        self.rates = DVec3::ZERO;
        self.turn = DMat3::IDENTITY;
    }

    /// A component's state, to change; it is made whole where nothing has happened to it yet.
    pub(crate) fn component_mut(&mut self, component: u8, armor: f64) -> &mut Component {
        self.components.entry(component).or_insert(Component {
            armor,
            invulnerable: false,
            targetable: true,
            hidden: false,
            destroyed: false,
        })
    }
}

/// A quadrant's full shield or armor, by power or class.
pub(crate) fn full(class: f64) -> f64 {
    (6.0 * class - 1.0).max(0.0)
}
