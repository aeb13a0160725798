//! The machine's state, and the running of threads (script-vm 1).

use std::sync::Arc;

use formats::SectionId;

use crate::bind::Mission;
use crate::commands::{self, Call as CommandCall};
use crate::debug::probe::Point;
use crate::debug::statements::Coverage;
use crate::hold::Editor;
use crate::simulation::Simulation;
use crate::trace::{ThreadEnd, TraceEvent, TraceLevel};

use super::events::Event;
use super::fault::{Cause, Fault};
use super::interpret::{Deed, Env, LENGTH_SIZE, Stop, block_end, interpret, part};
use super::memory::{Memory, Target};
use super::thread::{MOST_RUNNING, NO_FRAME, Origin, SLOTS, Thread};
use super::timers::Timer;
use super::triggers::TriggerState;
use super::watches::Watch;

/// Instructions that a thread runs at most before it waits or ends; the longest routine of a real
/// mission has a few thousand.
const RUN_BUDGET: u32 = 500_000;
/// Instructions that all threads run in one tick before those left wait for the next. The rules know
/// no such end; a mission comes to it only with threads that never stop by themselves, which must
/// neither hang the others nor take them along (V70).
const TICK_BUDGET: u32 = 1_000_000;
/// What a command costs, in instructions.
const COMMAND_COST: u32 = 16;

/// The script machine's state.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    pub(crate) threads: Vec<Thread>,
    /// Threads in use.
    pub(crate) running: usize,
    pub(crate) memory: Memory,
    pub(crate) timers: Vec<Option<Timer>>,
    /// Events that wait to be raised.
    pub(crate) queue: Vec<Event>,
    /// Whether the log has been told that the queue overflowed.
    pub(crate) queue_overflowed: bool,
    /// Whether the log has been told of an operand that nothing equals (V144).
    pub(crate) odd_operand_told: bool,
    /// Whether the event being raised goes ahead for triggers that are not exempt (V139).
    pub(crate) verdict: bool,
    pub(crate) triggers: Vec<TriggerState>,
    pub(crate) watches: Vec<Watch>,
    /// Set when the script clock has moved on; timers and watches then run once (V102).
    pub(crate) tick_mark: bool,
    /// Clock value of the player's last jump; 0xFFFF for none (V230).
    pub(crate) last_jump: u32,
    /// Set once the thread of slot 0 has ended by a return (V14).
    pub(crate) first_finished: bool,
    /// The thread that is running, and the place of the command that it is in.
    pub(crate) current: Option<(usize, u32)>,
    /// Slots of the threads that run within one another, the outermost first.
    pub(crate) nest: Vec<usize>,
    /// Statements that ran.
    pub(crate) covered: Coverage,
    tick_budget: u32,
    run_budget: u32,
}

impl Machine {
    /// The machine as a script starts with it (V176).
    pub(crate) fn new(mission: &Mission, memory: Memory, players: u8, statements: usize) -> Self {
        Self {
            threads: vec![Thread::free(); SLOTS],
            running: 0,
            memory,
            timers: vec![None; super::timers::TIMERS],
            queue: Vec::new(),
            queue_overflowed: false,
            odd_operand_told: false,
            verdict: true,
            triggers: mission
                .tables
                .triggers
                .iter()
                .map(TriggerState::of)
                .collect(),
            watches: Watch::all(mission, players),
            tick_mark: false,
            last_jump: 0xFFFF,
            first_finished: false,
            current: None,
            nest: Vec::new(),
            covered: Coverage::new(statements),
            tick_budget: TICK_BUDGET,
            run_budget: RUN_BUDGET,
        }
    }

    /// Gives the tick its share of work.
    pub(crate) fn begin_tick(&mut self) {
        self.tick_budget = TICK_BUDGET;
    }

    /// Takes work off what the running thread may still do.
    pub(crate) fn charge(&mut self, work: u32) {
        self.run_budget = self.run_budget.saturating_sub(work);
    }

    /// The lowest free slot, its stack emptied (V1).
    pub(crate) fn allocate(&mut self) -> Option<usize> {
        let slot = self.threads.iter().position(|thread| thread.ip.is_none())?;
        if let Some(thread) = self.threads.get_mut(slot) {
            thread.stack.empty();
        }
        Some(slot)
    }

    /// A thread by its slot.
    pub(crate) fn thread_mut(&mut self, slot: usize) -> Option<&mut Thread> {
        self.threads.get_mut(slot)
    }

