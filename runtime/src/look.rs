//! One thing of the moment at a time, for whoever asks at every tick: a [`Snapshot`](crate::Snapshot)
//! of everything costs too much there.

use crate::simulation::Simulation;
use crate::snapshot::{ObjectView, object_view};

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

    /// Where a ship that is there is drawn, in world units: X right, Y down, Z forward.
    pub fn ship_position(&self, ship: u16) -> Option<[f64; 3]> {
        self.mission.ship(ship)?;
        let object = self.world.object(ship)?;
        let there = !object.is_stand_in();
        there.then(|| self.drawn(ship).position.to_array())
    }
}
