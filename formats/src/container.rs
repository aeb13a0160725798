//! The image: a directory of sections at fixed places (dte-format 1).

use crate::bytes::get;
use crate::error::{Cause, Error, Place};
use crate::records::Record;
use crate::sections::{
    DEFAULT_FLAGS, DIRECTORY_SLOTS, ENTRY_SIZE, MAX_FILE_SIZE, SECTION_COUNT, SIZE_SLOT, SectionId,
    TEMPLATE_SIZE, UNUSED,
};
use crate::strings::StringPool;
use crate::warning::{Oddity, Warning};
use crate::{Read, sections};

/// One entry of the directory (dte-format 1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Records, bytes or halfwords in use, as the section counts them.
    pub count: u16,
    /// Never used; kept as read.
    pub unused: u8,
    /// Four flags that nothing reads; every entry of one mission holds the same.
    pub flags: u8,
    /// Bytes from the start of the file; `0xFFFF` for a section that is not used.
    pub offset: u32,
}

impl Entry {
    fn get(bytes: &[u8], slot: usize) -> Option<Self> {
        let at = slot * ENTRY_SIZE;
        Some(Self {
            count: get(bytes, at)?,
            unused: get(bytes, at + 2)?,
            flags: get(bytes, at + 3)?,
            offset: get(bytes, at + 4)?,
        })
    }

    fn bytes(self) -> [u8; ENTRY_SIZE] {
        let [c0, c1] = self.count.to_le_bytes();
        let [o0, o1, o2, o3] = self.offset.to_le_bytes();
        [c0, c1, self.unused, self.flags, o0, o1, o2, o3]
    }

    /// Where the section starts, or `None` if it is not used.
    fn start(self) -> Option<usize> {
        (self.offset != UNUSED).then(|| usize::try_from(self.offset).unwrap_or(usize::MAX))
    }
}

/// A mission image whose directory has been read and whose sections all lie inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    bytes: Vec<u8>,
    entries: [Entry; SECTION_COUNT],
}

impl Image {
    /// Reads an image as it lies on disk, expanded.
    ///
    /// Accepts all that dte-format 1.6 lists: any layout, unused sections, stale bytes.
    ///
    /// # Errors
    /// [`Cause::TooShort`], [`Cause::Compressed`], and [`Cause::SectionPastEnd`] for a used section
    /// that does not lie in the file.
    pub fn read(bytes: Vec<u8>) -> Result<Read<Image>, Error> {
        if bytes.starts_with(&[0x10, 0xFB]) {
            return Err(Cause::Compressed.at(Place::offset(0)));
        }
        let too_short = || Cause::TooShort { len: bytes.len() }.at(Place::offset(bytes.len()));
        let mut entries = [Entry {
            count: 0,
            unused: 0,
            flags: 0,
            offset: UNUSED,
        }; SECTION_COUNT];
        for (slot, entry) in entries.iter_mut().enumerate() {
            *entry = Entry::get(&bytes, slot).ok_or_else(too_short)?;
        }
        let image = Image { bytes, entries };
        for id in SectionId::all() {
            image.check_bounds(id)?;
        }
        let warnings = image.oddities();
        Ok(Read {
            value: image,
            warnings,
        })
    }

    fn check_bounds(&self, id: SectionId) -> Result<(), Error> {
        let entry = self.entry(id);
        let Some(offset) = entry.start() else {
            return Ok(());
        };
        let (count, stride) = (usize::from(entry.count), id.spec().stride);
        let len = self.bytes.len();
        // The counts are 16 bits wide, so the product fits.
        if count > 0 && offset.saturating_add(count * stride) > len {
            let at = Place::section(id).at(id.number() * ENTRY_SIZE);
            return Err(Cause::SectionPastEnd {
                count,
                stride,
                offset,
                len,
            }
            .at(at));
        }
        Ok(())
    }

