//! What is odd about an image that can be read all the same.

use std::fmt;

use crate::error::Place;

/// Something in an image that breaks a rule of the format, though it could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// What is odd.
    pub oddity: Oddity,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.oddity)
    }
}

/// A rule of the format that an image breaks (dte-format 1.6 and 3.6).
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Oddity {
    /// Rule C1: two used sections share bytes.
    #[error("overlaps section {other}; only sections 21 and 22 may share their start")]
    Overlap {
        /// Number of the section that it shares bytes with.
        other: usize,
    },
    /// Rule C2: the directory's entries do not carry one flags byte.
    #[error("format flags 0x{flags:02X} differ from the first entry's 0x{first:02X}")]
    MixedFlags {
        /// This entry's flags.
        flags: u8,
        /// The first entry's flags.
        first: u8,
    },
    /// Rule C4: the debugger's flags are not one byte for each byte of script.
    #[error("counts {flags} flag bytes where the script has {script} bytes")]
    FlagCount {
        /// Flag bytes counted.
        flags: usize,
        /// Bytes of script.
        script: usize,
    },
    /// The image is longer than what the game reads of a loose file.
    #[error("the game reads the first {max} of the file's {len} bytes")]
    CutByGame {
        /// Bytes of the file.
        len: usize,
        /// Bytes that the game reads.
        max: usize,
    },
    /// A name's offset lies outside the string pool.
    #[error("the name at 0x{offset:04X} lies past the string pool and is read as no name")]
    NameOutsidePool {
        /// The offset.
        offset: u16,
    },
    /// A name runs to the end of the pool without its NUL.
    #[error("the name at 0x{offset:04X} has no NUL and is read to the end of the string pool")]
    NameWithoutNul {
        /// The offset.
        offset: u16,
    },
    /// The mission name of section 21 is not quite as its convention has it.
    #[error("the mission name {0}")]
    MissionName(&'static str),
}

impl Oddity {
    /// This oddity at a place.
    pub fn at(self, place: Place) -> Warning {
        Warning {
            place,
            oddity: self,
        }
    }
}
