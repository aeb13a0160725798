//! Single expressions, as breakpoints have them.

use formats::script::{Opcode, disassemble};
use model::Collection;
use model::routine::compile_expression;

use crate::fixture::fixture;

fn opcodes(text: &str) -> Vec<Opcode> {
    let fixture = fixture().of(Collection::Routines, "approach");
    let bytes = compile_expression(text, &fixture.scope()).unwrap();
    disassemble(&bytes, 0, bytes.len())
        .code
        .into_iter()
        .map(|(_, instruction)| instruction.opcode)
        .collect()
}

#[test]
fn an_expression_is_a_block_that_returns_it() {
    assert_eq!(
        opcodes("score == 3"),
        [
            Opcode::PushGlobal,
            Opcode::PushByte,
            Opcode::Equal,
            Opcode::Return
        ]
    );
    assert_eq!(
        opcodes("  flag[9] > score and 1 == 1"),
        [
            Opcode::PushArray,
            Opcode::PushGlobal,
            Opcode::Greater,
            Opcode::PushByte,
            Opcode::PushByte,
            Opcode::Equal,
            Opcode::LogicalAnd,
            Opcode::Return
        ]
    );
}

#[test]
fn what_is_no_expression_is_told_with_its_place() {
    let fixture = fixture().of(Collection::Routines, "approach");
    for (text, span, piece) in [
        ("", 0..0, "nothing to work out"),
        ("score ==", 8..8, "a value is missing"),
        (" nowhere == 1", 1..8, "nowhere"),
        ("score = 1", 6..7, "more than fits"),
        ("score\nscore", 0..11, "one line"),
        ("Wait(5) == 1", 0..12, "cannot run a command"),
    ] {
        let errors = compile_expression(text, &fixture.scope()).unwrap_err();
        assert!(
            errors[0].message.contains(piece),
            "{text:?}: {}",
            errors[0].message
        );
        assert_eq!(errors[0].place.span, Some(span), "{text:?}");
    }
}
