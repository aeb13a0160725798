//! What a debugger needs of a run: the points that a tick passes through, where to stop at them, and
//! which statements ran.
//!
//! A tick is run in one go; to look inside one, it is run again from a copy of the moment before it,
//! up to a [`Position`] within. What is seen there is a state to look at, from which nothing goes on;
//! the run itself goes on from the copy.

pub(crate) mod condition;
pub(crate) mod hits;
pub(crate) mod probe;
pub(crate) mod statements;
pub(crate) mod stops;
pub(crate) mod tally;

pub use condition::Condition;
pub use statements::{Coverage, Statements};
pub use stops::{At, Breakpoint, HitCount, Logged, Position, Step, Stop, Stops, Why};
pub use tally::Tally;
