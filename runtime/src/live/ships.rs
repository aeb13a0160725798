//! The mission's ships: placed, moved, retired, made anew and looked at (messages 0x00, 0x01, 0x11,
//! 0x12 and 0x14).

use std::sync::Arc;

use formats::SectionId;
use formats::bytes::get;
use formats::records::{Curve, Record, Reference, Ship};
use glam::DVec3;

use crate::maths::{is_bearable, look_at, vector};
use crate::simulation::Simulation;

use super::patch::{Patch, room};

/// Where a record of the editor's own keeps the place of a ship and its angles, which is not where a
/// mission ship keeps them.
pub(crate) const EDITOR_PLACE: usize = 0x08;
const EDITOR_YAW: usize = 0x20;
const EDITOR_PITCH: usize = 0x2C;
const EDITOR_ROLL: usize = 0x3C;
/// Radii of a ship from which the player looks at it.
const VIEW_RADII: f64 = 4.0;
/// The player's ship.
const PLAYER: u16 = 0;

impl Simulation {
    /// Sets each mission ship's run-time place and angles from the editor's own ship records, 0x4C
    /// bytes each: the place at +0x08, three floats in world units, and halfwords of whole degrees,
    /// yaw at +0x20, pitch at +0x2C and roll at +0x3C (message 0x00).
    ///
    /// The original reads them from the block of memory that it shares with its editor, which there
    /// is not here, so that the payload has them; an older account of the original says that they
    /// are sent, the newer one that they are not. Nothing changes without them: ships that the
    /// payload does not reach stay, and so does each value of which it holds only the first bytes, and
    /// a place that is none.
    ///
    /// These are the places of the records, not of the objects. Whatever reads them, such as
    /// [`Self::view_ship`] and the director's angles, has them until the next frame copies those of
    /// the objects over them (script-vm V190), the roll aside.
    pub fn place_ships(&mut self, records: &[u8]) {
        let mut odd = false;
        for (live, record) in self
            .world
            .records
            .iter_mut()
            .zip(records.chunks(Ship::SIZE))
        {
            let place = get(record, EDITOR_PLACE).unwrap_or(live.position);
            match is_bearable(place) {
                true => live.position = place,
                false => odd = true,
            }
            live.yaw = get(record, EDITOR_YAW).unwrap_or(live.yaw);
            live.pitch = get(record, EDITOR_PITCH).unwrap_or(live.pitch);
            live.roll = get(record, EDITOR_ROLL).unwrap_or(live.roll);
        }
        if odd {
            self.live_gap("record's place that is none");
        }
    }

    /// Places the object of each mission ship with an object ID, in world units, then builds the
    /// curves again (message 0x01). It flies on from there as it did.
    ///
    /// IDs are compared by their low 16 bits, as everywhere (script-vm V174). Nothing happens, and a
    /// gap is counted, where no ship with a slot has the ID and where the place is no number or too far
    /// away to reckon with.
    ///
    /// No source says from which places the original builds a curve. Here its record, which has the
    /// places of its four ships, takes the new place of those that were moved, and a curve that names
    /// none of them stays as it is.
    pub fn move_ship(&mut self, object_id: u32, place: [f32; 3]) {
        if !is_bearable(place) {
            self.live_gap("move to no place");
            return;
        }
        let ships: Vec<u16> = self.ships_of(object_id).collect();
        if ships.is_empty() {
            self.live_gap("move of no ship");
            return;
        }
        for &ship in &ships {
            if let Some(object) = self.world.object_mut(ship) {
                object.put(vector(place));
            }
            self.world.sync_ship(ship);
        }
        self.rebuild_curves(&ships, place);
    }

    /// Takes the object of a mission ship away at once, without an event: its slot has nothing left
    /// (message 0x11; script-vm V204). `record` is a ship's record of 0x4C bytes.
    ///
    /// The original takes the ship by where in memory the payload lies, which is never the one that
    /// was meant. Here it is the first mission ship with the record's object ID, which an older
    /// account says too. Nothing happens, and a gap is counted, where there is none with a slot and
    /// where the record is cut short.
    pub fn retire_ship(&mut self, record: &[u8]) {
        if let Some((ship, _)) = self.ship_meant(record) {
            self.world.clear(ship);
        }
    }

    /// Takes the object of a mission ship away like [`Self::retire_ship`], and makes a ship of the
    /// record in its slot, as the mission's own ships are made (message 0x12; script-vm V183 to
    /// V185).
    ///
    /// The mission's own record stays as it is, and with it the mark of a ship that is destroyed,
    /// as where a flight group is made again. A ship that would be made where no place is stays.
    pub fn remake_ship(&mut self, record: &[u8]) {
        if let Some((ship, record)) = self.ship_meant(record) {
            if !is_bearable(record.position) {
                self.live_gap("ship made anew at no place");
                return;
            }
            self.world.clear(ship);
            self.make_ship_of(ship, &record);
        }
    }

