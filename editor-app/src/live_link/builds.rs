//! Which mission a game plays: the author's, or another.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use eframe::egui::Context;
use formats::sections::SectionId;
use formats::{Image, Warning};
use model::Mission;
use model::compile::compile;
use model::decompile::decompile;
use runtime::link::Breaks;
use runtime::link::edits::{differing_in_play, differing_sections};

use crate::analysis::Findings;
use crate::breakpoints::Running;
use crate::preview::build::Build;

use super::linked::Here;

/// The build that a game plays.
pub(super) enum Playing {
    /// The document's, or what was sent of it.
    Document,
    /// Another: where it differs from the document, if that compiles.
    Other {
        /// The sections that differ; none where the document does not compile.
        differs: Vec<SectionId>,
    },
}

/// Whether a game plays the document: its image, with what the game itself writes left aside.
pub(super) fn playing(findings: &Findings, file: &Image) -> Playing {
    let Some(image) = &findings.image else {
        return Playing::Other {
            differs: Vec::new(),
        };
    };
    let differs = differing_in_play(image, file);
    match differs.is_empty() {
        true => Playing::Document,
        false => Playing::Other { differs },
    }
}

/// Where the document is another now than the one of which a game was brought to an image: by the
/// records that the author edited, not by all that the compiler made of them.
pub(super) fn edited(here: &Here<'_>, built: &Mission, basis: &Image) -> Vec<SectionId> {
    let image = here.findings.image.as_deref();
    let differs = image.map_or_else(Vec::new, |image| differing_sections(image, basis));
    if differs.is_empty() {
        return differs;
    }
    let now = here.mission;
    let tables = [
        (SectionId::Globals, now.globals != built.globals),
        (
            SectionId::FlightGroups,
            now.flight_groups != built.flight_groups,
        ),
        (SectionId::Ships, now.ships != built.ships),
        (SectionId::Squads, now.squads != built.squads),
        (SectionId::Formations, now.formations != built.formations),
        (SectionId::Curves, now.curves != built.curves),
        (SectionId::Triggers, now.triggers != built.triggers),
        (SectionId::Parts, now.routines != built.routines),
    ];
    let edited = tables.into_iter().filter(|(_, differs)| *differs);
    let edited: Vec<SectionId> = edited.map(|(id, _)| id).collect();
    match edited.is_empty() {
        // Something of the mission as a whole, as its name.
        true => differs,
        false => edited,
    }
}

/// The flags of the document's script, if it compiles: where its breakpoints stand.
pub(super) fn flags(here: &Here<'_>) -> Vec<u8> {
    let Some(build) = Build::of(here.findings, here.mission) else {
        return Vec::new();
    };
    let names = build.names();
    let running = Running {
        mission: &build.mission,
        source_map: &build.source_map,
        names: &names,
    };
    let resolved = here.breakpoints.resolve(here.mission, running);
    Breaks::new(&build.image, &resolved.stops, None)
        .flags()
        .to_vec()
}

/// A build of what a game plays, made beside the window: its records have the names that the image
/// gives them, and its lines are shown where the text that is read from it gives the same script.
pub(super) fn read(file: &Arc<Image>, revision: u64, context: &Context) -> Receiver<Build> {
    let (sender, made) = channel();
    let (file, context) = (Arc::clone(file), context.clone());
    thread::spawn(move || {
        let no_warnings: &[Warning] = &[];
        let mission = decompile(&file, no_warnings).mission;
        let compiled = compile(&mission);
        let script = |image: &Image| image.counted(SectionId::Script).to_vec();
        let same = compiled
            .image
            .as_ref()
            .is_some_and(|image| script(image) == script(&file));
        let source_map = match same {
            true => Arc::new(compiled.source_map),
            false => Arc::default(),
        };
        // A window that is gone wants nothing.
        let _ = sender.send(Build {
            image: file,
            mission: Arc::new(mission),
            source_map,
            revision,
        });
        context.request_repaint();
    });
    made
}
