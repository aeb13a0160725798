//! Any bytes as a script: instructions come back as the bytes that they were read from, and a routine
//! without faults comes back whole.
#![no_main]

use std::collections::BTreeSet;

use formats::script::{Arm, Disassembly, Instruction, Item, Label, Operand, assemble, disassemble};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (start, script) = input;
    let start = usize::from(start % 8);
    let routine = disassemble(script, start, script.len());
    let block = script.get(start..).unwrap_or_default();
    let mut end_before = 0;
    for (at, instruction) in &routine.code {
        let mut bytes = Vec::new();
        instruction.encode(*at, &mut bytes).unwrap();
        assert_eq!(bytes.len(), instruction.size());
        let stored = *at as usize..*at as usize + bytes.len();
        assert!(stored.end <= routine.block_len);
        assert_eq!(block[stored], bytes);
        assert!(*at >= end_before, "in order, each once");
        end_before = at + 1;
    }
    for fault in &routine.faults {
        assert!((start..=script.len()).contains(&fault.offset), "{fault}");
    }
    if !routine.is_broken() && routine.unreached.is_empty() && routine.block_len % 4 == 0 {
        let again = assemble(&items(&routine), &routine.constants).unwrap();
        let code = routine.padding.start as usize;
        assert_eq!(again.code_len, code);
        assert_eq!(again.block_len, routine.block_len);
        assert_eq!(again.bytes[..code], block[..code]);
        assert_eq!(again.constants, routine.constants);
        // Nor does reading that again find anything else.
        let reread = disassemble(&again.bytes, 0, again.bytes.len());
        assert_eq!(reread.code, routine.code);
    }
});

/// What the routine is assembled from: its instructions, with labels where they lead.
fn items(routine: &Disassembly) -> Vec<Item> {
    let code = routine.code.iter();
    let places: BTreeSet<u32> = code.flat_map(|(_, code)| code.targets().copied()).collect();
    let mut items = Vec::new();
    for (at, instruction) in &routine.code {
        if places.contains(at) {
            items.push(Item::Label(Label(*at)));
        }
        items.push(Item::Code(labelled(instruction)));
    }
    // Control may fall off the block's very end.
    let end = routine.padding.start;
    if routine.code.iter().all(|(at, _)| *at != end) && places.contains(&end) {
        items.push(Item::Label(Label(end)));
    }
    items
}

fn labelled(instruction: &Instruction) -> Instruction<Label> {
    let operand = match instruction.operand.clone() {
        Operand::None => Operand::None,
        Operand::Byte(byte) => Operand::Byte(byte),
        Operand::Component { ship, component } => Operand::Component { ship, component },
        Operand::EventValue {
            condition,
            value,
            object,
        } => Operand::EventValue {
            condition,
            value,
            object,
        },
        Operand::Wide(value) => Operand::Wide(value),
        Operand::Text(text) => Operand::Text(text),
        Operand::Target(target) => Operand::Target(Label(target)),
        Operand::Arms { default, arms } => Operand::Arms {
            default: Label(default),
            arms: arms.into_iter().map(labelled_arm).collect(),
        },
    };
    Instruction {
        opcode: instruction.opcode,
        operand,
    }
}

fn labelled_arm(arm: Arm) -> Arm<Label> {
    Arm {
        target: arm.target.map(Label),
        threshold: arm.threshold,
        unread: arm.unread,
    }
}
