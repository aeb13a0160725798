//! The loop over a thread's instructions (script-vm 2).
//!
//! It runs whatever a thread can do by itself and stops at what touches the rest of the mission: a
//! command, or a part to be started on another thread.

use formats::bytes::{be_u16, get};
use formats::script::Opcode;

use crate::bind::Mission;
use crate::bound::BoundPart;
use crate::debug::statements::{Coverage, Statements, Within};
use crate::hold::{Editor, Next, is_flagged};
use crate::random::Random;

use super::conditions::condition;
use super::fault::{Cause, Fault};
use super::float::{self, Operation};
use super::memory::{KEPT, Memory, Note, Target};
use super::squads::{in_flight_group, in_squad};
use super::stack::CELLS;
use super::thread::{Call, NO_FRAME, Thread};

/// Bytes of a block's length word.
pub(crate) const LENGTH_SIZE: u32 = 2;
/// Commands that the Executor has.
const COMMANDS: u8 = 95;
/// Calls that a thread remembers for whoever looks on.
const SHOWN_CALLS: usize = 32;
/// Dwords of a call's record, behind its arguments.
const RECORD: usize = 4;
/// Bytes of a random branch before its arms, its opcode included, and of an arm.
const ARMS_OFFSET: usize = 4;
const ARM_SIZE: usize = 4;
/// An arm's target that stands for the default.
const DEFAULT_TARGET: u16 = 0xFFFF;

/// Why the loop stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A return at call depth 0 ended the thread.
    Finished,
    /// A command is to be called; the thread stands behind it.
    Command {
        /// Place of the instruction.
        at: u32,
        /// The command.
        command: u8,
    },
    /// A linked editor stops the thread.
    Held,
    /// A statement is about to run, which somebody wants to know.
    Statement {
        /// Place of its first instruction.
        at: u32,
    },
    /// A global or a variable was written, which somebody wants to know.
    Wrote,
    /// A part is to be started on another thread; the thread stands behind the instruction.
    Spawn {
        /// Place of the instruction.
        at: u32,
        /// The part, of the first layer or the second.
        part: u8,
        /// 0 for the first layer, 1 for the second.
        layer: usize,
    },
    /// The thread failed.
    Fault(Fault),
}

/// What a script did between two stops, for the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    /// It stored a value.
    Wrote {
        /// Place of the instruction.
        at: u32,
        /// A global or a variable.
        target: Target,
        value: u32,
    },
    /// It entered a part of the first layer.
    Called {
        /// Place of the instruction.
        at: u32,
        part: u8,
    },
}

/// What the loop needs besides the thread.
pub(crate) struct Env<'a> {
    pub(crate) mission: &'a Mission,
    pub(crate) memory: &'a mut Memory,
    pub(crate) random: &'a mut Random,
    /// The thread's slot.
    pub(crate) slot: usize,
    /// The threads of the slots below and above it, whose stacks a store can reach.
    pub(crate) below: &'a mut [Thread],
    pub(crate) above: &'a mut [Thread],
    /// Instructions that the thread may still run.
    pub(crate) budget: &'a mut u32,
    /// What the thread did; `None` where nobody wants to know.
    pub(crate) deeds: Option<&'a mut Vec<Deed>>,
    /// Where statements start.
    pub(crate) statements: &'a Statements,
    /// Statements that ran.
    pub(crate) covered: &'a mut Coverage,
    /// Whether to stop before each statement.
    pub(crate) stops: bool,
    /// Place of a statement that it has stopped before already.
    pub(crate) announced: Option<u32>,
    /// The editor that is linked, with a flag for each byte of the script.
    pub(crate) editor: Option<&'a mut Editor>,
    pub(crate) flags: &'a [u8],
}

/// Runs a thread until it stops.
pub(crate) fn interpret(thread: &mut Thread, env: &mut Env<'_>) -> Stop {
    // Each loop does no more than somebody wants, as the cost is of every instruction.
    if env.stops || env.editor.is_some() {
        run::<true, false>(thread, env)
    } else if !env.statements.is_empty() {
        run::<false, true>(thread, env)
    } else {
        run::<false, false>(thread, env)
    }
}

