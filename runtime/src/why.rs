//! Why a trigger did not fire: a run is looked into for one trigger.
//!
//! The run goes as it would have gone; each event that could have reached the trigger is kept as an
//! [`Attempt`] with the first test that it failed (script-vm V130 to V147). [`WhyNot::cause`] picks the
//! one that explains most.

mod asked;
mod events;
mod inquiry;
mod nothing;
mod state;

use serde::{Deserialize, Serialize};

use crate::clock::Tick;
use crate::trace::{Ending, RecordRef};
use crate::vm::fault::Cause as Fault;
use crate::vm::triggers::Firing;

pub(crate) use inquiry::Inquiry;

/// What was found out about a trigger during a stretch of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WhyNot {
    /// The trigger.
    pub trigger: u16,
    /// The condition that it waits for.
    pub condition: u8,
    /// ID of the object whose trigger it is.
    pub object: Option<u16>,
    /// The record that this object stands for.
    pub record: Option<RecordRef>,
    /// The moment from which on events were looked at.
    pub from: Tick,
    /// The moment up to which they were.
    pub until: Tick,
    /// How the mission ended, if it is over; it was then over at `until`.
    pub over: Option<Ending>,
    /// Events of the condition that reached the object, oldest first. Where there are too many, the
    /// latest stand here, and before them the one that explains most.
    pub attempts: Vec<Attempt>,
    /// Attempts that are left out.
    pub left_out: u32,
    /// Events of other conditions that reached the object.
    pub others: Vec<Other>,
    /// Why no event came at all; `None` where there are attempts.
    pub no_event: Option<NoEvent>,
}

/// An event that reached a trigger's object, or would have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// When it was raised; for one that never was, when it was posted.
    pub tick: Tick,
    /// The script clock then, in whole seconds.
    pub clock: u32,
    /// The ship whose event it is; `None` for one raised on a group by hand.
    pub ship: Option<u16>,
    /// The flight group or squad that heard of it through this ship; `None` for the object's own.
    pub group: Option<RecordRef>,
    /// The component whose event it is; `None` for the whole.
    pub component: Option<u8>,
    /// What it brings, as it is compared; on a group, ShotAt's damage is the members' mean (V134).
    pub values: Vec<Came>,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of an event, for the one trigger: the first test that failed, or what the trigger did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// The trigger was not armed (V141).
    NotArmed {
        /// Why not.
        why: Disarmed,
        /// Whether everything else would have passed.
        rest_passes: bool,
    },
    /// The event is of another component, or of the whole where a component is wanted (V141).
    OtherQualifier {
        /// The component that the trigger wants; `None` for the whole.
        wanted: Option<u8>,
        /// The event's, as the object hears it: a group always hears of the whole.
        came: Option<u8>,
    },
    /// The trigger has no routine.
    RunsNothing,
    /// A group's Destroyed waits until all members are destroyed (V136).
    Vetoed {
        /// Those that are not.
        alive: Vec<Member>,
    },
    /// An operand wants another value (V143).
    Operand {
        /// Which operand, and value.
        operand: u8,
        /// What it wants.
        wanted: Wanted,
        /// What the event brought.
        came: Came,
    },
    /// An operand names a record of a kind that no event brings (V144).
    OddOperand {
        /// Which operand.
        operand: u8,
        /// Its tag.
        tag: u8,
    },
    /// More than 1,000 events waited, so this one was lost (V121).
    Dropped,
    /// The event waits still; it is raised in the next frame that runs the script.
    Waiting,
    /// The trigger's thread was still running, so no second one started (V146). It disarms all the
    /// same.
    Busy {
        /// Where that thread stood.
        stand: Stand,
    },
    /// 31 threads ran, so none could be started; the event is lost (V145).
    TooManyThreads,
    /// The routine lies past the end of the image.
    PastImage,
    /// The trigger started its thread, or woke it.
    Fired {
        /// Slot of the thread.
        thread: u8,
        /// Whether it had interrupted itself.
        woke: bool,
        /// How the thread ended.
        end: Fate,
    },
}

