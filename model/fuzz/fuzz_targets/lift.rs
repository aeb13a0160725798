//! Any bytes as a routine: its text gives the block back byte for byte, apart from its padding, or it
//! is told what of it does not come back.
#![no_main]

#[path = "../example.rs"]
mod example;

use formats::script::{assemble, disassemble};
use libfuzzer_sys::fuzz_target;
use model::routine::{Scope, lift, lower};
use model::{AnyId, Collection};

fuzz_target!(|input: (bool, &[u8])| {
    let (framed, data) = input;
    // Most bytes are no block; so they are put into one, with some of them as its constants.
    let bytes = if framed {
        let code = data.len() - data.len() / 4;
        let block_len = (code + 2).next_multiple_of(4);
        let mut bytes = (block_len as u16).to_le_bytes().to_vec();
        bytes.extend(&data[..code]);
        bytes.resize(block_len, 0);
        bytes.extend(&data[code..]);
        bytes.resize(bytes.len().next_multiple_of(8) + block_len % 8, 0);
        bytes
    } else {
        data.to_vec()
    };
    if bytes.len() > 60_000 {
        return;
    }
    let scope = Scope {
        mission: &example::MISSION,
        owner: Some(AnyId {
            collection: Collection::Routines,
            id: "with_arguments".into(),
        }),
        object_ids: &example::OBJECT_IDS,
    };
    let routine = disassemble(&bytes, 0, bytes.len());
    let lifted = lift(&routine, &bytes, &scope);
    let lowered = lower(&lifted.body, &scope);
    assert!(
        !lowered.is_broken(),
        "{:?}\n{}",
        lowered.diagnostics,
        lifted.body.text
    );
    let again = assemble(&lowered.items, &lifted.body.constants);
    let again = again.unwrap_or_else(|error| panic!("{error}\n{}", lifted.body.text));
    let whole =
        routine.block_len > 2 && routine.block_len % 4 == 0 && routine.block_len <= bytes.len();
    if whole {
        assert_eq!(again.block_len, routine.block_len, "{}", lifted.body.text);
        assert_eq!(again.constants, routine.constants, "{}", lifted.body.text);
        let code = match routine.padding.end as usize {
            end if end == routine.block_len => routine.padding.start as usize,
            _ => routine.block_len,
        };
        assert_eq!(again.bytes[..code], bytes[..code], "{}", lifted.body.text);
    } else {
        assert!(lifted.problem.is_some());
    }
    // Lifting is settled: the text's own bytes come back, apart from what they have as padding.
    let settled = disassemble(&again.bytes, 0, again.bytes.len());
    let twice = lift(&settled, &again.bytes, &scope);
    let lowered = lower(&twice.body, &scope);
    let mut last = assemble(&lowered.items, &twice.body.constants).unwrap();
    let padding = settled.padding.start as usize..settled.padding.end as usize;
    if let (Some(ours), Some(theirs)) = (
        last.bytes.get_mut(padding.clone()),
        again.bytes.get(padding),
    ) {
        ours.copy_from_slice(theirs);
    }
    assert_eq!(
        last.bytes, again.bytes,
        "{}\n---\n{}",
        lifted.body.text, twice.body.text
    );
});
