//! Messages from frames and to frames.

mod to_editor;
mod to_game;

use super::frame::{Frame, payload_limit};
use super::message::{MessageError, message_name};
use super::text;

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
