//! The mission: tables of records, and what belongs to no record.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use formats::SectionId;
use serde::{Deserialize, Serialize};

use crate::ids::{AnyId, Collection, Id};
use crate::record::{EditorInfo, Extra, RawBytes, Record};
use crate::{Body, Curve, FlightGroup, Formation, Global, Routine, Ship, Squad, Trigger};

/// A mission as its author means it.
///
/// It changes in one way only: [`Mission::apply`](crate::edit), with an [`Edit`](crate::edit::Edit).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mission {
    /// Its name, kept where OpenReliant shows it from.
    pub name: Option<String>,
    /// The number that its file is called by.
    pub number: Option<u16>,
    /// The script's globals.
    pub globals: Table<Global>,
    /// Flight groups.
    pub flight_groups: Table<FlightGroup>,
    /// Ships, nav points, markers; the first is the player's.
    pub ships: Table<Ship>,
    /// Squads.
    pub squads: Table<Squad>,
    /// Formations.
    pub formations: Table<Formation>,
    /// Curves.
    pub curves: Table<Curve>,
    /// Triggers.
    pub triggers: Table<Trigger>,
    /// Routines.
    pub routines: Table<Routine>,
    /// Format flags of the directory; `None` for those of most missions.
    pub flags: Option<u8>,
    /// Words of section 24; `None` for those of the template.
    pub command_flags: Option<Vec<u16>>,
    /// Entries of the object table that differ from what the records imply, by object ID.
    pub objects: BTreeMap<u16, RawBytes>,
    /// Sections that nobody has decoded, and their contents.
    pub sections: BTreeMap<SectionId, RawSection>,
    /// The image that it was made from, whose stale bytes a new image keeps.
    pub residue: Option<Arc<Residue>>,
    /// What the author keeps about the mission for the editor's sake.
    pub editor: EditorInfo,
    /// Keys of the source that are kept without being understood.
    pub extra: Extra,
}

/// The contents of a section that nobody has decoded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawSection {
    /// The bytes that its count covers.
    pub bytes: Vec<u8>,
}

impl RawSection {
    /// Whether a section is kept as bytes, rather than written from records.
    pub fn holds(id: SectionId) -> bool {
        matches!(
            id,
            SectionId::OperandsA
                | SectionId::OperandsB
                | SectionId::OperandsC
                | SectionId::Unknown9
                | SectionId::ScriptFlags
                | SectionId::Targets
                | SectionId::PartsB
                | SectionId::ScriptB
                | SectionId::Unused19
                | SectionId::Unused20
                | SectionId::MissionName
                | SectionId::Unknown23
                | SectionId::CommandFlagsB
        )
    }
}

/// The image that a mission was made from, in the template's layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Residue {
    /// The whole file.
    pub image: Vec<u8>,
}

impl Mission {
    /// The record's note for the editor, whatever its collection.
    pub fn editor_info(&self, id: &AnyId) -> Option<&EditorInfo> {
        let text = &*id.id;
        let meta = match id.collection {
            Collection::Globals => self.globals.get(text)?.meta(),
            Collection::FlightGroups => self.flight_groups.get(text)?.meta(),
            Collection::Ships => self.ships.get(text)?.meta(),
            Collection::Squads => self.squads.get(text)?.meta(),
            Collection::Formations => self.formations.get(text)?.meta(),
            Collection::Curves => self.curves.get(text)?.meta(),
            Collection::Triggers => self.triggers.get(text)?.meta(),
            Collection::Routines => self.routines.get(text)?.meta(),
        };
        Some(&meta.editor)
    }

    /// The record's display name, `None` where it has none or its kind has none.
    pub fn display_name(&self, id: &AnyId) -> Option<&str> {
        let text = &*id.id;
        match id.collection {
            Collection::Globals => self.globals.get(text)?.name.as_deref(),
            Collection::FlightGroups => self.flight_groups.get(text)?.name.as_deref(),
            Collection::Ships => self.ships.get(text)?.name.as_deref(),
            Collection::Formations => self.formations.get(text)?.name.as_deref(),
            Collection::Routines => self.routines.get(text)?.name.as_deref(),
            Collection::Squads | Collection::Curves | Collection::Triggers => None,
        }
    }