/// Runs a thread; `WATCHED` where it may be stopped at any instruction, `COVERS` where only the
/// statements that run are noted.
fn run<const WATCHED: bool, const COVERS: bool>(thread: &mut Thread, env: &mut Env<'_>) -> Stop {
    let code = env.mission.bytes();
    let script = env.mission.script_start();
    let mut ip = thread.ip.unwrap_or(0);
    let mut left = *env.budget;
    let mut within = Within::default();
    let stop = loop {
        let at = ip;
        if COVERS && !within.holds(at.wrapping_sub(script)) {
            within = env.covered.enter(env.statements, at.wrapping_sub(script));
        }
        if WATCHED {
            let offset = at.wrapping_sub(script);
            let statement = env.statements.number(offset as usize);
            if statement.is_some() && env.stops && env.announced.take() != Some(at) {
                thread.ip = Some(at);
                break Stop::Statement { at };
            }
            if env.editor.is_some() && editor_stops(thread, env, code, at, offset) {
                thread.ip = Some(at);
                break Stop::Held;
            }
            if let Some(statement) = statement {
                env.covered.note(statement);
            }
        }
        match step(thread, env, code, &mut left, &mut ip) {
            Ok(None)
                if WATCHED && env.stops && env.deeds.as_ref().is_some_and(|it| !it.is_empty()) =>
            {
                thread.ip = Some(ip);
                break Stop::Wrote;
            }
            Ok(None) => {}
            Ok(Some(stop)) => {
                thread.ip = Some(ip);
                break stop;
            }
            Err(cause) => break Stop::Fault(Fault { at, cause }),
        }
    };
    *env.budget = left;
    stop
}

/// Whether a linked editor stops a thread before an instruction.
fn editor_stops(thread: &Thread, env: &mut Env<'_>, code: &[u8], at: u32, offset: u32) -> bool {
    let flagged = is_flagged(env.flags, offset as usize);
    let Some(editor) = &mut env.editor else {
        return false;
    };
    editor.stops(&Next {
        thread: env.slot,
        at,
        offset,
        opcode: code.get(at as usize).copied().unwrap_or(0),
        block_end: thread.block_end,
        flagged,
    })
}

