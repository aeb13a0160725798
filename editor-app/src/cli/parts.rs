//! `sortie parts`: the script's named routines.

use anyhow::Result;
use formats::Tables;
use formats::records::Part;
use serde::Serialize;

use super::{Input, Outcome, image_of, open, print, print_json, table::table};

#[derive(Serialize)]
struct Row {
    index: usize,
    name: Option<String>,
    start_part: bool,
    arguments: u8,
    start: Option<usize>,
    bytes: usize,
}

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let Some(image) = image_of(&opened, &input.input) else {
        return Ok(Outcome::Errors);
    };
    let rows: Vec<Row> = Tables::read(&image)
        .parts
        .iter()
        .enumerate()
        .map(|(index, part)| Row {
            index,
            name: image.strings().text(part.name),
            start_part: part.flags & Part::START != 0,
            arguments: part.argument_count,
            start: (part.start != Part::NO_BLOCK).then(|| usize::from(part.start) * 2),
            bytes: usize::from(part.extent) * 2,
        })
        .collect();
    if input.json {
        print_json(&rows)?;
    } else {
        let cells: Vec<_> = rows
            .iter()
            .map(|row| {
                vec![
                    row.index.to_string(),
                    row.name.clone().unwrap_or_default(),
                    if row.start_part {
                        "start".to_owned()
                    } else {
                        String::new()
                    },
                    row.arguments.to_string(),
                    row.start
                        .map_or("no block".to_owned(), |start| start.to_string()),
                    row.bytes.to_string(),
                ]
            })
            .collect();
        print(table(
            &["#", "name", "runs at", "arguments", "offset", "bytes"],
            &cells,
        ))?;
    }
    Ok(Outcome::Fine)
}
