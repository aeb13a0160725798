//! The records, one by one.

use formats::yaml::schema;
use formats::yaml::{MapReader, Node};

use crate::ids::Id;
use crate::ship::{CurveMark, Rotation};
use crate::{
    Body, CodeStyle, Curve, FlightGroup, Formation, Global, Member, MemberTarget, Point,
    PointPlace, Real, Routine, Ship, Squad,
};

use super::Reader;
use super::value::is_none;

impl Reader {
    pub(super) fn global(&mut self, id: Id<Global>, map: &MapReader<'_>) -> Option<Global> {
        Some(Global {
            name: self.record_name(&id, map),
            // Written as a signed number by some; the bits are what counts.
            value: map
                .get("value")
                .and_then(|node| self.dword(node))
                .unwrap_or_default(),
            meta: self.meta(map),
            id,
        })
    }

    pub(super) fn flight_group(
        &mut self,
        id: Id<FlightGroup>,
        map: &MapReader<'_>,
    ) -> Option<FlightGroup> {
        let wing = map.get("wing").and_then(|node| match node.text() {
            Some("player") => Some(0),
            _ => self.optional_number(node).flatten(),
        });
        Some(FlightGroup {
            name: self.record_name(&id, map),
            wing,
            object_id: self.object_id(map),
            meta: self.meta(map),
            id,
        })
    }

    pub(super) fn ship(&mut self, id: Id<Ship>, map: &MapReader<'_>) -> Option<Ship> {
        let mut ship = Ship::new(id);
        ship.name = self.record_name(&ship.id, map);
        let kind = map.require("kind", &mut self.problems);
        ship.kind = kind.and_then(|node| self.kind(node)).unwrap_or_default();
        ship.flight_group = self.optional_id(map.get("flight_group"));
        ship.pilot = map.get("pilot").and_then(|node| self.pilot(node)).flatten();
        ship.position = map
            .get("position")
            .and_then(|node| self.vec3(node))
            .unwrap_or_default();
        if let Some(turns) = map
            .get("rotation")
            .and_then(|node| self.map(node, &schema::ROTATION))
        {
            let mut turn = |key: &str| {
                turns
                    .get(key)
                    .and_then(|node| self.number(node))
                    .unwrap_or_default()
            };
            ship.rotation = Rotation {
                yaw: turn("yaw"),
                pitch: turn("pitch"),
                roll: turn("roll"),
            };
        }
        if let Some(launch) = map
            .get("launch")
            .and_then(|node| self.map(node, &schema::LAUNCH))
        {
            ship.launch_from = launch
                .get("from")
                .filter(|node| !is_none(node))
                .and_then(|node| self.kind(node));
            ship.launch_gate = launch
                .get("gate")
                .and_then(|node| self.optional_number(node))
                .flatten();
        }
        ship.loadout = map
            .get("loadout")
            .and_then(|node| self.optional_number(node))
            .flatten();
        let place = map.get("formation_point");
        if let Some(place) = place.and_then(|node| self.map(node, &schema::FORMATION_PLACE)) {
            let formation = place.require("formation", &mut self.problems);
            let point = place.require("point", &mut self.problems);
            if let (Some(formation), Some(point)) =
                (self.optional_id(formation), self.optional_id(point))
            {
                ship.formation_point = Some(PointPlace { formation, point });
            }
        }
        if let Some(mark) = map
            .get("marks")
            .and_then(|node| self.map(node, &schema::CURVE_MARK))
        {
            let curve = mark.require("curve", &mut self.problems);
            if let Some(curve) = self.optional_id(curve) {
                let at = mark
                    .get("at")
                    .and_then(|node| self.real(node))
                    .unwrap_or_default();
                ship.marks = Some(CurveMark {
                    curve,
                    at: Real(at),
                });
            }
        }
        ship.object_id = self.object_id(map);
        ship.meta = self.meta(map);
        Some(ship)
    }

