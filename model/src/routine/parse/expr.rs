//! Expressions.

use super::cursor::{Cursor, Parse};
use crate::routine::ast::{
    BinaryOp, Expr, ExprKind, Invocation, Last, Object, Reference, Selector, Word,
};
use crate::routine::token::TokenKind;

/// An expression: operators of all precedences.
pub(super) fn expr(cursor: &mut Cursor<'_>) -> Parse<Expr> {
    binary(cursor, 0)
}

/// An expression whose operators bind at least as closely as `least`.
fn binary(cursor: &mut Cursor<'_>, least: u8) -> Parse<Expr> {
    let start = cursor.here().start;
    let mut left = primary(cursor)?;
    let mut compared = false;
    while let Some((operator, tokens)) = operator(cursor) {
        let precedence = operator.precedence();
        if precedence < least {
            break;
        }
        if precedence == BinaryOp::COMPARISON && compared {
            return cursor.problem(
                "one comparison follows another; put one of them in brackets, or join two with \
                 `and`",
            );
        }
        compared = precedence == BinaryOp::COMPARISON;
        cursor.count_operator()?;
        for _ in 0..tokens {
            cursor.next();
        }
        let right = binary(cursor, precedence + 1)?;
        let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
        left = Expr {
            span: cursor.since(start),
            kind,
        };
    }
    Ok(left)
}

/// The operator that comes next, and of how many tokens it is.
fn operator(cursor: &Cursor<'_>) -> Option<(BinaryOp, usize)> {
    let written = match cursor.word() {
        Some("not") if cursor.word_at(1) == Some("in") => return Some((BinaryOp::NotIn, 2)),
        Some(word) => word,
        None => cursor.symbol()?,
    };
    let found = BinaryOp::ALL
        .iter()
        .find(|operator| operator.symbol() == written)?;
    Some((*found, 1))
}

fn primary(cursor: &mut Cursor<'_>) -> Parse<Expr> {
    let start = cursor.here().start;
    let kind = primary_kind(cursor)?;
    Ok(Expr {
        span: cursor.since(start),
        kind,
    })
}

fn primary_kind(cursor: &mut Cursor<'_>) -> Parse<ExprKind> {
    if cursor.is_number() {
        return Ok(ExprKind::Number(cursor.number("a number")?.1));
    }
    if cursor.eat("(") {
        cursor.enter()?;
        let inner = expr(cursor)?;
        cursor.expect(")", "behind the expression")?;
        cursor.leave();
        return Ok(inner.kind);
    }
    match cursor.peek().map(|token| token.kind) {
        Some(TokenKind::Text) => {
            let (span, bytes) = cursor.quoted()?;
            component(cursor, Reference::Quoted(span, bytes))
        }
        Some(TokenKind::Name) => word(cursor),
        Some(TokenKind::Unknown) => {
            cursor.problem(format!("{} is no part of the language", cursor.shown()))
        }
        _ => cursor.problem(format!("a value is missing, before {}", cursor.shown())),
    }
}

/// What starts with a name or a keyword.
fn word(cursor: &mut Cursor<'_>) -> Parse<ExprKind> {
    let plain = match cursor.word() {
        Some("true") => Some(ExprKind::Bool(true)),
        Some("false") => Some(ExprKind::Bool(false)),
        Some("null") => Some(ExprKind::Null),
        Some("result") => Some(ExprKind::Result),
        _ => None,
    };
    if let Some(kind) = plain {
        cursor.next();
        return Ok(kind);
    }
    match cursor.word() {
        Some("event") => {
            cursor.next();
            cursor.expect(".", "behind `event`")?;
            Ok(ExprKind::Event(
                cursor.any_word("the label of a value of the event")?,
            ))
        }
        Some("flag") => {
            cursor.next();
            Ok(ExprKind::Variable(variable(cursor)?))
        }
        Some("arg") => {
            cursor.next();
            Ok(ExprKind::Argument(argument(cursor)?))
        }
        Some("local") => {
            cursor.next();
            cursor.expect("[", "behind `local`")?;
            let (_, index) = cursor.index("the number of a local")?;
            cursor.expect("]", "behind the local's number")?;
            Ok(ExprKind::Local(index))
        }
        Some("percent") => {
            cursor.next();
            cursor.expect("(", "behind `percent`")?;
            cursor.enter()?;
            let value = expr(cursor)?;
            cursor.expect(",", "behind the value")?;
            let (_, hundredths) = cursor.index("the percentage")?;
            cursor.expect(")", "behind the percentage")?;
            cursor.leave();
            Ok(ExprKind::Percent(Box::new(value), hundredths))
        }
        Some("last") => {
            cursor.next();
            Ok(ExprKind::Last(Box::new(last(cursor)?)))
        }
        Some("not") => cursor.problem(
            "`not` stands only before `in`; to ask whether a value is false, compare it with 0",
        ),
        _ if cursor.is_symbol_at(1, "(") => {
            let name = cursor.name(false)?;
            Ok(ExprKind::Command(invocation(cursor, name.id)?))
        }
        _ => {
            let name = cursor.name(false)?;
            component(cursor, Reference::Name(name))
        }
    }
}

