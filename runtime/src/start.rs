//! The start of a mission, and the making of ships (script-vm 6).

use std::collections::BTreeMap;
use std::sync::Arc;

use formats::records::Ship;
use glam::DVec3;

use crate::bind::Mission;
use crate::hold::StartWait;
use crate::maths::{is_bearable, placed, vector};
use crate::object::{Object, Pose};
use crate::orders::number;
use crate::orders::stack::{Given, OrderData};
use crate::random::Random;
use crate::simulation::Simulation;
use crate::stats::side_of;
use crate::trace::{OrderTarget, TraceEvent};
use crate::vm::conditions::is_posted;
use crate::vm::thread::Origin;

/// Where the camera's own marker stands.
const CAMERA_PLACE: DVec3 = DVec3::new(0.0, 0.0, -8000.0);
/// From this mission on the player's wing flies the twins of its types, which are this much higher.
const TWINS_FROM: u16 = 14;
const TWINS: u16 = 0xF4;
/// The mission in whose first part the wing flies one type alone; its second part is number 251.
const INFILTRATION: u16 = 25;
const INFILTRATOR: u16 = 0x2D;
/// Fighters with a twin.
const TWINNED: std::ops::RangeInclusive<u16> = 0x00..=0x0B;
/// What a ship costs that is made, in instructions.
const MAKING_COST: u32 = 64;

impl Simulation {
    /// Starts the script (V176 to V182), and says where the start waits for an editor, if it does.
    pub(crate) fn start_mission(&mut self) -> Option<StartWait> {
        let mission = Arc::clone(&self.mission);
        let ships = mission.tables.ships.len();
        self.log(TraceEvent::MissionStarted {
            // As many as a section counts.
            ships: ships as u16,
            triggers: mission.tables.triggers.len() as u16,
        });
        self.count_unposted(&mission);
        self.run_start_parts(0)
    }

    /// Goes on with a start that waited, unless it waits still (V367).
    pub(crate) fn start_on(&mut self, wait: StartWait) -> Option<StartWait> {
        if self.is_script_held() {
            return Some(wait);
        }
        // It may have been ended meanwhile by a part that the editor ran.
        let thread = self.vm.threads.get(wait.thread);
        if thread.is_some_and(|thread| thread.ip.is_some()) {
            self.run_thread(wait.thread);
        }
        if self.is_script_held() {
            return Some(wait);
        }
        self.run_start_parts(wait.next)
    }

    /// Runs the start parts from one on, then what follows them (V177 to V182).
    fn run_start_parts(&mut self, first: u16) -> Option<StartWait> {
        let mission = Arc::clone(&self.mission);
        let parts = mission.bound.parts.iter().take(1).flatten();
        for (part, bound) in (0..=u16::MAX).zip(parts).skip(usize::from(first)) {
            if bound.start && bound.block.is_some() {
                self.start_part(part, Origin::StartPart { part });
            }
            if self.is_held() {
                return None;
            }
            if self.is_script_held() {
                let thread = self.stopped_thread()?;
                // A mission has 256 parts at most.
                let next = part.saturating_add(1);
                return Some(StartWait { thread, next });
            }
        }
        self.finish_start(&mission);
        None
    }

    /// What follows the start parts (V178 to V182).
    fn finish_start(&mut self, mission: &Mission) {
        self.arm_triggers();
        for record in &mut self.world.records {
            record.flags = 0;
            record.intact = u32::MAX;
        }
        self.make_curve_points(mission);
        self.world.live = self.world.mission_ships().count() as u16;
        self.world.sync();
        self.pass();
        if self.is_held() {
            return;
        }
        self.world.sync();
        self.lead_the_wing();
        self.make_camera_marker();
    }

    /// Counts the events that triggers wait for and the simulation never posts.
    fn count_unposted(&mut self, mission: &Mission) {
        for (trigger, owner) in mission.tables.triggers.iter().zip(&mission.owners) {
            if owner.is_some() && !is_posted(trigger.condition) {
                self.gap_at(&crate::gaps::event(trigger.condition), None);
            }
        }
    }

    /// Makes the ships of each curve that a script has not made (V180): for each ship in record
    /// order, those of the first curve that starts there.
    fn make_curve_points(&mut self, mission: &Mission) {
        let mut first = BTreeMap::new();
        for curve in &mission.tables.curves {
            if let Some(start) = curve.start.index() {
                first.entry(start).or_insert(curve);
            }
        }
        for curve in first.into_values() {
            let points = [curve.start, curve.leaving, curve.arriving, curve.end];
            for ship in points.into_iter().filter_map(|point| point.index()) {
                let unmade = self
                    .world
                    .object(ship)
                    .is_some_and(|object| object.is_stand_in());
                if unmade {
                    self.make_ship(ship);
                }
            }
        }
    }

    /// The player's ship becomes the first of the player's wing (V182).
    fn lead_the_wing(&mut self) {
        if let Some(wing) = self.world.wings.first_mut() {
            wing.retain(|&ship| ship != 0);
            wing.insert(0, 0);
        }
    }

