//! What an editor sends so that the mission that runs becomes the mission as it is edited.
//!
//! [`messages`] compares two images and says which of the original's messages turn the one into the
//! other, or why only a start anew does. [`pull_places`] goes the other way, for the places at which
//! ships came to be.
//!
//! What an image says apart from its tables of records, and what the game itself changes in these, is
//! no difference: see [`differing_sections`].

mod heading;
mod meanwhile;
mod names;
mod parts;
mod plan;
mod pull;
mod reason;
mod script;
mod ships;
mod tables;

pub use meanwhile::{Meanwhile, taken};
pub use pull::{LeftOut, Pulled, PulledPlace, WhyLeftOut, pull_places};
pub use reason::{Later, LaterWhat, Reason};
pub use tables::{differing_in_play, differing_sections};

use formats::Image;

use crate::link::client::Capabilities;
use crate::link::{State, ToGame};

use plan::Plan;

/// What brings a mission that runs to the one that is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum Edits {
    /// Messages, in order. They belong together, so that they are sent with
    /// [`Client::send_all`](crate::link::client::Client::send_all).
    Live {
        /// The messages; none where nothing that can be sent differs.
        messages: Vec<ToGame>,
        /// What differs too, and does not count at once.
        later: Vec<Later>,
    },
    /// No messages do. The mission must start anew.
    Restart {
        /// Why, each reason by itself.
        reasons: Vec<Reason>,
        /// What goes at once all the same.
        meanwhile: Option<Box<Meanwhile>>,
    },
}

/// The game at the moment of an edit.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// The newest file of the mission that runs. Room, counts and what the game itself keeps in the
    /// records are taken from it.
    pub file: &'a Image,
    /// The newest state: which ships are in play, and where threads stand.
    pub state: &'a State,
    /// The flags of the wanted script, which follow a new script.
    pub flags: &'a [u8],
    /// Whose game it is.
    pub peer: Peer,
}

/// Whose game a link leads to, as far as it matters to live edits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Peer {
    /// This project's own engine. A remake takes the ship that its record names, and of the counts
    /// those are passed over whose tables no source tells.
    OwnEngine,
    /// Any other. The original remakes the wrong ship, and takes all fifty counts, of which the
    /// numbers of some are not known, so that neither is sent.
    #[default]
    Other,
}

impl Peer {
    /// Whose game a client found.
    pub fn of(capabilities: &Capabilities) -> Self {
        if capabilities.is_own_engine() {
            Self::OwnEngine
        } else {
            Self::Other
        }
    }
}

/// The fewest messages that bring a mission that runs from `basis` to `wanted`, in their right order,
/// or why there are none.
///
/// `basis` is the image that the run was last brought to: the file that came as the mission started,
/// or the image that was wanted at the last edit. A file that the game sent later does not do, since
/// no message changes where a record has a ship placed, so that it says nothing of ships that were
/// moved; where the editor links in mid-mission, its own image does if [`differing_in_play`] finds
/// none.
///
/// First ships are moved (0x01). Then come the counts of tables (0x02), only where one differs, as
/// every thread is freed with it; the tables (0x03 to 0x05, 0x07, 0x08, 0x0A to 0x0E), then the chosen
/// fields of ships (0x06), the parts of timers (0x10), and the binding (0x0F) where something changed
/// that it works out, so that all references fit one another as it is done. Then the flags of a script
/// that changed (0x09), and ships made anew (0x12) for what a ship has from its record as it is made:
/// its kind, heading, pilot and loadout. It is made where it is, and heading as it does, unless the
/// author changed just that. A ship that is made anew begins its orders again, and stays
/// as it is only until the game makes it again from the record that it has, which keeps the old
/// heading, pilot and loadout.
///
/// Names are those of the running mission's pool, which no message changes: another name is told as
/// [`Later`], and only a new record that has a name of its own is refused for it.
///
/// Where only a start anew does, the places and headings of ships that both missions have still go:
/// [`Meanwhile`].
///
/// A trigger that was there before goes on armed, and with the firings left, as it is in the newest
/// file; a new one is armed.
pub fn messages(basis: &Image, wanted: &Image, moment: &Moment<'_>) -> Edits {
    let plan = planned(basis, wanted, moment);
    if plan.reasons.is_empty() {
        let (messages, later) = plan.messages();
        return Edits::Live { messages, later };
    }
    Edits::Restart {
        meanwhile: meanwhile::of(basis, wanted, moment).map(Box::new),
        reasons: plan.reasons,
    }
}

/// What is to be sent, and why it cannot be.
fn planned(basis: &Image, wanted: &Image, moment: &Moment<'_>) -> Plan {
    let mut plan = Plan::default();
    let (basis, wanted) = &names::settled(basis, wanted, moment.file, &mut plan);
    tables::check_sections(basis, wanted, &mut plan);
    ships::plan(basis, wanted, moment, &mut plan);
    tables::plan(basis, wanted, moment, &mut plan);
    script::plan(basis, wanted, moment, &mut plan);
    parts::plan(basis, wanted, moment, &mut plan);
    plan
}
