//! What cannot be sent, and why.

use std::fmt;

use formats::SectionId;

/// Why a mission must start anew to become the wanted one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A section differs that no message carries.
    #[error("the section {} changed, which cannot be sent to a mission that runs", .0.name())]
    Section(SectionId),
    /// Ships were added or removed.
    #[error(
        "the running mission has {running} ships and the edited one {wanted}; ships cannot be added or removed while it runs"
    )]
    Ships {
        /// Ships of the running mission.
        running: usize,
        /// Ships that are wanted.
        wanted: usize,
    },
    /// A record has a name that the running mission's pool does not have.
    #[error("record {record} of the section {} has a new name, and names cannot be sent to a mission that runs", .section.name())]
    Name {
        /// The section of the record.
        section: SectionId,
        /// The record.
        record: usize,
    },
    /// A table is larger than the running mission has room for.
    #[error("the section {} has {wanted} records, and the running mission has room for {room}", .section.name())]
    Room {
        /// The section.
        section: SectionId,
        /// Records that are wanted.
        wanted: usize,
        /// Records that there is room for.
        room: usize,
    },
    /// A table has another count, and the game takes no counts.
    #[error("the section {} has another number of records, which only this project's own engine takes while a mission runs", .0.name())]
    Count(SectionId),
    /// The script grew; no message sets its length.
    #[error(
        "the script grew from {running} to {wanted} bytes, and a mission that runs keeps its length"
    )]
    ScriptGrew {
        /// Bytes of the running script.
        running: usize,
        /// Bytes that are wanted.
        wanted: usize,
    },
    /// A thread stands where the script changed, or may come back there.
    #[error("thread {thread} is in the middle of a routine that changed")]
    Thread {
        /// Its slot.
        thread: u8,
    },
    /// A ship has no object ID of its own to name it by.
    #[error("ship {ship} changed, and has no object ID of its own to name it by")]
    ObjectId {
        /// The ship.
        ship: u16,
    },
    /// A ship is placed nowhere.
    #[error("ship {ship} is placed at no number")]
    Place {
        /// The ship.
        ship: u16,
    },
    /// A ship would have to be made anew, and the game does not do it right.
    #[error(
        "ship {ship} must be made anew for its {what}, which only this project's own engine does right"
    )]
    Remake {
        /// The ship.
        ship: u16,
        /// For which of its fields.
        what: LaterWhat,
    },
}

/// A change that does not count at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Later {
    /// It counts only once the mission starts again, as no message carries it: a new name, or what a
    /// ship that is not in play is made from.
    Restarted {
        /// The section of the record.
        section: SectionId,
        /// The record, from 0.
        record: usize,
        /// What of it; only ships have anything but a name.
        what: LaterWhat,
    },
    /// A thread has passed instructions that changed: it goes on with what it has of the old ones, and
    /// the new ones count once its routine is run anew.
    Passed {
        /// Its slot.
        thread: u8,
        /// Where it stands, in bytes from the start of the script.
        at: u32,
    },
}

impl fmt::Display for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (section, record, what) = match *self {
            Self::Restarted {
                section,
                record,
                what,
            } => (section, record, what),
            Self::Passed { thread, .. } => {
                return write!(
                    f,
                    "thread {thread} has passed what changed in its routine, and goes on with what it has; \
                     the new lines count once the routine is run anew"
                );
            }
        };
        let kind = match section {
            SectionId::Ships => "ship",
            SectionId::FlightGroups => "flight group",
            SectionId::Parts => "part",
            SectionId::Formations => "formation",
            SectionId::Globals => "global",
            other => other.name(),
        };
        let why = match what {
            LaterWhat::Name => "names cannot be sent to a mission that runs",
            _ => "it is not in play",
        };
        write!(
            f,
            "the new {what} of {kind} {record} counts once the mission starts again, as {why}"
        )
    }
}

/// What of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum LaterWhat {
    /// Its name.
    #[error("name")]
    Name,
    /// Its place.
    #[error("place")]
    Place,
    /// Its heading.
    #[error("heading")]
    Heading,
    /// Its kind.
    #[error("kind")]
    Kind,
    /// Its pilot, its loadout, or a field that nobody knows.
    #[error("pilot or loadout")]
    Making,
}