    /// Frees a slot.
    fn free(&mut self, slot: usize) {
        if let Some(thread) = self.threads.get_mut(slot)
            && thread.ip.take().is_some()
        {
            thread.calls.clear();
            self.running = self.running.saturating_sub(1);
        }
    }
}

/// How a thread is to start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Start {
    /// Place of the block; `None` starts nothing.
    pub(crate) block: Option<u32>,
    /// The slot, or any.
    pub(crate) slot: Option<usize>,
    /// Whether its first run is left to the next pass.
    pub(crate) deferred: bool,
    /// Cell of its first argument, or [`NO_FRAME`].
    pub(crate) frame: u32,
    pub(crate) origin: Origin,
}

impl Simulation {
    /// Starts a thread (V2), and says whether it was started.
    pub(crate) fn start_thread(&mut self, start: Start) -> bool {
        let Some(block) = start.block else {
            return false;
        };
        if self.vm.running >= MOST_RUNNING {
            return false;
        }
        let Some(slot) = start.slot.or_else(|| self.vm.allocate()) else {
            return false;
        };
        let Some(end) = block_end(&self.mission, block) else {
            return false;
        };
        let Some(thread) = self.vm.threads.get_mut(slot) else {
            return false;
        };
        thread.block_end = end;
        thread.frame = start.frame;
        thread.wake = 0;
        thread.ip = Some(block.saturating_add(LENGTH_SIZE));
        thread.depth = 0;
        thread.interrupted = false;
        thread.trigger = match start.origin {
            Origin::Trigger { trigger } => Some(trigger),
            _ => None,
        };
        thread.origin = Some(start.origin);
        thread.waiting_at = None;
        thread.calls.clear();
        self.vm.running += 1;
        self.tell_editor(|editor| editor.started(slot));
        self.thread_starts(slot);
        let script = self.mission.script_offset(block);
        self.log(TraceEvent::ThreadStarted {
            thread: slot as u8,
            origin: start.origin,
            script,
            deferred: start.deferred,
        });
        if !start.deferred && !self.waits_for_editor(start.origin) {
            self.run_thread(slot);
        }
        true
    }

    /// Starts a part on a thread of its own, without a frame or a trigger, at once (V13).
    pub(crate) fn start_part(&mut self, number: u16, origin: Origin) -> bool {
        let block = u8::try_from(number)
            .ok()
            .and_then(|number| part(&self.mission, 0, number))
            .and_then(|part| part.block);
        self.start_thread(Start {
            block,
            slot: None,
            deferred: false,
            frame: NO_FRAME,
            origin,
        })
    }

    /// Looks at the threads in slot order, as many as were in use at the start, and runs them (V6).
    pub(crate) fn pass(&mut self) {
        let mut visits = self.vm.running;
        for slot in 0..SLOTS {
            if visits == 0 || self.is_held() || self.is_script_held() {
                break;
            }
            let Some(thread) = self.vm.threads.get(slot) else {
                break;
            };
            if thread.ip.is_some() {
                visits -= 1;
                if !thread.interrupted {
                    self.run_thread(slot);
                }
            }
        }
    }

    /// Runs a thread until it waits, yields or ends (V4).
    pub(crate) fn run_thread(&mut self, slot: usize) {
        let clock = self.clock();
        let Some(thread) = self.vm.threads.get_mut(slot) else {
            return;
        };
        if thread.wake != 0 && clock <= thread.wake {
            return;
        }
        if self.vm.tick_budget == 0 {
            self.gap_at("threads left to the next tick", None);
            return;
        }
        thread.wake = 0;
        // A thread may start another, which runs at once, before it goes on itself.
        self.vm.nest.push(slot);
        let outer = self.vm.current;
        let outer_budget = std::mem::replace(&mut self.vm.run_budget, RUN_BUDGET);
        self.run_until_stop(slot);
        let used = RUN_BUDGET.saturating_sub(self.vm.run_budget);
        self.vm.tick_budget = self.vm.tick_budget.saturating_sub(used);
        self.vm.run_budget = outer_budget;
        self.vm.current = outer;
        self.vm.nest.pop();
    }

