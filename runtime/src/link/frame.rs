//! A message's bytes: a header of eight, then its payload.

use std::fmt;

/// Bytes of a header: the tag (u16), 0 (u16) and the payload's size (u32), little-endian.
pub const HEADER_BYTES: usize = 8;
/// Bytes that a payload of the original's tags has at most: the size of the block that the original
/// shared with its editor.
pub const MOST_PAYLOAD_ORIGINAL: usize = 0xD_4A08;
/// Bytes that a payload of any other tag has at most: 16 MiB. No source gives a limit of its own for
/// these; a mission's file has less than 1 MiB.
pub const MOST_PAYLOAD: usize = 16 << 20;
/// The first tag that is not the original's.
const FIRST_OWN: u16 = 0x100;
/// Bytes that were taken are kept at most until the rest is moved to the front.
const MOST_TAKEN: usize = 64 << 10;

/// A message as it travels.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Frame {
    /// What it is.
    pub tag: u16,
    /// What it says; as long as [`payload_limit`] lets it be.
    pub payload: Vec<u8>,
}

/// Why bytes are not a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The payload is larger than its tag allows.
    #[error(
        "message 0x{tag:X} at byte {offset} of the stream claims a payload of {size} bytes, and its \
         tag allows {limit}; the other side does not speak the editor link, or not this version"
    )]
    TooLarge {
        /// The message's tag.
        tag: u16,
        /// Bytes that its header claims.
        size: u64,
        /// Bytes that its tag allows.
        limit: usize,
        /// Where its header starts, in bytes from the stream's start.
        offset: u64,
    },
    /// The header's second halfword is not 0.
    #[error(
        "message 0x{tag:X} at byte {offset} of the stream, with a payload of {size} bytes, has \
         0x{reserved:X} where a header has 0; the other side does not speak the editor link"
    )]
    Reserved {
        /// The message's tag.
        tag: u16,
        /// The halfword.
        reserved: u16,
        /// Bytes that its header claims.
        size: u64,
        /// Where its header starts, in bytes from the stream's start.
        offset: u64,
    },
    /// The stream ended within a message.
    #[error(
        "the stream ended at byte {end}, within a message that starts at byte {offset} and lacks \
         {missing} more; the other side went while it was writing"
    )]
    Cut {
        /// Where its header starts, in bytes from the stream's start.
        offset: u64,
        /// Where the stream ended.
        end: u64,
        /// Bytes that are missing: of the header, if that is not whole, else of the payload.
        missing: u64,
    },
}

/// Bytes that a payload with this tag has at most.
pub fn payload_limit(tag: u16) -> usize {
    if tag < FIRST_OWN {
        MOST_PAYLOAD_ORIGINAL
    } else {
        MOST_PAYLOAD
    }
}

impl Frame {
    /// A message.
    pub fn new(tag: u16, payload: impl Into<Vec<u8>>) -> Self {
        Self {
            tag,
            payload: payload.into(),
        }
    }

    /// Its header and payload.
    ///
    /// # Errors
    /// [`FrameError::TooLarge`], with an offset of 0.
    pub fn to_bytes(&self) -> Result<Vec<u8>, FrameError> {
        let limit = payload_limit(self.tag);
        let len = self.payload.len();
        let size = u32::try_from(len).ok().filter(|_| len <= limit);
        let size = size.ok_or(FrameError::TooLarge {
            tag: self.tag,
            size: len as u64,
            limit,
            offset: 0,
        })?;
        let mut bytes = Vec::with_capacity(len.saturating_add(HEADER_BYTES));
        bytes.extend(self.tag.to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(size.to_le_bytes());
        bytes.extend(&self.payload);
        Ok(bytes)
    }
}

impl fmt::Debug for Frame {
    /// The payload's first bytes tell enough of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<u8> = self.payload.iter().take(16).copied().collect();
        write!(
            f,
            "Frame(0x{:X}, {} bytes: {shown:02X?})",
            self.tag,
            self.payload.len()
        )
    }
}

