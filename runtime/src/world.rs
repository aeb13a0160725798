//! The world: its slots, its ships' records as they change, its wings.

use std::sync::Arc;

use formats::records::{FlightGroup, Ship};
use glam::DVec3;

use crate::bind::Mission;
use crate::clock::Tick;
use crate::maths::{atan2, degrees, vector};
use crate::object::{Object, Pose};

/// Slots of objects.
pub const SLOTS: usize = 400;
/// Places of a wing (script-vm V188).
const WING_PLACES: usize = 6;
/// Radius of the action sphere unless a script sets it.
const ACTION_RADIUS: f64 = 220_000.0;

/// What of a ship's record changes while the mission runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LiveRecord {
    /// Where the ship is, as the record has it.
    pub(crate) position: [f32; 3],
    /// Whole degrees.
    pub(crate) yaw: i16,
    pub(crate) pitch: i16,
    /// Nothing but an editor changes it.
    pub(crate) roll: i16,
    /// Bit 0: destroyed.
    pub(crate) flags: u8,
    /// A bit for each of 32 components that is whole.
    pub(crate) intact: u32,
}

/// The sphere that a fight keeps to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ActionSphere {
    pub(crate) centre: u16,
    pub(crate) radius: f64,
}

/// The world.
#[derive(Debug, Clone)]
pub(crate) struct World {
    /// The slots. An object that does not change is shared by a simulation and its clones.
    objects: Vec<Arc<Object>>,
    /// Slots in use, from 0 on.
    pub(crate) live: u16,
    pub(crate) records: Vec<LiveRecord>,
    /// The ships of the three wings.
    pub(crate) wings: [Vec<u16>; 3],
    pub(crate) action: ActionSphere,
    pub(crate) primary_target: Option<u16>,
    /// Ships that are told to come back, with their reach.
    pub(crate) flyback: Vec<(u16, u32)>,
    /// Objects to disable or enable at the next jump.
    pub(crate) at_next_jump: Vec<(u16, bool)>,
    /// Ships whose explosion is still to end, and when.
    pub(crate) explosions: Vec<(Tick, u16)>,
    /// Slot whose next pose is made orthonormal at the next step.
    pub(crate) round_robin: u16,
}

impl World {
    /// The world before anything is made: stand-ins in all slots.
    pub(crate) fn new(mission: &Mission) -> Self {
        let stand_in = Arc::new(Object::stand_in(Pose::at(DVec3::ZERO)));
        Self {
            objects: vec![stand_in; SLOTS],
            live: 0,
            records: mission.tables.ships.iter().map(LiveRecord::of).collect(),
            wings: [const { Vec::new() }; 3],
            action: ActionSphere {
                centre: 0,
                radius: ACTION_RADIUS,
            },
            primary_target: None,
            flyback: Vec::new(),
            at_next_jump: Vec::new(),
            explosions: Vec::new(),
            round_robin: 0,
        }
    }

    /// The object in a slot.
    pub(crate) fn object(&self, slot: u16) -> Option<&Object> {
        self.objects.get(usize::from(slot)).map(Arc::as_ref)
    }

    /// The object in a slot, to change.
    pub(crate) fn object_mut(&mut self, slot: u16) -> Option<&mut Object> {
        self.objects.get_mut(usize::from(slot)).map(Arc::make_mut)
    }

    /// Puts an object into a slot.
    pub(crate) fn put(&mut self, slot: u16, object: Object) {
        if let Some(place) = self.objects.get_mut(usize::from(slot)) {
            *place = Arc::new(object);
        }
    }

    /// Leaves a stand-in in a slot, where its object stood.
    pub(crate) fn clear(&mut self, slot: u16) {
        if let Some(object) = self.object(slot) {
            let stand_in = Object::stand_in(object.now);
            self.put(slot, stand_in);
        }
    }

    /// The slots that loops over all objects look at.
    pub(crate) fn slots(&self) -> impl Iterator<Item = u16> + use<> {
        0..self.live
    }

    /// The mission's ships that have a slot.
    pub(crate) fn mission_ships(&self) -> impl Iterator<Item = u16> + use<> {
        // No more than 400.
        0..self.records.len().min(SLOTS) as u16
    }

    /// Whether a ship's record says that it is destroyed.
    pub(crate) fn is_destroyed(&self, ship: u16) -> bool {
        self.records
            .get(usize::from(ship))
            .is_some_and(|record| record.flags & 1 != 0)
    }

    /// Marks a ship as destroyed; says whether it was not yet.
    pub(crate) fn set_destroyed(&mut self, ship: u16) -> bool {
        match self.records.get_mut(usize::from(ship)) {
            Some(record) if record.flags & 1 == 0 => {
                record.flags |= 1;
                true
            }
            _ => false,
        }
    }

    /// Takes the mark of a destroyed ship off.
    pub(crate) fn clear_destroyed(&mut self, ship: u16) {
        if let Some(record) = self.records.get_mut(usize::from(ship)) {
            record.flags &= !1;
        }
    }

