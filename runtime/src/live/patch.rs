//! The bytes of an image, in the making.

use std::ops::Range;

use formats::sections::{ENTRY_SIZE, SECTION_COUNT};
use formats::{Image, SectionId};

/// Bytes of the directory that an image is read by.
const DIRECTORY: usize = SECTION_COUNT * ENTRY_SIZE;

/// A copy of an image's bytes that is written over where its sections lie.
///
/// It never grows, and its directory changes only in a section's count, up to what the section has
/// room for: it stays an image that can be read.
pub(crate) struct Patch {
    bytes: Vec<u8>,
}

impl Patch {
    /// The bytes of an image.
    pub(crate) fn of(image: &Image) -> Self {
        Self {
            bytes: image.bytes().to_vec(),
        }
    }

    /// Writes bytes at a place of a section's room, as many as the room holds; those that would lie
    /// in the directory, as in a file whose sections overlap it, are left out.
    pub(crate) fn write(&mut self, room: &Range<usize>, offset: usize, from: &[u8]) {
        let first = room.start.saturating_add(offset);
        let places = first..room.end;
        for (place, byte) in places.zip(from) {
            if place >= DIRECTORY
                && let Some(own) = self.bytes.get_mut(place)
            {
                *own = *byte;
            }
        }
    }

    /// Sets a section's count in the directory.
    pub(super) fn set_count(&mut self, id: SectionId, count: u16) {
        let at = id.number() * ENTRY_SIZE;
        for (own, byte) in self.bytes.iter_mut().skip(at).zip(count.to_le_bytes()) {
            *own = byte;
        }
    }

    /// The image.
    pub(crate) fn finish(self) -> Option<Image> {
        Image::read(self.bytes).ok().map(|read| read.value)
    }

    /// The bytes.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// The places that a section has for its records: from its start to the next section's, or to the
/// file's end; nothing for one that the mission does not use.
///
/// A section that counts nothing has no room where another has its records.
pub(crate) fn room(image: &Image, id: SectionId) -> Range<usize> {
    let Some(start) = image.offset(id) else {
        return 0..0;
    };
    let others = || SectionId::all().filter(move |&other| other != id);
    let shared = others().any(|other| image.offset(other) == Some(start) && image.count(other) > 0);
    if shared && image.count(id) == 0 {
        return start..start;
    }
    let next = others()
        .filter_map(|other| image.offset(other))
        .filter(|&other| other > start)
        .min();
    let len = image.bytes().len();
    start..next.unwrap_or(len).min(len).max(start)
}
