//! The string pool, and the game's one-byte text.
//!
//! A name is a byte offset into the pool, up to its NUL (dte-format 2.1). The game's text is one
//! byte a character; we read it as Latin-1, so every byte is a character and comes back as itself.

use std::collections::HashMap;

use crate::error::{Cause, Error, Place};
use crate::sections::SectionId;
use crate::warning::Oddity;

/// Offset that stands for no name.
pub const NO_NAME: u16 = 0xFFFF;

/// Reads one-byte text as Latin-1.
pub fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Writes text as Latin-1, or gives the first character that it cannot hold.
///
/// A NUL counts as such a character, as it would end the text.
pub fn encode(text: &str) -> Result<Vec<u8>, char> {
    text.chars()
        .map(|character| match u8::try_from(u32::from(character)) {
            Ok(0) | Err(_) => Err(character),
            Ok(byte) => Ok(byte),
        })
        .collect()
}

/// The names of an image, read over the whole room of section 0, since the count may not cover
/// them all (dte-format 1.6).
#[derive(Debug, Clone, Copy)]
pub struct StringPool<'a> {
    room: &'a [u8],
}

impl<'a> StringPool<'a> {
    /// A pool over the bytes of section 0's room.
    pub fn new(room: &'a [u8]) -> Self {
        Self { room }
    }

    /// The bytes of the name at `offset`, without the NUL; `None` for no name.
    ///
    /// A name outside the pool reads as none, and one without a NUL up to the pool's end; both come
    /// with an oddity.
    pub fn bytes(&self, offset: u16) -> (Option<&'a [u8]>, Option<Oddity>) {
        if offset == NO_NAME {
            return (None, None);
        }
        let Some(tail) = self
            .room
            .get(usize::from(offset)..)
            .filter(|tail| !tail.is_empty())
        else {
            return (None, Some(Oddity::NameOutsidePool { offset }));
        };
        match tail.iter().position(|&byte| byte == 0) {
            Some(end) => (tail.get(..end), None),
            None => (Some(tail), Some(Oddity::NameWithoutNul { offset })),
        }
    }

    /// The text of the name at `offset`; `None` for no name.
    pub fn text(&self, offset: u16) -> Option<String> {
        self.bytes(offset).0.map(decode)
    }

    /// Every text of the pool up to its last byte in use, with its offset.
    pub fn texts(&self) -> impl Iterator<Item = (u16, String)> + 'a {
        let used = used_len(self.room);
        let mut offset = 0;
        let room = self.room;
        std::iter::from_fn(move || {
            let tail = room.get(offset..used).filter(|tail| !tail.is_empty())?;
            let end = tail
                .iter()
                .position(|&byte| byte == 0)
                .unwrap_or(tail.len());
            let at = u16::try_from(offset).ok()?;
            offset += end + 1;
            Some((at, decode(tail.get(..end)?)))
        })
    }
}

/// Bytes up to the last that is not 0.
fn used_len(room: &[u8]) -> usize {
    room.iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1)
}

/// A string pool in the making, which holds each distinct name once.
#[derive(Debug, Clone, Default)]
pub struct PoolBuilder {
    bytes: Vec<u8>,
    offsets: HashMap<Vec<u8>, u16>,
}

impl PoolBuilder {
    /// An empty pool.
    pub fn new() -> Self {
        Self::default()
    }

    /// A pool that goes on after the names of an existing one, so that those keep their offsets.
    ///
    /// Goes by the room's last byte in use rather than the section's count, which may not cover
    /// every name (dte-format 7).
    pub fn from_room(room: &[u8]) -> Self {
        let used = used_len(room);
        let mut pool = Self {
            bytes: room.get(..used).unwrap_or_default().to_vec(),
            offsets: HashMap::new(),
        };
        if used > 0 {
            pool.bytes.push(0);
        }
        for (offset, text) in StringPool::new(room).texts() {
            if let Ok(bytes) = encode(&text) {
                pool.offsets.entry(bytes).or_insert(offset);
            }
        }
        pool
    }

