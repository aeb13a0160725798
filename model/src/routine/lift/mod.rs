//! From a routine's bytes to a text that gives them back.
//!
//! Each style is tried; the text is lowered again, and only bytes that come back are believed. What
//! neither style gives stays instructions, one a line, from which any block comes back.

mod choice;
mod cost;
mod structure;
mod value;

use formats::script::{Disassembly, Fault, FaultKind, Instruction, Item, assemble};

use super::asm::{Constants, block_lines, has_no_length};
use super::ast::{Block, Statement, StatementKind};
use super::lower::lower;
use super::print::print;
use super::scope::Scope;
use super::{Body, CodeStyle};

/// A routine as text.
#[derive(Debug, Clone, PartialEq)]
pub struct Lifted {
    /// The text, its style, and the constants that cannot be told from the text.
    pub body: Body,
    /// Why it stayed instructions, or what of the bytes does not come back.
    pub problem: Option<String>,
}

/// Why statements do not say what instructions do.
#[derive(Debug, Clone, PartialEq)]
struct Refusal {
    reason: String,
    /// How far reading came, in bytes from the start of the block.
    at: u32,
}

impl Refusal {
    fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            at: 0,
        }
    }
}

/// Puts a routine into words.
///
/// `bytes` are its block and its constants as stored, from the length word on; more bytes behind
/// them do no harm. The text gives the block back byte for byte, apart from the padding at its end,
/// and the constants; where it cannot, [`Lifted::problem`] says so.
pub fn lift(routine: &Disassembly, bytes: &[u8], scope: &Scope<'_>) -> Lifted {
    match in_words(routine, bytes, scope) {
        Ok(body) => Lifted {
            body,
            problem: None,
        },
        Err(reason) => as_instructions(routine, bytes, scope, reason),
    }
}

/// As statements, in the first style that gives the bytes back.
fn in_words(routine: &Disassembly, bytes: &[u8], scope: &Scope<'_>) -> Result<Body, String> {
    // Statements end in a return, and so never run off the end of their block.
    let keeps_from_words =
        |fault: &&Fault| !fault.kind.is_harmless() || fault.kind == FaultKind::FallsOff;
    if let Some(fault) = routine.faults.iter().find(keeps_from_words) {
        return Err(fault.to_string());
    }
    let Some(code) = with_unreached(routine, bytes) else {
        return Err("some of its bytes are never reached and are no instructions".to_owned());
    };
    let mut refusal: Option<Refusal> = None;
    let mut found: Option<(usize, Body)> = None;
    for style in [CodeStyle::Shipped, CodeStyle::Rules] {
        let lifted = structure::statements(routine, &code, style, scope).and_then(|block| {
            let body = Body {
                text: print(&block),
                style,
                constants: Vec::new(),
            };
            let body = back(routine, bytes, body, scope).ok_or(Refusal {
                reason: "its text gives other bytes".to_owned(),
                at: u32::MAX,
            })?;
            Ok((cost::of_block(&block), body))
        });
        match lifted {
            // Where both styles give the bytes, the plainer text is the likelier one.
            Ok((cost, body)) if found.as_ref().is_none_or(|(before, _)| cost < *before) => {
                found = Some((cost, body));
            }
            // The style that came further tells more.
            Err(next) if refusal.as_ref().is_none_or(|before| next.at > before.at) => {
                refusal = Some(next);
            }
            _ => {}
        }
    }
    match found {
        Some((_, body)) => Ok(body),
        None => Err(refusal.map_or_else(String::new, |refusal| refusal.reason)),
    }
}

/// The instructions from the block's start to its padding, with those among them that nothing
/// reaches; `None` where bytes between them are no instructions.
fn with_unreached(routine: &Disassembly, bytes: &[u8]) -> Option<Vec<(u32, Instruction)>> {
    let mut code = routine.code.clone();
    for gap in &routine.unreached {
        let mut at = gap.start;
        while at < gap.end {
            match Instruction::decode(bytes, at as usize, gap.end as usize) {
                Ok(instruction) => {
                    let behind = at.checked_add(u32::try_from(instruction.size()).ok()?)?;
                    code.push((at, instruction));
                    at = behind;
                }
                // Behind the last instruction there may be padding, which comes back as zeros.
                Err(_) => {
                    let rest = bytes.get(at as usize..gap.end as usize)?;
                    let is_padding = gap.end as usize == routine.block_len
                        && rest.len() < 4
                        && rest.iter().all(|byte| *byte == 0);
                    if !is_padding {
                        return None;
                    }
                    at = gap.end;
                }
            }
        }
    }
    code.sort_by_key(|(at, _)| *at);
    Some(code)
}

/// The body, with a constant table where it needs one, if it gives a routine's bytes.
fn back(routine: &Disassembly, bytes: &[u8], mut body: Body, scope: &Scope<'_>) -> Option<Body> {
    let lowered = lower(&body, scope);
    if lowered.is_broken() {
        return None;
    }
    if gives(&lowered.items, &body.constants, routine, bytes) {
        return Some(body);
    }
    // The order of the table may not follow from the code.
    body.constants.clone_from(&routine.constants);
    gives(&lowered.items, &body.constants, routine, bytes).then_some(body)
}

/// Whether items give a routine's block, apart from its padding, and its constants.
fn gives(items: &[Item], constants: &[u32], routine: &Disassembly, bytes: &[u8]) -> bool {
    let Ok(assembled) = assemble(items, constants) else {
        return false;
    };
    let start = routine.padding.start as usize..routine.padding.end as usize;
    let same = |range: std::ops::Range<usize>| {
        let stored = bytes.get(range.clone());
        stored.is_some() && stored == assembled.bytes.get(range)
    };
    assembled.block_len == routine.block_len
        && assembled.constants == routine.constants
        && if start.end == routine.block_len {
            same(0..start.start)
        } else {
            same(0..routine.block_len)
        }
}

/// As one `asm:` block.
fn as_instructions(
    routine: &Disassembly,
    bytes: &[u8],
    scope: &Scope<'_>,
    reason: String,
) -> Lifted {
    let body = |constants| {
        let kind = StatementKind::Asm(block_lines(routine, bytes, constants, scope));
        let block = Block {
            statements: vec![Statement { span: 0..0, kind }],
        };
        Body {
            text: print(&block),
            style: CodeStyle::Shipped,
            constants: Vec::new(),
        }
    };
    if has_no_length(routine) {
        let problem = format!("{reason}; its bytes are kept behind a length word of ours");
        return Lifted {
            body: body(Constants::ByValue),
            problem: Some(problem),
        };
    }
    for constants in [Constants::ByValue, Constants::AsStored] {
        if let Some(body) = back(routine, bytes, body(constants), scope) {
            return Lifted {
                body,
                problem: Some(reason),
            };
        }
    }
    let mut body = body(Constants::AsStored);
    body.constants.clone_from(&routine.constants);
    let problem = format!(
        "{reason}; its length word, {}, is not that of a block of whole dwords, and becomes one",
        routine.block_len
    );
    Lifted {
        body,
        problem: Some(problem),
    }
}