    pub(super) fn member(&mut self, node: &Node) -> Option<Member> {
        let map = self.map(node, &schema::MEMBER)?;
        let target = match (
            map.get("ship"),
            map.get("flight_group"),
            map.get("squad"),
            map.get("object"),
        ) {
            (Some(ship), None, None, None) => MemberTarget::Ship(self.id(ship)?),
            (None, Some(group), None, None) => MemberTarget::FlightGroup(self.id(group)?),
            (None, None, Some(squad), None) => MemberTarget::Squad(self.id(squad)?),
            (None, None, None, Some(object)) => MemberTarget::Object(self.number(object)?),
            _ => {
                self.tell(
                    node,
                    "a member is one of `ship`, `flight_group`, `squad`, `object`",
                );
                return None;
            }
        };
        let component = map
            .get("component")
            .and_then(|node| self.optional_number(node))
            .flatten();
        Some(Member {
            target,
            component,
            raw: self.raw(map.get("raw")),
        })
    }

    pub(super) fn squad(&mut self, id: Id<Squad>, map: &MapReader<'_>) -> Option<Squad> {
        let members = map.get("members").map(|node| self.list(node, Self::member));
        Some(Squad {
            id,
            members: members.unwrap_or_default(),
            object_id: self.object_id(map),
            meta: self.meta(map),
        })
    }

    pub(super) fn formation(
        &mut self,
        id: Id<Formation>,
        map: &MapReader<'_>,
    ) -> Option<Formation> {
        let mut points: Vec<Point> = Vec::new();
        for node in map.get("points").and_then(Node::items).unwrap_or_default() {
            let Some(map) = self.map(node, &schema::POINT) else {
                continue;
            };
            let Some(id_node) = map.require("id", &mut self.problems) else {
                continue;
            };
            let Some(id) = self.id(id_node) else { continue };
            if points.iter().any(|point| point.id == id) {
                self.tell(
                    id_node,
                    format!("another point of the formation has the id `{id}`"),
                );
                continue;
            }
            let at = map
                .get("at")
                .and_then(|node| self.vec3(node))
                .unwrap_or_default();
            points.push(Point {
                id,
                at,
                raw: self.raw(map.get("raw")),
            });
        }
        if let Some(node) = map.get("points").filter(|node| !node.is_null())
            && node.items().is_none()
        {
            self.tell(
                node,
                "`points` is a list of points, each with an `id` and a place `at`",
            );
        }
        Some(Formation {
            name: self.record_name(&id, map),
            id,
            points,
            meta: self.meta(map),
        })
    }

    pub(super) fn curve(&mut self, id: Id<Curve>, map: &MapReader<'_>) -> Option<Curve> {
        Some(Curve {
            id,
            start: self.optional_id(map.get("start")),
            end: self.optional_id(map.get("end")),
            leaving: self.optional_id(map.get("leaving")),
            arriving: self.optional_id(map.get("arriving")),
            meta: self.meta(map),
        })
    }

    pub(super) fn body(&mut self, map: &MapReader<'_>, text: &Node) -> Option<Body> {
        let text = self.text(text)?.to_owned();
        let style = match map.get("style") {
            None => CodeStyle::Shipped,
            Some(node) => match node.text() {
                Some("shipped") => CodeStyle::Shipped,
                Some("rules") => CodeStyle::Rules,
                _ => {
                    self.tell(node, "a style is `shipped` or `rules`");
                    CodeStyle::Shipped
                }
            },
        };
        let constants = map
            .get("constants")
            .map(|node| self.list(node, Self::dword));
        Some(Body {
            text,
            style,
            constants: constants.unwrap_or_default(),
        })
    }

    pub(super) fn routine(&mut self, id: Id<Routine>, map: &MapReader<'_>) -> Option<Routine> {
        let mut routine = Routine::new(id);
        routine.name = self.record_name(&routine.id, map);
        if let Some(node) = map.get("start") {
            routine.start = self.boolean(node).unwrap_or_default();
        }
        if let Some(node) = map.get("part") {
            routine.part = self.boolean(node).unwrap_or(true);
        }
        if let Some(node) = map.get("arguments") {
            routine.arguments =
                self.list(node, |reader, node| reader.text(node).map(str::to_owned));
        }
        match map.get("run") {
            Some(node) if node.is_null() => routine.body = None,
            Some(node) => routine.body = self.body(map, node),
            None => {}
        }
        routine.meta = self.meta(map);
        Some(routine)
    }
}
