//! Events: what happens in the world, on its way to the triggers (script-vm 5.1 and 5.2).

use std::sync::Arc;

use formats::catalogue::GroupHandlers;
use formats::records::SquadMember;

use crate::bind::{Entity, Mission};
use crate::debug::probe::Point;
use crate::simulation::Simulation;
use crate::trace::TraceEvent;

use super::conditions::{condition, number};
use super::squads::members;

/// Events that wait at most (V121).
const MOST_WAITING: usize = 1000;
/// Values of an event at most.
const MOST_VALUES: usize = 5;
/// Qualifier of an event of the whole object.
pub(crate) const WHOLE: u8 = SquadMember::WHOLE;

/// An event's values, places of ships and numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Values {
    values: [u32; MOST_VALUES],
    count: u8,
}

impl Values {
    /// No value.
    pub(crate) const NONE: Self = Self {
        values: [0; MOST_VALUES],
        count: 0,
    };

    /// The first five of some values.
    pub(crate) fn new(from: &[u32]) -> Self {
        let mut values = Self::NONE;
        for (place, value) in values.values.iter_mut().zip(from) {
            *place = *value;
            values.count += 1;
        }
        values
    }

    /// The values.
    pub(crate) fn as_slice(&self) -> &[u32] {
        self.values
            .get(..usize::from(self.count))
            .unwrap_or_default()
    }

    /// The same with the second and third replaced, as far as there are such.
    fn with_damage(mut self, damage: u32) -> Self {
        for value in self
            .values
            .iter_mut()
            .take(usize::from(self.count))
            .skip(1)
            .take(2)
        {
            *value = damage;
        }
        self
    }
}

/// A waiting event (V120).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
    /// ID of the object that it is raised on; `None` for a ship without one.
    pub(crate) object: Option<u16>,
    /// The ship whose groups hear of it too.
    pub(crate) for_groups_of: Option<u16>,
    pub(crate) condition: u8,
    /// Component, or [`WHOLE`].
    pub(crate) qualifier: u8,
    pub(crate) values: Values,
}

impl Simulation {
    /// Posts an event of a ship for its own triggers alone (V123).
    pub(crate) fn post(&mut self, ship: u16, condition: u8, values: Values) {
        self.post_event(ship, condition, WHOLE, values, false);
    }

    /// Posts an event of a ship, or of a component of it, for its groups as well (V124).
    pub(crate) fn post_with_groups(
        &mut self,
        ship: u16,
        condition: u8,
        qualifier: u8,
        values: Values,
    ) {
        self.post_event(ship, condition, qualifier, values, true);
    }

    fn post_event(
        &mut self,
        ship: u16,
        condition: u8,
        qualifier: u8,
        values: Values,
        groups: bool,
    ) {
        // Only objects that stand for a mission ship post (V159).
        if self.mission.ship(ship).is_none() || usize::from(ship) >= crate::world::SLOTS {
            return;
        }
        let object = self.mission.object_id(Entity::Ship(ship));
        let own = object.is_some_and(|id| self.would_fire(id, condition, qualifier, values));
        let queued = own || (groups && self.groups_would_fire(ship, condition, qualifier, values));
        self.log(TraceEvent::EventPosted {
            condition,
            object,
            ship,
            component: component(qualifier),
            values: values.as_slice().to_vec(),
            queued,
        });
        let event = Event {
            object,
            for_groups_of: groups.then_some(ship),
            condition,
            qualifier,
            values,
        };
        if queued {
            self.enqueue(event);
        } else {
            self.inquire_unqueued(event);
        }
    }

    fn groups_would_fire(
        &mut self,
        ship: u16,
        condition: u8,
        qualifier: u8,
        values: Values,
    ) -> bool {
        let mission = Arc::clone(&self.mission);
        mission
            .listeners(ship, qualifier)
            .into_iter()
            .any(|(_, id)| self.would_fire(id, condition, WHOLE, values))
    }

    /// Adds an event to the queue; past its end, the log is told once (V121).
    pub(crate) fn enqueue(&mut self, event: Event) {
        if self.vm.queue.len() < MOST_WAITING {
            self.vm.queue.push(event);
        } else {
            self.inquire_dropped(event);
            if !self.vm.queue_overflowed {
                self.vm.queue_overflowed = true;
                self.log(TraceEvent::EventsDropped);
            }
        }
    }

