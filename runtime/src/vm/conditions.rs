//! What the machine needs to know of each condition, in a form quick to ask.

use std::sync::LazyLock;

use formats::catalogue::{self, GroupHandlers, Kinds};
use formats::records::Trigger;

/// The conditions by the names of the table.
pub(crate) mod number {
    pub(crate) const SHOT_AT: u8 = 0x00;
    pub(crate) const DESTROYED: u8 = 0x01;
    pub(crate) const LAUNCHED: u8 = 0x02;
    pub(crate) const CAMERA_REACHED: u8 = 0x03;
    pub(crate) const SHIP_REACHED: u8 = 0x04;
    pub(crate) const CLOSE_PROXIMITY: u8 = 0x05;
    pub(crate) const PROXIMITY: u8 = 0x06;
    pub(crate) const PLAYER_READY_TO_JUMP: u8 = 0x08;
    pub(crate) const JUMPED_IN: u8 = 0x09;
    pub(crate) const FIXED_GATE_JUMPED_IN: u8 = 0x0A;
    pub(crate) const PLAYER_READY_TO_WARP: u8 = 0x0B;
    pub(crate) const PLAYER_WANTS_BACKUP: u8 = 0x0D;
    pub(crate) const CLOAKED: u8 = 0x10;
    pub(crate) const DECLOAKED: u8 = 0x11;
    pub(crate) const DOCKED: u8 = 0x1E;
    pub(crate) const EXPLOSION_SHIP: u8 = 0x22;
}

/// Whether the simulation ever posts a condition's event; the others come from outside alone.
///
/// Scooping, Rippers, limpet cars, hoops and the insides of objects are not built (V154, V155, V158);
/// of the rest no source says who posts them (V161).
pub(crate) fn is_posted(condition: u8) -> bool {
    use number::*;
    matches!(
        condition,
        SHOT_AT
            | DESTROYED
            | LAUNCHED
            | CAMERA_REACHED
            | SHIP_REACHED
            | CLOSE_PROXIMITY
            | PROXIMITY
            | PLAYER_READY_TO_JUMP
            | JUMPED_IN
            | FIXED_GATE_JUMPED_IN
            | PLAYER_READY_TO_WARP
            | PLAYER_WANTS_BACKUP
            | CLOAKED
            | DECLOAKED
            | DOCKED
            | EXPLOSION_SHIP
    )
}

/// A value of an event, as the matcher looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    /// Whether an operand is compared with it at all.
    pub(crate) checked: bool,
    /// Whether it is a number rather than a record.
    pub(crate) number: bool,
}

/// A condition, as the machine looks at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) values: Vec<Value>,
    /// Where an object keeps its last such event: the first of its ten dwords' place.
    pub(crate) kept_from: Option<usize>,
    pub(crate) handlers: GroupHandlers,
    /// Repeat mode whose triggers answer although the group's handler said no.
    pub(crate) exempt: Option<u8>,
}

static CONDITIONS: LazyLock<Vec<Condition>> = LazyLock::new(|| {
    catalogue::conditions()
        .iter()
        .map(|row| Condition {
            values: row
                .values
                .iter()
                .map(|value| Value {
                    checked: value.checked,
                    number: value.kinds == Kinds::NUMBER,
                })
                .collect(),
            kept_from: row.keeps_last_event.map(|slot| 5 * usize::from(slot)),
            handlers: row.group_handlers,
            exempt: matches!(
                row.group_handlers,
                GroupHandlers::Destroyed | GroupHandlers::Cloak
            )
            .then_some(Trigger::ALWAYS),
        })
        .collect()
});

/// The condition with this number.
pub(crate) fn condition(number: u8) -> Option<&'static Condition> {
    CONDITIONS.get(usize::from(number))
}

/// Whether an event of a condition on a ship also goes to its groups (V150 to V158).
pub(crate) fn goes_to_groups(condition: u8) -> bool {
    use number::{DESTROYED, EXPLOSION_SHIP, FIXED_GATE_JUMPED_IN, JUMPED_IN, LAUNCHED, SHOT_AT};
    // ObjectScooped, RipperGrabbed and RipperDropped do as well.
    const SCOOPED: u8 = 0x07;
    const GRABBED: u8 = 0x0E;
    const DROPPED: u8 = 0x0F;
    matches!(
        condition,
        SHOT_AT
            | DESTROYED
            | LAUNCHED
            | JUMPED_IN
            | FIXED_GATE_JUMPED_IN
            | EXPLOSION_SHIP
            | SCOOPED
            | GRABBED
            | DROPPED
    )
}
