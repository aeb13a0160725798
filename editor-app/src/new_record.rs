//! New records, with what an author most likely wants of them.

use model::edit::{Edit, Editable};
use model::{
    AnyId, Body, Collection, Curve, FlightGroup, Formation, Global, Id, Mission, Point, Routine,
    Run, Ship, Squad, Subject, Trigger, Vec3,
};

use crate::selection::Selection;

/// How far from the selected ship a new one stands, in game units to the right.
const BESIDE: f32 = 5_000.0;

/// The edit that adds a record behind the others of its collection, and the record's id.
///
/// It takes on what is selected: a new ship stands beside the selected one, in its group and of its
/// kind; a new trigger waits for an event of what is selected.
pub fn new_record(
    mission: &Mission,
    selection: &Selection,
    collection: Collection,
) -> (Edit, AnyId) {
    match collection {
        Collection::Globals => add(mission, |id| {
            let name = Some(format!("(GV){id}"));
            Global {
                name,
                ..Global::new(id)
            }
        }),
        Collection::FlightGroups => add(mission, |id| {
            let name = Some(format!("(FG){id}"));
            FlightGroup {
                name,
                ..FlightGroup::new(id)
            }
        }),
        Collection::Ships => add(mission, |id| new_ship(mission, selection, id)),
        Collection::Squads => add(mission, |id| {
            let ships = selection.of::<Ship>();
            let members = ships
                .into_iter()
                .map(|ship| model::Member::whole(model::MemberTarget::Ship(ship)));
            Squad {
                members: members.collect(),
                ..Squad::new(id)
            }
        }),
        Collection::Formations => add(mission, |id| {
            // The leader's place is the one at the origin.
            let lead = Id::new("lead").map(Point::new).into_iter().collect();
            Formation {
                points: lead,
                ..Formation::new(id)
            }
        }),
        Collection::Curves => add(mission, |id| {
            let mut curve = Curve::new(id);
            let mut points = selection.of::<Ship>().into_iter().map(Some);
            curve.start = points.next().flatten();
            curve.end = points.next().flatten();
            curve.leaving = points.next().flatten();
            curve.arriving = points.next().flatten();
            curve
        }),
        Collection::Triggers => add(mission, |id| {
            let mut trigger = Trigger::new(id);
            trigger.subject = selection.last().and_then(subject_of);
            trigger.run = Run::Body(Body::default());
            trigger
        }),
        Collection::Routines => add(mission, |id| {
            let name = Some(format!("(F){id}"));
            Routine {
                name,
                ..Routine::new(id)
            }
        }),
    }
}

fn add<R: Editable>(mission: &Mission, make: impl FnOnce(Id<R>) -> R) -> (Edit, AnyId) {
    let table = R::table(mission);
    let record = make(table.free_id(""));
    let id = record.any_id();
    (Edit::insert(table.len(), record), id)
}

fn new_ship(mission: &Mission, selection: &Selection, id: Id<Ship>) -> Ship {
    let mut ship = Ship::new(id);
    let selected = selection.of::<Ship>();
    let model = selected
        .last()
        .and_then(|id| mission.ships.get(id.as_str()));
    if let Some(model) = model {
        let [x, y, z] = model.position.to_array();
        ship.position = Vec3::new(x + BESIDE, y, z);
        ship.rotation = model.rotation;
        ship.kind = model.kind;
        ship.flight_group = model.flight_group.clone();
    } else {
        ship.flight_group = selection.of::<FlightGroup>().into_iter().next_back();
    }
    ship
}

fn subject_of(record: &AnyId) -> Option<Subject> {
    if let Some(id) = record.of::<Ship>() {
        Some(Subject::Ship(id))
    } else if let Some(id) = record.of::<FlightGroup>() {
        Some(Subject::FlightGroup(id))
    } else {
        record.of::<Squad>().map(Subject::Squad)
    }
}
