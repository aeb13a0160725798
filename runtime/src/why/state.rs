//! What else bears on a trigger: its threads, its watch, what the player asks for.

use std::sync::Arc;

use crate::bind::Entity;
use crate::clock::Tick;
use crate::input::Input;
use crate::simulation::Simulation;
use crate::trace::{ThreadEnd, TraceEvent};
use crate::vm::conditions::{self, number};
use crate::vm::events::WHOLE;
use crate::vm::thread::{MOST_RUNNING, Origin};
use crate::vm::triggers::Firing;
use crate::vm::watches::{Seen, reaches_of};

use super::inquiry::offering;
use super::{Attempt, Fate, Nearest, Outcome, Stand, Waits};

impl Simulation {
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
            } if inquiry.condition != number::PLAYER_WANTS_BACKUP => inquiry.ask(),
            TraceEvent::Input {
                input: Input::RequestBackup,
            } if inquiry.condition == number::PLAYER_WANTS_BACKUP => inquiry.ask(),
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
    pub(super) fn stand(&self, slot: usize) -> Option<Stand> {
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
}
