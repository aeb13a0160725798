//! The document's edits on their way to a game.

use std::sync::Arc;

use formats::records::{Record as _, Ship};
use runtime::link::client::SendError;
use runtime::link::edits::{Edits, Moment, Peer, messages};
use runtime::link::{Breaks, ToGame};

use crate::log::Level;
use crate::preview::Preview;
use crate::preview::build::Build;

use super::{Here, Linked, Said};

impl Linked {
    /// Takes the document as it is now for what the game plays: its places were taken from there.
    pub(in crate::live_link) fn pulled(&mut self, here: &Here<'_>, preview: &mut Preview) {
        if let Some((before, after)) = self.basis.as_ref().zip(here.findings.image.as_ref()) {
            self.pull = Some([Arc::clone(before), Arc::clone(after)]);
            self.take_as_sent(here, preview);
        }
    }

    /// Whether the document is as it was before what was pulled, or again as it was after: the undo
    /// of what came from the game is the document's alone, and so is its redo.
    pub(super) fn is_pull_undone(&self, here: &Here<'_>) -> bool {
        let (Some(pull), Some(basis)) = (&self.pull, &self.basis) else {
            return false;
        };
        let Some(wanted) = &here.findings.image else {
            return false;
        };
        let [before, after] = pull.each_ref().map(|it| it.bytes());
        let (basis, wanted) = (basis.bytes(), wanted.bytes());
        basis != wanted
            && ((basis, wanted) == (after, before) || (basis, wanted) == (before, after))
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
                if let Some(meanwhile) = meanwhile {
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
            "Made anew in the game, so that their orders begin again: {}.",
            names.join(", ")
        );
        (Level::Info, text)
    })
}
