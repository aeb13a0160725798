//! From an image to a mission.
//!
//! Every record becomes a record, with ids made from names; routines are lifted to the script
//! language; bytes that no field explains are kept as raw bytes, undecoded sections as they are, and
//! an image in the template's layout whole, as residue. So compiling the mission again gives the image
//! back, byte for byte.

mod raw;
mod records;
mod routines;

use std::sync::Arc;

use formats::script::RoutineMap;
use formats::{Image, SectionId, Tables, Warning, tables};

use crate::compile::compile;
use crate::diagnostic::{Diagnostic, Place};
use crate::mission::{Mission, RawSection, Residue};

/// Sections of records.
const RECORDS: [SectionId; 11] = [
    SectionId::Globals,
    SectionId::Ships,
    SectionId::FlightGroups,
    SectionId::Triggers,
    SectionId::Objects,
    SectionId::Parts,
    SectionId::Squads,
    SectionId::SquadMembers,
    SectionId::Formations,
    SectionId::FormationPoints,
    SectionId::Curves,
];

/// A mission that was made from an image.
#[derive(Debug, Clone)]
pub struct Decompiled {
    /// The mission.
    pub mission: Mission,
    /// What was odd about the image, and what an export will write another way.
    pub diagnostics: Vec<Diagnostic>,
}

/// Makes a mission from an image.
///
/// Nothing keeps an image from becoming a mission: what breaks a rule is kept as far as it can be, and
/// told. The same image always gives the same mission.
pub fn decompile(image: &Image, warnings: &[Warning]) -> Decompiled {
    let tables = Tables::read(image);
    let routines = RoutineMap::read(image, &tables);
    let mut diagnostics: Vec<_> = warnings
        .iter()
        .map(|warning| Diagnostic::warning("image", Place::default(), warning.to_string()))
        .collect();
    let mut mission = records::read(image, &tables, &mut diagnostics);
    read_sections(image, &mut mission, &mut diagnostics);
    routines::read(image, &tables, &routines, &mut mission, &mut diagnostics);
    raw::keep(&tables, &mut mission, &mut diagnostics);
    if image.is_template() {
        mission.residue = Some(Arc::new(Residue {
            image: image.bytes().to_vec(),
        }));
    } else {
        let message = "the file's sections do not stand where the mission template has them; \
                       an export puts them there and leaves out what lies past their counts";
        diagnostics.push(Diagnostic::warning("image", Place::default(), message));
    }
    tell_of_changes(image, &mission, &mut diagnostics);
    Decompiled {
        mission,
        diagnostics,
    }
}

/// Sections that are kept as bytes, and what belongs to no record.
fn read_sections(image: &Image, mission: &mut Mission, diagnostics: &mut Vec<Diagnostic>) {
    let flags = image.entry(SectionId::Strings).flags;
    mission.flags = (flags != formats::sections::DEFAULT_FLAGS).then_some(flags);
    if !tables::has_default_command_flags(image) {
        mission.command_flags = Some(tables::command_flag_words(image));
    }
    if let Some(name) = image.mission_name() {
        mission.name = Some(name.value);
        diagnostics.extend(
            name.warnings
                .iter()
                .map(|warning| Diagnostic::warning("image", Place::default(), warning.to_string())),
        );
    }
    for id in SectionId::all().filter(|id| RawSection::holds(*id)) {
        let bytes = image.counted(id);
        let is_default = match id {
            SectionId::ScriptFlags => {
                bytes.len() == image.counted(SectionId::Script).len()
                    && bytes.iter().all(|byte| *byte == 0)
            }
            SectionId::MissionName => bytes.is_empty() || mission.name.is_some(),
            _ => bytes.is_empty(),
        };
        if !is_default {
            mission.sections.insert(
                id,
                RawSection {
                    bytes: bytes.to_vec(),
                },
            );
        }
    }
}

/// Says which sections an export would not write as they were.
fn tell_of_changes(image: &Image, mission: &Mission, diagnostics: &mut Vec<Diagnostic>) {
    let compiled = compile(mission);
    let Some(again) = &compiled.image else {
        let message = "the file breaks rules that keep it from being exported once it is edited; \
                       the errors say which";
        diagnostics.push(Diagnostic::warning("image", Place::default(), message));
        return;
    };
    for id in RECORDS {
        let (had, has) = (image.count(id), again.count(id));
        if has < had {
            let message = format!(
                "{} of the {had} records in {} belong to nothing; an export of the edited mission \
                 leaves them out",
                had - has,
                id.name()
            );
            diagnostics.push(Diagnostic::warning("image", Place::default(), message));
        }
    }
    if !image.is_template() || again.bytes() == image.bytes() {
        return;
    }
    let changed: Vec<_> = SectionId::all()
        .filter(|id| image.room(*id) != again.room(*id) || image.count(*id) != again.count(*id))
        .map(SectionId::name)
        .collect();
    let message = format!(
        "once edited, the file is exported in another form, as it does not follow the shipped \
         missions' layout in {}",
        if changed.is_empty() {
            "its directory".to_owned()
        } else {
            changed.join(", ")
        }
    );
    diagnostics.push(Diagnostic::warning("image", Place::default(), message));
}