    fn oddities(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let first = self.entries[0].flags;
        for id in SectionId::all() {
            let flags = self.entry(id).flags;
            if flags != first {
                warnings.push(Oddity::MixedFlags { flags, first }.at(Place::section(id)));
            }
            for other in SectionId::all().take(id.number()) {
                if self.overlap(id, other) {
                    warnings.push(
                        Oddity::Overlap {
                            other: other.number(),
                        }
                        .at(Place::section(id)),
                    );
                }
            }
        }
        let flags = self.count(SectionId::ScriptFlags);
        let script = self.counted(SectionId::Script).len();
        if flags != script {
            let place = Place::section(SectionId::ScriptFlags);
            warnings.push(Oddity::FlagCount { flags, script }.at(place));
        }
        if self.bytes.len() > MAX_FILE_SIZE {
            let len = self.bytes.len();
            warnings.push(
                Oddity::CutByGame {
                    len,
                    max: MAX_FILE_SIZE,
                }
                .at(Place::offset(MAX_FILE_SIZE)),
            );
        }
        warnings
    }

    fn overlap(&self, a: SectionId, b: SectionId) -> bool {
        let range = |id: SectionId| {
            let start = self.offset(id)?;
            let end = start + self.counted(id).len();
            (end > start).then_some((start, end))
        };
        match (range(a), range(b)) {
            (Some((a_start, a_end)), Some((b_start, b_end))) => a_start < b_end && b_start < a_end,
            _ => false,
        }
    }

    /// The whole file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The whole file, given back.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// A section's directory entry.
    pub fn entry(&self, id: SectionId) -> Entry {
        // The array has an entry a section.
        self.entries
            .get(id.number())
            .copied()
            .unwrap_or(self.entries[0])
    }

    /// A directory slot past the sections, as the file has it: slot 27 holds the size, those from 28
    /// on nothing. `None` where the directory ends before it.
    pub fn spare_entry(&self, slot: usize) -> Option<Entry> {
        let first = self
            .entries
            .iter()
            .filter_map(|entry| entry.start())
            .min()?;
        ((slot + 1) * ENTRY_SIZE <= first).then(|| Entry::get(&self.bytes, slot))?
    }

    /// Where a section starts, in bytes from the start of the file; `None` if it is not used.
    pub fn offset(&self, id: SectionId) -> Option<usize> {
        self.entry(id).start()
    }

    /// How much of a section is in use, in its own unit; 0 for one that is not used.
    pub fn count(&self, id: SectionId) -> usize {
        match self.offset(id) {
            Some(_) => usize::from(self.entry(id).count),
            None => 0,
        }
    }

    /// The bytes that a section's count covers.
    pub fn counted(&self, id: SectionId) -> &[u8] {
        let len = self.count(id) * id.spec().stride;
        self.offset(id)
            .and_then(|start| self.bytes.get(start..start + len))
            .unwrap_or_default()
    }

    /// The bytes that a section owns: from its start up to the next section's, or the file's end.
    pub fn room(&self, id: SectionId) -> &[u8] {
        let Some(start) = self.offset(id) else {
            return &[];
        };
        let end = self
            .entries
            .iter()
            .filter_map(|entry| entry.start())
            .filter(|&other| other > start)
            .min()
            .unwrap_or(self.bytes.len());
        let end = end.max(start + self.counted(id).len());
        self.bytes
            .get(start..end.min(self.bytes.len()))
            .unwrap_or_default()
    }

    /// The records of a section that its count covers.
    pub fn records<R: Record>(&self) -> impl Iterator<Item = R> + use<'_, R> {
        self.counted(R::SECTION)
            .chunks_exact(R::SIZE)
            .filter_map(R::read)
    }

    /// The string pool, over the whole room of section 0.
    pub fn strings(&self) -> StringPool<'_> {
        StringPool::new(self.room(SectionId::Strings))
    }

    /// Whether every section stands where the template has it.
    pub fn is_template(&self) -> bool {
        self.bytes.len() >= TEMPLATE_SIZE
            && SectionId::all().all(|id| {
                let offset = self.offset(id);
                // A mission name is appended to the file and moves its slot there (dte-format 1.7).
                offset == Some(id.spec().offset)
                    || (id == SectionId::MissionName && offset == Some(TEMPLATE_SIZE))
            })
    }

    /// The mission's name, where section 21 holds one by OpenReliant's convention.
    pub fn mission_name(&self) -> Option<Read<String>> {
        MissionName::read(self.counted(SectionId::MissionName))
    }
}

/// The name that OpenReliant keeps in section 21 (dte-format 2.15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissionName;

