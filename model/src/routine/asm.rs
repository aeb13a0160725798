//! From a routine's bytes to the lines of an `asm:` block, whatever the bytes are.
//!
//! Instructions that control reaches are written as instructions. What it does not reach, and what
//! no line of ours would give back, is written as bytes. So every block comes back as it was, apart
//! from the padding at its end.

use std::collections::BTreeSet;
use std::ops::Range;

use formats::catalogue::{command, command_by_name, condition, condition_by_name};
use formats::script::{Disassembly, FaultKind, Instruction, LENGTH_SIZE, Opcode, Operand};

use super::ast::{AsmArm, AsmKind, AsmLine, AsmOperand, AsmValue, Name, Word};
use super::lower::indexed_collection;
use super::resolve::{Resolved, Wanted, resolve, variable_symbol};
use super::scope::Scope;
use super::token::is_bare_name;
use crate::Collection;

/// How constants are pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Constants {
    /// By their value, which finds its place in the table.
    ByValue,
    /// By their index where the value would be found at another.
    AsStored,
}

/// The lines that give a whole block back. `block` is as stored, its length word included.
pub(super) fn block_lines(
    routine: &Disassembly,
    block: &[u8],
    constants: Constants,
    scope: &Scope<'_>,
) -> Vec<AsmLine> {
    let first = LENGTH_SIZE as u32;
    let len = routine.block_len.min(block.len());
    let mut end = u32::try_from(len).unwrap_or(u32::MAX).max(first);
    let targets: BTreeSet<u32> = routine
        .code
        .iter()
        .flat_map(|(_, code)| code.targets().copied())
        .collect();
    if has_no_length(routine) {
        // Such a block is what was read of it.
        end = u32::try_from(block.len()).unwrap_or(u32::MAX).max(first);
    } else if routine.padding.end == end && !routine.code.is_empty() {
        // Padding is left out, unless something leads to its end.
        let leads_there = targets
            .range(routine.padding.start.saturating_add(1)..)
            .next();
        if leads_there.is_none_or(|target| *target > end) {
            end = routine.padding.start;
        }
    }

    let whole = whole_instructions(routine);
    let inside = |at: u32| {
        let before = whole.partition_point(|(range, _)| range.start < at);
        before
            .checked_sub(1)
            .and_then(|last| whole.get(last))
            .is_some_and(|(it, _)| at < it.end)
    };
    let places: BTreeSet<u32> = targets
        .into_iter()
        .filter(|&at| at >= first && at <= end && !inside(at))
        .collect();

    let mut printer = Printer {
        scope,
        routine,
        constants,
        places: &places,
        lines: Vec::new(),
    };
    let mut at = first;
    for (range, code) in &whole {
        printer.bytes(block, at..range.start);
        printer.label(range.start);
        match printer.instruction(range.start, code) {
            Some(kind) => printer.line(kind),
            None => printer.run(block, range.clone()),
        }
        at = range.end;
    }
    printer.bytes(block, at..end);
    printer.label(end);
    printer.lines
}

/// Whether a block's length word says nothing about where it ends.
pub(super) fn has_no_length(routine: &Disassembly) -> bool {
    routine.faults.iter().any(|fault| {
        matches!(
            fault.kind,
            FaultKind::ShortBlock { .. } | FaultKind::BlockPastScript { .. }
        )
    })
}

/// The lines of a run of instructions that leads nowhere.
pub(super) fn instruction_lines(
    code: &[Instruction],
    routine: &Disassembly,
    scope: &Scope<'_>,
) -> Option<Vec<AsmLine>> {
    let places = BTreeSet::new();
    let constants = Constants::ByValue;
    let mut printer = Printer {
        scope,
        routine,
        constants,
        places: &places,
        lines: Vec::new(),
    };
    for instruction in code {
        let kind = printer.instruction(0, instruction)?;
        printer.line(kind);
    }
    Some(printer.lines)
}

/// The reached instructions that share no byte with one before them.
fn whole_instructions(routine: &Disassembly) -> Vec<(Range<u32>, &Instruction)> {
    let mut whole = Vec::with_capacity(routine.code.len());
    let mut end = 0;
    for (at, code) in &routine.code {
        let size = u32::try_from(code.size()).unwrap_or(u32::MAX);
        if *at >= end {
            end = at.saturating_add(size);
            whole.push((*at..end, code));
        }
    }
    whole
}

struct Printer<'a> {
    scope: &'a Scope<'a>,
    routine: &'a Disassembly,
    constants: Constants,
    /// Where labels stand, in bytes from the start of the block.
    places: &'a BTreeSet<u32>,
    lines: Vec<AsmLine>,
}

