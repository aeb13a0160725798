//! Triggers: what answers an event, and what it starts (script-vm 5.3 and 5.5).

use std::sync::Arc;

use formats::records::{Reference, Trigger};
use serde::{Deserialize, Serialize};

use crate::bind::{Entity, Mission};
use crate::debug::probe::Point;
use crate::simulation::Simulation;
use crate::trace::{TraceEvent, TraceLevel};

use super::conditions::condition;
use super::events::{Values, WHOLE};
use super::machine::Start;
use super::thread::{MOST_RUNNING, NO_FRAME, Origin};

/// What arming or disarming a trigger costs, in instructions.
const SET_COST: u32 = 4;

/// What of a trigger changes while the mission runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TriggerState {
    /// Whether it can fire: not 0.
    pub(crate) armed: u8,
    /// Firings left, for repeat mode 2.
    pub(crate) firings_left: u8,
}

impl TriggerState {
    /// A trigger as its record has it.
    pub(crate) fn of(trigger: &Trigger) -> Self {
        Self {
            armed: trigger.armed,
            firings_left: trigger.firings_left,
        }
    }
}

/// A test that a trigger fails before its operands are looked at (V141).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailedTest {
    /// The event is of another condition.
    Condition,
    /// It is of another component, or of the whole where a component is wanted.
    Qualifier,
    /// The trigger has no routine.
    NoLink,
    /// The event was vetoed for its group.
    Verdict,
}

/// An operand that an event's values do not pass (V143).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FailedOperand {
    /// Which.
    pub(crate) operand: u8,
    /// Its tag, where that is none that an event brings (V144).
    pub(crate) odd: Option<u8>,
}

/// What a firing trigger did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Firing {
    /// It started a thread.
    Started,
    /// It woke its thread, which had interrupted itself.
    Woke,
    /// Its thread is still running, so nothing was started.
    Busy,
    /// No thread could be started: 31 run, or the routine lies past the image.
    Lost,
}

impl Firing {
    /// Whether the trigger's routine runs for it. One that was met and disarmed while its thread still
    /// ran, or could not be started, has not fired (V145, V146).
    pub fn ran(self) -> bool {
        matches!(self, Self::Started | Self::Woke)
    }
}

impl Simulation {
    /// Whether an event on an object would fire a trigger now (V126). The object keeps the event,
    /// and the lowest free slot its values, as if it had.
    pub(crate) fn would_fire(
        &mut self,
        object: u16,
        condition: u8,
        qualifier: u8,
        values: Values,
    ) -> bool {
        let mission = Arc::clone(&self.mission);
        self.keep_event(object, condition, values);
        mission.slice(object).any(|index| {
            self.answers(&mission, index, condition, qualifier) && {
                self.lend_locals(values);
                self.operands_pass(&mission, index, values)
            }
        })
    }

    /// Raises an event on an object (V140, V142).
    pub(crate) fn raise_on(&mut self, object: u16, condition: u8, qualifier: u8, values: Values) {
        let mission = Arc::clone(&self.mission);
        self.keep_event(object, condition, values);
        for index in mission.slice(object) {
            self.inquire_raised(index, object, condition, qualifier, values);
            if !self.answers(&mission, index, condition, qualifier) {
                continue;
            }
            let slot = self.lend_locals(values);
            let passed = self.operands_pass(&mission, index, values);
            if self.options.trace >= TraceLevel::Everything {
                self.log(TraceEvent::TriggerTested {
                    trigger: index,
                    object,
                    passed,
                });
            }
            if passed {
                self.fire(&mission, index, object, slot);
                if self.is_held() {
                    return;
                }
            }
        }
    }

    /// Keeps an event's values on an object, for the conditions that do (V128).
    fn keep_event(&mut self, object: u16, number: u8, values: Values) {
        if let Some(from) = condition(number).and_then(|condition| condition.kept_from) {
            self.vm.memory.keep(object, from, values.as_slice());
        }
    }

