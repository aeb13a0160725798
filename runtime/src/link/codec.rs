//! Messages from frames and to frames.

use super::frame::{Frame, payload_limit};
use super::message::{
    ConsoleLine, Hello, MessageError, MissionStarted, RunControl, ScriptFlags, TABLE_COUNTS,
    ToEditor, ToGame, message_name,
};
use super::state::State;
use super::table::LiveTable;
use super::{tag, text};

/// Bytes of a mission's ship record.
const SHIP_BYTES: usize = 0x4C;

/// The table that a tag copies.
fn table_of(tag: u16) -> Option<LiveTable> {
    TABLES
        .iter()
        .find(|(of, _)| *of == tag)
        .map(|(_, table)| *table)
}

const TABLES: [(u16, LiveTable); 10] = [
    (tag::COPY_SCRIPT, LiveTable::Script),
    (tag::COPY_PARTS, LiveTable::Parts),
    (tag::COPY_TRIGGERS, LiveTable::Triggers),
    (tag::COPY_FLIGHT_GROUPS, LiveTable::FlightGroups),
    (tag::COPY_OBJECTS, LiveTable::Objects),
    (tag::COPY_SQUADS, LiveTable::Squads),
    (tag::COPY_SQUAD_MEMBERS, LiveTable::SquadMembers),
    (tag::COPY_FORMATIONS, LiveTable::Formations),
    (tag::COPY_FORMATION_POINTS, LiveTable::FormationPoints),
    (tag::COPY_CURVES, LiveTable::Curves),
];

