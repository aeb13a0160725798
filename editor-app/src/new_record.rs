//! New records, with what an author most likely wants of them.

use model::edit::{Edit, Editable};
use model::{
    AnyId, Body, Collection, Curve, FlightGroup, Formation, Global, Id, Mission, Point, Routine,
    Run, Ship, Squad, Subject, Trigger, Vec3,
};

use crate::scene_from_mission::radius_of;
use crate::selection::Selection;

/// How far from the selected ship a new one stands at least, in game units to the right.
const BESIDE: f64 = 5_000.0;

/// How far ships of these places and kinds have to go to the right, in game units, to stand in no other
/// ship and beside where they are.
pub fn room_beside(mission: &Mission, ships: &[(Vec3, u16)]) -> Vec3 {
    // Beyond so many steps the place matters less than an answer.
    const STEPS: u32 = 64;
    let largest = ships.iter().map(|(_, kind)| radius_of(*kind));
    let step = largest.fold(BESIDE, |step, radius| step.max(2.5 * radius));
    let steps = (1..=STEPS).map(|count| (f64::from(count) * step) as f32);
    let ways = steps.map(|way| Vec3::new(way, 0.0, 0.0));
    let is_free = |way: &Vec3| {
        let mut places = ships.iter().map(|(at, kind)| (at.plus(*way), *at, *kind));
        places.all(|(to, from, kind)| !stands_in_another(mission, to, from, kind))
    };
    let mut ways = ways.peekable();
    let first = ways.peek().copied().unwrap_or_default();
    ways.find(is_free).unwrap_or(first)
}

/// Whether a ship of a kind would stand in one that it does not stand in where it comes from, as all do
/// that are near a planet.
fn stands_in_another(mission: &Mission, to: Vec3, from: Vec3, kind: u16) -> bool {
    mission.ships.iter().any(|other| {
        let reach = radius_of(kind) + radius_of(other.kind);
        let meets = |at: Vec3| distance(at, other.position) < reach;
        meets(to) && !(meets(from) && distance(from, other.position) > 1.0)
    })
}

fn distance(from: Vec3, to: Vec3) -> f64 {
    let squares = from
        .to_f64()
        .into_iter()
        .zip(to.to_f64())
        .map(|(from, to)| (from - to) * (from - to));
    squares.sum::<f64>().sqrt()
}

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
        let room = room_beside(mission, &[(model.position, model.kind)]);
        ship.position = model.position.plus(room);
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

#[cfg(test)]
mod tests {
    use formats::catalogue::{Class, ship_types};
    use formats::records;

    use super::*;

    fn mission(ships: &[(f32, u16)]) -> Mission {
        let mut mission = Mission::default();
        for (at, (x, kind)) in ships.iter().enumerate() {
            let mut ship = Ship::new(Id::new(&format!("ship_{at}")).unwrap());
            ship.position = Vec3::new(*x, 0.0, 0.0);
            ship.kind = *kind;
            mission.apply(Edit::insert(at, ship)).unwrap();
        }
        mission
    }

    fn way(ships: &[(f32, u16)]) -> f32 {
        let mission = mission(ships);
        let (x, kind) = ships[0];
        let way = room_beside(&mission, &[(Vec3::new(x, 0.0, 0.0), kind)]);
        assert_eq!((way.y.0, way.z.0), (0.0, 0.0));
        way.x.0
    }

    #[test]
    fn a_copy_stands_beside_its_original_and_in_no_other_ship() {
        let point = records::Ship::KIND_CURVE_POINT;
        assert_eq!(way(&[(0.0, point)]), 5_000.0);
        assert_eq!(
            way(&[(0.0, point), (5_000.0, point), (10_100.0, point)]),
            15_000.0
        );
    }

    #[test]
    fn a_large_ship_takes_more_room() {
        let capital = ship_types()
            .iter()
            .find(|it| it.class == Class::Capital)
            .unwrap()
            .number;
        assert!(way(&[(0.0, capital)]) >= 30_000.0);
    }
}
