//! Expressions of the script language, evaluated beside a run without touching it.

use std::sync::Arc;

use formats::script::Opcode;

use crate::simulation::Simulation;
use crate::vm::fault::Cause;
use crate::vm::interpret::{Env, LENGTH_SIZE, Stop, step};
use crate::vm::stack::CELLS;
use crate::vm::thread::Thread;

/// Instructions that an expression may take.
const BUDGET: u32 = 10_000;

/// An expression, compiled as a routine that returns it: a block with its length word, and its
/// constants behind (dte-format 4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    code: Arc<[u8]>,
}

impl Condition {
    /// An expression by its block and constants.
    pub fn new(code: impl Into<Arc<[u8]>>) -> Self {
        Self { code: code.into() }
    }

    /// Its value, in a thread if one runs. Nothing of the run changes; a command or a call in the
    /// expression is refused as [`Cause::NotHere`].
    pub(crate) fn value(
        &self,
        simulation: &Simulation,
        thread: Option<usize>,
    ) -> Result<u32, Cause> {
        let code = &*self.code;
        let length = formats::bytes::get::<u16>(code, 0).ok_or(Cause::PastBlock)?;
        let slot = thread.unwrap_or(0);
        let mut scratch = match thread.and_then(|slot| simulation.vm.threads.get(slot)) {
            Some(thread) => thread.clone(),
            None => Thread::free(),
        };
        scratch.depth = 0;
        scratch.block_end = u32::from(length);
        let mut memory = simulation.vm.memory.clone();
        let mut random = simulation.random;
        let mut left = BUDGET;
        let mut nothing = 0;
        let mut env = Env {
            mission: &simulation.mission,
            memory: &mut memory,
            random: &mut random,
            slot,
            below: &mut [],
            above: &mut [],
            budget: &mut nothing,
            deeds: None,
            statements: &Default::default(),
            covered: &mut Default::default(),
            stops: false,
            announced: None,
            editor: None,
            flags: &[],
        };
        let mut ip = LENGTH_SIZE;
        let mut cells = [0; CELLS];
        let mut stack = scratch.stack.work(&mut cells);
        loop {
            let opcode = code.get(ip as usize).copied().and_then(Opcode::from_byte);
            if opcode.is_some_and(acts) {
                return Err(Cause::NotHere);
            }
            match step(&mut scratch, &mut stack, &mut env, code, &mut left, &mut ip)? {
                None => {}
                Some(Stop::Finished) => return stack.peek(),
                Some(_) => return Err(Cause::NotHere),
            }
        }
    }
}

/// Whether an instruction does something that an onlooker must not.
fn acts(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Command
            | Opcode::CommandB
            | Opcode::CallPart
            | Opcode::CallPartB
            | Opcode::SpawnPart
            | Opcode::SpawnPartB
            | Opcode::Assign
            | Opcode::AddAssign
            | Opcode::SubAssign
            | Opcode::MulAssign
            | Opcode::DivAssign
            | Opcode::AddAssignF
            | Opcode::SubAssignF
            | Opcode::MulAssignF
            | Opcode::DivAssignF
    )
}
