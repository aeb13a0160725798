//! The document's edits on their way to a game.

use std::sync::Arc;

use formats::Image;
use formats::records::{Record as _, Ship};
use runtime::link::client::SendError;
use runtime::link::edits::{Edits, Moment, Peer, messages, taken};
use runtime::link::{Breaks, ToGame};

use crate::log::Level;
use crate::preview::Preview;
use crate::preview::build::Build;

use super::{Brought, Here, Linked, Said};

/// Pulls whose undo is known as such.
const MOST_PULLS: usize = 64;

impl Linked {
    /// Takes up that places were taken from the game into the document, as it is now. `ships` are those
    /// that moved, by their numbers in the game and in the document.
    pub(in crate::live_link) fn pulled(
        &mut self,
        before: &Arc<Image>,
        ships: &[(u16, u16)],
        here: &Here<'_>,
        preview: &mut Preview,
    ) {
        let (Some(basis), Some(after)) = (self.basis.clone(), here.findings.image.clone()) else {
            return;
        };
        let now = match basis.bytes() == before.bytes() {
            true => Arc::clone(&after),
            // What waits to be sent waits on.
            false => match taken(&basis, &after, ships) {
                Some(now) => Arc::new(now),
                None => return,
            },
        };
        if self.pulls.len() >= MOST_PULLS {
            self.pulls.pop_front();
        }
        let of = |document, basis| Brought { document, basis };
        let (before, after) = (of(Arc::clone(before), basis), of(after, now));
        self.pulls.push_back([before, after.clone()]);
        self.bring(after, here, preview);
    }

    /// The undo of what came from the game is the document's alone, and so is its redo.
    pub(super) fn mind_pulls(&mut self, here: &Here<'_>, preview: &mut Preview) {
        let (Some(basis), Some(wanted)) = (&self.basis, &here.findings.image) else {
            return;
        };
        let (basis, wanted) = (basis.bytes(), wanted.bytes());
        let found = self.pulls.iter().rev().find_map(|[before, after]| {
            let leads = |from: &Brought, to: &Brought| {
                from.basis.bytes() == basis && to.document.bytes() == wanted
            };
            if leads(after, before) {
                Some(before)
            } else {
                leads(before, after).then_some(after)
            }
        });
        // The game may be brought to what is wanted by other ways.
        if basis != wanted
            && let Some(found) = found.cloned()
        {
            self.bring(found, here, preview);
        }
    }

    /// Takes up what the game was brought to by a pull or its undo.
    fn bring(&mut self, to: Brought, here: &Here<'_>, preview: &mut Preview) {
        match to.basis.bytes() == to.document.bytes() {
            true => self.take_as_sent(here, preview),
            false => self.basis = Some(to.basis),
        }
    }

    /// Takes the document as it is now for what the game plays.
    pub(super) fn take_as_sent(&mut self, here: &Here<'_>, preview: &mut Preview) {
        let Some(build) = Build::of(here.findings, here.mission) else {
            return;
        };
        if let Some(run) = &mut self.run {
            self.basis = Some(Arc::clone(&build.image));
            run.feed.rename(&build);
            preview.rebuild(&build);
            run.build = build;
        }
    }

    /// Brings the game to the document as it is now, where messages do that.
    pub(in crate::live_link) fn send_edits(
        &mut self,
        here: &Here<'_>,
        preview: &mut Preview,
        said: &mut Vec<Said>,
    ) {
        let (Some(file), Some(state)) = (self.file.clone(), self.state.clone()) else {
            return;
        };
        // A game that only logs edits is not told more of them.
        if self.takes_no_edits() {
            return;
        }
        let peer = Peer::of(&self.client.capabilities());
        let (Some(run), Some(basis)) = (&mut self.run, &self.basis) else {
            return;
        };
        let Some(build) = Build::of(here.findings, here.mission) else {
            return;
        };
        let wanted = &build.image;
        let known = Arc::ptr_eq(wanted, basis)
            || self
                .refused
                .as_ref()
                .is_some_and(|(image, _)| Arc::ptr_eq(image, wanted));
        if known || !here.is_known() {
            return;
        }
        let breaks = Breaks::new(wanted, &self.stops, None);
        let moment = Moment {
            file: &file,
            state: &state,
            flags: breaks.flags(),
            peer,
        };
        match messages(basis, wanted, &moment) {
            Edits::Live { messages, later } => {
                match self.client.send_all(&messages) {
                    Ok(()) => {}
                    // It is tried again with the next frame.
                    Err(SendError::Full { .. }) => {
                        here.context.request_repaint();
                        return;
                    }
                    Err(error) => {
                        said.push((Level::Warning, format!("{error}.")));
                        self.refused = Some((Arc::clone(wanted), Vec::new()));
                        return;
                    }
                }
                said.extend(made_anew(&messages, preview));
                if ends_threads(&messages) {
                    // Nothing stands any more where the game stopped.
                    self.stopped = None;
                    self.stepping = None;
                    let text = "A table has another number of records, with which the game ended every \
                                thread of its script; a restart begins them again.";
                    said.push((Level::Warning, text.to_owned()));
                }
                self.sent |= !messages.is_empty();
                self.later = later;
                self.refused = None;
                self.differs = None;
                self.basis = Some(Arc::clone(wanted));
                run.feed.rename(&build);
                preview.rebuild(&build);
                run.build = build;
                run.own = true;
            }
            Edits::Restart { reasons, meanwhile } => {
                // Ships of another mission are others, whatever their names.
                if let Some(meanwhile) = meanwhile.filter(|_| run.own) {
                    match self.client.send_all(&meanwhile.messages) {
                        Ok(()) => {
                            said.extend(made_anew(&meanwhile.messages, preview));
                            self.sent = true;
                            self.basis = Some(Arc::new(meanwhile.basis));
                        }
                        // It is tried again with the next frame.
                        Err(SendError::Full { .. }) => {
                            here.context.request_repaint();
                            return;
                        }
                        Err(error) => said.push((Level::Warning, format!("{error}."))),
                    }
                }
                self.refused = Some((Arc::clone(wanted), reasons));
            }
        }
    }
}

/// Whether messages end the threads of the script, as counts do.
fn ends_threads(messages: &[ToGame]) -> bool {
    messages
        .iter()
        .any(|it| matches!(it, ToGame::SetTableCounts(_)))
}

/// What the author is to know of ships that are made anew in the game.
fn made_anew(messages: &[ToGame], preview: &Preview) -> Option<Said> {
    let remade = messages.iter().filter_map(|message| match message {
        ToGame::RemakeShip(record) => Ship::read(record),
        _ => None,
    });
    let names: Vec<String> = remade
        .filter_map(|ship| preview.names()?.object(ship.object_id as u16))
        .map(|record| record.id.to_string())
        .collect();
    (!names.is_empty()).then(|| {
        let text = format!(
            "Made anew in the game, which ended the orders that they had: {}.",
            names.join(", ")
        );
        (Level::Info, text)
    })
}
