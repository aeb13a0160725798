//! The binding of the mission's tables while it runs (message 0x0F).

use std::sync::Arc;

use crate::bind::Mission;
use crate::simulation::Simulation;
use crate::vm::watches::Watch;

impl Simulation {
    /// Binds the mission's tables again, as they are now (message 0x0F; dte-format 2.16, script-vm
    /// V162 and V171 to V174).
    ///
    /// Worked out again are: the parts' blocks and argument counts, the waypoint list, each flight
    /// group's ships, what each object ID stands for, and the watches of the proximity conditions,
    /// which all look again whatever the script had told them (V163).
    ///
    /// Everything else goes on. Of the binding at a mission's start this is the last step alone: the
    /// sections stay where they are, and the ships' run-time places are not set back; nor does it
    /// start the script. So the threads go on where they are, and objects, orders, wings, timers,
    /// waiting events, globals and variables stay. No trigger is armed: that follows the start parts
    /// (V178), so that a trigger is armed, and has the firings left, as its record has it. No ship is
    /// made.
    pub fn bind_tables(&mut self) {
        let mission = Mission::bind(Arc::clone(self.image()));
        self.vm.watches = Watch::all(&mission, self.options.players);
        self.mission = Arc::new(mission);
    }
}