    /// Whether a collection has a record of this id.
    pub fn contains(&self, id: &AnyId) -> bool {
        self.position(id).is_some()
    }

    /// Where a record stands in its collection.
    pub fn position(&self, id: &AnyId) -> Option<usize> {
        let text = &*id.id;
        match id.collection {
            Collection::Globals => self.globals.position(text),
            Collection::FlightGroups => self.flight_groups.position(text),
            Collection::Ships => self.ships.position(text),
            Collection::Squads => self.squads.position(text),
            Collection::Formations => self.formations.position(text),
            Collection::Curves => self.curves.position(text),
            Collection::Triggers => self.triggers.position(text),
            Collection::Routines => self.routines.position(text),
        }
    }

    /// The ids of a collection, in order.
    pub fn ids(&self, collection: Collection) -> Vec<AnyId> {
        fn of<R: Record>(table: &Table<R>) -> Vec<AnyId> {
            table.iter().map(Record::any_id).collect()
        }
        match collection {
            Collection::Globals => of(&self.globals),
            Collection::FlightGroups => of(&self.flight_groups),
            Collection::Ships => of(&self.ships),
            Collection::Squads => of(&self.squads),
            Collection::Formations => of(&self.formations),
            Collection::Curves => of(&self.curves),
            Collection::Triggers => of(&self.triggers),
            Collection::Routines => of(&self.routines),
        }
    }

    /// The text of a routine, or of a trigger's own block.
    pub fn body(&self, owner: &AnyId) -> Option<&Body> {
        match owner.collection {
            Collection::Routines => self.routines.get(&owner.id)?.body.as_ref(),
            Collection::Triggers => self.triggers.get(&owner.id)?.body(),
            _ => None,
        }
    }

    /// Every text in the script language, by who has it: triggers first, as they are compiled.
    pub fn bodies(&self) -> impl Iterator<Item = (AnyId, &Body)> {
        let triggers = self
            .triggers
            .iter()
            .filter_map(|t| Some((t.any_id(), t.body()?)));
        let routines = self
            .routines
            .iter()
            .filter_map(|r| Some((r.any_id(), r.body.as_ref()?)));
        triggers.chain(routines)
    }

    /// The routines that are parts, in the order of their numbers.
    pub fn parts(&self) -> impl Iterator<Item = &Routine> {
        self.routines.iter().filter(|routine| routine.part)
    }

    /// A part's number, which `call` and timers know it by.
    pub fn part_index(&self, id: &str) -> Option<usize> {
        self.parts().position(|part| part.id.as_str() == id)
    }

    /// The ships of a flight group, in order.
    pub fn ships_of<'a>(&'a self, group: &'a Id<FlightGroup>) -> impl Iterator<Item = &'a Ship> {
        self.ships
            .iter()
            .filter(move |ship| ship.flight_group.as_ref() == Some(group))
    }
}

/// A change of what belongs to no record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MissionChange {
    /// The mission's name.
    Name(Option<String>),
    /// The number that its file is called by.
    Number(Option<u16>),
    /// What the author keeps about it.
    Editor(EditorInfo),
    /// Format flags of the directory.
    Flags(Option<u8>),
    /// Words of section 24.
    CommandFlags(Option<Vec<u16>>),
    /// Entries of the object table that differ from what the records imply.
    Objects(BTreeMap<u16, RawBytes>),
    /// Sections that nobody has decoded.
    Sections(BTreeMap<SectionId, RawSection>),
    /// Keys of the source that are kept without being understood.
    Extra(Extra),
}

impl Mission {
    /// Makes a change, and gives back the change that undoes it.
    pub(crate) fn change(&mut self, change: MissionChange) -> MissionChange {
        use std::mem::replace;
        match change {
            MissionChange::Name(name) => MissionChange::Name(replace(&mut self.name, name)),
            MissionChange::Number(number) => {
                MissionChange::Number(replace(&mut self.number, number))
            }
            MissionChange::Editor(editor) => {
                MissionChange::Editor(replace(&mut self.editor, editor))
            }
            MissionChange::Flags(flags) => MissionChange::Flags(replace(&mut self.flags, flags)),
            MissionChange::CommandFlags(flags) => {
                MissionChange::CommandFlags(replace(&mut self.command_flags, flags))
            }
            MissionChange::Objects(objects) => {
                MissionChange::Objects(replace(&mut self.objects, objects))
            }
            MissionChange::Sections(sections) => {
                MissionChange::Sections(replace(&mut self.sections, sections))
            }
            MissionChange::Extra(extra) => MissionChange::Extra(replace(&mut self.extra, extra)),
        }
    }
}

