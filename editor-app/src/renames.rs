//! Which records of a mission bear other ids than they did.

use std::collections::BTreeMap;

use model::{AnyId, Collection, Mission};

/// The records of a mission that were renamed since, by their ids in it.
///
/// What is kept beside a mission goes along with its edits by these: a rename, its undo, and the
/// rename of a rename.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Renames {
    now: BTreeMap<AnyId, AnyId>,
}

impl Renames {
    /// What an edit renamed. A record that is gone is called now what came in its place, where nothing
    /// else of its collection came or went.
    pub fn between(old: &Mission, new: &Mission) -> Self {
        let mut now = BTreeMap::new();
        for collection in Collection::ALL {
            let (before, after) = (old.ids(collection), new.ids(collection));
            if before.len() != after.len() {
                continue;
            }
            for (was, is) in before.into_iter().zip(after) {
                if was != is && !new.contains(&was) && !old.contains(&is) {
                    now.insert(was, is);
                }
            }
        }
        Self { now }
    }

    /// What a record is called now, if that is something else.
    pub fn of(&self, record: &AnyId) -> Option<&AnyId> {
        self.now.get(record)
    }

    /// Each renamed record with what it is called now.
    pub fn iter(&self) -> impl Iterator<Item = (&AnyId, &AnyId)> {
        self.now.iter()
    }

    /// Whether nothing was renamed.
    pub fn is_empty(&self) -> bool {
        self.now.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use model::edit::{remove, rename};

    fn squad(id: &str) -> AnyId {
        AnyId {
            collection: Collection::Squads,
            id: id.into(),
        }
    }

    #[test]
    fn a_rename_is_followed_there_and_back() {
        let document = Document::example();
        let first = document.mission().clone();
        let mut second = first.clone();
        second
            .apply(rename(&second, &squad("convoy"), "freighters").unwrap())
            .unwrap();
        let renames = Renames::between(&first, &second);
        assert_eq!(renames.of(&squad("convoy")), Some(&squad("freighters")));
        assert_eq!(renames.iter().count(), 1);
        let back = Renames::between(&second, &first);
        assert_eq!(back.of(&squad("freighters")), Some(&squad("convoy")));
        assert!(Renames::between(&first, &first).is_empty());
    }

    #[test]
    fn what_is_taken_out_is_no_rename() {
        let document = Document::example();
        let old = document.mission().clone();
        let mut new = old.clone();
        new.apply(remove(&new, &[squad("convoy")])).unwrap();
        assert!(Renames::between(&old, &new).is_empty());
    }
}
