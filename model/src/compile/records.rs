//! The mission's records as the image's.

use formats::records::{self, Object, ObjectKind, Reference};
use formats::{SectionId, Tables};

use crate::diagnostic::{Diagnostic, Place};
use crate::ids::{AnyId, Id};
use crate::mission::{Mission, Table};
use crate::object_ids::ObjectIds;
use crate::record::{RawBytes, Record};
use crate::trigger::{Operand, Run, Subject};
use crate::{Formation, MemberTarget, PointPlace, Ship};

use super::curves::curve_geometry;
use super::names::{Kept, Names};
use super::script::Places;

/// Writes every record of a mission.
pub(super) fn write(
    mission: &Mission,
    object_ids: &ObjectIds,
    trigger_order: &[usize],
    places: &Places,
    names: &mut Names<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Tables {
    let mut writer = Writer {
        mission,
        object_ids,
        places,
        names,
        diagnostics,
    };
    // The order of the pool: parts, ships, flight groups, globals (dte-format 2.1), formations.
    let parts = writer.parts();
    let ships = writer.ships();
    let flight_groups = writer.flight_groups();
    let globals = writer.globals();
    let (formations, formation_points) = writer.formations();
    let (squads, squad_members) = writer.squads();
    let curves = writer.curves();
    let triggers = writer.triggers(trigger_order);
    let objects = writer.objects(trigger_order);
    Tables {
        globals,
        ships,
        flight_groups,
        triggers,
        objects,
        parts,
        squads,
        squad_members,
        formations,
        formation_points,
        curves,
    }
}

struct Writer<'a, 'n> {
    mission: &'a Mission,
    object_ids: &'a ObjectIds,
    places: &'a Places,
    names: &'a mut Names<'n>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// A record with its raw bytes laid over.
fn with_raw<R: records::Record>(record: R, raw: &RawBytes) -> R {
    if raw.is_empty() {
        return record;
    }
    let mut bytes = record.to_bytes();
    raw.lay_over(&mut bytes);
    R::read(&bytes).unwrap_or(record)
}

impl Writer<'_, '_> {
    fn error(&mut self, place: Place, message: String) {
        self.diagnostics
            .push(Diagnostic::error("dangling-reference", place, message));
    }

    /// Where the record of a reference stands; told where it is not there.
    fn index<R: Record>(
        &mut self,
        table: &Table<R>,
        id: &Id<R>,
        from: &AnyId,
        field: &'static str,
    ) -> Option<u16> {
        let index = table
            .position(id.as_str())
            .and_then(|index| u16::try_from(index).ok());
        if index.is_none() {
            let message = format!(
                "there is no {}; name one that is there, or none",
                AnyId::from(id)
            );
            self.error(Place::field(from.clone(), field), message);
        }
        index
    }

    fn parts(&mut self) -> Vec<records::Part> {
        let mission = self.mission;
        let mut out = Vec::new();
        for (at, routine) in mission.parts().enumerate() {
            let id = || routine.any_id();
            let name = self.names.offset(
                routine.name.as_deref(),
                Kept::Part(at),
                id,
                self.diagnostics,
            );
            let (start, extent) = match &routine.body {
                Some(_) => self.places.of(&routine.any_id()).unwrap_or_default(),
                None => (records::Part::NO_BLOCK, 0),
            };
            let argument_count = u8::try_from(routine.arguments.len()).unwrap_or_else(|_| {
                let message = format!(
                    "{} arguments; a part has at most 255",
                    routine.arguments.len()
                );
                let place = Place::field(routine.any_id(), "arguments");
                self.diagnostics
                    .push(Diagnostic::error("limits", place, message));
                u8::MAX
            });
            let flags = if routine.start {
                records::Part::START
            } else {
                0
            };
            let part = records::Part {
                name,
                start,
                extent,
                flags,
                argument_count,
                ..Default::default()
            };
            out.push(with_raw(part, &routine.meta.raw));
        }
        out
    }

    fn globals(&mut self) -> Vec<records::Global> {
        let mission = self.mission;
        let mut out = Vec::new();
        for (at, global) in mission.globals.iter().enumerate() {
            let id = || global.any_id();
            let name = self.names.offset(
                global.name.as_deref(),
                Kept::Global(at),
                id,
                self.diagnostics,
            );
            let record = records::Global {
                name,
                value: global.value,
                ..Default::default()
            };
            out.push(with_raw(record, &global.meta.raw));
        }
        out
    }

    fn flight_groups(&mut self) -> Vec<records::FlightGroup> {
        let mission = self.mission;
        let mut out = Vec::new();
        let mut first_ship = 0u32;
        for (at, group) in mission.flight_groups.iter().enumerate() {
            let id = || group.any_id();
            let kept = Kept::FlightGroup(at);
            let name = self
                .names
                .offset(group.name.as_deref(), kept, id, self.diagnostics);
            let count = mission.ships_of(&group.id).count();
            let ship_count = u8::try_from(count).unwrap_or_else(|_| {
                let message = format!("{count} ships; a flight group holds at most 255");
                let place = Place::record(group.any_id());
                self.diagnostics
                    .push(Diagnostic::error("limits", place, message));
                u8::MAX
            });
            let record = records::FlightGroup {
                object_id: self
                    .object_ids
                    .flight_groups
                    .get(at)
                    .copied()
                    .unwrap_or_default(),
                name,
                wing: group.wing.unwrap_or(records::FlightGroup::NO_WING),
                ship_count,
                first_ship: match ship_count {
                    0 => records::FlightGroup::NO_SHIP,
                    _ => first_ship,
                },
                ..Default::default()
            };
            first_ship = first_ship.saturating_add(u32::from(ship_count));
            out.push(with_raw(record, &group.meta.raw));
        }
        out
    }

    fn ships(&mut self) -> Vec<records::Ship> {
        let mission = self.mission;
        let mut out = Vec::with_capacity(mission.ships.len());
        for (at, ship) in mission.ships.iter().enumerate() {
            let record = self.ship(at, ship);
            out.push(with_raw(record, &ship.meta.raw));
        }
        out
    }

    fn ship(&mut self, at: usize, ship: &Ship) -> records::Ship {
        let own = ship.any_id();
        let name = self.names.offset(
            ship.name.as_deref(),
            Kept::Ship(at),
            || ship.any_id(),
            self.diagnostics,
        );
        let flight_group = ship.flight_group.as_ref().and_then(|group| {
            let index = self.index(&self.mission.flight_groups, group, &own, "flight_group")?;
            match u8::try_from(index) {
                Ok(byte) if byte != records::Ship::NONE => Some(byte),
                _ => {
                    let message = format!(
                        "{group} is flight group {index}, and a ship can name only the first 255; \
                         move it up in the list"
                    );
                    let place = Place::field(own.clone(), "flight_group");
                    self.diagnostics
                        .push(Diagnostic::error("limits", place, message));
                    None
                }
            }
        });
        let formation_point = ship
            .formation_point
            .as_ref()
            .and_then(|place| self.point_index(place, &own));
        let marker_curve = ship.marks.as_ref().and_then(|mark| {
            let index = self.index(&self.mission.curves, &mark.curve, &own, "marks")?;
            i16::try_from(index).ok()
        });
        let position = ship.position.to_array();
        let turns = ship.rotation;
        records::Ship {
            object_id: self
                .object_ids
                .ships
                .get(at)
                .copied()
                .map(u32::from)
                .unwrap_or_default(),
            name,
            runtime_position: position,
            flight_group: flight_group.unwrap_or(records::Ship::NONE),
            pilot: ship.pilot.unwrap_or(records::Ship::NONE),
            kind: ship.kind,
            position,
            launch_from: ship.launch_from.unwrap_or(records::Ship::NONE_WIDE),
            launch_gate: ship.launch_gate.unwrap_or(records::Ship::NONE),
            runtime_yaw: turns.yaw,
            yaw: turns.yaw,
            runtime_pitch: turns.pitch,
            pitch: turns.pitch,
            runtime_roll: turns.roll,
            roll: turns.roll,
            formation_point: formation_point.unwrap_or(records::Ship::NONE_WIDE),
            loadout: ship.loadout.unwrap_or(records::Ship::NONE),
            marker_curve: marker_curve.unwrap_or(-1),
            marker_at: ship.marks.as_ref().map_or(0.0, |mark| mark.at.0),
            ..Default::default()
        }
    }

    /// Index of a formation's point in the section of all points.
    fn point_index(&mut self, place: &PointPlace, from: &AnyId) -> Option<u16> {
        let formations = &self.mission.formations;
        self.index(formations, &place.formation, from, "formation_point")?;
        let mut before = 0;
        for formation in formations {
            if formation.id != place.formation {
                before += formation.points.len();
                continue;
            }
            let point = formation
                .points
                .iter()
                .position(|point| point.id == place.point);
            if point.is_none() {
                let message = format!("formation {} has no point {}", place.formation, place.point);
                self.error(Place::field(from.clone(), "formation_point"), message);
            }
            return u16::try_from(before + point?).ok();
        }
        None
    }

    fn formations(&mut self) -> (Vec<records::Formation>, Vec<records::FormationPoint>) {
        let mission = self.mission;
        let mut formations = Vec::new();
        let mut points = Vec::new();
        for (at, formation) in mission.formations.iter().enumerate() {
            let Formation {
                name,
                points: own,
                meta,
                ..
            } = formation;
            let id = || formation.any_id();
            let name =
                self.names
                    .offset(name.as_deref(), Kept::Formation(at), id, self.diagnostics);
            let first_point = match own.is_empty() {
                true => 0xFFFF,
                false => u16::try_from(points.len()).unwrap_or(u16::MAX),
            };
            let record = records::Formation {
                name,
                first_point,
                ..Default::default()
            };
            formations.push(with_raw(record, &meta.raw));
            for point in own {
                let record = records::FormationPoint {
                    formation: u16::try_from(at).unwrap_or(u16::MAX),
                    position: point.at.to_array(),
                    ..Default::default()
                };
                points.push(with_raw(record, &point.raw));
            }
        }
        (formations, points)
    }

    fn squads(&mut self) -> (Vec<records::Squad>, Vec<records::SquadMember>) {
        let mission = self.mission;
        let mut squads = Vec::new();
        let mut members = Vec::new();
        for (at, squad) in mission.squads.iter().enumerate() {
            let first_member = match squad.members.is_empty() {
                true => records::Squad::NO_MEMBER,
                false => u16::try_from(members.len()).unwrap_or(u16::MAX),
            };
            let record = records::Squad {
                object_id: self.object_ids.squads.get(at).copied().unwrap_or_default(),
                first_member,
                ..Default::default()
            };
            squads.push(with_raw(record, &squad.meta.raw));
            for member in &squad.members {
                let record = records::SquadMember {
                    object_id: self.member(&member.target, &squad.any_id()),
                    squad: u16::try_from(at).unwrap_or(u16::MAX),
                    component: member.component.unwrap_or(records::SquadMember::WHOLE),
                    ..Default::default()
                };
                members.push(with_raw(record, &member.raw));
            }
        }
        (squads, members)
    }

    /// A member's object ID.
    fn member(&mut self, target: &MemberTarget, squad: &AnyId) -> u16 {
        let (mission, ids) = (self.mission, self.object_ids);
        let found = match target {
            MemberTarget::Ship(id) => self
                .index(&mission.ships, id, squad, "members")
                .and_then(|_| ids.ship(mission, id)),
            MemberTarget::FlightGroup(id) => self
                .index(&mission.flight_groups, id, squad, "members")
                .and_then(|_| ids.flight_group(mission, id)),
            MemberTarget::Squad(id) => self
                .index(&mission.squads, id, squad, "members")
                .and_then(|_| ids.squad(mission, id)),
            MemberTarget::Object(object) => Some(*object),
        };
        found.unwrap_or(u16::MAX)
    }

    fn curves(&mut self) -> Vec<records::Curve> {
        let mission = self.mission;
        let mut out = Vec::new();
        for curve in &mission.curves {
            let own = curve.any_id();
            let fields = ["start", "end", "leaving", "arriving"];
            let mut references = [Reference::NONE; 4];
            for ((reference, ship), field) in references.iter_mut().zip(curve.ships()).zip(fields) {
                if let Some(index) =
                    ship.and_then(|ship| self.index(&mission.ships, ship, &own, field))
                {
                    *reference = Reference::new(Reference::SHIP, index);
                }
            }
            let [start, end, leaving, arriving] = references;
            let [start_point, end_point, leaving_tangent, arriving_tangent] =
                curve_geometry(mission, curve).map(|place| place.to_array());
            let record = records::Curve {
                start,
                end,
                start_point,
                end_point,
                leaving,
                arriving,
                leaving_tangent,
                arriving_tangent,
                ..Default::default()
            };
            out.push(with_raw(record, &curve.meta.raw));
        }
        out
    }

    fn triggers(&mut self, order: &[usize]) -> Vec<records::Trigger> {
        let mission = self.mission;
        let mut out = Vec::new();
        for trigger in order.iter().filter_map(|at| mission.triggers.at(*at)) {
            let own = trigger.any_id();
            let start_of = |owner: &AnyId| {
                let place = self.places.of(owner).filter(|_| trigger.subject.is_some());
                place.map_or(records::Trigger::NO_LINK, |(start, _)| start)
            };
            let link = match &trigger.run {
                Run::Nothing => records::Trigger::NO_LINK,
                Run::Link(link) => *link,
                Run::Body(_) => start_of(&own),
                Run::Routine(id) => match mission.routines.get(id.as_str()) {
                    Some(routine) => start_of(&routine.any_id()),
                    None => {
                        let message = format!("there is no routine {id}; name one that is there");
                        self.error(Place::field(own.clone(), "routine"), message);
                        records::Trigger::NO_LINK
                    }
                },
            };
            let mut operands = [0; 5];
            for (stored, operand) in operands.iter_mut().zip(&trigger.operands) {
                *stored = self.operand(operand, &own);
            }
            let (repeat, firings_left, firings_refill) = trigger.repeat.to_mode();
            let record = records::Trigger {
                condition: trigger.condition,
                repeat,
                link,
                armed: trigger.armed,
                qualifier: trigger.component.unwrap_or(records::Trigger::WHOLE),
                deferred: trigger.deferred,
                firings_left,
                firings_refill,
                operands,
                ..Default::default()
            };
            out.push(with_raw(record, &trigger.meta.raw));
        }
        out
    }

    /// An operand as it is stored (dte-format 3.1, 3.2).
    fn operand(&mut self, operand: &Operand, trigger: &AnyId) -> u32 {
        let mission = self.mission;
        let reference = |tag, index: Option<u16>| match index {
            Some(index) => Reference::new(tag, index).0,
            None => Reference::NONE.0,
        };
        match operand {
            Operand::Unset => Reference::NONE.0,
            Operand::AnyPlayer => Reference::new(Reference::SHIP, records::Trigger::ANY_PLAYER).0,
            Operand::Number(value) => *value,
            Operand::Ship(id) => reference(
                Reference::SHIP,
                self.index(&mission.ships, id, trigger, "with"),
            ),
            Operand::FlightGroup(id) => reference(
                Reference::FLIGHT_GROUP,
                self.index(&mission.flight_groups, id, trigger, "with"),
            ),
            Operand::Squad(id) => reference(
                Reference::SQUAD,
                self.index(&mission.squads, id, trigger, "with"),
            ),
        }
    }

    /// The length of the object table, cut where it has no more room, which is told of whoever asks
    /// for more.
    fn within_the_table(&mut self, len: usize, subjects: &[Option<(u16, AnyId)>]) -> usize {
        let room = SectionId::Objects.spec().capacity();
        if len <= room {
            return len;
        }
        let mission = self.mission;
        let ships = mission.ships.iter().map(Record::any_id);
        let groups = mission.flight_groups.iter().map(Record::any_id);
        let squads = mission.squads.iter().map(Record::any_id);
        let records = ships
            .zip(self.object_ids.ships.iter().copied())
            .chain(groups.zip(self.object_ids.flight_groups.iter().copied()))
            .chain(squads.zip(self.object_ids.squads.iter().copied()))
            .map(|(record, id)| (id, record, "object_id"));
        let by_trigger = subjects.iter().flatten();
        let by_trigger = by_trigger.map(|(id, trigger)| (*id, trigger.clone(), "on"));
        let over = records
            .chain(by_trigger)
            .filter(|(id, ..)| usize::from(*id) >= room && *id != u16::MAX)
            .min_by_key(|(id, ..)| *id);
        let (place, id) = match over {
            Some((id, record, field)) => (Place::field(record, field), id),
            None => (Place::default(), room as u16),
        };
        let message = format!(
            "this is object {id}, and the object table has room for {room}, numbered from 0; give it \
             a lower `object_id`, or take out records"
        );
        self.diagnostics
            .push(Diagnostic::error("limits", place, message));
        room
    }

    /// The object table: what bears each ID, and the slice of triggers that is its own.
    fn objects(&mut self, order: &[usize]) -> Vec<Object> {
        let mission = self.mission;
        let subjects: Vec<Option<(u16, AnyId)>> = order
            .iter()
            .filter_map(|at| mission.triggers.at(*at))
            .map(|trigger| {
                let subject = trigger.subject.as_ref()?;
                Some((self.subject(subject, &trigger.any_id())?, trigger.any_id()))
            })
            .collect();
        let highest = self
            .object_ids
            .highest()
            .into_iter()
            .chain(subjects.iter().flatten().map(|(id, _)| *id))
            .chain(mission.objects.keys().copied())
            .max();
        let len = highest.map_or(0, |highest| usize::from(highest) + 1);
        let len = self.within_the_table(len, &subjects);
        let mut objects = vec![Object::default(); len];
        let kinds = [
            (&self.object_ids.squads, ObjectKind::Squad),
            (&self.object_ids.flight_groups, ObjectKind::FlightGroup),
            (&self.object_ids.ships, ObjectKind::Ship),
        ];
        // Where records share an ID, a ship goes before a flight group, and that before a squad.
        for (ids, kind) in kinds {
            for id in ids {
                if let Some(object) = objects.get_mut(usize::from(*id)) {
                    object.kind = kind.number();
                }
            }
        }
        for (at, subject) in (0u16..).zip(&subjects) {
            let Some((id, trigger)) = subject else {
                continue;
            };
            let Some(object) = objects.get_mut(usize::from(*id)) else {
                continue;
            };
            if object.trigger_count == 0 {
                object.first_trigger = at;
            }
            match object.trigger_count.checked_add(1) {
                Some(count) => object.trigger_count = count,
                None => {
                    let message =
                        "this is the 256th trigger of its subject, and at most 255 can be";
                    let place = Place::record(trigger.clone());
                    self.diagnostics
                        .push(Diagnostic::error("limits", place, message));
                }
            }
        }
        for (id, raw) in &mission.objects {
            if let Some(object) = objects.get_mut(usize::from(*id)) {
                *object = with_raw(object.clone(), raw);
            }
        }
        objects
    }

    fn subject(&mut self, subject: &Subject, trigger: &AnyId) -> Option<u16> {
        let (mission, ids) = (self.mission, self.object_ids);
        match subject {
            Subject::Ship(id) => {
                self.index(&mission.ships, id, trigger, "on")?;
                ids.ship(mission, id)
            }
            Subject::FlightGroup(id) => {
                self.index(&mission.flight_groups, id, trigger, "on")?;
                ids.flight_group(mission, id)
            }
            Subject::Squad(id) => {
                self.index(&mission.squads, id, trigger, "on")?;
                ids.squad(mission, id)
            }
            Subject::Object(object) => Some(*object),
        }
    }
}
