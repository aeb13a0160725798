//! Whether a record is in a squad (script-vm V63 to V65), and the walk over a squad's ships (3.2).

use std::collections::BTreeSet;

use formats::SectionId;
use formats::records::{ObjectKind, SquadMember};

use crate::bind::{Entity, Mission};

use super::fault::Cause;

/// Where a squad's record names its first member.
const FIRST_MEMBER_OFFSET: u32 = 8;
/// Bytes of a squad's record.
const SQUAD_SIZE: i64 = 12;
/// Null, as `push_null` pushes it.
const NULL: u32 = u32::MAX;
/// Squads inside one another that a walk goes into; a mission has room for as many squads.
const MAX_DEPTH: usize = 128;
/// Squads that one walk enters at most; each squad of a long chain may name the next one twice.
const MOST_ENTERED: u32 = 4096;
/// Ships that one walk reaches at most, ten for each slot; what is over is counted as a gap.
const MOST_REACHED: usize = 4096;

/// Whether the record at `a` is in the flight group at `b` (V63).
///
/// # Errors
/// Null for `a`, and a record past the image.
pub(crate) fn in_flight_group(mission: &Mission, a: u32, b: u32) -> Result<bool, Cause> {
    match a {
        0 => Ok(false),
        NULL => Err(Cause::NullRecord),
        _ => {
            let group = mission.group_place_at(a).ok_or(Cause::PastImage)?;
            Ok(group == b)
        }
    }
}

/// Whether the record at `a` is in the squad at `b` as a whole (V64). Each member looked at is
/// taken off the budget.
///
/// # Errors
/// Null records, records past the image, squads in a circle, and a budget that runs out.
pub(crate) fn in_squad(mission: &Mission, a: u32, b: u32, budget: &mut u32) -> Result<bool, Cause> {
    if b == 0 || b == NULL {
        return Err(Cause::NullRecord);
    }
    let first = mission
        .half(b.wrapping_add(FIRST_MEMBER_OFFSET))
        .ok_or(Cause::PastImage)?;
    // A record between the squads has the low 16 bits of its quotient as an index.
    let distance = i64::from(b) - i64::from(mission.start(SectionId::Squads));
    let squad = (distance / SQUAD_SIZE) as u16;
    let mut search = Search {
        mission,
        sought: a,
        inside: BTreeSet::new(),
        done: BTreeSet::new(),
        budget,
    };
    search.squad(squad, first)
}

/// A search through squads that hold squads.
struct Search<'a> {
    mission: &'a Mission,
    sought: u32,
    /// Squads that the search is inside of.
    inside: BTreeSet<u16>,
    /// Squads that were searched to their end in vain.
    done: BTreeSet<u16>,
    budget: &'a mut u32,
}

impl Search<'_> {
    fn squad(&mut self, squad: u16, first: u16) -> Result<bool, Cause> {
        let mission = self.mission;
        // As deep as there are squads at most, each of which is entered once.
        let mut stack = vec![(squad, mission.members(squad, first))];
        self.inside.insert(squad);
        while let Some((squad, members)) = stack.last_mut() {
            let squad = *squad;
            let Some(member) = members.next() else {
                self.inside.remove(&squad);
                self.done.insert(squad);
                stack.pop();
                continue;
            };
            *self.budget = self.budget.checked_sub(1).ok_or(Cause::TooLong)?;
            if self.is_member(member)? {
                return Ok(true);
            }
            if let Some(inner) = self.inner(member)
                && !self.done.contains(&inner)
            {
                if !self.inside.insert(inner) {
                    return Err(Cause::SquadsInCircle);
                }
                stack.push((inner, mission.members(inner, mission.first_member(inner))));
            }
        }
        Ok(false)
    }

    fn is_member(&self, member: &SquadMember) -> Result<bool, Cause> {
        if self.sought == 0 || self.sought == NULL {
            return Err(Cause::NullRecord);
        }
        let id = self.mission.half(self.sought).ok_or(Cause::PastImage)?;
        if member.object_id == id && member.component == SquadMember::WHOLE {
            return Ok(true);
        }
        if self.mission.member_kind(member) == Some(ObjectKind::FlightGroup) {
            // A group without a record counts as the place of no group.
            let group = match self.mission.object(member.object_id) {
                Some(group @ Entity::Group(_)) => self.mission.entity_place(group),
                _ => 0,
            };
            return in_flight_group(self.mission, self.sought, group);
        }
        Ok(false)
    }

    fn inner(&self, member: &SquadMember) -> Option<u16> {
        match self.mission.object(member.object_id) {
            Some(Entity::Squad(inner)) => Some(inner),
            _ => None,
        }
    }
}