/// A record, or a component of it.
fn component(cursor: &mut Cursor<'_>, owner: Reference) -> Parse<ExprKind> {
    if !cursor.eat(".") {
        return Ok(match owner {
            Reference::Name(name) => ExprKind::Name(name),
            Reference::Quoted(_, bytes) => ExprKind::Text(bytes),
        });
    }
    if cursor.word() != Some("component") {
        return cursor.problem("only `.component(…)` can follow the name of a ship");
    }
    cursor.next();
    cursor.expect("(", "behind `component`")?;
    let (_, index) = cursor.index("the number of a component")?;
    cursor.expect(")", "behind the component's number")?;
    Ok(ExprKind::Component(owner, index))
}

/// `[…]` behind `flag`.
pub(super) fn variable(cursor: &mut Cursor<'_>) -> Parse<Selector> {
    cursor.expect("[", "behind `flag`")?;
    let selector = cursor.selector("the name or number of a variable of the game")?;
    cursor.expect("]", "behind the variable")?;
    Ok(selector)
}

/// `.name` or `[0]` behind `arg`.
pub(super) fn argument(cursor: &mut Cursor<'_>) -> Parse<Selector> {
    if cursor.eat(".") {
        return Ok(Selector::Name(cursor.any_word("the name of an argument")?));
    }
    cursor.expect("[", "or `.` behind `arg`")?;
    let (span, index) = cursor.index("the number of an argument")?;
    cursor.expect("]", "behind the argument's number")?;
    Ok(Selector::Number(span, index))
}

fn last(cursor: &mut Cursor<'_>) -> Parse<Last> {
    cursor.expect("(", "behind `last`")?;
    let condition = cursor.selector("a condition such as `ShotAt`")?;
    cursor.expect(".", "behind the condition")?;
    let value = cursor.selector("the label of a value of the event")?;
    cursor.expect(",", "behind the event's value")?;
    let object = if cursor.is_number() {
        let (span, id) = cursor.index("an object ID")?;
        Object::Id(span, id)
    } else {
        Object::Record(cursor.reference("a ship, flight group or squad")?)
    };
    cursor.expect(")", "behind the object")?;
    Ok(Last {
        condition,
        value,
        object,
    })
}

/// A command's arguments, behind its name.
pub(super) fn invocation(cursor: &mut Cursor<'_>, command: Word) -> Parse<Invocation> {
    Ok(Invocation {
        command,
        arguments: arguments(cursor)?,
    })
}

/// Arguments in brackets.
pub(super) fn arguments(cursor: &mut Cursor<'_>) -> Parse<Vec<Expr>> {
    cursor.expect("(", "before the arguments")?;
    cursor.enter()?;
    let mut arguments = Vec::new();
    if !cursor.eat(")") {
        loop {
            arguments.push(expr(cursor)?);
            if cursor.eat(")") {
                break;
            }
            if !cursor.eat(",") {
                return cursor.problem(format!(
                    "`,` or `)` is missing behind the argument, before {}",
                    cursor.shown()
                ));
            }
        }
    }
    cursor.leave();
    Ok(arguments)
}