    fn run_until_stop(&mut self, slot: usize) {
        let mission = Arc::clone(&self.mission);
        let mut deeds = Vec::new();
        let mut announced = None;
        loop {
            let stop = self.interpret(&mission, slot, &mut deeds, announced.take());
            self.log_deeds(&mission, slot, &mut deeds);
            if self.is_held() {
                return;
            }
            if std::mem::take(&mut self.vm.memory.missiles_read) {
                self.gap_at("variable MissilesLeft", None);
            }
            match stop {
                Stop::Finished => {
                    if slot == 0 {
                        self.vm.first_finished = true;
                    }
                    self.end_thread(slot, ThreadEnd::Returned);
                    self.tell_editor(Editor::finished);
                    return;
                }
                // The thread stays where it is until the editor releases it.
                Stop::Held => return,
                Stop::Fault(fault) => {
                    self.fault(slot, fault);
                    return;
                }
                Stop::Statement { at } => {
                    if !self.polls(slot, at) {
                        let script = mission.script_offset(at);
                        let thread = slot as u8;
                        if self.point(Point::Statement { thread, script }) {
                            return;
                        }
                    }
                    announced = Some(at);
                }
                Stop::Wrote => {}
                Stop::Spawn { at, part, layer } => {
                    if let Err(cause) = self.spawn(slot, part, layer) {
                        self.fault(slot, Fault { at, cause });
                        return;
                    }
                }
                Stop::Command { at, command } => {
                    self.vm.current = Some((slot, at));
                    if self.holds_before_command(slot, command, at) {
                        return;
                    }
                    let called = self.call_command(slot, command, at);
                    if self.is_held() {
                        return;
                    }
                    match called {
                        Ok(true) => {}
                        Ok(false) => {
                            self.point(Point::Yielded { thread: slot as u8 });
                            self.tell_editor(Editor::yielded);
                            return;
                        }
                        Err(cause) => {
                            self.fault(slot, Fault { at, cause });
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Whether a statement is a wait that is run again and again, which was told as it began.
    fn polls(&self, slot: usize, at: u32) -> bool {
        let waiting = self.vm.threads.get(slot).and_then(|it| it.waiting_at);
        waiting.is_some_and(|command| command == at || command == at.saturating_add(2))
    }

    /// Comes to the point before a command, and says whether the tick stands still there.
    fn holds_before_command(&mut self, slot: usize, command: u8, at: u32) -> bool {
        let again = self.vm.threads.get(slot).and_then(|it| it.waiting_at) == Some(at);
        if again || self.probe.is_none() {
            return false;
        }
        let script = self.mission.script_offset(at);
        let thread = slot as u8;
        let held = self.point(Point::Command {
            thread,
            command,
            script,
        });
        if held && let Some(thread) = self.vm.threads.get_mut(slot) {
            // The thread is shown before the command.
            thread.ip = Some(at);
        }
        held
    }

    fn interpret(
        &mut self,
        mission: &Mission,
        slot: usize,
        deeds: &mut Vec<Deed>,
        announced: Option<u32>,
    ) -> Stop {
        let Some((below, rest)) = self.vm.threads.split_at_mut_checked(slot) else {
            return Stop::Finished;
        };
        let Some((thread, above)) = rest.split_first_mut() else {
            return Stop::Finished;
        };
        let wanted = self.options.trace >= TraceLevel::Script || self.probe.is_some();
        interpret(
            thread,
            &mut Env {
                mission,
                memory: &mut self.vm.memory,
                random: &mut self.random,
                slot,
                below,
                above,
                budget: &mut self.vm.run_budget,
                deeds: wanted.then_some(deeds),
                statements: &self.options.statements,
                covered: &mut self.vm.covered,
                stops: self.probe.is_some(),
                announced,
                editor: self.editor.as_deref_mut(),
                flags: &self.script_flags,
            },
        )
    }

    fn log_deeds(&mut self, mission: &Mission, slot: usize, deeds: &mut Vec<Deed>) {
        let thread = slot as u8;
        for deed in deeds.drain(..) {
            let (at, target, value) = match deed {
                Deed::Wrote { at, target, value } => (at, target, value),
                Deed::Called { at, part } => {
                    let script = mission.script_offset(at);
                    self.log(TraceEvent::Called {
                        part,
                        thread,
                        script,
                    });
                    continue;
                }
            };
            let (thread, script) = (Some(thread), Some(mission.script_offset(at)));
            match target {
                Target::Global(global) => {
                    self.log(TraceEvent::GlobalWritten {
                        global,
                        value,
                        thread,
                        script,
                    });
                    self.point(Point::Global {
                        global,
                        thread,
                        script,
                    });
                }
                Target::Variable(variable) => {
                    self.log(TraceEvent::VariableWritten {
                        variable,
                        value,
                        thread,
                        script,
                    });
                    self.point(Point::Variable {
                        variable,
                        thread,
                        script,
                    });
                }
                Target::Cell { .. } => {}
            }
        }
    }

    /// Calls a command (V80 to V82), and says whether the thread goes on.
    fn call_command(&mut self, slot: usize, command: u8, at: u32) -> Result<bool, Cause> {
        let count = commands::parameters(command);
        let thread = self.vm.threads.get_mut(slot).ok_or(Cause::StackUnderflow)?;
        let first = thread.stack.drop_values(count)?;
        let mut arguments = [0; commands::MOST_PARAMETERS];
        for (n, argument) in arguments.iter_mut().enumerate().take(count) {
            *argument = thread.stack.cell(first + n).unwrap_or(0);
        }
        // A wait that is asked again is told once.
        let again = thread.waiting_at == Some(at);
        self.vm.charge(COMMAND_COST);
        let call = CommandCall {
            command,
            thread: slot,
            first,
            count,
            arguments,
            at,
            pass_over_players: self.passes_over_players(command),
        };
        // A linked editor is told of commands, whatever is logged.
        let told = self.options.trace >= TraceLevel::Script || self.editor.is_some();
        if told && !again {
            let script = self.mission.script_offset(at);
            self.log(TraceEvent::Command {
                command,
                arguments: call.arguments().to_vec(),
                thread: slot as u8,
                script,
            });
        }
        let outcome = commands::dispatch(self, &call);
        self.vm.memory.forget_notes();
        let thread = self.vm.threads.get_mut(slot).ok_or(Cause::StackUnderflow)?;
        let cell = thread.stack.cell_mut(first).ok_or(Cause::StackOverflow)?;
        *cell = outcome.result;
        thread.result = outcome.result;
        thread.waiting_at = (outcome.step_back > 0).then_some(at);
        if let Some(ip) = &mut thread.ip {
            *ip = ip.saturating_sub(outcome.step_back);
        }
        Ok(outcome.result != 0)
    }

    /// The note that a command leaves players' ships out of flight groups (V83): the inverse of bit
    /// 0 of its byte in section 24, whatever that section's count.
    fn passes_over_players(&self, command: u8) -> bool {
        let place = self.mission.start(SectionId::CommandFlags);
        let flags = self
            .mission
            .byte(place.saturating_add(2 * u32::from(command)));
        flags.unwrap_or(0) & 1 == 0
    }

    /// Starts a part on another thread with the running one's values as its arguments (V61).
    fn spawn(&mut self, slot: usize, number: u8, layer: usize) -> Result<(), Cause> {
        let Some(&callee) = part(&self.mission, layer, number) else {
            return Ok(());
        };
        // The second layer takes the arguments before it looks for a block (V62).
        if callee.block.is_none() && layer == 0 {
            return Ok(());
        }
        let count = usize::from(callee.argument_count);
        let thread = self.vm.threads.get_mut(slot).ok_or(Cause::StackUnderflow)?;
        let first = thread.stack.drop_values(count)?;
        let stack = thread.stack;
        if callee.block.is_none() {
            return Ok(());
        }
        let Some(target) = self.vm.allocate() else {
            return Ok(());
        };
        if let Some(thread) = self.vm.threads.get_mut(target) {
            for n in 0..count {
                thread.stack.push(stack.cell(first + n).unwrap_or(0))?;
            }
        }
        self.start_thread(Start {
            block: callee.block,
            slot: Some(target),
            deferred: true,
            frame: 0,
            origin: Origin::Spawn {
                part: number,
                thread: slot as u8,
            },
        });
        Ok(())
    }

    fn fault(&mut self, slot: usize, fault: Fault) {
        let script = self.mission.script_offset(fault.at);
        self.log(TraceEvent::Fault {
            thread: slot as u8,
            script,
            cause: fault.cause,
        });
        let held = self.point(Point::Fault {
            thread: slot as u8,
            script,
            cause: fault.cause,
        });
        if held {
            return;
        }
        self.end_thread(slot, ThreadEnd::Fault);
        self.tell_editor(Editor::finished);
    }

    fn tell_editor(&mut self, tell: impl FnOnce(&mut Editor)) {
        if let Some(editor) = &mut self.editor {
            tell(editor);
        }
    }

    /// Ends a thread: its slot becomes free (V5).
    pub(crate) fn end_thread(&mut self, slot: usize, end: ThreadEnd) {
        self.vm.free(slot);
        self.log(TraceEvent::ThreadEnded {
            thread: slot as u8,
            end,
        });
        self.point(Point::Ended { thread: slot as u8 });
    }

    /// Place in the script of the command that is running, in bytes from its start.
    pub(crate) fn script_now(&self) -> Option<u32> {
        self.vm
            .current
            .map(|(_, at)| self.mission.script_offset(at))
    }
}
