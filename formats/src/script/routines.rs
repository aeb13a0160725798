//! Which routines an image has, and who runs them (dte-format 4.2).

use std::collections::BTreeMap;

use crate::container::Image;
use crate::records::{Part, Trigger};
use crate::sections::SectionId;
use crate::tables::Tables;

use super::disassemble::{Disassembly, disassemble};

/// Who runs a routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoutineOwner {
    /// A part, by its index.
    Part(usize),
    /// A trigger in some object's slice, by its index.
    Trigger(usize),
}

/// The routines of an image, by where they start.
#[derive(Debug, Clone, Default)]
pub struct RoutineMap {
    /// Each routine, taken apart, with all that run it; in order of its start.
    pub routines: Vec<(Disassembly, Vec<RoutineOwner>)>,
}

impl RoutineMap {
    /// Finds the routines that the parts and the owned triggers of an image start.
    ///
    /// Links of unowned triggers point at junk and are passed over.
    pub fn read(image: &Image, tables: &Tables) -> Self {
        let mut starts: BTreeMap<usize, Vec<RoutineOwner>> = BTreeMap::new();
        for (index, part) in tables.parts.iter().enumerate() {
            if part.start != Part::NO_BLOCK {
                let start = usize::from(part.start) * 2;
                starts
                    .entry(start)
                    .or_default()
                    .push(RoutineOwner::Part(index));
            }
        }
        let owners = tables.trigger_owners();
        for (index, (trigger, owner)) in tables.triggers.iter().zip(owners).enumerate() {
            if owner.is_some() && trigger.link != Trigger::NO_LINK {
                let start = usize::from(trigger.link) * 2;
                starts
                    .entry(start)
                    .or_default()
                    .push(RoutineOwner::Trigger(index));
            }
        }
        let script = image.counted(SectionId::Script);
        let ends: Vec<usize> = starts
            .keys()
            .skip(1)
            .copied()
            .chain([script.len()])
            .collect();
        let routines = starts
            .into_iter()
            .zip(ends)
            .map(|((start, owners), end)| (disassemble(script, start, end.max(start)), owners))
            .collect();
        Self { routines }
    }

    /// The routine that a part or a trigger runs.
    pub fn of(&self, owner: RoutineOwner) -> Option<&Disassembly> {
        self.routines
            .iter()
            .find(|(_, owners)| owners.contains(&owner))
            .map(|(routine, _)| routine)
    }
}