impl Printer<'_> {
    fn line(&mut self, kind: AsmKind) {
        self.lines.push(AsmLine { span: 0..0, kind });
    }

    fn label(&mut self, at: u32) {
        if self.places.contains(&at) {
            self.line(AsmKind::Label(label_word(at)));
        }
    }

    /// Bytes as they are, with the labels that stand among them.
    fn bytes(&mut self, block: &[u8], range: Range<u32>) {
        let mut start = range.start;
        let places: Vec<u32> = self.places.range(range.clone()).copied().collect();
        for place in places {
            self.run(block, start..place);
            // What an instruction starts at has its label with the instruction.
            self.label(place);
            start = place;
        }
        self.run(block, start..range.end);
    }

    fn run(&mut self, block: &[u8], range: Range<u32>) {
        let bytes = block
            .get(range.start as usize..range.end as usize)
            .unwrap_or_default();
        for line in bytes.chunks(16) {
            self.line(AsmKind::Bytes(line.to_vec()));
        }
    }

    /// The line of an instruction; `None` where none would give it back.
    fn instruction(&self, at: u32, code: &Instruction) -> Option<AsmKind> {
        let opcode = code.opcode;
        let operand = match &code.operand {
            Operand::None => AsmOperand::None,
            Operand::Byte(byte) if opcode == Opcode::PushConstant => {
                self.constant(usize::from(*byte))
            }
            Operand::Wide(wide) if opcode == Opcode::PushConstantWide => {
                let index = usize::from(*wide);
                match self.constant(index) {
                    // By its value it would go wide only past 255.
                    by_value @ AsmOperand::Value(_) if index > 255 => {
                        return Some(AsmKind::Code(Opcode::PushConstant, by_value));
                    }
                    _ => AsmOperand::Index(0..0, u32::from(*wide)),
                }
            }
            Operand::Byte(byte) => AsmOperand::Value(self.byte(opcode, *byte)),
            Operand::Wide(wide) => {
                AsmOperand::Value(self.record(opcode, usize::from(*wide), u32::from(*wide)))
            }
            Operand::Component { ship, component } => {
                let ship = self.record(opcode, usize::from(*ship), u32::from(*ship));
                AsmOperand::Component(ship, *component)
            }
            Operand::EventValue {
                condition: index,
                value,
                object,
            } => {
                let symbol = condition(*index).map(|condition| condition.symbol());
                let symbol = symbol.filter(|symbol| {
                    is_bare_name(symbol)
                        && condition_by_name(symbol).is_some_and(|it| it.index == *index)
                });
                let condition = named_or(symbol.as_deref(), u32::from(*index));
                AsmOperand::EventValue(condition, *value, self.object(*object))
            }
            Operand::Target(target) => AsmOperand::Target(self.target(at, *target)?),
            Operand::Text(text) => AsmOperand::Text(text.clone()),
            Operand::Arms { default, arms } => {
                let default = self.target(at, *default)?;
                let arms = arms.iter().map(|arm| {
                    let target = match arm.target {
                        Some(target) => Some(self.target(at, target)?),
                        None => None,
                    };
                    Some(AsmArm {
                        target,
                        threshold: arm.threshold,
                        unread: arm.unread,
                    })
                });
                AsmOperand::Arms(default, arms.collect::<Option<_>>()?)
            }
        };
        Some(AsmKind::Code(opcode, operand))
    }

    /// The label of a place that lies ahead of the instruction at `from`; a random branch that leads
    /// to itself has none.
    fn target(&self, from: u32, at: u32) -> Option<Word> {
        (from < at && self.places.contains(&at)).then(|| label_word(at))
    }

    fn constant(&self, index: usize) -> AsmOperand {
        let table = &self.routine.constants;
        let value = table.get(index).copied();
        let by_index = || AsmOperand::Index(0..0, u32::try_from(index).unwrap_or(u32::MAX));
        let Some(value) = value else {
            return by_index();
        };
        let first = table.iter().position(|&other| other == value);
        match self.constants {
            Constants::AsStored if first != Some(index) => by_index(),
            _ => AsmOperand::Value(AsmValue::Number(0..0, value)),
        }
    }

    fn byte(&self, opcode: Opcode, byte: u8) -> AsmValue {
        let number = u32::from(byte);
        match opcode {
            Opcode::Command => {
                let name = command(byte).map(|command| command.name.as_str());
                let name = name.filter(|name| {
                    is_bare_name(name) && command_by_name(name).is_some_and(|it| it.index == byte)
                });
                named_or(name, number)
            }
            Opcode::PushArray | Opcode::SelectArray => named_or(variable_symbol(byte), number),
            _ => self.record(opcode, usize::from(byte), number),
        }
    }

    /// A record by its id, where an id of our own would give its index back.
    fn record(&self, opcode: Opcode, index: usize, number: u32) -> AsmValue {
        let of = indexed_collection(opcode)
            .and_then(|collection| Some((collection, self.scope.id_at(collection, index)?)));
        match of {
            Some((collection, id)) => {
                record_name(self.scope, Wanted::Only(collection), collection, id)
                    .map_or(AsmValue::Number(0..0, number), AsmValue::Name)
            }
            None => AsmValue::Number(0..0, number),
        }
    }

    fn object(&self, id: u8) -> AsmValue {
        let named = self
            .scope
            .object(u16::from(id))
            .and_then(|(collection, index)| {
                let name = self.scope.id_at(collection, index)?;
                record_name(self.scope, Wanted::Object, collection, name)
            });
        named.map_or(AsmValue::Number(0..0, u32::from(id)), AsmValue::Name)
    }
}

fn named_or(name: Option<&str>, number: u32) -> AsmValue {
    match name {
        Some(name) => AsmValue::Name(bare(name)),
        None => AsmValue::Number(0..0, number),
    }
}

fn label_word(at: u32) -> Word {
    Word {
        span: 0..0,
        text: format!("L{at}"),
    }
}

/// A name without a prefix.
pub(super) fn bare(id: &str) -> Name {
    Name {
        span: 0..0,
        prefix: None,
        id: Word {
            span: 0..0,
            text: id.to_owned(),
        },
    }
}

/// How a record is named in a place: by its id, behind a prefix only where the id alone would mean
/// something else. `None` where neither means the record.
pub(super) fn record_name(
    scope: &Scope<'_>,
    wanted: Wanted,
    collection: Collection,
    id: &str,
) -> Option<Name> {
    let index = scope.index(collection, id)?;
    let means =
        |prefix| resolve(scope, wanted, prefix, id) == Ok(Resolved::Record(collection, index));
    if is_bare_name(id) && means(None) {
        return Some(bare(id));
    }
    means(Some(collection)).then(|| Name {
        prefix: Some(collection),
        ..bare(id)
    })
}