    /// Writes an event's values into the locals of the lowest free slot, and gives that slot.
    fn lend_locals(&mut self, values: Values) -> Option<usize> {
        let slot = self.vm.allocate()?;
        self.vm.thread_mut(slot)?.set_locals(values.as_slice());
        Some(slot)
    }

    /// Whether a trigger answers an event, its operands aside (V141).
    fn answers(&self, mission: &Mission, index: u16, number: u8, qualifier: u8) -> bool {
        mission.trigger(index).is_some_and(|trigger| {
            self.is_armed(index) && self.failed_test(trigger, number, qualifier).is_none()
        })
    }

    /// Whether a trigger is armed.
    pub(crate) fn is_armed(&self, index: u16) -> bool {
        let state = self.vm.triggers.get(usize::from(index));
        state.is_some_and(|state| state.armed != 0)
    }

    /// The first test that an armed trigger fails before its operands are looked at (V141).
    pub(crate) fn failed_test(
        &self,
        trigger: &Trigger,
        number: u8,
        qualifier: u8,
    ) -> Option<FailedTest> {
        if trigger.condition != number {
            Some(FailedTest::Condition)
        } else if trigger.qualifier != qualifier {
            Some(FailedTest::Qualifier)
        } else if trigger.link == Trigger::NO_LINK {
            Some(FailedTest::NoLink)
        } else if !self.vm.verdict
            && condition(number).and_then(|row| row.exempt) != Some(trigger.repeat)
        {
            Some(FailedTest::Verdict)
        } else {
            None
        }
    }

    /// Whether a trigger's operands pass an event's values (V143, V144).
    fn operands_pass(&mut self, mission: &Mission, index: u16, values: Values) -> bool {
        let Some(trigger) = mission.trigger(index) else {
            return false;
        };
        let failed = self.failed_operand(mission, trigger, values);
        if let Some(FailedOperand { odd: Some(tag), .. }) = failed {
            self.tell_odd_operand(index, tag);
        }
        failed.is_none()
    }

    /// The first of a trigger's operands that an event's values do not pass.
    pub(crate) fn failed_operand(
        &self,
        mission: &Mission,
        trigger: &Trigger,
        values: Values,
    ) -> Option<FailedOperand> {
        let condition = condition(trigger.condition)?;
        let compared = condition
            .values
            .iter()
            .zip(&trigger.operands)
            .zip(values.as_slice());
        for (place, ((kind, &operand), &value)) in (0..).zip(compared) {
            let mut odd = None;
            let reference = Reference(operand);
            let Some(named) = reference.index().filter(|_| kind.checked) else {
                continue;
            };
            let passes = if kind.number {
                value == operand
            } else if named & Trigger::ANY_PLAYER != 0 {
                (0..self.players()).any(|player| mission.ship_place(player) == value)
            } else {
                match reference.tag() {
                    Reference::SHIP => mission.ship_place(named) == value,
                    Reference::FLIGHT_GROUP => mission.group_place(named) == value,
                    Reference::SQUAD => mission.squad_place(named) == value,
                    tag => {
                        odd = Some(tag);
                        false
                    }
                }
            };
            if !passes {
                return Some(FailedOperand {
                    operand: place,
                    odd,
                });
            }
        }
        None
    }

    fn tell_odd_operand(&mut self, trigger: u16, tag: u8) {
        if !self.vm.odd_operand_told {
            self.vm.odd_operand_told = true;
            self.log(TraceEvent::OddOperand { trigger, tag });
        }
    }

