//! From instructions to statements: the forward-only branches of each style, read back.
//!
//! A region is a run of instructions that control enters at its start. What may lead out of it is
//! known: its end, the jump that ends a block before an `else`, and the routine's own end.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use formats::catalogue::command;
use formats::script::{Disassembly, Instruction, Opcode, Operand};

use super::Refusal;
use super::value::{Value, ValueKind, Wording, is_operator, pushed, variable};
use crate::Collection;
use crate::routine::CodeStyle;
use crate::routine::asm::instruction_lines;
use crate::routine::ast::{
    Block, Branch, Call, Expr, Reference, Statement, StatementKind, Store, StoreOp, Target,
};
use crate::routine::lower::YIELD;
use crate::routine::resolve::{Slot, Wanted};
use crate::routine::scope::Scope;

/// Blocks inside one another that code is followed into. Each `else if` is one more than the one
/// before it; blocks that the text itself nests too deep do not read back, and stay instructions.
const MAX_DEPTH: usize = 200;
/// Values on the stack that a text is made of.
const MAX_STACK: usize = 64;

/// How a region ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// Control runs on behind it.
    Falls,
    /// Its last statement leaves.
    Stops,
    /// By a jump that belongs to what the region is a block of.
    Jumps(u32),
}

/// The statements of a whole routine.
pub(super) fn statements(
    routine: &Disassembly,
    code: &[(u32, Instruction)],
    style: CodeStyle,
    scope: &Scope<'_>,
) -> Result<Block, Refusal> {
    let targets = code
        .iter()
        .flat_map(|(_, code)| code.targets().copied())
        .collect();
    let wording = Wording { scope, style };
    let mut reader = Reader {
        routine,
        code,
        targets,
        wording,
        at: 0,
        depth: 0,
        stack: Vec::new(),
        start: 0,
        one: None,
        last: None,
    };
    reader.routine()
}

pub(super) struct Reader<'a> {
    routine: &'a Disassembly,
    code: &'a [(u32, Instruction)],
    /// Where branches lead.
    targets: BTreeSet<u32>,
    pub(super) wording: Wording<'a>,
    /// The instruction that comes next.
    pub(super) at: usize,
    depth: usize,
    stack: Vec<Value>,
    /// The instruction that the statement at hand starts with.
    start: usize,
    /// In the shipped style, where the push of 1 stands that ends the routine.
    pub(super) one: Option<u32>,
    /// In the shipped style, where its return stands.
    last: Option<u32>,
}

