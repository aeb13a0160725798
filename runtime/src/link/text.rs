//! Payloads of text: a `key=value` line for each field.

use std::fmt::Display;
use std::fmt::Write as _;

/// Bytes of a value that an error shows at most.
const MOST_SHOWN: usize = 40;

/// The fields of a text with their line numbers, from 1. What is no field is passed over.
pub(super) fn fields(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    (1..).zip(text.split('\n')).filter_map(|(line, field)| {
        let field = field.strip_suffix('\r').unwrap_or(field);
        let (key, value) = field.split_once('=')?;
        Some((line, key, value))
    })
}

/// Adds a field whose key and value are known to have no line's end in them.
pub(super) fn push(text: &mut String, key: impl Display, value: impl Display) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{key}={value}");
}

/// Whether a value stays one line.
pub(super) fn is_one_line(value: &str) -> bool {
    !value.contains(['\n', '\r'])
}

/// Whether a key comes back as it was written.
pub(super) fn is_key(key: &str) -> bool {
    !key.is_empty() && is_one_line(key) && !key.contains('=')
}

/// The start of a value, for an error.
pub(super) fn shown(value: &str) -> String {
    match value.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value.to_owned(),
    }
}
