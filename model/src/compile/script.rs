//! Routines laid out as one script (dte-format 4.2).

use std::collections::HashMap;
use std::ops::Range;

use formats::SectionId;
use formats::script::{AssembleError, Assembled, Item, assemble};

use crate::diagnostic::{Diagnostic, Place};
use crate::ids::AnyId;
use crate::mission::Mission;
use crate::object_ids::ObjectIds;
use crate::record::Record;
use crate::routine::{Body, Scope, lower};
use crate::trigger::Run;

use super::source_map::{Extent, Mapped, SourceMap};

/// The script of a mission, routine by routine.
pub(crate) struct Script {
    blocks: Vec<Block>,
    /// Where each routine that is compiled starts.
    pub(crate) places: Places,
}

/// Where routines start, and how long they are, in halfwords.
#[derive(Default)]
pub(crate) struct Places(HashMap<AnyId, (u16, u16)>);

impl Places {
    /// A routine's start and extent in halfwords.
    pub(crate) fn of(&self, owner: &AnyId) -> Option<(u16, u16)> {
        self.0.get(owner).copied()
    }
}

struct Block {
    owner: AnyId,
    start: usize,
    assembled: Assembled,
    items: Vec<Item>,
    spans: Vec<Range<usize>>,
}

/// Compiles every routine: first those that only triggers run, in the order of the triggers, then
/// the parts, in theirs.
pub(crate) fn compile(
    mission: &Mission,
    object_ids: &ObjectIds,
    trigger_order: &[usize],
    diagnostics: &mut Vec<Diagnostic>,
) -> Script {
    let mut owners: Vec<(AnyId, &Body)> = Vec::new();
    // A trigger of nobody never fires, and a reader takes its link for junk; so it has no block.
    let owned = trigger_order
        .iter()
        .filter_map(|at| mission.triggers.at(*at))
        .filter(|trigger| trigger.subject.is_some());
    for trigger in owned {
        match &trigger.run {
            Run::Body(body) => owners.push((trigger.any_id(), body)),
            Run::Routine(id) => {
                if let Some(routine) = mission.routines.get(id.as_str()).filter(|it| !it.part)
                    && let Some(body) = &routine.body
                    && !owners.iter().any(|(owner, _)| *owner == routine.any_id())
                {
                    owners.push((routine.any_id(), body));
                }
            }
            Run::Nothing | Run::Link(_) => {}
        }
    }
    let parts = mission
        .parts()
        .filter_map(|part| Some((part.any_id(), part.body.as_ref()?)));
    owners.extend(parts);

    let mut script = Script {
        blocks: Vec::with_capacity(owners.len()),
        places: Places::default(),
    };
    let mut start = 0;
    for (owner, body) in owners {
        let scope = Scope {
            mission,
            owner: Some(owner.clone()),
            object_ids,
        };
        let lowered = lower(body, &scope);
        diagnostics.extend(lowered.diagnostics);
        match assemble(&lowered.items, &body.constants) {
            Ok(assembled) => {
                let len = assembled.bytes.len();
                // Blocks and tables are multiples of four, and a script past the room is an error.
                let halfwords = |bytes: usize| u16::try_from(bytes / 2).unwrap_or(u16::MAX);
                script
                    .places
                    .0
                    .insert(owner.clone(), (halfwords(start), halfwords(len)));
                let (items, spans) = (lowered.items, lowered.spans);
                script.blocks.push(Block {
                    owner,
                    start,
                    assembled,
                    items,
                    spans,
                });
                start += len;
            }
            Err(error) => diagnostics.push(flaw(owner, &lowered.spans, &error)),
        }
    }
    let room = SectionId::ScriptFlags.spec().room;
    if start > room {
        let message = format!(
            "the routines need {start} bytes of script and the mission has room for {room}; \
             shorten or share routines by {} bytes",
            start - room
        );
        diagnostics.push(Diagnostic::error("limits", Place::default(), message));
    }
    script
}

fn flaw(owner: AnyId, spans: &[Range<usize>], error: &AssembleError) -> Diagnostic {
    let span = spans.get(error.item).cloned().unwrap_or_default();
    Diagnostic::error(
        "script-code",
        Place::text(owner, span),
        error.flaw.to_string(),
    )
}

impl Script {
    /// The script's bytes, laid over what its room holds: padding and filler stay where the routine
    /// before them is what it was.
    pub(super) fn over(&self, room: &[u8]) -> Vec<u8> {
        let len = self
            .blocks
            .last()
            .map_or(0, |block| block.start + block.assembled.bytes.len());
        let mut bytes = vec![0; len];
        for block in &self.blocks {
            let Assembled {
                bytes: new,
                block_len,
                code_len,
                constants,
                ..
            } = &block.assembled;
            let end = block.start + new.len();
            let (Some(place), Some(old)) =
                (bytes.get_mut(block.start..end), room.get(block.start..end))
            else {
                continue;
            };
            place.copy_from_slice(new);
            let table_end = block_len + 4 * constants.len();
            let same = |range: Range<usize>| old.get(range.clone()) == new.get(range);
            if same(0..*code_len) && same(*block_len..table_end) {
                for stale in [*code_len..*block_len, table_end..new.len()] {
                    if let (Some(place), Some(old)) = (place.get_mut(stale.clone()), old.get(stale))
                    {
                        place.copy_from_slice(old);
                    }
                }
            }
        }
        bytes
    }

    pub(super) fn source_map(&self) -> SourceMap {
        let mut map = SourceMap::default();
        for (routine, block) in self.blocks.iter().enumerate() {
            map.routines.push(Extent {
                owner: block.owner.clone(),
                start: block.start,
                block_len: block.assembled.block_len,
                end: block.start + block.assembled.bytes.len(),
            });
            let offsets = &block.assembled.offsets;
            let ends = offsets.iter().skip(1).map(|at| *at as usize);
            let ends = ends.chain([block.assembled.code_len]);
            for (((item, span), at), end) in
                block.items.iter().zip(&block.spans).zip(offsets).zip(ends)
            {
                if matches!(item, Item::Code(_) | Item::Constant(_)) {
                    let bytes = block.start + *at as usize..block.start + end;
                    map.instructions.push(Mapped {
                        bytes,
                        routine,
                        span: span.clone(),
                    });
                }
            }
        }
        map
    }
}
