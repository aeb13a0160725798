//! The script language: text to instructions and back, and what an editor asks about it.

mod asm;
mod assist;
mod cases;
mod errors;
mod expression;
mod fixture;
mod flow_cases;
mod golden;
mod names;
mod parse;
mod random;
mod round_trip;
mod warnings;
