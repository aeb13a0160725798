//! What is found out about a trigger while its mission runs.
//!
//! The simulation tells of events, threads and watches as they come. Nothing here changes the run.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use formats::records::{Reference, Trigger};

use crate::bind::{Entity, Mission};
use crate::clock::Tick;
use crate::input::Input;
use crate::simulation::Simulation;
use crate::trace::{RecordRef, ThreadEnd, TraceEvent};
use crate::vm::conditions::{self, condition, number};
use crate::vm::events::{Event, Values, WHOLE, component};
use crate::vm::fault::Cause as Fault;
use crate::vm::squads::members;
use crate::vm::thread::{MOST_RUNNING, Origin};
use crate::vm::triggers::{FailedTest, Firing};
use crate::vm::variables::{BACKUP_AVAILABLE, JUMP_READY, WARP_READY};
use crate::vm::watches::{Seen, reaches_of};

use super::{
    Attempt, Came, Disarmed, Fate, Member, Nearest, Other, Outcome, Stand, Waits, Wanted, WhyNot,
};

/// Attempts that are kept.
const MOST_ATTEMPTS: usize = 200;
/// Commands that arm and disarm triggers.
const SET_TRIGGER_STATE: u8 = 0x0F;
const SET_ANY_TRIGGER_STATE: u8 = 0x4F;

/// What a script set a trigger to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    pub(super) at: Tick,
    pub(super) script: Option<u32>,
    pub(super) on: bool,
}

/// What was found out so far.
#[derive(Debug, Clone)]
pub(crate) struct Inquiry {
    pub(super) trigger: u16,
    pub(super) condition: u8,
    repeat: u8,
    pub(super) object: Option<u16>,
    pub(super) entity: Option<Entity>,
    /// Ships of the entity, with the components that a squad names.
    pub(super) members: Vec<(u16, Option<u8>)>,
    pub(super) from: Tick,
    attempts: VecDeque<Attempt>,
    /// The best of those that had no room.
    best: Option<Attempt>,
    left_out: u32,
    others: BTreeMap<u8, Other>,
    /// The group that an event is being raised on, and the member's event.
    raised_on: Option<(Entity, Event)>,
    /// How often it fired, and what disarmed it last.
    times: u32,
    disarmed: Option<Disarmed>,
    /// What a script last set it to, which its watch follows.
    pub(super) setting: Option<Setting>,
    /// The thread that its last firing started, and the fault that ends it.
    thread: Option<u8>,
    fault: Option<(u32, Fault)>,
    /// When one of the entity's ships was first seen made, and when the last one went.
    pub(super) made: Option<Tick>,
    pub(super) gone: Option<Tick>,
    pub(super) destroyed: Option<Tick>,
    /// Whether the ship was destroyed before the stretch.
    pub(super) destroyed_before: bool,
    /// Looks of its watch, and the nearest that they saw.
    pub(super) looks: u32,
    pub(super) nearest: Option<Nearest>,
    /// When the variable that offers the condition's event was first set.
    pub(super) offered: Option<Tick>,
    /// How often the player asked.
    pub(super) asked: u32,
    /// Curves that shots came to.
    pub(super) flown: BTreeMap<u16, Tick>,
    pub(super) passed_by: Option<(u16, Option<u8>, Tick)>,
    pub(super) landing: Option<Tick>,
}

impl Inquiry {
    /// Nothing found out yet, but what the log has of the time before.
    pub(super) fn new(simulation: &Simulation, trigger: u16) -> Self {
        let mission = &simulation.mission;
        let record = mission.trigger(trigger);
        let object = mission.owners.get(usize::from(trigger)).copied().flatten();
        let entity = object.and_then(|object| mission.object(object));
        let members = match entity {
            Some(Entity::Ship(ship)) => vec![(ship, None)],
            Some(entity) => members(mission, entity)
                .into_iter()
                .map(|(it, _)| (it.ship, it.component.filter(|&it| it != WHOLE)))
                .collect(),
            None => Vec::new(),
        };
        let destroyed_before = match entity {
            Some(Entity::Ship(ship)) => simulation.world.is_destroyed(ship),
            _ => false,
        };
        let mut inquiry = Self {
            trigger,
            condition: record.map_or(0, |record| record.condition),
            repeat: record.map_or(0, |record| record.repeat),
            object,
            entity,
            members,
            from: simulation.now,
            attempts: VecDeque::new(),
            best: None,
            left_out: 0,
            others: BTreeMap::new(),
            raised_on: None,
            times: 0,
            disarmed: None,
            setting: None,
            thread: None,
            fault: None,
            made: None,
            gone: None,
            destroyed: None,
            destroyed_before,
            looks: 0,
            nearest: None,
            offered: None,
            asked: 0,
            flown: BTreeMap::new(),
            passed_by: None,
            landing: None,
        };
        let mut command = None;
        for entry in simulation.trace() {
            if let TraceEvent::Command {
                command: SET_TRIGGER_STATE | SET_ANY_TRIGGER_STATE,
                script,
                ..
            } = entry.event
            {
                command = Some((entry.tick, script));
            }
            let script = command.filter(|(tick, _)| *tick == entry.tick);
            let left = 0;
            inquiry.remember(&entry.event, entry.tick, script.map(|(_, it)| it), left);
        }
        inquiry.see_made(simulation);
        inquiry
    }

