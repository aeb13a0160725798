//! Records of an image as records of a mission.

use std::collections::HashMap;

use formats::records::{self, ObjectKind, Reference};
use formats::strings::StringPool;
use formats::{Image, Tables};

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Editable;
use crate::ids::Id;
use crate::mission::{Mission, Table};
use crate::object_ids::ObjectIds;
use crate::record::{Meta, RawBytes, Record};
use crate::ship::{CurveMark, Rotation};
use crate::trigger::{Operand, Repeat, Subject};
use crate::{
    Curve, FlightGroup, Formation, Global, Member, MemberTarget, Point, PointPlace, Real, Routine,
    Ship, Squad, Trigger, Vec3,
};

/// Reads every record, routines and triggers without what they run.
pub(super) fn read(image: &Image, tables: &Tables, diagnostics: &mut Vec<Diagnostic>) -> Mission {
    let names = image.strings();
    let mut mission = Mission::default();
    for global in &tables.globals {
        let (id, name) = named(&mission, &names, global.name, diagnostics);
        mission.globals.push(Global {
            id,
            name,
            value: global.value,
            meta: Meta::default(),
        });
    }
    for group in &tables.flight_groups {
        let (id, name) = named(&mission, &names, group.name, diagnostics);
        let wing = (group.wing != records::FlightGroup::NO_WING).then_some(group.wing);
        let object_id = Some(group.object_id);
        mission.flight_groups.push(FlightGroup {
            id,
            name,
            wing,
            object_id,
            meta: Meta::default(),
        });
    }
    formations(tables, &names, &mut mission, diagnostics);
    ships(tables, &names, &mut mission, diagnostics);
    for (at, _) in tables.curves.iter().enumerate() {
        let id = mission.curves.free_id(&format!("curve_{}", at + 1));
        mission.curves.push(Curve::new(id));
    }
    curves(tables, &mut mission);
    squads(tables, &mut mission);
    for part in &tables.parts {
        let (id, name) = named(&mission, &names, part.name, diagnostics);
        let mut routine = Routine::new(id);
        routine.name = name;
        routine.start = part.flags & records::Part::START != 0;
        routine.arguments = (1..=part.argument_count)
            .map(|n| format!("arg{n}"))
            .collect();
        routine.body = None;
        mission.routines.push(routine);
    }
    drop_default_object_ids(&mut mission);
    triggers(tables, &mut mission);
    mission
}

/// A record's id, made from its name, and the name itself.
fn named<R: Editable>(
    mission: &Mission,
    names: &StringPool<'_>,
    offset: u16,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Id<R>, Option<String>) {
    let (bytes, oddity) = names.bytes(offset);
    let name = bytes.map(formats::strings::decode);
    let id = R::table(mission).free_id(name.as_deref().unwrap_or_default());
    if let Some(oddity) = oddity {
        let record = crate::AnyId::from(&id);
        let place = Place::field(record, "name");
        diagnostics.push(Diagnostic::warning("image", place, oddity.to_string()));
    }
    (id, name)
}

fn formations(
    tables: &Tables,
    names: &StringPool<'_>,
    mission: &mut Mission,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (at, formation) in tables.formations.iter().enumerate() {
        let (id, name) = named(mission, names, formation.name, diagnostics);
        let mut points = Vec::new();
        for point in &tables.formation_points {
            if usize::from(point.formation) == at
                && let Ok(id) = Id::new(&format!("point_{}", points.len() + 1))
            {
                let at = Vec3::from(point.position);
                points.push(Point {
                    id,
                    at,
                    raw: RawBytes::default(),
                });
            }
        }
        mission.formations.push(Formation {
            id,
            name,
            points,
            meta: Meta::default(),
        });
    }
}

/// The point at an index of the section, in the order in which the points are written again.
fn point_place(mission: &Mission, tables: &Tables, index: u16) -> Option<PointPlace> {
    let index = usize::from(index);
    let point = tables.formation_points.get(index)?;
    let formation = mission.formations.at(usize::from(point.formation))?;
    let before = tables
        .formation_points
        .iter()
        .take(index)
        .filter(|earlier| earlier.formation == point.formation)
        .count();
    let point = formation.points.get(before)?.id.clone();
    Some(PointPlace {
        formation: formation.id.clone(),
        point,
    })
}

fn id_at<R: Record>(table: &Table<R>, index: usize) -> Option<Id<R>> {
    table.at(index).map(|record| record.id().clone())
}

