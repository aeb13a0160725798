//! What each opcode does, in words.

use serde::Deserialize;

use super::table;
use crate::script::Opcode;

/// An opcode's row (`assets/tables/opcodes.yaml`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct OpcodeInfo {
    /// Its byte.
    pub opcode: u8,
    /// Its name; `None` for a slot without a handler.
    pub name: Option<String>,
    /// Fixed operand bytes behind the opcode.
    pub operand_bytes: Option<u8>,
    /// What it does.
    pub effect: String,
    /// The byte whose handler it shares.
    pub alias_of: Option<u8>,
    /// Whether control can come to the instruction behind it.
    pub falls_through: Option<bool>,
    /// Whether it carries out a statement, for the debugger's steps.
    pub starts_statement: bool,
}

/// The row of an opcode.
pub fn opcode_info(opcode: Opcode) -> Option<&'static OpcodeInfo> {
    all_slots().get(usize::from(opcode.byte()))
}

/// The rows of all 86 slots of the engine's handler table.
pub(crate) fn all_slots() -> &'static [OpcodeInfo] {
    #[derive(Default, Deserialize)]
    struct Document {
        opcodes: Vec<OpcodeInfo>,
    }
    table!("opcodes.yaml", Document, OpcodeInfo, |document| document
        .opcodes)
}