/// Runs one instruction; `ip` moves past it or to where it leads.
#[inline(always)]
pub(crate) fn step(
    thread: &mut Thread,
    env: &mut Env<'_>,
    code: &[u8],
    left: &mut u32,
    ip: &mut u32,
) -> Result<Option<Stop>, Cause> {
    let at = *ip;
    if at >= thread.block_end {
        return Err(Cause::PastBlock);
    }
    *left = left.checked_sub(1).ok_or(Cause::TooLong)?;
    let here = at as usize;
    let byte = *code.get(here).ok_or(Cause::PastImage)?;
    let opcode = Opcode::from_byte(byte).ok_or(Cause::NullOpcode { byte })?;
    let operand = || code.get(here + 1).copied().ok_or(Cause::PastImage);
    let wide = || be_u16(code, here + 1).ok_or(Cause::PastImage);
    // Most instructions have no operand or one byte; the others say how far they reach.
    let mut next = at + 1;
    let stack = &mut thread.stack;
    match opcode {
        Opcode::Equal => stack.combine(|a, b| u32::from(a == b))?,
        Opcode::NotEqual => stack.combine(|a, b| u32::from(a != b))?,
        Opcode::Greater | Opcode::GreaterF => stack.combine(|a, b| u32::from(a > b))?,
        Opcode::GreaterEqual | Opcode::GreaterEqualF => {
            stack.combine(|a, b| u32::from(a >= b))?;
        }
        Opcode::Less | Opcode::LessF => stack.combine(|a, b| u32::from(a < b))?,
        Opcode::LessEqual | Opcode::LessEqualF => stack.combine(|a, b| u32::from(a <= b))?,
        Opcode::LogicalAnd => stack.combine(|a, b| u32::from(a != 0 && b != 0))?,
        Opcode::LogicalOr => stack.combine(|a, b| u32::from(a != 0 || b != 0))?,
        Opcode::Add => stack.combine(u32::wrapping_add)?,
        Opcode::Sub => stack.combine(u32::wrapping_sub)?,
        Opcode::Mul => stack.combine(u32::wrapping_mul)?,
        Opcode::Div => {
            let (a, b) = stack.pair()?;
            let quotient = a.checked_div(b).ok_or(Cause::DivisionByZero)?;
            stack.combine(|_, _| quotient)?;
        }
        Opcode::AddF => stack.combine(float::add)?,
        Opcode::SubF => stack.combine(float::sub)?,
        Opcode::MulF => stack.combine(float::mul)?,
        Opcode::DivF => stack.combine(float::div)?,
        Opcode::PushByte | Opcode::PushByteAlt => {
            stack.push(u32::from(operand()?))?;
            next += 1;
        }
        Opcode::PushConstant => {
            stack.push(constant(code, thread.block_end, u16::from(operand()?))?)?;
            next += 1;
        }
        Opcode::PushConstantWide => {
            stack.push(constant(code, thread.block_end, wide()?)?)?;
            next += 2;
        }
        Opcode::PushGlobal => {
            stack.push(env.memory.global(operand()?))?;
            next += 1;
        }
        Opcode::PushArray => {
            stack.push(env.memory.read_variable(operand()?))?;
            next += 1;
        }
        Opcode::PushShip => {
            stack.push(env.mission.ship_place(u16::from(operand()?)))?;
            next += 1;
        }
        Opcode::PushShipWide => {
            stack.push(env.mission.ship_place(wide()?))?;
            next += 2;
        }
        Opcode::PushFlightGroup => {
            stack.push(env.mission.group_place(u16::from(operand()?)))?;
            next += 1;
        }
        Opcode::PushSquad => {
            stack.push(env.mission.squad_place(u16::from(operand()?)))?;
            next += 1;
        }
        Opcode::PushCurve => {
            stack.push(env.mission.curve_place(u16::from(operand()?)))?;
            next += 1;
        }
        Opcode::PushSection19 => {
            stack.push(env.mission.section_19_place(u16::from(operand()?)))?;
            next += 1;
        }
        Opcode::PushNull => stack.push(u32::MAX)?,
        Opcode::PushResult => stack.push(thread.result)?,
        Opcode::PushComponent | Opcode::PushComponentAlt => {
            let ship = operand()?;
            let component = *code.get(here + 2).ok_or(Cause::PastImage)?;
            let cell = stack.len();
            stack.push(env.mission.ship_place(u16::from(ship)))?;
            env.memory.note(Note {
                thread: env.slot,
                cell,
                component,
            });
            next += 2;
        }
        Opcode::PushString | Opcode::PushStringAlt => {
            let length = operand()?;
            stack.push(at + 2)?;
            // The length counts itself.
            next += u32::from(length);
        }
        Opcode::PushPercent => {
            let top = stack.peek()?;
            stack.push(float::percent(top, operand()?))?;
            next += 1;
        }
        Opcode::PushLocal => {
            let local = operand()?;
            let value = thread.locals.get(usize::from(local));
            stack.push(*value.ok_or(Cause::NoLocal { local })?)?;
            next += 1;
        }
        Opcode::PushArgument => {
            let argument = operand()?;
            let cell = argument_cell(thread.frame, argument)?;
            let value = stack.cell(cell).ok_or(Cause::NoArgument { argument })?;
            stack.push(value)?;
            next += 1;
        }
        Opcode::PushEventValue => {
            thread.stack.push(event_value(code, here, env)?)?;
            next += 3;
        }
        Opcode::SelectArray => {
            let number = operand()?;
            stack.push(env.memory.read_variable(number))?;
            env.memory.target = Some(Target::Variable(number));
            next += 1;
        }
        Opcode::SelectGlobal => {
            let index = operand()?;
            stack.push(env.memory.global(index))?;
            env.memory.target = Some(Target::Global(index));
            next += 1;
        }
        Opcode::SelectArgument => {
            let argument = operand()?;
            let cell = argument_cell(thread.frame, argument)?;
            let value = stack.cell(cell).ok_or(Cause::NoArgument { argument })?;
            stack.push(value)?;
            env.memory.target = Some(Target::Cell {
                thread: env.slot,
                cell,
            });
            next += 1;
        }
        Opcode::Assign => store(thread, env, at, |_, top| Ok(top))?,
        Opcode::AddAssign => store(thread, env, at, |old, top| Ok(old.wrapping_add(top)))?,
        Opcode::SubAssign => store(thread, env, at, |old, top| Ok(old.wrapping_sub(top)))?,
        Opcode::MulAssign => store(thread, env, at, |old, top| Ok(old.wrapping_mul(top)))?,
        Opcode::DivAssign => store(thread, env, at, |old, top| {
            old.checked_div(top).ok_or(Cause::DivisionByZero)
        })?,
        Opcode::AddAssignF => store_float(thread, env, at, Operation::Add)?,
        Opcode::SubAssignF => store_float(thread, env, at, Operation::Sub)?,
        Opcode::MulAssignF => store_float(thread, env, at, Operation::Mul)?,
        Opcode::DivAssignF => store_float(thread, env, at, Operation::Div)?,
        Opcode::InFlightGroup | Opcode::NotInFlightGroup => {
            let (a, b) = stack.pair()?;
            let within = in_flight_group(env.mission, a, b)?;
            stack.combine(|_, _| u32::from(within == (opcode == Opcode::InFlightGroup)))?;
        }
        Opcode::InSquad | Opcode::NotInSquad => {
            let (a, b) = stack.pair()?;
            let within = in_squad(env.mission, a, b, left)?;
            stack.combine(|_, _| u32::from(within == (opcode == Opcode::InSquad)))?;
        }
        Opcode::BranchIfZero | Opcode::BranchIfZeroAlt => {
            let distance = wide()?;
            next = match stack.pop()? {
                0 => at + 1 + u32::from(distance),
                _ => at + 3,
            };
        }
        Opcode::Jump => next = at + 1 + u32::from(wide()?),
        Opcode::RandomBranch => next = random_branch(code, here, env.random)?,
        Opcode::CallPart | Opcode::CallPartB => {
            let part = operand()?;
            let layer = usize::from(opcode == Opcode::CallPartB);
            next += 1;
            if let Some(block) = call(thread, env.mission, part, layer, at, next)? {
                next = block;
                if let Some(deeds) = &mut env.deeds
                    && layer == 0
                {
                    deeds.push(Deed::Called { at, part });
                }
            }
        }
        Opcode::Return | Opcode::ReturnAlt => {
            if thread.depth == 0 {
                return Ok(Some(Stop::Finished));
            }
            next = give_back(thread)?;
            if let Some(editor) = &mut env.editor {
                editor.returned();
            }
        }
        Opcode::Command => {
            let command = operand()?;
            if command >= COMMANDS {
                return Err(Cause::NoCommand { command });
            }
            *ip = next + 1;
            return Ok(Some(Stop::Command { at, command }));
        }
        Opcode::CommandB => {
            let command = operand()?;
            empty_command(thread, env.memory, command)?;
            next += 1;
        }
        Opcode::SpawnPart | Opcode::SpawnPartB => {
            let part = operand()?;
            let layer = usize::from(opcode == Opcode::SpawnPartB);
            *ip = next + 1;
            return Ok(Some(Stop::Spawn { at, part, layer }));
        }
        Opcode::Nop => {}
    }
    *ip = next;
    Ok(None)
}

