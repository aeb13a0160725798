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

    /// Goes on with what the next edit renamed.
    pub fn then(&mut self, next: &Self) {
        let first = self.now.clone();
        for is in self.now.values_mut() {
            if let Some(then) = next.now.get(is) {
                is.clone_from(then);
            }
        }
        for (was, is) in &next.now {
            // An id that a record took over since was not its own at first.
            let taken = first.values().any(|it| it == was) || first.contains_key(was);
            if !taken {
                self.now.insert(was.clone(), is.clone());
            }
        }
        self.now.retain(|was, is| was != is);
    }

    /// The way back: from what records are called now to what they were called.
    pub fn back(&self) -> Self {
        let back = self.now.iter().map(|(was, is)| (is.clone(), was.clone()));
        Self {
            now: back.collect(),
        }
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
        let mut third = second.clone();
        third
            .apply(rename(&third, &squad("freighters"), "cargo").unwrap())
            .unwrap();
        let mut renames = Renames::between(&first, &second);
        assert_eq!(renames.of(&squad("convoy")), Some(&squad("freighters")));
        assert_eq!(renames.iter().count(), 1);
        renames.then(&Renames::between(&second, &third));
        assert_eq!(renames.of(&squad("convoy")), Some(&squad("cargo")));
        assert_eq!(renames.iter().count(), 1);
        renames.then(&Renames::between(&third, &first));
        assert!(renames.is_empty());
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
