//! Display names as offsets into the string pool.

use formats::strings::{NO_NAME, PoolBuilder};
use formats::{Image, Tables};

use crate::diagnostic::{Diagnostic, Place};
use crate::ids::AnyId;

/// The pool in the making.
///
/// Over a residue, a name keeps the offset that the record at the same place had, if it still says the
/// same; so an image that nobody edited comes out with the pool that it had.
pub(super) struct Names<'a> {
    pool: PoolBuilder,
    residue: Option<(&'a Image, Tables)>,
    first_len: usize,
}

/// Where the residue keeps a record's name.
#[derive(Clone, Copy)]
pub(super) enum Kept {
    Part(usize),
    Ship(usize),
    FlightGroup(usize),
    Global(usize),
    Formation(usize),
}

impl<'a> Names<'a> {
    pub(super) fn new(residue: Option<&'a Image>) -> Self {
        let pool = match residue {
            Some(image) => PoolBuilder::from_room(image.room(formats::SectionId::Strings)),
            None => PoolBuilder::new(),
        };
        let first_len = pool.len();
        let residue = residue.map(|image| (image, Tables::read(image)));
        Self {
            pool,
            residue,
            first_len,
        }
    }

    /// The offset of a record's name.
    pub(super) fn offset(
        &mut self,
        name: Option<&str>,
        kept: Kept,
        record: impl Fn() -> AnyId,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> u16 {
        let Some(name) = name else { return NO_NAME };
        if let Some(offset) = self.kept(name, kept) {
            return offset;
        }
        self.pool.intern(name).unwrap_or_else(|error| {
            let code = match error.cause {
                formats::Cause::PoolFull { .. } => "limits",
                _ => "name-text",
            };
            let place = Place::field(record(), "name");
            let mut message = error.cause.to_string();
            if code == "limits" && self.residue.is_some() {
                message += ", or take out the image's stale bytes, `residue`, which fill the room";
            }
            diagnostics.push(Diagnostic::error(code, place, message));
            NO_NAME
        })
    }

    fn kept(&self, name: &str, kept: Kept) -> Option<u16> {
        let (image, tables) = self.residue.as_ref()?;
        let offset = match kept {
            Kept::Part(at) => tables.parts.get(at)?.name,
            Kept::Ship(at) => tables.ships.get(at)?.name,
            Kept::FlightGroup(at) => tables.flight_groups.get(at)?.name,
            Kept::Global(at) => tables.globals.get(at)?.name,
            Kept::Formation(at) => tables.formations.get(at)?.name,
        };
        let (bytes, oddity) = image.strings().bytes(offset);
        let same = bytes.is_some_and(|bytes| {
            // Latin-1, character by byte.
            bytes.len() == name.chars().count()
                && bytes
                    .iter()
                    .zip(name.chars())
                    .all(|(&byte, c)| char::from(byte) == c)
        });
        (same && oddity.is_none()).then_some(offset)
    }

    /// The pool's bytes, or `None` where the residue's pool has every name.
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        match &self.residue {
            Some(_) if self.pool.len() == self.first_len => None,
            Some((image, _)) => {
                let mut bytes = self.pool.finish();
                // The count never shrinks: it may cover empty names at the pool's end.
                let count = image.count(formats::SectionId::Strings);
                bytes.resize(bytes.len().max(count), 0);
                Some(bytes)
            }
            None => Some(self.pool.finish()),
        }
    }
}