impl MissionName {
    const TAG: [u8; 4] = *b"ORMN";
    const VERSION: u16 = 1;
    /// Bytes before the name: tag, version and length.
    const HEADER: usize = 8;
    /// Bytes of UTF-8 that a name may have: what the section's count leaves it.
    pub const MAX_LEN: usize = 65_526;

    /// Reads a name, or `None` where the section holds something else.
    pub fn read(section: &[u8]) -> Option<Read<String>> {
        let tail = section.strip_prefix(&Self::TAG)?;
        let version: u16 = get(tail, 0)?;
        let len = usize::from(get::<u16>(tail, 2)?);
        let name = section.get(Self::HEADER..Self::HEADER + len)?;
        if version != Self::VERSION {
            return None;
        }
        let mut warnings = Vec::new();
        let mut warn = |told| {
            warnings.push(Oddity::MissionName(told).at(Place::section(SectionId::MissionName)));
        };
        match section.get(Self::HEADER + len..) {
            Some([0]) => {}
            Some([0, ..]) => warn("has bytes after its NUL"),
            _ => warn("has no NUL behind it"),
        }
        if name.contains(&0) {
            warn("has a NUL inside it");
        }
        let text = String::from_utf8_lossy(name);
        if matches!(text, std::borrow::Cow::Owned(_)) {
            warn("is not UTF-8");
        }
        Some(Read {
            value: text.into_owned(),
            warnings,
        })
    }

    /// The section's bytes for a name.
    ///
    /// # Errors
    /// [`Cause::MissionNameTooLong`].
    pub fn write(name: &str) -> Result<Vec<u8>, Error> {
        let too_long = || {
            Cause::MissionNameTooLong {
                len: name.len(),
                max: Self::MAX_LEN,
            }
            .at(Place::section(SectionId::MissionName))
        };
        let len = u16::try_from(name.len()).map_err(|_| too_long())?;
        if name.len() > Self::MAX_LEN {
            return Err(too_long());
        }
        let mut bytes = Self::TAG.to_vec();
        bytes.extend_from_slice(&Self::VERSION.to_le_bytes());
        bytes.extend_from_slice(&len.to_le_bytes());
        bytes.extend_from_slice(name.as_bytes());
        bytes.push(0);
        Ok(bytes)
    }
}

/// A template image in the making (dte-format 1.7).
///
/// A fresh one is all zeros under the template's directory. One made from an existing template
/// image keeps every byte that is not written over: undecoded sections, and what earlier tools left
/// in the rooms.
#[derive(Debug, Clone)]
pub struct ImageBuilder {
    bytes: Vec<u8>,
}

impl ImageBuilder {
    /// An empty template image.
    pub fn new() -> Self {
        let mut builder = Self {
            bytes: vec![0; TEMPLATE_SIZE],
        };
        for slot in 0..DIRECTORY_SLOTS {
            let offset = match SectionId::from_number(slot) {
                Some(id) => u32::try_from(id.spec().offset).unwrap_or(UNUSED),
                None => UNUSED,
            };
            builder.put_entry(
                slot,
                Entry {
                    count: 0,
                    unused: 0,
                    flags: DEFAULT_FLAGS,
                    offset,
                },
            );
        }
        builder.put_size();
        builder
    }

    /// A builder over the bytes of an image in the template's layout, or `None` for another layout.
    ///
    /// A mission name at the file's end is taken off; [`Self::set_mission_name`] puts one back.
    pub fn over(image: &Image) -> Option<Self> {
        if !image.is_template() {
            return None;
        }
        let mut builder = Self {
            bytes: image.bytes().to_vec(),
        };
        if image.offset(SectionId::MissionName) == Some(TEMPLATE_SIZE) {
            builder.bytes.truncate(TEMPLATE_SIZE);
            let entry = image.entry(SectionId::MissionName);
            let offset = u32::try_from(SectionId::MissionName.spec().offset).unwrap_or(UNUSED);
            builder.put_entry(
                SectionId::MissionName.number(),
                Entry {
                    count: 0,
                    offset,
                    ..entry
                },
            );
            builder.put_size();
        }
        Some(builder)
    }

