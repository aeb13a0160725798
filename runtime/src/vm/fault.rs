//! What ends a thread before its return (script-vm V70).

use serde::{Deserialize, Serialize};

/// Why a thread ended before its return. The original would crash, hang or read what lies there; a
/// fault touches nothing but its own thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Cause {
    /// A number divided by zero.
    #[error("a number is divided by zero")]
    DivisionByZero,
    /// A test of a flight group or a squad was given no record.
    #[error("a test of a flight group or squad is given null")]
    NullRecord,
    /// More than 32 values on the stack, call records included.
    #[error("the stack is full: it holds 32 values, and each call takes 4")]
    StackOverflow,
    /// A value taken from an empty stack.
    #[error("a value is taken from an empty stack")]
    StackUnderflow,
    /// A byte that is no opcode.
    #[error("byte 0x{byte:02X} is no opcode")]
    NullOpcode {
        /// The byte.
        byte: u8,
    },
    /// An instruction, a constant or a record past the end of the image.
    #[error("an instruction, a constant or a record lies past the end of the mission")]
    PastImage,
    /// Control reached the end of the block.
    #[error("control runs off the end of its block; a routine ends with a return")]
    PastBlock,
    /// A command number above 94.
    #[error("there is no command {command}")]
    NoCommand {
        /// The number.
        command: u8,
    },
    /// An argument in a thread that was not called or spawned.
    #[error("an argument is used in a thread that was neither called nor spawned")]
    NoFrame,
    /// An argument past the end of the stack.
    #[error("argument {argument} lies past the end of the stack")]
    NoArgument {
        /// The number.
        argument: u8,
    },
    /// A store before anything was selected.
    #[error("a value is stored before a place for it is selected")]
    NoTarget,
    /// A local above 4.
    #[error("there is no local {local}; an event has values 0 to 4")]
    NoLocal {
        /// The number.
        local: u8,
    },
    /// A kept event value that does not exist.
    #[error("object {object} keeps no value {value} of condition {condition}")]
    NoEventValue {
        /// The condition.
        condition: u8,
        /// Which of its values.
        value: u8,
        /// The object's ID.
        object: u8,
    },
    /// Squads that hold one another in a circle.
    #[error("squads hold one another in a circle")]
    SquadsInCircle,
    /// A command, a call or a store where nothing may be done, as in a breakpoint's condition.
    #[error("a condition only looks; commands and calls have no place in it")]
    NotHere,
    /// More work in one run, or in one tick, than any mission needs.
    #[error("the thread does not come to a wait; it was stopped so that the mission can go on")]
    TooLong,
}

/// A fault, with where it arose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Place of the instruction in the image.
    pub(crate) at: u32,
    pub(crate) cause: Cause,
}