/// Records of one kind, in the author's order, found by id.
#[derive(Debug, Clone)]
pub struct Table<R: Record> {
    rows: Vec<R>,
    positions: HashMap<Id<R>, usize>,
}

impl<R: Record> Default for Table<R> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            positions: HashMap::new(),
        }
    }
}

impl<R: Record> PartialEq for Table<R> {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl<R: Record> FromIterator<R> for Table<R> {
    /// Rows whose id an earlier one bears are left out.
    fn from_iter<T: IntoIterator<Item = R>>(rows: T) -> Self {
        let mut table = Self::default();
        for row in rows {
            table.push(row);
        }
        table
    }
}

impl<'a, R: Record> IntoIterator for &'a Table<R> {
    type Item = &'a R;
    type IntoIter = std::slice::Iter<'a, R>;
    fn into_iter(self) -> Self::IntoIter {
        self.rows.iter()
    }
}

impl<R: Record> Table<R> {
    /// How many records there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The records, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, R> {
        self.rows.iter()
    }

    /// The record of an id.
    pub fn get(&self, id: &str) -> Option<&R> {
        self.rows.get(self.position(id)?)
    }

    /// The record at a place.
    pub fn at(&self, index: usize) -> Option<&R> {
        self.rows.get(index)
    }

    /// Where the record of an id stands.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.positions.get(id).copied()
    }

    /// Whether there is a record of this id.
    pub fn contains(&self, id: &str) -> bool {
        self.positions.contains_key(id)
    }

    /// An id made from a name that no record bears yet.
    pub fn free_id(&self, name: &str) -> Id<R> {
        let noun = R::COLLECTION.noun().replace(' ', "_");
        let text = crate::unique_id(name, &noun, |id| self.contains(id));
        // Every text that `unique_id` makes from a noun is an id.
        Id::new(&text).unwrap_or_else(|_| Id::underscore())
    }

    /// Adds a record at the end; gives it back where its id is taken.
    pub fn push(&mut self, record: R) -> Option<R> {
        self.insert(self.rows.len(), record)
    }

    pub(crate) fn insert(&mut self, at: usize, record: R) -> Option<R> {
        if at > self.rows.len() || self.contains(record.id().as_str()) {
            return Some(record);
        }
        self.rows.insert(at, record);
        self.index_from(at);
        None
    }

    pub(crate) fn remove(&mut self, id: &Id<R>) -> Option<(usize, R)> {
        let at = self.positions.remove(id)?;
        let row = self.rows.remove(at);
        self.index_from(at);
        Some((at, row))
    }

    /// Moves a record to a place in the list without it; gives where it was.
    pub(crate) fn shift(&mut self, id: &Id<R>, to: usize) -> Option<usize> {
        let from = self.position(id.as_str())?;
        if to >= self.rows.len() {
            return None;
        }
        let row = self.rows.remove(from);
        self.rows.insert(to, row);
        self.index_from(from.min(to));
        Some(from)
    }

    pub(crate) fn rename(&mut self, id: &Id<R>, to: Id<R>) -> Option<()> {
        let at = self.position(id.as_str())?;
        if self.contains(to.as_str()) {
            return None;
        }
        self.positions.remove(id);
        self.rows.get_mut(at)?.set_id(to.clone());
        self.positions.insert(to, at);
        Some(())
    }

    pub(crate) fn get_mut(&mut self, id: &Id<R>) -> Option<&mut R> {
        let at = self.position(id.as_str())?;
        self.rows.get_mut(at)
    }

    fn index_from(&mut self, start: usize) {
        for (at, row) in self.rows.iter().enumerate().skip(start) {
            self.positions.insert(row.id().clone(), at);
        }
    }
}
