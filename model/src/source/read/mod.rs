//! From what a source says to a mission.

mod record;
mod trigger;
mod value;

use std::collections::BTreeMap;
use std::sync::Arc;

use formats::SectionId;
use formats::yaml::schema::{self, Schema};
use formats::yaml::{MapReader, Node, NodeValue, Problem, parse_integer};

use crate::ids::Id;
use crate::mission::{Mission, RawSection, Residue, Table};
use crate::record::{RawBytes, Record};

use value::extra;

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

    fn objects(&mut self, node: &Node) -> BTreeMap<u16, RawBytes> {
        let read = |reader: &mut Self, node: &Node| {
            let map = reader.map(node, &schema::OBJECT)?;
            let id = map.require("id", &mut reader.problems)?;
            Some((reader.number(id)?, reader.raw(map.get("raw"))))
        };
        let mut objects = BTreeMap::new();
        for (id, raw) in self.list(node, read) {
            if objects.insert(id, raw).is_some() {
                self.tell(node, format!("object {id} stands twice; keep one"));
            }
        }
        objects
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
            if let Some(bytes) = self.packed(value)
                && sections.insert(id, RawSection { bytes }).is_some()
            {
                self.tell(key, format!("`{}` stands twice; keep one", id.name()));
            }
        }
        sections
    }
}
