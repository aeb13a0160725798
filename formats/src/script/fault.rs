//! What can be wrong in a routine.

/// Something wrong in a routine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("script offset {offset} (0x{offset:X}): {kind}")]
pub struct Fault {
    /// Bytes from the start of the script.
    pub offset: usize,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What can be wrong in a routine: the tripwires of dte-format 4.7.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// The length word is missing or counts less than itself and an instruction.
    #[error("the block's length word is {len}, which leaves no room for code")]
    ShortBlock {
        /// The length word.
        len: usize,
    },
    /// The block runs past the script.
    #[error("the block of {len} bytes runs past the script's end")]
    BlockPastScript {
        /// The length word.
        len: usize,
    },
    /// A byte on a reached path has no handler.
    #[error("byte 0x{byte:02X} is no opcode")]
    NoHandler {
        /// The byte.
        byte: u8,
    },
    /// An instruction runs past its block.
    #[error("the instruction runs past its block")]
    PastBlock,
    /// Control reaches a place outside the block.
    #[error("leads outside its block, to offset {target} of it")]
    Outside {
        /// Where it leads, in bytes from the block's start.
        target: u32,
    },
    /// Control reaches the block's very end, where the constants start.
    #[error("control falls off the block's end")]
    FallsOff,
    /// Two reached instructions share a byte.
    #[error("shares bytes with the instruction before it")]
    Overlap,
    /// A text's length byte is 0, so that it would never end.
    #[error("text of length 0")]
    EmptyText,
    /// A text does not end in a NUL.
    #[error("text without a NUL at its end")]
    UnendedText,
    /// A constant's index lies past the table.
    #[error("constant {index} lies past the routine's {count} constants")]
    NoConstant {
        /// The index.
        index: usize,
        /// Dwords up to the next routine.
        count: usize,
    },
    /// Reached bytes leave a gap that no instruction covers.
    #[error("{len} bytes here are never reached")]
    Gap {
        /// Bytes.
        len: usize,
    },
    /// The routine does not end where the next one starts.
    #[error("the routine ends at offset {end}, and the next starts at {next}")]
    Untiled {
        /// Where block and constants end, rounded up.
        end: usize,
        /// Where the next routine starts, or the script ends.
        next: usize,
    },
}

impl FaultKind {
    /// Whether the engine runs such a routine all the same; the others are errors.
    pub fn is_harmless(&self) -> bool {
        matches!(
            self,
            Self::FallsOff | Self::UnendedText | Self::Gap { .. } | Self::Untiled { .. }
        )
    }
}
