//! What became of edits on their way to a game, in the author's words.

use formats::sections::SectionId;
use model::{AnyId, Collection, Mission, Record as _};
use runtime::link::edits::{Later, LaterWhat, Reason};

use super::words::section_word;

/// Why edits cannot be sent, as a sentence; `mission` is the one that they lead to.
pub fn reason_text(reason: &Reason, mission: &Mission) -> String {
    let ship = |number: u16| called(mission, SectionId::Ships, usize::from(number));
    let word = |section: SectionId| section_word(section).1;
    match reason {
        Reason::Section(section) => {
            format!("{} changed, for which there is no message.", word(*section))
        }
        Reason::Ships { running, wanted } => format!(
            "The mission that plays has {running} ships and the document {wanted}: ships come and go \
             with a new start alone."
        ),
        Reason::Name { section, record } => format!(
            "{} has a new name, for which there is no message.",
            sentence_start(&called(mission, *section, *record))
        ),
        Reason::Room {
            section,
            wanted,
            room,
        } => format!(
            "{}: {wanted} are wanted, and the mission that plays has room for {room}.",
            word(*section)
        ),
        Reason::Count(section) => format!(
            "{}: another number of them is taken by Sortie's own engine alone.",
            word(*section)
        ),
        Reason::ScriptGrew { running, wanted } => format!(
            "The script grew from {running} to {wanted} bytes, and one that plays keeps its length."
        ),
        Reason::Thread { thread } => {
            format!("Thread {thread} is in the middle of a routine that changed.")
        }
        Reason::ObjectId { ship: number } => format!(
            "{} changed, and has no object ID of its own to be named by.",
            sentence_start(&ship(*number))
        ),
        Reason::Place { ship: number } => {
            format!("{} is placed at no number.", sentence_start(&ship(*number)))
        }
        Reason::Remake { ship: number, what } => format!(
            "{} has another {what} and must be made anew, which Sortie's own engine alone does right.",
            sentence_start(&ship(*number))
        ),
    }
}

/// What of edits that were sent does not count at once, as a sentence; `None` for what a thread has
/// passed, which the panel tells with the place where that stands.
pub fn restarted_text(later: &Later, mission: &Mission) -> Option<String> {
    let Later::Restarted {
        section,
        record,
        what,
    } = *later
    else {
        return None;
    };
    let why = match what {
        LaterWhat::Name => "there is no message for names",
        _ => "it is not in play",
    };
    Some(format!(
        "The new {what} of {} counts once the mission starts again, as {why}.",
        called(mission, section, record)
    ))
}

/// A record by its id; by its number where the document has none such.
fn called(mission: &Mission, section: SectionId, record: usize) -> String {
    let ids = |collection| mission.ids(collection).get(record).map(AnyId::to_string);
    let id = match section {
        SectionId::Ships => ids(Collection::Ships),
        SectionId::FlightGroups => ids(Collection::FlightGroups),
        SectionId::Formations => ids(Collection::Formations),
        SectionId::Globals => ids(Collection::Globals),
        SectionId::Parts => mission
            .parts()
            .nth(record)
            .map(|it| it.any_id().to_string()),
        _ => None,
    };
    id.unwrap_or_else(|| format!("record {record} of the section {}", section.name()))
}

fn sentence_start(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    #[test]
    fn records_are_called_by_their_ids() {
        let document = Document::example();
        let mission = document.mission();
        let place = |collection, id: &str| {
            let ids = mission.ids(collection);
            ids.iter().position(|it| &*it.id == id).unwrap()
        };
        let ship = place(Collection::Ships, "reliant");
        let remake = Reason::Remake {
            ship: ship as u16,
            what: LaterWhat::Kind,
        };
        let text = reason_text(&remake, mission);
        assert!(
            text.starts_with("Ship reliant has another kind and "),
            "{text}"
        );
        let group = Reason::Name {
            section: SectionId::FlightGroups,
            record: place(Collection::FlightGroups, "alpha"),
        };
        let text = reason_text(&group, mission);
        assert!(
            text.starts_with("Flight group alpha has a new name"),
            "{text}"
        );
        let part = mission
            .parts()
            .position(|it| &*it.any_id().id == "win")
            .unwrap();
        let later = Later::Restarted {
            section: SectionId::Parts,
            record: part,
            what: LaterWhat::Name,
        };
        let text = restarted_text(&later, mission).unwrap();
        assert!(
            text.starts_with("The new name of routine win counts "),
            "{text}"
        );
        let passed = Later::Passed { thread: 0, at: 2 };
        assert_eq!(restarted_text(&passed, mission), None);
        let nowhere = Reason::Name {
            section: SectionId::Globals,
            record: 4_000,
        };
        let text = reason_text(&nowhere, mission);
        assert!(text.starts_with("Record 4000 of the section "), "{text}");
    }
}
