//! Blocks of instructions: every opcode, every shape, and bytes that are none.

use formats::script::{Opcode, Shape, disassemble};
use model::{Body, CodeStyle};

use crate::fixture::{fixture, hex, shown};

/// Checks the code of an `asm:` block, and that its bytes come back.
fn check(lines: &str, code: &str, constants: &[u32]) {
    let fixture = fixture();
    let text: String = lines
        .lines()
        .map(|line| format!("    {}\n", line.trim()))
        .collect();
    let text = format!("asm:\n{text}");
    let assembled = fixture.assemble(&text, CodeStyle::Shipped);
    assert_eq!(
        shown(&assembled.bytes[2..assembled.code_len]),
        shown(&hex(code)),
        "{text}"
    );
    assert_eq!(assembled.constants, constants, "{text}");
    let lifted = fixture.lift(&assembled.bytes);
    let again = fixture.assemble_body(&lifted.body);
    let padding = disassemble(&assembled.bytes, 0, assembled.bytes.len())
        .padding
        .start as usize;
    assert_eq!(
        again.bytes[..padding],
        assembled.bytes[..padding],
        "{}",
        lifted.body.text
    );
}

#[test]
fn every_opcode() {
    for &opcode in Opcode::ALL {
        let (operand, bytes) = match opcode.shape() {
            Shape::None => ("", ""),
            Shape::Byte if opcode == Opcode::PushConstant => ("#0", "00"),
            Shape::Byte => ("200", "C8"),
            Shape::Component => ("3, 4", "03 04"),
            Shape::EventValue => ("1, 2, 3", "01 02 03"),
            Shape::Wide if opcode == Opcode::PushConstantWide => ("#0", "00 00"),
            Shape::Wide => ("259", "01 03"),
            Shape::Displacement => ("end", "00 02"),
            Shape::Text => ("\"hi\"", "04 68 69 00"),
            Shape::Arms => ("end", "00 00 04"),
        };
        let lines = format!("{} {operand}\nend:\npush_byte 1\nreturn", opcode.name());
        let code = format!("{:02X} {bytes} END", opcode.byte());
        check(&lines, &code, &[]);
    }
}

#[test]
fn operands_by_name() {
    for (line, code) in [
        ("command SetAI", "21 0B"),
        ("command 11", "21 0B"),
        ("call_part go_home", "22 02"),
        ("call_part \"Chatter\"", "22 03"),
        ("spawn_part routine:else", "4D 04"),
        ("spawn_part else", "4D 04"),
        ("push_array countdown", "26 21"),
        ("select_array 7", "3F 07"),
        ("push_global score", "27 01"),
        ("select_global global:player", "40 03"),
        ("push_ship reliant", "2C 04"),
        ("push_ship \"Wolf 1\"", "2C 02"),
        ("push_ship if", "2C 06"),
        ("push_ship_wide reliant", "52 00 04"),
        ("push_flight_group alpha", "2D 02"),
        ("push_squad alpha", "44 02"),
        ("push_curve alpha", "49 01"),
        ("push_component reliant, 3", "47 04 03"),
        ("push_component_alt reliant, 3", "55 04 03"),
        ("push_event_value ShotAt, 0, reliant", "4B 00 00 04"),
        ("push_event_value Destroyed, 1, group:alpha", "4B 01 01 0C"),
        ("push_byte_alt 0x10", "2E 10"),
        ("push_string hex 41 42", "2A 03 41 42"),
        ("push_string hex", "2A 01"),
        ("push_string_alt \"\\xFF\"", "2B 03 FF 00"),
        ("bytes 00 01 FF", "00 01 FF"),
    ] {
        let lines = format!("jump over\n{line}\nover:\npush_byte 1\nreturn");
        let size = hex(code).len() as u16;
        let code = format!("42 {} {code} END", shown(&(size + 2).to_be_bytes()));
        check(&lines, &code, &[]);
    }
}

#[test]
fn constants_by_value_and_by_index() {
    check(
        "push_constant 7\npush_constant 9\npush_constant 7\npush_constant #1\npush_constant_wide #0\n\
         return",
        "28 00 28 01 28 00 28 01 29 00 00 43",
        &[7, 9],
    );
}

#[test]
fn branches() {
    check(
        "random_branch b, a below 30, default below 60 extra 5\na:\npush_byte 2\nreturn\nb:\n\
         push_byte 1\nreturn",
        "51 02 00 0F 00 0C 1E 00 FF FF 3C 05 32 02 43 END",
        &[],
    );
}

/// An `asm:` block among statements falls through to them, and its labels are its own.
#[test]
fn among_statements() {
    let text = "\
score = 1
asm:
    push_global score
    branch_if_zero skip
    nop
    skip:
    nop
asm:
    jump skip
    skip:
    nop
yield
";
    let assembled = fixture().assemble(text, CodeStyle::Shipped);
    assert_eq!(
        shown(&assembled.bytes[2..assembled.code_len]),
        shown(&hex(
            "40 01 28 00 16 27 01 23 00 03 53 53 42 00 02 53 21 17 END"
        ))
    );
    // One that leaves at the end of the routine gets nothing behind it.
    for style in [CodeStyle::Shipped, CodeStyle::Rules] {
        let text = "yield\nasm:\n    push_byte 2\n    return\n";
        let assembled = fixture().assemble(text, style);
        let code = &assembled.bytes[2..assembled.code_len];
        assert_eq!(shown(code), shown(&hex("21 17 32 02 43")));
        let text = "asm:\n    nop\n    push_byte 2\nyield\n";
        let assembled = fixture().assemble(text, style);
        let code = &assembled.bytes[2..assembled.code_len];
        assert_eq!(shown(code), shown(&hex("53 32 02 21 17 END")));
    }
}

