//! What the editor says of a link.

use runtime::link::client::{Capabilities, Capability};
use runtime::link::{Hello, tag};

/// Something that a game may do, with whether this one does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Does {
    /// What.
    pub what: &'static str,
    /// What it is good for.
    pub about: &'static str,
    /// Whether it does.
    pub capability: Capability,
}

/// Who answers, in a few words.
pub fn peer_text(hello: &Hello) -> String {
    let own = hello
        .others
        .iter()
        .find(|(key, _)| key == runtime::link::ENGINE_KEY);
    let who = match own {
        Some((_, version)) => format!("Sortie's engine {version}"),
        None => format!("OpenReliant {}", hello.openreliant),
    };
    let game = match hello.game.as_str() {
        "" => String::new(),
        game => format!(", {game}"),
    };
    format!("{who}{game}; protocol {}", hello.protocol)
}

/// What a game was found to do so far, in the order in which it matters to an author.
pub fn does(capabilities: &Capabilities) -> [Does; 5] {
    let hello = match capabilities.hello() {
        Some(_) => Capability::Shown,
        None => Capability::Unknown,
    };
    [
        Does {
            what: "Stops and steps the script",
            about: "Breakpoints, pause, step into and over",
            capability: hello,
        },
        Does {
            what: "Tells threads, values and orders",
            about: "What the panels of the run show",
            capability: hello,
        },
        Does {
            what: "Tells what the script did",
            about: "Triggers that fired and commands that ran, in Story and Events",
            capability: capabilities.events(),
        },
        Does {
            what: "Takes live edits",
            about: "What is edited while the mission plays shows in the game at once",
            capability: capabilities.live_edits(),
        },
        Does {
            what: "Brings the view to a ship",
            about: "Look at a ship with the player's own eyes",
            capability: capabilities.of(tag::VIEW_SHIP),
        },
    ]
}
