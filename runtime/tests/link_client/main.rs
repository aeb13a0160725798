//! An editor's end of the link: the client, and what it sends to change a mission that runs.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/peer/mod.rs"]
mod peer;

mod edits;
mod edits_random;
mod follows;
mod harmed;
mod kills;
mod known;
mod learns;
mod live_edits;
mod lost;
mod meanwhile;
mod mission;
mod names;
mod passed;
mod process;
mod pull;
mod refused;
mod sends;
mod watched;
