//! Fight, Mill, Torpedo and Find New Target, as chases without a shot.
//!
//! A fighter runs at its target, breaks off before it would ram it and comes again. Guns, missiles
//! and the game's own manoeuvres are not built.

use std::collections::BTreeMap;

use formats::catalogue::Class;
use glam::{DMat3, DVec3};

use crate::clock::Tick;
use crate::maths::{cos, look_at, sin};
use crate::simulation::Simulation;
use crate::stats::class_of;
use crate::trace::OrderTarget;

use super::number;
use super::stack::{Given, OrderEntry, OrderState};
use super::steer::Steer;

/// How near, edge to edge, a fighter comes to its target.
const PASS: f64 = 3000.0;
/// Ticks for which it then flies away.
const BREAK_OFF: u32 = 200;
/// Reach of a common gun, and how straight its target lies ahead, as a cosine.
const GUN_RANGE: f64 = 18_000.0;
const GUN_COSINE: f64 = 0.95;
/// Turn limit and ease of a pilot of the middle tier (engine-facts 4.4).
const TURN_LIMIT: f64 = 0.8;
const EASE: f64 = 0.2;
/// The circle that a milling ship flies, its ticks, and how fast it comes round.
const MILL_RADIUS: f64 = 50_000.0;
const MILL_TICKS: u32 = 500;
const MILL_TURN: f64 = 0.000_005;
/// Fighters on one target beyond which others mill.
const MOST_FIGHTING: u32 = 2;

/// What Fight keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fight {
    /// Until when it flies away from its target.
    away: Tick,
    /// Whether the gap of its guns is counted.
    told: bool,
}

/// What Mill keeps: when it began, and a circle facing from its target to the ship.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mill {
    since: Tick,
    facing: Option<DMat3>,
}

impl Simulation {
    pub(crate) fn begin_fight(&mut self, slot: u16) {
        let state = Fight {
            away: Tick(0),
            told: false,
        };
        self.set_order_state(slot, OrderState::Fight(state));
    }

    pub(crate) fn update_fight(&mut self, slot: u16, current: OrderEntry) {
        let Some(own) = self.world.object(slot).map(|object| object.next.position) else {
            return;
        };
        // The game fights ships; of a group we take the nearest that it can aim at.
        let target = self
            .nearest_aim(own, current.target)
            .filter(|&target| target != slot);
        let Some(target) = target else {
            self.pop_order(slot);
            return;
        };
        let OrderState::Fight(fight) = self.order_state(slot) else {
            return;
        };
        let fight = self.chase(slot, target, fight, current.script);
        self.set_order_state(slot, OrderState::Fight(fight));
    }

    /// Flies a ship at a target or away from it.
    fn chase(&mut self, slot: u16, target: u16, mut fight: Fight, script: Option<u32>) -> Fight {
        let (Some(own), Some(other)) = (self.world.object(slot), self.world.object(target)) else {
            return fight;
        };
        let (from, to) = (own.next.position, other.next.position);
        let how = Steer {
            limit: TURN_LIMIT,
            ease: EASE,
            upright: false,
        };
        let gap = from.distance(to) - self.radius(slot) - self.radius(target);
        if gap < PASS && self.now >= fight.away {
            fight.away = self.now.after(BREAK_OFF);
        }
        if self.now < fight.away {
            let way = (from - to).normalize_or(DVec3::Z);
            self.steer(slot, from + way * 1_000_000.0, how);
        } else {
            self.steer(slot, to, how);
            if !fight.told && gap < GUN_RANGE && self.is_ahead(slot, to, GUN_COSINE) {
                fight.told = true;
                self.gap_at("guns", script);
            }
        }
        self.set_throttle(slot, 1.0);
        fight
    }

    /// The stand-in pilot's chase.
    pub(crate) fn chase_as_player(&mut self, slot: u16, target: u16) {
        let fight = match self.order_state(slot) {
            OrderState::Fight(fight) => fight,
            _ => Fight {
                away: Tick(0),
                told: false,
            },
        };
        let fight = self.chase(slot, target, fight, None);
        self.set_order_state(slot, OrderState::Fight(fight));
    }

