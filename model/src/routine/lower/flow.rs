//! Statements.

use std::ops::Range;

use formats::catalogue::command_by_name;
use formats::script::{Arm, Instruction, Label, Opcode, Operand};

use super::Lowering;
use crate::Collection;
use crate::routine::CodeStyle;
use crate::routine::ast::{
    Block, Branch, Call, Expr, ExprKind, RandomArm, Statement, StatementKind, Store, Target,
};
use crate::routine::resolve::{Slot, Wanted};

/// Number of `InterruptTriggerCode`, which `yield` calls.
pub(crate) const YIELD: u8 = 0x17;
/// Rolls that a random branch tells apart.
const ROLLS: usize = 100;

impl Lowering<'_> {
    /// Whether control can come behind the block.
    pub(super) fn block(&mut self, block: &Block) -> bool {
        self.statements(&block.statements)
    }

    pub(super) fn statements(&mut self, statements: &[Statement]) -> bool {
        let mut reachable = true;
        let mut told = false;
        for statement in statements {
            let matters = !matches!(statement.kind, StatementKind::Pass);
            if !reachable && matters && !told {
                told = true;
                self.unreachable(statement.span.clone());
            }
            reachable &= self.statement(statement);
        }
        reachable
    }

    pub(super) fn unreachable(&mut self, span: Range<usize>) {
        self.warning(
            "script-unreachable",
            span,
            "nothing leads here: what is before it ends or leaves",
        );
    }

    /// Whether control can come behind the statement.
    pub(super) fn statement(&mut self, statement: &Statement) -> bool {
        self.begin(statement.span.clone());
        match &statement.kind {
            StatementKind::Command(invocation) => {
                self.invocation(invocation);
                true
            }
            StatementKind::Call(call) => {
                self.call(call);
                true
            }
            StatementKind::Yield => {
                self.op(Instruction::byte(Opcode::Command, YIELD), 0, 0);
                true
            }
            StatementKind::Store(store) => {
                self.store(store);
                true
            }
            StatementKind::If {
                branches,
                otherwise,
            } => self.if_statement(branches, otherwise.as_ref()),
            StatementKind::Random { arms, otherwise } => self.random(arms, otherwise.as_ref()),
            StatementKind::Either(blocks) => self.either(statement.span.clone(), blocks),
            StatementKind::Return(value) => {
                match value {
                    Some(value) => self.expr(value, Slot::Returned),
                    None if self.style == CodeStyle::Shipped && self.exits.ends_with_one => {
                        self.exits.one.used = true;
                        self.jump(self.exits.one.label);
                        return false;
                    }
                    None => self.push_byte(1),
                }
                match self.style {
                    CodeStyle::Shipped => {
                        self.exits.last.used = true;
                        self.jump(self.exits.last.label);
                    }
                    CodeStyle::Rules => self.op(Instruction::plain(Opcode::Return), 1, 0),
                }
                false
            }
            StatementKind::Pass => true,
            StatementKind::Asm(lines) => self.asm(lines),
        }
    }

    fn call(&mut self, call: &Call) {
        let (word, opcode) = if call.spawn {
            ("spawn", Opcode::SpawnPart)
        } else {
            ("call", Opcode::CallPart)
        };
        let span = call.routine.span().clone();
        let index = self.reference(&call.routine, Wanted::Only(Collection::Routines));
        for argument in &call.arguments {
            self.expr(argument, Slot::Argument);
        }
        let Some((_, index)) = index else { return };
        if let Some(routine) = self.scope.mission.parts().nth(index) {
            let (takes, given) = (routine.arguments.len(), call.arguments.len());
            if takes != given {
                let names = match routine.arguments.as_slice() {
                    [] => String::new(),
                    names => format!(" ({})", names.join(", ")),
                };
                let message = format!(
                    "`{}` takes {}{names}, and {given} are given; a {word} takes as many from the \
                     stack as the routine declares",
                    routine.id,
                    counted(takes, "argument")
                );
                self.warning("script-argument-count", span.clone(), message);
            }
            if routine.body.is_none() && !call.arguments.is_empty() {
                let message = format!(
                    "`{}` does nothing, and the game leaves what is given to it on the stack, where a \
                     `return` to another routine goes astray; give it nothing, or a text",
                    routine.id
                );
                self.warning("script-call-of-nothing", span.clone(), message);
            }
        }
        if let Some(byte) = self.index_byte(index, &span, "this routine") {
            self.op(Instruction::byte(opcode, byte), call.arguments.len(), 0);
        }
    }

    fn store(&mut self, store: &Store) {
        let select = match &store.target {
            Target::Global(name) => {
                let found = self.record(name, Wanted::Only(Collection::Globals));
                found
                    .and_then(|(_, index)| self.index_byte(index, &name.span, "this global"))
                    .map(|byte| Instruction::byte(Opcode::SelectGlobal, byte))
            }
            Target::Variable(selector) => self
                .variable(selector)
                .map(|byte| Instruction::byte(Opcode::SelectArray, byte)),
            Target::Argument(selector) => self
                .argument(selector)
                .map(|byte| Instruction::byte(Opcode::SelectArgument, byte)),
        };
        if let Some(select) = select {
            self.push(select);
        }
        self.kept = self.depth;
        self.expr(&store.value, Slot::Stored(store.operator));
        if let Some(command) = yielding(&store.value) {
            let message = format!(
                "other threads run while {command} waits, and where one of them stores is then where \
                 this is stored too; put the command on a line of its own, then store `result`"
            );
            self.warning("script-store-waits", store.value.span.clone(), message);
        }
        self.op(Instruction::plain(store.operator.opcode()), 2, 0);
    }

    fn if_statement(&mut self, branches: &[Branch], otherwise: Option<&Block>) -> bool {
        let opcode = match self.style {
            CodeStyle::Shipped => Opcode::BranchIfZeroAlt,
            CodeStyle::Rules => Opcode::BranchIfZero,
        };
        let end = self.new_label();
        let mut reachable = otherwise.is_none();
        for (at, branch) in branches.iter().enumerate() {
            self.begin(branch.span.clone());
            self.expr(&branch.condition, Slot::Operand);
            let next = self.new_label();
            self.op(Instruction::branch(opcode, next), 1, 0);
            let falls = self.block(&branch.block);
            reachable |= falls;
            let more = at + 1 < branches.len() || otherwise.is_some();
            self.begin(branch.span.clone());
            if self.style == CodeStyle::Rules || (more && falls) {
                self.jump(end);
            }
            self.label(next);
        }
        if let Some(otherwise) = otherwise {
            reachable |= self.block(otherwise);
        }
        self.label(end);
        reachable
    }

    fn random(&mut self, arms: &[RandomArm], otherwise: Option<&Block>) -> bool {
        let mut highest = 0;
        for arm in arms {
            let below = usize::from(arm.below);
            if below > ROLLS {
                let message = "rolls go from 0 to 99, so this says no more than `below 100`";
                self.warning("script-random", arm.span.clone(), message);
            }
            let unread = self.diagnostics.iter().any(|it| {
                let at = it.place.span.as_ref().map(|span| span.start);
                it.code == "script-syntax" && at.is_some_and(|at| arm.span.contains(&at))
            });
            if !unread && (below <= highest || highest >= ROLLS) {
                let message = format!(
                    "this arm can never win: rolls below {} are taken by the arms before it{}",
                    highest.min(ROLLS),
                    if highest >= ROLLS {
                        ", and there are no others"
                    } else {
                        ""
                    }
                );
                let message = if highest == 0 {
                    "this arm can never win: no roll is below 0".to_owned()
                } else {
                    message
                };
                self.warning("script-random", arm.span.clone(), message);
            }
            highest = highest.max(below);
        }
        if let Some(arm) = arms.last()
            && highest >= ROLLS
            && otherwise.is_some()
        {
            let message = "the `else` can never win: rolls go from 0 to 99, and all are taken";
            self.warning("script-random", arm.span.clone(), message);
        }
        let blocks = arms
            .iter()
            .map(|arm| (&arm.block, arm.span.clone()))
            .collect::<Vec<_>>();
        let thresholds = arms.iter().map(|arm| arm.below).collect::<Vec<_>>();
        self.choice(&thresholds, &blocks, otherwise)
    }

    fn either(&mut self, span: Range<usize>, blocks: &[Block]) -> bool {
        let Some((last, first)) = blocks.split_last() else {
            return true;
        };
        if blocks.len() > ROLLS {
            let message = format!(
                "this choice has {} blocks, and the game's roll tells {ROLLS} apart",
                blocks.len()
            );
            self.error("script-limit", span.clone(), message);
        }
        let step = ROLLS / blocks.len();
        let thresholds: Vec<u8> = (1..blocks.len())
            .map(|at| u8::try_from(at.saturating_mul(step)).unwrap_or(u8::MAX))
            .collect();
        let blocks: Vec<_> = first.iter().map(|block| (block, span.clone())).collect();
        self.choice(&thresholds, &blocks, Some(last))
    }

    /// A random branch: blocks with their thresholds, and what runs if none wins.
    fn choice(
        &mut self,
        thresholds: &[u8],
        blocks: &[(&Block, Range<usize>)],
        otherwise: Option<&Block>,
    ) -> bool {
        let span = self.span.clone();
        if blocks.len() > usize::from(u8::MAX) {
            let message = format!("{} arms are too many; at most 255 fit", blocks.len());
            self.error("script-limit", span.clone(), message);
        }
        let end = self.new_label();
        let default = if otherwise.is_some() {
            self.new_label()
        } else {
            end
        };
        let labels: Vec<Label> = blocks.iter().map(|_| self.new_label()).collect();
        let arms = labels
            .iter()
            .zip(thresholds)
            .map(|(&label, &threshold)| Arm {
                target: Some(label),
                threshold,
                unread: 0,
            })
            .collect();
        let operand = Operand::Arms { default, arms };
        self.op(
            Instruction {
                opcode: Opcode::RandomBranch,
                operand,
            },
            0,
            0,
        );
        let mut reachable = otherwise.is_none();
        for (at, ((block, head), label)) in blocks.iter().zip(labels).enumerate() {
            self.begin(head.clone());
            self.label(label);
            let falls = self.block(block);
            reachable |= falls;
            let more = at + 1 < blocks.len() || otherwise.is_some();
            // The line that heads an arm has no instruction before the arm's own, so that the jump
            // behind it is of the whole choice: nobody is to wait for the head behind its arm.
            self.begin(span.clone());
            if self.style == CodeStyle::Rules || (more && falls) {
                self.jump(end);
            }
        }
        if let Some(otherwise) = otherwise {
            self.label(default);
            reachable |= self.block(otherwise);
            self.begin(span);
            if self.style == CodeStyle::Rules {
                self.jump(end);
            }
        }
        self.label(end);
        reachable
    }
}

/// The name of a command in an expression that lets other threads run before it has a result
/// (script-vm V84, V85).
fn yielding(expr: &Expr) -> Option<&str> {
    const YIELDING: [u8; 15] = [
        0x05, 0x07, 0x09, 0x17, 0x18, 0x19, 0x1F, 0x20, 0x29, 0x2A, 0x2D, 0x3A, 0x4C, 0x50, 0x56,
    ];
    match &expr.kind {
        ExprKind::Command(invocation) => {
            let command = command_by_name(&invocation.command.text)?;
            if YIELDING.contains(&command.index) {
                return Some(&command.name);
            }
            invocation.arguments.iter().find_map(yielding)
        }
        ExprKind::Binary(_, left, right) => yielding(left).or_else(|| yielding(right)),
        ExprKind::Percent(value, _) => yielding(value),
        _ => None,
    }
}

/// A count and what is counted, in the plural where it has to be.
pub(super) fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        more => format!("{more} {noun}s"),
    }
}
