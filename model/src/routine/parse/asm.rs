//! Lines of an `asm:` block.

use formats::catalogue::closest;
use formats::script::{Opcode, Shape};

use super::SyntaxProblem;
use super::cursor::{Cursor, Parse};
use crate::routine::ast::{AsmArm, AsmKind, AsmOperand, AsmValue, Name, Word};
use crate::routine::token::TokenKind;

/// Word for the place that a random branch leads to if no arm wins.
pub(crate) const DEFAULT_ARM: &str = "default";
/// The line that writes bytes as they are.
pub(crate) const BYTES: &str = "bytes";

/// A label, an instruction, or bytes.
pub(super) fn line(cursor: &mut Cursor<'_>) -> Parse<AsmKind> {
    let word = cursor.any_word("an instruction or a label")?;
    if cursor.eat(":") {
        if word.text == DEFAULT_ARM {
            let message = format!("no label can be called `{DEFAULT_ARM}`, which arms can lead to");
            return Err(SyntaxProblem {
                span: word.span,
                message,
            });
        }
        return Ok(AsmKind::Label(word));
    }
    if word.text == BYTES {
        return Ok(AsmKind::Bytes(hex_bytes(cursor)?));
    }
    let Some(opcode) = Opcode::from_name(&word.text) else {
        return Err(unknown(&word));
    };
    Ok(AsmKind::Code(opcode, operand(cursor, opcode)?))
}

fn unknown(word: &Word) -> SyntaxProblem {
    let names = Opcode::ALL
        .iter()
        .map(|opcode| opcode.name())
        .chain([BYTES]);
    let message = match closest(&word.text, names) {
        Some(near) => format!("`{}` is no instruction; `{near}` is", word.text),
        None => format!("`{}` is no instruction", word.text),
    };
    SyntaxProblem {
        span: word.span.clone(),
        message,
    }
}

fn operand(cursor: &mut Cursor<'_>, opcode: Opcode) -> Parse<AsmOperand> {
    match opcode.shape() {
        Shape::None => Ok(AsmOperand::None),
        Shape::Byte | Shape::Wide => {
            if let Some(token) = cursor.peek()
                && token.kind == TokenKind::Index
            {
                cursor.next();
                let digits = cursor.text_of(token).trim_start_matches('#');
                return match digits.parse() {
                    Ok(index) => Ok(AsmOperand::Index(token.span.clone(), index)),
                    Err(_) => Err(SyntaxProblem {
                        span: token.span.clone(),
                        message: format!("{digits} is past any constant table"),
                    }),
                };
            }
            if opcode == Opcode::PushConstantWide {
                return cursor.problem(
                    "`push_constant_wide` takes an index into the constant table, such as `#300`; \
                     `push_constant` takes the number itself and goes wide where it has to",
                );
            }
            Ok(AsmOperand::Value(value(cursor, "the operand")?))
        }
        Shape::Component => {
            let ship = value(cursor, "the ship")?;
            cursor.expect(",", "behind the ship")?;
            Ok(AsmOperand::Component(ship, cursor.byte("the component")?))
        }
        Shape::EventValue => {
            let condition = value(cursor, "the condition")?;
            cursor.expect(",", "behind the condition")?;
            let place = cursor.byte("the place of the event's value")?;
            cursor.expect(",", "behind the value's place")?;
            let object = value(cursor, "the object")?;
            Ok(AsmOperand::EventValue(condition, place, object))
        }
        Shape::Displacement => Ok(AsmOperand::Target(cursor.any_word("a label")?)),
        Shape::Text => {
            if cursor.eat_word("hex") {
                return Ok(AsmOperand::Text(hex_bytes(cursor)?));
            }
            let (_, mut bytes) = cursor.quoted()?;
            bytes.push(0);
            Ok(AsmOperand::Text(bytes))
        }
        Shape::Arms => {
            let default = cursor.any_word("the label that it leads to if no arm wins")?;
            let mut arms = Vec::new();
            while cursor.eat(",") {
                arms.push(arm(cursor)?);
            }
            Ok(AsmOperand::Arms(default, arms))
        }
    }
}

fn arm(cursor: &mut Cursor<'_>) -> Parse<AsmArm> {
    let target = cursor.any_word("the label of an arm, or `default`")?;
    let target = (target.text != DEFAULT_ARM).then_some(target);
    if !cursor.eat_word("below") {
        return cursor.problem(format!("`below` is missing, before {}", cursor.shown()));
    }
    let threshold = cursor.byte("the arm's threshold")?;
    let unread = if cursor.eat_word("extra") {
        cursor.byte("the arm's last byte")?
    } else {
        0
    };
    Ok(AsmArm {
        target,
        threshold,
        unread,
    })
}

fn value(cursor: &mut Cursor<'_>, what: &str) -> Parse<AsmValue> {
    match cursor.peek().map(|token| token.kind) {
        Some(TokenKind::Text) => {
            let (span, bytes) = cursor.quoted()?;
            Ok(AsmValue::Quoted(span, bytes))
        }
        Some(TokenKind::Name) => {
            let name: Name = cursor.name(true)?;
            Ok(AsmValue::Name(name))
        }
        _ => {
            let (span, number) = cursor.index(what)?;
            Ok(AsmValue::Number(span, number))
        }
    }
}

/// Pairs of hexadecimal digits up to the line's end.
fn hex_bytes(cursor: &mut Cursor<'_>) -> Parse<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(token) = cursor.peek() {
        let digits = cursor.text_of(token);
        let plain = digits.len() == 2 && digits.chars().all(|c| c.is_ascii_hexdigit());
        match u8::from_str_radix(digits, 16) {
            Ok(byte) if plain => bytes.push(byte),
            _ => {
                return cursor.problem(format!(
                    "`{digits}` is no byte; bytes are two hexadecimal digits each, with spaces \
                     between them"
                ));
            }
        }
        cursor.next();
    }
    Ok(bytes)
}
