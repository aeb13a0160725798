//! Names, as the running mission's pool has them.

use std::collections::HashMap;

use formats::records::{Field, FlightGroup, Formation, Global, Part, Record, Ship};
use formats::strings::{NO_NAME, StringPool};
use formats::{Image, SectionId};

use crate::live::{Patch, room};

use super::plan::Plan;
use super::reason::{Later, LaterWhat, Reason};

/// Brings the two images that are compared to the names of the running mission's pool, which no
/// message changes: a pool that is written anew shifts the offsets of names that stay as they were.
///
/// A record whose name the pool does not have keeps the name that it has in the running mission, and
/// is told of the wanted image. One that the running mission does not have is refused, as is one of a
/// table of which records came or went if it is not plain which of the old ones it is.
pub(super) fn settled(
    basis: &Image,
    wanted: &Image,
    running: &Image,
    plan: &mut Plan,
) -> (Image, Image) {
    let pool = Pool::of(running);
    // What is told of the basis was told when it was wanted.
    let before = pool.settle(basis, &mut Plan::default());
    let after = pool.settle(wanted, plan);
    (before, after)
}

/// Where a section's records keep their names, if they have any.
pub(super) fn place(id: SectionId) -> Option<usize> {
    fn of<R: Record>() -> Option<usize> {
        let is_name = |field: &&Field| field.name == "name";
        R::FIELDS.iter().find(is_name).map(|it| it.offset)
    }
    match id {
        SectionId::Ships => of::<Ship>(),
        SectionId::FlightGroups => of::<FlightGroup>(),
        SectionId::Parts => of::<Part>(),
        SectionId::Formations => of::<Formation>(),
        SectionId::Globals => of::<Global>(),
        _ => None,
    }
}

/// The running mission and its texts.
struct Pool<'a> {
    running: &'a Image,
    names: StringPool<'a>,
    offsets: HashMap<&'a [u8], u16>,
}

impl<'a> Pool<'a> {
    fn of(running: &'a Image) -> Self {
        let names = running.strings();
        let mut offsets = HashMap::new();
        for (offset, _) in names.texts() {
            if let Some(text) = names.bytes(offset).0 {
                offsets.entry(text).or_insert(offset);
            }
        }
        Self {
            running,
            names,
            offsets,
        }
    }

    fn settle(&self, image: &Image, plan: &mut Plan) -> Image {
        let mut patch = Patch::of(image);
        self.settle_table::<Ship>(image, &mut patch, plan, |it| it.name);
        self.settle_table::<FlightGroup>(image, &mut patch, plan, |it| it.name);
        self.settle_table::<Part>(image, &mut patch, plan, |it| it.name);
        self.settle_table::<Formation>(image, &mut patch, plan, |it| it.name);
        self.settle_table::<Global>(image, &mut patch, plan, |it| it.name);
        // Only names are written, so that it stays an image that can be read.
        patch.finish().unwrap_or_else(|| image.clone())
    }

    fn settle_table<R: Record>(
        &self,
        image: &Image,
        patch: &mut Patch,
        plan: &mut Plan,
        name: impl Fn(&R) -> u16,
    ) {
        let section = R::SECTION;
        let Some(at) = place(section) else {
            return;
        };
        let room = room(image, section);
        let texts = image.strings();
        let as_many = image.count(section) == self.running.count(section);
        let renamed = match as_many {
            true => HashMap::new(),
            false => self.renamed(image, &name),
        };
        let mut olds = self.running.records::<R>();
        for (record, value) in image.records::<R>().enumerate() {
            let own = name(&value);
            let text = texts.bytes(own).0;
            let old = olds.next().map(|it| name(&it));
            let settled = match self.offset_of(text, own, old) {
                // No message carries a global, so that another name of the pool does not reach it.
                Some(offset)
                    if section != SectionId::Globals || old == Some(offset) || !as_many =>
                {
                    offset
                }
                _ => {
                    let kept = renamed.get(&record).copied();
                    let Some(old) = old.filter(|_| as_many).or(kept) else {
                        plan.refuse(Reason::Name { section, record });
                        continue;
                    };
                    plan.later.push(Later::Restarted {
                        section,
                        record,
                        what: LaterWhat::Name,
                    });
                    old
                }
            };
            let start = record.saturating_mul(R::SIZE).saturating_add(at);
            patch.write(&room, start, &settled.to_le_bytes());
        }
    }

    /// Of a table of which records came or went, those that have another name, with the name that each
    /// had: the names that are gone are those of the new ones, in order, where there are as many.
    fn renamed<R: Record>(&self, image: &Image, name: impl Fn(&R) -> u16) -> HashMap<usize, u16> {
        let texts = image.strings();
        let now: Vec<_> = image
            .records::<R>()
            .map(|it| texts.bytes(name(&it)).0)
            .collect();
        let olds = self.running.records::<R>().map(|it| name(&it));
        let gone: Vec<u16> = olds
            .filter(|old| {
                let text = self.names.bytes(*old).0;
                text.is_some() && !now.contains(&text)
            })
            .collect();
        let new = now
            .iter()
            .enumerate()
            .filter(|(_, text)| text.is_some_and(|text| !self.offsets.contains_key(text)));
        let new: Vec<usize> = new.map(|(record, _)| record).collect();
        if gone.len() != new.len() {
            return HashMap::new();
        }
        new.into_iter().zip(gone).collect()
    }

    /// Where the pool has a text: where the record that runs has it, where the record itself does, or
    /// at its first place, so that one that stands there twice is no difference.
    fn offset_of(&self, text: Option<&[u8]>, own: u16, old: Option<u16>) -> Option<u16> {
        let has = |offset: &u16| self.names.bytes(*offset).0 == text;
        let same = old.filter(has).or_else(|| Some(own).filter(has));
        same.or_else(|| match text {
            Some(text) => self.offsets.get(text).copied(),
            None => Some(NO_NAME),
        })
    }
}