/// The part that an instruction names, if the mission has it and it has a block (V57).
pub(crate) fn part(mission: &Mission, layer: usize, part: u8) -> Option<&BoundPart> {
    mission.bound.parts.get(layer)?.get(usize::from(part))
}

/// Where a block ends, by its length word; `None` where that lies past the image.
pub(crate) fn block_end(mission: &Mission, block: u32) -> Option<u32> {
    block.checked_add(u32::from(mission.half(block)?))
}

/// A constant of the running block (V48).
fn constant(code: &[u8], block_end: u32, index: u16) -> Result<u32, Cause> {
    let place = (block_end as usize).saturating_add(4 * usize::from(index));
    get(code, place).ok_or(Cause::PastImage)
}

/// The cell of an argument (V51): any of the 32 from the frame on, not the part's own alone.
fn argument_cell(frame: u32, argument: u8) -> Result<usize, Cause> {
    if frame == NO_FRAME {
        return Err(Cause::NoFrame);
    }
    usize::try_from(frame)
        .ok()
        .and_then(|first| first.checked_add(usize::from(argument)))
        .filter(|&cell| cell < CELLS)
        .ok_or(Cause::NoArgument { argument })
}

/// A value that an object kept of its last event (V53).
fn event_value(code: &[u8], here: usize, env: &Env<'_>) -> Result<u32, Cause> {
    let [number, value, object]: [u8; 3] = get(code, here + 1).ok_or(Cause::PastImage)?;
    let none = Cause::NoEventValue {
        condition: number,
        value,
        object,
    };
    let from = condition(number)
        .and_then(|condition| condition.kept_from)
        .ok_or(none)?;
    let place = from + usize::from(value);
    let known = usize::from(object) < env.mission.tables.objects.len() && place < KEPT;
    if !known {
        return Err(none);
    }
    env.memory.kept(u16::from(object), place).ok_or(none)
}

/// Where a random branch leads (V55).
fn random_branch(code: &[u8], here: usize, random: &mut Random) -> Result<u32, Cause> {
    let count: u8 = get(code, here + 1).ok_or(Cause::PastImage)?;
    let default = be_u16(code, here + 2).ok_or(Cause::PastImage)?;
    let roll = random.percent();
    let mut target = default;
    for arm in 0..usize::from(count) {
        let place = here + ARMS_OFFSET + ARM_SIZE * arm;
        let threshold: u8 = get(code, place + 2).ok_or(Cause::PastImage)?;
        if roll < threshold {
            target = match be_u16(code, place).ok_or(Cause::PastImage)? {
                DEFAULT_TARGET => default,
                target => target,
            };
            break;
        }
    }
    Ok(here as u32 + u32::from(target))
}