fn ships(
    tables: &Tables,
    names: &StringPool<'_>,
    mission: &mut Mission,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let some = |byte: u8| (byte != records::Ship::NONE).then_some(byte);
    for stored in &tables.ships {
        let (id, name) = named(mission, names, stored.name, diagnostics);
        let ship = Ship {
            id,
            name,
            kind: stored.kind,
            flight_group: some(stored.flight_group)
                .and_then(|index| id_at(&mission.flight_groups, usize::from(index))),
            pilot: some(stored.pilot),
            position: Vec3::from(stored.position),
            rotation: Rotation {
                yaw: stored.yaw,
                pitch: stored.pitch,
                roll: stored.roll,
            },
            launch_from: (stored.launch_from != records::Ship::NONE_WIDE)
                .then_some(stored.launch_from),
            launch_gate: some(stored.launch_gate),
            loadout: some(stored.loadout),
            formation_point: (stored.formation_point != records::Ship::NONE_WIDE)
                .then(|| point_place(mission, tables, stored.formation_point))
                .flatten(),
            // The curves are named once all ships are.
            marks: None,
            object_id: u16::try_from(stored.object_id & 0xFFFF).ok(),
            meta: Meta::default(),
        };
        mission.ships.push(ship);
    }
}

fn curves(tables: &Tables, mission: &mut Mission) {
    for (at, stored) in tables.curves.iter().enumerate() {
        let ship = |reference: Reference| {
            let index = reference
                .index()
                .filter(|_| reference.tag() == Reference::SHIP)?;
            id_at(&mission.ships, usize::from(index))
        };
        let ends = [stored.start, stored.end, stored.leaving, stored.arriving].map(ship);
        let Some(id) = id_at(&mission.curves, at) else {
            continue;
        };
        if let (Some(curve), [start, end, leaving, arriving]) = (mission.curves.get_mut(&id), ends)
        {
            (curve.start, curve.end) = (start, end);
            (curve.leaving, curve.arriving) = (leaving, arriving);
        }
    }
    for (at, stored) in tables.ships.iter().enumerate() {
        let curve = usize::try_from(stored.marker_curve)
            .ok()
            .and_then(|index| id_at(&mission.curves, index));
        let Some(id) = id_at(&mission.ships, at) else {
            continue;
        };
        if let (Some(ship), Some(curve)) = (mission.ships.get_mut(&id), curve) {
            ship.marks = Some(CurveMark {
                curve,
                at: Real(stored.marker_at),
            });
        }
    }
}

fn squads(tables: &Tables, mission: &mut Mission) {
    for (at, squad) in tables.squads.iter().enumerate() {
        let mut record = Squad::new(mission.squads.free_id(&format!("squad_{}", at + 1)));
        record.object_id = Some(squad.object_id);
        mission.squads.push(record);
    }
    let known = Known::new(tables);
    for (at, squad) in tables.squads.iter().enumerate() {
        let first = usize::from(squad.first_member);
        let members = tables
            .squad_members
            .iter()
            .skip(first)
            .take_while(|member| usize::from(member.squad) == at)
            .map(|member| Member {
                target: known.member(tables, mission, member.object_id),
                component: (member.component != records::SquadMember::WHOLE)
                    .then_some(member.component),
                raw: RawBytes::default(),
            })
            .collect();
        let Some(id) = id_at(&mission.squads, at) else {
            continue;
        };
        if let Some(record) = mission.squads.get_mut(&id) {
            record.members = members;
        }
    }
}

/// Leaves out object IDs that records get without asking.
fn drop_default_object_ids(mission: &mut Mission) {
    let asked = mission.clone();
    let ids: Vec<_> = mission.ships.iter().map(|ship| ship.id.clone()).collect();
    for id in &ids {
        if let Some(ship) = mission.ships.get_mut(id) {
            ship.object_id = None;
        }
    }
    let ids: Vec<_> = mission
        .flight_groups
        .iter()
        .map(|group| group.id.clone())
        .collect();
    for id in &ids {
        if let Some(group) = mission.flight_groups.get_mut(id) {
            group.object_id = None;
        }
    }
    let ids: Vec<_> = mission
        .squads
        .iter()
        .map(|squad| squad.id.clone())
        .collect();
    for id in &ids {
        if let Some(squad) = mission.squads.get_mut(id) {
            squad.object_id = None;
        }
    }
    if ObjectIds::new(mission) != ObjectIds::new(&asked) {
        *mission = asked;
    }
}

