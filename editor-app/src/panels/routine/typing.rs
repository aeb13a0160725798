//! What keys do to a text in the script language, apart from any window.

use std::ops::Range;

/// Spaces of one level.
const LEVEL: usize = 4;

/// A change of a text: what is taken out, what comes in its place, and what is selected then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) range: Range<usize>,
    pub(super) insert: String,
    /// Bytes of the new text; empty for a mere cursor.
    pub(super) selection: Range<usize>,
}

impl Change {
    /// Text typed in the place of a range, with the cursor behind it.
    pub(super) fn typed(range: Range<usize>, insert: impl Into<String>) -> Self {
        let insert = insert.into();
        let end = range.start + insert.len();
        Self {
            range,
            insert,
            selection: end..end,
        }
    }
}

/// The place of the start of the line that a place is on.
fn line_start(text: &str, at: usize) -> usize {
    text.get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |newline| newline + 1)
}

/// The place behind the last character of the line that a place is on.
fn line_end(text: &str, at: usize) -> usize {
    text.get(at..)
        .and_then(|after| after.find('\n'))
        .map_or(text.len(), |newline| at + newline)
}

fn spaces(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// A new line, indented as the line that it leaves, one level more behind a colon.
pub(super) fn new_line(text: &str, selection: Range<usize>) -> Change {
    let start = line_start(text, selection.start);
    let before = text.get(start..selection.start).unwrap_or_default();
    let code = before.split('#').next().unwrap_or_default();
    let more = if code.trim_end().ends_with(':') {
        LEVEL
    } else {
        0
    };
    Change::typed(
        selection,
        format!("\n{}", " ".repeat(spaces(before) + more)),
    )
}

/// Spaces up to the next level, or every selected line one level further in.
pub(super) fn indent(text: &str, selection: Range<usize>) -> Change {
    let selected = text.get(selection.clone()).unwrap_or_default();
    if selected.contains('\n') {
        return lines(text, selection, |line| match line.trim().is_empty() {
            true => line.to_owned(),
            false => format!("{}{line}", " ".repeat(LEVEL)),
        });
    }
    let column = selection.start - line_start(text, selection.start);
    Change::typed(selection, " ".repeat(LEVEL - column % LEVEL))
}

/// Every selected line one level further out.
pub(super) fn outdent(text: &str, selection: Range<usize>) -> Change {
    lines(text, selection, |line| {
        line.get(spaces(line).min(LEVEL)..)
            .unwrap_or_default()
            .to_owned()
    })
}

/// Makes comments of the selected lines, or takes the marks away where all are comments.
pub(super) fn toggle_comment(text: &str, selection: Range<usize>) -> Change {
    let range = line_start(text, selection.start)..line_end(text, selection.end);
    let full = text.get(range).unwrap_or_default();
    let with_text = || full.lines().filter(|line| !line.trim().is_empty());
    let all = with_text().all(|line| line.trim_start().starts_with('#'));
    let column = with_text().map(spaces).min().unwrap_or_default();
    lines(text, selection, |line| {
        if line.trim().is_empty() {
            return line.to_owned();
        }
        let (margin, rest) = line.split_at(if all { spaces(line) } else { column });
        if !all {
            return format!("{margin}# {rest}");
        }
        let rest = rest.strip_prefix('#').unwrap_or(rest);
        format!("{margin}{}", rest.strip_prefix(' ').unwrap_or(rest))
    })
}

/// Another text for each line of a selection; a cursor stays at its character.
fn lines(text: &str, selection: Range<usize>, change: impl Fn(&str) -> String) -> Change {
    let start = line_start(text, selection.start);
    // A selection that ends at the start of a line leaves that line out.
    let last =
        if selection.end > selection.start && line_start(text, selection.end) == selection.end {
            selection.end - 1
        } else {
            selection.end
        };
    let range = start..line_end(text, last.max(start));
    let old = text.get(range.clone()).unwrap_or_default();
    let new: Vec<String> = old.split('\n').map(change).collect();
    let insert = new.join("\n");
    let selection = if selection.is_empty() {
        let behind = range.end - selection.start;
        let cursor = (start + insert.len()).saturating_sub(behind).max(start);
        cursor..cursor
    } else {
        start..start + insert.len()
    };
    Change {
        range,
        insert,
        selection,
    }
}

/// The byte that a character is at; the text's end for one past it.
pub(super) fn byte_of(text: &str, character: usize) -> usize {
    text.char_indices()
        .nth(character)
        .map_or(text.len(), |(at, _)| at)
}

/// The character that a byte is in.
pub(super) fn character_of(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).count()
}

/// Where two versions of a text differ last in the newer one: where the author should look.
pub(super) fn end_of_change(old: &str, new: &str) -> usize {
    let same = old
        .chars()
        .rev()
        .zip(new.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum::<usize>();
    new.len() - same.min(new.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies a change to a text in which `|` marks the selection's ends.
    fn after(marked: &str, key: impl Fn(&str, Range<usize>) -> Change) -> String {
        let first = marked.find('|').unwrap();
        let last = marked.rfind('|').unwrap();
        let text = marked.replace('|', "");
        let end = if last > first { last - 1 } else { first };
        let change = key(&text, first..end);
        let mut text = text;
        text.replace_range(change.range, &change.insert);
        text.insert(change.selection.end, '|');
        if !change.selection.is_empty() {
            text.insert(change.selection.start, '|');
        }
        text
    }

    #[test]
    fn a_new_line_keeps_the_indent() {
        assert_eq!(after("    a|b", new_line), "    a\n    |b");
        assert_eq!(after("if x:|", new_line), "if x:\n    |");
        assert_eq!(after("  if x: # why|", new_line), "  if x: # why\n      |");
        assert_eq!(after("a # b:|", new_line), "a # b:\n|");
        assert_eq!(after("|  a|", new_line), "\n|");
    }

    #[test]
    fn tab_goes_to_the_next_level() {
        assert_eq!(after("|", indent), "    |");
        assert_eq!(after("ab|", indent), "ab  |");
        assert_eq!(after("|a\n\nb|", indent), "|    a\n\n    b|");
        assert_eq!(after("|a\n|b", indent), "|    a|\nb");
    }

    #[test]
    fn shift_tab_goes_back() {
        assert_eq!(after("      a|", outdent), "  a|");
        assert_eq!(after("  |a", outdent), "|a");
        assert_eq!(after("|    a\n      b|", outdent), "|a\n  b|");
    }

    #[test]
    fn comments_come_and_go() {
        assert_eq!(after("    a|", toggle_comment), "    # a|");
        assert_eq!(after("    # a|", toggle_comment), "    a|");
        assert_eq!(after("|a\n  b|", toggle_comment), "|# a\n#   b|");
        assert_eq!(after("|# a\nb|", toggle_comment), "|# # a\n# b|");
    }

    #[test]
    fn places_count_characters() {
        let text = "é\nb";
        assert_eq!(byte_of(text, 1), 2);
        assert_eq!(byte_of(text, 9), 4);
        assert_eq!(character_of(text, 3), 2);
    }

    #[test]
    fn a_change_is_found_from_its_end() {
        assert_eq!(end_of_change("abc", "abXc"), 3);
        assert_eq!(end_of_change("abXc", "abc"), 2);
        assert_eq!(end_of_change("a", "a"), 0);
        assert_eq!(end_of_change("", "aé"), 3);
    }
}