    /// Fires a trigger: starts or wakes its thread, then disarms it (V142, V146).
    fn fire(&mut self, mission: &Mission, index: u16, object: u16, slot: Option<usize>) {
        let Some(trigger) = mission.trigger(index) else {
            return;
        };
        let block = mission.trigger_block(trigger);
        let own = self
            .vm
            .threads
            .iter_mut()
            .find(|thread| thread.ip.is_some() && thread.trigger == Some(index));
        let firing = match own {
            Some(thread) if thread.interrupted => {
                thread.interrupted = false;
                Firing::Woke
            }
            Some(_) => Firing::Busy,
            None if self.vm.running >= MOST_RUNNING
                || block.is_none_or(|block| mission.half(block).is_none()) =>
            {
                Firing::Lost
            }
            None => Firing::Started,
        };
        self.log(TraceEvent::TriggerFired {
            trigger: index,
            object,
            firing,
        });
        let at = Point::Trigger {
            trigger: index,
            firing,
            lent: slot,
        };
        if self.point(at) {
            return;
        }
        if firing == Firing::Started {
            self.start_thread(Start {
                block,
                slot,
                deferred: trigger.deferred != 0,
                frame: NO_FRAME,
                origin: Origin::Trigger { trigger: index },
            });
        }
        self.use_up(trigger, index);
    }

    /// Disarms a trigger that has fired, by its repeat mode (V147).
    fn use_up(&mut self, trigger: &Trigger, index: u16) {
        let Some(state) = self.vm.triggers.get_mut(usize::from(index)) else {
            return;
        };
        match trigger.repeat {
            Trigger::ONCE => state.armed = 0,
            Trigger::COUNTED => {
                state.firings_left = state.firings_left.saturating_sub(1);
                if state.firings_left == 0 {
                    state.armed = 0;
                }
            }
            _ => {}
        }
    }

    /// Arms every trigger in a slice, as the start parts have run (V178).
    pub(crate) fn arm_triggers(&mut self) {
        for (state, owner) in self.vm.triggers.iter_mut().zip(&self.mission.owners) {
            if owner.is_some() {
                state.armed = 1;
            }
        }
    }

    /// Arms or disarms the triggers of a condition in an entity's slice whose qualifier is noted or
    /// whole; arming refills their counts (V164).
    pub(crate) fn set_trigger_state(&mut self, entity: Entity, condition: u8, on: u8) {
        for index in self.triggers_of(entity, condition) {
            if self.qualifier_is_noted(index) {
                self.set_armed(index, on, on != 0);
            }
        }
    }

    /// Arms or disarms the n-th trigger of a condition in an entity's slice (V165).
    pub(crate) fn set_any_trigger_state(&mut self, entity: Entity, condition: u8, on: u8, n: u32) {
        let index = usize::try_from(n)
            .ok()
            .and_then(|n| self.triggers_of(entity, condition).get(n).copied());
        if let Some(index) = index
            && self.qualifier_is_noted(index)
        {
            self.set_armed(index, on, false);
        }
    }

    /// Triggers of a condition in an entity's slice, each looked at counting as an instruction.
    fn triggers_of(&mut self, entity: Entity, condition: u8) -> Vec<u16> {
        let Some(object) = self.mission.object_id(entity) else {
            return Vec::new();
        };
        let slice = self.mission.slice(object);
        self.vm.charge(slice.len() as u32);
        slice
            .filter(|&index| {
                self.mission
                    .trigger(index)
                    .is_some_and(|trigger| trigger.condition == condition)
            })
            .collect()
    }

    fn qualifier_is_noted(&self, index: u16) -> bool {
        self.mission.trigger(index).is_some_and(|trigger| {
            trigger.qualifier == WHOLE || self.vm.memory.any_note_of(trigger.qualifier)
        })
    }

    fn set_armed(&mut self, index: u16, on: u8, refill: bool) {
        self.vm.charge(SET_COST);
        let count = self
            .mission
            .trigger(index)
            .map_or(0, |trigger| trigger.firings_refill);
        if let Some(state) = self.vm.triggers.get_mut(usize::from(index)) {
            state.armed = on;
            if refill {
                state.firings_left = count;
            }
        }
        self.flag_watches(index, on != 0);
        self.log(TraceEvent::TriggerSet {
            trigger: index,
            armed: on != 0,
        });
    }
}
