//! From what a source says to a mission.

use std::collections::BTreeMap;
use std::sync::Arc;

use formats::SectionId;
use formats::catalogue::{
    closest, condition, condition_by_name, conditions, kind_by_name, pilot_by_name, pilots,
};
use formats::yaml::schema::{self, Schema};
use formats::yaml::{MapReader, Node, NodeValue, Problem, inline, parse_f32, parse_integer};

use crate::ids::Id;
use crate::mission::{Mission, RawSection, Residue, Table};
use crate::record::{EditorInfo, Extra, Meta, RawBytes, Record};
use crate::ship::{CurveMark, Rotation};
use crate::trigger::{Operand, Repeat, Run, Subject};
use crate::{
    Body, CodeStyle, Curve, FlightGroup, Formation, Global, Member, MemberTarget, Point,
    PointPlace, Real, Routine, Ship, Squad, Trigger, Vec3,
};

use super::packed::unpack;

/// The version that this reader knows.
const VERSION: i64 = 1;

/// Reads a mission; it is whole only where no problem comes with it.
pub(super) fn mission(root: &Node) -> (Mission, Vec<Problem>) {
    let mut reader = Reader::default();
    let mission = reader.mission(root).unwrap_or_default();
    (mission, reader.problems)
}

#[derive(Default)]
struct Reader {
    problems: Vec<Problem>,
}

impl Reader {
    fn tell(&mut self, node: &Node, message: impl Into<String>) {
        self.problems.push(Problem::new(node, message));
    }

    fn map<'a>(&mut self, node: &'a Node, schema: &'static Schema) -> Option<MapReader<'a>> {
        MapReader::new(node, schema, &mut self.problems)
    }

    fn mission(&mut self, root: &Node) -> Option<Mission> {
        let map = self.map(root, &schema::SOURCE)?;
        let version = map.require("source", &mut self.problems);
        if let Some(node) = version
            && node.text().and_then(parse_integer) != Some(VERSION)
        {
            let message = format!("this program reads mission source {VERSION}; get a newer one");
            self.tell(node, message);
        }
        let mut mission = Mission::default();
        if let Some(head) = map
            .get("mission")
            .and_then(|node| self.map(node, &schema::MISSION))
        {
            mission.name = head.get("name").and_then(|node| self.name(node)).flatten();
            mission.number = head
                .get("number")
                .and_then(|node| self.optional_number(node))
                .flatten();
            mission.flags = head
                .get("flags")
                .and_then(|node| self.optional_number(node))
                .flatten();
        }
        mission.globals = self.records(&map, &schema::GLOBAL, Self::global);
        mission.flight_groups = self.records(&map, &schema::FLIGHT_GROUP, Self::flight_group);
        mission.ships = self.records(&map, &schema::SHIP, Self::ship);
        mission.squads = self.records(&map, &schema::SQUAD, Self::squad);
        mission.formations = self.records(&map, &schema::FORMATION, Self::formation);
        mission.curves = self.records(&map, &schema::CURVE, Self::curve);
        mission.routines = self.records(&map, &schema::ROUTINE, Self::routine);
        // Operands name ships, flight groups and squads without saying which, so these come last.
        let known = mission.clone();
        mission.triggers = self.records(&map, &schema::TRIGGER, |reader, id, map| {
            reader.trigger(&known, id, map)
        });
        if let Some(node) = map.get("objects") {
            mission.objects = self.objects(node);
        }
        if let Some(node) = map.get("command_flags") {
            mission.command_flags = Some(self.list(node, |reader, node| reader.number(node)));
        }
        if let Some(node) = map.get("sections") {
            mission.sections = self.sections(node);
        }
        if let Some(image) = map.get("residue").and_then(|node| self.packed(node)) {
            mission.residue = Some(Arc::new(Residue { image }));
        }
        mission.editor = self.editor(map.get("editor"));
        mission.extra = extra(&map);
        Some(mission)
    }

