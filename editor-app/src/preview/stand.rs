//! Where a thread stands: its calls with their arguments, its locals by their labels, and what it
//! waits for.

use formats::script::{Instruction, Opcode, Operand};
use model::AnyId;
use runtime::{Origin, Snapshot, ThreadView};

use super::values::{called, dword_text, event_label, event_value_text};
use super::words::origin_text;
use super::{Line, Names, Preview};

/// Commands that threads wait in (script-vm V84): those that are asked again and again.
const WAIT_FOR_SPEECH: u8 = 0x07;
const WAIT_FOR_MOVIE: u8 = 0x09;
const WAIT_FOR_JUMP_OR_LAUNCH: u8 = 0x3A;
const WAIT_FOR_KEY: u8 = 0x4C;
const WAIT_FOR_DIRECTOR_CAM: u8 = 0x50;
/// Values of a call's record on the stack: argument count, return address, old frame, block's end
/// (script-vm V56).
const CALL_RECORD: usize = 4;
/// Where in that record the old frame is.
const OLD_FRAME: usize = 2;

/// A thread as a panel tells it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stand {
    /// Its slot.
    pub slot: u8,
    /// What started it, in words, and the record that this names.
    pub origin: (Option<AnyId>, String),
    /// What it waits for, in words.
    pub waits: String,
    /// The routines that it is inside of, the innermost first.
    pub calls: Vec<Frame>,
    /// Its locals with their labels; without one, what another thread left behind (script-vm V3).
    pub locals: Vec<(Option<&'static str>, String)>,
    /// The values that its expression has pushed, the last on top.
    pub operands: Vec<u32>,
    /// The last command's result or part's value.
    pub result: u32,
}

/// A routine that a thread is inside of.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The routine, or the trigger whose text it is.
    pub owner: Option<AnyId>,
    /// The line that it stands at; the innermost's is the next to run.
    pub line: Option<Line>,
    /// Its arguments by their names.
    pub arguments: Vec<(String, u32)>,
}

impl Frame {
    /// The place in a few words.
    pub fn place(&self) -> String {
        match (&self.line, &self.owner) {
            (Some(line), _) => line.to_string(),
            (None, Some(owner)) => format!("{}, at its end", owner.id),
            (None, None) => "outside of every routine".to_owned(),
        }
    }

    /// The arguments in a few words.
    pub fn arguments_text(&self, names: &Names) -> String {
        let words: Vec<_> = self
            .arguments
            .iter()
            .map(|(name, value)| format!("{name}: {}", dword_text(*value, names)))
            .collect();
        words.join(", ")
    }
}

impl Stand {
    /// Where a thread of the shown moment stands.
    pub fn of(preview: &Preview, names: &Names, snapshot: &Snapshot, thread: &ThreadView) -> Self {
        let (calls, operands) = frames(preview, thread);
        let origin = match thread.origin {
            Some(origin) => origin_text(origin, names),
            // A linked game tells of triggers alone.
            None if preview.is_linked() => (None, "no trigger".to_owned()),
            None => (None, "nobody knows what".to_owned()),
        };
        Self {
            slot: thread.slot,
            origin,
            waits: waits_for(names, snapshot, thread),
            calls,
            locals: locals(preview, names, thread),
            operands,
            result: thread.result,
        }
    }

    /// The place where it stands.
    pub fn place(&self) -> String {
        self.calls.first().map_or_else(String::new, Frame::place)
    }
}

