//! One thing of the moment at a time, for whoever asks at every tick: a [`Snapshot`](crate::Snapshot)
//! of everything costs too much there.

use crate::simulation::Simulation;
use crate::snapshot::{ObjectView, object_view};

/// What of a ship's record changes while the mission runs (script-vm V190), as the game's own memory
/// of the mission has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordView {
    /// Where the ship is, in world units: X right, Y down, Z forward.
    pub position: [f32; 3],
    /// How its nose is turned, in whole degrees.
    pub yaw: i16,
    /// How its nose is raised, in whole degrees.
    pub pitch: i16,
    /// Its flag byte; bit 0 marks a ship that is destroyed.
    pub flags: u8,
    /// A bit for each of 32 components that is whole.
    pub intact: u32,
}

impl Simulation {
    /// A global of the mission, by its index.
    pub fn global(&self, index: u8) -> Option<u32> {
        let globals = self.vm.memory.globals();
        globals.get(usize::from(index)).copied()
    }

    /// A game variable, by its number.
    pub fn variable(&self, number: u8) -> u32 {
        self.vm.memory.variables.get(number)
    }

    /// An objective's state: 0 hidden, 1 listed, 2 current; `None` for one that no mission has.
    pub fn objective(&self, objective: u16) -> Option<u16> {
        self.objectives.get(usize::from(objective)).copied()
    }

    /// The object of a ship record, made or not.
    pub fn ship(&self, ship: u16) -> Option<ObjectView> {
        self.mission.ship(ship)?;
        let object = self.world.object(ship)?;
        Some(object_view(self, ship, object))
    }

    /// A ship's record as it stands.
    pub fn ship_record(&self, ship: u16) -> Option<RecordView> {
        let record = self.world.records.get(usize::from(ship))?;
        Some(RecordView {
            position: record.position,
            yaw: record.yaw,
            pitch: record.pitch,
            flags: record.flags,
            intact: record.intact,
        })
    }

    /// Whether the thread of slot 0 has ended by a return (script-vm V14).
    pub fn first_finished(&self) -> bool {
        self.vm.first_finished
    }

    /// Where a ship that is there is drawn, in world units: X right, Y down, Z forward.
    pub fn ship_position(&self, ship: u16) -> Option<[f64; 3]> {
        self.mission.ship(ship)?;
        let object = self.world.object(ship)?;
        let there = !object.is_stand_in();
        there.then(|| self.drawn(ship).position.to_array())
    }
}
