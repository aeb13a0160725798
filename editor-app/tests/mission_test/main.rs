//! Mission tests: read, written, played, told.

mod command_line;
mod expectations;
mod inputs;
mod problems;
mod round_trip;
mod small;