    /// Puts the player's ship four of a ship's radii back from that ship's run-time place along the
    /// world's Z axis, turned to look at it (message 0x14). `index` is the ship's, among the
    /// mission's.
    ///
    /// Nothing happens, and a gap is counted, where the ship has no object, or the player none.
    pub fn view_ship(&mut self, index: u32) {
        let ship = u16::try_from(index).ok().filter(|&it| self.is_there(it));
        let record = ship.and_then(|ship| self.world.records.get(usize::from(ship)));
        let (Some(ship), Some(place)) = (ship, record.map(|record| record.place())) else {
            self.live_gap("view of no ship");
            return;
        };
        if !self.is_there(PLAYER) {
            self.live_gap("view from no player's ship");
            return;
        }
        let from = place - DVec3::Z * (VIEW_RADII * self.radius(ship));
        if let Some(player) = self.world.object_mut(PLAYER) {
            player.put(from);
            player.face(look_at(place - from));
        }
        self.world.sync_ship(PLAYER);
    }

    /// Whether a mission ship has an object.
    fn is_there(&self, ship: u16) -> bool {
        let object = self.world.object(ship);
        self.mission.ship(ship).is_some() && object.is_some_and(|object| !object.is_stand_in())
    }

    /// The mission ships with an object ID that have a slot.
    fn ships_of(&self, object_id: u32) -> impl Iterator<Item = u16> + use<'_> {
        // The engine compares the low 16 bits.
        let id = object_id as u16;
        self.world.mission_ships().filter(move |&ship| {
            let record = self.mission.ship(ship);
            let same = record.is_some_and(|record| record.object_id as u16 == id);
            same && id != Reference::NO_INDEX
        })
    }

    /// The mission ship that a record of the editor's means, with that record.
    fn ship_meant(&mut self, record: &[u8]) -> Option<(u16, Ship)> {
        let Some(record) = Ship::read(record) else {
            self.live_gap("ship record that is cut short");
            return None;
        };
        let ship = self.ships_of(record.object_id).next();
        if ship.is_none() {
            self.live_gap("record of no ship");
        }
        Some((ship?, record))
    }

    /// Has the curves of ships that were moved begin, end and bend by where they are now.
    fn rebuild_curves(&mut self, moved: &[u16], place: [f32; 3]) {
        let image = Arc::clone(self.image());
        let room = room(&image, SectionId::Curves);
        let mut patch = Patch::of(&image);
        let mut changed = false;
        for (index, curve) in self.mission.tables.curves.iter().enumerate() {
            let rebuilt = rebuilt(curve, moved, place);
            if rebuilt != *curve {
                patch.write(&room, index * Curve::SIZE, &rebuilt.to_bytes());
                changed = true;
            }
        }
        if changed {
            self.change_image(patch);
        }
    }
}

/// A curve once some ships have moved to a place. A tangent whose handle is no ship goes along with
/// its end.
pub(crate) fn rebuilt(curve: &Curve, moved: &[u16], place: [f32; 3]) -> Curve {
    let has_moved = |ship: Reference| ship.index().is_some_and(|ship| moved.contains(&ship));
    let at = |ship: Reference, before: DVec3| {
        if has_moved(ship) {
            vector(place)
        } else {
            before
        }
    };
    let (start, end) = (vector(curve.start_point), vector(curve.end_point));
    let (leaving, arriving) = (
        vector(curve.leaving_tangent),
        vector(curve.arriving_tangent),
    );
    let new_start = at(curve.start, start);
    let new_end = at(curve.end, end);
    let mut rebuilt = curve.clone();
    if has_moved(curve.start) {
        rebuilt.start_point = place;
    }
    if has_moved(curve.end) {
        rebuilt.end_point = place;
    }
    if curve.leaving.index().is_some() && (has_moved(curve.start) || has_moved(curve.leaving)) {
        let handle = at(curve.leaving, start + leaving);
        rebuilt.leaving_tangent = (handle - new_start).as_vec3().to_array();
    }
    if curve.arriving.index().is_some() && (has_moved(curve.end) || has_moved(curve.arriving)) {
        let handle = at(curve.arriving, end - arriving);
        rebuilt.arriving_tangent = (new_end - handle).as_vec3().to_array();
    }
    rebuilt
}