    /// Raises every waiting event, those posted meanwhile included (V127).
    pub(crate) fn flush(&mut self) {
        let mut next = 0;
        while let Some(&event) = self.vm.queue.get(next) {
            next += 1;
            self.raise(event);
            if self.is_held() {
                return;
            }
        }
        self.vm.queue.clear();
    }

    fn raise(&mut self, event: Event) {
        if let Some(object) = event.object {
            self.log(TraceEvent::EventRaised {
                condition: event.condition,
                object,
                component: component(event.qualifier),
                vetoed: false,
            });
            if self.holds_before_event(event.condition, object) {
                return;
            }
            self.raise_on(object, event.condition, event.qualifier, event.values);
            if self.is_held() {
                return;
            }
        }
        let Some(ship) = event.for_groups_of else {
            return;
        };
        let mission = Arc::clone(&self.mission);
        for (group, object) in mission.listeners(ship, event.qualifier) {
            self.raise_on_group(&mission, group, object, event);
            if self.is_held() {
                return;
            }
        }
    }

    fn holds_before_event(&mut self, condition: u8, object: u16) -> bool {
        self.point(Point::Event { condition, object })
    }

    /// Raises a member's event on its flight group or a squad (V130 to V139).
    fn raise_on_group(&mut self, mission: &Mission, group: Entity, object: u16, event: Event) {
        let handlers = condition(event.condition).map_or(GroupHandlers::None, |c| c.handlers);
        let mut values = event.values;
        let mut verdict = true;
        match handlers {
            GroupHandlers::ShotAt => {
                if let Some(mean) = self.mean_damage(mission, group) {
                    values = values.with_damage(u32::from(mean));
                }
            }
            GroupHandlers::Destroyed => verdict = self.all_destroyed(mission, group),
            GroupHandlers::None | GroupHandlers::Cloak => {}
        }
        self.log(TraceEvent::EventRaised {
            condition: event.condition,
            object,
            component: None,
            vetoed: !verdict,
        });
        if self.holds_before_event(event.condition, object) {
            return;
        }
        self.vm.verdict = verdict;
        self.inquire_group(Some((group, event)));
        self.raise_on(object, event.condition, WHOLE, values);
        self.inquire_group(None);
        self.vm.verdict = true;
    }

    /// The mean damage value of a group's members, in hundredths (V134): a sum of 16 bits, divided
    /// whole; `None` for a group without members.
    fn mean_damage(&self, mission: &Mission, group: Entity) -> Option<u16> {
        let mut sum: u16 = 0;
        let mut count: u16 = 0;
        for (member, times) in members(mission, group) {
            let value = self.damage_value(member.ship, member.component);
            sum = sum.wrapping_add(value.wrapping_mul(times));
            count = count.saturating_add(times);
        }
        sum.checked_div(count)
    }

    /// Whether every member of a group is destroyed, or the component that the squad names (V136).
    fn all_destroyed(&self, mission: &Mission, group: Entity) -> bool {
        members(mission, group)
            .into_iter()
            .all(|(member, _)| match member.component {
                None | Some(WHOLE) => self.world.is_destroyed(member.ship),
                Some(component) => !self.world.is_intact(member.ship, component),
            })
    }

    /// Posts that a ship is destroyed, once (V151, V160).
    pub(crate) fn post_destroyed(&mut self, ship: u16) {
        if !self.world.set_destroyed(ship) {
            return;
        }
        let values = self.destroyed_values(ship);
        self.log(TraceEvent::ShipDestroyed { ship });
        self.post_with_groups(ship, number::DESTROYED, WHOLE, values);
    }

    /// Posts that a component of a ship is destroyed (V151, V160).
    pub(crate) fn post_component_destroyed(&mut self, ship: u16, component: u8) {
        self.world.clear_intact(ship, component);
        let values = self.destroyed_values(ship);
        self.log(TraceEvent::ComponentDestroyed { ship, component });
        self.post_with_groups(ship, number::DESTROYED, component, values);
    }

    fn destroyed_values(&self, ship: u16) -> Values {
        let killer = self
            .world
            .object(ship)
            .and_then(|object| object.last_attacker)
            .filter(|&attacker| self.mission.ship(attacker).is_some())
            .map_or(0, |attacker| self.mission.ship_place(attacker));
        Values::new(&[killer, self.mission.ship_place(ship)])
    }
}

/// The component that a qualifier names.
pub(crate) fn component(qualifier: u8) -> Option<u8> {
    (qualifier != WHOLE).then_some(qualifier)
}
