//! Damage, as far as scripts see it (engine-facts 9): shields, armor, components, destruction.

use crate::bind::Entity;
use crate::object::{Cloak, Flags, full};
use crate::orders::number;
use crate::simulation::Simulation;
use crate::trace::TraceEvent;
use crate::vm::conditions::number::{CLOAKED, DECLOAKED, SHOT_AT};
use crate::vm::events::{Values, WHOLE};
use formats::catalogue::Side;

/// Quadrant that a shot from outside hits: left, right, fore, aft.
const FORE: usize = 2;
/// Below this roll a pilot of the player's wing ejects.
const EJECTS: u8 = 40;
/// Invulnerability: the pilot ejects before the ship explodes, and nothing harms it at all.
const EJECTS_FIRST: u8 = 3;
const UNTOUCHED: u8 = 4;
/// Worn armor beyond which there is no time to eject.
const TOO_MUCH: f64 = 1000.0;
/// What the player's shots do to hostile ships, and what is done to the player, at medium
/// difficulty.
const ON_HOSTILE: f64 = 1.0;
const ON_PLAYER: f64 = 0.5;
/// Ticks that a cloak takes to rise or to fall.
const CLOAK_TICKS: u32 = 250;

impl Simulation {
    /// A ship's damage value, or a component's, in hundredths (script-vm V135).
    pub(crate) fn damage_value(&self, ship: u16, component: Option<u8>) -> u16 {
        let Some(object) = self.world.object(ship) else {
            return 100;
        };
        let Some(stats) = self.stats_of(ship) else {
            return 100;
        };
        let (full, left) = match component {
            None | Some(WHOLE) => {
                let weakest = object.armor.iter().copied().fold(f64::INFINITY, f64::min);
                (6.0 * stats.armor_class, weakest)
            }
            Some(component) => match object.components.get(&component) {
                Some(state) if state.destroyed => return 100,
                Some(state) => (stats.component_armor, state.armor),
                // None was ever touched, and whether the model lists it is not known.
                None => (stats.component_armor, stats.component_armor),
            },
        };
        if left < 0.0 || full <= 0.0 {
            return 100;
        }
        // From 0 to 100.
        (((full - left) / full * 100.0).floor()).clamp(0.0, 100.0) as u16
    }

    /// A shot hits a ship: its shield takes it, and what goes through its armor.
    pub(crate) fn hit(&mut self, ship: u16, amount: f64, attacker: Option<u16>) {
        let Some(stats) = self.stats_of(ship).cloned() else {
            return;
        };
        let scale = self.difficulty(ship);
        let Some(object) = self.world.object_mut(ship) else {
            return;
        };
        if object.flags.any(Flags::JUMPING.with(Flags::EXPLODING)) || amount.is_nan() {
            return;
        }
        object.last_attacker = attacker.or(object.last_attacker);
        let untouched = object.invulnerability == UNTOUCHED;
        let protected = match object.invulnerability {
            0 => false,
            1 => attacker.is_none_or(|attacker| attacker != 0),
            _ => true,
        };
        let mut worn = 0.0;
        if let Some(shield) = object.shields.get_mut(FORE)
            && stats.shield_power > 0.0
            && *shield >= 0.0
            && !untouched
        {
            let through = (amount - *shield).max(0.0);
            *shield -= amount * scale;
            if *shield < 0.0 {
                worn = through * scale;
            }
        } else if !untouched {
            worn = amount * scale;
        }
        object.recent_damage += worn;
        let mut lost = false;
        if let Some(armor) = object.armor.get_mut(FORE) {
            let left = *armor - worn;
            if left >= 0.0 || !protected {
                *armor = left;
            }
            lost = *armor < 0.0;
        }
        self.post_shot_at(ship, WHOLE, attacker);
        if lost {
            self.destroy_object(ship, worn <= TOO_MUCH);
        }
    }

    /// A shot hits a component.
    pub(crate) fn hit_component(
        &mut self,
        ship: u16,
        component: u8,
        amount: f64,
        attacker: Option<u16>,
    ) {
        let Some(armor) = self.stats_of(ship).map(|stats| stats.component_armor) else {
            return;
        };
        let amount = amount * self.difficulty(ship);
        let Some(object) = self.world.object_mut(ship) else {
            return;
        };
        object.last_attacker = attacker.or(object.last_attacker);
        let protected = object.invulnerability != 0;
        let state = object.component_mut(component, armor);
        if state.destroyed || amount.is_nan() {
            return;
        }
        let left = state.armor - amount;
        if left >= 0.0 || !(protected || state.invulnerable) {
            state.armor = left;
        }
        let lost = state.armor < 0.0;
        self.post_shot_at(ship, WHOLE, attacker);
        self.post_shot_at(ship, component, attacker);
        if lost {
            self.destroy_component(ship, component);
        }
    }

    /// What a hit counts for, by whose it is.
    fn difficulty(&self, ship: u16) -> f64 {
        let hostile = self
            .world
            .object(ship)
            .is_some_and(|object| object.side == Side::Hostile);
        if ship == 0 {
            ON_PLAYER
        } else if hostile {
            ON_HOSTILE
        } else {
            1.0
        }
    }

