//! What is learned of a game by looking whether a live edit shows in the mission's file.

use std::sync::Arc;

use formats::records::{Record, Ship, Trigger};
use formats::{Image, SectionId};

use crate::link::{State, ToGame};
use crate::live::LiveTable;

use super::capability::{Capabilities, Capability};

/// Files that are asked for before a game is taken not to carry out an edit. The first may have been
/// made in the frame that read the edit.
const LOOKS: u8 = 2;
/// Edits that are waited for at most.
const MOST_WAITING: usize = 16;
/// Share of a move's length within which a ship counts as being at one of its ends.
const NEAR: f64 = 0.25;
/// Length of a move below which it cannot be told from flight, in world units.
const LEAST_MOVE: f64 = 100.0;

/// An edit that was sent, and what the file was before.
#[derive(Debug)]
struct Trial {
    tag: u16,
    edit: Edit,
    before: Arc<Image>,
    /// Whether a file was asked for since.
    asked: bool,
    looks: u8,
}

/// What would show.
#[derive(Debug)]
enum Edit {
    Move { object_id: u32, place: [f32; 3] },
    Table { table: LiveTable, bytes: Vec<u8> },
}

/// What a file says of an edit.
#[derive(Debug, PartialEq, Eq)]
enum Look {
    Done,
    NotDone,
    /// It could be either.
    Unclear,
}

/// Edits of which it is not known yet whether the game carries them out.
#[derive(Debug, Default)]
pub(super) struct Learning {
    trials: Vec<Trial>,
}

impl Learning {
    /// Notes a message that is about to be sent, if something can be learned from it.
    pub(super) fn note(
        &mut self,
        message: &ToGame,
        known: &Capabilities,
        file: Option<&Arc<Image>>,
    ) {
        let tag = message.tag();
        let Some(before) = file else {
            return;
        };
        if known.of(tag) != Capability::Unknown {
            return;
        }
        let edit = match message {
            ToGame::MoveShip {
                object_id, place, ..
            } => Edit::Move {
                object_id: *object_id,
                place: *place,
            },
            ToGame::CopyTable(table, bytes) => Edit::Table {
                table: *table,
                bytes: bytes.clone(),
            },
            _ => return,
        };
        // Of the same kind the newest is looked for, as it may undo the older.
        self.trials.retain(|it| it.tag != tag);
        if self.trials.len() < MOST_WAITING {
            self.trials.push(Trial {
                tag,
                edit,
                before: Arc::clone(before),
                asked: false,
                looks: 0,
            });
        }
    }

    /// Whether a file would tell something.
    pub(super) fn wants_file(&self) -> bool {
        !self.trials.is_empty()
    }

    /// A file was asked for, behind everything that was sent before.
    pub(super) fn asked(&mut self) {
        for trial in &mut self.trials {
            trial.asked = true;
        }
    }

    /// Learns from the file that was asked for.
    pub(super) fn look(&mut self, file: &Image, state: Option<&State>, known: &mut Capabilities) {
        self.trials.retain_mut(|trial| {
            if !trial.asked {
                return true;
            }
            trial.looks += 1;
            match trial.look(file, state) {
                Look::Done => known.set(trial.tag, Capability::Shown),
                Look::NotDone if trial.looks < LOOKS => return true,
                Look::NotDone => known.set(trial.tag, Capability::Refused),
                Look::Unclear => {}
            }
            false
        });
    }

    /// Forgets the edits of a mission that is over.
    pub(super) fn clear(&mut self) {
        self.trials.clear();
    }
}

impl Trial {
    fn look(&self, file: &Image, state: Option<&State>) -> Look {
        match &self.edit {
            Edit::Move { object_id, place } => self.look_at_move(*object_id, *place, file, state),
            Edit::Table { table, bytes } => {
                let wanted = settled(*table, bytes);
                let of = |image: &Image| settled(*table, image.counted(table.section()));
                let (before, now) = (of(&self.before), of(file));
                let len = wanted.len().min(now.len());
                let has = |image: &[u8]| image.get(..len) == wanted.get(..len);
                match (has(&now), has(&before)) {
                    (true, false) => Look::Done,
                    (false, false) if now == before => Look::NotDone,
                    _ => Look::Unclear,
                }
            }
        }
    }

    fn look_at_move(
        &self,
        object_id: u32,
        to: [f32; 3],
        file: &Image,
        state: Option<&State>,
    ) -> Look {
        // The game compares the low 16 bits.
        let is_it = |ship: &Ship| ship.object_id as u16 == object_id as u16;
        let mut ships = file.records::<Ship>();
        let Some(index) = ships.position(|ship| is_it(&ship)) else {
            return Look::Unclear;
        };
        let in_play = u16::try_from(index)
            .ok()
            .zip(state)
            .is_some_and(|(index, state)| state.ships.contains_key(&index));
        let ship_in = |image: &Image| image.records::<Ship>().nth(index);
        let (Some(before), Some(now)) = (ship_in(&self.before), ship_in(file)) else {
            return Look::Unclear;
        };
        if !in_play || !is_it(&before) {
            return Look::Unclear;
        }
        let (from, now) = (before.runtime_position, now.runtime_position);
        let length = distance(from, to);
        let near = length * NEAR;
        if length < LEAST_MOVE || !length.is_finite() {
            Look::Unclear
        } else if distance(now, to) < near {
            Look::Done
        } else if distance(now, from) < near {
            Look::NotDone
        } else {
            Look::Unclear
        }
    }
}

/// A table's bytes without what the game changes in them by itself.
fn settled(table: LiveTable, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let (size, own): (usize, &[usize]) = match table {
        // Armed, and the firings left.
        LiveTable::Triggers => (Trigger::SIZE, &[0x14, 0x19]),
        // The count and the first ship, which binding writes.
        LiveTable::FlightGroups => (
            SectionId::FlightGroups.spec().stride,
            &[0x09, 0x0C, 0x0D, 0x0E, 0x0F],
        ),
        _ => return bytes,
    };
    for record in bytes.chunks_mut(size) {
        for &at in own {
            if let Some(byte) = record.get_mut(at) {
                *byte = 0;
            }
        }
    }
    bytes
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    let square: f64 = a
        .into_iter()
        .zip(b)
        .map(|(a, b)| (f64::from(a) - f64::from(b)).powi(2))
        .sum();
    square.sqrt()
}
