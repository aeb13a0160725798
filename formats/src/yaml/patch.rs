//! Changing an existing text no more than an edit means.

use std::collections::HashMap;
use std::ops::Range;

use super::node::{Document, Node, NodeValue, ScalarStyle};
use super::value::{Scalar, Value};
use super::write::{INDENT, entry, inline, item, render};

/// The document's text, changed from meaning `old` to meaning `new`.
///
/// `old` is what the document was read as. Lines about what the two have in common stay as they
/// are, with their comments, their order and their spelling. A record that moved takes the comment
/// lines above it along, and one that is gone takes them with it; a key that is gone leaves them.
pub fn patch(document: &Document, old: &Value, new: &Value) -> String {
    if document.root.is_null() {
        return join(&document.text, &render(new));
    }
    let mut patcher = Patcher {
        document,
        edits: Vec::new(),
    };
    patcher.change(&document.root, old, new, Place::Root);
    let text = apply(&document.text, 0..document.text.len(), patcher.edits);
    if Document::parse(&text)
        .is_ok_and(|patched| means(&patched.root, new, Some((&document.root, old))))
    {
        return text;
    }
    // No known text comes here. Should one, its comments go to the top rather than be lost.
    let comments: String = document
        .comments
        .iter()
        .filter_map(|span| document.text.get(span.clone()))
        .map(|comment| format!("{comment}\n"))
        .collect();
    comments + &render(new)
}

/// Whether a node means a value: where the value is what it was, by saying the same as before, else
/// by its text.
fn means(node: &Node, new: &Value, before: Option<(&Node, &Value)>) -> bool {
    if let Some((earlier, old)) = before
        && old == new
        && says_the_same(node, earlier)
    {
        return true;
    }
    match new {
        Value::Scalar(Scalar::Null) => node.is_null(),
        Value::Scalar(scalar) => node.text() == Some(scalar.as_text()),
        Value::List(values) | Value::Records(values) => node.items().is_some_and(|items| {
            let same_len = items.len() == values.len();
            same_len
                && items
                    .iter()
                    .zip(values)
                    .enumerate()
                    .all(|(i, (item, value))| {
                        means(
                            item,
                            value,
                            before.and_then(|before| item_before(before, i, value)),
                        )
                    })
        }),
        Value::Map(entries) => entries.iter().all(|(key, value)| {
            let earlier = before.and_then(|(node, old)| Some((node.get(key)?, old.get(key)?)));
            node.get(key)
                .is_some_and(|node| means(node, value, earlier))
        }),
    }
}

/// What an item of a list was before: by its id where it has one, else by its place.
fn item_before<'a>(
    (node, old): (&'a Node, &'a Value),
    place: usize,
    new: &Value,
) -> Option<(&'a Node, &'a Value)> {
    let (Value::List(values) | Value::Records(values)) = old else {
        return None;
    };
    let at = match new.id() {
        Some(id) => values.iter().position(|value| value.id() == Some(id))?,
        None => place,
    };
    Some((node.items()?.get(at)?, values.get(at)?))
}

/// Whether two nodes are the same, wherever they stand.
fn says_the_same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (NodeValue::Sequence { items: a, .. }, NodeValue::Sequence { items: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| says_the_same(a, b))
        }
        (NodeValue::Mapping { entries: a, .. }, NodeValue::Mapping { entries: b, .. }) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|((key_a, a), (key_b, b))| {
                    says_the_same(key_a, key_b) && says_the_same(a, b)
                })
        }
        (a, b) => a == b,
    }
}

/// Two texts, the first one ended by a line break.
fn join(first: &str, second: &str) -> String {
    let gap = if first.is_empty() || first.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    format!("{first}{gap}{second}")
}

/// A run of the text and what replaces it.
type Edit = (Range<usize>, String);

/// A range of the text with edits that lie inside it.
fn apply(text: &str, range: Range<usize>, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::new();
    let mut at = range.start;
    for (range, replacement) in edits {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        out.push_str(&replacement);
        at = at.max(range.end);
    }
    out.push_str(text.get(at..range.end).unwrap_or_default());
    out
}

/// Where a value stands, which decides how it can be replaced.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// The whole document.
    Root,
    /// Behind a key of a block mapping.
    Entry { key: &'a Node },
    /// An item of a block list, behind the dash at this byte.
    Item { dash: usize },
    /// Inside brackets.
    Flow,
}

struct Patcher<'a> {
    document: &'a Document,
    edits: Vec<Edit>,
}

