//! What is selected. Selecting changes nothing in the mission.

use model::{AnyId, Collection, Id, Mission, Record};

/// The selected records, in the order in which they were picked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    records: Vec<AnyId>,
    /// Goes up each time that something is selected, the same again included.
    picks: u64,
}

impl Selection {
    /// The records, in the order in which they were picked.
    pub fn records(&self) -> &[AnyId] {
        &self.records
    }

    /// The one that was picked last, which others follow.
    pub fn last(&self) -> Option<&AnyId> {
        self.records.last()
    }

    /// Whether a record is selected.
    pub fn contains(&self, record: &AnyId) -> bool {
        self.records.contains(record)
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The selected records of one collection.
    pub fn of<R: Record>(&self) -> Vec<Id<R>> {
        self.records.iter().filter_map(AnyId::of).collect()
    }

    /// The collection that all selected records are of, if they are all of one.
    pub fn collection(&self) -> Option<Collection> {
        let first = self.records.first()?.collection;
        self.records
            .iter()
            .all(|it| it.collection == first)
            .then_some(first)
    }

    /// A number that goes up each time that something is selected, the same again included.
    pub fn picks(&self) -> u64 {
        self.picks
    }

    /// Selects these records and no others.
    pub fn set(&mut self, records: Vec<AnyId>) {
        self.picks = self.picks.wrapping_add(1);
        self.records.clear();
        for record in records {
            if !self.records.contains(&record) {
                self.records.push(record);
            }
        }
    }

    /// The selection with a record added, or taken out if it was in.
    pub fn toggled(&self, record: &AnyId) -> Vec<AnyId> {
        let mut records = self.records.clone();
        match records.iter().position(|it| it == record) {
            Some(at) => {
                records.remove(at);
            }
            None => records.push(record.clone()),
        }
        records
    }

    /// The selection with more records added.
    pub fn with(&self, more: impl IntoIterator<Item = AnyId>) -> Vec<AnyId> {
        let mut records = self.records.clone();
        records.extend(more);
        records
    }

    /// Forgets records that are no longer there, as after an undo.
    pub fn keep_known(&mut self, mission: &Mission) {
        self.records.retain(|record| mission.contains(record));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ship(id: &str) -> AnyId {
        AnyId {
            collection: Collection::Ships,
            id: id.into(),
        }
    }

    #[test]
    fn a_record_is_selected_once() {
        let mut selection = Selection::default();
        selection.set(vec![ship("a"), ship("b"), ship("a")]);
        assert_eq!(selection.records(), [ship("a"), ship("b")]);
        assert_eq!(selection.toggled(&ship("a")), [ship("b")]);
        assert_eq!(selection.toggled(&ship("c")).len(), 3);
        selection.keep_known(&Mission::default());
        assert!(selection.is_empty());
    }
}
