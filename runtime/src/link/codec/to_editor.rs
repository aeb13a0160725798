//! The messages of the game.

use super::super::frame::Frame;
use super::super::message::{Hello, MessageError, MissionStarted, ToEditor};
use super::super::state::State;
use super::super::{tag, text};
use super::{Fields, Lines, dwords, fitting};

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
