//! Reading a routine by following its control flow (dte-format 4.6).

use std::ops::Range;

use crate::bytes::get;

use super::fault::{Fault, FaultKind};
use super::instruction::{Instruction, Operand};
use super::opcode::Opcode;
use super::{LENGTH_SIZE, round_up};

/// A routine as it was read: its block, taken apart, and its constants.
///
/// Offsets are bytes from the start of the block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disassembly {
    /// Where the block starts, in bytes from the start of the script.
    pub start: usize,
    /// The block's length word: bytes from the block's start to its constants.
    pub block_len: usize,
    /// The instructions that control can reach, by offset.
    pub code: Vec<(u32, Instruction)>,
    /// Runs of bytes that control cannot reach, but for the padding at the end of the block.
    pub unreached: Vec<Range<u32>>,
    /// The padding at the end of the block, up to three bytes.
    pub padding: Range<u32>,
    /// The constants, up to the highest index that the code pushes.
    pub constants: Vec<u32>,
    /// The bytes between the constants and the end of the routine.
    pub filler: Vec<u8>,
    /// What is wrong with the routine, in the order found.
    pub faults: Vec<Fault>,
}

/// Takes a routine apart by following control from the start of its block.
///
/// `next` is where the next routine starts, or where the script ends. What cannot be followed is
/// left unreached and told in [`Disassembly::faults`]; nothing is lost.
pub fn disassemble(script: &[u8], start: usize, next: usize) -> Disassembly {
    let mut routine = Disassembly {
        start,
        block_len: 0,
        code: Vec::new(),
        unreached: Vec::new(),
        padding: 0..0,
        constants: Vec::new(),
        filler: Vec::new(),
        faults: Vec::new(),
    };
    let bytes = script
        .get(start..next.min(script.len()))
        .unwrap_or_default();
    let len = get::<u16>(bytes, 0).map_or(0, usize::from);
    if len <= LENGTH_SIZE {
        routine.fault(0, FaultKind::ShortBlock { len });
        routine.filler = bytes.to_vec();
        return routine;
    }
    routine.block_len = len;
    if len > bytes.len() {
        routine.fault(0, FaultKind::BlockPastScript { len });
        routine.filler = bytes.get(LENGTH_SIZE..).unwrap_or_default().to_vec();
        return routine;
    }
    routine.follow(bytes);
    routine.read_constants(bytes, next);
    routine
}

impl Disassembly {
    fn fault_at(&self, at: u32, kind: FaultKind) -> Fault {
        Fault {
            offset: self.start + at as usize,
            kind,
        }
    }

    fn fault(&mut self, at: u32, kind: FaultKind) {
        self.faults.push(self.fault_at(at, kind));
    }

    fn follow(&mut self, bytes: &[u8]) {
        let limit = self.block_len;
        let first = LENGTH_SIZE as u32;
        let mut tried = vec![false; limit];
        let mut work = vec![first];
        while let Some(at) = work.pop() {
            let Some(tried) = tried.get_mut(at as usize) else {
                continue;
            };
            if std::mem::replace(tried, true) {
                continue;
            }
            let instruction = match Instruction::decode(bytes, at as usize, limit) {
                Ok(instruction) => instruction,
                Err(kind) => {
                    self.fault(at, kind);
                    continue;
                }
            };
            let end = at + instruction.size() as u32;
            let on = instruction.opcode.falls_through().then_some(end);
            for target in instruction.targets().copied().chain(on) {
                if (first..limit as u32).contains(&target) {
                    work.push(target);
                } else if target as usize == limit {
                    self.fault(at, FaultKind::FallsOff);
                } else {
                    self.fault(at, FaultKind::Outside { target });
                }
            }
            if let Operand::Text(text) = &instruction.operand
                && text.last() != Some(&0)
            {
                self.fault(at, FaultKind::UnendedText);
            }
            self.code.push((at, instruction));
        }
        self.code.sort_by_key(|(at, _)| *at);
        self.find_unreached();
        self.faults.sort_by_key(|fault| fault.offset);
        self.faults.dedup();
    }

    fn find_unreached(&mut self) {
        let mut end = LENGTH_SIZE as u32;
        let mut overlaps = Vec::new();
        let mut slack_from = None;
        let mut gaps = Vec::new();
        for (at, instruction) in &self.code {
            if *at < end {
                overlaps.push(*at);
            } else if *at > end {
                self.unreached.push(end..*at);
                // The shipped random branches leave room for arms that they do not use.
                if slack_from != Some(end) {
                    gaps.push(end..*at);
                }
            }
            end = end.max(at + instruction.size() as u32);
            slack_from = (instruction.opcode == Opcode::RandomBranch).then_some(end);
        }
        let limit = self.block_len as u32;
        if limit.saturating_sub(end) <= 3 {
            self.padding = end..limit.max(end);
        } else {
            self.unreached.push(end..limit);
            gaps.push(end..limit);
            self.padding = limit..limit;
        }
        for at in overlaps {
            self.fault(at, FaultKind::Overlap);
        }
        for gap in gaps {
            self.fault(gap.start, FaultKind::Gap { len: gap.len() });
        }
    }

    /// Index of the highest constant that the code pushes, plus one.
    fn constants_pushed(&self) -> usize {
        self.code
            .iter()
            .filter_map(|(_, instruction)| constant_index(instruction))
            .max()
            .map_or(0, |highest| highest + 1)
    }

    fn read_constants(&mut self, bytes: &[u8], next: usize) {
        let table = bytes.get(self.block_len..).unwrap_or_default();
        let available = table.len() / 4;
        let pushed = self.constants_pushed();
        let missing = self.code.iter().filter_map(|(at, instruction)| {
            let index = constant_index(instruction).filter(|index| *index >= available)?;
            let count = available;
            Some(self.fault_at(*at, FaultKind::NoConstant { index, count }))
        });
        let missing: Vec<_> = missing.collect();
        self.faults.extend(missing);
        let count = pushed.min(available);
        self.constants = table
            .chunks_exact(4)
            .take(count)
            .filter_map(get_dword)
            .collect();
        self.filler = table.get(count * 4..).unwrap_or_default().to_vec();
        let end = self.start + self.block_len + round_up(4 * pushed, 8);
        if end != next {
            self.fault(0, FaultKind::Untiled { end, next });
        }
    }

    /// Whether the routine cannot be run or written again as it was read.
    pub fn is_broken(&self) -> bool {
        self.faults.iter().any(|fault| !fault.kind.is_harmless())
    }
}

fn get_dword(bytes: &[u8]) -> Option<u32> {
    get(bytes, 0)
}

/// The constant that an instruction pushes, by its index.
fn constant_index(instruction: &Instruction) -> Option<usize> {
    match (instruction.opcode, &instruction.operand) {
        (Opcode::PushConstant, Operand::Byte(index)) => Some(usize::from(*index)),
        (Opcode::PushConstantWide, Operand::Wide(index)) => Some(usize::from(*index)),
        _ => None,
    }
}
