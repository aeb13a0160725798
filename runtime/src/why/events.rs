//! An event on its way to the trigger that is looked into: the tests, in the engine's order.

use std::sync::Arc;

use formats::catalogue::{self, Kinds};
use formats::records::{Reference, Trigger};

use crate::bind::{Entity, Mission};
use crate::clock::Tick;
use crate::simulation::Simulation;
use crate::trace::RecordRef;
use crate::vm::conditions::condition;
use crate::vm::events::{Event, Values, WHOLE, component};
use crate::vm::squads::members;
use crate::vm::triggers::FailedTest;

use super::inquiry::record_of;
use super::{Attempt, Came, Disarmed, Member, Other, Outcome, Wanted};

impl Simulation {
    /// An event that no trigger wants was posted.
    pub(crate) fn inquire_unqueued(&mut self, event: Event) {
        self.inquire_unraised(event, None);
    }

    /// An event found no room in the queue.
    pub(crate) fn inquire_dropped(&mut self, event: Event) {
        self.inquire_unraised(event, Some(Outcome::Dropped));
    }

    fn inquire_unraised(&mut self, event: Event, passed: Option<Outcome>) {
        if self.inquiry.is_none() {
            return;
        }
        let mission = Arc::clone(&self.mission);
        for attempt in self.reaches(&mission, event, passed) {
            self.inquire(attempt, event.condition);
        }
    }

    /// What would come of an event that is not raised, on each object that it would have reached and
    /// whose slice holds the trigger.
    pub(super) fn reaches(
        &self,
        mission: &Mission,
        event: Event,
        passed: Option<Outcome>,
    ) -> Vec<Option<Attempt>> {
        let Some(trigger) = self.inquiry.as_ref().map(|inquiry| inquiry.trigger) else {
            return Vec::new();
        };
        let own = event.object.map(|id| (None, id));
        let groups = event
            .for_groups_of
            .map(|ship| mission.listeners(ship, event.qualifier))
            .unwrap_or_default();
        let groups = groups.into_iter().map(|(group, id)| (Some(group), id));
        own.into_iter()
            .chain(groups)
            .filter(|(_, id)| mission.slice(*id).contains(&trigger))
            .map(|(group, id)| {
                let outcome = self
                    .examine(mission, trigger, event, group)
                    .or_else(|| passed.clone());
                outcome.map(|outcome| self.attempt(event, group, id, event.values, outcome))
            })
            .collect()
    }

    /// The group that an event is about to be raised on; `None` once that is done.
    pub(crate) fn inquire_group(&mut self, raised_on: Option<(Entity, Event)>) {
        if let Some(inquiry) = self.inquiry_mut() {
            inquiry.raised_on = raised_on;
        }
    }

    /// An event that is raised comes to a trigger.
    pub(crate) fn inquire_raised(
        &mut self,
        trigger: u16,
        object: u16,
        condition: u8,
        qualifier: u8,
        values: Values,
    ) {
        let Some(inquiry) = self.inquiry.as_ref().filter(|it| it.trigger == trigger) else {
            return;
        };
        let (group, event) = match inquiry.raised_on {
            Some((group, event)) => (Some(group), Event { values, ..event }),
            None => (
                None,
                Event {
                    object: Some(object),
                    for_groups_of: None,
                    condition,
                    qualifier,
                    values,
                },
            ),
        };
        let mission = Arc::clone(&self.mission);
        let outcome = self.examine(&mission, trigger, event, group);
        // What it does is told next, as it fires.
        let outcome = outcome.unwrap_or(Outcome::Waiting);
        let attempt = self.attempt(event, group, object, values, outcome);
        self.inquire(Some(attempt), condition);
    }

    fn inquire(&mut self, attempt: Option<Attempt>, condition: u8) {
        let now = self.now;
        let Some(inquiry) = self.inquiry_mut() else {
            return;
        };
        if condition != inquiry.condition {
            let other = inquiry.others.entry(condition).or_insert(Other {
                condition,
                count: 0,
                first: now,
                last: now,
            });
            other.count = other.count.saturating_add(1);
            other.last = now;
        } else if let Some(attempt) = attempt {
            inquiry.add(attempt);
        }
    }

