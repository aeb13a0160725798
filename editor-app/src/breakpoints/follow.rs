//! Breakpoints go with the lines and records that they are on, through every edit.

use std::sync::Arc;

use model::{AnyId, Mission};

use super::{Breakpoints, On};

/// Where the line starts that a place of a text is in.
pub fn line_start(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at.min(text.len()));
    before
        .and_then(|before| before.iter().rposition(|byte| *byte == b'\n'))
        .map_or(0, |newline| newline + 1)
}

/// Where a place of a text is after the text became another: it moves with what stands behind it, and
/// stays before what was taken out around it.
pub fn shifted(old: &str, new: &str, at: usize) -> usize {
    let (old, new) = (old.as_bytes(), new.as_bytes());
    let common = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let before = common(&mut old.iter().zip(new));
    let least = old.len().min(new.len()) - before;
    let behind = common(&mut old.iter().rev().zip(new.iter().rev())).min(least);
    if at < before {
        at
    } else if at >= old.len() - behind {
        (at + new.len()).saturating_sub(old.len())
    } else {
        before
    }
}

impl Breakpoints {
    /// Goes along with the edits since the mission was last seen.
    pub fn follow(&mut self, mission: &Arc<Mission>) {
        let Some(seen) = self.seen.replace(Arc::clone(mission)) else {
            return;
        };
        if Arc::ptr_eq(&seen, mission) {
            return;
        }
        let mut changed = false;
        for breakpoint in &mut self.list {
            let Some(record) = breakpoint.on.record_mut() else {
                continue;
            };
            if let Some(renamed) = renamed(&seen, mission, record) {
                let old = std::mem::replace(record, renamed);
                changed = true;
                if let On::Line { owner, at } = &mut breakpoint.on {
                    follow_text((&seen, &old), (mission, owner), at);
                }
            } else if let On::Line { owner, at } = &mut breakpoint.on {
                changed |= follow_text((&seen, owner), (mission, owner), at);
            }
        }
        self.revision += u64::from(changed);
    }
}

/// Moves a line's place along, and says whether it moved.
fn follow_text(old: (&Mission, &AnyId), new: (&Mission, &AnyId), at: &mut usize) -> bool {
    let (Some(old), Some(new)) = (old.0.body(old.1), new.0.body(new.1)) else {
        return false;
    };
    if old.text == new.text {
        return false;
    }
    let moved = line_start(&new.text, shifted(&old.text, &new.text, *at));
    std::mem::replace(at, moved) != moved
}

/// What a record that is gone is called now: the one that came in its place, where nothing else of
/// its collection came or went.
fn renamed(old: &Mission, new: &Mission, record: &AnyId) -> Option<AnyId> {
    if new.contains(record) || !old.contains(record) {
        return None;
    }
    let collection = record.collection;
    let (old, new) = (old.ids(collection), new.ids(collection));
    let place = old.iter().position(|it| it == record)?;
    let there = new.get(place)?;
    (old.len() == new.len() && !old.contains(there)).then(|| there.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_moves_with_what_stands_behind_it() {
        let old = "one\ntwo\nthree\n";
        let two = 4;
        for (new, at) in [
            // A line before it, a line behind it, a word before it on its own line.
            ("zero\none\ntwo\nthree\n", 9),
            ("one\ntwo\nthree\nfour\n", 4),
            ("one\n  two\nthree\n", 4),
            ("one\nt\nthree\n", 4),
            // A new line at its start goes before it, at its end behind it.
            ("one\n\ntwo\nthree\n", 5),
            ("one\ntwo\n\nthree\n", 4),
            // The line before it is gone; its own is.
            ("two\nthree\n", 0),
            ("one\nthree\n", 4),
            ("", 0),
        ] {
            let moved = line_start(new, shifted(old, new, two));
            assert_eq!(moved, at, "{new:?}");
        }
        assert_eq!(line_start("a\nb", 99), 2);
        assert_eq!(line_start("ä\nb", 1), 0);
    }
}
