//! The script machine: threads, their stacks, timers, events and triggers (script-vm 1 to 5).
//!
//! [`machine`] holds the state and runs threads, [`interpret`] is the loop over instructions,
//! [`events`] queues what happens in the world, [`triggers`] matches it and starts threads.

pub(crate) mod conditions;
pub(crate) mod events;
pub(crate) mod fault;
pub(crate) mod float;
pub(crate) mod interpret;
pub(crate) mod machine;
pub(crate) mod memory;
pub(crate) mod squads;
pub(crate) mod stack;
pub(crate) mod thread;
pub(crate) mod timers;
pub(crate) mod triggers;
pub(crate) mod variables;
pub(crate) mod watches;
