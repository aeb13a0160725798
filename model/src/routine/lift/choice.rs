//! From a random branch to a choice between blocks, in each style.

use formats::script::Arm;

use super::Refusal;
use super::structure::{Exit, Reader, statement};
use crate::routine::CodeStyle;
use crate::routine::ast::{Block, RandomArm, Statement, StatementKind};

impl Reader<'_> {
    pub(super) fn random(
        &mut self,
        default: u32,
        arms: &[Arm],
        end: u32,
    ) -> Result<Statement, Refusal> {
        self.empty_stack()?;
        self.at += 1;
        let mut starts = Vec::with_capacity(arms.len());
        for arm in arms {
            match arm.target {
                Some(target) if arm.unread == 0 => starts.push(target),
                _ => return self.refuse("an arm of its random branch is unusual"),
            }
        }
        let in_order = starts.is_sorted() && starts.last().is_some_and(|last| *last <= default);
        if starts.first() != Some(&self.here()) || !in_order || default > end {
            return self.refuse("its random branch leaves room, or its blocks are out of order");
        }
        let ends: Vec<u32> = starts.iter().skip(1).copied().chain([default]).collect();
        let mut blocks = Vec::with_capacity(arms.len());
        let mut exits = Vec::with_capacity(arms.len());
        for block_end in ends {
            let (block, exit) = self.inner(block_end, Some(default..=end))?;
            blocks.push(block);
            exits.push(exit);
        }
        let join = exits
            .iter()
            .filter_map(|exit| match exit {
                Exit::Jumps(join) => Some(*join),
                _ => None,
            })
            .min();
        let otherwise = match self.wording.style {
            CodeStyle::Shipped => self.shipped_otherwise(default, join, &exits, &mut blocks)?,
            CodeStyle::Rules => self.rules_otherwise(default, join, &exits)?,
        };
        let thresholds: Vec<u8> = arms.iter().map(|arm| arm.threshold).collect();
        Ok(statement(match otherwise {
            Some(otherwise) if is_even(&thresholds) => {
                blocks.push(otherwise);
                StatementKind::Either(blocks)
            }
            otherwise => {
                let arms = blocks.into_iter().zip(thresholds);
                let arms = arms.map(|(block, below)| RandomArm {
                    span: 0..0,
                    below,
                    block,
                });
                StatementKind::Random {
                    arms: arms.collect(),
                    otherwise,
                }
            }
        }))
    }

    fn shipped_otherwise(
        &mut self,
        default: u32,
        join: Option<u32>,
        exits: &[Exit],
        blocks: &mut [Block],
    ) -> Result<Option<Block>, Refusal> {
        let last = exits.len().saturating_sub(1);
        let ends_last = exits.last().copied();
        // Where the last block runs on behind the choice, there is no other block between.
        let join = match ends_last {
            Some(Exit::Falls) => Some(default),
            _ => join,
        };
        for (at, (exit, block)) in exits.iter().zip(blocks).enumerate() {
            match exit {
                // A block may leave the routine where the others go on behind the choice.
                Exit::Jumps(target) if Some(*target) != join => {
                    if self.one != Some(*target) {
                        return self.refuse("the blocks of its random branch end apart");
                    }
                    block
                        .statements
                        .push(statement(StatementKind::Return(None)));
                }
                Exit::Falls if at != last => {
                    return self.refuse("a block of its random branch runs into the next");
                }
                _ => {}
            }
        }
        match join {
            Some(join) if join > default => Ok(Some(self.inner(join, None)?.0)),
            Some(join) if ends_last == Some(Exit::Jumps(join)) => Ok(Some(Block {
                statements: vec![statement(StatementKind::Pass)],
            })),
            _ => Ok(None),
        }
    }

    fn rules_otherwise(
        &mut self,
        default: u32,
        join: Option<u32>,
        exits: &[Exit],
    ) -> Result<Option<Block>, Refusal> {
        let Some(join) = join.filter(|&join| exits.iter().all(|exit| *exit == Exit::Jumps(join)))
        else {
            return self.refuse("the blocks of its random branch end apart");
        };
        if join == default {
            return Ok(None);
        }
        let (block, exit) = self.inner(join, Some(join..=join))?;
        if exit != Exit::Jumps(join) {
            return self.refuse("a block does not end in the jump that rules text has");
        }
        Ok(Some(block))
    }
}

/// Whether the thresholds are those of an even choice between one block more than they are.
fn is_even(thresholds: &[u8]) -> bool {
    let step = 100 / (thresholds.len() + 1);
    step > 0
        && thresholds
            .iter()
            .zip(1..)
            .all(|(&own, at): (&u8, usize)| usize::from(own) == at * step)
}
