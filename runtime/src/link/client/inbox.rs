//! What came and was not taken yet.

use std::collections::VecDeque;
use std::sync::Arc;

use formats::Image;

use crate::link::{MOST_EVENTS, State};

use super::event::ClientEvent;

/// Starts and ends of missions that are kept at most.
const MOST_BOUNDARIES: usize = 64;
/// Unknown tags that are kept at most.
const MOST_UNKNOWN: usize = 64;

/// Events for the caller, of bounded size however seldom it takes them.
///
/// Of what tells how things stand, the newest replaces the older one; a state takes over the events of
/// the one that it replaces.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    events: VecDeque<ClientEvent>,
    /// Whether the caller was told that there is something.
    told: bool,
    /// Whether something says more than was said before: a game that stands says the same again and
    /// again, for which nobody needs to wake.
    news: bool,
    state: Option<Arc<State>>,
    file: Option<Arc<Image>>,
}

impl Inbox {
    pub(super) fn push(&mut self, event: ClientEvent) {
        let event = match event {
            ClientEvent::State(state) => ClientEvent::State(self.with_events_of_older(state)),
            ClientEvent::MissionFile { image, starts } => ClientEvent::MissionFile {
                image,
                starts: starts || self.holds_start_file(),
            },
            other => other,
        };
        match &event {
            ClientEvent::Unknown { tag, .. } => {
                let tag = *tag;
                self.events
                    .retain(|it| !matches!(it, ClientEvent::Unknown { tag: of, .. } if *of == tag));
                self.keep(MOST_UNKNOWN, |it| matches!(it, ClientEvent::Unknown { .. }));
            }
            it if is_boundary(it) => self.keep(MOST_BOUNDARIES, is_boundary),
            it => {
                let kind = std::mem::discriminant(it);
                self.events.retain(|it| std::mem::discriminant(it) != kind);
            }
        }
        self.news |= self.is_news(&event);
        self.events.push_back(event);
    }

    /// Whether an event says more than the last of its kind.
    fn is_news(&mut self, event: &ClientEvent) -> bool {
        match event {
            ClientEvent::State(state) => {
                let before = self.state.replace(Arc::clone(state));
                before.as_ref() != Some(state) || !state.events.is_empty()
            }
            ClientEvent::MissionFile { image, .. } => {
                let before = self.file.replace(Arc::clone(image));
                before.is_none_or(|it| it.bytes() != image.bytes())
            }
            _ => true,
        }
    }

    /// Everything, in order.
    pub(super) fn take(&mut self) -> Vec<ClientEvent> {
        self.told = false;
        self.news = false;
        self.events.drain(..).collect()
    }

    /// Whether the caller is to be told that there is something: once for each time it takes.
    pub(super) fn tell(&mut self) -> bool {
        let tell = !self.told && self.news;
        self.told |= tell;
        tell
    }

    /// Drops the oldest of a kind where there is no room for one more.
    fn keep(&mut self, most: usize, of_kind: impl Fn(&ClientEvent) -> bool) {
        if self.events.iter().filter(|it| of_kind(it)).count() >= most
            && let Some(oldest) = self.events.iter().position(of_kind)
        {
            self.events.remove(oldest);
        }
    }

    /// Events of this mission, newest first.
    fn of_this_mission(&self) -> impl Iterator<Item = &ClientEvent> {
        self.events.iter().rev().take_while(|it| !is_boundary(it))
    }

    fn holds_start_file(&self) -> bool {
        self.of_this_mission()
            .any(|it| matches!(it, ClientEvent::MissionFile { starts: true, .. }))
    }

    /// The game tells an event once, so that those of a state that nobody took go on with the next.
    fn with_events_of_older(&self, newer: Arc<State>) -> Arc<State> {
        let older = self.of_this_mission().find_map(|it| match it {
            ClientEvent::State(state) => Some(state),
            _ => None,
        });
        let Some(older) = older else {
            return newer;
        };
        if older.events.is_empty() && older.events_dropped == 0 {
            return newer;
        }
        let mut state = Arc::unwrap_or_clone(newer);
        let all = older.events.len().saturating_add(state.events.len());
        let dropped = all.saturating_sub(MOST_EVENTS);
        let kept = older.events.iter().chain(&state.events).skip(dropped);
        state.events = kept.cloned().collect();
        // No more than twice the events that a state has.
        state.events_dropped = state
            .events_dropped
            .saturating_add(older.events_dropped)
            .saturating_add(dropped as u32);
        Arc::new(state)
    }
}

/// Whether a mission starts or ends with an event.
fn is_boundary(event: &ClientEvent) -> bool {
    matches!(
        event,
        ClientEvent::MissionStarted(_) | ClientEvent::MissionEnded
    )
}

#[cfg(test)]
mod tests {
    use formats::ImageBuilder;

    use super::*;
    use crate::link::{EventKind, EventState, MissionStarted};

    fn file(starts: bool) -> ClientEvent {
        let image = Arc::new(ImageBuilder::new().finish().unwrap());
        ClientEvent::MissionFile { image, starts }
    }

    fn state(index: u32) -> ClientEvent {
        let event = EventState {
            kind: EventKind::Trigger,
            index,
            time: 0,
        };
        ClientEvent::State(Arc::new(State {
            events: vec![event],
            ..State::default()
        }))
    }

    fn events(event: &ClientEvent) -> Vec<u32> {
        match event {
            ClientEvent::State(state) => state.events.iter().map(|it| it.index).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_says_the_same_again_wakes_nobody() {
        let quiet = || ClientEvent::State(Arc::default());
        let mut inbox = Inbox::default();
        inbox.push(quiet());
        inbox.push(file(true));
        assert!(inbox.tell());
        assert_eq!(inbox.take().len(), 2);
        inbox.push(quiet());
        inbox.push(file(false));
        assert!(!inbox.tell());
        inbox.push(state(1));
        assert!(inbox.tell());
        // It is there for whoever looks all the same.
        assert_eq!(inbox.take().len(), 2);
    }

    #[test]
    fn a_file_that_replaces_the_first_is_the_first_to_be_seen() {
        let mut inbox = Inbox::default();
        let started = ClientEvent::MissionStarted(MissionStarted::default());
        inbox.push(started.clone());
        inbox.push(file(true));
        inbox.push(file(false));
        assert_eq!(inbox.take(), [started.clone(), file(true)]);
        inbox.push(file(true));
        inbox.push(ClientEvent::MissionEnded);
        inbox.push(started.clone());
        inbox.push(file(false));
        let expected = [ClientEvent::MissionEnded, started, file(false)];
        assert_eq!(inbox.take(), expected, "not that of another mission");
    }

    #[test]
    fn events_go_on_with_the_next_state_of_the_same_mission() {
        let mut inbox = Inbox::default();
        inbox.push(state(1));
        inbox.push(state(2));
        let taken = inbox.take();
        assert_eq!(events(&taken[0]), [1, 2]);
        inbox.push(state(3));
        inbox.push(ClientEvent::MissionEnded);
        inbox.push(state(4));
        let taken = inbox.take();
        assert_eq!(events(&taken[1]), [4]);
    }

    #[test]
    fn the_caller_is_told_once_for_each_time_it_takes() {
        let mut inbox = Inbox::default();
        assert!(!inbox.tell(), "there is nothing");
        inbox.push(state(1));
        assert!(inbox.tell());
        inbox.push(state(2));
        assert!(!inbox.tell());
        inbox.take();
        assert!(!inbox.tell());
        inbox.push(state(3));
        assert!(inbox.tell());
    }
}
