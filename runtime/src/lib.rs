//! Runs a compiled StarLancer mission.
//!
//! This crate plays the bytes that the game plays: an image of `formats`, with its script machine,
//! its events and triggers, its flight groups and orders, and the director's camera. It knows
//! nothing of what an author means by them, nor of windows, and a mission nothing of files, sockets or
//! time: it advances by the ticks that it is given, a hundred a second, and gives the same trace on
//! every machine. [`engine`] alone, with the server and the [client](link::client) of [`link`], meets
//! the world outside.
//!
//! # The public face
//!
//! * [`Simulation::new`] binds an image and runs its start parts; [`Options`] has the seed, the
//!   mission's number, the campaign's [`Variables`], the [`Stats`] of the ship types, the
//!   [`Durations`] of speech files, the [`StandInPilot`] of the player's ship and the
//!   [`TraceLevel`].
//! * [`Simulation::tick`] and [`Simulation::advance`] run it on, until [`Simulation::is_over`].
//! * [`Simulation::input`] hands in an [`Input`]: the player's keys, an event raised by hand, a
//!   ship destroyed or moved, a global set. Inputs are recorded, and [`Simulation::replay`] runs
//!   them again.
//! * [`Simulation::snapshot`] gives a [`Snapshot`] of the moment: objects, camera, threads,
//!   globals, variables, timers, triggers, objectives.
//! * [`Simulation::global`], [`Simulation::ship`] and their kin look at one thing of the moment, for
//!   whoever asks at every tick.
//! * [`Simulation::trace`] is the [`Trace`] of what happened, as typed [`TraceEvent`]s.
//! * [`Recording::why_not`] says of a trigger why it did not fire, as a [`WhyNot`].
//! * [`Simulation::link_editor`] links an [`Editor`] of the game's own kind, which stops, steps and
//!   pauses the mission as it runs.
//! * [`link`] has the messages by which such an editor does it from another process;
//!   [`link::client`] is that editor's end, and [`link::edits`] says what it sends to change the
//!   mission.
//! * [`Simulation::copy_table`] and its kin change the mission as it runs, as such an editor does, and
//!   [`Simulation::mission_image`] gives it back as it stands.
//! * [`Simulation::counts`] are how often things happened, whatever room the trace has.
//! * [`Simulation::gaps`] counts what the mission asked for and the simulation does not do.
//! * A [`Simulation`] is [`Clone`]: a copy goes on as the original would have. Objects that do not
//!   change and the trace so far are shared, so that one can be kept for every second.
//! * A [`Recording`] keeps a run so that any moment of it can be looked at again, stops it where
//!   [`debug::Stops`] say, and runs it backwards; [`Recording::why_not`] says why a trigger did not
//!   fire.
//! * [`curves`] has the paths that cameras and ships follow, for whoever draws them.
//!
//! # Where to start reading
//!
//! `simulation` has the state and the order of a tick's work, `bind` what follows from the image,
//! `vm` the script machine, `commands` what scripts call, `orders` what objects do.
//!
//! Facts are cited by the sheet and rule that state them, such as "script-vm V92"; the README names
//! the public documentation behind the sheets.
#![warn(missing_docs)]
// Input must never end the program.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod clock;
mod counts;
mod gaps;
mod hold;
mod input;
mod look;
mod options;
mod random;
mod snapshot;
mod stats;
mod trace;

mod bind;
mod bound;
mod maths;
mod recording;
mod simulation;
mod start;

mod commands;
pub mod debug;
mod vm;

mod damage;
mod flight;
mod object;
mod orders;
mod world;

mod why;

pub mod engine;
pub mod link;

pub mod curves;
mod director;
mod live;
mod radio;
mod views;

pub use clock::{TICKS_PER_SECOND, TICKS_PER_STEP, Tick};
pub use counts::{Counts, Happening};
pub use gaps::{Gap, Gaps};
pub use hold::{Editor, Hold, Release};
pub use input::{Input, InputValue, TimedInput};
pub use live::{LiveTable, Renumber, TABLE_ENTRIES, index_renumber};
pub use look::RecordView;
pub use object::{Flags, MARKER, STAND_IN};
pub use options::{DEFAULT_LINE_TICKS, DurationKind, Durations, Options, StandInPilot};
pub use radio::Speaker;
pub use random::Random;
pub use recording::{Back, Recording};
pub use simulation::Simulation;
pub use snapshot::{
    CallView, CameraView, KeptView, LineView, ObjectState, ObjectView, OrderView, ShotView,
    SideView, Snapshot, ThreadView, TimerView, TriggerView,
};
pub use stats::{FlightStats, MARKER_RADIUS, Stats, TypeStats};
pub use trace::{
    Ending, OrderTarget, RecordRef, Refusal, ThreadEnd, Trace, TraceEntry, TraceEvent, TraceLevel,
};
pub use vm::fault::Cause;
pub use vm::thread::Origin;
pub use vm::triggers::Firing;
pub use vm::variables::Variables;
pub use why::{
    Attempt, Came, Cause as WhyCause, Disarmed, Fate, Member, Nearest, NoEvent, Other, Outcome,
    Stand, Waits, Wanted, WhyNot,
};
pub use world::SLOTS;
