//! A mission as the game binds it: its records, and what follows from them (dte-format 2.16).
//!
//! Nothing here changes while the mission runs, unless a linked editor changes the records. Scripts know records by *place*, which is a byte's
//! offset in the image (script-vm V33).

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use formats::bytes::get;
use formats::records::{ObjectKind, Reference, Ship, Squad, SquadMember, Trigger};
use formats::{Image, SectionId, Tables};

use crate::bound::Bound;
use crate::curves;
use crate::vm::squads::Unfolded;

/// Bytes of a ship's record.
const SHIP_SIZE: u32 = 76;
/// Bytes of a flight group's record.
const GROUP_SIZE: u32 = 20;
/// Bytes of a squad's record.
const SQUAD_SIZE: u32 = 12;
/// Bytes of a curve's record.
const CURVE_SIZE: u32 = 68;
/// Bytes of a global's record, and of section 19's.
const GLOBAL_SIZE: u32 = 12;
/// Where a ship's record names its flight group.
const SHIP_GROUP_OFFSET: u32 = 0x14;
/// Members looked at while squads are unfolded for events. Real missions have a few hundred; a file
/// made to waste time has squads in long chains.
const MAX_UNFOLDING: usize = 1 << 20;

/// A record that scripts and events know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Entity {
    /// A placed object, by its record.
    Ship(u16),
    /// A flight group.
    Group(u16),
    /// A squad.
    Squad(u16),
}

/// A place on a curve that a point marks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Marker {
    /// How far along the curve, more than 0.
    pub(crate) share: f32,
    /// The point's record.
    pub(crate) ship: u16,
}

/// Whom a squad holds, its groups and inner squads unfolded.
#[derive(Debug, Clone, Default)]
struct Holdings {
    /// Object IDs, each with a component or 0xFF for the whole.
    ids: BTreeSet<(u16, u8)>,
    /// Places of the flight groups; 0 for one without a record.
    groups: BTreeSet<u32>,
}

/// A bound mission.
#[derive(Debug)]
pub(crate) struct Mission {
    pub(crate) image: Arc<Image>,
    pub(crate) tables: Tables,
    /// What was worked out as the mission was bound.
    pub(crate) bound: Bound,
    /// The lowest object ID whose slice holds each trigger.
    pub(crate) owners: Vec<Option<u16>>,
    /// The curve that goes on after each.
    pub(crate) successors: Vec<Option<u16>>,
    /// Each curve's length.
    pub(crate) lengths: Vec<f64>,
    /// The places marked on each curve, nearest first, those of one share in record order.
    pub(crate) markers: Vec<Vec<Marker>>,
    /// Squads whose slice is not empty, with whom they hold.
    listening: Vec<(u16, Holdings)>,
    /// Each squad unfolded, once something asks for its ships.
    unfolded: Vec<OnceLock<Unfolded>>,
}

impl Mission {
    /// Binds an image.
    pub(crate) fn bind(image: Arc<Image>) -> Self {
        let tables = Tables::read(&image);
        let bound = Bound::of(&image, &tables);
        Self::with(image, tables, bound)
    }

    /// The mission with its records changed where they lie: what the game reads from them at every
    /// use follows at once, and what it works out as it binds stays until it binds again.
    pub(crate) fn changed(&self, image: Arc<Image>) -> Self {
        let tables = Tables::read(&image);
        let bound = self.bound.with_start_flags(&tables);
        Self::with(image, tables, bound)
    }

    fn with(image: Arc<Image>, tables: Tables, bound: Bound) -> Self {
        let mut mission = Self {
            owners: tables.trigger_owners(),
            successors: curves::successors(&tables.curves),
            lengths: tables
                .curves
                .iter()
                // One that leads to no place is none, and has no length.
                .map(|curve| match curves::is_bearable(curve) {
                    true => curves::length(curve),
                    false => 0.0,
                })
                .collect(),
            markers: markers(&tables),
            listening: Vec::new(),
            unfolded: tables.squads.iter().map(|_| OnceLock::new()).collect(),
            bound,
            image,
            tables,
        };
        mission.listening = mission.unfold_listening();
        mission
    }

