//! One mission in the place of another.

use crate::mission::{Mission, MissionChange};
use crate::{Curve, FlightGroup, Formation, Global, Routine, Ship, Squad, Trigger};

use super::{Edit, Editable};

/// The edit that makes a mission what another is, so that an undo brings back what it was.
///
/// Collections that are the same stay untouched. The residue stays too: it belongs to the image that
/// the mission was made from, not to what an author says.
pub fn replace(old: &Mission, new: &Mission) -> Edit {
    let mut edits = Vec::new();
    table::<Global>(old, new, &mut edits);
    table::<FlightGroup>(old, new, &mut edits);
    table::<Ship>(old, new, &mut edits);
    table::<Squad>(old, new, &mut edits);
    table::<Formation>(old, new, &mut edits);
    table::<Curve>(old, new, &mut edits);
    table::<Trigger>(old, new, &mut edits);
    table::<Routine>(old, new, &mut edits);
    let mut set = |differs: bool, change: MissionChange| {
        if differs {
            edits.push(Edit::Mission(change));
        }
    };
    let to = new.clone();
    set(old.name != to.name, MissionChange::Name(to.name));
    set(old.number != to.number, MissionChange::Number(to.number));
    set(old.editor != to.editor, MissionChange::Editor(to.editor));
    set(old.flags != to.flags, MissionChange::Flags(to.flags));
    set(
        old.command_flags != to.command_flags,
        MissionChange::CommandFlags(to.command_flags),
    );
    set(
        old.objects != to.objects,
        MissionChange::Objects(to.objects),
    );
    set(
        old.sections != to.sections,
        MissionChange::Sections(to.sections),
    );
    set(old.extra != to.extra, MissionChange::Extra(to.extra));
    Edit::All(edits)
}

fn table<R: Editable>(old: &Mission, new: &Mission, edits: &mut Vec<Edit>) {
    let (old, new) = (R::table(old), R::table(new));
    if old == new {
        return;
    }
    // Last first, so that the inverse puts each back where it stood.
    let gone: Vec<_> = old.iter().map(|record| Edit::remove(record.id())).collect();
    edits.extend(gone.into_iter().rev());
    edits.extend(
        new.iter()
            .enumerate()
            .map(|(at, record)| Edit::insert(at, record.clone())),
    );
}
