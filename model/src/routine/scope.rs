//! What the names of a text can mean: the mission around it, and whose text it is.

use formats::catalogue::{Condition, condition};

use crate::mission::Table;
use crate::trigger::Run;
use crate::{AnyId, Collection, Mission, ObjectIds, Record, Routine, Trigger};

/// The mission around a text.
#[derive(Debug, Clone)]
pub struct Scope<'a> {
    /// The mission.
    pub mission: &'a Mission,
    /// The routine or trigger whose text it is; without one there are no arguments and no event.
    pub owner: Option<AnyId>,
    /// The object IDs of the mission's records.
    pub object_ids: &'a ObjectIds,
}

impl<'a> Scope<'a> {
    /// What instructions know the record of an id by: its place in its collection, a part's number
    /// for a routine. `None` for a record that is not there or is no part.
    pub(crate) fn index(&self, collection: Collection, id: &str) -> Option<usize> {
        let mission = self.mission;
        match collection {
            Collection::Globals => mission.globals.position(id),
            Collection::FlightGroups => mission.flight_groups.position(id),
            Collection::Ships => mission.ships.position(id),
            Collection::Squads => mission.squads.position(id),
            Collection::Formations => mission.formations.position(id),
            Collection::Curves => mission.curves.position(id),
            Collection::Triggers => mission.triggers.position(id),
            Collection::Routines => mission.part_index(id),
        }
    }

    /// Whether a collection has a record of this id, a routine that is no part included.
    pub(crate) fn contains(&self, collection: Collection, id: &str) -> bool {
        match collection {
            Collection::Routines => self.mission.routines.contains(id),
            other => self.index(other, id).is_some(),
        }
    }

    /// The record that instructions know by `index`.
    pub(crate) fn id_at(&self, collection: Collection, index: usize) -> Option<&'a str> {
        fn at<R: Record>(table: &Table<R>, index: usize) -> Option<&str> {
            table.at(index).map(|record| record.id().as_str())
        }
        let mission = self.mission;
        match collection {
            Collection::Globals => at(&mission.globals, index),
            Collection::FlightGroups => at(&mission.flight_groups, index),
            Collection::Ships => at(&mission.ships, index),
            Collection::Squads => at(&mission.squads, index),
            Collection::Formations => at(&mission.formations, index),
            Collection::Curves => at(&mission.curves, index),
            Collection::Triggers => at(&mission.triggers, index),
            Collection::Routines => mission.parts().nth(index).map(|part| part.id.as_str()),
        }
    }

    /// The id of the first record of a collection that bears a display name.
    pub(crate) fn by_display_name(&self, collection: Collection, name: &str) -> Option<&'a str> {
        fn first<'a, R: Record + 'a>(
            mut rows: impl Iterator<Item = &'a R>,
            bears: impl Fn(&R) -> bool,
        ) -> Option<&'a str> {
            rows.find(|row| bears(row)).map(|row| row.id().as_str())
        }
        let is = |own: &Option<String>| own.as_deref() == Some(name);
        let mission = self.mission;
        match collection {
            Collection::Globals => first(mission.globals.iter(), |it| is(&it.name)),
            Collection::FlightGroups => first(mission.flight_groups.iter(), |it| is(&it.name)),
            Collection::Ships => first(mission.ships.iter(), |it| is(&it.name)),
            Collection::Routines => first(mission.parts(), |it| is(&it.name)),
            Collection::Formations => first(mission.formations.iter(), |it| is(&it.name)),
            Collection::Squads | Collection::Curves | Collection::Triggers => None,
        }
    }

    /// The object ID of a ship, flight group or squad.
    pub(crate) fn object_id(&self, collection: Collection, index: usize) -> Option<u16> {
        let ids = match collection {
            Collection::Ships => &self.object_ids.ships,
            Collection::FlightGroups => &self.object_ids.flight_groups,
            Collection::Squads => &self.object_ids.squads,
            _ => return None,
        };
        ids.get(index).copied()
    }

    /// The first ship, flight group or squad with this object ID.
    pub(crate) fn object(&self, id: u16) -> Option<(Collection, usize)> {
        let place = |ids: &[u16]| ids.iter().position(|own| *own == id);
        let ids = self.object_ids;
        let ship = place(&ids.ships).map(|at| (Collection::Ships, at));
        ship.or_else(|| place(&ids.flight_groups).map(|at| (Collection::FlightGroups, at)))
            .or_else(|| place(&ids.squads).map(|at| (Collection::Squads, at)))
    }

    /// The routine whose text it is.
    pub(crate) fn routine(&self) -> Option<&'a Routine> {
        let id = self.owner.as_ref()?.of::<Routine>()?;
        self.mission.routines.get(id.as_str())
    }

    /// The names of its arguments.
    pub(crate) fn arguments(&self) -> &'a [String] {
        self.routine()
            .map_or(&[], |routine| routine.arguments.as_slice())
    }

    /// The condition whose event runs it: a trigger's own, or the one that all triggers have that
    /// run this routine.
    pub(crate) fn condition(&self) -> Option<&'static Condition> {
        let owner = self.owner.as_ref()?;
        if let Some(id) = owner.of::<Trigger>() {
            return condition(self.mission.triggers.get(id.as_str())?.condition);
        }
        let id = owner.of::<Routine>()?;
        let mut runs = self
            .mission
            .triggers
            .iter()
            .filter(|trigger| matches!(&trigger.run, Run::Routine(routine) if *routine == id));
        let first = runs.next()?.condition;
        runs.all(|trigger| trigger.condition == first)
            .then(|| condition(first))?
    }
}