    /// The first test that an event fails, as it would be raised now; `None` where it passes all.
    fn examine(
        &self,
        mission: &Mission,
        index: u16,
        event: Event,
        group: Option<Entity>,
    ) -> Option<Outcome> {
        let trigger = mission.trigger(index)?;
        let qualifier = match group {
            Some(_) => WHOLE,
            None => event.qualifier,
        };
        let failed = self.failed_test(trigger, event.condition, qualifier);
        let rest = match failed {
            Some(FailedTest::Condition | FailedTest::Qualifier) => Some(Outcome::OtherQualifier {
                wanted: component(trigger.qualifier),
                came: component(qualifier),
            }),
            Some(FailedTest::NoLink) => Some(Outcome::RunsNothing),
            Some(FailedTest::Verdict) => Some(Outcome::Vetoed {
                alive: self.alive(mission),
            }),
            None => self.examine_operands(mission, trigger, event.values),
        };
        if self.is_armed(index) {
            return rest;
        }
        let inquiry = self.inquiry.as_ref()?;
        let why = match inquiry.disarmed {
            Some(why) => why,
            // Before the first tick only the start parts run.
            None if self.now == Tick(0) => Disarmed::NotYet,
            None => Disarmed::Unknown,
        };
        Some(Outcome::NotArmed {
            why,
            rest_passes: rest.is_none(),
        })
    }

    fn examine_operands(
        &self,
        mission: &Mission,
        trigger: &Trigger,
        values: Values,
    ) -> Option<Outcome> {
        let failed = self.failed_operand(mission, trigger, values)?;
        let place = usize::from(failed.operand);
        let operand = failed.operand;
        if let Some(tag) = failed.odd {
            return Some(Outcome::OddOperand { operand, tag });
        }
        let reference = Reference(trigger.operands.get(place).copied()?);
        let index = reference.index()?;
        let value = values.as_slice().get(place).copied()?;
        let is_number = condition(trigger.condition)
            .and_then(|row| row.values.get(place))
            .is_some_and(|value| value.number);
        let wanted = if is_number {
            Wanted::Number(reference.0)
        } else if index & Trigger::ANY_PLAYER != 0 {
            Wanted::AnyPlayer
        } else {
            Wanted::Record(match reference.tag() {
                Reference::FLIGHT_GROUP => RecordRef::FlightGroup(index),
                Reference::SQUAD => RecordRef::Squad(index),
                _ => RecordRef::Ship(index),
            })
        };
        Some(Outcome::Operand {
            operand,
            wanted,
            came: self.came(trigger.condition, place, value),
        })
    }

    /// A value of an event, by what the condition says that it is.
    fn came(&self, number: u8, place: usize, value: u32) -> Came {
        let kinds = catalogue::condition(number)
            .and_then(|row| row.values.get(place))
            .map(|value| value.kinds);
        match (kinds, value) {
            // The damage of ShotAt is a number too, though of a kind without a name.
            (Some(kinds), _) if kinds != Kinds::SHIP => Came::Number(value),
            (_, 0) => Came::Nobody,
            _ => match self.record_at(value) {
                Some(record) => Came::Record(record),
                None => Came::Number(value),
            },
        }
    }

    /// The members of the group that is being raised on that are not destroyed (V136).
    fn alive(&self, mission: &Mission) -> Vec<Member> {
        let group = self.inquiry.as_ref().and_then(|inquiry| inquiry.raised_on);
        let Some((group, _)) = group else {
            return Vec::new();
        };
        let members = members(mission, group).into_iter();
        members
            .map(|(member, _)| (member.ship, member.component.filter(|&it| it != WHOLE)))
            .filter(|&(ship, component)| match component {
                None => !self.world.is_destroyed(ship),
                Some(component) => self.world.is_intact(ship, component),
            })
            .map(|(ship, component)| Member {
                ship,
                component,
                there: self
                    .world
                    .object(ship)
                    .is_some_and(|object| !object.is_stand_in()),
            })
            .collect()
    }

    fn attempt(
        &self,
        event: Event,
        group: Option<Entity>,
        object: u16,
        values: Values,
        outcome: Outcome,
    ) -> Attempt {
        let own = match self.mission.object(object) {
            Some(Entity::Ship(ship)) => Some(ship),
            _ => None,
        };
        let values = values.as_slice().iter().enumerate();
        Attempt {
            tick: self.now,
            clock: self.clock(),
            ship: event.for_groups_of.or(own),
            group: group.map(record_of),
            component: component(event.qualifier),
            values: values
                .map(|(place, &value)| self.came(event.condition, place, value))
                .collect(),
            outcome,
        }
    }
}
