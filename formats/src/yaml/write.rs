//! Writing YAML from nothing, in one stable form.

use super::value::{Scalar, Value};

/// Columns that a line may fill before a mapping or list is written over several.
const WIDTH: usize = 100;
/// Columns that each level is indented by.
pub(super) const INDENT: usize = 2;

/// A document's text, with a line break at its end.
pub fn render(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Map(entries) if !entries.is_empty() => {
            for (i, (key, value)) in entries.iter().enumerate() {
                if i > 0 && matches!(value, Value::Records(_)) {
                    out.push('\n');
                }
                out.push_str(&entry(key, value, 0));
            }
        }
        other => {
            out.push_str(&inline(other));
            out.push('\n');
        }
    }
    out
}

/// An entry of a block mapping, its lines indented by `indent` and ended by a line break.
pub(super) fn entry(key: &str, value: &Value, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let head = format!("{pad}{}:", key_text(key));
    match value {
        Value::Scalar(Scalar::Block(text)) => {
            format!("{head} {}", block_scalar(text, indent + INDENT))
        }
        Value::Records(items) if !items.is_empty() => {
            let mut out = head + "\n";
            for value in items {
                out.push_str(&item(value, indent + INDENT));
            }
            out
        }
        value => {
            let line = format!("{head} {}", inline(value));
            if value.is_inline() && line.chars().count() <= WIDTH {
                return line + "\n";
            }
            match value {
                Value::Map(entries) if !entries.is_empty() => {
                    let mut out = head + "\n";
                    for (key, value) in entries {
                        out.push_str(&entry(key, value, indent + INDENT));
                    }
                    out
                }
                Value::List(items) if !items.is_empty() => {
                    let mut out = head + "\n";
                    for value in items {
                        out.push_str(&item(value, indent + INDENT));
                    }
                    out
                }
                _ => line + "\n",
            }
        }
    }
}

/// An item of a block list, its lines indented by `indent` and ended by a line break.
pub(super) fn item(value: &Value, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let line = format!("{pad}- {}", inline(value));
    match value {
        Value::Map(entries)
            if !entries.is_empty() && (!value.is_inline() || line.chars().count() > WIDTH) =>
        {
            let mut lines = String::new();
            for (key, value) in entries {
                lines.push_str(&entry(key, value, indent + INDENT));
            }
            // The first key stands behind the dash.
            let behind = lines.get(indent + INDENT..).unwrap_or_default();
            format!("{pad}- {behind}")
        }
        Value::Scalar(Scalar::Block(text)) => {
            format!("{pad}- {}", block_scalar(text, indent + INDENT))
        }
        _ => line + "\n",
    }
}

/// A value on one line.
pub fn inline(value: &Value) -> String {
    match value {
        Value::Scalar(Scalar::Null) => "null".to_owned(),
        Value::Scalar(Scalar::Plain(text)) => text.clone(),
        Value::Scalar(Scalar::Text(text)) => text_scalar(text),
        Value::Scalar(Scalar::Block(text)) => quoted(text),
        Value::List(items) | Value::Records(items) => {
            let items: Vec<_> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => {
            let entries: Vec<_> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", key_text(key), inline(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// A key. Every key is read as text, so words and numbers need no quotes.
fn key_text(key: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let plain = !key.is_empty() && !key.starts_with('-') && key.chars().all(is_word);
    if plain {
        key.to_owned()
    } else {
        text_scalar(key)
    }
}

/// Text as a plain scalar where that reads back as the same text, else in quotes.
fn text_scalar(text: &str) -> String {
    if is_plain(text) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// Whether text may stand without quotes, in brackets too, and is read as text by every reader.
fn is_plain(text: &str) -> bool {
    let safe = |c: char| c.is_alphanumeric() || "_-./+() ".contains(c);
    let starts_safe = text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '(');
    let reserved = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    starts_safe
        && !text.ends_with(' ')
        && text.chars().all(safe)
        && !text.contains(" -")
        && !reserved.contains(&text.to_ascii_lowercase().as_str())
        && !text.chars().any(|c| !is_printable(c))
}

/// Characters that YAML holds outside double quotes.
fn is_printable(c: char) -> bool {
    matches!(c, '\t' | ' '..='~' | '\u{A0}'..='\u{2027}' | '\u{202A}'..='\u{D7FF}'
        | '\u{E000}'..='\u{FEFE}' | '\u{FF00}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Text in double quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_printable(c) => out.push(c),
            c if u32::from(c) <= 0xFF => out.push_str(&format!("\\x{:02X}", u32::from(c))),
            c if u32::from(c) <= 0xFFFF => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push_str(&format!("\\U{:08X}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

/// Text as lines under a `|`, from that mark to the last line break; in double quotes where a `|`
/// block cannot hold it.
fn block_scalar(text: &str, indent: usize) -> String {
    let fits = text.chars().all(|c| c == '\n' || is_printable(c))
        && text.lines().any(|line| !line.trim().is_empty())
        // A text that starts with blank lines is read alike only where they are empty.
        && !text.lines().take_while(|line| line.trim().is_empty()).any(|line| !line.is_empty());
    if !fits {
        return quoted(text) + "\n";
    }
    let first = text
        .lines()
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    let explicit = if first.starts_with([' ', '\t']) {
        INDENT.to_string()
    } else {
        String::new()
    };
    let chomp = if !text.ends_with('\n') {
        "-"
    } else if text.ends_with("\n\n") {
        "+"
    } else {
        ""
    };
    let mut out = format!("|{explicit}{chomp}\n");
    let body = text.strip_suffix('\n').unwrap_or(text);
    for line in body.split('\n') {
        if !line.is_empty() {
            out.push_str(&" ".repeat(indent));
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}
