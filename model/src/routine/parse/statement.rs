//! Statements.

use super::cursor::{Cursor, Parse};
use super::{Parser, expr, simple};
use crate::routine::ast::{
    Block, Branch, Call, Expr, ExprKind, Name, RandomArm, Statement, StatementKind, Store, StoreOp,
    Target,
};
use crate::routine::token::{Line, TokenKind};

impl<'a> Parser<'a> {
    /// The statement that starts on a line, with the lines that belong to it.
    pub(super) fn statement(&mut self, line: &'a Line) -> Vec<Statement> {
        let mut cursor = Cursor::new(self.text, line);
        let kind = match cursor.word() {
            Some("if") => self.if_statement(line, &mut cursor),
            Some("random") => self.random(line, &mut cursor),
            Some("either") => self.either(line, &mut cursor),
            Some("asm") => {
                cursor.next();
                self.header(&mut cursor, |_| Ok(()));
                StatementKind::Asm(self.asm_under(line))
            }
            Some(word @ ("else" | "or" | "below")) => {
                let opener = match word {
                    "else" => "an `if` or a `random` at the same place",
                    "or" => "an `either` at the same place",
                    _ => "a `random` above it, one level further out",
                };
                self.tell(
                    cursor.here(),
                    format!("`{word}` belongs to no block; it needs {opener}"),
                );
                // What is under it is read all the same.
                if self.peek().is_some_and(|next| next.indent > line.indent) {
                    return self.block_under(line).statements;
                }
                return Vec::new();
            }
            _ => {
                let kind = one_line(&mut cursor).and_then(|kind| {
                    cursor.finish()?;
                    Ok(kind)
                });
                match kind {
                    Ok(kind) => kind,
                    Err(problem) => {
                        self.problems.push(problem);
                        return Vec::new();
                    }
                }
            }
        };
        vec![simple(line, kind)]
    }

    fn if_statement(&mut self, line: &'a Line, cursor: &mut Cursor<'_>) -> StatementKind {
        let mut branches = Vec::new();
        cursor.next();
        let condition = self.condition(line, cursor);
        let block = self.block_under(line);
        branches.push(Branch {
            span: line.content(),
            condition,
            block,
        });
        let mut otherwise = None;
        while let Some(next) = self.follows(line.indent, "else") {
            self.at += 1;
            let mut cursor = Cursor::new(self.text, next);
            let at = cursor.here();
            cursor.next();
            if otherwise.is_some() {
                self.tell(at, "this `if` has an `else` already");
            }
            if cursor.eat_word("if") {
                let condition = self.condition(next, &mut cursor);
                let block = self.block_under(next);
                branches.push(Branch {
                    span: next.content(),
                    condition,
                    block,
                });
            } else {
                self.header(&mut cursor, |_| Ok(()));
                otherwise = Some(self.block_under(next));
            }
        }
        StatementKind::If {
            branches,
            otherwise,
        }
    }

    fn condition(&mut self, line: &Line, cursor: &mut Cursor<'_>) -> Expr {
        self.header(cursor, expr::expr).unwrap_or_else(|| Expr {
            span: line.content(),
            kind: ExprKind::Missing,
        })
    }

    fn random(&mut self, line: &'a Line, cursor: &mut Cursor<'_>) -> StatementKind {
        cursor.next();
        self.header(cursor, |_| Ok(()));
        let mut arms = Vec::new();
        let mut otherwise: Option<Block> = None;
        let first = self.peek().filter(|next| next.indent > line.indent);
        if first.is_none() {
            self.no_block(line);
        }
        let told = self.problems.len();
        while let Some(next) = self.peek().filter(|next| next.indent > line.indent) {
            self.at += 1;
            if first.is_some_and(|first| first.indent != next.indent) {
                self.misplaced(next);
            }
            let mut cursor = Cursor::new(self.text, next);
            let at = cursor.here();
            match cursor.word() {
                Some("below") => {
                    cursor.next();
                    if otherwise.is_some() {
                        self.tell(at, "`below` stands before the `else` of its `random`");
                    }
                    let below = self.header(&mut cursor, |cursor| cursor.byte("a threshold"));
                    let block = self.block_under(next);
                    let below = below.unwrap_or_default();
                    arms.push(RandomArm {
                        span: next.content(),
                        below,
                        block,
                    });
                }
                Some("else") => {
                    cursor.next();
                    if otherwise.is_some() {
                        self.tell(at, "this `random` has an `else` already");
                    }
                    self.header(&mut cursor, |_| Ok(()));
                    otherwise = Some(self.block_under(next));
                }
                _ => {
                    self.tell(
                        next.content(),
                        "under `random:` stand `below 30:` and the like, and at last `else:`",
                    );
                    if self.peek().is_some_and(|inner| inner.indent > next.indent) {
                        self.block_under(next);
                    }
                }
            }
        }
        if arms.is_empty() && first.is_some() && self.problems.len() == told {
            self.tell(
                line.content(),
                "this `random` has no arm such as `below 30:`",
            );
        }
        StatementKind::Random { arms, otherwise }
    }