/// Takes messages out of a stream that comes in pieces.
///
/// It holds what was pushed and not taken, and nothing for what a header only claims.
#[derive(Debug, Clone, Default)]
pub struct FrameReader {
    bytes: Vec<u8>,
    /// Bytes at the front that were taken.
    taken: usize,
    /// Where the first byte held stands in the stream.
    start: u64,
    /// What went wrong; nothing can be read behind it.
    broken: Option<FrameError>,
}

/// A header that was read and found fit.
struct Header {
    tag: u16,
    size: usize,
}

impl FrameReader {
    /// A reader at the start of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what came next.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.broken.is_none() {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Bytes that were pushed and not taken yet.
    pub fn waiting(&self) -> usize {
        self.bytes.len().saturating_sub(self.taken)
    }

    /// The next message; `None` until the rest of it is pushed.
    ///
    /// # Errors
    /// [`FrameError::TooLarge`] and [`FrameError::Reserved`], as soon as the header is there; the
    /// same again ever after, since nobody knows where the next message starts.
    pub fn take(&mut self) -> Result<Option<Frame>, FrameError> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let header = match self.header() {
            Ok(Some(header)) => header,
            Ok(None) => return Ok(None),
            Err(error) => {
                self.bytes = Vec::new();
                self.broken = Some(error.clone());
                return Err(error);
            }
        };
        let from = self.taken.saturating_add(HEADER_BYTES);
        let to = from.saturating_add(header.size);
        let Some(payload) = self.bytes.get(from..to) else {
            return Ok(None);
        };
        let frame = Frame::new(header.tag, payload);
        self.taken = to;
        self.compact();
        Ok(Some(frame))
    }

    /// Says whether the stream ended between two messages.
    ///
    /// # Errors
    /// [`FrameError::Cut`], or what [`Self::take`] last found wrong.
    pub fn finish(&self) -> Result<(), FrameError> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let held = self.waiting();
        if held == 0 {
            return Ok(());
        }
        let wanted = match self.header()? {
            Some(header) => HEADER_BYTES.saturating_add(header.size),
            None => HEADER_BYTES,
        };
        let offset = self.offset();
        Err(FrameError::Cut {
            offset,
            end: offset.saturating_add(held as u64),
            missing: wanted.saturating_sub(held) as u64,
        })
    }

    /// Where the next message starts in the stream.
    fn offset(&self) -> u64 {
        self.start.saturating_add(self.taken as u64)
    }

    fn header(&self) -> Result<Option<Header>, FrameError> {
        let rest = self.bytes.get(self.taken..).unwrap_or_default();
        let Some(&[t0, t1, r0, r1, s0, s1, s2, s3]) = rest.first_chunk::<HEADER_BYTES>() else {
            return Ok(None);
        };
        let tag = u16::from_le_bytes([t0, t1]);
        let reserved = u16::from_le_bytes([r0, r1]);
        let claimed = u32::from_le_bytes([s0, s1, s2, s3]);
        if reserved != 0 {
            return Err(FrameError::Reserved {
                tag,
                reserved,
                size: u64::from(claimed),
                offset: self.offset(),
            });
        }
        let limit = payload_limit(tag);
        match usize::try_from(claimed) {
            Ok(size) if size <= limit => Ok(Some(Header { tag, size })),
            _ => Err(FrameError::TooLarge {
                tag,
                size: u64::from(claimed),
                limit,
                offset: self.offset(),
            }),
        }
    }

    /// Lets go of what was taken, once it is much: a byte is moved no more often than it was pushed.
    fn compact(&mut self) {
        let waiting = self.waiting();
        if waiting == 0 || (self.taken >= MOST_TAKEN && self.taken >= waiting) {
            self.bytes.drain(..self.taken);
            self.start = self.start.saturating_add(self.taken as u64);
            self.taken = 0;
        }
        // One large message must not keep its room for good.
        if self.bytes.capacity() > MOST_TAKEN && self.bytes.len() < self.bytes.capacity() / 4 {
            self.bytes.shrink_to(MOST_TAKEN.max(self.bytes.len()));
        }
    }
}
