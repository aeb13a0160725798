//! Places in messages that no ship can be at.
//!
//! A message with one is passed over as a whole: half of a table is no table of anybody's. The floats
//! of ships' shares of curves (0x06) and of formations' points (0x0D) are taken as they come, as the
//! mission's memory holds them and nothing here goes by one that is none.

use std::fmt;

use formats::Image;
use formats::records::{Curve, Record, Ship};
use formats::{SectionId, bytes::get};

use crate::live::{EDITOR_PLACE, LiveTable};
use crate::maths::{FARTHEST, is_bearable};

use super::message::ToGame;

/// A part of a place that cannot be borne.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unbearable {
    /// The field of the message or of its records.
    pub(super) field: &'static str,
    /// The record, where the message has several.
    record: Option<usize>,
    axis: char,
    value: f32,
}

impl fmt::Display for Unbearable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            field, axis, value, ..
        } = self;
        write!(f, "its {field}.{axis}")?;
        if let Some(record) = self.record {
            write!(f, " of record {record}")?;
        }
        write!(
            f,
            " is {value:e}, and a place has numbers up to {FARTHEST:e} either way"
        )
    }
}

/// The first place of a message that cannot be borne. What lies behind the counted records of the
/// mission is nobody's.
pub(super) fn unbearable(message: &ToGame, image: &Image) -> Option<Unbearable> {
    match message {
        ToGame::MoveShip { place, .. } => odd("place", None, *place),
        ToGame::PlaceShips(bytes) => {
            let ships = image.count(SectionId::Ships);
            in_records(bytes, Ship::SIZE, ships, &[("place", EDITOR_PLACE)])
        }
        ToGame::RemakeShip(bytes) => odd("position", None, Ship::read(bytes)?.position),
        ToGame::CopyTable(LiveTable::Curves, bytes) => {
            let fields = [
                ("start_point", 0x08),
                ("end_point", 0x14),
                ("leaving_tangent", 0x28),
                ("arriving_tangent", 0x34),
            ];
            let curves = image.count(SectionId::Curves);
            in_records(bytes, Curve::SIZE, curves, &fields)
        }
        _ => None,
    }
}

fn in_records(
    bytes: &[u8],
    size: usize,
    count: usize,
    fields: &[(&'static str, usize)],
) -> Option<Unbearable> {
    let records = bytes.chunks(size).take(count).enumerate();
    records
        .flat_map(|(number, record)| fields.iter().map(move |field| (number, record, field)))
        .find_map(|(number, record, (name, at))| {
            // Of a record that is cut short, the parts that are there.
            let part = |axis: usize| get(record, at.saturating_add(axis)).unwrap_or(0.0);
            odd(name, Some(number), [part(0), part(4), part(8)])
        })
}

fn odd(field: &'static str, record: Option<usize>, place: [f32; 3]) -> Option<Unbearable> {
    let parts = place.into_iter().zip(['x', 'y', 'z']);
    let mut odd = parts.filter(|(value, _)| !is_bearable([*value; 3]));
    odd.next().map(|(value, axis)| Unbearable {
        field,
        record,
        axis,
        value,
    })
}