    /// Whether a component's bit is set; components 32 apart share one.
    pub(crate) fn is_intact(&self, ship: u16, component: u8) -> bool {
        self.records
            .get(usize::from(ship))
            .is_some_and(|record| record.intact & bit(component) != 0)
    }

    /// Clears a component's bit.
    pub(crate) fn clear_intact(&mut self, ship: u16, component: u8) {
        if let Some(record) = self.records.get_mut(usize::from(ship)) {
            record.intact &= !bit(component);
        }
    }

    /// Copies places into the ships' records (script-vm V190).
    pub(crate) fn sync(&mut self) {
        for (record, object) in self.records.iter_mut().zip(&self.objects) {
            record.sync(&object.now);
        }
    }

    /// Copies the place of one ship into its record.
    pub(crate) fn sync_ship(&mut self, ship: u16) {
        let ship = usize::from(ship);
        if let (Some(record), Some(object)) = (self.records.get_mut(ship), self.objects.get(ship)) {
            record.sync(&object.now);
        }
    }

    /// Has as many records as a mission has ships now. A ship that is new has nothing in its slot,
    /// also where an object of the engine's own stood.
    pub(crate) fn fit(&mut self, mission: &Mission) {
        let ships = &mission.tables.ships;
        self.records.truncate(ships.len());
        let first = self.records.len();
        for (slot, ship) in (0..=u16::MAX).zip(ships).skip(first) {
            self.records.push(LiveRecord::of(ship));
            self.put(slot, Object::stand_in(Pose::at(DVec3::ZERO)));
        }
        // Until the mission's start is over, no slot counts as in use.
        if self.live > 0 {
            self.live = self.live.max(self.mission_ships().count() as u16);
        }
    }

    /// The ships of the wings, made or not (script-vm V188).
    pub(crate) fn build_wings(&mut self, mission: &Mission) {
        self.wings = [const { Vec::new() }; 3];
        for (index, group) in (0..=u16::MAX).zip(&mission.tables.flight_groups) {
            if group.wing == FlightGroup::NO_WING {
                continue;
            }
            if let Some(wing) = self.wings.get_mut(usize::from(group.wing)) {
                let ships = mission.group_ships(index).iter().copied();
                // A later group replaces the list of the player's wing and joins the others'.
                if group.wing == 0 {
                    *wing = ships.take(WING_PLACES).collect();
                } else {
                    wing.extend(ships);
                }
            }
        }
    }
}

/// The bit of a component.
fn bit(component: u8) -> u32 {
    1 << (component & 31)
}

impl LiveRecord {
    fn of(ship: &Ship) -> Self {
        Self {
            position: ship.position,
            yaw: ship.yaw,
            pitch: ship.pitch,
            roll: ship.roll,
            flags: ship.flags,
            intact: ship.intact_components,
        }
    }

    /// Where the ship is, in world units.
    pub(crate) fn place(&self) -> DVec3 {
        vector(self.position)
    }

    fn sync(&mut self, pose: &Pose) {
        self.position = pose.position.as_vec3().to_array();
        let nose = pose.nose();
        (self.yaw, self.pitch) = record_angles(nose);
    }
}

/// Yaw and pitch of a nose, as records hold them: whole degrees (engine-facts 2).
pub(crate) fn record_angles(nose: DVec3) -> (i16, i16) {
    let yaw = degrees(atan2(nose.x, nose.z)).trunc();
    let yaw = if yaw < 0.0 { yaw + 360.0 } else { yaw };
    // A nose square to Z has no sign of its own there, only that of rounding. Taken as pointing
    // back, which is how the rule below takes yaws of 90 and 270, a level nose stays level.
    let ahead = if nose.z.abs() < 1e-6 { -1e-6 } else { nose.z };
    let pitch = ((degrees(atan2(nose.y, ahead)) + 180.0) % 360.0).trunc();
    let pitch = if !(90.0..=270.0).contains(&yaw) {
        let pitch = 180.0 - pitch;
        if pitch > 180.0 { 360.0 - pitch } else { pitch }
    } else {
        pitch
    };
    // Both are whole numbers within a turn.
    (yaw as i16, pitch as i16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maths::placed;

    /// V190's tests.
    #[test]
    fn v190_yaw_of_a_nose() {
        let yaw = |x, z| record_angles(DVec3::new(x, 0.0, z)).0;
        assert_eq!(yaw(0.0, 1.0), 0);
        assert_eq!(yaw(1.0, 0.0), 90);
        assert_eq!(yaw(0.0, -1.0), 180);
        assert_eq!(yaw(-1.0, 0.0), 270);
    }

    #[test]
    fn v190_pitch_of_a_nose() {
        for degrees in [-60, -30, 0, 30, 60] {
            let nose = placed(0.0, f64::from(degrees), 0.0).z_axis;
            assert_eq!(record_angles(nose), (0, degrees as i16));
        }
        for yaw in [0, 45, 90, 135, 180, 225, 270, 315] {
            let nose = placed(f64::from(yaw), 0.0, 0.0).z_axis;
            assert_eq!(record_angles(nose), (yaw as i16, 0), "level at yaw {yaw}");
        }
    }
}
