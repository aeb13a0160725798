//! One instruction, and its bytes.

use crate::bytes::{be_u16, get};

use super::fault::FaultKind;
use super::opcode::{Opcode, Shape};

/// Target of a random branch's arm that stands for the default.
const DEFAULT_TARGET: u16 = 0xFFFF;
/// Bytes of an arm.
const ARM_SIZE: usize = 4;

/// An instruction. `T` is how it names a place in its block: an offset in bytes from the block's
/// start where it was read, a [`Label`](super::Label) where it is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction<T = u32> {
    /// What it does.
    pub opcode: Opcode,
    /// What follows the opcode; always of the opcode's shape.
    pub operand: Operand<T>,
}

/// What follows an opcode byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand<T = u32> {
    /// Nothing.
    None,
    /// An index or a number.
    Byte(u8),
    /// A component of a ship.
    Component {
        /// Index of the ship.
        ship: u8,
        /// The component.
        component: u8,
    },
    /// A value that an object kept of an event.
    EventValue {
        /// The condition.
        condition: u8,
        /// Which of its values.
        value: u8,
        /// The object's ID.
        object: u8,
    },
    /// An index past 255.
    Wide(u16),
    /// Where a branch or a jump leads.
    Target(T),
    /// Text as it is stored, with its NUL; at most 254 bytes.
    Text(Vec<u8>),
    /// Where a random branch leads.
    Arms {
        /// Where it leads if no arm wins.
        default: T,
        /// The arms, in the order in which they are tried; at most 255.
        arms: Vec<Arm<T>>,
    },
}

/// An arm of a random branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm<T = u32> {
    /// Where it leads; `None` leads where the default does.
    pub target: Option<T>,
    /// It wins if the roll, 0 to 99, is below this.
    pub threshold: u8,
    /// A byte that nothing reads.
    pub unread: u8,
}

impl<T> Instruction<T> {
    /// An instruction without an operand.
    pub fn plain(opcode: Opcode) -> Self {
        Self {
            opcode,
            operand: Operand::None,
        }
    }

    /// An instruction with one byte.
    pub fn byte(opcode: Opcode, byte: u8) -> Self {
        Self {
            opcode,
            operand: Operand::Byte(byte),
        }
    }

    /// An instruction with a big-endian halfword.
    pub fn wide(opcode: Opcode, value: u16) -> Self {
        Self {
            opcode,
            operand: Operand::Wide(value),
        }
    }

    /// A branch or a jump.
    pub fn branch(opcode: Opcode, target: T) -> Self {
        Self {
            opcode,
            operand: Operand::Target(target),
        }
    }

    /// Bytes that it takes.
    pub fn size(&self) -> usize {
        1 + match &self.operand {
            Operand::None => 0,
            Operand::Byte(_) => 1,
            Operand::Component { .. } | Operand::Wide(_) | Operand::Target(_) => 2,
            Operand::EventValue { .. } => 3,
            Operand::Text(text) => 1 + text.len(),
            Operand::Arms { arms, .. } => 3 + ARM_SIZE * arms.len(),
        }
    }

    /// The places that it can lead to, besides the instruction behind it.
    pub fn targets(&self) -> impl Iterator<Item = &T> {
        let (first, arms) = match &self.operand {
            Operand::Target(target) => (Some(target), &[][..]),
            Operand::Arms { default, arms } => (Some(default), arms.as_slice()),
            _ => (None, &[][..]),
        };
        first
            .into_iter()
            .chain(arms.iter().filter_map(|arm| arm.target.as_ref()))
    }
}

impl Instruction {
    /// Reads the instruction at `at`, which must end by `limit`.
    ///
    /// # Errors
    /// A slot without a handler, an instruction past the limit, or text of length 0.
    pub fn decode(block: &[u8], at: usize, limit: usize) -> Result<Self, FaultKind> {
        let block = block.get(..limit).unwrap_or(block);
        let byte: u8 = get(block, at).ok_or(FaultKind::PastBlock)?;
        let opcode = Opcode::from_byte(byte).ok_or(FaultKind::NoHandler { byte })?;
        let operand = Self::decode_operand(opcode, block, at).ok_or(FaultKind::PastBlock)??;
        Ok(Self { opcode, operand })
    }

