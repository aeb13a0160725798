//! The script: blocks of instructions, each with a table of constants (dte-format 4).
//!
//! [`Opcode`] and [`Instruction`] are the instruction set; [`disassemble`] follows control through
//! one routine, [`RoutineMap`] finds the routines of an image, and [`assemble`] writes a routine.
//! [`listing`] prints one for people.

mod assemble;
mod disassemble;
mod fault;
mod instruction;
pub mod listing;
mod opcode;
mod routines;

pub use assemble::{AssembleError, Assembled, Flaw, Item, Label, assemble};
pub use disassemble::{Disassembly, disassemble};
pub use fault::{Fault, FaultKind};
pub use instruction::{Arm, Instruction, Operand};
pub use opcode::{Opcode, Shape};
pub use routines::{RoutineMap, RoutineOwner};

/// Bytes of a block's length word.
pub const LENGTH_SIZE: usize = 2;
/// The longest block whose length word keeps it a multiple of four.
pub const MAX_BLOCK: usize = 65_532;
/// The longest text that `push_string` carries: its one length byte counts itself and the NUL.
pub const MAX_TEXT: usize = 253;

/// Rounds up to a multiple of `step`.
pub(crate) fn round_up(value: usize, step: usize) -> usize {
    value.div_ceil(step) * step
}
