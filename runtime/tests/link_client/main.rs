//! An editor's end of the link: the client, and what it sends to change a mission that runs.

#[path = "../common/mod.rs"]
mod common;

mod edits;
mod edits_random;
mod mission;
mod pull;
mod refused;
