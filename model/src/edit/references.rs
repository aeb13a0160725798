//! Who refers to a record, and edits that make them refer to another.

use crate::diagnostic::Place;
use crate::ids::{AnyId, Collection, Id};
use crate::mission::Mission;
use crate::object_ids::ObjectIds;
use crate::record::Record;
use crate::routine::{Scope, references, rename_in_text};
use crate::trigger::{Operand, Run, Subject};
use crate::{
    Body, CurveChange, CurveMark, Member, MemberTarget, PointPlace, Routine, RoutineChange,
    ShipChange, SquadChange, Trigger, TriggerChange,
};

use super::Edit;

/// Every place that refers to a record: fields of other records, and routine texts.
pub fn find_references(mission: &Mission, target: &AnyId) -> Vec<Place> {
    let mut places = Vec::new();
    for (record, field, _) in fields(mission, target, None) {
        places.push(Place::field(record, field));
    }
    let object_ids = ObjectIds::new(mission);
    for (owner, body) in mission.bodies() {
        let scope = Scope {
            mission,
            owner: Some(owner.clone()),
            object_ids: &object_ids,
        };
        for reference in references(&body.text, &scope) {
            if reference.target == *target {
                places.push(Place::text(owner.clone(), reference.span));
            }
        }
    }
    places
}

/// Edits that make every field that refers to `target` refer to `to` instead, or to nothing.
///
/// Routine texts are not touched.
pub fn retarget(mission: &Mission, target: &AnyId, to: Option<&str>) -> Vec<Edit> {
    fields(mission, target, to)
        .into_iter()
        .map(|(_, _, edit)| edit)
        .collect()
}

/// Edits that make one record, which refers to `target`, refer to `to` instead, in fields and text.
pub(super) fn retarget_record(
    mission: &Mission,
    record: &AnyId,
    target: &AnyId,
    to: &str,
) -> Vec<Edit> {
    let mut edits: Vec<Edit> = fields(mission, target, Some(to))
        .into_iter()
        .filter(|(from, _, _)| from == record)
        .map(|(_, _, edit)| edit)
        .collect();
    if let Some(body) = mission.body(record) {
        let object_ids = ObjectIds::new(mission);
        let scope = Scope {
            mission,
            owner: Some(record.clone()),
            object_ids: &object_ids,
        };
        if let Some(text) = rename_in_text(&body.text, &scope, target, to) {
            edits.extend(set_body(
                record,
                Body {
                    text,
                    ..body.clone()
                },
            ));
        }
    }
    edits
}

/// The edit that gives a routine, or a trigger's own block, another text.
pub fn set_body(owner: &AnyId, body: Body) -> Option<Edit> {
    if let Some(id) = owner.of::<Routine>() {
        Some(Edit::change(&id, RoutineChange::Body(Some(body))))
    } else {
        let id = owner.of::<Trigger>()?;
        Some(Edit::change(&id, TriggerChange::Run(Run::Body(body))))
    }
}

/// Each field that refers to a record: whose it is, its key, and the edit that retargets it.
fn fields(mission: &Mission, target: &AnyId, to: Option<&str>) -> Vec<(AnyId, &'static str, Edit)> {
    let mut found = Vec::new();
    match target.collection {
        Collection::Ships => ship(mission, target, to, &mut found),
        Collection::FlightGroups => flight_group(mission, target, to, &mut found),
        Collection::Squads | Collection::Globals | Collection::Triggers => {}
        Collection::Formations => formation(mission, target, to, &mut found),
        Collection::Curves => curve(mission, target, to, &mut found),
        Collection::Routines => routine(mission, target, to, &mut found),
    }
    members(mission, target, to, &mut found);
    triggers(mission, target, to, &mut found);
    found
}