    pub(crate) fn begin_mill(&mut self, slot: u16, current: OrderEntry) {
        let facing = self
            .target_slot(current.target)
            .filter(|&target| self.can_aim_at(target, true))
            .and_then(|target| self.world.object(target))
            .zip(self.world.object(slot))
            .map(|(target, own)| look_at(own.next.position - target.next.position));
        let since = self.now;
        self.set_order_state(slot, OrderState::Mill(Mill { since, facing }));
    }

    pub(crate) fn update_mill(&mut self, slot: u16, current: OrderEntry) {
        let OrderState::Mill(mill) = self.order_state(slot) else {
            return;
        };
        let gone = self.now.since(mill.since);
        let target = self
            .target_slot(current.target)
            .filter(|&target| self.can_aim_at(target, true) && gone <= MILL_TICKS)
            .and_then(|target| self.world.object(target));
        let (Some(target), Some(facing)) = (target, mill.facing) else {
            self.pop_order(slot);
            return;
        };
        let middle = target.next.position;
        let turn = MILL_TURN * self.cruise(slot) * f64::from(gone);
        let place = DVec3::new(sin(turn), 0.0, cos(turn)) * MILL_RADIUS;
        self.steer(slot, middle + facing * place, Steer::FULL);
        self.set_throttle(slot, 1.0);
    }

    pub(crate) fn update_torpedo(&mut self, slot: u16, current: OrderEntry) {
        let target = self
            .target_slot(current.target)
            .filter(|&target| self.can_aim_at(target, false))
            .and_then(|target| self.world.object(target));
        let Some(point) = target.map(|target| target.next.position) else {
            self.pop_order(slot);
            return;
        };
        if !matches!(self.order_state(slot), OrderState::Passed) {
            self.set_order_state(slot, OrderState::Passed);
            self.gap_at("torpedo strikes", current.script);
        }
        self.steer(slot, point, Steer::FULL);
        self.set_throttle(slot, 1.0);
    }

    /// Picks a ship of the target's to fight or to mill round: the nearest, one that others are
    /// already at counting as farther.
    pub(crate) fn update_find_new_target(&mut self, slot: u16, current: OrderEntry) {
        let Some(own) = self.world.object(slot) else {
            return;
        };
        let from = own.next.position;
        let class = class_of(own.kind);
        let at_targets = self.at_targets();
        let mut fight: Option<(f64, OrderTarget)> = None;
        let mut mill: Option<(f64, OrderTarget)> = None;
        for reached in self.target_ships(current.target) {
            let aimed = OrderTarget::Ship {
                ship: reached.ship,
                component: reached.component.map(u16::from).filter(|&c| c != 0xFF),
            };
            if reached.ship == slot || !self.can_aim_at(reached.ship, true) {
                continue;
            }
            let Some(other) = self.world.object(reached.ship) else {
                continue;
            };
            let distance = other.next.position.distance_squared(from);
            let cloaked = !self.can_aim_at(reached.ship, false);
            let (fighting, milling) = at_targets.get(&aimed).copied().unwrap_or_default();
            let crowded = class == Some(Class::Fighter) && fighting >= MOST_FIGHTING;
            let weight = distance * f64::from(1 + fighting);
            if !cloaked && !crowded && fight.is_none_or(|(least, _)| weight < least) {
                fight = Some((weight, aimed));
            }
            let weight = distance * f64::from(1 + fighting) * f64::from(1 + fighting + milling);
            if mill.is_none_or(|(least, _)| weight < least) {
                mill = Some((weight, aimed));
            }
        }
        match (fight, mill) {
            (Some((_, target)), _) => {
                let order = if class == Some(Class::Torpedo) {
                    number::TORPEDO
                } else {
                    number::FIGHT
                };
                self.push_order(slot, Given::new(order, target));
            }
            (None, Some((_, target))) => {
                self.push_order(slot, Given::new(number::MILL, target));
            }
            (None, None) => self.pop_order(slot),
        }
    }

    /// How many ships fight each target now, and how many mill round it.
    fn at_targets(&self) -> BTreeMap<OrderTarget, (u32, u32)> {
        let mut counts: BTreeMap<OrderTarget, (u32, u32)> = BTreeMap::new();
        for slot in self.world.slots() {
            let object = self.world.object(slot);
            let Some(order) = object.and_then(|object| object.orders.current()) else {
                continue;
            };
            let (fighting, milling) = counts.entry(order.target).or_default();
            match order.number {
                number::FIGHT => *fighting += 1,
                number::MILL => *milling += 1,
                _ => {}
            }
        }
        counts
    }
}
