//! The 27 sections of an image and where the mission template has them (dte-format 1.3).

/// A section of an image, by what it holds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum SectionId {
    /// 0: the string pool.
    Strings,
    /// 1: operand table, first bank; undecoded.
    OperandsA,
    /// 2: the script's globals.
    Globals,
    /// 3: placed objects.
    Ships,
    /// 4: flight groups.
    FlightGroups,
    /// 5: triggers.
    Triggers,
    /// 6: the script.
    Script,
    /// 7: the object table, indexed by object ID.
    Objects,
    /// 8: parts, the script's named routines.
    Parts,
    /// 9: unknown.
    Unknown9,
    /// 10: the debugger's flags, one a script byte.
    ScriptFlags,
    /// 11: one unknown dword.
    Targets,
    /// 12: squads.
    Squads,
    /// 13: squad members.
    SquadMembers,
    /// 14: formations.
    Formations,
    /// 15: formation points.
    FormationPoints,
    /// 16: curves.
    Curves,
    /// 17: parts of the second script layer.
    PartsB,
    /// 18: script of the second layer.
    ScriptB,
    /// 19: records of 12 bytes that nothing fills.
    Unused19,
    /// 20: unknown, empty.
    Unused20,
    /// 21: the mission's name, a convention of OpenReliant.
    MissionName,
    /// 22: operand table, second bank; undecoded.
    OperandsB,
    /// 23: unknown.
    Unknown23,
    /// 24: one halfword for each command.
    CommandFlags,
    /// 25: the same for the second layer.
    CommandFlagsB,
    /// 26: operand table, third bank; undecoded.
    OperandsC,
}

/// What the template says of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionSpec {
    /// The section.
    pub id: SectionId,
    /// Its name in the field's tools.
    pub name: &'static str,
    /// Bytes from the start of a template image.
    pub offset: usize,
    /// Bytes up to the next section.
    pub room: usize,
    /// Bytes for each unit of the directory's count; where no source knows, 1.
    pub stride: usize,
}

impl SectionSpec {
    /// How many units of the count fit the room.
    pub fn capacity(&self) -> usize {
        self.room / self.stride
    }
}

/// Number of sections that the game reads.
pub const SECTION_COUNT: usize = 27;
/// Directory slots that the template reserves; those past 26 hold the size or nothing.
pub const DIRECTORY_SLOTS: usize = 128;
/// Bytes of a directory entry.
pub const ENTRY_SIZE: usize = 8;
/// Slot whose offset holds the file's size.
pub const SIZE_SLOT: usize = 27;
/// Offset of a section that is not used.
pub const UNUSED: u32 = 0xFFFF;
/// Bytes of a template image without a mission name.
pub const TEMPLATE_SIZE: usize = 0xC_FBE7;
/// Bytes that the game reads of a loose file.
pub const MAX_FILE_SIZE: usize = 0xF_A000;
/// Format flags of most shipped missions, and of ours; nothing in the game reads them.
pub const DEFAULT_FLAGS: u8 = 0x0F;

macro_rules! sections {
    ($($id:ident $name:literal $offset:literal $room:literal $stride:literal;)*) => {
        /// Every section of the template, in directory order.
        pub const SECTIONS: [SectionSpec; SECTION_COUNT] = [$(SectionSpec {
            id: SectionId::$id, name: $name, offset: $offset, room: $room, stride: $stride,
        }),*];
    };
}
sections! {
    Strings         "strings"          0x00400  65_535  1;
    OperandsA       "operands_a"       0x103FF 131_064  2;
    Globals         "globals"          0x303F7   3_072 12;
    Ships           "ships"            0x30FF7  38_912 76;
    FlightGroups    "flight_groups"    0x3A7F7   5_120 20;
    Triggers        "triggers"         0x3BBF7  49_152 48;
    Script          "script"           0x47BF7  65_536  2;
    Objects         "objects"          0x57BF7   7_168  8;
    Parts           "parts"            0x597F7   7_168 28;
    Unknown9        "unknown_9"        0x5B3F7   4_096  4;
    ScriptFlags     "script_flags"     0x5C3F7  65_532  1;
    Targets         "targets"          0x6C3F3       4  4;
    Squads          "squads"           0x6C3F7   1_536 12;
    SquadMembers    "squad_members"    0x6C9F7   9_216 12;
    Formations      "formations"       0x6EDF7     512  8;
    FormationPoints "formation_points" 0x6EFF7   8_192 16;
    Curves          "curves"           0x70FF7  17_408 68;
    PartsB          "parts_b"          0x753F7   7_168 28;
    ScriptB         "script_b"         0x76FF7  65_536  2;
    Unused19        "unused_19"        0x86FF7   3_072 12;
    Unused20        "unused_20"        0x87BF7  30_720  1;
    MissionName     "mission_name"     0x8F3F7       0  1;
    OperandsB       "operands_b"       0x8F3F7 131_064  2;
    Unknown23       "unknown_23"       0xAF3EF   1_024  2;
    CommandFlags    "command_flags"    0xAF7EF     512  2;
    CommandFlagsB   "command_flags_b"  0xAF9EF     512  2;
    OperandsC       "operands_c"       0xAFBEF 131_064  2;
}

impl SectionId {
    /// Every section, in directory order.
    pub fn all() -> impl Iterator<Item = SectionId> {
        SECTIONS.iter().map(|spec| spec.id)
    }

    /// The section's directory slot, 0 to 26.
    pub fn number(self) -> usize {
        self as usize
    }

    /// What the template says of it.
    pub fn spec(self) -> &'static SectionSpec {
        // The table has one row a variant, in order; the tests hold it to that.
        SECTIONS.get(self.number()).unwrap_or(&SECTIONS[0])
    }

    /// Its name in the field's tools.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The section with this name.
    pub fn from_name(name: &str) -> Option<SectionId> {
        SECTIONS
            .iter()
            .find(|spec| spec.name == name)
            .map(|spec| spec.id)
    }

    /// The section in this directory slot.
    pub fn from_number(number: usize) -> Option<SectionId> {
        SECTIONS.get(number).map(|spec| spec.id)
    }
}

/// The names of the section's slot rows stay in step with the enum.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_directory_order() {
        for (number, spec) in SECTIONS.iter().enumerate() {
            assert_eq!(spec.id.number(), number, "{}", spec.name);
            assert_eq!(spec.id.spec(), spec);
            assert_eq!(
                spec.room % spec.stride,
                0,
                "{} is a whole number of records",
                spec.name
            );
        }
    }

    /// dte-format 1.3: sections 21 and 22 share an offset, every other one ends where the next
    /// begins, and the last ends with the file.
    #[test]
    fn rooms_tile_the_template() {
        let mut end = DIRECTORY_SLOTS * ENTRY_SIZE;
        for spec in &SECTIONS {
            assert_eq!(spec.offset, end, "{}", spec.name);
            end = spec.offset + spec.room;
        }
        assert_eq!(end, TEMPLATE_SIZE);
        assert_eq!(TEMPLATE_SIZE, 850_919);
    }
}
