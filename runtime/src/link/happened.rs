//! What the script did since an editor last asked for its state.

use std::collections::VecDeque;

use crate::trace::TraceEvent;

use super::state::{EventKind, EventState, MOST_EVENTS};

/// Events that wait to be told, the oldest first, and how many more there were.
#[derive(Debug, Clone, Default)]
pub(crate) struct Happened {
    events: VecDeque<EventState>,
    dropped: u32,
}

impl Happened {
    /// Notes a trigger that fired and a command that ran, at a time of the script's clock in
    /// milliseconds; nothing else.
    pub(crate) fn note(&mut self, event: &TraceEvent, time: u32) {
        let (kind, index) = match event {
            TraceEvent::TriggerFired { trigger, .. } => (EventKind::Trigger, u32::from(*trigger)),
            TraceEvent::Command { command, .. } => (EventKind::Command, u32::from(*command)),
            _ => return,
        };
        if self.events.len() >= MOST_EVENTS {
            self.events.pop_front();
            self.dropped = self.dropped.saturating_add(1);
        }
        self.events.push_back(EventState { kind, index, time });
    }

    /// Takes what was noted, and how much was dropped.
    pub(crate) fn take(&mut self) -> (Vec<EventState>, u32) {
        let events = std::mem::take(&mut self.events);
        (events.into(), std::mem::take(&mut self.dropped))
    }
}