/// Why a trigger was not armed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "disarmed", rename_all = "snake_case")]
pub enum Disarmed {
    /// Its record is not armed, and the start parts, behind which all are armed, still ran (V178).
    NotYet,
    /// It fires once, and what came before used that up (V147).
    FiredOnce {
        /// When.
        at: Tick,
        /// What came of it then: it disarms whether or not a thread was started (V142).
        last: Firing,
        /// How often it had fired.
        times: u32,
    },
    /// Its count of firings was used up (V147).
    UsedUp {
        /// When.
        at: Tick,
        /// What came of it then.
        last: Firing,
        /// How often it had fired.
        times: u32,
    },
    /// A script disarmed it (V164, V165).
    ByScript {
        /// When.
        at: Tick,
        /// The command, in bytes from the start of the script.
        script: Option<u32>,
    },
    /// What disarmed it lies before the stretch, and the log does not tell.
    Unknown,
}

/// A value that an event brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Came {
    /// No record, as of a ship that nobody destroyed.
    Nobody,
    /// A record.
    Record(RecordRef),
    /// A number, or what is no record's place.
    Number(u32),
}

/// What an operand wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// A ship of any player.
    AnyPlayer,
    /// This record.
    Record(RecordRef),
    /// This number.
    Number(u32),
}

/// A member of a group that is not destroyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The ship.
    pub ship: u16,
    /// The component that the squad names; `None` for the whole.
    pub component: Option<u8>,
    /// Whether the ship is there. One that was never made, or was taken away, counts as not destroyed
    /// for ever (V137).
    pub there: bool,
}

/// Where a thread stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// Its slot.
    pub thread: u8,
    /// Its next instruction, or the command that it waits in, in bytes from the start of the script.
    pub script: u32,
    /// What it waits for.
    pub waits: Waits,
}

/// What a thread waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "waits", rename_all = "snake_case")]
pub enum Waits {
    /// The script clock to pass this many seconds.
    Clock {
        /// The seconds.
        wake: u32,
    },
    /// What a command waits for.
    Command {
        /// Its number.
        command: u8,
    },
    /// Its trigger to fire again: it interrupted itself.
    Trigger,
    /// Nothing; it goes on in the next pass.
    NextPass,
}

/// How the thread of a firing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "snake_case")]
pub enum Fate {
    /// It has not ended.
    Running {
        /// Where it stands.
        stand: Stand,
    },
    /// It returned.
    Returned,
    /// Another thread ended it.
    Killed,
    /// A fault ended it.
    Faulted {
        /// The instruction, in bytes from the start of the script.
        script: u32,
        /// The fault.
        cause: Fault,
    },
}

/// Events of another condition that reached the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Other {
    /// The condition.
    pub condition: u8,
    /// How many.
    pub count: u32,
    /// When the first came.
    pub first: Tick,
    /// When the last came.
    pub last: Tick,
}

/// How near another ship came to one that watches.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Nearest {
    /// The other ship.
    pub ship: u16,
    /// How near, in world units from centre to centre.
    pub distance: f64,
    /// How near it would have had to come.
    pub reach: f64,
    /// When; a watch looks once a second.
    pub at: Tick,
}