/// A ship that a walk reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reached {
    /// Its record, which is its slot.
    pub(crate) ship: u16,
    /// The component that the squad's member names.
    pub(crate) component: Option<u8>,
}

/// A squad with its groups and inner squads unfolded (V93, V94).
#[derive(Debug, Default)]
pub(crate) struct Unfolded {
    /// Ships in the walk's order, each as often as it is named; the mark says that a flight group
    /// named it.
    reached: Vec<(Reached, bool)>,
    /// Each of them once, and how often it is named.
    distinct: Vec<(Reached, u16)>,
    /// Whether there are more than [`MOST_REACHED`], or more squads inside than a walk enters.
    cut: bool,
}

impl Unfolded {
    /// Unfolds a squad.
    pub(crate) fn of(mission: &Mission, squad: u16) -> Self {
        let mut walk = Walk {
            mission,
            entered: 0,
            unfolded: Self::default(),
        };
        walk.squad(squad, 1);
        let mut unfolded = walk.unfolded;
        let mut counts = std::collections::BTreeMap::new();
        for (reached, _) in &unfolded.reached {
            // A squad names no more ships than fit.
            *counts.entry(*reached).or_insert(0_u16) += 1;
        }
        unfolded.distinct = counts.into_iter().collect();
        unfolded
    }
}

/// The ships that an argument names (V90 to V94): a ship, a group's ships in record order, or a
/// squad's members with its groups and inner squads unfolded.
///
/// `first_players` ships are left out of flight groups.
pub(crate) fn walk(mission: &Mission, place: u32, first_players: u16) -> Vec<Reached> {
    match mission.entity(place) {
        Some(Entity::Ship(ship)) => with_slot(ship, None).into_iter().collect(),
        Some(Entity::Group(group)) => {
            let ships = mission.group_ships(group).iter();
            ships
                .filter(|&&ship| ship >= first_players)
                .filter_map(|&ship| with_slot(ship, None))
                .collect()
        }
        Some(Entity::Squad(squad)) => mission.unfolded(squad).map_or_else(Vec::new, |unfolded| {
            let reached = unfolded.reached.iter();
            reached
                .filter(|(reached, grouped)| !grouped || reached.ship >= first_players)
                .map(|(reached, _)| *reached)
                .collect()
        }),
        None => Vec::new(),
    }
}

/// The ships of a group or squad, each once, and how often the walk reaches it.
pub(crate) fn members(mission: &Mission, entity: Entity) -> Vec<(Reached, u16)> {
    match entity {
        Entity::Squad(squad) => mission
            .unfolded(squad)
            .map_or_else(Vec::new, |unfolded| unfolded.distinct.clone()),
        entity => {
            let reached = walk(mission, mission.entity_place(entity), 0).into_iter();
            reached.map(|reached| (reached, 1)).collect()
        }
    }
}

/// Whether an argument names a squad of more ships than are reached.
pub(crate) fn is_cut(mission: &Mission, place: u32) -> bool {
    match mission.entity(place) {
        Some(Entity::Squad(squad)) => mission.unfolded(squad).is_some_and(|it| it.cut),
        _ => false,
    }
}

/// A ship that has a slot.
fn with_slot(ship: u16, component: Option<u8>) -> Option<Reached> {
    (usize::from(ship) < crate::world::SLOTS).then_some(Reached { ship, component })
}

/// A walk under way.
struct Walk<'a> {
    mission: &'a Mission,
    entered: u32,
    unfolded: Unfolded,
}

impl Walk<'_> {
    fn ship(&mut self, ship: u16, component: Option<u8>, grouped: bool) {
        let Some(reached) = with_slot(ship, component) else {
            return;
        };
        if self.unfolded.reached.len() >= MOST_REACHED {
            self.unfolded.cut = true;
        } else {
            self.unfolded.reached.push((reached, grouped));
        }
    }

    fn squad(&mut self, squad: u16, depth: usize) {
        let mission = self.mission;
        let first = mission.first_member(squad);
        // The walk looks at the low byte alone (V92).
        if first.to_le_bytes().first() == Some(&0xFF) {
            return;
        }
        // A circle goes as deep as there are squads.
        if depth > mission.tables.squads.len().min(MAX_DEPTH) {
            return;
        }
        self.entered += 1;
        if self.entered > MOST_ENTERED {
            self.unfolded.cut = true;
        }
        for member in mission.members(squad, first) {
            if self.unfolded.cut {
                return;
            }
            match mission.object(member.object_id) {
                Some(Entity::Ship(ship)) => self.ship(ship, Some(member.component), false),
                Some(Entity::Group(group)) => {
                    for &ship in mission.group_ships(group) {
                        self.ship(ship, None, true);
                    }
                }
                Some(Entity::Squad(inner)) => self.squad(inner, depth + 1),
                None => {}
            }
        }
    }
}
