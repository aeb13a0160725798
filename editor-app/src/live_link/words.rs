//! What the editor says of a link.

use formats::sections::SectionId;
use model::Collection;
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
            what: "Moves the player to a ship",
            about: "Look at It puts the player's ship behind the selected one, and turns it there",
            capability: capabilities.of(tag::VIEW_SHIP),
        },
    ]
}

/// Sections of a mission's file in the words of the author, each once, the most telling first.
pub fn section_words(sections: &[SectionId]) -> Vec<&'static str> {
    let mut words: Vec<_> = sections.iter().map(|id| section_word(*id)).collect();
    words.sort_unstable();
    words.dedup();
    words.into_iter().map(|(_, word)| word).collect()
}

/// A section's word, with its place among the others.
pub(super) fn section_word(id: SectionId) -> (usize, &'static str) {
    let record = |place, collection: Collection| (place, collection.title());
    match id {
        SectionId::Ships => record(0, Collection::Ships),
        SectionId::FlightGroups => record(1, Collection::FlightGroups),
        SectionId::Triggers => record(2, Collection::Triggers),
        SectionId::Script | SectionId::ScriptFlags => (3, "Script"),
        SectionId::Parts => record(4, Collection::Routines),
        SectionId::Globals => record(5, Collection::Globals),
        SectionId::Squads | SectionId::SquadMembers => record(6, Collection::Squads),
        SectionId::Formations | SectionId::FormationPoints => record(7, Collection::Formations),
        SectionId::Curves => record(8, Collection::Curves),
        SectionId::Objects => (9, "Object IDs"),
        SectionId::MissionName => (10, "The mission's name"),
        SectionId::Strings => (11, "Names"),
        SectionId::PartsB | SectionId::ScriptB => (12, "The second script"),
        SectionId::CommandFlags | SectionId::CommandFlagsB => (13, "Commands in use"),
        SectionId::OperandsA
        | SectionId::OperandsB
        | SectionId::OperandsC
        | SectionId::Unknown9
        | SectionId::Targets
        | SectionId::Unused19
        | SectionId::Unused20
        | SectionId::Unknown23 => (14, "Bytes that nobody has decoded"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_the_words_of_the_editor_each_once() {
        let words = section_words(&[
            SectionId::Strings,
            SectionId::SquadMembers,
            SectionId::Squads,
            SectionId::Parts,
            SectionId::FlightGroups,
            SectionId::Ships,
        ]);
        let expected = ["Ships", "Flight groups", "Routines", "Squads", "Names"];
        assert_eq!(words, expected);
        let all: Vec<_> = SectionId::all().collect();
        assert_eq!(section_words(&all).len(), 15);
    }
}