    /// The image's bytes, which places point into.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.image.bytes()
    }

    /// Where a section starts, as the directory has it: a section that is not used starts at
    /// 0xFFFF.
    pub(crate) fn start(&self, id: SectionId) -> u32 {
        self.image.entry(id).offset
    }

    /// Place of a record that a script pushes, without a look at the count (V33).
    fn place(&self, id: SectionId, index: u16, size: u32) -> u32 {
        self.start(id).wrapping_add(u32::from(index) * size)
    }

    /// Place of a ship.
    pub(crate) fn ship_place(&self, index: u16) -> u32 {
        self.place(SectionId::Ships, index, SHIP_SIZE)
    }

    /// Place of a flight group.
    pub(crate) fn group_place(&self, index: u16) -> u32 {
        self.place(SectionId::FlightGroups, index, GROUP_SIZE)
    }

    /// Place of a squad.
    pub(crate) fn squad_place(&self, index: u16) -> u32 {
        self.place(SectionId::Squads, index, SQUAD_SIZE)
    }

    /// Place of a curve.
    pub(crate) fn curve_place(&self, index: u16) -> u32 {
        self.place(SectionId::Curves, index, CURVE_SIZE)
    }

    /// Place of a record of section 19.
    pub(crate) fn section_19_place(&self, index: u16) -> u32 {
        self.place(SectionId::Unused19, index, GLOBAL_SIZE)
    }

    /// Place of any entity.
    pub(crate) fn entity_place(&self, entity: Entity) -> u32 {
        match entity {
            Entity::Ship(index) => self.ship_place(index),
            Entity::Group(index) => self.group_place(index),
            Entity::Squad(index) => self.squad_place(index),
        }
    }

    /// What a place is by the section that holds it, the place just past the last record included
    /// (V35).
    pub(crate) fn entity(&self, place: u32) -> Option<Entity> {
        let within = |id: SectionId, size: u32| {
            let count = u32::try_from(self.image.count(id)).ok()?;
            let index = place.checked_sub(self.start(id))? / size;
            let end = self.start(id).checked_add(count.checked_mul(size)?)?;
            (place <= end).then(|| u16::try_from(index).ok())?
        };
        if is_nothing(place) {
            None
        } else if let Some(index) = within(SectionId::Ships, SHIP_SIZE) {
            Some(Entity::Ship(index))
        } else if let Some(index) = within(SectionId::FlightGroups, GROUP_SIZE) {
            Some(Entity::Group(index))
        } else {
            within(SectionId::Squads, SQUAD_SIZE).map(Entity::Squad)
        }
    }

    /// The ship that an argument names, whatever it points at (V34); `None` for nothing.
    pub(crate) fn ship_index(&self, place: u32) -> Option<u16> {
        let distance = i64::from(place) - i64::from(self.start(SectionId::Ships));
        // The low 16 bits of the quotient, as the game keeps it.
        (!is_nothing(place)).then_some((distance / i64::from(SHIP_SIZE)) as u16)
    }

    /// The curve at a place, if there is one.
    pub(crate) fn curve_index(&self, place: u32) -> Option<u16> {
        let distance = place.checked_sub(self.start(SectionId::Curves))?;
        let index = u16::try_from(distance / CURVE_SIZE).ok()?;
        (!is_nothing(place) && usize::from(index) < self.tables.curves.len()).then_some(index)
    }

    /// Place of the script.
    pub(crate) fn script_start(&self) -> u32 {
        self.start(SectionId::Script)
    }

    /// Where a place lies in the script, in bytes from the start of section 6. The second layer's
    /// script stands behind the first's in the image, and so do its offsets.
    pub(crate) fn script_offset(&self, place: u32) -> u32 {
        place.wrapping_sub(self.start(SectionId::Script))
    }

    /// Place of a trigger's block; `None` where it has none.
    pub(crate) fn trigger_block(&self, trigger: &Trigger) -> Option<u32> {
        self.image.offset(SectionId::Script)?;
        (trigger.link != Trigger::NO_LINK).then(|| {
            self.start(SectionId::Script)
                .saturating_add(2 * u32::from(trigger.link))
        })
    }

    /// The record that an object ID stands for (V174).
    pub(crate) fn object(&self, id: u16) -> Option<Entity> {
        self.bound.objects.get(usize::from(id)).copied().flatten()
    }

    /// The object ID of a record; `None` for no record, or one without an object.
    pub(crate) fn object_id(&self, entity: Entity) -> Option<u16> {
        let id = match entity {
            // The engine compares the low 16 bits.
            Entity::Ship(index) => self.ship(index)?.object_id as u16,
            Entity::Group(index) => self.tables.flight_groups.get(usize::from(index))?.object_id,
            Entity::Squad(index) => self.tables.squads.get(usize::from(index))?.object_id,
        };
        (id != Reference::NO_INDEX).then_some(id)
    }

    /// A placed object's record.
    pub(crate) fn ship(&self, index: u16) -> Option<&Ship> {
        self.tables.ships.get(usize::from(index))
    }

    /// Ships of a flight group.
    pub(crate) fn group_ships(&self, group: u16) -> &[u16] {
        self.bound
            .groups
            .get(usize::from(group))
            .map_or(&[], Vec::as_slice)
    }

    /// The flight group that a ship's record names, if there is such a group.
    pub(crate) fn group_of(&self, ship: u16) -> Option<u16> {
        self.group_named(self.ship(ship)?)
    }

    /// The flight group that a record names, if there is such a group.
    pub(crate) fn group_named(&self, ship: &Ship) -> Option<u16> {
        let group = ship.flight_group;
        let named = group != Ship::NONE && usize::from(group) < self.tables.flight_groups.len();
        named.then_some(u16::from(group))
    }

    /// Place of the flight group that the record at a place names; 0 for none (V63). `None` for a
    /// record past the image.
    pub(crate) fn group_place_at(&self, ship: u32) -> Option<u32> {
        let group: u8 = self.byte(ship.checked_add(SHIP_GROUP_OFFSET)?)?;
        Some(match group {
            Ship::NONE => 0,
            group => self.group_place(u16::from(group)),
        })
    }

    /// A byte of the image.
    pub(crate) fn byte(&self, place: u32) -> Option<u8> {
        self.bytes().get(usize::try_from(place).ok()?).copied()
    }

    /// A halfword of the image.
    pub(crate) fn half(&self, place: u32) -> Option<u16> {
        get(self.bytes(), usize::try_from(place).ok()?)
    }

    /// The members of a squad by its first member's record: those from there on that name it.
    pub(crate) fn members(&self, squad: u16, first: u16) -> impl Iterator<Item = &SquadMember> {
        let first = match first {
            Squad::NO_MEMBER => usize::MAX,
            first => usize::from(first),
        };
        self.tables
            .squad_members
            .get(first..)
            .unwrap_or_default()
            .iter()
            .take_while(move |member| member.squad == squad)
    }

    /// A squad's first member; [`Squad::NO_MEMBER`] for none and for no such squad.
    pub(crate) fn first_member(&self, squad: u16) -> u16 {
        self.tables
            .squads
            .get(usize::from(squad))
            .map_or(Squad::NO_MEMBER, |record| record.first_member)
    }

    /// A squad with its groups and inner squads unfolded.
    pub(crate) fn unfolded(&self, squad: u16) -> Option<&Unfolded> {
        let cell = self.unfolded.get(usize::from(squad))?;
        Some(cell.get_or_init(|| Unfolded::of(self, squad)))
    }

    /// The triggers of an object's slice, by index.
    pub(crate) fn slice(&self, object: u16) -> std::ops::Range<u16> {
        match self.tables.objects.get(usize::from(object)) {
            Some(entry) => {
                let first = entry.first_trigger;
                first..first.saturating_add(u16::from(entry.trigger_count))
            }
            None => 0..0,
        }
    }

    /// A trigger's record.
    pub(crate) fn trigger(&self, index: u16) -> Option<&Trigger> {
        self.tables.triggers.get(usize::from(index))
    }

    /// The groups and squads that hear of a ship's event, by object ID (V130): its flight group,
    /// then the squads that hold it as that component, each only if it has triggers.
    pub(crate) fn listeners(&self, ship: u16, component: u8) -> Vec<(Entity, u16)> {
        let mut found = Vec::new();
        let group = self.group_of(ship).map(Entity::Group);
        if let Some(group) = group
            && let Some(id) = self.object_id(group)
            && !self.slice(id).is_empty()
        {
            found.push((group, id));
        }
        let Some(id) = self.ship(ship).map(|record| record.object_id as u16) else {
            return found;
        };
        let group = self.group_place_at(self.ship_place(ship)).unwrap_or(0);
        for (squad, held) in &self.listening {
            let holds = held.ids.contains(&(id, component)) || held.groups.contains(&group);
            let squad = Entity::Squad(*squad);
            if holds && let Some(id) = self.object_id(squad) {
                found.push((squad, id));
            }
        }
        found
    }

    fn unfold_listening(&self) -> Vec<(u16, Holdings)> {
        let mut budget = MAX_UNFOLDING;
        (0..=u16::MAX)
            .zip(&self.tables.squads)
            .filter(|(_, squad)| !self.slice(squad.object_id).is_empty())
            .map(|(index, _)| (index, self.unfold(index, &mut budget)))
            .collect()
    }

    /// Whom a squad holds; a squad that it comes to again adds nothing.
    fn unfold(&self, squad: u16, budget: &mut usize) -> Holdings {
        let mut holdings = Holdings::default();
        let mut seen = BTreeSet::from([squad]);
        let mut work = vec![squad];
        while let Some(squad) = work.pop() {
            for member in self.members(squad, self.first_member(squad)) {
                let Some(left) = budget.checked_sub(1) else {
                    return holdings;
                };
                *budget = left;
                holdings.ids.insert((member.object_id, member.component));
                match self.member_kind(member) {
                    Some(ObjectKind::FlightGroup) => {
                        let place = match self.object(member.object_id) {
                            Some(group @ Entity::Group(_)) => self.entity_place(group),
                            _ => 0,
                        };
                        holdings.groups.insert(place);
                    }
                    Some(ObjectKind::Squad) => {
                        if let Some(Entity::Squad(inner)) = self.object(member.object_id)
                            && seen.insert(inner)
                        {
                            work.push(inner);
                        }
                    }
                    Some(ObjectKind::Ship) | None => {}
                }
            }
        }
        holdings
    }

    /// What the object table says that a member is.
    pub(crate) fn member_kind(&self, member: &SquadMember) -> Option<ObjectKind> {
        let entry = self.tables.objects.get(usize::from(member.object_id))?;
        ObjectKind::from_number(entry.kind)
    }
}

/// Whether a place names nothing (V33).
pub(crate) fn is_nothing(place: u32) -> bool {
    matches!(place, 0 | 0xFFFF | 0xFFFF_FFFF)
}

/// The places that points mark on each curve (V330).
fn markers(tables: &Tables) -> Vec<Vec<Marker>> {
    let mut markers = vec![Vec::new(); tables.curves.len()];
    for (index, ship) in (0..=u16::MAX).zip(&tables.ships) {
        let share = ship.marker_at;
        if ship.kind == Ship::KIND_POINT
            && share > 0.0
            && share.is_finite()
            && let Ok(curve) = usize::try_from(ship.marker_curve)
            && let Some(marked) = markers.get_mut(curve)
        {
            marked.push(Marker { share, ship: index });
        }
    }
    for marked in &mut markers {
        // A stable sort keeps those of one share in record order.
        marked.sort_by(|a: &Marker, b| a.share.total_cmp(&b.share));
    }
    markers
}
