//! What a name in a text stands for at the moment that is shown.

use formats::catalogue::variable_by_name;
use model::{AnyId, Collection};
use runtime::Snapshot;

use super::floats::float_text;
use super::stand::{Frame, Stand};
use super::values::{dword_text, number_text};
use super::{Names, Preview};

impl Preview {
    /// The value that the name around a place of a text has at the moment that is shown: of a global
    /// or a game variable, or of an argument or a local of the thread that is inside of the text's
    /// owner. `None` for anything else, and where no thread is there.
    pub fn value_now(&self, owner: &AnyId, text: &str, at: usize) -> Option<String> {
        let (names, snapshot) = (self.names()?, self.snapshot()?);
        let word = word_at(text, at)?;
        if let Some(name) = inside(word, "flag") {
            let number = match name.parse::<u8>() {
                Ok(number) => number,
                Err(_) => variable_by_name(name)?.number,
            };
            let value = *snapshot.variables.get(usize::from(number))?;
            let is_float = self.floats().variables.contains(&number);
            return Some(plain(value, is_float));
        }
        if let Some(name) = word.strip_prefix("arg.").or(inside(word, "arg")) {
            let (slot, frame, _) = self.inside_of(owner, names, snapshot)?;
            let value = match name.parse::<usize>() {
                Ok(place) => frame.arguments.get(place)?.1,
                Err(_) => frame.arguments.iter().find(|it| it.0 == name)?.1,
            };
            let value = dword_text(value, names);
            return Some(format!("Now {value}, in thread {slot}"));
        }
        if let Some(name) = word.strip_prefix("event.").or(inside(word, "local")) {
            let (slot, _, stand) = self.inside_of(owner, names, snapshot)?;
            let mut locals = stand.locals.iter();
            let value = match name.parse::<usize>() {
                Ok(place) => &stand.locals.get(place)?.1,
                Err(_) => {
                    let is = |label: &str| label.replace(' ', "_") == name;
                    &locals.find(|it| it.0.is_some_and(is))?.1
                }
            };
            return Some(format!("Now {value}, in thread {slot}"));
        }
        let global = AnyId {
            collection: Collection::Globals,
            id: word.into(),
        };
        let number = names.global_number(&global)?;
        let value = *snapshot.globals.get(usize::from(number))?;
        let is_float = self.floats().globals.contains(&number);
        Some(plain(value, is_float))
    }

    /// The thread that is inside of a text's owner, the one that the run stands in before others: its
    /// slot, its innermost frame there, and how it stands.
    fn inside_of(
        &self,
        owner: &AnyId,
        names: &Names,
        snapshot: &Snapshot,
    ) -> Option<(u8, Frame, Stand)> {
        let stands_in = self.stopped().and_then(|stop| stop.thread);
        let mut threads: Vec<_> = snapshot.threads.iter().collect();
        // Stable: the others keep the order of their slots.
        threads.sort_by_key(|thread| Some(thread.slot) != stands_in);
        threads.into_iter().find_map(|thread| {
            let stand = Stand::of(self, names, snapshot, thread);
            let mut frames = stand.calls.iter();
            let frame = frames.find(|it| it.owner.as_ref() == Some(owner))?.clone();
            Some((thread.slot, frame, stand))
        })
    }
}

fn plain(value: u32, is_float: bool) -> String {
    let number = number_text(value);
    match is_float {
        true => format!("Now {number} = {}", float_text(value)),
        false => format!("Now {number}"),
    }
}

/// What stands in the brackets of `word[…]`.
fn inside<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?.strip_prefix('[')?;
    rest.strip_suffix(']')
}

/// The name around a place, with its brackets and what stands before its dot.
fn word_at(text: &str, at: usize) -> Option<&str> {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.' | '[' | ']');
    let (before, behind) = (text.get(..at)?, text.get(at..)?);
    let start = before.rfind(|it| !is_part(it)).map_or(0, |place| {
        let first = before.get(place..).and_then(|it| it.chars().next());
        place + first.map_or(1, char::len_utf8)
    });
    let end = behind.find(|it| !is_part(it)).unwrap_or(behind.len());
    let word = text.get(start..at.checked_add(end)?)?;
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_comes_with_its_brackets_and_what_is_before_its_dot() {
        let text = "é(flag[jump_ready] + arg.who)";
        for (at, word) in [
            (text.find("flag").unwrap() + 1, Some("flag[jump_ready]")),
            (text.find("ready").unwrap(), Some("flag[jump_ready]")),
            (text.find("who").unwrap(), Some("arg.who")),
            (text.find('+').unwrap(), None),
            (0, Some("é")),
        ] {
            assert_eq!(word_at(text, at), word, "{at}");
        }
    }
}