    fn make_camera_marker(&mut self) {
        let slot = self.world.live;
        let past_end = usize::from(slot) >= crate::world::SLOTS - 1;
        if !past_end {
            self.world.put(slot, Object::marker(Pose::at(CAMERA_PLACE)));
            self.world.live += 1;
        }
    }

    /// Makes each ship of a flight group, then the wings (V203).
    pub(crate) fn create_flight_group(&mut self, group: u16) {
        let mission = Arc::clone(&self.mission);
        if mission
            .tables
            .flight_groups
            .get(usize::from(group))
            .is_none()
        {
            return;
        }
        let ships = mission.group_ships(group);
        self.log(TraceEvent::GroupMade {
            group,
            ships: ships.to_vec(),
        });
        for &ship in ships {
            self.vm.charge(MAKING_COST);
            self.make_ship(ship);
        }
        self.world.build_wings(&mission);
    }

    /// Takes each ship of a flight group away at once (V204).
    pub(crate) fn destroy_flight_group(&mut self, group: u16) {
        let mission = Arc::clone(&self.mission);
        if mission
            .tables
            .flight_groups
            .get(usize::from(group))
            .is_none()
        {
            return;
        }
        self.log(TraceEvent::GroupDestroyed { group });
        for &ship in mission.group_ships(group) {
            self.world.clear(ship);
        }
    }

    /// Makes a mission ship in its slot (V183 to V185).
    pub(crate) fn make_ship(&mut self, slot: u16) {
        let mission = Arc::clone(&self.mission);
        if let Some(record) = mission.ship(slot) {
            self.make_ship_of(slot, record);
        }
    }

    /// Makes the ship of a record in a mission ship's slot, as the mission's own are made.
    pub(crate) fn make_ship_of(&mut self, slot: u16, record: &Ship) {
        if usize::from(slot) >= crate::world::SLOTS {
            return;
        }
        // Where no place is nothing can be, and whatever reckoned with it would be nowhere too.
        if !is_bearable(record.position) {
            self.gap_at("ship at no place", None);
            return;
        }
        let place = vector(record.position);
        let turned = placed(
            f64::from(record.yaw),
            f64::from(record.pitch),
            f64::from(record.roll),
        );
        if is_marker(record.kind) {
            let mut marker = Object::marker(Pose::at(place));
            marker.face(turned);
            self.world.put(slot, marker);
            return;
        }
        let kind = self.kind_made(slot, record);
        let seed = u32::from(self.random.draw());
        let random = Random::new(seed);
        let mut object = match self.type_stats(kind) {
            Some(stats) => Object::ship(kind, side_of(kind), place, stats, random),
            // A kind that is neither a type nor a marker stands there like a marker.
            None => Object {
                kind,
                ..Object::marker(Pose::at(place))
            },
        };
        object.face(turned);
        let pilot = (record.pilot != Ship::NONE).then_some(record.pilot);
        object.pilot = pilot;
        self.world.put(slot, object);
        self.give_first_order(slot);
        if record.launch_gate != Ship::NONE {
            self.launch_at_creation(slot, record);
        }
    }

    fn give_first_order(&mut self, slot: u16) {
        let first = if slot == 0 {
            self.switch_view(0, Some(0), false, false);
            number::PLAYER_CONTROL
        } else if slot < self.players() {
            number::MULTIPLAYER_CONTROL
        } else {
            number::DO_NOTHING
        };
        self.push_order(slot, Given::new(first, OrderTarget::None));
    }

    /// A record's gate launches the ship from the first record of the carrier's kind, made or not.
    fn launch_at_creation(&mut self, slot: u16, record: &Ship) {
        let carrier = (0..=u16::MAX)
            .zip(&self.mission.tables.ships)
            .find(|(_, carrier)| carrier.kind == record.launch_from)
            .map(|(index, _)| index);
        let Some(carrier) = carrier else {
            return;
        };
        let target = OrderTarget::Ship {
            ship: carrier,
            component: Some(u16::from(record.launch_gate)),
        };
        let given = Given::new(number::LAUNCH, target);
        self.push_order(slot, given.with(OrderData::Launch { go: true }));
        self.run_object_orders(slot);
    }

    /// The type that a record's ship is made as: the player's choice, and twins late in the
    /// campaign.
    fn kind_made(&self, slot: u16, record: &Ship) -> u16 {
        let kind = match self.options.player_kind {
            Some(kind) if slot == 0 => kind,
            _ => record.kind,
        };
        let in_wing = slot == 0
            || self
                .mission
                .group_named(record)
                .and_then(|group| self.mission.tables.flight_groups.get(usize::from(group)))
                .is_some_and(|group| group.wing == 0);
        match self.options.mission {
            _ if !in_wing || !TWINNED.contains(&kind) => kind,
            INFILTRATION => INFILTRATOR,
            TWINS_FROM.. => kind + TWINS,
            _ => kind,
        }
    }
}

/// Whether a kind becomes a marker (V183).
pub(crate) fn is_marker(kind: u16) -> bool {
    matches!(
        kind,
        Ship::KIND_NAV_POINT | Ship::KIND_POINT | Ship::KIND_CURVE_POINT | Ship::KIND_WAYPOINT
    )
}
