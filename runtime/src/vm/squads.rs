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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reached {
    /// Its record, which is its slot.
    pub(crate) ship: u16,
    /// The component that the squad's member names.
    pub(crate) component: Option<u8>,
}

/// The ships that an argument names (V90 to V94): a ship, a group's ships in record order, or a
/// squad's members with its groups and inner squads unfolded.
///
/// `first_players` ships are left out of flight groups.
pub(crate) fn walk(mission: &Mission, place: u32, first_players: u16) -> Vec<Reached> {
    let mut walk = Walk {
        mission,
        first_players,
        entered: 0,
        reached: Vec::new(),
    };
    match mission.entity(place) {
        Some(Entity::Ship(ship)) => walk.ship(ship, None),
        Some(Entity::Group(group)) => walk.group(group),
        Some(Entity::Squad(squad)) => walk.squad(squad, 1),
        None => {}
    }
    walk.reached
}

/// A walk under way.
struct Walk<'a> {
    mission: &'a Mission,
    first_players: u16,
    entered: u32,
    reached: Vec<Reached>,
}

impl Walk<'_> {
    fn ship(&mut self, ship: u16, component: Option<u8>) {
        if usize::from(ship) < crate::world::SLOTS {
            self.reached.push(Reached { ship, component });
        }
    }

    fn group(&mut self, group: u16) {
        for &ship in self.mission.group_ships(group) {
            if ship >= self.first_players {
                self.ship(ship, None);
            }
        }
    }

    fn squad(&mut self, squad: u16, depth: usize) {
        let mission = self.mission;
        let first = mission.first_member(squad);
        // The walk looks at the low byte alone (V92).
        if first.to_le_bytes().first() == Some(&0xFF) {
            return;
        }
        // A circle goes as deep as there are squads, and no walk enters more than its share.
        self.entered += 1;
        if depth > mission.tables.squads.len().min(MAX_DEPTH) || self.entered > MOST_ENTERED {
            return;
        }
        for member in mission.members(squad, first) {
            match mission.object(member.object_id) {
                Some(Entity::Ship(ship)) => self.ship(ship, Some(member.component)),
                Some(Entity::Group(group)) => self.group(group),
                Some(Entity::Squad(inner)) => self.squad(inner, depth + 1),
                None => {}
            }
        }
    }
}