impl Reader<'_> {
    pub(super) fn refuse<T>(&self, reason: impl Into<String>) -> Result<T, Refusal> {
        let at = self
            .code
            .get(self.at)
            .or(self.code.last())
            .map_or(0, |(at, _)| *at);
        Err(Refusal {
            reason: reason.into(),
            at,
        })
    }

    /// Where the instruction that comes next stands; behind the last, where the code ends.
    pub(super) fn here(&self) -> u32 {
        match self.code.get(self.at) {
            Some((at, _)) => *at,
            None => self
                .code
                .last()
                .map_or(0, |(at, code)| at.saturating_add(size(code))),
        }
    }

    fn routine(&mut self) -> Result<Block, Refusal> {
        match self.wording.style {
            CodeStyle::Shipped => self.shipped(),
            CodeStyle::Rules => self.rules(),
        }
    }

    fn shipped(&mut self) -> Result<Block, Refusal> {
        let Some(((last, code), before)) = self.code.split_last() else {
            return self.refuse("there are no instructions");
        };
        if code.opcode != Opcode::Return {
            self.at = before.len();
            return self.refuse("it does not end in a return");
        }
        self.last = Some(*last);
        let one = Instruction::byte(Opcode::PushByte, 1);
        self.one = before
            .last()
            .filter(|(_, code)| *code == one)
            .map(|(at, _)| *at);
        let end = self.one.unwrap_or(*last);
        let (mut block, _) = self.region(end, None)?;
        if self.one.is_none()
            && let Some(value) = self.stack.pop()
        {
            let value = self.wording.expr(&value, Slot::Returned)?;
            let value = StatementKind::Return(Some(value));
            block.statements.push(statement(value));
        } else {
            rest_as_otherwise(&mut block);
        }
        self.empty_stack()?;
        Ok(block)
    }

    fn rules(&mut self) -> Result<Block, Refusal> {
        let end = self
            .code
            .last()
            .map_or(0, |(at, code)| at.saturating_add(size(code)));
        let (mut block, exit) = self.region(end, None)?;
        self.empty_stack()?;
        if exit != Exit::Stops {
            return self.refuse("it does not end in a return");
        }
        // What is appended to a routine that does not end in a return need not be written.
        if let [.., before, last] = block.statements.as_slice()
            && !matches!(before.kind, StatementKind::Return(_))
            && is_return_of_one(last)
        {
            block.statements.pop();
        } else if let [last] = block.statements.as_slice()
            && is_return_of_one(last)
        {
            block.statements.clear();
        }
        Ok(block)
    }

    pub(super) fn empty_stack(&self) -> Result<(), Refusal> {
        if self.stack.is_empty() {
            Ok(())
        } else {
            self.refuse("values are left on the stack where a statement ends")
        }
    }

    /// The statements up to `end`. With `tail`, a jump at the end that leads there is how the
    /// region ends, and no statement.
    fn region(
        &mut self,
        end: u32,
        tail: Option<RangeInclusive<u32>>,
    ) -> Result<(Block, Exit), Refusal> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.refuse("its branches are nested too deep");
        }
        let mut block = Block::default();
        let mut exit = Exit::Falls;
        self.start = self.at;
        while self.here() < end {
            let Some((_, code)) = self.code.get(self.at) else {
                break;
            };
            let behind = self.here().saturating_add(size(code));
            if code.opcode == Opcode::Jump
                && behind == end
                && self.stack.is_empty()
                && let Operand::Target(target) = code.operand
                && tail.as_ref().is_some_and(|tail| tail.contains(&target))
                // A block that only leaves the routine reads better as `return`.
                && !(block.statements.is_empty() && self.one == Some(target))
            {
                self.at += 1;
                self.start = self.at;
                exit = Exit::Jumps(target);
                break;
            }
            if let Some(next) = self.step(end)? {
                if !falls_through(&next) {
                    exit = Exit::Stops;
                }
                block.statements.push(next);
                self.start = self.at;
            }
        }
        if self.here() != end {
            return self.refuse("a branch leads into the middle of an instruction");
        }
        self.depth -= 1;
        Ok((block, exit))
    }

    /// A region whose statements need no value from outside it and leave none.
    pub(super) fn inner(
        &mut self,
        end: u32,
        tail: Option<RangeInclusive<u32>>,
    ) -> Result<(Block, Exit), Refusal> {
        let (mut block, exit) = self.region(end, tail)?;
        self.empty_stack()?;
        if block.statements.is_empty() {
            block.statements.push(statement(StatementKind::Pass));
        }
        Ok((block, exit))
    }

    /// Reads an instruction; gives a statement where one ends with it.
    fn step(&mut self, end: u32) -> Result<Option<Statement>, Refusal> {
        let Some((at, code)) = self.code.get(self.at) else {
            return Ok(None);
        };
        if self.at > self.start && self.targets.contains(at) {
            return self.refuse("a branch leads into the middle of a statement");
        }
        match self.statement_end(code, end) {
            Ok(done) => Ok(done),
            // What the language has no word for may still be a statement of its own.
            Err(refusal) => match self.as_asm(code) {
                Some(done) => Ok(Some(done)),
                None => Err(refusal),
            },
        }
    }

    /// The instructions of the statement at hand up to one that can end it, as they are.
    fn as_asm(&mut self, code: &Instruction) -> Option<Statement> {
        let ends = matches!(
            code.opcode,
            Opcode::Command
                | Opcode::CommandB
                | Opcode::CallPart
                | Opcode::CallPartB
                | Opcode::SpawnPart
                | Opcode::SpawnPartB
                | Opcode::Nop
        );
        if !ends {
            return None;
        }
        let run = self.code.get(self.start..=self.at)?;
        let run: Vec<Instruction> = run.iter().map(|(_, code)| code.clone()).collect();
        if run
            .iter()
            .any(|code| !code.opcode.falls_through() || code.targets().next().is_some())
        {
            return None;
        }
        let lines = instruction_lines(&run, self.routine, self.wording.scope)?;
        self.at += 1;
        self.stack.clear();
        Some(statement(StatementKind::Asm(lines)))
    }

    fn statement_end(
        &mut self,
        code: &Instruction,
        end: u32,
    ) -> Result<Option<Statement>, Refusal> {
        if let Some(kind) = pushed(code, &self.routine.constants) {
            self.at += 1;
            return self.push(Value::leaf(kind));
        }
        if is_operator(code.opcode) {
            let [left, right] = self.pop()?;
            let depth = left.depth.max(right.depth);
            let kind = ValueKind::Binary(code.opcode, Box::new(left), Box::new(right));
            self.at += 1;
            return self.push(Value::around(kind, depth)?);
        }
        match (code.opcode, &code.operand) {
            (Opcode::PushPercent, Operand::Byte(hundredths)) => {
                let [of] = self.pop()?;
                let depth = of.depth;
                self.at += 1;
                self.push(Value::around(
                    ValueKind::Percent(Box::new(of), *hundredths),
                    depth,
                )?)
            }
            (Opcode::Command, Operand::Byte(index)) => self.command(*index),
            (Opcode::CallPart | Opcode::SpawnPart, Operand::Byte(index)) => {
                let wanted = Wanted::Only(Collection::Routines);
                let name =
                    self.wording
                        .record(wanted, Collection::Routines, usize::from(*index))?;
                let arguments = self.wording_of_all(Slot::Argument)?;
                self.stack.clear();
                self.at += 1;
                Ok(Some(statement(StatementKind::Call(Call {
                    spawn: code.opcode == Opcode::SpawnPart,
                    routine: Reference::Name(name),
                    arguments,
                }))))
            }
            (Opcode::BranchIfZero | Opcode::BranchIfZeroAlt, Operand::Target(target)) => {
                self.if_statement(code.opcode, *target, end).map(Some)
            }
            (Opcode::Jump, Operand::Target(target)) => self.shipped_return(*target).map(Some),
            (Opcode::Return, _) => self.rules_return().map(Some),
            (Opcode::RandomBranch, Operand::Arms { default, arms }) => {
                self.random(*default, arms, end).map(Some)
            }
            (opcode, _) => match StoreOp::ALL.iter().find(|it| it.opcode() == opcode) {
                Some(operator) => self.store(*operator).map(Some),
                None if opcode == Opcode::PushString => self.refuse("a text does not end in a NUL"),
                None => self.refuse(format!("the language has no word for `{}`", opcode.name())),
            },
        }
    }

    fn push(&mut self, value: Value) -> Result<Option<Statement>, Refusal> {
        if self.stack.len() >= MAX_STACK {
            return self.refuse("more values are on the stack than it holds");
        }
        self.stack.push(value);
        Ok(None)
    }

    /// The values on top of the stack, the topmost last.
    fn pop<const N: usize>(&mut self) -> Result<[Value; N], Refusal> {
        let taken = self
            .stack
            .len()
            .checked_sub(N)
            .and_then(|rest| <[Value; N]>::try_from(self.stack.get(rest..)?.to_vec()).ok());
        match taken {
            Some(values) => {
                self.stack.truncate(self.stack.len().saturating_sub(N));
                Ok(values)
            }
            None => self.refuse("an instruction takes more values than the statement pushes"),
        }
    }

    fn wording_of_all(&self, slot: Slot) -> Result<Vec<Expr>, Refusal> {
        self.stack
            .iter()
            .map(|value| self.wording.expr(value, slot))
            .collect()
    }

    fn command(&mut self, index: u8) -> Result<Option<Statement>, Refusal> {
        let Some(command) = command(index) else {
            return self.refuse(format!("{index} is no command of the game"));
        };
        let Some(first) = self.stack.len().checked_sub(command.params.len()) else {
            return self.refuse(format!("{} is given too few arguments", command.name));
        };
        let wanted = self.code.get(self.at + 1).is_some_and(|(at, next)| {
            next.opcode == Opcode::PushResult && !self.targets.contains(at)
        });
        if wanted {
            let arguments = self.stack.split_off(first);
            let depth = arguments
                .iter()
                .map(|argument| argument.depth)
                .max()
                .unwrap_or(0);
            let value = Value::around(ValueKind::Command(index, arguments), depth)?;
            self.at += 2;
            return self.push(value);
        }
        if first > 0 {
            return self.refuse(format!(
                "{} is given more arguments than it takes",
                command.name
            ));
        }
        let kind = if index == YIELD {
            StatementKind::Yield
        } else {
            StatementKind::Command(self.wording.invocation(index, &self.stack)?)
        };
        self.stack.clear();
        self.at += 1;
        Ok(Some(statement(kind)))
    }

    fn store(&mut self, operator: StoreOp) -> Result<Statement, Refusal> {
        let [selected, value] = self.pop()?;
        self.empty_stack()?;
        let ValueKind::Selected(opcode, number) = selected.kind else {
            return self.refuse("a store without its target");
        };
        let target = match opcode {
            Opcode::SelectGlobal => {
                let wanted = Wanted::Only(Collection::Globals);
                let index = usize::from(number);
                Target::Global(self.wording.record(wanted, Collection::Globals, index)?)
            }
            Opcode::SelectArray => Target::Variable(variable(number)),
            _ => Target::Argument(self.wording.argument(number)),
        };
        let value = self.wording.expr(&value, Slot::Stored(operator))?;
        self.at += 1;
        Ok(statement(StatementKind::Store(Store {
            target,
            operator,
            value,
        })))
    }

    fn if_statement(
        &mut self,
        opcode: Opcode,
        target: u32,
        end: u32,
    ) -> Result<Statement, Refusal> {
        let style = self.wording.style;
        let of_style = match style {
            CodeStyle::Shipped => Opcode::BranchIfZeroAlt,
            CodeStyle::Rules => Opcode::BranchIfZero,
        };
        if opcode != of_style {
            return self.refuse("its branches are of both compilers, or of neither");
        }
        let [condition] = self.pop()?;
        self.empty_stack()?;
        let condition = self.wording.expr(&condition, Slot::Operand)?;
        self.at += 1;
        if target < self.here() || target > end {
            return self.refuse("a branch leads out of the block that it is in");
        }
        let (block, exit) = self.inner(target, Some(target..=end))?;
        let otherwise = match (style, exit) {
            (CodeStyle::Shipped, Exit::Jumps(join)) => Some(self.inner(join, None)?.0),
            (CodeStyle::Shipped, _) => None,
            (CodeStyle::Rules, Exit::Jumps(join)) if join == target => None,
            (CodeStyle::Rules, Exit::Jumps(join)) => Some(self.inner(join, None)?.0),
            (CodeStyle::Rules, _) => {
                return self.refuse("a block does not end in the jump that rules text has");
            }
        };
        let mut branches = vec![Branch {
            span: 0..0,
            condition,
            block,
        }];
        // An `else` that holds nothing but an `if` goes on with it.
        let otherwise = match otherwise {
            Some(Block { mut statements }) => match statements.as_mut_slice() {
                [
                    Statement {
                        kind:
                            StatementKind::If {
                                branches: more,
                                otherwise,
                            },
                        ..
                    },
                ] => {
                    branches.append(more);
                    otherwise.take()
                }
                _ => Some(Block { statements }),
            },
            None => None,
        };
        Ok(statement(StatementKind::If {
            branches,
            otherwise,
        }))
    }

    /// A jump that is no part of a choice.
    fn shipped_return(&mut self, target: u32) -> Result<Statement, Refusal> {
        let value = match self.stack.as_slice() {
            [] if self.one == Some(target) => None,
            [value] if self.last == Some(target) => Some(self.wording.expr(value, Slot::Returned)?),
            _ => return self.refuse("a jump leads where no statement of the language does"),
        };
        self.stack.clear();
        self.at += 1;
        Ok(statement(StatementKind::Return(value)))
    }

    fn rules_return(&mut self) -> Result<Statement, Refusal> {
        if self.wording.style == CodeStyle::Shipped {
            return self.refuse("it has more than one return");
        }
        let [value] = self.pop()?;
        self.empty_stack()?;
        let value = self.wording.expr(&value, Slot::Returned)?;
        self.at += 1;
        Ok(statement(StatementKind::Return(Some(value))))
    }
}

