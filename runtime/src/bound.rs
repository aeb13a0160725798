//! What the game works out as it binds a mission's tables, and keeps until it binds them again
//! (dte-format 2.16, script-vm V171 to V174).

use formats::records::{ObjectKind, Part, Record, Ship};
use formats::{Image, SectionId, Tables};

use crate::bind::Entity;

/// Parts that the game's run-time table holds (V171).
const MAX_PARTS: usize = 256;

/// A part as the game's run-time table holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoundPart {
    /// Place of its block; `None` where it has none.
    pub(crate) block: Option<u32>,
    /// Arguments that a caller pushes.
    pub(crate) argument_count: u8,
    /// Whether it runs as the mission starts.
    pub(crate) start: bool,
}

/// What binding works out.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    /// Parts of section 8, then those of section 17.
    pub(crate) parts: [Vec<BoundPart>; 2],
    /// Ships of each flight group, in record order (V173).
    pub(crate) groups: Vec<Vec<u16>>,
    /// The waypoint list (V172).
    pub(crate) waypoints: Vec<u16>,
    /// What each object ID stands for (V174).
    pub(crate) objects: Vec<Option<Entity>>,
}

impl Bound {
    /// What binding works out of an image.
    pub(crate) fn of(image: &Image, tables: &Tables) -> Self {
        Self {
            parts: [
                bind_parts(image, SectionId::Parts, SectionId::Script),
                bind_parts(image, SectionId::PartsB, SectionId::ScriptB),
            ],
            groups: groups(tables),
            waypoints: waypoints(&tables.ships),
            objects: objects(tables),
        }
    }

    /// The same, with each part's start flag as its record has it now: the run-time table does not
    /// keep the flag (dte-format 2.7).
    pub(crate) fn with_start_flags(&self, tables: &Tables) -> Self {
        let mut bound = self.clone();
        let [first, _] = &mut bound.parts;
        for (part, record) in first.iter_mut().zip(&tables.parts) {
            part.start = is_start(record);
        }
        bound
    }
}

/// The run-time table of parts (V171); descriptors past the 256th are dropped.
fn bind_parts(image: &Image, parts: SectionId, script: SectionId) -> Vec<BoundPart> {
    let start = image
        .offset(script)
        .and_then(|start| u32::try_from(start).ok());
    image
        .counted(parts)
        .chunks_exact(parts.spec().stride)
        .filter_map(Part::read)
        .take(MAX_PARTS)
        .map(|part| BoundPart {
            block: start
                .filter(|_| part.start != Part::NO_BLOCK)
                .map(|start| start.saturating_add(2 * u32::from(part.start))),
            argument_count: part.argument_count,
            start: is_start(&part),
        })
        .collect()
}

/// Whether a part runs as the mission starts.
fn is_start(part: &Part) -> bool {
    part.flags & Part::START != 0
}

/// The ships of each flight group; a count is 8 bits wide (V173).
fn groups(tables: &Tables) -> Vec<Vec<u16>> {
    let mut groups = vec![Vec::new(); tables.flight_groups.len()];
    for (index, ship) in (0..=u16::MAX).zip(&tables.ships) {
        if ship.flight_group != Ship::NONE
            && let Some(group) = groups.get_mut(usize::from(ship.flight_group))
        {
            group.push(index);
        }
    }
    for group in &mut groups {
        group.truncate(group.len() % 256);
    }
    groups
}

/// The waypoint list (V172): the first unlisted waypoint that has a group, then every later one of
/// that group, and so on.
fn waypoints(ships: &[Ship]) -> Vec<u16> {
    let is_waypoint =
        |ship: &Ship| ship.kind == Ship::KIND_WAYPOINT && ship.flight_group != Ship::NONE;
    let mut order: Vec<u8> = Vec::new();
    for ship in ships.iter().filter(|ship| is_waypoint(ship)) {
        if !order.contains(&ship.flight_group) {
            order.push(ship.flight_group);
        }
    }
    order
        .into_iter()
        .flat_map(|group| {
            (0..=u16::MAX)
                .zip(ships)
                .filter(move |(_, ship)| is_waypoint(ship) && ship.flight_group == group)
                .map(|(index, _)| index)
        })
        .collect()
}

/// What each object ID stands for: the first record of its kind with that ID (V174).
fn objects(tables: &Tables) -> Vec<Option<Entity>> {
    let mut objects = vec![None; tables.objects.len()];
    let mut put = |id: u16, kind: ObjectKind, entity: Entity| {
        let Some(entry) = tables.objects.get(usize::from(id)) else {
            return;
        };
        if ObjectKind::from_number(entry.kind) == Some(kind)
            && let Some(slot @ None) = objects.get_mut(usize::from(id))
        {
            *slot = Some(entity);
        }
    };
    for (index, ship) in (0..=u16::MAX).zip(&tables.ships) {
        // The engine compares the low 16 bits.
        put(ship.object_id as u16, ObjectKind::Ship, Entity::Ship(index));
    }
    for (index, group) in (0..=u16::MAX).zip(&tables.flight_groups) {
        put(
            group.object_id,
            ObjectKind::FlightGroup,
            Entity::Group(index),
        );
    }
    for (index, squad) in (0..=u16::MAX).zip(&tables.squads) {
        put(squad.object_id, ObjectKind::Squad, Entity::Squad(index));
    }
    objects
}
