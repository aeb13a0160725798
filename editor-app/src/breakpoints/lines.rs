//! Where the lines of a text are after it became another.

/// Pairs of lines that are compared at most. A change over more lines than that is followed by
/// position alone.
const MOST_PAIRS: usize = 1 << 20;
/// What a pair of like lines is worth, against one of blank lines: a blank line says little of where
/// it belongs.
const LIKE: u32 = 4;
const BLANK: u32 = 1;

/// Where the line starts that a place of a text is in.
pub fn line_start(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at.min(text.len()));
    before
        .and_then(|before| before.iter().rposition(|byte| *byte == b'\n'))
        .map_or(0, |newline| newline + 1)
}

/// Where the line of a place is after the text became another: the start of that line in the new
/// text.
///
/// Lines that are alike but for their indent are the same line. Between such, changed lines are taken
/// in order: the first for the first. One that is gone gives way to the next that is left.
pub(crate) fn followed(old: &str, new: &str, at: usize) -> usize {
    let wanted = lines(old)
        .iter()
        .rposition(|(start, _)| *start <= at)
        .unwrap_or(0);
    let (old, new_lines) = (lines(old), lines(new));
    let line = after(&words(&old), &words(&new_lines), wanted);
    new_lines.get(line).map_or(new.len(), |(start, _)| *start)
}

/// Each line of a text with where it starts; the empty one behind a last newline counts.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut start = 0;
    let lines = text.split('\n').map(|line| {
        let at = start;
        start += line.len() + 1;
        (at, line)
    });
    lines.collect()
}

fn words<'a>(lines: &[(usize, &'a str)]) -> Vec<&'a str> {
    lines.iter().map(|(_, line)| line.trim()).collect()
}

/// The number of a line after the change.
fn after(old: &[&str], new: &[&str], line: usize) -> usize {
    let common = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let before = common(&mut old.iter().zip(new));
    if line < before {
        return line;
    }
    let shorter = old.len().min(new.len()).saturating_sub(before);
    let behind = common(&mut old.iter().rev().zip(new.iter().rev())).min(shorter);
    let (old_end, new_end) = (
        old.len().saturating_sub(behind),
        new.len().saturating_sub(behind),
    );
    if line >= old_end {
        return new_end.saturating_add(line.saturating_sub(old_end));
    }
    let changed = old.get(before..old_end).unwrap_or_default();
    let became = new.get(before..new_end).unwrap_or_default();
    let within = within(changed, became, line.saturating_sub(before));
    before.saturating_add(within)
}

/// The same within a stretch that differs at both ends.
fn within(old: &[&str], new: &[&str], line: usize) -> usize {
    // The unchanged neighbours of the line: the last pair before it and the first behind it.
    let mut from = (0, 0);
    let mut until = (old.len(), new.len());
    for (one, other) in alike(old, new) {
        if one == line {
            return other;
        }
        if one < line {
            from = (one.saturating_add(1), other.saturating_add(1));
        } else {
            until = (one, other);
            break;
        }
    }
    let place = from.1.saturating_add(line.saturating_sub(from.0));
    place.min(until.1)
}

/// Pairs of like lines in the order of both texts, as many as there can be.
fn alike(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let width = new.len().saturating_add(1);
    let cells = old.len().saturating_add(1).saturating_mul(width);
    if cells > MOST_PAIRS {
        return Vec::new();
    }
    let worth = |one: &str, other: &str| match (one == other, one.is_empty()) {
        (false, _) => None,
        (true, true) => Some(BLANK),
        (true, false) => Some(LIKE),
    };
    // The most that the lines from a pair on can be worth.
    let mut best = vec![0_u32; cells];
    let at = |one: usize, other: usize| one.saturating_mul(width).saturating_add(other);
    let get = |best: &[u32], one, other| best.get(at(one, other)).copied().unwrap_or(0);
    for (one, text) in old.iter().enumerate().rev() {
        for (other, became) in new.iter().enumerate().rev() {
            let skipped = get(&best, one + 1, other).max(get(&best, one, other + 1));
            let paired = worth(text, became)
                .map_or(0, |it| it.saturating_add(get(&best, one + 1, other + 1)));
            if let Some(cell) = best.get_mut(at(one, other)) {
                *cell = skipped.max(paired);
            }
        }
    }
    let mut pairs = Vec::new();
    let (mut one, mut other) = (0, 0);
    while let (Some(text), Some(became)) = (old.get(one), new.get(other)) {
        let here = get(&best, one, other);
        let paired = worth(text, became)
            .is_some_and(|it| it.saturating_add(get(&best, one + 1, other + 1)) == here);
        if paired {
            pairs.push((one, other));
            one += 1;
            other += 1;
        } else if get(&best, one + 1, other) == here {
            one += 1;
        } else {
            other += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lands(old: &str, new: &str, line: &str) -> String {
        let at = old.find(line).unwrap();
        let at = followed(old, new, at);
        assert_eq!(at, line_start(new, at));
        new[at..]
            .lines()
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned()
    }

    #[test]
    fn a_line_moves_with_what_stands_around_it() {
        let old = "one\ntwo\nthree\n";
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
            assert_eq!(followed(old, new, 4), at, "{new:?}");
        }
        assert_eq!(line_start("a\nb", 99), 2);
        assert_eq!(line_start("ä\nb", 1), 0);
    }

    #[test]
    fn a_name_that_is_renamed_around_a_line_leaves_it_where_it_is() {
        let old = "waves_down += 1\nSetObjective(0, 2)\nif waves_down == 2:\n  call win\n";
        let new = old.replace("waves_down", "gone");
        assert_eq!(lands(old, &new, "SetObjective"), "SetObjective(0, 2)");
        assert_eq!(lands(old, &new, "waves_down +="), "gone += 1");
        assert_eq!(lands(old, &new, "if waves"), "if gone == 2:");
        assert_eq!(lands(old, &new, "call win"), "call win");
    }

    #[test]
    fn edits_at_several_places_and_new_indents_are_followed() {
        let old = "a()\nb()\nc()\nd()\ne()\n";
        // A line before, one between that is changed, and one behind.
        let new = "x()\na()\nb(2)\nc()\ny()\nd()\ne()\n";
        for (line, then) in [
            ("a()", "a()"),
            ("b()", "b(2)"),
            ("c()", "c()"),
            ("d()", "d()"),
        ] {
            assert_eq!(lands(old, new, line), then);
        }
        // All goes into a block.
        let new = "if z:\n  a()\n  b()\n  c()\n  d()\n  e()\n";
        for line in ["a()", "b()", "c()", "d()", "e()"] {
            assert_eq!(lands(old, new, line), line);
        }
        // Every line changes: the first for the first.
        let new = old.replace("()", "(1)");
        assert_eq!(lands(old, &new, "d()"), "d(1)");
    }

    #[test]
    fn a_text_too_long_to_compare_is_followed_by_position() {
        let long = |word: &str| {
            (0..2_000)
                .map(|n| format!("{word} {n}\n"))
                .collect::<String>()
        };
        let (old, new) = (long("old"), long("new"));
        assert_eq!(lands(&old, &new, "old 1234\n"), "new 1234");
    }
}
