//! `sortie ships`: what is placed where.

use anyhow::Result;
use formats::catalogue::kind_title;
use model::ObjectIds;
use serde::Serialize;

use super::{Input, Outcome, open, print, print_json, table::table};

#[derive(Serialize)]
struct Row<'a> {
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

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let object_ids = ObjectIds::new(&opened.mission);
    let rows: Vec<Row<'_>> = opened
        .mission
        .ships
        .iter()
        .enumerate()
        .map(|(index, ship)| Row {
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
    if input.json {
        print_json(&rows)?;
    } else {
        let cells: Vec<_> = rows
            .iter()
            .map(|row| {
                let [x, y, z] = row.position;
                vec![
                    row.index.to_string(),
                    row.object_id.map_or(String::new(), |id| id.to_string()),
                    row.id.to_owned(),
                    row.name.unwrap_or_default().to_owned(),
                    row.kind_name.clone(),
                    row.flight_group.unwrap_or_default().to_owned(),
                    x.to_string(),
                    y.to_string(),
                    z.to_string(),
                    row.yaw.to_string(),
                    row.pitch.to_string(),
                    row.roll.to_string(),
                ]
            })
            .collect();
        let headings = [
            "#", "ID", "id", "name", "kind", "group", "x", "y", "z", "yaw", "pitch", "roll",
        ];
        print(table(&headings, &cells))?;
    }
    Ok(Outcome::Fine)
}
