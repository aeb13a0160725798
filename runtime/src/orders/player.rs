//! Player Control: the stand-in pilot that flies the player's ship.

use std::collections::BTreeSet;

use formats::records::Ship;

use crate::clock::Tick;
use crate::options::StandInPilot;
use crate::simulation::Simulation;
use crate::trace::TraceEvent;
use crate::vm::conditions::number::{
    PLAYER_READY_TO_JUMP, PLAYER_READY_TO_WARP, PLAYER_WANTS_BACKUP,
};
use crate::vm::events::Values;
use crate::vm::variables::{BACKUP_AVAILABLE, JUMP_READY, WARP_READY};

use super::steer::Steer;

/// Ticks after which a stand-in pilot takes a jump that the script offers.
const TAKES_JUMP: u32 = 500;
/// Ticks after which it presses a key that the script waits for.
const PRESSES_KEY: u32 = 200;
/// How near a nav point the pilot turns to the next one; ShipReached reaches as far.
const NAV_NEAR: f64 = 3500.0;

/// What the player's side of the mission keeps.
#[derive(Debug, Clone)]
pub(crate) struct Player {
    pub(crate) pilot: StandInPilot,
    /// Actions whose keys are held.
    pub(crate) keys: BTreeSet<u32>,
    /// The action whose key a script waits for, and since when.
    prompted: Option<(u32, Tick)>,
    /// Nav points flown to so far.
    navs_passed: usize,
    /// Since when the script offers a jump or a warp.
    offered: Option<Tick>,
    pub(crate) backup_asked: bool,
}

impl Player {
    /// A player with a stand-in pilot.
    pub(crate) fn new(pilot: StandInPilot) -> Self {
        Self {
            pilot,
            keys: BTreeSet::new(),
            prompted: None,
            navs_passed: 0,
            offered: None,
            backup_asked: false,
        }
    }
}

impl Simulation {
    pub(crate) fn update_player(&mut self, slot: u16) {
        let goal = match self.player.pilot {
            StandInPilot::Hold => None,
            StandInPilot::FollowNavPoints => self.nav_goal(slot),
            StandInPilot::Fight => match self.nearest_enemy(slot) {
                Some(enemy) => {
                    self.chase_as_player(slot, enemy);
                    return;
                }
                None => self.nav_goal(slot),
            },
        };
        let point = goal.and_then(|goal| Some(self.world.object(goal)?.next.position));
        match point {
            Some(point) => {
                self.steer(slot, point, Steer::FULL.upright());
                let near = self
                    .world
                    .object(slot)
                    .is_some_and(|object| object.next.position.distance(point) < NAV_NEAR);
                self.set_throttle(slot, if near { 0.0 } else { 1.0 });
            }
            None => self.hold_still(slot),
        }
    }

    /// Where the pilot flies: the point that the script set, else the next nav point in record
    /// order.
    fn nav_goal(&mut self, slot: u16) -> Option<u16> {
        let object = self.world.object(slot)?;
        let own = object.next.position;
        let set = object.nav_point.or(object.escort_point);
        if set.is_some() {
            return set;
        }
        let navs: Vec<u16> = self
            .world
            .mission_ships()
            .filter(|&ship| {
                let is_nav = self
                    .mission
                    .ship(ship)
                    .is_some_and(|record| record.kind == Ship::KIND_NAV_POINT);
                is_nav
                    && self
                        .world
                        .object(ship)
                        .is_some_and(|nav| !nav.is_stand_in())
            })
            .collect();
        let passed = self.player.navs_passed;
        let nav = *navs.get(passed.min(navs.len().checked_sub(1)?))?;
        let near = self.world.object(nav)?.next.position.distance(own) < NAV_NEAR;
        if near && passed < navs.len() {
            self.player.navs_passed += 1;
        }
        Some(nav)
    }

    /// Has the stand-in pilot take a jump or a warp that the script has offered for a while.
    pub(crate) fn pilot_takes_jump(&mut self) {
        let variables = &self.vm.memory.variables;
        let offers = variables.get(JUMP_READY) != 0 || variables.get(WARP_READY) != 0;
        if !offers {
            self.player.offered = None;
            return;
        }
        if self.player.pilot == StandInPilot::Hold {
            // The game makes the jump itself after four calls by radio (V305).
            if self.player.offered.replace(self.now).is_none() {
                self.gap_at("jump unasked", None);
            }
            return;
        }
        let since = *self.player.offered.get_or_insert(self.now);
        if self.now.since(since) >= TAKES_JUMP {
            self.press_jump_drive();
        }
    }

    /// Whether the key of an action is held that a script waits for: the player's own, or the
    /// stand-in pilot's after a while.
    pub(crate) fn key_is_held(&mut self, action: u32) -> bool {
        let (prompted, since) = match self.player.prompted {
            Some((prompted, since)) if prompted == action => (true, since),
            _ => (false, self.now),
        };
        let pilot = self.player.pilot != StandInPilot::Hold;
        if self.player.keys.contains(&action)
            || (pilot && prompted && self.now.since(since) >= PRESSES_KEY)
        {
            self.player.prompted = None;
            return true;
        }
        if !prompted {
            self.player.prompted = Some((action, since));
            self.log(TraceEvent::KeyAwaited { action });
        }
        false
    }

    /// JUMP DRIVE: takes the jump or the warp that the script offers (script-vm V305).
    pub(crate) fn press_jump_drive(&mut self) {
        let (variable, condition) = if self.vm.memory.variables.get(JUMP_READY) != 0 {
            (JUMP_READY, PLAYER_READY_TO_JUMP)
        } else if self.vm.memory.variables.get(WARP_READY) != 0 {
            (WARP_READY, PLAYER_READY_TO_WARP)
        } else {
            return;
        };
        self.player.offered = None;
        self.vm.last_jump = self.clock();
        self.post(0, condition, Values::NONE);
        self.set_variable(variable, 0);
    }

    /// The player's first request for help while the script lets the carrier send it
    /// (script-vm V156).
    pub(crate) fn request_backup(&mut self) {
        if self.vm.memory.variables.get(BACKUP_AVAILABLE) != 0 && !self.player.backup_asked {
            self.player.backup_asked = true;
            self.post(0, PLAYER_WANTS_BACKUP, Values::NONE);
        }
    }
}