impl ToGame {
    /// Reads a message.
    ///
    /// # Errors
    /// [`MessageError::Size`] where the payload ends before the message's fields do, and
    /// [`MessageError::Missing`] for a console line without its line.
    pub fn from_frame(frame: Frame) -> Result<Self, MessageError> {
        let Frame { tag, payload } = frame;
        if let Some(table) = table_of(tag) {
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
                let fields = fields.at_least(2 * TABLE_COUNTS)?;
                let mut counts = Box::new([0; TABLE_COUNTS]);
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

impl ToEditor {
    /// Reads a message.
    ///
    /// # Errors
    /// [`MessageError::Size`] where the payload ends before the message's fields do,
    /// [`MessageError::Missing`] and [`MessageError::Value`] for a text whose protocol, number or file
    /// cannot be told, and [`MessageError::State`].
    pub fn from_frame(frame: Frame) -> Result<Self, MessageError> {
        let Frame { tag, payload } = frame;
        let fields = Fields {
            tag,
            payload: &payload,
        };
        Ok(match tag {
            tag::SCRIPT_STOPPED => Self::ScriptStopped(fields.at_least(4)?.dword(0)),
            tag::FIRST_FINISHED => Self::FirstFinished(fields.at_least(4)?.dword(0) != 0),
            tag::HELLO => {
                let text = fields.text();
                let known = ["protocol", "openreliant", "game", "vm"];
                let others = text::fields(&text.text).filter(|(_, key, _)| !known.contains(key));
                Self::Hello(Hello {
                    protocol: text.number("protocol")?,
                    openreliant: text.word("openreliant"),
                    game: text.word("game"),
                    vm: text.word("vm"),
                    others: others
                        .filter(|(_, key, _)| text::is_key(key))
                        .map(|(_, key, value)| (key.to_owned(), value.to_owned()))
                        .collect(),
                })
            }
            tag::MISSION_STARTED => {
                let text = fields.text();
                Self::MissionStarted(MissionStarted {
                    number: text.number("number")?,
                    file: text.needed("file")?.to_owned(),
                })
            }
            tag::MISSION_ENDED => Self::MissionEnded,
            tag::MISSION_FILE => Self::MissionFile(payload),
            tag::STATE => Self::State(Box::new(State::from_text(&fields.text().text)?)),
            _ => Self::Other { tag, payload },
        })
    }

    /// Its tag.
    pub fn tag(&self) -> u16 {
        match self {
            Self::ScriptStopped(_) => tag::SCRIPT_STOPPED,
            Self::FirstFinished(_) => tag::FIRST_FINISHED,
            Self::Hello(_) => tag::HELLO,
            Self::MissionStarted(_) => tag::MISSION_STARTED,
            Self::MissionEnded => tag::MISSION_ENDED,
            Self::MissionFile(_) => tag::MISSION_FILE,
            Self::State(_) => tag::STATE,
            Self::Other { tag, .. } => *tag,
        }
    }

    /// Writes the message.
    ///
    /// # Errors
    /// [`MessageError::TooLarge`], and [`MessageError::NotOneLine`] for a text that is more than one
    /// line.
    pub fn to_frame(&self) -> Result<Frame, MessageError> {
        let payload = match self {
            Self::ScriptStopped(offset) => dwords(&[*offset]),
            Self::FirstFinished(finished) => dwords(&[u32::from(*finished)]),
            Self::Hello(hello) => {
                let mut lines = Lines::of(self.tag());
                lines.push("protocol", &hello.protocol.to_string())?;
                lines.push("openreliant", &hello.openreliant)?;
                lines.push("game", &hello.game)?;
                lines.push("vm", &hello.vm)?;
                for (key, value) in &hello.others {
                    lines.push(key, value)?;
                }
                lines.payload()
            }
            Self::MissionStarted(started) => {
                let mut lines = Lines::of(self.tag());
                lines.push("number", &started.number.to_string())?;
                lines.push("file", &started.file)?;
                lines.payload()
            }
            Self::MissionEnded => Vec::new(),
            Self::MissionFile(bytes) | Self::Other { payload: bytes, .. } => bytes.clone(),
            Self::State(state) => state.to_text().into_bytes(),
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

fn dwords(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A frame, if its payload fits its tag.
fn fitting(tag: u16, payload: Vec<u8>) -> Result<Frame, MessageError> {
    let limit = payload_limit(tag);
    if payload.len() > limit {
        return Err(MessageError::TooLarge {
            message: message_name(tag),
            size: payload.len(),
            limit,
        });
    }
    Ok(Frame { tag, payload })
}

/// A payload to read fields from.
struct Fields<'a> {
    tag: u16,
    payload: &'a [u8],
}

impl Fields<'_> {
    fn at_least(self, wanted: usize) -> Result<Self, MessageError> {
        if self.payload.len() < wanted {
            return Err(MessageError::Size {
                message: message_name(self.tag),
                size: self.payload.len(),
                wanted,
            });
        }
        Ok(self)
    }

    /// Bytes at a place that is known to be there.
    fn bytes<const N: usize>(&self, at: usize) -> [u8; N] {
        let rest = self.payload.get(at..).unwrap_or_default();
        rest.first_chunk().copied().unwrap_or([0; N])
    }

    fn dword(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.bytes(at))
    }

    fn halfword(&self, at: usize) -> u16 {
        u16::from_le_bytes(self.bytes(at))
    }

    /// Bytes that are no text are shown as such, so that a file's odd name cuts no link.
    fn text(&self) -> Text<'_> {
        Text {
            tag: self.tag,
            text: String::from_utf8_lossy(self.payload),
        }
    }
}

/// A payload of text to read.
struct Text<'a> {
    tag: u16,
    text: std::borrow::Cow<'a, str>,
}

impl Text<'_> {
    /// The last line with a key, with its number.
    fn line(&self, key: &str) -> Option<(usize, &str)> {
        text::fields(&self.text)
            .filter(|(_, name, _)| *name == key)
            .last()
            .map(|(line, _, value)| (line, value))
    }

    fn word(&self, key: &str) -> String {
        let value = self.line(key).map(|(_, value)| value);
        value.unwrap_or_default().to_owned()
    }

    fn needed(&self, key: &'static str) -> Result<&str, MessageError> {
        let value = self.line(key).map(|(_, value)| value);
        value.ok_or_else(|| self.missing(key))
    }

    fn number(&self, key: &'static str) -> Result<u32, MessageError> {
        let (line, value) = self.line(key).ok_or_else(|| self.missing(key))?;
        value.parse().map_err(|_| MessageError::Value {
            message: message_name(self.tag),
            key,
            value: text::shown(value),
            line,
        })
    }

    fn missing(&self, key: &'static str) -> MessageError {
        MessageError::Missing {
            message: message_name(self.tag),
            key,
        }
    }
}

/// A payload of text to write.
struct Lines {
    tag: u16,
    text: String,
}

impl Lines {
    fn of(tag: u16) -> Self {
        Self {
            tag,
            text: String::new(),
        }
    }

    fn push(&mut self, key: &str, value: &str) -> Result<(), MessageError> {
        if !text::is_key(key) || !text::is_one_line(value) {
            return Err(MessageError::NotOneLine {
                message: message_name(self.tag),
                key: text::shown(key),
            });
        }
        text::push(&mut self.text, key, value);
        Ok(())
    }

    fn payload(self) -> Vec<u8> {
        self.text.into_bytes()
    }
}
