//! What all threads share: globals, variables, the store target, the list of component notes.

use std::collections::BTreeMap;

use formats::records::Global;

use super::variables::{MISSILES_LEFT, Variables};

/// Globals that a script can name.
const GLOBALS: usize = 256;
/// Notes of components that the machine keeps (V66).
const MAX_NOTES: usize = 8;
/// Values that an object keeps of its last events: five of ShotAt, then five of Destroyed (V53).
pub(crate) const KEPT: usize = 10;

/// Where the next store goes (V39).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// A game variable.
    Variable(u8),
    /// A global of the mission.
    Global(u8),
    /// A cell of a thread's stack.
    Cell {
        /// The thread's slot.
        thread: usize,
        /// The cell.
        cell: usize,
    },
}

/// A component named for a cell that holds its ship (V66).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Note {
    /// The thread's slot.
    pub(crate) thread: usize,
    /// The cell.
    pub(crate) cell: usize,
    pub(crate) component: u8,
}

/// What all threads share.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    pub(crate) variables: Variables,
    /// The mission's globals. One past the mission's count keeps a store of its own here, where the
    /// original reads and writes what lies behind them.
    globals: Vec<u32>,
    /// Globals that the mission has.
    pub(crate) global_count: usize,
    pub(crate) target: Option<Target>,
    /// Whether a script has read the player's missiles, which nobody counts yet (V304).
    pub(crate) missiles_read: bool,
    notes: Vec<Note>,
    kept: BTreeMap<u16, [u32; KEPT]>,
}

impl Memory {
    /// A game variable, as a script reads it.
    pub(crate) fn read_variable(&mut self, number: u8) -> u32 {
        self.missiles_read |= number == MISSILES_LEFT;
        self.variables.get(number)
    }

    /// Memory as a mission starts with it (V175, V176).
    pub(crate) fn new(variables: Variables, globals: &[Global]) -> Self {
        let mut values: Vec<u32> = globals.iter().map(|global| global.value).collect();
        values.resize(GLOBALS, 0);
        Self {
            variables,
            globals: values,
            global_count: globals.len().min(GLOBALS),
            target: None,
            missiles_read: false,
            notes: Vec::new(),
            kept: BTreeMap::new(),
        }
    }

    /// A global's value.
    pub(crate) fn global(&self, index: u8) -> u32 {
        self.globals.get(usize::from(index)).copied().unwrap_or(0)
    }

    /// Sets a global.
    pub(crate) fn set_global(&mut self, index: u8, value: u32) {
        if let Some(global) = self.globals.get_mut(usize::from(index)) {
            *global = value;
        }
    }

    /// The mission's globals.
    pub(crate) fn globals(&self) -> &[u32] {
        self.globals.get(..self.global_count).unwrap_or_default()
    }

    /// Notes a component; a ninth is dropped. Says whether it was noted.
    pub(crate) fn note(&mut self, note: Note) -> bool {
        let room = self.notes.len() < MAX_NOTES;
        if room {
            self.notes.push(note);
        }
        room
    }

    /// Whether another note would be kept.
    pub(crate) fn has_room_for_note(&self) -> bool {
        self.notes.len() < MAX_NOTES
    }

    /// Forgets the notes, as every command does when it is done.
    pub(crate) fn forget_notes(&mut self) {
        self.notes.clear();
    }

    /// The component noted for a cell: the first note, as the machine looks for it (V67).
    pub(crate) fn noted(&self, thread: usize, cell: usize) -> Option<u8> {
        self.notes
            .iter()
            .find(|note| note.thread == thread && note.cell == cell)
            .map(|note| note.component)
    }

    /// Whether any note has this component (V68).
    pub(crate) fn any_note_of(&self, component: u8) -> bool {
        self.notes.iter().any(|note| note.component == component)
    }

    /// Keeps an event's values on an object, from a place of its ten dwords on.
    pub(crate) fn keep(&mut self, object: u16, from: usize, values: &[u32]) {
        let kept = self.kept.entry(object).or_default();
        for (place, value) in kept.iter_mut().skip(from).zip(values) {
            *place = *value;
        }
    }

    /// What every object keeps that keeps anything, by object ID.
    pub(crate) fn all_kept(&self) -> impl Iterator<Item = (u16, [u32; KEPT])> {
        self.kept.iter().map(|(object, values)| (*object, *values))
    }

    /// A value that an object keeps, by its place among the ten.
    pub(crate) fn kept(&self, object: u16, place: usize) -> Option<u32> {
        match self.kept.get(&object) {
            Some(values) => values.get(place).copied(),
            None => (place < KEPT).then_some(0),
        }
    }
}