    /// The offset of a name, which is added if it is new.
    ///
    /// # Errors
    /// [`Cause::NotOneByteText`] where the game's text cannot hold the name, and
    /// [`Cause::PoolFull`] where the pool has no more room for it.
    pub fn intern(&mut self, name: &str) -> Result<u16, Error> {
        let place = Place::section(SectionId::Strings);
        let bytes = encode(name).map_err(|character| {
            Cause::NotOneByteText {
                name: name.to_owned(),
                character,
            }
            .at(place)
        })?;
        if let Some(&offset) = self.offsets.get(&bytes) {
            return Ok(offset);
        }
        let capacity = SectionId::Strings.spec().room;
        let len = self.bytes.len() + bytes.len() + 1;
        let full = Cause::PoolFull { len, capacity }.at(place);
        let offset = u16::try_from(self.bytes.len()).map_err(|_| full.clone())?;
        if len > capacity || offset == NO_NAME {
            return Err(full);
        }
        self.bytes.extend_from_slice(&bytes);
        self.bytes.push(0);
        self.offsets.insert(bytes, offset);
        Ok(offset)
    }

    /// Bytes of the names so far.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is no name yet.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The pool's bytes, each name ended by a NUL.
    ///
    /// A count that would start the image with the mark of a compressed file is padded by NULs past
    /// the whole range that readers take for it (dte-format 1.5).
    pub fn finish(mut self) -> Vec<u8> {
        if self.bytes.len() >> 8 == 0xFB {
            self.bytes.resize(0xFC00, 0);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_from_their_offsets() {
        let mut pool = PoolBuilder::new();
        let start = pool.intern("(F)Start").unwrap();
        let player = pool.intern("Player").unwrap();
        assert_eq!((start, player), (0, 9));
        assert_eq!(
            pool.intern("(F)Start").unwrap(),
            start,
            "a name stands once"
        );
        let bytes = pool.finish();
        let read = StringPool::new(&bytes);
        assert_eq!(read.text(9).as_deref(), Some("Player"));
        assert_eq!(
            read.text(12).as_deref(),
            Some("yer"),
            "a name may start inside another"
        );
        assert_eq!(read.text(NO_NAME), None);
    }

    #[test]
    fn every_byte_is_a_character() {
        let all: Vec<u8> = (1..=255).collect();
        assert_eq!(encode(&decode(&all)).unwrap(), all);
        assert_eq!(encode("naïve"), Ok(vec![b'n', b'a', 0xEF, b'v', b'e']));
        assert_eq!(encode("Łódź"), Err('Ł'));
        assert_eq!(encode("a\0b"), Err('\0'));
    }

    #[test]
    fn broken_offsets_are_told() {
        let pool = StringPool::new(b"one\0two");
        assert_eq!(
            pool.bytes(4),
            (
                Some(&b"two"[..]),
                Some(Oddity::NameWithoutNul { offset: 4 })
            )
        );
        assert_eq!(
            pool.bytes(9),
            (None, Some(Oddity::NameOutsidePool { offset: 9 }))
        );
    }

    /// dte-format 1.5: a count of 0xFB10 would make an image start 10 FB.
    #[test]
    fn the_count_never_looks_compressed() {
        let mut pool = PoolBuilder::new();
        pool.intern(&"x".repeat(0xFB0F)).unwrap();
        assert_eq!(pool.finish().len(), 0xFC00);
    }

    #[test]
    fn a_full_pool_says_by_how_much() {
        let mut pool = PoolBuilder::new();
        pool.intern(&"x".repeat(65_000)).unwrap();
        let error = pool.intern(&"y".repeat(600)).unwrap_err();
        assert_eq!(
            error.cause,
            Cause::PoolFull {
                len: 65_602,
                capacity: 65_535
            }
        );
        assert!(error.to_string().contains("by 67 bytes"), "{error}");
    }

    #[test]
    fn an_existing_pool_goes_on_after_its_last_name() {
        let mut pool = PoolBuilder::from_room(b"one\0two\0\0\0\0");
        assert_eq!(pool.intern("two").unwrap(), 4);
        assert_eq!(pool.intern("three").unwrap(), 8);
        assert_eq!(pool.finish(), b"one\0two\0three\0");
    }
}
