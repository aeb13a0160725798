//! What the dwords of a script stand for: places in the image that runs (script-vm V33).

use std::sync::Arc;

use formats::script::{Instruction, Opcode, Operand};
use formats::{Image, SectionId};
use model::Collection;

/// Dwords that name nothing (script-vm V33).
const NOTHING: [u32; 3] = [0, 0xFFFF, u32::MAX];
/// The longest text that is looked for: one that `push_string` carries.
const LONGEST_TEXT: usize = formats::script::MAX_TEXT;
/// Collections whose records scripts push as places, with their sections.
const PLACED: [(Collection, SectionId); 4] = [
    (Collection::Ships, SectionId::Ships),
    (Collection::FlightGroups, SectionId::FlightGroups),
    (Collection::Squads, SectionId::Squads),
    (Collection::Curves, SectionId::Curves),
];

/// The image that runs, asked what a dword of its script stands for.
#[derive(Debug, Clone, Default)]
pub struct Places {
    image: Option<Arc<Image>>,
}

impl Places {
    /// The places of an image.
    pub fn new(image: &Arc<Image>) -> Self {
        Self {
            image: Some(Arc::clone(image)),
        }
    }

    /// Whether a dword names nothing.
    pub fn is_nothing(place: u32) -> bool {
        NOTHING.contains(&place)
    }

    /// The collection and number of the record that a dword is the place of; `None` for a number, a
    /// text or nothing. The script itself does not tell them apart: a number that happens to be the
    /// place of a record is taken for it.
    pub fn record_at(&self, place: u32) -> Option<(Collection, u16)> {
        let image = self.image.as_deref()?;
        if Self::is_nothing(place) {
            return None;
        }
        PLACED.into_iter().find_map(|(collection, section)| {
            let start = u32::try_from(image.offset(section)?).ok()?;
            let stride = u32::try_from(section.spec().stride).ok()?;
            let index = place.checked_sub(start)?.checked_div(stride)?;
            let index = u16::try_from(index).ok()?;
            (usize::from(index) < image.count(section)).then_some((collection, index))
        })
    }

    /// The place of a record, by its number; `None` for one that scripts do not push.
    pub fn place_of(&self, collection: Collection, index: u16) -> Option<u32> {
        let image = self.image.as_deref()?;
        let (_, section) = PLACED.into_iter().find(|(it, _)| *it == collection)?;
        let start = u32::try_from(image.offset(section)?).ok()?;
        let stride = u32::try_from(section.spec().stride).ok()?;
        start.checked_add(stride.checked_mul(u32::from(index))?)
    }

    /// The text at a place, up to its NUL (script-vm V88).
    pub fn text_at(&self, place: u32) -> Option<String> {
        let image = self.image.as_deref()?;
        if Self::is_nothing(place) {
            return None;
        }
        let bytes = image.bytes().get(usize::try_from(place).ok()?..)?;
        let end = bytes
            .iter()
            .take(LONGEST_TEXT)
            .position(|byte| *byte == 0)?;
        let text = bytes.get(..end)?;
        Some(text.iter().map(|byte| char::from(*byte)).collect())
    }

    /// The command that a thread calls next, if it does nothing before it but push an argument, and
    /// what pushes that: the shape of every wait that is asked again (script-vm V84).
    pub fn call_at(&self, script: u32) -> Option<(u8, Option<Instruction>)> {
        let image = self.image.as_deref()?;
        let bytes = image.counted(SectionId::Script);
        let at = usize::try_from(script).ok()?;
        let decode = |at| Instruction::decode(bytes, at, bytes.len()).ok();
        let first = decode(at)?;
        if let Some(command) = command_of(&first) {
            return Some((command, None));
        }
        let second = decode(at.checked_add(first.size())?)?;
        let command = command_of(&second)?;
        (first.size() == 2).then_some((command, Some(first)))
    }
}

fn command_of(instruction: &Instruction) -> Option<u8> {
    match (instruction.opcode, &instruction.operand) {
        (Opcode::Command, Operand::Byte(command)) => Some(*command),
        _ => None,
    }
}
