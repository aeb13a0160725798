//! Messages in the making.

use formats::SectionId;

use crate::link::{LiveTable, ScriptFlags, TABLE_ENTRIES, ToGame};

use super::reason::{Later, Reason};

/// What is to be sent, kind by kind.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) reasons: Vec<Reason>,
    pub(super) later: Vec<Later>,
    pub(super) moves: Vec<ToGame>,
    /// The ships that are moved, with their places.
    pub(super) moved: Vec<(u16, [f32; 3])>,
    pub(super) counts: Option<Box<[u16; TABLE_ENTRIES]>>,
    pub(super) tables: Vec<(LiveTable, Vec<u8>)>,
    pub(super) ships: Option<Vec<u8>>,
    pub(super) timers: Vec<ToGame>,
    pub(super) binds: bool,
    pub(super) flags: Option<Vec<u8>>,
    pub(super) remakes: Vec<ToGame>,
}

impl Plan {
    /// Says why it cannot be done.
    pub(super) fn refuse(&mut self, reason: Reason) {
        self.reasons.push(reason);
    }

    /// Says that a section cannot be sent, once.
    pub(super) fn refuse_section(&mut self, id: SectionId) {
        let reason = Reason::Section(id);
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// The messages, in their order, and what counts later.
    pub(super) fn messages(self) -> (Vec<ToGame>, Vec<Later>) {
        let mut messages = self.moves;
        messages.extend(self.counts.map(ToGame::SetTableCounts));
        let copies = self.tables.into_iter();
        messages.extend(copies.map(|(table, bytes)| ToGame::CopyTable(table, bytes)));
        messages.extend(self.ships.map(ToGame::CopyShips));
        messages.extend(self.timers);
        if self.binds {
            messages.push(ToGame::BindTables);
        }
        let flags = self.flags.map(ScriptFlags);
        messages.extend(flags.map(ToGame::CopyScriptFlags));
        messages.extend(self.remakes);
        (messages, self.later)
    }
}
