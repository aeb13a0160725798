//! Writing a routine (dte-format 4.8).

use std::collections::HashMap;

use super::instruction::{Arm, Instruction, Operand};
use super::opcode::Opcode;
use super::{LENGTH_SIZE, MAX_BLOCK, round_up};

/// A place in a routine that is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(
    /// Its number, which has no meaning but to tell labels apart.
    pub u32,
);

/// One step of a routine that is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// Places a label before the next item.
    Label(Label),
    /// An instruction.
    Code(Instruction<Label>),
    /// Pushes a number from the constant table, where it stands once.
    Constant(u32),
    /// Bytes as they are, which control does not reach or which are no instructions.
    Bytes(Vec<u8>),
}

/// A routine's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembled {
    /// Block and constants, the block padded to 4 bytes and the constants to 8, both with zeros.
    pub bytes: Vec<u8>,
    /// Bytes of the block, its padding included.
    pub block_len: usize,
    /// Bytes of the block, without its padding.
    pub code_len: usize,
    /// The constant table.
    pub constants: Vec<u32>,
    /// Where each item starts, in bytes from the start of the block; one offset an item.
    pub offsets: Vec<u32>,
}

/// A routine cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{flaw}")]
pub struct AssembleError {
    /// Index of the item at fault.
    pub item: usize,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What keeps a routine from being written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A branch leads back, which the engine would take for a leap far ahead.
    #[error(
        "the branch leads back, and the game's branches only lead forward; \
         repeat by a timer or by calling a part"
    )]
    Backward,
    /// A branch leads further than its two bytes reach.
    #[error("the branch leads {distance} bytes ahead, and at most 65,535 are possible")]
    TooFar {
        /// Bytes ahead.
        distance: usize,
    },
    /// A branch leads to a label that stands nowhere.
    #[error("the branch leads to a label that is not placed")]
    Unplaced,
    /// A label stands twice.
    #[error("the label is placed twice")]
    PlacedTwice,
    /// A text is longer than its length byte counts.
    #[error("the text has {len} bytes, and at most 253 fit")]
    TextTooLong {
        /// Bytes of the text without its NUL.
        len: usize,
    },
    /// A random branch has more arms than its count byte counts.
    #[error("the random branch has {count} arms, and at most 255 fit")]
    TooManyArms {
        /// Arms.
        count: usize,
    },
    /// The constant table is full.
    #[error("the routine pushes more than 65,536 different numbers")]
    TooManyConstants,
    /// The block is longer than its length word counts.
    #[error("the routine has {len} bytes, and at most 65,532 fit; split it into parts")]
    TooLong {
        /// Bytes of the block.
        len: usize,
    },
    /// An operand is not of its opcode's shape.
    #[error("the operand does not fit `{opcode}`")]
    WrongOperand {
        /// Name of the opcode.
        opcode: &'static str,
    },
}

/// Writes a routine.
///
/// `constants` are the numbers that its table starts with; others follow in the order in which they
/// are first pushed.
///
/// # Errors
/// The first [`Flaw`] found, with the item that has it.
pub fn assemble(items: &[Item], constants: &[u32]) -> Result<Assembled, AssembleError> {
    let mut table = ConstantTable::new(constants);
    // What pushes each constant, item by item.
    let mut pushes = vec![None; items.len()];
    for (item, (step, push)) in items.iter().zip(&mut pushes).enumerate() {
        if let Item::Constant(value) = step {
            *push = Some(table.push(*value).ok_or(AssembleError {
                item,
                flaw: Flaw::TooManyConstants,
            })?);
        }
    }
    let (offsets, code_len) = place(items, &pushes)?;
    let labels = labels(items, &offsets)?;
    let mut bytes = vec![0; LENGTH_SIZE];
    for (item, ((step, push), &at)) in items.iter().zip(&pushes).zip(&offsets).enumerate() {
        let flaw = |flaw| AssembleError { item, flaw };
        match step {
            Item::Label(_) => {}
            Item::Bytes(raw) => bytes.extend_from_slice(raw),
            Item::Constant(_) => {
                if let Some(push) = push {
                    push.encode(at, &mut bytes);
                }
            }
            Item::Code(instruction) => {
                let resolved = resolve(instruction, at, &labels).map_err(flaw)?;
                let opcode = instruction.opcode.name();
                resolved
                    .encode(at, &mut bytes)
                    .ok_or(flaw(Flaw::WrongOperand { opcode }))?;
            }
        }
    }
    let block_len = round_up(code_len, 4);
    bytes.resize(block_len, 0);
    let word = u16::try_from(block_len).unwrap_or(u16::MAX);
    if let Some(length) = bytes.first_chunk_mut() {
        *length = word.to_le_bytes();
    }
    for constant in &table.values {
        bytes.extend_from_slice(&constant.to_le_bytes());
    }
    bytes.resize(block_len + round_up(4 * table.values.len(), 8), 0);
    Ok(Assembled {
        bytes,
        block_len,
        code_len,
        constants: table.values,
        offsets,
    })
}

