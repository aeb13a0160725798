//! `sortie ships`: what is placed where.

use anyhow::Result;
use formats::catalogue::kind_title;
use model::ObjectIds;
use serde::Serialize;

use crate::terminal::Outcome;

use super::table::{Row, print_rows};
use super::{Input, open};

#[derive(Serialize)]
struct Placed<'a> {
    index: usize,
    object_id: Option<u16>,
    id: &'a str,
    name: Option<&'a str>,
    kind: u16,
    kind_name: String,
    flight_group: Option<&'a str>,
    pilot: Option<u8>,
    position: [f32; 3],
    yaw: i16,
    pitch: i16,
    roll: i16,
}

impl Row for Placed<'_> {
    const HEADINGS: &'static [&'static str] = &[
        "#", "ID", "id", "name", "kind", "group", "x", "y", "z", "yaw", "pitch", "roll",
    ];

    fn cells(&self) -> Vec<String> {
        let [x, y, z] = self.position;
        vec![
            self.index.to_string(),
            self.object_id.map_or(String::new(), |id| id.to_string()),
            self.id.to_owned(),
            self.name.unwrap_or_default().to_owned(),
            self.kind_name.clone(),
            self.flight_group.unwrap_or_default().to_owned(),
            x.to_string(),
            y.to_string(),
            z.to_string(),
            self.yaw.to_string(),
            self.pitch.to_string(),
            self.roll.to_string(),
        ]
    }
}

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let object_ids = ObjectIds::new(&opened.mission);
    let rows: Vec<Placed<'_>> = opened
        .mission
        .ships
        .iter()
        .enumerate()
        .map(|(index, ship)| Placed {
            index,
            object_id: object_ids.ships.get(index).copied(),
            id: ship.id.as_str(),
            name: ship.name.as_deref(),
            kind: ship.kind,
            kind_name: kind_title(ship.kind),
            flight_group: ship.flight_group.as_ref().map(|group| group.as_str()),
            pilot: ship.pilot,
            position: ship.position.to_array(),
            yaw: ship.rotation.yaw,
            pitch: ship.rotation.pitch,
            roll: ship.rotation.roll,
        })
        .collect();
    print_rows(&rows, input.json)?;
    Ok(Outcome::Fine)
}
