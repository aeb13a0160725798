//! A routine printed for people: offset, bytes, instruction, what it names.

use std::fmt::Write as _;

use crate::catalogue::{command, condition, variable};
use crate::container::Image;
use crate::strings::decode;
use crate::tables::Tables;

use super::disassemble::Disassembly;
use super::instruction::{Instruction, Operand};
use super::opcode::Opcode;
use super::routines::{RoutineMap, RoutineOwner};

/// Bytes of an instruction that a line shows.
const SHOWN_BYTES: usize = 4;

/// The script of an image, routine by routine.
///
/// A line is the instruction's offset in the script, its first bytes, its name, its operands, and
/// behind a semicolon what those name. Bytes that control does not reach and faults stand between.
pub fn script_listing(image: &Image, tables: &Tables) -> String {
    let names = Names { image, tables };
    let map = RoutineMap::read(image, tables);
    let mut out = String::new();
    for (routine, owners) in &map.routines {
        let owners: Vec<_> = owners.iter().map(|owner| names.owner(*owner)).collect();
        let _ = writeln!(
            out,
            "routine at {}, {} bytes, {} constants: {}",
            routine.start,
            routine.block_len,
            routine.constants.len(),
            owners.join("; ")
        );
        list_routine(routine, &names, &mut out);
        out.push('\n');
    }
    out
}

fn list_routine(routine: &Disassembly, names: &Names<'_>, out: &mut String) {
    let mut faults = routine.faults.iter().peekable();
    let mut unreached = routine.unreached.iter().peekable();
    for (at, instruction) in &routine.code {
        while let Some(gap) = unreached.next_if(|gap| gap.start < *at) {
            let offset = routine.start + gap.start as usize;
            let _ = writeln!(out, "  {offset:6}  ... {} bytes not reached", gap.len());
        }
        let offset = routine.start + *at as usize;
        while let Some(fault) = faults.next_if(|fault| fault.offset < offset) {
            let _ = writeln!(out, "  {:6}  ! {}", fault.offset, fault.kind);
        }
        let mut bytes = Vec::new();
        instruction.encode(*at, &mut bytes);
        let mut hex: Vec<_> = bytes
            .iter()
            .take(SHOWN_BYTES)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        if bytes.len() > SHOWN_BYTES {
            hex.push("..".to_owned());
        }
        let (operands, named) = names.operands(routine, instruction);
        let line = format!(
            "  {offset:6}  {:<14}  {:<20} {operands}",
            hex.join(" "),
            instruction.opcode.name()
        );
        let _ = match named {
            Some(named) => writeln!(out, "{line:<54}; {named}"),
            None => writeln!(out, "{}", line.trim_end()),
        };
    }
    for gap in unreached {
        let offset = routine.start + gap.start as usize;
        let _ = writeln!(out, "  {offset:6}  ... {} bytes not reached", gap.len());
    }
    for fault in faults {
        let _ = writeln!(out, "  {:6}  ! {}", fault.offset, fault.kind);
    }
}

/// What the operands of an image's script name.
struct Names<'a> {
    image: &'a Image,
    tables: &'a Tables,
}

impl Names<'_> {
    fn owner(&self, owner: RoutineOwner) -> String {
        match owner {
            RoutineOwner::Part(index) => {
                format!("part {index} {}", self.part(index).unwrap_or_default())
            }
            RoutineOwner::Trigger(index) => {
                let condition = self.tables.triggers.get(index).map_or(0, |t| t.condition);
                let name = crate::catalogue::condition(condition).map_or("", |c| c.name.as_str());
                format!("trigger {index} ({name})")
            }
        }
    }

    fn text(&self, offset: Option<u16>) -> Option<String> {
        self.image
            .strings()
            .text(offset?)
            .map(|text| format!("{text:?}"))
    }

    fn ship(&self, index: usize) -> Option<String> {
        self.text(self.tables.ships.get(index).map(|ship| ship.name))
    }

    fn part(&self, index: usize) -> Option<String> {
        self.text(self.tables.parts.get(index).map(|part| part.name))
    }

    fn byte(&self, routine: &Disassembly, opcode: Opcode, byte: u8) -> Option<String> {
        let index = usize::from(byte);
        match opcode {
            Opcode::Command => command(byte).map(|command| command.name.clone()),
            Opcode::CallPart | Opcode::SpawnPart => self.part(index),
            Opcode::PushShip => self.ship(index),
            Opcode::PushFlightGroup => {
                self.text(self.tables.flight_groups.get(index).map(|group| group.name))
            }
            Opcode::PushGlobal | Opcode::SelectGlobal => {
                self.text(self.tables.globals.get(index).map(|global| global.name))
            }
            Opcode::PushArray | Opcode::SelectArray => variable(byte)?.name.clone(),
            Opcode::PushConstant => constant(routine, index),
            _ => None,
        }
    }

    /// The operands as written, and what they name.
    fn operands(&self, routine: &Disassembly, code: &Instruction) -> (String, Option<String>) {
        let place = |target: u32| routine.start + target as usize;
        match &code.operand {
            Operand::None => (String::new(), None),
            Operand::Byte(byte) => (byte.to_string(), self.byte(routine, code.opcode, *byte)),
            Operand::Wide(wide) => {
                let index = usize::from(*wide);
                let named = match code.opcode {
                    Opcode::PushShipWide => self.ship(index),
                    _ => constant(routine, index),
                };
                (wide.to_string(), named)
            }
            Operand::Component { ship, component } => (
                format!("{ship}, {component}"),
                self.ship(usize::from(*ship)),
            ),
            Operand::EventValue {
                condition: number,
                value,
                object,
            } => {
                let named = condition(*number).map(|condition| condition.name.clone());
                (format!("{number}, {value}, {object}"), named)
            }
            Operand::Target(target) => (format!("-> {}", place(*target)), None),
            Operand::Text(text) => {
                let text = text.strip_suffix(&[0]).unwrap_or(text);
                (format!("{:?}", decode(text)), None)
            }
            Operand::Arms { default, arms } => {
                let mut operands = format!("-> {}", place(*default));
                for arm in arms {
                    let target = arm.target.unwrap_or(*default);
                    let _ = write!(operands, " | below {} -> {}", arm.threshold, place(target));
                }
                (operands, None)
            }
        }
    }
}

fn constant(routine: &Disassembly, index: usize) -> Option<String> {
    Some(match routine.constants.get(index) {
        Some(value) if *value > 0x7FFF_FFFF => format!("= {value} (0x{value:X})"),
        Some(value) => format!("= {value}"),
        None => "past the constants".to_owned(),
    })
}