    fn either(&mut self, line: &'a Line, cursor: &mut Cursor<'_>) -> StatementKind {
        cursor.next();
        self.header(cursor, |_| Ok(()));
        let mut blocks = vec![self.block_under(line)];
        while let Some(next) = self.follows(line.indent, "or") {
            self.at += 1;
            let mut cursor = Cursor::new(self.text, next);
            cursor.next();
            self.header(&mut cursor, |_| Ok(()));
            blocks.push(self.block_under(next));
        }
        if blocks.len() < 2 {
            self.tell(line.content(), "this `either` has no `or:`");
        }
        StatementKind::Either(blocks)
    }
}

/// A statement without a block.
fn one_line(cursor: &mut Cursor<'_>) -> Parse<StatementKind> {
    match cursor.word() {
        Some("yield") => {
            cursor.next();
            Ok(StatementKind::Yield)
        }
        Some("pass") => {
            cursor.next();
            Ok(StatementKind::Pass)
        }
        Some("return") => {
            cursor.next();
            let value = if cursor.is_at_end() {
                None
            } else {
                Some(expr::expr(cursor)?)
            };
            Ok(StatementKind::Return(value))
        }
        Some(word @ ("call" | "spawn")) => {
            cursor.next();
            let routine = cursor.reference("the routine")?;
            let arguments = if cursor.is_symbol("(") {
                expr::arguments(cursor)?
            } else {
                Vec::new()
            };
            Ok(StatementKind::Call(Call {
                spawn: word == "spawn",
                routine,
                arguments,
            }))
        }
        Some("flag") => {
            cursor.next();
            let variable = expr::variable(cursor)?;
            store(cursor, Target::Variable(variable))
        }
        Some("arg") => {
            cursor.next();
            let argument = expr::argument(cursor)?;
            store(cursor, Target::Argument(argument))
        }
        Some("local" | "event") => {
            cursor.problem("the values of an event can only be read; keep what changes in a global")
        }
        Some(_) => {
            let name = cursor.name(false)?;
            if name.prefix.is_none() && cursor.is_symbol("(") {
                Ok(StatementKind::Command(expr::invocation(cursor, name.id)?))
            } else {
                named(cursor, name)
            }
        }
        None if cursor
            .peek()
            .is_some_and(|token| token.kind == TokenKind::Unknown) =>
        {
            cursor.problem(format!("{} is no part of the language", cursor.shown()))
        }
        None => cursor.problem(format!("a statement cannot start with {}", cursor.shown())),
    }
}

/// What follows a name that starts a statement.
fn named(cursor: &mut Cursor<'_>, name: Name) -> Parse<StatementKind> {
    if cursor.is_symbol(":") {
        return cursor.problem(format!(
            "`{}:` opens no block; `if`, `else`, `random`, `below`, `either`, `or` and `asm` do",
            name.id.text
        ));
    }
    if operator(cursor).is_none() {
        return cursor.problem(format!(
            "after `{}`, `(…)` makes a command and `=` gives a global a value; {} does neither",
            name.id.text,
            cursor.shown()
        ));
    }
    store(cursor, Target::Global(name))
}

fn operator(cursor: &Cursor<'_>) -> Option<StoreOp> {
    let symbol = cursor.symbol()?;
    StoreOp::ALL
        .iter()
        .copied()
        .find(|operator| operator.symbol() == symbol)
}

fn store(cursor: &mut Cursor<'_>, target: Target) -> Parse<StatementKind> {
    let Some(operator) = operator(cursor) else {
        if cursor.is_symbol("==") {
            return cursor.problem("`==` compares; `=` gives a value");
        }
        return cursor.problem(format!(
            "`=`, `+=`, `-=`, `*=` or `/=` is missing, before {}",
            cursor.shown()
        ));
    };
    cursor.next();
    let value = expr::expr(cursor)?;
    Ok(StatementKind::Store(Store {
        target,
        operator,
        value,
    }))
}