    /// A collection: a list of mappings, each with an id of its own.
    fn records<R: Record>(
        &mut self,
        map: &MapReader<'_>,
        schema: &'static Schema,
        read: impl Fn(&mut Self, Id<R>, &MapReader<'_>) -> Option<R>,
    ) -> Table<R> {
        let mut table = Table::default();
        let Some(node) = map.get(R::COLLECTION.key()).filter(|node| !node.is_null()) else {
            return table;
        };
        let Some(items) = node.items() else {
            let message = format!(
                "`{}` is a list of {}s, one an item; this is {}",
                R::COLLECTION.key(),
                R::COLLECTION.noun(),
                node.describe()
            );
            self.tell(node, message);
            return table;
        };
        for item in items {
            let Some(map) = self.map(item, schema) else {
                continue;
            };
            let Some(id_node) = map.require("id", &mut self.problems) else {
                continue;
            };
            let Some(id) = self.id(id_node) else { continue };
            if let Some(twin) = read(self, id, &map).and_then(|record| table.push(record)) {
                let message = format!(
                    "another {} has the id `{}`; give this one an id of its own",
                    R::COLLECTION.noun(),
                    twin.id()
                );
                self.tell(id_node, message);
            }
        }
        table
    }

    fn list<T>(&mut self, node: &Node, read: impl Fn(&mut Self, &Node) -> Option<T>) -> Vec<T> {
        match node.items() {
            Some(items) => items.iter().filter_map(|item| read(self, item)).collect(),
            None if node.is_null() => Vec::new(),
            None => {
                self.tell(
                    node,
                    format!("a list in brackets is wanted here, not {}", node.describe()),
                );
                Vec::new()
            }
        }
    }

    fn text<'a>(&mut self, node: &'a Node) -> Option<&'a str> {
        if node.text().is_none() {
            self.tell(
                node,
                format!("text is wanted here, not {}", node.describe()),
            );
        }
        node.text()
    }

    /// A display name: text, or nothing at all.
    fn name(&mut self, node: &Node) -> Option<Option<String>> {
        if node.is_null() {
            return Some(None);
        }
        self.text(node).map(|text| Some(text.to_owned()))
    }

    fn id<R>(&mut self, node: &Node) -> Option<Id<R>> {
        let text = self.text(node)?;
        match Id::new(text) {
            Ok(id) => Some(id),
            Err(error) => {
                self.tell(node, error.to_string());
                None
            }
        }
    }

    fn optional_id<R>(&mut self, node: Option<&Node>) -> Option<Id<R>> {
        node.filter(|node| !node.is_null())
            .and_then(|node| self.id(node))
    }

    /// A whole number that fits `T`.
    fn number<T: TryFrom<i64> + Bounds>(&mut self, node: &Node) -> Option<T> {
        let parsed = node.text().and_then(parse_integer);
        let fitting = parsed.and_then(|value| T::try_from(value).ok());
        if fitting.is_none() {
            let what = match (parsed, node.text()) {
                (Some(value), _) => value.to_string(),
                (None, Some(text)) if !node.is_null() => format!("{text:?}"),
                _ => node.describe().to_owned(),
            };
            let message = format!(
                "a whole number from {} to {} is wanted here, not {what}",
                T::MIN,
                T::MAX
            );
            self.tell(node, message);
        }
        fitting
    }

    /// A whole number, or nothing.
    fn optional_number<T: TryFrom<i64> + Bounds>(&mut self, node: &Node) -> Option<Option<T>> {
        if is_none(node) {
            Some(None)
        } else {
            self.number(node).map(Some)
        }
    }

    fn real(&mut self, node: &Node) -> Option<f32> {
        let parsed = node.text().and_then(parse_f32);
        if parsed.is_none() {
            let what = node
                .text()
                .map_or(node.describe().to_owned(), |text| format!("{text:?}"));
            self.tell(node, format!("a number is wanted here, not {what}"));
        }
        parsed
    }

    fn vec3(&mut self, node: &Node) -> Option<Vec3> {
        let values = self.list(node, Self::real);
        match values.as_slice() {
            [x, y, z] if node.items().is_some_and(|items| items.len() == 3) => {
                Some(Vec3::new(*x, *y, *z))
            }
            _ => {
                if node.items().is_some_and(|items| items.len() != 3) {
                    self.tell(node, "a place is three numbers, [x, y, z]");
                }
                None
            }
        }
    }

    fn boolean(&mut self, node: &Node) -> Option<bool> {
        let value = match node.text() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        };
        if value.is_none() {
            self.tell(node, "`true` or `false` is wanted here");
        }
        value
    }

    /// A byte that is mostly true or false.
    fn byte_flag(&mut self, node: Option<&Node>, default: u8) -> u8 {
        let Some(node) = node else { return default };
        match node.text() {
            Some("true") => 1,
            Some("false") => 0,
            _ => self.number(node).unwrap_or(default),
        }
    }

    fn kind(&mut self, node: &Node) -> Option<u16> {
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.number(node);
        }
        match kind_by_name(text) {
            Ok(kind) => Some(kind),
            Err(near) => {
                let message = unknown(text, "ship type or special kind", near);
                self.tell(node, message);
                None
            }
        }
    }

    fn pilot(&mut self, node: &Node) -> Option<Option<u8>> {
        if is_none(node) {
            return Some(None);
        }
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.number(node).map(Some);
        }
        match pilot_by_name(text) {
            Some(pilot) => Some(Some(pilot.number)),
            None => {
                let names = pilots()
                    .iter()
                    .filter_map(|pilot| pilot.script_name.as_deref());
                let message = unknown(text, "pilot", closest(text, names));
                self.tell(node, message);
                None
            }
        }
    }

    fn condition(&mut self, node: &Node) -> Option<u8> {
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.number(node);
        }
        match condition_by_name(text) {
            Some(condition) => Some(condition.index),
            None => {
                let names: Vec<_> = conditions().iter().map(|it| it.symbol()).collect();
                let near = closest(text, names.iter().map(String::as_str));
                let message = unknown(text, "condition", near);
                self.tell(node, message);
                None
            }
        }
    }

    fn raw(&mut self, node: Option<&Node>) -> RawBytes {
        let mut runs = BTreeMap::new();
        let Some(node) = node.filter(|node| !node.is_null()) else {
            return RawBytes::default();
        };
        let NodeValue::Mapping { entries, .. } = &node.value else {
            self.tell(
                node,
                "`raw` maps offsets in the record to bytes, such as {0x16: \"01 00\"}",
            );
            return RawBytes::default();
        };
        for (key, value) in entries {
            let offset = self.number::<u16>(key);
            let bytes = self.text(value).and_then(hex_bytes);
            if bytes.is_none() && value.text().is_some() {
                self.tell(
                    value,
                    "bytes are wanted here, each as two hex digits, such as \"01 00\"",
                );
            }
            if let (Some(offset), Some(bytes)) = (offset, bytes)
                && !bytes.is_empty()
            {
                runs.insert(offset, bytes);
            }
        }
        RawBytes(runs)
    }

    fn packed(&mut self, node: &Node) -> Option<Vec<u8>> {
        match unpack(self.text(node)?) {
            Ok(bytes) => Some(bytes),
            Err(message) => {
                self.tell(node, message);
                None
            }
        }
    }

    fn editor(&mut self, node: Option<&Node>) -> EditorInfo {
        let map = node
            .filter(|node| !node.is_null())
            .and_then(|node| self.map(node, &schema::EDITOR));
        let Some(map) = map else {
            return EditorInfo::default();
        };
        let mut text = |key: &str| map.get(key).and_then(|node| self.name(node)).flatten();
        let (folder, colour, note) = (text("folder"), text("colour"), text("note"));
        let mut flag = |key: &str| {
            map.get(key)
                .and_then(|node| self.boolean(node))
                .unwrap_or_default()
        };
        EditorInfo {
            folder,
            colour,
            note,
            hidden: flag("hidden"),
            locked: flag("locked"),
        }
    }

    fn meta(&mut self, map: &MapReader<'_>) -> Meta {
        Meta {
            raw: self.raw(map.get("raw")),
            editor: self.editor(map.get("editor")),
            extra: extra(map),
        }
    }

    /// A record's display name; left out, its id's text.
    fn record_name<R>(&mut self, id: &Id<R>, map: &MapReader<'_>) -> Option<String> {
        match map.get("name") {
            Some(node) => self.name(node).flatten(),
            None => Some(id.to_string()),
        }
    }

    fn object_id(&mut self, map: &MapReader<'_>) -> Option<u16> {
        map.get("object_id")
            .and_then(|node| self.optional_number(node))
            .flatten()
    }

    fn global(&mut self, id: Id<Global>, map: &MapReader<'_>) -> Option<Global> {
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

    /// A dword, unsigned or as the signed number of the same bits.
    fn dword(&mut self, node: &Node) -> Option<u32> {
        let signed = node
            .text()
            .and_then(parse_integer)
            .and_then(|value| i32::try_from(value).ok());
        match signed {
            Some(value) => Some(value.cast_unsigned()),
            None => self.number(node),
        }
    }

    fn flight_group(&mut self, id: Id<FlightGroup>, map: &MapReader<'_>) -> Option<FlightGroup> {
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

    fn ship(&mut self, id: Id<Ship>, map: &MapReader<'_>) -> Option<Ship> {
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

    fn member(&mut self, node: &Node) -> Option<Member> {
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

    fn squad(&mut self, id: Id<Squad>, map: &MapReader<'_>) -> Option<Squad> {
        let members = map.get("members").map(|node| self.list(node, Self::member));
        Some(Squad {
            id,
            members: members.unwrap_or_default(),
            object_id: self.object_id(map),
            meta: self.meta(map),
        })
    }

    fn formation(&mut self, id: Id<Formation>, map: &MapReader<'_>) -> Option<Formation> {
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

    fn curve(&mut self, id: Id<Curve>, map: &MapReader<'_>) -> Option<Curve> {
        Some(Curve {
            id,
            start: self.optional_id(map.get("start")),
            end: self.optional_id(map.get("end")),
            leaving: self.optional_id(map.get("leaving")),
            arriving: self.optional_id(map.get("arriving")),
            meta: self.meta(map),
        })
    }

    fn body(&mut self, map: &MapReader<'_>, text: &Node) -> Option<Body> {
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

    fn routine(&mut self, id: Id<Routine>, map: &MapReader<'_>) -> Option<Routine> {
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

    fn subject(&mut self, node: &Node) -> Option<Subject> {
        let map = self.map(node, &schema::SUBJECT)?;
        match (
            map.get("ship"),
            map.get("flight_group"),
            map.get("squad"),
            map.get("object"),
        ) {
            (Some(ship), None, None, None) => self.id(ship).map(Subject::Ship),
            (None, Some(group), None, None) => self.id(group).map(Subject::FlightGroup),
            (None, None, Some(squad), None) => self.id(squad).map(Subject::Squad),
            (None, None, None, Some(object)) => self.number(object).map(Subject::Object),
            _ => {
                self.tell(
                    node,
                    "a subject is one of `ship`, `flight_group`, `squad`, `object`",
                );
                None
            }
        }
    }

    fn operand(&mut self, known: &Mission, node: &Node) -> Option<Operand> {
        if node.is_null() {
            return Some(Operand::Unset);
        }
        let text = self.text(node)?;
        if text == "any_player" {
            return Some(Operand::AnyPlayer);
        }
        if parse_integer(text).is_some() {
            return self.dword(node).map(|value| match value {
                u32::MAX => Operand::Unset,
                value => Operand::Number(value),
            });
        }
        let (prefix, name) = match text.split_once(':') {
            Some((prefix, name)) => (Some(prefix), name),
            None => (None, text),
        };
        let bearers = [
            known.ships.contains(name),
            known.flight_groups.contains(name),
            known.squads.contains(name),
        ];
        let which = match (prefix, bearers) {
            (Some("ship"), _) | (None, [true, false, false] | [false, false, false]) => 0,
            (Some("group" | "flight_group"), _) | (None, [false, true, false]) => 1,
            (Some("squad"), _) | (None, [false, false, true]) => 2,
            (Some(prefix), _) => {
                let message = format!("`{prefix}:` is none of `ship:`, `group:`, `squad:`");
                self.tell(node, message);
                return None;
            }
            (None, _) => {
                let message = format!(
                    "`{name}` is more than one record; write `ship:{name}`, `group:{name}` or \
                     `squad:{name}`"
                );
                self.tell(node, message);
                return None;
            }
        };
        let made = match which {
            0 => Id::new(name).map(Operand::Ship),
            1 => Id::new(name).map(Operand::FlightGroup),
            _ => Id::new(name).map(Operand::Squad),
        };
        match made {
            Ok(operand) => Some(operand),
            Err(error) => {
                self.tell(node, error.to_string());
                None
            }
        }
    }

    fn operands(&mut self, known: &Mission, number: u8, node: &Node) -> [Operand; 5] {
        let mut operands: [Operand; 5] = Default::default();
        let NodeValue::Mapping { entries, .. } = &node.value else {
            if !node.is_null() {
                self.tell(node, "`with` maps the event's values to what they must be");
            }
            return operands;
        };
        for (key, value) in entries {
            let Some(label) = self.text(key) else {
                continue;
            };
            let place = condition(number)
                .and_then(|condition| condition.value_by_label(label))
                .or_else(|| label.parse().ok().filter(|place| *place < 5));
            match place.and_then(|place| operands.get_mut(place)) {
                Some(slot) => {
                    if let Some(operand) = self.operand(known, value) {
                        *slot = operand;
                    }
                }
                None => {
                    let values: Vec<_> = condition(number)
                        .map(|condition| condition.values.iter().map(|it| it.symbol()).collect())
                        .unwrap_or_default();
                    let message = if values.is_empty() {
                        format!("this condition brings no values, so `{label}` cannot be one")
                    } else {
                        format!(
                            "`{label}` is no value of this condition; it has {}",
                            values.join(", ")
                        )
                    };
                    self.tell(key, message);
                }
            }
        }
        operands
    }

    fn repeat(&mut self, node: &Node) -> Option<Repeat> {
        match node.text() {
            Some("once") => return Some(Repeat::Once),
            Some("always") => return Some(Repeat::Always),
            Some(_) => {
                self.tell(node, "`repeat` is `once`, `always` or {count: N}");
                return None;
            }
            None => {}
        }
        let map = self.map(node, &schema::COUNTED)?;
        let count = map.require("count", &mut self.problems)?;
        let left = self.number(count)?;
        let refill = match map.get("refill") {
            Some(node) => self.number(node)?,
            None => left,
        };
        match map.get("mode") {
            Some(node) => Some(Repeat::from_mode(self.number(node)?, left, refill)),
            None => Some(Repeat::Counted { left, refill }),
        }
    }

    fn trigger(
        &mut self,
        known: &Mission,
        id: Id<Trigger>,
        map: &MapReader<'_>,
    ) -> Option<Trigger> {
        let mut trigger = Trigger::new(id);
        trigger.subject = map
            .get("on")
            .filter(|node| !node.is_null())
            .and_then(|node| self.subject(node));
        trigger.component = map
            .get("component")
            .and_then(|node| self.optional_number(node))
            .flatten();
        let when = map.require("when", &mut self.problems);
        trigger.condition = when
            .and_then(|node| self.condition(node))
            .unwrap_or_default();
        if let Some(node) = map.get("with") {
            trigger.operands = self.operands(known, trigger.condition, node);
        }
        if let Some(node) = map.get("repeat") {
            trigger.repeat = self.repeat(node).unwrap_or_default();
        }
        trigger.armed = self.byte_flag(map.get("armed"), 1);
        trigger.deferred = self.byte_flag(map.get("deferred"), 0);
        trigger.run = match (map.get("run"), map.get("routine"), map.get("link")) {
            (None, None, None) => Run::Nothing,
            (Some(node), None, None) if node.is_null() => Run::Nothing,
            (Some(node), None, None) => self.body(map, node).map_or(Run::Nothing, Run::Body),
            (None, Some(node), None) => self
                .optional_id(Some(node))
                .map_or(Run::Nothing, Run::Routine),
            (None, None, Some(node)) => self.number(node).map_or(Run::Nothing, Run::Link),
            (_, Some(node), _) | (_, _, Some(node)) => {
                self.tell(node, "a trigger has one of `run`, `routine` and `link`");
                Run::Nothing
            }
        };
        trigger.meta = self.meta(map);
        Some(trigger)
    }

    fn objects(&mut self, node: &Node) -> BTreeMap<u16, RawBytes> {
        let read = |reader: &mut Self, node: &Node| {
            let map = reader.map(node, &schema::OBJECT)?;
            let id = map.require("id", &mut reader.problems)?;
            Some((reader.number(id)?, reader.raw(map.get("raw"))))
        };
        self.list(node, read).into_iter().collect()
    }

    fn sections(&mut self, node: &Node) -> BTreeMap<SectionId, RawSection> {
        let mut sections = BTreeMap::new();
        let NodeValue::Mapping { entries, .. } = &node.value else {
            self.tell(
                node,
                "`sections` maps names of undecoded sections to their packed bytes",
            );
            return sections;
        };
        for (key, value) in entries {
            let id = key
                .text()
                .and_then(SectionId::from_name)
                .filter(|id| RawSection::holds(*id));
            let Some(id) = id else {
                let names: Vec<_> = SectionId::all()
                    .filter(|id| RawSection::holds(*id))
                    .map(SectionId::name)
                    .collect();
                let message = format!(
                    "this is none of the undecoded sections {}",
                    names.join(", ")
                );
                self.tell(key, message);
                continue;
            };
            if let Some(bytes) = self.packed(value) {
                sections.insert(id, RawSection { bytes });
            }
        }
        sections
    }
}

/// A number's range, for messages.
trait Bounds {
    const MIN: i64;
    const MAX: i64;
}

macro_rules! bounds {
    ($($ty:ident),*) => {$(
        impl Bounds for $ty {
            const MIN: i64 = $ty::MIN as i64;
            const MAX: i64 = $ty::MAX as i64;
        }
    )*};
}
bounds!(u8, u16, u32, i16);

/// Whether a node says `none`, or says nothing.
fn is_none(node: &Node) -> bool {
    node.is_null() || node.text() == Some("none")
}

fn extra(map: &MapReader<'_>) -> Extra {
    Extra(
        map.extra()
            .into_iter()
            .map(|(key, value)| (key, inline(&value)))
            .collect(),
    )
}

fn unknown(text: &str, what: &str, near: Option<&str>) -> String {
    match near {
        Some(near) => format!("there is no {what} `{text}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{text}`; use a known name, or the number"),
    }
}

/// Bytes as pairs of hex digits, with or without blanks between them.
fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    let pairs = digits.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs
        .map(|pair| match pair {
            [high, low] => Some(high << 4 | low),
            _ => None,
        })
        .collect()
}
