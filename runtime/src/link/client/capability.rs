//! What a game has been seen to do.

use std::collections::BTreeMap;

use crate::link::{ENGINE_KEY, Hello, LIVE_EDITS_KEY, tag};

/// The version of the protocol from which on states have events and there is a console.
pub const PROTOCOL_WITH_EVENTS: u32 = 2;
/// The live edits: what the original's editor did to a running mission.
const LIVE_EDITS: [u16; 18] = [
    tag::PLACE_SHIPS,
    tag::MOVE_SHIP,
    tag::SET_TABLE_COUNTS,
    tag::COPY_SCRIPT,
    tag::COPY_PARTS,
    tag::COPY_TRIGGERS,
    tag::COPY_SHIPS,
    tag::COPY_FLIGHT_GROUPS,
    tag::COPY_OBJECTS,
    tag::COPY_SQUADS,
    tag::COPY_SQUAD_MEMBERS,
    tag::COPY_FORMATIONS,
    tag::COPY_FORMATION_POINTS,
    tag::COPY_CURVES,
    tag::BIND_TABLES,
    tag::RENUMBER_TIMER_PARTS,
    tag::REMAKE_SHIP,
    tag::VIEW_SHIP,
];

/// Whether a game does something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Capability {
    /// Nothing has shown it yet.
    #[default]
    Unknown,
    /// It said so, or was seen to do it.
    Shown,
    /// It said that it does not, or was seen not to.
    Refused,
}

/// What a game does, learned from its Hello and from what came of the messages that it got.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Capabilities {
    hello: Option<Hello>,
    seen: BTreeMap<u16, Capability>,
}

impl Capabilities {
    /// What the game said of itself.
    pub fn hello(&self) -> Option<&Hello> {
        self.hello.as_ref()
    }

    /// Whether it is this project's own engine.
    pub fn is_own_engine(&self) -> bool {
        self.key(ENGINE_KEY).is_some()
    }

    /// Whether the game acts on messages with a tag, or sends them.
    pub fn of(&self, tag: u16) -> Capability {
        if let Some(seen) = self.seen.get(&tag) {
            return *seen;
        }
        let Some(hello) = &self.hello else {
            return Capability::Unknown;
        };
        match tag {
            tag::CONSOLE_LINE if hello.protocol < PROTOCOL_WITH_EVENTS => Capability::Refused,
            _ if LIVE_EDITS.contains(&tag) => match self.key(LIVE_EDITS_KEY) {
                Some("1") => Capability::Shown,
                Some("0") => Capability::Refused,
                _ => Capability::Unknown,
            },
            _ => Capability::Unknown,
        }
    }

    /// Whether the game carries out live edits: shown as soon as one was, refused as soon as one was
    /// not and none was.
    pub fn live_edits(&self) -> Capability {
        let mut all = LIVE_EDITS.iter().map(|&tag| self.of(tag));
        if all.clone().any(|it| it == Capability::Shown) {
            Capability::Shown
        } else if all.any(|it| it == Capability::Refused) {
            Capability::Refused
        } else {
            Capability::Unknown
        }
    }

    /// Whether states tell the script's events.
    pub fn events(&self) -> Capability {
        match &self.hello {
            None => Capability::Unknown,
            Some(hello) if hello.protocol < PROTOCOL_WITH_EVENTS => Capability::Refused,
            Some(_) => Capability::Shown,
        }
    }

    pub(super) fn set_hello(&mut self, hello: Hello) {
        self.hello = Some(hello);
    }

    pub(super) fn set(&mut self, tag: u16, capability: Capability) {
        self.seen.insert(tag, capability);
    }

    fn key(&self, key: &str) -> Option<&str> {
        let others = &self.hello.as_ref()?.others;
        let found = others.iter().rfind(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }
}

/// Whether a tag is one of the original's, which act on the mission that plays.
pub(super) fn is_original(tag: u16) -> bool {
    tag < tag::HELLO
}
