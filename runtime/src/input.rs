//! What comes from outside while a mission runs: the player's keys, and an author's hand.

use serde::{Deserialize, Serialize};

use crate::clock::Tick;
use crate::options::StandInPilot;
use crate::trace::OrderTarget;

/// Something from outside. It is applied at the next tick, before that tick's events are raised,
/// and recorded with that tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "input", rename_all = "snake_case")]
pub enum Input {
    /// The player presses JUMP DRIVE (script-vm V305).
    JumpDrive,
    /// The player asks the carrier for help (script-vm V156).
    RequestBackup,
    /// The player asks for permission to land, which the script's variable 10 grants.
    RequestLanding,
    /// The player holds the key of an action down (script-vm V276).
    PressKey {
        /// The action's number.
        action: u32,
    },
    /// The player lets go of it.
    ReleaseKey {
        /// The action's number.
        action: u32,
    },
    /// Another stand-in pilot takes over the player's ship.
    SetPilot {
        /// The pilot.
        pilot: StandInPilot,
    },
    /// An event is raised on an object by hand, whether or not a trigger would answer. One on a
    /// ship also goes to its groups where the condition's events do.
    RaiseEvent {
        /// The object's ID.
        object: u16,
        /// The condition.
        condition: u8,
        /// The component; none for the whole object.
        component: Option<u8>,
        /// The event's values, five at most.
        values: Vec<InputValue>,
    },
    /// A ship is destroyed, as by a last shot. It may eject, as the game has it.
    Destroy {
        /// The ship.
        ship: u16,
        /// Who did it.
        attacker: Option<u16>,
    },
    /// A component of a ship is destroyed.
    DestroyComponent {
        /// The ship.
        ship: u16,
        /// The component.
        component: u8,
        /// Who did it.
        attacker: Option<u16>,
    },
    /// A ship is hit by a shot. ShotAt is posted if there is an attacker (script-vm V159).
    Damage {
        /// The ship.
        ship: u16,
        /// The component that is hit; without one, the fore quadrant of shield and armor.
        component: Option<u8>,
        /// How hard.
        amount: f64,
        /// Who did it.
        attacker: Option<u16>,
    },
    /// A ship is put elsewhere, as it is turned, and stopped.
    MoveShip {
        /// The ship.
        ship: u16,
        /// Where, in world units.
        position: [f64; 3],
    },
    /// A ship is given an order, as a script's SetAI gives it.
    GiveOrder {
        /// The ship.
        ship: u16,
        /// The order.
        order: i16,
        /// What it is aimed at.
        target: OrderTarget,
    },
    /// A ship is told to dock, as a script's Dock tells it.
    Dock {
        /// The ship.
        ship: u16,
        /// The ship with the port.
        target: u16,
        /// The port.
        port: u16,
    },
    /// A global is set.
    SetGlobal {
        /// Its index.
        global: u8,
        /// Its value.
        value: u32,
    },
    /// A game variable is set.
    SetVariable {
        /// Its number.
        variable: u8,
        /// Its value.
        value: u32,
    },
    /// A part is run at once on a thread of its own (script-vm V13).
    RunPart {
        /// Its index.
        part: u16,
    },
}

/// A value of an event raised by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputValue {
    /// A ship.
    Ship(u16),
    /// A flight group.
    Group(u16),
    /// A squad.
    Squad(u16),
    /// A number.
    Number(u32),
}

/// An input with the tick at which it was applied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TimedInput {
    /// The tick.
    pub tick: Tick,
    /// The point within the tick, for what an author sets while the run stands inside one; 0 for the
    /// tick's start.
    #[serde(default, skip_serializing_if = "is_start")]
    pub step: u32,
    /// The input.
    #[serde(flatten)]
    pub input: Input,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_start(step: &u32) -> bool {
    *step == 0
}