    /// Takes in what bears on the trigger's state, in the stretch or before it. `left` is its count of
    /// firings as the event comes.
    fn remember(&mut self, event: &TraceEvent, now: Tick, script: Option<u32>, left: u8) {
        match *event {
            TraceEvent::TriggerFired { trigger, .. } if trigger == self.trigger => {
                self.times = self.times.saturating_add(1);
                let times = self.times;
                match self.repeat {
                    Trigger::ONCE => self.disarmed = Some(Disarmed::FiredOnce { at: now, times }),
                    Trigger::COUNTED if left <= 1 => {
                        self.disarmed = Some(Disarmed::UsedUp { at: now, times });
                    }
                    _ => {}
                }
            }
            TraceEvent::TriggerSet { trigger, armed } if trigger == self.trigger => {
                let at = now;
                self.setting = Some(Setting {
                    at,
                    script,
                    on: armed,
                });
                self.disarmed = (!armed).then_some(Disarmed::ByScript { at, script });
            }
            TraceEvent::ShipDestroyed { ship } if self.entity == Some(Entity::Ship(ship)) => {
                self.destroyed = Some(now);
            }
            _ => {}
        }
    }

    /// Whether any of the entity's ships is made.
    fn see_made(&mut self, simulation: &Simulation) {
        let made = self.members.iter().any(|&(ship, _)| {
            let object = simulation.world.object(ship);
            object.is_some_and(|object| !object.is_stand_in())
        });
        if made {
            self.made.get_or_insert(simulation.now);
            self.gone = None;
        } else if self.made.is_some() {
            self.gone.get_or_insert(simulation.now);
        }
    }

    fn add(&mut self, attempt: Attempt) {
        if self.attempts.len() >= MOST_ATTEMPTS
            && let Some(oldest) = self.attempts.pop_front()
        {
            let best = self.best.as_ref().map(|best| best.outcome.reached());
            if best.is_none_or(|best| oldest.outcome.reached() >= best) {
                self.best = Some(oldest);
            }
            self.left_out = self.left_out.saturating_add(1);
        }
        self.attempts.push_back(attempt);
    }

    /// Whether events of other conditions came.
    pub(super) fn has_others(&self) -> bool {
        !self.others.is_empty()
    }

    /// The firings whose thread has not ended.
    fn running(&mut self) -> impl Iterator<Item = &mut Fate> {
        let attempts = self.best.iter_mut().chain(&mut self.attempts);
        attempts.filter_map(|attempt| match &mut attempt.outcome {
            Outcome::Fired { end, .. } if matches!(end, Fate::Running { .. }) => Some(end),
            _ => None,
        })
    }
}