/// Why no event of the condition came.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "no_event", rename_all = "snake_case")]
pub enum NoEvent {
    /// The mission has no such trigger.
    NoTrigger,
    /// The trigger is in no object's slice, so it belongs to nobody.
    NoSlice,
    /// The object that it belongs to stands for no record (V174).
    NoRecord,
    /// The trigger has no routine, and no event came that would have run it.
    RunsNothing,
    /// The condition's event is for the ship alone, and no group ever hears of it (V123, V138).
    ShipsAlone,
    /// Nothing posts the event: see the preview's gaps.
    NotPosted,
    /// The event comes to the player's ship alone (V156).
    PlayerAlone,
    /// The script did not offer it: the variable stayed 0 (V156).
    NotOffered {
        /// The variable.
        variable: u8,
        /// How often the player asked all the same.
        asked: u32,
    },
    /// The script offered it, and the player did not ask meanwhile.
    NotAsked {
        /// The variable.
        variable: u8,
        /// When it was first set.
        since: Tick,
    },
    /// The player had called for backup before; only the first call counts.
    AskedBefore,
    /// No curve ends at the object, and it marks none.
    NoCurve,
    /// No shot of the director came to any of the curves that lead there.
    NotFlown {
        /// The curves.
        curves: Vec<u16>,
    },
    /// A shot came to such a curve, and did not get as far.
    CutShort {
        /// The curve.
        curve: u16,
        /// When the shot came to it.
        at: Tick,
    },
    /// The flight group or squad has no members.
    NoMembers,
    /// The ship, or all of a group's, were never made.
    NeverMade {
        /// The flight groups that a script would have to create.
        groups: Vec<u16>,
        /// Ships without a flight group, which nothing can make.
        alone: Vec<u16>,
    },
    /// The ship was destroyed already; it posts its own Destroyed once (V160), and nothing after.
    DestroyedBefore {
        /// When, if that is known.
        at: Option<Tick>,
    },
    /// The ship was taken away.
    Gone {
        /// When.
        at: Tick,
    },
    /// The trigger's watch is switched off, as a script disarmed the trigger (V163). Disarmed by a start
    /// part, the trigger is armed again, but not its watch (V178).
    WatchOff {
        /// When it was switched off, if that is known.
        at: Option<Tick>,
        /// The command, in bytes from the start of the script.
        script: Option<u32>,
    },
    /// Proximity's second operand is not set, so its watch has no reach (V167).
    NoReach,
    /// Only waypoints and nav points look who reaches them (V167).
    DoesNotLook,
    /// No other ship was there to be seen.
    NobodyNear,
    /// No ship came near enough.
    TooFar {
        /// The nearest.
        nearest: Nearest,
    },
    /// A member's event passed the squad by: of a component that the squad does not name (V132).
    PassedBy {
        /// The ship.
        ship: u16,
        /// The component.
        component: Option<u8>,
        /// When.
        at: Tick,
    },
    /// The player was landing, when no script runs (V10).
    Landing {
        /// Since when.
        since: Tick,
    },
    /// The mission was over before.
    MissionOver {
        /// When.
        at: Tick,
    },
    /// Only events of other conditions came.
    OnlyOthers,
    /// Nothing came.
    Nothing,
}

/// What explains a trigger best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cause<'a> {
    /// It fired.
    Fired(&'a Attempt),
    /// This event came nearest to firing it.
    Failed(&'a Attempt),
    /// No event came.
    NoEvent(&'a NoEvent),
}

impl WhyNot {
    /// What explains the trigger best: its last firing; else the attempt that got furthest through the
    /// tests, the latest of several; else why no event came. An event for which the trigger was not
    /// armed, and that would have passed everything else, counts as far as one with a wrong value.
    pub fn cause(&self) -> Cause<'_> {
        const NOTHING: &NoEvent = &NoEvent::Nothing;
        // The last of equals is the greatest.
        match self.attempts.iter().max_by_key(|it| it.outcome.reached()) {
            Some(attempt) if attempt.has_fired() => Cause::Fired(attempt),
            Some(attempt) => Cause::Failed(attempt),
            None => Cause::NoEvent(self.no_event.as_ref().unwrap_or(NOTHING)),
        }
    }
}

impl Attempt {
    /// Whether the trigger started or woke its thread.
    pub fn has_fired(&self) -> bool {
        matches!(self.outcome, Outcome::Fired { .. })
    }

    /// What the trace says of it, for an event that passed every test.
    pub fn firing(&self) -> Option<Firing> {
        match self.outcome {
            Outcome::Fired { woke: false, .. } => Some(Firing::Started),
            Outcome::Fired { woke: true, .. } => Some(Firing::Woke),
            Outcome::Busy { .. } => Some(Firing::Busy),
            Outcome::TooManyThreads | Outcome::PastImage => Some(Firing::Lost),
            _ => None,
        }
    }
}

impl Outcome {
    /// How far an event got through the tests.
    fn reached(&self) -> u8 {
        match self {
            // It failed at the first test, yet came as near as one that has a wrong value.
            Self::NotArmed {
                rest_passes: true, ..
            } => 4,
            Self::NotArmed { .. } => 0,
            Self::OtherQualifier { .. } => 1,
            Self::RunsNothing => 2,
            Self::Vetoed { .. } => 3,
            Self::Operand { .. } | Self::OddOperand { .. } => 4,
            Self::Dropped => 5,
            Self::Waiting => 6,
            Self::Busy { .. } | Self::TooManyThreads | Self::PastImage => 7,
            Self::Fired { .. } => 8,
        }
    }
}