/// Where the last statement leaves by a jump to the end right behind it, it cannot be the last of the
/// routine: it is the last of an `else`, whose other blocks leave too and so have no jump over it.
fn rest_as_otherwise(block: &mut Block) {
    let leaves = |last: &Statement| matches!(last.kind, StatementKind::Return(_));
    if !block.statements.last().is_some_and(leaves) {
        return;
    }
    let stops = |block: &Block| !block.statements.iter().all(falls_through);
    let opens = |statement: &Statement| match &statement.kind {
        StatementKind::If {
            branches,
            otherwise: None,
        } => branches.iter().all(|branch| stops(&branch.block)),
        StatementKind::Random {
            arms,
            otherwise: None,
        } => arms.iter().all(|arm| stops(&arm.block)),
        _ => false,
    };
    let Some(at) = block.statements.iter().rposition(opens) else {
        return;
    };
    let statements = block.statements.split_off(at + 1);
    let last = block.statements.last_mut().map(|last| &mut last.kind);
    if let Some(StatementKind::If { otherwise, .. } | StatementKind::Random { otherwise, .. }) =
        last
    {
        *otherwise = Some(Block { statements });
    }
}

fn is_return_of_one(statement: &Statement) -> bool {
    use crate::routine::ast::{ExprKind, Number};
    match &statement.kind {
        StatementKind::Return(Some(value)) => value.kind == ExprKind::Number(Number::plain(1)),
        _ => false,
    }
}

/// Whether control can come behind a statement.
fn falls_through(statement: &Statement) -> bool {
    let block = |block: &Block| block.statements.iter().all(falls_through);
    match &statement.kind {
        StatementKind::Return(_) => false,
        StatementKind::If {
            branches,
            otherwise,
        } => {
            branches.iter().any(|branch| block(&branch.block))
                || otherwise.as_ref().is_none_or(block)
        }
        StatementKind::Random { arms, otherwise } => {
            arms.iter().any(|arm| block(&arm.block)) || otherwise.as_ref().is_none_or(block)
        }
        StatementKind::Either(blocks) => blocks.iter().any(block),
        _ => true,
    }
}

pub(super) fn statement(kind: StatementKind) -> Statement {
    Statement { span: 0..0, kind }
}

fn size(code: &Instruction) -> u32 {
    u32::try_from(code.size()).unwrap_or(u32::MAX)
}
