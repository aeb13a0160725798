//! The hold, the steps and the pause of an editor that is linked to the mission (script-vm 9).
//!
//! A debugger here looks into a tick by running it again from a copy. A linked editor has no copy:
//! the thread that it stops really stays where it is, tick after tick, while the ships fly on. Where
//! no editor is linked, a run pays nothing for it.

use std::sync::Arc;

use formats::{Image, SectionId};

use crate::clock::{TICKS_PER_SECOND, Tick};
use crate::link::Happened;
use crate::options::Options;
use crate::simulation::Simulation;
use crate::trace::TraceEvent;
use crate::vm::thread::{Origin, SLOTS};

/// Bit of a script byte's flag before which a thread stops.
const STOP: u8 = 1;
/// Milliseconds of a tick.
const MILLISECONDS_PER_TICK: u32 = 1000 / TICKS_PER_SECOND;
/// Reports of stops that wait to be fetched at most; later ones are lost.
const MOST_REPORTS: usize = 1024;

/// Whether an editor holds the script.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Hold {
    /// It runs.
    #[default]
    None,
    /// A thread stopped, and no thread runs until the script is released.
    Held,
    /// It was released; the next instruction to run takes the step up.
    Released,
}

/// How an editor releases the script, and what it then waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Release {
    /// To the next flagged byte.
    RunOn,
    /// To the next statement of any thread.
    Into,
    /// To the next statement of the same block, or of the one that a return leads back to.
    Over,
}

impl Release {
    /// The release that a number of the run control stands for: 1, 2 or 3.
    pub fn from_number(number: u32) -> Option<Self> {
        match number {
            1 => Some(Self::RunOn),
            2 => Some(Self::Into),
            3 => Some(Self::Over),
            _ => None,
        }
    }
}

/// An editor that is linked to the mission.
#[derive(Debug, Clone, Default)]
pub struct Editor {
    hold: Hold,
    step: Option<Release>,
    paused: bool,
    /// Whether a part has returned to its caller since a step over began.
    returned: bool,
    /// End of the block in which each thread's step over began.
    over: [u32; SLOTS],
    /// The thread that stopped last, and the place of the byte before which it did.
    stopped: Option<(usize, u32)>,
    /// Offsets in the script of the bytes before which threads stopped, not fetched yet.
    reports: Vec<u32>,
    /// What the script did, for the state that it asks for.
    pub(crate) happened: Happened,
}

impl Editor {
    /// Whether it holds the script.
    pub fn hold(&self) -> Hold {
        self.hold
    }

    /// The step that it makes.
    pub fn step(&self) -> Option<Release> {
        self.step
    }

    /// Whether it pauses the mission.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    fn holds(&self) -> bool {
        self.hold == Hold::Held
    }

    fn release(&mut self, release: Release) {
        // A script that was not stopped has nothing to run on from (V366).
        if release == Release::RunOn && self.hold == Hold::None {
            return;
        }
        self.hold = Hold::Released;
        self.step = Some(release);
    }

    /// Whether a thread stops before an instruction (V361).
    pub(crate) fn stops(&mut self, next: &Next) -> bool {
        // A thread goes on from the flagged byte at which it stands, also by a step, and also where
        // another thread has taken the release up; OpenReliant would stop there once more.
        let again = self.stopped == Some((next.thread, next.at));
        if again {
            self.stopped = None;
        }
        if next.flagged {
            if self.hold == Hold::Released && self.step == Some(Release::RunOn) {
                self.hold = Hold::None;
                self.step = None;
                return false;
            }
            if !again {
                return self.stop(next);
            }
        }
        let Some(step) = self.step else {
            return false;
        };
        if self.hold == Hold::Released {
            self.hold = Hold::None;
            match step {
                Release::RunOn => self.step = None,
                Release::Into => {}
                Release::Over => {
                    if let Some(over) = self.over.get_mut(next.thread) {
                        *over = next.block_end;
                    }
                    self.returned = false;
                }
            }
            return false;
        }
        let here = step != Release::Over
            || self.returned
            || self.over.get(next.thread) == Some(&next.block_end);
        starts_statement(next.opcode) && here && self.stop(next)
    }

    fn stop(&mut self, next: &Next) -> bool {
        self.hold = Hold::Held;
        self.stopped = Some((next.thread, next.at));
        if self.reports.len() < MOST_REPORTS {
            self.reports.push(next.offset);
        }
        true
    }

    /// A thread started in a slot: what stopped there before is gone.
    pub(crate) fn started(&mut self, thread: usize) {
        if self.stopped.is_some_and(|(stopped, _)| stopped == thread) {
            self.stopped = None;
        }
    }

    /// A part returned to its caller (V364).
    pub(crate) fn returned(&mut self) {
        self.returned = true;
    }

    /// A thread yielded: the next one takes the step on (V365).
    pub(crate) fn yielded(&mut self) {
        if matches!(self.step, Some(Release::Into | Release::Over)) {
            self.hold = Hold::Released;
        }
    }

    /// A thread came to its end, and the step with it (V365).
    pub(crate) fn finished(&mut self) {
        self.step = None;
    }
}

/// An instruction that is about to run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Next {
    /// The thread's slot.
    pub(crate) thread: usize,
    /// Place of the instruction.
    pub(crate) at: u32,
    /// Its offset from the start of the script.
    pub(crate) offset: u32,
    /// Its opcode's byte; 0 past the image.
    pub(crate) opcode: u8,
    /// End of the block that runs.
    pub(crate) block_end: u32,
    /// Whether its byte is flagged.
    pub(crate) flagged: bool,
}