fn triggers(tables: &Tables, mission: &mut Mission) {
    let known = Known::new(tables);
    let owners = tables.trigger_owners();
    for (stored, owner) in tables.triggers.iter().zip(owners) {
        let subject = owner.map(|object| known.subject(tables, mission, object));
        let hint = match &subject {
            Some(subject) => trigger_hint(subject, stored.condition),
            None => "trigger".to_owned(),
        };
        let mut trigger = Trigger::new(mission.triggers.free_id(&hint));
        trigger.subject = subject;
        trigger.component =
            (stored.qualifier != records::Trigger::WHOLE).then_some(stored.qualifier);
        trigger.condition = stored.condition;
        for (place, (operand, dword)) in
            trigger.operands.iter_mut().zip(stored.operands).enumerate()
        {
            *operand = operand_of(mission, stored.condition, place, dword);
        }
        trigger.repeat =
            Repeat::from_mode(stored.repeat, stored.firings_left, stored.firings_refill);
        trigger.armed = stored.armed;
        trigger.deferred = stored.deferred;
        mission.triggers.push(trigger);
    }
}

/// A name for a trigger, from whose it is and what it waits for: `reliant_destroyed`.
fn trigger_hint(subject: &Subject, condition: u8) -> String {
    let subject = match subject {
        Subject::Ship(id) => id.to_string(),
        Subject::FlightGroup(id) => id.to_string(),
        Subject::Squad(id) => id.to_string(),
        Subject::Object(id) => format!("object_{id}"),
    };
    match formats::catalogue::condition(condition) {
        Some(condition) => format!("{subject}_{}", condition.enum_name),
        None => format!("{subject}_condition_{condition}"),
    }
}

/// An operand by what its dword means for its value (dte-format 3.2).
fn operand_of(mission: &Mission, condition: u8, place: usize, dword: u32) -> Operand {
    use formats::catalogue::Kinds;
    if dword == Reference::NONE.0 {
        return Operand::Unset;
    }
    let value = formats::catalogue::condition(condition).and_then(|it| it.values.get(place));
    let is_record = value.is_some_and(|value| value.kinds.contains(Kinds::SHIP));
    let reference = Reference(dword);
    let Some(index) = reference.index().filter(|_| is_record) else {
        return Operand::Number(dword);
    };
    let at = usize::from(index);
    match reference.tag() {
        Reference::SHIP if index == records::Trigger::ANY_PLAYER => Some(Operand::AnyPlayer),
        Reference::SHIP => id_at(&mission.ships, at).map(Operand::Ship),
        Reference::FLIGHT_GROUP => id_at(&mission.flight_groups, at).map(Operand::FlightGroup),
        Reference::SQUAD => id_at(&mission.squads, at).map(Operand::Squad),
        _ => None,
    }
    .unwrap_or(Operand::Number(dword))
}

/// Which record stands behind an object ID: the first of the entry's kind that bears it.
pub(super) struct Known {
    by_id: HashMap<(ObjectKind, u16), usize>,
}

impl Known {
    pub(super) fn new(tables: &Tables) -> Self {
        let mut by_id = HashMap::new();
        for (at, ship) in tables.ships.iter().enumerate() {
            let id = u16::try_from(ship.object_id & 0xFFFF).unwrap_or(u16::MAX);
            by_id.entry((ObjectKind::Ship, id)).or_insert(at);
        }
        for (at, group) in tables.flight_groups.iter().enumerate() {
            by_id
                .entry((ObjectKind::FlightGroup, group.object_id))
                .or_insert(at);
        }
        for (at, squad) in tables.squads.iter().enumerate() {
            by_id
                .entry((ObjectKind::Squad, squad.object_id))
                .or_insert(at);
        }
        Self { by_id }
    }

    fn find(&self, tables: &Tables, object: u16) -> Option<(ObjectKind, usize)> {
        let entry = tables.objects.get(usize::from(object))?;
        let kind = ObjectKind::from_number(entry.kind)?;
        Some((kind, *self.by_id.get(&(kind, object))?))
    }

    fn subject(&self, tables: &Tables, mission: &Mission, object: u16) -> Subject {
        self.find(tables, object)
            .and_then(|(kind, at)| match kind {
                ObjectKind::Ship => id_at(&mission.ships, at).map(Subject::Ship),
                ObjectKind::FlightGroup => {
                    id_at(&mission.flight_groups, at).map(Subject::FlightGroup)
                }
                ObjectKind::Squad => id_at(&mission.squads, at).map(Subject::Squad),
            })
            .unwrap_or(Subject::Object(object))
    }

    fn member(&self, tables: &Tables, mission: &Mission, object: u16) -> MemberTarget {
        match self.subject(tables, mission, object) {
            Subject::Ship(id) => MemberTarget::Ship(id),
            Subject::FlightGroup(id) => MemberTarget::FlightGroup(id),
            Subject::Squad(id) => MemberTarget::Squad(id),
            Subject::Object(object) => MemberTarget::Object(object),
        }
    }
}
