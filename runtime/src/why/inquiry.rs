//! What is found out about a trigger while its mission runs.
//!
//! The simulation tells of events, threads and watches as they come. Nothing here changes the run.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use formats::records::Trigger;

use crate::bind::Entity;
use crate::clock::Tick;
use crate::simulation::Simulation;
use crate::trace::{RecordRef, TraceEvent};
use crate::vm::conditions::number;
use crate::vm::events::{Event, WHOLE};
use crate::vm::fault::Cause as Fault;
use crate::vm::squads::members;
use crate::vm::variables::{BACKUP_AVAILABLE, JUMP_READY, WARP_READY};

use super::{Attempt, Disarmed, Fate, Nearest, Other, Outcome, WhyNot};

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
    pub(super) attempts: VecDeque<Attempt>,
    /// The best of those that had no room.
    best: Option<Attempt>,
    left_out: u32,
    pub(super) others: BTreeMap<u8, Other>,
    /// The group that an event is being raised on, and the member's event.
    pub(super) raised_on: Option<(Entity, Event)>,
    /// How often it fired, and what disarmed it last.
    times: u32,
    pub(super) disarmed: Option<Disarmed>,
    /// What a script last set it to, which its watch follows.
    pub(super) setting: Option<Setting>,
    /// The thread that its last firing started, and the fault that ends it.
    pub(super) thread: Option<u8>,
    pub(super) fault: Option<(u32, Fault)>,
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
    pub(super) fn remember(
        &mut self,
        event: &TraceEvent,
        now: Tick,
        script: Option<u32>,
        left: u8,
    ) {
        match *event {
            TraceEvent::TriggerFired {
                trigger,
                firing: last,
                ..
            } if trigger == self.trigger => {
                self.times = self.times.saturating_add(u32::from(last.ran()));
                let (at, times) = (now, self.times);
                match self.repeat {
                    Trigger::ONCE => self.disarmed = Some(Disarmed::FiredOnce { at, last, times }),
                    Trigger::COUNTED if left <= 1 => {
                        self.disarmed = Some(Disarmed::UsedUp { at, last, times });
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
    pub(super) fn see_made(&mut self, simulation: &Simulation) {
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

    pub(super) fn add(&mut self, attempt: Attempt) {
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

    /// The player asked for what a condition of the player's waits for.
    pub(super) fn ask(&mut self) {
        self.asked = self.asked.saturating_add(1);
    }

    /// Whether events of other conditions came.
    pub(super) fn has_others(&self) -> bool {
        !self.others.is_empty()
    }

    /// The firings whose thread has not ended.
    pub(super) fn running(&mut self) -> impl Iterator<Item = &mut Fate> {
        let attempts = self.best.iter_mut().chain(&mut self.attempts);
        attempts.filter_map(|attempt| match &mut attempt.outcome {
            Outcome::Fired { end, .. } if matches!(end, Fate::Running { .. }) => Some(end),
            _ => None,
        })
    }
}

impl Simulation {
    /// What is found out, to add to.
    pub(super) fn inquiry_mut(&mut self) -> Option<&mut Inquiry> {
        self.inquiry.as_mut().map(Arc::make_mut)
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
        let left_out = inquiry
            .left_out
            .saturating_sub(u32::from(inquiry.best.is_some()));
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
pub(super) fn record_of(entity: Entity) -> RecordRef {
    match entity {
        Entity::Ship(ship) => RecordRef::Ship(ship),
        Entity::Group(group) => RecordRef::FlightGroup(group),
        Entity::Squad(squad) => RecordRef::Squad(squad),
    }
}