/// The call stack, the innermost first, and what is above it on the thread's stack.
fn frames(preview: &Preview, thread: &ThreadView) -> (Vec<Frame>, Vec<u32>) {
    let scripts: Vec<u32> = std::iter::once(thread.script)
        .chain(thread.calls.iter().rev().map(|call| call.script))
        .collect();
    let mut cell = thread.frame.map(usize::from);
    let mut operands = None;
    let mut found = Vec::new();
    let depth = thread.calls.len();
    for (level, script) in scripts.iter().enumerate() {
        let owner = preview.owner_of(*script);
        let names = owner
            .as_ref()
            .and_then(|owner| argument_names(preview, owner))
            .unwrap_or_default();
        let count = names.len();
        let at = |cell: usize| thread.stack.get(cell).copied();
        let arguments: Vec<(String, u32)> = match cell {
            Some(first) => (first..)
                .zip(names)
                .filter_map(|(cell, name)| Some((name, at(cell)?)))
                .collect(),
            None => Vec::new(),
        };
        // A part that was called has the call's record behind its arguments; a thread's own block
        // has none.
        let called = level < depth;
        let record = cell.map(|first| first.saturating_add(count));
        if operands.is_none() {
            let above = match (record, called) {
                (Some(record), true) => record.saturating_add(CALL_RECORD),
                (Some(record), false) => record,
                (None, _) => 0,
            };
            operands = Some(thread.stack.get(above..).unwrap_or_default().to_vec());
        }
        cell = record
            .filter(|_| called)
            .and_then(|record| at(record.saturating_add(OLD_FRAME)))
            .and_then(|old| u8::try_from(old).ok())
            .map(usize::from);
        found.push(Frame {
            owner,
            line: preview.line_of(*script),
            arguments,
        });
    }
    (found, operands.unwrap_or_default())
}

fn argument_names(preview: &Preview, owner: &AnyId) -> Option<Vec<String>> {
    let routine = preview.mission()?.routines.get(&owner.id)?;
    (owner.collection == model::Collection::Routines).then(|| routine.arguments.clone())
}

/// The locals by the labels of the condition whose event started the thread.
fn locals(
    preview: &Preview,
    names: &Names,
    thread: &ThreadView,
) -> Vec<(Option<&'static str>, String)> {
    let condition = match thread.origin {
        Some(Origin::Trigger { trigger }) => names
            .trigger(trigger)
            .and_then(|id| Some(preview.mission()?.triggers.get(&id.id)?.condition)),
        _ => None,
    };
    thread
        .locals
        .iter()
        .enumerate()
        .map(|(at, value)| {
            let label = condition.and_then(|condition| event_label(condition, at));
            let text = match (condition, label) {
                (Some(condition), Some(_)) => event_value_text(condition, at, *value, names),
                _ => dword_text(*value, names),
            };
            (label, text)
        })
        .collect()
}

/// What a thread waits for.
fn waits_for(names: &Names, snapshot: &Snapshot, thread: &ThreadView) -> String {
    if thread.interrupted {
        return "its trigger to fire again".to_owned();
    }
    if thread.wake != 0 && snapshot.clock <= thread.wake {
        // It goes on once the clock has passed that second (script-vm V4).
        let second = thread.wake.saturating_add(1);
        return format!("{} (sleeps)", clock_text(second));
    }
    let Some((command, pushed)) = names.places().call_at(thread.script) else {
        return "nothing: goes on".to_owned();
    };
    match command {
        WAIT_FOR_SPEECH => match &snapshot.line {
            Some(line) => format!("\"{}\" to be spoken", line.name),
            None => "the radio to fall silent".to_owned(),
        },
        WAIT_FOR_MOVIE => "the film to end".to_owned(),
        WAIT_FOR_DIRECTOR_CAM => "the director's camera".to_owned(),
        WAIT_FOR_JUMP_OR_LAUNCH => match pushed.and_then(|it| pushed_text(names, &it)) {
            Some(who) => format!("{who} to jump or launch"),
            None => "a jump or a launch".to_owned(),
        },
        WAIT_FOR_KEY => match pushed.and_then(|it| pushed_text(names, &it)) {
            Some(action) => format!("the key of action {action}"),
            None => "a key".to_owned(),
        },
        _ => "nothing: goes on".to_owned(),
    }
}

/// What an instruction pushes, where that is plain from it alone.
fn pushed_text(names: &Names, instruction: &Instruction) -> Option<String> {
    let index = match instruction.operand {
        Operand::Byte(byte) => u16::from(byte),
        Operand::Wide(wide) => wide,
        _ => return None,
    };
    match instruction.opcode {
        Opcode::PushShip | Opcode::PushShipWide => Some(called(&names.ship(index), "ship", index)),
        Opcode::PushFlightGroup => Some(called(&names.group(index), "group", index)),
        Opcode::PushSquad => Some(called(&names.squad(index), "squad", index)),
        Opcode::PushByte | Opcode::PushByteAlt => Some(index.to_string()),
        _ => None,
    }
}

/// A second of the script's clock as minutes and seconds.
pub fn clock_text(second: u32) -> String {
    format!("{}:{:02}", second / 60, second % 60)
}