    /// `None` where the operand runs past the bytes.
    fn decode_operand(
        opcode: Opcode,
        block: &[u8],
        at: usize,
    ) -> Option<Result<Operand, FaultKind>> {
        let here = u32::try_from(at).ok()?;
        let operand = match opcode.shape() {
            Shape::None => Operand::None,
            Shape::Byte => Operand::Byte(get(block, at + 1)?),
            Shape::Component => Operand::Component {
                ship: get(block, at + 1)?,
                component: get(block, at + 2)?,
            },
            Shape::EventValue => Operand::EventValue {
                condition: get(block, at + 1)?,
                value: get(block, at + 2)?,
                object: get(block, at + 3)?,
            },
            Shape::Wide => Operand::Wide(be_u16(block, at + 1)?),
            Shape::Displacement => Operand::Target(here + 1 + u32::from(be_u16(block, at + 1)?)),
            Shape::Text => match usize::from(get::<u8>(block, at + 1)?) {
                0 => return Some(Err(FaultKind::EmptyText)),
                len => Operand::Text(block.get(at + 2..at + 1 + len)?.to_vec()),
            },
            Shape::Arms => {
                let count = usize::from(get::<u8>(block, at + 1)?);
                let default = here + u32::from(be_u16(block, at + 2)?);
                let arms = block.get(at + 4..at + 4 + ARM_SIZE * count)?;
                let arm = |bytes: &[u8]| {
                    let target = be_u16(bytes, 0)?;
                    Some(Arm {
                        target: (target != DEFAULT_TARGET).then(|| here + u32::from(target)),
                        threshold: get(bytes, 2)?,
                        unread: get(bytes, 3)?,
                    })
                };
                Operand::Arms {
                    default,
                    arms: arms.chunks_exact(ARM_SIZE).filter_map(arm).collect(),
                }
            }
        };
        Some(Ok(operand))
    }

    /// Appends the instruction's bytes, as it stands at `at` in its block.
    ///
    /// Returns `None`, with nothing appended, where a target lies behind it or too far ahead, or
    /// the operand is not of the opcode's shape and size.
    pub fn encode(&self, at: u32, out: &mut Vec<u8>) -> Option<()> {
        let start = out.len();
        let encoded = self.append(at, out);
        if encoded.is_none() {
            out.truncate(start);
        }
        encoded
    }

    /// Appends the instruction's bytes up to the first that cannot be written.
    fn append(&self, at: u32, out: &mut Vec<u8>) -> Option<()> {
        out.push(self.opcode.byte());
        let from = |base: u32, target: u32| {
            let distance = u16::try_from(target.checked_sub(base)?).ok()?;
            Some(distance.to_be_bytes())
        };
        match (self.opcode.shape(), &self.operand) {
            (Shape::None, Operand::None) => {}
            (Shape::Byte, Operand::Byte(byte)) => out.push(*byte),
            (Shape::Component, Operand::Component { ship, component }) => {
                out.extend([ship, component]);
            }
            (
                Shape::EventValue,
                Operand::EventValue {
                    condition,
                    value,
                    object,
                },
            ) => {
                out.extend([condition, value, object]);
            }
            (Shape::Wide, Operand::Wide(value)) => out.extend(value.to_be_bytes()),
            (Shape::Displacement, Operand::Target(target)) => out.extend(from(at + 1, *target)?),
            (Shape::Text, Operand::Text(text)) => {
                out.push(u8::try_from(text.len() + 1).ok()?);
                out.extend(text);
            }
            (Shape::Arms, Operand::Arms { default, arms }) => {
                out.push(u8::try_from(arms.len()).ok()?);
                out.extend(from(at, *default)?);
                for arm in arms {
                    match arm.target {
                        Some(target) => out.extend(from(at, target)?),
                        None => out.extend(DEFAULT_TARGET.to_be_bytes()),
                    }
                    out.extend([arm.threshold, arm.unread]);
                }
            }
            _ => return None,
        }
        Some(())
    }
}