/// Enters a part above its arguments (V56); `None` for a part without a block, which leaves them.
fn call(
    thread: &mut Thread,
    mission: &Mission,
    number: u8,
    layer: usize,
    at: u32,
    back: u32,
) -> Result<Option<u32>, Cause> {
    let Some(callee) = part(mission, layer, number) else {
        return Ok(None);
    };
    let Some(block) = callee.block else {
        return Ok(None);
    };
    let end = block_end(mission, block).ok_or(Cause::PastImage)?;
    let arguments = usize::from(callee.argument_count);
    let top = thread.stack.len();
    let frame = top.checked_sub(arguments).ok_or(Cause::StackUnderflow)?;
    if top + RECORD > CELLS {
        return Err(Cause::StackOverflow);
    }
    thread.stack.push(u32::from(callee.argument_count))?;
    thread.stack.push(back)?;
    thread.stack.push(thread.frame)?;
    thread.stack.push(thread.block_end)?;
    // A cell's number, below 32.
    thread.frame = frame as u32;
    thread.block_end = end;
    // A byte in the original; a part that takes its own record off the stack can call for ever.
    thread.depth = thread.depth.wrapping_add(1);
    if thread.calls.len() < SHOWN_CALLS {
        thread.calls.push(Call {
            part: number,
            from: at,
        });
    }
    Ok(Some(block + LENGTH_SIZE))
}

/// Leaves a part (V58): gives where its caller goes on.
fn give_back(thread: &mut Thread) -> Result<u32, Cause> {
    let stack = &mut thread.stack;
    let value = stack.pop()?;
    let end = stack.pop()?;
    let frame = stack.pop()?;
    let back = stack.pop()?;
    // 16 bits of the count are looked at.
    let arguments = stack.pop()? as u16;
    stack.drop_values(usize::from(arguments))?;
    thread.result = value;
    thread.block_end = end;
    thread.frame = frame;
    thread.depth = thread.depth.saturating_sub(1);
    thread.calls.pop();
    Ok(back)
}

/// A command of the second catalogue, whose one entry does nothing (V62).
fn empty_command(thread: &mut Thread, memory: &mut Memory, command: u8) -> Result<(), Cause> {
    let arguments = match command {
        0 => 2,
        1 => 0,
        _ => return Err(Cause::NoCommand { command }),
    };
    let first = thread.stack.drop_values(arguments)?;
    let cell = thread.stack.cell_mut(first).ok_or(Cause::StackOverflow)?;
    *cell = 1;
    thread.result = 1;
    memory.forget_notes();
    Ok(())
}

/// A store: the target becomes a function of itself and the top value, then two values go (V40).
fn store(
    thread: &mut Thread,
    env: &mut Env<'_>,
    at: u32,
    with: impl FnOnce(u32, u32) -> Result<u32, Cause>,
) -> Result<(), Cause> {
    let target = env.memory.target.ok_or(Cause::NoTarget)?;
    let (_, top) = thread.stack.pair()?;
    let old = match target {
        Target::Variable(number) => env.memory.variables.get(number),
        Target::Global(index) => env.memory.global(index),
        Target::Cell { thread: slot, cell } => {
            let stack = &other(thread, env, slot).ok_or(Cause::NoTarget)?.stack;
            stack.cell(cell).ok_or(Cause::NoTarget)?
        }
    };
    let value = with(old, top)?;
    match target {
        Target::Variable(number) => env.memory.variables.set(number, value),
        Target::Global(index) => env.memory.set_global(index, value),
        Target::Cell { thread: slot, cell } => {
            let stack = &mut other(thread, env, slot).ok_or(Cause::NoTarget)?.stack;
            *stack.cell_mut(cell).ok_or(Cause::NoTarget)? = value;
        }
    }
    if let Some(deeds) = &mut env.deeds
        && !matches!(target, Target::Cell { .. })
    {
        deeds.push(Deed::Wrote { at, target, value });
    }
    thread.stack.drop_values(2)?;
    Ok(())
}

/// A store of the float family (V46).
fn store_float(
    thread: &mut Thread,
    env: &mut Env<'_>,
    at: u32,
    operation: Operation,
) -> Result<(), Cause> {
    store(thread, env, at, |old, top| {
        Ok(float::assign(operation, old, top))
    })
}

/// A thread by its slot: the running one or another.
fn other<'a>(thread: &'a mut Thread, env: &'a mut Env<'_>, slot: usize) -> Option<&'a mut Thread> {
    match slot.checked_sub(env.slot) {
        None => env.below.get_mut(slot),
        Some(0) => Some(thread),
        Some(distance) => env.above.get_mut(distance - 1),
    }
}
