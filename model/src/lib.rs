//! A StarLancer mission as its author means it.
//!
//! This crate knows what a mission is made of: typed records that refer to one another by id
//! ([`Mission`]), routines in the script language ([`routine`]), the one way in which a mission
//! changes ([`edit`]) and how that is undone ([`History`]), what is wrong with it ([`validate`]),
//! its text ([`source`]) and its bytes ([`compile`], [`decompile`]).
//!
//! It leaves to others: windows, files, OpenGL, sockets and time. Text and bytes come in and go out
//! as values; nothing here is drawn, read from disk or run.
//!
//! Start reading at [`Mission`], then [`edit::Edit`] and [`compile::compile`].
#![warn(missing_docs)]
// Input must never end the program.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod ids;
mod mission;
mod number;
mod object_ids;
mod record;

mod curve;
mod flight_group;
mod formation;
mod global;
mod ship;
mod squad;
mod trigger;

pub mod routine;

pub mod edit;
mod history;

pub mod compile;
pub mod decompile;
pub mod diagnostic;
pub mod sentence;
pub mod source;
pub mod validate;

pub use curve::{Curve, CurveChange};
pub use flight_group::{FlightGroup, FlightGroupChange};
pub use formation::{Formation, FormationChange, Point, PointPlace};
pub use global::{Global, GlobalChange};
pub use history::{Gesture, History, HistoryEntry};
pub use ids::{
    AnyId, Collection, CurveId, FlightGroupId, FormationId, GlobalId, Id, InvalidId, RoutineId,
    ShipId, SquadId, TriggerId, unique_id,
};
pub use mission::{Mission, MissionChange, RawSection, Residue, Table};
pub use number::{Real, Vec3};
pub use object_ids::ObjectIds;
pub use record::{EditorInfo, Extra, Meta, RawBytes, Record};
pub use routine::{Body, CodeStyle, Routine, RoutineChange};
pub use ship::{CurveMark, Rotation, Ship, ShipChange};
pub use squad::{Member, MemberTarget, Squad, SquadChange};
pub use trigger::{Operand, Repeat, Run, Subject, Trigger, TriggerChange};