impl<'a> Patcher<'a> {
    fn text(&self) -> &'a str {
        &self.document.text
    }

    /// Start of the line that a byte is on.
    fn line_start(&self, at: usize) -> usize {
        self.text()
            .get(..at)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |newline| newline + 1)
    }

    /// End of the line that a byte is on, before its line break.
    fn line_end(&self, at: usize) -> usize {
        let rest = self.text().get(at..).unwrap_or_default();
        at + rest.find('\n').unwrap_or(rest.len())
    }

    /// Columns before a byte on its line.
    fn column(&self, at: usize) -> usize {
        at - self.line_start(at)
    }

    /// End of the last line of a node, before its line break; a comment behind it counts.
    fn last_line_end(&self, node: &Node) -> usize {
        let last = last_leaf(node);
        let end = match &last.value {
            NodeValue::Scalar {
                text,
                style: ScalarStyle::Block,
            } => self.block_end(last, text),
            _ => node.span.end.max(last.span.end),
        };
        self.line_end(end)
    }

    /// End of the last line of a block scalar's text, which may be one of blanks alone.
    fn block_end(&self, node: &Node, text: &str) -> usize {
        let header = self.document.block_header(node);
        // A folded text has other lines than the file.
        if self.text().as_bytes().get(header) != Some(&b'|') {
            let content = self.text().get(..node.span.end).unwrap_or_default();
            return content.trim_end().len();
        }
        // Line breaks behind the text are part of it with a `+` alone, and there are several then.
        let lines = match text.trim_end_matches('\n') {
            _ if text.ends_with("\n\n") => text.matches('\n').count(),
            "" => 0,
            trimmed => trimmed.split('\n').count(),
        };
        let mut end = self.line_end(header);
        for _ in 0..lines {
            if end < self.text().len() {
                end = self.line_end(end + 1);
            }
        }
        end
    }

    /// Start of the comment lines right above a line, or of the line itself.
    fn lead_start(&self, line_start: usize) -> usize {
        let mut start = line_start;
        while start > 0 {
            let above = self.line_start(start - 1);
            let line = self.text().get(above..start).unwrap_or_default();
            if !line.trim_start().starts_with('#') {
                break;
            }
            start = above;
        }
        start
    }

    fn change(&mut self, node: &'a Node, old: &Value, new: &Value, place: Place<'a>) {
        if old == new {
            return;
        }
        match (&node.value, old, new) {
            (
                NodeValue::Mapping {
                    entries,
                    flow: false,
                },
                Value::Map(old),
                Value::Map(new),
            ) if stays(entries, new).is_some() => {
                self.change_block_map(entries, old, new);
            }
            (NodeValue::Mapping { flow: true, .. }, Value::Map(old), Value::Map(new))
                if same_keys(node, old, new) =>
            {
                for ((key, old), (_, new)) in old.iter().zip(new) {
                    if let Some(child) = node.get(key) {
                        self.change(child, old, new, Place::Flow);
                    }
                }
            }
            (
                NodeValue::Sequence { items, .. },
                Value::List(old) | Value::Records(old),
                Value::List(new) | Value::Records(new),
            ) if self.change_list(items, old, new) => {}
            _ => self.replace(node, new, place),
        }
    }

    /// Replaces a value, wherever it stands.
    fn replace(&mut self, node: &Node, new: &Value, place: Place<'_>) {
        match place {
            Place::Flow => self.edits.push((node.span.clone(), inline(new))),
            Place::Root => {
                self.edits
                    .push((node.span.start..self.last_line_end(node), render(new)));
            }
            Place::Item { dash } => {
                let indent = self.column(dash);
                self.rescue_comments(node.span.clone(), dash);
                let lines = item(new, indent);
                self.put_lines(dash, indent, node, &lines);
            }
            Place::Entry { key } => {
                let indent = self.column(key.span.start);
                let lines = entry(key.text().unwrap_or_default(), new, indent);
                let one_line = lines.matches('\n').count() == 1;
                let stays_one_line = one_line
                    && !matches!(
                        &node.value,
                        NodeValue::Scalar {
                            style: ScalarStyle::Block,
                            ..
                        }
                    )
                    && !self.is_block(node);
                if stays_one_line {
                    self.rescue_comments(node.span.clone(), key.span.start);
                    let gap = if node.span.is_empty() { " " } else { "" };
                    self.edits
                        .push((node.span.clone(), format!("{gap}{}", inline(new))));
                } else {
                    let head = self.line_end(key.span.start);
                    let lines = self.with_head_comment(key, head, lines);
                    self.rescue_comments(head..node.span.end.max(head), key.span.start);
                    self.put_lines(key.span.start, indent, node, &lines);
                }
            }
        }
    }

    fn is_block(&self, node: &Node) -> bool {
        match &node.value {
            NodeValue::Sequence { flow, .. } | NodeValue::Mapping { flow, .. } => !flow,
            NodeValue::Scalar { .. } => false,
        }
    }

    /// Puts whole lines in the place of an entry or item that starts at `start`.
    fn put_lines(&mut self, start: usize, indent: usize, node: &Node, lines: &str) {
        let behind_pad = lines.get(indent..).unwrap_or_default();
        let lines = behind_pad
            .strip_suffix('\n')
            .unwrap_or(behind_pad)
            .to_owned();
        self.edits
            .push((start..self.last_line_end(node).max(start), lines));
    }

    /// Lines of an entry with the comment that stood behind its key.
    fn with_head_comment(&self, key: &Node, head: usize, lines: String) -> String {
        let comment = self
            .document
            .comments
            .iter()
            .find(|comment| comment.start > key.span.end && comment.end <= head);
        let Some(comment) = comment.and_then(|comment| self.text().get(comment.clone())) else {
            return lines;
        };
        match lines.split_once('\n') {
            Some((first, rest)) => format!("{first}  {comment}\n{rest}"),
            None => lines,
        }
    }

    /// Keeps the comments of a range that is written anew, as lines above the line of `anchor`.
    fn rescue_comments(&mut self, range: Range<usize>, anchor: usize) {
        let start = self.line_start(anchor);
        let column = self.column(anchor);
        let mut lines = String::new();
        for comment in &self.document.comments {
            if range.contains(&comment.start)
                && let Some(text) = self.text().get(comment.clone())
            {
                lines.push_str(&format!("{}{text}\n", " ".repeat(column)));
            }
        }
        if !lines.is_empty() {
            self.edits.push((start..start, lines));
        }
    }

    fn change_block_map(
        &mut self,
        entries: &'a [(Node, Node)],
        old: &[(String, Value)],
        new: &[(String, Value)],
    ) {
        let find =
            |values: &[(String, Value)], key: &str| values.iter().position(|(name, _)| name == key);
        let (Some((first_key, _)), Some(staying_key)) = (entries.first(), stays(entries, new))
        else {
            return;
        };
        let indent = self.column(first_key.span.start);
        for (i, (key, node)) in entries.iter().enumerate() {
            let Some(name) = key.text() else { continue };
            let before = find(old, name).and_then(|at| old.get(at));
            let after = find(new, name).and_then(|at| new.get(at));
            match (before, after) {
                (Some((_, before)), Some((_, after))) => {
                    self.change(node, before, after, Place::Entry { key });
                }
                // The author wrote out what the value leaves out, and now it is something else.
                (None, Some((_, after))) => self.replace(node, after, Place::Entry { key }),
                (Some(_), None) => {
                    let next = entries.get(i + 1).map(|(next, _)| next);
                    self.remove_entry(key, node, next);
                }
                (None, None) => {}
            }
        }
        // What is new goes behind the nearest key before it that stands already.
        let stands = |name: &str| {
            entries
                .iter()
                .find(|(key, _)| key.text() == Some(name))
                .filter(|_| find(new, name).is_some())
        };
        for (i, (name, value)) in new.iter().enumerate() {
            if entries.iter().any(|(key, _)| key.text() == Some(name)) {
                continue;
            }
            let mut lines = entry(name, value, indent);
            if indent == 0 && matches!(value, Value::Records(_)) {
                lines.insert(0, '\n');
            }
            let earlier = new.iter().take(i).rev().find_map(|(name, _)| stands(name));
            match earlier {
                Some((_, node)) => self.insert_behind(node, lines),
                None => {
                    let behind_pad = lines.get(indent..).unwrap_or_default().to_owned();
                    let at = staying_key.span.start;
                    self.edits.push((at..at, behind_pad + &" ".repeat(indent)));
                }
            }
        }
    }

    fn insert_behind(&mut self, node: &Node, lines: String) {
        let end = self.last_line_end(node);
        if end < self.text().len() {
            self.edits.push((end + 1..end + 1, lines));
        } else {
            let lines = lines.strip_suffix('\n').unwrap_or(&lines);
            self.edits.push((end..end, format!("\n{lines}")));
        }
    }

    fn remove_entry(&mut self, key: &Node, node: &Node, next: Option<&Node>) {
        let start = key.span.start;
        let line = self.line_start(start);
        let is_alone = self
            .text()
            .get(line..start)
            .unwrap_or_default()
            .trim()
            .is_empty();
        if is_alone {
            let end = (self.last_line_end(node) + 1).min(self.text().len());
            self.edits.push((line..end, String::new()));
        } else if let Some(next) = next {
            // Behind a dash: the next key moves up to it.
            self.rescue_comments(start..next.span.start, line);
            self.edits.push((start..next.span.start, String::new()));
        }
    }

    /// Changes a list item by item; false, with nothing done, where it has to be written anew.
    fn change_list(&mut self, items: &'a [Node], old: &[Value], new: &[Value]) -> bool {
        if items.len() != old.len() || new.is_empty() || items.is_empty() {
            return false;
        }
        let flow = items
            .first()
            .is_none_or(|first| self.dash_of(first).is_none());
        let ids = |values: &[Value]| {
            values
                .iter()
                .map(|value| value.id().map(str::to_owned))
                .collect::<Option<Vec<_>>>()
        };
        let same_order = old.len() == new.len() && ids(old) == ids(new);
        if same_order {
            for ((node, old), new) in items.iter().zip(old).zip(new) {
                let place = match self.dash_of(node) {
                    Some(dash) if !flow => Place::Item { dash },
                    _ => Place::Flow,
                };
                self.change(node, old, new, place);
            }
            return true;
        }
        let (Some(old_ids), Some(new_ids)) = (ids(old), ids(new)) else {
            return false;
        };
        let by_id: HashMap<&str, usize> = old_ids
            .iter()
            .enumerate()
            .map(|(i, id)| (id.as_str(), i))
            .collect();
        if flow || by_id.len() != old_ids.len() {
            return false;
        }
        self.rebuild_list(items, old, new, &new_ids, &by_id)
    }

    /// Byte of the dash before an item of a block list; `None` inside brackets.
    fn dash_of(&self, item: &Node) -> Option<usize> {
        let mut end = match &item.value {
            NodeValue::Scalar {
                style: ScalarStyle::Block,
                ..
            } => self.document.block_header(item),
            _ => item.span.start,
        };
        loop {
            let start = self.line_start(end);
            let line = self.text().get(start..end)?;
            let behind_dash = line.trim_start().strip_prefix('-');
            if let Some(behind) = behind_dash {
                let clean = behind.trim().is_empty() || behind.trim_start().starts_with('#');
                return clean.then(|| start + (line.len() - line.trim_start().len()));
            }
            let passes = line.trim().is_empty() || line.trim_start().starts_with('#');
            if !passes || start == 0 {
                return None;
            }
            end = start - 1;
        }
    }

    fn rebuild_list(
        &mut self,
        items: &'a [Node],
        old: &[Value],
        new: &[Value],
        new_ids: &[String],
        by_id: &HashMap<&str, usize>,
    ) -> bool {
        let Some(dashes) = items
            .iter()
            .map(|item| self.dash_of(item))
            .collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        let Some(&first_dash) = dashes.first() else {
            return false;
        };
        let indent = self.column(first_dash);
        // A chunk is an item with the lines above it, back to the item before; the first one's start
        // at the comments right above it.
        let mut chunks = Vec::with_capacity(items.len());
        let mut start = self.lead_start(self.line_start(first_dash));
        for item in items {
            let end = (self.last_line_end(item) + 1).min(self.text().len());
            chunks.push(start..end);
            start = end;
        }
        let region = chunks.first().map_or(0, |chunk| chunk.start)..start;
        let mut out = String::new();
        for (value, id) in new.iter().zip(new_ids) {
            let Some(&at) = by_id.get(id.as_str()) else {
                out.push_str(&item(value, indent));
                continue;
            };
            let parts = (items.get(at), old.get(at), chunks.get(at), dashes.get(at));
            let (Some(node), Some(before), Some(chunk), Some(&dash)) = parts else {
                return false;
            };
            let mut inner = Patcher {
                document: self.document,
                edits: Vec::new(),
            };
            inner.change(node, before, value, Place::Item { dash });
            out.push_str(&apply(self.text(), chunk.clone(), inner.edits));
            if !out.ends_with('\n') {
                out.push('\n');
            }
        }
        self.edits.push((region, out));
        true
    }
}

/// The first key of a mapping that the new value has too.
fn stays<'a>(entries: &'a [(Node, Node)], new: &[(String, Value)]) -> Option<&'a Node> {
    let is_new = |key: &Node| new.iter().any(|(name, _)| key.text() == Some(name));
    entries.iter().map(|(key, _)| key).find(|key| is_new(key))
}

/// The last scalar or bracketed value inside a node.
fn last_leaf(node: &Node) -> &Node {
    match &node.value {
        NodeValue::Sequence { items, flow: false } => items.last().map_or(node, last_leaf),
        NodeValue::Mapping {
            entries,
            flow: false,
        } => entries.last().map_or(node, |(_, value)| last_leaf(value)),
        _ => node,
    }
}

/// Whether two maps have the same keys, and the node has them all.
fn same_keys(node: &Node, old: &[(String, Value)], new: &[(String, Value)]) -> bool {
    old.len() == new.len()
        && old
            .iter()
            .zip(new)
            .all(|((a, _), (b, _))| a == b && node.get(a).is_some())
}

// The width of an item's dash and blank is what a nested block is indented by.
const _: () = assert!(INDENT == "- ".len());