impl Simulation {
    fn inquiry_mut(&mut self) -> Option<&mut Inquiry> {
        self.inquiry.as_mut().map(Arc::make_mut)
    }

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
    fn reaches(
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
        use formats::catalogue::{self, Kinds};
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
            clock: self.now.clock(),
            ship: event.for_groups_of.or(own),
            group: group.map(record_of),
            component: component(event.qualifier),
            values: values
                .map(|(place, &value)| self.came(event.condition, place, value))
                .collect(),
            outcome,
        }
    }

    /// Something happened that the log may be told of.
    pub(crate) fn inquire_log(&mut self, event: &TraceEvent) {
        let Some(inquiry) = &self.inquiry else {
            return;
        };
        let trigger = inquiry.trigger;
        let now = self.now;
        let script = self.script_now();
        let left = self
            .vm
            .triggers
            .get(usize::from(trigger))
            .map_or(0, |state| state.firings_left);
        let outcome = match *event {
            TraceEvent::TriggerFired {
                trigger: fired,
                firing,
                ..
            } if fired == trigger => Some(self.firing_outcome(trigger, firing)),
            _ => None,
        };
        let passed_by = self.passes_by(event);
        let Some(inquiry) = self.inquiry_mut() else {
            return;
        };
        inquiry.remember(event, now, script, left);
        if let Some(outcome) = outcome
            && let Some(attempt) = inquiry.attempts.back_mut()
        {
            // The thread may have been started before the stretch.
            if let Outcome::Fired {
                thread, woke: true, ..
            } = outcome
            {
                inquiry.thread = Some(thread);
            }
            attempt.outcome = outcome;
        }
        inquiry.passed_by = passed_by.or(inquiry.passed_by);
        match *event {
            TraceEvent::ThreadStarted {
                thread: slot,
                origin: Origin::Trigger { trigger: by },
                ..
            } if by == trigger => {
                inquiry.thread = Some(slot);
                inquiry.fault = None;
                if let Some(Attempt {
                    outcome: Outcome::Fired { thread, .. },
                    ..
                }) = inquiry.attempts.back_mut()
                {
                    *thread = slot;
                }
            }
            TraceEvent::Fault {
                thread,
                script,
                cause,
            } if inquiry.thread == Some(thread) => inquiry.fault = Some((script, cause)),
            TraceEvent::ThreadEnded { thread, end } if inquiry.thread == Some(thread) => {
                inquiry.thread = None;
                let fate = match (end, inquiry.fault.take()) {
                    (ThreadEnd::Fault, Some((script, cause))) => Fate::Faulted { script, cause },
                    (ThreadEnd::Returned, _) => Fate::Returned,
                    _ => Fate::Killed,
                };
                inquiry.running().for_each(|end| *end = fate);
            }
            TraceEvent::ShotCurve { curve, .. } => {
                inquiry.flown.insert(curve, now);
            }
            TraceEvent::Input {
                input: Input::JumpDrive,
            } if inquiry.condition != number::PLAYER_WANTS_BACKUP => inquiry.asked += 1,
            TraceEvent::Input {
                input: Input::RequestBackup,
            } if inquiry.condition == number::PLAYER_WANTS_BACKUP => inquiry.asked += 1,
            _ => {}
        }
    }

    /// What a firing does, as it is about to.
    fn firing_outcome(&self, trigger: u16, firing: Firing) -> Outcome {
        let own = self.vm.threads.iter().position(|thread| {
            // A thread that ends while it is looked at has nothing more to tell.
            thread.ip.is_some() && thread.trigger == Some(trigger)
        });
        let stand = own.and_then(|slot| self.stand(slot)).unwrap_or(Stand {
            thread: 0,
            script: 0,
            waits: Waits::NextPass,
        });
        match firing {
            Firing::Started | Firing::Woke => Outcome::Fired {
                thread: stand.thread,
                woke: firing == Firing::Woke,
                end: Fate::Running { stand },
            },
            Firing::Busy => Outcome::Busy { stand },
            Firing::Lost if self.vm.running >= MOST_RUNNING => Outcome::TooManyThreads,
            Firing::Lost => Outcome::PastImage,
        }
    }

    /// Where a thread stands, and what it waits for.
    fn stand(&self, slot: usize) -> Option<Stand> {
        let thread = self.vm.threads.get(slot)?;
        let ip = thread.ip?;
        let (at, waits) = if thread.interrupted {
            (ip, Waits::Trigger)
        } else if let Some(at) = thread.waiting_at {
            let command = self.mission.byte(at.saturating_add(1)).unwrap_or(0);
            (at, Waits::Command { command })
        } else if thread.wake != 0 {
            (ip, Waits::Clock { wake: thread.wake })
        } else {
            (ip, Waits::NextPass)
        };
        Some(Stand {
            thread: u8::try_from(slot).ok()?,
            script: self.mission.script_offset(at),
            waits,
        })
    }

    /// An event of a squad's member that the squad does not hear of (V132).
    fn passes_by(&self, event: &TraceEvent) -> Option<(u16, Option<u8>, Tick)> {
        let inquiry = self.inquiry.as_ref()?;
        let TraceEvent::EventPosted {
            condition,
            ship,
            component,
            ..
        } = *event
        else {
            return None;
        };
        let concerns = condition == inquiry.condition
            && matches!(inquiry.entity, Some(Entity::Squad(_)))
            && conditions::goes_to_groups(condition)
            && inquiry.members.iter().any(|&(member, _)| member == ship);
        let mission = &self.mission;
        let qualifier = component.unwrap_or(WHOLE);
        let heard = || {
            let mut listeners = mission.listeners(ship, qualifier).into_iter();
            listeners.any(|(_, id)| Some(id) == inquiry.object)
        };
        (concerns && !heard()).then_some((ship, component, self.now))
    }

    /// A second's look around, with the ships that can be seen.
    pub(crate) fn inquire_watch(&mut self, seen: &[Seen]) {
        let Some(inquiry) = &self.inquiry else {
            return;
        };
        let watches = self.vm.watches.iter();
        let watch = watches
            .filter(|watch| watch.trigger == inquiry.trigger && watch.flagged)
            .find(|watch| watch.owner == inquiry.object);
        let own = seen
            .iter()
            .find(|seen| inquiry.entity == Some(Entity::Ship(seen.ship)));
        let (Some(watch), Some(own)) = (watch, own) else {
            return;
        };
        let kind = self.mission.ship(own.ship).map_or(0, |record| record.kind);
        let radius = self.radius(own.ship);
        let reaches = reaches_of(inquiry.condition, &[watch.radii], kind, radius);
        let Some(&reach) = reaches.first() else {
            return;
        };
        let now = self.now;
        let others = seen.iter().filter(|other| other.ship != own.ship);
        let nearest = others
            .map(|other| Nearest {
                ship: other.ship,
                distance: (other.position - own.position).length(),
                reach,
                at: now,
            })
            .min_by(|a, b| a.distance.total_cmp(&b.distance));
        let Some(inquiry) = self.inquiry_mut() else {
            return;
        };
        inquiry.looks = inquiry.looks.saturating_add(1);
        if let Some(nearest) = nearest
            && inquiry
                .nearest
                .is_none_or(|before| nearest.distance < before.distance)
        {
            inquiry.nearest = Some(nearest);
        }
    }

    /// A tick has passed.
    pub(crate) fn inquire_tick(&mut self) {
        let Some(mut inquiry) = self.inquiry.take() else {
            return;
        };
        let found = Arc::make_mut(&mut inquiry);
        found.see_made(self);
        if let Some(variable) = offering(found.condition)
            && self.vm.memory.variables.get(variable) != 0
        {
            found.offered.get_or_insert(self.now);
        }
        if self.is_landing_scene() {
            found.landing.get_or_insert(self.now);
        }
        self.inquiry = Some(inquiry);
    }

    /// What was found out up to now.
    pub(super) fn answer(&self, inquiry: &Inquiry) -> WhyNot {
        let mission = Arc::clone(&self.mission);
        let mut attempts: Vec<Attempt> = inquiry.best.iter().cloned().collect();
        attempts.extend(inquiry.attempts.iter().cloned());
        for &event in &self.vm.queue {
            if event.condition == inquiry.condition {
                let waiting = self.reaches(&mission, event, Some(Outcome::Waiting));
                attempts.extend(waiting.into_iter().flatten());
            }
        }
        for attempt in &mut attempts {
            if let Outcome::Fired {
                end: Fate::Running { stand },
                ..
            } = &mut attempt.outcome
                && let Some(now) = inquiry.thread.and_then(|slot| self.stand(slot.into()))
            {
                *stand = now;
            }
        }
        let left_out = inquiry.left_out - u32::from(inquiry.best.is_some());
        WhyNot {
            trigger: inquiry.trigger,
            condition: inquiry.condition,
            object: inquiry.object,
            record: inquiry.entity.map(record_of),
            from: inquiry.from,
            until: self.now,
            over: self.over,
            no_event: attempts.is_empty().then(|| self.no_event(inquiry)),
            attempts,
            left_out,
            others: inquiry.others.values().copied().collect(),
        }
    }
}

/// The variable by which a script offers what a condition waits for (V156).
pub(super) fn offering(condition: u8) -> Option<u8> {
    match condition {
        number::PLAYER_READY_TO_JUMP => Some(JUMP_READY),
        number::PLAYER_READY_TO_WARP => Some(WARP_READY),
        number::PLAYER_WANTS_BACKUP => Some(BACKUP_AVAILABLE),
        _ => None,
    }
}

/// A record that outsiders know.
fn record_of(entity: Entity) -> RecordRef {
    match entity {
        Entity::Ship(ship) => RecordRef::Ship(ship),
        Entity::Group(group) => RecordRef::FlightGroup(group),
        Entity::Squad(squad) => RecordRef::Squad(squad),
    }
}
