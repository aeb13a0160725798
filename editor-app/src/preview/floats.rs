//! Which values a script takes for floats: those that its float stores change (script-vm V46), whose
//! dwords are the bits of an f32.

use std::collections::BTreeSet;

use formats::SectionId;
use formats::script::{Instruction, Opcode, Operand};

use super::Preview;

/// Values that hold the bits of an f32.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Floats {
    /// Globals, by their numbers.
    pub globals: BTreeSet<u8>,
    /// Game variables, by their numbers.
    pub variables: BTreeSet<u8>,
}

impl Preview {
    /// What the script that runs takes for floats.
    pub fn floats(&self) -> Floats {
        let mut floats = Floats::default();
        let Some(running) = &self.worker else {
            return floats;
        };
        let script = running.image.counted(SectionId::Script);
        // The last target that a statement selected (script-vm V39); each statement selects its own.
        let mut target = None;
        for mapped in &running.source_map.instructions {
            let at = mapped.bytes.start;
            let Ok(instruction) = Instruction::decode(script, at, script.len()) else {
                continue;
            };
            match (instruction.opcode, &instruction.operand) {
                (Opcode::SelectGlobal | Opcode::SelectArray, Operand::Byte(number)) => {
                    target = Some((instruction.opcode, *number));
                }
                (Opcode::SelectArgument, _) => target = None,
                (
                    Opcode::AddAssignF
                    | Opcode::SubAssignF
                    | Opcode::MulAssignF
                    | Opcode::DivAssignF,
                    _,
                ) => match target {
                    Some((Opcode::SelectGlobal, global)) => {
                        floats.globals.insert(global);
                    }
                    Some((_, variable)) => {
                        floats.variables.insert(variable);
                    }
                    None => {}
                },
                _ => {}
            }
        }
        floats
    }
}

/// The float whose bits a dword is, with its point: `3.0`.
pub fn float_text(value: u32) -> String {
    format!("{:?}", f32::from_bits(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_read_as_the_float_that_they_are() {
        assert_eq!(float_text(0x4040_0000), "3.0");
        assert_eq!(float_text(0xC0B0_0000), "-5.5");
        assert_eq!(float_text(0), "0.0");
    }
}
