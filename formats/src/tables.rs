//! All records of an image at once.

use crate::container::Image;
use crate::records::{
    Curve, FlightGroup, Formation, FormationPoint, Global, Object, Part, Ship, Squad, SquadMember,
    Trigger,
};
use crate::sections::SectionId;

/// The records of an image, section by section, as its counts cover them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tables {
    /// Section 2.
    pub globals: Vec<Global>,
    /// Section 3.
    pub ships: Vec<Ship>,
    /// Section 4.
    pub flight_groups: Vec<FlightGroup>,
    /// Section 5.
    pub triggers: Vec<Trigger>,
    /// Section 7, indexed by object ID.
    pub objects: Vec<Object>,
    /// Section 8.
    pub parts: Vec<Part>,
    /// Section 12.
    pub squads: Vec<Squad>,
    /// Section 13.
    pub squad_members: Vec<SquadMember>,
    /// Section 14.
    pub formations: Vec<Formation>,
    /// Section 15.
    pub formation_points: Vec<FormationPoint>,
    /// Section 16.
    pub curves: Vec<Curve>,
}

impl Tables {
    /// Reads every record of an image.
    pub fn read(image: &Image) -> Self {
        Self {
            globals: image.records().collect(),
            ships: image.records().collect(),
            flight_groups: image.records().collect(),
            triggers: image.records().collect(),
            objects: image.records().collect(),
            parts: image.records().collect(),
            squads: image.records().collect(),
            squad_members: image.records().collect(),
            formations: image.records().collect(),
            formation_points: image.records().collect(),
            curves: image.records().collect(),
        }
    }

    /// Who owns each trigger: the lowest object ID whose slice holds it, by trigger index.
    ///
    /// A slice that runs past the triggers owns those that exist.
    pub fn trigger_owners(&self) -> Vec<Option<u16>> {
        let mut owners = vec![None; self.triggers.len()];
        for (id, object) in (0..=u16::MAX).zip(&self.objects) {
            let first = usize::from(object.first_trigger);
            let count = usize::from(object.trigger_count);
            for owner in owners.iter_mut().skip(first).take(count) {
                if owner.is_none() {
                    *owner = Some(id);
                }
            }
        }
        owners
    }
}

/// The words that section 24 of a new mission holds: one for each command (dte-format 2.14).
///
/// Bit 0 decides whether a command that walks ships takes in the players' ships inside flight groups.
pub const COMMAND_FLAGS: [u8; 95] = [
    0x03, 0x0F, 0x01, 0x01, 0x01, 0x01, 0x01, 0x00, 0x07, 0x00, 0x01, 0x0F, 0x00, 0x00, 0x03, 0x00,
    0x1F, 0x03, 0x07, 0x07, 0x01, 0x01, 0x01, 0x00, 0x07, 0x07, 0x03, 0x00, 0x03, 0x03, 0x00, 0x01,
    0x01, 0x03, 0x03, 0x03, 0x00, 0x03, 0x07, 0x01, 0x07, 0x07, 0x07, 0x03, 0x03, 0x00, 0x01, 0x03,
    0x03, 0x03, 0x00, 0x03, 0x03, 0x03, 0x03, 0x00, 0x00, 0x01, 0x01, 0x03, 0x01, 0x03, 0x03, 0x00,
    0x01, 0x01, 0x03, 0x03, 0x07, 0x01, 0x03, 0x00, 0x03, 0x03, 0x03, 0x00, 0x01, 0x00, 0x03, 0x00,
    0x00, 0x00, 0x1F, 0x01, 0x03, 0x03, 0x01, 0x00, 0x03, 0x01, 0x01, 0x03, 0x03, 0x03, 0x03,
];

/// [`COMMAND_FLAGS`] as the bytes of section 24.
pub fn command_flags() -> Vec<u8> {
    COMMAND_FLAGS.iter().flat_map(|&flags| [flags, 0]).collect()
}

/// Whether an image's section 24 is what [`command_flags`] writes.
pub fn has_default_command_flags(image: &Image) -> bool {
    image.counted(SectionId::CommandFlags) == command_flags()
}

/// The words of an image's section 24, which the game reads whatever the count says (dte-format 2.14):
/// one for each command at least, as far as the section's room goes, and as many as it counts.
pub fn command_flag_words(image: &Image) -> Vec<u16> {
    let counted = image.counted(SectionId::CommandFlags);
    let room = image.room(SectionId::CommandFlags);
    let len = counted.len().max(command_flags().len().min(room.len()));
    let words = room.get(..len).unwrap_or(counted).chunks_exact(2);
    words
        .filter_map(|word| crate::bytes::get(word, 0))
        .collect()
}
