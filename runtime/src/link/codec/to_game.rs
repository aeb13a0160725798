//! The messages of an editor.

use crate::live::{LiveTable, TABLE_ENTRIES};

use super::super::frame::Frame;
use super::super::message::{ConsoleLine, MessageError, RunControl, ScriptFlags, ToGame};
use super::super::tag;
use super::{Fields, Lines, dwords, fitting};

/// Bytes of a mission's ship record.
const SHIP_BYTES: usize = 0x4C;

impl ToGame {
    /// Reads a message.
    ///
    /// # Errors
    /// [`MessageError::Size`] where the payload ends before the message's fields do, and
    /// [`MessageError::Missing`] for a console line without its line.
    pub fn from_frame(frame: Frame) -> Result<Self, MessageError> {
        let Frame { tag, payload } = frame;
        if let Some(table) = LiveTable::from_tag(tag) {
            return Ok(Self::CopyTable(table, payload));
        }
        let fields = Fields {
            tag,
            payload: &payload,
        };
        Ok(match tag {
            tag::PLACE_SHIPS => Self::PlaceShips(payload),
            tag::MOVE_SHIP => {
                let fields = fields.at_least(20)?;
                let float = |at| f32::from_bits(fields.dword(at));
                Self::MoveShip {
                    object_id: fields.dword(0),
                    unknown: fields.dword(4),
                    place: [float(8), float(12), float(16)],
                }
            }
            tag::SET_TABLE_COUNTS => {
                let fields = fields.at_least(2 * TABLE_ENTRIES)?;
                let mut counts = Box::new([0; TABLE_ENTRIES]);
                for (entry, count) in counts.iter_mut().enumerate() {
                    *count = fields.halfword(2 * entry);
                }
                Self::SetTableCounts(counts)
            }
            tag::COPY_SHIPS => Self::CopyShips(payload),
            tag::COPY_SCRIPT_FLAGS => Self::CopyScriptFlags(ScriptFlags(payload)),
            tag::BIND_TABLES => Self::BindTables,
            tag::RENUMBER_TIMER_PARTS => {
                let fields = fields.at_least(6)?;
                Self::RenumberTimerParts {
                    first: fields.dword(0),
                    added: fields.halfword(4).cast_signed(),
                }
            }
            tag::RETIRE_SHIP => {
                fields.at_least(SHIP_BYTES)?;
                Self::RetireShip(payload)
            }
            tag::REMAKE_SHIP => {
                fields.at_least(SHIP_BYTES)?;
                Self::RemakeShip(payload)
            }
            tag::NOTHING => Self::Nothing,
            tag::VIEW_SHIP => Self::ViewShip(fields.at_least(4)?.dword(0)),
            tag::RUN_CONTROL => {
                let fields = fields.at_least(8)?;
                Self::RunControl(RunControl::from_words(fields.dword(0), fields.dword(4)))
            }
            tag::PICK_SHIP => Self::PickShip(fields.at_least(2)?.halfword(0)),
            tag::KEEP_BYTES => Self::KeepBytes(fields.at_least(32)?.bytes(0)),
            tag::GET_MISSION => Self::GetMission,
            tag::GET_STATE => Self::GetState,
            tag::CONSOLE_LINE => Self::ConsoleLine(ConsoleLine {
                line: fields.text().needed("line")?.to_owned(),
            }),
            _ => Self::Other { tag, payload },
        })
    }

    /// Its tag.
    pub fn tag(&self) -> u16 {
        match self {
            Self::PlaceShips(_) => tag::PLACE_SHIPS,
            Self::MoveShip { .. } => tag::MOVE_SHIP,
            Self::SetTableCounts(_) => tag::SET_TABLE_COUNTS,
            Self::CopyTable(table, _) => tag_of(*table),
            Self::CopyShips(_) => tag::COPY_SHIPS,
            Self::CopyScriptFlags(_) => tag::COPY_SCRIPT_FLAGS,
            Self::BindTables => tag::BIND_TABLES,
            Self::RenumberTimerParts { .. } => tag::RENUMBER_TIMER_PARTS,
            Self::RetireShip(_) => tag::RETIRE_SHIP,
            Self::RemakeShip(_) => tag::REMAKE_SHIP,
            Self::Nothing => tag::NOTHING,
            Self::ViewShip(_) => tag::VIEW_SHIP,
            Self::RunControl(_) => tag::RUN_CONTROL,
            Self::PickShip(_) => tag::PICK_SHIP,
            Self::KeepBytes(_) => tag::KEEP_BYTES,
            Self::GetMission => tag::GET_MISSION,
            Self::GetState => tag::GET_STATE,
            Self::ConsoleLine(_) => tag::CONSOLE_LINE,
            Self::Other { tag, .. } => *tag,
        }
    }

    /// Writes the message.
    ///
    /// # Errors
    /// [`MessageError::TooLarge`], and [`MessageError::NotOneLine`] for a console line with a line's
    /// end in it.
    pub fn to_frame(&self) -> Result<Frame, MessageError> {
        let payload = match self {
            Self::PlaceShips(bytes)
            | Self::CopyTable(_, bytes)
            | Self::CopyShips(bytes)
            | Self::CopyScriptFlags(ScriptFlags(bytes))
            | Self::RetireShip(bytes)
            | Self::RemakeShip(bytes)
            | Self::Other { payload: bytes, .. } => bytes.clone(),
            Self::MoveShip {
                object_id,
                unknown,
                place,
            } => {
                let [x, y, z] = place.map(f32::to_bits);
                dwords(&[*object_id, *unknown, x, y, z])
            }
            Self::SetTableCounts(counts) => counts
                .iter()
                .flat_map(|count| count.to_le_bytes())
                .collect(),
            Self::RenumberTimerParts { first, added } => {
                let mut payload = dwords(&[*first]);
                payload.extend(added.to_le_bytes());
                payload
            }
            Self::ViewShip(ship) => dwords(&[*ship]),
            Self::RunControl(control) => {
                let (command, argument) = control.words();
                dwords(&[command, argument])
            }
            Self::PickShip(ship) => ship.to_le_bytes().to_vec(),
            Self::KeepBytes(bytes) => bytes.to_vec(),
            Self::BindTables | Self::Nothing | Self::GetMission | Self::GetState => Vec::new(),
            Self::ConsoleLine(console) => {
                let mut lines = Lines::of(self.tag());
                lines.push("line", &console.line)?;
                lines.payload()
            }
        };
        fitting(self.tag(), payload)
    }
}

/// The tag that copies a table.
fn tag_of(table: LiveTable) -> u16 {
    match table {
        LiveTable::Script => tag::COPY_SCRIPT,
        LiveTable::Parts => tag::COPY_PARTS,
        LiveTable::Triggers => tag::COPY_TRIGGERS,
        LiveTable::FlightGroups => tag::COPY_FLIGHT_GROUPS,
        LiveTable::Objects => tag::COPY_OBJECTS,
        LiveTable::Squads => tag::COPY_SQUADS,
        LiveTable::SquadMembers => tag::COPY_SQUAD_MEMBERS,
        LiveTable::Formations => tag::COPY_FORMATIONS,
        LiveTable::FormationPoints => tag::COPY_FORMATION_POINTS,
        LiveTable::Curves => tag::COPY_CURVES,
    }
}
