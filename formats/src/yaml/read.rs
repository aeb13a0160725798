//! Reading mappings key by key, with every problem told.

use std::ops::Range;

use crate::catalogue::closest;

use super::node::{Node, NodeValue, ScalarStyle};
use super::schema::{KEPT_PREFIX, Schema};
use super::value::{Scalar, Value};

/// Something wrong in a source, with the bytes of the text that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The bytes.
    pub span: Range<usize>,
    /// What is wrong, and what to do about it.
    pub message: String,
}

impl Problem {
    /// A problem with a node.
    pub fn new(node: &Node, message: impl Into<String>) -> Self {
        Self {
            span: node.span.clone(),
            message: message.into(),
        }
    }
}

/// A mapping that is being read.
///
/// Keys that the schema does not know, and keys that stand twice, are told as the reader is made;
/// [`Self::extra`] has those that are kept without being understood.
#[derive(Debug)]
pub struct MapReader<'a> {
    node: &'a Node,
    schema: &'static Schema,
    entries: &'a [(Node, Node)],
}

impl<'a> MapReader<'a> {
    /// Reads a node as a mapping of a schema; `None`, and told, where it is none.
    pub fn new(
        node: &'a Node,
        schema: &'static Schema,
        problems: &mut Vec<Problem>,
    ) -> Option<Self> {
        let NodeValue::Mapping { entries, .. } = &node.value else {
            let message = format!(
                "{} is a mapping with keys such as {}, and this is {}",
                schema.article(),
                schema
                    .keys
                    .iter()
                    .take(3)
                    .copied()
                    .collect::<Vec<_>>()
                    .join(", "),
                node.describe()
            );
            problems.push(Problem::new(node, message));
            return None;
        };
        for (i, (key, _)) in entries.iter().enumerate() {
            let Some(name) = key.text() else {
                problems.push(Problem::new(key, "a key must be a name"));
                continue;
            };
            if entries
                .iter()
                .take(i)
                .any(|(earlier, _)| earlier.text() == Some(name))
            {
                problems.push(Problem::new(
                    key,
                    format!("`{name}` stands twice; keep one"),
                ));
            } else if !schema.keys.contains(&name) && !name.starts_with(KEPT_PREFIX) {
                problems.push(Problem::new(key, unknown_key(name, schema)));
            }
        }
        Some(Self {
            node,
            schema,
            entries,
        })
    }

    /// The node of a key, `None` where it is left out.
    ///
    /// A key left empty is `null`, and comes as a node.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        debug_assert!(self.schema.keys.contains(&key), "{key} is in the schema");
        self.entries
            .iter()
            .find(|(name, _)| name.text() == Some(key))
            .map(|(_, value)| value)
    }

    /// The node of a key that must be there; `None`, and told, where it is not.
    pub fn require(&self, key: &str, problems: &mut Vec<Problem>) -> Option<&'a Node> {
        let found = self.get(key);
        if found.is_none() {
            let message = format!("{} needs `{key}`", self.schema.article());
            problems.push(Problem {
                span: self.start(),
                message,
            });
        }
        found
    }

    /// The first bytes of the mapping, for problems with the whole of it.
    fn start(&self) -> Range<usize> {
        match self.entries.first() {
            Some((key, _)) => key.span.clone(),
            None => self.node.span.clone(),
        }
    }

    /// The keys that are kept without being understood, as they can be written again.
    pub fn extra(&self) -> Vec<(String, Value)> {
        self.entries
            .iter()
            .filter_map(|(key, value)| Some((key.text()?, value)))
            .filter(|(key, _)| key.starts_with(KEPT_PREFIX))
            .map(|(key, value)| (key.to_owned(), keep(value)))
            .collect()
    }
}

fn unknown_key(name: &str, schema: &Schema) -> String {
    match closest(name, schema.keys.iter().copied()) {
        Some(near) => format!(
            "{} has no `{name}`; did you mean `{near}`?",
            schema.article()
        ),
        None => format!(
            "{} has no `{name}`; its keys are {}, and any that starts with {KEPT_PREFIX} is kept",
            schema.article(),
            schema.keys.join(", ")
        ),
    }
}

/// A node as it can be written again.
fn keep(node: &Node) -> Value {
    match &node.value {
        NodeValue::Scalar { text, style } => match style {
            ScalarStyle::Plain if node.is_null() => Value::null(),
            ScalarStyle::Plain => Value::plain(text),
            ScalarStyle::Quoted => Value::text(text),
            ScalarStyle::Block => Value::block(text),
        },
        NodeValue::Sequence { items, .. } => Value::List(items.iter().map(keep).collect()),
        NodeValue::Mapping { entries, .. } => Value::Map(
            entries
                .iter()
                .filter_map(|(key, value)| Some((key.text()?.to_owned(), keep(value))))
                .collect(),
        ),
    }
}

impl Scalar {
    /// The text that a reader gets back.
    pub fn as_text(&self) -> &str {
        match self {
            Self::Null => "",
            Self::Plain(text) | Self::Text(text) | Self::Block(text) => text,
        }
    }
}

/// A whole number, decimal or by the prefix `0x`, `0o` or `0b`, with an optional sign.
pub fn parse_integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let parsed = match lower.get(..2) {
        Some("0x") => parse_radix(lower.get(2..)?, 16),
        Some("0o") => parse_radix(lower.get(2..)?, 8),
        Some("0b") => parse_radix(lower.get(2..)?, 2),
        _ => parse_radix(&lower, 10),
    }?;
    if negative {
        parsed.checked_neg()
    } else {
        Some(parsed)
    }
}

fn parse_radix(digits: &str, radix: u32) -> Option<i64> {
    // A sign is for the front of the number, not for behind its prefix.
    if digits.starts_with(['+', '-']) {
        return None;
    }
    i64::from_str_radix(digits, radix).ok()
}

/// A number as an f32, straight from its decimals, so that it is rounded once.
pub fn parse_f32(text: &str) -> Option<f32> {
    match text {
        ".nan" | ".NaN" | ".NAN" => Some(f32::NAN),
        ".inf" | "+.inf" => Some(f32::INFINITY),
        "-.inf" => Some(f32::NEG_INFINITY),
        _ if text.starts_with("nan(") => {
            let digits = text.strip_prefix("nan(0x")?.strip_suffix(')')?;
            let value = f32::from_bits(u32::from_str_radix(digits, 16).ok()?);
            value.is_nan().then_some(value)
        }
        _ => {
            let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
                && text.ends_with(|c: char| c.is_ascii_digit() || c == '.')
                && text.contains(|c: char| c.is_ascii_digit());
            if is_number { text.parse().ok() } else { None }
        }
    }
}
