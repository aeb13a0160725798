//! Values that records share: names, numbers, places, symbols, raw bytes.

use std::collections::BTreeMap;

use formats::catalogue::{
    closest, condition_by_name, conditions, kind_by_name, pilot_by_name, pilots,
};
use formats::yaml::schema;
use formats::yaml::{MapReader, Node, NodeValue, inline, parse_f32, parse_integer};

use crate::Vec3;
use crate::ids::Id;
use crate::record::{EditorInfo, Extra, Meta, RawBytes};

use super::super::packed::unpack;
use super::Reader;

impl Reader {
    pub(super) fn text<'a>(&mut self, node: &'a Node) -> Option<&'a str> {
        if node.text().is_none() {
            self.tell(
                node,
                format!("text is wanted here, not {}", node.describe()),
            );
        }
        node.text()
    }

    /// A display name: text, or nothing at all.
    pub(super) fn name(&mut self, node: &Node) -> Option<Option<String>> {
        if node.is_null() {
            return Some(None);
        }
        self.text(node).map(|text| Some(text.to_owned()))
    }

    pub(super) fn id<R>(&mut self, node: &Node) -> Option<Id<R>> {
        let text = self.text(node)?;
        match Id::new(text) {
            Ok(id) => Some(id),
            Err(error) => {
                self.tell(node, error.to_string());
                None
            }
        }
    }

    pub(super) fn optional_id<R>(&mut self, node: Option<&Node>) -> Option<Id<R>> {
        node.filter(|node| !node.is_null())
            .and_then(|node| self.id(node))
    }

    /// A whole number that fits `T`.
    pub(super) fn number<T: TryFrom<i64> + Bounds>(&mut self, node: &Node) -> Option<T> {
        let parsed = node.text().and_then(parse_integer);
        let fitting = parsed.and_then(|value| T::try_from(value).ok());
        if fitting.is_none() {
            let what = match (parsed, node.text()) {
                (Some(value), _) => value.to_string(),
                (None, Some(text)) if !node.is_null() => format!("{text:?}"),
                _ => node.describe().to_owned(),
            };
            let message = format!(
                "a whole number from {} to {} is wanted here, not {what}",
                T::MIN,
                T::MAX
            );
            self.tell(node, message);
        }
        fitting
    }

    /// A whole number, or nothing.
    pub(super) fn optional_number<T: TryFrom<i64> + Bounds>(
        &mut self,
        node: &Node,
    ) -> Option<Option<T>> {
        if is_none(node) {
            Some(None)
        } else {
            self.number(node).map(Some)
        }
    }

    pub(super) fn real(&mut self, node: &Node) -> Option<f32> {
        let parsed = node.text().and_then(parse_f32);
        if parsed.is_none() {
            let what = node
                .text()
                .map_or(node.describe().to_owned(), |text| format!("{text:?}"));
            self.tell(node, format!("a number is wanted here, not {what}"));
        }
        parsed
    }

    pub(super) fn vec3(&mut self, node: &Node) -> Option<Vec3> {
        let values = self.list(node, Self::real);
        match values.as_slice() {
            [x, y, z] if node.items().is_some_and(|items| items.len() == 3) => {
                Some(Vec3::new(*x, *y, *z))
            }
            _ => {
                if node.items().is_some_and(|items| items.len() != 3) {
                    self.tell(node, "a place is three numbers, [x, y, z]");
                }
                None
            }
        }
    }

    pub(super) fn boolean(&mut self, node: &Node) -> Option<bool> {
        let value = match node.text() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        };
        if value.is_none() {
            self.tell(node, "`true` or `false` is wanted here");
        }
        value
    }

    /// A byte that is mostly true or false.
    pub(super) fn byte_flag(&mut self, node: Option<&Node>, default: u8) -> u8 {
        let Some(node) = node else { return default };
        match node.text() {
            Some("true") => 1,
            Some("false") => 0,
            _ => self.number(node).unwrap_or(default),
        }
    }

    pub(super) fn kind(&mut self, node: &Node) -> Option<u16> {
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.number(node);
        }
        match kind_by_name(text) {
            Ok(kind) => Some(kind),
            Err(near) => {
                let message = unknown(text, "ship type or special kind", near);
                self.tell(node, message);
                None
            }
        }
    }

    pub(super) fn pilot(&mut self, node: &Node) -> Option<Option<u8>> {
        if is_none(node) {
            return Some(None);
        }
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.number(node).map(Some);
        }
        match pilot_by_name(text) {
            Some(pilot) => Some(Some(pilot.number)),
            None => {
                let names = pilots()
                    .iter()
                    .filter_map(|pilot| pilot.script_name.as_deref());
                let message = unknown(text, "pilot", closest(text, names));
                self.tell(node, message);
                None
            }
        }
    }

    pub(super) fn condition(&mut self, node: &Node) -> Option<u8> {
        let text = self.text(node)?;
        if parse_integer(text).is_some() {
            return self.number(node);
        }
        match condition_by_name(text) {
            Some(condition) => Some(condition.index),
            None => {
                let names: Vec<_> = conditions().iter().map(|it| it.symbol()).collect();
                let near = closest(text, names.iter().map(String::as_str));
                let message = unknown(text, "condition", near);
                self.tell(node, message);
                None
            }
        }
    }

    pub(super) fn raw(&mut self, node: Option<&Node>) -> RawBytes {
        let mut runs = BTreeMap::new();
        let Some(node) = node.filter(|node| !node.is_null()) else {
            return RawBytes::default();
        };
        let NodeValue::Mapping { entries, .. } = &node.value else {
            self.tell(
                node,
                "`raw` maps offsets in the record to bytes, such as {0x16: \"01 00\"}",
            );
            return RawBytes::default();
        };
        for (key, value) in entries {
            let offset = self.number::<u16>(key);
            let bytes = self.text(value).and_then(hex_bytes);
            if bytes.is_none() && value.text().is_some() {
                self.tell(
                    value,
                    "bytes are wanted here, each as two hex digits, such as \"01 00\"",
                );
            }
            if let (Some(offset), Some(bytes)) = (offset, bytes)
                && !bytes.is_empty()
                && runs.insert(offset, bytes).is_some()
            {
                self.tell(key, format!("offset {offset} stands twice; keep one"));
            }
        }
        RawBytes(runs)
    }

    pub(super) fn packed(&mut self, node: &Node) -> Option<Vec<u8>> {
        match unpack(self.text(node)?) {
            Ok(bytes) => Some(bytes),
            Err(message) => {
                self.tell(node, message);
                None
            }
        }
    }

    pub(super) fn editor(&mut self, node: Option<&Node>) -> EditorInfo {
        let map = node
            .filter(|node| !node.is_null())
            .and_then(|node| self.map(node, &schema::EDITOR));
        let Some(map) = map else {
            return EditorInfo::default();
        };
        let mut text = |key: &str| map.get(key).and_then(|node| self.name(node)).flatten();
        let (folder, colour, note) = (text("folder"), text("colour"), text("note"));
        let mut flag = |key: &str| {
            map.get(key)
                .and_then(|node| self.boolean(node))
                .unwrap_or_default()
        };
        EditorInfo {
            folder,
            colour,
            note,
            hidden: flag("hidden"),
            locked: flag("locked"),
        }
    }

    pub(super) fn meta(&mut self, map: &MapReader<'_>) -> Meta {
        Meta {
            raw: self.raw(map.get("raw")),
            editor: self.editor(map.get("editor")),
            extra: extra(map),
        }
    }

    /// A record's display name; left out, its id's text.
    pub(super) fn record_name<R>(&mut self, id: &Id<R>, map: &MapReader<'_>) -> Option<String> {
        match map.get("name") {
            Some(node) => self.name(node).flatten(),
            None => Some(id.to_string()),
        }
    }

    pub(super) fn object_id(&mut self, map: &MapReader<'_>) -> Option<u16> {
        map.get("object_id")
            .and_then(|node| self.optional_number(node))
            .flatten()
    }

    /// A dword, unsigned or as the signed number of the same bits.
    pub(super) fn dword(&mut self, node: &Node) -> Option<u32> {
        let signed = node
            .text()
            .and_then(parse_integer)
            .and_then(|value| i32::try_from(value).ok());
        match signed {
            Some(value) => Some(value.cast_unsigned()),
            None => self.number(node),
        }
    }
}

/// A number's range, for messages.
pub(super) trait Bounds {
    const MIN: i64;
    const MAX: i64;
}

macro_rules! bounds {
    ($($ty:ident),*) => {$(
        impl Bounds for $ty {
            const MIN: i64 = $ty::MIN as i64;
            const MAX: i64 = $ty::MAX as i64;
        }
    )*};
}
bounds!(u8, u16, u32, i16);

/// Whether a node says `none`, or says nothing.
pub(super) fn is_none(node: &Node) -> bool {
    node.is_null() || node.text() == Some("none")
}

pub(super) fn extra(map: &MapReader<'_>) -> Extra {
    Extra(
        map.extra()
            .into_iter()
            .map(|(key, value)| (key, inline(&value)))
            .collect(),
    )
}

pub(super) fn unknown(text: &str, what: &str, near: Option<&str>) -> String {
    match near {
        Some(near) => format!("there is no {what} `{text}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{text}`; use a known name, or the number"),
    }
}

/// Bytes as pairs of hex digits, with or without blanks between them.
pub(super) fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    let pairs = digits.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs
        .map(|pair| match pair {
            [high, low] => Some(high << 4 | low),
            _ => None,
        })
        .collect()
}
