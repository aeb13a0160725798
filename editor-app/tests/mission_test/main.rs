//! Mission tests: read, written, played, told.

mod command_line;
mod counted;
mod expectations;
mod files;
mod inputs;
mod problems;
mod round_trip;
mod small;