type Found = Vec<(AnyId, &'static str, Edit)>;

fn id<R>(text: Option<&str>) -> Option<Id<R>> {
    text.and_then(|text| Id::new(text).ok())
}

fn ship(mission: &Mission, target: &AnyId, to: Option<&str>, found: &mut Found) {
    for curve in &mission.curves {
        type Make = fn(Option<crate::ShipId>) -> CurveChange;
        let fields: [(&'static str, Make); 4] = [
            ("start", CurveChange::Start),
            ("end", CurveChange::End),
            ("leaving", CurveChange::Leaving),
            ("arriving", CurveChange::Arriving),
        ];
        for (ship, (field, make)) in curve.ships().into_iter().zip(fields) {
            if ship.is_some_and(|ship| ship.as_str() == &*target.id) {
                let edit = Edit::change(&curve.id, make(id(to)));
                found.push((curve.any_id(), field, edit));
            }
        }
    }
}

fn flight_group(mission: &Mission, target: &AnyId, to: Option<&str>, found: &mut Found) {
    for ship in &mission.ships {
        if ship
            .flight_group
            .as_ref()
            .is_some_and(|group| group.as_str() == &*target.id)
        {
            let edit = Edit::change(&ship.id, ShipChange::FlightGroup(id(to)));
            found.push((ship.any_id(), "flight_group", edit));
        }
    }
}

fn formation(mission: &Mission, target: &AnyId, to: Option<&str>, found: &mut Found) {
    for ship in &mission.ships {
        let Some(place) = &ship.formation_point else {
            continue;
        };
        if place.formation.as_str() == &*target.id {
            let place = id(to).map(|formation| PointPlace {
                formation,
                point: place.point.clone(),
            });
            let edit = Edit::change(&ship.id, ShipChange::FormationPoint(place));
            found.push((ship.any_id(), "formation_point", edit));
        }
    }
}

fn curve(mission: &Mission, target: &AnyId, to: Option<&str>, found: &mut Found) {
    for ship in &mission.ships {
        let Some(mark) = &ship.marks else { continue };
        if mark.curve.as_str() == &*target.id {
            let mark = id(to).map(|curve| CurveMark { curve, at: mark.at });
            let edit = Edit::change(&ship.id, ShipChange::Marks(mark));
            found.push((ship.any_id(), "marks", edit));
        }
    }
}

fn routine(mission: &Mission, target: &AnyId, to: Option<&str>, found: &mut Found) {
    for trigger in &mission.triggers {
        if let Run::Routine(routine) = &trigger.run
            && routine.as_str() == &*target.id
        {
            let run = id(to).map_or(Run::Nothing, Run::Routine);
            let edit = Edit::change(&trigger.id, TriggerChange::Run(run));
            found.push((trigger.any_id(), "routine", edit));
        }
    }
}

fn members(mission: &Mission, target: &AnyId, to: Option<&str>, found: &mut Found) {
    let retargeted = |member: &Member| {
        let own = match &member.target {
            MemberTarget::Ship(id) => AnyId::from(id),
            MemberTarget::FlightGroup(id) => AnyId::from(id),
            MemberTarget::Squad(id) => AnyId::from(id),
            MemberTarget::Object(_) => return Some(member.clone()),
        };
        if own != *target {
            return Some(member.clone());
        }
        let target = match &member.target {
            MemberTarget::Ship(_) => MemberTarget::Ship(id(to)?),
            MemberTarget::FlightGroup(_) => MemberTarget::FlightGroup(id(to)?),
            MemberTarget::Squad(_) => MemberTarget::Squad(id(to)?),
            MemberTarget::Object(object) => MemberTarget::Object(*object),
        };
        Some(Member {
            target,
            ..member.clone()
        })
    };
    for squad in &mission.squads {
        let members: Vec<Member> = squad.members.iter().filter_map(retargeted).collect();
        let refers = squad.members.iter().any(|member| match &member.target {
            MemberTarget::Ship(id) => AnyId::from(id) == *target,
            MemberTarget::FlightGroup(id) => AnyId::from(id) == *target,
            MemberTarget::Squad(id) => AnyId::from(id) == *target,
            MemberTarget::Object(_) => false,
        });
        if refers {
            let edit = Edit::change(&squad.id, SquadChange::Members(members));
            found.push((squad.any_id(), "members", edit));
        }
    }
}

fn triggers(mission: &Mission, target: &AnyId, to: Option<&str>, found: &mut Found) {
    for trigger in &mission.triggers {
        let subject = trigger.subject.as_ref().and_then(Subject::record);
        if subject.as_ref() == Some(target) {
            let subject = match &trigger.subject {
                Some(Subject::Ship(_)) => id(to).map(Subject::Ship),
                Some(Subject::FlightGroup(_)) => id(to).map(Subject::FlightGroup),
                Some(Subject::Squad(_)) => id(to).map(Subject::Squad),
                other => other.clone(),
            };
            let edit = Edit::change(&trigger.id, TriggerChange::Subject(subject));
            found.push((trigger.any_id(), "on", edit));
        }
        if trigger
            .operands
            .iter()
            .any(|operand| operand.record().as_ref() == Some(target))
        {
            let operands = trigger.operands.clone().map(|operand| {
                if operand.record().as_ref() != Some(target) {
                    return operand;
                }
                match operand {
                    Operand::Ship(_) => id(to).map_or(Operand::Unset, Operand::Ship),
                    Operand::FlightGroup(_) => id(to).map_or(Operand::Unset, Operand::FlightGroup),
                    Operand::Squad(_) => id(to).map_or(Operand::Unset, Operand::Squad),
                    other => other,
                }
            });
            let edit = Edit::change(&trigger.id, TriggerChange::Operands(operands));
            found.push((trigger.any_id(), "with", edit));
        }
    }
}