    /// Posts that a ship or a component was shot at (script-vm V150, V159): only an attacker of the
    /// mission counts.
    fn post_shot_at(&mut self, ship: u16, qualifier: u8, attacker: Option<u16>) {
        let Some(attacker) = attacker.filter(|&attacker| self.mission.ship(attacker).is_some())
        else {
            return;
        };
        let value = u32::from(self.damage_value(ship, (qualifier != WHOLE).then_some(qualifier)));
        let values = Values::new(&[
            self.mission.ship_place(attacker),
            value,
            value,
            self.mission.ship_place(ship),
            u32::MAX,
        ]);
        self.post_with_groups(ship, SHOT_AT, qualifier, values);
    }

    /// A component of a ship is lost.
    pub(crate) fn destroy_component(&mut self, ship: u16, component: u8) {
        if !self.remove_component(ship, component) {
            return;
        }
        self.post_component_destroyed(ship, component);
    }

    /// Takes a component off a ship; says whether it was there.
    pub(crate) fn remove_component(&mut self, ship: u16, component: u8) -> bool {
        let Some(armor) = self.stats_of(ship).map(|stats| stats.component_armor) else {
            return false;
        };
        let Some(object) = self.world.object_mut(ship) else {
            return false;
        };
        let state = object.component_mut(component, armor);
        let there = !state.destroyed;
        state.destroyed = true;
        state.hidden = true;
        state.targetable = false;
        there
    }

    /// A ship is destroyed: it explodes, or its pilot ejects first (engine-facts 9).
    pub(crate) fn destroy_object(&mut self, slot: u16, may_eject: bool) {
        let Some(object) = self.world.object(slot) else {
            return;
        };
        if object.is_stand_in() || object.orders.number() == Some(number::EXPLODE) {
            return;
        }
        let ejected = object.flags.any(Flags::EJECTED);
        let in_wing = self
            .world
            .wings
            .iter()
            .take(1)
            .flatten()
            .any(|&ship| ship == slot);
        let order = if slot == 0 {
            let may = may_eject && !ejected && !object.flags.any(Flags::EJECT_DISABLED);
            if may {
                number::EJECT_PLAYER
            } else {
                number::EXPLODE
            }
        } else {
            let chooses = in_wing && object.eject_roll < EJECTS;
            let may = may_eject
                && !ejected
                && object.is_ship()
                && (chooses || object.invulnerability == EJECTS_FIRST);
            if may {
                number::EJECT_SPIN
            } else {
                number::EXPLODE
            }
        };
        self.replace_orders(slot, order);
        if let Some(object) = self.world.object_mut(slot) {
            let flag = if order == number::EXPLODE {
                Flags::EXPLODING
            } else {
                Flags::EJECTED
            };
            object.flags.set(flag, true);
        }
    }

    /// Makes a ship cloak or show itself, which takes a while and is refused meanwhile
    /// (engine-facts 18).
    pub(crate) fn set_cloak(&mut self, ship: u16, on: bool) {
        let now = self.now;
        let Some(object) = self.world.object(ship) else {
            return;
        };
        let next = match (object.cloak, on) {
            _ if !object.is_ship() => return,
            (Cloak::Off, true) => Cloak::Rising(now),
            (Cloak::On, false) => Cloak::Falling(now),
            _ => return,
        };
        if let Some(object) = self.world.object_mut(ship) {
            object.cloak = next;
            object.flags.set(Flags::CLOAKED, true);
        }
        // Which models can cloak stands in their files.
        self.gap("cloaks of models");
        self.log(TraceEvent::Cloaking { ship, on });
        let condition = if on { CLOAKED } else { DECLOAKED };
        self.post(ship, condition, Values::NONE);
    }

    /// Order Toggle Cloak.
    pub(crate) fn toggle_cloak(&mut self, slot: u16) {
        let on = self
            .world
            .object(slot)
            .is_some_and(|object| object.cloak == Cloak::Off);
        self.set_cloak(slot, on);
    }

    /// Moves cloaks on.
    pub(crate) fn run_cloaks(&mut self) {
        for slot in self.world.slots() {
            let Some(object) = self.world.object(slot) else {
                continue;
            };
            let next = match object.cloak {
                Cloak::Rising(since) if self.now.since(since) >= CLOAK_TICKS => Cloak::On,
                Cloak::Falling(since) if self.now.since(since) >= CLOAK_TICKS => Cloak::Off,
                _ => continue,
            };
            if let Some(object) = self.world.object_mut(slot) {
                object.cloak = next;
                object.flags.set(Flags::CLOAKED, next == Cloak::On);
            }
        }
    }

    /// Makes a ship whole and armed as it was made (script-vm V289), missiles aside.
    pub(crate) fn replenish(&mut self, ship: u16) {
        let Some(stats) = self.stats_of(ship).cloned() else {
            return;
        };
        if let Some(object) = self.world.object_mut(ship) {
            object.armor = [full(stats.armor_class); 4];
        }
    }

    /// The entity that an argument's place names.
    pub(crate) fn entity(&self, place: u32) -> Option<Entity> {
        self.mission.entity(place)
    }
}