/// The numbers that a routine pushes, each once.
struct ConstantTable {
    values: Vec<u32>,
    indices: HashMap<u32, usize>,
}

impl ConstantTable {
    fn new(values: &[u32]) -> Self {
        let mut indices = HashMap::new();
        for (index, &value) in values.iter().enumerate() {
            indices.entry(value).or_insert(index);
        }
        Self {
            values: values.to_vec(),
            indices,
        }
    }

    /// The instruction that pushes a number, or `None` when the table is full.
    fn push(&mut self, value: u32) -> Option<Instruction> {
        let index = *self.indices.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() - 1
        });
        Some(match u8::try_from(index) {
            Ok(byte) => Instruction::byte(Opcode::PushConstant, byte),
            Err(_) => Instruction::wide(Opcode::PushConstantWide, u16::try_from(index).ok()?),
        })
    }
}

/// Where each item starts, and where the last one ends.
fn place(
    items: &[Item],
    pushes: &[Option<Instruction>],
) -> Result<(Vec<u32>, usize), AssembleError> {
    let mut end = LENGTH_SIZE;
    let mut offsets = Vec::with_capacity(items.len());
    for (item, (step, push)) in items.iter().zip(pushes).enumerate() {
        let flaw = |flaw| AssembleError { item, flaw };
        let at = u32::try_from(end).map_err(|_| flaw(Flaw::TooLong { len: end }))?;
        offsets.push(at);
        end += match step {
            Item::Label(_) => 0,
            Item::Bytes(raw) => raw.len(),
            Item::Constant(_) => push.as_ref().map_or(0, Instruction::size),
            Item::Code(instruction) => {
                match &instruction.operand {
                    Operand::Text(text) if text.len() > 254 => {
                        return Err(flaw(Flaw::TextTooLong {
                            len: text.len() - 1,
                        }));
                    }
                    Operand::Arms { arms, .. } if arms.len() > 255 => {
                        return Err(flaw(Flaw::TooManyArms { count: arms.len() }));
                    }
                    _ => {}
                }
                instruction.size()
            }
        };
        if end > MAX_BLOCK {
            return Err(flaw(Flaw::TooLong { len: end }));
        }
    }
    Ok((offsets, end))
}

fn labels(items: &[Item], offsets: &[u32]) -> Result<HashMap<Label, u32>, AssembleError> {
    let mut labels = HashMap::new();
    for (item, (step, &at)) in items.iter().zip(offsets).enumerate() {
        if let Item::Label(label) = step
            && labels.insert(*label, at).is_some()
        {
            return Err(AssembleError {
                item,
                flaw: Flaw::PlacedTwice,
            });
        }
    }
    Ok(labels)
}

/// An instruction with its labels replaced by the places where they stand.
fn resolve(
    instruction: &Instruction<Label>,
    at: u32,
    labels: &HashMap<Label, u32>,
) -> Result<Instruction, Flaw> {
    // A displacement counts from behind the opcode, a random branch's target from the opcode.
    let base = if instruction.opcode == Opcode::RandomBranch {
        at
    } else {
        at + 1
    };
    let find = |label: &Label| {
        let target = *labels.get(label).ok_or(Flaw::Unplaced)?;
        match target.checked_sub(base) {
            None => Err(Flaw::Backward),
            // 0xFFFF would read as the default in an arm.
            Some(distance) if distance >= 0xFFFF => Err(Flaw::TooFar {
                distance: distance as usize,
            }),
            Some(_) => Ok(target),
        }
    };
    let operand = match &instruction.operand {
        Operand::Target(label) => Operand::Target(find(label)?),
        Operand::Arms { default, arms } => {
            let mut found = Vec::with_capacity(arms.len());
            for Arm {
                target,
                threshold,
                unread,
            } in arms
            {
                let target = target.as_ref().map(find).transpose()?;
                found.push(Arm {
                    target,
                    threshold: *threshold,
                    unread: *unread,
                });
            }
            Operand::Arms {
                default: find(default)?,
                arms: found,
            }
        }
        Operand::None => Operand::None,
        Operand::Byte(byte) => Operand::Byte(*byte),
        Operand::Component { ship, component } => Operand::Component {
            ship: *ship,
            component: *component,
        },
        Operand::EventValue {
            condition,
            value,
            object,
        } => Operand::EventValue {
            condition: *condition,
            value: *value,
            object: *object,
        },
        Operand::Wide(value) => Operand::Wide(*value),
        Operand::Text(text) => Operand::Text(text.clone()),
    };
    Ok(Instruction {
        opcode: instruction.opcode,
        operand,
    })
}