/// Shipped slack and other oddities stay as they are, with the reason.
#[test]
fn what_has_no_words_stays_instructions() {
    let fixture = fixture();
    for (bytes, reason, text) in [
        // Slack behind a random branch (dte-format 4.3).
        (
            "14 00 51 01 00 0C 00 0C 32 00 AA BB CC DD 32 01 43 00 00 00",
            "some of its bytes are never reached",
            "asm:\n    random_branch L14, L14 below 50\n    bytes AA BB CC DD\n    L14:\n    \
             push_byte 1\n    return\n",
        ),
        // A constant in the second place that holds its value.
        (
            "08 00 28 01 43 00 00 00 07 00 00 00 07 00 00 00",
            "its text gives other bytes",
            "asm:\n    push_constant #1\n    return\n",
        ),
        // A text without its end.
        (
            "0C 00 2A 03 41 42 21 0A 32 01 43 00",
            "a text does not end in a NUL",
            "asm:\n    push_string hex 41 42\n    command PrintDebugMessage\n    push_byte 1\n    \
             return\n",
        ),
        // Two instructions that share a byte: the second is bytes, and so is what leads to it.
        (
            "0C 00 48 24 00 04 2A 03 43 00 43 00",
            "shares bytes with the instruction before it",
            "asm:\n    push_null\n    bytes 24 00 04\n    push_string \"C\"\n    return\n",
        ),
        // A branch out of the block, and no opcode.
        (
            "08 00 42 00 09 00 00 00",
            "leads outside its block",
            "asm:\n    bytes 42 00 09\n",
        ),
        (
            "08 00 48 08 00 01 02 03",
            "is no opcode",
            "asm:\n    push_null\n    bytes 08 00 01 02 03\n",
        ),
        // A random branch to itself, which never ends.
        (
            "08 00 51 00 00 00 00 00",
            "does not end in a return",
            "asm:\n    L2:\n    bytes 51 00 00 00\n",
        ),
        // Control runs off the end, past the padding.
        (
            "08 00 48 24 00 04 53 53",
            "falls off",
            "asm:\n    push_null\n    branch_if_zero_alt L8\n    nop\n    nop\n    L8:\n",
        ),
    ] {
        let stored = hex(bytes);
        let lifted = fixture.lift(&stored);
        let problem = lifted.problem.clone().unwrap_or_default();
        assert!(
            problem.contains(reason),
            "{bytes}\n{problem}\n{}",
            lifted.body.text
        );
        assert_eq!(lifted.body.text, text, "{bytes}");
        assert_eq!(
            shown(&fixture.assemble_body(&lifted.body).bytes),
            shown(&stored)
        );
    }
}

/// A statement that the language has no words for does not cost the rest theirs.
#[test]
fn one_odd_statement_among_others() {
    let fixture = fixture();
    // StartDirectorCam with four arguments for five, as in mission 801; then a `nop`.
    let stored = hex(
        "1C 00 21 17 49 00 48 28 00 48 21 10 27 01 24 00 06 53 42 00 04 22 02 END 00 00 | \
         05 00 00 00 00 00 00 00",
    );
    let lifted = fixture.lift(&stored);
    expect_test::expect![[r#"
        yield
        asm:
            push_curve flyby
            push_null
            push_constant 5
            push_null
            command StartDirectorCam
        if score:
            asm:
                nop
        else:
            call go_home
    "#]]
    .assert_eq(&lifted.body.text);
    assert_eq!(
        shown(&fixture.assemble_body(&lifted.body).bytes),
        shown(&stored)
    );
}

/// The order of the shipped tables need not be ours (dte-format 4.5).
#[test]
fn a_table_in_another_order_is_kept() {
    let fixture = fixture();
    let stored = hex("10 00 28 01 21 05 28 00 21 05 32 01 43 00 00 00 07 00 00 00 05 00 00 00");
    let lifted = fixture.lift(&stored);
    assert_eq!(lifted.body.text, "Wait(5)\nWait(7)\n");
    assert_eq!(lifted.body.constants, [7, 5]);
    assert_eq!(lifted.problem, None);
    assert_eq!(fixture.assemble_body(&lifted.body).bytes, stored);
}

/// A length word that leaves no block keeps what follows it, and says so.
#[test]
fn a_block_without_a_length() {
    let fixture = fixture();
    for bytes in [
        "00 00 32 01",
        "FF 00 32 01 43",
        "07 00 32 01 43 00 00",
        "01",
    ] {
        let stored = hex(bytes);
        let lifted = fixture.lift(&stored);
        let problem = lifted.problem.unwrap();
        assert!(problem.contains("length word"), "{problem}");
        let again = fixture.assemble_body(&lifted.body).bytes;
        let kept = stored.get(2..).unwrap_or_default();
        assert_eq!(&again[2..2 + kept.len()], kept, "{bytes}");
    }
}

#[test]
fn a_body_that_is_one_block_of_instructions_is_the_whole_routine() {
    let fixture = fixture();
    let body = Body::new("# nothing is added\nasm:\n    nop\n    nop\n");
    assert_eq!(fixture.assemble_body(&body).bytes, hex("04 00 53 53"));
}