    fn put(&mut self, offset: usize, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(offset..offset + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }

    fn put_entry(&mut self, slot: usize, entry: Entry) {
        self.put(slot * ENTRY_SIZE, &entry.bytes());
    }

    fn put_size(&mut self) {
        let offset = u32::try_from(self.bytes.len()).unwrap_or(UNUSED);
        let flags = Entry::get(&self.bytes, SIZE_SLOT).map_or(DEFAULT_FLAGS, |entry| entry.flags);
        self.put_entry(
            SIZE_SLOT,
            Entry {
                count: 0,
                unused: 0,
                flags,
                offset,
            },
        );
    }

    /// Sets the format flags of every directory entry.
    pub fn set_flags(&mut self, flags: u8) {
        for slot in 0..DIRECTORY_SLOTS {
            self.put(slot * ENTRY_SIZE + 3, &[flags]);
        }
    }

    /// Writes a section's counted bytes; what its room held beyond them stays.
    ///
    /// Section 21 has no room in the template: its bytes go to the end of the file.
    ///
    /// # Errors
    /// [`Cause::PartialRecord`] and [`Cause::SectionFull`].
    pub fn set_section(&mut self, id: SectionId, bytes: &[u8]) -> Result<(), Error> {
        if id == SectionId::MissionName {
            self.append_mission_section(bytes);
            return Ok(());
        }
        let spec = id.spec();
        let (len, stride) = (bytes.len(), spec.stride);
        let place = Place::section(id);
        if !len.is_multiple_of(stride) {
            return Err(Cause::PartialRecord { len, stride }.at(place));
        }
        let count = len / stride;
        let full = Cause::SectionFull {
            count,
            capacity: spec.capacity(),
        }
        .at(place);
        if len > spec.room {
            return Err(full);
        }
        let count = u16::try_from(count).map_err(|_| full)?;
        self.put(id.number() * ENTRY_SIZE, &count.to_le_bytes());
        self.put(spec.offset, bytes);
        Ok(())
    }

    /// Writes a section's records; what its room held beyond them stays.
    ///
    /// # Errors
    /// [`Cause::SectionFull`].
    pub fn set_records<R: Record>(&mut self, records: &[R]) -> Result<(), Error> {
        let mut bytes = Vec::with_capacity(records.len() * R::SIZE);
        for record in records {
            record.write(&mut bytes);
        }
        self.set_section(R::SECTION, &bytes)
    }

    /// The bytes that a section's room holds so far.
    pub fn room(&self, id: SectionId) -> &[u8] {
        let spec = id.spec();
        self.bytes
            .get(spec.offset..spec.offset + spec.room)
            .unwrap_or_default()
    }

    /// Appends the mission's name, as OpenReliant's convention has it, and points section 21 at it.
    ///
    /// # Errors
    /// [`Cause::MissionNameTooLong`].
    pub fn set_mission_name(&mut self, name: &str) -> Result<(), Error> {
        self.set_section(SectionId::MissionName, &MissionName::write(name)?)
    }

    /// Puts section 21 at the end of the file, and points its slot there.
    fn append_mission_section(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.bytes.truncate(TEMPLATE_SIZE);
        let slot = SectionId::MissionName.number();
        let flags = Entry::get(&self.bytes, slot).map_or(DEFAULT_FLAGS, |entry| entry.flags);
        let count = u16::try_from(bytes.len()).unwrap_or(u16::MAX);
        let offset = u32::try_from(TEMPLATE_SIZE).unwrap_or(UNUSED);
        self.put_entry(
            slot,
            Entry {
                count,
                unused: 0,
                flags,
                offset,
            },
        );
        self.bytes.extend_from_slice(bytes);
        self.put_size();
    }

    /// The finished image.
    ///
    /// # Errors
    /// [`Cause::ImageTooLong`] if the game would cut it.
    pub fn finish(self) -> Result<Image, Error> {
        let len = self.bytes.len();
        if len > MAX_FILE_SIZE {
            let place = Place::offset(MAX_FILE_SIZE);
            return Err(Cause::ImageTooLong {
                len,
                max: MAX_FILE_SIZE,
            }
            .at(place));
        }
        Image::read(self.bytes).map(|read| read.value)
    }
}

impl Default for ImageBuilder {
    fn default() -> Self {
        Self::new()
    }
}

// The spare slots of a directory are written whole, so its size is that of the template's.
const _: () = assert!(DIRECTORY_SLOTS * ENTRY_SIZE == sections::SECTIONS[0].offset);
