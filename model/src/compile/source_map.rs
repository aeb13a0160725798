//! From a place in the script back to the author's line.

use std::collections::HashSet;
use std::ops::Range;

use crate::ids::AnyId;

/// Where each instruction of a compiled script came from.
///
/// Offsets are bytes from the start of the script.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SourceMap {
    /// The routines, by where they start.
    pub routines: Vec<Extent>,
    /// The instructions, by where they start.
    pub instructions: Vec<Mapped>,
}

/// Where a routine lies in the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// The routine, or the trigger whose own block it is.
    pub owner: AnyId,
    /// Start of its block.
    pub start: usize,
    /// Bytes of its block; its constants follow.
    pub block_len: usize,
    /// Where the next routine starts.
    pub end: usize,
}

/// Where an instruction lies, and what it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapped {
    /// Its bytes.
    pub bytes: Range<usize>,
    /// Place of its routine in [`SourceMap::routines`].
    pub routine: usize,
    /// The statement's bytes in the routine's text.
    pub span: Range<usize>,
}

impl SourceMap {
    /// The routine that a byte of the script belongs to.
    pub fn routine_at(&self, offset: usize) -> Option<&Extent> {
        let after = self
            .routines
            .partition_point(|routine| routine.start <= offset);
        self.routines
            .get(after.checked_sub(1)?)
            .filter(|routine| offset < routine.end)
    }

    /// The instruction at a byte of the script, with the routine that it belongs to.
    pub fn instruction_at(&self, offset: usize) -> Option<(&Extent, &Mapped)> {
        let after = self
            .instructions
            .partition_point(|mapped| mapped.bytes.start <= offset);
        let mapped = self.instructions.get(after.checked_sub(1)?)?;
        let routine = self.routines.get(mapped.routine)?;
        mapped.bytes.contains(&offset).then_some((routine, mapped))
    }

    /// The routine of an owner.
    pub fn extent_of(&self, owner: &AnyId) -> Option<&Extent> {
        self.routines.iter().find(|routine| routine.owner == *owner)
    }

    /// The same with owners that are called otherwise.
    #[must_use]
    pub fn renamed(&self, called: impl Fn(&AnyId) -> Option<AnyId>) -> Self {
        let mut map = self.clone();
        for routine in &mut map.routines {
            if let Some(called) = called(&routine.owner) {
                routine.owner = called;
            }
        }
        map
    }

    /// The first instruction of each statement, in the order of the script. What ends a routine
    /// without a statement for it is none.
    pub fn statements(&self) -> Vec<&Mapped> {
        let mut seen = HashSet::new();
        self.instructions
            .iter()
            .filter(|mapped| !mapped.span.is_empty())
            .filter(|mapped| seen.insert((mapped.routine, mapped.span.start, mapped.span.end)))
            .collect()
    }

    /// The first statement at or behind a place of a routine's text, by its first instruction.
    pub fn statement_from(&self, owner: &AnyId, place: usize) -> Option<&Mapped> {
        let routine = self
            .routines
            .iter()
            .position(|routine| routine.owner == *owner)?;
        self.instructions
            .iter()
            .filter(|it| it.routine == routine && !it.span.is_empty() && it.span.end > place)
            .min_by_key(|it| (it.span.start, it.bytes.start))
    }
}