/// Whether an opcode starts a statement for a step (V362): stores, commands, calls, returns, branches
/// and spawns.
fn starts_statement(opcode: u8) -> bool {
    matches!(
        opcode,
        0x16..=0x1A | 0x21..=0x25 | 0x37..=0x3A | 0x4A | 0x4D | 0x4E
    )
}

/// The flags that a mission brings along, a byte for each of its script's.
pub(crate) fn flags_of(image: &Image) -> Arc<[u8]> {
    within_script(image, image.counted(SectionId::ScriptFlags))
}

/// Flags of the script's own bytes: what lies behind them is never flagged (V368).
fn within_script(image: &Image, flags: &[u8]) -> Arc<[u8]> {
    let script = image.counted(SectionId::Script).len();
    flags.get(..script).unwrap_or(flags).into()
}

/// Whether a script byte is flagged.
pub(crate) fn is_flagged(flags: &[u8], offset: usize) -> bool {
    flags.get(offset).is_some_and(|flag| flag & STOP != 0)
}

/// A start that waits for an editor to release one of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StartWait {
    /// The thread that stopped.
    pub(crate) thread: usize,
    /// The part that runs behind it.
    pub(crate) next: u16,
}

impl Simulation {
    /// Binds an image with an editor linked to it from the first: the start parts run at the first
    /// tick, and wait where the editor stops one (script-vm V367).
    pub fn linked(image: Arc<Image>, options: Options) -> Self {
        let mut simulation = Self::unstarted(image, options);
        simulation.link_editor();
        simulation
    }

    /// Links an editor; nothing if one is linked.
    pub fn link_editor(&mut self) {
        self.editor.get_or_insert_default();
    }

    /// Takes leave of the editor: its hold, its step and its pause go with it (script-vm 9).
    pub fn unlink_editor(&mut self) {
        self.editor = None;
    }

    /// The editor that is linked.
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_deref()
    }

    /// Copies flags over the script's, a byte for each of its bytes; bit 0 stops a thread before it
    /// while an editor is linked (script-vm V360, V361).
    ///
    /// Like any copy of a table it takes no more than there is: bytes of the script that a shorter
    /// payload does not reach keep their flags, and what a longer one has behind them, up to the
    /// multiple of four that the original's editor sends, flags nothing (V368).
    pub fn set_script_flags(&mut self, flags: &[u8]) {
        let script = self.mission.image.counted(SectionId::Script).len();
        let mut copy = self.script_flags.to_vec();
        copy.resize(script, 0);
        for (own, flag) in copy.iter_mut().zip(flags) {
            *own = *flag;
        }
        self.script_flags = copy.into();
    }

    /// Has the editor release the script (script-vm V366).
    pub fn release_script(&mut self, release: Release) {
        if let Some(editor) = &mut self.editor {
            editor.release(release);
        }
    }

    /// Has the editor pause the mission, or let it go on.
    pub fn pause_by_editor(&mut self, on: bool) {
        if let Some(editor) = &mut self.editor {
            editor.paused = on;
        }
    }

    /// Pauses the game itself, or lets it go on. Until then no tick does anything.
    pub fn pause_game(&mut self, on: bool) {
        self.game_paused = on;
    }

    /// Takes the offsets of the bytes before which threads stopped since the last time, in bytes from
    /// the start of the script (script-vm V363).
    pub fn take_stops(&mut self) -> Vec<u32> {
        let reports = self.editor.as_mut().map(|it| &mut it.reports);
        reports.map(std::mem::take).unwrap_or_default()
    }

    /// The script clock: whole seconds since the mission started, less those in which an editor held
    /// the script (script-vm V100, V369).
    pub fn clock(&self) -> u32 {
        self.script_ticks().clock()
    }

    /// Notes what the script did, for the editor.
    pub(crate) fn note_for_editor(&mut self, event: &TraceEvent) {
        let time = self.script_ticks().0.saturating_mul(MILLISECONDS_PER_TICK);
        if let Some(editor) = &mut self.editor {
            editor.happened.note(event, time);
        }
    }

    /// Ticks that the script clock counts.
    pub(crate) fn script_ticks(&self) -> Tick {
        Tick(self.now.0.saturating_sub(self.held_ticks))
    }

    /// Whether an editor holds the script.
    #[inline]
    pub(crate) fn is_script_held(&self) -> bool {
        self.editor.as_deref().is_some_and(Editor::holds)
    }

    /// Whether a thread's first run waits for the editor: one that a trigger starts does, while one
    /// that the editor itself runs goes at once.
    pub(crate) fn waits_for_editor(&self, origin: Origin) -> bool {
        self.is_script_held() && matches!(origin, Origin::Trigger { .. })
    }

    /// What stands still in a tick that an editor pauses is all but the records, which follow their
    /// objects (script-vm V369 to V372), and what is handed in from outside, which comes at once.
    pub(crate) fn tick_paused(&mut self) -> bool {
        if !self.editor.as_deref().is_some_and(Editor::is_paused) {
            return false;
        }
        self.apply_inputs(self.next_tick());
        self.test_end();
        self.world.sync();
        true
    }

    /// The share of a frame that a hold leaves (V370).
    pub(crate) fn frame_held(&mut self) -> bool {
        let held = self.is_script_held();
        if held {
            self.world.sync();
        }
        held
    }

    /// The thread that the editor stopped last.
    pub(crate) fn stopped_thread(&self) -> Option<usize> {
        let (thread, _) = self.editor.as_deref()?.stopped?;
        Some(thread)
    }
}
