//! From a mission to an image.
//!
//! The same mission gives the same bytes on every machine. Layout is the template's; records keep the
//! author's order; trigger blocks come first and then parts, as the shipped missions have them
//! (dte-format 1.7, 2, 4.2). A mission that was made from an image is written over that image, so that
//! stale bytes and undecoded sections survive.

mod curves;
mod names;
mod order;
mod records;
mod script;
mod source_map;

use formats::{Image, ImageBuilder, SectionId, Tables, tables};

use crate::Collection;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::mission::{Mission, RawSection};
use crate::object_ids::ObjectIds;
use crate::record::Record;

pub use curves::curve_geometry;
pub use order::trigger_order;
pub use source_map::{Extent, Mapped, SourceMap};

/// A compiled mission.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The image; `None` where an error keeps it from being made.
    pub image: Option<Image>,
    /// Where each instruction came from.
    pub source_map: SourceMap,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Whether an error kept the image from being made.
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|it| it.severity == Severity::Error)
    }
}

/// Compiles a mission.
///
/// Every error found is in [`Compiled::diagnostics`]; with one there is no image, as half a mission
/// would mean something else.
pub fn compile(mission: &Mission) -> Compiled {
    let residue = mission.residue.as_ref().and_then(|residue| {
        let image = Image::read(residue.image.clone()).ok()?.value;
        image.is_template().then_some(image)
    });
    let useless = mission.residue.is_some() && residue.is_none();
    let parts = assemble(mission, residue.as_ref());
    let Parts {
        tables,
        pool,
        script,
        source_map,
        mut diagnostics,
    } = parts;
    if useless {
        let message = "`residue` is no image in the mission template's layout, so nothing of it is \
                       kept; take it out, or decompile the image again";
        diagnostics.push(Diagnostic::warning("residue", Place::default(), message));
    }
    let mut image = None;
    if !diagnostics.iter().any(|it| it.severity == Severity::Error) {
        match build(mission, residue.as_ref(), &tables, pool, &script) {
            Ok(built) => image = Some(built),
            Err(error) => {
                let place = first_too_many(mission, &error);
                diagnostics.push(Diagnostic::error("limits", place, error.to_string()));
            }
        }
    }
    Compiled {
        image,
        source_map,
        diagnostics,
    }
}

/// The first record that a full section has no room for, where it is one of the author's.
fn first_too_many(mission: &Mission, error: &formats::Error) -> Place {
    let formats::Cause::SectionFull { capacity, .. } = error.cause else {
        return Place::default();
    };
    let collection = match error.place.section {
        Some(SectionId::Globals) => Collection::Globals,
        Some(SectionId::Ships) => Collection::Ships,
        Some(SectionId::FlightGroups) => Collection::FlightGroups,
        Some(SectionId::Triggers) => Collection::Triggers,
        Some(SectionId::Squads) => Collection::Squads,
        Some(SectionId::Formations) => Collection::Formations,
        Some(SectionId::Curves) => Collection::Curves,
        Some(SectionId::Parts) => {
            let part = mission.parts().nth(capacity);
            return part.map_or_else(Place::default, |part| Place::record(part.any_id()));
        }
        _ => return Place::default(),
    };
    let id = mission.ids(collection).into_iter().nth(capacity);
    id.map_or_else(Place::default, Place::record)
}

/// What an image is made of.
pub(crate) struct Parts {
    pub(crate) tables: Tables,
    /// The string pool's bytes; `None` where it is what the residue has.
    pub(crate) pool: Option<Vec<u8>>,
    pub(crate) script: script::Script,
    pub(crate) source_map: SourceMap,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Makes the records, the pool and the script of a mission.
pub(crate) fn assemble(mission: &Mission, residue: Option<&Image>) -> Parts {
    let mut diagnostics = Vec::new();
    let object_ids = ObjectIds::new(mission);
    let order = trigger_order(mission);
    let script = script::compile(mission, &object_ids, &order, &mut diagnostics);
    let mut names = names::Names::new(residue);
    let tables = records::write(
        mission,
        &object_ids,
        &order,
        &script.places,
        &mut names,
        &mut diagnostics,
    );
    let source_map = script.source_map();
    Parts {
        tables,
        pool: names.finish(),
        script,
        source_map,
        diagnostics,
    }
}

fn build(
    mission: &Mission,
    residue: Option<&Image>,
    tables: &Tables,
    pool: Option<Vec<u8>>,
    script: &script::Script,
) -> Result<Image, formats::Error> {
    let mut builder = residue.and_then(ImageBuilder::over).unwrap_or_default();
    if residue.is_none() || mission.flags.is_some() {
        builder.set_flags(mission.flags.unwrap_or(formats::sections::DEFAULT_FLAGS));
    }
    if let Some(pool) = pool {
        builder.set_section(SectionId::Strings, &pool)?;
    }
    let script = script.over(builder.room(SectionId::Script));
    builder.set_section(SectionId::Script, &script)?;
    builder.set_records(&tables.globals)?;
    builder.set_records(&tables.ships)?;
    builder.set_records(&tables.flight_groups)?;
    builder.set_records(&tables.triggers)?;
    builder.set_records(&tables.objects)?;
    builder.set_records(&tables.parts)?;
    builder.set_records(&tables.squads)?;
    builder.set_records(&tables.squad_members)?;
    builder.set_records(&tables.formations)?;
    builder.set_records(&tables.formation_points)?;
    builder.set_records(&tables.curves)?;
    let command_flags = match &mission.command_flags {
        Some(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        None => tables::command_flags(),
    };
    builder.set_section(SectionId::CommandFlags, &command_flags)?;
    for id in SectionId::all().filter(|id| RawSection::holds(*id)) {
        match (mission.sections.get(&id), id) {
            (Some(section), _) => builder.set_section(id, &section.bytes)?,
            (None, SectionId::ScriptFlags) => {
                builder.set_section(id, &vec![0; script.len()])?;
            }
            (None, SectionId::MissionName) => {}
            (None, _) => builder.set_section(id, &[])?,
        }
    }
    if let Some(name) = &mission.name {
        builder.set_mission_name(name)?;
    }
    builder.finish()
}
